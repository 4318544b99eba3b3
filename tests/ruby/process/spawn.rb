# Child processes: `…`, system, spawn and its options, IO.popen, $?, signals.
p `echo hi`, $?.success?, $?.exitstatus
p system("exit 3"), $?.exitstatus, system("no-such-program"), $?.exitstatus
begin; `no-such-program`; rescue Errno::ENOENT => e; p e.message; end
r, w = IO.pipe
pid = spawn({"GIVEN" => "value"}, "echo $GIVEN; echo lost >&2", out: w, err: "/dev/null")
w.close
p r.read, Process.wait(pid) == pid
r.close
p spawn("true", chdir: "/").class, Process.wait2[1].class
IO.popen(["cat"], "r+") { |io| io.puts "there"; io.close_write; p io.read }
p $?.to_s.sub(/\d+/, "N"), IO.popen({"GIVEN" => "again"}, "echo $GIVEN").read, IO.popen("exit 2", &:read), $?.exitstatus
pid = spawn("sleep 5")
Process.kill(:TERM, pid)
Process.wait(pid)
p $?.signaled?, $?.termsig, $?.exitstatus, $?.success?
begin; Process.wait(pid); rescue Errno::ECHILD => e; p e.class; end
begin; system("exit 1", exception: true); rescue RuntimeError => e; p e.message; end
$stdout.flush
exec("echo", "a  b")
# expect: "hi\n"
# expect: true
# expect: 0
# expect: false
# expect: 3
# expect: nil
# expect: 127
# expect: "No such file or directory - no-such-program"
# expect: "value\n"
# expect: true
# expect: Integer
# expect: Process::Status
# expect: "there\n"
# expect: "pid N exit 0"
# expect: "again\n"
# expect: ""
# expect: 2
# expect: true
# expect: 15
# expect: nil
# expect: nil
# expect: Errno::ECHILD
# expect: "Command failed with exit 1: exit 1"
# expect: a  b
