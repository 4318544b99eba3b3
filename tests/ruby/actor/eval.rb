# eval and Binding in actors: what is around an isolated block stays out of reach.
# actors
# since: 3.4
x = 1
p Ractor.new { eval("a = 1; a + 2") }.value
p Ractor.new { y = 5; [binding.local_variables, eval("y + 1"), binding.local_variable_get(:y)] }.value
p Ractor.new { begin; eval("x"); rescue SyntaxError => e; e.message[/: (.*)/, 1]; end }.value
p Ractor.new { begin; eval("x = 2"); rescue SyntaxError => e; e.class; end }.value
p Ractor.new { begin; TOPLEVEL_BINDING; rescue Ractor::IsolationError => e; e.class; end }.value
b = binding
p Ractor.shareable?(b), (Ractor.make_shareable(b) rescue $!.class), (Ractor.new(b) { } rescue $!.class)
p 3.times.map { |i| Ractor.new(i) { |n| eval("n * 10") } }.map(&:value), x
# expect: 3
# expect: [[:y], 6, 5]
# expect: "can not access variable 'x' from isolated Proc"
# expect: SyntaxError
# expect: Ractor::IsolationError
# expect: false
# expect: Ractor::Error
# expect: Ractor::Error
# expect: [0, 10, 20]
# expect: 1
