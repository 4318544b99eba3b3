# Kernel's functions: control flow, conversion functions, output, loading.
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

  def raise(exception = (none = true), message = (no_message = true), backtrace = nil, cause: (no_cause = true),
            **options)
    if none && options.empty?
      Primitive.raise(ArgumentError.new("only cause is given with no arguments")) unless no_cause
      exception = Primitive.errinfo
      exception = RuntimeError.new("") if Primitive.same?(exception, nil)
      Primitive.raise(exception)
    end
    exception = Troupe.exception_from(exception, message, no_message, backtrace, options)
    Primitive.raise(exception) if no_cause
    Troupe.check_cause(exception, cause)
    Primitive.raise_caused(exception, cause)
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

  def caller(start = 1, length = nil)
    texts = Primitive.caller_texts(0, -1)
    Troupe.cut_backtrace(texts, start, length)
  end

  def caller_locations(start = 1, length = nil)
    texts = Primitive.caller_texts(0, -1)
    cut = Troupe.cut_backtrace(texts, start, length)
    Primitive.same?(cut, nil) ? nil : Troupe.locations(cut)
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

  # --- Text -----------------------------------------------------------------------------------------------------------

  def format(format, *arguments)
    Troupe::Format.run(Troupe::Convert.to_str(format), arguments)
  end

  def sprintf(format, *arguments)
    Troupe::Format.run(Troupe::Convert.to_str(format), arguments)
  end

  def printf(*arguments)
    return nil if arguments.empty?
    out = $stdout
    out = arguments.shift unless Primitive.is_string(arguments[0])
    out.write(format(*arguments))
    nil
  end

  # --- Output and input -----------------------------------------------------------------------------------------------

  # $stdout itself, when it is no IO and has no puts of its own, is written to.
  def puts(*values)
    out = $stdout
    if Primitive.same?(self, out)
      out.write(Troupe.puts_text(values))
    else
      out.__send__(:puts, *values)
    end
    nil
  end

  def print(*values)
    values = [Primitive.last_line] if values.empty?
    $stdout.write(*Troupe.print_texts(values))
    nil
  end

  def p(*values)
    i = 0
    text = +""
    while i < values.size
      text << values[i].inspect << "\n"
      i += 1
    end
    $stdout.write(text) if i > 0
    return nil if i == 0
    i == 1 ? values[0] : values
  end

  def pp(*values)
    p(*values)
  end

  def putc(character)
    out = $stdout
    if Primitive.same?(self, out)
      out.write(Troupe.character_text(character))
      character
    else
      out.__send__(:putc, character)
    end
  end

  def warn(*messages, uplevel: nil, category: nil)
    unless Primitive.same?(category, nil)
      category = Troupe::Convert.to_sym(category)
      Troupe.check_warning_category(category)
    end
    return nil if Primitive.same?(Primitive.verbose, nil) || messages.empty?
    return nil if category && !Warning[category]
    prefix = Primitive.same?(uplevel, nil) ? "" : Troupe.warning_prefix(uplevel)
    text = Troupe.warning_text(prefix, messages)
    return nil if text.empty?
    if category
      Warning.warn(text, category: category)
    else
      Warning.warn(text)
    end
    nil
  end

  def gets(*arguments, **options)
    Troupe.input.gets(*arguments, **options)
  end

  def readline(*arguments, **options)
    Troupe.input.readline(*arguments, **options)
  end

  def readlines(*arguments, **options)
    Troupe.input.readlines(*arguments, **options)
  end

  def open(path, *arguments, **options, &block)
    if Primitive.responds(path, :to_open)
      result = path.to_open(*arguments, **options)
      return block ? yield(result) : result
    end
    File.open(path, *arguments, **options, &block)
  end

  # --- Names ----------------------------------------------------------------------------------------------------------

  # Of the module in whose body the caller is written.
  def autoload(name, path)
    (Primitive.nesting[0] || Object).autoload(name, path)
  end

  def autoload?(name, inherit = true)
    (Primitive.nesting[0] || Object).autoload?(name, inherit)
  end

  def global_variables
    Primitive.global_names
  end

  def block_given?
    false
  end

  alias fail raise

  class << self
    alias fail raise
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

  # An exception may not be its own cause, nor one of its causes'.
  # The exception that raise was given. Keywords other than cause are one more argument, a Hash.
  def self.exception_from(given, message, no_message, backtrace, options)
    unless options.empty?
      if no_message
        message = options
        no_message = false
      else
        backtrace = options
      end
    end
    if Primitive.is_string(given)
      raise TypeError, "exception class/object expected" unless no_message
      made = RuntimeError.exception(given)
    elsif Primitive.responds(given, :exception)
      made = no_message ? given.exception : given.exception(message)
      raise TypeError, "exception object expected" unless Primitive.is_kind(made, Exception)
    else
      raise TypeError, "exception class/object expected"
    end
    made.set_backtrace(backtrace) unless Primitive.same?(backtrace, nil)
    made
  end

  # What Thread#raise and Fiber#raise send: its cause is that of the place where they are called.
  def self.caused_exception(given, options, cause, no_cause)
    if given.empty? && options.empty?
      raise ArgumentError, "only cause is given with no arguments" unless no_cause
      made = RuntimeError.new("")
    else
      made = exception_from(given[0], given[1], given.size < 2, given[2], options)
    end
    if no_cause
      return made if Primitive.ivar_hidden_set(made, :@__cause)
      cause = Primitive.errinfo
    end
    check_cause(made, cause)
    Primitive.ivar_hide(made, :@__cause, cause) unless Primitive.same?(made, cause) || Primitive.is_frozen(made)
    made
  end

  def self.check_cause(exception, cause)
    unless Primitive.same?(cause, nil) || Primitive.is_kind(cause, Exception)
      raise TypeError, "exception object expected"
    end
    c = cause
    until Primitive.same?(c, nil) || Primitive.same?(cause, exception)
      raise ArgumentError, "circular causes" if Primitive.same?(c, exception)
      c = Primitive.ivar_hidden(c, :@__cause)
    end
  end

  def self.cut_backtrace(texts, start, length)
    if Primitive.is_range(start)
      return texts[start]
    end
    start = Convert.to_int(start)
    raise ArgumentError, "negative level (#{start})" if start < 0
    if Primitive.same?(length, nil)
      return start > texts.size ? nil : texts[start, texts.size]
    end
    length = Convert.to_int(length)
    raise ArgumentError, "negative size (#{length})" if length < 0
    texts[start, length]
  end

  def self.warning_prefix(uplevel)
    uplevel = Convert.to_int(uplevel)
    raise ArgumentError, "negative level (#{uplevel})" if uplevel < 0
    place = Primitive.caller_texts(uplevel, 1)[0]
    return "warning: " unless place
    at = place.index(":in ")
    place = place[0, at] if at
    "#{place}: warning: "
  end

  def self.warning_text(prefix, messages)
    text = +prefix
    i = 0
    while i < messages.size
      text << warning_line(messages[i])
      i += 1
    end
    text
  end

  def self.warning_line(message)
    if Primitive.is_array(message)
      text = +""
      i = 0
      while i < message.size
        text << warning_line(message[i])
        i += 1
      end
      return text
    end
    text = message.to_s
    text.end_with?("\n") ? text : "#{text}\n"
  end

  def self.check_warning_category(category)
    return if category == :deprecated || category == :experimental || category == :performance ||
              category == :strict_unused_block
    raise ArgumentError, "unknown category: #{category}"
  end

  # What gets reads.
  def self.input
    Primitive.same?(Primitive.ractor_main, Primitive.ractor_current) ? ARGF : $stdin
  end
end
