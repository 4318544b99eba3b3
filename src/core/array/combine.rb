# Array: sums and products of arrays, combinations, rows and columns, flattening.
class Array
  def +(other) = Primitive.array_plus(Troupe::Convert.to_ary(other))

  def *(times)
    separator = Troupe::Convert.try_str(times)
    return join(separator) unless nil == separator
    Primitive.array_times(Troupe::Convert.to_int(times))
  end

  def zip(*others)
    rows = Troupe::Zip.plain(self, others)
    return rows unless block_given?
    i = 0
    while i < Primitive.array_size_of(rows)
      yield rows[i]
      i += 1
    end
    nil
  end

  def combination(n)
    n = Troupe::Convert.to_int(n)
    return to_enum(:combination, n) { Troupe::Count.combinations(size, n) } unless block_given?
    items = Primitive.array_copy
    Troupe::Pick.each(items, n, 0) { |x| yield x }
    self
  end

  def permutation(n = nil)
    n = Troupe::Convert.to_int(n) unless nil == n
    unless block_given?
      return to_enum(:permutation, *(nil == n ? [] : [n])) { Troupe::Count.permutations(size, nil == n ? size : n) }
    end
    items = Primitive.array_copy
    Troupe::Pick.each(items, nil == n ? Primitive.array_size : n, 3) { |x| yield x }
    self
  end

  def repeated_combination(n)
    n = Troupe::Convert.to_int(n)
    return to_enum(:repeated_combination, n) { Troupe::Count.repeated(size, n) } unless block_given?
    Troupe::Pick.each(Primitive.array_copy, n, 1) { |x| yield x }
    self
  end

  def repeated_permutation(n)
    n = Troupe::Convert.to_int(n)
    return to_enum(:repeated_permutation, n) { n < 0 ? 0 : size**n } unless block_given?
    Troupe::Pick.each(Primitive.array_copy, n, 2) { |x| yield x }
    self
  end

  def product(*others)
    lists = [Primitive.array_copy] + others.map { |x| Primitive.array_copy_of(Troupe::Convert.to_ary(x)) }
    unless block_given?
      total = lists.inject(1) { |n, list| n * Primitive.array_size_of(list) }
      raise RangeError, "too big to product" if total > 0x7fffffffffffffff
    end
    out = []
    return block_given? ? self : out if lists.any? { |list| list.empty? }
    at = lists.map { 0 }
    while true
      row = Primitive.array_fresh(Primitive.array_size_of(lists))
      i = 0
      while i < Primitive.array_size_of(lists)
        row << lists[i][at[i]]
        i += 1
      end
      block_given? ? yield(row) : out << row
      i -= 1
      while i >= 0 && (at[i] += 1) == Primitive.array_size_of(lists[i])
        at[i] = 0
        i -= 1
      end
      return block_given? ? self : out if i < 0
    end
  end

  def transpose
    rows = Primitive.array_size
    out = []
    i = 0
    while i < rows
      row = Troupe::Convert.to_ary(Primitive.array_at(i))
      n = Primitive.array_size_of(row)
      n.times { out << [] } if i == 0
      if n != Primitive.array_size_of(out)
        raise IndexError, "element size differs (#{n} should be #{Primitive.array_size_of(out)})"
      end
      c = 0
      while c < n
        out[c] << Primitive.array_at_of(row, c)
        c += 1
      end
      i += 1
    end
    out
  end

  def flatten(levels = nil)
    levels = nil == levels ? -1 : Troupe::Convert.to_int(levels)
    out = []
    Troupe::Flatten.add(out, self, levels)
    out
  end

  def flatten!(levels = nil)
    Troupe.check_frozen(self)
    levels = nil == levels ? -1 : Troupe::Convert.to_int(levels)
    return nil if levels == 0
    out = []
    nested = Troupe::Flatten.add(out, self, levels)
    return nil unless nested
    Primitive.array_replace(out)
  end
end

module Troupe
  module Count
    def self.falling(n, k)
      r = 1
      i = 0
      while i < k
        r *= n - i
        i += 1
      end
      r
    end

    def self.permutations(n, k) = k < 0 || k > n ? 0 : falling(n, k)

    def self.combinations(n, k)
      return 0 if k < 0 || k > n
      k = n - k if k > n - k
      falling(n, k) / falling(k, k)
    end

    def self.repeated(n, k)
      return 0 if k < 0
      return 1 if k == 0
      combinations(n + k - 1, k)
    end
  end

  module Pick
    # kind: 0 combinations, 1 repeated combinations, 2 repeated permutations, 3 permutations
    def self.each(items, n, kind)
      at = start(items, n, kind)
      return unless at
      most = 4
      while (rows = Primitive.picks(items, at, n, kind, most))
        i = 0
        while i < Primitive.array_size_of(rows)
          yield Primitive.array_at_of(rows, i)
          i += 1
        end
        most *= 2 if most < 64
      end
    end

    def self.all(items, n, kind)
      at = start(items, n, kind)
      at ? Primitive.picks(items, at, n, kind, 0x3fffffffffffffff) : []
    end

    # The first indexes, and that there is a row. nil: there is none.
    def self.start(items, n, kind)
      size = Primitive.array_size_of(items)
      return if n < 0 || (n > size && (kind == 0 || kind == 3)) || (n > 0 && size == 0)
      Array.new(kind == 3 ? size : n) { |i| kind == 0 || kind == 3 ? i : 0 } << true
    end
  end

  # Makers of all that a method without effects of its own yields, for Enumerator#to_a. nil: the method itself has to run,
  # also for arguments that to_enum never looked at. A subclass may have an each that each_slice and each_cons walk.
  module Rows
    def self.of(array, meth, args)
      return Pick.all(array, Primitive.array_size_of(array), 3) if meth == :permutation && args.empty?
      n = args[0]
      return unless Primitive.array_size_of(args) == 1 && Primitive.is_fixnum(n)
      case meth
      when :combination then Pick.all(array, n, 0)
      when :repeated_combination then Pick.all(array, n, 1)
      when :repeated_permutation then Pick.all(array, n, 2)
      when :permutation then Pick.all(array, n, 3)
      when :each_slice, :each_cons
        return unless n > 0 && Primitive.same?(Primitive.real_class(array), Array)
        Primitive.array_slices_of(array, n, meth == :each_slice ? n : 1)
      end
    end
  end

  module Flatten
    # True: there was an array inside.
    def self.add(out, items, levels)
      raise ArgumentError, "tried to flatten recursive array" if Primitive.guard_enter(:flatten, items, nil)
      nested = false
      begin
        i = 0
        while i < Primitive.array_size_of(items)
          x = Primitive.array_at_of(items, i)
          ary = levels == 0 ? nil : Troupe::Convert.try_ary(x)
          if nil == ary
            out << x
          else
            nested = true
            add(out, ary, levels - 1)
          end
          i += 1
        end
      ensure
        Primitive.guard_leave
      end
      nested
    end
  end
end
