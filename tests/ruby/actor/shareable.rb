# make_shareable, shareable?, and procs that may be shared.
# actors
# since: 4.1
class Tag
  attr_reader :a
  def initialize = @a = +"a"
end

def attempt
  yield
rescue => e
  puts "#{e.class}: #{e.message.sub(/0x\h+/, "0x0").sub(/ \S*shareable.rb:\d+/, "")}"
end

p [1, :a, nil, "s".freeze, Tag, 2**90, 1.5, [1].freeze].map { |x| Ractor.shareable?(x) }.uniq # expect: [true]
p [+"s", [1], {}, Tag.new, [[]].freeze, proc {}].map { |x| Ractor.shareable?(x) }.uniq # expect: [false]

deep = [[1, ["2", { k: "v" }]], Tag.new, (+"a")..(+"b")]
deep << deep
p Ractor.make_shareable(deep).equal?(deep), Ractor.shareable?(deep) # expect: true
# expect: true
p deep.frozen?, deep[0][1][1][:k].frozen?, deep[1].a.frozen?, deep[2].begin.frozen? # expect: true
# expect: true
# expect: true
# expect: true
o = [1, ["3"]]
c = Ractor.make_shareable(o, copy: true)
p Ractor.shareable?(c), o.frozen?, c.equal?(o), c # expect: true
# expect: false
# expect: false
# expect: [1, ["3"]]

# All or nothing.
x = [+"kept", [proc { o }]]
attempt { Ractor.make_shareable(x) }         # expect: Ractor::IsolationError: Proc's self is not shareable: #<Proc:0x0>
p x.frozen?, x[0].frozen?, Ractor.shareable?(x) # expect: false
# expect: false
# expect: false

nil.instance_eval do
  n = 42
  list = []
  again = 1
  third = 3
  add = lambda { |x| x + n }
  Ractor.make_shareable(add)
  p Ractor.shareable?(add), add.call(1), Ractor.new(add) { |f| f.call(2) }.value # expect: true
  # expect: 43
  # expect: 44
  2.times { attempt { Ractor.make_shareable(proc { list }) } } # expect: Ractor::IsolationError: cannot make a shareable Proc because it can refer unshareable object [] from variable 'list'
  # expect: Ractor::IsolationError: cannot make a shareable Proc because it can refer unshareable object [] from variable 'list'
  attempt { Ractor.make_shareable(proc { again }) } # expect: Ractor::IsolationError: cannot make a shareable Proc because the outer variable 'again' may be reassigned.
  again = 2
  attempt { Ractor.make_shareable(proc { third = 4 }) } # expect: Ractor::IsolationError: can not make a Proc shareable because it accesses outer variables (third).
  good = proc { n }
  bad = proc { list }
  attempt { Ractor.make_shareable([good, bad]) } # expect: Ractor::IsolationError: cannot make a shareable Proc because it can refer unshareable object [] from variable 'list'
  p Ractor.shareable?(good), good.frozen?    # expect: false
  # expect: false
end

HANDLERS = Ractor.make_shareable({ double: nil.instance_eval { ->(x) { x * 2 } } })
p Ractor.new { HANDLERS[:double].call(21) }.value # expect: 42
k = 5
f = Ractor.shareable_proc { k + 1 }
g = Ractor.shareable_lambda(self: :me) { |x| [self, x] }
p f.call, f.lambda?, g.call(1), g.lambda?, Ractor.shareable?(g) # expect: 6
# expect: false
# expect: [:me, 1]
# expect: true
# expect: true
attempt { Ractor.shareable_proc(self: []) {} } # expect: Ractor::IsolationError: self should be shareable: []
p Ractor.new(&f).value                       # expect: 6
class Calc
  three = 3
  define_method(:triple, &Ractor.shareable_proc { |x| x * three })
end
p Ractor.new { Calc.new.triple(3) }.value    # expect: 9
