# Who writes into a pipe that is full waits, and nobody else does: other threads go on, signals arrive.
reader, writer = IO.pipe
text = "x" * 300_000
done = false
thread = Thread.new { writer.write(text, "\n"); done = true; writer.puts "end"; writer.close }
sleep 0.01
p done
line = reader.gets
thread.join
p done, line.size, reader.read
reader, writer = IO.pipe
writer.sync = true
child = spawn("sleep 0.05; kill -INT #{$$}")
begin
  writer << text
rescue Interrupt
  p :interrupted
end
Process.wait(child)
p reader.readpartial(10)
reader.close
reader, writer = IO.pipe
thread = Thread.new { writer.print text; writer.flush; writer.close }
p reader.read.size, thread.join.class
IO.popen(["cat"], "r+") do |io|
  thread = Thread.new { io.write(text); io.close_write }
  p io.read.size
  thread.join
end
# modes: gc,preempt
# expect: false
# expect: true
# expect: 300001
# expect: "end\n"
# expect: :interrupted
# expect: "xxxxxxxxxx"
# expect: 300000
# expect: Thread
# expect: 300000
