# The end of the main program: at_exit blocks, the report of an uncaught exception, the exit status.
module Troupe
  # Called by the command with the exception that ended the program, or nil.
  def self.finish(exception)
    conclude(exception)
  rescue Exception => e # memory ran out on the way
    report(e)
    Primitive.flush_standard
    1
  end

  def self.conclude(exception)
    exception = run_at_exit(Signals.at_exit(exception))
    Thread.__send__(:__end_all)
    exception = run_finalizers(exception)
    report(exception) unless silent?(exception)
    status = status_of(exception)
    begin
      $stdout.flush if Primitive.responds($stdout, :flush)
    rescue SystemCallError, IOError
      status = 1
    end
    Primitive.flush_standard
    status
  end

  # 0 … 255, or a signal's number, negative: the process is to die of it.
  def self.status_of(exception)
    if SystemExit === exception
      exception.status & 255
    elsif exception.nil?
      0
    else
      number = Primitive.ivar_hidden(exception, :@__signo)
      Primitive.is_integer(number) && number > 0 ? -number : 1
    end
  end

  # How the process dies says enough: of a signal, of SIGPIPE.
  def self.silent?(exception)
    return true if exception.nil? || SystemExit === exception
    return true if Primitive.same?(Primitive.real_class(exception), SignalException)
    Primitive.is_kind(exception, Errno::EPIPE) && !Primitive.same?(Primitive.ivar_hidden(exception, :@__signo), nil)
  end

  # Finalizers run when the program ends, never sooner. By object id, so that nothing is kept alive for them but themselves.
  def self.finalizers
    @__finalizers ||= {}
  end

  def self.add_finalizer(id, callable)
    return callable unless Ractor.main? # only the main Ractor's end runs Ruby
    list = finalizers[id] ||= []
    same = list.find { |one| one == callable }
    list << callable unless same
    same || callable
  end

  # That memory ran out is no finalizer's fault: the program ends of it, if of nothing else.
  def self.run_finalizers(exception)
    while (pair = finalizers.shift)
      pair[1].each do |callable|
        lacking = run_finalizer(callable, pair[0])
        exception = lacking if lacking && (exception.nil? || SystemExit === exception)
      end
    end
    exception
  end

  # The NoMemoryError that ended it, or nil.
  def self.run_finalizer(callable, id)
    callable.call(id)
    nil
  rescue SystemExit
    nil
  rescue NoMemoryError => e
    e
  rescue Exception => e
    return if Primitive.same?($VERBOSE, nil)
    $stderr.write("warning: Exception in finalizer #{callable.inspect}\n#{e.full_message(highlight: false)}")
    nil
  end

  # Blocks run last first; one that raises changes what the program ended with, and the rest still run.
  def self.run_at_exit(exception)
    while (block = at_exit_blocks.pop)
      begin
        Primitive.set_errinfo(exception)
        block.call
      rescue SystemExit => e
        exception = e
      rescue Exception => e
        report(e)
        exception = SystemExit.new(1)
      end
    end
    exception
  end

  def self.report(exception)
    text = begin
      exception.full_message(highlight: false)
    rescue NoMemoryError
      "#{Primitive.real_class(exception).name}: failed to allocate memory (NoMemoryError)\n"
    rescue Exception
      "#{Primitive.real_class(exception).name}: unprintable exception\n"
    end
    text += "\n" unless text.end_with?("\n")
    $stdout.flush if Primitive.responds($stdout, :flush)
    $stderr.write(text)
  rescue NoMemoryError
    Primitive.report_memory
  rescue Exception
    nil
  end

  def self.at_exit_blocks
    @__at_exit ||= []
  end
end

module Kernel
  def at_exit(&block)
    raise Ractor::IsolationError, "can not call at_exit from non-main Ractors" unless Ractor.main?
    raise ArgumentError, "called without block" unless block
    Troupe.at_exit_blocks << block
    block
  end
  module_function :at_exit
end
