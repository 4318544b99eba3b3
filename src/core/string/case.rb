# String: comparing without regard to case.
class String
  def casecmp(other)
    other = Troupe::Convert.try_str(other)
    other && Primitive.string_casecmp(other)
  end

  def casecmp?(other)
    other = Troupe::Convert.try_str(other)
    other && Primitive.string_casecmp?(other)
  end
end
