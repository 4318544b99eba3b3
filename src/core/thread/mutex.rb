# Mutex, ConditionVariable and Monitor. The lock itself is C: nothing may come between its steps.
class Thread::Mutex
  def initialize
    @__lock = Primitive.lock_new
  end

  def lock
    __wait unless Primitive.lock_try(@__lock)
    self
  end

  def try_lock = Primitive.lock_try(@__lock)

  def unlock
    Primitive.lock_unlock(@__lock)
    self
  end

  def locked? = Primitive.lock_locked(@__lock)

  def owned? = Primitive.lock_owned(@__lock)

  def synchronize
    raise ThreadError, "must be called with a block" unless block_given?
    __wait unless Primitive.lock_try(@__lock)
    begin
      yield
    ensure
      Primitive.lock_unlock(@__lock)
    end
  end

  # Unlocked meanwhile. nil: nobody woke it.
  def sleep(timeout = nil)
    deadline = Troupe.deadline(timeout)
    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    task = Thread.current.__task
    Primitive.thread_sleeps(task.handle)
    Primitive.lock_unlock(@__lock)
    begin
      woken = task.sleep(Troupe::Task::WAIT_INSIDE, deadline)
    ensure
      Primitive.thread_mask(true) # the caller counts on having it again
      __wait unless Primitive.lock_try(@__lock)
      Primitive.thread_mask(false)
    end
    task.deliver
    woken ? (Process.clock_gettime(Process::CLOCK_MONOTONIC) - started).round : nil
  end

  def __wait
    Primitive.lock_check(@__lock)
    task = Thread.current.__task
    Primitive.waiters_add(Primitive.lock_waiters(@__lock))
    begin
      task.wait(Troupe::Task::WAIT_INSIDE, nil) until Primitive.lock_try(@__lock)
    ensure
      Primitive.lock_waited(@__lock)
    end
  end
  private :__wait
end

class Thread::ConditionVariable
  def initialize
    @__waiting = []
  end

  def wait(mutex, timeout = nil)
    Primitive.waiters_add(@__waiting)
    begin
      mutex.sleep(timeout)
    ensure
      Primitive.waiters_drop(@__waiting)
    end
  end

  def signal
    Primitive.waiters_signal(@__waiting)
    self
  end

  def broadcast
    nil while Primitive.waiters_signal(@__waiting)
    self
  end

  def marshal_dump = raise(TypeError, "can't dump #{Primitive.real_class(self)}")
end

Mutex = Thread::Mutex
ConditionVariable = Thread::ConditionVariable

# A lock that its owner may enter again.
class Monitor
  def initialize
    @__mutex = Thread::Mutex.new
    @__count = 0
  end

  def enter
    @__mutex.lock unless @__mutex.owned?
    @__count += 1
    nil
  end
  alias mon_enter enter

  def try_enter
    return false unless @__mutex.owned? || @__mutex.try_lock
    @__count += 1
    true
  end
  alias mon_try_enter try_enter
  alias try_mon_enter try_enter

  def exit
    mon_check_owner
    raise ThreadError, "monitor_exit: count:#{@__count}" if @__count <= 0
    @__count -= 1
    @__mutex.unlock if @__count == 0
    nil
  end
  alias mon_exit exit

  def synchronize
    enter
    begin
      yield
    ensure
      self.exit
    end
  end
  alias mon_synchronize synchronize

  def mon_locked? = @__mutex.locked?

  def mon_owned? = @__mutex.owned?

  def mon_check_owner
    raise ThreadError, "current thread not owner" unless @__mutex.owned?
  end

  def new_cond = MonitorMixin::ConditionVariable.new(self)

  # Leaves it altogether, however often it was entered, while it waits.
  def wait_for_cond(condition, timeout)
    count = @__count
    @__count = 0
    begin
      condition.wait(@__mutex, timeout)
    ensure
      @__count = count
    end
    true
  end
end

module MonitorMixin
  class ConditionVariable
    def initialize(monitor)
      @monitor = monitor
      @cond = Thread::ConditionVariable.new
    end

    def wait(timeout = nil)
      @monitor.mon_check_owner
      @monitor.wait_for_cond(@cond, timeout)
    end

    def wait_while
      wait while yield
    end

    def wait_until
      wait until yield
    end

    def signal
      @monitor.mon_check_owner
      @cond.signal
    end

    def broadcast
      @monitor.mon_check_owner
      @cond.broadcast
    end
  end

  def self.extend_object(object)
    super(object)
    object.__send__(:mon_initialize)
  end

  def initialize(...)
    super
    mon_initialize
  end

  def mon_try_enter = @mon_data.try_enter
  alias try_mon_enter mon_try_enter

  def mon_enter = @mon_data.enter

  def mon_exit
    mon_check_owner
    @mon_data.exit
  end

  def mon_locked? = @mon_data.mon_locked?

  def mon_owned? = @mon_data.mon_owned?

  def mon_synchronize(&) = @mon_data.synchronize(&)
  alias synchronize mon_synchronize

  def new_cond
    raise ThreadError, "monitor is not initialized" unless @mon_data
    @mon_data.new_cond
  end

  private

  def mon_initialize
    if defined?(@mon_data) && Primitive.same?(@mon_data_owner_object_id, object_id)
      raise ThreadError, "already initialized"
    end
    @mon_data = ::Monitor.new
    @mon_data_owner_object_id = object_id
  end

  def mon_check_owner = @mon_data.mon_check_owner
end
