# break of blocks whose call is over, what LocalJumpError carries, class variables that are overtaken.
# since: 3.4
def keep(&block) = block
def call(&block) = block.call
def rescued
  yield
rescue LocalJumpError => e
  [e.reason, e.exit_value, e.message]
end
p call { break 11 }, rescued { keep { break 55 }.call }
p rescued { b = keep { break 54 }; call(&b) }
p rescued { Proc.new { break 31 }.yield }
def made = keep { break 78 }
p rescued { call(&made) }
def over = keep { return 5 }
p rescued { over.call }
p [1, 2].each { |x| break x * 10 }, (for i in 1..3 do break i end)
class Above; end
class Below < Above; @@late = 1; def self.late = @@late; end
p Below.late
class Above; @@late = 2; end
begin; Below.late; rescue RuntimeError => e; puts e.message; end
p File.expand_path("//a"), File.expand_path("b", "//"), File.expand_path("..", "//a/b"), File.expand_path("/x/../y")
class DefinedSelf; def t = [defined?(self.hidden), defined?(hidden), defined?(self.shown)]; def shown = 1; private def hidden = 1; end
p DefinedSelf.new.t
# expect: 11
# expect: [:break, 55, "break from proc-closure"]
# expect: [:break, 54, "break from proc-closure"]
# expect: [:break, 31, "break from proc-closure"]
# expect: [:break, 78, "break from proc-closure"]
# expect: [:return, 5, "unexpected return"]
# expect: 10
# expect: 1
# expect: 1
# expect: class variable @@late of Below is overtaken by Above
# expect: "//a"
# expect: "//b"
# expect: "//a"
# expect: "/y"
# expect: [nil, "method", "method"]
