# Whoever waits hears of what it waits for, or of NoMemoryError: under oom each allocation of this program fails in turn.
require "timeout"

Thread.report_on_exception = false
m = Mutex.new
c = ConditionVariable.new
q = SizedQueue.new(1)

# The end of a thread.
p Thread.new { Thread.pass; 1 }.value # expect: 1
p(begin
  Thread.new { raise IOError, "x" }.join
rescue IOError => e
  e.message
end) # expect: "x"

# A lock that the thread which holds it takes with it.
held = Thread.new { m.lock; Thread.pass; 2 }
waits = Thread.new { m.synchronize { 3 } }
p [held.value, waits.value] # expect: [2, 3]

# A condition.
ready = 0
waiting = Array.new(2) { Thread.new { m.synchronize { c.wait(m) until ready > 0; ready += 1 } } }
Thread.pass
m.synchronize { ready = 1; c.broadcast }
p waiting.map(&:value).sort # expect: [2, 3]

# A queue that is full, then closed.
gives = Thread.new { 3.times { |i| q << i }; q.close }
got = []
while (item = q.pop)
  got << item
end
p got, gives.join.equal?(gives) # expect: [0, 1, 2]
# expect: true

# Time.
p(begin
  Timeout.timeout(0.002) { sleep }
rescue Timeout::Error => e
  e.class
end) # expect: Timeout::Error
p Timeout.timeout(10) { 4 } # expect: 4

# What the end of another thread is for the main one.
p(begin
  Thread.new { exit 5 }.join
  sleep 0.1
rescue SystemExit => e
  e.status
end) # expect: 5
