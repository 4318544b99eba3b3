# Hash: keys that dispatch, defaults by proc, iteration, and everything with a block.
class Hash
  def self.[](*args)
    if args.size == 1
      h = Troupe::Convert.try_hash(args[0])
      return allocate.__send__(:__take, h) unless nil == h
      list = Troupe::Convert.try_ary(args[0])
      return allocate.__send__(:__take_pairs, list) unless nil == list
    end
    raise ArgumentError, "odd number of arguments for Hash" if args.size.odd?
    out = allocate
    i = 0
    while i < args.size
      out[args[i]] = args[i + 1]
      i += 2
    end
    out
  end

  def self.try_convert(x)
    Troupe::Convert.try_hash(x)
  end

  def self.ruby2_keywords_hash?(hash) = Primitive.hash_keywords(hash)

  def self.ruby2_keywords_hash(hash)
    raise TypeError, "wrong argument type #{hash.class} (expected Hash)" unless Primitive.is_hash(hash)
    Primitive.hash_flag_keywords(hash.dup)
  end

  private def __take(other)
    other = Primitive.hash_pairs(other)
    i = -1
    while (i = Primitive.hash_next(other, i + 1)) >= 0
      store(Primitive.hash_key_at(other, i), Primitive.hash_value_at(other, i))
    end
    self
  end

  private def __take_pairs(list)
    i = 0
    while i < Primitive.array_size_of(list)
      x = Primitive.array_at_of(list, i)
      pair = Troupe::Convert.try_ary(x)
      if nil == pair
        raise ArgumentError, "wrong element type #{Troupe::Convert.describe(x)} at #{i} (expected array)"
      end
      n = Primitive.array_size_of(pair)
      raise ArgumentError, "invalid number of elements (#{n} for 1..2)" if n < 1 || n > 2
      store(Primitive.array_at_of(pair, 0), Primitive.array_at_of(pair, 1))
      i += 1
    end
    self
  end

  private def initialize(default = (none = true; nil), capacity: 0, &block)
    Troupe.check_frozen(self)
    if block
      unless none
        raise ArgumentError, "wrong number of arguments (given 1, expected 0)"
      end
      Troupe::HashProc.check(block)
      Primitive.hash_set_default(self, block, true)
    else
      Primitive.hash_set_default(self, default, false)
    end
    self
  end

  private def initialize_copy(other) = replace(other)

  def replace(other)
    Troupe.check_frozen(self)
    return self if Primitive.same?(self, other)
    other = Troupe::Convert.to_hash(other)
    if Primitive.hash_iterating(self)
      raise RuntimeError, "can't replace hash during iteration"
    end
    Primitive.hash_copy(other)
  end

  # --- Look-up --------------------------------------------------------------------------------------------------------

  def [](key)
    at = Troupe::Keys.find(self, key)
    at >= 0 ? Primitive.hash_value_at(self, at) : default(key)
  end

  def []=(key, value)
    Troupe.check_frozen(self)
    Troupe::Keys.store(self, key, value)
  end

  alias store []=
  alias length size

  def fetch(key, default = (none = true; nil))
    at = Troupe::Keys.find(self, key)
    return Primitive.hash_value_at(self, at) if at >= 0
    if block_given?
      Troupe.warn_block_supersedes unless none
      return yield(key)
    end
    return default unless none
    raise KeyError.new("key not found: #{key.inspect}", receiver: self, key: key)
  end

  def dig(key, *more)
    x = self[key]
    return x if more.empty? || nil == x
    unless Primitive.responds(x, :dig)
      raise TypeError, "#{Primitive.real_class(x)} does not have #dig method"
    end
    x.dig(*more)
  end

  def key?(key) = Troupe::Keys.find(self, key) >= 0

  alias has_key? key?
  alias include? key?
  alias member? key?

  def default(key = (none = true; nil))
    d = Primitive.hash_default(self)
    return d unless Primitive.hash_has_proc(self)
    none ? nil : d.call(self, key)
  end

  def default=(value)
    Primitive.hash_set_default(self, value, false)
  end

  def default_proc
    Primitive.hash_has_proc(self) ? Primitive.hash_default(self) : nil
  end

  def default_proc=(proc)
    Troupe.check_frozen(self)
    if nil == proc
      Primitive.hash_set_default(self, nil, false)
      return nil
    end
    unless Proc === proc
      r = Primitive.responds(proc, :to_proc) ? proc.to_proc : nil
      unless Proc === r
        raise TypeError, "wrong default_proc type #{Primitive.real_class(proc)} (expected Proc)"
      end
      proc = r
    end
    Troupe::HashProc.check(proc)
    Primitive.hash_set_default(self, proc, true)
  end

  def values_at(*keys)
    out = Primitive.array_fresh(keys.size)
    keys.each { |k| out << self[k] }
    out
  end

  def fetch_values(*keys, &block)
    out = Primitive.array_fresh(keys.size)
    keys.each { |k| out << fetch(k, &block) }
    out
  end

  def key(value)
    i = -1
    while (i = Primitive.hash_next(self, i + 1)) >= 0
      return Primitive.hash_key_at(self, i) if Primitive.hash_value_at(self, i).==(value)
    end
    nil
  end

  def value?(value)
    i = -1
    while (i = Primitive.hash_next(self, i + 1)) >= 0
      return true if Primitive.hash_value_at(self, i).==(value)
    end
    false
  end

  alias has_value? value?

  def assoc(key)
    i = -1
    while (i = Primitive.hash_next(self, i + 1)) >= 0
      k = Primitive.hash_key_at(self, i)
      return [k, Primitive.hash_value_at(self, i)] if k.==(key)
    end
    nil
  end

  def rassoc(value)
    i = -1
    while (i = Primitive.hash_next(self, i + 1)) >= 0
      v = Primitive.hash_value_at(self, i)
      return [Primitive.hash_key_at(self, i), v] if v.==(value)
    end
    nil
  end

  def delete(key)
    Troupe.check_frozen(self)
    at = Troupe::Keys.find(self, key)
    return block_given? ? yield(key) : nil if at < 0
    v = Primitive.hash_value_at(self, at)
    Primitive.hash_remove(self, at)
    v
  end

  # --- Iteration ------------------------------------------------------------------------------------------------------

  def each
    return to_enum(Primitive.callee) { size } unless block_given?
    Primitive.hash_enter(self)
    begin
      i = -1
      if Primitive.block_pair
        while (i = Primitive.hash_step(i)) >= 0
          yield Primitive.hash_step_key(i), Primitive.hash_step_value(i)
        end
      else
        while (i = Primitive.hash_step(i)) >= 0
          yield [Primitive.hash_step_key(i), Primitive.hash_step_value(i)]
        end
      end
    ensure
      Primitive.hash_leave(self)
    end
    self
  end

  alias each_pair each

  # Each key and value as two.
  private def __both
    Primitive.hash_enter(self)
    begin
      i = -1
      while (i = Primitive.hash_step(i)) >= 0
        yield Primitive.hash_step_key(i), Primitive.hash_step_value(i)
      end
    ensure
      Primitive.hash_leave(self)
    end
    self
  end

  def each_key
    return to_enum(:each_key) { size } unless block_given?
    Primitive.hash_enter(self)
    begin
      i = -1
      yield Primitive.hash_step_key(i) while (i = Primitive.hash_step(i)) >= 0
    ensure
      Primitive.hash_leave(self)
    end
    self
  end

  def each_value
    return to_enum(:each_value) { size } unless block_given?
    Primitive.hash_enter(self)
    begin
      i = -1
      yield Primitive.hash_step_value(i) while (i = Primitive.hash_step(i)) >= 0
    ensure
      Primitive.hash_leave(self)
    end
    self
  end

  def select
    return to_enum(Primitive.callee) { size } unless block_given?
    out = Primitive.hash_fresh(0, compare_by_identity?)
    __both { |k, v| Troupe::Keys.store(out, k, v) if yield(k, v) }
    out
  end

  alias filter select

  def reject
    return to_enum(:reject) { size } unless block_given?
    out = Primitive.hash_fresh(0, compare_by_identity?)
    __both { |k, v| Troupe::Keys.store(out, k, v) unless yield(k, v) }
    out
  end

  private def __keep(wanted)
    Troupe.check_frozen(self)
    before = Primitive.hash_size
    Primitive.hash_enter(self)
    begin
      i = -1
      while (i = Primitive.hash_next(self, i + 1)) >= 0
        hit = yield(Primitive.hash_key_at(self, i), Primitive.hash_value_at(self, i)) ? true : false
        Primitive.hash_remove(self, i) if hit != wanted
      end
    ensure
      Primitive.hash_leave(self)
    end
    Primitive.hash_size != before
  end

  def select!
    return to_enum(Primitive.callee) { size } unless block_given?
    __keep(true) { |k, v| yield k, v } ? self : nil
  end

  alias filter! select!

  def keep_if
    return to_enum(:keep_if) { size } unless block_given?
    __keep(true) { |k, v| yield k, v }
    self
  end

  def reject!
    return to_enum(:reject!) { size } unless block_given?
    __keep(false) { |k, v| yield k, v } ? self : nil
  end

  def delete_if
    return to_enum(:delete_if) { size } unless block_given?
    __keep(false) { |k, v| yield k, v }
    self
  end

  def any?(pattern = (none = true; nil))
    if !none
      __both { |k, v| return true if pattern === [k, v] }
    elsif !block_given?
      return Primitive.hash_size > 0
    elsif Primitive.block_pair
      __both { |k, v| return true if yield(k, v) }
    else
      __both { |k, v| return true if yield([k, v]) }
    end
    false
  end

  def map
    return to_enum(Primitive.callee) { size } unless block_given?
    spread = Primitive.block_spread
    unless Primitive.own_each
      return spread ? super { |k, v| yield k, v } : super { |x| yield x }
    end
    out = Primitive.array_fresh(Primitive.hash_size)
    if spread
      __both { |k, v| out << yield(k, v) }
    else
      __both { |k, v| out << yield([k, v]) }
    end
    out
  end

  alias collect map

  def filter_map
    return to_enum(:filter_map) { size } unless block_given?
    return super { |x| yield x } unless Primitive.own_each
    out = []
    pair = Primitive.block_pair
    __both do |k, v|
      r = pair ? yield(k, v) : yield([k, v])
      out << r if r
    end
    out
  end

  def find(if_none = nil)
    return to_enum(Primitive.callee, if_none) unless block_given?
    return super { |x| yield x } unless Primitive.own_each
    pair = Primitive.block_pair
    __both { |k, v| return [k, v] if pair ? yield(k, v) : yield([k, v]) }
    nil == if_none ? nil : if_none.call
  end

  alias detect find

  def count(item = (none = true; nil))
    return super(item) unless none
    return Primitive.hash_size unless block_given?
    return super() { |x| yield x } unless Primitive.own_each
    n = 0
    pair = Primitive.block_pair
    __both { |k, v| n += 1 if pair ? yield(k, v) : yield([k, v]) }
    n
  end

  # --- Changing everything --------------------------------------------------------------------------------------------

  def transform_values
    return to_enum(:transform_values) { size } unless block_given?
    out = Primitive.hash_pairs(self)
    i = -1
    while (i = Primitive.hash_next(out, i + 1)) >= 0
      Primitive.hash_set_at(out, i, yield(Primitive.hash_value_at(out, i)))
    end
    out
  end

  def transform_values!
    return to_enum(:transform_values!) { size } unless block_given?
    Troupe.check_frozen(self)
    Primitive.hash_enter(self)
    begin
      i = -1
      while (i = Primitive.hash_next(self, i + 1)) >= 0
        Primitive.hash_set_at(self, i, yield(Primitive.hash_value_at(self, i)))
      end
    ensure
      Primitive.hash_leave(self)
    end
    self
  end

  def transform_keys(names = (none = true; nil))
    return to_enum(:transform_keys) { size } if none && !block_given?
    names = Troupe::Convert.to_hash(names) unless none
    out = {}
    __both { |k, v| out[none ? yield(k) : names.fetch(k) { block_given? ? yield(k) : k }] = v }
    out
  end

  def transform_keys!(names = (none = true; nil))
    return to_enum(:transform_keys!) { size } if none && !block_given?
    Troupe.check_frozen(self)
    names = Troupe::Convert.to_hash(names) unless none
    fresh = {}
    pairs = Primitive.hash_to_a
    i = 0
    begin
      while i < Primitive.array_size_of(pairs)
        k = pairs[i][0]
        to = none ? yield(k) : names.fetch(k) { block_given? ? yield(k) : k }
        Troupe::Keys.delete(self, k) unless fresh.key?(k)
        i += 1
        self[to] = pairs[i - 1][1]
        fresh[to] = true
      end
    end
    self
  end

  def to_h
    unless block_given?
      return self if Primitive.real_class(self).equal?(Hash)
      out = Primitive.hash_pairs(self)
      Primitive.hash_set_default(out, Primitive.hash_default(self), Primitive.hash_has_proc(self))
      return out
    end
    out = {}
    __both { |k, v| Troupe::Pairs.add(out, yield(k, v), nil) }
    out
  end

  def to_hash = self

  def to_proc
    h = self
    lambda { |key| h[key] }
  end

  def invert
    out = {}
    __both { |k, v| out[v] = k }
    out
  end

  def slice(*keys)
    out = Primitive.hash_fresh(0, compare_by_identity?)
    keys.each do |k|
      at = Troupe::Keys.find(self, k)
      Troupe::Keys.store(out, k, Primitive.hash_value_at(self, at)) if at >= 0
    end
    out
  end

  def except(*keys)
    out = Primitive.hash_pairs(self)
    keys.each { |k| Troupe::Keys.delete(out, k) }
    out
  end

  def compact
    out = Primitive.hash_fresh(0, compare_by_identity?)
    __both { |k, v| Troupe::Keys.store(out, k, v) unless nil == v }
    Primitive.hash_set_default(out, Primitive.hash_default(self), Primitive.hash_has_proc(self))
    out
  end

  def compact!
    reject! { |_, v| nil == v }
  end

  def merge(*others, &block)
    out = dup
    others.each { |h| out.__send__(:__merge, Troupe::Convert.to_hash(h), &block) }
    out
  end

  def merge!(*others, &block)
    Troupe.check_frozen(self)
    others.each { |h| __merge(Troupe::Convert.to_hash(h), &block) }
    self
  end

  alias update merge!

  private def __merge(other)
    if Primitive.same?(other, self)
      return self unless block_given?
      other = Primitive.hash_pairs(other)
    end
    Primitive.hash_enter(other)
    begin
      i = -1
      while (i = Primitive.hash_next(other, i + 1)) >= 0
        k = Primitive.hash_key_at(other, i)
        v = Primitive.hash_value_at(other, i)
        if block_given?
          at = Troupe::Keys.find(self, k)
          v = yield(k, Primitive.hash_value_at(self, at), v) if at >= 0
        end
        Troupe::Keys.store(self, k, v)
      end
    ensure
      Primitive.hash_leave(other)
    end
    self
  end

  def compare_by_identity
    return self if compare_by_identity?
    Troupe.check_frozen(self)
    raise RuntimeError, "compare_by_identity during iteration" if Primitive.hash_iterating(self)
    __reseat(Primitive.hash_fresh(Primitive.hash_size, true))
  end

  def rehash
    raise RuntimeError, "rehash during iteration" if Primitive.hash_iterating(self)
    Troupe.check_frozen(self)
    __reseat(Primitive.hash_fresh(Primitive.hash_size, compare_by_identity?))
  end

  # Enters the keys anew, by the codes that they have now; of equal ones the first key and the last value stay. Others of the
  # actor see the Hash as it was until that is done, and may add no keys meanwhile.
  private def __reseat(places)
    Primitive.hash_enter(self)
    i = -1
    Troupe::Keys.store(places, Primitive.hash_step_key(i), i) while (i = Primitive.hash_step(i)) >= 0
    Primitive.hash_reseat(places)
  ensure
    Primitive.hash_leave(self)
  end

  def sum(initial = 0)
    items = Primitive.array_fresh(Primitive.hash_size)
    pair = Primitive.block_pair
    __both { |k, v| items << (block_given? ? (pair ? yield(k, v) : yield([k, v])) : [k, v]) }
    Troupe::Sum.of(items, initial)
  end

  def flatten(levels = 1)
    levels = Troupe::Convert.to_int(levels)
    return Primitive.hash_to_a if levels == 0
    levels < 0 ? Primitive.hash_to_a.flatten : Primitive.hash_to_a.flatten(levels)
  end

  def deconstruct_keys(keys) = self

  # --- Comparing and text ---------------------------------------------------------------------------------------------

  def ==(other)
    unless Primitive.is_hash(other)
      return false unless Troupe::Convert.responds?(other, :to_hash)
      return other.==(self) ? true : false
    end
    Troupe::HashEqual.same(self, other) { |a, b| Primitive.same?(a, b) || a.==(b) }
  end

  def eql?(other)
    return true if Primitive.same?(self, other)
    return false unless Primitive.is_hash(other)
    Troupe::HashEqual.same(self, other) { |a, b| Primitive.same?(a, b) || a.eql?(b) }
  end

  def hash
    Troupe::Keys.walk(self) do
      sum = Primitive.hash_size
      i = -1
      while (i = Primitive.hash_next(self, i + 1)) >= 0
        k = Troupe::Keys.code(Primitive.hash_key_at(self, i))
        v = Troupe::Keys.code(Primitive.hash_value_at(self, i))
        sum += Primitive.array_code([k, v])
      end
      sum & 0xffffffff
    end
  end

  def <=(other)
    other = Troupe::Convert.to_hash(other)
    return false if Primitive.hash_size > Primitive.hash_size_of(other)
    i = -1
    while (i = Primitive.hash_next(self, i + 1)) >= 0
      at = Troupe::Keys.find(other, Primitive.hash_key_at(self, i))
      return false if at < 0 || Primitive.hash_value_at(self, i) != Primitive.hash_value_at(other, at)
    end
    true
  end

  def <(other)
    other = Troupe::Convert.to_hash(other)
    Primitive.hash_size < Primitive.hash_size_of(other) && self <= other
  end

  def >=(other) = Troupe::Convert.to_hash(other) <= self

  def >(other) = Troupe::Convert.to_hash(other) < self

  def inspect
    return "{}" if Primitive.hash_size == 0
    return "{...}" if Primitive.guard_enter(:inspect, self, nil)
    begin
      out = +"{"
      i = -1
      first = true
      while (i = Primitive.hash_next(self, i + 1)) >= 0
        out << ", " unless first
        first = false
        k = Primitive.hash_key_at(self, i)
        if Primitive.is_symbol(k)
          out << Troupe::HashText.key(k)
        else
          out << Troupe::Walk.inspected(k) << " => "
        end
        out << Troupe::Walk.inspected(Primitive.hash_value_at(self, i))
      end
      out << "}"
    ensure
      Primitive.guard_leave
    end
  end

  alias to_s inspect
end

module Troupe
  module HashProc
    def self.check(proc)
      return unless proc.lambda?
      n = proc.arity
      return if n == 2 || (n < 0 && n >= -3)
      n = -n - 1 if n < 0
      raise TypeError, "default_proc takes two arguments (2 for #{n})"
    end
  end

  module HashText
    def self.key(symbol)
      one = { symbol => nil }.inspect
      one[1, one.size - 5]
    end
  end

  module HashEqual
    def self.same(a, b)
      return true if Primitive.same?(a, b)
      return false if Primitive.hash_size_of(a) != Primitive.hash_size_of(b)
      return true if Primitive.hash_size_of(a) == 0
      return false if a.compare_by_identity? != b.compare_by_identity?
      return true if Primitive.guard_enter(:==, a, b)
      begin
        i = -1
        while (i = Primitive.hash_next(a, i + 1)) >= 0
          at = Troupe::Keys.find(b, Primitive.hash_key_at(a, i))
          return false if at < 0
          return false unless yield(Primitive.hash_value_at(a, i), Primitive.hash_value_at(b, at))
        end
        true
      ensure
        Primitive.guard_leave
      end
    end
  end
end
