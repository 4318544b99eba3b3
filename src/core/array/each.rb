# Array: iteration. Loops go by index and look at the size each time, since the block may change the array.
class Array
  def each
    return to_enum(:each) { size } unless block_given?
    i = 0
    while i < Primitive.array_size
      yield Primitive.array_at(i)
      i += 1
    end
    self
  end

  def each_index
    return to_enum(:each_index) { size } unless block_given?
    i = 0
    while i < Primitive.array_size
      yield i
      i += 1
    end
    self
  end

  def each_with_index
    return super { |x, i| yield x, i } if block_given? && !Primitive.own_each
    return to_enum(:each_with_index) { size } unless block_given?
    i = 0
    while i < Primitive.array_size
      yield Primitive.array_at(i), i
      i += 1
    end
    self
  end

  def reverse_each
    return to_enum(:reverse_each) { size } unless block_given?
    i = Primitive.array_size - 1
    while i >= 0
      yield Primitive.array_at(i)
      i = Primitive.array_size if i > Primitive.array_size
      i -= 1
    end
    self
  end

  def each_with_object(memo)
    return to_enum(:each_with_object, memo) { size } unless block_given?
    return super unless Primitive.own_each
    i = 0
    while i < Primitive.array_size
      yield Primitive.array_at(i), memo
      i += 1
    end
    memo
  end

  def map
    return to_enum(Primitive.callee) { size } unless block_given?
    out = Primitive.array_fresh(Primitive.array_size)
    i = 0
    while i < Primitive.array_size
      out << yield(Primitive.array_at(i))
      i += 1
    end
    out
  end

  def map!
    return to_enum(Primitive.callee) { size } unless block_given?
    Troupe.check_frozen(self)
    i = 0
    while i < Primitive.array_size
      Primitive.array_put(i, yield(Primitive.array_at(i)))
      i += 1
    end
    self
  end

  alias collect map
  alias collect! map!

  def flat_map
    return to_enum(Primitive.callee) { size } unless block_given?
    return super unless Primitive.own_each
    out = []
    i = 0
    while i < Primitive.array_size
      r = yield(Primitive.array_at(i))
      ary = Troupe::Convert.try_ary(r)
      nil == ary ? out << r : Primitive.array_add(out, ary)
      i += 1
    end
    out
  end

  alias collect_concat flat_map

  def select
    return to_enum(Primitive.callee) { size } unless block_given?
    out = []
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      out << x if yield(x)
      i += 1
    end
    out
  end

  alias filter select

  def reject
    return to_enum(:reject) { size } unless block_given?
    out = []
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      out << x unless yield(x)
      i += 1
    end
    out
  end

  def filter_map
    return to_enum(:filter_map) { size } unless block_given?
    return super unless Primitive.own_each
    out = []
    i = 0
    while i < Primitive.array_size
      r = yield(Primitive.array_at(i))
      out << r if r
      i += 1
    end
    out
  end

  # Keeps what the block is truthy (or falsy) for. What was decided before an exception or a break holds.
  private def __keep(wanted)
    Troupe.check_frozen(self)
    from = 0
    to = 0
    before = Primitive.array_size
    begin
      while from < Primitive.array_size
        x = Primitive.array_at(from)
        keep = yield(x) ? wanted : !wanted
        from += 1
        next unless keep
        Primitive.array_put(to, x) if to < from - 1
        to += 1
      end
    ensure
      Primitive.array_close_gap(from, to)
    end
    Primitive.array_size != before
  end

  def select!
    return to_enum(Primitive.callee) { size } unless block_given?
    __keep(true) { |x| yield x } ? self : nil
  end

  alias filter! select!

  def keep_if
    return to_enum(:keep_if) { size } unless block_given?
    __keep(true) { |x| yield x }
    self
  end

  def reject!
    return to_enum(:reject!) { size } unless block_given?
    __keep(false) { |x| yield x } ? self : nil
  end

  def delete_if
    return to_enum(:delete_if) { size } unless block_given?
    __keep(false) { |x| yield x }
    self
  end

  def partition
    return to_enum(:partition) { size } unless block_given?
    return super unless Primitive.own_each
    yes = []
    no = []
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      yield(x) ? yes << x : no << x
      i += 1
    end
    [yes, no]
  end

  def group_by
    return to_enum(:group_by) { size } unless block_given?
    return super unless Primitive.own_each
    out = {}
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      key = yield(x)
      if (list = out[key])
        list << x
      else
        out[key] = [x]
      end
      i += 1
    end
    out
  end

  def find(if_none = nil)
    return to_enum(Primitive.callee, if_none) unless block_given?
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      return x if yield(x)
      i += 1
    end
    nil == if_none ? nil : if_none.call
  end

  alias detect find

  def rfind(if_none = nil)
    return to_enum(:rfind, if_none) unless block_given?
    i = Primitive.array_size - 1
    while i >= 0
      x = Primitive.array_at(i)
      return x if yield(x)
      i = Primitive.array_size if i > Primitive.array_size
      i -= 1
    end
    nil == if_none ? nil : if_none.call
  end

  def inject(initial = (none = true; nil), operator = (no_operator = true; nil))
    if no_operator && !none && !block_given?
      operator = initial
      no_operator = false
      none = true
    end
    raise ArgumentError, "wrong number of arguments (given 0, expected 1..2)" if no_operator && !block_given?
    Troupe.warn_unused_block if !no_operator && block_given?
    unless Primitive.own_each
      return none ? super(operator) : super(initial, operator) unless no_operator
      return none ? super() { |a, b| yield a, b } : super(initial) { |a, b| yield a, b }
    end
    i = 0
    acc = initial
    if none
      acc = Primitive.array_at(0)
      i = 1
    end
    return __fold(acc, i, Troupe::Convert.to_sym(operator)) unless no_operator
    while i < Primitive.array_size
      acc = yield(acc, Primitive.array_at(i))
      i += 1
    end
    acc
  end

  alias reduce inject

  private def __fold(acc, i, operator)
    part = Primitive.array_fold(acc, i, operator)
    acc = part[0]
    i = part[1]
    while i < Primitive.array_size
      acc = acc.public_send(operator, Primitive.array_at(i))
      i += 1
    end
    acc
  end

  def all?(pattern = (none = true; nil))
    Troupe.warn_unused_block if !none && block_given?
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      return false unless none ? (block_given? ? yield(x) : x) : pattern.===(x)
      i += 1
    end
    true
  end

  def any?(pattern = (none = true; nil))
    Troupe.warn_unused_block if !none && block_given?
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      return true if none ? (block_given? ? yield(x) : x) : pattern.===(x)
      i += 1
    end
    false
  end

  def none?(pattern = (none = true; nil))
    Troupe.warn_unused_block if !none && block_given?
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      return false if none ? (block_given? ? yield(x) : x) : pattern.===(x)
      i += 1
    end
    true
  end

  def one?(pattern = (none = true; nil))
    Troupe.warn_unused_block if !none && block_given?
    found = false
    i = 0
    while i < Primitive.array_size
      x = Primitive.array_at(i)
      if none ? (block_given? ? yield(x) : x) : pattern.===(x)
        return false if found
        found = true
      end
      i += 1
    end
    found
  end

  def take_while
    return to_enum(:take_while) unless block_given?
    i = 0
    i += 1 while i < Primitive.array_size && yield(Primitive.array_at(i))
    Primitive.array_take(i)
  end

  def drop_while
    return to_enum(:drop_while) unless block_given?
    i = 0
    i += 1 while i < Primitive.array_size && yield(Primitive.array_at(i))
    Primitive.array_drop(i)
  end

  def cycle(n = nil)
    return to_enum(:cycle, n) { Troupe::Walk.cycles(size, n) } unless block_given?
    n = Troupe::Convert.to_int(n) unless nil == n
    while nil == n || n > 0
      return nil if Primitive.array_size == 0
      i = 0
      while i < Primitive.array_size
        yield Primitive.array_at(i)
        i += 1
      end
      n -= 1 unless nil == n
    end
    nil
  end

  def each_slice(n)
    n = Troupe::Convert.to_int(n)
    raise ArgumentError, "invalid slice size" if n <= 0
    return to_enum(:each_slice, n) { Troupe::Walk.slices(size, n) } unless block_given?
    return super unless Primitive.own_each
    i = 0
    while i < Primitive.array_size
      yield Primitive.array_index(i, n)
      i += n
    end
    self
  end

  def each_cons(n)
    n = Troupe::Convert.to_int(n)
    raise ArgumentError, "invalid size" if n <= 0
    return to_enum(:each_cons, n) { Troupe::Walk.conses(size, n) } unless block_given?
    return super unless Primitive.own_each
    i = 0
    while i + n <= Primitive.array_size
      yield Primitive.array_index(i, n)
      i += 1
    end
    self
  end
end
