# define_method, attr_*, alias, remove, undef, visibility, hooks.
class A
  attr_reader :r, "s"
  attr_writer :w
  attr_accessor :a, :b
  p attr_accessor(:c), attr_reader(:d, :e), attr(:f)
  def initialize = (@r = 1; @s = 2)
  p define_method(:dm) { |x, y = 2, *z, k: 1, &b| [self.class, x, y, z, k] }
  define_method(:pm, instance_method(:dm))
  define_method(:lm, ->(q) { q * 2 })
  p alias_method(:aliased, :dm)
end
a = A.new
p a.dm(1), a.dm(1, 3, 4, k: 5), a.pm(9), a.lm(4), a.aliased(1), a.r, a.s
a.w = 5
p a.instance_variable_get(:@w)
["x?", "X!", "1a", "a b"].each do |n|
  begin
    A.attr_reader(n)
  rescue NameError => e
    p e.message
  end
end
begin; a.lm; rescue ArgumentError => e; p e.message; end
begin; a.dm; rescue ArgumentError => e; p e.message; end
begin; A.define_method(:none); rescue ArgumentError => e; p e.message; end
begin; A.define_method(:bad, 5); rescue TypeError => e; p e.message; end
begin; A.alias_method(:q, :missing); rescue NameError => e; p e.message; end
begin; A.remove_method(:missing); rescue NameError => e; p e.message; end
begin; A.undef_method(:missing); rescue NameError => e; p e.message; end
begin; A.instance_method(:missing); rescue NameError => e; p e.message; end
A.remove_method(:lm)
p A.method_defined?(:lm), a.respond_to?(:lm)
class B < A; end
B.undef_method(:dm)
p B.method_defined?(:dm), A.method_defined?(:dm), (B.new.dm(1) rescue "undefined")
p B.undefined_instance_methods rescue p :none
class V
  def pub = 1
  private
  def pri = 2
  protected
  def pro = 3
  public
  def pub2 = 4
  private def single = 5
  p((private :pub2), (private :pub2, :pub), (private [:pub2]), private)
  public
  public :pub, :pub2
  def self.cm = 6
  private_class_method :cm
  def call_pri = self.pri
end
p V.public_instance_methods(false), V.private_instance_methods(false), V.protected_instance_methods(false)
p V.public_method_defined?(:pub), V.private_method_defined?(:pri), V.protected_method_defined?(:pro), V.method_defined?(:pri)
p V.new.call_pri, (V.cm rescue "private"), V.send(:cm)
V.public_class_method :cm
p V.cm
class W < V
  public :pri
end
p W.new.pri, (V.new.pri rescue "private")
module F
  module_function
  def helper = :helped
  def other = helper
end
p F.helper, F.other, (Object.new.extend(F).helper rescue "private")
module G
  def g = :g
  module_function :g
end
p G.g
class Hooked
  def self.method_added(n) = puts("added #{n}")
  def self.singleton_method_added(n) = puts("singleton #{n}")
  def self.method_removed(n) = puts("removed #{n}")
  def self.method_undefined(n) = puts("undefined #{n}")
  def one = 1
  attr_reader :two
  define_method(:three) { 3 }
  alias four one
  alias_method :five, :one
  def self.six = 6
  remove_method :one
  undef_method :two
  class << self
    def seven = 7
  end
end
module Inc
  def self.included(b) = puts("included #{b}")
  def self.extended(b) = puts("extended #{b.class}")
  def self.prepended(b) = puts("prepended #{b}")
  def hi = "hi from Inc"
end
class UsesInc; include Inc; end
class Pre; prepend Inc; def hi = "own"; end
o = Object.new.extend(Inc)
p UsesInc.new.hi, Pre.new.hi, o.hi, Pre.ancestors.first(2), UsesInc.include?(Inc), Inc.instance_methods
begin; Object.new.extend; rescue ArgumentError => e; p e.message; end
begin; Class.new { include 5 }; rescue TypeError => e; p e.message; end
begin; Class.new { include Class }; rescue TypeError => e; p e.message; end
module Cyc; end
begin; Cyc.include(Cyc); rescue ArgumentError => e; p e.message; end
class Base
  def self.inherited(c) = (super; puts("inherited #{c.inspect.sub(/0x\h+/, "0x0")}"))
end
class Derived < Base; end
Class.new(Base)
module M1; end
module M2; end
class Both; include M1, M2; end
p Both.ancestors.first(3)
p A.instance_methods(false).sort.first(3)
def toplevel = 1
p Object.private_method_defined?(:toplevel), self.to_s, self.inspect, (self.include(M1); Object.include?(M1))
# since: 3.4
# expect: [:c, :c=]
# expect: [:d, :e]
# expect: [:f]
# expect: :dm
# expect: :aliased
# expect: [A, 1, 2, [], 1]
# expect: [A, 1, 3, [4], 5]
# expect: [A, 9, 2, [], 1]
# expect: 8
# expect: [A, 1, 2, [], 1]
# expect: 1
# expect: 2
# expect: 5
# expect: "invalid attribute name 'x?'"
# expect: "invalid attribute name 'X!'"
# expect: "invalid attribute name '1a'"
# expect: "invalid attribute name 'a b'"
# expect: "wrong number of arguments (given 0, expected 1)"
# expect: "wrong number of arguments (given 0, expected 1+)"
# expect: "tried to create Proc object without a block"
# expect: "wrong argument type Integer (expected Proc/Method/UnboundMethod)"
# expect: "undefined method 'missing' for class 'A'"
# expect: "method 'missing' not defined in A"
# expect: "undefined method 'missing' for class 'A'"
# expect: "undefined method 'missing' for class 'A'"
# expect: false
# expect: false
# expect: false
# expect: true
# expect: "undefined"
# expect: [:dm]
# expect: :pub2
# expect: [:pub2, :pub]
# expect: [:pub2]
# expect: nil
# expect: [:pub, :pub2, :call_pri]
# expect: [:pri, :single]
# expect: [:pro]
# expect: true
# expect: true
# expect: true
# expect: false
# expect: 2
# expect: "private"
# expect: 6
# expect: 6
# expect: 2
# expect: "private"
# expect: :helped
# expect: :helped
# expect: "private"
# expect: :g
# expect: singleton singleton_method_added
# expect: singleton method_removed
# expect: singleton method_undefined
# expect: added one
# expect: added two
# expect: added three
# expect: added four
# expect: added five
# expect: singleton six
# expect: removed one
# expect: undefined two
# expect: singleton seven
# expect: included UsesInc
# expect: prepended Pre
# expect: extended Object
# expect: "hi from Inc"
# expect: "hi from Inc"
# expect: "hi from Inc"
# expect: [Inc, Pre]
# expect: true
# expect: [:hi]
# expect: "wrong number of arguments (given 0, expected 1+)"
# expect: "wrong argument type Integer (expected Module)"
# expect: "wrong argument type Class (expected Module)"
# expect: "cyclic include detected"
# expect: inherited Derived
# expect: inherited #<Class:0x0>
# expect: [Both, M1, M2]
# expect: [:a, :a=, :aliased]
# expect: true
# expect: "main"
# expect: "main"
# expect: true
