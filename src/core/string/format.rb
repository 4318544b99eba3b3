# Kernel#format: the conversions of arguments that may call methods. The rest is in format.c.
module Troupe
  module Format
    def self.run(format, arguments)
      needs = Primitive.format_needs(format, arguments)
      return checked(Primitive.format_run(format, arguments, nil), arguments) unless needs
      converted = []
      i = 0
      while i < needs.size
        converted << convert(needs[i], needs[i + 1])
        i += 2
      end
      checked(Primitive.format_run(format, arguments, converted), arguments)
    end

    def self.checked(result, arguments)
      return result if Primitive.is_string(result)
      raise ArgumentError, "too many arguments for format string" if $DEBUG
      named = arguments.size == 1 && Primitive.is_hash(arguments[0])
      warn("too many arguments for format string", uplevel: 0) if $VERBOSE && !named
      result[0]
    end

    # kind: the code of the directive's kind: s p c d f, * for widths, h for what a Hash must be asked.
    def self.convert(kind, value)
      if kind == 115
        Convert.text(value)
      elsif kind == 112
        "#{value.inspect}"
      elsif kind == 100
        Integer(value)
      elsif kind == 102
        float(value)
      elsif kind == 99
        Convert.none(value, "Integer") if Primitive.same?(value, nil)
        Convert.try_str(value) || Convert.to_int(value)
      elsif kind == 42
        Convert.to_int(value)
      else
        convert_named(value[0], value[1], value[2])
      end
    end

    def self.float(value)
      f = Float(value)
      Primitive.is_integer(value) ? value : f
    end

    def self.convert_named(hash, key, kind)
      value = hash[key]
      if Primitive.same?(value, nil)
        name = kind == 123 ? "{#{key}}" : "<#{key}>"
        raise KeyError.new("key#{name} not found", receiver: hash, key: key)
      end
      convert(kind == 123 ? 115 : kind, value)
    end
  end
end

module Kernel
  module_function

  def format(format, *arguments)
    Troupe::Format.run(Troupe::Convert.to_str(format), arguments)
  end

  def sprintf(format, *arguments)
    Troupe::Format.run(Troupe::Convert.to_str(format), arguments)
  end
end
