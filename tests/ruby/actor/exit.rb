# exit in a Ractor ends only that one; whoever asks for its value is told.
# actors
# since: 4.1
# exit: 7
r = Ractor.new { exit(3) }
begin
  r.value
rescue Ractor::RemoteError => e
  p e.cause.class, e.cause.status            # expect: SystemExit
  # expect: 3
end
r = Ractor.new { throw :nowhere }
begin
  r.value
rescue Ractor::RemoteError => e
  p e.cause.class                            # expect: UncaughtThrowError
end
# The program ends with its main Ractor, whatever others do.
Ractor.new { loop {} }
Ractor.new { Ractor.receive }
Ractor.new { sleep 1000 }
Ractor.new { begin; sleep; ensure; puts "never"; end }
at_exit { puts "bye" }                       # expect: bye
exit 7
