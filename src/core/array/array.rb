# Array: what its C methods leave: conversions of arguments, items of user classes, cyclic arrays.
class Array
  def self.try_convert(x) = Troupe::Convert.try_ary(x)

  private def initialize(size = (none = true; nil), value = (no_value = true; nil))
    if none
      Primitive.array_clear
      Troupe.warn_unused_block if block_given?
      return self
    end
    if no_value && !Primitive.is_integer(size)
      ary = Troupe::Convert.try_ary(size)
      unless nil == ary
        return Primitive.array_replace(ary)
      end
    end
    size = Troupe::Convert.to_int(size)
    raise ArgumentError, "negative array size" if size < 0
    raise ArgumentError, "array size too big" if size > 0xfffffff0
    unless block_given?
      return Primitive.array_filled(size, value)
    end
    Troupe.warn_block_supersedes unless no_value
    Primitive.array_clear
    i = 0
    while i < size
      Primitive.array_set(i, yield(i))
      i += 1
    end
    self
  end

  def replace(other) = Primitive.array_replace(Troupe::Convert.to_ary(other))

  private def initialize_copy(other) = Primitive.array_replace(Troupe::Convert.to_ary(other))

  # --- Reading --------------------------------------------------------------------------------------------------------

  def [](index, length = (none = true; nil))
    return Primitive.array_index(Troupe::Convert.to_int(index), Troupe::Convert.to_int(length)) unless none
    return __part(index) if Range === index
    return __steps(index) if Enumerator::ArithmeticSequence === index
    Primitive.array_index(Troupe::Convert.to_int(index))
  end

  alias slice []

  private def __part(range)
    span = Troupe::Span.of(range, Primitive.array_size)
    nil == span ? nil : Primitive.array_index(span[0], span[1])
  end

  # Every step'th item between two ends; from the last one back, for a negative step.
  private def __steps(sequence)
    step = Troupe::Convert.to_int(sequence.step)
    from = sequence.begin
    to = sequence.end
    exclusive = sequence.exclude_end?
    if step < 0
      if exclusive && !(nil == to)
        to = Troupe::Convert.to_int(to) + 1
        exclusive = false
      end
      from, to = to, from
    end
    size = Primitive.array_size
    span = Troupe::Span.of(Primitive.range_fresh(from, to, exclusive), size, step < -1 || step > 1)
    return nil if nil == span
    start = span[0]
    length = span[1]
    raise RangeError, "#{sequence.inspect} out of range" if start > size || length > size
    length = size - start if length > size - start
    Primitive.array_slice_step(start, length, step)
  end

  def at(index) = Primitive.array_index(Troupe::Convert.to_int(index))

  def first(n) = Primitive.array_first(Troupe::Convert.to_int(n))

  def last(n) = Primitive.array_last(Troupe::Convert.to_int(n))

  def take(n) = Primitive.array_take(Troupe::Convert.to_int(n))

  def drop(n) = Primitive.array_drop(Troupe::Convert.to_int(n))

  def fetch(index, default = (none = true; nil))
    i = Troupe::Convert.to_int(index)
    size = Primitive.array_size
    at = i < 0 ? i + size : i
    return Primitive.array_at(at) if at >= 0 && at < size
    if block_given?
      Troupe.warn_block_supersedes unless none
      return yield(index)
    end
    return default unless none
    raise IndexError, "index #{i} outside of array bounds: #{-size}...#{size}"
  end

  def fetch_values(*indexes, &block)
    indexes.map { |i| fetch(i, &block) }
  end

  def values_at(*indexes)
    out = []
    size = Primitive.array_size
    indexes.each do |index|
      if Range === index
        first = nil == index.begin ? 0 : Troupe::Convert.to_int(index.begin)
        last = nil == index.end ? -1 : Troupe::Convert.to_int(index.end)
        first += size if first < 0
        raise RangeError, "#{index.inspect} out of range" if first < 0
        last += size if last < 0
        last -= 1 if index.exclude_end? && !(nil == index.end)
        while first <= last
          out << Primitive.array_at(first)
          first += 1
        end
      else
        out << Primitive.array_index(Troupe::Convert.to_int(index))
      end
    end
    out
  end

  def dig(index, *more)
    x = Primitive.array_index(Troupe::Convert.to_int(index))
    return x if more.empty? || nil == x
    unless Primitive.responds(x, :dig)
      raise TypeError, "#{Primitive.real_class(x)} does not have #dig method"
    end
    x.dig(*more)
  end

  # --- Changing -------------------------------------------------------------------------------------------------------

  def []=(index, length, value = (none = true; nil))
    unless none
      start = Troupe::Convert.to_int(index)
      return Primitive.array_set(start, Troupe::Convert.to_int(length), __items(value))
    end
    value = length
    if Range === index
      span = Troupe::Span.of(index, Primitive.array_size, true)
      return Primitive.array_set(span[0], span[1], __items(value))
    end
    Primitive.array_set(Troupe::Convert.to_int(index), value)
  end

  private def __items(value)
    ary = Troupe::Convert.try_ary(value)
    nil == ary ? [value] : ary
  end

  def pop(n) = Primitive.array_pop(Troupe::Convert.to_int(n))

  def shift(n) = Primitive.array_shift(Troupe::Convert.to_int(n))

  def insert(index, *items) = insert(Troupe::Convert.to_int(index), *items)

  def concat(*others)
    others = others.map { |x| Troupe::Convert.to_ary(x) }
    Primitive.array_concat_all(others)
  end

  alias length size
  alias append push
  alias prepend unshift

  def delete_at(index) = Primitive.array_delete_at(Troupe::Convert.to_int(index))

  def slice!(index, length = (none = true; nil))
    return Primitive.array_slice_bang(Troupe::Convert.to_int(index), Troupe::Convert.to_int(length)) unless none
    if Range === index
      span = Troupe::Span.of(index, Primitive.array_size)
      return nil == span ? nil : Primitive.array_slice_bang(span[0], span[1])
    end
    Primitive.array_slice_bang(Troupe::Convert.to_int(index))
  end

  def rotate(n) = Primitive.array_rotate(Troupe::Convert.to_int(n))

  def rotate!(n) = Primitive.array_rotate_bang(Troupe::Convert.to_int(n))

  def delete(item)
    found = nil
    any = false
    i = 0
    to = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      if x.==(item)
        found = x
        any = true
        Troupe.check_frozen(self)
      else
        Primitive.array_put(to, x) if any
        to += 1
      end
      i += 1
    end
    Primitive.array_close_gap(i, to) if any
    return found if any
    block_given? ? yield(item) : nil
  end

  def fill(*args, &block)
    Troupe.check_frozen(self)
    most = block ? 2 : 3
    if args.size > most || (!block && args.empty?)
      raise ArgumentError, "wrong number of arguments (given #{args.size}, expected #{block ? "0..2" : "1..3"})"
    end
    value = block ? nil : args.shift
    start, length = __fill_span(args[0], args[1])
    return self if length <= 0
    return Primitive.array_fill(value, start, length) unless block
    i = start
    while i < start + length
      Primitive.array_set(i, yield(i))
      i += 1
    end
    self
  end

  private def __fill_span(start, length)
    size = Primitive.array_size
    return Troupe::Span.of(start, size, true) if nil == length && Range === start
    start = nil == start ? 0 : Troupe::Convert.to_int(start)
    start += size if start < 0
    start = 0 if start < 0
    length = nil == length ? size - start : Troupe::Convert.to_int(length)
    raise RangeError, "bignum too big to convert into 'long'" if length > 0x7fffffffffffffff
    raise ArgumentError, "argument too big" if length > 0xfffffff0
    [start, length]
  end

  # --- Operators ------------------------------------------------------------------------------------------------------

  def +(other) = Primitive.array_plus(Troupe::Convert.to_ary(other))

  def *(times)
    separator = Troupe::Convert.try_str(times)
    return join(separator) unless nil == separator
    Primitive.array_times(Troupe::Convert.to_int(times))
  end

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

  def hash
    Troupe::Keys.walk(self) do
      codes = Primitive.array_fresh(Primitive.array_size)
      i = 0
      while i < Primitive.array_size
        codes << Troupe::Keys.code(Primitive.array_at(i))
        i += 1
      end
      Primitive.array_code(codes)
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

  def -(other)
    there = Troupe::Items.table(Troupe::Convert.to_ary(other))
    out = []
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      out << x if Troupe::Keys.find(there, x) < 0
      i += 1
    end
    out
  end

  def &(other)
    there = Troupe::Items.table(Troupe::Convert.to_ary(other))
    out = []
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      out << x if Troupe::Keys.delete(there, x)
      i += 1
    end
    out
  end

  def |(other) = Troupe::Items.different([self, Troupe::Convert.to_ary(other)])

  def union(*others) = Troupe::Items.different([self] + others.map { |x| Troupe::Convert.to_ary(x) })

  def difference(*others) = others.inject(Primitive.array_copy) { |a, b| a - b }

  def intersection(*others) = others.inject(uniq) { |a, b| a & b }

  def intersect?(other)
    there = Troupe::Items.table(Troupe::Convert.to_ary(other))
    i = 0
    while i < Primitive.array_size
      return true if Troupe::Keys.find(there, Primitive.array_at(i)) >= 0
      i += 1
    end
    false
  end

  def disjoint?(other) = !intersect?(other)

  def uniq
    return Troupe::Items.different([self]) unless block_given?
    seen = {}
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      key = yield(x)
      Troupe::Keys.store(seen, key, x) if Troupe::Keys.find(seen, key) < 0
      i += 1
    end
    seen.values
  end

  def uniq!(&block)
    Troupe.check_frozen(self)
    out = uniq(&block)
    return nil if Primitive.array_size_of(out) == Primitive.array_size
    Primitive.array_replace(out)
  end

  # --- Searching ------------------------------------------------------------------------------------------------------

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

  # --- Text -----------------------------------------------------------------------------------------------------------

  def inspect
    return "[...]" if Primitive.guard_enter(:inspect, self, nil)
    begin
      out = +"["
      i = 0
      while i < Primitive.array_size
        out << ", " if i > 0
        out << Troupe::Walk.inspected(Primitive.array_at(i))
        i += 1
      end
      out << "]"
    ensure
      Primitive.guard_leave
    end
  end

  alias to_s inspect

  def join(separator = nil)
    if nil == separator
      separator = $,
      Kernel.warn("$, is set to non-nil value", uplevel: 0) unless nil == separator
    end
    return String.new(encoding: Encoding::US_ASCII) if Primitive.array_size == 0
    separator = Troupe::Convert.to_str(separator) unless nil == separator
    Troupe::Join.add(String.new(encoding: Encoding::US_ASCII), self, separator)
  end

  def to_h
    out = Primitive.hash_fresh(Primitive.array_size, false)
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      Troupe::Pairs.add(out, block_given? ? yield(x) : x, i)
      i += 1
    end
    out
  end
end

module Troupe
  def self.check_frozen(x)
    raise FrozenError.new("can't modify frozen #{x.class}: #{x.inspect}", receiver: x) if x.frozen?
  end

  def self.warn_block_supersedes = Kernel.warn("block supersedes default value argument", uplevel: 0)

  def self.warn_unused_block = Kernel.warn("given block not used", uplevel: 0)

  module Items
    # A Hash whose keys are the items.
    def self.table(items)
      out = {}
      i = 0
      while i < Primitive.array_size_of(items)
        Troupe::Keys.store(out, Primitive.array_at_of(items, i), true)
        i += 1
      end
      out
    end

    # The different items of some arrays, in order.
    def self.different(arrays)
      seen = {}
      arrays.each do |items|
        i = 0
        while i < Primitive.array_size_of(items)
          x = Primitive.array_at_of(items, i)
          Troupe::Keys.store(seen, x, x) if Troupe::Keys.find(seen, x) < 0
          i += 1
        end
      end
      seen.values
    end
  end

  module Join
    def self.add(out, items, separator)
      raise ArgumentError, "recursive array join" if Primitive.guard_enter(:join, items, nil)
      begin
        i = 0
        while i < Primitive.array_size_of(items)
          out << separator if i > 0 && !(nil == separator)
          add_item(out, Primitive.array_at_of(items, i), separator)
          i += 1
        end
        out
      ensure
        Primitive.guard_leave
      end
    end

    def self.add_item(out, x, separator)
      if Primitive.is_string(x)
        out << x
      elsif Primitive.is_array(x)
        add(out, x, separator)
      elsif !(nil == (s = Troupe::Convert.try_str(x)))
        out << s
      elsif !(nil == (a = Troupe::Convert.try_ary(x)))
        add(out, a, separator)
      else
        out << Convert.text(x)
      end
    end
  end
end
