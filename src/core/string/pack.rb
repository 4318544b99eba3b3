# Array#pack: conversions of items.
module Troupe
  module Pack
    def self.pack(items, format, buffer)
      format = Convert.to_str(format)
      unless Primitive.same?(buffer, nil) || Primitive.is_string(buffer)
        raise TypeError, "buffer must be String, not #{Convert.describe(buffer)}"
      end
      packed = Primitive.pack_run(items, format, buffer)
      return packed if packed
      kinds = Primitive.pack_kinds(items, format)
      converted = []
      i = 0
      while i < kinds.size
        converted << convert(kinds[i], items[i])
        i += 1
      end
      Primitive.pack_run(converted, format, buffer)
    end

    # kind: the codes of i f t s.
    def self.convert(kind, value)
      if kind == 105
        Primitive.same?(value, nil) ? Convert.none(value, "Integer") : Convert.to_int(value)
      elsif kind == 102
        float(value)
      elsif kind == 115
        Convert.text(value)
      else
        Primitive.same?(value, nil) ? nil : Convert.to_str(value)
      end
    end

    def self.float(value)
      return value if Primitive.is_float(value) || Primitive.is_integer(value)
      raise TypeError, "can't convert #{Convert.describe(value)} into Float" unless Numeric === value
      Float(value)
    end
  end
end

class Array
  def pack(format, buffer: nil)
    Troupe::Pack.pack(self, format, buffer)
  end
end
