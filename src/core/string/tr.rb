# String: sets of characters: count, delete, squeeze, tr, tr_s.
class String
  def count(*sets)
    Primitive.string_count(Troupe::Convert.texts(sets))
  end

  def delete(*sets)
    Primitive.string_delete(Troupe::Convert.texts(sets))
  end

  def delete!(*sets)
    Primitive.string_delete!(Troupe::Convert.texts(sets))
  end

  def squeeze(*sets)
    Primitive.string_squeeze(Troupe::Convert.texts(sets))
  end

  def squeeze!(*sets)
    Primitive.string_squeeze!(Troupe::Convert.texts(sets))
  end

  def tr(from, to)
    Primitive.string_tr(Troupe::Convert.to_str(from), Troupe::Convert.to_str(to))
  end

  def tr!(from, to)
    Primitive.string_tr!(Troupe::Convert.to_str(from), Troupe::Convert.to_str(to))
  end

  def tr_s(from, to)
    Primitive.string_tr_s(Troupe::Convert.to_str(from), Troupe::Convert.to_str(to))
  end

  def tr_s!(from, to)
    Primitive.string_tr_s!(Troupe::Convert.to_str(from), Troupe::Convert.to_str(to))
  end
end
