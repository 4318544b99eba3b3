# Signals from outside end waits of every kind, or are dealt with in the midst of them.
def soon(signal = "INT") = spawn("sleep 0.05; kill -#{signal} #{$$}")
def interrupted(child = soon)
  yield
  p :not_interrupted
rescue Interrupt
  p :interrupted
ensure
  Process.wait(child)
end
interrupted { sleep 5 }
interrupted { nil while true }
interrupted { Thread.new { sleep 5 }.join }
reader, writer = IO.pipe
interrupted { reader.gets }
writer << "half a"
writer.flush
interrupted { reader.gets }
writer << " line\n"
writer.flush
p reader.gets
writer << "x" * 20_000
writer.flush
interrupted { reader.read(30_000) }
writer << "y\n"
writer.close
p reader.gets.size, reader.gets
other = spawn("sleep 5")
interrupted { Process.wait(other) }
Process.kill(:KILL, other)
Process.wait(other)
p $?.termsig
count = 0
trap(:USR1) { count += 1 }
child = soon("USR1")
started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
p sleep(0.2) >= 0, count, Process.clock_gettime(Process::CLOCK_MONOTONIC) - started >= 0.2
Process.wait(child)
# since: what was read before the interruption is not lost
# modes: gc,move,preempt
# expect: :interrupted
# expect: :interrupted
# expect: :interrupted
# expect: :interrupted
# expect: :interrupted
# expect: "half a line\n"
# expect: :interrupted
# expect: 20002
# expect: nil
# expect: :interrupted
# expect: 9
# expect: true
# expect: 1
# expect: true
