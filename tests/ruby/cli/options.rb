# Options of the command: loops over lines, separators, switches of scripts, what comes before the program.
Dir.chdir("/tmp")
$base = "trp_cli_#{$$}"
def file(name, text) = File.write("#{$base}_#{name}", text)
def run(*arguments, input: "in 1\nin 2\n")
  arguments = arguments.map { |one| one.gsub("@", "#{$base}_") }
  IO.popen(["/proc/#{$$}/exe", *arguments], "r+") do |io|
    io.write(input) rescue nil # who reads nothing may be gone
    io.close_write
    puts io.read
  end
  puts "status #{$?.exitstatus}" unless $?.success?
end
file("a", "a b\nc\n")
file("b", "x:y\nz\n")
run("-n", "-e", "BEGIN { p 1 }; print if /2/", "-e", "END { p :end }")
run("-lane", 'p $F, $., $_, $-l, $-a, $-p, $-i, $\, $/, $-W')
run("-F:", "-ane", "p $F, $;", "@b")
run("-0777", "-ne", "p $_", "@a", "@b")
run("-00", "-e", "p $/")
run("-0172", "-ne", "p $_", "@b")
run("-pe", 'sub(/i/, "y"); gsub(/y/, "zz"); chomp; chop')
run("-pe", "next if $. == 1; $_.upcase!")
run("-ne", "print if 2..3")
run("-i.old", "-pe", "$_.upcase!", "@a")
puts File.read("#{$base}_a"), File.read("#{$base}_a.old")
run("-i", "-ne", "print $_ * 2", "@b")
puts File.read("#{$base}_b")
run("-s", "-e", "p $foo, $bar, $a_b, ARGV", "--", "-foo", "-bar=3", "-a-b=1", "--", "-c")
file("x", "junk\n#! /usr/local/bin/ruby -s\np $zzz, DATA.read\n__END__\nrest\n")
run("-x", "@x", "-zzz=4")
file("line", "#!/usr/bin/env ruby -ln\np $_\n")
run("@line")
run("-I", "@lib", "-rset", "-e", 'p $:.any? { |d| d == File.expand_path("@lib") }, Set[1].size')
file("feature.rb", "p :required, __FILE__ == $0\n")
run("-r./@feature", "-C", "/tmp", "-e", "p Dir.pwd, $0")
run("-W0", "-e", "p $VERBOSE")
run("-w", "-W:no-deprecated", "-e", "p $VERBOSE, Warning[:deprecated]")
run("--disable=gems", "--enable=frozen-string-literal", "-Ku", "-EUTF-8", "-e", "p 'a'.frozen?")
run("-", "a", "b", input: "p $0, ARGV\n")
run(input: "p __FILE__, ARGV\n")
file("argv", "p ARGV\n")
run("--", "@argv", "-n", "--", "x")
Dir.glob("#{$base}_*").each { |name| File.unlink(name) }
# modes: gc
# expect: 1
# expect: in 2
# expect: :end
# expect: ["in", "1"]
# expect: 1
# expect: "in 1"
# expect: true
# expect: true
# expect: false
# expect: nil
# expect: "\n"
# expect: "\n"
# expect: 1
# expect: ["in", "2"]
# expect: 2
# expect: "in 2"
# expect: true
# expect: true
# expect: false
# expect: nil
# expect: "\n"
# expect: "\n"
# expect: 1
# expect: ["x", "y\n"]
# expect: /:/
# expect: ["z\n"]
# expect: /:/
# expect: "a b\nc\n"
# expect: "x:y\nz\n"
# expect: ""
# expect: "x:y\nz"
# expect: "\n"
# expect: zzn zzn 
# expect: IN 2
# expect: in 2
# expect: 
# expect: A B
# expect: C
# expect: a b
# expect: c
# expect: 
# expect: x:y
# expect: x:y
# expect: z
# expect: z
# expect: true
# expect: "3"
# expect: "1"
# expect: ["-c"]
# expect: "4"
# expect: "rest\n"
# expect: "in 1"
# expect: "in 2"
# expect: true
# expect: 1
# expect: :required
# expect: false
# expect: "/tmp"
# expect: "-e"
# expect: nil
# expect: true
# expect: false
# expect: true
# expect: "-"
# expect: ["a", "b"]
# expect: "-"
# expect: []
# expect: ["-n", "--", "x"]
