# Calls every method of the core's classes with large receivers and arguments, and measures how long a thread of the same actor
# that sleeps a millisecond at a time is kept from running. A builtin that goes on for long without a poll shows as a gap.
#
#   troupe --workers=1 tests/long/builtins.rb [SIZE [LIMIT [Class#method …]]]
#
# SIZE: percent of the full sizes (100: strings of 8 MB, arrays of a million items, Integers of a million bits). LIMIT: the gap,
# in milliseconds of processor time, from which on a call is told; exit status 1 when there is one.
SIZE = (ARGV.shift || 100).to_f / 100
LIMIT = (ARGV.shift || 8).to_f / 1000
ONLY = ARGV
CALL_SECONDS = 4.0 # a call that takes longer is ended; its gaps are measured all the same

def scaled(n) = [(n * SIZE).to_i, 10].max

def now = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)

$last = now
$gap = 0.0
Thread.new do
  loop do
    sleep 0.0005
    t = now
    $gap = t - $last if t - $last > $gap
    $last = t
  end
end

# --- Receivers and arguments. Each is made anew for each call, outside the measurement. --------------------------------------
TEXT = ("the quick brown fox\n" * scaled(400_000)).freeze
WIDE = ("naïve — ελληνικά\n" * scaled(300_000)).freeze
BYTES = ((0..255).map(&:chr).join.b * scaled(30_000)).freeze
BIG = (3**scaled(630_000))
OTHER = (7**scaled(300_000))
NUMBERS = Array.new(scaled(1_000_000)) { |i| i * 7919 % 1_000_003 }.freeze
WORDS = Array.new(scaled(300_000)) { |i| "word #{i * 7919 % 1_000_003}" }.freeze
NESTED = Array.new(scaled(200_000)) { |i| [i, [i.to_s]] }.freeze
TABLE = NUMBERS.first(scaled(300_000)).to_h { |i| [i, i] }.freeze
NAMES = WORDS.first(scaled(200_000)).to_h { |w| [w, w] }.freeze
Pair = Struct.new(:a, :b)
Point = Data.define(:x, :y)

RECEIVERS = {
  "text" => -> { +"" << TEXT }, "wide" => -> { +"" << WIDE }, "bytes" => -> { "".b << BYTES },
  "big" => -> { BIG }, "numbers" => -> { NUMBERS.dup }, "words" => -> { WORDS.dup }, "nested" => -> { NESTED.dup },
  "table" => -> { TABLE.dup }, "names" => -> { NAMES.dup }, "set" => -> { Set.new(NUMBERS.first(NUMBERS.size / 3)) },
  "range" => -> { (0..scaled(1_000_000)) }, "letters" => -> { ("a".."zzzzz") }, "float" => -> { 1.5e300 },
  "small" => -> { 1_000_003 }, "struct" => -> { Pair.new(NUMBERS, TEXT) }, "data" => -> { Point.new(NUMBERS, TEXT) },
  "regexp" => -> { /quick(?: \w+)+$|zzz/ }, "match" => -> { /(o)[^z]*/.match(TEXT) }, "symbol" => -> { :symbol },
  "rational" => -> { Rational(BIG, OTHER) }, "complex" => -> { Complex(BIG, OTHER) },
  "enumerator" => -> { NUMBERS.each }, "lazy" => -> { NUMBERS.lazy.map { |x| x } }, "random" => -> { Random.new(1) },
  "io" => -> { StringIO.new(TEXT.dup) }, "converter" => -> { Encoding::Converter.new("UTF-8", "UTF-16LE") },
  "time" => -> { Time.at(0) }, "proc" => -> { proc { |x| x } }, "exception" => -> { ArgumentError.new(TEXT) },
  "weak" => -> { ObjectSpace::WeakMap.new }, "marshal" => -> { Marshal }, "kernel" => -> { Kernel }, "gc" => -> { GC },
  "integer class" => -> { Integer }, "array class" => -> { Array }, "hash class" => -> { Hash }, "string class" => -> { String },
  "regexp class" => -> { Regexp }, "math" => -> { Math }, "comparable" => -> { ObjectSpace }, "random class" => -> { Random },
  "process" => -> { Process }, "struct class" => -> { Struct }, "time class" => -> { Time }, "symbol class" => -> { Symbol }
}.freeze
SAME = %w[text wide bytes big numbers words nested table names set struct data rational].freeze
ARGUMENTS = {
  "" => -> { [] }, "3" => -> { [3] }, "0, 5" => -> { [0, 5] }, "size" => -> { [scaled(1_000_000)] }, "1..-2" => -> { [1..-2] },
  "'o'" => -> { ["o"] }, "'o', 'uu'" => -> { %w[o uu] }, "'a-y', 'b-z'" => -> { %w[a-y b-z] }, "'ï'" => -> { ["ï"] },
  "'zq'" => -> { ["zq"] }, "/o/" => -> { [/o/] }, "/(o)./, '<\\\\1>'" => -> { [/(o)./, '<\1>'] }, "/[^q]+z/" => -> { [/[^q]+z/] },
  "/\\w+/i" => -> { [/\w+/i] }, "'U*'" => -> { ["U*"] }, "'C*'" => -> { ["C*"] }, "'m'" => -> { ["m"] }, "'H*'" => -> { ["H*"] },
  "'UTF-16LE'" => -> { ["UTF-16LE"] }, "'UTF-8', 'ISO-8859-1'" => -> { %w[UTF-8 ISO-8859-1] }, "numbers" => -> { [NUMBERS] },
  "words" => -> { [WORDS] }, "table" => -> { [TABLE] }, "text" => -> { [TEXT] }, "wide" => -> { [WIDE] }, "big" => -> { [BIG] },
  "-big" => -> { [-OTHER] }, "big, big" => -> { [OTHER, BIG] }, "0, text" => -> { [0, TEXT] }, "size, 'ab'" => -> { [scaled(8_000_000), "ab"] },
  "binary" => -> { [Marshal.dump(NESTED)] }, "nil" => -> { [nil] }, "self" => -> { [:itself] }
}.freeze
BLOCKS = {"" => nil, "{ |x| x }" => proc { |x| x }, "{ |x, y| x <=> y }" => proc { |x, y| x <=> y }}.freeze

# What ends the program, waits, or changes it for good.
SKIP = %i[
  exit exit! abort fork exec system spawn ` sleep gets readline readlines loop at_exit trap raise fail throw catch require
  require_relative load eval instance_eval instance_exec class_eval class_exec module_eval module_exec binding irb warn puts p pp
  print putc display printf syscall open test select autoload set_trace_func trace_var untrace_var srand kill daemon stop pass
  wait wait2 waitpid waitpid2 waitall detach setproctitle setpgid setsid setpgrp setpriority setrlimit setuid setgid setegid
  seteuid clock_getres each_object garbage_collect define_finalizer undefine_finalizer stress= disable define_method
  remove_method undef_method alias_method const_set remove_const attr attr_accessor attr_reader attr_writer include extend
  prepend refine using instance_variable_set remove_instance_variable class_variable_set freeze public private protected
  private_class_method public_class_method private_constant public_constant deprecate_constant module_function send __send__
  public_send method_missing cycle new_seed start exit_value _id2ref count_objects allocate method public_method
  singleton_method instance_method define_singleton_method tap then yield_self argv0 last_status getpgid getsid
  proc lambda Array String Integer Float callcc set_encoding reopen egid= euid= gid= uid= maxgroups= groups= initgroups
].freeze
# Of so many items any program takes for ever: the results are as large.
HUGE = %i[permutation combination repeated_permutation repeated_combination product].freeze

def measure(receiver, name, arguments, block)
  GC.start if $dirty
  sleep 0.001
  $gap = 0.0
  $last = now
  limit = Thread.new(Thread.current) { |t| sleep CALL_SECONDS; t.raise(Interrupt) }
  began = now
  begin
    result = receiver.public_send(name, *arguments, &block)
    result = nil
  rescue Interrupt, StandardError, NotImplementedError, NoMemoryError, SystemStackError
    nil
  end
  took = now - began
  sleep 0.001 if took > LIMIT / 2
  limit.kill
  $dirty = took > 0.02
  [took, took > LIMIT / 2 ? $gap : 0.0]
rescue Interrupt
  [CALL_SECONDS, $gap]
end

found = {}
RECEIVERS.each do |label, make|
  sample = make.call
  klass = sample.is_a?(Module) ? sample : sample.class
  names = sample.is_a?(Module) ? sample.singleton_methods(false) | (sample == Kernel ? Kernel.private_instance_methods(false) : []) : sample.public_methods(true)
  (names - SKIP - HUGE).sort.each do |name|
    title = sample.is_a?(Module) ? "#{klass}.#{name}" : "#{klass}##{name}"
    next unless ONLY.empty? || ONLY.include?(title)
    arity = (sample.is_a?(Module) && sample == Kernel ? Kernel.instance_method(name) : sample.method(name)).arity rescue next
    ARGUMENTS.each do |arguments_label, arguments|
      list = arguments.call
      list = [make.call] if list == [:itself]
      next if arity >= 0 ? list.size != arity : list.size < ~arity
      BLOCKS.each do |block_label, block|
        worst = nil
        3.times do # what another process did to a cache is not the builtin's
          took, gap = measure(make.call, name, list, block)
          worst = [gap, took] if worst.nil? || gap < worst[0]
          break if gap <= LIMIT
        end
        next if worst[0] <= LIMIT
        before = found[title]
        found[title] = [*worst, "#{label}(#{arguments_label}) #{block_label}"] if before.nil? || before[0] < worst[0]
      end
    end
  end
  $stderr.puts "#{label}: #{found.size}" if ENV["VERBOSE"]
end
found.sort_by { |_, (gap, _)| -gap }.each do |title, (gap, took, how)|
  puts format("%8.1f ms of %8.1f  %-32s %s", gap * 1000, took * 1000, title, how)
end
puts "#{found.size} builtins held others up for more than #{LIMIT * 1000} ms"
exit(found.empty? ? 0 : 1)
