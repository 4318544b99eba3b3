# Range: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { (1..20).to_h { |i| [i, i * i] }[15] }
# expect: 225
t { (1..10).step(3).to_a }
# expect: [1, 4, 7, 10]
t { (1..10) % 4 }
# expect: ((1..10).%(4))
t { ((1..10) % 4).to_a }
# expect: [1, 5, 9]
t { (1..).first(3) }
# expect: [1, 2, 3]
t { (1..nil).size }
# expect: Infinity
t { ("a".."e").to_a }
# expect: ["a", "b", "c", "d", "e"]
t { ("a".."e").step(2).to_a }
# expect: ["a", "c", "e"]
t { ("a".."zz").count }
# expect: 702
t { ("08".."11").to_a }
# expect: ["08", "09", "10", "11"]
t { (1..10).sum }
# expect: 55
t { (1...10).sum }
# expect: 45
t { (1..10).reduce(:+) }
# expect: 55
t { (1..10).inject { |a, b| a * b } }
# expect: 3628800
t { (1..10).include?(5.5) }
# expect: true
t { (1..10) === 5 }
# expect: true
t { ("a".."z").include?("bb") }
# expect: false
t { ("a".."z").cover?("bb") }
# expect: true
t { ("a".."z") === "bb" }
# expect: true
t { (1..10).cover?(2..3) }
# expect: true
t { (1..10).min }
# expect: 1
t { (1...10).max }
# expect: 9
t { (1.0..2.5).max }
# expect: 2.5
t { (1.0...2.5).max }
# expect: TypeError: cannot exclude non Integer end value
t { (1..10).minmax }
# expect: [1, 10]
t { (3..1).min }
# expect: nil
t { (1..10).last(3) }
# expect: [8, 9, 10]
t { (1..10).first(2) }
# expect: [1, 2]
t { (1..3).each_slice(2).to_a }
# expect: [[1, 2], [3]]
t { (1..3).reverse_each.to_a }
# expect: [3, 2, 1]
t { (1..3).to_a.reverse }
# expect: [3, 2, 1]
t { (1..3).each_entry.to_a }
# expect: [1, 2, 3]
t { (1..3).inspect }
# expect: "1..3"
t { (1...3).to_s }
# expect: "1...3"
t { (nil..3).inspect }
# expect: "..3"
t { (1..).inspect }
# expect: "1.."
t { (1..3).eql?(1..3) }
# expect: true
t { (1..3) == (1..3.0) }
# expect: true
t { (1..3).hash == (1..3).hash }
# expect: true
t { (1..3).size }
# expect: 3
t { (1...3.5).size }
# expect: 3
t { ("a".."c").size }
# expect: nil
t { (1..3).count }
# expect: 3
t { (1..3).frozen? }
# expect: true
t { Range.new(1, 3, true) }
# expect: 1...3
t { Range.new(1, "a") }
# expect: ArgumentError: bad value for range
t { Range.new(nil, nil) }
# expect: nil..nil
t { (1..10).bsearch { |x| x >= 7 } }
# expect: 7
t { (0.0..10.0).bsearch { |x| x >= 2.5 } }
# expect: 2.5
t { (1..3).each { } }
# expect: 1..3
t { (1.5..3).each { } }
# expect: TypeError: can't iterate from Float
t { (nil..3).each { } }
# expect: TypeError: can't iterate from NilClass
t { (1..3).step(0.5).to_a }
# expect: [1.0, 1.5, 2.0, 2.5, 3.0]
t { (1.0..2.0).step(0.5).to_a }
# expect: [1.0, 1.5, 2.0]
t { (1..3).step(0) }
# expect: ArgumentError: step can't be 0
t { (1..3).to_a }
# expect: [1, 2, 3]
t { (1..).to_a }
# expect: RangeError: cannot convert endless range to an array
t { (1..3).entries }
# expect: [1, 2, 3]
t { (1..6).each_cons(3).to_a }
# expect: [[1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6]]
t { (1..6).partition(&:even?) }
# expect: [[2, 4, 6], [1, 3, 5]]
t { (1..3).zip(4..6) }
# expect: [[1, 4], [2, 5], [3, 6]]
t { (1..3).flat_map { |x| [x] * x } }
# expect: [1, 2, 2, 3, 3, 3]
t { (1..3).each_with_index.to_a }
# expect: [[1, 0], [2, 1], [3, 2]]
t { (1..3).cycle.first(7) }
# expect: [1, 2, 3, 1, 2, 3, 1]
t { (:a..:e).to_a }
# expect: [:a, :b, :c, :d, :e]
t { (1..3).lazy.map { |x| x * 2 }.first(2) }
# expect: [2, 4]
t { ('a'..'c').each_with_index.map { |x, i| x * i } }
# expect: ["", "b", "cc"]
t { (1..10).each_slice(3).map(&:sum) }
# expect: [6, 15, 24, 10]
t { (0...0).to_a }
# expect: []
t { (1..10).find { |x| x > 4 } }
# expect: 5
t { (1..4).each_with_object([]) { |x, m| m << x } }
# expect: [1, 2, 3, 4]
t { (1..10).step(2).map { |x| x } }
# expect: [1, 3, 5, 7, 9]
t { (10..1).to_a }
# expect: []
t { (1..2**70).size }
# expect: 1180591620717411303424
t { (2**70..2**70+2).to_a }
# expect: [1180591620717411303424, 1180591620717411303425, 1180591620717411303426]
