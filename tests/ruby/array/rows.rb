# Rows that methods make at once: combinations, products, slices, zip, and enumerators that ask for all of them.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { [1, 2, 3, 4].combination(2).to_a }
# expect: [[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]]
t { [1, 2, 3].permutation.to_a }
# expect: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]
t { [1, 2].repeated_permutation(3).entries }
# expect: [[1, 1, 1], [1, 1, 2], [1, 2, 1], [1, 2, 2], [2, 1, 1], [2, 1, 2], [2, 2, 1], [2, 2, 2]]
t { [1, 2, 3].repeated_combination(2).to_a }
# expect: [[1, 1], [1, 2], [1, 3], [2, 2], [2, 3], [3, 3]]
t { [1, 2, 3].combination(0).to_a }
# expect: [[]]
t { [1, 2, 3].combination(4).to_a }
# expect: []
t { [1, 2, 3].combination(-1).to_a }
# expect: []
t { [].permutation(0).to_a }
# expect: [[]]
t { [1, 2, 3, 4, 5].combination(4).to_a.size }
# expect: 5
t { [1, 2, 3, 4, 5, 6].combination(3).first(2) }
# expect: [[1, 2, 3], [1, 2, 4]]
t { (1..8).to_a.combination(4).sum { |a, b, c, d| a * d - b * c } }
# expect: -504
t { (1..6).to_a.permutation(4).count { |a| a[0] < a[3] } }
# expect: 180
t { a = [1, 2, 3]; n = []; a.combination(2) { |x| a.clear; n << x }; [a, n] }
# expect: [[], [[1, 2], [1, 3], [2, 3]]]
t { (1..7).each_slice(3).to_a }
# expect: [[1, 2, 3], [4, 5, 6], [7]]
t { [1, 2, 3, 4, 5].each_slice(2).to_a }
# expect: [[1, 2], [3, 4], [5]]
t { [1, 2, 3, 4, 5].each_cons(2).to_a }
# expect: [[1, 2], [2, 3], [3, 4], [4, 5]]
t { [1, 2].each_cons(3).to_a }
# expect: []
t { [1, 2, 3].each_slice(2).with_index.to_a }
# expect: [[[1, 2], 0], [[3], 1]]
t { [1, 2, 3].each_slice(2).to_a(1) }
# expect: ArgumentError: wrong number of arguments (given 2, expected 1)
t { [1, 2].product([3, 4], [5, 6]) }
# expect: [[1, 3, 5], [1, 3, 6], [1, 4, 5], [1, 4, 6], [2, 3, 5], [2, 3, 6], [2, 4, 5], [2, 4, 6]]
t { [1, 2].product([]) }
# expect: []
t { [1, 2].product }
# expect: [[1], [2]]
t { (1..300).to_a.product([1, 2]).size }
# expect: 600
t { [1, 2, 3].zip([4, 5], [6], [7, 8, 9]) }
# expect: [[1, 4, 6, 7], [2, 5, nil, 8], [3, nil, nil, 9]]
t { [[1, 2, 3, 4], [5, 6, 7, 8]].transpose.transpose }
# expect: [[1, 2, 3, 4], [5, 6, 7, 8]]
class Steps < Array; def each_slice(n) = yield(:mine); end
t { Steps[1, 2, 3].to_enum(:each_slice, 2).to_a }
# expect: [:mine]
t { Steps[1, 2, 3].each_cons(2).to_a }
# expect: [[1, 2], [2, 3]]
t { [1, 2, 3].each_slice(2).tap { |e| def e.each = yield(:own) }.to_a }
# expect: [:own]
t { [1, 2].to_enum(:each_slice).to_a }
# expect: ArgumentError: wrong number of arguments (given 0, expected 1)
t { [1, 2].to_enum(:each_slice, 0).to_a }
# expect: ArgumentError: invalid slice size
t { [1, 2].to_enum(:each_cons, -1).to_a }
# expect: ArgumentError: invalid size
t { [1, 2].to_enum(:combination, "x").to_a }
# expect: TypeError: no implicit conversion of String into Integer
t { [1, 2, 3].to_enum(:each_slice, 2.9).to_a }
# expect: [[1, 2], [3]]
t { [1, 2].to_enum(:permutation, nil).to_a }
# expect: [[1, 2], [2, 1]]
t { [1, 2].to_enum(:combination, 1, 2).to_a }
# expect: ArgumentError: wrong number of arguments (given 2, expected 1)
