# What a clone's singleton class keeps, what a constant's error says, what $@ may be.
# since: 3.4
o = Object.new
class << o
  CONST = 4
  def c = CONST
end
p o.clone.singleton_class::CONST, o.clone.c, o.singleton_class::CONST
m = Module.new { def self.name = "Named"; def self.inspect = "<i>" }
p((m::NO rescue $!.message))
m = Module.new { def self.name = nil; def self.inspect = "<i>" }
p((m::NO rescue $!.message), (Comparable::NO rescue $!.message), (NO_SUCH rescue $!.message))
begin
  raise "a"
rescue
  $@ = "text"
  p $!.backtrace, $@
  $@ = ["a", "b"]
  p $@
  p((begin; $@ = [:a]; rescue TypeError; $!.message; end))
  p((begin; $@ = :a; rescue TypeError; $!.message; end))
  $@ = nil
  p $@
end
# expect: 4
# expect: 4
# expect: 4
# expect: "uninitialized constant Named::NO"
# expect: "uninitialized constant <i>::NO"
# expect: "uninitialized constant Comparable::NO"
# expect: "uninitialized constant NO_SUCH"
# expect: ["text"]
# expect: ["text"]
# expect: ["a", "b"]
# expect: "backtrace must be an Array of String or an Array of Thread::Backtrace::Location"
# expect: "backtrace must be an Array of String or an Array of Thread::Backtrace::Location"
# expect: nil
