# "Did you mean?", NoMethodError#args, LocalJumpError#exit_value, SyntaxError#path.
# since: 3.4
class Thing
  attr_accessor :colour
  SIZE = 1
  def lost = colr
  def variable = Thing.new.tap { @colour = 1 }
end
def text = yield rescue $!.detailed_message(error_highlight: false)
puts text { Thing.new.color }, text { Thing.new.lost }, text { Thing::SIZ }, text { Thingg }, text { nothing_like_it_at_all }
puts text { {foo: 1, bar: 2}.fetch(:fo) }, text { {"first" => 1}.fetch("frist") }, text { [].frist }
begin; nil.zzz(1, k: 2); rescue NoMethodError => e; p e.args, e.detailed_message(did_you_mean: false, error_highlight: false); end
def late = proc { return 42 }
begin; late.call; rescue LocalJumpError => e; p e.exit_value, e.reason; end
begin; eval("1 +", nil, "given.rb"); rescue SyntaxError => e; p e.path; end
p SystemExit.new(3).message, SystemExit.new.message, (begin; exit; rescue SystemExit => e; e.message; end)
e = RuntimeError.new("plain")
def e.detailed_message(**) = nil
p e.full_message(highlight: false).sub(/.*?: /, "")
p IO::EAGAINWaitReadable.ancestors.include?(IO::WaitReadable), Errno.const_defined?(:ENOTSUP)
# expect: undefined method 'color' for an instance of Thing (NoMethodError)
# expect: Did you mean?  colour
# expect:                colour=
# expect: undefined local variable or method 'colr' for an instance of Thing (NameError)
# expect: Did you mean?  colour
# expect: uninitialized constant Thing::SIZ (NameError)
# expect: Did you mean?  SIZE
# expect: uninitialized constant Thingg (NameError)
# expect: Did you mean?  Thing
# expect: undefined local variable or method 'nothing_like_it_at_all' for main:Object (NameError)
# expect: key not found: :fo (KeyError)
# expect: Did you mean?  :foo
# expect: key not found: "frist" (KeyError)
# expect: Did you mean?  "first"
# expect: undefined method 'frist' for an instance of Array (NoMethodError)
# expect: Did you mean?  first
# expect: [1, {k: 2}]
# expect: "undefined method 'zzz' for nil (NoMethodError)"
# expect: 42
# expect: :return
# expect: "given.rb"
# expect: "SystemExit"
# expect: "SystemExit"
# expect: "exit"
# expect: "RuntimeError\n"
# expect: true
# expect: true
