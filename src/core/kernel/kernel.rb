# Kernel's functions: control flow, conversion functions, names.
module Kernel
  module_function

  # --- Control --------------------------------------------------------------------------------------------------------

  def loop
    return enum_for(:loop) { Float::INFINITY } unless block_given?
    begin
      while true
        yield
      end
    rescue StopIteration => e
      e.result
    end
  end

  def catch(tag = Object.new)
    yield tag
  end

  def throw(tag, value = nil)
    Primitive.throw(tag, value)
    raise UncaughtThrowError.__send__(:new, tag, value, "uncaught throw #{tag.inspect}")
  end

  def exit(status = true)
    raise SystemExit.new(status, "exit")
  end

  def exit!(status = false)
    status = SystemExit.new(status, "exit").status & 255
    Primitive.exit_now(status)
  end

  def abort(message = nil)
    if Primitive.same?(message, nil)
      error = Primitive.errinfo
      Troupe.report(error) unless Primitive.same?(error, nil)
      raise SystemExit.new(1, "exit")
    end
    message = Troupe::Convert.to_str(message)
    $stderr.puts(message)
    raise SystemExit.new(1, message)
  end

  def __dir__
    file = Primitive.caller_file
    Primitive.same?(file, nil) || file.start_with?("(eval") ? nil : File.dirname(File.expand_path(file))
  end

  # --- Conversion functions -------------------------------------------------------------------------------------------

  def Integer(value, base = nil, exception: true)
    unless Primitive.same?(base, nil)
      base = Troupe::Convert.to_int(base)
      unless Primitive.is_string(value)
        converted = Primitive.responds(value, :to_str) ? value.to_str : nil
        unless Primitive.is_string(converted)
          return nil unless exception
          raise ArgumentError, "base specified for non string value"
        end
        value = converted
      end
    end
    Troupe::Numbers.to_integer(value, base, exception)
  end

  def Float(value, exception: true)
    return value if Primitive.is_float(value)
    return Primitive.integer_to_float(value) if Primitive.is_integer(value)
    if Primitive.is_string(value)
      result = Primitive.parse_float(value)
      return result unless Primitive.same?(result, nil)
      return nil unless exception
      raise ArgumentError, "invalid value for Float(): #{value.inspect}"
    end
    Troupe::Numbers.to_float(value, exception)
  rescue ArgumentError, TypeError
    raise if exception
    nil
  end

  def String(value)
    return value if Primitive.is_string(value)
    if Primitive.responds(value, :to_str)
      result = value.to_str
      return result if Primitive.is_string(result)
    end
    unless Primitive.responds(value, :to_s) || value.respond_to?(:to_s, true)
      raise TypeError, "can't convert #{Troupe::Convert.describe(value)} into String"
    end
    result = value.to_s
    return result if Primitive.is_string(result)
    Troupe::Convert.failed(value, "String", "to_s", result)
  end

  def Array(value)
    result = Troupe::Convert.try_ary(value)
    return result unless Primitive.same?(result, nil)
    return [] if Primitive.same?(value, nil)
    result = Troupe::Convert.try_a(value)
    return [value] if Primitive.same?(result, nil)
    return result if Primitive.is_array(result)
    Troupe::Convert.failed(value, "Array", "to_a", result)
  end

  def Hash(value)
    return {} if Primitive.same?(value, nil) || (Primitive.is_array(value) && value.empty?)
    return value if Primitive.is_hash(value)
    unless Primitive.responds(value, :to_hash)
      raise TypeError, "can't convert #{Troupe::Convert.describe(value)} into Hash"
    end
    Troupe::Convert.to_hash(value)
  end

  def open(path, *arguments, **options, &block)
    if Primitive.responds(path, :to_open)
      result = path.to_open(*arguments, **options)
      return block ? yield(result) : result
    end
    File.open(path, *arguments, **options, &block)
  end

  # --- Names ----------------------------------------------------------------------------------------------------------

  def global_variables
    Primitive.global_names
  end

  def block_given?
    false
  end
end

module Troupe
  # What Integer() and Float() do with objects that are not text.
  module Numbers
    def self.to_integer(value, base, exception)
      return value if Primitive.is_integer(value)
      if Primitive.is_float(value)
        return Primitive.float_to_integer(value) if exception || (value - value == 0.0)
        return nil
      end
      return parse(value, base, exception) if Primitive.is_string(value)
      if Primitive.same?(value, nil)
        return nil unless exception
        raise TypeError, "can't convert nil into Integer"
      end
      begin
        ask(value, base, exception)
      rescue StandardError
        raise if exception
        nil
      end
    end

    def self.ask(value, base, exception)
      if Primitive.responds(value, :to_int)
        result = value.to_int
        return result if Primitive.is_integer(result)
      end
      if Primitive.responds(value, :to_str)
        result = value.to_str
        return parse(result, base, exception) if Primitive.is_string(result)
      end
      unless Primitive.responds(value, :to_i)
        return nil unless exception
        raise TypeError, "can't convert #{Convert.describe(value)} into Integer"
      end
      result = value.to_i
      return result if Primitive.is_integer(result)
      return nil unless exception
      Convert.failed(value, "Integer", "to_i", result)
    end

    def self.parse(text, base, exception)
      base = 0 if Primitive.same?(base, nil)
      base = -base if base < 0
      result = begin
        Primitive.parse_integer(text, base)
      rescue ArgumentError
        raise if exception || base == 1 || base > 36
        nil
      end
      return result unless Primitive.same?(result, nil)
      return nil unless exception
      raise ArgumentError, "invalid value for Integer(): #{text.inspect}"
    end

    def self.to_float(value, exception)
      if Primitive.same?(value, nil) || Primitive.same?(value, true) || Primitive.same?(value, false)
        raise TypeError, "can't convert #{Convert.describe(value)} into Float"
      end
      if !(Numeric === value) && Primitive.responds(value, :to_str)
        text = value.to_str
        return Kernel.Float(text) if Primitive.is_string(text)
      end
      unless Primitive.responds(value, :to_f)
        raise TypeError, "can't convert #{Convert.describe(value)} into Float"
      end
      result = value.to_f
      return result if Primitive.is_float(result)
      Convert.failed(value, "Float", "to_f", result)
    end
  end
end
