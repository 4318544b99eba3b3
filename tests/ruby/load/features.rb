# $LOADED_FEATURES decides what is loaded again and what not at all; threads that require the same file wait for it.
# actors
# since: other actors
path = File.join(__dir__, "_slow.rb")
p Array.new(3) { Thread.new { [require(path), Slow] } }.map(&:value).sort_by { |loaded, _| loaded ? 0 : 1 }
# expect: [[true, :slow], [false, :slow], [false, :slow]]
p require(path), $LOADED_FEATURES.count(path)       # expect: false
# expect: 1
Object.send(:remove_const, :Slow)
$LOADED_FEATURES.delete(path)
p require(path), Slow                               # expect: true
# expect: :slow
$LOADED_FEATURES << "#{__dir__}/_failing.rb"
p require_relative("_failing")                      # expect: false
other = File.join(__dir__, "_slow_too.rb")
p Ractor.new(other) { |o| [require(o), require(o)] }.value # expect: [true, false]
p require(other), Slow2                             # expect: false
# expect: [:slow, 2, "main", Object]

# Two threads, each of which loads what the other wants: neither waits for ever.
circle = %w[_circle_a.rb _circle_b.rb].map { |name| File.join(__dir__, name) }
p circle.map { |file| Thread.new { require file } }.map(&:value) # expect: [true, true]
p CircleA, CircleB                                  # expect: :a
# expect: :b
