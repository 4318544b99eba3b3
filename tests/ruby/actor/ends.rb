# Takes, monitors and ports while those at the other end come to their ends: each value and each piece of news arrives once.
# actors
# since: 4.1
def givers(closing)
  Array.new(4) do |i|
    Ractor.new(i, closing) do |i, closing|
      n = 0
      (4 + i * 3).times do
        Ractor.yield [:value, i, n]
        n += 1
        Ractor.current.close_outgoing if closing && i == 2 && n == 4
      end
      [:last, i, n]
    rescue Ractor::ClosedError
      [:closed, i, n]
    end
  end
end

def takers(givers)
  Array.new(3) do |t|
    Ractor.new(givers, t) do |givers, t|
      got = []
      givers.rotate(t).each do |giver|
        got << giver.take until got.last && got.last[0] == :last && got.last[1] == givers.index(giver)
      rescue Ractor::ClosedError
        got << [:refused, givers.index(giver), t]
      end
      got
    end
  end
end

# A yield returns when somebody has taken the value: all that were yielded are taken, once, and each last value once.
def conserved(closing)
  list = givers(closing)
  got = takers(list).flat_map(&:value)
  got.uniq.size == got.size && 4.times.all? do |i|
    own = got.select { |_, from,| from == i }
    yielded = closing && i == 2 ? 4 : 4 + i * 3
    lasts = closing && i == 2 ? 0 : 1
    own.select { |kind,| kind == :value }.map(&:last).sort == (0...yielded).to_a && own.count { |kind,| kind == :last } == lasts &&
      own.count { |kind,| kind == :refused } == 3 - lasts
  end
end
p conserved(false), conserved(true), conserved(false)                   # expect: true
# expect: true
# expect: true

def fail_quietly
  Thread.current.report_on_exception = false
  raise "end"
end

# Whoever monitors hears of the end once for each time, however close it is, and not when it no longer wants to.
rounds = 12.times.map do |round|
  watched = Array.new(3) { |i| Ractor.new(i, round) { |i, n| n.times { Thread.pass }; fail_quietly if i == 2; i } }
  watchers = Array.new(3) do |w|
    Ractor.new(watched, w) do |watched, w|
      ports = watched.map { Ractor::Port.new }
      given_up = Ractor::Port.new
      watched.each_with_index { |r, i| r.monitor(given_up); r.monitor(ports[i]); r.unmonitor(given_up) if w == 1 }
      ports.map(&:receive).tally
    end
  end
  watched.each { |r| r.join rescue nil }
  watchers.map(&:value)
end
p rounds.flatten.tally                                                  # expect: {{exited: 2, aborted: 1} => 36}

# What a port took arrives in order; when it is closed senders hear of it.
p 5.times.map {
  port = Ractor::Port.new
  senders = Array.new(3) do |s|
    Ractor.new(port, s) { |to, s| n = 0; loop { to << [s, n]; n += 1 }; n } # a ClosedError ends the loop
  end
  seen = Hash.new(0)
  40.times { s, n = port.receive; raise "order" unless n == seen[s]; seen[s] += 1 }
  port.close
  sent = senders.map(&:value)
  sent.each_with_index.all? { |n, s| n >= seen[s] } && !seen.empty?
}.all?                                                                  # expect: true
# What an ending Ractor was sent is received or refused.
sink = Ractor.new { n = 0; n += Ractor.receive while n < 50; n }
counts = Array.new(3) { Ractor.new(sink) { |to| n = 0; begin; 200.times { to << 1; n += 1 }; rescue Ractor::ClosedError; end; n } }
p sink.value, counts.sum(&:value) >= 50                                 # expect: 50
# expect: true
