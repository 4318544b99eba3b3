# Set, over a Hash whose keys are the elements.
class Set
  include Enumerable

  def self.[](*items)
    set = allocate
    set.__send__(:initialize, items)
    set
  end

  private def initialize(enum = nil, &block)
    @__hash = {}
    return if nil == enum
    if block
      Troupe::Sets.each(enum) { |x| add(yield(x)) }
    else
      Troupe::Sets.add_all(self, enum)
    end
  end

  private def initialize_copy(other)
    @__hash = other.__hash.dup
    self
  end

  private def initialize_clone(other, **options)
    super
    @__hash = other.__hash.dup
  end

  def __hash = @__hash

  def __take(hash)
    @__hash = hash
    self
  end

  # A new set of the same class, with the same kind of comparison.
  def __fresh(hash = nil)
    hash = Primitive.hash_fresh(0, @__hash.compare_by_identity?) if nil == hash
    Primitive.real_class(self).allocate.__take(hash)
  end

  def freeze
    @__hash.freeze
    super
  end

  def size = @__hash.size

  alias length size

  def count(*args, &block)
    args.empty? && !block ? @__hash.size : super
  end

  def empty? = @__hash.empty?

  def include?(item) = @__hash.key?(item)

  alias === include?
  alias member? include?
  alias contain? include?

  def add(item)
    Troupe.check_frozen(self)
    @__hash[item] = true
    self
  end

  alias << add

  def add?(item)
    Troupe.check_frozen(self)
    return nil if @__hash.key?(item)
    @__hash[item] = true
    self
  end

  def delete(item)
    Troupe.check_frozen(self)
    @__hash.delete(item)
    self
  end

  def delete?(item)
    Troupe.check_frozen(self)
    @__hash.delete(item) ? self : nil
  end

  def each
    return to_enum(:each) { size } unless block_given?
    @__hash.each_key { |x| yield x }
    self
  end

  def to_a = @__hash.keys

  def first(n = (none = true; nil))
    return @__hash.keys.first if none
    @__hash.keys.first(n)
  end

  def to_set(klass = (none = true; Set), *args, &block)
    return self if none && Primitive.same?(Primitive.real_class(self), Set) && !block
    klass.new(self, *args, &block)
  end

  def compare_by_identity
    Troupe.check_frozen(self)
    @__hash.compare_by_identity
    self
  end

  def compare_by_identity? = @__hash.compare_by_identity?

  def clear
    Troupe.check_frozen(self)
    @__hash.clear
    self
  end

  def replace(enum)
    Troupe.check_frozen(self)
    if Set === enum
      @__hash.replace(enum.__hash)
    else
      fresh = Primitive.hash_fresh(0, compare_by_identity?)
      Troupe::Sets.each(enum) { |x| fresh[x] = true }
      @__hash.replace(fresh)
    end
    self
  end

  def reset
    Troupe.check_frozen(self)
    @__hash.rehash
    self
  end

  def merge(*enums)
    Troupe.check_frozen(self)
    enums.each { |enum| Troupe::Sets.add_all(self, enum) }
    self
  end

  def subtract(enum)
    Troupe.check_frozen(self)
    Troupe::Sets.each(enum) { |x| @__hash.delete(x) }
    self
  end

  # --- Operators ------------------------------------------------------------------------------------------------------

  def |(enum) = Troupe::Sets.add_all(dup, enum)

  alias union |
  alias + |

  def &(enum)
    out = __fresh({})
    if Set === enum
      each { |x| out.add(x) if enum.include?(x) }
    else
      Troupe::Sets.each(enum) { |x| out.add(x) if @__hash.key?(x) }
    end
    out
  end

  alias intersection &

  def -(enum) = dup.subtract(enum)

  alias difference -

  def ^(enum)
    out = __fresh
    Troupe::Sets.each(enum) { |x| out.add(x) }
    each { |x| out.add?(x) || out.delete(x) }
    out
  end

  def ==(other)
    return true if Primitive.same?(self, other)
    return false unless Set === other && size == other.size && compare_by_identity? == other.compare_by_identity?
    return true if Primitive.guard_enter(:==, self, other)
    begin
      other.all? { |x| @__hash.key?(x) }
    ensure
      Primitive.guard_leave
    end
  end

  alias eql? ==

  def hash = @__hash.hash

  def <=>(other)
    return nil unless Set === other
    c = size <=> other.size
    return superset?(other) ? 1 : nil if c > 0
    return subset?(other) ? -1 : nil if c < 0
    subset?(other) ? 0 : nil
  end

  def superset?(set)
    Troupe::Sets.check(set)
    size >= set.size && set.all? { |x| @__hash.key?(x) }
  end

  alias >= superset?

  def proper_superset?(set)
    Troupe::Sets.check(set)
    size > set.size && set.all? { |x| @__hash.key?(x) }
  end

  alias > proper_superset?

  def subset?(set)
    Troupe::Sets.check(set)
    size <= set.size && all? { |x| set.include?(x) }
  end

  alias <= subset?

  def proper_subset?(set)
    Troupe::Sets.check(set)
    size < set.size && all? { |x| set.include?(x) }
  end

  alias < proper_subset?

  def intersect?(set)
    if Set === set
      return size < set.size ? any? { |x| set.include?(x) } : set.any? { |x| @__hash.key?(x) }
    end
    unless Primitive.responds(set, :each_entry) || Primitive.is_array(set)
      raise ArgumentError, "value must be enumerable"
    end
    set.any? { |x| @__hash.key?(x) }
  end

  def disjoint?(set) = !intersect?(set)

  # --- With blocks ----------------------------------------------------------------------------------------------------

  def map!
    return to_enum(Primitive.callee) { size } unless block_given?
    Troupe.check_frozen(self)
    fresh = {}
    each { |x| fresh[yield(x)] = true }
    @__hash.replace(fresh)
    self
  end

  alias collect! map!

  def filter!
    return to_enum(Primitive.callee) { size } unless block_given?
    Troupe.check_frozen(self)
    @__hash.select! { |x, _| yield x } ? self : nil
  end

  alias select! filter!

  def keep_if
    return to_enum(:keep_if) { size } unless block_given?
    Troupe.check_frozen(self)
    @__hash.select! { |x, _| yield x }
    self
  end

  def reject!
    return to_enum(:reject!) { size } unless block_given?
    Troupe.check_frozen(self)
    @__hash.reject! { |x, _| yield x } ? self : nil
  end

  def delete_if
    return to_enum(:delete_if) { size } unless block_given?
    Troupe.check_frozen(self)
    @__hash.reject! { |x, _| yield x }
    self
  end

  def filter
    return to_enum(Primitive.callee) { size } unless block_given?
    out = __fresh
    each { |x| out.add(x) if yield(x) }
    out
  end

  alias select filter

  def reject
    return to_enum(:reject) { size } unless block_given?
    out = __fresh
    each { |x| out.add(x) unless yield(x) }
    out
  end

  def partition
    return to_enum(:partition) { size } unless block_given?
    to_a.partition { |x| yield x }
  end

  def classify
    return to_enum(:classify) { size } unless block_given?
    out = {}
    each do |x|
      key = yield(x)
      (out[key] ||= __fresh({})).add(x)
    end
    out
  end

  def divide(&block)
    return to_enum(:divide) { size } unless block
    if block.arity == 2
      Troupe::Sets.divide(self, &block)
    else
      Set.new(classify(&block).values.map { |s| s.compare_by_identity? ? Set.new(s.to_a) : s })
    end
  end

  def flatten
    Troupe::Sets.flatten(self, Primitive.real_class(self).allocate.__take({}))
  end

  def flatten!
    Troupe.check_frozen(self)
    return nil unless any? { |x| Set === x }
    flat = flatten
    @__hash = flat.__hash
    self
  end

  def join(separator = nil) = to_a.join(separator)

  def inspect
    name = Primitive.real_class(self).to_s
    return "#{name}[...]" if Primitive.guard_enter(:inspect, self, nil)
    begin
      out = +"#{name}["
      first = true
      each do |x|
        out << ", " unless first
        first = false
        out << Troupe::Walk.inspected(x)
      end
      out << "]"
    ensure
      Primitive.guard_leave
    end
  end

  alias to_s inspect

  def pretty_print(q) = q.text(inspect)
end

module Troupe
  module Sets
    def self.check(set)
      raise ArgumentError, "value must be a set" unless Set === set
    end

    def self.each(enum, &block)
      if Set === enum || Primitive.is_array(enum)
        enum.each(&block)
      elsif Primitive.responds(enum, :each_entry)
        enum.each_entry(&block)
      elsif Primitive.responds(enum, :each)
        enum.each(&block)
      else
        raise ArgumentError, "value must be enumerable"
      end
    end

    def self.add_all(set, enum)
      each(enum) { |x| set.add(x) }
      set
    end

    def self.flatten(set, out)
      raise ArgumentError, "tried to flatten recursive Set" if Primitive.guard_enter(:flatten, set, nil)
      begin
        set.each { |x| Set === x ? flatten(x, out) : out.add(x) }
        out
      ensure
        Primitive.guard_leave
      end
    end

    # Sets of elements that are linked, one after the other, by the block for both orders.
    def self.divide(set)
      items = set.to_a
      links = items.map { [] }
      n = items.size
      n.times do |i|
        n.times { |j| links[i] << j if i != j && yield(items[i], items[j]) }
      end
      seen = items.map { false }
      out = Set.new
      n.times do |i|
        next if seen[i]
        seen[i] = true
        group = Set.new
        queue = [i]
        while (j = queue.shift)
          group.add(items[j])
          links[j].each do |k|
            next if seen[k] || !links[k].include?(j)
            seen[k] = true
            queue << k
          end
        end
        out.add(group)
      end
      out
    end
  end
end
