# String: the ends of the text: strip, chomp.
class String
  def strip(*sets)
    Primitive.string_strip(Troupe::Convert.texts(sets))
  end

  def strip!(*sets)
    Primitive.string_strip!(Troupe::Convert.texts(sets))
  end

  def lstrip(*sets)
    Primitive.string_lstrip(Troupe::Convert.texts(sets))
  end

  def lstrip!(*sets)
    Primitive.string_lstrip!(Troupe::Convert.texts(sets))
  end

  def rstrip(*sets)
    Primitive.string_rstrip(Troupe::Convert.texts(sets))
  end

  def rstrip!(*sets)
    Primitive.string_rstrip!(Troupe::Convert.texts(sets))
  end

  def chomp(ending = $/)
    return Primitive.string_chomp(nil) if Primitive.same?(ending, nil)
    Primitive.string_chomp(Troupe::Convert.to_str(ending))
  end

  def chomp!(ending = $/)
    return Primitive.string_chomp!(nil) if Primitive.same?(ending, nil)
    Primitive.string_chomp!(Troupe::Convert.to_str(ending))
  end
end
