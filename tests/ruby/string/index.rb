# Parts by position, and replacing them.
s = "hello"
p s[0], s[-1], s[5], s[4], s[-6], s[1, 3], s[5, 1], s[6, 1], s[1, -1], s[-3, 2], s[1..2], s[1...-1], s[5..], s[6..], s[..2], s[-3..]
u = "héllo wörld"
p u[1], u[-4], u[1, 4], u[7..], u[20], u[11], u[11, 1], u[12, 1], u.slice(0, 2), u[3..1]
p s["ell"], s["xyz"], s[/l+/], s[/(h)(e)/, 1], s[/(h)(e)/, 2], s[/(h)(e)/, 3], s[/(?<x>l+)/, "x"], s[/(?<x>l+)/, :x], s[/z/], s[/(h)(z)?/, 2]
begin; s[/(?<x>l)/, "y"]; rescue IndexError => e; p e.message; end
# expect: "h"
# expect: "o"
# expect: nil
# expect: "o"
# expect: nil
# expect: "ell"
# expect: ""
# expect: nil
# expect: nil
# expect: "ll"
# expect: "el"
# expect: "ell"
# expect: ""
# expect: nil
# expect: "hel"
# expect: "llo"
# expect: "é"
# expect: "ö"
# expect: "éllo"
# expect: "örld"
# expect: nil
# expect: nil
# expect: ""
# expect: nil
# expect: "hé"
# expect: ""
# expect: "ell"
# expect: nil
# expect: "ll"
# expect: "h"
# expect: "e"
# expect: nil
# expect: "ll"
# expect: "ll"
# expect: nil
# expect: nil
# expect: "undefined group name reference: y"
# expect: "no implicit conversion from nil to integer"
# expect: "no implicit conversion of String into Integer"
# expect: "e"
# expect: "el"
# expect: RangeError
# expect: "Jello"
# expect: "hell!!"
# expect: "hello!"
# expect: "hao"
# expect: "ho"
# expect: "hippo"
# expect: "heLo"
# expect: "hEllo"
# expect: "hEllo"
# expect: "hello"
# expect: "aébc"
# expect: 4
# expect: "index 5 out of string"
# expect: "index -5 out of string"
# expect: "negative length -1"
# expect: "5..6 out of range"
# expect: "string not matched"
# expect: "regexp not matched"
# expect: "index 1 out of regexp"
# expect: "regexp group 1 not matched"
# expect: "no implicit conversion of Integer into String"
# expect: "e"
# expect: "hllo"
# expect: "el"
# expect: "hlo"
# expect: "ello"
# expect: "h"
# expect: nil
# expect: "ll"
# expect: "o"
# expect: "he"
# expect: "e"
# expect: "el"
# expect: "el"
# expect: "\xC3"
# expect: false
# expect: nil
# expect: 2
# expect: 3
# expect: nil
# expect: nil
# expect: 0
# expect: 5
# expect: nil
# expect: 2
# expect: 4
# expect: 3
# expect: 2
# expect: 2
# expect: 5
# expect: 3
# expect: 2
# expect: 0
# expect: 7
# expect: 9
# expect: 6
# expect: 6
# expect: "ö"
# expect: 9
# expect: true
# expect: false
# expect: true
# expect: "no implicit conversion of Integer into String"
# expect: "no implicit conversion of Integer into String"
# expect: true
# expect: true
# expect: false
# expect: true
# expect: "he"
# expect: true
# expect: true
# expect: true
# expect: false
# expect: "llo"
# expect: "hello"
# expect: "hel"
# expect: "hello"
# expect: "ll"
# expect: nil
# expect: "ll"
# expect: nil
# expect: "ll"
# expect: ["a", "-", "b-c"]
# expect: ["a-b", "-", "c"]
# expect: ["abc", "", ""]
# expect: ["", "", "abc"]
# expect: ["a", "1", "b2"]
# expect: "1"
# expect: ["a1b", "2", ""]
# expect: ["", "", ""]
# expect: "wrong argument type Integer (expected Regexp)"
# expect: 2
# expect: "b"
# expect: nil
# expect: nil
# expect: "type mismatch: String given"
begin; s[nil]; rescue TypeError => e; p e.message; end
begin; s["a", 1]; rescue TypeError => e; p e.message; end
p s[1.9], s[1.2, 2.9]
begin; s[2**70]; rescue RangeError => e; p e.class; end
t = +"hello"; t[0] = "J"; p t
t = +"hello"; t[-1] = "!!"; p t
t = +"hello"; t[5] = "!"; p t
t = +"hello"; t[1, 3] = "a"; p t
t = +"hello"; t[1..3] = ""; p t
t = +"hello"; t["ell"] = "ipp"; p t
t = +"hello"; t[/l+/] = "L"; p t
t = +"hello"; t[/(h)(e)/, 2] = "E"; p t
t = +"hello"; t[/(?<v>e)/, "v"] = "E"; p t
t = +"héllo"; t[1] = "e"; p t
t = +"abc"; t[1, 0] = "é"; p t, t.size
begin; t = +"abc"; t[5] = "x"; rescue IndexError => e; p e.message; end
begin; t = +"abc"; t[-5] = "x"; rescue IndexError => e; p e.message; end
begin; t = +"abc"; t[0, -1] = "x"; rescue IndexError => e; p e.message; end
begin; t = +"abc"; t[5..6] = "x"; rescue RangeError => e; p e.message; end
begin; t = +"abc"; t["z"] = "x"; rescue IndexError => e; p e.message; end
begin; t = +"abc"; t[/z/] = "x"; rescue IndexError => e; p e.message; end
begin; t = +"abc"; t[/a/, 1] = "x"; rescue IndexError => e; p e.message; end
begin; t = +"abc"; t[/a(z)?/, 1] = "x"; rescue IndexError => e; p e.message; end
begin; t = +"abc"; t[0] = 1; rescue TypeError => e; p e.message; end
t = +"hello"; p t.slice!(1), t
t = +"hello"; p t.slice!(1, 2), t
t = +"hello"; p t.slice!(1..), t
t = +"hello"; p t.slice!(9), t.slice!("ll"), t.slice!(/e(.)/, 1), t
p s.byteslice(1), s.byteslice(1, 2), s.byteslice(1..2), "é".byteslice(0), "é".byteslice(0).valid_encoding?, s.byteslice(9)
p s.index("l"), s.index("l", 3), s.index("l", -1), s.index("z"), s.index(""), s.index("", 5), s.index("", 6), s.index(/[lo]/), s.index(/o/, -1)
p s.rindex("l"), s.rindex("l", 2), s.rindex("l", -3), s.rindex(""), s.rindex(/l/), s.rindex(/l/, 2), s.rindex("h", 0)
p u.index("ö"), u.rindex("l"), u.index("w", 6), u.index(/w(.)/), $~[1], u.rindex(/l/)
p s.include?("ell"), s.include?("x"), s.include?("")
begin; s.include?(1); rescue TypeError => e; p e.message; end
begin; s.index(1); rescue TypeError => e; p e.message; end
p s.start_with?("he"), s.start_with?("x", "h"), s.start_with?, s.start_with?(/h./), $~[0], s.end_with?("lo"), s.end_with?("x", "o"), s.end_with?("")
p "あ".end_with?("\x82")
p s.delete_prefix("he"), s.delete_prefix("x"), s.delete_suffix("lo"), s.delete_suffix("x")
t = +"hello"; p t.delete_prefix!("he"), t.delete_prefix!("x"), t.delete_suffix!("o"), t.delete_suffix!("z"), t
p "a-b-c".partition("-"), "a-b-c".rpartition("-"), "abc".partition("-"), "abc".rpartition("-"), "a1b2".partition(/\d/), $~[0], "a1b2".rpartition(/\d/), "".partition("x")
begin; "a".partition(1); rescue TypeError => e; p e.message; end
p "a b".=~(/b/), $~[0], "abc" =~ /z/, $~
begin; "a" =~ "a"; rescue TypeError => e; p e.message; end
