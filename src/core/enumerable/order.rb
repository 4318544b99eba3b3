# Enumerable: orders, extremes, runs of items.
module Enumerable
  def sort(&block)
    items = Troupe::Walk.to_a(self)
    block ? Troupe::Sort.by(items, &block) : Troupe::Sort.plain(items)
  end

  def sort_by
    return to_enum(:sort_by) { Troupe::Walk.size_of(self) } unless block_given?
    keys = []
    values = []
    each do |*packed|
      x = packed
      values << x
      keys << yield(x)
    end
    Troupe::Sort.with_keys(keys, values)
  end

  def min(n = nil, &block) = Troupe::Extreme.pick(Troupe::Walk.to_a(self), n, -1, &block)

  def max(n = nil, &block) = Troupe::Extreme.pick(Troupe::Walk.to_a(self), n, 1, &block)

  def minmax(&block)
    items = Troupe::Walk.to_a(self)
    [Troupe::Extreme.one(items, -1, &block), Troupe::Extreme.one(items, 1, &block)]
  end

  def min_by(n = nil)
    return to_enum(:min_by, n) { Troupe::Walk.size_of(self) } unless block_given?
    items = Troupe::Walk.to_a(self)
    Troupe::Extreme.by(items, items.map { |x| yield x }, n, -1)
  end

  def max_by(n = nil)
    return to_enum(:max_by, n) { Troupe::Walk.size_of(self) } unless block_given?
    items = Troupe::Walk.to_a(self)
    Troupe::Extreme.by(items, items.map { |x| yield x }, n, 1)
  end

  def minmax_by
    return to_enum(:minmax_by) { Troupe::Walk.size_of(self) } unless block_given?
    items = Troupe::Walk.to_a(self)
    keys = items.map { |x| yield x }
    [Troupe::Extreme.by(items, keys, nil, -1), Troupe::Extreme.by(items, keys, nil, 1)]
  end

  def chunk(&block)
    return to_enum(:chunk) { Troupe::Walk.size_of(self) } unless block
    source = self
    Enumerator.new { |y| Troupe::Chunk.each(source, y, &block) }
  end

  def slice_before(pattern = (none = true; nil), &block)
    if block
      raise ArgumentError, "both pattern and block are given" unless none
    elsif none
      raise ArgumentError, "wrong number of arguments (given 0, expected 1)"
    end
    source = self
    Enumerator.new do |y|
      list = nil
      source.each do |*packed|
        x = packed
        if block ? block.call(x) : pattern.===(x)
          y << list if list
          list = [x]
        else
          list ? list << x : list = [x]
        end
      end
      y << list if list
    end
  end

  def slice_after(pattern = (none = true; nil), &block)
    if block
      raise ArgumentError, "both pattern and block are given" unless none
    elsif none
      raise ArgumentError, "wrong number of arguments (given 0, expected 1)"
    end
    source = self
    Enumerator.new do |y|
      list = nil
      source.each do |*packed|
        x = packed
        list ? list << x : list = [x]
        if block ? block.call(x) : pattern.===(x)
          y << list
          list = nil
        end
      end
      y << list if list
    end
  end

  def slice_when(&block)
    raise ArgumentError, "tried to create Proc object without a block" unless block
    source = self
    Enumerator.new { |y| Troupe::Chunk.pairs(source, y, true, &block) }
  end

  def chunk_while(&block)
    raise ArgumentError, "tried to create Proc object without a block" unless block
    source = self
    Enumerator.new { |y| Troupe::Chunk.pairs(source, y, false, &block) }
  end
end

module Troupe
  module Extreme
    # The first least (sign -1) or greatest (1) of the items.
    def self.one(items, sign)
      n = Primitive.array_size_of(items)
      return nil if n == 0
      best = items[0]
      i = 1
      while i < n
        x = items[i]
        r = block_given? ? yield(x, best) : x <=> best
        r = Troupe::Coerce.sign(r, x, best)
        best = x if r == sign
        i += 1
      end
      best
    end

    def self.pick(items, n, sign, &block)
      return one(items, sign, &block) if nil == n
      n = Troupe::Convert.to_int(n)
      raise ArgumentError, "negative size (#{n})" if n < 0
      sorted = block ? Troupe::Sort.by(Primitive.array_copy_of(items), &block) : Troupe::Sort.plain(items)
      sign < 0 ? sorted.first(n) : sorted.reverse.first(n)
    end

    # The same by keys.
    def self.by(items, keys, n, sign)
      if nil == n
        best = 0
        i = 1
        size = Primitive.array_size_of(keys)
        while i < size
          best = i if Troupe::Coerce.order(keys[i], keys[best]) == sign
          i += 1
        end
        return items[best]
      end
      n = Troupe::Convert.to_int(n)
      raise ArgumentError, "negative size (#{n})" if n < 0
      sorted = Troupe::Sort.with_keys(keys, items)
      sign < 0 ? sorted.first(n) : sorted.reverse.first(n)
    end
  end

  module Chunk
    def self.each(source, out)
      key = nil
      list = nil
      source.each do |*packed|
        x = packed
        k = yield(x)
        if :_alone == k
          out.yield([key, list]) if list
          out.yield([:_alone, [x]])
          list = nil
        elsif nil == k || :_separator == k
          out.yield([key, list]) if list
          list = nil
        elsif Primitive.is_symbol(k) && k.start_with?("_")
          raise RuntimeError, "symbols beginning with an underscore are reserved"
        elsif list && key.==(k)
          list << x
        else
          out.yield([key, list]) if list
          key = k
          list = [x]
        end
      end
      out.yield([key, list]) if list
      nil
    end

    # Runs that end where the block answers `cut` for two neighbours.
    def self.pairs(source, out, cut)
      list = nil
      previous = nil
      source.each do |*packed|
        x = packed
        if nil == list
          list = [x]
        elsif (yield(previous, x) ? true : false) == cut
          out << list
          list = [x]
        else
          list << x
        end
        previous = x
      end
      out << list if list
      nil
    end
  end

  module Zip
    # Rows of the receiver's items beside those of the others.
    def self.plain(source, others)
      items = Primitive.is_array(source) ? source : Troupe::Walk.to_a(source)
      n = Primitive.array_size_of(items)
      columns = others.map do |other|
        ary = Troupe::Walk.zip_other(other)
        nil == ary ? first_of(Primitive.responds(other, :to_enum) ? other.to_enum(:each) : other, n) : ary
      end
      out = Primitive.array_fresh(n)
      i = 0
      while i < Primitive.array_size_of(items)
        row = [items[i]]
        c = 0
        while c < Primitive.array_size_of(columns)
          row << Primitive.array_at_of(columns[c], i)
          c += 1
        end
        out << row
        i += 1
      end
      out
    end

    def self.first_of(x, n)
      out = []
      return out if n == 0
      x.each do |*packed|
        out << packed
        break if Primitive.array_size_of(out) == n
      end
      out
    end
  end

  module Sum
    def self.of(items, sum)
      i = 0
      n = Primitive.array_size_of(items)
      if Primitive.is_integer(sum) || Primitive.is_float(sum)
        part = Primitive.array_sum_of(items, sum)
        sum = part[0]
        i = part[1]
      end
      while i < n
        sum += items[i]
        i += 1
      end
      sum
    end
  end

  module Walk
    def self.cycles(size, n)
      return nil if nil == size
      return 0 if size == 0
      return Float::INFINITY if nil == n
      n = Troupe::Convert.to_int(n)
      n < 0 ? 0 : size * n
    end
  end

  # Pairs for to_h.
  module Pairs
    # index: of the item in an Array, for the message, or nil.
    def self.add(out, x, index)
      pair = Troupe::Convert.try_ary(x)
      if nil == pair
        place = nil == index ? "" : " at #{index}"
        raise TypeError, "wrong element type #{Primitive.real_class(x)}#{place} (expected array)"
      end
      n = Primitive.array_size_of(pair)
      if n != 2
        raise ArgumentError, "element has wrong array length (expected 2, was #{n})" if nil == index
        raise ArgumentError, "wrong array length at #{index} (expected 2, was #{n})"
      end
      out[Primitive.array_at_of(pair, 0)] = Primitive.array_at_of(pair, 1)
    end
  end
end
