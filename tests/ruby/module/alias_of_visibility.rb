# An alias of a method whose visibility alone was changed in a subclass is the method above, with that visibility: it stays when
# the method goes.
above = Class.new
above.define_method(:first) { :first }
below = Class.new(above) do
  private :first
  alias hidden first
  public :first
  alias second first
end
above.send(:remove_method, :first)
p below.new.second                                            # expect: :first
p (below.new.hidden rescue $!.class), below.new.send(:hidden) # expect: NoMethodError
# expect: :first
p (below.new.first rescue $!.class)                           # expect: NoMethodError
