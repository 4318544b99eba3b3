# What Array has from Enumerable walks by a subclass's `each`; Array's own methods read the elements.
class Walked < Array
  def each
    yield 7
    yield 8
    yield 7
    self
  end
end
a = Walked[1, 2, 3]
p a.each_with_object([]) { |x, memo| memo << x }
p a.flat_map { |x| [x, -x] }, a.collect_concat { |x| [x] }
p a.partition(&:even?), a.group_by(&:even?) == {false => [7, 7], true => [8]}
p a.each_slice(2).to_a, a.each_cons(2).to_a
p a.filter_map { |x| x + 1 if x == 7 }, a.sort_by { |x| -x }
p a.inject(:+), a.inject(1, :+), a.inject(1) { |x, y| x + y }, a.reduce { |x, y| x * y }
p a.each_with_index.to_a, a.each_slice(2).next, a.group_by.class
p a.map { |x| x }, a.select { true }, a.to_a, a.include?(7)
p a
# expect: [7, 8, 7]
# expect: [7, -7, 8, -8, 7, -7]
# expect: [7, 8, 7]
# expect: [[8], [7, 7]]
# expect: true
# expect: [[7, 8], [7]]
# expect: [[7, 8], [8, 7]]
# expect: [8, 8]
# expect: [8, 7, 7]
# expect: 22
# expect: 23
# expect: 23
# expect: 392
# expect: [[7, 0], [8, 1], [7, 2]]
# expect: [7, 8]
# expect: Enumerator
# expect: [1, 2, 3]
# expect: [1, 2, 3]
# expect: [1, 2, 3]
# expect: false
# expect: [1, 2, 3]
