# Random: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { [1, 2, 3].shuffle(random: Random.new(42)) }
# expect: [1, 2, 3]
t { (1..100).to_a.shuffle(random: Random.new(1)).first(5) }
# expect: [81, 85, 34, 82, 94]
t { (1..100).to_a.sample(3, random: Random.new(1)) }
# expect: [38, 13, 75]
t { (1..100).to_a.sample(20, random: Random.new(1)) }
# expect: [38, 14, 75, 13, 80, 11, 86, 72, 25, 6, 87, 83, 19, 39, 65, 36, 35, 29, 47, 49]
t { (1..10000).to_a.sample(20, random: Random.new(1)) }
# expect: [236, 5194, 908, 7817, 2900, 5062, 151, 4233, 7760, 3472, 9405, 5408, 5387, 2976, 2531, 8460, 3579, 4782, 8112, 6562]
t { Random.new(42).rand }
# expect: 0.3745401188473625
t { Random.new(42).rand(100) }
# expect: 51
t { Random.new(42).rand(1..6) }
# expect: 4
t { Random.new(42).rand(1.5) }
# expect: 0.5618101782710437
t { Random.new(42).rand(1.0..2.0) }
# expect: 1.3745401144950984
t { Random.new(42).bytes(5) }
# expect: "f\xDC\xE1_\xB3"
t { Random.new(42).rand(2**100) }
# expect: 538477612104969125575037129998
t { Random.new(42).rand(2**40) }
# expect: 441507790259
t { Random.new(2**100).rand }
# expect: 0.7586581712996778
t { Random.new(-5).rand }
# expect: 0.22199317108973948
t { Random.new(42).rand(0) }
# expect: ArgumentError: invalid argument - 0
t { Random.new(42).rand(-5) }
# expect: ArgumentError: invalid argument - -5
t { Random.new(42).seed }
# expect: 42
t { Random.new(42) == Random.new(42) }
# expect: true
t { (srand(5); [rand, rand(10), [1,2,3,4,5].shuffle, [1,2,3].sample]) }
# expect: [0.22199317108973948, 6, [4, 3, 5, 2, 1], 3]
