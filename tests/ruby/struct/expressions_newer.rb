# Struct: what expressions answer, errors included, where it changed since Ruby 3.1.
# since: 3.4
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
begin; (S1 = Struct.new(:a, :b); S1.new(1, 2)); rescue StandardError; end
t { S1.new(1, 2)[:zz] }
# expect: NameError: no member 'zz' in struct
t { S1.new(1, 2).to_h }
# expect: {a: 1, b: 2}
t { S1.new(1, 2).deconstruct_keys([:a]) }
# expect: {a: 1}
t { S1.new(a: 1, b: 2) }
# expect: #<struct S1 a=1, b=2>
t { Struct.new("foo") }
# expect: NameError: identifier foo needs to be constant
