# Array: sorting, extremes and sums by Ruby's own operators.
class Array
  def sort(&block)
    return Troupe::Sort.by(Primitive.array_copy, &block) if block
    Troupe::Sort.plain(self)
  end

  def sort!(&block)
    Troupe.check_frozen(self)
    Primitive.array_replace(block ? Troupe::Sort.by(Primitive.array_copy, &block) : Troupe::Sort.plain(self))
  end

  def sort_by
    return to_enum(:sort_by) { size } unless block_given?
    return super unless Primitive.own_each
    values = Primitive.array_fresh(Primitive.array_size)
    keys = Primitive.array_fresh(Primitive.array_size)
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      values << x
      keys << yield(x)
      i += 1
    end
    Troupe::Sort.with_keys(keys, values)
  end

  def sort_by!(&block)
    return to_enum(:sort_by!) { size } unless block
    Troupe.check_frozen(self)
    Primitive.array_replace(sort_by(&block))
  end

  def min(n = nil, &block) = Troupe::Extreme.pick(self, n, -1, &block)

  def max(n = nil, &block) = Troupe::Extreme.pick(self, n, 1, &block)

  def minmax(&block) = [Troupe::Extreme.one(self, -1, &block), Troupe::Extreme.one(self, 1, &block)]

  def sum(initial = 0)
    return Troupe::Sum.of(self, initial) unless block_given?
    items = Primitive.array_fresh(Primitive.array_size)
    i = 0
    while i < Primitive.array_size
      items << yield(Primitive.array_at(i))
      i += 1
    end
    Troupe::Sum.of(items, initial)
  end
end
