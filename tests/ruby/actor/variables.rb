# Instance variables of what is shared: of Strings, Arrays and others, readable everywhere; of Ractors, the main one's.
# actors
# since: 4.1
a = [1]
a.instance_variable_set(:@note, +"of an Array")
s = +"text"
s.instance_variable_set(:@list, [1, [2]])
Ractor.make_shareable([a, s])
p Ractor.new(a, s) { |a, s| [a.instance_variable_get(:@note), s.instance_variable_get(:@list)] }.value
# expect: ["of an Array", [1, [2]]]
p a.instance_variable_get(:@note), s.instance_variables                   # expect: "of an Array"
# expect: [:@list]

# They outlive the actor that made them.
h = Ractor.new do
  x = {a: 1}
  x.instance_variable_set(:@note, +"of a Hash")
  Ractor.make_shareable(x)
end.value
GC.start
p h.instance_variable_get(:@note), Ractor.shareable?(h)                   # expect: "of a Hash"
# expect: true
p Ractor.new(h) { |h| h.instance_variable_get(:@note) }.value             # expect: "of a Hash"

# Too many for a layout.
o = Object.new
300.times { |i| o.instance_variable_set(:"@v#{i}", i) }
o.freeze
p Ractor.shareable?(o), Ractor.new(o) { |o| o.instance_variable_get(:@v299) }.value # expect: true
# expect: 299

class Ractor
  attr_accessor :tag
end
r = Ractor.new { Ractor.receive }
r.tag = [1]
r.instance_variable_set(:@other, 2)
p r.tag, r.instance_variables, r.frozen?                                  # expect: [1]
# expect: [:@tag, :@other]
# expect: false
GC.start
p r.tag                                                                   # expect: [1]
errors = Ractor.new(r) do |r|
  [-> { r.tag }, -> { r.tag = 1 }, -> { r.instance_variable_get(:@tag) }, -> { r.instance_variables }].map do |f|
    f.call
  rescue Ractor::IsolationError => e
    e.message
  end
end.value
p errors.uniq        # expect: ["can not access instance variables of shareable objects from non-main Ractors"]
p r.remove_instance_variable(:@other), r.instance_variables               # expect: 2
# expect: [:@tag]
r << 1
r.join

class Holder
  @text = +""
  @number = 42
  def self.asked = [defined?(@text), defined?(@number), defined?(@none), instance_variable_defined?(:@text)]
end
p Ractor.new { Holder.asked }.value       # expect: ["instance-variable", "instance-variable", nil, true]
