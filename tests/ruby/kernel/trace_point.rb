# TracePoint: every kind of event, enabling and disabling, targets; set_trace_func.
# since: 3.4
log = []
class Traced
  def m(a)
    b = a
    b + 1
  end
  define_method(:dm) { |x| x }
  attr_reader :at
  alias again m
  def fails = raise("inside")
end
t = Traced.new
point = TracePoint.new { |tp| log << [tp.event, tp.lineno, tp.method_id, tp.defined_class] }
p point.enabled?, point.enable, point.enabled?
t.m(1)
p point.disable, point.disable
log.each { |row| p row }
def only(*events)
  seen = []
  TracePoint.new(*events) { |tp| seen << yield(tp) }.enable { Thread; $work.call }
  seen
end
$work = -> { t.m(5); t.dm(6); t.again(7); "x".upcase; [3].map { |x| x }; t.at }
p only(:call) { |tp| [tp.method_id, tp.callee_id, tp.self.equal?(t), tp.parameters] }
p only(:return) { |tp| [tp.method_id, tp.return_value] }
p only(:c_call) { |tp| [tp.method_id, tp.defined_class] }
p only(:c_return) { |tp| [tp.method_id, tp.return_value] }
p only(:b_call) { |tp| tp.parameters }
p only(:b_return) { |tp| tp.return_value }
$work = -> { begin; t.fails; rescue => e; end }
p only(:raise) { |tp| tp.raised_exception.message }
p only(:call, :return) { |tp| [tp.event, tp.method_id] }
$work = -> { Class.new; class Traced; X = 1; end }
p only(:class, :end) { |tp| [tp.event, tp.self] }
$work = -> { x = 12; t.m(1) }
p only(:call) { |tp| tp.binding.local_variables }
seen = []
target = TracePoint.new(:line) { |tp| seen << tp.lineno }
target.enable(target: t.method(:m)) { t.m(1); t.dm(2) }
p seen
p only(:line) { |tp| tp.inspect[/\A#<TracePoint:line/] }.uniq
def message = yield.then { "none" } rescue $!.message
p message { TracePoint.new(:nothing) {} }, message { TracePoint.new(:line) }, message { point.event }
p message { TracePoint.allow_reentry {} }, point.inspect
seen = []
set_trace_func(proc { |event, file, line, id, binding, class_name| seen << [event, id, class_name] })
t.m(1)
set_trace_func(nil)
seen.each { |row| p row }
p Fiber.new { only(:call) { |tp| tp.method_id } }.resume
# expect: false
# expect: false
# expect: true
# expect: true
# expect: false
# expect: [:c_call, 16, :p, Kernel]
# expect: [:c_return, 16, :p, Kernel]
# expect: [:line, 17, nil, nil]
# expect: [:call, 5, :m, Traced]
# expect: [:line, 6, :m, Traced]
# expect: [:line, 7, :m, Traced]
# expect: [:return, 7, :m, Traced]
# expect: [:line, 18, nil, nil]
# expect: [[:m, :m, true, [[:req, :a]]], [:dm, :dm, true, [[:req, :x]]], [:m, :again, true, [[:req, :a]]]]
# expect: [[:m, 6], [:dm, 6], [:m, 8]]
# expect: [[:upcase, String], [:map, Array], [:at, Traced]]
# expect: [[:upcase, "X"], [:map, [3]], [:at, nil]]
# expect: [[], [], [[:opt, :x]]]
# expect: [3, nil, nil]
# expect: ["inside"]
# expect: [[:call, :fails], [:return, :fails]]
# expect: [[:class, Traced], [:end, Traced]]
# expect: [[:a, :b]]
# expect: [6, 7]
# expect: ["#<TracePoint:line"]
# expect: "unknown event: nothing"
# expect: "must be called with a block"
# expect: "access from outside"
# expect: "No need to allow reentrance."
# expect: "#<TracePoint:disabled>"
# expect: ["line", nil, false]
# expect: ["call", :m, Traced]
# expect: ["line", :m, Traced]
# expect: ["line", :m, Traced]
# expect: ["return", :m, Traced]
# expect: ["line", nil, false]
# expect: [:m]
# modes: -redefined
