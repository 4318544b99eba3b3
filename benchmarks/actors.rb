# What actors cost: benchmarks/actors.escript does the same work, in the same sizes, in Erlang.
#
#   actors.rb WORK [SCALE]      WORK: spawn round_trip ring fan_in; SCALE multiplies the operations (default 1.0)
#
# Prints what an operation takes as JSON: microseconds, of the clock and of processors. An operation is: of spawn, an actor
# made, ended and waited for; of round_trip, a message to an actor and its answer; of ring, a hop of a token through 100
# actors; of fan_in, a message of one of 8 senders to one receiver.
Warning[:experimental] = false

SCALE = (ARGV[1] || 1).to_f
BATCH = 1_000
RING = 100
SENDERS = 8

# Runs the block, which does so many operations.
def measure(work, operations)
  clocks = [Process::CLOCK_MONOTONIC, Process::CLOCK_PROCESS_CPUTIME_ID]
  start = clocks.map { |clock| Process.clock_gettime(clock) }
  yield
  us, cpu_us = clocks.zip(start).map { |clock, s| ((Process.clock_gettime(clock) - s) * 1e6 / operations).round(4) }
  puts %({"benchmark":"actors","work":"#{work}","operations":#{operations},"us":#{us},"cpu_us":#{cpu_us}})
end

def spawn_all(count)
  measure("spawn", count) do
    (count / BATCH).times do
      actors = Array.new(BATCH) { Ractor.new { 1 } }
      raise "an actor is missing" unless actors.sum(&:value) == BATCH
    end
  end
end

def round_trip(count)
  echo = Ractor.new do
    while (message = Ractor.receive)
      message[0] << message[1]
    end
  end
  home = Ractor.current
  messages = [0, 1].map { |n| Ractor.make_shareable([home, n]) }
  measure("round_trip", count) do
    i = 0
    while i < count
      echo << messages[i & 1]
      raise "another answer" unless Ractor.receive == (i & 1)
      i += 1
    end
  end
  echo << nil
end

def pass(following, home)
  while (left = Ractor.receive) && left > 0
    following << left - 1
  end
  home << 0 if left
  following << nil
rescue Ractor::ClosedError
  nil # the first to end is told by the last one too
end

def ring(hops)
  home = Ractor.current
  first = Ractor.new(home) { |home| pass(Ractor.receive, home) }
  last = (RING - 1).times.inject(first) do |following, _|
    Ractor.new(following, home) { |following, home| pass(following, home) }
  end
  first << last
  measure("ring", hops) do
    last << hops
    raise "another token" unless Ractor.receive == 0
  end
end

def fan_in(count)
  each = count / SENDERS
  measure("fan_in", each * SENDERS) do
    sink = Ractor.new(each * SENDERS) do |count|
      sum = i = 0
      while i < count
        sum += Ractor.receive
        i += 1
      end
      sum
    end
    senders = Array.new(SENDERS) do
      Ractor.new(sink, each) do |sink, each|
        i = 0
        while i < each
          sink << 1
          i += 1
        end
      end
    end
    senders.each(&:join)
    raise "a message is missing" unless sink.value == each * SENDERS
  end
end

case ARGV[0]
when "spawn" then spawn_all((300_000 * SCALE).to_i.ceildiv(BATCH) * BATCH)
when "round_trip" then round_trip((500_000 * SCALE).to_i)
when "ring" then ring((1_500_000 * SCALE).to_i)
when "fan_in" then fan_in((3_000_000 * SCALE).to_i)
else raise ArgumentError, "unknown work #{ARGV[0]}"
end
