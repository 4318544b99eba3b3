# Objects with a say in what they are converted to: to_ary of a block's one argument, respond_to? before to_a and to_proc.
# since: 3.5
pair = Object.new
def pair.to_ary = [1, 2]
def give(x) = yield(x)
p(give(pair) { |a, b| [a, b] }, give(pair) { |a, *b| [a, b] }, give(pair) { |a, | a }, give(pair) { |a| a.equal?(pair) })
p [pair].each { |a, b| break [a, b] }
p pair.instance_exec(pair) { |a, b| [a, b, equal?(pair)] }
class Dynamic
  def method_missing(name, *rest) = name == :to_ary ? [3, 4] : super
  def respond_to_missing?(name, all) = name == :to_ary
end
p(give(Dynamic.new) { |a, b| [a, b] })
a, b = Dynamic.new
p a, b
class Refuses
  def respond_to?(name, all = false) = false
  def to_ary = raise
  def to_a = raise
end
a, b = Refuses.new
p b, [*Refuses.new].size, give(Refuses.new) { |x, y| y }
bad = Object.new
def bad.to_ary = 5
begin; give(bad) { |x, y| }; rescue TypeError => e; p e.message; end
def bad.to_ary = raise("own")
begin; give(bad) { |x, y| }; rescue => e; p e.message, e.backtrace.size; end
begin; give(&3); rescue TypeError => e; p e.message; end
made = proc { class MadeInBlock; end; MadeInBlock }
p Object.new.instance_exec(&made)
NUMBER = 5
begin; class NUMBER; end; rescue TypeError => e; p e.message[/\A.*/]; end
class Keeps
  Hidden = 1
  private_constant :Hidden
end
p defined?(Keeps::Hidden), defined?(Keeps::String), (Keeps::Hidden rescue $!.message)
class Keeps
  def self.const_missing(name) = [:missing, name]
end
p Keeps::Hidden
begin; Object.new.freeze.instance_eval { def self.x = 1 }; rescue FrozenError => e; p e.message.sub(/0x\h+/, ""); end
p Object.new.freeze.singleton_class.frozen?
$none = nil
p defined?($none), defined?($never)
x = "a"
p (/\u3042#{x}/u).encoding, (/#{x}/e).encoding, (/#{x}/s).encoding
def Warning.warn(text, **) = puts(text.sub(/\A.*?rb:/, ""))
NUMBER = 6
eval("{a: 1, a: 2}", nil, "x.rb", 7)
def unlabelled
  raise "x"
rescue
  caller(0).map { |line| line[/'.*/] }
end
p unlabelled
# expect: [1, 2]
# expect: [1, [2]]
# expect: 1
# expect: true
# expect: [1, 2]
# expect: [1, 2, true]
# expect: [3, 4]
# expect: 3
# expect: 4
# expect: nil
# expect: 1
# expect: nil
# expect: "can't convert Object into Array (Object#to_ary gives Integer)"
# expect: "own"
# expect: 3
# expect: "no implicit conversion of Integer into Proc"
# expect: MadeInBlock
# expect: "NUMBER is not a class"
# expect: nil
# expect: nil
# expect: "private constant Keeps::Hidden referenced"
# expect: [:missing, :Hidden]
# expect: "can't modify frozen Object: #<Object:>"
# expect: true
# expect: "global-variable"
# expect: nil
# expect: #<Encoding:UTF-8>
# expect: #<Encoding:EUC-JP>
# expect: #<Encoding:Windows-31J>
# expect: 49: warning: already initialized constant NUMBER
# expect: 31: warning: previous definition of NUMBER was here
# expect: 7: warning: key :a is duplicated and overwritten on line 7
# expect: ["'Object#unlabelled'", "'<main>'"]
class Shouts < String
  def to_s = super + "!"
end
p "#{Shouts.new("a")}", "#{Shouts.new("a")}".class
class String
  def to_s = "never asked"
end
name = "foo"
p "#{name}b"
# expect: "a"
# expect: String
# expect: "foob"
