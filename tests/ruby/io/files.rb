# File and IO: reading, writing, positions, paths, errors.
# since: 3.4
path = "/tmp/troupe_files_#{$$}.txt"
p File.write(path, "line1\nline2\n\nline4"), File.read(path), File.exist?(path), File.size(path), File.file?(path), File.directory?("/tmp")
p File.readlines(path), File.readlines(path, chomp: true), File.foreach(path).to_a.size
File.open(path) do |f|
  p f.gets, f.lineno, f.gets(nil), f.gets, f.eof?
  f.rewind
  p f.read(3), f.pos, f.getc, f.getbyte, f.readchar, f.eof?
  f.seek(-5, IO::SEEK_END)
  p f.read, f.read, f.read(1)
  f.pos = 0
  p f.gets(""), f.readline, f.gets
  begin; f.readline; rescue EOFError => e; p e.message; end
  f.rewind
  p f.gets("n"), f.gets(3), f.gets("2", 10), f.gets(chomp: true), f.each_line.to_a
  f.rewind
  p f.each_char.first(3), f.each_byte.first(2), f.ungetc("Z"), f.getc, f.ungetbyte(65), f.getbyte
  p f.path == path, f.fileno.class, f.closed?
end
File.open(path, "a") { |f| f.puts "x", 1; f.print "a", "b"; f << "c" << 1; p f.write("q", :r); f.flush; f.printf("%d", 5) }
p File.read(path)
File.open(path, "r+") { |f| f.write("LINE"); f.seek(0); p f.gets }
File.open(path, "w") { |f| f.sync = true; f.write("é日本\n"); p f.sync }
p File.read(path), File.read(path, 2), File.read(path).encoding, File.binread(path).encoding, File.open(path, "rb", &:read).encoding
File.open(path) { |f| p f.getc, f.gets, f.gets }
File.open(path) { |f| p f.gets(2), f.readpartial(100).encoding }
f = File.new(path)
f.close
p f.closed?, f.close, f.inspect.sub(/\d+/, "N")
begin; f.read; rescue IOError => e; p e.message; end
begin; File.open(path) { |g| g.write("x") }; rescue IOError => e; p e.message; end
begin; File.open(path, "w") { |g| g.read }; rescue IOError => e; p e.message; end
begin; File.open("/no/such/file"); rescue Errno::ENOENT => e; p e.message; end
begin; File.open(path, "zz"); rescue ArgumentError => e; p e.message; end
begin; File.read("/tmp"); rescue SystemCallError => e; p e.class; end
begin; File.open("a\0b"); rescue ArgumentError => e; p e.message; end
begin; File.open(nil); rescue TypeError => e; p e.message; end
p File.rename(path, path + "2"), File.exist?(path), File.delete(path + "2"), File.exist?(path + "2")
begin; File.delete(path); rescue SystemCallError => e; p e.class; end
p File.join("a", "b"), File.join("a/", "/b"), File.join("a", ["b", ["c"]]), File.join, File.join("a//", "b"), File.join("", "x")
p File.basename("/a/b.rb"), File.basename("/a/b.rb", ".rb"), File.basename("b.tar.gz", ".*"), File.basename("/"), File.basename("a/"), File.basename("")
p File.dirname("/a/b/c"), File.dirname("x"), File.dirname("/"), File.dirname("a/b/"), File.dirname("/a/b/c", 2), File.dirname("//a")
p File.extname("a.rb"), File.extname(".bashrc"), File.extname("a.b/c"), File.extname("a."), File.extname(".a.rb"), File.extname("a.tar.gz")
p File.expand_path("../x", "/a/b"), File.expand_path("/a/./b/../c"), File.expand_path("/.."), File.split("/a/b"), File.absolute_path?("/a"), File.absolute_path("~x", "/r")
r, w = IO.pipe
w.puts "through", "pipe"
w.close
p r.read, r.eof?
r.close
p File::SEPARATOR, IO::SEEK_SET, File::RDONLY, File::CREAT.class, File.zero?("/dev/null"), File.readable?("/"), File.writable?("/no/such")
dir = "/tmp/troupe_dir_#{$$}"
Dir.mkdir(dir)
File.write(dir + "/f", "1")
p Dir.exist?(dir), Dir.children(dir), Dir.entries(dir).sort, Dir.empty?(dir)
File.delete(dir + "/f")
p Dir.rmdir(dir), Dir.exist?(dir), Dir.pwd == File.expand_path(".")
# expect: 18
# expect: "line1\nline2\n\nline4"
# expect: true
# expect: 18
# expect: true
# expect: true
# expect: ["line1\n", "line2\n", "\n", "line4"]
# expect: ["line1", "line2", "", "line4"]
# expect: 4
# expect: "line1\n"
# expect: 1
# expect: "line2\n\nline4"
# expect: nil
# expect: true
# expect: "lin"
# expect: 3
# expect: "e"
# expect: 49
# expect: "\n"
# expect: false
# expect: "line4"
# expect: ""
# expect: nil
# expect: "line1\nline2\n\n"
# expect: "line4"
# expect: nil
# expect: "end of file reached"
# expect: "lin"
# expect: "e1\n"
# expect: "line2"
# expect: ""
# expect: ["\n", "line4"]
# expect: ["l", "i", "n"]
# expect: [101, 49]
# expect: nil
# expect: "Z"
# expect: nil
# expect: 65
# expect: true
# expect: Integer
# expect: false
# expect: 2
# expect: "line1\nline2\n\nline4x\n1\nabc1qr5"
# expect: "LINE1\n"
# expect: true
# expect: "é日本\n"
# expect: "\xC3\xA9"
# expect: #<Encoding:UTF-8>
# expect: #<Encoding:BINARY (ASCII-8BIT)>
# expect: #<Encoding:BINARY (ASCII-8BIT)>
# expect: "é"
# expect: "日本\n"
# expect: nil
# expect: "é"
# expect: #<Encoding:BINARY (ASCII-8BIT)>
# expect: true
# expect: nil
# expect: "#<File:/tmp/troupe_files_N.txt (closed)>"
# expect: "closed stream"
# expect: "not opened for writing"
# expect: "not opened for reading"
# expect: "No such file or directory @ rb_sysopen - /no/such/file"
# expect: "invalid access mode zz"
# expect: Errno::EISDIR
# expect: "path name contains null byte"
# expect: "no implicit conversion of nil into String"
# expect: 0
# expect: false
# expect: 1
# expect: false
# expect: Errno::ENOENT
# expect: "a/b"
# expect: "a/b"
# expect: "a/b/c"
# expect: ""
# expect: "a//b"
# expect: "/x"
# expect: "b.rb"
# expect: "b"
# expect: "b.tar"
# expect: "/"
# expect: "a"
# expect: ""
# expect: "/a/b"
# expect: "."
# expect: "/"
# expect: "a"
# expect: "/a"
# expect: "/"
# expect: ".rb"
# expect: ""
# expect: ""
# expect: "."
# expect: ".rb"
# expect: ".gz"
# expect: "/a/x"
# expect: "/a/c"
# expect: "/"
# expect: ["/a", "b"]
# expect: true
# expect: "/r/~x"
# expect: "through\npipe\n"
# expect: true
# expect: "/"
# expect: 0
# expect: 0
# expect: Integer
# expect: true
# expect: true
# expect: false
# expect: true
# expect: ["f"]
# expect: [".", "..", "f"]
# expect: false
# expect: 0
# expect: false
# expect: true
