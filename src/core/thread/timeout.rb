# Timeout: a thread that nobody sees sleeps until the time is up, and then interrupts the one that waits.
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
    task = Thread.current.__task
    alarm = Thread.start do
      sleep seconds
      task.interrupt(error)
    end
    alarm.__task.hidden = true
    begin
      yield seconds
    ensure
      alarm.kill
      task.pending.delete_if { |what| Primitive.same?(what, error) }
    end
  end
  private_class_method :within

  private

  def timeout(...) = Timeout.timeout(...)
end
