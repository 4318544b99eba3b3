# What a site has remembered no longer holds when something changes: constants by name, super, attributes.
X = 1
module Ns
  class A
    def x = X
    def self.x = X
  end
end
a = Ns::A.new
p [a.x, Ns::A.x]             # expect: [1, 1]
module Ns
  X = 2
end
p [a.x, Ns::A.x]             # expect: [2, 2]
class Ns::A
  X = 3
end
p [a.x, Ns::A.x]             # expect: [3, 3]
Ns::A.send(:remove_const, :X)
p [a.x, Ns::A.x]             # expect: [2, 2]
Ns.send(:remove_const, :X)
p [a.x, Ns::A.x]             # expect: [1, 1]

# A module brings constants into the ancestors.
class B
  def y = Y rescue $!.class
end
def Object.const_missing(name) = name
p B.new.y                    # expect: :Y
module WithY
  Y = 5
end
class B
  include WithY
end
p B.new.y                    # expect: 5
module Before
  Y = 6
end
p B.new.y                    # expect: 5
class B
  prepend Before
end
p B.new.y                    # expect: 6
module Deep
  Z = 1
end
Z = 0
module Middle
  def self.z = Z
end
class C
  include Middle
  def z = Z
end
p [C.new.z, Middle.z]        # expect: [0, 0]
module Middle
  include Deep
end
p [C.new.z, Middle.z]        # expect: [1, 1]
class C
  include Middle
end
p C.new.z                    # expect: 1

# Many scopes at one site; each says what it says.
scopes = Array.new(7) do |i|
  c = Class.new
  c.const_set(:V, i)
  c
end
def look(c)
  class << c
    self
  end.class_eval { self::W }
rescue NameError
  :none
end
values = lambda do
  scopes.map { |c| c::V }
end
p values.(), values.()       # expect: [0, 1, 2, 3, 4, 5, 6]
                             # expect: [0, 1, 2, 3, 4, 5, 6]
scopes[5].send(:remove_const, :V)
scopes[5].const_set(:V, 50)
p values.()                  # expect: [0, 1, 2, 3, 4, 50, 6]
scopes[0].send(:private_constant, :V)
def scopes_first(c) = c::V
p scopes_first(scopes[1])    # expect: 1
p scopes_first(scopes[0])    # expect: :V
scopes[1].send(:private_constant, :V)
p scopes_first(scopes[1])    # expect: :V
scopes[1].send(:public_constant, :V)
p scopes_first(scopes[1])    # expect: 1
p look(Class.new)            # expect: :W
[nil, false, true, 1, :a].each { |v| p((scopes_first(v) rescue $!.class)) }
# expect: TypeError
# expect: TypeError
# expect: TypeError
# expect: TypeError
# expect: TypeError

# super.
class P
  def f = :p
  def g(*) = :p
end
class Q < P
  def f = [:q, super]
  def g(a, b: 1) = [:q, super]
end
q = Q.new
p [q.f, q.g(1)]              # expect: [[:q, :p], [:q, :p]]
module M
  def f = [:m, super]
  def g(...) = [:m, super]
end
class Q
  include M
end
p [q.f, q.g(1)]              # expect: [[:q, [:m, :p]], [:q, [:m, :p]]]
module M
  def f = :only_m
end
p q.f                        # expect: [:q, :only_m]
module M
  remove_method :f
end
p q.f                        # expect: [:q, :p]
class P
  undef f
end
p((q.f rescue $!.class))     # expect: NoMethodError
class P
  def f = :p2
  private :f
end
p q.f                        # expect: [:q, :p2]
five = Array.new(6) { |i| Class.new(P) { define_method(:f) { [i, super()] } } }
2.times { p five.map { |c| c.new.f } }
# expect: [[0, :p2], [1, :p2], [2, :p2], [3, :p2], [4, :p2], [5, :p2]]
# expect: [[0, :p2], [1, :p2], [2, :p2], [3, :p2], [4, :p2], [5, :p2]]
# One site of super, more receivers than it has room for.
kids = Array.new(6) { |i| Class.new(Q) { define_method(:i) { i } } }
2.times { p kids.map { |c| c.new.f }.uniq }
# expect: [[:q, :p2]]
# expect: [[:q, :p2]]
class P
  def f = :p3
end
p kids.map { |c| c.new.f }.uniq # expect: [[:q, :p3]]

# Sites of calls with more classes than they have room for, and redefinitions between.
poly = Array.new(6) { |i| Class.new { define_method(:name) { i } } }
call = -> { poly.map { |c| c.new.name } }
p call.(), call.()           # expect: [0, 1, 2, 3, 4, 5]
                             # expect: [0, 1, 2, 3, 4, 5]
poly[1].define_method(:name) { :one }
poly[5].define_method(:name) { :five }
p call.()                    # expect: [0, :one, 2, 3, 4, :five]
poly[5].send(:private, :name)
p((call.() rescue $!.class)) # expect: NoMethodError
poly[5].send(:public, :name)
p call.()                    # expect: [0, :one, 2, 3, 4, :five]
poly.each { |c| c.send(:remove_method, :name) }
p((call.() rescue $!.class)) # expect: NoMethodError

# Attributes of objects with more layouts than a method has room for.
class Attr
  attr_accessor :v
  def initialize(n) = n.times { |i| instance_variable_set("@x#{i}", i) }
end
list = Array.new(7) { |i| Attr.new(i) }
2.times { p list.each_with_index.map { |o, i| [o.v, o.v = i, o.v] } }
# expect: [[nil, 0, 0], [nil, 1, 1], [nil, 2, 2], [nil, 3, 3], [nil, 4, 4], [nil, 5, 5], [nil, 6, 6]]
# expect: [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3], [4, 4, 4], [5, 5, 5], [6, 6, 6]]
p((begin; list[0].freeze.v = 1; rescue; $!.class; end)) # expect: FrozenError
p list[0].v                               # expect: 0
