# Rational: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { 3.14.rationalize(Rational(1,100)) }
# expect: (22/7)
t { 3.14.to_r }
# expect: (7070651414971679/2251799813685248)
t { 0.5.rationalize }
# expect: (1/2)
t { 0.1.rationalize }
# expect: (1/10)
t { 3.14.rationalize }
# expect: (157/50)
t { Rational(1, 2) + Rational(1, 3) }
# expect: (5/6)
t { Rational("0.75") }
# expect: (3/4)
t { Rational("1/3") }
# expect: (1/3)
t { Rational(1.5) }
# expect: (3/2)
t { Rational(3, 6) }
# expect: (1/2)
t { Rational(1, 0) }
# expect: ZeroDivisionError: divided by 0
t { Rational("x") }
# expect: ArgumentError: invalid value for convert(): "x"
t { Rational(nil) }
# expect: TypeError: can't convert nil into Rational
t { Rational(7, 2).round }
# expect: 4
t { Rational(5, 2).round(half: :even) }
# expect: 2
t { Rational(-7, 2).floor }
# expect: -4
t { Rational(22, 7).round(2) }
# expect: (157/50)
t { Rational(22, 7).to_f }
# expect: 3.142857142857143
t { Rational(1, 3) <=> 0.3 }
# expect: 1
t { Rational(1, 3) == Rational(2, 6) }
# expect: true
t { Rational(1, 2) ** 3 }
# expect: (1/8)
t { Rational(1, 2) ** -3 }
# expect: (8/1)
t { Rational(1, 2) ** 0.5 }
# expect: 0.7071067811865476
t { 1 + Rational(1, 2) }
# expect: (3/2)
t { 1.5 + Rational(1, 2) }
# expect: 2.0
t { 1 / Rational(1, 2) }
# expect: (2/1)
t { 3 <=> Rational(7, 2) }
# expect: -1
t { 3 == Rational(3, 1) }
# expect: true
t { Rational(3, 1).inspect }
# expect: "(3/1)"
t { Rational(-3, 4).abs }
# expect: (3/4)
t { Rational(7, 3).truncate }
# expect: 2
t { Rational(7, 3).divmod(2) }
# expect: [1, (1/3)]
t { Rational(7, 3) % 2 }
# expect: (1/3)
t { "1/3".to_r }
# expect: (1/3)
t { "0.5xyz".to_r }
# expect: (1/2)
t { 3.to_r }
# expect: (3/1)
t { 0.75.to_r }
# expect: (3/4)
