# Range: iteration, membership of other than numbers, text.
class Range
  private def initialize(first, last, exclusive = false)
    unless Primitive.is_integer(first) && Primitive.is_integer(last)
      Troupe::Ranges.check(first, last)
    end
    Primitive.range_set(first, last, exclusive ? true : false)
  end

  private def initialize_copy(other)
    Primitive.range_set(other.begin, other.end, other.exclude_end?)
  end

  # --- Iteration ------------------------------------------------------------------------------------------------------

  def each(&block)
    return to_enum(:each) { size } unless block
    first = Primitive.range_begin
    last = Primitive.range_end
    if Primitive.is_integer(first) && Primitive.is_integer(last)
      last += Primitive.range_exclusive ? 0 : 1
      i = first
      while i < last
        yield i
        i += 1
      end
      return self
    end
    Troupe::Ranges.each(self, first, last, Primitive.range_exclusive, &block)
    self
  end

  def reverse_each(&block)
    return to_enum(:reverse_each) { Troupe::Ranges.reverse_size(self) } unless block
    first = Primitive.range_begin
    last = Primitive.range_end
    raise TypeError, "can't iterate from #{Primitive.real_class(last)}" if nil == last
    if Primitive.is_integer(last) && (nil == first || Primitive.is_integer(first))
      i = Primitive.range_exclusive ? last - 1 : last
      while nil == first || i >= first
        yield i
        i -= 1
      end
      return self
    end
    items = to_a
    i = items.size
    yield items[i] while (i -= 1) >= 0
    self
  end

  def step(by = (none = true; nil), &block)
    first = Primitive.range_begin
    last = Primitive.range_end
    numbers = (Numeric === first && (nil == last || Numeric === last)) || (nil == first && Numeric === last)
    if none
      unless numbers || Primitive.is_string(first) || Primitive.is_symbol(first)
        raise ArgumentError, "step is required for non-numeric ranges"
      end
      by = 1
    end
    return Troupe::Ranges.step_enumerator(self, first, last, by, numbers, none) unless block
    raise ArgumentError, "step can't be 0" if Numeric === by && Numeric === first && by == 0
    raise ArgumentError, "#step iteration for beginless ranges is meaningless" if nil == first
    Troupe::Ranges.step(self, first, last, by, &block)
    self
  end

  def %(by, &block) = block ? step(by, &block) : Troupe::Ranges.percent(self, by)

  # --- Reading --------------------------------------------------------------------------------------------------------

  def to_a
    raise RangeError, "cannot convert endless range to an array" if nil == Primitive.range_end
    out = []
    each { |x| out << x }
    out
  end

  def first(n = (none = true; nil))
    raise RangeError, "cannot get the first element of beginless range" if nil == Primitive.range_begin
    return Primitive.range_begin if none
    n = Troupe::Convert.to_int(n)
    raise ArgumentError, "negative array size (or size too big)" if n < 0
    out = []
    return out if n == 0
    each do |x|
      out << x
      break if (n -= 1) == 0
    end
    out
  end

  def last(n = (none = true; nil))
    raise RangeError, "cannot get the last element of endless range" if nil == Primitive.range_end
    return Primitive.range_end if none
    first = Primitive.range_begin
    last = Primitive.range_end
    return to_a.last(n) unless Primitive.is_integer(first) && Primitive.is_integer(last)
    n = Troupe::Convert.to_int(n)
    raise ArgumentError, "negative array size" if n < 0
    last -= 1 if Primitive.range_exclusive
    from = last - n + 1
    from = first if from < first
    Primitive.range_fresh(from, last, false).to_a
  end

  def min(n = (none = true; nil), &block)
    first = Primitive.range_begin
    last = Primitive.range_end
    raise RangeError, "cannot get the minimum of beginless range" if nil == first
    if !block && !none && (Primitive.is_integer(first) || nil == last)
      raise TypeError, "can't iterate from #{Primitive.real_class(first)}" unless Primitive.is_integer(first)
      n = Troupe::Convert.to_int(n)
      raise ArgumentError, "negative size (#{n})" if n < 0
      return first(n)
    end
    if block || !none
      raise RangeError, "cannot get the minimum of endless range with custom comparison method" if nil == last && block
      return none ? super(&block) : super(n, &block)
    end
    return first if nil == last
    c = first <=> last
    nil == c || c > 0 || (c == 0 && Primitive.range_exclusive) ? nil : first
  end

  def max(n = (none = true; nil), &block)
    first = Primitive.range_begin
    last = Primitive.range_end
    raise RangeError, "cannot get the maximum of endless range" if nil == last
    number = Numeric === last
    if !block && !none && (nil == first || Primitive.is_integer(first)) && (Primitive.is_integer(last) || nil == first)
      raise TypeError, "can't iterate from #{Primitive.real_class(last)}" unless Primitive.is_integer(last)
      n = Troupe::Convert.to_int(n)
      raise ArgumentError, "negative size (#{n})" if n < 0
      return Troupe::Ranges.greatest(first, Primitive.range_exclusive ? last - 1 : last, n)
    end
    if block || !none || (Primitive.range_exclusive && !number)
      raise RangeError, "cannot get the maximum of beginless range with custom comparison method" if nil == first
      return none ? super(&block) : super(n, &block)
    end
    c = nil == first ? -1 : first <=> last
    return nil if nil == c || c > 0
    if Primitive.range_exclusive
      unless Primitive.is_integer(last)
        raise TypeError, "cannot exclude non Integer end value"
      end
      return nil if c == 0
      unless nil == first || Primitive.is_integer(first)
        raise TypeError, "cannot exclude end value with non Integer begin value"
      end
      return last - 1
    end
    last
  end

  def minmax(&block)
    block ? super(&block) : [min, max]
  end

  def size
    first = Primitive.range_begin
    last = Primitive.range_end
    if Primitive.is_integer(first)
      return Float::INFINITY if nil == last
      if Primitive.is_integer(last)
        n = last - first + (Primitive.range_exclusive ? 0 : 1)
        return n < 0 ? 0 : n
      end
      if Numeric === last
        return Float::INFINITY if last == Float::INFINITY
        return 0 if last < first
        n = (last - first).floor + 1
        n -= 1 if Primitive.range_exclusive && first + n - 1 == last
        return n
      end
      return nil
    end
    if (Primitive.is_float(first) || Numeric === first) || (nil == first && Numeric === last)
      raise TypeError, "can't iterate from #{Primitive.real_class(first)}"
    end
    raise TypeError, "can't iterate from #{Primitive.real_class(first)}" if nil == first
    nil
  end

  def count(item = (none = true; nil), &block)
    return super(item) unless none
    return super(&block) if block
    first = Primitive.range_begin
    last = Primitive.range_end
    return Float::INFINITY if nil == first || nil == last
    return size if Primitive.is_integer(first) && Primitive.is_integer(last)
    super()
  end

  def sum(initial = 0)
    first = Primitive.range_begin
    last = Primitive.range_end
    if !block_given? && Primitive.is_integer(first) && Primitive.is_integer(last) && Primitive.is_integer(initial)
      last -= 1 if Primitive.range_exclusive
      return initial if last < first
      return initial + (last - first + 1) * (last + first) / 2
    end
    items = []
    each { |x| items << (block_given? ? yield(x) : x) }
    Troupe::Sum.of(items, initial)
  end

  def inject(*args, &block)
    first = Primitive.range_begin
    last = Primitive.range_end
    if block && args.empty? && Primitive.is_integer(first) && Primitive.is_integer(last)
      last -= 1 if Primitive.range_exclusive
      return nil if last < first
      acc = first
      i = first + 1
      while i <= last
        acc = yield(acc, i)
        i += 1
      end
      return acc
    end
    super
  end

  alias reduce inject

  alias entries to_a

  # --- Membership -----------------------------------------------------------------------------------------------------

  def ===(x) = Troupe::Ranges.cover?(self, x)

  def cover?(x)
    return Troupe::Ranges.cover_range?(self, x) if Range === x
    Troupe::Ranges.cover?(self, x)
  end

  def include?(x)
    first = Primitive.range_begin
    last = Primitive.range_end
    if Numeric === first || Numeric === last
      return Troupe::Ranges.cover?(self, x)
    end
    if Primitive.is_string(first) && Primitive.is_string(last)
      return Troupe::Ranges.include_text?(self, first, last, x)
    end
    if nil == first || nil == last
      return true if nil == first && nil == last && Numeric === x
      raise TypeError, "cannot determine inclusion in beginless/endless ranges"
    end
    super
  end

  alias member? include?

  def overlap?(other)
    unless Range === other
      raise TypeError, "wrong argument type #{Primitive.real_class(other)} (expected Range)"
    end
    return false if Troupe::Ranges.empty?(self) || Troupe::Ranges.empty?(other)
    Troupe::Ranges.starts_before?(self, other) && Troupe::Ranges.starts_before?(other, self)
  end

  # Both ends brought between two values, or into another range.
  def clamp(min, max = (one = true; nil)) = Troupe::Ranges.clamp(self, min, max, one)

  def to_set(&block)
    raise RangeError, "cannot convert endless range to a set" if nil == Primitive.range_end
    Set.new(self, &block)
  end

  def bsearch(&block)
    unless block
      Troupe::RangeSearch.check(Primitive.range_begin, Primitive.range_end)
      return to_enum(:bsearch)
    end
    Troupe::RangeSearch.run(Primitive.range_begin, Primitive.range_end, Primitive.range_exclusive, &block)
  end

  # --- Comparing and text ---------------------------------------------------------------------------------------------

  def ==(other)
    return false unless Range === other
    Primitive.range_exclusive == other.exclude_end? && Primitive.range_begin.==(other.begin) &&
      Primitive.range_end.==(other.end)
  end

  def eql?(other)
    return false unless Range === other
    Primitive.range_exclusive == other.exclude_end? && Primitive.range_begin.eql?(other.begin) &&
      Primitive.range_end.eql?(other.end)
  end

  def hash
    ends = [Troupe::Keys.code(Primitive.range_begin), Troupe::Keys.code(Primitive.range_end)]
    Primitive.array_code([Primitive.range_exclusive ? 1 : 0, ends[0], ends[1]])
  end

  def to_s = "#{Primitive.range_begin}#{Primitive.range_exclusive ? "..." : ".."}#{Primitive.range_end}"

  def inspect
    return "(#{Primitive.range_exclusive ? "... ..." : "... .. ..."})" if Primitive.guard_enter(:inspect, self, nil)
    begin
      first = Primitive.range_begin
      last = Primitive.range_end
      left = nil == first && !(nil == last) ? "" : Troupe::Walk.inspected(first)
      right = nil == last && !(nil == first) ? "" : Troupe::Walk.inspected(last)
      "#{left}#{Primitive.range_exclusive ? "..." : ".."}#{right}"
    ensure
      Primitive.guard_leave
    end
  end
end

module Troupe
  module Ranges
    def self.check(first, last)
      return if nil == first || nil == last
      return if Primitive.is_integer(first) && Primitive.is_integer(last)
      c = first <=> last
      raise ArgumentError, "bad value for range" if nil == c
    end

    def self.each(range, first, last, exclusive)
      if Primitive.is_integer(first)
        i = first
        if nil == last
          while true
            yield i
            i += 1
          end
        end
        while exclusive ? i < last : i <= last
          yield i
          i += 1
        end
      elsif Primitive.is_symbol(first) && (nil == last || Primitive.is_symbol(last))
        each_text(first.to_s, nil == last ? nil : last.to_s, exclusive) { |s| yield s.to_sym }
      elsif !(nil == Troupe::Convert.try_str(first))
        each_text(first, last, exclusive) { |s| yield s }
      else
        each_other(first, last, exclusive) { |x| yield x }
      end
    end

    def self.each_text(first, last, exclusive)
      if nil == last
        s = first
        while true
          yield s
          s = s.succ
        end
      elsif nil == Troupe::Convert.try_str(last)
        each_other(first, last, exclusive) { |x| yield x }
      else
        first.upto(last, exclusive) { |s| yield s }
      end
    end

    def self.each_other(first, last, exclusive)
      unless Primitive.responds(first, :succ)
        raise TypeError, "can't iterate from #{Primitive.real_class(first)}"
      end
      x = first
      if nil == last
        while true
          yield x
          x = x.succ
        end
      end
      while !(nil == (c = x <=> last)) && c < 0
        yield x
        x = x.succ
      end
      yield x if !exclusive && c == 0
    end

    def self.reverse_size(range)
      last = range.end
      first = range.begin
      raise TypeError, "can't iterate from #{Primitive.real_class(last)}" if nil == last
      if Numeric === last || Numeric === first
        unless Primitive.is_integer(first) || (nil == first && Primitive.is_integer(last))
          raise TypeError, "can't iterate from #{Primitive.real_class(last)}"
        end
        return Float::INFINITY if nil == first
      end
      range.size
    end

    # x lies between the ends by <=>.
    def self.cover?(range, x)
      first = range.begin
      unless nil == first
        c = first <=> x
        return false if nil == c || c > 0
      end
      last = range.end
      return true if nil == last
      c = x <=> last
      return false if nil == c
      range.exclude_end? ? c < 0 : c <= 0
    end

    def self.cover_range?(outer, inner)
      first = outer.begin
      last = outer.end
      from = inner.begin
      to = inner.end
      return false if empty?(inner)
      unless nil == first
        return false if nil == from
        c = first <=> from
        return false if nil == c || c > 0
      end
      if nil == last
        return !outer.exclude_end? || inner.exclude_end? || !(nil == to)
      end
      return false if nil == to
      c = to <=> last
      return false if nil == c
      return true if c < 0
      return !outer.exclude_end? || inner.exclude_end? if c == 0
      return false if !inner.exclude_end? || nil == from || outer.exclude_end? || !Primitive.responds(from, :succ)
      return to - 1 <= last if Primitive.is_integer(from) && Primitive.is_integer(to) && Primitive.is_integer(last)
      greatest = greatest_of(inner)
      !(nil == greatest) && !(nil == (c = greatest <=> last)) && c <= 0
    end

    def self.greatest_of(range)
      range.max
    rescue TypeError
      nil
    end

    # n from the top, of Integers.
    def self.greatest(first, last, n)
      out = []
      while n > 0 && (nil == first || last >= first)
        out << last
        last -= 1
        n -= 1
      end
      out
    end

    def self.clamp(range, min, max, one)
      exclusive = false
      if one
        unless [:begin, :end, :exclude_end?].all? { |name| Primitive.responds(min, name) }
          raise TypeError, "wrong argument type #{Primitive.real_class(min)} (expected Range)"
        end
        exclusive = min.exclude_end? ? true : false
        max = min.end
        min = min.begin
      end
      if !(nil == min) && !(nil == max)
        c = min <=> max
        Troupe::Coerce.compare_failed(min, max) if nil == c
        raise ArgumentError, "min argument must be less than or equal to max argument" if c > 0
      end
      clamp_ends(range, min, max, exclusive)
    end

    def self.clamp_ends(range, min, max, exclusive)
      first = range.begin
      last = range.end
      below = lambda { |a, b| !(nil == a) && !(nil == b) && order(a, b) < 0 }
      if below.call(last, min) || below.call(max, first)
        point = below.call(last, min) ? min : max
        return Primitive.range_fresh(point, point, true)
      end
      from = nil == first || below.call(first, min) ? min : first
      from = first if nil == min
      cut = nil == last ? !(nil == max) : below.call(max, last)
      same = !(nil == last) && !(nil == max) && order(last, max) == 0
      to = cut ? max : last
      excluded = same ? exclusive || range.exclude_end? : cut ? exclusive : range.exclude_end?
      Primitive.range_fresh(from, to, excluded)
    end

    def self.order(a, b)
      c = a <=> b
      Troupe::Coerce.compare_failed(a, b) if nil == c
      c
    end

    def self.empty?(range)
      return false if nil == range.begin || nil == range.end
      c = range.begin <=> range.end
      nil == c || c > 0 || (c == 0 && range.exclude_end?)
    end

    def self.starts_before?(a, b)
      return true if nil == a.begin || nil == b.end
      c = a.begin <=> b.end
      return false if nil == c
      b.exclude_end? ? c < 0 : c <= 0
    end

    def self.include_text?(range, first, last, x)
      x = Troupe::Convert.try_str(x)
      return false if nil == x
      if first.bytesize == 1 && last.bytesize == 1 && first.ascii_only? && last.ascii_only?
        return x.size == 1 && x.ascii_only? && cover?(range, x)
      end
      first.upto(last, range.exclude_end?) { |s| return true if s == x }
      false
    end

    def self.step_enumerator(range, first, last, by, numbers, plain)
      if numbers
        raise ArgumentError, "step can't be 0" if Numeric === by && by == 0
        if Numeric === by
          return Enumerator::ArithmeticSequence.__make(range, :step, plain, first, last, by, range.exclude_end?)
        end
      end
      raise ArgumentError, "#step for non-numeric beginless ranges is meaningless" if nil == first
      range.to_enum(:step, by) { nil }
    end

    def self.percent(range, by)
      return range.step(by) unless Numeric === range.begin && Numeric === by
      raise ArgumentError, "step can't be 0" if by == 0
      Enumerator::ArithmeticSequence.__make(range, :%, nil, range.begin, range.end, by, range.exclude_end?)
    end

    def self.step(range, first, last, by, &block)
      exclusive = range.exclude_end?
      if core?(first) && (nil == last || core?(last)) && core?(by)
        Troupe::Step.each(first, last, by, exclusive, &block)
      elsif (Primitive.is_string(first) || Primitive.is_symbol(first)) && Primitive.is_integer(by)
        raise ArgumentError, "step can't be negative" if by < 0
        raise ArgumentError, "step can't be 0" if by == 0
        i = 0
        range.each do |x|
          yield x if i % by == 0
          i += 1
        end
      else
        by_adding(first, last, by, exclusive, &block)
      end
    end

    def self.core?(x) = Primitive.is_integer(x) || Primitive.is_float(x)

    # As r_less: nil is neither.
    def self.less(a, b)
      c = a <=> b
      return 2 if nil == c
      c > 0 ? 1 : c < 0 ? -1 : 0
    end

    def self.by_adding(first, last, by, exclusive)
      x = first
      if nil == last
        while true
          yield x
          x += by
        end
      end
      numbers = Numeric === first && Numeric === by
      direction = numbers && by < 0 ? 1 : less(first, last)
      if direction == 0
        yield x unless exclusive
        return
      end
      return unless numbers || direction == less(first, first + by)
      while (c = less(x, last)) == direction || (c == 0 && !exclusive)
        yield x
        return if c == 0
        x += by
      end
    end
  end

  module RangeSearch
    def self.check(first, last)
      return if Primitive.is_float(first) || Primitive.is_float(last)
      return if Primitive.is_integer(first) && (nil == last || Primitive.is_integer(last))
      return if nil == first && Primitive.is_integer(last)
      raise TypeError, "can't do binary search for #{Primitive.real_class(first)}"
    end

    def self.run(first, last, exclusive, &block)
      if Primitive.is_float(first) || Primitive.is_float(last)
        floats(first, last, exclusive, &block)
      elsif Primitive.is_integer(first) && Primitive.is_integer(last)
        integers(first, exclusive ? last - 1 : last, &block)
      elsif Primitive.is_integer(first) && nil == last
        upwards(first, &block)
      elsif nil == first && Primitive.is_integer(last)
        downwards(exclusive ? last - 1 : last, &block)
      else
        raise TypeError, "can't do binary search for #{Primitive.real_class(first)}"
      end
    end

    # -1: go lower, 1: go higher, 0: found; :low: true, remember and go lower.
    def self.answer(r)
      return :low if true == r
      return 1 if false == r || nil == r
      unless Numeric === r
        raise TypeError, "wrong argument type #{Primitive.real_class(r)} (must be numeric, true, false or nil)"
      end
      r == 0 ? 0 : r < 0 ? -1 : 1
    end

    def self.integers(low, high)
      found = nil
      while low <= high
        middle = low + (high - low) / 2
        r = answer(yield(middle))
        return middle if r == 0
        found = middle if r == :low
        r == 1 ? low = middle + 1 : high = middle - 1
      end
      found
    end

    def self.upwards(first, &block)
      step = 1
      while true
        middle = first + step
        r = answer(yield(middle))
        return middle if r == 0
        return integers(first, middle, &block) unless r == 1
        first = middle
        step *= 2
      end
    end

    def self.downwards(last, &block)
      step = 1
      while true
        middle = last - step
        r = answer(yield(middle))
        return middle if r == 0
        return integers(middle, last, &block) if r == 1
        last = middle
        step *= 2
      end
    end

    # Floats in their own order as Integers.
    def self.floats(first, last, exclusive)
      low = Primitive.float_order(nil == first ? -Float::INFINITY : first.to_f)
      high = Primitive.float_order(nil == last ? Float::INFINITY : last.to_f)
      high -= 1 if exclusive
      i = integers(low, high) { |n| yield Primitive.float_ordered(n) }
      nil == i ? nil : Primitive.float_ordered(i)
    end
  end
end
