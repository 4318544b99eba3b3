# Long operations on Arrays and Hashes go in turns; others may change what is walked meanwhile.
# since: 3.4
a = Array.new(600) { |i| i * 7919 % 1009 }
w = a.map { |i| "w#{i % 300}" }
n = a.map { |i| [i, [i.to_s]] }
h = n.to_h { |i, (s)| [i, s] }
p a.sort == a.sort_by { |x| x }, a.sort.each_cons(2).all? { |x, y| x <= y }, w.sort.first, w.sort!.last # expect: true
# expect: true
# expect: "w0"
# expect: "w99"
p n.sort == n.sort_by(&:first), a.min, a.max, w.minmax, a.sum, a.map(&:to_f).sum, a.inject(:+), a.map { |x| x + 2**70 }.sum # expect: true
# expect: 0
# expect: 1007
# expect: ["w0", "w99"]
# expect: 302841
# expect: 302841.0
# expect: 302841
# expect: 708354972430446782357241
p n == n.map(&:dup), n.eql?(n.dup), n <=> n.dup, n.hash == n.dup.hash, a.include?(1010), a.index(a.last), a.rindex(a[0]) # expect: true
# expect: true
# expect: 0
# expect: true
# expect: false
# expect: 599
# expect: 0
p a.count(5), w.count("w5"), n.assoc(3), n.rassoc(["5"]), w.uniq.size, w.tally["w5"], (w - ["w5"]).size # expect: 1
# expect: 2
# expect: nil
# expect: [5, ["5"]]
# expect: 300
# expect: 2
# expect: 598
p (a & (0..99).to_a).size, (a | (2000..2099).to_a).size, a.intersect?([2000]), w.dup.uniq!.size, n.flatten.size # expect: 59
# expect: 700
# expect: false
# expect: 300
# expect: 1200
p n.inspect.size, n.join("-").size, h.inspect.size, h.to_a.size, h.keys.sum, h.values.size, h == h.dup, (a * 3).size # expect: 9482
# expect: 4681
# expect: 8282
# expect: 600
# expect: 302841
# expect: 600
# expect: true
# expect: 1800
p a.zip(w, a).size, a.first(30).product(w.first(30)).size, n.transpose.map(&:size), a.each_slice(7).to_a.size # expect: 600
# expect: 900
# expect: [600, 600]
# expect: 86
begin
  [*a, "x"].sort
rescue => e
  p e.class                                       # expect: ArgumentError
end
begin
  a.dup.freeze.sort!
rescue => e
  p e.class                                       # expect: FrozenError
end
class Odd
  def ==(other) = true
  def inspect = "odd"
end
p (a + [Odd.new]).include?(-1), (a + [Odd.new]).inspect[-6..], [*a, *a, [Odd.new]].flatten.size # expect: true
# expect: ", odd]"
# expect: 1201
