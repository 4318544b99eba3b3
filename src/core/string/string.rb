# String: bodies of methods whose arguments need conversion, and what is not worth C. See text.h.
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

  def to_i(base = 10)
    Primitive.string_to_i(Troupe::Convert.to_int(base))
  end

  # --- Parts

  def [](index, length = (absent = true))
    unless absent
      return Primitive.string_aref(index, Troupe::Pattern.group(length)) if Primitive.is_regexp(index)
      return Primitive.string_aref(Troupe::Convert.to_int(index), Troupe::Convert.to_int(length))
    end
    return Primitive.string_aref(Troupe::Pattern.range(index)) if Primitive.is_range(index)
    Primitive.string_aref(Troupe::Convert.to_int(index))
  end
  alias slice []

  def []=(index, length, value = (absent = true))
    if absent
      value = length
      index = Troupe::Pattern.position(index)
      # It must match before the value is converted.
      Primitive.string_aset(index, Primitive.string_aref(index) || "") if Primitive.is_regexp(index)
      Primitive.string_aset(index, Troupe::Convert.to_str(value))
    elsif Primitive.is_regexp(index)
      group = Troupe::Pattern.group(length)
      Primitive.string_aset(index, group, Primitive.string_aref(index, group) || "")
      Primitive.string_aset(index, group, Troupe::Convert.to_str(value))
    else
      index = Troupe::Convert.to_int(index)
      Primitive.string_aset(index, Troupe::Convert.to_int(length), Troupe::Convert.to_str(value))
    end
    value
  end

  def slice!(index, length = (absent = true))
    return Primitive.string_slice!(Troupe::Pattern.position(index)) if absent
    return Primitive.string_slice!(index, Troupe::Pattern.group(length)) if Primitive.is_regexp(index)
    Primitive.string_slice!(Troupe::Convert.to_int(index), Troupe::Convert.to_int(length))
  end

  def byteslice(index, length = (absent = true))
    unless absent
      return Primitive.string_byteslice(Troupe::Convert.to_int(index), Troupe::Convert.to_int(length))
    end
    return Primitive.string_byteslice(Troupe::Pattern.range(index)) if Primitive.is_range(index)
    Primitive.string_byteslice(Troupe::Convert.to_int(index))
  end

  # --- Finding

  def index(pattern, start = 0)
    Primitive.string_index(Troupe::Pattern.searched(pattern), Troupe::Convert.to_int(start))
  end

  def rindex(pattern, start = (absent = true))
    pattern = Troupe::Pattern.searched(pattern)
    absent ? Primitive.string_rindex(pattern) : Primitive.string_rindex(pattern, Troupe::Convert.to_int(start))
  end

  def byteindex(pattern, start = 0)
    Primitive.string_byteindex(Troupe::Pattern.searched(pattern), Troupe::Convert.to_int(start))
  end

  def byterindex(pattern, start = (absent = true))
    pattern = Troupe::Pattern.searched(pattern)
    absent ? Primitive.string_byterindex(pattern) : Primitive.string_byterindex(pattern, Troupe::Convert.to_int(start))
  end

  def include?(other)
    Primitive.string_include(Troupe::Convert.to_str(other))
  end

  def start_with?(*prefixes)
    prefixes.each { |prefix| return true if Primitive.string_start_with([Troupe::Pattern.searched(prefix)]) }
    false
  end

  def end_with?(*suffixes)
    suffixes.each { |suffix| return true if Primitive.string_end_with([Troupe::Convert.to_str(suffix)]) }
    false
  end

  def delete_prefix(prefix)
    Primitive.string_delete_prefix(Troupe::Convert.to_str(prefix))
  end

  def delete_prefix!(prefix)
    Primitive.string_delete_prefix!(Troupe::Convert.to_str(prefix))
  end

  def delete_suffix(suffix)
    Primitive.string_delete_suffix(Troupe::Convert.to_str(suffix))
  end

  def delete_suffix!(suffix)
    Primitive.string_delete_suffix!(Troupe::Convert.to_str(suffix))
  end

  def partition(pattern)
    Primitive.string_partition(Troupe::Pattern.replaced(pattern))
  end

  def rpartition(pattern)
    Primitive.string_rpartition(Troupe::Pattern.searched_by_type(pattern))
  end

  def casecmp(other)
    other = Troupe::Convert.try_str(other)
    other && Primitive.string_casecmp(other)
  end

  def casecmp?(other)
    other = Troupe::Convert.try_str(other)
    other && Primitive.string_casecmp?(other)
  end

  # --- Sets of characters

  def count(*sets)
    Primitive.string_count(Troupe::Convert.texts(sets))
  end

  def delete(*sets)
    Primitive.string_delete(Troupe::Convert.texts(sets))
  end

  def delete!(*sets)
    Primitive.string_delete!(Troupe::Convert.texts(sets))
  end

  def squeeze(*sets)
    Primitive.string_squeeze(Troupe::Convert.texts(sets))
  end

  def squeeze!(*sets)
    Primitive.string_squeeze!(Troupe::Convert.texts(sets))
  end

  def strip(*sets)
    Primitive.string_strip(Troupe::Convert.texts(sets))
  end

  def strip!(*sets)
    Primitive.string_strip!(Troupe::Convert.texts(sets))
  end

  def lstrip(*sets)
    Primitive.string_lstrip(Troupe::Convert.texts(sets))
  end

  def lstrip!(*sets)
    Primitive.string_lstrip!(Troupe::Convert.texts(sets))
  end

  def rstrip(*sets)
    Primitive.string_rstrip(Troupe::Convert.texts(sets))
  end

  def rstrip!(*sets)
    Primitive.string_rstrip!(Troupe::Convert.texts(sets))
  end

  def tr(from, to)
    Primitive.string_tr(Troupe::Convert.to_str(from), Troupe::Convert.to_str(to))
  end

  def tr!(from, to)
    Primitive.string_tr!(Troupe::Convert.to_str(from), Troupe::Convert.to_str(to))
  end

  def tr_s(from, to)
    Primitive.string_tr_s(Troupe::Convert.to_str(from), Troupe::Convert.to_str(to))
  end

  def tr_s!(from, to)
    Primitive.string_tr_s!(Troupe::Convert.to_str(from), Troupe::Convert.to_str(to))
  end

  def chomp(ending = $/)
    return Primitive.string_chomp(nil) if Primitive.same?(ending, nil)
    Primitive.string_chomp(Troupe::Convert.to_str(ending))
  end

  def chomp!(ending = $/)
    return Primitive.string_chomp!(nil) if Primitive.same?(ending, nil)
    Primitive.string_chomp!(Troupe::Convert.to_str(ending))
  end

  # --- Successors

  def upto(last, exclusive = false)
    return to_enum(:upto, last, exclusive) unless block_given?
    last = Troupe::Convert.to_str(last)
    Troupe::Text.upto(self, last, exclusive) { |s| yield s }
    self
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

  module Pattern
    # A Range with Integers or nil at its ends.
    def self.range(range)
      first = range.begin
      last = range.end
      first = Convert.to_int(first) unless Primitive.same?(first, nil)
      last = Convert.to_int(last) unless Primitive.same?(last, nil)
      Range.new(first, last, range.exclude_end?)
    end

    # What [] takes alone.
    def self.position(x)
      return x if Primitive.is_string(x) || Primitive.is_regexp(x) || Primitive.is_integer(x)
      return range(x) if Primitive.is_range(x)
      Convert.to_int(x)
    end

    # A group of a Regexp.
    def self.group(x)
      return x if Primitive.is_integer(x) || Primitive.is_string(x) || Primitive.is_symbol(x)
      Convert.to_int(x)
    end

    # For rpartition: anything else is a mismatch of types.
    def self.searched_by_type(x)
      return x if Primitive.is_regexp(x)
      Convert.try_str(x) or raise TypeError, "type mismatch: #{Convert.describe(x)} given"
    end
  end

  module Text
    # Calls the block with each successor of `first` up to `last`.
    def self.upto(first, last, exclusive)
      from = Primitive.text_one_ascii(first)
      to = Primitive.text_one_ascii(last)
      if from && to
        to -= 1 if exclusive
        while from <= to
          yield from.chr
          from += 1
        end
        return
      end
      if Primitive.text_digits(first) && Primitive.text_digits(last)
        return upto_numbers(first, last, exclusive) { |s| yield s }
      end
      order = Primitive.string_compare_of(first, last)
      return if order > 0 || (exclusive && order == 0)
      behind = Primitive.string_succ(last)
      size = Primitive.string_size_of(last)
      current = Primitive.string_copy(first)
      until Primitive.string_compare_of(current, behind) == 0
        following = nil
        at_last = Primitive.string_compare_of(current, last) == 0
        break if exclusive && at_last
        following = Primitive.string_succ(current) unless at_last
        yield current
        break if at_last
        current = following
        break if Primitive.string_size_of(current) > size || Primitive.string_size_of(current) == 0
      end
    end

    def self.upto_numbers(first, last, exclusive)
      width = Primitive.string_size_of(first)
      from = first.to_i
      to = last.to_i
      to -= 1 if exclusive
      while from <= to
        yield from.to_s.rjust(width, "0")
        from += 1
      end
    end
  end
end
