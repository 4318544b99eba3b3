# Regexp and MatchData: making, conversions, what takes a block.
class Regexp
  IGNORECASE = 1
  EXTENDED = 2
  MULTILINE = 4
  FIXEDENCODING = 16
  NOENCODING = 32

  class TimeoutError < RegexpError
  end

  class << self
    def new(source, options = nil, timeout: nil)
      if Primitive.is_regexp(source)
        warn("flags ignored", uplevel: 0) unless Primitive.same?(options, nil)
        flags = source.options & 55
        source = source.source
      else
        source = Troupe::Convert.to_str(source)
        flags = Primitive.same?(options, nil) ? 0 : Troupe::Pattern.flags(options)
      end
      if timeout && Troupe::Convert.to_f(timeout) <= 0
        raise ArgumentError, "invalid timeout: #{timeout.inspect}"
      end
      Primitive.regexp_new(self, source, flags)
    end

    def compile(...)
      new(...)
    end

    def escape(text)
      Primitive.regexp_escape(Troupe::Pattern.text_or_symbol(text))
    end

    alias quote escape

    def union(*patterns)
      if patterns.size == 1 && (list = Troupe::Convert.try_ary(patterns[0]))
        patterns = list
      end
      return Primitive.regexp_new(Regexp, "(?!)", 0) if patterns.empty?
      if patterns.size == 1
        only = patterns[0]
        re = try_convert(only)
        return re if re
        return Primitive.regexp_new(Regexp, Primitive.regexp_escape(Troupe::Pattern.text_or_symbol(only)), 0)
      end
      source = nil
      patterns.each do |pattern|
        re = try_convert(pattern)
        part = re ? re.to_s : Primitive.regexp_escape(Troupe::Pattern.text_or_symbol(pattern))
        source = source ? source + "|" + part : part
      end
      Primitive.regexp_new(Regexp, source, 0)
    end

    def try_convert(object)
      return object if Primitive.is_regexp(object)
      return nil unless Primitive.responds(object, :to_regexp)
      re = object.to_regexp
      return re if Primitive.is_regexp(re) || Primitive.same?(re, nil)
      Troupe::Convert.failed(object, "Regexp", "to_regexp", re)
    end

    def last_match(group = (whole = true))
      match = Primitive.get_last_match
      return match if whole || Primitive.same?(match, nil)
      match[group]
    end

    def linear_time?(pattern, options = nil, timeout: nil)
      re = new(pattern, options)
      # Back-references, and what calls a group again, are what cannot be done in linear time.
      !re.source.match?(/\\[1-9k]|\\g</)
    end

    def timeout
      __main_only
      @__timeout
    end

    def __main_only
      raise Ractor::IsolationError, "can not access Regexp.timeout from non-main Ractors" unless Ractor.main?
    end
    private :__main_only

    def timeout=(seconds)
      __main_only
      unless seconds.nil?
        seconds = Troupe::Convert.to_f(seconds)
        raise ArgumentError, "invalid timeout: #{seconds}" if seconds <= 0
      end
      @__timeout = seconds
    end
  end

  def =~(other)
    Primitive.regexp_match_operator(Troupe::Convert.to_str(other))
  end

  def ===(other)
    text = Troupe::Convert.try_str(other)
    if Primitive.same?(text, nil)
      Primitive.set_last_match(nil)
      return false
    end
    Primitive.regexp_case_equal(text)
  end

  def match(text, start = 0)
    if Primitive.same?(text, nil)
      Primitive.set_last_match(nil)
      return nil
    end
    text = Troupe::Convert.to_str(text) unless Primitive.is_symbol(text)
    match = Primitive.regexp_match(self, text, Troupe::Convert.to_int(start))
    return match unless block_given? && match
    yield match
  end

  def match?(text, start = 0)
    return false if Primitive.same?(text, nil)
    text = Troupe::Convert.to_str(text) unless Primitive.is_symbol(text)
    Primitive.regexp_match?(self, text, Troupe::Convert.to_int(start))
  end

  def ~
    line = Primitive.get_last_line
    unless Primitive.is_string(line)
      Primitive.set_last_match(nil)
      return nil
    end
    Primitive.regexp_match_operator(line)
  end

  def named_captures
    list = Primitive.regexp_named_list(self)
    result = {}
    i = 0
    while i < list.size
      result[list[i]] = list[i + 1]
      i += 2
    end
    result
  end

  def encoding
    Primitive.regexp_source.encoding
  end

  def timeout
    nil
  end
end

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

module Troupe
  # Patterns and their options, as the searching methods take them.
  module Pattern
    def self.flags(options)
      return options & 55 if Primitive.is_integer(options)
      return 0 unless options
      return 1 if Primitive.same?(options, true)
      if Primitive.is_string(options)
        flags = 0
        options.each_char do |c|
          flag = c == "i" ? 1 : c == "x" ? 2 : c == "m" ? 4 : nil
          raise ArgumentError, "unknown regexp option: #{options}" unless flag
          flags |= flag
        end
        return flags
      end
      warn("expected true or false as ignorecase: #{options.inspect}", uplevel: 1) if $VERBOSE
      1
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
