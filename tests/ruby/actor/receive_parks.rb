# A plain receive waits in its C half and is called again when it is woken: what interrupts it meanwhile finds it where it stands.
# actors
# flags: -W0
# since: 4.1

# The send is the first instruction under the rescue, and an exception comes while it waits.
def waits
  begin
    Ractor.receive
  rescue ArgumentError => e
    [e.message, e.backtrace[0][/in .*/]]
  ensure
    @ended = true
  end
end
thread = Thread.new { waits }
Thread.pass until thread.stop?
thread.raise(ArgumentError, "woken")
p thread.value, @ended # expect: ["woken", "in 'Ractor.receive'"]
# expect: true

# … and before it no rescue is: the one around another instruction does not take it.
thread = Thread.new do
  begin
    1
  rescue StandardError
    :wrong
  end
  Ractor.receive
end
thread.report_on_exception = false
Thread.pass until thread.stop?
thread.raise(IOError, "outside")
begin
  thread.value
rescue IOError => e
  p e.message # expect: "outside"
end

# A message for each of several waiting threads; a wake for another is no answer.
threads = Array.new(3) { Thread.new { Ractor.receive } }
Thread.pass until threads.all?(&:stop?)
helper = Ractor.new(Ractor.current) { |main| 3.times { |i| main << i } }
p threads.map(&:value).sort # expect: [0, 1, 2]
helper.value

# In a fiber, by a Method, through send, from a block, with and without self.
Ractor.current << :fiber << :method << :send << :own
p Fiber.new { Ractor.receive }.resume # expect: :fiber
p Ractor.method(:receive).call # expect: :method
p Ractor.__send__(:receive) # expect: :send
p Ractor.current.__send__(:receive) # expect: :own
echo = Ractor.new { loop { message = receive; break message if message == 2 } }
3.times { |i| echo << i }
p echo.value # expect: 2

# Closed while it waits.
port = Ractor::Port.new
thread = Thread.new { port.receive }
thread.report_on_exception = false
Thread.pass until thread.stop?
port.close
begin
  thread.value
rescue Ractor::ClosedError => e
  p e.class # expect: Ractor::ClosedError
end

# To who traces it is one call.
calls = []
traced = TracePoint.new(:c_call, :call) { |t| calls << t.method_id if t.method_id == :receive }
Thread.new { sleep 0.02; Ractor.main << :traced }
traced.enable { p Ractor.receive } # expect: :traced
p calls.uniq # expect: [:receive]

# A handler that only looks (a trap) and returns: the wait goes on.
trap("USR1") { $seen = true }
thread = Thread.new { sleep 0.02; Process.kill("USR1", Process.pid); Thread.pass until $seen; Ractor.main << :after }
p Ractor.receive, $seen # expect: :after
# expect: true
thread.join
