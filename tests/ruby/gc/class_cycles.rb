# Classes and the Procs of their methods, whose self they are, die together; so do objects and the Procs of their own methods,
# whose variables they are.
# flags: --hostile=cycle:1
# modes: none
# since: 4.1
class Kept; end
class Held; end

def hold
  held = Held.new
  held.define_singleton_method(:x) { held }
end

300.times { Class.new(Kept) { define_method(:x) { self } } }
300.times { hold }
5.times { sleep 0.001 } # a cycle after each slice
GC.start
p Kept.subclasses.size < 30, ObjectSpace.each_object(Held).count < 30 # expect: true
# expect: true
