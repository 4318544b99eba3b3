# Signals are the main Ractor's, whoever runs: it is woken though all workers are busy.
# actors
busy = Ractor.new { nil while true }
child = spawn("sleep 0.05; kill -INT #{$$}")
begin
  busy.value
rescue Interrupt
  p :interrupted
end
Process.wait(child)
trap(:USR1) { |number| p number, Ractor.main? }
sender = Ractor.new(Process.pid) { |pid| Process.kill(:USR1, pid); :sent }
p sender.value
sleep 0.01
child = spawn("sleep 0.05; kill -TERM #{$$}")
begin
  Ractor.receive
rescue SignalException => e
  p e.message
end
Process.wait(child)
# since: 3.5
# modes: gc,preempt
# expect: :interrupted
# expect: 10
# expect: true
# expect: :sent
# expect: "SIGTERM"
