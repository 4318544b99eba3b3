# instance_eval of what has no singleton class, constants in blocks of class_eval, trace_var, warnings of evals.
# since: 3.4
class Integer; In = 1; end
p 1.instance_eval("In"), true.instance_eval("self"), :sym.instance_eval("size")
begin; 5.instance_eval("Out = 1"); rescue TypeError => e; puts e.message; end
begin; 5.instance_eval { def nope = 1 }; rescue TypeError => e; puts e.message; end
begin; 5.instance_eval("def nope = 1"); rescue TypeError => e; puts e.message; end
Where = :top
class Inner; Where = :inner; end
Inner.class_eval { def block = Where }
Inner.class_eval("def text = Where")
Inner.class_eval { p Where; class Made; end }
p Inner.new.block, Inner.new.text, Made.name, Inner.class_eval("Where")
Inner.class_exec(1) { |v| define_method(:dm) { [v, Where] } }
p Inner.new.dm
$traced = 1
seen = []
trace_var(:$traced) { |v| seen << v }
$traced = 2
trace_var(:$traced, proc { |v| $traced = v * 10 })
$traced = 3
p seen, $traced, untrace_var(:$traced).size
$traced = 4
p seen
begin; untrace_var(:$never_assigned_here); rescue NameError => e; puts e.message; end
old = $stderr
$stderr = Class.new { attr_reader :texts; def write(*t) = (@texts ||= []).concat(t) }.new
begin
  eval("{a: 1, a: 2}")
  warned = $stderr.texts
ensure
  $stderr = old
end
p warned.join.sub(/\A.*?:1/, "")
begin; eval("yield"); rescue SyntaxError => e; puts e.message.lines.first.sub(/.*: /, ""); end
def kept = binding
b = kept { |x| x + 1 }
p b.eval("yield 2"), b.eval("block_given?")
curried = ->(x, y, &block) { block.call(x + y) }.curry[1]
p curried.call(2) { _1 * 10 }
# expect: 1
# expect: true
# expect: 3
# expect: can't define singleton
# expect: no class/module to add method
# expect: no class/module to add method
# expect: :top
# expect: :top
# expect: :inner
# expect: "Made"
# expect: :inner
# expect: [1, :top]
# expect: [2, 3]
# expect: 30
# expect: 2
# expect: [2, 3]
# expect: undefined global variable $never_assigned_here
# expect: ": warning: key :a is duplicated and overwritten on line 1\n"
# expect: Invalid yield
# expect: 3
# expect: true
# expect: 30
