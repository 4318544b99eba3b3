# format, sprintf and String#%.
p format("%d %i %u", 1, 2.9, "3"), format("%5d|%-5d|%05d|%+d|% d", 1, 2, 3, 4, 5), format("%x %X %#x %o %#o %b %#b %B", 255, 255, 255, 8, 8, 5, 5, 5)
p format("%x %b %o", -255, -5, -8), format("%+x % b %+o", -255, -5, -8), format("%08b %.8b %8b|%-8b|", -5, -5, -5, -5), format("%x", -1), format("%.10x", -123), format("%#x %#o %X", -255, -8, -255), format("%010x", -255)
p format("%f %.3f %10.3f|%-10.1f|%+.1f %e %E %g %G %a", 1.5, 2.345, 3.14159, 2.5, 1.25, 12345.678, 0.00012, 1e10, 1e-10, 1.0), format("%f", 10**30), format("%.0f %.1f", 0.5, 0.25), format("%08.3f", -3.14159), format("%#.0f", 3)
p format("%f %5.1f %d", Float::INFINITY, -Float::INFINITY, 3.99), format("%f|%+f|%8.2f", Float::NAN, Float::NAN, Float::NAN)
p format("%s|%5s|%-5s|%.2s|%5.1s|", "abc", "ab", "ab", "abcdef", "xyz"), format("%s %s %s", nil, true, :sym), format("%p %p %p", nil, "a", [1]), format("%-10p|", :a), format("%s", [1, 2]), format("%5s|", "é"), format("%.1s", "éa")
p format("%c%c", "a", 98), format("%5c|%-5c|", "a", "b"), format("%c", 0x3042), format("%%"); begin; format("%5%|"); rescue ArgumentError => e; p e.message; end
# expect: "1 2 3"
# expect: "    1|2    |00003|+4| 5"
# expect: "ff FF 0xff 10 010 101 0b101 101"
# expect: "..f01 ..1011 ..70"
# expect: "-ff -101 -10"
# expect: "..111011 ..111011   ..1011|..1011  |"
# expect: "..f"
# expect: "..ffffff85"
# expect: "0x..f01 ..70 ..F01"
# expect: "..ffffff01"
# expect: "1.500000 2.345      3.142|2.5       |+1.2 1.234568e+04 1.200000E-04 1e+10 1E-10 0x1p+0"
# expect: "1000000000000000000000000000000.000000"
# expect: "0 0.2"
# expect: "-003.142"
# expect: "3"
# expect: "Inf  -Inf 3"
# expect: "NaN|+NaN|     NaN"
# expect: "abc|   ab|ab   |ab|    x|"
# expect: " true sym"
# expect: "nil \"a\" [1]"
# expect: ":a        |"
# expect: "[1, 2]"
# expect: "    é|"
# expect: "é"
# expect: "ab"
# expect: "    a|b    |"
# expect: "あ"
# expect: "%"
# expect: "invalid format character - %"
# expect: "1 x y"
# expect: "002.2"
# expect: "-[1]"
# expect: "x    |"
# expect: "b a"
# expect: "   5"
# expect: "    1|2    |"
# expect: "3.14"
# expect: "1    |"
# expect: "10000000000000000000000000"
# expect: "400000000000000000"
# expect: "..fc00000000000000000"
# expect: "..74000000000000000000000"
# expect: "-100000000000000000000"
# expect: "    10000000000000000000000000|"
# expect: "1.000000e+25"
# expect: "100000000000000000000.000"
# expect: "31"
# expect: "12"
# expect: "1.500000"
# expect: "x 3"
# expect: "   ab"
# expect: "   +3"
# expect: "   -3"
# expect: "+3   |"
# expect: "+007"
# expect: "00042"
# expect: "  00042|"
# expect: "  00042|"
# expect: "|"
# expect: "conv 8 INS"
# expect: "a and b"
# expect: "3"
# expect: "[1, 2]"
# expect: "1"
# expect: "too few arguments"
# expect: "malformed format string - %z"
# expect: "incomplete format specifier; use %% (double %) instead"
# expect: "can't convert nil into Integer"
# expect: "invalid value for Integer(): \"abc\""
# expect: "key<a> not found"
# expect: :a
# expect: 1
# expect: "one hash required"
# expect: "unnumbered(1) mixed with numbered"
# expect: "numbered(1) after unnumbered(1)"
# expect: "NaN"
# expect: "é"
# expect: #<Encoding:UTF-8>
# expect: #<Encoding:UTF-8>
# expect: "日  |  本"
# expect: "abc"
# expect: "1\n2"
# expect: "1.23e+03|+100000"
# expect: "100000 1e+06 1.23457e+08"
# expect: "-0x1p-1"
# expect: "0x1.19ap+0"
# expect: "dflt-zz dflt-y"
# expect: "-3 ..fe"
# expect: "ぃ0"
# expect: "10😀"
# expect: "z\n\nぃ,0"
# expect: false
p format("%<a>d %<b>s %{c}", a: 1, b: "x", c: :y), format("%<a>05.1f", a: 2.25), format("%{a}-%{b}", a: nil, b: [1]), format("%-5<a>s|", a: "x")
p format("%2$s %1$s", "a", "b"), format("%1$*2$d", 5, 4), format("%*d|%-*d|", 5, 1, 5, 2), format("%.*f", 2, 3.14159), format("%*d|", -5, 1)
p format("%d", 10**25), format("%x", 2**70), format("%x", -(2**70)), format("%o", -(2**65)), format("%+d", -(10**20)), format("%30d|", 10**25), format("%e", 10**25), format("%.3f", 10**20)
p format("%d", "0x1f".hex), format("%d", "12"), format("%f", "1.5"), format("%s %d", "x", 3), format("%05s", "ab"), format("%+5d", 3), format("% 5d", -3), format("%-+5d|", 3), format("%+.3d", 7), format("%.5d", 42), format("%7.5d|", 42), format("%07.5d|", 42), format("%.0d|", 0)
class Conv; def to_s = "conv"; def to_i = 7; def to_int = 8; def inspect = "INS"; end
p format("%s %d %p", Conv.new, Conv.new, Conv.new), "%s and %s" % %w[a b], "%d" % 3.7, "%s" % [[1, 2]], "%s" % {a: 1}.size
begin; format("%d"); rescue ArgumentError => e; p e.message; end
begin; format("%z", 1); rescue ArgumentError => e; p e.message; end
begin; format("%"); rescue ArgumentError => e; p e.message; end
begin; format("%d", nil); rescue TypeError => e; p e.message; end
begin; format("%d", "abc"); rescue ArgumentError => e; p e.message; end
begin; format("%<a>d", {b: 1}); rescue KeyError => e; p e.message, e.key, e.receiver.size; end
begin; format("%<a>d", 1); rescue ArgumentError => e; p e.message; end
begin; format("%1$s %s", 1); rescue ArgumentError => e; p e.message; end
begin; format("%s %1$s", 1); rescue ArgumentError => e; p e.message; end
begin; format("%d", Float::NAN); rescue FloatDomainError => e; p e.message; end
p sprintf("%s", "é"), sprintf("%s%s", "a", "é").encoding, format("%s", "x").encoding, format("%-3s|%3s", "日", "本"), format("abc"), format("%s\n%s", 1, 2), format("%08.2e|%+g", 1234.5, 100000.0), format("%g %g %g", 1e5, 1e6, 123456789.0), format("%a", -0.5), format("%.3a", 1.1)
h = Hash.new { |_, k| "dflt-#{k}" }; p format("%{zz} %<y>s", h)
p format("%d %x", -3.99, -2.5), "あ9".succ, "9😀".succ, "z\n\nあ,9".succ, "".casecmp?("é")
