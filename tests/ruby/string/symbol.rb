# Symbol.
p :a.to_s, :a.name, :a.to_sym, :"a b".inspect, :"foo=".inspect, :[]=.inspect, :"9a".inspect, :a?.inspect, :A.inspect, :"é".inspect, :"".inspect, :+.inspect, :"a-b"
p :a <=> :b, :a <=> 1, :a == :a, :a == "a", :abc[1], :abc[0..1], :abc.length, :"".empty?, :abc.upcase, :Abc.swapcase, :abc.capitalize, :ABC.downcase, :a.succ, :az.next
p :abc.start_with?("a"), :abc.end_with?("c"), :abc =~ /b/, :abc.match(/b/)[0], :abc.match?(/z/), :a.casecmp(:A), :a.casecmp?(:A), :a.casecmp("a"), :a.encoding, :"é".encoding
p %w[a b].map(&:upcase), :upcase.to_proc.call("x"), :+.to_proc.call(1, 2), :upcase.to_proc.lambda?, :a.hash == :a.hash, :a.frozen?, :b > :a, [:b, :a].sort, [:b, :a].min, :a.size
begin; :upcase.to_proc.call; rescue ArgumentError => e; p e.message; end
p %s(a b), :"x#{1}y", "abc".to_sym.equal?(:abc), :a.to_proc.arity, {a: 1}[:a]
# expect: "a"
# expect: "a"
# expect: :a
# expect: ":\"a b\""
# expect: ":foo="
# expect: ":[]="
# expect: ":\"9a\""
# expect: ":a?"
# expect: ":A"
# expect: ":é"
# expect: ":\"\""
# expect: ":+"
# expect: :"a-b"
# expect: -1
# expect: nil
# expect: true
# expect: false
# expect: "b"
# expect: "ab"
# expect: 3
# expect: true
# expect: :ABC
# expect: :aBC
# expect: :Abc
# expect: :abc
# expect: :b
# expect: :ba
# expect: true
# expect: true
# expect: 1
# expect: "b"
# expect: false
# expect: 0
# expect: true
# expect: nil
# expect: #<Encoding:US-ASCII>
# expect: #<Encoding:UTF-8>
# expect: ["A", "B"]
# expect: "X"
# expect: 3
# expect: true
# expect: true
# expect: true
# expect: true
# expect: [:a, :b]
# expect: :a
# expect: 1
# expect: "no receiver given"
# expect: :"a b"
# expect: :x1y
# expect: true
# expect: -2
# expect: 1
