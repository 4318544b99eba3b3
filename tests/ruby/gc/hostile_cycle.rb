# The hostile mode runs a shared cycle after each slice, although nothing is shared that would want one.
# actors
# flags: --hostile=cycle:1
# since: 4.1
r = Ractor.new { 10.times { |i| Ractor.yield i } }
p Array.new(10) { r.take }.sum            # expect: 45
p GC.stat(:shared_cycles) >= 10           # expect: true
