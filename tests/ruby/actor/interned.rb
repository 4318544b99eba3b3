# Equal texts are one object behind -@, in every Ractor.
# actors
# since: 4.1
a = "one " + "text"
p (-a).equal?(-"one text"), (-a).frozen?, a.frozen?, -a                    # expect: true
# expect: true
# expect: false
# expect: "one text"
f = ("fro" + "zen").freeze
p (-f).equal?(-"frozen"), (-f) == f                                        # expect: true
# expect: true
p (-"a".b).equal?(-"a"), (-"a".b).encoding                                 # expect: false
# expect: #<Encoding:BINARY (ASCII-8BIT)>
class Text < String
end
t = Text.new("sub")
t.instance_variable_set(:@a, 1)
p (-t).class, (-t).equal?(-"sub"), (-t).instance_variables                 # expect: String
# expect: true
# expect: []
x, y = Array.new(2) { Ractor.new { Array.new(200) { |i| -i.to_s } } }.map(&:value)
p x.zip(y).all? { |a, b| a.equal?(b) }, x[7], x.equal?(y)                  # expect: true
# expect: "7"
# expect: false
GC.start
x = y = nil
p (-(7.to_s)).equal?(-(7.to_s)), (-"7").equal?(-(7.to_s))                 # expect: true
# expect: false
50.times { |i| -"churn #{i}" }
GC.start
p -"churn 5"                                                               # expect: "churn 5"
