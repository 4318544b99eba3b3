# One text evaluated again and again: each time in the scope, with the locals and the state of that time.
# since: 3.4
def add(n) = eval("n + 1")
p (1..5).map { |i| add(i) }, [add(1.5), add(2r)]
p 3.times.map { |i| eval("[i, (i + 1).then { |x| x * i }]") }
fs = 3.times.map { |i| eval("-> { i += 10 }") }
p fs.map(&:call), fs.map(&:call)
b = binding
3.times { b.eval("counter = (defined?(counter) && counter || 0) + 1") }
p b.local_variable_get(:counter)
p 2.times.map { eval("y = 5; binding.local_variables.include?(:y)") }, (eval("y") rescue :none)
p 2.times.map { |i| eval("def made#{i} = #{i}; made#{i}") }
p 3.times.map { eval("/\#{Object.new.class}/o").source }.uniq
class A; K = :a; def self.k = eval("K"); end
class B; K = :b; def self.k = eval("K"); end
p [A, B, A].map(&:k), [A, B].map { |c| c.class_eval("K") }, [1, "s"].map { |o| o.instance_eval("self") }
p 2.times.map { eval("[__FILE__[0, 5], __LINE__]", nil, "other", 3) }
begin; 2.times { eval("1 +") }; rescue SyntaxError => e; p e.class; end
# expect: [2, 3, 4, 5, 6]
# expect: [2.5, (3/1)]
# expect: [[0, 0], [1, 2], [2, 6]]
# expect: [10, 11, 12]
# expect: [20, 21, 22]
# expect: 3
# expect: [true, true]
# expect: :none
# expect: [0, 1]
# expect: ["Object"]
# expect: [:a, :b, :a]
# expect: [:a, :b]
# expect: [1, "s"]
# expect: [["other", 3], ["other", 3]]
# expect: SyntaxError
