# External enumeration: what next, next_values and peek hand over, feed, ends, exceptions.
# since: 3.3
e = Enumerator.new { |y| y << 1; y.yield 2, 3; y.yield; y.yield nil; y.yield [4, 5]; y << 6; :done }
p e.next, e.next, e.next, e.next, e.next, e.next    # expect: 1
# expect: [2, 3]
# expect: nil
# expect: nil
# expect: [4, 5]
# expect: 6
first = begin
  e.next
rescue StopIteration => s
  p s.result, s.backtrace.first[/external.rb:\d+/] # expect: :done
  # expect: "external.rb:11"
  s
end
p((e.next rescue $!.equal?(first)))                 # expect: true
e.rewind
p 8.times.map { e.next_values rescue break }        # expect: nil
e.rewind
p e.next_values, e.next_values, e.next_values, e.peek_values, e.next_values, e.peek, e.next # expect: [1]
# expect: [2, 3]
# expect: []
# expect: [nil]
# expect: [nil]
# expect: [4, 5]
# expect: [4, 5]
o = Object.new
def o.each
  p yield(1)
  p yield(2)
  raise "end"
end
e = o.to_enum
p e.next                                            # expect: 1
e.feed :fed
p e.next                                            # expect: :fed
# expect: 2
p((e.next rescue $!.message), e.next)               # expect: nil
# expect: "end"
# expect: 1
e = [1, 2].each.freeze
p((e.next rescue $!.class))                         # expect: FrozenError
f = Fiber.new { |a, b| [a, b, Fiber.yield, Fiber.yield(1, 2), Fiber.yield([3])] }
p f.resume(1, 2), f.resume, f.resume(:x), f.resume(5, 6) # expect: nil
# expect: [1, 2]
# expect: [3]
# expect: [1, 2, nil, :x, [5, 6]]
p %i[resume].map(&Fiber.new { :by_proc }.method(:send)) # expect: [:by_proc]
f = Fiber.new { Fiber.yield 1; 2 }
p [f, f].map(&:resume)                              # expect: [1, 2]
class Fiber
  alias + resume
end
f = Fiber.new { |x| Fiber.yield x + 1 }
p((f + 1) + 1, (Fiber.new { |x| x } + 4) == 4)      # expect: 3
# expect: true
e = o.to_enum
e.feed :early
p e.next, e.next                                    # expect: :early
# expect: 1
# expect: 2
