# Many senders, receivers and hand-overs at once: what is sent is received, once.
# actors
# since: 4.1
N = 6
M = 300
sink = Ractor.new(N * M) { |n| sum = 0; n.times { sum += Ractor.receive }; sum }
senders = Array.new(N) { |i| Ractor.new(sink, i, M) { |s, i, m| m.times { |k| s << i * m + k }; m } }
p senders.sum(&:value), sink.value == (0...N * M).sum # expect: 1800
# expect: true

# A ring that a token goes round.
ring = Array.new(10) do
  Ractor.new do
    following = Ractor.receive
    while (token = Ractor.receive) > 0
      following << token - 1
    end
    following << 0
    token
  rescue Ractor::ClosedError
    token # the last one's neighbour has gone already
  end
end
ring.each_with_index { |r, i| r << ring[(i + 1) % 10] }
ring[0] << 500
p ring.sum { |r| r.value }                   # expect: 0
# Everybody answers everybody.
people = Array.new(5) do
  Ractor.new(5) do |n|
    friends = Ractor.receive_if { |m| Ractor === m[0] } # the first hello may come sooner
    friends.each { |f| f << [:hello, Ractor.current] }
    heard = greeted = 0
    while heard < n || greeted < n
      kind, from = Ractor.receive
      if kind == :hello
        from << [:hi, nil]
        greeted += 1
      else
        heard += 1
      end
    end
    heard
  end
end
people.each { |r| r << people }
p people.sum(&:value)                        # expect: 25
# More work than workers, each of it longer than a slice; and one that sleeps meanwhile.
sleeper = Ractor.new { sleep 0.01; :awake }
sums = Array.new(6) { Ractor.new { s = 0; i = 0; while i < 4_000; s += i; i += 1; end; s } }
p sums.map(&:value).uniq, sleeper.value      # expect: [7998000]
# expect: :awake
