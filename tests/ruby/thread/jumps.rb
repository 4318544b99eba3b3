# break and return out of what another thread or fiber runs: LocalJumpError, where the jump is.
def m
  pr = proc { break 3 }
  t = Thread.new { pr.call }
  t.report_on_exception = false
  begin; t.value; rescue LocalJumpError => e; p e.message; end
  t = Thread.new { return 3 }
  t.report_on_exception = false
  begin; p t.value; rescue LocalJumpError => e; p e.message; end
  t = Thread.new { break 3 }
  t.report_on_exception = false
  begin; p t.value; rescue LocalJumpError => e; p e.message; end
  t = Thread.new { begin; break 3; rescue LocalJumpError; p :in; 4; end }
  p t.value
  t = Thread.new { begin; return 3; rescue LocalJumpError; p :in; 4; end }
  p t.value
  f = Fiber.new { break 4 }
  p((f.resume rescue $!.message))
  f = Fiber.new { return 4 }
  p((f.resume rescue $!.message))
  e = Enumerator.new { |y| begin; return 4; ensure p :ens; end }
  p((e.next rescue $!.message))
end
m
# expect: "break from proc-closure"
# expect: "unexpected return"
# expect: "break from proc-closure"
# expect: :in
# expect: 4
# expect: :in
# expect: 4
# expect: "break from proc-closure"
# expect: "unexpected return"
# expect: :ens
# expect: "unexpected return"
