# Proc, lambda, curry, composition, Method and UnboundMethod.
pr = proc { |a, b| [a, b] }
l = lambda { |a, b = 2, *c, d:, e: 5, **f, &g| [a, b] }
p pr.call(1), pr.(1, 2), pr[1, 2, 3], pr.yield([4, 5]), pr === 6, pr.call([7]), pr.call
p l.call(1, d: 1), l.lambda?, pr.lambda?, l.arity, pr.arity, l.parameters, pr.parameters
begin; l.call; rescue ArgumentError => e; p e.message; end
begin; l.call(1); rescue ArgumentError => e; p e.message; end
begin; l.call(1, d: 1, x: 2); rescue ArgumentError => e; p e.message if false; end
p pr.parameters(lambda: true), l.parameters(lambda: false).first
p [proc {}, proc { |x| }, proc { |x, y| }, proc { |*x| }, proc { |x, *y| }, proc { |x = 1| }, proc { |(a, b), c| }, proc { || }, proc { |x,| }].map(&:arity)
p [lambda {}, lambda { |x| }, lambda { |x, y = 1| }, lambda { |*x| }, lambda { |x:| }, lambda { |x: 1| }, lambda { |a, x:| }, lambda { |a = 1, x: 2| }, lambda { |**k| }].map(&:arity)
p proc { |x, (y, z), *w, k: 1, &b| }.parameters, proc { _1 + _2 }.arity, proc { it }.arity, lambda { _1 }.parameters, lambda { it }.arity
add = ->(a, b, c) { a + b + c }
p add.curry[1][2][3], add.curry.(1, 2).(3), add.curry[1, 2, 3], add.curry.lambda?, proc { |a, b| [a, b] }.curry[1][2]
begin; add.curry(2); rescue ArgumentError => e; p e.message; end
p ->(*a) { a }.curry(3)[1][2][3], ->(a, *b) { [a, b] }.curry[1]
f = ->(x) { x + 1 } >> ->(x) { x * 2 } >> :to_s.to_proc
p f.call(3), (->(x) { x + 1 } << ->(x) { x * 2 }).call(3), f.lambda?
class Callable; def call(x) = "called #{x}"; end
p (->(x) { x } >> Callable.new).call(1), (->(x) { x.size } << Callable.new).call(1)
begin; ->(x) { x } >> 5; rescue TypeError => e; p e.message; end
m = 5.method(:+)
p m.call(3), m.owner, m.receiver, m.name, m.arity, m.unbind.class, m[4], m === 5, m.to_proc.(1), m.to_proc.lambda?
p [1, 2, 3].map(&10.method(:+)), (m >> ->(x) { x * 2 }).call(1), (m << ->(x) { x * 2 }).call(1), m.curry.(1)
um = Array.instance_method(:size)
p um.bind([1, 2]).call, um.bind_call([1, 2, 3]), um.name, um.owner, um.arity
begin; um.bind("x"); rescue TypeError => e; p e.message; end
p Kernel.instance_method(:class).bind_call(5)
p :upcase.to_proc.call("abc"), %w[a b].map(&:upcase), :+.to_proc.call(1, 2), :upcase.to_proc.arity, :upcase.to_proc.lambda?, :upcase.to_proc.parameters
begin; :upcase.to_proc.call; rescue ArgumentError => e; p e.message; end
class A; def foo(a, b = 1, *c, d, e:, f: 2, **g, &h) = :A; def self.cm(x) = x; attr_reader :r; attr_writer :w; end
class B < A; def foo(*) = super; end
p A.instance_method(:foo).parameters, A.instance_method(:foo).arity, A.method(:cm).parameters, A.instance_method(:r).arity, A.instance_method(:w=).parameters
p B.new.method(:foo).super_method.owner, B.instance_method(:foo).super_method.owner, A.instance_method(:foo).super_method
x = B.new
p x.method(:foo) == x.method(:foo), x.method(:foo).eql?(x.method(:foo)), x.method(:foo).hash == x.method(:foo).hash, x.method(:foo) == B.new.method(:foo)
p A.method(:cm).inspect.sub(/ \S+:\d+/, ""), A.instance_method(:foo).inspect.sub(/ \S+:\d+>/, ">"), 1.method(:+).inspect, "".method(:upcase).unbind.inspect
p x.method(:foo).inspect.sub(/ \S+:\d+>/, ">").sub(/0x\h+/, "")
begin; x.method(:nope); rescue NameError => e; p e.name, e.class; end
begin; x.public_method(:puts); rescue NameError => e; p e.class; end
p x.method(:puts).owner, x.method(:foo).source_location.last, m.source_location
def blk(&b) = b
b = blk { |q| q }
p b.class, b.lambda?, blk.nil?, blk(&b).equal?(b), blk(&:upcase).lambda?
def yielder; yield 1, 2; end
p yielder { |a, b| [a, b] }, yielder { |a| a }, yielder { |*a| a }, yielder { |a, (b, c)| [a, b, c] }
p proc { |q| next q * 2; 5 }.call(4), lambda { |q| return q * 3 }.call(2)
def ret; [1, 2, 3].each { |q| return q if q == 2 }; nil; end
p ret, [1, 2, 3].each { |q| break q * 10 if q == 2 }
def orphan = proc { return 1 }
begin; orphan.call; rescue LocalJumpError => e; p e.message, e.reason; end
def brk = proc { break 1 }
begin; brk.call; rescue LocalJumpError => e; p e.message; end
begin; yielder; rescue LocalJumpError => e; p e.message; end
def outer = inner { return :from_block }
def inner = (yield; :not_reached)
p outer
begin; lambda(&proc {}); rescue ArgumentError => e; p e.message; end
begin; lambda; rescue ArgumentError => e; p e.message; end
begin; Proc.new; rescue ArgumentError => e; p e.message; end
p lambda(&lambda { |z| z }).lambda?, Proc.new { |z| z }.call(1), proc(&pr).equal?(pr)
class MyProc < Proc; def extra = 1; end
mp = MyProc.new { |z| z }
p mp.class, mp.call(2), mp.extra, mp.dup.class
p pr == pr.dup, pr.eql?(pr), pr == proc { |a, b| [a, b] }, pr.hash == pr.dup.hash
p pr.inspect.sub(/0x\h+/, "0x0").sub(/\S+\.rb/, "f.rb"), l.to_s[/\(lambda\)/]
c = 0
inc = -> { c += 1 }
3.times(&inc.method(:call).unbind.bind(inc).to_proc) rescue p $!.message
3.times { inc.() }
p c
counter = Enumerator.new { |y| y << 1 } rescue nil
def kws(a, k: 1, **r) = [a, k, r]
p method(:kws).to_proc.call(1, k: 2, z: 3), [[1, 2]].map(&->((a, b)) { a + b }), method(:kws).unbind.bind_call(self, 5, k: 6)
gen = proc { |x, y = (x * 2), *z| [x, y, z] }
p gen.call(1), gen.call(1, 2, 3, 4), gen.call([5, 6, 7])
p define_method(:from_method, method(:kws)) rescue p $!.class
p [3, 1].sort_by(&:itself), %w[b a].each_with_index.map { |s, i| [s, i] }
p pr.ruby2_keywords.equal?(pr), proc { |a| }.curry.arity
# since: 3.4
# expect: [1, nil]
# expect: [1, 2]
# expect: [1, 2]
# expect: [4, 5]
# expect: [6, nil]
# expect: [7, nil]
# expect: [nil, nil]
# expect: [1, 2]
# expect: true
# expect: false
# expect: -3
# expect: 2
# expect: [[:req, :a], [:opt, :b], [:rest, :c], [:keyreq, :d], [:key, :e], [:keyrest, :f], [:block, :g]]
# expect: [[:opt, :a], [:opt, :b]]
# expect: "wrong number of arguments (given 0, expected 1+; required keyword: d)"
# expect: "missing keyword: :d"
# expect: [[:req, :a], [:req, :b]]
# expect: [:opt, :a]
# expect: [0, 1, 2, -1, -2, 0, 2, 0, 1]
# expect: [0, 1, -2, -1, 1, -1, 2, -1, -1]
# expect: [[:opt, :x], [:opt], [:rest, :w], [:key, :k], [:block, :b]]
# expect: 2
# expect: 1
# expect: [[:req, :_1]]
# expect: 1
# expect: 6
# expect: 6
# expect: 6
# expect: true
# expect: [1, 2]
# expect: "wrong number of arguments (given 2, expected 3)"
# expect: [1, 2, 3]
# expect: [1, []]
# expect: "8"
# expect: 7
# expect: true
# expect: "called 1"
# expect: 8
# expect: "callable object is expected"
# expect: 8
# expect: Integer
# expect: 5
# expect: :+
# expect: 1
# expect: UnboundMethod
# expect: 9
# expect: 10
# expect: 6
# expect: true
# expect: [11, 12, 13]
# expect: 12
# expect: 7
# expect: 6
# expect: 2
# expect: 3
# expect: :size
# expect: Array
# expect: 0
# expect: "bind argument must be an instance of Array"
# expect: Integer
# expect: "ABC"
# expect: ["A", "B"]
# expect: 3
# expect: -2
# expect: true
# expect: [[:req], [:rest]]
# expect: "no receiver given"
# expect: [[:req, :a], [:opt, :b], [:rest, :c], [:req, :d], [:keyreq, :e], [:key, :f], [:keyrest, :g], [:block, :h]]
# expect: -4
# expect: [[:req, :x]]
# expect: 0
# expect: [[:req]]
# expect: A
# expect: A
# expect: nil
# expect: true
# expect: true
# expect: true
# expect: false
# expect: "#<Method: A.cm(x)>"
# expect: "#<UnboundMethod: A#foo(a, b=..., *c, d, e:, f: ..., **g, &h)>"
# expect: "#<Method: Integer#+(_)>"
# expect: "#<UnboundMethod: String#upcase(*)>"
# expect: "#<Method: B#foo(*)>"
# expect: :nope
# expect: NameError
# expect: NameError
# expect: Kernel
# expect: 32
# expect: nil
# expect: Proc
# expect: false
# expect: true
# expect: true
# expect: true
# expect: [1, 2]
# expect: 1
# expect: [1, 2]
# expect: [1, 2, nil]
# expect: 8
# expect: 6
# expect: 2
# expect: 20
# expect: "unexpected return"
# expect: :return
# expect: "break from proc-closure"
# expect: "no block given (yield)"
# expect: :from_block
# expect: "the lambda method requires a literal block"
# expect: "tried to create Proc object without a block"
# expect: "tried to create Proc object without a block"
# expect: true
# expect: 1
# expect: true
# expect: MyProc
# expect: 2
# expect: 1
# expect: MyProc
# expect: true
# expect: true
# expect: false
# expect: true
# expect: "#<Proc:0x0 f.rb:2>"
# expect: "(lambda)"
# expect: "wrong number of arguments (given 1, expected 0)"
# expect: 3
# expect: [1, 2, {z: 3}]
# expect: [3]
# expect: [5, 6, {}]
# expect: [1, 2, []]
# expect: [1, 2, [3, 4]]
# expect: [5, 6, [7]]
# expect: :from_method
# expect: [1, 3]
# expect: [["b", 0], ["a", 1]]
# expect: true
# expect: -1
# modes: -redefined
