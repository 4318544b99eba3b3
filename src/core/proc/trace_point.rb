# TracePoint: blocks that are told what happens. The vm calls Troupe::Trace.fire (vm/trace.c).
class TracePoint
  def self.new(*events, &block)
    wanted = Troupe::Trace.events(events)
    raise ArgumentError, "must be called with a block" unless block
    made = Primitive.instance_new(self)
    made.__send__(:fill, wanted, block)
    made
  end

  def self.trace(*events, &block)
    point = new(*events, &block)
    point.enable
    point
  end

  def self.stat
    {}
  end

  def self.allow_reentry
    raise ArgumentError, "no block given" unless block_given?
    unless Primitive.trace_enter(false)
      raise RuntimeError, "No need to allow reentrance."
    end
    position = Primitive.trace_position
    begin
      yield
    ensure
      Primitive.trace_enter(true)
      Primitive.trace_restore(position)
    end
  end

  def enable(target: nil, target_line: nil, target_thread: nil, &block)
    before = enabled?
    raise ArgumentError, "can't nest-enable a targeting TracePoint" if before && (target || @__target)
    target_line = Troupe::Trace.check_target(target, target_line, @__events)
    target_thread = Thread.current if block && !target && !target_thread
    @__thread = target_thread
    @__target = target
    @__target_line = target_line
    Troupe::Trace.add(self)
    return before unless block
    begin
      yield
    ensure
      Troupe::Trace.remove(self)
    end
  end

  def disable
    before = enabled?
    if block_given? && before && @__target
      raise ArgumentError, "can't disable a targeting TracePoint in a block"
    end
    Troupe::Trace.remove(self)
    return before unless block_given?
    begin
      yield
    ensure
      Troupe::Trace.add(self) if before
    end
  end

  def enabled?
    points = Primitive.trace_points
    Primitive.is_array(points) && points.any? { |point| Primitive.same?(point, self) }
  end

  def event
    details[0]
  end

  def method_id
    details[1]
  end

  def callee_id
    details[2]
  end

  def defined_class
    details[3]
  end

  def self
    details[4]
  end

  def return_value
    found = details
    unless found[0] == :return || found[0] == :c_return || found[0] == :b_return
      raise RuntimeError, "not supported by this event"
    end
    found[5]
  end

  def raised_exception
    raise RuntimeError, "not supported by this event" unless details[0] == :raise
    details[5]
  end

  def path
    details[6]&.name
  end

  def lineno
    details[7]
  end

  def binding
    return nil if details[0] == :c_call || details[0] == :c_return
    Primitive.trace_binding
  end

  def parameters
    case details[0]
    when :call, :return, :b_call, :b_return then Primitive.trace_parameters
    when :c_call, :c_return then defined_class.instance_method(method_id).parameters
    else raise RuntimeError, "not supported by this event"
    end
  end

  def eval_script
    details
    raise RuntimeError, "not supported by this event"
  end

  def instruction_sequence
    details
    raise RuntimeError, "not supported by this event"
  end

  def inspect
    found = @__details
    return enabled? ? "#<TracePoint:enabled>" : "#<TracePoint:disabled>" unless found
    place = "#{found[6]}:#{found[7]}"
    case found[0]
    when :call, :c_call, :return, :c_return then "#<TracePoint:#{found[0]} '#{found[1]}' #{place}>"
    else "#<TracePoint:#{found[0]} #{place}>"
    end
  end

  private

  def fill(events, block)
    @__events = events
    @__block = block
  end

  def wanted
    @__events
  end

  def details
    @__details || raise(RuntimeError, "access from outside")
  end

  def tell(found)
    return unless @__events.include?(found[0])
    return if @__thread && !Primitive.same?(@__thread, Thread.current)
    return if @__target && !Primitive.trace_within(@__target)
    return if @__target_line && !(found[0] == :line && found[7] == @__target_line)
    before = @__details
    @__details = found
    begin
      @__block.call(self)
    ensure
      @__details = before
    end
  end
end

module Kernel
  def set_trace_func(function)
    Troupe::Trace.function = function
  end
  module_function :set_trace_func
end

module Troupe
  module Trace
    # In the order of enum trace_event.
    EVENTS = [:line, :call, :return, :c_call, :c_return, :b_call, :b_return, :class, :end, :raise].freeze
    # Known to CRuby; they do not happen here.
    QUIET = [:thread_begin, :thread_end, :fiber_switch, :script_compiled, :rescue].freeze

    def self.events(names)
      return EVENTS if names.empty?
      names.flat_map do |name|
        unless name.respond_to?(:to_sym)
          raise TypeError, "wrong argument type #{Primitive.real_class(name)} (expected symbol)"
        end
        name = name.to_sym
        case name
        when :a_call then [:call, :b_call, :c_call]
        when :a_return then [:return, :b_return, :c_return]
        else
          raise ArgumentError, "unknown event: #{name}" unless EVENTS.include?(name) || QUIET.include?(name)
          [name]
        end
      end
    end

    # What code can tell of itself.
    OWN = [:line, :call, :return, :b_call, :b_return, :class, :end].freeze

    def self.check_target(target, line, events)
      raise ArgumentError, "only target_line is specified" if line && !target
      return if Primitive.same?(target, nil)
      raise ArgumentError, "specified target is not supported" unless Primitive.trace_target(target)
      block = Primitive.is_proc(target)
      possible = block ? events - [:call, :return] : events
      raise ArgumentError, "can not enable any hooks" if (possible & OWN).empty?
      return if Primitive.same?(line, nil)
      unless events.include?(:line)
        raise ArgumentError, "target_line is specified, but line event is not specified"
      end
      line = Convert.to_int(line)
      raise ArgumentError, "can not enable any hooks" unless Primitive.trace_line(target, line)
      line
    end

    def self.add(point)
      points = Primitive.trace_points || []
      change(points + [point]) unless points.any? { |one| Primitive.same?(one, point) }
    end

    def self.remove(point)
      points = Primitive.trace_points || []
      change(points.reject { |one| Primitive.same?(one, point) })
    end

    def self.change(points)
      mask = 0
      points.each do |point|
        point.__send__(:wanted).each { |event| mask |= 1 << EVENTS.index(event) if EVENTS.include?(event) }
      end
      Primitive.set_trace_points(points, mask)
    end

    def self.fire(found)
      points = Primitive.trace_points
      i = 0
      while i < points.size
        points[i].__send__(:tell, found)
        i += 1
      end
    ensure
      Primitive.trace_enter(false)
    end

    # What set_trace_func was given goes on as a TracePoint.
    class Function < TracePoint
    end

    def self.function=(function)
      (Primitive.trace_points || []).each { |point| remove(point) if Primitive.is_kind(point, Function) }
      return if Primitive.same?(function, nil)
      raise TypeError, "trace_func needs to be Proc" unless Primitive.is_proc(function)
      point = Function.new(:line, :class, :end, :call, :return, :c_call, :c_return, :raise) do |at|
        name = at.event.name.sub("_", "-")
        function.call(name, at.path, at.lineno, at.method_id, at.binding, at.defined_class || false)
      end
      add(point)
    end
  end
end
