# Integer: what expressions answer, errors included, where it changed since Ruby 3.1.
# since: 3.4
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { 1 < 2i }
# expect: NoMethodError: undefined method '<' for an instance of Complex
t { 255.chr.encoding }
# expect: #<Encoding:BINARY (ASCII-8BIT)>
