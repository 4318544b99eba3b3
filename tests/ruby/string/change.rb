# Case, sets of characters, stripping, successors.
p "Hello".upcase, "Hello".downcase, "hello wORLD".capitalize, "Hello".swapcase, "éàÿ".upcase, "ÉÀŸ".downcase, "straße".upcase, "ǆ".capitalize, "ΑΣ".downcase, "привет".upcase, "İ".downcase.size, "ﬁ".upcase
p "é".upcase(:ascii), "I".downcase(:turkic), "i".upcase(:turkic), "ß".downcase(:fold), "éA".swapcase, "Éa".capitalize
begin; "a".upcase(:foo); rescue ArgumentError => e; p e.message; end
s = +"abc"; p s.upcase!, s.upcase!, s.downcase!, s.capitalize!, s.capitalize!, s.swapcase!
p "hello".count("l"), "hello".count("lo"), "hello".count("a-z", "^l"), "he-l".count("-"), "h^l".count("^"), "h^l".count("^^"), "a\\b".count("\\\\"), "héé".count("é"), "hello".count("")
begin; "a".count; rescue ArgumentError => e; p e.message; end
# expect: "HELLO"
# expect: "hello"
# expect: "Hello world"
# expect: "hELLO"
# expect: "ÉÀŸ"
# expect: "éàÿ"
# expect: "STRASSE"
# expect: "ǅ"
# expect: "ασ"
# expect: "ПРИВЕТ"
# expect: 2
# expect: "FI"
# expect: "é"
# expect: "ı"
# expect: "İ"
# expect: "ss"
# expect: "Éa"
# expect: "Éa"
# expect: "invalid option"
# expect: "aBC"
# expect: nil
# expect: "aBC"
# expect: "aBC"
# expect: nil
# expect: "aBC"
# expect: 2
# expect: 3
# expect: 3
# expect: 1
# expect: 1
# expect: 2
# expect: 1
# expect: 2
# expect: 0
# expect: "wrong number of arguments (given 0, expected 1+)"
# expect: "invalid range \"z-a\" in string transliteration"
# expect: "heo"
# expect: "ello"
# expect: "hllo"
# expect: "heo"
# expect: nil
# expect: "heo"
# expect: "heo"
# expect: "ab"
# expect: "abcc"
# expect: "misisipi"
# expect: "é"
# expect: nil
# expect: "ab"
# expect: "hippo"
# expect: "ifmmp"
# expect: "**ll*"
# expect: "h1111"
# expect: "heo"
# expect: "hello"
# expect: "héllo"
# expect: "a+b"
# expect: "hEllo"
# expect: "xxx"
# expect: "ba"
# expect: "xcc"
# expect: "hero"
# expect: "bb"
# expect: nil
# expect: "heLLo"
# expect: "heLLo"
# expect: "hi"
# expect: "hi"
# expect: "hi"
# expect: "hi"
# expect: ""
# expect: ""
# expect: "あ"
# expect: "a"
# expect: nil
# expect: nil
# expect: nil
# expect: "a"
# expect: "a"
# expect: "a"
# expect: "a\n"
# expect: "a"
# expect: "ab"
# expect: "abc"
# expect: "a"
# expect: "a\n"
# expect: "a"
# expect: "a"
# expect: nil
# expect: "a"
# expect: "ab"
# expect: "a"
# expect: ""
# expect: ""
# expect: "a"
# expect: ""
# expect: ""
# expect: nil
# expect: "b"
# expect: "ba"
# expect: "aaa"
# expect: "b0"
# expect: "AAa"
# expect: "aaA0"
# expect: "a-10"
# expect: "2.0.0"
# expect: "-10"
# expect: "**+"
# expect: ""
# expect: "<<koalb>>"
# expect: "ぃ"
# expect: "10"
# expect: "Ba"
# expect: "\x01\x00"
# expect: "b!"
# expect: "aa-"
# expect: "2.0"
# expect: "ba"
# expect: ["a", "b", "c", "d", "e"]
# expect: ["9", "10", "11"]
# expect: []
# expect: ["07", "08", "09", "10", "11"]
# expect: ["a", "b"]
# expect: []
# expect: ["aa", "ab", "ac", "ad"]
# expect: ["a", "b", "c"]
# expect: 12
# expect: 26
# expect: 35
# expect: 1000
# expect: 0
# expect: -5
# expect: 3
# expect: 3
# expect: 42
# expect: 99999999999999999999
# expect: 1
# expect: "invalid radix 1"
# expect: "invalid radix 99"
# expect: 3.7
# expect: 1000.0
# expect: 0.0
# expect: -0.5
# expect: 10.5
# expect: 2.5
# expect: 255
# expect: 255
# expect: -31
# expect: 0
# expect: 511
# expect: 31
# expect: 3
# expect: 0
# expect: 15
# expect: #<Encoding:UTF-8>
# expect: 1
# expect: ["h", "e", "l"]
# expect: #<RuntimeError: hex escape and Unicode escape are mixed>
# expect: RuntimeError
# expect: "invalid byte sequence in UTF-8"
begin; "a".count("z-a"); rescue ArgumentError => e; p e.message; end
p "hello".delete("l"), "hello".delete("a-k", "^e"), "héllo".delete("é"), "he-llo".delete("a\\-l")
s = +"hello"; p s.delete!("x"), s.delete!("l"), s
p "aaabbb".squeeze, "aaabbbcc".squeeze("a-b"), "mississippi".squeeze("sp"), "ééé".squeeze
s = +"abc"; p s.squeeze!, (+"aab").squeeze!
p "hello".tr("el", "ip"), "hello".tr("a-y", "b-z"), "hello".tr("^l", "*"), "hello".tr("elo", "1"), "hello".tr("l", ""), "héllo".tr("é", "e"), "hello".tr("e", "é"), "a-b".tr("-", "+"), "hello".tr("a-e", "A-E"), "abc".tr("a-c", "x"), "ab".tr("ab", "ba")
p "aabbcc".tr_s("ab", "x"), "hello".tr_s("l", "r"), "aabb".tr_s("a", "")
s = +"hello"; p s.tr!("x", "y"), s.tr!("l", "L"), s
p "  hi \n".strip, "\t hi".lstrip, "hi \0".rstrip, "\0 hi".lstrip, "".strip, "  ".strip, "あ ".strip
s = +" a "; p s.strip!, s.strip!, s.lstrip!, s.rstrip!
p "a\n".chomp, "a\r\n".chomp, "a\r".chomp, "a\n\n".chomp, "a".chomp, "abc".chomp("c"), "abc".chomp("x"), "a\n\n".chomp(""), "a\n".chomp(nil), "a\r\n\r\n".chomp("")
s = +"a\n"; p s.chomp!, s.chomp!, s
p "abc".chop, "a\r\n".chop, "".chop, "é".chop, "a\n".chop
s = +"ab"; p s.chop!, s.chop!, s.chop!
p "a".succ, "az".succ, "zz".succ, "a9".succ, "Zz".succ, "zZ9".succ, "a-9".succ, "1.9.9".succ, "-9".succ, "***".succ, "".succ, "<<koala>>".succ, "あ".succ, "9".succ, "Az".succ, "\xff".b.succ, "a!".succ, "z-".succ, "1.9".next
s = +"az"; s.succ!; p s
p "a".upto("e").to_a, "9".upto("11").to_a, "25".upto("5").to_a, "07".upto("11").to_a, "a".upto("c", true).to_a, "b".upto("a").to_a, "aa".upto("ad").to_a
r = []; "a".upto("c") { |x| r << x }; p r
p "12abc".to_i, "0x1A".to_i(16), "z".to_i(36), "1_000".to_i, "abc".to_i, "-5".to_i, "0b11".to_i(0), "11".to_i(2), " 42 ".to_i, "99999999999999999999".to_i, "1__0".to_i
begin; "1".to_i(1); rescue ArgumentError => e; p e.message; end
begin; "1".to_i(99); rescue ArgumentError => e; p e.message; end
p "3.7".to_f, "1e3".to_f, "abc".to_f, "-.5".to_f, "1_0.5".to_f, "  2.5xyz".to_f
p "ff".hex, "0xff".hex, "-0x1f".hex, "zz".hex, "777".oct, "0x1f".oct, "0b11".oct, "89".oct, "0o17".oct
p "a".encoding, :a.size, "hello world".each_char.first(3)
p "a\"\n\u3042".dump.undump, '"\x41\u0042\#{"'.undump, "é".encode("UTF-16LE").dump.undump.encoding rescue p $!
begin; "a".undump; rescue RuntimeError => e; p e.class; end
begin; "a\xff".delete("a"); rescue ArgumentError => e; p e.message; end
