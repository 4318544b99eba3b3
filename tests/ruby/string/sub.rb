# sub and gsub with every kind of replacement.
p "hello".sub("l", "L"), "hello".gsub("l", "L"), "hello".sub(/l/, "L"), "hello".gsub(/l+/, "L"), "hello".gsub("x", "y"), "hello".gsub(/[eo]/, "*"), "hello".gsub(/[eo]/, "<\\0>"), "hello".gsub(/(l)(l)/, '\2-\1'), "hello".gsub(/(?<x>l+)/, '[\k<x>]'), "hello".gsub(/e/, '\\\\'), "hello".sub(/l/, '\`|\''), "hello".sub(/l/, "\\&\\&"), "hello".gsub(/x*/, "-"), "héé".gsub("é", "e"), "a.b".gsub(".", "-"), "abc".gsub(/b/, '\z'), "abc".sub(/(b)(c)?/, '\+'), "abc".gsub("", "-")
p "hello".gsub(/[aeiou]/) { |m| m.upcase }, "hello".sub("l") { "L" }, "hello".gsub(/l/) { $~[0] + $~.begin(0).to_s }, "hello".gsub(/(.)(.)/) { $2 + $1 }, "hello".gsub(/l/) { 1 }, "hello".gsub(/l/) { nil }, "ab".gsub(/./) { |c| c == "a" ? :sym : c }
p "hello".gsub(/[el]/, "e" => "3", "l" => "1"), "hello".gsub(/[elo]/, "e" => 3), "cat".sub(/c/, Hash.new { |h, k| k * 2 }), "hello".gsub("l", "l" => "L")
p "hello".gsub(/l/).to_a, "hello".gsub(/l/).with_index.map { |m, i| [m, i] }
s = +"hello"; p s.sub!(/l/, "L"), s, s.sub!(/z/, "y"), s.gsub!(/[eo]/, "*"), s, s.gsub!("q", "w")
s = +"hello"; p s.gsub!(/l/) { |m| m.upcase }, s.sub!("h") { "J" }, s.gsub!(/z/) { }, s.gsub!(/L/, "L" => "l"), s
# expect: "heLlo"
# expect: "heLLo"
# expect: "heLlo"
# expect: "heLo"
# expect: "hello"
# expect: "h*ll*"
# expect: "h<e>ll<o>"
# expect: "hel-lo"
# expect: "he[ll]o"
# expect: "h\\llo"
# expect: "hehe|'lo"
# expect: "helllo"
# expect: "-h-e-l-l-o-"
# expect: "hee"
# expect: "a-b"
# expect: "a\\zc"
# expect: "ac"
# expect: "-a-b-c-"
# expect: "hEllO"
# expect: "heLlo"
# expect: "hel2l3o"
# expect: "ehllo"
# expect: "he11o"
# expect: "heo"
# expect: "symb"
# expect: "h311o"
# expect: "h3"
# expect: "ccat"
# expect: "heLLo"
# expect: ["l", "l"]
# expect: [["l", 0], ["l", 1]]
# expect: "h*Ll*"
# expect: "h*Ll*"
# expect: nil
# expect: "h*Ll*"
# expect: "h*Ll*"
# expect: nil
# expect: "Jello"
# expect: "Jello"
# expect: nil
# expect: "Jello"
# expect: "Jello"
# expect: "can't modify frozen String: \"abc\""
# expect: "can't modify frozen String: \"abc\""
# expect: "wrong number of arguments (given 1, expected 2)"
# expect: "wrong argument type Integer (expected Regexp)"
# expect: "no implicit conversion of Integer into String"
# expect: "undefined group name reference: z"
# expect: "o"
# expect: 7
# expect: "hello w"
# expect: ["l", "l"]
# expect: "l"
# expect: "l"
# expect: "l"
# expect: nil
# expect: 3
# expect: "b"
# expect: "a"
# expect: "abbc"
# expect: "é"
# expect: "日x語"
# expect: "日|本|語|"
# expect: "a\\-b"
# expect: "aa"
# expect: "path::to"
# expect: "\\tel"
# expect: "1=x&2=y"
# expect: "Smith, John"
# expect: "abaa"
# expect: "a_b_c"
# expect: "a b c"
# expect: "abc"
# expect: "A2"
# expect: "?t?"
# expect: "?t?"
# expect: "tab here"
f = "abc".freeze
begin; f.gsub!(/a/, "b"); rescue FrozenError => e; p e.message; end
begin; f.sub!(/z/) { }; rescue FrozenError => e; p e.message; end
begin; "a".sub(/a/); rescue ArgumentError => e; p e.message; end
begin; "a".gsub(1, "b"); rescue TypeError => e; p e.message; end
begin; "a".gsub(/a/, 1); rescue TypeError => e; p e.message; end
begin; "a".gsub(/(?<q>a)/, '\k<z>'); rescue IndexError => e; p e.message; end
"hello world".gsub(/o/, "0"); p $~[0], $~.begin(0), $`
"hello".sub(/(l)(l)/, ""); p $~.captures, $1, $2, $+
"hello".gsub(/z/, ""); p $~
"hello".gsub(/l/) { }; p $~.begin(0)
"abc".gsub(/b/) { "xyz" =~ /y/; $~[0] }; p $~[0], $~.pre_match
def helper(s) = s.gsub(/b/) { $& * 2 }
p helper("abc"), "ü".gsub(/ü/, "é"), "日本語".gsub(/本/, "x"), "日本語".gsub(/./) { |c| c + "|" }
p "a-b".gsub("-", "\\\\-"), "a".gsub("a", "\\0\\0"), "path/to".gsub("/", "::"), "tel".gsub(/t/, "\\\\t")
p "x=1&y=2".gsub(/(\w)=(\d)/, '\2=\1'), "John Smith".sub(/(?<f>\w+) (?<l>\w+)/, '\k<l>, \k<f>'), "aaa".sub("a") { |m| m + "b" }
p "a b  c".gsub(/\s+/, "_"), "a,b;c".gsub(/[,;]/, " "), "abc123".gsub(/[^a-z]/, ""), "A1".gsub(/\d/) { |d| (d.to_i + 1).to_s }, "été".gsub(/[^a-z]+/, "?"), "été".gsub(/[^a-z]/, "?"), "tab\there".gsub(/\t/, " ")
