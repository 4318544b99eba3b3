# Marshal: what each type is written as, links and cycles, classes of the user's, errors, procs.
# since: 3.2
def same(x) = Marshal.load(Marshal.dump(x))
[nil, true, false, 0, 1, -1, 122, 123, 255, 256, -123, -124, -256, -257, 65535, 65536, 2**30 - 1, 2**30, -2**30, -2**30 - 1,
 2**62, -2**64, 2**100].each { |i| d = Marshal.dump(i); p [i, d, Marshal.load(d) == i] }
[0.0, -0.0, 1.0, 1.5, -2.25, 1e20, 1e-7, 1.0e100, 123456.789, 0.001, 0.0001, 1.0 / 3, Float::INFINITY, -Float::INFINITY,
 5e-324, 1.7976931348623157e308].each { |f| d = Marshal.dump(f); p [d, Marshal.load(d) == f] }
p Marshal.load(Marshal.dump(Float::NAN)).nan?
p Marshal.dump("a"), Marshal.dump("é"), Marshal.dump("b".b), Marshal.dump("c".encode("US-ASCII")), Marshal.dump("d".encode("Shift_JIS"))
p Marshal.dump(:sym), Marshal.dump(:é), Marshal.dump([:a, :b, :a]), Marshal.dump(["x", "x"]), Marshal.dump({a: 1, "k" => [2]})
s = "shared"
p Marshal.dump([s, s]), same([s, s]).then { |a, b| a.equal?(b) }
a = [1]; a << a
p Marshal.dump(a), same(a).then { |x| x[1].equal?(x) }
p Marshal.dump(1..5), same(1..5), same("a"..."c"), same(3r), same(2i), Marshal.dump(3r)
p Marshal.dump(/ab+/ix), same(/é/), same(/x/n).options, Marshal.dump(String), Marshal.dump(Kernel), same(Comparable)
class Point; attr_accessor :x, :y; def initialize(x, y) = (@x, @y = x, y); def ==(o) = o.x == x && o.y == y; end
p Marshal.dump(Point.new(1, "é")), same(Point.new(1, [2])) == Point.new(1, [2])
S = Struct.new(:a, :b)
D = Data.define(:left, :right)
p Marshal.dump(S.new(1, nil)), same(S.new(1, S.new(2, 3))), same(D.new(1, 2)), same(D.new(1, 2)).frozen?
class UserDump; attr_reader :v; def initialize(v) = @v = v; def _dump(limit) = @v.to_s; def self._load(s) = new(s.to_i * 10); end
class UserMarshal; attr_reader :v; def initialize(v) = @v = v; def marshal_dump = [@v]; def marshal_load(a) = @v = a[0]; end
p Marshal.dump(UserDump.new(5)), same(UserDump.new(5)).v, Marshal.dump(UserMarshal.new(:z)), same(UserMarshal.new([1])).v
class Str < String; end
class Ary < Array; end
class Hsh < Hash; end
p Marshal.dump(Str.new("x")), same(Str.new("x")).class, same(Ary[1, 2]), same(Ary[1]).class, same(Hsh[1, 2]).class
h = Hash.new(7); h[1] = 2
p Marshal.dump(h), same(h)[:none], same({}.compare_by_identity).compare_by_identity?
v = "vars"; v.instance_variable_set(:@note, [1])
p Marshal.dump(v), same(v).instance_variable_get(:@note)
e = same(ArgumentError.new("msg"))
p e.class, e.message, e.backtrace
module Ext; def ext = :ext; end
o = Point.new(1, 2).extend(Ext)
p Marshal.dump(o), same(o).ext
[proc {}, $stdout, Class.new, Class.new.new, Object.new.tap { |x| def x.single = 1 }, Hash.new { }, Point.singleton_class].each do |x|
  Marshal.dump(x)
rescue TypeError => e
  puts e.message.gsub(/0x\h+/, "0x")
end
begin; Marshal.dump([[[1]]], 2); rescue ArgumentError => e; puts e.message; end
begin; Marshal.load("\x04\x08["); rescue ArgumentError => e; puts e.message; end
begin; Marshal.load("\x03\x08i\x06"); rescue TypeError => e; puts e.message; end
begin; Marshal.load("\x04\bo:\fNowhere\x00"); rescue ArgumentError => e; puts e.message; end
seen = []
p Marshal.load(Marshal.dump([1, "a", {b: 2.5}]), ->(x) { seen << (x.is_a?(String) ? x.upcase : x); x.is_a?(Integer) ? x + 1 : x }), seen
f = Marshal.load(Marshal.dump(["a", {b: "c"}, Point.new(1, 2)]), freeze: true)
p f.frozen?, f[0].frozen?, f[1].frozen?, f[1][:b].frozen?, f[2].frozen?
require "stringio"
io = StringIO.new
Marshal.dump([1, 2], io); Marshal.dump("second", io)
io.rewind
p Marshal.load(io), Marshal.load(io), (Marshal.load(io) rescue $!.class)
p same([1.5, 1.5]), same(Set[1, 2]), Marshal::MAJOR_VERSION, Marshal::MINOR_VERSION
# expect: [nil, "\x04\b0", true]
# expect: [true, "\x04\bT", true]
# expect: [false, "\x04\bF", true]
# expect: [0, "\x04\bi\x00", true]
# expect: [1, "\x04\bi\x06", true]
# expect: [-1, "\x04\bi\xFA", true]
# expect: [122, "\x04\bi\x7F", true]
# expect: [123, "\x04\bi\x01{", true]
# expect: [255, "\x04\bi\x01\xFF", true]
# expect: [256, "\x04\bi\x02\x00\x01", true]
# expect: [-123, "\x04\bi\x80", true]
# expect: [-124, "\x04\bi\xFF\x84", true]
# expect: [-256, "\x04\bi\xFF\x00", true]
# expect: [-257, "\x04\bi\xFE\xFF\xFE", true]
# expect: [65535, "\x04\bi\x02\xFF\xFF", true]
# expect: [65536, "\x04\bi\x03\x00\x00\x01", true]
# expect: [1073741823, "\x04\bi\x04\xFF\xFF\xFF?", true]
# expect: [1073741824, "\x04\bl+\a\x00\x00\x00@", true]
# expect: [-1073741824, "\x04\bi\xFC\x00\x00\x00\xC0", true]
# expect: [-1073741825, "\x04\bl-\a\x01\x00\x00@", true]
# expect: [4611686018427387904, "\x04\bl+\t\x00\x00\x00\x00\x00\x00\x00@", true]
# expect: [-18446744073709551616, "\x04\bl-\n\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00", true]
# expect: [1267650600228229401496703205376, "\x04\bl+\f\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x10\x00", true]
# expect: ["\x04\bf\x060", true]
# expect: ["\x04\bf\a-0", true]
# expect: ["\x04\bf\x061", true]
# expect: ["\x04\bf\b1.5", true]
# expect: ["\x04\bf\n-2.25", true]
# expect: ["\x04\bf\t1e20", true]
# expect: ["\x04\bf\t1e-7", true]
# expect: ["\x04\bf\n1e100", true]
# expect: ["\x04\bf\x0F123456.789", true]
# expect: ["\x04\bf\n0.001", true]
# expect: ["\x04\bf\v0.0001", true]
# expect: ["\x04\bf\x170.3333333333333333", true]
# expect: ["\x04\bf\binf", true]
# expect: ["\x04\bf\t-inf", true]
# expect: ["\x04\bf\v5e-324", true]
# expect: ["\x04\bf\e1.7976931348623157e308", true]
# expect: true
# expect: "\x04\bI\"\x06a\x06:\x06ET"
# expect: "\x04\bI\"\a\xC3\xA9\x06:\x06ET"
# expect: "\x04\b\"\x06b"
# expect: "\x04\bI\"\x06c\x06:\x06EF"
# expect: "\x04\bI\"\x06d\x06:\rencoding\"\x0EShift_JIS"
# expect: "\x04\b:\bsym"
# expect: "\x04\bI:\a\xC3\xA9\x06:\x06ET"
# expect: "\x04\b[\b:\x06a:\x06b;\x00"
# expect: "\x04\b[\aI\"\x06x\x06:\x06ETI\"\x06x\x06;\x00T"
# expect: "\x04\b{\a:\x06ai\x06I\"\x06k\x06:\x06ET[\x06i\a"
# expect: "\x04\b[\aI\"\vshared\x06:\x06ET@\x06"
# expect: true
# expect: "\x04\b[\ai\x06@\x00"
# expect: true
# expect: "\x04\bo:\nRange\b:\texclF:\nbegini\x06:\bendi\n"
# expect: 1..5
# expect: "a"..."c"
# expect: (3/1)
# expect: (0+2i)
# expect: "\x04\bU:\rRational[\ai\bi\x06"
# expect: "\x04\bI/\bab+\x03\x06:\x06EF"
# expect: /é/
# expect: 32
# expect: "\x04\bc\vString"
# expect: "\x04\bm\vKernel"
# expect: Comparable
# expect: "\x04\bo:\nPoint\a:\a@xi\x06:\a@yI\"\a\xC3\xA9\x06:\x06ET"
# expect: true
# expect: "\x04\bS:\x06S\a:\x06ai\x06:\x06b0"
# expect: #<struct S a=1, b=#<struct S a=2, b=3>>
# expect: #<data D left=1, right=2>
# expect: true
# expect: "\x04\bIu:\rUserDump\x065\x06:\x06EF"
# expect: 50
# expect: "\x04\bU:\x10UserMarshal[\x06:\x06z"
# expect: [1]
# expect: "\x04\bIC:\bStr\"\x06x\x06:\x06ET"
# expect: Str
# expect: [1, 2]
# expect: Ary
# expect: Hsh
# expect: "\x04\b}\x06i\x06i\ai\f"
# expect: 7
# expect: true
# expect: "\x04\bI\"\tvars\a:\x06ET:\n@note[\x06i\x06"
# expect: [1]
# expect: ArgumentError
# expect: "msg"
# expect: nil
# expect: "\x04\be:\bExto:\nPoint\a:\a@xi\x06:\a@yi\a"
# expect: :ext
# expect: no _dump_data is defined for class Proc
# expect: can't dump IO
# expect: can't dump anonymous class #<Class:0x>
# expect: can't dump anonymous class #<Class:0x>
# expect: singleton can't be dumped
# expect: can't dump hash with default proc
# expect: singleton class can't be dumped
# expect: exceed depth limit
# expect: marshal data too short
# expect: incompatible marshal file format (can't be read)
# expect: 	format version 4.8 required; 3.8 given
# expect: undefined class/module Nowhere
# expect: [2, "a", {b: 2.5}]
# expect: [1, true, "A", :b, 2.5, {b: 2.5}, [2, "a", {b: 2.5}]]
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: [1, 2]
# expect: "second"
# expect: EOFError
# expect: [1.5, 1.5]
# expect: Set[1, 2]
# expect: 4
# expect: 8
