# Ports that are not initialised, their copies and subclasses; what closing tells; select and results; files that move.
# actors
# since: 4.1
def attempt
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end

class Mine < Ractor::Port
  attr_reader :given
  def initialize(given = nil)
    super()
  end
end
empty = Ractor::Port.allocate
tries = [-> { empty.send(1) }, -> { empty << 1 }, -> { empty.receive }, -> { empty.close }, -> { empty.closed? },
         -> { empty.inspect }, -> { Ractor::Port.allocate.__send__(:initialize_copy, empty) }, -> { Ractor.select(empty) },
         -> { Ractor.new {}.monitor(empty) }, -> { Ractor.new {}.unmonitor(empty) }]
p tries.map { |f| (f.call; :none) rescue [$!.class, $!.message] }.uniq      # expect: [[TypeError, "uninitialized Ractor::Port"]]
attempt { Mine.allocate.closed? }                                          # expect: TypeError: uninitialized Mine
mine = Mine.new(1)
attempt { [mine.class, mine.frozen?, mine.closed?] }                       # expect: [Mine, true, false]
copy = mine.dup
Ractor.new(copy) { |port| port << 5 }
attempt { mine.receive }                                                   # expect: 5
mine.close
attempt { [copy.closed?, Ractor::Port.new.close.class] }                   # expect: [true, Ractor::Port]

rs = Array.new(3) { |i| Ractor.new(i) { |n| [n] } }
seen = Array.new(3) do
  r, v = Ractor.select(*rs)
  rs.delete(r)
  [v, r.value.equal?(v)]
end
p seen.sort                                                                # expect: [[[0], true], [[1], true], [[2], true]]

r = Ractor.new { Ractor.receive.gets }
file = File.open(__FILE__)
r.send(file, move: true)
attempt { r.value }       # expect: "# Ports that are not initialised, their copies and subclasses; what closing tells; select and results; files that move.\n"
attempt { file.path }                                  # expect: Ractor::MovedError: can not send any methods to a moved object
file = File.open(__FILE__)
attempt { [Ractor.new(file) { |f| f.read(7) }.value, file.closed?] }       # expect: ["# Ports", false]
attempt { Ractor.new(__FILE__) { |f| File.open(f) }.value.read(7) }        # expect: "# Ports"
r = Ractor.new { Ractor.receive }
r.send([file, 1], move: true)
r.value[0].close

count = 0
values = Array.new(20) { Thread.new { Ractor.store_if_absent(:once) { Thread.pass; count += 1 } } }.map(&:value)
p values.uniq, Ractor[:once]                                               # expect: [1]
# expect: 1
