# The object of a singleton class is its own actor's: nobody else sees it, nor hears of it.
# actors
# flags: -W0
# since: 4.1

def churn = Array.new(200) { "\x08" * 86 }.size

a = []
seen = Ractor.new(a.singleton_class) do |s|
  3.times { s.attached_object << "string" }
rescue => e
  [e.class, e.message[/\A.*#<Class:#<Array/]]
end.value
p seen # expect: [Ractor::IsolationError, "can not access the object of #<Class:#<Array"]
p a, a.singleton_class.attached_object.equal?(a) # expect: []
# expect: true

# A method that another actor defines there is the object's; its hook is not called.
o = Object.new
def o.singleton_method_added(name) = (@heard ||= []) << name
Ractor.new(o.singleton_class) { |s| s.class_eval { def hello = :hello } }.value
GC.start
p o.hello, o.instance_variable_get(:@heard) # expect: :hello
# expect: [:singleton_method_added]

# The class outlives the actor of its object.
left = Ractor.new { "left".dup.singleton_class }.value
churn
GC.start
begin
  left.attached_object
rescue Ractor::IsolationError => e
  puts e.message[/#<Class:#<String:0x\h{16}>>, .*/].sub(/0x\h+/, "0x") # expect: #<Class:#<String:0x>>, which is another Ractor's or gone
end
left.define_method(:late) { 1 }
p left.instance_methods(false) # expect: [:late]

# What is moved takes its singleton class along.
module Greets; def hi = "hi, #{@name}"; end
moved = Object.new.extend(Greets)
moved.instance_variable_set(:@name, "you")
def moved.own = singleton_class.attached_object.equal?(self)
there = Ractor.new do
  x = Ractor.receive
  GC.start
  Array.new(200) { "\x08" * 86 }
  GC.start
  [x.hi, x.own, x.singleton_class.attached_object.equal?(x)]
end
meanwhile = moved.singleton_class
there.send(moved, move: true)
p there.value # expect: ["hi, you", true, true]
GC.start
p (meanwhile.attached_object rescue $!.class) # expect: Ractor::IsolationError

# So does what an actor leaves.
result = Ractor.new { Object.new.extend(Greets).tap { |x| x.instance_variable_set(:@name, "all") } }.value
GC.start
p result.hi, result.singleton_class.attached_object.equal?(result) # expect: "hi, all"
# expect: true

# Procs of methods: private to who defined them, and gone with their actor.
class Shared; end
Ractor.new { n = [0]; Shared.define_method(:counted) { n[0] += 1 }; Shared.new.counted }.value
churn
GC.start
p (Shared.new.counted rescue $!.class) # expect: RuntimeError
10.times { |i| Ractor.new(i) { |n| Shared.define_method(:last) { n }; Shared.new.last }.value }
Shared.define_method(:last) { :mine }
GC.start
p Shared.new.last # expect: :mine
