# Calls every method of the core's classes with large receivers and arguments, and measures how long a thread of the same actor
# that sleeps half a millisecond at a time is kept from running. A builtin that goes on for long without a poll shows as a gap.
#
#   troupe --workers=1 tests/long/builtins.rb [SIZE [LIMIT [Class#method …]]]
#
# SIZE: percent of the full sizes (100: strings of 8 MB, arrays of a million items, Integers of a million bits). LIMIT: the gap,
# in milliseconds of processor time, from which on a call is told; the exit status is 1 when there is one. VERBOSE=1 tells which
# receiver's turn it is on standard error, and 2 each method's.
#
# Which arguments a method takes is found out with small ones first.
SIZE = (ARGV.shift || 100).to_f / 100
LIMIT = (ARGV.shift || 8).to_f / 1000
ONLY = ARGV
VERBOSE = ENV["VERBOSE"].to_i
CALL_SECONDS = 2.0 # a call that takes longer is ended; its gaps are measured all the same

def now = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)

$last = now
$gap = 0.0
$deadline = nil
$VERBOSE = nil
MAIN = Thread.current
Thread.new do
  loop do
    sleep 0.0005
    t = now
    $gap = t - $last if t - $last > $gap
    $last = t
    next if $deadline.nil? || t < $deadline
    $deadline = nil
    MAIN.raise(Interrupt)
  end
end

Pair = Struct.new(:a, :b)
Point = Data.define(:x, :y)

# Receivers and arguments of one scale. Each receiver is made anew for each call.
class Sizes
  def initialize(scale)
    @scale = scale
    @text = ("the quick brown fox\n" * of(400_000)).freeze
    @wide = ("naïve — ελληνικά\n" * of(300_000)).freeze
    @bytes = ((0..255).map(&:chr).join.b * of(30_000)).freeze
    @big = 3**of(630_000)
    @other = 7**of(300_000)
    @numbers = Array.new(of(1_000_000)) { |i| i * 7919 % 1_000_003 }.freeze
    @words = Array.new(of(300_000)) { |i| "word #{i * 7919 % 1_000_003}" }.freeze
    @nested = Array.new(of(200_000)) { |i| [i, [i.to_s]] }.freeze
    @table = @numbers.first(of(300_000)).to_h { |i| [i, i] }.freeze
    @names = @words.first(of(200_000)).to_h { |w| [w, w] }.freeze
    @dump = Marshal.dump(@nested)
  end

  def of(n) = [(n * @scale).to_i, 8].max

  def receiver(name)
    case name
    when "text" then +"" << @text
    when "wide" then +"" << @wide
    when "bytes" then "".b << @bytes
    when "big" then @big
    when "numbers" then @numbers.dup
    when "words" then @words.dup
    when "nested" then @nested.dup
    when "table" then @table.dup
    when "names" then @names.dup
    when "set" then Set.new(@numbers.first(@numbers.size / 3))
    when "range" then 0..of(1_000_000)
    when "letters" then "a"..("z" * (@scale > 0.01 ? 5 : 2))
    when "float" then 1.5e300
    when "small" then of(1_000_003)
    when "struct" then Pair.new(@numbers, @text)
    when "data" then Point.new(@numbers, @text)
    when "regexp" then /quick(?: \w+)+$|zzz/
    when "match" then /(o)[^z]*/.match(@text)
    when "symbol" then @wide.to_sym
    when "rational" then Rational(@big, @other)
    when "complex" then Complex(@big, @other)
    when "enumerator" then @numbers.each
    when "lazy" then @numbers.lazy.map { |x| x }
    when "random" then Random.new(1)
    when "io" then StringIO.new(@text.dup)
    when "time" then Time.at(0)
    when "exception" then ArgumentError.new(@text)
    when "module" then Module.new
    else Object.const_get(name)
    end
  end

  def arguments(label, name)
    case label
    when "" then []
    when "3" then [3]
    when "0, 5" then [0, 5]
    when "size" then [of(1_000_000)]
    when "half, size" then [of(500_000), of(1_000_000)]
    when "1..-2" then [1..-2]
    when "'o'" then ["o"]
    when "'o', 'uu'" then %w[o uu]
    when "'a-y', 'b-z'" then %w[a-y b-z]
    when "'ï', 'xyz'" then %w[ï xyz]
    when "'zq'" then ["zq"]
    when "/(o)./, '<\\1>'" then [/(o)./, '<\1>']
    when "/[^q]+z/" then [/[^q]+z/]
    when "/\\w+/i" then [/\w+/i]
    when "'U*'" then ["U*"]
    when "'C*'" then ["C*"]
    when "'m'" then ["m"]
    when "'H*'" then ["H*"]
    when "'M'" then ["M"]
    when "'UTF-16LE'" then ["UTF-16LE"]
    when "numbers" then [@numbers]
    when "words" then [@words]
    when "table" then [@table]
    when "text" then [@text]
    when "wide" then [@wide]
    when "big" then [@big]
    when "-other" then [-@other]
    when "other, big" then [@other % (1 << 10_000), @big % (1 << 8_000)]
    when "0, text" then [0, @text]
    when "size, 'ab'" then [of(8_000_000), "ab"]
    when "dump" then [@dump]
    when "nil" then [nil]
    when "same" then [receiver(name)]
    end
  end
end
RECEIVERS = %w[
  text wide bytes big numbers words nested table names set range letters float small struct data regexp match symbol rational
  complex enumerator lazy random io time exception module Marshal Kernel Integer Array Hash String Regexp Math Random Process
  Struct Symbol GC ObjectSpace Set
].freeze
ARGUMENTS = [
  "", "3", "0, 5", "size", "half, size", "1..-2", "'o'", "'o', 'uu'", "'a-y', 'b-z'", "'ï', 'xyz'", "'zq'", "/(o)./, '<\\1>'",
  "/[^q]+z/", "/\\w+/i", "'U*'", "'C*'", "'m'", "'H*'", "'M'", "'UTF-16LE'", "numbers", "words", "table", "text", "wide", "big",
  "-other", "other, big", "0, text", "size, 'ab'", "dump", "nil", "same"
].freeze
BLOCKS = {"" => nil, "{ |x| x }" => proc { |x| x }, "{ |x, y| x <=> y }" => proc { |x, y| x <=> y }}.freeze

# What ends the program, waits, or changes it for good.
SKIP = %i[
  exit exit! abort fork exec system spawn ` sleep gets readline readlines loop at_exit trap raise fail throw catch require
  require_relative load eval instance_eval instance_exec class_eval class_exec module_eval module_exec binding irb warn puts p pp
  print putc display printf syscall open test select autoload set_trace_func trace_var untrace_var srand kill daemon stop pass
  wait wait2 waitpid waitpid2 waitall detach setproctitle setpgid setsid setpgrp setpriority setrlimit setuid setgid setegid
  seteuid clock_getres each_object garbage_collect define_finalizer undefine_finalizer stress= disable cycle exit_value
  count_objects argv0 last_status getpgid getsid egid= euid= gid= uid= maxgroups= groups= initgroups set_encoding reopen
  upto downto step new_seed warmup refine using start enable compact auto_compact= config measure_total_time= private_class_method
].freeze
# The results are as large as the work.
HUGE = %i[permutation combination repeated_permutation repeated_combination product].freeze
DONE_WRONG = [StandardError, NotImplementedError, NoMemoryError, SystemStackError, UncaughtThrowError].freeze

def call(receiver, name, arguments, block)
  receiver.__send__(name, *arguments, &block)
end

# The largest gap, and how long the call took.
def measure(receiver, name, arguments, block)
  sleep 0.001
  $gap = 0.0
  $last = now
  $deadline = $last + CALL_SECONDS
  began = now
  begin
    call(receiver, name, arguments, block)
    nil
  rescue Interrupt, *DONE_WRONG
    nil
  end
  $deadline = nil
  took = now - began
  sleep 0.001 if took > LIMIT / 2
  [took > LIMIT / 2 ? $gap : 0.0, took]
rescue Interrupt
  [$gap, CALL_SECONDS]
end

def takes?(receiver, name, arguments, block)
  $deadline = now + CALL_SECONDS / 10
  call(receiver, name, arguments, block)
  true
rescue Interrupt, *DONE_WRONG
  false
ensure
  $deadline = nil
end

FEW = Sizes.new(0.0002)
MANY = Sizes.new(SIZE)
found = {}
calls = 0
RECEIVERS.each do |label|
  sample = FEW.receiver(label)
  constant = label.match?(/\A[A-Z]/)
  names = constant ? sample.singleton_methods(false) : sample.class.instance_methods(true)
  names |= Kernel.private_instance_methods(false) if label == "Kernel"
  names |= [:new] if %w[String Array Hash Set Regexp].include?(label)
  (names - SKIP - HUGE).sort.each do |name|
    title = constant ? "#{label}.#{name}" : "#{sample.class}##{name}"
    next unless ONLY.empty? || ONLY.include?(title)
    $stderr.puts title if VERBOSE > 1
    ARGUMENTS.each do |arguments|
      BLOCKS.each do |block_label, block|
        next unless takes?(FEW.receiver(label), name, FEW.arguments(arguments, label), block)
        worst = nil
        3.times do # what another process did to a cache is not the builtin's
          result = measure(MANY.receiver(label), name, MANY.arguments(arguments, label), block)
          calls += 1
          worst = result if worst.nil? || result[0] < worst[0]
          break if result[0] <= LIMIT
        end
        next if worst[0] <= LIMIT || (found[title] && found[title][0] >= worst[0])
        found[title] = [*worst, "#{label}(#{arguments}) #{block_label}"]
        $stderr.puts format("%8.1f ms %s %s", worst[0] * 1000, title, found[title][2]) if VERBOSE > 0
      end
    end
  end
  $stderr.puts "#{label}: #{found.size} of #{calls} calls" if VERBOSE > 0
end
found.sort_by { |_, (gap, _)| -gap }.each do |title, (gap, took, how)|
  puts format("%8.1f ms of %8.1f  %-32s %s", gap * 1000, took * 1000, title, how)
end
puts "#{found.size} builtins of #{calls} calls held others up for more than #{LIMIT * 1000} ms"
exit(found.empty? ? 0 : 1)
