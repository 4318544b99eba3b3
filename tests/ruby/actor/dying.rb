# Actors that end while others send to them, watch them or wait for them: a message is received or refused, and each end is heard
# of once.
# actors
# since: 4.1
# error: terminated with exception (report_on_exception is true):
# exit: 0
ROUNDS = 20
random = Random.new(1)

# Who sends does not know when its receiver stops.
sent = received = refused = 0
ROUNDS.times do
  wanted = random.rand(6)
  target = Ractor.new(wanted) { |wanted| wanted.times { Ractor.receive }; wanted }
  senders = Array.new(3) do
    Ractor.new(target) do |target|
      delivered = 0
      4.times { |i| target << [i, "text #{i}"]; delivered += 1 }
      delivered
    rescue Ractor::ClosedError
      delivered
    end
  end
  received += target.value
  counts = senders.map(&:value)
  sent += counts.sum
  refused += counts.count { |count| count < 4 }
end
p received <= sent && sent <= ROUNDS * 12, sent + refused >= received # expect: true
# expect: true

# One message for each monitor, whether the end came by a value, an exception or exit, before or after the monitor.
port = Ractor::Port.new
dying = Array.new(18) do |i|
  Ractor.new(i) do |i|
    Ractor.receive if i.even?
    exit if i % 3 == 1
    raise "end" if i % 6 == 2
    i
  end
end
dying.each { |r| 2.times { r.monitor(port) } }
dying.each { |r| r << :go rescue nil }
p Array.new(36) { port.receive }.tally.sort # expect: [[:aborted, 18], [:exited, 18]]
p dying.sum { |r| r.value rescue 100 } # expect: 978

# Everybody waits for the next one, and the last one fails.
last = Ractor.new { raise IndexError, "deep" if Ractor.receive }
chain = Array.new(10).inject(last) { |following, _| Ractor.new(following) { |following| following.value } }
last << true
e = begin
  chain.value
rescue => e
  e
end
depth = 0
depth += 1 while e.is_a?(Ractor::RemoteError) && (e = e.cause)
p depth, e # expect: 11
# expect: #<IndexError: deep>
