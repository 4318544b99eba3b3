# The Encoding objects, one for each of the encodings of the library, known by its index.
class Encoding
  class << self
    undef_method :new

    def list
      Troupe::ENCODINGS.dup
    end

    def name_list
      Troupe::ENCODINGS.map(&:name) + aliases.keys
    end

    def aliases
      Troupe::ENCODING_ALIASES.merge("locale" => "UTF-8", "external" => "UTF-8", "filesystem" => "UTF-8")
    end

    def find(name)
      return name if Primitive.is_encoding(name)
      name = Troupe::Convert.to_str(name)
      return default_internal if name.casecmp?("internal")
      return default_external if name.casecmp?("external") || name.casecmp?("filesystem")
      return UTF_8 if name.casecmp?("locale")
      index = Primitive.encoding_find(name)
      raise ArgumentError, "unknown encoding name - #{name}" unless index
      Troupe::ENCODINGS[index]
    end

    def default_external
      @__default_external || UTF_8
    end

    def default_external=(encoding)
      raise ArgumentError, "default external can not be nil" if encoding.nil?
      @__default_external = find(encoding)
    end

    def default_internal
      @__default_internal
    end

    def default_internal=(encoding)
      @__default_internal = encoding.nil? ? nil : find(encoding)
    end

    def locale_charmap
      "UTF-8"
    end

    def compatible?(a, b)
      if Primitive.is_string(a) && Primitive.is_string(b)
        index = Primitive.encoding_compatible(a, b)
        return index && Troupe::ENCODINGS[index]
      end
      x = Troupe::Text.encoding_in(a)
      y = Troupe::Text.encoding_in(b)
      return nil unless x && y
      return x if x == y
      ascii = US_ASCII
      return y if x == ascii && Primitive.is_encoding(a) && Primitive.is_encoding(b)
      return x if y == ascii && Primitive.is_encoding(b)
      # Text that is only ASCII goes with anything; an Encoding or a Regexp may hold more.
      return nil unless x.ascii_compatible? && y.ascii_compatible?
      return x if Troupe::Text.plain?(b)
      return y if Troupe::Text.plain?(a)
      nil
    end
  end

  def name
    @__name
  end

  alias to_s name

  def names
    [@__name] + Encoding.aliases.select { |_, name| name == @__name }.keys
  end

  def inspect
    return "#<Encoding:BINARY (ASCII-8BIT)>" if @__index == 2
    dummy? ? "#<Encoding:#{@__name} (dummy)>" : "#<Encoding:#{@__name}>"
  end

  def dummy?
    Primitive.encoding_dummy(@__index)
  end

  def ascii_compatible?
    Primitive.encoding_ascii(@__index)
  end

  def __fill(name)
    @__name = name
    freeze
  end
  private :__fill

  class UndefinedConversionError
    def __fill(from, to, bytes, incomplete)
      @__from = from
      @__to = to
      @__bytes = bytes
      self
    end

    def source_encoding = @__from
    def destination_encoding = @__to
    def source_encoding_name = @__from.name
    def destination_encoding_name = @__to.name
    def error_char = @__bytes
  end

  class InvalidByteSequenceError
    def __fill(from, to, bytes, incomplete)
      @__from = from
      @__to = to
      @__bytes = bytes
      @__incomplete = incomplete
      self
    end

    def source_encoding = @__from
    def destination_encoding = @__to
    def source_encoding_name = @__from.name
    def destination_encoding_name = @__to.name
    def error_bytes = @__bytes
    def readagain_bytes = ""
    def incomplete_input? = @__incomplete
  end

  class Converter
    INVALID_MASK = 15
    INVALID_REPLACE = 2
    UNDEF_MASK = 240
    UNDEF_REPLACE = 32
    UNDEF_HEX_CHARREF = 48
    PARTIAL_INPUT = 65_536
    AFTER_OUTPUT = 131_072
    UNIVERSAL_NEWLINE_DECORATOR = 256
    CRLF_NEWLINE_DECORATOR = 4096
    CR_NEWLINE_DECORATOR = 8192
    LF_NEWLINE_DECORATOR = 16_384
    XML_TEXT_DECORATOR = 16_384
    XML_ATTR_CONTENT_DECORATOR = 32_768
    XML_ATTR_QUOTE_DECORATOR = 1_048_576

    def self.new(*)
      raise NotImplementedError, "Encoding::Converter is not implemented"
    end
  end
end

module Troupe
  list = []
  i = 0
  while i < Primitive.encoding_count
    encoding = Primitive.encoding_new
    Primitive.encoding_set_index(encoding, i)
    encoding.__send__(:__fill, Primitive.encoding_name(i))
    list << encoding
    i += 1
  end
  ENCODINGS = list.freeze
  ENCODING_ALIASES = {
    "BINARY" => "ASCII-8BIT", "CP65001" => "UTF-8", "ASCII" => "US-ASCII", "ANSI_X3.4-1968" => "US-ASCII",
    "646" => "US-ASCII", "UCS-2BE" => "UTF-16BE", "UCS-4LE" => "UTF-32LE", "UCS-4BE" => "UTF-32BE",
    "eucJP" => "EUC-JP", "CP932" => "Windows-31J", "csWindows31J" => "Windows-31J", "SJIS" => "Windows-31J",
    "PCK" => "Windows-31J", "ISO8859-1" => "ISO-8859-1", "ISO8859-15" => "ISO-8859-15", "CP1252" => "Windows-1252",
    "CP1251" => "Windows-1251"
  }.freeze

  module Text
    # The Encoding that a String, Symbol, Regexp or Encoding has or is, or nil.
    def self.encoding_in(x)
      return x if Primitive.is_encoding(x)
      Primitive.is_string(x) || Primitive.is_symbol(x) || Primitive.is_regexp(x) ? x.encoding : nil
    end

    def self.plain?(x)
      return x.ascii_only? if Primitive.is_string(x)
      return x.name.ascii_only? if Primitive.is_symbol(x)
      return !x.fixed_encoding? if Primitive.is_regexp(x)
      false
    end
  end
end

class Encoding
  UTF_8 = Troupe::ENCODINGS[0]
  CP65001 = UTF_8
  US_ASCII = ASCII = ANSI_X3_4_1968 = Troupe::ENCODINGS[1]
  BINARY = ASCII_8BIT = Troupe::ENCODINGS[2]
  UTF_16LE = Troupe::ENCODINGS[3]
  UTF_16BE = UCS_2BE = Troupe::ENCODINGS[4]
  UTF_32LE = UCS_4LE = Troupe::ENCODINGS[5]
  UTF_32BE = UCS_4BE = Troupe::ENCODINGS[6]
  EUC_JP = EucJP = EUCJP = Troupe::ENCODINGS[7]
  SHIFT_JIS = Shift_JIS = Troupe::ENCODINGS[8]
  WINDOWS_31J = Windows_31J = CP932 = CsWindows31J = CSWINDOWS31J = SJIS = PCK = Troupe::ENCODINGS[9]
  ISO_8859_1 = ISO8859_1 = Troupe::ENCODINGS[10]
  ISO_8859_15 = ISO8859_15 = Troupe::ENCODINGS[11]
  WINDOWS_1252 = Windows_1252 = CP1252 = Troupe::ENCODINGS[12]
  WINDOWS_1251 = Windows_1251 = CP1251 = Troupe::ENCODINGS[13]
  UTF_16 = Troupe::ENCODINGS[14]
  UTF_32 = Troupe::ENCODINGS[15]
end
