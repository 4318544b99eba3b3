# Dir: changing, listing, patterns; File.fnmatch.
require "tmpdir"
kept = nil
Dir.mktmpdir do |dir|
  kept = dir
  Dir.chdir(dir) do
    File.write("a.txt", "1")
    File.write(".hidden", "1")
    Dir.mkdir("sub")
    File.write("sub/b.rb", "")
    p Dir.glob("**/*").sort, Dir["*.{txt,rb}"], Dir.children(".").sort, Dir.pwd == File.realpath(dir)
    p Dir.glob("*", File::FNM_DOTMATCH).sort, Dir.glob("sub/*.rb"), Dir.glob("*.rb", base: "sub"), Dir.glob("[ab]*"), Dir.glob("none*")
    d = Dir.open("sub")
    p d.each_child.to_a, d.path, d.close
    begin; d.read; rescue IOError => e; p e.class; end
  end
end
p Dir.exist?(kept)
p File.fnmatch("*.rb", "a.rb"), File.fnmatch("*", ".a"), File.fnmatch("*", "a/b"), File.fnmatch("*", "a/b", File::FNM_PATHNAME)
p File.fnmatch("**/*.rb", "a/b/c.rb", File::FNM_PATHNAME), File.fnmatch("[!a-c]?", "zz"), File.fnmatch("{a,b}", "b", File::FNM_EXTGLOB)
p File.fnmatch("A", "a", File::FNM_CASEFOLD), File.fnmatch("\\*", "*"), File.fnmatch(".*", ".a")
r, w = IO.pipe
copy = w.dup
w.close
copy.puts "through the copy"
copy.close
p r.read
# expect: ["a.txt", "sub", "sub/b.rb"]
# expect: ["a.txt"]
# expect: [".hidden", "a.txt", "sub"]
# expect: true
# expect: [".", ".hidden", "a.txt", "sub"]
# expect: ["sub/b.rb"]
# expect: ["b.rb"]
# expect: ["a.txt"]
# expect: []
# expect: ["b.rb"]
# expect: "sub"
# expect: nil
# expect: IOError
# expect: false
# expect: true
# expect: false
# expect: true
# expect: false
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: "through the copy\n"
