# Private values that shared objects hold: define_method's Procs and the objects of singleton classes.
# since: troupe

def churn(n = 300) = Array.new(n) { "\x08" * 86 }.size

# A method that is replaced gives its Proc back.
c = Class.new
300.times { c.define_method(:x) { 1 } }
churn
GC.start
p c.new.x # expect: 1

# So does one that is removed, and one whose class is gone.
20.times do |i|
  Class.new { define_method(:"a#{i}") { i } }.new.send(:"a#{i}")
  c.define_method(:y) { i }
  c.remove_method(:y)
end
GC.start
churn
GC.start
p c.method_defined?(:y) # expect: false

# A module that stands twice in the ancestors runs one Proc from both places.
module Twice
  n = [40]
  define_method(:twice) { n[0] += 1 }
end
class Below; include Twice; end
class Above < Below; prepend Twice; end
class Below; prepend Twice; end
o = Above.new
first = o.twice
GC.start
churn
p first, o.twice # expect: 41
# expect: 42
module Twice
  define_method(:twice) { :again }
end
GC.start
churn
p o.twice # expect: :again
Above.alias_method :thrice, :twice
GC.start
p o.thrice # expect: :again

# A singleton class keeps its object as long as somebody has the class.
k = 20.times.map { |i| [i].singleton_class }
churn
GC.start
p k.map(&:attached_object).flatten.sum # expect: 190
heard = []
special = Class.new { define_method(:singleton_method_added) { |name| heard << name } }
k = 3.times.map { special.new.singleton_class }
churn
GC.start
k.each { |s| s.define_method(:z) { 3 } }
k.each { |s| s.undef_method(:z) }
p heard # expect: [:z, :z, :z]
p k.map { |s| s.attached_object.class == special }.uniq # expect: [true]

# … stored in a constant, as the owner of a method, behind its own singleton class, inside what is frozen.
KEPT = "kept".dup.singleton_class
unbound = "unbound".dup.then { |s| s.define_singleton_method(:m) { 1 }; s.method(:m).unbind }
meta = "meta".dup.singleton_class.singleton_class
frozen = Ractor.make_shareable(["frozen".dup.singleton_class])
churn
GC.start
p KEPT.attached_object # expect: "kept"
p unbound.owner.attached_object # expect: "unbound"
p meta.attached_object.attached_object # expect: "meta"
p frozen[0].attached_object # expect: "frozen"

# And no longer: objects with singleton classes die like others.
class Counted; end
module Plain; end
40.times { Counted.new.extend(Plain) }
40.times { |i| Counted.new.instance_eval { def v = 1; singleton_class } }
churn
GC.start
p ObjectSpace.each_object(Counted).count < 5 # expect: true

# The name of a singleton class is told without its object.
p unbound.owner.to_s.match?(/\A#<Class:#<String:0x\h{16}>>\z/) # expect: true
x = Object.new
p x.singleton_class.to_s.include?(x.to_s[/0x\h+/]) # expect: true
p (class << self; self; end).attached_object.equal?(self) # expect: true
begin
  String.attached_object
rescue TypeError => e
  puts e.message # expect: 'String' is not a singleton class
end
