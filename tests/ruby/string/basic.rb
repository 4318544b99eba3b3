# Making, joining, comparing, padding.
p String.new, String.new.encoding.name, String.new("abc"), String.new("é", encoding: "BINARY")
p String.new(capacity: 100).encoding.name, String.new("x", capacity: 10)
p "a" + "b", "é" + "ü", "" + ""
p "ab" * 3, "é" * 2, "" * 10, "x" * 0
begin; "a" * -1; rescue ArgumentError => e; p e.message; end
begin; "a" + 1; rescue TypeError => e; p e.message; end
# expect: ""
# expect: "ASCII-8BIT"
# expect: "abc"
# expect: "\xC3\xA9"
# expect: "ASCII-8BIT"
# expect: "x"
# expect: "ab"
# expect: "éü"
# expect: ""
# expect: "ababab"
# expect: "éé"
# expect: ""
# expect: ""
# expect: "negative argument"
# expect: "no implicit conversion of Integer into String"
# expect: "no implicit conversion of nil into String"
# expect: "no implicit conversion of String into Integer"
# expect: "aconv"
# expect: false
# expect: false
# expect: true
# expect: false
# expect: -1
# expect: 1
# expect: 0
# expect: -1
# expect: nil
# expect: nil
# expect: true
# expect: false
# expect: false
# expect: true
# expect: true
# expect: false
# expect: true
# expect: 5
# expect: 5
# expect: 6
# expect: true
# expect: false
# expect: "abcdééあ"
# expect: #<Encoding:UTF-8>
# expect: "abc"
# expect: "ab"
# expect: "xxx"
# expect: "abc"
# expect: "aXbc"
# expect: "abcX"
# expect: "abXc"
# expect: "index 5 out of string"
# expect: "xyz"
# expect: ""
# expect: "   abc   "
# expect: "121abc1212"
# expect: "abc   |"
# expect: "xyxabc"
# expect: "üéüü"
# expect: "zero width padding"
# expect: "cba"
# expect: "olléh"
# expect: ""
# expect: "ba"
# expect: 97
# expect: 233
# expect: 12354
# expect: "a"
# expect: ""
# expect: "é"
# expect: "empty string"
# expect: 97
# expect: 99
# expect: nil
# expect: "aXc"
# expect: "index 3 out of string"
# expect: 294
# expect: 364
# expect: 6
# expect: false
# expect: false
# expect: false
# expect: true
# expect: "can't modify frozen String: \"abc\""
# expect: "abc"
# expect: FrozenError
# expect: "abc"
# expect: "abc"
# expect: :abc
# expect: :"a b"
# expect: :abc
# expect: "\"abc\""
# expect: "\"a\\\"b\\\\c\\n\\t\\e\\u0000\""
# expect: "\"\\\#{x} \\\#$y \\\#@z #a\""
# expect: "\"é​\""
# expect: "\"\\xFF\""
# expect: "ASCII-8BIT"
# expect: "\xC3\xA9"
# expect: "\"\\u00E9\""
# expect: "\"a\\\"\\n\\u3042\\u{1F600}\""
# expect: true
# expect: "c"
# expect: true
# expect: true
# expect: MyStr
# expect: "hi abc"
# expect: String
# expect: String
# expect: String
# expect: String
# expect: MyStr
# expect: String
# expect: "a"
# expect: nil
# expect: "conv"
# expect: false
# expect: 0
# expect: -1
# expect: true
# expect: false
# expect: "1-a"
# expect: "x"
# expect: ""
# expect: "nil"
# expect: "003.1"
# expect: "%"
begin; "a" + nil; rescue TypeError => e; p e.message; end
begin; "a" * "b"; rescue TypeError => e; p e.message; end
class Str; def to_str = "conv"; end
p "a" + Str.new, "a" == Str.new, "conv" == 1
class Str; def ==(o) = o == "conv"; end
p "conv" == Str.new, "a" == Str.new
p "a" <=> "b", "b" <=> "a", "a" <=> "a", "a" <=> "ab", "a" <=> 1, "a" <=> nil
p "abc".eql?("abc"), "abc".eql?(:abc), "abc".equal?("abc"), "abc" === "abc"
p "abc".hash == "abc".hash, "abc".hash == "abd".hash, "a".b.hash == "a".hash
p "héllo".size, "héllo".length, "héllo".bytesize, "".empty?, " ".empty?
s = +"abc"
s << "d" << "é" << 233 << 0x3042
p s, s.encoding
p (+"").concat("a", "b", 99), (+"ab").concat
t = +"x"; t.concat(t, t); p t
p (+"c").prepend("a", "b"), (+"abc").insert(1, "X"), (+"abc").insert(-1, "X"), (+"abc").insert(-2, "X")
begin; (+"abc").insert(5, "X"); rescue IndexError => e; p e.message; end
p (+"abc").replace("xyz"), (+"abc").clear
p "abc".center(9), "abc".center(10, "12"), "abc".ljust(6) + "|", "abc".rjust(6, "xy"), "é".center(4, "ü")
begin; "a".center(5, ""); rescue ArgumentError => e; p e.message; end
p "abc".reverse, "héllo".reverse, "".reverse, (+"ab").reverse!
p "a".ord, "é".ord, "あ".ord, "abc".chr, "".chr, "éa".chr
begin; "".ord; rescue ArgumentError => e; p e.message; end
p "abc".getbyte(0), "abc".getbyte(-1), "abc".getbyte(3)
u = +"abc"; u.setbyte(1, 0x58); p u
begin; u.setbyte(3, 1); rescue IndexError => e; p e.message; end
p "abc".sum, "é".sum, "abc".sum(4)
p "abc".frozen?, "abc".dup.frozen?, (+"a").frozen?, (-"a").frozen?
f = "abc".freeze
begin; f << "d"; rescue FrozenError => e; p e.message, e.receiver; end
begin; f.upcase!; rescue => e; p e.class; end
p "abc".to_s, "abc".to_str, "abc".to_sym, "a b".to_sym, "abc".intern
p "abc".inspect, "a\"b\\c\n\t\e\0".inspect, "\#{x} \#$y \#@z #a".inspect, "é\u200b".inspect, "\xff".inspect
p "abc".b.encoding.name, "é".b, "é".dump, "a\"\n\u3042\u{1f600}".dump
p "a".between?("a", "b"), "b".clamp("c", "d"), "a" < "b", "b" >= "a"
class MyStr < String; def hi = "hi #{self}"; end
m = MyStr.new("abc")
p m.class, m.hi, (m + "d").class, (m * 2).class, m[0, 2].class, m.upcase.class, m.dup.class, m.to_s.class
p String.try_convert("a"), String.try_convert(1), String.try_convert(Str.new)
p "a".equal?("a"), "abc".casecmp("ABC"), "abc".casecmp("abd"), "é".casecmp?("É"), "a".casecmp?("b")
begin; "a".casecmp(1); rescue TypeError => e; p e.message; end
p "%d-%s" % [1, "a"], "%s" % "x", "%s" % nil, "%p" % [nil], "%05.1f" % 3.14159, "%%" % []
