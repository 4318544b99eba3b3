# Whoever requires a file gets it whole, loaded once: in a thread of the main Ractor of its own. Who comes second waits.
# actors
# since: 4.1
$LOAD_PATH << __dir__
p Array.new(4) { Ractor.new { [require("_late"), Late::X] } }.map(&:value).sort_by { |loaded, _| loaded ? 0 : 1 }
# expect: [[true, 1], [false, 1], [false, 1], [false, 1]]
p $late, Late::LOADER                       # expect: 1
# expect: [true, false, 1]

# Who waited for a load that failed loads; the error reaches whoever asked.
def attempt
  [require("_fails_once"), FailsOnce]
rescue RuntimeError => e
  e.message
end
askers = [Ractor.new { attempt }, Ractor.new { attempt }, Thread.new { attempt }]
p askers.map(&:value).sort_by(&:to_s)       # expect: [[false, 2], [true, 2], "not yet"]
p $fails_once                               # expect: 2

# A circle: the file that is being loaded already is not waited for.
p Ractor.new { require_relative "_circle_c" }.value # expect: true
p CircleC, CircleD                          # expect: 1
# expect: [false, nil]
for name in %w[_circle_c _circle_d]
  $LOADED_FEATURES.delete("#{__dir__}/#{name}.rb")
  Object.send(:remove_const, name == "_circle_c" ? :CircleC : :CircleD)
end
# A circle across two Ractors: one of the two goes on without.
p %w[_circle_a _circle_b].map { |name| Ractor.new(name) { |n| require(n) } }.map(&:value).include?(true) # expect: true
p CircleA, CircleB                          # expect: :a
# expect: :b

# Whoever asked is gone, or what it asked for is being loaded by the main thread itself.
def again(name)
  $LOADED_FEATURES.delete("#{__dir__}/#{name}.rb")
  $late = 0
  Object.send(:remove_const, :Late) if defined?(Late)
end
again("_late")
r = Ractor.new { Thread.new { require "_late" }; Ractor.receive; :gone }
$begun = lambda do
  r << 1
rescue Ractor::ClosedError # the load began again: of the first, which nobody asks for any more, only this tells
  raise NoMemoryError, "for the load that was abandoned"
end
p r.value                                   # expect: :gone
p require("_late"), $late, Late::X          # expect: false
# expect: 1
# expect: 1
again("_late")
r = Ractor.new { Ractor.receive; [require("_late"), Late::X] }
p require("_late")                          # expect: true
p r.value, $late                            # expect: [false, 1]
# expect: 1
again("_late")
$begun = nil
r = Ractor.new { [require("_late"), Late::X] }
i = 0
i += 1 until defined?(Late)                 # busy: the thread that loads has its turns
p r.value                                   # expect: [true, 1]
p Ractor.new { Array.new(3) { Thread.new { require "_late" } }.map(&:value) }.value # expect: [false, false, false]
begin
  Ractor.new { require "_syntax" }.value
rescue Ractor::RemoteError => e
  raise e.cause if e.cause.is_a?(NoMemoryError)
  p e.cause.class                           # expect: SyntaxError
end
p Ractor.new { load("#{__dir__}/_circle_d.rb") rescue $!.class }.value # expect: true
p CircleD                                   # expect: [true, "constant"]
