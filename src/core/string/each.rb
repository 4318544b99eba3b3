# String: what calls blocks: each_char and its kin, lines, split.
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
end

module Troupe
  module Text
    # Extended grapheme clusters of Unicode text; else characters.
    def self.grapheme_clusters(text)
      index = Primitive.encoding_of(text)
      return text.chars if !Primitive.encoding_unicode(index) || text.ascii_only? || !text.valid_encoding?
      return text.scan(/\X/) if index == 0
      text.encode(Encoding::UTF_8).scan(/\X/).map { |cluster| cluster.encode(ENCODINGS[index]) }
    end
  end
end
