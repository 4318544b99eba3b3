# A symbol made from a string lives as long as anything holds it, wherever that is, also what a cycle does not mark itself: slots,
# messages, shared objects, large heaps that are taken at their report's word.
# actors
# flags: -W0
# modes: preempt,move,cycle
# since: 4.1

def fresh(text) = "#{text} #{Process.pid}".to_sym
def right?(symbol, text) = symbol.to_s == "#{text} #{Process.pid}" && symbol.equal?(fresh(text))

# So many that a cycle is wanted for them.
HOSTILE = GC.stat(:shared_cycles) > 0
def churn(n = HOSTILE ? 200 : 40_000) = n.times { |i| "passing #{i}".to_sym }

class Holder
  class << self
    attr_accessor :kept
  end
  @kept = fresh("class")
  @@variable = fresh("class variable")
  def self.variable = @@variable
  CONSTANT = fresh("constant")
end
$global = fresh("global")
SHARED = Ractor.make_shareable({fresh("key") => [fresh("element"), fresh("from")..fresh("to")]})
THREAD = Thread.new { Thread.current[:kept] = fresh("local"); Thread.stop }
Thread.pass until THREAD.stop?
map = ObjectSpace::WeakMap.new
key = Object.new
map[key] = fresh("weak")

# Parked with a large heap: the cycles take its report, which is older.
parked = Ractor.new do
  large = Array.new(60_000) { |i| [i] }
  held = [fresh("parked"), {fresh("parked key") => 1}]
  GC.start
  Ractor.receive
  [large.size, right?(held[0], "parked"), right?(held[1].keys[0], "parked key")]
end

# Receives, and reads what is then replaced, after its report.
receiver = Ractor.new do
  large = Array.new(60_000) { |i| [i] }
  GC.start
  got = Ractor.receive
  read = Holder.kept
  Ractor.main << :ready
  Ractor.receive
  [large.size, right?(got[0], "received"), right?(read, "class")]
end
receiver << [fresh("received")]
p Ractor.receive # expect: :ready
Holder.kept = nil

waiting = Ractor.new { Ractor.receive; Ractor.receive }
waiting << fresh("in flight")
3.times { churn }

parked << nil
p parked.value # expect: [60000, true, true]
receiver << nil
p receiver.value # expect: [60000, true, true]
waiting << [fresh("last")]
p right?(waiting.value[0], "last") # expect: true
p right?(Holder.variable, "class variable"), right?(Holder::CONSTANT, "constant"), right?($global, "global") # expect: true
# expect: true
# expect: true
p right?(SHARED.keys[0], "key"), right?(SHARED.values[0][0], "element"), right?(SHARED.values[0][1].end, "to") # expect: true
# expect: true
# expect: true
p right?(THREAD[:kept], "local"), right?(map[key], "weak") # expect: true
# expect: true

# Holders that die: their slots are forgotten after the symbols in them are gone.
30.times do
  ractor = Ractor.new { Ractor.current[:kept] = 1; "result #{rand}".to_sym }
  ractor.instance_variable_set(:@kept, "of an actor #{rand}".to_sym)
  ractor.value
  dead = Class.new { class_variable_set(:@@kept, "of a class #{rand}".to_sym); const_set(:KEPT, "constant #{rand}".to_sym) }
  dead.instance_variable_set(:@kept, "variable #{rand}".to_sym)
end
GC.start
churn
GC.start
p right?(Holder::CONSTANT, "constant") # expect: true
