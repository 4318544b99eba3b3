# Shared cycles come when what is shared has grown by half, and by 8 MiB; then garbage is gone.
# actors
# flags: -W0 --workers=2
# modes: preempt,move
# since: 4.1

MB = 1 << 20

def kept = GC.stat[:shared_bytes]

# Yields, and tells whether as many cycles ran as `range` says and at most `bound` megabytes are left.
def paced(range, bound)
  before = GC.stat[:shared_cycles]
  yield
  # A cycle runs between slices: give it one.
  Thread.pass
  cycles = GC.stat[:shared_cycles] - before
  ok = range.cover?(cycles) && kept < bound * MB
  puts ok ? "well paced" : "#{cycles} cycles, #{kept / 1024} KiB"
end

# Bodies count: 60 MB of garbage.
paced(3..12, 20) { 60.times { Ractor.make_shareable("x" * MB) } } # expect: well paced

# What is alive does not make cycles come again and again: 12 MB that ended actors left, beside messages.
keep = nil
paced(0..3, 28) do # expect: well paced
  keep = 24.times.map { |i| Ractor.new(i) { |i| ("x" * 500_000 + i.to_s).freeze }.value }
end
paced(0..1, 28) do # expect: well paced
  echo = Ractor.new { while (message = Ractor.receive); message[0] << message[1]; end }
  port = Ractor::Port.new
  500.times { |i| echo << [port, i]; port.receive }
  echo << nil
end
p keep.size # expect: 24
keep = nil

# Results that nobody takes.
paced(1..6, 24) { 40.times { Ractor.new { "y" * MB }.join } } # expect: well paced

# Frozen results, taken and dropped.
paced(1..6, 24) { 40.times { |i| Ractor.new(i) { |i| ("z" * MB + i.to_s).freeze }.value } } # expect: well paced

# A cache of frozen values that are replaced for ever.
cache = {}
paced(1..8, 24) { 800.times { |i| cache[i % 10] = Ractor.make_shareable("v" * 50_000) } } # expect: well paced
p cache.size # expect: 10
cache = nil

# A constant that is replaced.
paced(1..6, 24) do # expect: well paced
  40.times do |i|
    Object.send(:remove_const, :TABLE) if i > 0
    Object.const_set(:TABLE, Ractor.make_shareable({"a" => "t" * MB, "b" => [i.to_s]}))
  end
end
Object.send(:remove_const, :TABLE)

# Frozen messages.
paced(1..7, 24) do # expect: well paced
  counter = Ractor.new { n = 0; n += 1 while Ractor.receive; n }
  40.times { |i| counter << ("m" * MB + i.to_s).freeze }
  counter << nil
  counter.value
end

# Ports, handles of ended actors: small things count too.
paced(0..3, 24) { 4000.times { Ractor::Port.new } } # expect: well paced
paced(0..3, 24) { 600.times { Ractor.new { 1 }.value } } # expect: well paced

# Many small shared objects.
paced(1..12, 36) { 100.times { |i| Ractor.make_shareable(Array.new(4000) { |k| "#{i} #{k}" }) } } # expect: well paced

# What is private counts for no cycle.
paced(0..0, 24) { a = nil; 200.times { a = "p" * 500_000 } } # expect: well paced
