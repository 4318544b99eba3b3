# Opening a FIFO waits for the other end, and holds up nobody who does not: other threads and actors, a timeout, the program's end.
# actors
# modes: -oom
# since: troupe
path = "#{Dir.tmpdir}/troupe-fifo-#{$$}"
File.delete(path) if File.exist?(path) # of a run that was killed, long ago
p File.mkfifo(path)                       # expect: 0
p File.ftype(path)                        # expect: "fifo"
begin
  File.mkfifo(path)
rescue SystemCallError => e
  p e.class                               # expect: Errno::EEXIST
end

reader = Ractor.new(path) { |name| File.open(name) { |file| file.read } }
File.open(path, "w") { |file| file.write("one ", "two") }
p reader.value                            # expect: "one two"

# Between threads of one actor.
writer = Thread.new { File.open(path, "w") { |file| file << "three" } }
p File.open(path) { |file| file.read }    # expect: "three"
p writer.value.class                      # expect: File

# Nobody comes: a timeout, a kill, an exception.
paths = 3.times.map { |i| "#{path}-#{i}" }
paths.each { |one| File.mkfifo(one) }
require "timeout"
begin
  Timeout.timeout(0.01) { File.open(paths[0]) }
rescue Timeout::Error => e
  p e.class                               # expect: Timeout::Error
end
killed = Thread.new { File.open(paths[1], "w") }
Thread.pass
p killed.kill.join.value                  # expect: nil
raised = Thread.new do
  File.open(paths[2], "w")
rescue => e
  e.message
end
Thread.pass
raised.raise("not that long")
p raised.value                            # expect: "not that long"

# Neither does the end wait.
Ractor.new(path) { |name| File.open(name, "w") }
Thread.new { File.open(path, "w") }
sleep 0.001
File.delete(path, *paths)
