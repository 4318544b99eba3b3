# Blocks, fibers and methods around evals and made by them.
# since: 3.4
def each_of(n) = n.times { yield _1 }
each_of(2) { |i| eval("p i; j = i; [1].each { |q| p [q, i, j] }") }
def ret; [1, 2].each { |x| eval("return x * 10") }; :no; end
p ret
pr = proc { eval("next 5") rescue p $!; 6 }
class K
  X = 1
  class_eval <<-R, "file.rb", 100
    def a = [__FILE__, __LINE__, X]
    Y = 2
    class << self; def s = X; end
  R
end
p K.new.a, K::Y, K.s
module Mo; end
Mo.module_eval("def self.f(x) = x; Z = 5")
p Mo.f(1), Mo::Z
p K.class_eval("class Inner; end; Inner"), K.class_eval { self }
p eval("[__FILE__, __LINE__]", nil, "zz.rb", 42)
b = binding
260.times { |i| b.local_variable_set("v#{i}", i) } if ENV["FAR"]
12.times { |i| b.eval("v#{i} = #{i}") }
p b.eval("v0 + v11"), b.local_variables.size
def deep(n) = n == 0 ? binding : eval("x#{n} = #{n}; deep(n - 1)")
p deep(3).local_variables
t = binding; t.eval("counter = 0"); inc = t.eval("-> { counter += 1 }"); inc.(); inc.(); p t.local_variable_get(:counter)
p eval("__dir__"), eval("__method__").inspect
ObjectSpace.garbage_collect
p inc.()
x = 1
y = proc { |z = 3| binding }.call
p y.local_variable_get(:z), y.eval("x + z")
f = Fiber.new { eval("Fiber.yield x; x + 1") }
p f.resume, f.resume
p [1,2,3].each_with_object([]) { |v, acc| eval("acc << v") }
def kw(a:, b: a) = eval("a + b")
p kw(a: 1), kw(a: 1, b: 5)
eval("def top_def = 1"); p top_def
p self.class.private_method_defined?(:top_def)
# expect: 0
# expect: [1, 0, 0]
# expect: 1
# expect: [1, 1, 1]
# expect: 10
# expect: ["file.rb", 100, 1]
# expect: 2
# expect: 1
# expect: 1
# expect: 5
# expect: K::Inner
# expect: K
# expect: ["zz.rb", 42]
# expect: 11
# expect: 19
# expect: [:n]
# expect: 2
# expect: nil
# expect: "nil"
# expect: 3
# expect: 3
# expect: 4
# expect: 1
# expect: 2
# expect: [1, 2, 3]
# expect: 2
# expect: 6
# expect: 1
# expect: true
