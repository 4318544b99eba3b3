# String: what calls blocks: each_*, split, sub, gsub, scan; encode and scrub.
class String
  def each_char
    return to_enum(:each_char) { size } unless block_given?
    text = Primitive.string_copy
    at = 0
    while (character = Primitive.string_character(text, at))
      at += Primitive.string_bytesize_of(character)
      yield character
    end
    self
  end

  def each_grapheme_cluster
    return to_enum(:each_grapheme_cluster) { grapheme_clusters.size } unless block_given?
    Troupe::Text.grapheme_clusters(self).each { |cluster| yield cluster }
    self
  end

  def grapheme_clusters
    clusters = Troupe::Text.grapheme_clusters(self)
    return clusters unless block_given?
    clusters.each { |cluster| yield cluster }
    self
  end

  # C makes the lists; with a block it is as each_*.
  def chars(&block) = each_char(&block)
  def bytes(&block) = each_byte(&block)
  def codepoints(&block) = each_codepoint(&block)

  def each_byte
    return to_enum(:each_byte) { bytesize } unless block_given?
    i = 0
    while (byte = Primitive.string_getbyte(i))
      yield byte
      i += 1
    end
    self
  end

  def each_codepoint
    return to_enum(:each_codepoint) { size } unless block_given?
    text = Primitive.string_copy
    at = 0
    while (code = Primitive.string_codepoint(text, at))
      at += Primitive.string_bytesize_of(Primitive.string_character(text, at))
      yield code
    end
    self
  end

  def each_line(separator = $/, chomp: false)
    return to_enum(:each_line, separator, chomp: chomp) unless block_given?
    separator = Troupe::Convert.to_str(separator) unless Primitive.same?(separator, nil)
    if Primitive.same?(separator, nil)
      yield self
      return self
    end
    text = Primitive.string_copy
    size = Primitive.string_bytesize_of(text)
    cursor = [0]
    at = 0
    while at < size
      line = Primitive.string_line(text, at, separator, chomp, cursor)
      at = cursor[0]
      yield line
    end
    self
  end

  def lines(separator = $/, chomp: false, &block)
    return each_line(separator, chomp: chomp, &block) if block
    separator = Troupe::Convert.to_str(separator) unless Primitive.same?(separator, nil)
    Primitive.string_lines(separator, chomp)
  end

  def split(pattern = nil, limit = 0)
    if Primitive.same?(pattern, nil)
      pattern = $;
      warn("$; is set to non-nil value", category: :deprecated, uplevel: 0) unless Primitive.same?(pattern, nil)
    end
    pattern = Troupe::Pattern.replaced(pattern) unless Primitive.same?(pattern, nil)
    parts = Primitive.string_split(pattern, Troupe::Convert.to_int(limit))
    return parts unless block_given?
    parts.each { |part| yield part }
    self
  end

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

  # --- Encodings

  def encoding
    Troupe::ENCODINGS[Primitive.encoding_of]
  end

  def force_encoding(encoding)
    Primitive.string_set_encoding(Troupe::Text.encoding(encoding))
  end

  def scrub(replacement = nil)
    replacement = Troupe::Convert.to_str(replacement) unless Primitive.same?(replacement, nil)
    return Primitive.string_scrub(replacement) if replacement || !block_given?
    text = Primitive.string_copy
    out = Primitive.string_buffer
    done = 0
    while (place = Primitive.string_invalid(text, done))
      at = place[0]
      piece = yield Primitive.string_part(text, at, at + place[1])
      Primitive.string_push_bytes(out, Primitive.string_part(text, done, at))
      Primitive.string_push_bytes(out, Troupe::Convert.to_str(piece))
      done = at + place[1]
    end
    Primitive.string_push_bytes(out, Primitive.string_part(text, done, Primitive.string_bytesize_of(text)))
    out
  end

  def scrub!(replacement = nil, &block)
    return self if valid_encoding?
    Primitive.string_check_frozen
    Primitive.string_replace(scrub(replacement, &block))
  end

  def encode(to = nil, from = nil, **options)
    Troupe::Text.encode(self, to, from, options)
  end

  def encode!(to = nil, from = nil, **options)
    Primitive.string_check_frozen
    Primitive.string_replace(Troupe::Text.encode(self, to, from, options))
  end

  def unpack(format, offset: 0, &block)
    Troupe::Pack.unpack(self, format, offset, &block)
  end

  def unpack1(format, offset: 0)
    Troupe::Pack.unpack1(self, format, offset)
  end
end

module Troupe
  module Pattern
    # A Regexp, or one made of a String.
    def self.regexp(x)
      return x if Primitive.is_regexp(x)
      text = Convert.try_str(x)
      return Primitive.regexp_new(Regexp, text, 0) if text
      raise TypeError, "wrong argument type #{Convert.describe(x)} (expected Regexp)"
    end
  end

  module Text
    def self.hash(x)
      return x if Primitive.is_hash(x)
      return nil if Primitive.is_string(x) || !Primitive.responds(x, :to_hash)
      Convert.to_hash(x)
    end

    # The index of an Encoding, or of the name of one.
    def self.encoding(x)
      return Primitive.encoding_index(x) if Primitive.is_encoding(x)
      name = Convert.to_str(x)
      return Primitive.encoding_index(Encoding.default_external) if name.casecmp?("external")
      return Primitive.encoding_index(Encoding.default_internal || Encoding::BINARY) if name.casecmp?("internal")
      Primitive.encoding_find(name) or raise ArgumentError, "unknown encoding name - #{name}"
    end

    def self.converted_encoding(x, from, to)
      return Primitive.encoding_index(x) if Primitive.is_encoding(x)
      name = Convert.to_str(x)
      index = Primitive.encoding_find(name)
      return index if index
      raise Encoding::ConverterNotFoundError, "code converter not found (#{from} to #{to})"
    end

    # Extended grapheme clusters of Unicode text; else characters.
    def self.grapheme_clusters(text)
      index = Primitive.encoding_of(text)
      return text.chars if !Primitive.encoding_unicode(index) || text.ascii_only? || !text.valid_encoding?
      return text.scan(/\X/) if index == 0
      text.encode(Encoding::UTF_8).scan(/\X/).map { |cluster| cluster.encode(ENCODINGS[index]) }
    end

    NEWLINES = { universal: 16, crlf: 32, cr: 64, lf: 0 }.freeze
    private_constant :NEWLINES

    def self.encode_flags(options)
      flags = 0
      unless options[:invalid].nil?
        raise ArgumentError, "unknown value for invalid character option" unless options[:invalid] == :replace
        flags |= 1
      end
      unless options[:undef].nil?
        raise ArgumentError, "unknown value for undefined character option" unless options[:undef] == :replace
        flags |= 2
      end
      if (xml = options[:xml])
        raise ArgumentError, "unexpected value for xml option: #{xml.inspect}" unless xml == :text || xml == :attr
        flags |= xml == :text ? 4 : 8
      end
      if (newline = options[:newline])
        flags |= NEWLINES[newline] || raise(ArgumentError, "unexpected value for newline option: #{newline}")
      end
      flags |= 16 if options[:universal_newline]
      flags |= 32 if options[:crlf_newline]
      flags |= 64 if options[:cr_newline]
      flags
    end

    def self.encode(text, to, from, options)
      flags = encode_flags(options)
      own = Primitive.encoding_of(text)
      given = !to.nil?
      if to.nil?
        internal = Encoding.default_internal
        to = internal || ENCODINGS[own]
      end
      from = ENCODINGS[own] if from.nil?
      source = converted_encoding(from, from, to)
      target = converted_encoding(to, from, to)
      if source == target || (ascii_either?(text, source, target) && flags & 124 == 0)
        copy = Primitive.string_copy(text)
        if flags & 1 != 0 && source == target && given
          copy = options[:replace] ? copy.scrub(options[:replace]) : copy.scrub
        end
        return copy.force_encoding(ENCODINGS[target]) if flags & 124 == 0
        text = copy
      end
      return encode_binary(text, source, target, flags, options) if source == 2 || target == 2
      convert(text, source, target, flags, options)
    end

    def self.ascii_either?(text, source, target)
      Primitive.encoding_ascii(source) && Primitive.encoding_ascii(target) && text.ascii_only?
    end

    # BINARY has no characters beyond ASCII.
    def self.encode_binary(text, source, target, flags, options)
      convert(text, source, target, flags, options)
    end

    def self.replacement(target, options)
      with = options[:replace]
      return nil if with.nil?
      with = Convert.to_str(with)
      index = Primitive.encoding_of(with)
      return with if index == target || with.ascii_only? && Primitive.encoding_ascii(target)
      encode(with, ENCODINGS[target], nil, {})
    end

    def self.convert(text, source, target, flags, options)
      result = Primitive.string_encode(text, source, target, flags, replacement(target, options))
      return result if Primitive.is_string(result)
      fallback = options[:fallback]
      return fall_back(text, source, target, flags, options, fallback) if fallback && result[0] == 1
      fail_encoding(text, source, target, result)
    end

    # Character by character, asking for those that cannot be converted.
    def self.fall_back(text, source, target, flags, options, fallback)
      out = Primitive.string_copy("").force_encoding(ENCODINGS[target])
      Primitive.string_copy(text).force_encoding(ENCODINGS[source]).each_char do |character|
        piece = Primitive.string_encode(character, source, target, flags, nil)
        unless Primitive.is_string(piece)
          trouble = piece
          piece = if Primitive.is_hash(fallback)
            fallback[character]
          elsif Primitive.responds(fallback, :call)
            fallback.call(character)
          elsif Primitive.responds(fallback, :[])
            fallback[character]
          end
          fail_encoding(character, source, target, trouble) if piece.nil?
          piece = Convert.to_str(piece)
          unless Primitive.encoding_of(piece) == target
            piece = Primitive.string_encode(piece, Primitive.encoding_of(piece), target, 0, nil)
            raise ArgumentError, "too big fallback string" unless Primitive.is_string(piece)
          end
        end
        Primitive.string_push(out, piece)
      end
      out
    end

    def self.fail_encoding(text, source, target, trouble)
      from = ENCODINGS[source]
      to = ENCODINGS[target]
      kind, at, size, code, incomplete = trouble
      if kind == 2
        raise Encoding::ConverterNotFoundError, "code converter not found (#{from.name} to #{to.name})"
      end
      bytes = text.byteslice(at, size).b
      if kind == 0
        message = if incomplete
          "incomplete #{bytes.dump} on #{from.name}"
        elsif at + size < text.bytesize && size > 0 && source != 1
          "#{bytes.dump} followed by #{text.byteslice(at + size, 1).b.dump} on #{from.name}"
        else
          "#{bytes.dump} on #{from.name}"
        end
        message = "#{bytes.dump} on #{from.name}" if size == 1 && !incomplete && bytes.getbyte(0) >= 0xf5
        error = Encoding::InvalidByteSequenceError.new(message)
        error.__fill(from, to, bytes, incomplete)
      else
        shown = source == 0 || code && Primitive.encoding_unicode(source) ? "U+%04X" % code : bytes.dump
        message = if source == 0 || target == 0 || code.nil?
          "#{shown} from #{from.name} to #{to.name}"
        else
          "U+%04X from UTF-8 to #{to.name}" % code
        end
        if source != 0 && target != 0 && code
          message = "U+%04X to #{to.name} in conversion from #{from.name} to UTF-8 to #{to.name}" % code
        end
        error = Encoding::UndefinedConversionError.new(message)
        error.__fill(from, to, text.byteslice(at, size), false)
      end
      raise error
    end
  end
end
