# Hash: what expressions answer, errors included.
def t
  puts yield.inspect
rescue StandardError => e
  puts "#{e.class}: #{e.message}"
end
t { ({a: 1, "b" => 2}[:a]) }
# expect: 1
t { {a: 1}[:zz] }
# expect: nil
t { Hash.new(5)[:x] }
# expect: 5
t { Hash.new { |h, k| h[k] = k * 2 }[4] }
# expect: 8
t { (h = Hash.new { |h, k| h[k] = k * 2 }; h[1]; h[2]; h.size) }
# expect: 2
t { Hash.new(1) { } }
# expect: ArgumentError: wrong number of arguments (given 1, expected 0)
t { {a: 1}.fetch(:b) }
# expect: KeyError: key not found: :b
t { {a: 1}.fetch(:b, 2) }
# expect: 2
t { {a: 1}.fetch(:b) { |k| k } }
# expect: :b
t { {"x" => 1}.fetch("y") }
# expect: KeyError: key not found: "y"
t { {a: {b: [1, 2]}}.dig(:a, :b, 1) }
# expect: 2
t { {a: 1}.dig(:a, :b) }
# expect: TypeError: Integer does not have #dig method
t { (h = {a: 1}; h.delete(:a); h.size) }
# expect: 0
t { {a: 1}.delete(:b) { |k| "no #{k}" } }
# expect: "no b"
t { {a: 1, b: 2}.key(2) }
# expect: :b
t { {a: 1, b: 2}.value?(2) }
# expect: true
t { {a: 1, b: 2}.invert.size }
# expect: 2
t { {a: 1, b: 2}.min_by { |k, v| -v } }
# expect: [:b, 2]
t { {a: 1, b: 2}.sort_by { |k, v| -v } }
# expect: [[:b, 2], [:a, 1]]
t { {a: 1, b: 2}.map { |k, v| [k, v] } }
# expect: [[:a, 1], [:b, 2]]
t { {a: 1, b: 2}.map { |x| x } }
# expect: [[:a, 1], [:b, 2]]
t { {a: 1, b: 2}.each { |x| x }.size }
# expect: 2
t { (r = []; {a: 1, b: 2}.each { |k, v| r << k << v }; r) }
# expect: [:a, 1, :b, 2]
t { (r = []; {a: 1, b: 2}.each_pair { |x| r << x }; r) }
# expect: [[:a, 1], [:b, 2]]
t { {a: 1, b: 2}.select { |k, v| v > 1 }.to_a }
# expect: [[:b, 2]]
t { {a: 1, b: 2}.reject { |k, v| v > 1 }.to_a }
# expect: [[:a, 1]]
t { {a: 1, b: 2}.filter_map { |k, v| k if v > 1 } }
# expect: [:b]
t { {a: 1, b: 2}.find { |k, v| v > 1 } }
# expect: [:b, 2]
t { {a: 1, b: 2}.partition { |k, v| v > 1 } }
# expect: [[[:b, 2]], [[:a, 1]]]
t { {a: 1, b: 2}.group_by { |k, v| v.odd? }.to_a }
# expect: [[true, [[:a, 1]]], [false, [[:b, 2]]]]
t { {a: 1, b: 2}.each_with_index.to_a }
# expect: [[[:a, 1], 0], [[:b, 2], 1]]
t { {a: 1, b: 2}.each_with_object([]) { |(k, v), m| m << k } }
# expect: [:a, :b]
t { {a: 1, b: 2}.inject { |a, b| a + b } }
# expect: [:a, 1, :b, 2]
t { {a: 1, b: 2}.sum { |k, v| v } }
# expect: 3
t { {a: 1, b: 2}.count { |k, v| v > 1 } }
# expect: 1
t { {a: 1, b: 2}.any? { |k, v| v > 1 } }
# expect: true
t { {a: 1, b: 2}.all? { |k, v| v > 0 } }
# expect: true
t { {a: 1, b: 2}.none? }
# expect: false
t { {a: 1, b: 2}.to_a }
# expect: [[:a, 1], [:b, 2]]
t { {a: 1, b: 2}.transform_values { |v| v * 2 }.to_a }
# expect: [[:a, 2], [:b, 4]]
t { {a: 1, b: 2}.transform_keys(&:to_s).to_a }
# expect: [["a", 1], ["b", 2]]
t { {a: 1, b: 2}.transform_keys({a: :c}).to_a }
# expect: [[:c, 1], [:b, 2]]
t { (h = {a: 1, b: 2}; h.transform_keys!(&:to_s); h.to_a) }
# expect: [["a", 1], ["b", 2]]
t { {a: 1}.merge({b: 2}, {c: 3}).to_a }
# expect: [[:a, 1], [:b, 2], [:c, 3]]
t { {a: 1}.merge({a: 2}) { |k, a, b| a + b }.to_a }
# expect: [[:a, 3]]
t { (h = {a: 1}; h.update(b: 2); h.to_a) }
# expect: [[:a, 1], [:b, 2]]
t { {a: 1, b: nil}.compact.to_a }
# expect: [[:a, 1]]
t { {a: 1, b: 2}.slice(:a, :z).to_a }
# expect: [[:a, 1]]
t { {a: 1, b: 2}.except(:a).to_a }
# expect: [[:b, 2]]
t { {a: 1, b: 2}.values_at(:a, :z) }
# expect: [1, nil]
t { {a: 1, b: 2}.fetch_values(:a, :z) }
# expect: KeyError: key not found: :z
t { {a: 1, b: 2}.first }
# expect: [:a, 1]
t { {a: 1, b: 2}.first(1) }
# expect: [[:a, 1]]
t { {a: 1, b: 2} == {b: 2, a: 1} }
# expect: true
t { {a: 1, b: 2}.eql?({b: 2, a: 1}) }
# expect: true
t { {a: 1, b: 2}.hash == {b: 2, a: 1}.hash }
# expect: true
t { {a: 1} <= {a: 1, b: 2} }
# expect: true
t { {a: 1} > {} }
# expect: true
t { Hash[[[1, 2], [3, 4]]].to_a }
# expect: [[1, 2], [3, 4]]
t { Hash[1, 2, 3, 4].to_a }
# expect: [[1, 2], [3, 4]]
t { Hash[1, 2, 3] }
# expect: ArgumentError: odd number of arguments for Hash
t { Hash[[1]] }
# expect: ArgumentError: wrong element type Integer at 0 (expected array)
t { {1 => 2}.to_h { |k, v| [v, k] }.to_a }
# expect: [[2, 1]]
t { {a: 1}.to_h { |k, v| 1 } }
# expect: TypeError: wrong element type Integer (expected array)
t { (h = {a: 1}; h.each { h[:b] = 2 }) }
# expect: RuntimeError: can't add a new key into hash during iteration
t { (h = {a: 1, b: 2}; h.each { |k, v| h.delete(k) }; h.size) }
# expect: 0
t { (h = {a: 1, b: 2}; h.delete_if { |k, v| v == 1 }; h.to_a) }
# expect: [[:b, 2]]
t { (h = {}; h["k"] = 1; h.keys[0].frozen?) }
# expect: true
t { (s = +"k"; h = {s => 1}; s << "x"; h["k"]) }
# expect: 1
t { (h = {}.compare_by_identity; h["a".dup] = 1; h["a".dup] = 2; h.size) }
# expect: 2
t { {1 => :a, 1.0 => :b, 2**70 => :c}[2**70] }
# expect: :c
t { {1 => :a, 1.0 => :b}[1.0] }
# expect: :b
t { {[1, [2, "x"]] => 1}[[1, [2, "x"]]] }
# expect: 1
t { {nil => 1, true => 2, false => 3}[false] }
# expect: 3
t { (h = {}; 1000.times { |i| h["k#{i}"] = i }; [h.size, h["k777"], h["x"]]) }
# expect: [1000, 777, nil]
t { (h = {}; 100.times { |i| h[i] = i }; 50.times { |i| h.delete(i) }; [h.size, h.first, h[70], h[10]]) }
# expect: [50, [50, 50], 70, nil]
t { (h = {a: 1, b: 2}; [h.shift, h.shift, h.shift]) }
# expect: [[:a, 1], [:b, 2], nil]
t { {a: 1}.default }
# expect: nil
t { Hash.new(3).default }
# expect: 3
t { (h = {}; h.default = 4; h[:x]) }
# expect: 4
t { (h = {}; h.default_proc = ->(h, k) { k }; h[:x]) }
# expect: :x
t { {b: 1, a: 2}.sort }
# expect: [[:a, 2], [:b, 1]]
t { {b: 1, a: 2}.min }
# expect: [:a, 2]
t { {a: 1}.assoc(:a) }
# expect: [:a, 1]
t { {a: 1}.rassoc(1) }
# expect: [:a, 1]
t { {a: [1, [2]]}.flatten }
# expect: [:a, [1, [2]]]
t { {a: [1, [2]]}.flatten(2) }
# expect: [:a, 1, [2]]
t { {a: 1}.each_entry.to_a }
# expect: [[:a, 1]]
t { {a: 1, b: 2}.each_slice(1).to_a }
# expect: [[[:a, 1]], [[:b, 2]]]
t { {a: 1, b: 2}.zip([1, 2]) }
# expect: [[[:a, 1], 1], [[:b, 2], 2]]
t { {a: 1, b: 2}.reduce([]) { |m, (k, v)| m << v } }
# expect: [1, 2]
t { {a: 1, b: 2}.each_key.to_a }
# expect: [:a, :b]
t { {a: 1, b: 2}.max_by { |k, v| v } }
# expect: [:b, 2]
t { {a: 1, b: 2}.sum { |k, v| v.to_f } }
# expect: 3.0
t { {a: 1, b: 2}.flat_map { |k, v| [k] * v } }
# expect: [:a, :b, :b]
t { {a: 1}.to_proc.call(:a) }
# expect: 1
t { {a: 1}.key?(:a) }
# expect: true
t { {a: 1, b: 2}.length }
# expect: 2
t { {}.empty? }
# expect: true
t { {a: 1, b: 2}.find_all { |k, v| v > 1 } }
# expect: [[:b, 2]]
t { (h = {a: 1}; h.store("x", 2); h.keys) }
# expect: [:a, "x"]
t { {a: 1}.member?(:a) }
# expect: true
t { {a: 1, b: 2}.filter_map { |k, v| v if v > 1 } }
# expect: [2]
t { {a: 1, b: 2}.each_cons(2).to_a }
# expect: [[[:a, 1], [:b, 2]]]
t { {a: 1}.then { |h| h.size } }
# expect: 1
t { (class HK; attr_reader :v; def initialize(v) = @v = v; def hash = @v.hash; def eql?(o) = o.is_a?(HK) && @v == o.v; end; h = {HK.new(1) => :a}; [h[HK.new(1)], h[HK.new(2)], h.key?(HK.new(1))]) }
# expect: [:a, nil, true]
t { (h = {HK.new(1) => :a}; h[HK.new(1)] = :b; h[HK.new(3)] = :c; [h.size, h.values, h.delete(HK.new(1)), h.size]) }
# expect: [2, [:b, :c], :b, 1]
t { [HK.new(1), HK.new(1), HK.new(2)].uniq.size }
# expect: 2
t { ([HK.new(1), HK.new(2)] & [HK.new(2)]).map(&:v) }
# expect: [2]
t { ([HK.new(1), HK.new(2)] - [HK.new(2)]).map(&:v) }
# expect: [1]
t { ([HK.new(1)] | [HK.new(1), HK.new(5)]).map(&:v) }
# expect: [1, 5]
t { [HK.new(1), HK.new(1)].tally.values }
# expect: [2]
t { [HK.new(1)].hash == [HK.new(1)].hash }
# expect: true
t { (o = Object.new; h = {o => 1}; [h[o], h[Object.new]]) }
# expect: [1, nil]
t { (class MyS < String; end; h = {"a" => 1}; h[MyS.new("a")]) }
# expect: 1
t { (h = {MyS.new("a") => 1}; h["a"]) }
# expect: 1
t { {Object => 1, String => 2}[String] }
# expect: 2
t { {(1..2) => 3}[1..2] }
# expect: 3
t { {{a: 1} => 3}[{a: 1}] }
# expect: 3
t { 1.step(3, 0.5).to_a }
# expect: [1.0, 1.5, 2.0, 2.5, 3.0]
