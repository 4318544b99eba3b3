# Float: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { 5.0.divmod(Float::INFINITY) }
# expect: [0, 5.0]
t { -5.0 % Float::INFINITY }
# expect: Infinity
t { 2.5.round(half: :even) }
# expect: 2
t { 2.5.round(half: :foo) }
# expect: ArgumentError: invalid rounding mode: foo
t { 25.round(-1, half: :even) }
# expect: 20
t { 25.round(-1, half: :down) }
# expect: 20
t { 25.round(-1) }
# expect: 30
t { -25.round(-1) }
# expect: -30
t { Float::NAN.to_i }
# expect: FloatDomainError: NaN
t { Float::INFINITY.floor }
# expect: FloatDomainError: Infinity
t { 3.14.floor(1) }
# expect: 3.1
t { 0.3.floor(17) }
# expect: 0.3
t { 1e300.round(2) }
# expect: 1.0e+300
t { 1.5.round(400) }
# expect: 1.5
t { 12.34.round(-5) }
# expect: 0
t { 12.34.floor(-5) }
# expect: 0
t { 12.34.floor(-1) }
# expect: 10
t { -12.34.floor(-5) }
# expect: -100000
t { 12.34.ceil(-5) }
# expect: 100000
t { 15.round(-1, half: nil) }
# expect: 20
t { 15.round(1.9) }
# expect: 15
t { 15.round("1") }
# expect: TypeError: no implicit conversion of String into Integer
t { -3.7.truncate }
# expect: -3
t { 1.0.next_float }
# expect: 1.0000000000000002
t { 0.0.next_float }
# expect: 5.0e-324
t { 1.0.prev_float }
# expect: 0.9999999999999999
t { Float::MAX }
# expect: 1.7976931348623157e+308
t { Float::MIN }
# expect: 2.2250738585072014e-308
t { Float::EPSILON }
# expect: 2.220446049250313e-16
t { Float::DIG }
# expect: 15
t { Float::INFINITY }
# expect: Infinity
t { Float::NAN }
# expect: NaN
t { 10.0.floor }
# expect: 10
t { 1.0.floor(2) }
# expect: 1.0
t { 1.05.round(1) }
# expect: 1.1
t { 2.675.round(2) }
# expect: 2.68
t { 1.15.round(1) }
# expect: 1.2
t { -2.5.round }
# expect: -3
t { 0.5.round }
# expect: 1
t { 1.5.round }
# expect: 2
t { 1234.567.round(-2) }
# expect: 1200
t { 1234.567.round(2) }
# expect: 1234.57
t { 1e-20.round(25) }
# expect: 1.0e-20
t { 10.0.ceil(2) }
# expect: 10.0
t { 1.1.ceil(1) }
# expect: 1.1
t { -1.1.floor(1) }
# expect: -1.1
t { 3.14159.truncate(2) }
# expect: 3.14
t { -3.14159.truncate(2) }
# expect: -3.14
t { 1.0.nan? }
# expect: false
t { 10.numerator }
# expect: 10
t { 10.denominator }
# expect: 1
t { 0.75.numerator }
# expect: 3
t { 0.75.denominator }
# expect: 4
t { Float::NAN <=> 1 }
# expect: nil
t { Float::NAN == Float::NAN }
# expect: false
t { 3.99.floor }
# expect: 3
t { 3.01.ceil }
# expect: 4
t { Float("1.5") }
# expect: 1.5
t { Float("abc") }
# expect: ArgumentError: invalid value for Float(): "abc"
