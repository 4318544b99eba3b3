# String: replacing and scanning with a block or a Hash, match by match (text_step).
class String
  def sub(pattern, replacement = (absent = true))
    pattern = Troupe::Pattern.replaced(pattern)
    if absent
      raise ArgumentError, "wrong number of arguments (given 1, expected 2)" unless block_given?
    elsif !(hash = Troupe::Text.hash(replacement))
      return Primitive.string_sub(pattern, Troupe::Convert.to_str(replacement))
    end
    text = Primitive.string_copy
    cursor = Primitive.text_cursor
    return text unless (match = Primitive.text_step(text, pattern, cursor))
    piece = hash ? hash[match] : yield(match)
    piece = Troupe::Convert.text(piece) unless Primitive.is_string(piece)
    out = Primitive.string_buffer
    Primitive.text_step_end(out, text, Primitive.text_step_put(out, text, 0, cursor, piece))
  end

  def sub!(pattern, replacement = (absent = true))
    Primitive.string_check_frozen
    pattern = Troupe::Pattern.replaced(pattern)
    if absent
      raise ArgumentError, "wrong number of arguments (given 1, expected 2)" unless block_given?
    elsif !(hash = Troupe::Text.hash(replacement))
      return Primitive.string_sub!(pattern, Troupe::Convert.to_str(replacement))
    end
    text = Primitive.string_copy
    cursor = Primitive.text_cursor
    return nil unless (match = Primitive.text_step(text, pattern, cursor))
    piece = hash ? hash[match] : yield(match)
    piece = Troupe::Convert.text(piece) unless Primitive.is_string(piece)
    raise RuntimeError, "string modified" unless Primitive.string_unchanged(text)
    out = Primitive.string_buffer
    Primitive.text_step_end(out, text, Primitive.text_step_put(out, text, 0, cursor, piece))
    Primitive.string_replace(out)
  end

  def gsub(pattern, replacement = (absent = true))
    return to_enum(:gsub, pattern) if absent && !block_given?
    pattern = Troupe::Pattern.replaced(pattern)
    if !absent && !(hash = Troupe::Text.hash(replacement))
      return Primitive.string_gsub(pattern, Troupe::Convert.to_str(replacement))
    end
    text = Primitive.string_copy
    out = Primitive.string_buffer
    cursor = Primitive.text_cursor
    done = 0
    while (match = Primitive.text_step(text, pattern, cursor))
      piece = hash ? hash[match] : yield(match)
      piece = Troupe::Convert.text(piece) unless Primitive.is_string(piece)
      raise RuntimeError, "string modified" unless Primitive.string_unchanged(text)
      done = Primitive.text_step_put(out, text, done, cursor, piece)
    end
    Primitive.text_step_end(out, text, done)
  end

  def gsub!(pattern, replacement = (absent = true))
    return to_enum(:gsub!, pattern) if absent && !block_given?
    Primitive.string_check_frozen
    pattern = Troupe::Pattern.replaced(pattern)
    if !absent && !(hash = Troupe::Text.hash(replacement))
      return Primitive.string_gsub!(pattern, Troupe::Convert.to_str(replacement))
    end
    text = Primitive.string_copy
    out = Primitive.string_buffer
    cursor = Primitive.text_cursor
    done = 0
    any = false
    while (match = Primitive.text_step(text, pattern, cursor))
      piece = hash ? hash[match] : yield(match)
      piece = Troupe::Convert.text(piece) unless Primitive.is_string(piece)
      raise RuntimeError, "string modified" unless Primitive.string_unchanged(text)
      done = Primitive.text_step_put(out, text, done, cursor, piece)
      any = true
    end
    return nil unless any
    Primitive.text_step_end(out, text, done)
    Primitive.string_replace(out)
  end

  def scan(pattern)
    pattern = Troupe::Pattern.replaced(pattern)
    return Primitive.string_scan(pattern) unless block_given?
    text = Primitive.string_copy
    cursor = Primitive.text_cursor
    while (match = Primitive.scan_step(text, pattern, cursor))
      yield match
    end
    self
  end
end

module Troupe
  module Text
    def self.hash(x)
      return x if Primitive.is_hash(x)
      return nil if Primitive.is_string(x) || !Primitive.responds(x, :to_hash)
      Convert.to_hash(x)
    end
  end
end
