# Values of one Ractor.
# actors
# since: 4.1
Ractor.current[:key] = +"a"
r = Ractor.new do
  Ractor.main << self[:key]
  self[:key] = +"b"
  Ractor[:key] << "!"
end
p Ractor.receive, r.value, Ractor.current[:key], Ractor["key"], Ractor[:none] # expect: nil
# expect: "b!"
# expect: "a"
# expect: "a"
# expect: nil
p Ractor.store_if_absent(:once) { 1 }, Ractor.store_if_absent(:once) { 2 }, Ractor[:once] # expect: 1
# expect: 1
# expect: 1
begin
  Ractor.new { Ractor.main[:key] }.value
rescue Ractor::RemoteError => e
  puts e.cause.message                       # expect: Cannot get ractor local storage for non-current ractor
end
# They live as long as the Ractor.
Ractor[:list] = Array.new(1000) { |i| "item #{i}" }
GC.start
p Ractor[:list].sum(&:size)                  # expect: 7890
