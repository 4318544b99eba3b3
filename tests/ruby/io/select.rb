# IO.select and the waits of one stream: what is ready, in time, and what ends a wait.
# since: 3.5
reader, writer = IO.pipe
p IO.select([reader], nil, nil, 0), reader.wait_readable(0.01), reader.wait(0)   # expect: nil
# expect: nil
# expect: nil
p IO.select([reader], [writer], [reader], 0) == [[], [writer], []]               # expect: true
p writer.wait_writable(0).equal?(writer), writer.wait(0, :write).equal?(writer)  # expect: true
# expect: true
p writer.wait(IO::READABLE | IO::WRITABLE, 0), reader.wait(IO::READABLE, 0)      # expect: 4
# expect: nil
waiting = Thread.new { IO.select([reader], nil, nil, 20) }
sleep 0.01
writer << "one\ntwo"
p waiting.value == [[reader], [], []]                                            # expect: true
p reader.gets, IO.select([reader], nil, nil, 0) == [[reader], [], []]            # expect: "one\n"
# expect: true
p reader.readpartial(10)                                                         # expect: "two"
[-> { reader.wait_readable(20) }, -> { IO.select([reader], [], [], nil) }].each do |wait|
  thread = Thread.new(&wait)
  sleep 0.01
  thread.kill
  p thread.join(5) == thread                                                     # expect: true
end
# expect: true
late = IO.pipe
threads = late.map { |stream| Thread.new { stream.wait_readable(0.02) } }
p threads.map(&:value)                                                           # expect: [nil, nil]
named = Struct.new(:to_io).new(reader)
writer.close
p IO.select([named])[0][0].equal?(named)                                         # expect: true
wrong = [-> { IO.select([1]) }, -> { IO.select(1) }, -> { IO.select([writer]) }, -> { IO.select([], nil, nil, -1) },
         -> { reader.wait(0, :other) }, -> { reader.wait(0, 0) }, -> { reader.wait(1, 2, :read) }]
wrong.each do |wait|
  wait.call
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
# expect: TypeError: no implicit conversion of Integer into IO
# expect: TypeError: wrong argument type Integer (expected Array)
# expect: IOError: closed stream
# expect: ArgumentError: time interval must not be negative
# expect: ArgumentError: unsupported mode: other
# expect: ArgumentError: Events must be positive integer!
# expect: ArgumentError: timeout given more than once
reader, kept = IO.pipe
closed = Thread.new { reader.read rescue $!.message }
sleep 0.01
reader.close
p closed.value                                                                   # expect: "stream closed in another thread"
kept.close
