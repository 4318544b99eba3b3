# Comparable through <=>.
# since: 3.4
class V
  include Comparable
  attr_reader :n
  def initialize(n) = @n = n
  def <=>(o) = o.is_a?(V) ? n <=> o.n : nil
  def inspect = "V#{n}"
end
a, b, c = V.new(1), V.new(2), V.new(3)
p a < b, a <= a, b > a, b >= c, a == V.new(1), a == 5, a != b, a.between?(a, b), c.between?(a, b)
p b.clamp(a, c), a.clamp(b, c), c.clamp(a, b), b.clamp(a..c), a.clamp(b..), c.clamp(..b), b.clamp(nil, c), b.clamp(a, nil)
[-> { a < 5 }, -> { a >= "x" }, -> { a.between?(1, 2) }, -> { b.clamp(c, a) }, -> { b.clamp(a...c) }, -> { b.clamp(1) }, -> { a > nil }, -> { a <= :s }].each do |t|
  begin
    t.call
  rescue ArgumentError, TypeError => e
    p e.class, e.message
  end
end
class Fl; include Comparable; def <=>(o) = 0.5; end
p Fl.new > Fl.new, Fl.new < Fl.new, Fl.new == Fl.new
class Rec; include Comparable; def <=>(o) = self == o ? 0 : 1; end
p Rec.new == Rec.new
class Err; include Comparable; def <=>(o) = raise("cmp"); end
begin; Err.new == Err.new; rescue => e; p e.message; end
p [c, a, b].sort, [c, a, b].min, [c, a, b].max, [a, b].minmax
p 3.clamp(1, 2), 2.5.clamp(1, 3), "b".between?("a", "c"), "b".clamp("c", "d")
# expect: true
# expect: true
# expect: true
# expect: false
# expect: true
# expect: false
# expect: true
# expect: true
# expect: false
# expect: V2
# expect: V2
# expect: V2
# expect: V2
# expect: V2
# expect: V2
# expect: V2
# expect: V2
# expect: ArgumentError
# expect: "comparison of V with 5 failed"
# expect: ArgumentError
# expect: "comparison of V with String failed"
# expect: ArgumentError
# expect: "comparison of V with 1 failed"
# expect: ArgumentError
# expect: "min argument must be less than or equal to max argument"
# expect: ArgumentError
# expect: "cannot clamp with an exclusive range"
# expect: TypeError
# expect: "wrong argument type Integer (expected Range)"
# expect: ArgumentError
# expect: "comparison of V with nil failed"
# expect: ArgumentError
# expect: "comparison of V with :s failed"
# expect: true
# expect: false
# expect: false
# expect: false
# expect: "cmp"
# expect: [V1, V2, V3]
# expect: V1
# expect: V3
# expect: [V1, V2]
# expect: 2
# expect: 2.5
# expect: true
# expect: "c"
