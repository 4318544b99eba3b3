# A program that a signal ended dies of it, behind its ensure and at_exit bodies.
def run(source)
  system($engine, "-e", source, err: File::NULL)
  p $?.signaled?, $?.termsig, $?.exitstatus
end
$engine = "/proc/#{$$}/exe"
run("Process.kill(:TERM, $$); sleep 5")
run("begin; Process.kill(:INT, $$); sleep 5; ensure; print 1; end")
run("at_exit { puts $!.class }; raise SignalException, 'HUP'")
run("at_exit { exit 4 }; raise SignalException, 'HUP'")
run("trap(:TERM) { exit 3 }; Process.kill(:TERM, $$)")
run("trap(:TERM, 'SYSTEM_DEFAULT'); Process.kill(:TERM, $$); sleep 5")
`#{$engine} -e 'loop { puts 1 }' | head -1`
p $?.exitstatus
# modes: gc
# expect: true
# expect: 15
# expect: nil
# expect: 1true
# expect: 2
# expect: nil
# expect: SignalException
# expect: true
# expect: 1
# expect: nil
# expect: false
# expect: nil
# expect: 4
# expect: false
# expect: nil
# expect: 3
# expect: true
# expect: 15
# expect: nil
# expect: 0
