# Enumerable: everything over `each`. Several values yielded at once are packed into an Array where Ruby packs them.
module Enumerable
  def to_a(*args, **options)
    out = []
    if options.empty?
      each(*args) do |*packed|
        out << packed
        nil
      end
    else
      each(*args, **options) do |*packed|
        out << packed
        nil
      end
    end
    out
  end

  alias entries to_a

  def to_h(*args)
    out = {}
    each(*args) do |*a|
      pair = block_given? ? yield(*a) : Primitive.pack(a)
      Troupe::Pairs.add(out, pair, nil)
    end
    out
  end

  def to_set(klass = Set, *args, &block) = klass.new(self, *args, &block)

  def map
    return to_enum(Primitive.callee) { Troupe::Walk.size_of(self) } unless block_given?
    out = []
    each { |*a| out << yield(*a) }
    out
  end

  alias collect map

  def flat_map
    return to_enum(Primitive.callee) { Troupe::Walk.size_of(self) } unless block_given?
    out = []
    each do |*a|
      r = yield(*a)
      ary = Troupe::Convert.try_ary(r)
      nil == ary ? out << r : out.concat(ary)
    end
    out
  end

  alias collect_concat flat_map

  def select
    return to_enum(Primitive.callee) { Troupe::Walk.size_of(self) } unless block_given?
    out = []
    each do |*packed|
      x = packed
      out << x if yield(x)
    end
    out
  end

  alias filter select
  alias find_all select

  def filter_map
    return to_enum(:filter_map) { Troupe::Walk.size_of(self) } unless block_given?
    out = []
    each do |*a|
      r = yield(*a)
      out << r if r
    end
    out
  end

  def reject
    return to_enum(:reject) { Troupe::Walk.size_of(self) } unless block_given?
    out = []
    each do |*packed|
      x = packed
      out << x unless yield(x)
    end
    out
  end

  def partition
    return to_enum(:partition) { Troupe::Walk.size_of(self) } unless block_given?
    yes = []
    no = []
    each do |*packed|
      x = packed
      yield(x) ? yes << x : no << x
    end
    [yes, no]
  end

  def group_by
    return to_enum(:group_by) { Troupe::Walk.size_of(self) } unless block_given?
    out = {}
    each do |*packed|
      x = packed
      key = yield(x)
      if (list = out[key])
        list << x
      else
        out[key] = [x]
      end
    end
    out
  end

  def tally(into = (none = true; nil))
    if none
      into = {}
    else
      into = Troupe::Convert.to_hash(into)
      raise FrozenError.new("can't modify frozen #{into.class}: #{into.inspect}", receiver: into) if into.frozen?
    end
    each do |*packed|
      x = packed
      n = into.fetch(x, 0)
      unless Primitive.is_integer(n)
        raise TypeError, "wrong argument type #{Primitive.real_class(n)} (expected Integer)"
      end
      into[x] = n + 1
    end
    into
  end

  def tally_by(&block)
    return to_enum(:tally_by) { Troupe::Walk.size_of(self) } unless block
    map(&block).tally
  end

  def grep(pattern)
    out = []
    each do |*packed|
      x = packed
      if block_given?
        out << yield(x) if pattern.===(x)
      elsif Troupe::Walk.fits?(pattern, x)
        out << x
      end
    end
    out
  end

  def grep_v(pattern)
    out = []
    each do |*packed|
      x = packed
      if block_given?
        out << yield(x) unless pattern.===(x)
      elsif !Troupe::Walk.fits?(pattern, x)
        out << x
      end
    end
    out
  end

  def count(item = (none = true; nil))
    Troupe.warn_unused_block if !none && block_given?
    n = 0
    if !none
      each { |*packed| n += 1 if packed.==(item) }
    elsif block_given?
      each { |*a| n += 1 if yield(*a) }
    else
      each { n += 1 }
    end
    n
  end

  def find(if_none = nil)
    return to_enum(Primitive.callee, if_none) unless block_given?
    each do |*packed|
      x = packed
      return x if yield(x)
    end
    nil == if_none ? nil : if_none.call
  end

  alias detect find

  def find_index(item = (none = true; nil))
    return to_enum(:find_index) if none && !block_given?
    Troupe.warn_unused_block if !none && block_given?
    i = 0
    each do |*a|
      if none
        return i if yield(*a)
      elsif Primitive.pack(a).==(item)
        return i
      end
      i += 1
    end
    nil
  end

  def first(n = (none = true; nil))
    if none
      each { |*packed| return packed }
      return nil
    end
    take(Troupe::Walk.count(n, "attempt to take negative size"))
  end

  def take(n)
    n = Troupe::Walk.count(n, "attempt to take negative size")
    out = []
    return out if n == 0
    each do |*packed|
      out << packed
      break if (n -= 1) == 0
    end
    out
  end

  def take_while
    return to_enum(:take_while) unless block_given?
    out = []
    each do |*a|
      break unless yield(*a)
      out << Primitive.pack(a)
    end
    out
  end

  def drop(n)
    n = Troupe::Walk.count(n, "attempt to drop negative size")
    out = []
    each do |*packed|
      n > 0 ? n -= 1 : out << packed
    end
    out
  end

  def drop_while
    return to_enum(:drop_while) unless block_given?
    out = []
    dropping = true
    each do |*packed|
      x = packed
      dropping = false if dropping && !yield(x)
      out << x unless dropping
    end
    out
  end

  def include?(item)
    each { |*packed| return true if packed.==(item) }
    false
  end

  alias member? include?

  def all?(pattern = (none = true; nil))
    if !none
      Troupe.warn_unused_block if block_given?
      each { |*packed| return false unless pattern.===(packed) }
    elsif block_given?
      each { |*a| return false unless yield(*a) }
    else
      each { |*packed| return false unless packed }
    end
    true
  end

  def any?(pattern = (none = true; nil))
    if !none
      Troupe.warn_unused_block if block_given?
      each { |*packed| return true if pattern.===(packed) }
    elsif block_given?
      each { |*a| return true if yield(*a) }
    else
      each { |*packed| return true if packed }
    end
    false
  end

  def none?(pattern = (none = true; nil))
    if !none
      Troupe.warn_unused_block if block_given?
      each { |*packed| return false if pattern.===(packed) }
    elsif block_given?
      each { |*a| return false if yield(*a) }
    else
      each { |*packed| return false if packed }
    end
    true
  end

  def one?(pattern = (none = true; nil))
    Troupe.warn_unused_block if !none && block_given?
    found = false
    each do |*a|
      hit = !none ? pattern.===(Primitive.pack(a)) : block_given? ? yield(*a) : Primitive.pack(a)
      next unless hit
      return false if found
      found = true
    end
    found
  end

  def inject(initial = (none = true; nil), operator = (no_operator = true; nil))
    if no_operator && !none && !block_given?
      operator = initial
      no_operator = false
      none = true
    end
    raise ArgumentError, "wrong number of arguments (given 0, expected 1..2)" if no_operator && !block_given?
    Troupe.warn_unused_block if !no_operator && block_given?
    operator = Troupe::Convert.to_sym(operator) unless no_operator
    acc = initial
    each do |*packed|
      x = packed
      if none
        acc = x
        none = false
      else
        acc = no_operator ? yield(acc, x) : acc.public_send(operator, x)
      end
    end
    acc
  end

  alias reduce inject

  def sum(initial = 0)
    items = []
    each do |*packed|
      x = packed
      items << (block_given? ? yield(x) : x)
    end
    Troupe::Sum.of(items, initial)
  end

  def each_with_index(*args)
    return to_enum(:each_with_index, *args) { Troupe::Walk.size_of(self) } unless block_given?
    i = 0
    each(*args) do |*packed|
      r = yield(packed, i)
      i += 1
      r
    end
    self
  end

  def each_with_object(memo)
    return to_enum(:each_with_object, memo) { Troupe::Walk.size_of(self) } unless block_given?
    each { |*packed| yield(packed, memo) }
    memo
  end

  def each_entry(*args)
    return to_enum(:each_entry, *args) { Troupe::Walk.size_of(self) } unless block_given?
    each(*args) { |*packed| yield(packed) }
    self
  end

  def reverse_each(*args)
    return to_enum(:reverse_each, *args) { Troupe::Walk.size_of(self) } unless block_given?
    items = Troupe::Walk.to_a(self, *args)
    i = Primitive.array_size_of(items)
    yield items[i] while (i -= 1) >= 0
    self
  end

  def each_slice(n)
    n = Troupe::Convert.to_int(n)
    raise ArgumentError, "invalid slice size" if n <= 0
    return to_enum(:each_slice, n) { Troupe::Walk.slices(Troupe::Walk.size_of(self), n) } unless block_given?
    slice = []
    each do |*packed|
      slice << packed
      if Primitive.array_size_of(slice) == n
        full = slice
        slice = []
        yield full
      end
    end
    yield slice if Primitive.array_size_of(slice) > 0
    self
  end

  def each_cons(n)
    n = Troupe::Convert.to_int(n)
    raise ArgumentError, "invalid size" if n <= 0
    return to_enum(:each_cons, n) { Troupe::Walk.conses(Troupe::Walk.size_of(self), n) } unless block_given?
    window = []
    each do |*packed|
      window.shift if Primitive.array_size_of(window) == n
      window << packed
      yield Primitive.array_copy_of(window) if Primitive.array_size_of(window) == n
    end
    self
  end

  def zip(*others)
    return Primitive.same?(self, nil) ? nil : Troupe::Zip.plain(self, others) unless block_given?
    Troupe::Zip.plain(self, others).each { |row| yield row }
    nil
  end

  def cycle(n = nil)
    unless block_given?
      return to_enum(:cycle, n) { Troupe::Walk.cycles(Troupe::Walk.size_of(self), n) }
    end
    n = Troupe::Convert.to_int(n) unless nil == n
    return nil if !(nil == n) && n <= 0
    kept = []
    each do |*packed|
      x = packed
      kept << x
      yield x
    end
    return nil if Primitive.array_size_of(kept) == 0
    while nil == n || (n -= 1) > 0
      i = 0
      while i < Primitive.array_size_of(kept)
        yield kept[i]
        i += 1
      end
    end
    nil
  end

  def uniq
    seen = {}
    each do |*a|
      x = Primitive.pack(a)
      key = block_given? ? yield(*a) : x
      seen[key] = x unless seen.key?(key)
    end
    seen.values
  end

  def compact
    out = []
    each do |*packed|
      x = packed
      out << x unless nil == x
    end
    out
  end

  def lazy
    Enumerator::Lazy.__source(self, Troupe::Walk.size_of(self))
  end

  def chain(*others) = Enumerator::Chain.new(self, *others)
end
