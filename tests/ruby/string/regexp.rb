# Regexp and MatchData.
r = /a(b)?c/i
p r, r.source, r.options, r.to_s, r == /a(b)?c/i, r == /a(b)?c/, r.eql?(/a(b)?c/i), r.hash == /a(b)?c/i.hash, r.casefold?, /a/.casefold?
p Regexp.new("a.c"), Regexp.new("a/b"), Regexp.new("a", Regexp::IGNORECASE), Regexp.new("a", true), Regexp.new(/x/m), Regexp.compile("q")
p Regexp.escape("a.b*c[d] \n-"), Regexp.quote("é+"), Regexp.union, Regexp.union("a.b"), Regexp.union("a", /b/i), Regexp.union(["x", "y+"]), Regexp.union(/a/)
begin; Regexp.new("("); rescue RegexpError => e; p e.class; end
begin; Regexp.new(1); rescue TypeError => e; p e.message; end
# expect: /a(b)?c/i
# expect: "a(b)?c"
# expect: 1
# expect: "(?i-mx:a(b)?c)"
# expect: true
# expect: false
# expect: true
# expect: true
# expect: true
# expect: false
# expect: /a.c/
# expect: /a\/b/
# expect: /a/i
# expect: /a/i
# expect: /x/m
# expect: /q/
# expect: "a\\.b\\*c\\[d\\]\\ \\n\\-"
# expect: "é\\+"
# expect: /(?!)/
# expect: /a\.b/
# expect: /a|(?i-mx:b)/
# expect: /x|y\+/
# expect: /a/
# expect: RegexpError
# expect: "no implicit conversion of Integer into String"
# expect: 2
# expect: "ABC"
# expect: "B"
# expect: "xx"
# expect: ""
# expect: nil
# expect: nil
# expect: nil
# expect: true
# expect: false
# expect: true
# expect: false
# expect: false
# expect: true
# expect: false
# expect: false
# expect: #<MatchData "2024-05" y:"2024" m:"05">
# expect: "2024-05"
# expect: "2024"
# expect: "2024"
# expect: "05"
# expect: "05"
# expect: nil
# expect: ["2024-05", "2024"]
# expect: ["2024", "05"]
# expect: ["2024-05", "2024", "05"]
# expect: ["2024", "05"]
# expect: [["y", "2024"], ["m", "05"]]
# expect: ["y", "m"]
# expect: 3
# expect: 3
# expect: 3
# expect: 10
# expect: [8, 10]
# expect: "on "
# expect: " ok"
# expect: ["2024-05", "05", "05"]
# expect: "2024-05"
# expect: "on 2024-05 ok"
# expect: /(?<y>\d+)-(?<m>\d+)/
# expect: true
# expect: "undefined group name reference: zz"
# expect: "index 9 out of matches"
# expect: true
# expect: "#<MatchData \"2024-05\" y:\"2024\" m:\"05\">"
# expect: #<MatchData "a" 1:"a" 2:nil>
# expect: nil
# expect: nil
# expect: 1
# expect: 2
# expect: "a"
# expect: "e"
# expect: "e"
# expect: "llo"
# expect: "foo"
# expect: "bar"
# expect: true
# expect: false
# expect: "o"
# expect: 1
# expect: false
# expect: nil
# expect: 2
# expect: "b"
# expect: "q"
# expect: 0
# expect: nil
# expect: 0
# expect: "B"
# expect: /a2b/
# expect: /\//
# expect: /a\/b/
# expect: /(?i)a/
# expect: "é"
# expect: "É"
# expect: "ff"
# expect: 2
# expect: 2
# expect: 2
# expect: "abac"
# expect: 0
# expect: 0
# expect: 0
# expect: "aaa"
# expect: 1
# expect: "#"
# expect: 0
# expect: "\\xE9"
# expect: true
# expect: []
# expect: ["a", "b"]
# expect: [["a", [1, 2]]]
# expect: "y"
# expect: #<MatchData "xy" a:"x" a:"y">
# expect: nil
# expect: 0
# expect: 1
# expect: "本"
# expect: "日"
# expect: /a/
# expect: nil
# expect: false
# expect: "/a/"
# expect: "/a\\/b/"
# expect: "/a\nb/"
# expect: "\\n"
# expect: "(?m-ix:a)"
# expect: "(?x-mi:a)"
# expect: "/a\\/b\\/c/"
p r =~ "xxABC", $~[0], $1, $~.pre_match, $', r =~ "zzz", $~, r =~ nil
p r === "abc", r === "zzz", r === :abc, r === nil, r === 1, r.match?("abc"), r.match?(nil), r.match?("xabc", 2)
m = /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05 ok")
p m, m[0], m[1], m[:y], m["m"], m[-1], m[5], m[0, 2], m[1..], m.to_a, m.captures, m.named_captures.to_a, m.names, m.size, m.length
p m.begin(0), m.end(0), m.offset(:m), m.pre_match, m.post_match, m.values_at(0, 2, -1), m.to_s, m.string, m.regexp, m.string.frozen?
begin; m[:zz]; rescue IndexError => e; p e.message; end
begin; m.begin(9); rescue IndexError => e; p e.message; end
p m == /(?<y>\d+)-(?<m>\d+)/.match("on 2024-05 ok"), m.inspect, /(a)(z)?/.match("a"), /x/.match("abc"), /b/.match("abc", 2)
p(/(.)(.)?/.match("é").end(0), /é/.match("aéé", 2).begin(0))
x = /b/.match("abc") { |q| q.pre_match }; p x
case "hello"
when /^h(.)/ then p $1, Regexp.last_match(1), Regexp.last_match.post_match
end
if /(?<first>\w+) (?<second>\w+)/ =~ "foo bar" then p first, second end
p "foo" !~ /z/, "foo" !~ /f/, "foo".match(/o(.)/)[1], "foo".match("o").begin(0), "foo".match?("z"), "foo".match(/z/), "foo".match(/o/, 2).begin(0)
def inner = "zzz" =~ /z/
"abc" =~ /b/; inner; p $~[0]
[1].each { "q" =~ /q/ }; p $~[0]
p "a\nb" =~ /a.b/m, "a\nb" =~ /a.b/, "ab" =~ /a b/x, "ABC"[/b/i]
p(/a#{1 + 1}b/, /\//, %r{a/b}, /(?i)a/, /[[:alpha:]]+/.match("é1")[0], /\p{Upper}/.match("aÉ")[0], /\h+/.match("xyzff")[0], /\bfoo\b/ =~ "a foo b")
p(/(?<!a)b/ =~ "abb", /b(?=c)/ =~ "abbc", /(a|b)+?c/.match("abac")[0], /(?:x)(y)\1/ =~ "xyy", /(?>a+)b/ =~ "aab", /\A\s*\z/ =~ "  ", /a{2,3}/.match("aaaa")[0], /[^\x00-\x7f]/ =~ "aé")
p(/#/.source, /\u3042/ =~ "あ", /\xE9/n.source, /a/.frozen?, /x/.names, /(?<a>.)(?<b>.)/.names, /(?<a>.)(?<a>.)/.named_captures.to_a)
p(/(?<a>.)(?<a>.)/.match("xy")[:a], $~, ~/x/)
p "é".b =~ /\xC3/n, "日本" =~ /本/, "日本"[/本/], "日本".match(/本/).pre_match
p Regexp.try_convert(/a/), Regexp.try_convert("a"), Regexp.last_match.nil?
p(/a/.inspect, /a\/b/.inspect, Regexp.new("a\nb").inspect, /\n/.source, /(?m-ix:a)/.to_s, /a/x.to_s, Regexp.new("a/b\\/c").inspect)
