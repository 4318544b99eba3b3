# Symbols made from strings go when nobody has them; what names something stays, and so does what anybody has.
# modes: plain,cycle
# since: troupe
require_relative "_growth"

$n = 0
MISSING = Class.new { def method_missing(name) = name }.new
def text = "passing symbol #{$n += 1} of many, none of which anybody keeps"
grow "to_sym" => [150_000, -> { text.to_sym }],
     "a symbol with interpolation" => [100_000, -> { $n += 1; :"passing #{$n} passing passing passing" }],
     "respond_to? of a new name" => [60_000, -> { self.respond_to?(text) }],
     "a message that method_missing takes" => [60_000, -> { MISSING.__send__(text) }],
     "instance_variable_get of a new name" => [60_000, -> { self.instance_variable_get("@passing_#{$n += 1}_passing_passing") }],
     "symbols in a message" => [10_000, -> { Ractor.current.send([text.to_sym]); Ractor.receive }]

def cycle = sleep(0.002) # in the mode that runs one after each slice
def churn(from)
  cycle
  run(HOSTILE ? 200 : times(20_000), -> { "churned #{from} #{$n += 1}".to_sym })
  cycle
end

# In a register, an Array, a Hash, an instance variable, a Struct, a constant, a fiber, a thread, a closure, a frozen graph.
made = ->(i) { "kept symbol number #{i}".to_sym }
local = made.(1)
array = [made.(2)]
hash = {made.(3) => made.(4)}
@variable = made.(5)
pair = Struct.new(:a).new(made.(6))
KEPT = [made.(7), [made.(8)].freeze].freeze
fiber = Fiber.new { f = made.(9); Fiber.yield; f }
fiber.resume
thread = Thread.new { t = made.(10); Thread.stop; t }
Thread.pass until thread.stop?
closure = made.(11).then { |s| -> { s } }
range = (made.(12)..made.(13))
weak = ObjectSpace::WeakMap.new
weak[key = "key"] = made.(14)
proc_of = made.(15).to_proc
bound = Object.new.tap { |o| def o.method_missing(n, *) = n; def o.respond_to_missing?(*) = true }.method(made.(16))
Ractor.current.send([made.(17), {made.(18) => 1}])
churn(1)
all = [local, array[0], hash.keys[0], hash.values[0], @variable, pair.a, KEPT[0], KEPT[1][0], fiber.resume,
       thread.wakeup.value, closure.call, range.begin, range.end, weak[key], nil, bound.call]
all += Ractor.receive.flat_map { |x| Hash === x ? x.keys : [x] }
p all.compact == [*1..14, 16, 17, 18].map { |i| made.(i) }        # expect: true
p proc_of.inspect[/kept symbol number 15/]                        # expect: "kept symbol number 15"

# What names something.
o = Object.new
o.instance_variable_set("@named_#{100 + 1}", 1)
o.singleton_class.define_method("named_#{100 + 2}") { __method__ }
Object.const_set("Named_#{100 + 3}", 3)
o.singleton_class.attr_accessor("named_#{100 + 4}")
o.named_104 = 4
churn(2)
p o.instance_variables, o.named_102, Named_103, o.named_104       # expect: [:@named_101, :@named_104]
# expect: :named_102
# expect: 3
# expect: 4
p "named_#{102}".to_sym.equal?(:named_102), made.(1).equal?(local), made.(1).object_id == local.object_id
# expect: true
# expect: true
# expect: true
p made.(5).to_s, {made.(3) => 0}.merge(hash).size                 # expect: "kept symbol number 5"
# expect: 1

# Others', made by actors that ended; the same text by several.
results = 4.times.map { |i| Ractor.new(i) { |k| 50.times.map { |j| "shared #{j + k}".to_sym } } }.map(&:value)
churn(3)
p results.flatten.uniq.size, results[1][0].equal?(results[0][1])  # expect: 53
# expect: true
