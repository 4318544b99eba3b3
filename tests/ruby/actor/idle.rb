# An actor that waits takes 4 KiB, whether its block is a plain one or a shareable Proc.
# actors
# flags: -W0
# modes: plain
# since: troupe
SANITIZED = File.read("/proc/self/maps").match?(/lib[at]san/) # it takes what it likes
COUNT = SANITIZED ? 100 : 20_000
MOST = 4_400 # a few bytes are others', or the debug build's

def resident = File.read("/proc/self/statm").split[1].to_i * 4096

def idle(name)
  kept = Array.new(COUNT / 20) { yield }
  sleep 0.05
  before = resident
  kept.concat Array.new(COUNT) { yield }
  sleep 0.2
  each = (resident - before) / COUNT
  puts each <= MOST || SANITIZED ? "#{name} is small" : "#{name} takes #{each} bytes"
  kept.each { |actor| actor << 1 }.each(&:value)
end

idle("a plain block") { Ractor.new { Ractor.receive } } # expect: a plain block is small
shareable = Ractor.shareable_proc(self: nil) { Ractor.receive }
idle("a shareable Proc") { Ractor.new(&shareable) }     # expect: a shareable Proc is small
