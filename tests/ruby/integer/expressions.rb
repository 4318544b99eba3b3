# Integer: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { 1 % 3.0 }
# expect: 1.0
t { -7 / 2 }
# expect: -4
t { -7 % 3 }
# expect: 2
t { 7.divmod(-2) }
# expect: [-4, -1]
t { 7.remainder(-3) }
# expect: 1
t { 5.divmod(0.0) }
# expect: ZeroDivisionError: divided by 0
t { (-7.5).divmod(2) }
# expect: [-4, 0.5]
t { 5.div(0.0) }
# expect: ZeroDivisionError: divided by 0
t { 5.0.div(0) }
# expect: ZeroDivisionError: divided by 0
t { 12345678901234567890.fdiv(3) }
# expect: 4.1152263004115226e+18
t { (10**400).fdiv(10**399) }
# expect: 10.0
t { 1.0.to_i }
# expect: 1
t { 1e400.to_i }
# expect: FloatDomainError: Infinity
t { 1 <=> "a" }
# expect: nil
t { 1 < "a" }
# expect: ArgumentError: comparison of Integer with String failed
t { 1 < nil }
# expect: ArgumentError: comparison of Integer with nil failed
t { 1 + "a" }
# expect: TypeError: String can't be coerced into Integer
t { 1 + nil }
# expect: TypeError: nil can't be coerced into Integer
t { 1 + :a }
# expect: TypeError: :a can't be coerced into Integer
t { 1 & 1.5 }
# expect: TypeError: 1.5 can't be coerced into Integer
t { 1 << "a" }
# expect: TypeError: no implicit conversion of String into Integer
t { 1[0, 3] }
# expect: 1
t { 10[1..2] }
# expect: 1
t { 10[1..] }
# expect: 5
t { 10[..2] }
# expect: ArgumentError: The beginless range for Integer#[] results in infinity
t { 15.digits(1) }
# expect: ArgumentError: invalid radix 1
t { 15.digits(-1) }
# expect: ArgumentError: negative radix
t { -15.digits }
# expect: Math::DomainError: out of domain
t { 15.digits(0) }
# expect: ArgumentError: invalid radix 0
t { 15.digits("a") }
# expect: TypeError: no implicit conversion of String into Integer
t { 12345.digits }
# expect: [5, 4, 3, 2, 1]
t { 12345.digits(100) }
# expect: [45, 23, 1]
t { (2**100).digits(7).size }
# expect: 36
t { (2**200).digits(2**70) }
# expect: [0, 0, 1152921504606846976]
t { 15.pow(2, 0) }
# expect: ZeroDivisionError: divided by 0
t { 15.pow(-2, 7) }
# expect: RangeError: Integer#pow() 1st argument cannot be negative when 2nd argument specified
t { 15.pow(2.0, 7) }
# expect: TypeError: Integer#pow() 2nd argument not allowed unless a 1st argument is integer
t { 15.pow(2, 7.0) }
# expect: TypeError: Integer#pow() 2nd argument not allowed unless all arguments are integers
t { 15.pow(2,-7) }
# expect: -6
t { 3.pow(1000, 7) }
# expect: 4
t { 1.coerce(2.5) }
# expect: [2.5, 1.0]
t { 1.coerce("2") }
# expect: [2.0, 1.0]
t { 1.coerce("x") }
# expect: ArgumentError: invalid value for Float(): "x"
t { 1.coerce(nil) }
# expect: TypeError: can't convert nil into Float
t { 1.5.coerce(nil) }
# expect: TypeError: can't convert nil into Float
t { 1.5.coerce("2") }
# expect: [2.0, 1.5]
t { 256.chr }
# expect: RangeError: 256 out of char range
t { -1.chr }
# expect: RangeError: -1 out of char range
t { 127.chr.encoding }
# expect: #<Encoding:US-ASCII>
t { 300.chr("UTF-8") }
# expect: "Ĭ"
t { Integer.sqrt(24) }
# expect: 4
t { Integer.sqrt(-1) }
# expect: Math::DomainError: Numerical argument is out of domain - "isqrt"
t { Integer.sqrt("a") }
# expect: TypeError: no implicit conversion of String into Integer
t { Integer.sqrt(4.9) }
# expect: 2
t { 5.to_s(37) }
# expect: ArgumentError: invalid radix 37
t { 255.to_s(16) }
# expect: "ff"
t { 5.bit_length }
# expect: 3
t { 1 ** -1 }
# expect: 1
t { 0 ** -1 }
# expect: ZeroDivisionError: divided by 0
t { 2 ** -3 }
# expect: (1/8)
t { 2 ** 0.5 }
# expect: 1.4142135623730951
t { 2 ** 100 }
# expect: 1267650600228229401496703205376
t { (-8) ** (1.0/3) }
# expect: (1.0000000000000002+1.7320508075688772i)
t { (-8.0) ** (1.0/3) }
# expect: (1.0000000000000002+1.7320508075688772i)
t { 1 ** (2**70) }
# expect: 1
t { 1 << (2**70) }
# expect: RangeError: shift width too big
t { 1 >> (2**70) }
# expect: 0
t { 0 << (2**70) }
# expect: 0
t { 1 << 100 }
# expect: 1267650600228229401496703205376
t { -5 >> 1 }
# expect: -3
t { 1.step(10, 4).to_a }
# expect: [1, 5, 9]
t { 1.step(by: 2, to: 5).to_a }
# expect: [1, 3, 5]
t { 1.step(by: 2).inspect }
# expect: "(1.step(by: 2))"
t { 1.step(10, 4).inspect }
# expect: "(1.step(10, 4))"
t { 1.0.step(2.0, 0.5).to_a }
# expect: [1.0, 1.5, 2.0]
t { 1.step(10, 0) }
# expect: ArgumentError: step can't be 0
t { 1.step(10, 0) {} }
# expect: ArgumentError: step can't be 0
t { 1.step(by: 0) }
# expect: ArgumentError: step can't be 0
t { 1.step(10, "a") {} }
# expect: ArgumentError: comparison of String with 0 failed
t { 1.step("a") {} }
# expect: ArgumentError: comparison of Integer with String failed
t { 10.step(1, -3).to_a }
# expect: [10, 7, 4, 1]
t { 10.gcd(4.0) }
# expect: TypeError: not an integer
t { 10.lcm(3) }
# expect: 30
t { 10.gcdlcm(4) }
# expect: [2, 20]
t { 1.upto("a") {} }
# expect: ArgumentError: comparison of Integer with String failed
t { 1.upto(2.5).to_a }
# expect: [1, 2]
t { 1.upto("a") }
# expect: #<Enumerator: 1:upto("a")>
t { 1.upto("a").size }
# expect: ArgumentError: comparison of Integer with String failed
t { 5.downto(1).to_a }
# expect: [5, 4, 3, 2, 1]
t { 5.times.to_a }
# expect: [0, 1, 2, 3, 4]
t { 3.times.map { |x| x * 2 } }
# expect: [0, 2, 4]
t { 3.7 % 1 }
# expect: 0.7000000000000002
t { 1.0.eql?(1) }
# expect: false
t { 1.0 == 1 }
# expect: true
t { 1.hash == 1.0.hash }
# expect: false
t { 5.remainder(-3) }
# expect: 2
t { -5.remainder(3) }
# expect: -2
t { 5.remainder(3.5) }
# expect: 1.5
t { 5.fdiv(0) }
# expect: Infinity
t { 5 / 0.0 }
# expect: Infinity
t { 5 / 0 }
# expect: ZeroDivisionError: divided by 0
t { 5 % 0 }
# expect: ZeroDivisionError: divided by 0
t { 5.0 / 0 }
# expect: Infinity
t { 5.0.divmod(0) }
# expect: ZeroDivisionError: divided by 0
t { 5.remainder(0) }
# expect: ZeroDivisionError: divided by 0
t { 1.size }
# expect: 8
t { (2**64).size }
# expect: 9
t { (2**100).bit_length }
# expect: 101
t { 3.allbits?(1.0) }
# expect: true
t { 3.allbits?("a") }
# expect: TypeError: no implicit conversion of String into Integer
t { 1.nobits?(2) }
# expect: true
t { 3.zero? }
# expect: false
t { 0.1 + 0.2 }
# expect: 0.30000000000000004
t { 1e23 }
# expect: 1.0e+23
t { 1.0e-10 }
# expect: 1.0e-10
t { 100.0.to_s }
# expect: "100.0"
t { 1e16.to_s }
# expect: "1.0e+16"
t { 123456789012345.0 }
# expect: 123456789012345.0
t { -0.0 }
# expect: -0.0
t { 5.between?(1, 10) }
# expect: true
t { 5.clamp(1, 3) }
# expect: 3
t { 5.clamp(..3) }
# expect: 3
t { 10.pred }
# expect: 9
t { 3.zero? || 4.positive? }
# expect: true
t { 1e20.to_i }
# expect: 100000000000000000000
t { (2**64).to_f }
# expect: 1.8446744073709552e+19
t { 2**64 == 2.0**64 }
# expect: true
t { (2**64).hash == (2**64).hash }
# expect: true
t { 12 & 10 }
# expect: 8
t { 12 | 3 }
# expect: 15
t { 12 ^ 10 }
# expect: 6
t { ~5 }
# expect: -6
t { -(2**62) }
# expect: -4611686018427387904
t { 2**62 }
# expect: 4611686018427387904
t { 4611686018427387904.class }
# expect: Integer
t { -4611686018427387905 + 1 }
# expect: -4611686018427387904
t { 1.integer? }
# expect: true
t { 1.0.integer? }
# expect: false
t { 1.finite? }
# expect: true
t { 1.real? }
# expect: true
t { 5.ord }
# expect: 5
t { 65.chr }
# expect: "A"
t { 3.succ }
# expect: 4
t { -5.abs }
# expect: 5
t { 5.pred }
# expect: 4
t { 1.quo(3) }
# expect: (1/3)
t { 6.quo(3) }
# expect: (2/1)
t { 1.0.quo(3) }
# expect: 0.3333333333333333
t { 1 <=> 2.5 }
# expect: -1
t { 2.5 <=> 1 }
# expect: 1
t { 1.5 <=> nil }
# expect: nil
t { 1.eql?(1) }
# expect: true
t { 1.equal?(1) }
# expect: true
t { 1 === 1.0 }
# expect: true
t { 3.7.to_i }
# expect: 3
t { -3.7.to_i }
# expect: -3
t { Integer === 3 }
# expect: true
t { (1..3).sum }
# expect: 6
t { Integer("12abc") }
# expect: ArgumentError: invalid value for Integer(): "12abc"
t { Integer(nil) }
# expect: TypeError: can't convert nil into Integer
t { Integer([1]) }
# expect: TypeError: can't convert Array into Integer
t { Integer(3.99) }
# expect: 3
