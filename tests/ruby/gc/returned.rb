# What bodies took goes back to the system when a whole interval between two collections did without.
# modes: none
# since: 4.1
SANITIZED = File.read("/proc/self/maps").match?(/lib[at]san/) # whose allocator keeps it

def resident = File.read("/proc/self/status")[/VmRSS:\s+(\d+)/, 1].to_i / 1024

def peak(count, size)
  kept = Array.new(count) { "x" * size }
  [kept.sum(&:size), resident]
end

def check(count, size)
  before = resident
  sum, high = peak(count, size)
  raise "#{sum} bytes" unless sum == count * size
  Array.new(100) { |i| [i] } # over what is left of it on the stack
  3.times { GC.start; sleep 0.001 }
  left = resident - before
  puts SANITIZED || left < (high - before) / 2 ? "returned" : "#{left} MB of #{high - before}"
end

check(150, 1_000_000) # expect: returned
check(30_000, 5_000) # expect: returned
