# What only the main Ractor may do and does for others, between two steps of what it is at; what each Ractor has of its own.
# actors
# since: 4.1
def attempt
  p yield
rescue Ractor::RemoteError => e
  raise e.cause if NoMemoryError === e.cause
  puts "#{e.cause.class}: #{e.cause.message}"
end

file = "/tmp/troupe-errand-#{$$}.rb"
File.write(file, "class FromFile; MAIN = Ractor.main?; LIST = [+'']; def hi = :hi; end")
attempt { Ractor.new(file) { |f| [require(f), require(f), FromFile::MAIN, FromFile.new.hi] }.value } # expect: [true, false, true, :hi]
attempt { Ractor.new(file) { |f| Ractor._require(f) }.value }              # expect: false
File.write(file, "raise 'uh oh'")
File.rename(file, file.sub("errand", "bad"))
attempt { Ractor.new(file.sub("errand", "bad")) { |f| require(f) }.value }    # expect: RuntimeError: uh oh
File.write(file.sub("errand", "auto"), "module Auto; V = 7; end")
autoload :Auto, file.sub("errand", "auto")
attempt { Ractor.new { Auto::V }.value }                                   # expect: 7
File.delete(file.sub("errand", "bad"), file.sub("errand", "auto"))
attempt { Ractor.new { require "no/such/feature" }.value }                 # expect: LoadError: cannot load such file -- no/such/feature
def cause_of(ractor)
  ractor.value
rescue Ractor::RemoteError => e
  raise if NoMemoryError === e.cause
  e.cause.class
end
attempt { Array.new(10) { Ractor.new { require "no/such/feature" } }.map { |r| cause_of(r) }.uniq } # expect: [LoadError]

attempt { Ractor.new { trap(:USR1) { puts "by signal, main: #{Ractor.main?}" } }.value } # expect: "DEFAULT"
Process.kill(:USR1, $$)
sleep 0.01                                                                 # expect: by signal, main: true
# expect: Ractor::IsolationError: cannot make a shareable Proc because it can refer unshareable object "x" from variable 's'
attempt { Ractor.new { s = +"x"; trap(:USR1) { s } }.value }

attempt { Ractor.new { [$stdout.equal?(STDOUT), $stdout.fileno, $stdin.equal?($stdin), $VERBOSE, $DEBUG, $-W] }.value }
# expect: [false, 1, true, false, false, 1]
attempt { Ractor.new { $VERBOSE = nil; $stderr = $stdout; [$VERBOSE, $stderr.equal?($stdout)] }.value } # expect: [nil, true]
p $VERBOSE, $stderr.fileno                                                 # expect: false
# expect: 2
attempt { Ractor.new { at_exit {} }.value }         # expect: Ractor::IsolationError: can not call at_exit from non-main Ractors
attempt { Ractor.new { fork {} }.value }            # expect: Ractor::IsolationError: can not fork from non-main Ractors
attempt { Ractor.new { Regexp.timeout }.value }     # expect: Ractor::IsolationError: can not access Regexp.timeout from non-main Ractors
attempt { Ractor.new { $: }.value }                 # expect: Ractor::IsolationError: can not access global variable $: from non-main Ractor
attempt { Ractor.new { global_variables }.value }   # expect: Ractor::IsolationError: can not access global variables from non-main Ractors
attempt { Ractor.new { ObjectSpace.each_object.reject { |o| Ractor.shareable?(o) }.size }.value } # expect: 0
