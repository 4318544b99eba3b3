# What arrives is a copy with the same shape; what is deeply frozen arrives itself.
# actors
# since: 4.1
Point = Struct.new(:x, :y)
class Tag
  attr_accessor :name, :other
  def initialize(name) = @name = name
end
class MyString < String; end
class MyArray < Array; end
class MyHash < Hash; end

def echo(x) = Ractor.new(x) { |x| x }.value
def same?(x) = echo(x).equal?(x)

# expect: [true, true, true, true, true, true, true]
p [nil, 1, 2**80, 1.5, :sym, Tag, Ractor.current].map { |x| echo(x) == x }
p [:sym, Tag, "lit".freeze, [1, "a".freeze].freeze, { a: 1 }.freeze, (1..2), Point.new(1, 2).freeze, Tag.new(1).freeze].map { |x| same?(x) }.uniq # expect: [true]
p [+"a", [1], { a: 1 }, Point.new(1, 2), Tag.new(1), [+"x"].freeze, Point.new(+"a", 2).freeze].map { |x| same?(x) }.uniq # expect: [false]

s = +"text"
a = [s, s, { s => s }, [s].freeze]
b = echo(a)
p b, b == a                                  # expect: ["text", "text", {"text" => "text"}, ["text"]]
# expect: true
p b[0].equal?(b[1]), b[0].equal?(b[2]["text"]), b[0].equal?(b[3][0]), b[3].frozen?, b[0].frozen? # expect: true
# expect: true
# expect: true
# expect: true
# expect: false
b[0] << "!"
p s, b[3]                                    # expect: "text"
# expect: ["text!"]

h = { name: "n" }
h[:self] = h
p echo(h).then { |c| c[:self].equal?(c) }    # expect: true
list = []
list << list
p echo(list).then { |c| c[0].equal?(c) }     # expect: true

p echo(MyString.new("s")).class, echo(MyArray[1, 2]).class, echo(MyHash[1, 2]).class # expect: MyString
# expect: MyArray
# expect: MyHash
p echo(Hash.new(5).merge(1 => 2))[9]         # expect: 5
i = {}.compare_by_identity
i[s] = 1
c = echo([i, s])
p c[0].compare_by_identity?, c[0][c[1]], c[0]["text"] # expect: true
# expect: 1
# expect: nil
key = Tag.new(1)
c = echo([{ key => :found }, key])
p c[0][c[1]]                                 # expect: :found
p echo((+"a")..(+"c")).to_a                  # expect: ["a", "b", "c"]
p echo("foo bar".match(/(?<x>o+) (b)?/)).then { |m| [m[0], m[:x], m.pre_match, m.string.frozen?] } # expect: ["oo b", "oo", "f", true]
p echo(/a(b)/i).match?("xAB")                # expect: true
p echo(-(2**200)), echo(1e-320), echo(-0.0)  # expect: -1606938044258990275541962092341162602522202993782792835301376
# expect: 1.0e-320
# expect: -0.0
t = Tag.new([1])
t.other = t
c = echo(t)
p c.class, c.name, c.other.equal?(c), c.instance_variables # expect: Tag
# expect: [1]
# expect: true
# expect: [:@name, :@other]
s.instance_variable_set(:@note, [s])
c = echo(s)
p c, c.instance_variable_get(:@note)[0].equal?(c) # expect: "text"
# expect: true
p echo("\xff\x00é".b).encoding, echo("é").valid_encoding? # expect: #<Encoding:BINARY (ASCII-8BIT)>
# expect: true
p echo(Point.new([1], 2))                    # expect: #<struct Point x=[1], y=2>

# expect: ["Ractor::Error: can not copy Proc object.", "Ractor::Error: can not copy Proc object."]
port = Ractor::Port.new
p [-> { Ractor.new(proc {}) { } }, -> { port << proc {} }].map { |f|
  begin
    f.call
  rescue => e
    "#{e.class}: #{e.message}"
  end
}
deep = []
1000.times { deep = [deep] }
p Ractor.new(deep) { |d| n = 0; n += 1 while (d = d[0]); n }.value                                         # expect: 1000
