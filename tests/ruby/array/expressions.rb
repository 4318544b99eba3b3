# Array: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { Array.new(3) }
# expect: [nil, nil, nil]
t { Array.new(3, 0) }
# expect: [0, 0, 0]
t { Array.new(3) { |i| i * i } }
# expect: [0, 1, 4]
t { Array.new([1, 2]) }
# expect: [1, 2]
t { Array.new(-1) }
# expect: ArgumentError: negative array size
t { Array.new("a") }
# expect: TypeError: no implicit conversion of String into Integer
t { Array[1, 2, 3] }
# expect: [1, 2, 3]
t { [1, 2, 3, 4, 5][1..3] }
# expect: [2, 3, 4]
t { [1, 2, 3, 4, 5][1...-1] }
# expect: [2, 3, 4]
t { [1, 2, 3][5] }
# expect: nil
t { [1, 2, 3][3, 1] }
# expect: []
t { [1, 2, 3][4, 1] }
# expect: nil
t { [1, 2, 3][-2, 5] }
# expect: [2, 3]
t { [1, 2, 3][1..] }
# expect: [2, 3]
t { [1, 2, 3][..1] }
# expect: [1, 2]
t { [1, 2, 3][1.9] }
# expect: 2
t { [1, 2, 3]["a"] }
# expect: TypeError: no implicit conversion of String into Integer
t { [1, 2, 3][nil] }
# expect: TypeError: no implicit conversion from nil to integer
t { [1, 2, 3, 4, 5, 6][(0..).step(2)] }
# expect: [1, 3, 5]
t { [1, 2, 3, 4, 5, 6][(1..4) % 2] }
# expect: [2, 4]
t { [1, 2, 3, 4, 5, 6][(-1..0).step(-2)] }
# expect: [6, 4, 2]
t { (a = [1, 2, 3]; a[5] = 9; a) }
# expect: [1, 2, 3, nil, nil, 9]
t { (a = [1, 2, 3]; a[-4] = 9; a) }
# expect: IndexError: index -4 too small for array; minimum: -3
t { (a = [1, 2, 3]; a[0, 2] = [7, 8, 9]; a) }
# expect: [7, 8, 9, 3]
t { (a = [1, 2, 3]; a[0..1] = 5; a) }
# expect: [5, 3]
t { (a = [1, 2, 3]; a[1..] = []; a) }
# expect: [1]
t { (a = [1, 2, 3]; a[0, -1] = 5; a) }
# expect: IndexError: negative length (-1)
t { (a = [1, 2, 3]; a[-5..1] = 5; a) }
# expect: RangeError: -5..1 out of range
t { (a = [1, 2, 3]; a[6, 1] = [1]; a) }
# expect: [1, 2, 3, nil, nil, nil, 1]
t { (a = [1, 2, 3]; a["x"] = 1) }
# expect: TypeError: no implicit conversion of String into Integer
t { [1, 2, 3].first(2) }
# expect: [1, 2]
t { [1, 2, 3].first(-1) }
# expect: ArgumentError: negative array size
t { [1, 2, 3].last(2) }
# expect: [2, 3]
t { [1, 2, 3].last("x") }
# expect: TypeError: no implicit conversion of String into Integer
t { [].first }
# expect: nil
t { [1, 2, 3].take(2) }
# expect: [1, 2]
t { [1, 2, 3].take(-1) }
# expect: ArgumentError: attempt to take negative size
t { [1, 2, 3].drop(1) }
# expect: [2, 3]
t { [1, 2, 3].drop(-1) }
# expect: ArgumentError: attempt to drop negative size
t { (a = [1, 2, 3]; [a.pop, a.pop(5), a]) }
# expect: [3, [1, 2], []]
t { (a = [1, 2, 3]; [a.shift, a.shift(1), a]) }
# expect: [1, [2], [3]]
t { (a = [1]; a.push(2, 3).unshift(0).insert(2, :x, :y)) }
# expect: [0, 1, :x, :y, 2, 3]
t { [1, 2].insert(-2, :a) }
# expect: [1, :a, 2]
t { [1, 2].insert(-5, :a) }
# expect: IndexError: index -5 too small for array; minimum: -3
t { [1, 2].insert(5, :a) }
# expect: [1, 2, nil, nil, nil, :a]
t { [1, 2].concat([3], [4, 5]) }
# expect: [1, 2, 3, 4, 5]
t { [1, 2].concat(3) }
# expect: TypeError: no implicit conversion of Integer into Array
t { [1, 2] + [3] }
# expect: [1, 2, 3]
t { [1, 2] + nil }
# expect: TypeError: no implicit conversion of nil into Array
t { [1, 2, 2, 3] - [2] }
# expect: [1, 3]
t { [1, 2] * 3 }
# expect: [1, 2, 1, 2, 1, 2]
t { [1, 2] * "," }
# expect: "1,2"
t { [1, 2] * -1 }
# expect: ArgumentError: negative argument
t { [1, 2] * nil }
# expect: TypeError: no implicit conversion from nil to integer
t { [1, 1, 2, 3] & [1, 3, 5] }
# expect: [1, 3]
t { [1, 1, 2] | [2, 4] }
# expect: [1, 2, 4]
t { [1, 2] <=> [1, 3] }
# expect: -1
t { [1, 2] <=> [1, "a"] }
# expect: nil
t { [1, 2] <=> 3 }
# expect: nil
t { [1, 2] == [1, 2.0] }
# expect: true
t { [1, [2, [3]]] == [1, [2, [3]]] }
# expect: true
t { [1, 2].eql?([1, 2.0]) }
# expect: false
t { [1, "a", :b, nil, 2.5].hash == [1, "a", :b, nil, 2.5].hash }
# expect: true
t { [3, 1, 2].sort }
# expect: [1, 2, 3]
t { ["b", "a", "C"].sort }
# expect: ["C", "a", "b"]
t { [3, 1.5, 2].sort }
# expect: [1.5, 2, 3]
t { [3, "a"].sort }
# expect: ArgumentError: comparison of Integer with String failed
t { [3, nil].sort }
# expect: ArgumentError: comparison of Integer with nil failed
t { [[2, "b"], [1, "z"], [1, "a"]].sort }
# expect: [[1, "a"], [1, "z"], [2, "b"]]
t { [3, 1, 2].sort { |a, b| b <=> a } }
# expect: [3, 2, 1]
t { %w[ccc a bb].sort_by { |s| s.size } }
# expect: ["a", "bb", "ccc"]
t { %w[ccc a bb].sort_by { |s| [-s.size, s] } }
# expect: ["ccc", "bb", "a"]
t { %w[ccc a bb].min_by(&:size) }
# expect: "a"
t { %w[ccc a bb].max_by(2, &:size) }
# expect: ["ccc", "bb"]
t { [3, 1, 2].min }
# expect: 1
t { [3, 1, 2].max(2) }
# expect: [3, 2]
t { [3, 1, 2].min(2) }
# expect: [1, 2]
t { [3, 1, 2].minmax }
# expect: [1, 3]
t { ["a", 1].max }
# expect: ArgumentError: comparison of Integer with String failed
t { [].max }
# expect: nil
t { [0.1] * 3 }
# expect: [0.1, 0.1, 0.1]
t { ([0.1] * 10).sum }
# expect: 1.0
t { [1, 2.5, 3r].sum }
# expect: 6.5
t { ["a", "b"].sum("") }
# expect: "ab"
t { ["a"].sum }
# expect: TypeError: String can't be coerced into Integer
t { [1, 2, 3].sum { |x| x * 2 } }
# expect: 12
t { [1, 2, 3].inject(:+) }
# expect: 6
t { [1, 2, 3].inject(10) { |a, b| a * b } }
# expect: 60
t { [1, 2, 3].inject(10, :*) }
# expect: 60
t { [].inject(:+) }
# expect: nil
t { [1, 2, 3].reduce { |a, b| a - b } }
# expect: -4
t { [1, 2, 2, 3].count(2) }
# expect: 2
t { [1, 2, 3].count(&:odd?) }
# expect: 2
t { [1, 2, 3].index(2) }
# expect: 1
t { [1, 2, 3].index { |x| x > 1 } }
# expect: 1
t { [1, 2, 3, 2].rindex(2) }
# expect: 3
t { [1, 2, 3].include?(2.0) }
# expect: true
t { [1, nil, 2, nil].compact }
# expect: [1, 2]
t { [1, [2, [3, [4]]]].flatten }
# expect: [1, 2, 3, 4]
t { [1, [2, [3, [4]]]].flatten(1) }
# expect: [1, 2, [3, [4]]]
t { (a = [1]; a << a; a.flatten) }
# expect: ArgumentError: tried to flatten recursive array
t { (a = [1]; a << a; a.inspect) }
# expect: "[1, [...]]"
t { (a = [1]; a << a; a.join) }
# expect: ArgumentError: recursive array join
t { (a = [1]; a << a; a == a) }
# expect: true
t { (a = [1]; a << a; a.hash == a.hash) }
# expect: true
t { [1, [2, ["x", nil, :s, 2.5]]].join("-") }
# expect: "1-2-x--s-2.5"
t { [1, 2].join(1) }
# expect: TypeError: no implicit conversion of Integer into String
t { [3, 1, 1, 2].uniq }
# expect: [3, 1, 2]
t { [1, 2, 3, 4].uniq { |x| x % 2 } }
# expect: [1, 2]
t { [1, 2, 3].reverse }
# expect: [3, 2, 1]
t { [1, 2, 3].rotate }
# expect: [2, 3, 1]
t { [1, 2, 3].rotate(-1) }
# expect: [3, 1, 2]
t { [1, 2, 3].rotate(5) }
# expect: [3, 1, 2]
t { [1, 2].product([3, 4], [5]) }
# expect: [[1, 3, 5], [1, 4, 5], [2, 3, 5], [2, 4, 5]]
t { [1, 2].product }
# expect: [[1], [2]]
t { [1, 2, 3].combination(2).to_a }
# expect: [[1, 2], [1, 3], [2, 3]]
t { [1, 2, 3].combination(0).to_a }
# expect: [[]]
t { [1, 2, 3].combination(4).to_a }
# expect: []
t { [1, 2, 3].permutation.to_a }
# expect: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]
t { [1, 2, 3].permutation(2).to_a }
# expect: [[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]]
t { [1, 2].repeated_combination(2).to_a }
# expect: [[1, 1], [1, 2], [2, 2]]
t { [1, 2].repeated_permutation(2).to_a }
# expect: [[1, 1], [1, 2], [2, 1], [2, 2]]
t { [1, 2, 3].combination(2).size }
# expect: 3
t { [1, 2, 3].permutation(2).size }
# expect: 6
t { [[1, 2], [3, 4]].transpose }
# expect: [[1, 3], [2, 4]]
t { [[1, 2], [3]].transpose }
# expect: IndexError: element size differs (1 should be 2)
t { [1, 2, 3].zip([4, 5], [6]) }
# expect: [[1, 4, 6], [2, 5, nil], [3, nil, nil]]
t { [1, 2].zip(1..3) }
# expect: [[1, 1], [2, 2]]
t { [1, 2].zip(3) }
# expect: TypeError: wrong argument type Integer (must respond to :each)
t { [1, 2, 3, 4].take_while { |x| x < 3 } }
# expect: [1, 2]
t { [1, 2, 3, 4].drop_while { |x| x < 3 } }
# expect: [3, 4]
t { [1, 2, 3].cycle.first(5) }
# expect: [1, 2, 3, 1, 2]
t { [1, 2, 3].cycle(2).to_a }
# expect: [1, 2, 3, 1, 2, 3]
t { [1, 2, 3].each_slice(2).to_a }
# expect: [[1, 2], [3]]
t { [1, 2, 3].each_slice(0) }
# expect: ArgumentError: invalid slice size
t { [1, 2, 3].each_cons(2).to_a }
# expect: [[1, 2], [2, 3]]
t { [1, 2, 3, 4].partition(&:even?) }
# expect: [[2, 4], [1, 3]]
t { [1, 2, 4, 9, 10, 11].chunk_while { |i, j| i + 1 == j }.to_a }
# expect: [[1, 2], [4], [9, 10, 11]]
t { [1, 2, 4, 9, 10, 11].slice_when { |i, j| i + 1 != j }.to_a }
# expect: [[1, 2], [4], [9, 10, 11]]
t { [1, 2, 3].each_with_object([]) { |x, m| m << x } }
# expect: [1, 2, 3]
t { [1, 2, 3].each_with_index.to_a }
# expect: [[1, 0], [2, 1], [3, 2]]
t { [1, 2, 3].each_with_index.map { |x, i| x * i } }
# expect: [0, 2, 6]
t { [1, 2, 3].map.with_index(1) { |x, i| [x, i] } }
# expect: [[1, 1], [2, 2], [3, 3]]
t { [1, 2, 3].flat_map { |x| [x, x] } }
# expect: [1, 1, 2, 2, 3, 3]
t { [1, 2, 3].fill(0) }
# expect: [0, 0, 0]
t { [1, 2, 3].fill(0, 1) }
# expect: [1, 0, 0]
t { [1, 2, 3].fill(0, 1, 1) }
# expect: [1, 0, 3]
t { [1, 2, 3].fill { |i| i * i } }
# expect: [0, 1, 4]
t { [1, 2, 3].fill(0, 1..1) }
# expect: [1, 0, 3]
t { [1, 2, 3].values_at(0, 2, 5, -1) }
# expect: [1, 3, nil, 3]
t { [1, 2, 3].values_at(0..1, 1..5) }
# expect: [1, 2, 2, 3, nil, nil, nil]
t { [[1, [2]]].dig(0, 1, 0) }
# expect: 2
t { [1].dig(0, 1) }
# expect: TypeError: Integer does not have #dig method
t { [1, 2, 3].fetch(1) }
# expect: 2
t { [1, 2, 3].fetch(9) }
# expect: IndexError: index 9 outside of array bounds: -3...3
t { [1, 2, 3].fetch(-9) }
# expect: IndexError: index -9 outside of array bounds: -3...3
t { [1, 2, 3].fetch(9, :d) }
# expect: :d
t { [1, 2, 3].fetch(9) { |i| i } }
# expect: 9
t { [[1, 2], [3, 4]].assoc(3) }
# expect: [3, 4]
t { [[1, 2], [3, 4]].rassoc(4) }
# expect: [3, 4]
t { [1, 2, 3, 4].bsearch { |x| x >= 3 } }
# expect: 3
t { [1, 2, 3, 4].bsearch { |x| 2 <=> x } }
# expect: 2
t { [1, 2].bsearch { "a" } }
# expect: TypeError: wrong argument type String (must be numeric, true, false or nil)
t { [[1, 2], [3]].to_h }
# expect: ArgumentError: wrong array length at 1 (expected 2, was 1)
t { [1].to_h }
# expect: TypeError: wrong element type Integer at 0 (expected array)
t { [1, 2, 3].none? }
# expect: false
t { [nil, 1].one? }
# expect: true
t { [1, 2].all?(Integer) }
# expect: true
t { [].any? }
# expect: false
t { [1, 2, 3].filter_map { |x| x * 2 if x.odd? } }
# expect: [2, 6]
t { (a = [1, 2, 3, 4]; [a.select!(&:even?), a]) }
# expect: [[2, 4], [2, 4]]
t { (a = [1, 2, 3, 4]; [a.reject!(&:zero?), a]) }
# expect: [nil, [1, 2, 3, 4]]
t { (a = [1, 2, 3, 4]; [a.delete_if(&:even?), a]) }
# expect: [[1, 3], [1, 3]]
t { (a = [1, 2, 3, 4]; [a.delete(2), a.delete(9) { :no }, a]) }
# expect: [2, :no, [1, 3, 4]]
t { (a = [1, 2, 3, 4]; [a.slice!(1, 2), a]) }
# expect: [[2, 3], [1, 4]]
t { (a = [1, 2, 3, 4]; [a.slice!(1..), a]) }
# expect: [[2, 3, 4], [1]]
t { (a = [3, 1, 2]; a.sort!; a) }
# expect: [1, 2, 3]
t { (a = [3, 1, 2]; a.sort_by! { |x| -x }; a) }
# expect: [3, 2, 1]
t { (a = [3, 1, 2]; a.map! { |x| x * 2 }; a) }
# expect: [6, 2, 4]
t { (a = [1, nil]; [a.compact!, a, a.compact!]) }
# expect: [[1], [1], nil]
t { (a = [1, 1]; [a.uniq!, a.uniq!]) }
# expect: [[1], nil]
t { [1, 2].freeze << 3 }
# expect: FrozenError: can't modify frozen Array: [1, 2]
t { [1, 2].freeze.push(3) }
# expect: FrozenError: can't modify frozen Array: [1, 2]
t { [1, 2].freeze.map! { 1 } }
# expect: FrozenError: can't modify frozen Array: [1, 2]
t { [1, 2].intersect?([2]) }
# expect: true
t { [1, 2].union([3], [1]) }
# expect: [1, 2, 3]
t { [1, 2].difference([1]) }
# expect: [2]
t { [1, 2, 2].intersection([2]) }
# expect: [2]
t { [1, 2].each }
# expect: #<Enumerator: [1, 2]:each>
t { [1, 2].each.size }
# expect: 2
t { [1, 2].each_with_index }
# expect: #<Enumerator: [1, 2]:each_with_index>
t { [1, 2].map.inspect }
# expect: "#<Enumerator: [1, 2]:map>"
t { [3, 5].each_entry.to_a }
# expect: [3, 5]
t { [4, 5].each_with_index.to_a }
# expect: [[4, 0], [5, 1]]
t { [1,2,3].sum(0.0) }
# expect: 6.0
t { [1e100, 1.0, -1e100].sum }
# expect: 1.0
t { [3.0, 5].sum }
# expect: 8.0
t { [0.1, 0.2, 0.3].sum }
# expect: 0.6
t { [1, 2, 3].minmax_by { |x| -x } }
# expect: [3, 1]
t { [1, 2, 3].reverse_each.to_a }
# expect: [3, 2, 1]
t { [1, 2, 3].find { |x| x > 1 } }
# expect: 2
t { [1, 2, 3].find_index(2) }
# expect: 1
t { [1, 2, 3].each_entry.to_a }
# expect: [1, 2, 3]
t { ["x", 1].pack("A1C") }
# expect: "x\x01"
t { [1, 2, 3].deconstruct }
# expect: [1, 2, 3]
