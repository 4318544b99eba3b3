# Threads: values, ends, states, locals, groups; what the main thread does with them when it ends.
# since: 3.4
# error: terminated with exception (report_on_exception is true):
# exit: 0
p Thread.new(2, 3) { |a, b| a * b }.value           # expect: 6
p Thread.new { |a = 1, k: 2| [a, k] }.value         # expect: [1, 2]
t = Thread.new(1, k: 5) { |a, k:| [a, k] }
p t.value, t.alive?, t.status                       # expect: [1, 5]
# expect: false
# expect: false
order = []
ts = 3.times.map { |i| Thread.new { 2.times { order << i; Thread.pass } } }
p ts.map(&:join) == ts, order.sort                  # expect: true
# expect: [0, 0, 1, 1, 2, 2]
t = Thread.new { raise ArgumentError, "boo" }
t.report_on_exception = false
begin
  t.join
rescue => e
  p e, t.status                                     # expect: #<ArgumentError: boo>
  # expect: nil
end
t = Thread.new { sleep }
Thread.pass until t.stop?
p t.status, t.join(0.001), t.inspect[/sleep_forever/] # expect: "sleep"
# expect: nil
# expect: "sleep_forever"
t.run
p t.value                                           # expect: 0
t = Thread.new { Thread.stop; :woken }
Thread.pass until t.stop?
p t.wakeup.value                                    # expect: :woken

t = Thread.new do
  sleep
ensure
  p Thread.current.status, :ensured                 # expect: "aborting"
  # expect: :ensured
end
Thread.pass until t.stop?
p t.kill.join.equal?(t), t.value, t.alive?          # expect: true
# expect: nil
# expect: false
t = Thread.new { Fiber.new { Thread.exit }.resume; :never }
p t.value                                           # expect: nil

Thread.current[:a] = 1
t = Thread.new { Thread.current[:a] = 10; Fiber.new { Thread.current[:a] }.resume }
p t.value, t[:a], t.key?(:a), t.keys, Thread.current[:a] # expect: nil
# expect: 10
# expect: true
# expect: [:a]
# expect: 1
t.thread_variable_set(:v, 2)
p t.thread_variable_get("v"), t.thread_variables    # expect: 2
# expect: [:v]
g = ThreadGroup.new
t = Thread.new { sleep }
g.add(t)
p g.list == [t], t.group.equal?(g), Thread.current.group.equal?(ThreadGroup::Default) # expect: true
# expect: true
# expect: true
p Thread.list == [Thread.main, t]                   # expect: true
t.kill.join
f = Fiber.new { 1 }
e = begin
  Thread.new { f.resume }.tap { |x| x.report_on_exception = false }.value
rescue FiberError => e
  e
end
p e.message                                         # expect: "fiber called across threads"
p f.resume                                          # expect: 1
begin
  Thread.new
rescue ThreadError => e
  puts e.message                                    # expect: must be called with a block
end
Thread.new { raise "reported" }.join rescue p $!    # expect: #<RuntimeError: reported>
at_exit { puts "at_exit" }                          # expect: at_exit
t = Thread.new do
  sleep
ensure
  puts "ended with the program"                     # expect: ended with the program
end
Thread.pass until t.stop?
