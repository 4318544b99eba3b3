# Array#pack and String#unpack.
p [1, 2].pack("C*"), [1, -1].pack("cC"), [1].pack("s"), [1].pack("S>"), [1].pack("l<"), [1].pack("L>"), [2**40].pack("q"), [2**63].pack("Q>"), [-1].pack("Q"), [2**64 - 1].pack("Q"), [1].pack("n"), [1].pack("N"), [1].pack("v"), [1].pack("V"), [300].pack("C"), [1.9].pack("C")
p [1.5].pack("d"), [1.5].pack("g"), [1.5].pack("e"), [1.5].pack("G"), [1.5, 2].pack("f2"), [1].pack("E")
p ["abc"].pack("a"), ["abc"].pack("a5"), ["abc"].pack("A5"), ["abc"].pack("Z*"), ["abc"].pack("Z5"), ["abc"].pack("a*"), ["abc"].pack("Z2"), [nil].pack("a2")
p ["abc"].pack("m"), ["abc"].pack("m0"), ["a" * 60].pack("m"), ["abc"].pack("u"), ["a=b é\n"].pack("M"), ["1010"].pack("B*"), ["1010"].pack("b*"), ["a1f"].pack("H*"), ["a1f"].pack("h*"), [1, 128, 2**40].pack("w*"), [97, 0x3042].pack("U*"), [1, 2].pack("Cx2C"), [1, 2, 3].pack("CCXC"), [1].pack("@3C")
p [1].pack("C").encoding.name, [97].pack("U").encoding, ["a"].pack("m").encoding, [].pack("").encoding, ["é"].pack("a*").encoding.name
p "\x01\x02\xff".unpack("C*"), "\x01\xff".unpack("cc"), "\x01\x02\x03\x04".unpack("nv"), "\x00\x00\x00\x01".unpack("N"), "\xff\xff\xff\xff\xff\xff\xff\xff".unpack("q"), "\xff\xff\xff\xff\xff\xff\xff\xff".unpack("Q"), "\x01".unpack("C3"), "".unpack("C*"), "\x01".unpack("s")
# expect: "\x01\x02"
# expect: "\x01\xFF"
# expect: "\x01\x00"
# expect: "\x00\x01"
# expect: "\x01\x00\x00\x00"
# expect: "\x00\x00\x00\x01"
# expect: "\x00\x00\x00\x00\x00\x01\x00\x00"
# expect: "\x80\x00\x00\x00\x00\x00\x00\x00"
# expect: "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
# expect: "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
# expect: "\x00\x01"
# expect: "\x00\x00\x00\x01"
# expect: "\x01\x00"
# expect: "\x01\x00\x00\x00"
# expect: ","
# expect: "\x01"
# expect: "\x00\x00\x00\x00\x00\x00\xF8?"
# expect: "?\xC0\x00\x00"
# expect: "\x00\x00\xC0?"
# expect: "?\xF8\x00\x00\x00\x00\x00\x00"
# expect: "\x00\x00\xC0?\x00\x00\x00@"
# expect: "\x00\x00\x00\x00\x00\x00\xF0?"
# expect: "a"
# expect: "abc\x00\x00"
# expect: "abc  "
# expect: "abc\x00"
# expect: "abc\x00\x00"
# expect: "abc"
# expect: "ab"
# expect: "\x00\x00"
# expect: "YWJj\n"
# expect: "YWJj"
# expect: "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh\nYWFhYWFhYWFhYWFhYWFh\n"
# expect: "#86)C\n"
# expect: "a=3Db =C3=A9\n"
# expect: "\xA0"
# expect: "\x05"
# expect: "\xA1\xF0"
# expect: "\x1A\x0F"
# expect: "\x01\x81\x00\xA0\x80\x80\x80\x80\x00"
# expect: "aあ"
# expect: "\x01\x00\x00\x02"
# expect: "\x01\x03"
# expect: "\x00\x00\x00\x01"
# expect: "ASCII-8BIT"
# expect: #<Encoding:UTF-8>
# expect: #<Encoding:US-ASCII>
# expect: #<Encoding:US-ASCII>
# expect: "ASCII-8BIT"
# expect: [1, 2, 255]
# expect: [1, -1]
# expect: [258, 1027]
# expect: [1]
# expect: [-1]
# expect: [18446744073709551615]
# expect: [1, nil, nil]
# expect: []
# expect: [nil]
# expect: [1.5]
# expect: 1.5
# expect: ["abc"]
# expect: ["abc"]
# expect: ["abc", "x"]
# expect: ["ab"]
# expect: ["a"]
# expect: ["abc"]
# expect: "abc"
# expect: ["abc"]
# expect: ["a=b"]
# expect: ["10100001"]
# expect: ["10000101"]
# expect: ["a1f0"]
# expect: ["a1f"]
# expect: ["1a"]
# expect: [128, 5]
# expect: [97, 12354]
# expect: ["c"]
# expect: ["ab", "b"]
# expect: ["d"]
# expect: "bc"
# expect: 98
# expect: [98, 99]
# expect: ["a", "b", "c"]
# expect: ["a", "b"]
# expect: [97, 98, 99]
# expect: "A"
# expect: "str"
# expect: "sym=\n"
# expect: "too few arguments"
# expect: "no implicit conversion of String into Integer"
# expect: "no implicit conversion of Integer into String"
# expect: "can't convert nil into Float"
# expect: "@ outside of string"
# expect: "offset outside of string"
# expect: "invalid base64"
# expect: "ab\u0001"
# expect: "ab\u0000\u0000\u0001"
p [1.5].pack("d").unpack("d"), [1.5].pack("g").unpack1("g"), "abc  ".unpack("A*"), "abc\0\0".unpack("Z*"), "abc\0x".unpack("Z*a"), "abc".unpack("a2"), "abc".unpack("a"), "YWJj\n".unpack("m"), "YWJj".unpack1("m0"), "#86)C\n".unpack("u"), "a=3Db=\n".unpack("M"), "\xa1".unpack("B*"), "\xa1".unpack("b*"), "\xa1\xf0".unpack("H*"), "\xa1\xf0".unpack("H3"), "\xa1".unpack("h*"), "\x81\x00\x05".unpack("w*"), "aあ".unpack("U*"), "abcdef".unpack("x2a"), "abcdef".unpack("a2X1a"), "abcdef".unpack("@3a")
p "abcd".unpack1("@1a2"), "abc".unpack1("C", offset: 1), "abc".unpack("C*", offset: 1), "abc".unpack("a a a"), "abc".unpack("a # comment\na")
r = []; "abc".unpack("C*") { |x| r << x }; p r
class I; def to_int = 65; end
class S; def to_str = "str"; end
p [I.new].pack("C"), [S.new].pack("a*"), [:sym].pack("M")
begin; [].pack("C"); rescue ArgumentError => e; p e.message; end
begin; ["a"].pack("C"); rescue TypeError => e; p e.message; end
begin; [1].pack("a"); rescue TypeError => e; p e.message; end
begin; [nil].pack("d"); rescue TypeError => e; p e.message; end
begin; "a".unpack1("@5C"); rescue ArgumentError => e; p e.message; end
begin; "a".unpack("C", offset: 5); rescue ArgumentError => e; p e.message; end
begin; "a!b".unpack1("m0"); rescue ArgumentError => e; p e.message; end
b = +"ab"; [1].pack("C", buffer: b); p b, [1].pack("@4C", buffer: +"ab")
