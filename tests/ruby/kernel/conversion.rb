# Integer(), Float(), String(), Array(), Hash().
# since: 3.4
def show
  p yield
rescue Exception => e
  raise if NoMemoryError === e # an injected failure ends the program
  puts "#{e.class}: #{e.message}"
end
show { Integer("42") }
show { Integer("-0x1f") }
show { Integer("0b101") }
show { Integer("0o17") }
show { Integer("1_000") }
show { Integer("z", 36) }
show { Integer("ff", 16) }
show { Integer(" 12 ") }
show { Integer("") }
show { Integer("1__0") }
show { Integer("12x") }
show { Integer("9", 8) }
show { Integer("1\0") }
show { Integer(3.99) }
show { Integer(-3.99) }
show { Integer(Float::NAN) }
show { Integer(Float::INFINITY) }
show { Integer(nil) }
show { Integer([1]) }
show { Integer("x", exception: false) }
show { Integer(nil, exception: false) }
show { Integer(Object.new, exception: false) }
show { Integer(5, 2) }
show { Integer("123456789012345678901234567890") }
class Ix; def to_int = 3; end
class Iy; def to_i = 4; end
show { Integer(Ix.new) }
show { Integer(Iy.new) }
show { Float("1.5") }
show { Float("1e3") }
show { Float("  2.5  ") }
show { Float("1_0.5") }
show { Float("") }
show { Float("1.") }
show { Float("x", exception: false) }
show { Float(3) }
show { Float(nil) }
show { Float("0x1p3") }
show { Float(true) }
show { String(12) }
show { String(nil) }
show { String(:a) }
show { Array(nil) }
show { Array([1, 2]) }
show { Array(1..3) }
show { Array({a: 1}) }
show { Array("a") }
show { Hash(nil) }
show { Hash([]) }
show { Hash({b: 2}) }
show { Hash([1]) }
show { Rational(1, 2) }
# expect: 42
# expect: -31
# expect: 5
# expect: 15
# expect: 1000
# expect: 35
# expect: 255
# expect: 12
# expect: ArgumentError: invalid value for Integer(): ""
# expect: ArgumentError: invalid value for Integer(): "1__0"
# expect: ArgumentError: invalid value for Integer(): "12x"
# expect: ArgumentError: invalid value for Integer(): "9"
# expect: ArgumentError: invalid value for Integer(): "1\u0000"
# expect: 3
# expect: -3
# expect: FloatDomainError: NaN
# expect: FloatDomainError: Infinity
# expect: TypeError: can't convert nil into Integer
# expect: TypeError: can't convert Array into Integer
# expect: nil
# expect: nil
# expect: nil
# expect: ArgumentError: base specified for non string value
# expect: 123456789012345678901234567890
# expect: 3
# expect: 4
# expect: 1.5
# expect: 1000.0
# expect: 2.5
# expect: 10.5
# expect: ArgumentError: invalid value for Float(): ""
# expect: 1.0
# expect: nil
# expect: 3.0
# expect: TypeError: can't convert nil into Float
# expect: 8.0
# expect: TypeError: can't convert true into Float
# expect: "12"
# expect: ""
# expect: "a"
# expect: []
# expect: [1, 2]
# expect: [1, 2, 3]
# expect: [[:a, 1]]
# expect: ["a"]
# expect: {}
# expect: {}
# expect: {b: 2}
# expect: TypeError: can't convert Array into Hash
# expect: (1/2)
