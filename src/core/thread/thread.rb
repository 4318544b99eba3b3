# Thread: further execution contexts in one Ractor, of which one runs at a time. What a Thread keeps is in its task, so that a
# frozen Thread goes on. Every wait is a loop: put yourself where the waker looks, test, wait; any wait may end early.
module Troupe
  class Task
    WAIT_INSIDE = 1 # for another thread of this Ractor: when all wait so, that is a deadlock
    WAIT_SLEEP = 3

    attr_reader :thread, :handle, :pending, :masks, :joiners
    attr_accessor :value, :dying, :waiting, :name, :group, :priority, :report, :abort, :place, :variables, :hidden, :awaits

    def initialize(thread, handle)
      # All of them are there from the start: what is set when the thread ends needs no memory.
      @dying = @waiting = false
      @value = @exception = @group = @place = @awaits = nil
      @thread = thread
      @handle = handle
      @pending = []
      @masks = []
      @joiners = []
      @priority = 0
      @report = Thread.report_on_exception
      @abort = false
    end

    def inherit(parent, block)
      @group = parent.group
      @priority = parent.priority
      @masks = parent.masks.dup
      file, line = block.source_location
      @place = "#{file}:#{line}" if file
    end

    # --- What others send: exceptions, and Integer for a kill ---------------------------------------------------------
    def interrupt(what)
      @pending << what
      Primitive.thread_interrupt(@handle)
    end

    # The first that no mask holds up now; it is no longer pending.
    def next_interrupt
      i = 0
      while i < @pending.size
        what = due(@pending[i])
        if what && deliverable?(what)
          @pending.delete_at(i)
          return what
        end
        i += 1
      end
      nil
    end

    # What is pending now: an alarm is there from the start, so that it needs no memory when its time is up.
    def due(what) = Primitive.is_kind(what, Alarm) ? what.due : what

    def deliverable?(what)
      return true if @masks.empty?
      ancestors = (Primitive.same?(what, Integer) ? what : Primitive.real_class(what)).ancestors
      i = @masks.size - 1
      while i >= 0
        timing = Task.timing(@masks[i], ancestors)
        return timing == :immediate || (timing == :on_blocking && @waiting) if timing
        i -= 1
      end
      true
    end

    def self.timing(mask, ancestors)
      ancestors.each do |one|
        timing = mask[one]
        return timing if timing
      end
      nil
    end

    # Signals are noticed by the main Ractor's main thread alone. Without memory it is tried again.
    def deliver
      unless Primitive.same?(sent = Primitive.thread_sent(@handle), nil)
        @pending << sent
        Primitive.thread_heard(@handle)
      end
      while (number = Primitive.signal_next)
        Signals.deliver(number)
      end
      while (errand = Primitive.errand_next)
        begin
          Ractor.__send__(:__do, errand)
        rescue NoMemoryError
          Primitive.port_close(Primitive.array_at_of(errand, 0), true) # in place of an answer
        end
      end
      while (what = next_interrupt)
        if Primitive.same?(what, Integer)
          @dying = true
          Primitive.thread_die
        end
        Primitive.raise(what)
      end
    rescue NoMemoryError
      Primitive.thread_interrupt(@handle)
      raise
    end

    def die
      @dying = true
      Primitive.thread_die
    end

    # One wait of the running thread. A pending interrupt that waits for one is delivered now.
    def wait(kind, deadline)
      if @masks.empty?
        Primitive.thread_wait(kind, deadline)
      else
        wait_masked(kind, deadline)
      end
    end

    def wait_masked(kind, deadline)
      @waiting = true
      deliver
      Primitive.thread_wait(kind, deadline)
      deliver
    ensure
      @waiting = false
    end

    # Until the deadline has passed or somebody wakes the thread by name: whether it was that.
    def sleep(kind, deadline)
      until Primitive.thread_woken(@handle)
        return false if deadline && Primitive.thread_passed(deadline)
        wait(kind, deadline)
      end
      true
    end

    def wait_for_end(deadline)
      waiter = Thread.current.__task
      Primitive.waiters_add(@joiners)
      begin
        until Primitive.thread_ended(@handle)
          return false if deadline && Primitive.thread_passed(deadline)
          waiter.wait(WAIT_INSIDE, deadline)
        end
        true
      ensure
        Primitive.waiters_drop(@joiners)
      end
    end

    # --- Its life -----------------------------------------------------------------------------------------------------
    # The block's exception is what join raises; nothing else leaves this method but a kill.
    def run(arguments, options, storage, block)
      Primitive.thread_mask(false)
      deliver
      Primitive.fiber_current.__set_storage(storage) if storage
      @value = options.empty? ? block.call(*arguments) : block.call(*arguments, **options)
    rescue Exception => e
      @exception = e # primitives from here to the end, but for the report: whoever waits hears of it without memory
      Primitive.port_close(@hidden, true) if Primitive.same?(Primitive.ractor_is(@hidden), 2)
      Primitive.thread_send_main(e) if Primitive.is_kind(e, SystemExit)
      failed(e)
    ensure
      Primitive.thread_mask(true)
      Primitive.thread_finish(@handle, @joiners)
    end

    def failed(error)
      return if Primitive.is_kind(error, SystemExit)
      abort = @abort || Thread.abort_on_exception
      Troupe.report_thread(@thread, error) if @report
    ensure
      Primitive.thread_send_main(error) if abort
    end

    def ended = Primitive.thread_ended(@handle)

    # What join raises.
    def exception = @exception || Primitive.thread_failure(@handle)

    def status
      return exception ? nil : false if ended
      waits = Primitive.thread_waits(@handle)
      return "sleep" if waits && waits > 0
      @dying ? "aborting" : "run"
    end

    def stopped? = ended || status == "sleep"

    def described
      return "dead" if ended
      state = status
      state == "sleep" && !Primitive.thread_has_deadline(@handle) ? "sleep_forever" : state
    end
  end

  def self.report_thread(thread, error, again = false)
    text = "#{thread.inspect} terminated with exception (report_on_exception is true):\n" +
           error.full_message(highlight: false)
    $stderr.write(text.end_with?("\n") ? text : text + "\n")
  rescue NoMemoryError
    again ? nil : report_thread(thread, error, true)
  rescue Exception
    nil
  end

  # Seconds, as sleep and timeouts take them.
  def self.interval(seconds)
    unless Primitive.is_integer(seconds) || Primitive.is_float(seconds)
      unless Primitive.is_kind(seconds, Numeric) || Primitive.responds(seconds, :divmod)
        raise TypeError, "can't convert #{Primitive.real_class(seconds)} into time interval"
      end
      whole, rest = seconds.divmod(1)
      seconds = whole + rest.to_f
    end
    raise ArgumentError, "time interval must not be negative" if seconds < 0
    seconds
  end

  def self.deadline(seconds) = Primitive.same?(seconds, nil) ? nil : Primitive.thread_deadline(interval(seconds))
end

class Thread
  @report_on_exception = true
  @abort_on_exception = false

  class << self
    attr_reader :report_on_exception, :abort_on_exception

    def report_on_exception=(flag)
      Thread.instance_variable_set(:@report_on_exception, flag ? true : false)
    end

    def abort_on_exception=(flag)
      Thread.instance_variable_set(:@abort_on_exception, flag ? true : false)
    end

    def new(*arguments, **options, &block)
      thread = Primitive.instance_new(self)
      thread.__send__(:initialize, *arguments, **options, &block)
      return thread if thread.__started?
      raise ThreadError, "uninitialized thread - check '#{self}#initialize'"
    end

    def start(*arguments, **options, &block)
      raise ArgumentError, "tried to create Proc object without a block" unless block
      thread = Primitive.instance_new(self)
      thread.__start(arguments, options, block)
      thread
    end
    alias fork start

    def current = Primitive.thread_current || __adopt

    def main = Primitive.thread_main || __adopt

    def __adopt
      thread = Primitive.instance_new(Thread)
      thread.__be(Primitive.thread_adopt(thread)).group = Ractor.main? ? ThreadGroup::Default : ThreadGroup.new
      thread
    end

    def list
      current
      Primitive.thread_list.reject { |thread| thread.__task.ended || thread.__task.hidden }
    end

    def pass
      Primitive.thread_pass
      nil
    end

    def stop
      raise ThreadError, "stopping only thread\n\tnote: use sleep to stop forever" if Primitive.thread_alone
      task = current.__task
      Primitive.thread_sleeps(task.handle)
      task.sleep(Troupe::Task::WAIT_INSIDE, nil)
      nil
    end

    def exit = current.kill

    def kill(thread) = thread.kill

    def handle_interrupt(mask)
      raise ArgumentError, "block is needed." unless block_given?
      mask = Troupe::Convert.to_hash(mask)
      mask.each_value do |timing|
        unless timing == :immediate || timing == :on_blocking || timing == :never
          raise ArgumentError, "unknown mask signature"
        end
      end
      task = current.__task
      task.masks << mask.dup
      begin
        task.deliver
        yield
      ensure
        task.masks.pop
        task.deliver
      end
    end

    def pending_interrupt?(error = (none = true)) = none ? current.pending_interrupt? : current.pending_interrupt?(error)

    def each_caller_location(start = 1, length = nil, **nil)
      raise LocalJumpError, "no block given" unless block_given?
      (caller_locations(start, length) || []).each { |location| yield location }
      nil
    end

    # Whether threads of this Ractor may all wait for each other, for ever.
    def ignore_deadlock = Primitive.thread_ignores_deadlock

    def ignore_deadlock=(flag)
      Primitive.thread_ignore_deadlock(flag ? true : false)
    end

    # A thread of the core's own, which no program sees. The block answers to the port, or an exception does by closing it.
    def __hidden(port, &block)
      thread = Primitive.instance_new(Thread)
      task = thread.__be(Primitive.thread_handle(thread))
      task.hidden = port
      task.report = false
      task.group = ThreadGroup::Default
      Primitive.thread_answers(task.handle, port)
      Primitive.thread_start(task.handle, :__run, [[], {}, nil, block])
    end
    private :__hidden

    # Ends all others, and waits for that.
    def __end_all
      until (others = Primitive.thread_list.reject { |t| Primitive.same?(t, current) || t.__task.ended }).empty?
        others.each { |thread| thread.__task.interrupt(Integer) }
        others.each { |thread| thread.__task.wait_for_end(nil) }
      end
    rescue Exception
      nil # one that waits for ever in its ensure
    end
    private :__end_all

    # What the vm calls where nobody has asked for the Thread yet.
    def __interrupts = current.__task.deliver
    private :__interrupts
  end

  def initialize(*arguments, **options, &block)
    Kernel.raise ThreadError, "must be called with a block" unless block
    if __started?
      Kernel.raise ThreadError, "already initialized thread#{" - #{@__task.place}" if @__task.place}"
    end
    __start(arguments, options, block)
  end

  def __started? = !Primitive.same?(@__task, nil)

  def __be(handle)
    @__task = Troupe::Task.new(self, handle)
  end

  def __task = @__task || Kernel.raise(ThreadError, "uninitialized thread - check '#{Primitive.real_class(self)}#initialize'")

  def __start(arguments, options, block)
    parent = Thread.current.__task
    Kernel.raise ThreadError, "can't start a new thread (frozen ThreadGroup)" if parent.group && parent.group.frozen?
    task = __be(Primitive.thread_handle(self))
    task.inherit(parent, block)
    storage = Primitive.fiber_current.__storage
    storage = storage.dup if storage
    Primitive.thread_start(@__task.handle, :__run, [arguments, options, storage, block])
  end

  def __run(arguments, options, storage, block) = @__task.run(arguments, options, storage, block)

  # What the vm calls in this thread when somebody interrupted it.
  def __interrupts = @__task.deliver

  private :__run, :__interrupts

  # --- Its end --------------------------------------------------------------------------------------------------------
  def join(limit = nil)
    task = __task
    Kernel.raise ThreadError, "Target thread must not be current thread" if Primitive.same?(self, Thread.current)
    Kernel.raise ThreadError, "Target thread must not be main thread" if Primitive.same?(self, Thread.main)
    unless Primitive.same?(limit, nil)
      limit = Troupe::Convert.to_f(limit)
      limit = Primitive.thread_deadline(limit < 0 ? 0 : limit)
    end
    return nil unless task.ended || task.wait_for_end(limit)
    Primitive.raise(task.exception) if task.exception
    self
  end

  def value
    join
    @__task.value
  end

  def kill
    task = __task
    return self if task.ended
    Kernel.exit if Ractor.main? && Primitive.same?(self, Thread.main)
    if Primitive.same?(self, Thread.current)
      task.die
    else
      task.interrupt(Integer)
    end
    self
  end
  alias exit kill
  alias terminate kill

  def raise(*given, cause: (no_cause = true), **options)
    task = __task
    return nil if task.ended
    error = Troupe.caused_exception(given, options, cause, no_cause)
    Primitive.raise(error) if Primitive.same?(self, Thread.current)
    task.interrupt(error)
    nil
  end

  def pending_interrupt?(error = (none = true))
    pending = __task.pending.filter_map { |what| @__task.due(what) }
    return !pending.empty? if none
    Kernel.raise TypeError, "class or module required for rescue clause" unless Primitive.is_module(error)
    pending.any? { |what| Primitive.same?(what, Integer) ? what <= error : Primitive.is_kind(what, error) }
  end

  # --- Running and sleeping -------------------------------------------------------------------------------------------
  def wakeup
    Kernel.raise ThreadError, "killed thread" if __task.ended
    Primitive.thread_wake(@__task.handle)
    self
  end

  def run
    wakeup
    Primitive.thread_pass
    self
  end

  def status = __task.status

  def alive? = !__task.ended

  def stop? = __task.stopped?

  # --- What it is -----------------------------------------------------------------------------------------------------
  def name = __task.name

  def name=(name)
    name = Troupe::Convert.to_str(name) unless Primitive.same?(name, nil)
    if name && !name.encoding.ascii_compatible?
      Kernel.raise ArgumentError, "ASCII-incompatible encoding (#{name.encoding})"
    end
    Kernel.raise ArgumentError, "string contains null byte" if name && name.include?("\0")
    __task.name = Primitive.same?(name, nil) ? nil : name.dup.freeze
  end

  def priority = __task.priority

  def priority=(number)
    number = Troupe::Convert.to_int(number)
    __task.priority = number < -3 ? -3 : number > 3 ? 3 : number
  end

  def group = __task.ended ? nil : @__task.group

  def report_on_exception = __task.report

  def report_on_exception=(flag)
    __task.report = flag ? true : false
  end

  def abort_on_exception = __task.abort

  def abort_on_exception=(flag)
    __task.abort = flag ? true : false
  end

  def native_thread_id = __task.ended ? nil : Primitive.thread_native_id

  def backtrace(start = 0, length = nil)
    texts = Primitive.thread_backtrace(__task.handle)
    Primitive.same?(texts, nil) ? nil : Troupe.cut_backtrace(texts, start, length)
  end

  def backtrace_locations(start = 0, length = nil)
    texts = backtrace(start, length)
    Primitive.same?(texts, nil) ? nil : Troupe.locations(texts)
  end

  def inspect
    task = __task
    text = Primitive.any_to_s_of(self)[0..-2]
    text += "@#{task.name}" if task.name
    text += " #{task.place}" if task.place
    text = "#{text} #{task.described}>"
    task.name ? text : text.b
  end
  alias to_s inspect

  # --- Values of its fibers, and of itself ----------------------------------------------------------------------------
  def [](name)
    name = Troupe::Convert.to_sym(name)
    locals = Primitive.thread_locals(__task.handle, false)
    Primitive.same?(locals, nil) ? nil : locals[name]
  end

  def []=(name, value)
    Kernel.raise FrozenError, "can't modify frozen thread locals" if Primitive.is_frozen(self)
    name = Troupe::Convert.to_sym(name)
    locals = Primitive.thread_locals(__task.handle, true)
    Primitive.same?(value, nil) ? locals.delete(name) : locals[name] = value
    value
  end

  def key?(name)
    name = Troupe::Convert.to_sym(name)
    locals = Primitive.thread_locals(__task.handle, false)
    !Primitive.same?(locals, nil) && locals.key?(name)
  end

  def keys
    locals = Primitive.thread_locals(__task.handle, false)
    Primitive.same?(locals, nil) ? [] : locals.keys
  end

  def fetch(name, default = (none = true))
    warn("block supersedes default value argument", uplevel: 0) if block_given? && !none
    name = Troupe::Convert.to_sym(name)
    locals = Primitive.thread_locals(__task.handle, false)
    return locals[name] if !Primitive.same?(locals, nil) && locals.key?(name)
    return yield(name) if block_given?
    Kernel.raise KeyError.new("key not found: #{name.inspect}", receiver: self, key: name) if none
    default
  end

  def thread_variable_get(name)
    name = Troupe::Convert.to_sym(name)
    variables = __task.variables
    variables ? variables[name] : nil
  end

  def thread_variable_set(name, value)
    Kernel.raise FrozenError, "can't modify frozen thread locals" if Primitive.is_frozen(self)
    name = Troupe::Convert.to_sym(name)
    variables = __task.variables ||= {}
    Primitive.same?(value, nil) ? variables.delete(name) : variables[name] = value
    value
  end

  def thread_variable?(name)
    name = Troupe::Convert.to_sym(name)
    variables = __task.variables
    variables ? variables.key?(name) : false
  end

  def thread_variables = (__task.variables || {}).keys
end

class ThreadGroup
  Default = new

  def list = Thread.list.select { |thread| Primitive.same?(thread.group, self) }

  def add(thread)
    raise ThreadError, "can't move to the frozen thread group" if Primitive.is_frozen(self)
    raise ThreadError, "can't move to the enclosed thread group" if @__enclosed
    from = thread.group
    return nil if Primitive.same?(from, nil)
    raise ThreadError, "can't move from the frozen thread group" if Primitive.is_frozen(from)
    raise ThreadError, "can't move from the enclosed thread group" if from.enclosed?
    thread.__task.group = self
    self
  end

  def enclose
    @__enclosed = true
    self
  end

  def enclosed? = @__enclosed ? true : false
end

module Kernel
  def sleep(duration = nil)
    deadline = Troupe.deadline(duration)
    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    task = Thread.current.__task
    Primitive.thread_sleeps(task.handle)
    task.sleep(Troupe::Task::WAIT_SLEEP, deadline)
    (Process.clock_gettime(Process::CLOCK_MONOTONIC) - started).round
  end
  module_function :sleep
end
