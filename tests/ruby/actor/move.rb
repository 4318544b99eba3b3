# Moved objects arrive whole and leave husks behind.
# actors
# since: 4.1
class Tag
  attr_accessor :name, :extra
  def initialize(name) = @name = name
end

def move(x)
  r = Ractor.new { Ractor.receive }
  r.send(x, move: true)
  r.value
end

def moved?(x) = Ractor::MovedObject === x

s = "hello" * 1000
k = [1, s]
h = { s => k, list: [Tag.new(s)] }
got = move([s, h])
p got[0].size, got[1].values[0][1].equal?(got[0]) # expect: 5000
# expect: true
p [s, k, h].map { |x| moved?(x) }            # expect: [true, true, true]
[-> { s << "x" }, -> { k.size }, -> { h.inspect }, -> { s == 1 }, -> { s.__id__ }, -> { s != 1 }].each do |f|
  f.call
  puts "touched"
rescue Ractor::MovedError => e
  puts e.message                             # expect: can not send any methods to a moved object
  # expect: can not send any methods to a moved object
  # expect: can not send any methods to a moved object
  # expect: can not send any methods to a moved object
  # expect: can not send any methods to a moved object
  # expect: can not send any methods to a moved object
end

f = "frozen".freeze
l = [f, 1]
p move(l)[0].equal?(f), f, moved?(l)         # expect: true
# expect: "frozen"
# expect: true

t = Tag.new(+"label")
n = t.name
m = move(t)
m.extra = 1
p m.name, m.instance_variables, moved?(t), moved?(n) # expect: "label"
# expect: [:@name, :@extra]
# expect: true
# expect: true
box = [+"inner"].freeze
p move(box).frozen?, moved?(box)             # expect: true
# expect: true

# What cannot be moved is left as it was.
mixed = [+"kept", proc {}]
begin
  move(mixed)
rescue => e
  puts "#{e.class}: #{e.message}"            # expect: Ractor::Error: can not move Proc object.
end
p mixed[0]                                   # expect: "kept"
[-> { [].concat(l) }, -> { "".replace(s) }, -> { {}.merge(h) }].each do |g|
  g.call
  puts "taken for what it was"
rescue TypeError => e
  puts e.class                               # expect: TypeError
  # expect: TypeError
  # expect: TypeError
end

# A buffer that others share is not stolen.
20.times do
  whole = "x" * 4096
  part = whole[10, 3000]
  copy = whole.dup
  move(whole)
  raise "corrupted" unless part == "x" * 3000 && copy == "x" * 4096
end
puts "ok"                                    # expect: ok
# Moved while somebody walks over it.
src = [1, 2, +"r", 3]
seen = []
src.each do |x|
  seen << x
  move(src) if x == 2
end
p seen                                       # expect: [1, 2]
