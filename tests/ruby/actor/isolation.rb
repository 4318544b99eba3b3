# A Ractor's block reaches nothing around it.
# actors
# since: 4.1
def attempt
  yield
rescue => e
  puts "#{e.class}: #{e.message}"
end

a = 1
b = [2]
attempt { Ractor.new { a } }                     # expect: Ractor::IsolationError: can not isolate a Proc because it accesses outer variables (a).
attempt { Ractor.new { [a, b] } }                # expect: Ractor::IsolationError: can not isolate a Proc because it accesses outer variables (a, b).
attempt { Ractor.new { b = 3 } }                 # expect: Ractor::IsolationError: can not isolate a Proc because it accesses outer variables (b).
attempt { Ractor.new { [1].each { |x| x + a } } } # expect: Ractor::IsolationError: can not isolate a Proc because it accesses outer variables (a).
def yielding = Ractor.new { yield }
attempt { yielding {} }                          # expect: Ractor::IsolationError: can not isolate a Proc because it uses 'yield'.
def both(x) = Ractor.new { p x; yield }
attempt { both(1) {} }                           # expect: Ractor::IsolationError: can not isolate a Proc because it accesses outer variables (x) and uses 'yield'.

# Its own variables, and nested blocks, are its own affair.
p Ractor.new { c = 5; [1, 2].map { |x| [x].map { |y| y + c } } }.value # expect: [[6], [7]]
p Ractor.new { |a| a }.value                     # expect: nil
p Ractor.new("b") { |s| s =~ /b/; $~[0] }.value  # expect: "b"
p Ractor.new { "xay"[/(a)/]; [$1, $`] }.value    # expect: ["a", "x"]
p Ractor.new { %w[a b].each { |s| s =~ /b/ }; $~ && $~[0] }.value # expect: "b"

SHARED = [1, "two".freeze].freeze
PRIVATE = [1]
class Box
  @@count = 1
  @@list = []
  @tag = []
  class << self
    attr_reader :tag
  end
  def self.count = @@count
  def self.list = @@list
end

def message(r)
  r.value
rescue Ractor::RemoteError => e
  "#{e.cause.class}: #{e.cause.message[0, 60]}"
end

p message(Ractor.new { SHARED })                 # expect: [1, "two"]
p Ractor.new { SHARED }.value.equal?(SHARED)     # expect: true
puts message(Ractor.new { PRIVATE })[0, 72]      # expect: Ractor::IsolationError: can not access non-shareable objects in constant
p message(Ractor.new { Box.count })              # expect: 1
puts message(Ractor.new { Box.list })[0, 24]     # expect: Ractor::IsolationError: 
$global = 1
puts message(Ractor.new { $global })[0, 24]      # expect: Ractor::IsolationError: 
puts message(Ractor.new { $global = 2 })[0, 24]  # expect: Ractor::IsolationError: 
p $global                                        # expect: 1

# A constant that was read by the main Ractor first is no less private.
def private_list = PRIVATE
private_list
puts message(Ractor.new { private_list })[0, 24] # expect: Ractor::IsolationError: 

# define_method with a block that others cannot share.
list = []
define_method(:noted) { |x| list << x } if respond_to?(:define_method, true)
self.class.send(:define_method, :noted) { |x| list << x }
noted(1)
puts message(Ractor.new { noted(2) })            # expect: RuntimeError: defined with an un-shareable Proc in a different Ractor
p list                                           # expect: [1]
# modes: -redefined
