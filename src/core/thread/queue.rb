# Queue and SizedQueue. Who waits stands in a list; a waker wakes the first of it, who takes himself out, and wakes the next
# if there is something left.
class Thread::Queue
  def initialize(items = (none = true))
    @__items = none ? [] : Thread::Queue.__items(items)
    @__takers = []
  end

  def self.__items(items)
    return items.dup if Primitive.is_array(items)
    raise TypeError, "can't convert #{Primitive.real_class(items)} into Array" unless Troupe::Convert.responds?(items, :to_a)
    made = items.to_a
    return made.dup if Primitive.is_array(made)
    type = Primitive.real_class(items)
    raise TypeError, "can't convert #{type} into Array (#{type}#to_a gives #{Primitive.real_class(made)})"
  end

  def push(item)
    raise ClosedQueueError, "queue closed" if @__closed
    @__items << item
    Primitive.waiters_wake(@__takers)
    self
  end
  alias << push
  alias enq push

  def pop(non_block = false, timeout: nil)
    deadline = __deadline(non_block, timeout)
    return @__items.shift if Primitive.array_size_of(@__items) > 0
    raise ThreadError, "queue empty" if non_block
    __await(deadline)
  end
  alias shift pop
  alias deq pop

  def __deadline(non_block, timeout)
    return nil if Primitive.same?(timeout, nil)
    raise ArgumentError, "can't set a timeout if non_block is enabled" if non_block
    Troupe::Convert.deadline(timeout)
  end

  def __await(deadline)
    task = Thread.current.__task
    Primitive.waiters_add(@__takers)
    begin
      while Primitive.array_size_of(@__items) == 0
        return nil if @__closed || (deadline && Primitive.thread_passed(deadline))
        task.wait(Troupe::Task::WAIT_INSIDE, deadline)
      end
      @__items.shift
    ensure
      Primitive.waiters_drop(@__takers)
      Primitive.waiters_wake(@__takers) if Primitive.array_size_of(@__items) > 0
    end
  end

  private :__deadline, :__await

  def close
    unless @__closed
      @__closed = true
      Primitive.waiters_wake_all(@__takers)
    end
    self
  end

  def closed? = @__closed ? true : false

  def empty? = Primitive.array_size_of(@__items) == 0

  def clear
    @__items.clear
    self
  end

  def size = Primitive.array_size_of(@__items)
  alias length size

  def num_waiting = Primitive.array_size_of(@__takers)

  def freeze = raise(TypeError, "cannot freeze #{inspect}")

  def marshal_dump = raise(TypeError, "can't dump #{Primitive.real_class(self)}")
end

class Thread::SizedQueue
  def initialize(max)
    super()
    @__max = Thread::SizedQueue.__max(max)
    @__givers = []
  end

  def self.__max(max)
    max = Troupe::Convert.to_int(max)
    raise ArgumentError, "queue size must be positive" unless max > 0
    max
  end

  def max = @__max

  def max=(max)
    @__max = Thread::SizedQueue.__max(max)
    Primitive.waiters_wake_all(@__givers)
    max
  end

  def push(item, non_block = false, timeout: nil)
    deadline = __deadline(non_block, timeout)
    raise ClosedQueueError, "queue closed" if @__closed
    unless Primitive.array_size_of(@__items) < @__max
      raise ThreadError, "queue full" if non_block
      return __give(item, deadline)
    end
    @__items << item
    Primitive.waiters_wake(@__takers)
    self
  end
  alias << push
  alias enq push

  def pop(non_block = false, timeout: nil)
    item = super
    Primitive.waiters_wake(@__givers)
    item
  end
  alias shift pop
  alias deq pop

  def __give(item, deadline)
    task = Thread.current.__task
    Primitive.waiters_add(@__givers)
    begin
      until Primitive.array_size_of(@__items) < @__max
        return nil if deadline && Primitive.thread_passed(deadline)
        task.wait(Troupe::Task::WAIT_INSIDE, deadline)
        raise ClosedQueueError, "queue closed" if @__closed
      end
      @__items << item
      Primitive.waiters_wake(@__takers)
      self
    ensure
      Primitive.waiters_drop(@__givers)
      Primitive.waiters_wake(@__givers) if Primitive.array_size_of(@__items) < @__max
    end
  end
  private :__give

  def close
    super
    Primitive.waiters_wake_all(@__givers)
    self
  end

  def clear
    super
    Primitive.waiters_wake_all(@__givers)
    self
  end

  def num_waiting = super + Primitive.array_size_of(@__givers)
end

Queue = Thread::Queue
SizedQueue = Thread::SizedQueue

module Troupe
  module Convert
    # Of a timeout in seconds, which need not be positive; nil: none.
    def self.deadline(timeout)
      return nil if Primitive.same?(timeout, nil)
      raise TypeError, "no implicit conversion of #{describe(timeout)} into Float" unless Primitive.is_kind(timeout, Numeric)
      seconds = to_f(timeout)
      Primitive.thread_deadline(seconds < 0 ? 0 : seconds)
    end
  end
end
