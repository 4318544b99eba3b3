# Interpolation: numbers without strings of their own, and the encoding of what comes out.
# since: 3.4
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
big = 2**80
t { [0, 7, -7, 10, 99, 100, 101, 999, 1000, 9999, 10_000, 12_345, -99_999, 100_000, 99_999_999].map { |i| "<#{i}>" } }
# expect: ["<0>", "<7>", "<-7>", "<10>", "<99>", "<100>", "<101>", "<999>", "<1000>", "<9999>", "<10000>", "<12345>", "<-99999>", "<100000>", "<99999999>"]
t { "#{4611686018427387903} #{-4611686018427387904} #{4611686018427387904} #{big}" }
# expect: "4611686018427387903 -4611686018427387904 4611686018427387904 1208925819614629174706176"
t { "#{1}#{2}#{-3}" }
# expect: "12-3"
t { ["#{1}abc", "#{1}", "#{1}#{2}", "a#{1}", "#{:a}é", "#{nil}"].map { |s| s.encoding.to_s } }
# expect: ["UTF-8", "UTF-8", "UTF-8", "UTF-8", "UTF-8", "UTF-8"]
t { ["#{"a".b}b", "#{"\xff".b}b", "#{"\xff".b}#{1}", "#{""}#{"\xff".b}"].map { |s| s.encoding == Encoding::BINARY } }
# expect: [true, true, true, true]
t { "#{1}#{"é"}#{"\xff".b}" }
# expect: Encoding::CompatibilityError: incompatible character encodings: UTF-8 and BINARY (ASCII-8BIT)
t { "#{1} #{"a".encode("UTF-16LE")}" }
# expect: Encoding::CompatibilityError: incompatible character encodings: UTF-8 and UTF-16LE
t { "é#{1}".length }
# expect: 2
t { :"a#{1}b#{2}" }
# expect: :a1b2
t { /a#{1}+/.source }
# expect: "a1+"
t { { a: 1, a: 2, 3 => 4, 3 => 5, nil => 0, b: 1, c: 2, d: 3, e: 4 }.to_a }
# expect: [[:a, 2], [3, 5], [nil, 0], [:b, 1], [:c, 2], [:d, 3], [:e, 4]]
t { h = { a: 1, b: 2 }; 20.times { |i| h[i] = i }; h.delete(:a); [h[:b], h[19], h[:a], h.size] }
# expect: [2, 19, nil, 21]
t { h = { a: 1, b: 2 }; h.clear; h[:c] = 3; [h[:a], h[:c], h.size] }
# expect: [nil, 3, 1]
t { { 0.0 => 1, -0.0 => 2 }.size }
# expect: 1
class Integer
  alias old_to_s to_s
  def to_s(*) = "n"
end
t { "#{1} #{2.5} #{[].size}" }
# expect: "n 2.5 n"
