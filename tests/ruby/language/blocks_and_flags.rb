# &nil, ruby2_keywords, return in a singleton class's body, procs of symbols and visibility.
# since: 3.5
def none(&nil) = 1
p none, method(:none).parameters
begin; none { }; rescue ArgumentError => e; p e.message; end
begin; none(&:x); rescue ArgumentError => e; p e.message; end
p none(&nil)

def named(a:, **rest) = [a, rest]
def plain(*args) = named(*args)
ruby2_keywords def flagged(*args) = named(*args)
p flagged(a: 1, b: 2)
begin; plain(a: 1); rescue ArgumentError => e; p e.message; end
class Sends
  define_method(:call) { |*args| target(*args) }
  ruby2_keywords :call
  def target(*args, **keywords) = [args, keywords]
end
p Sends.new.call(1, k: 2)
def Warning.warn(text, **) = puts(text[/warning: .*/])
class Sends
  ruby2_keywords :target
  ruby2_keywords :to_s
end
begin; Sends.send(:ruby2_keywords, :nothing); rescue NameError => e; p e.message; end
send_on = proc { |*args| named(*args) }.ruby2_keywords
p send_on.call(a: 3)

def singleton_return
  class << self
    begin
      return 5
    ensure
      puts "ensured"
    end
  end
  6
end
p singleton_return
def block_return
  class << self
    [1].each { return 7 }
  end
  8
end
p block_return

class Visible
  protected def guarded = 1
  private def hidden = 2
  public
  def each_guarded = [self].map(&:guarded)
  def each_hidden = [self].map(&:hidden)
  def called = :guarded.to_proc.call(self)
end
%i[each_guarded each_hidden called].each do |name|
  p Visible.new.send(name)
rescue NoMethodError => e
  puts e.message
end
class Defined
  define_method(:shown, &:inspect)
  def inspect = "defined"
end
p Defined.new.shown
END { puts "not run" }
begin
  $stdout.flush
  exit!(3)
rescue SystemExit
  puts "rescued"
ensure
  puts "ensured"
end
# exit: 3
# expect: 1
# expect: [[:noblock]]
# expect: "no block accepted"
# expect: "no block accepted"
# expect: 1
# expect: [1, {b: 2}]
# expect: "wrong number of arguments (given 1, expected 0; required keyword: a)"
# expect: [[1], {k: 2}]
# expect: warning: Skipping set of ruby2_keywords flag for target (method accepts keywords or post arguments or method does not accept argument splat)
# expect: warning: Skipping set of ruby2_keywords flag for to_s (can only set in method defining module)
# expect: "undefined method 'nothing' for class 'Sends'"
# expect: [3, {}]
# expect: ensured
# expect: 5
# expect: 7
# expect: protected method 'guarded' called for an instance of Visible
# expect: private method 'hidden' called for an instance of Visible
# expect: protected method 'guarded' called for an instance of Visible
# expect: "defined"
