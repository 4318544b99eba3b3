# Refinements of operators, of several classes at once, in evals, closures and loops.
# since: 3.4
module Ops
  refine Array do
    def +(other) = [:plus, self, other]
    def sum2 = map { |x| x.twice }
    def ==(other) = :eq
  end
  refine Integer do
    def twice = self * 2
    def -(other) = "minus"
    def succ = "next of #{super}"
  end
end
def outside(a, b) = [a + b, a == b, 3 - 1]
module Inside
  using Ops
  def self.ops(a, b) = [a + b, a == b, 3 - 1]
  def self.all = [[1, 2].sum2, 1.succ, [4].map(&:succ), 5.then { _1.twice }]
  L = -> { 6.twice }
  define_method(:dm) { 7.twice }
  module Deeper; def self.d = 8.twice; end
  class << self; def s = 9.twice; end
  def self.b = binding
end
p outside([1], [2]), Inside.ops([1], [2]), outside([1], [2]), Inside.all, Inside::L.call
p Class.new { include Inside }.new.dm, Inside::Deeper.d, Inside.s, Inside.b.eval("10.twice")
begin; 1.twice; rescue NoMethodError => e; puts e.message; end
first = Module.new { refine(String) { def tag = "first" } }
second = Module.new { refine(String) { def tag = "second " + (super rescue "none") } }
results = [first, second, first].map { |m| r = nil; Module.new { using m; r = "x".tag }; r }
p results
both = nil
Module.new { using first; using second; both = "x".tag }
p both
begin; "x".tag; rescue NoMethodError => e; puts e.message; end
late = Module.new { refine(Symbol) { def early = late_one; def late_one = :late } }
Module.new { using late; p :a.early }
late.module_eval { refine(Symbol) { def more = [early, :more] } }
Module.new { using late; p :b.more }
p late.refinements.size, late.refinements[0].inspect.sub(/0x\h+/, "")
class Conv; end
conv = Module.new { refine(Conv) { def to_proc = ->(x) { [:conv, x] }; def to_s = "converted" } }
Module.new { using conv; p [1].map(&Conv.new), "#{Conv.new}" }
base = Class.new { def name_of = "base" }
pre = Module.new { def name_of = "pre(" + super + ")" }
base.prepend(pre)
ref = Module.new { refine(base) { def name_of = "ref(" + super + ")" } }
Module.new { using ref; p base.new.name_of, Class.new(base).new.name_of, Class.new(base) { def name_of = "own" }.new.name_of }
p base.new.name_of
begin; Class.new { include ref.refinements[0] }; rescue TypeError => e; puts e.message; end
begin; Refinement.new; rescue NoMethodError => e; puts e.message; end
# expect: [[1, 2], false, 2]
# expect: [[:plus, [1], [2]], :eq, "minus"]
# expect: [[1, 2], false, 2]
# expect: [[2, 4], "next of 2", ["next of 5"], 10]
# expect: 12
# expect: 14
# expect: 16
# expect: 18
# expect: 20
# expect: undefined method 'twice' for an instance of Integer
# expect: ["first", "second none", "first"]
# expect: "second none"
# expect: undefined method 'tag' for an instance of String
# expect: :late
# expect: [:late, :more]
# expect: 1
# expect: "#<refinement:Symbol@#<Module:>>"
# expect: [[:conv, 1]]
# expect: "converted"
# expect: "ref(pre(base))"
# expect: "ref(pre(base))"
# expect: "own"
# expect: "pre(base)"
# expect: Cannot include refinement
# expect: undefined method 'new' for class Refinement
