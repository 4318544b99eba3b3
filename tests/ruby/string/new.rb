# Byte positions, and other things younger than Ruby 3.1.
# since: 3.4
u = "héllo wörld"
p u.byteindex("ö") # expect: 8
p u.byteindex("l", 4), "héllo".byteindex("l"), u.byterindex("l"), u.byterindex(/l./)
# expect: 4
# expect: 3
# expect: 11
# expect: 11
begin; u.byteindex("l", 2); rescue IndexError => e; p e.message; end # expect: "offset 2 does not land on character boundary"
s = +"héllo"; s.bytesplice(0, 1, "J"); p s # expect: "Jéllo"
s.bytesplice(1..2, "xyz", 1..1); p s # expect: "Jyllo"
s.append_as_bytes("\xff", 0x141); p s # expect: "Jyllo\xFFA"
p "ab".match(/(?<x>a)/).deconstruct_keys([:x]) # expect: {x: "a"}
p "ab".match(/(?<x>a)(?<y>b)/).named_captures(symbolize_names: true) # expect: {x: "a", y: "b"}
m = "héb".match(/b/); p m.byteoffset(0), m.offset(0), m.bytebegin(0), m.byteend(0)
# expect: [3, 4]
# expect: [2, 3]
# expect: 3
# expect: 4
p "a".encoding.inspect, "".b.encoding, Encoding::BINARY.name
# expect: "#<Encoding:UTF-8>"
# expect: #<Encoding:BINARY (ASCII-8BIT)>
# expect: "ASCII-8BIT"
begin; "é".b + "é"; rescue Encoding::CompatibilityError => e; p e.message; end
# expect: "incompatible character encodings: BINARY (ASCII-8BIT) and UTF-8"
p "ab".match(/(?<x>a)(b)?/).deconstruct # expect: ["a"]
p Regexp.new("a", "mi"), "\x7f".inspect, {"a" => /x/, b: "q"}
# expect: /a/mi
# expect: "\"\\u007F\""
# expect: {"a" => /x/, b: "q"}
p "あ".start_with?("\xe3"), "\xa9".start_with?("\xa9")
# expect: false
# expect: true
p [128, 2**70].pack("R*"), [-1, -129].pack("r*").unpack("r*"), [128, 2**70].pack("R*").unpack("R*")
# expect: "\x80\x01\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"
# expect: [-1, -129]
# expect: [128, 1180591620717411303424]
p :a.to_s.frozen?, /\d+/.match("a12").integer_at(0), /x/.match("x").integer_at(0) # a frozen name since 4.1
# expect: true
# expect: 12
# expect: nil
