# What the searching methods take: Strings and Regexps, positions, groups. Conversions of arguments; pattern.c searches.
module Troupe
  module Pattern
    # A Regexp, or one made of a String.
    def self.regexp(x)
      return x if Primitive.is_regexp(x)
      text = Convert.try_str(x)
      return Primitive.regexp_new(Regexp, text, 0) if text
      raise TypeError, "wrong argument type #{Convert.describe(x)} (expected Regexp)"
    end

    # A Range with Integers or nil at its ends.
    def self.range(range)
      first = range.begin
      last = range.end
      first = Convert.to_int(first) unless Primitive.same?(first, nil)
      last = Convert.to_int(last) unless Primitive.same?(last, nil)
      Range.new(first, last, range.exclude_end?)
    end

    # What [] takes alone.
    def self.position(x)
      return x if Primitive.is_string(x) || Primitive.is_regexp(x) || Primitive.is_integer(x)
      return range(x) if Primitive.is_range(x)
      Convert.to_int(x)
    end

    # A group of a Regexp.
    def self.group(x)
      return x if Primitive.is_integer(x) || Primitive.is_string(x) || Primitive.is_symbol(x)
      Convert.to_int(x)
    end

    # For rpartition: anything else is a mismatch of types.
    def self.searched_by_type(x)
      return x if Primitive.is_regexp(x)
      Convert.try_str(x) or raise TypeError, "type mismatch: #{Convert.describe(x)} given"
    end

    def self.text_or_symbol(x)
      Primitive.is_symbol(x) ? x : Convert.to_str(x)
    end

    # A String or Regexp; for index and the like.
    def self.searched(x)
      Primitive.is_regexp(x) ? x : Convert.to_str(x)
    end

    # A String or Regexp; for sub, gsub, scan, split and partition.
    def self.replaced(x)
      return x if Primitive.is_regexp(x) || Primitive.is_string(x)
      text = Convert.try_str(x)
      return text if text
      raise TypeError, "wrong argument type #{Convert.describe(x)} (expected Regexp)"
    end
  end
end
