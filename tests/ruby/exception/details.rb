# What comes with an exception, and what looks at one: under oom each is there, or NoMemoryError takes the exception's place.
# since: 3.4
def failing = raise(ArgumentError, "first")
begin
  begin; failing; rescue ArgumentError; raise TypeError, "second"; end
rescue TypeError => e
  p e.cause.message, e.backtrace.empty?, e.cause.backtrace.empty?
end
begin; 5.nothing_like_it(1, [2], k: 3); rescue NoMethodError => e; p e.args, e.name, e.receiver; end
begin; eval("1 +\n"); rescue SyntaxError => e; p e.path; end
begin; Integer(Class.new.new); rescue TypeError => e; puts e.message.sub(/0x\h+/, "0x"); end
begin; Class.new.new.none; rescue NameError => e; puts e.message.gsub(/0x\h+/, "0x"); end
p defined?("ab".dup.upcase.size), defined?("ab".dup.upcase.nothing.size), defined?(raise.size)
"abc" =~ /b(x)?/
p defined?($&), defined?($1), defined?($+), defined?($`), defined?($'), $`, $', $&, $+
warned = []
Warning.singleton_class.define_method(:warn) { |text, **| warned << text.sub(/.*: /, "").chomp }
p eval("[(5; {a: 1, a: 2}), 2].last")
Kept = 1
Kept = 2
p warned.map { |text| text.sub(/ on line.*/m, "") }
# expect: "first"
# expect: false
# expect: false
# expect: [1, [2], {k: 3}]
# expect: :nothing_like_it
# expect: 5
# expect: "(eval at tests/ruby/exception/details.rb:10)"
# expect: can't convert #<Class:0x> into Integer
# expect: undefined method 'none' for an instance of #<Class:0x>
# expect: "method"
# expect: nil
# expect: nil
# expect: "global-variable"
# expect: nil
# expect: nil
# expect: "global-variable"
# expect: "global-variable"
# expect: "a"
# expect: "c"
# expect: "b"
# expect: nil
# expect: 2
# expect: ["key :a is duplicated and overwritten", "already initialized constant Kept", "previous definition of Kept was here"]
