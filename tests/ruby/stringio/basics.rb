# StringIO: lines, characters, positions, writing over and behind, modes, encodings.
# since: 3.4
require "stringio"
io = StringIO.new("one\ntwo\n\n\nthree")
p io.gets, $_, io.lineno, io.pos, io.read(2), io.getc, io.getbyte, io.gets(""), io.gets, io.gets, $_, io.eof?
io.rewind
p io.readlines, io.each_line.to_a, io.read, io.read(1), io.gets
io.rewind
p io.readlines(chomp: true), io.rewind, io.gets(2), io.gets("w"), io.gets(nil), io.gets(nil)
out = StringIO.new
out << "a" << 1
out.puts "b", ["c", [nil]]
out.print "d", :e
out.printf("%03d", 7)
out.putc "xyz"
out.putc 65
p out.string, out.pos, out.write("é", 2), out.string.encoding
out.pos = 1
out.write("ZZ")
p out.string, out.truncate(3), out.string
out.pos = 6
out.write("end")
p out.string
r = StringIO.new("frozen".freeze)
p r.read(3), r.ungetc("o"), r.read rescue p $!.class, $!.message
begin; StringIO.new("abc".freeze, "w"); rescue SystemCallError => e; p e.class; end
begin; StringIO.new("abc", "r").write("x"); rescue IOError => e; p e.message; end
begin; StringIO.new(+"abc", "w").read; rescue IOError => e; p e.message; end
a = StringIO.new(+"log", "a")
a.write("ged")
p a.string, StringIO.new(+"gone", "w").string
u = StringIO.new(+"äöü")
p u.getc, u.pos, u.each_char.to_a, u.rewind, u.each_byte.first(2), u.each_codepoint.to_a
u.rewind
u.getc
u.ungetc("x")
p u.read, u.string, u.size
u.seek(-2, IO::SEEK_END)
p u.read, (u.seek(-1) rescue p($!.class)), u.closed?, u.close, u.closed?
begin; u.read; rescue IOError => e; p e.message; end
p StringIO.open("block") { |s| s.read }, StringIO.new("x").tty?, StringIO.new("abc").each_char.map(&:upcase)
begin; StringIO.new("").readline; rescue EOFError => e; p e.message; end
$stdout = StringIO.new
puts "captured", 1
text = $stdout.string
$stdout = STDOUT
p text
copy = StringIO.new("a\nb\n")
p copy.map(&:chomp), copy.reopen(+"new").read, copy.pread(2, 1)
# expect: "one\n"
# expect: "one\n"
# expect: 1
# expect: 4
# expect: "tw"
# expect: "o"
# expect: 10
# expect: "three"
# expect: nil
# expect: nil
# expect: nil
# expect: true
# expect: ["one\n", "two\n", "\n", "\n", "three"]
# expect: []
# expect: ""
# expect: nil
# expect: nil
# expect: ["one", "two", "", "", "three"]
# expect: 0
# expect: "on"
# expect: "e\ntw"
# expect: "o\n\n\nthree"
# expect: nil
# expect: "a1b\nc\n\nde007xAé2"
# expect: 14
# expect: 3
# expect: #<Encoding:UTF-8>
# expect: "aZZ"
# expect: 0
# expect: "aZZ"
# expect: "aZZ\u0000\u0000\u0000end"
# expect: IOError
# expect: "not modifiable string"
# expect: Errno::EACCES
# expect: "not opened for writing"
# expect: "not opened for reading"
# expect: "logged"
# expect: ""
# expect: "ä"
# expect: 2
# expect: ["ö", "ü"]
# expect: 0
# expect: [195, 164]
# expect: [246, 252]
# expect: "xöü"
# expect: "\xC3xöü"
# expect: 6
# expect: Errno::EINVAL
# expect: "ü"
# expect: Errno::EINVAL
# expect: false
# expect: nil
# expect: true
# expect: "not opened for reading"
# expect: "block"
# expect: false
# expect: ["A", "B", "C"]
# expect: "end of file reached"
# expect: "captured\n1\n"
# expect: ["a", "b"]
# expect: "new"
# expect: "ew"
