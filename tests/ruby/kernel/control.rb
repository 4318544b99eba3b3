# loop, catch and throw, raise's forms, at_exit, exit.
# since: 3.4
p loop { break 5 }
p loop { raise StopIteration }
e = [1, 2].each
p (begin; loop { raise StopIteration, "x" }; rescue; 1; end)
p catch(:x) { 10 }, catch(:x) { throw :x }, catch(:x) { throw :x, 7 }
p catch { |tag| throw tag, 3 }
p catch(:a) { catch(:b) { throw :a, 1 }; 2 }
def deep(n) = n == 0 ? throw(:deep, :done) : deep(n - 1)
p catch(:deep) { deep(50) }
p catch(:e) { begin; throw :e, 1; ensure; puts "ensured"; end }
begin
  throw :nope, 4
rescue UncaughtThrowError => e
  p e.message, e.tag, e.value
end

def show
  yield
rescue Exception => e
  raise if NoMemoryError === e # an injected failure ends the program
  p [e.class, e.message]
end
show { raise }
show { raise "text" }
show { raise ArgumentError }
show { raise ArgumentError, "why" }
show { raise ArgumentError.new("obj") }
show { raise ArgumentError.new("obj"), "other" }
show { raise 5 }
show { raise Object }
show { raise "a", "b" }
show { raise nil }
show { raise IOError, "x", ["here:1"] }
show { fail "failed" }
show { Kernel.raise KeyError, "k" }
class Makes; def exception(m = "none") = RuntimeError.new("made #{m}"); end
show { raise Makes.new }
show { raise Makes.new, "with" }
class Bad; def exception(*) = 5; end
show { raise Bad.new }
class Kw < StandardError; def initialize(a = 0, b: 1) = super("#{a} #{b}"); end
show { raise Kw, b: 2 }
show { raise Kw.new(3, b: 4) }
begin
  begin
    raise "inner"
  rescue => e
    raise "outer"
  end
rescue => e
  p e.cause.message, e.cause.cause
end
begin
  begin; raise "inner"; rescue; raise "outer", cause: nil; end
rescue => e
  p e.cause
end
begin
  raise "outer", cause: RuntimeError.new("given")
rescue => e
  p e.cause.message
end
show { raise "x", cause: 5 }
begin
  raise "one"
rescue => e
  begin
    raise
  rescue => again
    p again.equal?(e)
  end
end
p $!
begin; exit; rescue SystemExit => e; p e.status, e.success?, e.message; end
begin; exit(false); rescue SystemExit => e; p e.status; end
begin; exit(7); rescue SystemExit => e; p e.status; end
begin; abort; rescue SystemExit => e; p e.status; end
at_exit { puts "first registered" }
at_exit { puts "last registered"; at_exit { puts "nested" } }
p __method__
def name = __method__
p name
p block_given?
def given = block_given?
p given, given {}
exit 0
# expect: 5
# expect: nil
# expect: nil
# expect: 10
# expect: nil
# expect: 7
# expect: 3
# expect: 1
# expect: :done
# expect: ensured
# expect: 1
# expect: "uncaught throw :nope"
# expect: :nope
# expect: 4
# expect: [RuntimeError, ""]
# expect: [RuntimeError, "text"]
# expect: [ArgumentError, "ArgumentError"]
# expect: [ArgumentError, "why"]
# expect: [ArgumentError, "obj"]
# expect: [ArgumentError, "other"]
# expect: [TypeError, "exception class/object expected"]
# expect: [TypeError, "exception class/object expected"]
# expect: [TypeError, "exception class/object expected"]
# expect: [TypeError, "exception class/object expected"]
# expect: [IOError, "x"]
# expect: [RuntimeError, "failed"]
# expect: [KeyError, "k"]
# expect: [RuntimeError, "made none"]
# expect: [RuntimeError, "made with"]
# expect: [TypeError, "exception object expected"]
# expect: [Kw, "{b: 2} 1"]
# expect: [Kw, "3 4"]
# expect: "inner"
# expect: nil
# expect: nil
# expect: "given"
# expect: [TypeError, "exception object expected"]
# expect: true
# expect: nil
# expect: 0
# expect: true
# expect: "exit"
# expect: 1
# expect: 7
# expect: 1
# expect: nil
# expect: :name
# expect: false
# expect: false
# expect: true
# expect: last registered
# expect: nested
# expect: first registered
