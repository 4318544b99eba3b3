# Signal.trap: what it takes and returns; handlers run in the main thread, when the process sends itself a signal at once.
p trap(:INT) {}, trap(:INT, nil).class, trap(:INT, "DEFAULT")
p trap(:WINCH, "SIG_IGN"), trap(:WINCH, ""), trap(:WINCH, "SYSTEM_DEFAULT"), trap(:WINCH, "EXIT"), trap(:WINCH, "exit"), trap("WINCH") {}
p trap(0) {}, trap("EXIT", "DEFAULT").class, trap(:PIPE) {}, trap(:PIPE, "DEFAULT").class, trap(:PIPE, "IGNORE"), trap(:PIPE, nil)
p trap(:TERM, "p 1"), trap(:TERM, nil), trap(:USR1, :IGNORE), trap(:USR1, "DEFAULT"), trap(:HUP, "SYSTEM_DEFAULT"), trap(:HUP, "DEFAULT")
["KILL", "SEGV", 9, 65, nil, 1.5, []].each { |s| begin; trap(s) {}; rescue ArgumentError, SystemCallError => e; p e.class, e.message; end }
begin; trap("NOPE") {}; rescue ArgumentError => e; p e.message.delete("'`"); end
begin; trap(:INT); rescue ArgumentError => e; p e.message; end
begin; trap; rescue ArgumentError => e; p e.message; end
called = Object.new
def called.call(number) = p([:call, number])
trap(:USR2, called)
p Process.kill(:USR2, $$)
trap(:USR2) { |*given| p given, Thread.current == Thread.main; raise "out of the handler" }
begin; Process.kill(:USR2, $$); p :not_here; rescue RuntimeError => e; p e.message; end
p Signal.signame(0), Signal.signame(2), Signal.signame(-1), Signal.list["INT"]
begin; Process.kill(:INT, $$); rescue Interrupt => e; p e.message, e.signo; end
begin; Process.kill("TERM", $$); rescue SignalException => e; p e.message, e.signo; end
trap(:TERM, "DEFAULT")
begin; Process.kill("SIGTERM", $$); rescue SignalException => e; p e.message, e.signo, e.signm; end
trap(:TERM, "$seen = 1")
Thread.new { Process.kill(:TERM, $$) }.join
sleep 0.001 until $seen
p $seen, Process.kill(0, $$, $$)
begin; Process.kill(:INT, 99999999); rescue SystemCallError => e; p e.class; end
begin; Process.kill(:INT); rescue ArgumentError => e; p e.message; end
begin; Process.kill(nil, 1); rescue ArgumentError => e; p e.message; end
at_exit { p :at_exit, $!.class }
trap(:EXIT) { |*given| p given; exit 7 }
# modes: gc,move,preempt
# exit: 7
# expect: "DEFAULT"
# expect: Proc
# expect: nil
# expect: "SYSTEM_DEFAULT"
# expect: "IGNORE"
# expect: "IGNORE"
# expect: "SYSTEM_DEFAULT"
# expect: "EXIT"
# expect: "exit"
# expect: nil
# expect: Proc
# expect: nil
# expect: Proc
# expect: nil
# expect: "IGNORE"
# expect: "DEFAULT"
# expect: "p 1"
# expect: "DEFAULT"
# expect: "IGNORE"
# expect: "DEFAULT"
# expect: "SYSTEM_DEFAULT"
# expect: Errno::EINVAL
# expect: "Invalid argument - SIGKILL"
# expect: ArgumentError
# expect: "can't trap reserved signal: SIGSEGV"
# expect: Errno::EINVAL
# expect: "Invalid argument - SIGKILL"
# expect: ArgumentError
# expect: "invalid signal number (65)"
# expect: ArgumentError
# expect: "bad signal type NilClass"
# expect: ArgumentError
# expect: "bad signal type Float"
# expect: ArgumentError
# expect: "bad signal type Array"
# expect: "unsupported signal SIGNOPE"
# expect: "tried to create Proc object without a block"
# expect: "wrong number of arguments (given 0, expected 1..2)"
# expect: [:call, 12]
# expect: 1
# expect: [12]
# expect: true
# expect: "out of the handler"
# expect: "EXIT"
# expect: "INT"
# expect: nil
# expect: 2
# expect: ""
# expect: 2
# expect: "SIGTERM"
# expect: 15
# expect: "SIGTERM"
# expect: 1
# expect: 2
# expect: Errno::ESRCH
# expect: "wrong number of arguments (given 1, expected 2+)"
# expect: "bad signal type NilClass"
# expect: [0]
# expect: :at_exit
# expect: SystemExit
