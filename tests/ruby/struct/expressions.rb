# Struct: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { (S1 = Struct.new(:a, :b); S1.new(1, 2)) }
# expect: #<struct S1 a=1, b=2>
t { S1.new(1) }
# expect: #<struct S1 a=1, b=nil>
t { S1.new(1, 2, 3) }
# expect: ArgumentError: struct size differs
t { S1.new(1, 2).to_a }
# expect: [1, 2]
t { S1.new(1, 2).a }
# expect: 1
t { (s = S1.new(1, 2); s.a = 5; s) }
# expect: #<struct S1 a=5, b=2>
t { (s = S1.new(1, 2); s[:b] = 5; s["a"] = 6; s[1]) }
# expect: 5
t { S1.new(1, 2)[5] }
# expect: IndexError: offset 5 too large for struct(size:2)
t { S1.new(1, 2)[-1] }
# expect: 2
t { S1.new(1, 2) == S1.new(1, 2) }
# expect: true
t { S1.new(1, 2).eql?(S1.new(1, 2.0)) }
# expect: false
t { S1.new(1, 2).hash == S1.new(1, 2).hash }
# expect: true
t { S1.new(1, 2).each.to_a }
# expect: [1, 2]
t { S1.new(1, 2).each_pair.to_a }
# expect: [[:a, 1], [:b, 2]]
t { S1.new(1, 2).members }
# expect: [:a, :b]
t { S1.members }
# expect: [:a, :b]
t { S1.new(1, 2).values_at(0, 1) }
# expect: [1, 2]
t { S1.new(1, [2, 3]).dig(:b, 1) }
# expect: 3
t { S1.new(1, 2).deconstruct }
# expect: [1, 2]
t { S1.new(1, 2).size }
# expect: 2
t { S1.new(1, 2).sum }
# expect: 3
t { S1.new(1, 2).map { |x| x * 2 } }
# expect: [2, 4]
t { S1.new(3, 2).sort }
# expect: [2, 3]
t { S1.new(1, 2).select(&:even?) }
# expect: [2]
t { S1.new(1, 2).inspect }
# expect: "#<struct S1 a=1, b=2>"
t { S1.new(1, 2).freeze.a = 3 }
# expect: FrozenError: can't modify frozen S1: #<struct S1 a=1, b=2>
t { (S2 = Struct.new(:a, :b, keyword_init: true); S2.new(a: 1, b: 2)) }
# expect: #<struct S2 a=1, b=2>
t { S2.new(1) }
# expect: ArgumentError: wrong number of arguments (given 1, expected 0)
t { S2.new(c: 1) }
# expect: ArgumentError: unknown keywords: c
t { S2.inspect }
# expect: "S2(keyword_init: true)"
t { (S3 = Struct.new(:x) { def double = x * 2; def to_s = "S3!" }; [S3.new(4).double, S3.new(1).to_s]) }
# expect: [8, "S3!"]
t { (class P3 < Struct.new(:x, :y); def initialize(x, y = 7) = super; def dist = x + y; end; P3.new(1).dist) }
# expect: 8
t { P3.new(1, 2).inspect }
# expect: "#<struct P3 x=1, y=2>"
t { P3[3].y }
# expect: 7
t { Struct.new("Foo") }
# expect: Struct::Foo
t { Struct.new(:a, :a) }
# expect: ArgumentError: duplicate member: a
t { Struct.new(1) }
# expect: TypeError: no implicit conversion of Integer into String
t { (s = S1.new(1); s.b = s; s.inspect) }
# expect: "#<struct S1 a=1, b=#<struct S1:...>>"
t { S1.new(1, 2).dup.tap { |x| x.a = 9 }.a }
# expect: 9
t { S1.new(1, 2) <=> 3 }
# expect: nil
t { S1.instance_methods(false).sort }
# expect: [:a, :a=, :b, :b=]
t { S1.new(1, 2).respond_to?(:a=) }
# expect: true
t { (case S1.new(1, 2); in [a, b]; [a, b]; end) }
# expect: [1, 2]
t { (case S1.new(1, 2); in {a:}; a; end) }
# expect: 1
