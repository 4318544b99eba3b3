# String: parts by position: [], []=, slice!, byteslice.
class String
  def [](index, length = (absent = true))
    unless absent
      return Primitive.string_aref(index, Troupe::Pattern.group(length)) if Primitive.is_regexp(index)
      return Primitive.string_aref(Troupe::Convert.to_int(index), Troupe::Convert.to_int(length))
    end
    return Primitive.string_aref(Troupe::Pattern.range(index)) if Primitive.is_range(index)
    Primitive.string_aref(Troupe::Convert.to_int(index))
  end
  alias slice []

  def []=(index, length, value = (absent = true))
    if absent
      value = length
      index = Troupe::Pattern.position(index)
      # It must match before the value is converted.
      Primitive.string_aset(index, Primitive.string_aref(index) || "") if Primitive.is_regexp(index)
      Primitive.string_aset(index, Troupe::Convert.to_str(value))
    elsif Primitive.is_regexp(index)
      group = Troupe::Pattern.group(length)
      Primitive.string_aset(index, group, Primitive.string_aref(index, group) || "")
      Primitive.string_aset(index, group, Troupe::Convert.to_str(value))
    else
      index = Troupe::Convert.to_int(index)
      Primitive.string_aset(index, Troupe::Convert.to_int(length), Troupe::Convert.to_str(value))
    end
    value
  end

  def slice!(index, length = (absent = true))
    return Primitive.string_slice!(Troupe::Pattern.position(index)) if absent
    return Primitive.string_slice!(index, Troupe::Pattern.group(length)) if Primitive.is_regexp(index)
    Primitive.string_slice!(Troupe::Convert.to_int(index), Troupe::Convert.to_int(length))
  end

  def byteslice(index, length = (absent = true))
    unless absent
      return Primitive.string_byteslice(Troupe::Convert.to_int(index), Troupe::Convert.to_int(length))
    end
    return Primitive.string_byteslice(Troupe::Pattern.range(index)) if Primitive.is_range(index)
    Primitive.string_byteslice(Troupe::Convert.to_int(index))
  end
end
