# Range: what expressions answer, errors included, where it changed since Ruby 3.1.
# since: 3.4
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { (1.5..3).size }
# expect: TypeError: can't iterate from Float
t { (1..3).tally }
# expect: {1 => 1, 2 => 1, 3 => 1}
