# String: its encoding, scrubbing, and conversion with all of its options.
class String
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
end

module Troupe
  module Text
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
