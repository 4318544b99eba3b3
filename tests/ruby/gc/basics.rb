# GC and ObjectSpace.
before = GC.count
GC.start
p GC.count > before, GC.start, GC.start(full_mark: true, immediate_sweep: false)
p((GC.stress = true), GC.stress, (GC.stress = false), GC.stress)
p GC.disable, GC.disable, GC.enable, GC.enable, GC.disable, GC.enable
p GC.stat.class, GC.stat(:count).class, GC.stat[:total_allocated_objects] > 0, (GC.stat(:nope) rescue $!.message)
h = {}
p GC.stat(h).equal?(h), h.key?(:heap_live_slots), GC.stat.keys.all?(Symbol)
n = GC.stat(:total_allocated_objects)
100.times { Object.new }
p GC.stat(:total_allocated_objects) - n >= 100
class Kept; end
kept = Array.new(3) { Kept.new }
p ObjectSpace.each_object(Kept).count, ObjectSpace.each_object(Kept) { |o| o }, ObjectSpace.each_object(Class).include?(Kept), ObjectSpace.each_object(Module).include?(Comparable)
p ObjectSpace.each_object(Kept.singleton_class).to_a
kept.clear
GC.start
p ObjectSpace.count_objects.class, ObjectSpace.count_objects[:T_STRING] > 0, ObjectSpace.garbage_collect
begin; ObjectSpace.each_object(5); rescue TypeError => e; p e.message; end
x = Array.new(1000) { |i| [i, i.to_s, { i => i }] }
GC.start
p x.all? { |i, s, hash| s == i.to_s && hash[i] == i }
p GC.measure_total_time, GC.compact.nil? || true
# since: 3.4
# expect: true
# expect: nil
# expect: nil
# expect: true
# expect: true
# expect: false
# expect: false
# expect: false
# expect: true
# expect: true
# expect: false
# expect: false
# expect: true
# expect: Hash
# expect: Integer
# expect: true
# expect: "unknown key: nope"
# expect: true
# expect: true
# expect: true
# expect: true
# expect: 3
# expect: 3
# expect: true
# expect: true
# expect: [Kept]
# expect: Hash
# expect: true
# expect: nil
# expect: "class or module required"
# expect: true
# expect: true
# expect: true
