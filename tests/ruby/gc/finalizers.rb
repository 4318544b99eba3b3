# Finalizers run at the end of the program at the latest, behind at_exit blocks.
o = Object.new
id = o.object_id
log = proc { |i| puts "finalized #{i == id}" }
p ObjectSpace.define_finalizer(o, log) == [0, log]  # expect: true
ObjectSpace.define_finalizer(o, log)
q = Object.new
undefined = false
ObjectSpace.define_finalizer(q) { puts "never" if undefined } # the program may end before, for want of memory
ObjectSpace.undefine_finalizer(q)
undefined = true
p((ObjectSpace.define_finalizer(1) {} rescue $!.class)) # expect: ArgumentError
p((ObjectSpace.define_finalizer("a".freeze) {} rescue $!.class)) # expect: FrozenError
at_exit { puts "at_exit" }                          # expect: at_exit
# expect: finalized true
