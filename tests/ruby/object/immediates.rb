# nil, true and false.
p nil.to_s, nil.to_a, nil.to_h, nil.to_i, nil.to_f, nil.inspect, nil.nil?, 1.nil?
p nil & 1, nil | 1, nil | nil, nil =~ /x/, nil == false, nil.to_s.frozen?
p true.to_s, true & 1, true & nil, true | nil, true ^ true, true ^ nil, !true, true.inspect
p false.to_s, false & 1, false | 2, false | nil, false ^ 1, !false
p NilClass, nil.class, true.class, false.class
[NilClass, TrueClass, FalseClass, Integer, Symbol, Float].each do |c|
  begin
    c.new
  rescue NoMethodError => e
    puts e.message
  end
  begin
    c.allocate
  rescue TypeError => e
    puts e.message
  end
end
def nil.extra = 1
p nil.extra, nil.singleton_class, true.singleton_class
begin; 1.singleton_class; rescue TypeError => e; p e.message; end
p 1.instance_variables, (1.instance_variable_set(:@a, 1) rescue $!.class), 1.instance_variable_get(:@a)
# since: 3.4
# expect: ""
# expect: []
# expect: {}
# expect: 0
# expect: 0.0
# expect: "nil"
# expect: true
# expect: false
# expect: false
# expect: true
# expect: false
# expect: nil
# expect: false
# expect: true
# expect: "true"
# expect: true
# expect: false
# expect: true
# expect: false
# expect: true
# expect: false
# expect: "true"
# expect: "false"
# expect: false
# expect: true
# expect: false
# expect: true
# expect: true
# expect: NilClass
# expect: NilClass
# expect: TrueClass
# expect: FalseClass
# expect: undefined method 'new' for class NilClass
# expect: allocator undefined for NilClass
# expect: undefined method 'new' for class TrueClass
# expect: allocator undefined for TrueClass
# expect: undefined method 'new' for class FalseClass
# expect: allocator undefined for FalseClass
# expect: undefined method 'new' for class Integer
# expect: allocator undefined for Integer
# expect: undefined method 'new' for class Symbol
# expect: allocator undefined for Symbol
# expect: undefined method 'new' for class Float
# expect: allocator undefined for Float
# expect: 1
# expect: NilClass
# expect: TrueClass
# expect: "can't define singleton"
# expect: []
# expect: FrozenError
# expect: nil
