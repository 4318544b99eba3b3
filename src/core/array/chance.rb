# Array: shuffle and sample.
class Array
  def shuffle(random: Random) = Troupe::Chance.shuffle(Primitive.array_copy, random)

  def shuffle!(random: Random)
    Troupe.check_frozen(self)
    Troupe::Chance.shuffle(self, random)
  end

  def sample(n = (none = true; nil), random: Random)
    if none
      size = Primitive.array_size
      return Primitive.array_at(size < 2 ? 0 : Troupe::Chance.below(random, size))
    end
    n = Troupe::Convert.to_int(n)
    raise ArgumentError, "negative sample number" if n < 0
    Troupe::Chance.sample(Primitive.array_copy, n, random)
  end
end

module Troupe
  module Chance
    # A number from 0 to n - 1 of a generator.
    def self.below(random, n)
      if Primitive.same?(random, Random)
        return Primitive.random_limited(Random.__default.__state, n - 1)
      end
      return Primitive.random_limited(random.__state, n - 1) if Random === random && n <= 0x3fffffffffffffff
      r = Troupe::Convert.to_int(random.rand(n))
      raise RangeError, "random number too small #{r}" if r < 0
      raise RangeError, "random number too big #{r}" if r >= n
      r
    end

    def self.shuffle(items, random)
      size = Primitive.array_size_of(items)
      i = size
      while i > 0
        j = below(random, i)
        raise RuntimeError, "modified during shuffle!" if size != Primitive.array_size_of(items)
        i -= 1
        x = Primitive.array_at_of(items, i)
        Primitive.array_put_of(items, i, Primitive.array_at_of(items, j))
        Primitive.array_put_of(items, j, x)
      end
      items
    end

    def self.sample(items, n, random)
      size = Primitive.array_size_of(items)
      n = size if n > size
      return few(items, n, size, random) if n <= 16
      threshold = size < 2560 ? size / 128 : size < 5120 ? size / 64 : size < 10240 ? size / 32 : size / 16
      return sparse(items, n, size, random) if n <= threshold / 2
      i = 0
      while i < n
        j = below(random, size - i) + i
        items[i], items[j] = items[j], items[i]
        i += 1
      end
      items.first(n)
    end

    def self.few(items, n, size, random)
      chosen = []
      i = 0
      while i < n
        chosen << below(random, size - i)
        i += 1
      end
      sorted = []
      out = []
      chosen.each do |k|
        j = 0
        while j < Primitive.array_size_of(sorted) && k >= sorted[j]
          k += 1
          j += 1
        end
        sorted.insert(j, k)
        out << items[k]
      end
      out
    end

    def self.sparse(items, n, size, random)
      moved = {}
      out = []
      i = 0
      while i < n
        j = below(random, size - i) + i
        there = moved.fetch(j, j)
        moved[j] = moved.fetch(i, i)
        out << items[there]
        i += 1
      end
      out
    end
  end
end
