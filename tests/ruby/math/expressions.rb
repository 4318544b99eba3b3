# Math: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { Math.sqrt(16) }
# expect: 4.0
t { Math.sqrt(-1) }
# expect: Math::DomainError: Numerical argument is out of domain - sqrt
t { Math.sqrt("a") }
# expect: TypeError: can't convert String into Float
t { Math.sqrt(nil) }
# expect: TypeError: can't convert nil into Float
t { Math.log(8, 2) }
# expect: 3.0
t { Math.log(0) }
# expect: -Infinity
t { Math.log(-1) }
# expect: Math::DomainError: Numerical argument is out of domain - log
t { Math.log(10**400) }
# expect: 921.0340371976183
t { Math.log2(2**1000) }
# expect: 1000.0
t { Math.log10(1000) }
# expect: 3.0
t { Math.hypot(3, 4) }
# expect: 5.0
t { Math.atan2(1, 1) }
# expect: 0.7853981633974483
t { Math.gamma(5) }
# expect: 24.0
t { Math.gamma(-1) }
# expect: Math::DomainError: Numerical argument is out of domain - gamma
t { Math.lgamma(0.5) }
# expect: [0.5723649429247001, 1]
t { Math.cbrt(27) }
# expect: 3.0
t { Math.frexp(1234) }
# expect: [0.6025390625, 11]
t { Math.ldexp(0.5, 3) }
# expect: 4.0
t { Math::PI }
# expect: 3.141592653589793
t { Math.sin(1) }
# expect: 0.8414709848078965
t { Math.acos(2) }
# expect: Math::DomainError: Numerical argument is out of domain - acos
t { Math.erf(1) }
# expect: 0.8427007929497149
