# What a Ractor leaves: its value or exception, to one Ractor only.
# actors
# since: 4.1
# error: terminated with exception (report_on_exception is true):
# exit: 0
def attempt
  yield
rescue => e
  puts "#{e.class}: #{e.message}"
  e
end

r = Ractor.new { +"v" }
p r.value                                   # expect: "v"
p r.value.equal?(r.value)                   # expect: true
p r.join.equal?(r)                          # expect: true

r = Ractor.new { raise ArgumentError, "bad" }
e = attempt { r.value }                     # expect: Ractor::RemoteError: thrown by remote Ractor.
p e.cause, e.ractor.equal?(r)               # expect: #<ArgumentError: bad>
# expect: true
p e.cause.backtrace.map { |l| l[/value.rb:\d+/] } # expect: ["value.rb:18"]
p Ractor::RemoteError.ancestors.take(3)     # expect: [Ractor::RemoteError, Ractor::Error, RuntimeError]

r = Ractor.new { raise "x" }
attempt { r.join }                          # expect: Ractor::RemoteError: thrown by remote Ractor.
p (r.value rescue $!.cause).equal?((r.join rescue $!.cause)) # expect: true

# expect: [["Only the successor ractor can take a value", 9], ["ok", 2]]
r = Ractor.new { "ok" }
rs = Array.new(10) do
  Ractor.new(r) do |r|
    Ractor.main << r.value
    Ractor.main << r.value
  rescue Ractor::Error => refusal
    Ractor.main << refusal.message
  end
end
p Array.new(11) { Ractor.receive }.tally.sort
rs.each(&:join)

# An exception with a cause, with what cannot be copied, of a class of one's own.
class Odd < StandardError
  attr_reader :extra
  def initialize(extra) = super("odd #{@extra = extra}")
end
r = Ractor.new do
  begin
    raise "inner"
  rescue
    raise Odd.new(proc { 1 })
  end
end
begin
  r.value
rescue Ractor::RemoteError => e
  p e.cause.class, e.cause.extra, e.cause.cause # expect: Odd
  # expect: nil
  # expect: #<RuntimeError: inner>
end
p Ractor.new { Ractor.new { raise IndexError, "deep" }.value rescue $!.cause.class }.value # expect: IndexError

# The result of an ended Ractor may be what a message may not: a Proc with its variables.
count = Ractor.new { n = 0; -> { n += 1 } }.value
p count.call, count.call                     # expect: 1
# expect: 2
p Ractor.new { x = [1]; [x, x, proc { x << 2 }] }.value.then { |a, b, f| f.call; [a, a.equal?(b)] } # expect: [[1, 2], true]

# A value that nobody takes, of a Ractor that nobody knows.
100.times { Ractor.new { "lost" * 1000 } }
p Array.new(20) { |i| Ractor.new(i) { |i| i } }.map(&:value) == Array.new(20) { |i| i } # expect: true
