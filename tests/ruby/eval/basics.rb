# eval, binding, instance_eval and class_eval of texts, in the scopes around them.
# since: 3.4
def bare(lines) = lines.map { |l| l.gsub(/[^ (]*\//, "") }
x = 10
p eval("x + 1")
eval("x = 5; y = 3"); p x
begin; y2 = eval("y"); rescue NameError => e; puts e.message; end
b = binding
b.eval("z = 7"); p b.eval("z"), b.local_variables, b.local_variable_get(:z)
b.local_variable_set(:w, 1); p b.local_variable_get(:w), b.local_variable_defined?(:w), b.local_variable_defined?(:nope)
b.local_variable_set(:x, 99); p x
begin; b.local_variable_get(:nope); rescue NameError => e; puts e.message.sub(/0x\h+/,""), e.name.inspect; end
begin; b.local_variable_get("@a"); rescue NameError => e; puts e.message.sub(/0x\h+/,""); end
def m(a, k: 2)
  l = 1
  eval("return [a, k, l, __method__, yield(3)]")
end
p m(4) { |v| v * 2 }
p bare([eval("__FILE__")]), eval("__LINE__"), eval("[__FILE__, __LINE__]", nil, "foo.rb", 77), eval("\n__LINE__", b, "x", 5)
def bt; eval("raise 'x'"); end
begin; bt; rescue => e; puts bare(e.backtrace); end
begin; eval("1 +"); rescue SyntaxError => e; puts bare([e.message.lines.first] + e.backtrace); end
class A
  C = 1
  @@cv = 5
  def initialize; @iv = 3; end
  def get = binding
  def priv_test; eval("private def pm = 1"); end
  eval("private"); def pub; :pub; end
  eval("private; def priv; end; public def pub2 = 2")
end
p A.new.get.eval("[C, @@cv, @iv, self.class]"), A.new.pub, A.private_instance_methods(false)
p A.class_eval("C"), A.class_eval("@@cv"), A.new.instance_eval("@iv"), A.class_eval("def zz = 9; self"), A.new.zz
o = Object.new
o.instance_eval("def sing = :sing"); p o.sing, o.singleton_methods
p proc { |q; r| binding.local_variables }.call
p proc { |q| q }.binding.local_variables, proc { _1 }.binding.local_variables
p (proc { _1; binding.local_variables }.call(1))
begin; :a.to_proc.binding; rescue ArgumentError => e; puts e.message; end
c = eval("k = 1; -> { k += 1 }"); p c.(), c.()
3.times { |i| eval("x += i") }; p x
p eval("[1,2].map { |v| v + x }")
p TOPLEVEL_BINDING.local_variables.include?(:x), TOPLEVEL_BINDING.receiver
begin; eval("break"); rescue SyntaxError => e; puts e.class; end
begin; eval(1); rescue TypeError => e; puts e.message; end
begin; eval("1", 1); rescue TypeError => e; puts e.message; end
class P; def foo(a, b = 2, *r, k: 1, **o, &bl) = [a, b, r, k, o, bl&.call]; end
class Q < P; def foo(a, b = 2, *r, k: 1, **o) = eval("super"); def bar(*, **, &) = eval("foo2(*, **, &)"); def foo2(*a, **o, &b) = [a, o, b.call]; end
p Q.new.foo(1, 2, 3, k: 5, z: 6) { 8 }, Q.new.bar(1, z: 2) { 3 }
p send(:eval, "x"), method(:eval).call("x"), %w[x o.class].map(&method(:eval))
"abc" =~ /b/; p eval("$~[0]"), $~; eval("'xyz' =~ /y/"); p $~[0]
p binding.source_location.then { |f, l| [File.basename(f), l] }
p local_variables
def dm; eval("define_singleton_method(:ds) { 42 }"); ds; end; p dm
p Object.new.instance_eval("self.class")
p 5.instance_eval("self + 1")
def blk; eval("proc { yield }"); end
p blk { 11 }.call
p eval("block_given?")
p A.new.instance_eval("__method__").inspect
def mm; instance_eval("__method__"); end; p mm
p b.dup.eval("z"); bb = b.dup; bb.eval("nn = 1"); p b.local_variable_defined?(:nn)
a1 = 1; p a1 + eval("a1 = 5; 1")
# expect: 11
# expect: 5
# expect: undefined local variable or method 'y' for main:Object
# expect: 7
# expect: [:z, :x, :y2, :e, :b, :o, :c, :bb, :a1]
# expect: 7
# expect: 1
# expect: true
# expect: false
# expect: 99
# expect: local variable 'nope' is not defined for #<Binding:>
# expect: :nope
# expect: wrong local variable name '@a' for #<Binding:>
# expect: [4, 2, 1, :m, 6]
# expect: ["(eval at basics.rb:19)"]
# expect: 1
# expect: ["foo.rb", 77]
# expect: 6
# expect: (eval at basics.rb:20):1:in 'Object#bt'
# expect: basics.rb:20:in 'Kernel#eval'
# expect: basics.rb:20:in 'Object#bt'
# expect: basics.rb:21:in '<main>'
# expect: (eval at basics.rb:22):1: syntax errors found
# expect: basics.rb:22:in 'Kernel#eval'
# expect: basics.rb:22:in '<main>'
# expect: [1, 5, 3, A]
# expect: :pub
# expect: [:initialize, :priv]
# expect: 1
# expect: 5
# expect: 3
# expect: A
# expect: 9
# expect: :sing
# expect: [:sing]
# expect: [:q, :r, :x, :y2, :e, :b, :o, :c, :bb, :a1]
# expect: [:x, :y2, :e, :b, :o, :c, :bb, :a1]
# expect: [:x, :y2, :e, :b, :o, :c, :bb, :a1]
# expect: [:x, :y2, :e, :b, :o, :c, :bb, :a1]
# expect: Can't create Binding from C level Proc
# expect: 2
# expect: 3
# expect: 102
# expect: [103, 104]
# expect: true
# expect: main
# expect: SyntaxError
# expect: no implicit conversion of Integer into String
# expect: wrong argument type Integer (expected binding)
# expect: [1, 2, [3], 5, {z: 6}, 8]
# expect: [[1], {z: 2}, 3]
# expect: 102
# expect: 102
# expect: [102, Object]
# expect: "b"
# expect: #<MatchData "b">
# expect: "y"
# expect: ["basics.rb", 52]
# expect: [:x, :y2, :e, :b, :o, :c, :bb, :a1]
# expect: 42
# expect: Object
# expect: 6
# expect: 11
# expect: false
# expect: "nil"
# expect: :mm
# expect: 7
# expect: false
# expect: 2
