# Maps that keep nothing alive: by identity with both ends weak, and by eql? with weak keys.
# since: 3.4
map = ObjectSpace::WeakMap.new
kept = Array.new(5) { |i| ["key#{i}", "value#{i}"] }
kept.each { |key, value| map[key] = value }
40.times { |i| map["gone#{i}"] = "value" }
GC.start
p kept.all? { |key, value| map[key].equal?(value) }, map.size < 45 # expect: true
# expect: true
p map["key0"], map.key?(kept[0][0]), map.include?("key0") # expect: nil
# expect: true
# expect: false
map[:a] = 1
map[nil] = false
map[2**70] = kept
p map[:a], map[nil], map.key?(nil), map[3] # expect: 1
# expect: false
# expect: true
# expect: nil
p map.delete(:a), map.delete(:a), map.delete(:a) { |key| [key] }, map.key?(:a) # expect: 1
# expect: nil
# expect: [:a]
# expect: false
p map.keys.size == map.values.size, map.each { }.equal?(map), (map.each rescue $!.class) # expect: true
# expect: true
# expect: LocalJumpError
small = ObjectSpace::WeakMap.new
small[:k] = nil
p small.inspect[/: .*/], small.to_a, small.inject { |x, _| x } # expect: ": :k => nil>"
# expect: [[:k, nil]]
# expect: [:k, nil]
50.times { m = ObjectSpace::WeakMap.new; m[m] = m }

keys = ObjectSpace::WeakKeyMap.new
held = +"text"
keys[held] = [1]
keys["gone"] = [2]
p keys["text"], keys.getkey("text").equal?(held), keys.key?("other"), keys.getkey("other") # expect: [1]
# expect: true
# expect: false
# expect: nil
keys["text"] = [3]
p keys[held], keys.delete("text"), keys["text"], keys.delete("text") { |k| k.size } # expect: [3]
# expect: [3]
# expect: nil
# expect: 4
100.times { |i| keys["t#{i}"] = i }
GC.start
keys[held] = 1
p keys.inspect[/size=\d+/].delete("size=").to_i < 102, keys.clear.inspect[/ size=0>/] # expect: true
# expect: " size=0>"
begin
  keys[1] = 2
rescue ArgumentError => e
  p e.message
end
# expect: "WeakKeyMap keys must be garbage collectable"
