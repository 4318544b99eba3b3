# String#unpack and unpack1: conversions of arguments.
class String
  def unpack(format, offset: 0, &block)
    Troupe::Pack.unpack(self, format, offset, &block)
  end

  def unpack1(format, offset: 0)
    Troupe::Pack.unpack1(self, format, offset)
  end
end

module Troupe
  module Pack
    def self.unpack(text, format, offset)
      values = Primitive.unpack(text, Convert.to_str(format), Convert.to_int(offset), false)
      return values unless block_given?
      values.each { |value| yield value }
      nil
    end

    def self.unpack1(text, format, offset)
      Primitive.unpack(text, Convert.to_str(format), Convert.to_int(offset), true)
    end
  end
end
