# What is printed when nobody rescues.
at_exit { puts "handlers run first" }
def a = raise(ArgumentError, "multi\nline")
def b
  begin
    raise "cause"
  rescue
    a
  end
end
puts "before"
b
# error: uncaught.rb:3:in 'Object#a': multi (ArgumentError)
# error: line
# error: 	from
# error: uncaught.rb:6:in 'Object#b': cause (RuntimeError)
# exit: 1
# since: 3.4
# expect: before
# expect: handlers run first
