# When nobody is left who could wake the main Ractor, it says so instead of waiting for ever.
# actors
# since: troupe
# error: No live threads left. Deadlock? (fatal)
# exit: 1
r = Ractor.new { Ractor.receive }
begin
  r.value
rescue => e
  puts "an ordinary rescue does not see it"
ensure
  puts "ensure"                              # expect: ensure
end
