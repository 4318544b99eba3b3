# MatchData: groups by name and number, what takes a list.
class MatchData
  class << self
    undef_method :new
  end

  def [](index, length = (absent = true))
    return to_a[index, length] unless absent
    return to_a[index] if Range === index
    Primitive.match_aref(Troupe::Convert.to_int(index))
  end

  def begin(group)
    Primitive.match_begin(Troupe::Convert.to_int(group))
  end

  def end(group)
    Primitive.match_end(Troupe::Convert.to_int(group))
  end

  def offset(group)
    Primitive.match_offset(Troupe::Convert.to_int(group))
  end

  def byteoffset(group)
    Primitive.match_byteoffset(Troupe::Convert.to_int(group))
  end

  def bytebegin(group)
    Primitive.match_bytebegin(Troupe::Convert.to_int(group))
  end

  def byteend(group)
    Primitive.match_byteend(Troupe::Convert.to_int(group))
  end

  def match(group)
    self[group]
  end

  def integer_at(group, base = 10)
    text = self[group]
    return nil unless text
    number = text.to_i(base)
    number == 0 && !text.match?(/\A\s*[-+]?0/) ? nil : number
  end

  def match_length(group)
    text = self[group]
    text && text.size
  end

  # Of a match of a String there is none until somebody asks.
  def regexp
    re = Primitive.match_regexp
    return re if re
    Primitive.regexp_new(Regexp, Primitive.regexp_escape(to_s), 0)
  end

  def names
    re = Primitive.match_regexp
    re ? Primitive.regexp_names(re) : []
  end

  def named_captures(symbolize_names: false)
    result = {}
    names.each { |name| result[symbolize_names ? name.to_sym : name] = self[name] }
    result
  end

  def deconstruct_keys(keys)
    return named_captures(symbolize_names: true) if Primitive.same?(keys, nil)
    unless Primitive.is_array(keys)
      raise TypeError, "wrong argument type #{Primitive.real_class(keys)} (expected Array or nil)"
    end
    result = {}
    known = names
    return result if known.size < keys.size
    keys.each do |key|
      unless Primitive.is_symbol(key)
        raise TypeError, "wrong argument type #{Primitive.real_class(key)} (expected Symbol)"
      end
      break unless known.include?(key.name)
      result[key] = self[key]
    end
    result
  end

  def values_at(*indexes)
    result = []
    indexes.each do |index|
      if Range === index
        result.concat(to_a.values_at(index))
      else
        result << self[index]
      end
    end
    result
  end
end
