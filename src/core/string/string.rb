# String: making, joining, comparing, and what concerns one string as a whole: conversions of arguments. See text.h.
class String
  include Comparable

  def self.try_convert(object)
    Troupe::Convert.try_str(object)
  end

  def initialize(text = (absent = true), encoding: nil, capacity: nil)
    if absent
      Primitive.string_set_encoding(2) unless encoding
    else
      Primitive.string_replace(Troupe::Convert.to_str(text))
    end
    force_encoding(encoding) if encoding
    Primitive.string_reserve(Troupe::Convert.to_int(capacity)) if capacity
    self
  end

  def initialize_copy(other)
    Primitive.string_replace(Troupe::Convert.to_str(other))
  end

  def replace(other)
    Primitive.string_replace(Troupe::Convert.to_str(other))
  end

  def +(other)
    Primitive.string_plus(Troupe::Convert.to_str(other))
  end

  def *(count)
    Primitive.string_times(Troupe::Convert.to_int(count))
  end

  def %(arguments)
    if Primitive.is_array(arguments)
      Troupe::Format.run(self, arguments)
    elsif Primitive.is_hash(arguments) || !(list = Troupe::Convert.try_ary(arguments))
      Troupe::Format.run(self, [arguments])
    else
      Troupe::Format.run(self, list)
    end
  end

  def ==(other)
    return false unless Troupe::Convert.responds?(other, :to_str)
    (other == self) ? true : false
  end

  alias === ==

  def <=>(other)
    text = Troupe::Convert.try_str(other)
    return Primitive.string_compare_of(self, text) if text
    return nil unless Primitive.responds(other, :<=>)
    order = other <=> self
    return nil if Primitive.same?(order, nil)
    return -order if Primitive.is_integer(order)
    0 - order
  end

  def <<(other)
    Primitive.string_append(Troupe::Convert.to_str(other))
  end

  def concat(*others)
    i = 0
    while i < others.size
      other = others[i]
      others[i] = Troupe::Convert.to_str(other) unless Primitive.is_integer(other)
      i += 1
    end
    Primitive.string_concat(others)
  end

  def prepend(*others)
    Primitive.string_prepend(Troupe::Convert.texts(others))
  end

  def insert(index, other)
    Primitive.string_insert(Troupe::Convert.to_int(index), Troupe::Convert.to_str(other))
  end

  def ljust(width, pad = " ")
    Primitive.string_ljust(Troupe::Convert.to_int(width), Troupe::Convert.to_str(pad))
  end

  def rjust(width, pad = " ")
    Primitive.string_rjust(Troupe::Convert.to_int(width), Troupe::Convert.to_str(pad))
  end

  def center(width, pad = " ")
    Primitive.string_center(Troupe::Convert.to_int(width), Troupe::Convert.to_str(pad))
  end

  def getbyte(index)
    Primitive.string_getbyte(Troupe::Convert.to_int(index))
  end

  def setbyte(index, byte)
    Primitive.string_setbyte(Troupe::Convert.to_int(index), Troupe::Convert.to_int(byte))
  end

  def sum(bits = 16)
    Primitive.string_sum(Troupe::Convert.to_int(bits))
  end

  def unicode_normalize(form = :nfc)
    return dup if ascii_only?
    raise NotImplementedError, "unicode_normalize is not implemented"
  end

  def unicode_normalize!(form = :nfc)
    replace(unicode_normalize(form))
  end

  def unicode_normalized?(form = :nfc)
    ascii_only? || unicode_normalize(form) == self
  end

  def crypt(salt)
    raise NotImplementedError, "crypt is not implemented"
  end
end

module Troupe
  module Convert
    def self.texts(list)
      list.map { |text| to_str(text) }
    end
  end
end
