# Identity, class, frozen, instance variables, sending, copies, inspect.
class Point
  attr_accessor :x, :y
  def initialize(x, y) = (@x, @y = x, y)
  def secret = 1
  private :secret
  def guarded = 2
  protected :guarded
end
pt = Point.new(1, "b")
def plain(text) = text.gsub(/0x\h+/, "0x0")
puts plain(pt.inspect), plain(pt.to_s), plain(Object.new.inspect)
p pt.class, pt.is_a?(Point), pt.kind_of?(Object), pt.instance_of?(Object), Point === pt, pt.itself.equal?(pt)
begin; pt.is_a?(1); rescue TypeError => e; p e.message; end
p pt == pt.dup, pt.equal?(pt), pt.eql?(pt), pt != pt.dup, pt.hash == pt.hash, pt === pt, pt <=> pt, pt <=> 1
p pt.frozen?, pt.freeze.equal?(pt), pt.frozen?, 1.frozen?, nil.frozen?, :a.frozen?, 1.5.frozen?, (2**70).frozen?
begin; pt.x = 2; rescue FrozenError => e; puts plain(e.message); p e.receiver.equal?(pt); end
begin; pt.instance_variable_set(:@z, 1); rescue FrozenError => e; p e.class; end
o = Object.new
p o.instance_variable_set(:@a, 1), o.instance_variable_set("@b", 2), o.instance_variables, o.instance_variable_get(:@a)
p o.instance_variable_get(:@none), o.instance_variable_defined?("@a"), o.remove_instance_variable(:@a), o.instance_variables
["a", "@1", "", "@"].each { |n| begin; o.instance_variable_get(n); rescue NameError => e; p e.message, e.name; end }
begin; o.instance_variable_get(5); rescue TypeError => e; p e.message; end
begin; o.remove_instance_variable(:@gone); rescue NameError => e; puts plain(e.message); end
p pt.send(:secret), pt.__send__("secret"), pt.public_send(:x)
begin; pt.public_send(:secret); rescue NoMethodError => e; puts plain(e.message); end
begin; pt.secret; rescue NoMethodError => e; p e.name; end
begin; pt.guarded; rescue NoMethodError => e; p e.name; end
begin; pt.send; rescue ArgumentError => e; p e.message; end
begin; pt.send(5); rescue TypeError => e; p e.message; end
p pt.respond_to?(:x), pt.respond_to?(:secret), pt.respond_to?(:secret, true), pt.respond_to?("guarded")
class Ghost
  def method_missing(name, *args, **opts, &block) = name == :boo ? [name, args, opts, block&.call] : super
  def respond_to_missing?(name, all) = name == :boo || super
end
g = Ghost.new
p g.boo(1, k: 2) { 3 }, g.respond_to?(:boo), g.respond_to?(:moo), g.method(:boo).call(9)
begin; g.moo; rescue NoMethodError => e; p e.name, e.args; end
s = "text"
def s.extra = :extra
p s.clone.extra, (s.dup.extra rescue :none), s.singleton_methods
f = "fr".freeze
p f.dup.frozen?, f.clone.frozen?, f.clone(freeze: false).frozen?, "x".clone(freeze: true).frozen?
begin; "x".clone(freeze: 1); rescue ArgumentError => e; p e.message; end
begin; 1.clone(freeze: false); rescue ArgumentError => e; p e.message; end
p 1.dup, nil.clone, :a.dup, 2.5.clone
class Copied
  attr_reader :log
  def initialize = @log = []
  def initialize_copy(from) = @log = from.log + [:copied]
end
c = Copied.new
p c.dup.log, c.clone.log, c.dup.dup.log, c.log
p [1, [2]].dup, {a: 1}.dup, (1..2).dup
p o.tap { |x| x.instance_variable_set(:@t, 1) }.equal?(o), 3.then { |x| x + 1 }
cyc = Object.new
cyc.instance_variable_set(:@me, cyc)
puts plain(cyc.inspect)
class Chosen
  def initialize = (@a = 1; @b = 2)
  private def instance_variables_to_inspect = [:@b]
end
puts plain(Chosen.new.inspect)
x = Object.new
p x.object_id == x.object_id, x.object_id == Object.new.object_id, x.object_id == x.dup.object_id, x.__id__ == x.object_id
p 1.object_id, 2.object_id, nil.object_id, true.object_id, false.object_id
e = Object.new
e.extend(Comparable)
p e.singleton_class.include?(Comparable), e.is_a?(Comparable)
e.define_singleton_method(:dbl) { |n| n * 2 }
p e.dbl(4), e.singleton_methods, e.singleton_method(:dbl).call(5)
begin; e.singleton_method(:no); rescue NameError => err; p err.class; end
p o.instance_eval { @b }, o.instance_exec(5) { |n| @b + n }
p (o !~ 1 rescue "no =~"), nil =~ 1
p pt.methods(false), (pt.methods - Object.instance_methods).sort, pt.private_methods(false).include?(:secret), pt.protected_methods
bo = BasicObject.new
p BasicObject.instance_methods.sort, (bo.inspect rescue "none"), !bo, bo == bo, bo != bo
# since: 3.4
# expect: #<Point:0x0 @x=1, @y="b">
# expect: #<Point:0x0>
# expect: #<Object:0x0>
# expect: Point
# expect: true
# expect: true
# expect: false
# expect: true
# expect: true
# expect: "class or module required"
# expect: false
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: 0
# expect: nil
# expect: false
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: can't modify frozen Point: #<Point:0x0 @x=1, @y="b">
# expect: true
# expect: FrozenError
# expect: 1
# expect: 2
# expect: [:@a, :@b]
# expect: 1
# expect: nil
# expect: true
# expect: 1
# expect: [:@b]
# expect: "'a' is not allowed as an instance variable name"
# expect: :a
# expect: "'@1' is not allowed as an instance variable name"
# expect: :"@1"
# expect: "'' is not allowed as an instance variable name"
# expect: :""
# expect: "'@' is not allowed as an instance variable name"
# expect: :"@"
# expect: "5 is not a symbol nor a string"
# expect: instance variable @gone not defined
# expect: 1
# expect: 1
# expect: 1
# expect: private method 'secret' called for an instance of Point
# expect: :secret
# expect: :guarded
# expect: "no method name given"
# expect: "5 is not a symbol nor a string"
# expect: true
# expect: false
# expect: true
# expect: false
# expect: [:boo, [1], {k: 2}, 3]
# expect: true
# expect: false
# expect: [:boo, [9], {}, nil]
# expect: :moo
# expect: []
# expect: :extra
# expect: :none
# expect: [:extra]
# expect: false
# expect: true
# expect: false
# expect: true
# expect: "unexpected value for freeze: Integer"
# expect: "can't unfreeze Integer"
# expect: 1
# expect: nil
# expect: :a
# expect: 2.5
# expect: [:copied]
# expect: [:copied]
# expect: [:copied, :copied]
# expect: []
# expect: [1, [2]]
# expect: {a: 1}
# expect: 1..2
# expect: true
# expect: 4
# expect: #<Object:0x0 @me=#<Object:0x0 ...>>
# expect: #<Chosen:0x0 @b=2>
# expect: true
# expect: false
# expect: false
# expect: true
# expect: 3
# expect: 5
# expect: 8
# expect: 20
# expect: 0
# expect: true
# expect: true
# expect: 8
# expect: [:dbl, :==, :>, :>=, :<, :<=, :between?, :clamp]
# expect: 10
# expect: NameError
# expect: 2
# expect: 7
# expect: "no =~"
# expect: nil
# expect: []
# expect: [:guarded, :x, :x=, :y, :y=]
# expect: true
# expect: [:guarded]
# expect: [:!, :!=, :==, :__id__, :__send__, :equal?, :instance_eval, :instance_exec]
# expect: "none"
# expect: false
# expect: true
# expect: false
