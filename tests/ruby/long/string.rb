# Long operations on Strings go in turns; what others do to the String meanwhile is not seen.
# since: 3.4
require "timeout"
s = "the quick brown fox\n" * 60
w = "naïve — ελληνικά\n" * 60
p s.upcase.count("A-Z"), w.upcase.size, w.swapcase.swapcase == w, w.capitalize[0, 3] # expect: 960
# expect: 1020
# expect: true
# expect: "Naï"
p s.casecmp(s.upcase), w.casecmp?(w.upcase), s.reverse.reverse == s, w.reverse[-1] # expect: 0
# expect: true
# expect: true
# expect: "n"
p s.tr("a-y", "b-z").delete("^u-z").squeeze("u-w").size, w.tr_s("ει", "_").count("_"), w.delete("λ").bytesize # expect: 240
# expect: 120
# expect: 1440
p s.gsub("quick", "slow").size, s.gsub(/(o)(.)/, '<\2\1>').size, w.gsub(/[αειηκλν]/) { |x| x * 2 }.size # expect: 1140
# expect: 1440
# expect: 1440
p s.scan(/\w+/).size, w.scan("ν").size, s.split.size, s.split(/o/).size, s.lines.size, w.chars.size # expect: 240
# expect: 60
# expect: 240
# expect: 121
# expect: 60
# expect: 1020
p s.bytes.sum, w.codepoints.sum, s.sum, (s * 7).size, (w * 7).size # expect: 111180
# expect: 993900
# expect: 45644
# expect: 8400
# expect: 7140
p s.index("zq"), w.rindex("ν") == w.size - 6, s.byteindex(/fox$/, 500), w.partition("ν")[2].size, w.rpartition(/ν/)[2].size # expect: nil
# expect: false
# expect: 516
# expect: 1007
# expect: 4
p w.encode("UTF-16LE").bytesize, w.encode("UTF-16BE").encode("UTF-8") == w, (w + "\xff").scrub("?").count("?") # expect: 2040
# expect: true
# expect: 1
p w.dump.undump == w, w.inspect.size, s.to_i, ("123" * 400).to_i % 1009  # expect: true
# expect: 1082
# expect: 0
# expect: 68
t = w.dup
p t.upcase!.equal?(t), t.tr!("Ν", "n").equal?(t), t.count("n"), t.gsub!("zz", "y") # expect: true
# expect: true
# expect: 60
# expect: nil
begin
  s.freeze.upcase!
rescue => e
  p e.class                                       # expect: FrozenError
end
begin
  ("a" * 2000 + "\xff").tr("a", "b")
rescue => e
  p e.message                                     # expect: "invalid byte sequence in UTF-8"
end

# A thread changes the String while another works on it: it sees all of it as it was.
big = "é" * 1_000_000
results = [
  Thread.new { big.upcase.count("É") }, Thread.new { big.gsub("é", "ab").size }, Thread.new { big.tr("é", "o").count("o") }
]
Thread.pass
100.times { big << "x"; Thread.pass }
big.replace("")
p results.map(&:value).all? { |n| n >= 1_000_000 } # expect: true
begin
  Timeout.timeout(0.02) { ("naïve " * 2_000_000).upcase.swapcase.capitalize.downcase.gsub(/\w+/) { "" } }
rescue Timeout::Error => e
  p e.message                                     # expect: "execution expired"
end
v = "naïve " * 20_000 + "\xff"
p v.dup.valid_encoding?, v.chop.valid_encoding?, v.dup.ascii_only?, v.dup.size, ("a" * 100_000).ascii_only? # expect: false
# expect: true
# expect: false
# expect: 120001
# expect: true
p Random.new(3).bytes(5) == Random.new(3).bytes(90_000)[0, 5], Random.new(3).bytes(90_001).size # expect: true
# expect: 90001
