# Exceptions: messages, texts, backtraces, the classes that carry more.
e = RuntimeError.new("msg")
p e.message, e.to_s, e.inspect, e.backtrace, e.cause, e.full_message(highlight: false).sub(/\A.*?: /, "")
p RuntimeError.new.message, RuntimeError.new(nil).message, StandardError.new(5).message, RuntimeError.new("").inspect
p RuntimeError.new("a\nb").inspect
class Quiet < StandardError; def message = "quiet"; end
p Quiet.new.inspect, Quiet.new.to_s, Quiet.new.message, Quiet.new.full_message(highlight: false)[/quiet.*/]
class Texty < StandardError; def to_s = "texty"; end
p Texty.new.message, Texty.new.inspect
p e.exception.equal?(e), e.exception("other").message, e.exception("other").class, e == RuntimeError.new("msg"), e == RuntimeError.new("x"), e == 5
p RuntimeError.exception("via").message, (RuntimeError.new(1, 2) rescue $!.message)
p e.detailed_message, e.detailed_message(highlight: true), RuntimeError.new("").detailed_message, ArgumentError.new("").detailed_message
p RuntimeError.new("a\nb").detailed_message, RuntimeError.new("a\nb").detailed_message(highlight: true), Class.new(StandardError).new("anon").detailed_message
begin; e.detailed_message(highlight: 3); rescue ArgumentError => x; p x.message; end
def short(lines) = lines.map { |l| l.gsub(%r{[^ \t\n]*/}, "") }
def raiser = raise(ArgumentError, "deep")
begin
  raiser
rescue => e
  p short(e.backtrace), e.backtrace_locations.map(&:lineno), e.backtrace_locations[0].label, e.backtrace_locations[0].path == __FILE__
  puts short([e.full_message(highlight: false, order: :top), e.full_message(highlight: false, order: :bottom), e.full_message(highlight: true)])
end
begin; e.full_message(order: :up); rescue ArgumentError => x; p x.message; end
begin
  begin
    raise "first"
  rescue
    raise IOError, "second\nline"
  end
rescue => e
  puts short([e.full_message(highlight: false)])
  p e.cause.message
end
e = RuntimeError.new("x")
e.set_backtrace(["a:1", "b:2"])
p e.backtrace, e.backtrace_locations
e.set_backtrace("one")
p e.backtrace
e.set_backtrace(nil)
p e.backtrace
begin; e.set_backtrace([1]); rescue TypeError => x; p x.message; end
begin
  raise "loc"
rescue => l
  e.set_backtrace(l.backtrace_locations)
  p short(e.backtrace), e.backtrace_locations.size
end
begin; nil.nope; rescue NoMethodError => x; p x.name, x.args, x.receiver, x.message; end
begin; nope_here; rescue NameError => x; p x.name, x.class, x.message, x.receiver.equal?(self); end
begin; Object.new.instance_eval { nope }; rescue NameError => x; p x.name; end
p NameError.new("m", :n, receiver: 4).receiver, NameError.new("m", :n).name
begin; NameError.new("m").receiver; rescue ArgumentError => x; p x.message; end
p NoMethodError.new("m", :n, [1]).args, KeyError.new("k", receiver: {}, key: 2).key
begin; KeyError.new("k").key; rescue ArgumentError => x; p x.message; end
begin; {a: 1}.fetch(:b); rescue KeyError => x; p x.message, x.key, x.receiver; end
p FrozenError.new("f", receiver: 1).receiver, StopIteration.new.result
begin; [1].each.tap { |en| loop { en.size; raise StopIteration, "done" } }; end
p SystemExit.new.status, SystemExit.new(3, "bye").message, SystemExit.new(false).success?, SystemExit.new("m").status
p UncaughtThrowError.ancestors.include?(ArgumentError), (throw :q rescue $!.tag)
p LoadError.new("l").path, SignalException.new("INT").signo, SignalException.new("SIGTERM").message, Interrupt.new.message
begin; SignalException.new("NOPE"); rescue ArgumentError => x; p x.message; end
p Errno::ENOENT.new.message, Errno::ENOENT.new("f").message, Errno::ENOENT.new("f", "where").message, Errno::ENOENT::Errno, Errno::EPERM.new.errno
p SystemCallError.new("x", 2).class, SystemCallError.new(2).message, SystemCallError.new("t").message, SystemCallError.new("t", 99999).message, SystemCallError.new(nil).message
p SystemCallError === Errno::EACCES.new, Errno::EACCES === Errno::EPERM.new, Errno::EAGAIN.equal?(Errno::EWOULDBLOCK)
begin; Errno::ENOSUCH; rescue NameError => x; p x.message; end
begin; File.read("/no/such"); rescue SystemCallError => x; p x.class, x.message; end
p [NoMemoryError, ScriptError, SecurityError, SystemStackError, FiberError, ThreadError, RegexpError, FloatDomainError, ClosedQueueError].map(&:superclass)
begin
  raise "a"
rescue => a
  begin
    raise "b"
  rescue => b
    begin; raise a, cause: b; rescue ArgumentError => x; p x.message; rescue => y; p y.cause.message; end
  end
end
def ens
  yield
ensure
  puts "ensure #{$!.inspect}"
end
ens { 1 }
begin; ens { raise "in" }; rescue; end
p((begin; Integer("z"); rescue; "rescued"; else; "else"; ensure; "ensure"; end))
p (raise "x" rescue "mod")
x = begin; 1; rescue; 2; else; 3; end
p x
def retried; n = 0; begin; n += 1; raise if n < 3; n; rescue; retry; end; end
p retried
class Matcher; def self.===(e) = e.message == "match me"; end
begin; raise "match me"; rescue Matcher => m; p m.message; end
errs = [TypeError, ArgumentError]
begin; raise ArgumentError, "splat"; rescue *errs => s; p s.message; end
begin; begin; raise "z"; rescue 5; end; rescue TypeError => t; p t.message; end
p caller, caller(0).size
def cl = caller_locations(1, 1).first
l = cl
p l.lineno, l.label, l.base_label, short([l.to_s]), l.absolute_path == File.expand_path(__FILE__)
def blk = [1].each { |_| return caller(0)[0] }
p short([blk])
class InCls; def short(lines) = lines.map { |l| l[%r{[^/]*$}] }; def self.short(lines) = lines.map { |l| l[%r{[^/]*$}] }; def self.sm = caller(0)[0]; def im = caller(0)[0]; p short([caller(0)[0]]); end
p short([InCls.sm, InCls.new.im])
p short(1.then { caller(0)[0..1] })
# since: 3.4
# expect: "msg"
# expect: "msg"
# expect: "#<RuntimeError: msg>"
# expect: nil
# expect: nil
# expect: "msg (RuntimeError)\n"
# expect: "RuntimeError"
# expect: "RuntimeError"
# expect: "5"
# expect: "RuntimeError"
# expect: "#<RuntimeError:\"a\\nb\">"
# expect: "#<Quiet: Quiet>"
# expect: "Quiet"
# expect: "quiet"
# expect: "quiet (Quiet)"
# expect: "texty"
# expect: "#<Texty: texty>"
# expect: true
# expect: "other"
# expect: RuntimeError
# expect: true
# expect: false
# expect: false
# expect: "via"
# expect: "wrong number of arguments (given 2, expected 0..1)"
# expect: "msg (RuntimeError)"
# expect: "\e[1mmsg (\e[1;4mRuntimeError\e[m\e[1m)\e[m"
# expect: "unhandled exception"
# expect: "ArgumentError"
# expect: "a (RuntimeError)\nb"
# expect: "\e[1ma (\e[1;4mRuntimeError\e[m\e[1m)\e[m\n\e[1mb\e[m"
# expect: "anon"
# expect: "expected true or false as highlight: 3"
# expect: ["basics.rb:16:in 'Object#raiser'", "basics.rb:18:in '<main>'"]
# expect: [16, 18]
# expect: "Object#raiser"
# expect: true
# expect: basics.rb:16:in 'Object#raiser': deep (ArgumentError)
# expect:
# expect: def raiser = raise(ArgumentError, "deep")
# expect:                    ^^^^^^^^^^^^^^^^^^^^^
# expect: 	from basics.rb:18:in '<main>'
# expect: Traceback (most recent call last):
# expect: 	1: from basics.rb:18:in '<main>'
# expect: basics.rb:16:in 'Object#raiser': deep (ArgumentError)
# expect:
# expect: def raiser = raise(ArgumentError, "deep")
# expect:                    ^^^^^^^^^^^^^^^^^^^^^
# expect: basics.rb:16:in 'Object#raiser': [1mdeep ([1;4mArgumentError[m[1m)[m
# expect:
# expect: [1mdef raiser = raise(ArgumentError, "deep")[m
# expect: [1m                   ^^^^^^^^^^^^^^^^^^^^^[m
# expect: 	from basics.rb:18:in '<main>'
# expect: "expected :top or :bottom as order: :up"
# expect: basics.rb:28:in '<main>': second (IOError)
# expect: line
# expect: basics.rb:26:in '<main>': first (RuntimeError)
# expect: "first"
# expect: ["a:1", "b:2"]
# expect: nil
# expect: ["one"]
# expect: nil
# expect: "backtrace must be an Array of String or an Array of Thread::Backtrace::Location"
# expect: ["basics.rb:43:in '<main>'"]
# expect: 1
# expect: :nope
# expect: []
# expect: nil
# expect: "undefined method 'nope' for nil"
# expect: :nope_here
# expect: NameError
# expect: "undefined local variable or method 'nope_here' for main:Object"
# expect: true
# expect: :nope
# expect: 4
# expect: :n
# expect: "no receiver is available"
# expect: [1]
# expect: 2
# expect: "no key is available"
# expect: "key not found: :b"
# expect: :b
# expect: {a: 1}
# expect: 1
# expect: nil
# expect: 0
# expect: "bye"
# expect: false
# expect: 0
# expect: true
# expect: :q
# expect: nil
# expect: 2
# expect: "SIGTERM"
# expect: "Interrupt"
# expect: "unsupported signal 'SIGNOPE'"
# expect: "No such file or directory"
# expect: "No such file or directory - f"
# expect: "No such file or directory @ where - f"
# expect: 2
# expect: 1
# expect: Errno::ENOENT
# expect: "No such file or directory"
# expect: "unknown error - t"
# expect: "Unknown error 99999 - t"
# expect: "unknown error"
# expect: true
# expect: false
# expect: true
# expect: "uninitialized constant Errno::ENOSUCH"
# expect: Errno::ENOENT
# expect: "No such file or directory @ rb_sysopen - /no/such"
# expect: [Exception, Exception, Exception, Exception, StandardError, StandardError, StandardError, RangeError, StopIteration]
# expect: "circular causes"
# expect: ensure nil
# expect: ensure #<RuntimeError: in>
# expect: "rescued"
# expect: "mod"
# expect: 3
# expect: 3
# expect: "match me"
# expect: "splat"
# expect: "class or module required for rescue clause"
# expect: []
# expect: 1
# expect: 97
# expect: "<main>"
# expect: "<main>"
# expect: ["basics.rb:97:in '<main>'"]
# expect: true
# expect: ["basics.rb:99:in 'block in Object#blk'"]
# expect: ["basics.rb:101:in '<class:InCls>'"]
# expect: ["basics.rb:101:in 'InCls.sm'", "basics.rb:101:in 'InCls#im'"]
# expect: ["basics.rb:103:in 'block in <main>'", "basics.rb:103:in 'Kernel#then'"]
