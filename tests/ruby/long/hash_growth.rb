# A large Hash grows in turns: others see it whole meanwhile, and what they change is not lost.
# since: 3.4
h = {}
1100.times { |i| h[i] = i }
p h.size, h[0], h[1023], h[1024], h.sum { |k, v| k + v } # expect: 1100
# expect: 0
# expect: 1023
# expect: 1024
# expect: 1208900
def grow(size, change, h = {})
  size.times { |i| h[i.to_s] = i }
  worker = Thread.new { h["new"] = :new }
  Thread.pass
  change.call(h)
  change.call(h) until worker.join(0.0001)
  h
end
h = grow(512, ->(h) { h["5"] = :changed; h.delete("6"); raise unless h["511"] == 511 })
p h.size, h["5"], h["6"], h["new"], h["511"], h.keys.last # expect: 512
# expect: :changed
# expect: nil
# expect: :new
# expect: 511
# expect: "new"
h = grow(512, ->(h) { h["more"] = 1 })
p h.size - h.count { |k, v| h[k] == v }           # expect: 0
p h["new"], h["100"]                              # expect: :new
# expect: 100
h = grow(512, ->(h) { h.clear; h["other"] = 2 })
p h.size <= 2, h["other"]                         # expect: true
# expect: 2
h = grow(512, ->(h) { h.shift if h.size > 500; h[:x] = 1 })
p h["new"], h.count { |k, v| h[k] != v }          # expect: :new
# expect: 0
h = grow(512, ->(h) { h.delete("7") })
p h["new"], h.count { |k, v| h[k] != v }, h["7"]  # expect: :new
# expect: 0
# expect: nil
frozen = {}.compare_by_identity
600.times { |i| frozen[i] = i }
p frozen.size, frozen[599]                        # expect: 600
# expect: 599
a = {}
512.times { |i| a[i] = i }
worker = Thread.new do
  a[:new] = 1
rescue FrozenError
  nil
end
Thread.pass
Ractor.make_shareable(a)
worker.join
p a.frozen?, a[511]                               # expect: true
# expect: 511
