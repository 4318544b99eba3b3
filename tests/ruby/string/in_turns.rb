# Builtins on long text that go in turns answer as they do on short text, and other threads of the actor go on meanwhile.
# since: 3.4
wide = ("naïve — ελληνικά\n" * 8_000)
size = wide.size
p size == 17 * 8_000
# expect: true
p((wide + "é")[-1], (wide + "é")[size], (wide + "\xff")[size], wide.dup[size - 2..])
# expect: "é"
# expect: "é"
# expect: "\xFF"
# expect: "ά\n"
s = wide + "é"
s[-1] = "xy"
p s[-3..], s.slice!(-2, 2), s == wide
# expect: "\nxy"
# expect: "xy"
# expect: true
m = /(ά)\n\z/.match(wide)
p m.begin(0) == size - 2, m.offset(1) == [size - 2, size - 1], m.byteoffset(1)[1] == wide.bytesize - 1
# expect: true
# expect: true
# expect: true
name = wide.to_sym
p name.inspect == ":" + wide.inspect, name.size == size, name.upcase == wide.upcase.to_sym, name.casecmp?(name.upcase)
# expect: true
# expect: true
# expect: true
# expect: true
p name.casecmp(name), name.casecmp(:x)
# expect: 0
# expect: -1
long = "a/b. " * 30_000
re = Regexp.new(long)
p re.inspect == "/#{"a\\/b. " * 30_000}/", re.to_s == "(?-mix:#{"a\\/b. " * 30_000})"
# expect: true
# expect: true
p Regexp.escape(long) == "a/b\\.\\ " * 30_000, Regexp.escape(long.to_sym) == Regexp.escape(long)
# expect: true
# expect: true
p ("1" * 150_000).to_f, Float("0." + "0" * 150_000 + "1e150001"), (Float("1" * 150_000 + "x") rescue $!.class)
# expect: Infinity
# expect: 1.0
# expect: ArgumentError
p Random.urandom(200_001).bytesize, (1..100_000).to_a.sum, (1...100_000).to_a.last, (5..4).to_a
# expect: 200001
# expect: 5000050000
# expect: 99999
# expect: []
p (wide + "\xff\xfe" + wide).scrub { |b| "<#{b.unpack1("H*")}>" }[size, 8]
# expect: "<ff><fe>"
begin
  (wide + "\xff").to_sym
rescue EncodingError
  p $!.class
end
# expect: EncodingError
