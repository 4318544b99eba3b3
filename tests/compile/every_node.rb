# language only: no each etc. beyond Array#each
def y1; yield; end
def y2; yield 1, 2; end
def y3(*a) = yield(*a)
p(y1 { 5 })
p(y2 { |a| a })
p(y2 { |a, b, c| [a, b, c] })
p(y3([1, 2]) { |a, b| [b, a] })
p(y3([1, [2, 3]]) { |a, (b, c)| [a, b, c] })
p(y3([1, 2, 3]) { |a, *b| [a, b] })
p(y3(1) { |a, b = 5, *c| [a, b, c] })
p(y3([1]) { |a, b = (a + 1)| [a, b] })
p(y1 { |k: 3| k })
def ens(log)
  log << 1
  begin
    log << 2
    return 3
  ensure
    log << 4
  end
ensure
  log << 5
end
log = []
p ens(log), log
def br
  x = y1 { break 10 }
  x + 1
end
p br
def nx; y1 { next 7; 8 }; end
p nx
def rt; y1 { return 9 }; 1; end
p rt
def rt2; y1 { y1 { return 11 } }; 1; end
p rt2
def rt3(l); y1 { begin; return 12; ensure; l << :e; end }; 1; end
l = []
p rt3(l), l
i = 0
r = while true
  i += 1
  begin
    next if i < 3
    break i
  ensure
    l << i
  end
end
p r, l
x = 0
x += 1 until x >= 5
p x
begin; x -= 1; end while x > 10
p x
c = 0
f = -> { c += 1 }
f.call; f.(); f[]
p c
def opt(a, b = a * 2, *r, z, k: b, o: k, **kw) = [a, b, r, z, k, o, kw]
p opt(1, 9), opt(1, 2, 9), opt(1, 2, 3, 9), opt(1, 9, k: 5), opt(1, 9, o: 1, q: 2)
def blk(&b) = b
p blk, blk {}.call
def fw(...) = opt(...)
p fw(1, 2, k: 3)
def an(*a, **k, &b) = y4(*a, **k, &b)
def y4(*a, **k) = [a, k, yield]
p an(1, 2, a: 3) { 4 }
a, (b, *c), d = 1, [2, 3, 4], 5
p [a, b, c, d]
a, b = b, a
p [a, b]
*a, b = [1, 2, 3]
p a, b
a, *b, c = 1
p [a, b, c]
(a, b), c = [1, 2], 3
p [a, b, c]
h = {}
h[:a], h[:b] = 1, 2
p h
h[:a] += 5; h[:c] ||= 9; h[:c] &&= 10; h[:d] &&= 4
p h
p (a, b = 5, 6)
p((x = 5) && (y = nil) || 3)
p [*1..3, *nil, *[4]], [1, *[2]]
p({**h, z: 1, "s" => 2, 3 => 4})
s = "a#{1}b#{:c}d#{nil}#{"q"}"
p s, :"x#{1}y", "a" "b", 'c\d'
case 5
when 1, 2 then p 1
when 3, 5 then p 2
else p 3
end
case when false then 1 when nil then 2 else p :e end
p (case 1 when *[0, 1] then :splat end)
p (if false then 1 end), (1 unless true)
p [1, 2, 3].each { |v| break v * 2 if v == 2 }
for q in [1, 2] do w = q end
p q, w
for q, w in [[1, 2], [3, 4]] do end
p q, w
p defined?(zzz), defined?(p), defined?(String), defined?(@a), defined?(a), defined?(yield), defined?(@@a), defined?($zz), defined?(String.foo), defined?(a.foo), defined?(3 + 4), defined?(zz.foo), defined?(a = 1), defined?(nil), defined?(self)
class A
  X = 1
  def initialize(v) = @v = v
  attr_accessor :v
  def +(o) = A.new(@v + o.v)
  def -@ = A.new(-@v)
  def [](i) = @v + i
  def []=(i, j, k = nil); @v = [i, j, k]; end
  def ==(o) = A === o && v == o.v
  def to_s = "A#{@v}"
  def call(x) = x * 2
  def self.mk(...) = new(...)
  def each; yield 1; yield 2, 3; yield [4, 5]; end
  def method_missing(n, *a) = [n, a]
  def respond_to_missing?(*) = true
end
class B < A
  def initialize(v, w = 3); super(v); @w = w; end
  def to_s = super + "B#{@w}"
  def v; l = -> { super() }; l.call; end
end
a = A.new(1) + A.mk(2)
p a.v, (-a).v, a[5], a.(4), a == A.new(3), a != A.new(3), "#{a} #{B.new(7)}", B.new(8).v
a[1] = 2; p a.v
a[1, 2] = 3; p a.v
p a.foo(1), a.bar = 5
a.v = 1; a.v += 1; a.v ||= 4; p a.v
a.each { |x, y| p [x, y] }
n = nil
p n&.foo, n&.foo(p), (n&.v = 5)
p $!
begin
  raise "x"
rescue => e
  p e.message, $!.message
  begin
    raise ArgumentError, "y"
  rescue TypeError, ArgumentError
    p $!.message
  end
  p $!.message
else
  p 0
ensure
  p 1
end
p $!
t = 0
begin
  t += 1
  raise "r" if t < 3
rescue
  retry
end
p t
p (raise "a" rescue 5)
def m1
  yield
rescue ArgumentError => e
  [:r, e.message]
else
  :else
ensure
  p :ens
end
p m1 { raise ArgumentError, "z" }, m1 { 1 }
begin
  begin
    raise "a"
  ensure
    p :in
  end
rescue => e
  p e.message
end
p [__LINE__, __method__.inspect]
def mm = __method__
p mm
p (1..), (1...3), ("a".."c")
p 5.then { _1 + 1 } if 5.respond_to?(:then)
p y3(1, 2) { _1 + _2 }
p(->(a, (b, c), *d, e: 1) { [a, b, c, d, e] }.call(1, [2, 3], 4, e: 5))
v = [1, [2, [3, 4]]]
case v
in [Integer => a, [b, [*c]]] if a == 1
  p a, b, c
end
case {k: 1, n: {m: [1, 2]}}
in {k:, n: {m: [_, z]}, **nil}
  p k, z
end
case [1, 2, 3, 42, 5]
in [*, 40.. => f, *post]
  p f, post
end
p((1 in Integer | String), (1 in String))
begin; 1 => String; rescue => e; p e.class, e.message; end
begin; {a: 1} => {b:}; rescue => e; p e.class, e.message, e.key; end
x = [1, 2]
case [1, 2]
in ^x then p :pin
end
in_h = {status: "ok", items: [{id: 1}, {id: 2}]}
in_h => {items: [{id: first}, *]}
p first
alias_test = 1
class A; alias to_str2 to_s; alias_method :to_s3, :to_s; undef to_str2; end
p A.new(1).to_s3
$g = 1; $g += 1; p $g
@iv ||= 3; @iv &&= 4; p @iv
class A; @@cv = 1; def cv = @@cv += 1; end
p A.new(1).cv
module M; def self.x = 5; Y = 6; end
p M.x, M::Y, M::Y == 6
M::Z ||= 7; M::Z2 = 8; p M::Z, M::Z2
o = Object.new
def o.sing = :sing
class << o; def s2 = :s2; end
p o.sing, o.s2
p [[1, 2], [3, 4]].each { |(a, b)| p a + b }.size
z = 10
p [1].each { |i; z| z = i }, z
r = (1..10)
out = []
i = 0
while i < 12
  out << i if (i == 3)..(i == 5)
  i += 1
end
p out
p not(true), (true and false), (nil or 3), !nil
p 7 / -2, -7 % 3, 2 ** 10, 1 <=> 2, 6 & 3, 6 | 1, 6 ^ 2, 1 << 5, -5 >> 1, ~5, +3, -3.abs
p 123456789012345678901234567890 + 1, 0x1f, 1_000, 1e3, 1.5e-3, ?a
BEGIN { $began = 1 }
END { $ended = 2 }
alias $new_name $g
undef_me = 1
class A; def gone = 1; undef gone, :v=; end
def fwd(...) = opt(...)
def anon(*, **, &) = opt(*, **, &)
def nokw(a, **nil) = a
def noblk(a, &nil) = a
def post(a, b = 1, *c, (d, *e), f) = [a, b, c, d, e, f]
h2 = {a:, "k #{x}": 1, **h}
$~ = nil if $~ || $_ || $1 || $& || $` || $' || $+
/x(?<named>.)/ =~ "xy"
p named
p "y" if /re/ if nil
p 1 if /r#{x}e/ if nil
`true #{x}` if false
%x(true) if false
p :"sym#{x}", %w[a#{1} b], %W[a#{1} b], %i[a b], %I[a#{1}]
p 3r, 2i, 1.5r, 3ri, 0b11, 0o17, 1e400
p __FILE__, __LINE__, __ENCODING__, __dir__
A::CONST = 1
A::CONST2 ||= 2
A::CONST2 &&= 3
A::CONST2 += 3 if false
CONST3 ||= 1
CONST3 &&= 1 if false
CONST3 += 1 if false
@@top ||= 1 if false
$gg ||= 1; $gg &&= 2; $gg += 3
@ii ||= 1; @ii &&= 2; @ii += 3
l1 ||= 1; l1 &&= 2; l1 += 3
a.v ||= 1; a.v &&= 2; a.v += 3; a&.v ||= 4; a&.v += 1
h[1, *[]] ||= 1 if false
h[*[1]] += 2 if false
h[1] ||= 1; h[1] &&= 2; h[1] += 3
self.class::NEW = 1 if false
A::X1, a.v, h[3], @q, $q, @@q2, (q1, *q2), * = 1, 2, 3, 4, 5, 6, [7, 8] if false
def looping
  until false
    begin
      redo if false
      next
    ensure
      break
    end
  end
  [1].each { |z; y| y = z; redo if false; next y }
  loop { break }
  for i, (j, *k) in [[1, [2, 3]]] do p i, j, k end
  begin; 1; end until true
  begin; raise "x"; rescue; retry if false; else; 1; ensure; 2; end
  return 1, *[2]
end
case [1, {a: 2}, "s"]
in [Integer => a1, {a: ^(1 + 1)}, String | Symbol] unless a1 > 5 then 1
in ^x | nil | 1.. | /re/ | :sym | "s#{x}" | ->(z) { z } then 2
in A(v: 1) | A[1] | A() then 3
in [] | {} | [*, 1, *] | {a: 1} then 4
else 5
end rescue p $!
1 => Integer | String
case 1 when Integer, *[1] then 1 end
p (1 if (x == 1)...(x == 2))
p defined?(@x), defined?(super), defined?(A.b.c), defined?((1; 2)), defined?($1), defined?(x += 1)
l = ->(a, b = 1, *c, d, e:, f: 2, **g, &h) { [a, b] }
l2 = lambda { |a, (b, c), d = 1| _x = a }
[[1, 2]].each { _1; _2 }
[1].map { it + 1 }
class << self; X9 = 1; def q9 = super; end
module N1; module_function; def self.z = 1; end
p(*[1], **{}, &nil)
p((not x), !x, x != 1, x !~ /a/, -x.size, +1, ~1)
while (line = nil) do p line end
p [1, *2..3, **{a: 1}, b: 2]
puts <<~ONE, <<-'TWO'
  a #{x}
    b
ONE
  raw #{x}
  TWO
__method__
x&.y = 1 if false
x.y, x[1] = 1 if false
yield_self { |_, _, a = 1| a } if false
if x then 1 elsif y then 2 else 3 end if false
p(x ? 1 : 2)
p((begin; 1; end), (1; 2), ())
END { p 1 }
@@cc &&= 1 if false
CT1, = 1 if false
x, = [1]
p "#@iv #$g", /a#{x}b/, /a#{x}/o
# shareable_constant_value: literal
SC1 = [1, "a"] if false
# shareable_constant_value: experimental_copy
SC2 = x if false
# shareable_constant_value: none
