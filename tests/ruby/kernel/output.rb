# puts, print, p, putc, printf, display, and what $stdout may be.
puts
puts "a", "b\n", "", 1, 2.5, nil, :sym, true
puts [1, [2, [nil, 3]]], []
puts [[], [[]]]
a = [1]
a << a
puts a
class Foo
  def to_s = "foo"
  def inspect = "FOO"
end
puts Foo.new, [Foo.new]
class NoText; def to_s = 5; end
puts NoText.new.to_s.class
class Ary; def to_ary = ["x", "y"]; end
puts Ary.new
p
p 1, "two", :three, nil
p Foo.new
r = p(5)
p r, p(1, 2), p
print "x", 1, nil, :y, "\n"
print
putc "A"
putc 66
putc "\n"
printf("%d %s\n", 1, "one")
$stdout.printf("%03d\n", 7)
1.display
"\n".display
$stdout << "chained " << 1 << "\n"
$stdout.print("p", "q\n")
p $stdout.write("abc", 1, "\n")
$, = nil
class Sink
  def initialize = @text = +""
  def write(*parts)
    parts.each { |x| @text << x.to_s }
    parts.sum { |x| x.to_s.size }
  end
  attr_reader :text
end
sink = Sink.new
$stdout = sink
puts "one", [2, 3]
print "x", "y"
p :z
putc "q" rescue print "noputc"
$stdout = STDOUT
p sink.text
begin
  $stdout = 5
rescue TypeError => e
  p e.message
end
p STDOUT.equal?($stdout), $stdout.fileno, $stderr.fileno, $stdin.fileno
p $stdout.inspect, STDERR.tty?.class
STDOUT.flush.puts "flushed"
class String; alias old_to_s to_s; end
p "long" * 3
warn "to standard error"
$stderr.puts "also"
# error: to standard error
# exit: 0
# expect:
# expect: a
# expect: b
# expect:
# expect: 1
# expect: 2.5
# expect:
# expect: sym
# expect: true
# expect: 1
# expect: 2
# expect:
# expect: 3
# expect: 1
# expect: [...]
# expect: foo
# expect: foo
# expect: Integer
# expect: x
# expect: y
# expect: 1
# expect: "two"
# expect: :three
# expect: nil
# expect: FOO
# expect: 5
# expect: 1
# expect: 2
# expect: 5
# expect: [1, 2]
# expect: nil
# expect: x1y
# expect: AB
# expect: 1 one
# expect: 007
# expect: 1
# expect: chained 1
# expect: pq
# expect: abc1
# expect: 5
# expect: "one\n2\n3\nxy:z\nq"
# expect: "$stdout must have write method, Integer given"
# expect: true
# expect: 1
# expect: 2
# expect: 0
# expect: "#<IO:<STDOUT>>"
# expect: FalseClass
# expect: flushed
# expect: "longlonglong"
