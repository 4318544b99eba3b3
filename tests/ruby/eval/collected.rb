# Code of evals goes when nobody can run it, and not before: what refers to it keeps it through shared cycles.
# flags: --hostile=cycle:1
# since: no shared cycles there
def cycle = sleep(0.0005) # a slice ends, and a cycle follows

def churn
  cycle
  20.times { |i| eval("lambda { |z| z + #{i} }.call(1); def churned_#{i % 3} = #{i}") }
  cycle
end

# A Proc, a method, a class body's method, a Binding, an environment alone.
a_proc = eval("x = 1; ->(y) { x += y; [x, 'text'] }")
eval("def a_method(n) = n > 0 ? a_method(n - 1) + 'm' : ''")
a_class = eval("Class.new { def m(k: 'd') = yield(k); A = [:a].freeze; def c = A }")
a_binding = eval("inner = 'b'; binding")
nested = eval("eval('one = 1; ->() { eval(%q(two = 2; ->() { one + two })) }')")
churn
p a_proc.call(2), a_proc.call(3)                     # expect: [3, "text"]
# expect: [6, "text"]
p a_method(3)                                        # expect: "mmm"
p a_class.new.m { |k| k * 2 }, a_class.new.c         # expect: "dd"
# expect: [:a]
p a_binding.local_variable_get(:inner)               # expect: "b"
p a_binding.eval("inner << 'c'; inner.upcase")       # expect: "BC"
churn
p nested.call.call                                   # expect: 3

# A running frame, a suspended fiber, an enumerator, a thread that waits, a block that another actor runs.
p eval("v = 'frame'; churn; v + v")                  # expect: "frameframe"
fiber = eval("Fiber.new { |i| loop { i = Fiber.yield(i.to_s * 2) } }")
fiber.resume(1)
enum = eval("Enumerator.new { |y| 3.times { |i| y << i * i } }")
enum.next
queue = Queue.new
thread = eval("Thread.new { queue.pop.to_s + '!' }")
actor = eval("Ractor.new { Ractor.receive.sum.to_s + '?' }")
churn
p fiber.resume(7), enum.next, (queue << :q; thread.value)
# expect: "77"
# expect: 1
# expect: "q!"
actor.send([1, 2])
p actor.value                                        # expect: "3?"

# What was sent, and not received.
port = Ractor.new { sleep 0.01; 2.times.map { Ractor.receive.call } }
port.send(eval("nil.instance_eval { Ractor.make_shareable(proc { 'sent' }) }"))
port.send(eval("k = [1, 2].freeze; nil.instance_eval { Ractor.make_shareable(proc { k.sum }) }"))
churn
p port.value                                         # expect: ["sent", 3]

# A backtrace that nobody has looked at.
error = begin
  eval("def failing(z) = z.no_such_method\n\nfailing(1)", nil, "some.rb", 10)
rescue NoMethodError => e
  e
end
undef failing
churn
puts error.backtrace.first(2)                        # expect: some.rb:10:in 'Object#failing'
# expect: some.rb:12:in '<main>'
p error.message                                      # expect: "undefined method 'no_such_method' for an instance of Integer"

# A method that replaces itself while it runs; one whose class is gone but for it.
eval("def itself_gone; eval('def itself_gone = 2'); churn; 1; end")
p itself_gone, itself_gone                           # expect: 1
# expect: 2
method = Class.new { eval("def m(a) = a + 1") }.instance_method(:m)
churn
p method.owner.instance_methods(false), method.bind(method.owner.new).call(1)
# expect: [:m]
# expect: 2
at_exit { eval("p :exit") }                          # expect: :exit
