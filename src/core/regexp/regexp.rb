# Regexp: making, conversions; and what String and Symbol match.
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

module Troupe
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
  end
end

class String
  def =~(other)
    raise TypeError, "type mismatch: String given" if Primitive.is_string(other)
    other =~ self
  end

  def match(pattern, *start, &block)
    Troupe::Pattern.regexp(pattern).match(self, *start, &block)
  end

  def match?(pattern, *start)
    Troupe::Pattern.regexp(pattern).match?(self, *start)
  end
end

class Symbol
  def =~(other)
    other =~ name
  end

  def match(pattern, *start, &block)
    Troupe::Pattern.regexp(pattern).match(name, *start, &block)
  end

  def match?(pattern, *start)
    Troupe::Pattern.regexp(pattern).match?(name, *start)
  end
end
