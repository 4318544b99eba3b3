# Who sits in a call that blocks holds up nobody: timers and messages of others come in time, and so does a shared cycle.
# actors
# modes: plain, seats
# since: troupe
def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

path = "#{Dir.tmpdir}/troupe-blocked-#{$$}"
File.mkfifo(path)
openers = 4.times.map { Ractor.new(path) { |name| File.open(name) { |file| file.read } } }
waiters = 2.times.map { Ractor.new { IO.pipe[0].read(1) } }
sleeper = Ractor.new { `sleep 30` }
others = 4.times.map do
  Ractor.new do
    late = 20.times.map do
      before = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      sleep 0.002
      Ractor.make_shareable(Array.new(200) { |i| "shared #{i}" })
      Process.clock_gettime(Process::CLOCK_MONOTONIC) - before - 0.002
    end
    late.sort[10]
  end
end
p others.map(&:value).max < 0.1           # expect: true
echo = Ractor.new { loop { Ractor.yield Ractor.receive } }
times = 20.times.map do |i|
  before = now
  echo << i
  echo.take
  now - before
end
p times.sort[10] < 0.1                    # expect: true
before = now
GC.start
p now - before < 1                        # expect: true
p waiters.map(&:inspect).all? { |text| text.include?("blocking") } # expect: true
File.delete(path)
