# Thread#raise, kill, handle_interrupt, abort_on_exception; exit in a thread; deadlocks.
# (not oom: an exception that was deferred takes the place of NoMemoryError, as it does in an ensure)
# modes: gc, scrub, move, preempt
# since: 3.4
# exit: 3
t = Thread.new do
  sleep
rescue => e
  [e.class, e.message]
end
Thread.pass until t.stop?
t.raise ArgumentError, "sent"
p t.value                                           # expect: [ArgumentError, "sent"]
p t.raise("too late")                               # expect: nil
t = Thread.new { loop {} }
t.report_on_exception = false
Thread.pass
t.raise IOError
p((t.join rescue $!.class))                         # expect: IOError

log = []
ready = false
t = Thread.new do
  Thread.handle_interrupt(RuntimeError => :never) do
    ready = true
    Thread.pass until Thread.pending_interrupt?
    log << :masked
  end
  log << :never
rescue => e
  log << e.message
end
Thread.pass until ready || !t.alive?
t.raise "deferred"
t.join
p log                                               # expect: [:masked, "deferred"]
log = []
ready = false
t = Thread.new do
  Thread.handle_interrupt(RuntimeError => :on_blocking) do
    ready = true
    Thread.pass until Thread.pending_interrupt?
    log << :running
    begin
      sleep
    rescue => e
      log << e.message
    end
  end
end
Thread.pass until ready || !t.alive?
t.raise "blocked"
t.join
p log                                               # expect: [:running, "blocked"]

begin
  m = Mutex.new
  m.lock
  t = Thread.new { m.lock }
  t.join
rescue Exception => e
  p e.class, e.message                              # expect: fatal
  # expect: "No live threads left. Deadlock?"
end
m.unlock
begin
  Thread.stop
rescue Exception => e
  p e.class                                         # expect: ThreadError
end if t.join
begin
  Queue.new.pop
rescue Exception => e
  p e.class                                         # expect: fatal
end
begin
  Thread.new do
    Thread.current.report_on_exception = false
    Thread.current.abort_on_exception = true
    raise "abort"
  end
  sleep
rescue => e
  p e                                               # expect: #<RuntimeError: abort>
end
at_exit { p $!.class }                              # expect: SystemExit
Thread.new { exit 3 }
sleep
