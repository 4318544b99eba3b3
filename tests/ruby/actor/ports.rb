# Ports: order, ownership, closing, monitors, select.
# actors
# since: 4.1
def attempt
  yield
rescue => e
  puts "#{e.class}: #{e.message}"
end

def remote(r)
  r.value
rescue Ractor::RemoteError => e
  "#{e.cause.class}: #{e.cause.message}"
end

ports = Array.new(3) { Ractor::Port.new }
workers = ports.each_with_index.map do |port, i|
  Ractor.new(port, i) { |port, i| 50.times { |n| port << [i, n] }; i }
end
workers.each(&:join)
p [2, 0, 1].map { |i| Array.new(50) { ports[i].receive } == Array.new(50) { |n| [i, n] } } # expect: [true, true, true]
puts remote(Ractor.new(ports[0]) { |q| q.receive }) # expect: Ractor::Error: only allowed from the creator Ractor of this port
puts remote(Ractor.new(ports[0]) { |q| q.close })   # expect: Ractor::Error: closing port by other ractors is not allowed
p Ractor.new(ports[0]) { |q| q }.value.equal?(ports[0]) # expect: true
puts ports[0].inspect.sub(/id:\d+/, "id:n") # expect: #<Ractor::Port to:#1 id:n>

port = Ractor::Port.new
p port.closed?, (port << 1 << 2).equal?(port) # expect: false
# expect: true
port.close
p port.closed?, port.receive, port.receive   # expect: true
# expect: 1
# expect: 2
attempt { port.receive }                     # expect: Ractor::ClosedError: The port was already closed
attempt { port << 3 }                        # expect: Ractor::ClosedError: The port was already closed
dead = Ractor.new { Ractor::Port.new }.value
attempt { dead << 1 }                        # expect: Ractor::ClosedError: The port was already closed
p dead.closed?                               # expect: true
p Ractor::ClosedError.ancestors.include?(StopIteration), Ractor::ClosedError < Ractor::Error # expect: true
# expect: nil

# Loops end with the port.
w = Ractor.new do
  seen = []
  loop do
    m = Ractor.receive
    seen << m
    Ractor.current.close if m == :last
  end
  seen
end
w << 1 << 2 << :last
p w.value                                    # expect: [1, 2, :last]
attempt { w << :late }                       # expect: Ractor::ClosedError: The port was already closed

# Monitors hear of an end once, also when they come late.
r = Ractor.new { Ractor.receive }
m = Ractor::Port.new
n = Ractor::Port.new
p r.monitor(m), r.monitor(n), r.unmonitor(n).equal?(r) # expect: true
# expect: true
# expect: true
r << 1
p m.receive, r.monitor(n), n.receive         # expect: :exited
# expect: false
# expect: :exited
r = Ractor.new { Ractor.receive; raise "x" }
r.monitor(m)
r << 1
p m.receive                                  # expect: :aborted
p r.default_port.class, r.default_port.equal?(r.default_port) # expect: Ractor::Port
# expect: true

# select
a, b = Ractor::Port.new, Ractor::Port.new
r = Ractor.new(a, b) { |a, b| a << 1; b << 2; Ractor.receive; a << 3; :done }
got = Array.new(2) { Ractor.select(b, a) }
p got.sort_by(&:last).map { |port, v| [port.equal?(v == 1 ? a : b), v] } # expect: [[true, 1], [true, 2]]
r << 1
p [Ractor.select(a, r), Ractor.select(a, r)].map { |_, v| v.to_s }.sort # expect: ["3", "done"]
attempt { Ractor.select }                    # expect: ArgumentError: specify at least one Ractor::Port or Ractor
attempt { Ractor.select(1) }                 # expect: ArgumentError: should be Ractor::Port or Ractor
rs = Array.new(10) { |i| Ractor.new(i) { |i| i } }
vs = []
until rs.empty?
  r, v = Ractor.select(*rs)
  rs.delete(r)
  vs << v
end
p vs.sort                                    # expect: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
r = Ractor.new { raise "in select" }
begin
  Ractor.select(r)
rescue Ractor::RemoteError => e
  p e.cause.message, e.ractor.equal?(r)      # expect: "in select"
  # expect: true
end
