# Array: the operators that treat arrays as sets, by a Hash of the items.
class Array
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

  def tally(into = (none = true; nil))
    none ? super() : super(into)
  end
end

module Troupe
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
end
