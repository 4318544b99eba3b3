# Classes that nobody reaches go.
# modes: plain,cycle
# since: troupe
require_relative "_growth"

grow "Class.new" => [40_000, -> { Class.new }],
     "Class.new with methods" => [15_000, -> { Class.new(StandardError) { def x = 1 }.new.x }],
     "Struct.new" => [12_000, -> { Struct.new(:a, :b).new(1, 2).a }],
     "extend" => [40_000, -> { Object.new.extend(Comparable) }],
     "def obj.x" => [35_000, -> { o = Object.new; def o.x = 1; o.x }],
     "singleton class with a constant" => [15_000, -> { Object.new.singleton_class.const_set(:A, Object.new) }],
     "include of a new module" => [10_000, -> { Class.new { include Module.new } }]

# A class that was given up is not found any more, whatever its id now names; one that is kept is as it was.
kept = 3.times.map { |i| Class.new { define_method(:i) { i } } }
run(times(20_000), -> { Class.new { def i = -1 }.new.i })
p kept.map { |c| c.new.i }                       # expect: [0, 1, 2]
p kept.map { |c| c.superclass }.uniq             # expect: [Object]
p Object.subclasses.include?(kept[1])            # expect: true
