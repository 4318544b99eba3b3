# Code that nobody can run goes, and so do methods that were replaced and what was known of them.
# modes: plain,cycle
# since: troupe
require_relative "_growth"

class Some
end
SOME = Some.new
WEAK = ObjectSpace::WeakMap.new
$n = 0

grow "redefinition" => [60_000, -> { Some.class_eval { def redefined = 1 }; SOME.redefined }],
     "define_method" => [40_000, -> { Some.define_method(:defined_by) { 1 }; SOME.defined_by }],
     "alias and removal" => [60_000, -> { Some.alias_method(:other, :redefined); Some.remove_method(:other) }],
     "weak map" => [60_000, -> { key = Object.new; WEAK[key] = key }],
     "constant set anew" => [60_000, -> { Object.const_set(:ANEW, 1); ANEW; Object.send(:remove_const, :ANEW) }],
     "eval of a new text" => [25_000, -> { $n += 1; eval("x = 1 + #{$n}; ->(y) { x + y }").call(1) }],
     "class_eval of a new text" => [8_000, -> { $n += 1; Class.new.class_eval("def a = #{$n}; self").new.a }]
p SOME.redefined, SOME.defined_by                # expect: 1
# expect: 1
