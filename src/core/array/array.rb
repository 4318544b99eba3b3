# Array: making, reading and slicing; conversions of their arguments.
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

  alias length size

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
