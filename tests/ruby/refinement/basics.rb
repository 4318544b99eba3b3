# refine, using: who sees a refinement, and who does not.
# since: 3.4
module M
  refine Integer do
    def double = self * 2
    def +(o) = "plus"
    def to_s = "int"
  end
  refine String do
    def shout = upcase + "!"
    def upcase = super + "?"
    def to_proc = ->(x) { x.send(self) }
  end
end
begin; 5.double; rescue NoMethodError => e; puts e.message; end
p 1 + 2
def before = (1.double rescue :none)
using M
p 5.double, 1 + 2, "a".shout, "#{1}"
p before
p [1, 2].map(&:double), 3.send(:double), 3.public_send(:double), 4.method(:double).call, 5.respond_to?(:double)
p (["a"].map(&"upcase") )
def after = 1.double
p after
class Foo; def bar = 7.double; end
p Foo.new.bar
p M.refinements, M.refinements[0].target, M.refinements[0].class
p Module.used_modules, Module.used_refinements.size
class C; def foo = "C#foo"; end
class D < C; def foo = "D(" + super + ")"; end
module R; refine C do; def foo = "R(" + super + ")"; def pm = priv; private def priv = :priv; end; end
class E; using R; def self.t = [C.new.foo, D.new.foo, C.new.pm]; begin; def self.u = C.new.priv; end; end
p E.t, C.new.foo
begin; E.u; rescue NoMethodError => e; puts e.message; end
class Z < C; using R; def foo = "Z[" + super + "]"; end
p Z.new.foo
begin; def m; Module.new.send(:using, M); end; m; rescue RuntimeError => e; puts e.message; end
begin; using Class; rescue TypeError => e; puts e.message; end
begin; Module.new { refine(5) {} }; rescue TypeError => e; puts e.message; end
begin; Module.new { refine(String) }; rescue ArgumentError => e; puts e.message; end
module Imp; def imported = "imp #{helper}"; def helper = "h #{self}"; end
module I; refine(Symbol) { import_methods Imp }; end
using I
p :q.imported
p eval("5.double"), binding.eval("1.double")
begin; Module.new { refine(Symbol) { import_methods Kernel } }; rescue ArgumentError => e; puts e.message; end
module Mod1; def m1 = :m1; end
class UM; include Mod1; end
module RM; refine(Mod1) { def m1 = [:refined, super] }; end
using RM
p UM.new.m1
p [3, 4].each_with_object([]) { |x, a| a << x.double }
x = nil; Module.new { using R; x = C.new.foo }
p x
# expect: undefined method 'double' for an instance of Integer
# expect: 3
# expect: 10
# expect: "plus"
# expect: "A?!"
# expect: "int"
# expect: :none
# expect: [2, 4]
# expect: 6
# expect: 6
# expect: 8
# expect: true
# expect: ["A?"]
# expect: 2
# expect: 14
# expect: [#<refinement:Integer@M>, #<refinement:String@M>]
# expect: Integer
# expect: Refinement
# expect: [M]
# expect: 2
# expect: ["R(C#foo)", "D(C#foo)", :priv]
# expect: "C#foo"
# expect: private method 'priv' called for an instance of C
# expect: "Z[R(C#foo)]"
# expect: Module#using is not permitted in methods
# expect: wrong argument type Class (expected Module)
# expect: wrong argument type Integer (expected Class or Module)
# expect: no block given
# expect: "imp h q"
# expect: 10
# expect: 2
# expect: Can't import method which is not defined with Ruby code: Kernel#lambda
# expect: [:refined, :m1]
# expect: [6, 8]
# expect: "R(C#foo)"
