# A thread whose runs end in a collection of several slices leaves the others of its Ractor a turn after each.
# modes: move
# since: other (of CRuby threads have other turns)
table = Array.new(60_000) { |i| [i, i.to_s] }
ends = false
rounds = 0
busy = Thread.new { (GC.start; rounds += 1) until ends }
other = Thread.new { 30.times { Thread.pass }; rounds }
meanwhile = other.value
ends = true
busy.join
p meanwhile <= 45, table.size # expect: true
# expect: 60000
