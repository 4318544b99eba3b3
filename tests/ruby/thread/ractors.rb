# Threads in Ractors: each has its own; waiting for a message parks one thread; they end with their Ractor.
# actors
# since: 4.1
# exit: 4
r = Ractor.new do
  main = Thread.current
  got = []
  t = Thread.new { got << Ractor.receive; main.wakeup }
  Thread.pass until t.stop?
  n = 0
  n += 1 until t.status != "sleep" || n > 20
  sleep 0.001 while got.empty?
  [got, Thread.main.equal?(main), Thread.list.size]
end
r << :message
p r.value                                           # expect: [[:message], true, 1]
port = Ractor::Port.new
r = Ractor.new(port) do |port|
  Thread.new do
    sleep
  ensure
    port << :ensured
  end
  Thread.pass
  :result
end
p r.value, port.receive                             # expect: :result
# expect: :ensured
t = Thread.new { Ractor.receive }
Ractor.new(Ractor.current) { |main| main << 1 }
p t.value                                           # expect: 1
r = Ractor.new do
  main = Thread.current
  Thread.new { main.kill }.join
ensure
  puts "ended"                                      # expect: ended
end
p r.value                                           # expect: nil
$stdout.flush
Thread.new { exit!(4) }.join
