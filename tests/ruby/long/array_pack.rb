# Array#delete, Array#pack and String#unpack of much go in turns: others run meanwhile, and what they change is no fault.
# since: 3.4
# Who calls long on a thread, while `change` is called again and again.
def beside(change)
  result = nil
  worker = Thread.new { result = yield }
  change.call until worker.join(0.0001)
  result
end

a = Array.new(3000) { |i| i % 3 == 0 ? "x" : i }
p a.delete("x"), a.size, a[0, 4], a.delete("x"), a.delete(:no) # expect: "x"
# expect: 2000
# expect: [1, 2, 4, 5]
# expect: nil
# expect: nil
begin
  Array.new(3000, 1).freeze.delete(1)
rescue => e
  p e.class                                       # expect: FrozenError
end
p Array.new(3000, 1).freeze.delete(2)             # expect: nil

class Same
  def ==(_) = true
end
b = Array.new(2000) { |i| [i] }
b[1900] = Same.new
p b.delete([5]).class, b.size                     # expect: Same
# expect: 1998
c = Array.new(4000) { |i| i % 2 }
p beside(-> { c.size < 9000 ? c << 2 : c.clear }) { c.delete(1) } # expect: 1
p c.include?(1)                                   # expect: false

items = Array.new(3000) { |i| i % 256 }
bytes = items.pack("C*")
p bytes.size, bytes.unpack("C*") == items, items.pack("N*").unpack("N*") == items # expect: 3000
# expect: true
# expect: true
p items.pack("w*").unpack("w*") == items, items.pack("d*").unpack("d*").sum, items.pack("U*").unpack("U*") == items # expect: true
# expect: 375876.0
# expect: true
long = "some text\n" * 2000
p [long].pack("m").unpack1("m") == long, [long].pack("M").unpack1("M") == long, [long].pack("u").unpack1("u") == long # expect: true
# expect: true
# expect: true
hex = long.unpack1("H*")
p [hex].pack("H*") == long, [long.unpack1("b*")].pack("b*") == long # expect: true
# expect: true
p [3**4000].pack("w").unpack1("w") == 3**4000, [-3**4000].pack("r").unpack1("r") == -3**4000 # expect: true
# expect: true
into = +"begin"
p Array.new(3000, 65).pack("C*", buffer: into).equal?(into), into.size, into[0, 8] # expect: true
# expect: 3005
# expect: "beginAAA"
begin
  (items + [nil]).pack("C*")
rescue => e
  p e.class                                       # expect: TypeError
end
begin
  items.pack("C3001")
rescue => e
  p e.message                                     # expect: "too few arguments"
end

# What others change while it goes on.
text = long.dup
coded = beside(-> { text.replace(text.size > 9 ? "short" : long) }) { [text].pack("m0") }
p [[long].pack("m0"), ["short"].pack("m0")].include?(coded) # expect: true
format = "C" * 2000
list = items.dup
packed = beside(-> { list.clear; format.replace("m") }) do
  list.pack(format)
rescue ArgumentError, TypeError => e
  e.message
end
p [String, 2000].include?(packed.class) # expect: true
source = bytes.dup
got = beside(-> { source.clear; source << "x" * 10 }) { source.unpack("C*") }
p [items, [120] * 10].include?(got) || got.size <= 10 # expect: true
