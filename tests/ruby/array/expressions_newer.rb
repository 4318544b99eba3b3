# Array: what expressions answer, errors included, where it changed since Ruby 3.1.
# since: 3.4
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { [3, 1, 2].sort { nil } }
# expect: ArgumentError: comparison of Integer with 1 failed
t { [1, 2, 3, 4].group_by { |x| x % 2 } }
# expect: {1 => [1, 3], 0 => [2, 4]}
t { [[1, 2], [3, 4]].to_h }
# expect: {1 => 2, 3 => 4}
t { [1, 2].to_h { |x| [x, x * 2] } }
# expect: {1 => 2, 2 => 4}
t { [1, "a", :b, nil, true, 2.5, [1], {a: 1}].inspect }
# expect: "[1, \"a\", :b, nil, true, 2.5, [1], {a: 1}]"
t { %w[a b a].tally }
# expect: {"a" => 2, "b" => 1}
t { [1, 2, 3].to_set }
# expect: Set[1, 2, 3]
