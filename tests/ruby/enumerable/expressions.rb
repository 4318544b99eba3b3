# Enumerable: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { (class E1; include Enumerable; def initialize(*a) = @a = a; def each; @a.each { |x| yield x }; self; end; end; E1.new(3, 1, 2).sort) }
# expect: [1, 2, 3]
t { (class E2; include Enumerable; def each; yield; yield 1; yield 1, 2; yield [3, 4]; yield nil; self; end; end; E2.new.to_a) }
# expect: [nil, 1, [1, 2], [3, 4], nil]
t { E2.new.map { |x| x } }
# expect: [nil, 1, 1, [3, 4], nil]
t { E2.new.map { |*x| x } }
# expect: [[], [1], [1, 2], [[3, 4]], [nil]]
t { E2.new.map { |x, y| [x, y] } }
# expect: [[nil, nil], [1, nil], [1, 2], [3, 4], [nil, nil]]
t { E2.new.select { |x| x } }
# expect: [1, [1, 2], [3, 4]]
t { E2.new.select { |x, y| y } }
# expect: [[1, 2], [3, 4]]
t { E2.new.each_with_index.to_a }
# expect: [[nil, 0], [1, 1], [[1, 2], 2], [[3, 4], 3], [nil, 4]]
t { E2.new.each_slice(2).to_a }
# expect: [[nil, 1], [[1, 2], [3, 4]], [nil]]
t { E2.new.each_cons(2).to_a }
# expect: [[nil, 1], [1, [1, 2]], [[1, 2], [3, 4]], [[3, 4], nil]]
t { E2.new.each_entry.to_a }
# expect: [nil, 1, [1, 2], [3, 4], nil]
t { E2.new.first(3) }
# expect: [nil, 1, [1, 2]]
t { E2.new.first }
# expect: nil
t { E2.new.take(3) }
# expect: [nil, 1, [1, 2]]
t { E2.new.drop(3) }
# expect: [[3, 4], nil]
t { E2.new.include?([1, 2]) }
# expect: true
t { E2.new.partition { |x| x } }
# expect: [[1, [1, 2], [3, 4]], [nil, nil]]
t { E2.new.each_with_object([]) { |x, m| m << x } }
# expect: [nil, 1, [1, 2], [3, 4], nil]
t { E2.new.inject { |a, b| [a, b] } }
# expect: [[[[nil, 1], [1, 2]], [3, 4]], nil]
t { E2.new.to_a.size }
# expect: 5
t { E2.new.count }
# expect: 5
t { E2.new.count(nil) }
# expect: 2
t { E2.new.find { |x| x } }
# expect: 1
t { E2.new.find_index([1, 2]) }
# expect: 2
t { E2.new.reject { |x| x } }
# expect: [nil, nil]
t { E2.new.zip([1, 2]) }
# expect: [[nil, 1], [1, 2], [[1, 2], nil], [[3, 4], nil], [nil, nil]]
t { E2.new.reverse_each.to_a }
# expect: [nil, [3, 4], [1, 2], 1, nil]
t { E2.new.each_with_index.map { |x, i| i } }
# expect: [0, 1, 2, 3, 4]
t { E2.new.min_by { |x| x.to_s } }
# expect: nil
t { E2.new.filter_map { |x| x } }
# expect: [1, 1, [3, 4]]
t { E2.new.flat_map { |x| x } }
# expect: [nil, 1, 1, 3, 4, nil]
t { E2.new.uniq }
# expect: [nil, 1, [1, 2], [3, 4]]
t { E2.new.compact }
# expect: [1, [1, 2], [3, 4]]
t { E2.new.chunk_while { |a, b| true }.to_a }
# expect: [[nil, 1, [1, 2], [3, 4], nil]]
t { E2.new.take_while { |x| true } }
# expect: [nil, 1, [1, 2], [3, 4], nil]
t { E2.new.drop_while { |x| x.nil? } }
# expect: [1, [1, 2], [3, 4], nil]
t { E2.new.all? { |x| true } }
# expect: true
t { E2.new.any? { |x, y| y == 2 } }
# expect: true
t { E2.new.none?(5) }
# expect: true
t { E2.new.one?(1) }
# expect: true
t { E2.new.sum { |x| x.is_a?(Integer) ? x : 0 } }
# expect: 1
t { E2.new.cycle.first(7) }
# expect: [nil, 1, [1, 2], [3, 4], nil, nil, 1]
t { E2.new.grep(Array) }
# expect: [[1, 2], [3, 4]]
t { E2.new.grep_v(Array) }
# expect: [nil, 1, nil]
t { E2.new.grep(Integer) { |x| x + 1 } }
# expect: [2]
t { E2.new.each_slice(2).map { |a, b| [a, b] } }
# expect: [[nil, 1], [[1, 2], [3, 4]], [nil, nil]]
t { E2.new.chunk { |x| x.class }.to_a }
# expect: [[NilClass, [nil]], [Integer, [1]], [Array, [[1, 2], [3, 4]]], [NilClass, [nil]]]
t { E1.new(1, 2, 3, 4).chunk(&:even?).to_a }
# expect: [[false, [1]], [true, [2]], [false, [3]], [true, [4]]]
t { E1.new(1, 2, 3).chunk { |x| x == 2 ? :_separator : true }.to_a }
# expect: [[true, [1]], [true, [3]]]
t { E1.new(1, 2, 3).chunk { |x| x == 2 ? :_alone : true }.to_a }
# expect: [[true, [1]], [:_alone, [2]], [true, [3]]]
t { E1.new(1, 2, 3).slice_before(&:even?).to_a }
# expect: [[1], [2, 3]]
t { E1.new(1, 2, 3).slice_after(&:even?).to_a }
# expect: [[1, 2], [3]]
t { E1.new(1, 2, 4).slice_when { |a, b| b != a + 1 }.to_a }
# expect: [[1, 2], [4]]
t { E1.new(3, 1, 2).min }
# expect: 1
t { E1.new(3, 1, 2).max(2) }
# expect: [3, 2]
t { E1.new(3, 1, 2).minmax }
# expect: [1, 3]
t { E1.new(3, 1, 2).sort_by { |x| -x } }
# expect: [3, 2, 1]
t { E1.new(3, 1, 2).sum }
# expect: 6
t { E1.new(3, 1, 2).inject(:+) }
# expect: 6
t { E1.new(3, 1, 2).reduce(1) { |a, b| a * b } }
# expect: 6
t { E1.new(3, 1, 2).each_entry.to_a }
# expect: [3, 1, 2]
t { E1.new(3, 1, 2).to_h { |x| [x, 1] }.size }
# expect: 3
t { E1.new(3, 1, 2).zip(E1.new(4, 5)) }
# expect: [[3, 4], [1, 5], [2, nil]]
t { E1.new(3, 1, 2).each_with_index.to_a }
# expect: [[3, 0], [1, 1], [2, 2]]
t { E1.new("a", "b").each_with_index.to_h.size }
# expect: 2
t { E1.new(1, 2).each_slice(2).size }
# expect: nil
t { E1.new(1, 2).to_enum.size }
# expect: nil
t { E1.new(1, 2).min_by { |x| -x } }
# expect: 2
t { E1.new(1, 2, 3).each_cons(2).to_a.length }
# expect: 2
t { E1.new(1, 2, 3, 4).each_slice(3).to_a }
# expect: [[1, 2, 3], [4]]
t { E1.new(*"a".."e").each_with_object({}) { |x, h| h[x] = 1 }.size }
# expect: 5
t { E1.new(1,2).chain([3]).to_a }
# expect: [1, 2, 3]
t { E1.new(1,2).sum(0.0) }
# expect: 3.0
t { (e = [1, 2, 3].each; e.size) }
# expect: 3
t { [1, 2, 3].each_with_index.with_index(10).to_a }
# expect: [[[1, 0], 10], [[2, 1], 11], [[3, 2], 12]]
t { [1, 2, 3].each.with_object([]).to_a.size }
# expect: 3
t { [1, 2, 3].map.with_index { |x, i| x * i } }
# expect: [0, 2, 6]
t { [1, 2, 3].select.with_index { |x, i| i > 0 } }
# expect: [2, 3]
t { [1, 2, 3].each_slice(2).with_index.map { |a, i| [a, i] } }
# expect: [[[1, 2], 0], [[3], 1]]
t { [4, 5].each.with_index(1).to_a }
# expect: [[4, 1], [5, 2]]
t { %w[a b].each_with_index.map { |x, i| x * (i + 1) } }
# expect: ["a", "bb"]
t { ([1, 2].each + [3]).to_a }
# expect: [1, 2, 3]
t { ([1, 2].each + [3]).size }
# expect: 3
t { [1, 2].each_slice(2).inspect }
# expect: "#<Enumerator: [1, 2]:each_slice(2)>"
t { "abc".each_char.inspect }
# expect: "#<Enumerator: \"abc\":each_char>"
t { [1].each_with_object([]).inspect }
# expect: "#<Enumerator: [1]:each_with_object([])>"
t { (1..3).each_cons(2).inspect }
# expect: "#<Enumerator: 1..3:each_cons(2)>"
t { (1..3).each_entry.class }
# expect: Enumerator
t { 3.times.inspect }
# expect: "#<Enumerator: 3:times>"
t { 5.upto(7).inspect }
# expect: "#<Enumerator: 5:upto(7)>"
t { ((1..10) % 3).inspect }
# expect: "((1..10).%(3))"
