# A Ractor that is busy meets its limit of memory when it is flooded: what waits for it counts as its own.
# actors
# since: 4.1
# flags: --memory=16
# modes: move
main = Ractor.current
2.times { Ractor.new(main) { |to| 20_000.times { to << ["x" * 2000] } } }
begin
  i = 0
  i += 1 while i < 1_000_000_000
rescue NoMemoryError
  $stdout.write("no memory\n")                      # expect: no memory
  $stdout.flush
  exit!(0)
end
