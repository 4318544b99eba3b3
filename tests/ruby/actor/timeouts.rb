# Ractor.receive, Port#receive and Ractor.select answer nil when their time has passed.
# actors
# since: troupe
port = Ractor::Port.new
p port.receive(timeout: 0.01), Ractor.receive(timeout: 0), Ractor.select(port, timeout: 0.01) # expect: nil
# expect: nil
# expect: nil
port << 1 << 2
p port.receive(timeout: 0), Ractor.select(port, timeout: 0)[1], port.receive(timeout: 0) # expect: 1
# expect: 2
# expect: nil
Thread.abort_on_exception = true
Thread.new { sleep 0.01; port << :late }
p port.receive(timeout: 10)                                # expect: :late
waits = Ractor.new { [Ractor.receive(timeout: 20), Ractor.receive(timeout: 0.01)] }
waits << :sent
p waits.value                                              # expect: [:sent, nil]
ended = Ractor.new { 7 }
p Ractor.select(ended, timeout: 10)[1]                     # expect: 7
idle = Ractor.new { Ractor.receive }
p Ractor.select(idle, port, timeout: 0.01)                 # expect: nil
idle << 3
p Ractor.select(idle, port, timeout: 10)[1]                # expect: 3
# expect: ArgumentError: time interval must not be negative
# expect: TypeError: can't convert String into time interval
# expect: ArgumentError: wrong number of arguments (given 1, expected 0)
[-> { port.receive(timeout: -1) }, -> { port.receive(timeout: "1") }, -> { port.receive(1) }].each do |wrong|
  wrong.call
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
