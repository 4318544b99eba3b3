# Queue, SizedQueue, Timeout, sleep.
Thread.abort_on_exception = true # one that ends for want of memory is waited for in vain
q = Queue.new
t = Thread.new { r = []; while (v = q.pop); r << v; end; r }
5.times { |i| q << i; Thread.pass }
q.close
p t.value, q.closed?, q.pop, q.empty?               # expect: [0, 1, 2, 3, 4]
# expect: true
# expect: nil
# expect: true
begin
  q << 1
rescue ClosedQueueError => e
  puts e.message                                    # expect: queue closed
end
p((Queue.new.pop(true) rescue $!.message))          # expect: "queue empty"
q = Queue.new([1, 2])
p q.size, q.shift, q.clear.length                   # expect: 2
# expect: 1
# expect: 0
ts = 3.times.map { Thread.new { q.pop } }
Thread.pass until q.num_waiting == 3
ts[0].kill.join
p q.num_waiting                                     # expect: 2
q.push(:a).push(:b)
p ts[1, 2].map(&:value).sort                             # expect: [:a, :b]

s = SizedQueue.new(1)
t = Thread.new { 4.times { |i| s << i }; s.close }
r = []
while (v = s.pop)
  r << v
end
p r, s.max                                          # expect: [0, 1, 2, 3]
# expect: 1
s = SizedQueue.new(1)
s << 1
p((s.push(2, true) rescue $!.message))              # expect: "queue full"
t = Thread.new { s.push(2) }
Thread.pass until t.stop?
p s.num_waiting                                     # expect: 1
s.max = 2
p t.value.equal?(s), s.size                         # expect: true
# expect: 2

require "timeout"
p Timeout.timeout(5) { |n| n }                      # expect: 5
begin
  Timeout.timeout(0.01) { sleep }
rescue Timeout::Error => e
  p e                                               # expect: #<Timeout::Error: execution expired>
end
begin
  Timeout.timeout(0.01, IOError, "late") { loop {} }
rescue IOError => e
  p e                                               # expect: #<IOError: late>
end
p Thread.list.size                                  # expect: 1
p sleep(0.001), sleep(0)                            # expect: 0
# expect: 0
p((sleep(-1) rescue $!.message), (sleep("x") rescue $!.message)) # expect: "time interval must not be negative"
# expect: "can't convert String into time interval"
