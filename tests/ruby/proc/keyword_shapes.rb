# Keywords yielded to blocks that take more positional parameters than are given.
# since: 3.4
def give = yield(1, 2, k: 3)
p give { |a, b, c, k: 0, **rest| [a, b, c, k, rest] }
p give { |a, b, c, d, k: 0, j: 5| [a, b, c, d, k, j] }
p give { |a, *b, c, d, k:| [a, b, c, d, k] }
p give { |(a, b), c, d, **rest| [a, b, c, d, rest] }
p give { |a| a }
# expect: [1, 2, nil, 3, {}]
# expect: [1, 2, nil, nil, 3, 5]
# expect: [1, [], 2, nil, 3]
# expect: [1, nil, 2, nil, {k: 3}]
# expect: 1
