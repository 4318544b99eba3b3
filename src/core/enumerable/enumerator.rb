# Enumerator, its Yielder, Generator, Producer, Chain, Product and ArithmeticSequence.
module Kernel
  def to_enum(meth = :each, *args, **options, &size)
    Enumerator.allocate.__setup(self, Troupe::Convert.to_sym(meth), args, options, size)
  end

  alias enum_for to_enum
end

class Enumerator
  def initialize(size = nil, &block)
    raise ArgumentError, "no block given" unless block
    raise FrozenError.new("can't modify frozen #{self.class}: #{inspect}", receiver: self) if frozen?
    unless nil == size || Primitive.responds(size, :call) || Primitive.is_integer(size) ||
           (Primitive.is_float(size) && size.infinite?)
      size = Troupe::Convert.to_int(size)
    end
    __setup(Generator.new(&block), :each, [], nil, size)
  end

  # Not for programs: what the enumerator calls.
  def __setup(receiver, meth, args, options, size)
    @__source = receiver
    @__call = meth
    @__arguments = args
    @__options = nil == options || options.empty? ? nil : options
    @__size = size
    self
  end


  def each(*args, **options, &block)
    unless args.empty? && options.empty?
      more = @__arguments + args
      all = nil == @__options ? options : @__options.merge(options)
      copy = Primitive.real_class(self).allocate.__setup(@__source, @__call, more, all, nil)
      return block ? copy.each(&block) : copy
    end
    return self unless block
    __run(&block)
  end

  def __run(&block)
    raise ArgumentError, "uninitialized enumerator" if nil == @__call
    if nil == @__options
      @__arguments.empty? ? @__source.__send__(@__call, &block) : @__source.__send__(@__call, *@__arguments, &block)
    else
      @__source.__send__(@__call, *@__arguments, **@__options, &block)
    end
  end

  # What an array can make at once is not yielded one by one, unless somebody has redefined how.
  def to_a(*args, **options)
    if Primitive.is_array(@__source) && args.empty? && options.empty? && nil == @__options &&
       Primitive.is_own(@__source, @__call) && Primitive.is_own(self, :each)
      rows = Troupe::Rows.of(@__source, @__call, @__arguments)
      return rows if rows
    end
    super
  end

  alias entries to_a

  def size
    n = @__size
    return n if nil == n || Primitive.is_integer(n) || Primitive.is_float(n)
    n.call(*@__arguments)
  end

  def with_index(offset = 0)
    offset = nil == offset ? 0 : Troupe::Convert.to_int(offset)
    return to_enum(:with_index, offset) { size } unless block_given?
    i = offset
    __run do |*packed|
      r = yield(packed, i)
      i += 1
      r
    end
  end

  def each_with_index
    return to_enum(:each_with_index) { size } unless block_given?
    i = 0
    __run do |*packed|
      r = yield(packed, i)
      i += 1
      r
    end
  end

  def with_object(memo)
    return to_enum(:with_object, memo) { size } unless block_given?
    __run { |*packed| yield(packed, memo) }
    memo
  end

  alias each_with_object with_object

  def +(other) = Chain.new(self, other)

  # --- External iteration: each runs in a fiber, which hands over what it yields --------------------------------------

  # @__ready is the fiber while it waits with nothing ahead: then next resumes it without coming here.
  def next
    values = next_values
    @__ready = @__fiber
    Primitive.pack(values)
  end

  def next_values
    values = __ahead
    @__values = nil
    values
  end

  def peek
    values = __ahead
    Primitive.pack(values)
  end

  def peek_values = __ahead

  # The values of the next step. At the end the same StopIteration each time.
  private def __ahead
    Troupe.check_frozen(self)
    return @__values if @__values
    raise @__stop if @__stop
    @__ready = nil
    fiber = @__fiber
    fiber = __iteration unless fiber && fiber.alive? # one that an exception ended is begun anew
    @__values = fiber.__handed(fiber.resume)
  end

  private def __iteration
    @__values = nil
    @__feed = @__feed # it may have been fed; and is there from now on
    @__fiber = Fiber.new do
      result = each do |*packed|
        Primitive.fiber_hand(packed)
        __fed if @__feed
      end
      stop = StopIteration.new("iteration reached an end")
      Primitive.ivar_hide(stop, :@__result, result)
      @__fiber = @__ready = nil
      Primitive.fiber_raises
      @__stop = stop
    end
  end

  private def __fed
    fed = @__feed
    @__feed = nil
    fed[0]
  end

  def feed(value)
    Troupe.check_frozen(self)
    raise TypeError, "feed value already set" if @__feed
    @__feed = [value]
    nil
  end

  def rewind
    Troupe.check_frozen(self)
    @__source.rewind if Primitive.responds(@__source, :rewind)
    __forget
  end

  private def __forget
    @__fiber = @__ready = @__values = @__stop = @__feed = nil
    self
  end

  private def initialize_copy(other)
    if Primitive.ivar_hidden(other, :@__fiber)
      raise TypeError, "can't copy execution context"
    end
    __forget
  end

  def inspect
    return "#<#{Primitive.real_class(self)}: uninitialized>" if nil == @__call
    return "#<#{Primitive.real_class(self)}: ...>" if Primitive.guard_enter(:inspect, self, nil)
    begin
      out = "#<#{Primitive.real_class(self)}: #{@__source.inspect}:#{@__call}"
      parts = @__arguments.map { |x| x.inspect }
      @__options.each { |k, v| parts << "#{k}: #{v.inspect}" } unless nil == @__options
      out << "(#{parts.join(", ")})" unless parts.empty?
      out << ">"
    ensure
      Primitive.guard_leave
    end
  end

  alias to_s inspect

  def self.produce(initial = (none = true; nil), size: Float::INFINITY, &block)
    raise ArgumentError, "no block given" unless block
    Enumerator.allocate.__setup(Producer.new(initial, none, block), :each, [], nil, size)
  end

  def self.product(*enums, **options, &block)
    unless options.empty?
      raise ArgumentError, "unknown keyword#{options.size == 1 ? "" : "s"}: #{options.keys.map(&:inspect).join(", ")}"
    end
    product = Product.new(*enums)
    return product unless block
    product.each(&block)
    nil
  end

  class Yielder
    def initialize(&block)
      raise LocalJumpError, "no block given" unless block
      @__block = block
    end

    def <<(value)
      @__block.call(value)
      self
    end

    def yield(*args) = @__block.call(*args)

    def to_proc
      yielder = self
      lambda { |*args| yielder.yield(*args) }
    end
  end

  class Generator
    include Enumerable

    def initialize(&block)
      raise LocalJumpError, "no block given" unless block
      @__block = block
    end

    def each(*args, &block)
      @__block.call(Yielder.new(&block), *args)
    end
  end

  class Producer
    include Enumerable

    def initialize(initial, none, block)
      @__initial = initial
      @__none = none
      @__block = block
    end

    def each
      x = @__none ? @__block.call : @__initial
      while true
        yield x
        x = @__block.call(x)
      end
    rescue StopIteration
      self
    end
  end

  class Chain < Enumerator
    def initialize(*enums)
      raise FrozenError.new("can't modify frozen #{self.class}: #{inspect}", receiver: self) if frozen?
      @__enums = enums.freeze
      self
    end

    def each(*args, &block)
      return args.empty? ? self : to_enum(:each, *args) unless block
      @__reached = 0
      @__enums.each do |e|
        @__reached += 1
        e.each(*args, &block)
      end
      self
    end

    def __run(&block) = each(&block)

    def size
      total = 0
      @__enums.each do |e|
        n = e.size
        return n if nil == n || (Primitive.is_float(n) && n.infinite?)
        return nil unless Primitive.is_integer(n)
        total += n
      end
      total
    end

    def +(other) = Chain.new(self, other)

    def rewind
      while @__reached && @__reached > 0
        e = @__enums[@__reached -= 1]
        e.rewind if Primitive.responds(e, :rewind)
      end
      self
    end

    def inspect
      return "#<#{Primitive.real_class(self)}: uninitialized>" if nil == @__enums
      return "#<#{Primitive.real_class(self)}: ...>" if Primitive.guard_enter(:inspect, self, nil)
      begin
        "#<#{Primitive.real_class(self)}: [#{@__enums.map { |e| e.inspect }.join(", ")}]>"
      ensure
        Primitive.guard_leave
      end
    end

    alias to_s inspect
  end

  class Product < Enumerator
    def initialize(*enums, **options)
      unless options.empty?
        raise ArgumentError, "unknown keyword#{options.size == 1 ? "" : "s"}: #{options.keys.map(&:inspect).join(", ")}"
      end
      raise FrozenError.new("can't modify frozen #{self.class}: #{inspect}", receiver: self) if frozen?
      @__enums = enums.freeze
      self
    end

    private def initialize_copy(other)
      return self if Primitive.same?(self, other)
      Troupe.check_frozen(self)
      unless Primitive.same?(Primitive.real_class(self), Primitive.real_class(other))
        raise TypeError, "initialize_copy should take same class object"
      end
      enums = Primitive.ivar_hidden(other, :@__enums)
      raise ArgumentError, "uninitialized product" unless enums
      @__enums = enums
      self
    end

    def each(&block)
      return self unless block
      __level(0, [], &block)
      self
    end

    def __run(&block) = each(&block)

    def __level(i, taken, &block)
      if i == @__enums.size
        block.call(taken.dup)
        return
      end
      @__enums[i].each_entry do |x|
        taken[i] = x
        __level(i + 1, taken, &block)
      end
    end

    def size
      total = 1
      @__enums.each do |e|
        return nil unless Primitive.responds(e, :size)
        n = e.size
        return n if nil == n
        unless Primitive.is_integer(n) || (Primitive.is_float(n) && n.infinite?)
          return nil
        end
        total *= n
      end
      total
    end

    def rewind
      @__enums.each { |e| e.rewind if Primitive.responds(e, :rewind) }
      self
    end

    def inspect
      return "#<#{Primitive.real_class(self)}: uninitialized>" if nil == @__enums
      return "#<#{Primitive.real_class(self)}: ...>" if Primitive.guard_enter(:inspect, self, nil)
      begin
        "#<#{Primitive.real_class(self)}: [#{@__enums.map { |e| e.inspect }.join(", ")}]>"
      ensure
        Primitive.guard_leave
      end
    end

    alias to_s inspect
  end

  class ArithmeticSequence < Enumerator
    # Not for programs. positional: made by step(limit, by) rather than by keywords; of a Range: without an argument.
    def self.__make(receiver, meth, positional, from, to, by, exclusive)
      Primitive.instance_new(self).__setup_sequence(receiver, meth, positional, from, to, by, exclusive)
    end

    class << self
      undef new

      def allocate = raise(TypeError, "allocator undefined for #{self}")
    end

    def __setup_sequence(receiver, meth, positional, from, to, by, exclusive)
      @__source = receiver
      @__call = meth
      @__positional = positional
      @__from = from
      @__to = to
      @__by = by
      @__exclusive = exclusive
      @__arguments = []
      self
    end

    def begin = @__from

    def end = @__to

    def step = @__by

    def exclude_end? = @__exclusive

    def each(&block)
      return self unless block
      Troupe::Step.each(@__from, @__to, @__by, @__exclusive, &block)
      self
    end

    def __run(&block) = each(&block)

    def size = Troupe::Step.size(@__from, @__to, @__by, @__exclusive)

    def first(n = (none = true; nil))
      if none
        return nil if size == 0
        return @__from.to_f if Primitive.is_float(@__by) || Primitive.is_float(@__to)
        return @__from
      end
      n = Troupe::Walk.count(n, "attempt to take negative size")
      out = []
      return out if n == 0
      each do |x|
        out << x
        break if (n -= 1) == 0
      end
      out
    end

    def last(n = (none = true; nil))
      raise RangeError, "cannot get the last element of endless arithmetic sequence" if nil == @__to
      total = size
      if none
        return nil if total == 0
        return __at(total - 1)
      end
      n = Troupe::Convert.to_int(n)
      raise ArgumentError, "negative array size" if n < 0
      n = total if n > total
      out = []
      i = total - n
      while i < total
        out << __at(i)
        i += 1
      end
      out
    end

    def __at(i)
      if Primitive.is_float(@__from) || Primitive.is_float(@__to) || Primitive.is_float(@__by)
        return Troupe::Step.float_at(@__from.to_f, @__to.to_f, @__by.to_f, i)
      end
      @__from + i * @__by
    end

    def reverse_each
      return to_enum(:reverse_each) { size } unless block_given?
      i = size - 1
      while i >= 0
        yield __at(i)
        i -= 1
      end
      self
    end

    def ==(other)
      ArithmeticSequence === other && @__from == other.begin && @__to == other.end && @__by == other.step &&
        @__exclusive == other.exclude_end?
    end

    alias === ==
    alias eql? ==

    def hash = [@__exclusive, @__from, @__to, @__by].hash

    def inspect
      source = Range === @__source ? "(#{@__source.inspect})" : @__source.inspect
      if Range === @__source
        return @__positional ? "(#{source}.#{@__call})" : "(#{source}.#{@__call}(#{@__by.inspect}))"
      end
      "(#{source}.step#{__shown_arguments})"
    end

    def __shown_arguments
      if @__positional
        return "" if nil == @__to && @__by == 1
        return "(#{@__to.inspect})" if @__by == 1 && Primitive.is_integer(@__by)
        return "(#{@__to.inspect}, #{@__by.inspect})"
      end
      parts = ["by: #{@__by.inspect}"]
      parts << "to: #{@__to.inspect}" unless nil == @__to
      "(#{parts.join(", ")})"
    end

    alias to_s inspect
  end
end
