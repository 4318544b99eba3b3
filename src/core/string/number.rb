# String: numbers in text, and the successors of a text.
class String
  def to_i(base = 10)
    Primitive.string_to_i(Troupe::Convert.to_int(base))
  end

  def upto(last, exclusive = false)
    return to_enum(:upto, last, exclusive) unless block_given?
    last = Troupe::Convert.to_str(last)
    Troupe::Text.upto(self, last, exclusive) { |s| yield s }
    self
  end
end

module Troupe
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
