# A limit counts what the actor shared; garbage of that makes room before NoMemoryError.
# actors
# flags: -W0 --memory=12
# modes: preempt,move
# since: 4.1

x = nil
60.times { x = Ractor.make_shareable("x" * 1_000_000) }
p x.size # expect: 1000000
60.times { |i| x = ("y" * 100_000 + i.to_s).freeze; Ractor.make_shareable(x); "z" * 4_000_000 if i % 20 == 0 }
p x.size # expect: 100002

# What is alive makes none; once it is dropped it does.
kept = Array.new(9) { Ractor.make_shareable("k" * 1_000_000) }
begin
  "big" * 2_000_000
rescue NoMemoryError
  p kept.size # expect: 9
end
kept = nil
p Array.new(9) { Ractor.make_shareable("l" * 1_000_000) }.size # expect: 9
