# Two actors at one call site. What a call costs (processor time) when one actor makes it, when two actors make it in the
# same code, and when two processes that share nothing do (twins, the control): a site scales if two actors pay what twins pay.
#
#   ruby benchmarks/sites.rb [--exe COMMAND] [--runs N] [--only PATTERN] [--scale F]      interleaved, medians, a table
#   COMMAND benchmarks/sites.rb measure KIND one|two|set [SCALE]                          one figure, in ns a call
#
# COMMAND is build/release/troupe unless said otherwise; any Ruby with Ractor will do. The table's last column is the median
# of two / twins over the rounds: at most 1.06 is wanted. In kinds that end in +set the other
# actor (of the twins: process) sets constants of other names, one for each fifty reads; the figure is what both take, a read.
Warning[:experimental] = false if defined?(Warning) && Warning.respond_to?(:[]=)

CALLS = 1_500_000
FOLDS = [1, 2, 4, 8, 40].freeze

# --- What is called -------------------------------------------------------------------------------------------------------

class Base
  include Comparable
  attr_reader :value
  attr_writer :value
  attr_reader :rank
  def initialize(rank)
    @rank = rank
  end
  def call = 1
  def <=>(other) = @rank <=> other.rank
  def above(x) = x
  def get = @value
  def set(x) = @value = x
end

KINDS_OF_OBJECT = Ractor.make_shareable(
  Array.new(40) do |i|
    Class.new(Base) do
      class_eval <<~RUBY
        def initialize(rank)
          #{(0...i).map { |k| "@v#{k} = nil" }.join("; ")}
          super
          @value = #{i}
        end
        def call = #{i}
        def above(x) = super
        def method_missing(name, *rest) = name == :absent ? 1 : super
        def respond_to_missing?(name, all) = false
      RUBY
    end
  end
)
# Objects of so many classes, each with a layout of its own, 64 in all.
def objects(fold) = Array.new(64) { |i| KINDS_OF_OBJECT[i % fold].new(i) }

LIMIT = 1
module Outer
  LIMIT = 2
  def self.inner = LIMIT
end

# --- The sites: each kind has one method, which all actors run -----------------------------------------------------------

def send_calls(n, list)
  i = 0
  while i < n
    list[i & 63].call
    i += 1
  end
end

def read_calls(n, list)
  i = 0
  while i < n
    list[i & 63].value
    i += 1
  end
end

def write_calls(n, list)
  i = 0
  while i < n
    list[i & 63].value = i
    i += 1
  end
end

def get_calls(n, list)
  i = 0
  while i < n
    list[i & 63].get
    i += 1
  end
end

def set_calls(n, list)
  i = 0
  while i < n
    list[i & 63].set(i)
    i += 1
  end
end

def new_calls(n, list)
  i = 0
  while i < n
    KINDS_OF_OBJECT[i & 7].new(i)
    i += 8
  end
end

def const_calls(n, list)
  i = 0
  while i < n
    LIMIT
    i += 1
  end
end

def const_from_calls(n, list)
  i = 0
  while i < n
    Outer::LIMIT
    i += 1
  end
end

def yielder(x) = yield(x)

def yield_calls(n, list)
  i = 0
  while i < n
    yielder(i) { |x| x }
    i += 1
  end
end

def block_calls(n, list)
  n.times { |i| i }
end

def super_calls(n, list)
  i = 0
  while i < n
    list[i & 63].above(i)
    i += 1
  end
end

def missing_calls(n, list)
  i = 0
  while i < n
    list[i & 63].absent
    i += 1
  end
end

def responds_calls(n, list)
  i = 0
  while i < n
    list[i & 63].respond_to?(:value)
    i += 1
  end
end

def is_a_calls(n, list)
  i = 0
  while i < n
    list[i & 63].is_a?(Comparable)
    i += 1
  end
end

def compare_calls(n, list)
  i = 0
  while i < n
    list[i & 63] < list[(i + 1) & 63]
    i += 1
  end
end

def case_calls(n, list)
  i = 0
  while i < n
    case list[i & 63]
    when Numeric then 1
    when Base then 2
    end
    i += 1
  end
end

KINDS = Ractor.make_shareable(
  FOLDS.to_h { |f| ["send #{f}", [:send_calls, f]] }
    .merge(FOLDS.to_h { |f| ["reader #{f}", [:read_calls, f]] })
    .merge(FOLDS.to_h { |f| ["writer #{f}", [:write_calls, f]] })
    .merge([1, 2, 8].to_h { |f| ["ivar get #{f}", [:get_calls, f]] })
    .merge([1, 2, 8].to_h { |f| ["ivar set #{f}", [:set_calls, f]] })
    .merge("new 8" => [:new_calls, 1], "constant" => [:const_calls, 1], "A::B" => [:const_from_calls, 1],
           "constant +set" => [:const_calls, 1], "A::B +set" => [:const_from_calls, 1],
           "yield" => [:yield_calls, 1], "block" => [:block_calls, 1],
           "super 1" => [:super_calls, 1], "super 4" => [:super_calls, 4], "super 8" => [:super_calls, 8],
           "method_missing 1" => [:missing_calls, 1], "method_missing 8" => [:missing_calls, 8],
           "respond_to? 1" => [:responds_calls, 1], "respond_to? 8" => [:responds_calls, 8],
           "is_a? 8" => [:is_a_calls, 8], "Comparable 1" => [:compare_calls, 1], "Comparable 8" => [:compare_calls, 8],
           "case/when 8" => [:case_calls, 8])
)

# --- One figure -----------------------------------------------------------------------------------------------------------

def result_of(ractor) = ractor.respond_to?(:value) ? ractor.value : ractor.take

def cpu = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)

# Sets constants of names that nobody reads.
def set_constants(n)
  holder = Class.new
  i = 0
  while i < n
    name = "SET#{i & 7}"
    holder.send(:remove_const, name) if i > 7
    holder.const_set(name, i)
    i += 1
  end
end

def setter(calls)
  Ractor.new(calls / 50) do |n|
    Ractor.receive
    set_constants(n)
  end
end

def caller_of(kind, calls)
  Ractor.new(kind, calls) do |name, n|
    work, fold = KINDS.fetch(name)
    list = objects(fold)
    __send__(work, n / 100 + 100, list) # fills the site
    Ractor.receive
    __send__(work, n, list)
  end
end

def measure(kind, mode, scale)
  calls = (CALLS * scale).to_i
  sets = kind.end_with?("+set")
  list = []
  list << caller_of(kind, calls) unless mode == "set"
  list << (sets ? setter(calls) : caller_of(kind, calls)) unless mode == "one"
  sleep(0.02)
  before = cpu
  list.each { |r| r.send(:go) }
  list.each { |r| result_of(r) }
  (cpu - before).to_f / calls / (mode == "two" && !sets ? 2 : 1)
end

if ARGV[0] == "measure"
  _, kind, mode, scale = ARGV
  $stdout.sync = true
  puts measure(kind, mode, (scale || 1).to_f)
  exit!(0)
end

# --- The table ------------------------------------------------------------------------------------------------------------

options = { "exe" => "build/release/troupe", "runs" => "9", "only" => "", "scale" => "1" }
while (name = ARGV.shift)
  key = name.delete_prefix("--")
  abort "unknown option #{name}" unless name.start_with?("--") && options.key?(key)
  options[key] = ARGV.shift or abort "#{name} wants a value"
end

def start(options, kind, mode)
  IO.popen([*options["exe"].split, "benchmarks/sites.rb", "measure", kind, mode, options["scale"]])
end

def figure(io)
  text = io.read
  io.close
  Float(text)
end

def twins(options, kind)
  sets = kind.end_with?("+set")
  pair = [start(options, kind, "one"), start(options, kind, sets ? "set" : "one")]
  figures = pair.map { |io| figure(io) }
  sets ? figures.sum : figures.sum / 2
end

def median(list) = list.sort[list.size / 2]

printf("%-18s %9s %9s %9s %9s %9s\n", "ns a call", "one", "two", "twins", "two/one", "two/twins")
KINDS.each_key do |kind|
  next unless kind.match?(options["only"])
  rounds = Array.new(options["runs"].to_i) do
    [figure(start(options, kind, "one")), figure(start(options, kind, "two")), twins(options, kind)]
  end
  one, two, both = rounds.transpose.map { |list| median(list) }
  ratio = median(rounds.map { |_, a, b| a / b })
  printf("%-18s %9.1f %9.1f %9.1f %9.2f %9.2f\n", kind, one, two, both, two / one, ratio)
  $stdout.flush
end
