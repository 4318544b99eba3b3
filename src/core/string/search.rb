# String: finding: index, rindex, include?, start_with?, partition and what belongs to them.
class String
  def index(pattern, start = 0)
    Primitive.string_index(Troupe::Pattern.searched(pattern), Troupe::Convert.to_int(start))
  end

  def rindex(pattern, start = (absent = true))
    pattern = Troupe::Pattern.searched(pattern)
    absent ? Primitive.string_rindex(pattern) : Primitive.string_rindex(pattern, Troupe::Convert.to_int(start))
  end

  def byteindex(pattern, start = 0)
    Primitive.string_byteindex(Troupe::Pattern.searched(pattern), Troupe::Convert.to_int(start))
  end

  def byterindex(pattern, start = (absent = true))
    pattern = Troupe::Pattern.searched(pattern)
    absent ? Primitive.string_byterindex(pattern) : Primitive.string_byterindex(pattern, Troupe::Convert.to_int(start))
  end

  def include?(other)
    Primitive.string_include(Troupe::Convert.to_str(other))
  end

  def start_with?(*prefixes)
    prefixes.each { |prefix| return true if Primitive.string_start_with([Troupe::Pattern.searched(prefix)]) }
    false
  end

  def end_with?(*suffixes)
    suffixes.each { |suffix| return true if Primitive.string_end_with([Troupe::Convert.to_str(suffix)]) }
    false
  end

  def delete_prefix(prefix)
    Primitive.string_delete_prefix(Troupe::Convert.to_str(prefix))
  end

  def delete_prefix!(prefix)
    Primitive.string_delete_prefix!(Troupe::Convert.to_str(prefix))
  end

  def delete_suffix(suffix)
    Primitive.string_delete_suffix(Troupe::Convert.to_str(suffix))
  end

  def delete_suffix!(suffix)
    Primitive.string_delete_suffix!(Troupe::Convert.to_str(suffix))
  end

  def partition(pattern)
    Primitive.string_partition(Troupe::Pattern.replaced(pattern))
  end

  def rpartition(pattern)
    Primitive.string_rpartition(Troupe::Pattern.searched_by_type(pattern))
  end
end
