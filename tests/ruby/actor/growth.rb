# What was wished and given up leaves nothing behind: ten times as often takes no more memory.
# actors
# since: 4.1
# modes: preempt
require "timeout"
BOUND = File.read("/proc/self/maps").match?(/lib[at]san/) ? 40_000 : 1500 # KiB; a sanitizer's quarantine fills first
def resident = File.read("/proc/self/status")[/VmRSS:\s+(\d+)/, 1].to_i

def bounded(name, n)
  n.times { |i| yield i }
  before = resident
  (9 * n).times { |i| yield i }
  grown = resident - before
  puts "#{name}: #{grown < BOUND ? "bounded" : "grew by #{grown} KiB"}"
end

idle = Ractor.new { Ractor.receive }
giver = Ractor.new { loop { Ractor.yield 1 } }
bounded("takes", 2000) { Ractor.select(idle, giver) }             # expect: takes: bounded
port = Ractor::Port.new
bounded("monitors", 3000) { idle.monitor(port); idle.unmonitor(port) } # expect: monitors: bounded
bounded("joins", 300) { Timeout.timeout(0.00001) { idle.join } rescue nil } # expect: joins: bounded
bounded("messages", 3000) { |i| port << [i]; port.receive }       # expect: messages: bounded
idle << :end
p idle.value                                                      # expect: :end
