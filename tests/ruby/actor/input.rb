# Who waits for input holds up neither the others, nor a stop of the world, nor the end of the program.
# actors
# since: 4.1
readers = Array.new(2) do
  Ractor.new do
    reader, writer = IO.pipe
    Ractor.main << :reading
    reader.read
    writer
  end
end
readers.each { Ractor.receive }
busy = Array.new(4) { |i| Ractor.new(i) { |i| n = 0; 50.times { |k| n += [k, "x"].size }; n + i } }
p busy.sum(&:value) # expect: 406
40.times { |i| Ractor.new(i) { |i| [i, "text #{i}".freeze] }.value }

# An actor that was woken by one that then waits, and one whose time comes meanwhile.
woken = Ractor.new { Ractor.receive }
sleeper = Ractor.new { sleep 0.01; :slept }
waiter = Ractor.new(woken) do |woken|
  reader, writer = IO.pipe
  woken << :woken
  writer.write("line\n")
  line = reader.gets
  [line, Ractor.receive]
end
p woken.value, sleeper.value # expect: :woken
# expect: :slept
waiter << :go
p waiter.value # expect: ["line\n", :go]

# A thread that waits for input does not hold up the others of its actor.
reader, writer = IO.pipe
echo = Thread.new { [reader.gets, reader.getc, reader.eof?] }
Thread.pass
writer << "from a thread\n!"
writer.close
p echo.value # expect: ["from a thread\n", "!", true]
