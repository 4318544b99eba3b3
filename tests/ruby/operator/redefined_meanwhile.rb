# Each operator of the core is defined anew in the middle of a loop that uses it: from then on the loop sees the new one, for
# one receiver, until the old one is put back.
require_relative "_mark"

Mark.check(Integer, 7, {
  :+ => ["x + 2", "x + 1", "x.+(2)", "(y = x; y += 2)", "[x, 2].inject(:+)", "x&.+ 2", "x + 1.5", "x.send(:+, 2)"],
  :- => ["x - 2", "x - 1", "(y = x; y -= 2)"], :* => ["x * 2"], :/ => ["x / 2", "(y = x; y /= 2)"], :% => ["x % 4"],
       :** => ["x ** 2"],
  :& => ["x & 3"], :| => ["x | 8"], :^ => ["x ^ 1"], :<< => ["x << 1"], :>> => ["x >> 1"], :~ => ["~x"], :-@ => ["-x"],
       :+@ => ["+x"],
  :[] => ["x[0]"],
  :< => ["x < 3", "x < z", "(x < z ? 1 : 2)", "(x < 3 and 5)", "(while x < 3 do break 9 end)", "(1 unless x < 3)", "!(x < 3)"],
  :<= => ["x <= 3", "(x <= z ? 1 : 2)", "(until x <= 3 do break 9 end)"], :> => ["x > 30", "(x > z ? 1 : 2)", "(1 if x > 30)"],
  :>= => ["x >= 30", "(x >= z ? 1 : 2)", "(1 if not x >= 30)"],
  :== => ["x == 3", "x == z", "(x == z ? 1 : 2)", "(1 unless x == 3)", "x != 3", "(x != z ? 1 : 2)", "[x].include?(3)",
       "[x].index(3)",
          "[x].count(3)", "[x] == [3]", "(case 3 when x then 1 end)", "x == nil"],
  :!= => ["x != 7", "(x != 7 ? 1 : 2)", "(1 unless x != 7)", "(1 while x != 7 && (break 5))"],
  :! => ["!x", "(not x)", "(!x ? 1 : 2)", "!!x"],
  :=== => ["x === 3", "(case 3 when x then 1 else 2 end)", "(case 3 when 1, x then 1 else 2 end)", "[3].grep(x).size",
       "(3 in ^x)"],
  :<=> => ["x <=> 3", "[x, 3].sort", "[3, x].max.class", "[x, 3].min.class"],
  :to_s => ['"#{x}"', '"a#{x}b"', "[x, 1].join('-')", "x.to_s", "format('%s', x)"], :coerce => ["1.5.+(x) rescue 3"],
  :succ => ["x.succ"], :size => ["x.size"], :zero? => ["x.zero?"], :even? => ["x.even?"]
})
Mark.check(Float, 7.5, {
  :+ => ["x + 2", "x + 2.0", "(y = x; y += 1)"], :- => ["x - 2.5", "x - 1"], :* => ["x * 2.0"], :/ => ["x / 2"],
       :% => ["x % 2"], :** => ["x ** 2"],
  :-@ => ["-x"], :< => ["x < 3", "(x < 3.0 ? 1 : 2)"], :<= => ["(1 if x <= 3.0)"], :> => ["x > 30.0"],
       :>= => ["(x >= 30 ? 1 : 2)"],
  :== => ["x == 3.0", "x != 3.0", "(x == 3.0 ? 1 : 2)", "[x].include?(3.0)"], :=== => ["(case 3.0 when x then 1 end)"],
  :<=> => ["x <=> 3.0", "[x, 3.0].max.class"], :to_s => ['"#{x}"'], :to_i => ["x.to_i"], :floor => ["x.floor"]
})
Mark.check(String, "seven", {
  :+ => ["x + 'a'", "(y = x; y += 'a')"], :* => ["x * 2"], :% => ["x % 2"], :<< => ["x.dup; x << ''"], :[] => ["x[0]",
       "x[0, 2]", "x[0..1]"],
  :[]= => ["(x[0] = 's')", "(x[0, 1] = 's'; x)"], :== => ["x == 'a'", "x != 'a'", "(x == 'a' ? 1 : 2)", "[x].include?('a')"],
  :=== => ["(case 'a' when x then 1 end)"], :<=> => ["x <=> 'a'", "[x, 'a'].max.class"], :=~ => ["x =~ /e/",
       "x =~ 'e' rescue 4"],
  :to_s => ['"#{x}".size'], :size => ["x.size"], :length => ["x.length"], :empty? => ["x.empty?", "(1 if x.empty?)"],
  :-@ => ["-x"], :+@ => ["+x"], :to_sym => ["x.to_sym"], :succ => ["x.succ"],
  :! => ["!x"]
})
Mark.check(Symbol, :seven, {
  :== => ["x == :a", "x != :a", "(x == :a ? 1 : 2)", "[x].include?(:a)"], :=== => ["(case :a when x then 1 end)"],
       :<=> => ["x <=> :a", "[x, :a].max.class"],
  :[] => ["x[0]"], :to_s => ['"#{x}"'], :to_proc => ["x.to_proc.class"], :size => ["x.size"], :=~ => ["x =~ /e/"], :! => ["!x"]
})
Mark.check(Array, [7, 8], {
  :[] => ["x[0]", "x[-1]", "x[0, 1]", "x[0..]", "x[1.5]"], :[]= => ["(x[0] = 7)", "(x[0] = 7; x.size)", "x[0] += 0"],
       :+ => ["x + [1]", "x += [1]"],
  :- => ["x - [7]"], :* => ["x * 2"], :& => ["x & [7]"], :| => ["x | [9]"], :<< => ["(x.dup << 1).size"],
  :== => ["x == [1]", "x != [1]", "(x == [1] ? 1 : 2)"], :=== => ["(case [1] when x then 1 end)"], :<=> => ["x <=> [1]",
       "[x, [1]].max.class"],
  :size => ["x.size"], :length => ["x.length"], :empty? => ["x.empty?"], :first => ["x.first"], :last => ["x.last"],
       :max => ["x.max", "[x].flatten.max"],
  :min => ["x.min"], :to_a => ["[*x]", "x.to_a"], :to_s => ['"#{x}"'], :each => ["x.each { }"],
       :! => ["!x"],
  :include? => ["x.include?(7)"], :pop => ["x.dup.pop"],
       :deconstruct => ["(case x; in [a, *] then a end)"]
})
Mark.check(Hash, { seven: 7 }, {
  :[] => ["x[:seven]", "x['seven']", "x[:a]"], :[]= => ["(x[:seven] = 7)", "x[:seven] += 0", "(x['a'] = 1; x.delete('a'))"],
       :== => ["x == {}", "x != {}"],
  :size => ["x.size"], :empty? => ["x.empty?"], :key? => ["x.key?(:seven)"], :fetch => ["x.fetch(:seven)"],
       :to_s => ['"#{x}".class'],
  :to_a => ["[*x]"], :=== => ["(case 1 when x then 1 end)"], :< => ["x < {}"], :>= => ["(1 if x >= {a: 1})"],
       :each => ["x.each { }"], :! => ["!x"]
})
Mark.check(NilClass, nil, {
  :== => ["x == 1", "x != 1", "(x == 1 ? 1 : 2)", "[x].include?(1)"], :=== => ["(case 1 when x then 1 end)"], :& => ["x & 1"],
       :| => ["x | nil"],
  :! => ["!x", "(not x)", "(1 unless !x)"], :to_s => ['"#{x}"', "[x, 1].join('-')"], :to_a => ["x.to_a"], :nil? => ["x.nil?",
       "(1 unless x.nil?)"], :=~ => ["x =~ /a/"]
})
Mark.check(TrueClass, true, {
  :== => ["x == 1", "x != 1"], :=== => ["(case 1 when x then 1 end)"], :& => ["x & nil"], :| => ["x | 1"], :^ => ["x ^ true"],
  :! => ["!x", "(1 if !x)"], :to_s => ['"#{x}"']
})
Mark.check(FalseClass, false, { :== => ["x == 1"], :& => ["x & 1"], :| => ["x | nil"], :^ => ["x ^ nil"], :! => ["!x",
       "(1 unless !x)"], :to_s => ['"#{x}"'] })
Mark.check(Regexp, /e/, { :=~ => ["x =~ 'e'"], :=== => ["(case 'e' when x then 1 end)", "['e'].grep(x).size"],
       :match? => ["x.match?('e')"], :== => ["x == /a/"] })
Mark.check(Range, (1..3), {
  :=== => ["(case 9 when x then 1 end)"], :each => ["x.each { }"], :== => ["x == (1..2)"], :size => ["x.size"],
       :to_a => ["[*x]"], :first => ["x.first"],
  :include? => ["x.include?(9)"], :step => ["x.step(2).class"]
})
Mark.check(Proc, proc { |a| a }, { :call => ["x.call(1)", "x.(1)"], :[] => ["x[1]"], :=== => ["(case 1 when x then 5 end)"],
       :yield => ["x.yield(1)"], :== => ["x == 1"] })
Mark.check(Module, Comparable, { :=== => ["(case 1 when x then 1 end)", "(1 in ^x)", "x === 1"], :== => ["x == 1"],
       :<= => ["x <= Comparable"], :name => ["x.name"] })
Mark.check(Class, String, { :new => ["x.new.class"], :allocate => ["x.allocate.class"],
       :=== => ["(case 1 when x then 1 else 2 end)"] })
Mark.check(Object, Object.new, {
  :== => ["x == 1", "x != 1", "(x == 1 ? 1 : 2)", "[x].include?(1)"], :! => ["!x", "(1 if !x)"], :!= => ["x != 1"],
       :=== => ["(case 1 when x then 1 end)"], :nil? => ["x.nil?"],
  :to_s => ['"#{x}".class'], :is_a? => ["x.is_a?(Integer)"], :respond_to? => ["x.respond_to?(:a)"],
       :class => ["x.class"], :then => ["x.then { 1 }"],
  :eql? => ["x.eql?(1)"], :instance_of? => ["x.instance_of?(Object)"], :send => ["x.send(:itself).class"]
})
# expect: Integer: 80 snippets; blind: (x > z ? 1 : 2), (x >= z ? 1 : 2), (case 3 when x then 1 end), [x, 3].min.class, 1.5.+(x) rescue 3
# expect: Float: 25 snippets; blind: [x, 3.0].max.class
# expect: String: 29 snippets; blind: (x[0] = 's'), (x[0, 1] = 's'; x), [x, 'a'].max.class, "#{x}".size
# expect: Symbol: 13 snippets; blind: [x, :a].max.class, x.to_proc.class
# expect: Array: 37 snippets; blind: (x[0] = 7), (x[0] = 7; x.size), x[0] += 0, x += [1], (x.dup << 1).size, [x, [1]].max.class, [x].flatten.max, [*x], x.dup.pop
# expect: Hash: 19 snippets; blind: (x[:seven] = 7), x[:seven] += 0, "#{x}".class
# expect: NilClass: 16 snippets; blind: (1 unless !x), (1 unless x.nil?)
# expect: TrueClass: 9 snippets
# expect: FalseClass: 7 snippets; blind: (1 unless !x)
# expect: Regexp: 5 snippets; blind: (case 'e' when x then 1 end), ['e'].grep(x).size
# expect: Range: 8 snippets; blind: x.step(2).class
# expect: Proc: 6 snippets; blind: (case 1 when x then 5 end)
# expect: Module: 6 snippets; blind: (case 1 when x then 1 end), (1 in ^x)
# expect: Class: 3 snippets; blind: x.new.class, x.allocate.class
# expect: Object: 17 snippets; blind: "#{x}".class, x.send(:itself).class
