# Enumerable: what expressions answer, errors included, where it changed since Ruby 3.1.
# since: 3.4
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
begin; (class E2; include Enumerable; def each; yield; yield 1; yield 1, 2; yield [3, 4]; yield nil; self; end; end; E2.new.to_a); rescue StandardError; end
t { E2.new.group_by { |x| x.class } }
# expect: {NilClass => [nil, nil], Integer => [1], Array => [[1, 2], [3, 4]]}
t { E2.new.tally }
# expect: {nil => 2, 1 => 1, [1, 2] => 1, [3, 4] => 1}
t { E2.new.to_set.size }
# expect: 4
