# Names, constants, class variables, comparison, Class.new and Module.new.
class A; X = 1; module Inner; Y = 2; end; PRIV = 3; private_constant :PRIV; end
p A.name, A::Inner.name, A.to_s, Class.new.name, Module.new.to_s.sub(/0x\h+/, "0x0"), A.singleton_class.inspect
p A.const_get(:X), A.const_get("Inner::Y"), Object.const_get("A::Inner::Y"), A.const_get(:String), A::Inner.const_get(:X) rescue p :err
p A.const_defined?(:X), A.const_defined?("Inner::Y"), A.const_defined?(:String), A.const_defined?(:String, false), Object.const_defined?("A::Nope")
[:lower, "bad name", "Inner::", "::", "Inner::y"].each { |n| begin; A.const_get(n); rescue NameError => e; p e.message; end }
begin; A.const_get(:Missing); rescue NameError => e; p e.message, e.name, e.receiver; end
begin; A::Missing; rescue NameError => e; p e.message; end
begin; Missing; rescue NameError => e; p e.message; end
begin; A::PRIV; rescue NameError => e; p e.message; end
begin; 5::X; rescue TypeError => e; p e.message; end
p A.constants.sort, A.const_set(:NEW, 9), A::NEW, A.send(:remove_const, :NEW), A.const_defined?(:NEW)
begin; A.send(:remove_const, :NEW); rescue NameError => e; p e.message; end
begin; A.const_set("low", 1); rescue NameError => e; p e.message; end
p A.const_source_location(:X).last, A.const_source_location(:Zip), Object.const_source_location("A::X").last
class Mis; def self.const_missing(n) = "missing #{n}"; end
p Mis::Foo, Mis.const_get(:Bar)
anon = Class.new
p anon.name
Named = anon
p anon.name, anon.to_s
module Outer; end
Outer.const_set(:Made, Class.new)
p Outer::Made.name
c = Class.new(String) { def shout = upcase + "!"; def self.k = :k }
p c.new("a").shout, c.k, c.superclass, c.new("b").class == c
[5, Class, A.singleton_class].each { |s| begin; Class.new(s); rescue TypeError => e; p e.message; end }
m = Module.new { def mm = :mm }
p Object.new.extend(m).mm, m.instance_methods, m.class
class SubMod < Module; def initialize(x) = (@x = x; super()); attr_reader :x; end
sm = SubMod.new(4)
p sm.x, sm.class, sm.is_a?(Module)
p Integer <= Comparable, Integer < Integer, Integer <= Integer, Comparable > Integer, Integer < String, Integer <=> Numeric, Numeric <=> Integer, Integer <=> String, Integer <=> 5
begin; Integer < 5; rescue TypeError => e; p e.message; end
p Comparable === 1, Integer === 1, Integer === "a", Class === Integer, Module === Comparable
p Integer.ancestors.include?(Comparable), Integer.included_modules.include?(Kernel), A.superclass, BasicObject.superclass, Class.superclass, Module.superclass
class P0; end
class P1 < P0; end
class P2 < P0; end
p P0.subclasses.sort_by(&:name), P1.subclasses, P0.singleton_class.attached_object
begin; P0.attached_object; rescue TypeError => e; p e.message; end
class CV; @@a = 1; @@b = 2; def self.a = @@a; end
class CV2 < CV; @@c = 3; end
p CV.class_variables.sort, CV2.class_variables.sort, CV2.class_variables(false), CV.class_variable_get(:@@a), CV2.class_variable_get(:@@a)
p CV.class_variable_set(:@@a, 5), CV.a, CV.class_variable_defined?(:@@z), CV.remove_class_variable(:@@b), CV.class_variable_defined?(:@@b)
begin; CV.class_variable_get(:@@zz); rescue NameError => e; p e.message; end
begin; CV.class_variable_get(:zz); rescue NameError => e; p e.message; end
begin; CV.remove_class_variable(:@@q); rescue NameError => e; p e.message; end
class Iv; @count = 0; class << self; attr_accessor :count; end; end
Iv.count += 1
p Iv.count, Iv.instance_variables, Iv.instance_variable_get(:@count)
d = A.dup
p d::X, d.name, d == A
class Cl; def hi = 1; def self.cm = 2; end
k = Cl.clone
def k.extra = 3
p k.new.hi, k.cm, k.extra, Cl.respond_to?(:extra)
p A.instance_of?(Class), A::Inner.instance_of?(Module), A.singleton_class?, A.singleton_class.singleton_class?
A.class_eval { def added = :added }
p A.new.added, A.class_exec(5) { |x| x + X rescue "no X" }, Module.nesting
module Nest; class Deep; p Module.nesting; end; end
begin; A.new(1); rescue ArgumentError => e; p e.message; end
begin; Comparable.new; rescue NoMethodError => e; p e.message; end
begin; Class.new.allocate.foo; rescue NoMethodError => e; puts e.message.sub(/0x\h+/, "0x0"); end
p A.allocate.class
module Auto; autoload :Thing, "/tmp/none_such_file"; end
p Auto.autoload?(:Thing), Auto.constants, Auto.const_defined?(:Thing)
begin; Auto::Thing; rescue LoadError => e; p e.message; end
class Evaled; end
Evaled.class_eval { OUTSIDE = 1 }
p Object.const_defined?(:OUTSIDE, false), Evaled.const_defined?(:OUTSIDE, false)
begin; Evaled.class_eval { NoSuchName }; rescue NameError => e; p e.message; end
# since: 3.4
# expect: "A"
# expect: "A::Inner"
# expect: "A"
# expect: nil
# expect: "#<Module:0x0>"
# expect: "#<Class:A>"
# expect: :err
# expect: true
# expect: true
# expect: true
# expect: false
# expect: false
# expect: "wrong constant name lower"
# expect: "wrong constant name bad name"
# expect: "wrong constant name Inner::"
# expect: "wrong constant name ::"
# expect: "wrong constant name Inner::y"
# expect: "uninitialized constant A::Missing"
# expect: :Missing
# expect: A
# expect: "uninitialized constant A::Missing"
# expect: "uninitialized constant Missing"
# expect: "private constant A::PRIV referenced"
# expect: "5 is not a class/module"
# expect: [:Inner, :X]
# expect: 9
# expect: 9
# expect: 9
# expect: false
# expect: "constant A::NEW not defined"
# expect: "wrong constant name low"
# expect: 2
# expect: nil
# expect: 2
# expect: "missing Foo"
# expect: "missing Bar"
# expect: nil
# expect: "Named"
# expect: "Named"
# expect: "Outer::Made"
# expect: "A!"
# expect: :k
# expect: String
# expect: true
# expect: "superclass must be an instance of Class (given an instance of Integer)"
# expect: "can't make subclass of Class"
# expect: "can't make subclass of singleton class"
# expect: :mm
# expect: [:mm]
# expect: Module
# expect: 4
# expect: SubMod
# expect: true
# expect: true
# expect: false
# expect: true
# expect: true
# expect: nil
# expect: -1
# expect: 1
# expect: nil
# expect: nil
# expect: "compared with non class/module"
# expect: true
# expect: true
# expect: false
# expect: true
# expect: true
# expect: true
# expect: true
# expect: Object
# expect: nil
# expect: Module
# expect: Object
# expect: [P1, P2]
# expect: []
# expect: P0
# expect: "'P0' is not a singleton class"
# expect: [:@@a, :@@b]
# expect: [:@@a, :@@b, :@@c]
# expect: [:@@c]
# expect: 1
# expect: 1
# expect: 5
# expect: 5
# expect: false
# expect: 2
# expect: false
# expect: "uninitialized class variable @@zz in CV"
# expect: "'zz' is not allowed as a class variable name"
# expect: "class variable @@q not defined for CV"
# expect: 1
# expect: [:@count]
# expect: 1
# expect: 1
# expect: nil
# expect: false
# expect: 1
# expect: 2
# expect: 3
# expect: false
# expect: true
# expect: true
# expect: false
# expect: true
# expect: :added
# expect: "no X"
# expect: []
# expect: [Nest::Deep, Nest]
# expect: "wrong number of arguments (given 1, expected 0)"
# expect: "undefined method 'new' for module Comparable"
# expect: undefined method 'foo' for an instance of #<Class:0x0>
# expect: A
# expect: "/tmp/none_such_file"
# expect: [:Thing]
# expect: true
# expect: "cannot load such file -- /tmp/none_such_file"
# expect: true
# expect: false
# expect: "uninitialized constant NoSuchName"
