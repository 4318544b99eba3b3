# Instance variables of classes: what another actor keeps to itself is an error, not nil.
# actors
# since: 4.1
class C
  @kept = +"main's"
  @shared = "frozen".freeze
  @number = 1
  class << self; attr_reader :kept, :shared, :number; end
end
r = Ractor.new do
  [C.shared, C.number, C.instance_variable_get(:@none), (C.kept rescue $!.message),
   (C.instance_variable_get(:@kept) rescue $!.message), (class C; @kept; end rescue $!.class)]
end
puts r.value.map(&:inspect)
# expect: "frozen"
# expect: 1
# expect: nil
# expect: "can not get unshareable values from instance variables of classes/modules from non-main Ractors (@kept from C)"
# expect: "can not get unshareable values from instance variables of classes/modules from non-main Ractors (@kept from C)"
# expect: Ractor::IsolationError
p C.kept # expect: "main's"
r = Ractor.new { $own }
begin
  r.value
rescue Ractor::RemoteError => e
  puts e.cause.message # expect: can not access global variable $own from non-main Ractor
end
