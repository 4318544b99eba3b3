# What pack says of nil where a number belongs: in the words of a conversion, not of an argument.
%w[C s L q U w].each do |directive|
  [nil].pack(directive)
rescue TypeError => e
  puts "#{directive} #{e.message}"
end
# expect: C no implicit conversion of nil into Integer
# expect: s no implicit conversion of nil into Integer
# expect: L no implicit conversion of nil into Integer
# expect: q no implicit conversion of nil into Integer
# expect: U no implicit conversion of nil into Integer
# expect: w no implicit conversion of nil into Integer
