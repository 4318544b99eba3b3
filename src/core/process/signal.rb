# Signals: what a program wants done, and the doing of it in the main thread (src/actor/signals.c notes what arrives).
module Troupe
  module Signals
    RESERVED = [4, 7, 8, 11, 26].freeze # the core needs them, or they mean a fault
    RAISED = [1, 2, 3, 10, 12, 14, 15].freeze # by default an exception in the main thread
    PIPE = 13
    CHILD = 17
    SYSTEM = 0 # dispositions of signal_set
    IGNORED = 1
    OURS = 2

    # Number of a name, without or with SIG, or of an Integer.
    def self.number(signal)
      if Primitive.is_integer(signal)
        raise ArgumentError, "invalid signal number (#{signal})" if signal < 0 || signal > 64
        return signal
      end
      text = Primitive.is_symbol(signal) ? signal.name : Convert.try_str(signal)
      raise ArgumentError, "bad signal type #{Primitive.real_class(signal)}" unless text
      short = text.start_with?("SIG") && text.size > 3 ? text[3, text.size] : text
      raise ArgumentError, "negative signal name: #{text}" if text.start_with?("-")
      number = Signal.list[short]
      return number if number && !(number == 0 && text.start_with?("SIG"))
      raise ArgumentError, "unsupported signal '#{text.start_with?("SIG") ? text : "SIG#{text}"}'"
    end

    # What is done now: one of the words, nil, or what was given to trap.
    def self.actions
      @actions ||= {}
    end

    def self.action(number)
      return actions[number] if actions.key?(number)
      return nil if number == 0 || number == PIPE
      RAISED.include?(number) || number == CHILD ? "DEFAULT" : "SYSTEM_DEFAULT"
    end

    # As trap's argument says: a word of ours, or what is to be called.
    def self.meaning(command)
      text = Primitive.is_symbol(command) ? command.name : command
      return command unless Primitive.is_string(text)
      case text
      when "", "IGNORE", "SIG_IGN" then "IGNORE"
      when "DEFAULT", "SIG_DFL" then "DEFAULT"
      when "SYSTEM_DEFAULT", "EXIT" then text
      else text.dup
      end
    end

    def self.disposition(number, action)
      case action
      when nil, "IGNORE" then number == CHILD ? SYSTEM : IGNORED
      when "SYSTEM_DEFAULT" then SYSTEM
      when "DEFAULT" then RAISED.include?(number) || number == PIPE ? OURS : SYSTEM
      else OURS
      end
    end

    # Of another actor: the main one does it, so what it is to call must be its own.
    def self.set_in_main(number, action)
      action = Ractor.shareable_proc(&action) if Primitive.is_kind(action, Proc)
      Ractor.__send__(:__in_main, :trap, number, action)
    end

    def self.set(number, action)
      return set_in_main(number, action) unless Ractor.main?
      previous = action(number)
      unless number == 0
        raise NotImplementedError, "trap: the host keeps its signals" unless Primitive.signal_lent
        unless Primitive.signal_set(number, disposition(number, action))
          raise Errno::EINVAL.new("SIG#{Signal.signame(number)}")
        end
      end
      actions[number] = number == PIPE && action == "DEFAULT" ? nil : action
      previous
    end

    # One that has arrived, in the main thread.
    def self.deliver(number)
      action = action(number)
      case action
      when nil, "IGNORE", "SYSTEM_DEFAULT" then nil
      when "DEFAULT" then default(number)
      when "EXIT" then Kernel.exit
      else run(action, number)
      end
    end

    def self.default(number)
      return unless RAISED.include?(number)
      Kernel.raise(number == 2 ? Interrupt.new("") : SignalException.new(number))
    end

    def self.run(action, number)
      if Primitive.is_string(action)
        TOPLEVEL_BINDING.eval(action)
      else
        action.call(number)
      end
    end

    # trap(:EXIT), before the at_exit blocks. What ended the program is then what it raised, if it did.
    def self.at_exit(exception)
      action = actions.delete(0)
      return exception if Primitive.same?(action, nil) || action == "IGNORE" || action == "DEFAULT"
      Primitive.set_errinfo(exception)
      action == "EXIT" ? Kernel.exit : run(action, 0)
      exception
    rescue SystemExit => e
      e
    rescue Exception => e
      Troupe.report(e)
      SystemExit.new(1)
    end
  end
end

module Signal
  def self.trap(signal, command = (none = true), &block)
    number = Troupe::Signals.number(signal)
    if Troupe::Signals::RESERVED.include?(number)
      raise ArgumentError, "can't trap reserved signal: SIG#{signame(number)}"
    end
    if none
      raise ArgumentError, "tried to create Proc object without a block" unless block
      command = block
    end
    Troupe::Signals.set(number, Troupe::Signals.meaning(command))
  end
end

module Kernel
  def trap(signal, command = (none = true), &block)
    none ? Signal.trap(signal, &block) : Signal.trap(signal, command, &block)
  end
  module_function :trap
end

module Process
  def self.kill(signal, *pids)
    raise ArgumentError, "wrong number of arguments (given #{1 + pids.size}, expected 2+)" if pids.empty?
    number = Troupe::Signals.kill_number(signal)
    pids.map { |pid| Troupe::Convert.to_int(pid) }.each do |pid|
      if pid == Process.pid && Primitive.signal_post(number)
        Troupe::Signals.settle
      elsif number < 0
        Primitive.process_kill(-number, -pid)
      else
        Primitive.process_kill(number, pid)
      end
    end
    pids.size
  end
end

module Troupe
  module Signals
    # As Process.kill takes it: a minus before the name means the process group.
    def self.kill_number(signal)
      return signal if Primitive.is_integer(signal)
      text = Primitive.is_symbol(signal) ? signal.name : Convert.try_str(signal)
      raise ArgumentError, "bad signal type #{Primitive.real_class(signal)}" unless text
      text.start_with?("-") ? -number(text[1, text.size]) : number(text)
    end

    # The process has sent itself a signal: in the main thread it is dealt with at once.
    def self.settle
      if Ractor.main? && Primitive.thread_is_main
        Thread.current.__task.deliver
      else
        Primitive.thread_pass
      end
    end
  end
end
