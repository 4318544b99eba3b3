# How late an actor's 1 ms timer and a message to an actor are while another actor is at something long.
#
#   pause.rb CASE [SECONDS [MEGABYTES]]      default: 10 seconds; 1000 MB private, 100 MB shared
#
# CASE: nothing; blocked (the open of a FIFO that nobody writes to); private (a heap of that size that collects); shared (shared
# 40-byte objects of that size, and sharing that makes cycles); or one of the builtins below (`cases` lists all). Prints
# percentiles in microseconds as a line of JSON, and what shared cycles there were. benchmarks/pause.c is the control.
require "tmpdir"
Warning[:experimental] = false

PERIOD = 0.001
SECONDS = (ARGV[1] || 10).to_f

module Pause
  # What each builds first, and does over and over: a call is some 100 ms of one builtin.
  BUILTINS = Ractor.make_shareable({
    "upcase" => [-> { "é" * 10_000_000 }, ->(s) { s.upcase }],
    "tr" => [-> { "abc" * 7_000_000 }, ->(s) { s.tr("a-b", "x-y") }],
    "gsub" => [-> { "ab" * 1_000_000 }, ->(s) { s.gsub("b", "cc") }],
    "gsub_regexp" => [-> { "ab" * 500_000 }, ->(s) { s.gsub(/b+/, "cc") }],
    "scan" => [-> { "word " * 400_000 }, ->(s) { s.scan(/\w+/) }],
    "split" => [-> { "word " * 1_000_000 }, ->(s) { s.split(" ") }],
    "match" => [-> { "ab" * 10_000_000 }, ->(s) { s.match?(/a[^a]c/) }],
    "index" => [-> { "ab" * 40_000_000 }, ->(s) { s.index("bb") }],
    "inspect" => [-> { Array.new(500_000) { |i| i } }, ->(a) { a.inspect }],
    "multiply" => [-> { 3**1_500_000 }, ->(n) { n * n }],
    "power" => [-> { 7 }, ->(n) { n**400_000 }],
    "to_s" => [-> { 3**250_000 }, ->(n) { n.to_s }],
    "sort" => [-> { Array.new(400_000) { |i| i * 7_919 % 1_000_003 } }, ->(a) { a.sort }],
    "sort_text" => [-> { Array.new(100_000) { |i| "text #{i * 7_919 % 1_000_003}" } }, ->(a) { a.sort }],
    "pack" => [-> { Array.new(2_000_000) { |i| i } }, ->(a) { a.pack("N*") }],
    "join" => [-> { Array.new(500_000) { |i| i.to_s } }, ->(a) { a.join(",") }],
    "flatten" => [-> { Array.new(500_000) { |i| [i] } }, ->(a) { a.flatten }],
    "uniq" => [-> { Array.new(500_000) { |i| i % 200_000 } }, ->(a) { a.uniq }],
    "product" => [-> { Array.new(1_000) { |i| i } }, ->(a) { a.product(a) }],
    "to_h" => [-> { Array.new(300_000) { |i| [i, i] } }, ->(a) { a.to_h }],
    "equal" => [-> { Array.new(3_000_000) { |i| i } }, ->(a) { a == a.dup }],
    "marshal" => [-> { Array.new(300_000) { |i| [i, "x"] } }, ->(a) { Marshal.load(Marshal.dump(a)) }]
  })

  module_function

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

  # Who gets stamps answers, in the end, with how old each was.
  def receiver
    Ractor.new do
      ages = []
      while (stamp = Ractor.receive)
        ages << Pause.now - stamp
      end
      ages
    end
  end

  # Wakes each millisecond, sends a stamp; its value is how late it was each time.
  def timer(receiver)
    Ractor.new(receiver, SECONDS) do |receiver, seconds|
      delays = []
      time = Pause.now
      last = time + seconds
      while time < last
        sleep(PERIOD)
        woke = Pause.now
        delays << woke - time - PERIOD
        receiver << woke
        time = Pause.now
      end
      receiver << nil
      delays
    end
  end

  # Runs the long work until it is told to stop; its first message says that it is under way.
  def load(name, megabytes)
    return nil if %w[nothing blocked].include?(name)

    worker = Ractor.new(Ractor.current, name, megabytes, SECONDS) { |home, *what| Pause.work(home, *what) }
    raise "no load" unless Ractor.receive == :ready
    worker
  end

  def work(home, name, megabytes, seconds)
    case name
    when "private" then collect(home, megabytes, seconds)
    when "shared" then share(home, megabytes, seconds)
    else repeat(home, name, seconds)
    end
  end

  def repeat(home, name, seconds)
    build, step = BUILTINS.fetch(name)
    input = build.call
    under_way(home, seconds) { step.call(input) }
  end

  def under_way(home, seconds)
    home << :ready
    last = now + seconds
    count = 0
    while now < last
      yield
      count += 1
    end
    count
  end

  # Arrays of one element, 32 bytes each, a part of them replaced between two collections.
  def collect(home, megabytes, seconds)
    rows = Array.new(megabytes) { |row| Array.new(1_000_000 / 40) { |i| [i] } }
    under_way(home, seconds) do |_|
      rows[rand(rows.size)] = Array.new(1_000_000 / 40) { |i| [i] }
      GC.start
    end
  end

  def share(home, megabytes, seconds)
    rows = Array.new(megabytes) { Ractor.make_shareable(Array.new(1_000_000 / 40) { |i| [i] }) }
    under_way(home, seconds) do
      rows[rand(rows.size)] = Ractor.make_shareable(Array.new(1_000_000 / 40) { |i| [i] })
    end
  end

  def percentiles(seconds)
    sorted = seconds.map { |s| (s * 1e6).round }.sort
    at = ->(share) { sorted[((sorted.size - 1) * share).round] }
    %({"p50":#{at[0.5]},"p99":#{at[0.99]},"p999":#{at[0.999]},"max":#{sorted.last}})
  end

  def measure(name, megabytes)
    worker = load(name, megabytes)
    cycles = GC.stat(:shared_cycles)
    receiver = self.receiver
    timer = self.timer(receiver)
    delays = timer.value
    ages = receiver.value
    count = block_given? ? yield : worker ? worker.value : 0
    stat = GC.stat
    puts %({"benchmark":"pause","case":"#{name}","seconds":#{SECONDS},"samples":#{ages.size},"repeated":#{count.to_i},) +
         %("timer_us":#{percentiles(delays)},"message_us":#{percentiles(ages)},) +
         %("shared_cycles":#{stat[:shared_cycles] - cycles},"shared_wait_us_max":#{stat[:shared_wait_ns_max] / 1000}})
  end

  # The actor that opens the FIFO says first that it is about to; it is let go afterwards.
  def measure_blocked
    Dir.mktmpdir do |directory|
      path = File.join(directory, "fifo")
      system("mkfifo", path) || abort("pause.rb: no FIFO")
      blocked = Ractor.new(path) { |path| File.open(path) { |file| file.read.size } }
      sleep(0.05)
      measure("blocked", 0) do
        File.write(path, "x")
        blocked.value
      end
    end
  end
end

name = ARGV[0] || "nothing"
megabytes = (ARGV[2] || { "private" => 1000, "shared" => 100 }.fetch(name, 0)).to_i
known = %w[nothing blocked private shared] + Pause::BUILTINS.keys
abort "usage: pause.rb CASE [SECONDS [MEGABYTES]]\ncases: #{known.join(' ')}" unless [*known, "cases"].include?(name)
return puts(known) if name == "cases"
name == "blocked" ? Pause.measure_blocked : Pause.measure(name, megabytes)
