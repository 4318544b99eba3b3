# What Ractor had before ports: take, yield, receive_if, close_incoming and close_outgoing.
# actors
r = Ractor.new { Ractor.yield 1; Ractor.yield [2]; 3 }
p r.take, r.take, r.take                     # expect: 1
# expect: [2]
# expect: 3
begin
  r.take
rescue Ractor::ClosedError => e
  puts e.message                             # expect: The outgoing-port is already closed
end

r = Ractor.new { msg = Ractor.receive; msg << "!" }
r.send(+"hi")
p r.take                                     # expect: "hi!"

r = Ractor.new do
  got = []
  6.times { |i| Ractor.current << i }
  got << Ractor.receive_if { |m| m == 3 }
  begin
    Ractor.receive_if { |m| raise "filter" if m == 1; false }
  rescue => refusal
    got << refusal.message
  end
  got << Ractor.receive_if { |m| break [:broke, m] if m == 2; false }
  got << Ractor.receive_if { |m| m.odd? }
  got << Ractor.receive << Ractor.receive
  got
end
p r.take                                     # expect: [3, "filter", [:broke, 2], 5, 0, 4]

# One producer, several consumers: each value once.
pipe = Ractor.new { loop { Ractor.yield Ractor.receive } }
workers = Array.new(4) do
  Ractor.new(pipe) { |pipe| sum = 0; while (n = pipe.take) != :end; sum += n; end; sum }
end
100.times { |i| pipe << i }
4.times { pipe << :end }
p workers.sum(&:take)                        # expect: 4950

rs = Array.new(3) { |i| Ractor.new(i) { |i| Ractor.yield i; i + 10 } }
got = []
until rs.empty?
  r, v = Ractor.select(*rs)
  got << v
  rs.delete(r) if v >= 10
end
p got.sort                                   # expect: [0, 1, 2, 10, 11, 12]

r = Ractor.new { Ractor.receive; Ractor.current.close_incoming; Ractor.receive rescue $!.class }
r << 1
p r.take                                     # expect: Ractor::ClosedError
r = Ractor.new { Ractor.current.close_outgoing; Ractor.yield 1 rescue $!.class; Ractor.main << :over }
p Ractor.receive                             # expect: :over
begin
  r.take
rescue Ractor::ClosedError => e
  puts e.class                               # expect: Ractor::ClosedError
end
r = Ractor.new { raise "in take" }
begin
  r.take
rescue Ractor::RemoteError => e
  p e.cause.message                          # expect: "in take"
end
