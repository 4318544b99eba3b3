# Classes that a Ractor other than the main one makes are as good as any; what is private to it is not.
# actors
# since: 4.1
Pair, Point = Ractor.new { [Struct.new(:a, :b), Data.define(:x, :y)] }.value
p Pair.new(1, [2]) == Pair.new(1, [2]), Pair.members, Pair.new(1, 2).to_h  # expect: true
# expect: [:a, :b]
# expect: {a: 1, b: 2}
p Point.new(x: 1, y: 2), Point.new(1, 2).with(y: 3).y                      # expect: #<data Point x=1, y=2>
# expect: 3
p Ractor.new { Keyed = Struct.new(:k, keyword_init: true) { def twice = k * 2 }; Keyed.new(k: 2).twice }.value # expect: 4
p Keyed.new(k: 3).twice, Keyed.keyword_init?                               # expect: 6
# expect: true
copy = Ractor.new(Pair.new([1], Point.new(x: [2], y: 3))) { |pair| pair }.value
p copy, copy.b.frozen?                                                     # expect: #<struct Pair a=[1], b=#<data Point x=[2], y=3>>
# expect: true
def attempt
  p yield
rescue Ractor::RemoteError => e
  puts "#{e.cause.class}: #{e.cause.message}"
end
# expect: Ractor::IsolationError: can not set instance variables of classes/modules by non-main Ractors
attempt { Ractor.new { Class.new.instance_variable_set(:@a, 1) }.value }
p Ractor.new { Thread.current.group.equal?(Thread.main.group) }.value      # expect: true
p Ractor.new { Thread.current.group.object_id }.value == Thread.current.group.object_id # expect: false
p Ractor.new { Mutex.new }.value.synchronize { :locked }                   # expect: :locked
# expect: RuntimeError: not supported yet
attempt { Ractor.new { Ractor.make_shareable([1].method(:push).to_proc) }.value }
