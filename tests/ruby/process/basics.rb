# Process.clock_gettime, ENV, constants of the engine.
a = Process.clock_gettime(Process::CLOCK_MONOTONIC)
b = Process.clock_gettime(Process::CLOCK_MONOTONIC)
p b >= a, a.class
%i[float_second float_millisecond float_microsecond second millisecond microsecond nanosecond].each { |u| p Process.clock_gettime(Process::CLOCK_REALTIME, u).class }
p Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID).class, Process.clock_getres(Process::CLOCK_MONOTONIC, :nanosecond).class
begin; Process.clock_gettime(Process::CLOCK_MONOTONIC, :hour); rescue ArgumentError => e; p e.message; end
begin; Process.clock_gettime(99999); rescue SystemCallError => e; p e.class; end
p Process.pid == $$, Process.pid.class, Process.ppid.class
p ENV["NO_SUCH_NAME"], ENV.fetch("NO_SUCH_NAME", 1), ENV.fetch("NO_SUCH_NAME") { |k| k * 2 }, ENV.key?("PATH"), ENV["PATH"].frozen?
begin; ENV.fetch("NO_SUCH_NAME"); rescue KeyError => e; p e.message, e.key; end
begin; ENV[5]; rescue TypeError => e; p e.message; end
begin; ENV["a\0b"]; rescue ArgumentError => e; p e.class; end
ENV["TRP_X"] = "1"
p ENV["TRP_X"], ENV.to_h["TRP_X"], ENV.delete("TRP_X"), ENV["TRP_X"], ENV.delete("TRP_X"), ENV.inspect.class, ENV.to_s
p RUBY_VERSION, RUBY_ENGINE, RUBY_PLATFORM.class, RUBY_PATCHLEVEL.class, RUBY_COPYRIGHT.class, RUBY_DESCRIPTION.class, RUBY_ENGINE_VERSION.class, RUBY_RELEASE_DATE.class
p $0 == __FILE__, $PROGRAM_NAME == $0, ARGV, $*.equal?(ARGV), $;, $,, $/, $\, $DEBUG, $VERBOSE
$VERBOSE = nil
p $VERBOSE
$VERBOSE = 5
p $VERBOSE
$VERBOSE = false
begin; $, = 5; rescue TypeError => e; p e.message; end
p $LOADED_FEATURES.equal?($"), $LOAD_PATH.equal?($:), $:.class, defined?($stdout), defined?($nope_global), $nope_global
p global_variables.include?(:$stdout), global_variables.include?(:$0)
# args: one "two words"
# since: 3.4
# expect: true
# expect: Float
# expect: Float
# expect: Float
# expect: Float
# expect: Integer
# expect: Integer
# expect: Integer
# expect: Integer
# expect: Float
# expect: Integer
# expect: "unexpected unit: hour"
# expect: Errno::EINVAL
# expect: true
# expect: Integer
# expect: Integer
# expect: nil
# expect: 1
# expect: "NO_SUCH_NAMENO_SUCH_NAME"
# expect: true
# expect: true
# expect: "key not found: \"NO_SUCH_NAME\""
# expect: "NO_SUCH_NAME"
# expect: "no implicit conversion of Integer into String"
# expect: ArgumentError
# expect: "1"
# expect: "1"
# expect: "1"
# expect: nil
# expect: nil
# expect: String
# expect: "ENV"
# expect: "4.1.0"
# expect: "troupe"
# expect: String
# expect: Integer
# expect: String
# expect: String
# expect: String
# expect: String
# expect: true
# expect: true
# expect: ["one", "two words"]
# expect: true
# expect: nil
# expect: nil
# expect: "\n"
# expect: nil
# expect: false
# expect: false
# expect: nil
# expect: true
# expect: "value of $, must be String"
# expect: true
# expect: true
# expect: Array
# expect: "global-variable"
# expect: nil
# expect: nil
# expect: true
# expect: true
