# actors
# modes: move,preempt
# since: troupe
# A collection of much that lives is done in slices. Its actor, with all its threads, does not run meanwhile, others do.
big = Ractor.new do
  table = Array.new(60_000) { |i| [i, i.to_s] }
  counter = 0
  threads = Array.new(20) { |t| Thread.new { 50.times { counter += 1; Thread.pass }; sleep } }
  count, slices = GC.stat(:count), GC.stat(:slices)
  5.times { GC.start }
  more = GC.stat(:count) - count
  sliced = GC.stat(:slices) - slices > more
  table.each_slice(2) { |a, b| a[1] << b[1] }
  lists = Array.new(400) { |i| Array.new(300) { |k| "#{i} #{k}" } }
  ok = table.each_slice(2).all? { |a, b| a[1] == "#{a[0]}#{b[0]}" } && lists.each_with_index.all? { |l, i| l[7] == "#{i} 7" }
  threads.each { |t| Thread.pass until t.stop? }
  threads.each { |t| t.kill.join }
  [more, sliced, ok, counter]
end
late = Array.new(20) do
  before = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  sleep 0.001
  Process.clock_gettime(Process::CLOCK_MONOTONIC) - before > 0.2
end
p late.any?, big.value
# expect: false
# expect: [5, true, true, 1000]
