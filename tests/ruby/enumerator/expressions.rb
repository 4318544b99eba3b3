# Enumerator: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
begin; (class E1; include Enumerable; def initialize(*a) = @a = a; def each; @a.each { |x| yield x }; self; end; end; E1.new(3, 1, 2).sort); rescue StandardError; end
begin; (class E2; include Enumerable; def each; yield; yield 1; yield 1, 2; yield [3, 4]; yield nil; self; end; end; E2.new.to_a); rescue StandardError; end
t { E2.new.lazy.map { |x, y| [x, y] }.to_a }
# expect: [[nil, nil], [1, nil], [1, 2], [3, 4], [nil, nil]]
t { E2.new.lazy.select { |x| x }.to_a }
# expect: [1, [1, 2], [3, 4]]
t { E2.new.lazy.with_index.to_a }
# expect: [[nil, 0], [1, 1], [[1, 2], 2], [[3, 4], 3], [nil, 4]]
t { E1.new(1, 2).lazy.size }
# expect: nil
t { Enumerator.new { |y| y << 1 << 2; y.yield 3, 4; :done }.to_a }
# expect: [1, 2, [3, 4]]
t { Enumerator.new { |y| 3.times { |i| y << i } }.map { |x| x * 2 } }
# expect: [0, 2, 4]
t { Enumerator.new(3) { }.size }
# expect: 3
t { Enumerator.new { |y| loop { y << 1 } }.first(2) }
# expect: [1, 1]
t { Enumerator.new { |y| loop { y << 1 } }.lazy.map { |x| x + 1 }.first(2) }
# expect: [2, 2]
t { Enumerator.produce(1) { |x| x * 2 }.take(5) }
# expect: [1, 2, 4, 8, 16]
t { Enumerator.produce([0, 1]) { |a, b| [b, a + b] }.lazy.map(&:first).first(8) }
# expect: [0, 1, 1, 2, 3, 5, 8, 13]
t { Enumerator.produce(1) { |x| raise StopIteration if x > 3; x + 1 }.to_a }
# expect: [1, 2, 3, 4]
t { Enumerator.produce { 1 }.first(2) }
# expect: [1, 1]
t { ([1, 2].each + [3]).inspect }
# expect: "#<Enumerator::Chain: [#<Enumerator: [1, 2]:each>, [3]]>"
t { [1, 2].each.inspect }
# expect: "#<Enumerator: [1, 2]:each>"
t { (1..3).lazy.map { }.select { }.inspect }
# expect: "#<Enumerator::Lazy: #<Enumerator::Lazy: #<Enumerator::Lazy: 1..3>:map>:select>"
t { (1..3).lazy.take(2).inspect }
# expect: "#<Enumerator::Lazy: #<Enumerator::Lazy: 1..3>:take(2)>"
t { (1..20).lazy.select(&:even?).map { |x| x * 3 }.reject { |x| x % 4 == 0 }.first(2) }
# expect: [6, 18]
t { (1..3).lazy.flat_map { |x| [x, x] }.to_a }
# expect: [1, 1, 2, 2, 3, 3]
t { (1..3).lazy.zip(4..6).to_a }
# expect: [[1, 4], [2, 5], [3, 6]]
t { (1..3).lazy.take_while { |x| x < 3 }.to_a }
# expect: [1, 2]
t { (1..3).lazy.drop(1).to_a }
# expect: [2, 3]
t { (1..3).lazy.drop_while { |x| x < 2 }.to_a }
# expect: [2, 3]
t { (1..3).lazy.filter_map { |x| x * 2 if x > 1 }.to_a }
# expect: [4, 6]
t { (1..3).lazy.with_index.map { |x, i| x * i }.to_a }
# expect: [0, 2, 6]
t { (1..3).lazy.each_with_index.to_a }
# expect: [[1, 0], [2, 1], [3, 2]]
t { (1..3).lazy.uniq { |x| x % 2 }.to_a }
# expect: [1, 2]
t { (1..3).lazy.compact.first }
# expect: 1
t { (1..3).lazy.eager.class }
# expect: Enumerator
t { (1..3).lazy.force }
# expect: [1, 2, 3]
t { (1..3).lazy.lazy.class }
# expect: Enumerator::Lazy
t { (1..3).lazy.include?(2) }
# expect: true
t { (1..3).lazy.tally.size }
# expect: 3
t { (1..Float::INFINITY).lazy.map { |x| x * 2 }.take(3).inject(:+) }
# expect: 12
t { (1..3).lazy.chunk_while { |a, b| true }.to_a }
# expect: [[1, 2, 3]]
t { (1..3).lazy.slice_when { |a, b| true }.first(2) }
# expect: [[1], [2]]
t { (1..3).lazy.grep(2..3).to_a }
# expect: [2, 3]
t { (1..3).lazy.zip([1]).first(1) }
# expect: [[1, 1]]
t { 1.step(10, 3).class }
# expect: Enumerator::ArithmeticSequence
t { 1.step(10, 3) == 1.step(10, 3) }
# expect: true
t { 1.step(10, 3).last }
# expect: 10
t { 1.step(10, 3).last(2) }
# expect: [7, 10]
t { 1.step(10, 3).first(2) }
# expect: [1, 4]
t { 1.step(10, 3).size }
# expect: 4
t { 1.step(10, 3).hash == 1.step(10, 3).hash }
# expect: true
t { 1.step(by: 2).first(3) }
# expect: [1, 3, 5]
t { 1.step(by: -1).first(3) }
# expect: [1, 0, -1]
t { (1..10).step(3).inspect }
# expect: "((1..10).step(3))"
t { (1.0..2.0).step(0.5).to_a }
# expect: [1.0, 1.5, 2.0]
t { 1.0.step(by: 0.5, to: 2).to_a }
# expect: [1.0, 1.5, 2.0]
t { (1..10).step(3).last }
# expect: 10
t { (1...10).step(3).to_a }
# expect: [1, 4, 7]
t { 10.step(1, -4).to_a }
# expect: [10, 6, 2]
