# What only method_missing or respond_to_missing? answers: to_ary and its kin, defined?.
# since: 3.4
class A
  def method_missing(n, *a)
    return [1, 2] if n == :to_ary
    return "str" if n == :to_str
    return 1 if n == :to_int
    return {k: 1} if n == :to_hash
    super
  end
end
o = A.new
a, b = o
p a, b
puts [o]
p [o, [o]].flatten
p [[0]].each { |x, y| }, [o].map { |x, y| [x, y] }
p "a" + o, [5,6][o], {}.merge(o), [3] + o
class B < BasicObject
  def method_missing(n, *a) = n == :to_ary ? [7] : ::Kernel.raise(::NoMethodError, n.to_s)
end
a, = B.new
p a
class C; def method_missing(n, *a) = raise("boom #{n}"); end
begin; a, = C.new; rescue => e; p e; end
class D; def method_missing(n, *a) = super; end
a, = D.new; p a.class
p [D.new].flatten.size
p Array(D.new).size
class E
  def respond_to_missing?(n, p) = n == :to_ary
end
begin; a, = E.new; p a.class;  rescue NoMethodError => e; p e.message[0, 30]; end
begin; p [E.new].flatten.size; rescue NoMethodError => e; p e.message[0, 30]; end
def m(*) = 1
p m(*o)
p [*o].size
def kw(**k) = k
p kw(**o)
p o.then { |x, y| y }
[[1, o]].each { |x, (y, z)| p z }
class Asked; def respond_to_missing?(n, p) = (puts "ask #{n} #{p}"; n == :foo); end
a = Asked.new
p defined?(a.foo), defined?(a.bar), defined?(a.puts), defined?(a.foo.baz)
class Asked; def t = [defined?(foo), defined?(foo()), defined?(self.foo), defined?(@a.x)]; end
p a.t
b = Object.new
def b.respond_to?(n, all = false) = (puts "rt #{n} #{all}"; true)
p defined?(b.foo)
class BO < BasicObject; def method_missing(n) = 1; end
p defined?(BO.new.x)
p (defined?(a.foo) ? 1 : 2)
p defined?(a.foo = 3), defined?(a.foo += 1)
# expect: 1
# expect: 2
# expect: 1
# expect: 2
# expect: [1, 2, 1, 2]
# expect: [[0]]
# expect: [[1, 2]]
# expect: "astr"
# expect: 6
# expect: {k: 1}
# expect: [3, 1, 2]
# expect: 7
# expect: #<RuntimeError: boom to_ary>
# expect: D
# expect: 1
# expect: 1
# expect: E
# expect: 1
# expect: 1
# expect: 1
# expect: {k: 1}
# expect: 2
# expect: 2
# expect: ask foo false
# expect: ask bar false
# expect: ask foo false
# expect: "method"
# expect: nil
# expect: nil
# expect: nil
# expect: ask foo true
# expect: ask foo true
# expect: ask foo false
# expect: ["method", "method", "method", nil]
# expect: rt respond_to_missing? true
# expect: nil
# expect: nil
# expect: ask foo false
# expect: 1
# expect: ask foo= false
# expect: nil
# expect: "assignment"
