# The three allocation tasks of CRuby's "Ractor newobj cache" (ko1; ../shared/seeds/004), verbatim, and variants of the same
# kinds; each in three modes: serial, r_serial, r_parallel.
#
#   alloc.rb MODE TASK [SCALE [BESIDE]]   TASK: 1 2 3 1b 2b 3b; SCALE multiplies the iterations (default 1.0)
#
# BESIDE: private (each of the eight runs holds 20 MB that live), shared (all of them hold one frozen structure of 50 MB).
Warning[:experimental] = false if Object.const_defined?(:Warning) && Warning.respond_to?(:[]=)

MODE = (ARGV.shift || :serial).to_sym
TASK = ARGV.shift || "1"
SCALE = (ARGV.shift || 1).to_f
PRIVATE = ARGV[0] == "private"
TN = 8

def megabytes(count) = Array.new(count) { Array.new(25_000) { |i| [i] } }

SHARED = ARGV[0] == "shared" ? Ractor.make_shareable(megabytes(50)) : nil

case TASK
when "1"
  N = (1_000_000 * SCALE).to_i
  def task
    i = 0
    while i < N
      a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]
      i += 1
    end
  end
when "2"
  N = (1_000 * SCALE).to_i
  def task
    i = 0
    s = '0,' * 1_000
    while i < N
      a = s.split(/,/)

      i += 1
    end
  end
when "3"
  N = (1_000 * SCALE).to_i
  def task
    i = 0
    a = (1..100).to_a
    while i < N
      as = a.product(a)
      i += 1
    end
  end
when "1b" # arrays, strings, hashes and objects mixed, some kept
  N = (300_000 * SCALE).to_i
  class Point
    def initialize(x, y)
      @x = x
      @y = y
    end
    attr_reader :x, :y
  end
  def task
    i = 0
    kept = []
    while i < N
      point = Point.new(i, [i])
      row = { x: point.x, name: "n#{i}" }
      kept << row if i % 64 == 0
      kept = [] if kept.size == 1000
      i += 1
    end
  end
when "2b" # a character class, then a string separator
  N = (500 * SCALE).to_i
  def task
    i = 0
    s = "ab;cde,f," * 200
    while i < N
      a = s.split(/[,;]/)
      b = s.split(",")
      i += 1
    end
  end
when "3b" # other makers of many small arrays
  N = (500 * SCALE).to_i
  def task
    i = 0
    a = (1..100).to_a
    while i < N
      a.each_slice(3).to_a
      a.zip(a, a)
      a.combination(2).to_a
      i += 1
    end
  end
else
  raise ArgumentError, "unknown task #{TASK}"
end

def run
  held = PRIVATE ? megabytes(20) : SHARED
  task
  held && held.size
end

case MODE
when :serial
  TN.times { run }
when :r_serial
  TN.times {
    Ractor.new {
      run
    }.take
  }
when :r_parallel
  TN.times.map {
    Ractor.new {
      run
    }
  }.each { |r| r.take }
else
  raise ArgumentError, "unknown mode #{MODE}"
end
