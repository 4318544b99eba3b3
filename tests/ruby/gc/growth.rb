# modes: plain,cycle
# What is runtime-wide goes when nobody reaches it: many repetitions leave what few do. A row says how often, so that what it
# left each time before would show; a row whose process then has grown by more than two cycles may leave is told.
BOUND = 20 << 20

class Some
end
SOME = Some.new

ROWS = {
  "Class.new" => [40_000, -> { Class.new }],
  "Class.new with methods" => [15_000, -> { Class.new(StandardError) { def x = 1 }.new.x }],
  "Struct.new" => [15_000, -> { Struct.new(:a, :b).new(1, 2).a }],
  "extend" => [45_000, -> { Object.new.extend(Comparable) }],
  "def obj.x" => [40_000, -> { o = Object.new; def o.x = 1; o.x }],
  "singleton class with a constant" => [15_000, -> { Object.new.singleton_class.const_set(:A, Object.new) }],
  "include of a new module" => [10_000, -> { Class.new { include Module.new } }],
  "redefinition" => [60_000, -> { Some.class_eval { def redefined = 1 }; SOME.redefined }],
  "define_method" => [40_000, -> { Some.define_method(:defined_by) { 1 }; SOME.defined_by }],
  "constant set anew" => [100_000, -> { Object.const_set(:ANEW, 1); ANEW; Object.send(:remove_const, :ANEW) }],
}

def resident = File.read("/proc/self/statm").split[1].to_i * 4096

def run(count, row)
  i = 0
  while i < count
    row.call
    i += 1
  end
end

hostile = GC.stat(:shared_cycles) > 0 # each slice has one: few repetitions, and no bound
sanitized = File.read("/proc/self/maps").match?(/lib[at]san/) # what is freed stays in its quarantine
ROWS.each_value { |count, row| run(hostile ? 20 : count / 10, row) }
ROWS.each do |name, (count, row)|
  before = resident
  run(hostile ? 20 : count, row)
  grown = resident - before
  puts "#{name}: grew by #{grown >> 10} KiB" if grown > BOUND && !hostile && !sanitized
end
# A class that was given up is not found any more, whatever its id now names; one that is kept is as it was.
kept = 3.times.map { |i| Class.new { define_method(:i) { i } } }
run(hostile ? 20 : 20_000, -> { Class.new { def i = -1 }.new.i })
p kept.map { |c| c.new.i }                       # expect: [0, 1, 2]
p kept.map { |c| c.superclass }.uniq             # expect: [Object]
p Object.subclasses.include?(kept[1])            # expect: true
