# What collections share: keys that dispatch, sorting by Ruby's own order, spans of ranges.
module Troupe
  module Keys
    # The code of a key that C cannot tell.
    def self.ask(key)
      r = key.__send__(:hash)
      Primitive.is_integer(r) ? r : Troupe::Convert.to_int(r)
    end

    def self.code(key)
      c = Primitive.key_code(key)
      nil == c ? ask(key) : c
    end

    # The answer of a `hash` method that walks an object. Whatever contains itself has one code: the outermost decides.
    def self.walk(x)
      outermost = Primitive.guard_hashing == 0
      throw(:__recursive_hash) if Primitive.guard_enter(:hash, x, nil)
      begin
        return yield unless outermost
        code = catch(:__recursive_hash) { yield }
        nil == code ? 0x5bd1e995 : code
      ensure
        Primitive.guard_leave
      end
    end

    # The position of a key in a Hash, or -1.
    def self.find(h, key)
      at = Primitive.hash_find(h, key)
      at == -2 ? probe(h, key, ask(key)) : at
    end

    def self.probe(h, key, code)
      at = Primitive.hash_probe(h, code, -1)
      while at >= 0
        other = Primitive.hash_key_at(h, at)
        return at if Primitive.same?(key, other) || key.eql?(other)
        at = Primitive.hash_probe(h, code, at)
      end
      -1
    end

    def self.store(h, key, value)
      at = Primitive.hash_find(h, key)
      code = nil
      if at == -2
        code = ask(key)
        at = probe(h, key, code)
      end
      if at >= 0
        Primitive.hash_set_at(h, at, value)
      else
        Primitive.hash_insert(h, nil == code ? Primitive.hash_code(h, key) : code, key, value)
      end
    end

    def self.delete(h, key)
      at = find(h, key)
      return false if at < 0
      Primitive.hash_remove(h, at)
      true
    end
  end

  module Span
    # [start, length] that a range means in `size` items; nil: outside. For []= the end is not cut off.
    def self.of(range, size, store = false)
      first = range.begin
      last = range.end
      from = nil == first ? 0 : Troupe::Convert.to_int(first)
      to = nil == last ? -1 : Troupe::Convert.to_int(last)
      open_end = nil == last || !range.exclude_end?
      from += size if from < 0
      to += size if to < 0
      to += 1 if open_end
      if from < 0 || (!store && from > size)
        raise RangeError, "#{range.inspect} out of range" if store
        return nil
      end
      to = size if !store && to > size
      [from, to > from ? to - from : 0]
    end
  end

  module Sort
    RUN = 8

    # Sorts the items in place by the order that the block gives; stable.
    def self.by(items, &order)
      n = Primitive.array_size_of(items)
      return items if n < 2
      lo = 0
      while lo < n
        hi = lo + RUN
        insertion(items, lo, hi < n ? hi : n, &order)
        lo = hi
      end
      from = items
      to = Primitive.array_copy_of(items)
      width = RUN
      while width < n
        lo = 0
        while lo < n
          merge(from, to, lo, lo + width < n ? lo + width : n, lo + 2 * width < n ? lo + 2 * width : n, &order)
          lo += 2 * width
        end
        from, to = to, from
        width *= 2
      end
      Primitive.array_copy_to(from, items) unless Primitive.same?(from, items)
      items
    end

    def self.insertion(items, lo, hi)
      i = lo + 1
      while i < hi
        x = items[i]
        j = i - 1
        while j >= lo
          y = items[j]
          r = yield(y, x)
          r = Troupe::Coerce.sign(r, y, x) unless Primitive.is_integer(r)
          break if r <= 0
          items[j + 1] = y
          j -= 1
        end
        items[j + 1] = x
        i += 1
      end
    end

    def self.merge(from, to, lo, middle, hi)
      i = lo
      j = middle
      k = lo
      while i < middle && j < hi
        x = from[i]
        y = from[j]
        r = yield(x, y)
        r = Troupe::Coerce.sign(r, x, y) unless Primitive.is_integer(r)
        if r <= 0
          to[k] = x
          i += 1
        else
          to[k] = y
          j += 1
        end
        k += 1
      end
      while i < middle
        to[k] = from[i]
        i += 1
        k += 1
      end
      while j < hi
        to[k] = from[j]
        j += 1
        k += 1
      end
    end

    # A new Array of the items in their own order.
    def self.plain(items)
      copy = Primitive.array_copy_of(items)
      sorted = Primitive.sort_values(copy, copy)
      nil == sorted ? by(copy) { |a, b| a <=> b } : sorted
    end

    # A new Array of the values in the order of their keys.
    def self.with_keys(keys, values)
      sorted = Primitive.sort_values(keys, values)
      return sorted unless nil == sorted
      pairs = Primitive.array_fresh(0)
      i = 0
      n = Primitive.array_size_of(keys)
      while i < n
        pairs << [keys[i], values[i]]
        i += 1
      end
      by(pairs) { |a, b| Troupe::Coerce.order(a[0], b[0]) }
      i = 0
      while i < n
        pairs[i] = pairs[i][1]
        i += 1
      end
      pairs
    end
  end

  module Walk
    # Text that is neither UTF-8 nor ASCII is escaped.
    def self.inspected(x) = Primitive.text_shown("#{x.inspect}")

    # pattern === x, but a Regexp leaves $~ alone.
    def self.fits?(pattern, x)
      return pattern.===(x) unless Primitive.real_class(pattern).equal?(Regexp)
      x = Troupe::Convert.try_str(x) unless Primitive.is_symbol(x)
      nil == x ? false : pattern.match?(x)
    end

    # What first(n), take, min(n) and others count by.
    def self.count(n, message)
      n = Troupe::Convert.to_int(n)
      raise ArgumentError, message if n < 0
      raise RangeError, "bignum too big to convert into 'long'" if n > 0x7fffffffffffffff
      n
    end

    def self.size_of(x) = Primitive.responds(x, :size) ? x.size : nil

    # The size of each_slice and each_cons.
    def self.slices(size, n)
      nil == size ? nil : (size + n - 1).div(n)
    end

    def self.conses(size, n)
      return nil if nil == size
      left = size - n + 1
      left < 0 ? 0 : left
    end

    # An Array of what each yields, several values packed.
    def self.to_a(x, *args)
      out = []
      x.each(*args) { |*packed| out << packed }
      out
    end

    # The other collection of zip: an Array, or nil.
    def self.zip_other(x)
      a = Troupe::Convert.try_ary(x)
      return a unless nil == a
      unless Troupe::Convert.responds?(x, :each)
        raise TypeError, "wrong argument type #{Primitive.real_class(x)} (must respond to :each)"
      end
      nil
    end
  end

  def self.check_frozen(x)
    raise FrozenError.new("can't modify frozen #{x.class}: #{x.inspect}", receiver: x) if x.frozen?
  end

  def self.warn_block_supersedes = Kernel.warn("block supersedes default value argument", uplevel: 0)

  def self.warn_unused_block = Kernel.warn("given block not used", uplevel: 0)
end
