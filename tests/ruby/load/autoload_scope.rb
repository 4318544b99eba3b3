# Kernel#autoload is for the module in whose body the caller is written, whatever self is.
class Outer
  def late = autoload(:Part, "no/part")
  def asked = autoload?(:Part)

  module Inner
    THING = Object.new
    def THING.late = autoload(:Deep, "no/deep")
  end
end
Outer.new.late
Outer::Inner::THING.late
p Outer.autoload?(:Part), Outer.new.asked, Object.autoload?(:Part)
# expect: "no/part"
# expect: "no/part"
# expect: nil
p Outer::Inner.autoload?(:Deep), Outer.autoload?(:Deep), Object.autoload?(:Deep)
# expect: "no/deep"
# expect: nil
# expect: nil
autoload(:Top, "no/top")
p Object.autoload?(:Top), autoload?(:Top), Kernel.autoload?(:Top)
# expect: "no/top"
# expect: "no/top"
# expect: "no/top"
