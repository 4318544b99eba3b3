# Hash#rehash and compare_by_identity are all or nothing for the other threads of the actor, and allow no new key meanwhile.
# since: other (CRuby's threads may have no turn meanwhile)
Key = Struct.new(:n) do
  def hash
    Thread.pass
    n.hash
  end
end
h = Hash.new { 7 }
40.times { |i| h[Key.new(i)] = i }
sizes = []
watch = Thread.new { loop { sizes << h.size; Thread.pass } }
h.rehash
h.rehash
watch.kill
p sizes.uniq, h.size, h[Key.new(3)], h[:none]
# expect: [40]
# expect: 40
# expect: 3
# expect: 7

# Equal keys: the first key, the last value.
a = [1]
b = [2]
g = {a => :first, b => :second, 3 => 4}
b[0] = 1
p g.rehash.to_a, g[[1]]
# expect: [[[1], :second], [3, 4]]
# expect: :second

# A key's hash method may take from the Hash, and not add to it.
class Taking
  attr_accessor :act
  def hash = (act&.call; 5)
end
t = Taking.new
f = {t => 1, :gone => 2, :stays => 3}
t.act = -> { f.delete(:gone) }
f.rehash
p f.size, f[:stays]
# expect: 2
# expect: 3
t.act = -> { f[:new] = 1 }
p((f.rehash rescue $!.message))
# expect: "can't add a new key into hash during iteration"
t.act = nil
p f.size, f[t]
# expect: 2
# expect: 1
f[:later] = 1
p f.size
# expect: 3

i = {"a" => 1, "b" => 2}
k = i.keys.first
i.compare_by_identity
p i["a".dup], i[k], i.size, i.compare_by_identity?
# expect: nil
# expect: 1
# expect: 2
# expect: true
p((i.each { i.rehash } rescue $!.message))
# expect: "rehash during iteration"
