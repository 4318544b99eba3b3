# Lazy: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { [1, 2, 3].lazy.map { |x| x * 2 }.to_a }
# expect: [2, 4, 6]
t { (1..Float::INFINITY).lazy.map { |x| x * 2 }.select { |x| x % 3 == 0 }.first(3) }
# expect: [6, 12, 18]
t { [1, 2, 3, 4, 5].lazy.reject(&:odd?).map { |x| x + 1 }.force }
# expect: [3, 5]
t { (1..3).lazy }
# expect: #<Enumerator::Lazy: 1..3>
t { (1..3).lazy.map { }.inspect }
# expect: "#<Enumerator::Lazy: #<Enumerator::Lazy: 1..3>:map>"
