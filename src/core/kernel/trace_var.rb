# trace_var: what is run when a global variable is assigned.
module Kernel
  module_function

  def trace_var(name, command = (none = true), &block)
    name = Troupe::Convert.to_sym(name)
    command = block if none
    raise ArgumentError, "tried to create Proc object without a block" if none && Primitive.same?(block, nil)
    return untrace_var(name) if Primitive.same?(command, nil)
    Troupe::TraceVar.add(name, command)
    nil
  end

  def untrace_var(name, command = (all = true))
    name = Troupe::Convert.to_sym(name)
    unless Primitive.global_defined(name)
      raise NameError.new("undefined global variable #{name}", name)
    end
    all ? Troupe::TraceVar.remove_all(name) : Troupe::TraceVar.remove(name, command)
  end
end

module Troupe
  module TraceVar
    def self.traces
      @__traces ||= {}
    end

    def self.running
      @__running ||= {}
    end

    # The last one added runs first.
    def self.add(name, command)
      (traces[name] ||= []).unshift(command)
      Primitive.global_trace(name, true)
    end

    def self.remove_all(name)
      Primitive.global_trace(name, false)
      traces.delete(name) || []
    end

    def self.remove(name, command)
      list = traces[name]
      return nil unless list&.include?(command)
      list.delete(command)
      remove_all(name) if list.empty?
      [command]
    end

    # While it runs, assignments to the same variable run nothing.
    def self.run(name, value)
      return if running[name]
      running[name] = true
      begin
        (traces[name] || []).dup.each do |command|
          Primitive.is_string(command) ? eval(command, TOPLEVEL_BINDING) : command.call(value)
        end
      ensure
        running.delete(name)
      end
    end
  end

  module Convert
    # [name, value]: called by the vm.
    def self.global_assigned(pair)
      TraceVar.run(pair[0], pair[1])
    end
  end
end
