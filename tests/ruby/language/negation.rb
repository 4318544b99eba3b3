# A user's own ! and != are asked, in values and in conditions.
class Not
  def initialize(v) = @v = v
  def !
    puts "!"
    @v
  end
end
yes = Not.new(true)
no = Not.new(false)
p !yes, (not no)
p (!yes ? 1 : 2), (!no ? 1 : 2)
puts "if" if !yes
puts "unless" unless !no
puts "and" if !(yes && no)
puts "or" if !(yes || no)
puts "or nil" if !(nil || yes)
p !!no
i = 0
i += 1 while !yes && i < 3
p i
class Other
  def !=(other) = other == 1
  def ==(other) = raise("never asked")
end
o = Other.new
p o != 1, o != 2, (o != 1 ? :a : :b), (o != 2 ? :a : :b)
puts "ne" if o != 1
puts "not ne" unless o != 2
puts "twice" if !(o != 2)
class Equal
  def ==(other) = :truthy
end
p Equal.new != 1, (Equal.new != 3 ? 1 : 2)
class Integer
  def ==(other) = !other.equal?(7)
end
p 3 == 4, 3 != 4, (3 == 7 ? 1 : 2), (3 != 4 ? 1 : 2)
p !3, !nil
# expect: !
# expect: !
# expect: true
# expect: false
# expect: !
# expect: !
# expect: 1
# expect: 2
# expect: !
# expect: if
# expect: !
# expect: unless
# expect: !
# expect: !
# expect: or
# expect: !
# expect: or nil
# expect: !
# expect: true
# expect: !
# expect: !
# expect: !
# expect: !
# expect: 3
# expect: true
# expect: false
# expect: :a
# expect: :b
# expect: ne
# expect: not ne
# expect: twice
# expect: false
# expect: 2
# expect: true
# expect: false
# expect: 2
# expect: 2
# expect: false
# expect: true
