# Complex: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { Complex(1, 2) * Complex(3, 4) }
# expect: (-5+10i)
t { Complex(1, 2) / Complex(3, 4) }
# expect: ((11/25)+(2/25)*i)
t { Complex(1.0, 2) / Complex(3, 4) }
# expect: (0.44+0.08i)
t { Complex(1, 2) ** 2 }
# expect: (-3+4i)
t { Complex(1, 2).abs }
# expect: 2.23606797749979
t { Complex(3, 4).abs }
# expect: 5.0
t { Complex("1+2i") }
# expect: (1+2i)
t { Complex("i") }
# expect: (0+1i)
t { Complex("3.5-2.5i") }
# expect: (3.5-2.5i)
t { Complex(1, 2) == Complex(1, 2) }
# expect: true
t { Complex(1, 2).inspect }
# expect: "(1+2i)"
t { Complex(1, -2.5).to_s }
# expect: "1-2.5i"
t { Complex(1, 2) <=> 3 }
# expect: nil
t { Complex(1, 0) <=> 3 }
# expect: -1
t { Complex.polar(1, Math::PI / 2) }
# expect: (0.0+1i)
t { Complex(1, 2).conjugate }
# expect: (1-2i)
t { Complex(1, 2) + 1 }
# expect: (2+2i)
t { 1 + Complex(1, 2) }
# expect: (2+2i)
t { 1.0 * Complex(1, 2) }
# expect: (1.0+2.0i)
t { 1.to_c }
# expect: (1+0i)
t { "1+2i".to_c }
# expect: (1+2i)
t { 10.to_c }
# expect: (10+0i)
