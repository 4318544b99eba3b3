# Mutex, ConditionVariable, Monitor: owners, waiting, deaths of owners.
# since: 3.4
m = Mutex.new
x = 0
ts = 3.times.map { Thread.new { 3.times { m.synchronize { y = x; Thread.pass; x = y + 1 } } } }
ts.each(&:join)
p x                                                 # expect: 9
def message
  yield
rescue ThreadError => e
  e.message
end
p m.lock.equal?(m), m.locked?, m.owned?, m.try_lock # expect: true
# expect: true
# expect: true
# expect: false
p message { m.lock }                                # expect: "deadlock; recursive locking"
p Fiber.new { message { m.lock } }.resume # expect: "deadlock; lock already owned by another fiber belonging to the same thread"
p Thread.new { message { m.unlock } }.value # expect: "Attempt to unlock a mutex which is locked by another thread/fiber"
m.unlock
p message { m.unlock }                              # expect: "Attempt to unlock a mutex which is not locked"
Thread.new { m.lock }.join
p m.locked?                                         # expect: false
Fiber.new { m.lock }.resume
p m.locked?, m.try_lock                             # expect: false
# expect: true
t = Thread.new { m.lock; :had }
Thread.pass until t.stop?
u = Thread.new { m.lock; :had_too }
Thread.pass until u.stop?
t.kill.join
m.unlock
p u.value                                           # expect: :had_too
m.synchronize { p m.sleep(0.001), m.owned? }        # expect: nil
# expect: true

c = ConditionVariable.new
ready = []
ts = 3.times.map { |i| Thread.new { m.synchronize { c.wait(m) until ready.include?(i); i } } }
Thread.pass until ts.all?(&:stop?)
m.synchronize { ready << 1; c.broadcast }
p ts[1].value                                       # expect: 1
m.synchronize { ready.push(0, 2); c.signal; c.signal }
p ts.map(&:value)                                   # expect: [0, 1, 2]
m.synchronize { p c.wait(m, 0.001) }                # expect: nil

require "monitor"
class Box
  include MonitorMixin

  def initialize
    super
    @cond = new_cond
    @items = []
  end

  def put(item) = synchronize { synchronize { @items << item }; @cond.signal }

  def get
    synchronize do
      @cond.wait_while { @items.empty? }
      @items.shift
    end
  end
end
b = Box.new
t = Thread.new { 3.times.map { b.get } }
3.times { |i| b.put(i) }
p t.value                                           # expect: [0, 1, 2]
n = Monitor.new
n.enter
p n.try_enter, n.mon_owned?, Thread.new { n.try_enter }.value # expect: true
# expect: true
# expect: false
n.exit
n.exit
p message { n.exit }                                # expect: "current thread not owner"
