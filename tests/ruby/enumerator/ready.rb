# Enumerator#next where the iteration's fiber waits, and what makes it wait no longer.
# since: 3.3 (frozen enumerators)
e = [1, 2].each
p e.next, e.peek, e.next                            # expect: 1
# expect: 2
# expect: 2
p 2.times.map { e.next rescue $!.message }          # expect: ["iteration reached an end", "iteration reached an end"]
e.rewind
p e.next, e.next                                    # expect: 1
# expect: 2
e = Enumerator.new { |y| y << 1 << 2; raise "end" }
p e.next, e.next, (e.next rescue $!.message)        # expect: 1
# expect: 2
# expect: "end"
p((e.dup rescue $!.class), e.next)                  # expect: TypeError
# expect: 1
e = Enumerator.new { |y| y << (e.next rescue $!.class) }
p e.next                                            # expect: FiberError
e = [1, 2].each
e.next
p Thread.new { e.next rescue $!.class }.value       # expect: FiberError
p((e.next(1) rescue $!.message))                    # expect: "wrong number of arguments (given 1, expected 0)"
p [e].map(&:next), e.__send__(:next) { } rescue p $!.class # expect: StopIteration

# A fiber goes on with what others have redefined meanwhile.
f = Fiber.new { Fiber.yield 1 + 1; Fiber.yield 1 + 1; 1 + 1 }
p f.resume                                          # expect: 2
class Integer
  alias plus +
  def +(other) = other == 1 ? :redefined : plus(other)
end
p f.resume, f.resume                                # expect: :redefined
# expect: :redefined

e = [1, 2, 3].each
e.next
e.freeze
p((e.next rescue $!.class))                         # expect: FrozenError
