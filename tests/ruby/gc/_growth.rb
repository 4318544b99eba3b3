# What is runtime-wide goes when nobody reaches it: many repetitions leave what few do. A row says how often, so that what it
# left each time before would show; a row whose process then has grown by more than two cycles may leave is told.
BOUND = 8 << 20

def resident = File.read("/proc/self/statm").split[1].to_i * 4096

def run(count, row)
  i = 0
  while i < count
    row.call
    i += 1
  end
end

sleep 0.002
HOSTILE = GC.stat(:shared_cycles) > 0 # each slice has one: few repetitions, and no bound
SANITIZED = File.read("/proc/self/maps").match?(/lib[at]san/) # what is freed stays in its quarantine

def times(count) = HOSTILE ? 20 : SANITIZED ? count / 20 : count

def grow(rows)
  rows.each_value { |count, row| run(times(count) / 10, row) }
  rows.each do |name, (count, row)|
    before = resident
    run(times(count), row)
    grown = resident - before
    puts "#{name}: grew by #{grown >> 10} KiB" if grown > BOUND && !HOSTILE && !SANITIZED
  end
end
