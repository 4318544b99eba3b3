# Objects with a clone, initialize_copy or freeze of their own, or singleton methods, on their way to other Ractors.
# actors
# since: 4.1
def attempt
  p yield
rescue => e
  puts "#{e.class}: #{e.message}"
end

class Node
  attr_accessor :inner, :log
  def initialize_copy(from)
    @log = "copied"
  end
end
a = Node.new
a.inner = [Node.new]
attempt { Ractor.new(a) { |x| [x.log, x.inner[0].log] }.value }           # expect: ["copied", "copied"]
p a.log                                                                    # expect: nil
attempt { Ractor.new([a, a]) { |x, y| x.equal?(y) }.value }                # expect: true
attempt { Ractor.new { Ractor.receive.log }.send(a, move: true).value }    # expect: nil

o = Object.new
def o.hi = :hi
attempt { Ractor.new(o) { |x| [x.hi, x.singleton_methods] }.value }        # expect: [:hi, [:hi]]
attempt { Ractor.new { Ractor.receive.hi }.send(o, move: true).value }     # expect: :hi

o = Object.new
def o.clone = self
attempt { Ractor.new { Ractor.receive }.send(o) }                          # expect: Ractor::Error: #clone returned self
attempt { Ractor.new(Thread.new {}) {} }      # expect: Ractor::Error: can't clone unshareable instance of Thread
attempt { Ractor.new(BasicObject.new) {} }    # expect: Ractor::Error: can't clone unshareable instance of BasicObject
attempt { Ractor.new([Mutex.new]) {} }        # expect: Ractor::Error: can not copy Thread::Mutex object.
attempt { Ractor.new([[1].each]) {} }         # expect: Ractor::Error: can not copy Enumerator object.
attempt { Ractor.new(binding) {} }            # expect: Ractor::Error: can not copy Binding object.
attempt { Ractor.new(method(:attempt)) {} }   # expect: Ractor::Error: can not copy Method object.
attempt { Ractor.new(1.method(:+)) { |m| m.call(2) }.value }               # expect: 3

# A copy is another object, also when somebody has asked for its id.
t = +"t"
id = t.object_id
attempt { Ractor.new(t, id) { |x, id| x.object_id == id }.value }          # expect: false

class Late
  attr_reader :made
  def freeze
    @made = [+"by freeze"]
    super
  end
end
l = Late.new
Ractor.make_shareable([l])
p l.frozen?, l.made.frozen?, Ractor.shareable?(l)                          # expect: true
# expect: true
# expect: true
o = Object.new
def o.freeze = raise("no")
x = [[], o]
attempt { Ractor.make_shareable(x) }                                       # expect: RuntimeError: no
p x.frozen?, Ractor.shareable?(x)                                          # expect: false
# expect: false
o = Object.new
def o.freeze = self
attempt { Ractor.make_shareable([o]) }        # expect: Ractor::Error: #freeze does not freeze object correctly
# expect: Ractor::Error: can not make shareable object for #<Method: String#to_s()> because it refers unshareable objects
attempt { Ractor.make_shareable("".method(:to_s)) }
BOUND = Ractor.make_shareable(Object.method(:name))
UNBOUND = Ractor.make_shareable(Object.instance_method(:class))
attempt { Ractor.new { [BOUND.call, UNBOUND.bind_call(3)] }.value }        # expect: ["Object", Integer]
# modes: -redefined
