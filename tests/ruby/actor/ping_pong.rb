# Pairs that answer each other, with messages of random shapes and sizes: what comes back is what went out.
# actors
# since: 4.1
def make(random, depth = 0)
  case random.rand(depth > 2 ? 4 : 7)
  when 0 then random.rand(1 << 70)
  when 1 then "x" * random.rand(100)
  when 2 then :"s#{random.rand(5)}"
  when 3 then random.rand
  when 4 then Array.new(random.rand(4)) { make(random, depth + 1) }
  when 5 then { make(random, depth + 1) => make(random, depth + 1) }
  when 6 then [make(random, depth + 1)].freeze
  end
end

pairs = Array.new(6) do |seed|
  Ractor.new(seed) do |seed|
    random = Random.new(seed)
    echo = Ractor.new do
      while (from, message = Ractor.receive)
        from << message
      end
      :over
    end
    same = 0
    30.times do
      message = make(random)
      echo << [Ractor.current, message]
      same += 1 if Ractor.receive == message
    end
    echo << nil
    [same, echo.value]
  end
end
p pairs.map(&:value).uniq # expect: [[30, :over]]
