# Timeout: a thread that nobody sees sleeps until the time is up, and then interrupts the one that waits.
module Troupe
  # Pending in a thread from the start, and due when a thread of its own has slept that long; or could not, without memory.
  class Alarm
    attr_writer :over

    def initialize(task, error)
      @task = task
      @error = error
      @due = @over = false
      @sleeper = nil
    end

    def start(seconds)
      @task.pending << self
      thread = Thread.start { sleep_for(seconds) }
      @sleeper = thread.__task
      @sleeper.hidden = true
    end

    # Nothing but primitives between the end of the sleep and the interrupt.
    def sleep_for(seconds)
      sleep seconds
    rescue NoMemoryError => e
      @error = e
    ensure
      unless @over
        @due = true
        Primitive.thread_interrupt(@task.handle)
      end
    end

    # What is to be raised now, or nil.
    def due
      return @error if @due
      @sleeper && @sleeper.exception
    end

    def stop
      @task.pending.delete_if { |what| Primitive.same?(what, self) }
      @sleeper.thread.kill if @sleeper
    end
  end
end

module Timeout
  # Goes through every rescue of the block but those that name it or Exception.
  class ExitException < Exception
    def exception(*) = self
  end

  class Error < RuntimeError
    def self.handle_timeout(message)
      error = ExitException.new(message)
      begin
        yield error
      rescue ExitException => e
        raise new(message) if Primitive.same?(e, error)
        raise
      end
    end
  end

  def self.timeout(seconds, type = nil, message = nil, &block)
    return yield(seconds) if Primitive.same?(seconds, nil) || seconds == 0
    seconds = Troupe::Convert.to_f(seconds) unless Primitive.is_integer(seconds) || Primitive.is_float(seconds)
    raise ArgumentError, "Timeout sec must be a non-negative number" if seconds < 0
    message ||= "execution expired"
    return within(seconds, type.exception(message), &block) if type
    Error.handle_timeout(message) { |error| within(seconds, error, &block) }
  end

  def self.within(seconds, error)
    alarm = Troupe::Alarm.new(Thread.current.__task, error)
    begin
      alarm.start(seconds)
      yield seconds
    ensure
      alarm.over = true # whatever fails from here on, it interrupts nobody
      alarm.stop
    end
  end
  private_class_method :within

  private

  def timeout(...) = Timeout.timeout(...)
end
