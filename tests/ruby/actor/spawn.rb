# Making Ractors: arguments, names, what they say of themselves.
# actors
# since: 4.1
def attempt
  yield
rescue => e
  puts "#{e.class}: #{e.message}"
end

attempt { Ractor.new }                       # expect: ArgumentError: must be called with a block
attempt { Ractor.new(name: [{}]) {} }        # expect: TypeError: no implicit conversion of Array into String
attempt { Ractor.allocate }                  # expect: TypeError: allocator undefined for Ractor

p Ractor.new { }.value                       # expect: nil
p Ractor.new(1, "two", [3]) { |a, b, c| [a, b, c] }.value # expect: [1, "two", [3]]
p Ractor.new([1, 2]) { |a, b| [b, a] }.value # expect: [2, 1]
p Ractor.new(1) { |a, b = 5, *c, d: 6| [a, b, c, d] }.value # expect: [1, 5, [], 6]
p Ractor.new(1, 2, &:+).value                # expect: 3
p Ractor.new { self.class }.value            # expect: Ractor
p Ractor.new { self.equal?(Ractor.current) }.value # expect: true
p Ractor.new { Ractor.main? }.value          # expect: false
p Ractor.main?                               # expect: true
p Ractor.new { Ractor.main }.value.equal?(Ractor.current) # expect: true

p Ractor.current                             # expect: #<Ractor:#1 running>
r = Ractor.new(name: "worker") { Ractor.receive }
p r.name                                     # expect: "worker"
p Ractor.new {}.join.name                    # expect: nil
puts r.inspect.sub(/#\d+/, "#n").sub(/\S*spawn.rb/, "spawn.rb").sub("running", "blocking") # expect: #<Ractor:#n worker spawn.rb:26 blocking>
r << 1
r.join
puts r.to_s.sub(/#\d+/, "#n").sub(/\S*spawn.rb/, "spawn.rb") # expect: #<Ractor:#n worker spawn.rb:26 terminated>

# expect: [1, 4, 3, 1]
counts = [Ractor.count]
ractors = Array.new(3) { Ractor.new { Ractor.receive } }
counts << Ractor.count
ractors[0].send(:end).join
counts << Ractor.count
ractors[1].send(:end).join
ractors[2].send(:end).join
counts << Ractor.count
p counts

class Worker < Ractor
  def twice = 2
end
w = Worker.new { 21 * twice }
p w.class, w.value                           # expect: Worker
# expect: 42

# A Ractor may start others.
def tree(depth)
  return 1 if depth == 0
  Array.new(3) { Ractor.new(depth - 1) { |d| tree(d) } }.sum(&:value)
end
p tree(4)                                    # expect: 81
