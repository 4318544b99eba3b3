# Ractors come and go without leaving anything behind. The first ones fill what asan keeps of what is freed.
# actors
# since: 4.1
# modes: gc, preempt, move, scrub
def resident = File.read("/proc/self/status")[/VmRSS:\s+(\d+)/, 1].to_i / 1024

1500.times { |i| Ractor.new(i) { |i| ["x" * 100, i] }.value }
before = resident
2000.times do |i|
  r = Ractor.new(i) { |i| [("x" * 100).freeze, i, { k: "v" }] }
  raise "wrong" unless r.value[1] == i
end
puts resident - before < 60 ? "bounded" : "grew by #{resident - before} MB" # expect: bounded
p Array.new(500) { |i| Ractor.new(i) { |i| i } }.sum(&:value) # expect: 124750
