# The call that an error is about, marked in its source line.
# since: 3.4
def shown = yield rescue puts($!.detailed_message(did_you_mean: false), "--")
shown { [].frist }
shown { 1 + nil }
	shown { nothing_here.bar(1) }
shown { nil.foo&.bar }
shown { Missing }
shown { String::Missing }
shown { [1].first("x", 2) }
shown { nil[0] }
shown { nil + 1 }
shown { raise ArgumentError, "mine" }
shown { Integer("zz") }
shown { nil.é(1); nil.zzz }
shown { nil.zzz(1,
  2) }
begin
  nil.after_looking
rescue NoMethodError => e
  e.backtrace
  puts e.full_message(highlight: false).lines[1, 3], e.detailed_message(error_highlight: false)
end
puts (eval("nil.zz") rescue $!.detailed_message)
# expect: undefined method 'frist' for an instance of Array (NoMethodError)
# expect: 
# expect: shown { [].frist }
# expect:           ^^^^^^
# expect: --
# expect: nil can't be coerced into Integer (TypeError)
# expect: 
# expect: shown { 1 + nil }
# expect:             ^^^
# expect: --
# expect: undefined local variable or method 'nothing_here' for main:Object (NameError)
# expect: 
# expect: 	shown { nothing_here.bar(1) }
# expect: 	        ^^^^^^^^^^^^
# expect: --
# expect: undefined method 'foo' for nil (NoMethodError)
# expect: 
# expect: shown { nil.foo&.bar }
# expect:            ^^^^
# expect: --
# expect: uninitialized constant Missing (NameError)
# expect: 
# expect: shown { Missing }
# expect:         ^^^^^^^
# expect: --
# expect: uninitialized constant String::Missing (NameError)
# expect: 
# expect: shown { String::Missing }
# expect:               ^^^^^^^^^
# expect: --
# expect: wrong number of arguments (given 2, expected 0..1) (ArgumentError)
# expect: 
# expect: shown { [1].first("x", 2) }
# expect:                   ^^^^^^
# expect: --
# expect: undefined method '[]' for nil (NoMethodError)
# expect: 
# expect: shown { nil[0] }
# expect:            ^^^
# expect: --
# expect: undefined method '+' for nil (NoMethodError)
# expect: 
# expect: shown { nil + 1 }
# expect:             ^
# expect: --
# expect: mine (ArgumentError)
# expect: 
# expect: shown { raise ArgumentError, "mine" }
# expect:               ^^^^^^^^^^^^^^^^^^^^^
# expect: --
# expect: invalid value for Integer(): "zz" (ArgumentError)
# expect: 
# expect: shown { Integer("zz") }
# expect:                 ^^^^
# expect: --
# expect: undefined method 'é' for nil (NoMethodError)
# expect: 
# expect: shown { nil.é(1); nil.zzz }
# expect:            ^^
# expect: --
# expect: undefined method 'zzz' for nil (NoMethodError)
# expect: 
# expect: shown { nil.zzz(1,
# expect:            ^^^^
# expect: --
# expect: 
# expect:   nil.after_looking
# expect:      ^^^^^^^^^^^^^^
# expect: undefined method 'after_looking' for nil (NoMethodError)
# expect: undefined method 'zz' for nil (NoMethodError)
# modes: -redefined
