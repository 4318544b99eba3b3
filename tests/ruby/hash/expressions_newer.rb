# Hash: what expressions answer, errors included, where it changed since Ruby 3.1.
# since: 3.4
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { (h = {a: 1, b: 2}; [h.select! { |k, v| v == 1 }, h.select! { true }].inspect.size) }
# expect: 13
t { {a: 1}.freeze[:b] = 1 }
# expect: FrozenError: can't modify frozen Hash: {a: 1}
