# Array: storing, adding, removing, moving items.
class Array
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
end
