# Recursion that does not end is an exception, in Ruby and through builtins.
def endless(n) = endless(n + 1)
begin; endless(0); rescue SystemStackError => x; p x.message, x.backtrace.size > 100; end
def through = [1].each { through }
begin; through; rescue SystemStackError => x; p x.class; end
class Loop; def to_s = "#{self}"; def inspect = [self].inspect; def ==(o) = o == self; end
begin; Loop.new.to_s; rescue SystemStackError => x; p x.class; end
begin; Loop.new == Loop.new; rescue SystemStackError => x; p x.class; end
begin; define_method(:dm) { dm }; dm; rescue SystemStackError => x; p x.class; end
text = begin; endless(0); rescue SystemStackError => x; x.full_message(highlight: false); end
p text.lines.size < 40, text[/levels/]
# modes: preempt
# expect: "stack level too deep"
# expect: true
# expect: SystemStackError
# expect: SystemStackError
# expect: SystemStackError
# expect: SystemStackError
# expect: true
# expect: "levels"
