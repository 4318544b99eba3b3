# What is shared is traced while actors run (GC.stat's shared_marks); what they share, replace and drop meanwhile stays right.
# actors
# flags: -W0 --workers=2
# modes: preempt
# since: 4.1

class Point
  attr_reader :x, :name, :kind, :big

  def initialize(x)
    @x = x
    @name = "point #{x}"
    @kind = Point
    @big = 2**70 + x
  end

  def right? = @name == "point #{@x}" && @kind.equal?(Point) && @big - 2**70 == @x
end

# One of each type: those that are traced early, and those that wait for the stop (classes, Procs, what has variables aside).
def row(i)
  aside = [i, "aside"]
  aside.instance_variable_set(:@of, "row #{i}")
  {id: i, points: Array.new(40) { |k| Point.new(i + k) }, nameless: i % 10 == 0 ? Class.new(Point).new(i) : nil,
   range: ("a#{i}".."b#{i}"), float: i * 1e300,
   class: i.odd? ? String : Class.new { define_singleton_method(:id, &Ractor.make_shareable(proc { i })) }, aside: aside}
end

def right?(row, i)
  row[:id] == i && row[:points].each_with_index.all? { |point, k| point.x == i + k && point.right? } &&
    (i % 10 != 0 || row[:nameless].right?) &&
    row[:range] == ("a#{i}".."b#{i}") && row[:float] == i * 1e300 && row[:aside] == [i, "aside"] &&
    row[:aside].instance_variable_get(:@of) == "row #{i}" && (i.odd? ? row[:class] == String : row[:class].id == i)
end

TABLE = Ractor.make_shareable(Array.new(1500) { |i| row(i) })

reader = Ractor.new do
  wrong = 0
  while (message = Ractor.receive)
    row, i = message
    wrong += 1 unless right?(row, i) && right?(TABLE[i % 1500], i % 1500)
  end
  wrong
end

rows = {}
6000.times do |n|
  i = n % 700
  rows[i] = Ractor.make_shareable(row(i))
  reader << [rows[i], i] if n % 3 == 0
end
reader << nil
p reader.value # expect: 0
p rows.all? { |i, row| right?(row, i) } # expect: true
p TABLE.each_with_index.all? { |row, i| right?(row, i) } # expect: true
p GC.stat(:shared_marks) > 0 # expect: true
p GC.stat(:shared_cycles) > 0 # expect: true
