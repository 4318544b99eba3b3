# Array: comparing and searching, by the items' own == and eql?; searching by halves.
class Array
  def ==(other)
    unless Primitive.is_array(other)
      return false unless Primitive.responds(other, :respond_to?) && other.respond_to?(:to_ary)
      return other.==(self) ? true : false
    end
    return false if Primitive.array_size != Primitive.array_size_of(other)
    return true if Primitive.guard_enter(:==, self, other)
    begin
      i = 0
      while i < Primitive.array_size
        a = Primitive.array_at(i)
        b = Primitive.array_at_of(other, i)
        return false unless Primitive.same?(a, b) || a.==(b)
        i += 1
      end
      Primitive.array_size == Primitive.array_size_of(other)
    ensure
      Primitive.guard_leave
    end
  end

  def eql?(other)
    return false if !Primitive.is_array(other) || Primitive.array_size != Primitive.array_size_of(other)
    return true if Primitive.guard_enter(:eql?, self, other)
    begin
      i = 0
      while i < Primitive.array_size
        a = Primitive.array_at(i)
        b = Primitive.array_at_of(other, i)
        return false unless Primitive.same?(a, b) || a.eql?(b)
        i += 1
      end
      true
    ensure
      Primitive.guard_leave
    end
  end

  def <=>(other)
    other = Troupe::Convert.try_ary(other)
    return nil if nil == other
    return 0 if Primitive.same?(self, other)
    return nil if Primitive.guard_enter(:<=>, self, other)
    begin
      i = 0
      while i < Primitive.array_size && i < Primitive.array_size_of(other)
        r = Primitive.array_at(i) <=> Primitive.array_at_of(other, i)
        return r unless 0 == r
        i += 1
      end
      Primitive.array_size <=> Primitive.array_size_of(other)
    ensure
      Primitive.guard_leave
    end
  end

  def include?(item)
    i = 0
    while i < Primitive.array_size
      return true if Primitive.array_at(i).==(item)
      i += 1
    end
    false
  end

  alias member? include?

  def index(item = (none = true; nil))
    return to_enum(Primitive.callee) if none && !block_given?
    Troupe.warn_unused_block if !none && block_given?
    i = 0
    while i < Primitive.array_size
      return i if none ? yield(Primitive.array_at(i)) : Primitive.array_at(i).==(item)
      i += 1
    end
    nil
  end

  alias find_index index

  def rindex(item = (none = true; nil))
    return to_enum(:rindex) if none && !block_given?
    Troupe.warn_unused_block if !none && block_given?
    i = Primitive.array_size - 1
    while i >= 0
      return i if none ? yield(Primitive.array_at(i)) : Primitive.array_at(i).==(item)
      i = Primitive.array_size if i > Primitive.array_size
      i -= 1
    end
    nil
  end

  def count(item = (none = true; nil))
    Troupe.warn_unused_block if !none && block_given?
    n = 0
    i = 0
    while i < Primitive.array_size
      n += 1 if none ? yield(Primitive.array_at(i)) : Primitive.array_at(i).==(item)
      i += 1
    end
    n
  end

  def assoc(key)
    i = 0
    while i < Primitive.array_size
      pair = Troupe::Convert.try_ary(Primitive.array_at(i))
      return pair if !(nil == pair) && Primitive.array_size_of(pair) > 0 && Primitive.array_at_of(pair, 0) == key
      i += 1
    end
    nil
  end

  def rassoc(value)
    i = 0
    while i < Primitive.array_size
      pair = Troupe::Convert.try_ary(Primitive.array_at(i))
      return pair if !(nil == pair) && Primitive.array_size_of(pair) > 1 && Primitive.array_at_of(pair, 1) == value
      i += 1
    end
    nil
  end

  def bsearch
    return to_enum(:bsearch) unless block_given?
    i = bsearch_index { |x| yield x }
    nil == i ? nil : Primitive.array_at(i)
  end

  def bsearch_index
    return to_enum(:bsearch_index) unless block_given?
    low = 0
    high = Primitive.array_size
    found = nil
    while low < high
      middle = low + (high - low) / 2
      r = yield(Primitive.array_at(middle))
      if true == r
        found = middle
        high = middle
      elsif false == r || nil == r
        low = middle + 1
      elsif Numeric === r
        return middle if r == 0
        r < 0 ? high = middle : low = middle + 1
      else
        raise TypeError, "wrong argument type #{Primitive.real_class(r)} (must be numeric, true, false or nil)"
      end
    end
    found
  end
end
