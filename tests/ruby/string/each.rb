# Taking apart: characters, bytes, lines, fields.
p "héllo".chars, "".chars, "é".bytes, "aé".codepoints, "a\xffb".chars
r = []; "hé".each_char { |c| r << c }; p r
r = []; "hé".each_byte { |c| r << c }; p r
r = []; "hé".each_codepoint { |c| r << c }; p r
p "héllo".each_char.to_a, "héllo".each_char.size, "ab".each_byte.size, "ab".each_grapheme_cluster.to_a
p "a\nb\nc".lines, "a\nb\n".lines, "".lines, "a\n\nb".lines, "axbxc".lines("x"), "a\nb".lines(chomp: true), "a\r\nb\rc".lines(chomp: true), "axxb".lines("xx", chomp: true), "a\nb".lines(nil), "a\n\n\nb\n\nc".lines("")
# expect: ["h", "é", "l", "l", "o"]
# expect: []
# expect: [195, 169]
# expect: [97, 233]
# expect: ["a", "\xFF", "b"]
# expect: ["h", "é"]
# expect: [104, 195, 169]
# expect: [104, 233]
# expect: ["h", "é", "l", "l", "o"]
# expect: 5
# expect: 2
# expect: ["a", "b"]
# expect: ["a\n", "b\n", "c"]
# expect: ["a\n", "b\n"]
# expect: []
# expect: ["a\n", "\n", "b"]
# expect: ["ax", "bx", "c"]
# expect: ["a", "b"]
# expect: ["a", "b\rc"]
# expect: ["a", "b"]
# expect: ["a\nb"]
# expect: ["a\n\n", "b\n\n", "c"]
# expect: ["a\n", "b\n"]
# expect: ["a", "b"]
# expect: ["a\n", "b"]
# expect: ["ax", "b"]
# expect: ["a", "b", "c"]
# expect: ["a", "b"]
# expect: ["a", "b", "c"]
# expect: ["a", "b"]
# expect: ["a", "b", "", ""]
# expect: ["a", "b,c"]
# expect: []
# expect: ["a", "b", "c"]
# expect: ["h", "é", "é"]
# expect: ["a", "b c"]
# expect: ["a", "b", "c", ""]
# expect: ["", "a", "b"]
# expect: ["a", "b", "c"]
# expect: ["a", "1", "b", "2", "c"]
# expect: ["a", "b", "c"]
# expect: ["a", "b", "c"]
# expect: ["a", "b", "c"]
# expect: ["1", "2", "3"]
# expect: ["a,b"]
# expect: ["a", "b"]
# expect: ["abc"]
# expect: []
# expect: ["a", "b", "c"]
# expect: ["h", "i", "m", "o", "m"]
# expect: ["m", "w y", "w"]
# expect: ["1", "2", "", "3,4,,"]
# expect: ["a", "b;c"]
# expect: ["x", "y", "z"]
# expect: ["", "x", "y"]
# expect: ["é", "ü"]
# expect: ["a", "b"]
# expect: ["a", "b"]
# expect: ["a", "a"]
# expect: ["a", "b", "c"]
# expect: []
# expect: ["a", "", "b"]
# expect: ["", "a"]
# expect: ["1", "2 3"]
# expect: ["a", "b", "c"]
# expect: ["a", "c"]
# expect: []
# expect: ["", "", "", ""]
# expect: ["a", "b"]
# expect: "a,b"
# expect: "invalid byte sequence in UTF-8"
# expect: "wrong argument type Integer (expected Regexp)"
# expect: ["cruel", "world"]
# expect: ["cru", "el ", "wor"]
# expect: [["cru"], ["el "], ["wor"]]
# expect: [["cr", "ue"], ["l ", "wo"]]
# expect: ["X", "X"]
# expect: []
# expect: ["a", "é"]
# expect: ["", "", "", ""]
# expect: ["1", "22"]
# expect: ["a"]
# expect: [["1"], "a1", "1", ["2"], "b2", "2"]
# expect: "a1b2"
# expect: "b2"
# expect: "y"
# expect: "x"
# expect: nil
# expect: ["", "e", "ll", "lll", "oooo"]
r = []; "a\nb\n".each_line { |l| r << l }; p r
r = []; "a\nb\n".each_line(chomp: true) { |l| r << l }; p r
p "a\nb".each_line.to_a, "axb".each_line("x").to_a
p "a b  c".split, " a b ".split, "a,b,c".split(","), "a,b,,".split(","), "a,b,,".split(",", -1), "a,b,c".split(",", 2), "".split(","), "abc".split(""), "héé".split(""), "a b c".split(" ", 2), " a  b c ".split(" ", -1), " a b".split(/ /), "a1b2c".split(/\d/), "a1b2c".split(/(\d)/), "abc".split(//), "a, b,c".split(/,\s*/), "aXXbXXc".split("XX"), "1,2;3".split(/[,;]/), "a,b".split(",", 1), "a  b".split("  "), "abc".split(/b/, 1), "".split("", -1), "a\tb\nc".split, "hi mom".split(%r{\s*}), "mellow yellow".split("ello"), "1,2,,3,4,,".split(",", 4)
p "a,b;c".split(/[,;]/, 2), "x  y z".split(/\s+/), " x y".split(/\s+/), "éxü".split("x"), "aéb".split("é"), "a::b".split("::"), "abab".split("b"), "a-b_c".split(/[-_]/), "foo".split("foo"), "a,,b".split(","), ",a".split(",")
p "1 2 3".split(" ", 2), "abc".split(/(b)/), "abc".split(/(x)?b/), "aaa".split(/a/), "aaa".split("a", -1)
r = []; x = "a,b".split(",") { |q| r << q }; p r, x
begin; "a\xff,b".split(","); rescue ArgumentError => e; p e.message; end
begin; "a".split(1); rescue TypeError => e; p e.message; end
p "cruel world".scan(/\w+/), "cruel world".scan(/.../), "cruel world".scan(/(...)/), "cruel world".scan(/(..)(..)/), "aXbX".scan("X"), "abc".scan(/z/), "aé".scan(/./), "abc".scan(//), "a1b22".scan(/[0-9]+/), "ab".scan(/[^b]/)
r = []; x = "a1b2".scan(/\w(\d)/) { |q| r << q << $~[0] << $1 }; p r, x, $~[0]
"xyz".scan(/y/); p $~[0], $~.pre_match
"xyz".scan(/q/); p $~
p "hello".each_char.with_index.map { |c, i| c * i }
