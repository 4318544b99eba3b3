# Standard output that nobody reads holds up who writes it, and no other actor, thread or shared cycle.
# actors
# modes: plain, seats
# since: troupe
script = <<~'RUBY'
  writers = 2.times.map { |i| Ractor.new(i) { |n| 400.times { |k| puts "#{n} #{k} " + "x" * 500 } } }
  thread = Thread.new { 100.times { print "y" * 1000, "\n" } }
  other = Ractor.new do
    100.times { |i| Ractor.make_shareable("shared #{i}" * 100) }
    10.times { sleep 0.001 }
    GC.start
    :done
  end
  $stderr.puts other.value
  sleep 0.002
  $stderr.puts "main"
  writers.each(&:join)
  thread.join
  $stdout.flush
RUBY
name = "#{Dir.tmpdir}/troupe-unread-#{$$}.rb"
File.write(name, script)
error_reader, error = IO.pipe
reader, output = IO.pipe
pid = spawn("/proc/self/exe".then { |path| File.realpath(path) }, "-W0", name, out: output, err: error)
error.close
output.close
p error_reader.gets                       # expect: "done\n"
p error_reader.gets                       # expect: "main\n"
lines = reader.read.lines
Process.wait(pid)
p $?.exitstatus                           # expect: 0
p lines.size                              # expect: 900
p lines.count { |line| line.match?(/\A0 \d+ x{500}\n\z/) } # expect: 400
p lines.count { |line| line == "y" * 1000 + "\n" } # expect: 100
File.delete(name)
