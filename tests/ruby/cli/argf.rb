# ARGF, and Kernel's functions that read it.
Dir.chdir("/tmp")
NAMES = %w[a b].map { |name| "trp_argf_#{$$}_#{name}" }
File.write(NAMES[0], "one\ntwo\n")
File.write(NAMES[1], "three\nföur")
def start(*names) = ARGV.replace(names.empty? ? NAMES : names)
def short(name) = name && name[-1]
start
p ARGF.argv.equal?(ARGV), ARGF.to_s, ARGF.inspect, ARGF.class, $<.equal?(ARGF), short($FILENAME)
p gets, $_, $., ARGF.lineno, short(ARGF.filename), short($FILENAME), ARGV.size, ARGF.eof?
p readline, ARGF.eof?, gets, short(ARGF.path), ARGF.file.lineno, $., readlines
begin; start; p ARGF.lineno; ARGF.each_line(chomp: true) { |line| print line, " ", $., " " }; puts; end
start; p ARGF.read(6), ARGF.read(4), ARGF.read, ARGF.getc, ARGF.getbyte
begin; ARGF.readline; rescue EOFError => e; p e.message; end
begin; ARGF.readchar; rescue EOFError => e; p e.message; end
start; p ARGF.read
start; p ARGF.to_a, ARGV
start; p ARGF.each_char.first(5), ARGF.getc, ARGF.getbyte, ARGF.readchar, ARGF.readbyte, ARGF.gets(2), ARGF.gets("r", 3)
start; p ARGF.skip.gets, ARGF.skip.gets, ARGF.close.gets
start; p ARGF.readpartial(100), ARGF.readpartial(100), ARGF.readpartial(100)
begin; ARGF.readpartial(1); rescue EOFError => e; p e.message; end
start; p ARGF.pos, ARGF.gets, ARGF.tell, ARGF.seek(2), ARGF.gets, ARGF.rewind, ARGF.gets, ARGF.fileno.class, ARGF.to_io.class, ARGF.binmode?, ARGF.closed?
ARGF.lineno = 10
p gets, $., ARGF.lineno
$. = 20
p gets, $., ARGF.lineno
begin; $. = nil; rescue TypeError => e; p e.message.sub("from nil to integer", "of nil into Integer").sub("no implicit conversion", "no"); end
p ARGF.inplace_mode, $-i
ARGF.read
start(NAMES[0])
ARGF.inplace_mode = ".old"
p $-i
ARGF.inplace_mode = nil
p ARGF.inplace_mode
other = ARGF.class.new(*NAMES)
p other.each_line.map(&:size), other.lineno, other.argv
begin; start("no such file"); gets; rescue Errno::ENOENT => e; p e.message; end
Dir.glob("trp_argf_#{$$}_*").each { |name| File.unlink(name) }
# modes: gc,move,preempt
# expect: true
# expect: "ARGF"
# expect: "ARGF"
# expect: ARGF.class
# expect: true
# expect: "a"
# expect: "one\n"
# expect: "one\n"
# expect: 1
# expect: 1
# expect: "a"
# expect: "a"
# expect: 1
# expect: false
# expect: "two\n"
# expect: true
# expect: "three\n"
# expect: "b"
# expect: 1
# expect: 3
# expect: ["föur"]
# expect: 4
# expect: one 5 two 6 three 7 föur 8 
# expect: "one\ntw"
# expect: "o\nth"
# expect: "ree\nföur"
# expect: nil
# expect: nil
# expect: "end of file reached"
# expect: "end of file reached"
# expect: "one\ntwo\nthree\nföur"
# expect: ["one\n", "two\n", "three\n", "föur"]
# expect: []
# expect: ["o", "n", "e", "\n", "t"]
# expect: "w"
# expect: 111
# expect: "\n"
# expect: 116
# expect: "hr"
# expect: "ee\n"
# expect: "one\n"
# expect: "three\n"
# expect: nil
# expect: "one\ntwo\n"
# expect: ""
# expect: "three\nf\xC3\xB6ur"
# expect: "end of file reached"
# expect: 0
# expect: "one\n"
# expect: 4
# expect: 0
# expect: "e\n"
# expect: 0
# expect: "one\n"
# expect: Integer
# expect: File
# expect: false
# expect: false
# expect: "two\n"
# expect: 11
# expect: 11
# expect: "three\n"
# expect: 21
# expect: 21
# expect: "no of nil into Integer"
# expect: nil
# expect: nil
# expect: ".old"
# expect: nil
# expect: [4, 4, 6, 4]
# expect: 4
# expect: []
# expect: "No such file or directory @ rb_sysopen - no such file"
