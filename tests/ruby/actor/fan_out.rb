# A tree of many actors: each waits for its children, and everybody's message reaches the one who counts. (With an argument of 5,
# as `make test-full` runs it too, it is 111,111 of them, then 100,000 at the same time.)
# actors
# since: 4.1
# args: 3
# modes: preempt, move, scrub
def spread(sink, depth)
  Ractor.new(sink, depth) do |sink, depth|
    sink << depth
    depth == 0 ? 1 : 1 + Array.new(10) { spread(sink, depth - 1) }.sum(&:value)
  end
end

depth = Integer(ARGV[0])
count = (0..depth).sum { |level| 10**level }
sink = Ractor.new(count) { |count| count.times.map { Ractor.receive }.tally.sort }
p spread(sink, depth).value, sink.value # expect: 1111
# expect: [[0, 1000], [1, 100], [2, 10], [3, 1]]

# So many that wait at the same time.
waiting = Array.new(10**depth) { |i| Ractor.new(i) { |i| Ractor.receive + i } }
waiting.each { |r| r << 1 }
raise "a message is lost" unless waiting.sum(&:value) == (1..10**depth).sum
