# A wait for a descriptor is given up while the descriptor becomes ready: who waits is woken by both, and what is kept for the
# wait is freed once.
# since: 3.4
rounds = 300
reader, writer = IO.pipe
woken = 0
rounds.times do
  thread = Thread.new do
    reader.wait_readable
    woken += 1
  end
  Thread.pass
  writer.syswrite("x")
  begin
    thread.run # its wait is over, and begins anew
  rescue ThreadError # it has ended
  end
  thread.join
  reader.readpartial(1)
end
p woken

killed = 0
rounds.times do
  thread = Thread.new { reader.wait_readable }
  Thread.pass
  writer.syswrite("x")
  thread.kill
  thread.join
  killed += 1
  reader.readpartial(1)
end
p killed
# expect: 300
# expect: 300
# actors
