# StringIO: reads and writes a String as an IO does a file. Positions are in bytes.
class StringIO
  include Enumerable
  %i[print printf putc << readbyte readchar readline each_byte each_char].each { |name| Primitive.borrow(self, IO, name) }

  VERSION = "3.1.2"
  MAX_LENGTH = 0x7fffffffffffffff

  def self.open(*arguments, **options, &block)
    io = new(*arguments, **options)
    block ? Troupe.lend(io, &block) : io
  end

  def self.new(*arguments, **options)
    warn("#{self}::new() does not take block; use #{self}::open() instead") if block_given?
    super
  end

  def initialize(string = +"", mode = nil, **options)
    string = Troupe::Convert.to_str(string) unless Primitive.same?(string, nil)
    mode = options[:mode] if Primitive.same?(mode, nil)
    @__string = string
    @__pos = 0
    @__lineno = 0
    set_mode(mode)
  end

  # --- The string -----------------------------------------------------------------------------------------------------

  def string
    @__string
  end

  def string=(string)
    @__string = Troupe::Convert.to_str(string)
    @__pos = 0
    @__lineno = 0
    set_mode(nil)
    string
  end

  def initialize_copy(other)
    @__string = other.string
    self
  end

  def reopen(string = nil, mode = nil)
    if Primitive.is_kind(string, StringIO)
      @__string = string.string
      @__pos = string.pos
      @__lineno = string.lineno
      set_mode(nil)
    else
      initialize(string, mode)
    end
    self
  end

  def size
    raise IOError, "not opened" if Primitive.same?(@__string, nil)
    @__string.bytesize
  end

  def length
    size
  end

  def truncate(size)
    check_writable
    size = Troupe::Convert.to_int(size)
    raise Errno::EINVAL, "negative length" if size < 0
    had = @__string.bytesize
    if size < had
      @__string.replace(@__string.byteslice(0, size))
    else
      append("\0" * (size - had))
    end
    0
  end

  # --- Where it stands ------------------------------------------------------------------------------------------------

  def pos
    @__pos
  end

  def tell
    @__pos
  end

  def pos=(position)
    position = Troupe::Convert.to_int(position)
    raise Errno::EINVAL if position < 0
    @__pos = position
  end

  def seek(offset, whence = 0)
    raise IOError, "closed stream" if closed?
    offset = Troupe::Convert.to_int(offset)
    from = case whence
           when 0, :SET then 0
           when 1, :CUR then @__pos
           when 2, :END then @__string.bytesize
           else raise Errno::EINVAL, "invalid whence"
           end
    raise Errno::EINVAL if from + offset < 0
    @__pos = from + offset
    0
  end

  def rewind
    @__pos = 0
    @__lineno = 0
    0
  end

  def eof?
    check_readable
    rest_size <= 0
  end

  def eof
    eof?
  end

  def lineno
    @__lineno
  end

  def lineno=(number)
    @__lineno = Troupe::Convert.to_int(number)
  end

  # --- Reading --------------------------------------------------------------------------------------------------------

  def read(length = nil, buffer = nil)
    check_readable
    buffer = Troupe::Convert.to_str(buffer) unless Primitive.same?(buffer, nil)
    if Primitive.same?(length, nil)
      result = take(rest_size)
    else
      length = Troupe::Convert.to_int(length)
      raise ArgumentError, "negative length #{length} given" if length < 0
      if length > 0 && rest_size <= 0
        buffer&.clear
        return nil
      end
      result = take(length).b
    end
    Primitive.same?(buffer, nil) ? result : buffer.replace(result)
  end

  def pread(length, offset)
    check_readable
    length = Troupe::Convert.to_int(length)
    offset = Troupe::Convert.to_int(offset)
    raise ArgumentError, "negative string size (or size too big): #{length}" if length < 0
    raise Errno::EINVAL, "pread: Invalid offset argument" if offset < 0
    return +"" if length == 0
    raise EOFError, "end of file reached" if offset >= @__string.bytesize
    @__string.byteslice(offset, length).b
  end

  def sysread(length = nil, buffer = nil)
    result = read(length, buffer)
    raise EOFError, "end of file reached" if Primitive.same?(result, nil)
    result
  end

  def readpartial(length, buffer = nil)
    sysread(length, buffer)
  end

  def read_nonblock(length, buffer = nil, exception: true)
    result = read(length, buffer)
    raise EOFError, "end of file reached" if Primitive.same?(result, nil) && exception
    result
  end

  def getc
    check_readable
    rest_size > 0 ? take_character : nil
  end

  def getbyte
    check_readable
    byte = @__string.getbyte(@__pos)
    @__pos += 1 if byte
    byte
  end

  def each_codepoint
    return enum_for(:each_codepoint) unless block_given?
    each_char { |character| yield character.ord }
  end

  def ungetc(character)
    check_readable
    return nil if Primitive.same?(character, nil)
    character = character.chr(external_encoding) if Primitive.is_integer(character)
    unget(Troupe::Convert.to_str(character))
  end

  def ungetbyte(byte)
    check_readable
    return nil if Primitive.same?(byte, nil)
    unget(Primitive.is_integer(byte) ? (byte & 255).chr : Troupe::Convert.to_str(byte))
  end

  def gets(*arguments, chomp: false)
    check_readable
    separator, limit = line_arguments(arguments)
    line = limit == 0 ? take(0) : next_line(separator, limit, chomp)
    Primitive.set_last_line(line)
    line
  end

  def each_line(*arguments, chomp: false)
    return enum_for(:each_line, *arguments, chomp: chomp) unless block_given?
    check_readable
    separator, limit = line_arguments(arguments)
    raise ArgumentError, "invalid limit: 0 for each_line" if limit == 0
    while (line = next_line(separator, limit, chomp))
      yield line
    end
    self
  end

  def each(*arguments, chomp: false, &block)
    return enum_for(:each, *arguments, chomp: chomp) unless block
    each_line(*arguments, chomp: chomp, &block)
  end

  def readlines(*arguments, chomp: false)
    check_readable
    separator, limit = line_arguments(arguments)
    raise ArgumentError, "invalid limit: 0 for readlines" if limit == 0
    lines = []
    while (line = next_line(separator, limit, chomp))
      lines << line
    end
    lines
  end

  # --- Writing --------------------------------------------------------------------------------------------------------

  def write(*values)
    check_writable
    count = 0
    values.each { |value| count += put(Troupe.text_of(value)) }
    count
  end

  def syswrite(value)
    write(value)
  end

  def write_nonblock(value, exception: true)
    write(value)
  end

  def puts(*values)
    write(Troupe.puts_text(values))
    nil
  end

  # --- Open and closed ------------------------------------------------------------------------------------------------

  def close
    @__readable = @__writable = false
    nil
  end

  def close_read
    raise IOError, "closing non-duplex IO for reading" unless @__readable
    @__readable = false
    nil
  end

  def close_write
    raise IOError, "closing non-duplex IO for writing" unless @__writable
    @__writable = false
    nil
  end

  def closed?
    !@__readable && !@__writable
  end

  def closed_read?
    !@__readable
  end

  def closed_write?
    !@__writable
  end

  # --- What an IO has besides -----------------------------------------------------------------------------------------

  def binmode
    set_encoding(Encoding::BINARY) if @__writable
    self
  end

  def external_encoding
    @__encoding || (Primitive.same?(@__string, nil) ? Encoding.default_external : @__string.encoding)
  end

  def internal_encoding
    nil
  end

  def set_encoding(encoding, *)
    encoding = Encoding.default_external if Primitive.same?(encoding, nil)
    encoding = Encoding.find(Troupe::Convert.to_str(encoding).split(":")[0]) unless Primitive.is_kind(encoding, Encoding)
    @__encoding = encoding
    @__string.force_encoding(encoding) if @__writable && @__string && !@__string.frozen?
    self
  end

  def set_encoding_by_bom
    return nil unless @__string.byteslice(0, 3) == "\xEF\xBB\xBF".b
    @__pos = 3
    set_encoding(Encoding::UTF_8)
    Encoding::UTF_8
  end

  def sync
    true
  end

  def sync=(flag)
    flag
  end

  def flush
    self
  end

  def fsync
    0
  end

  def fileno
    nil
  end

  def pid
    nil
  end

  def isatty
    false
  end

  def tty?
    false
  end

  def fcntl(*)
    raise NotImplementedError, "fcntl() function is unimplemented on this machine"
  end

  private

  def set_mode(mode)
    frozen = Primitive.same?(@__string, nil) ? false : @__string.frozen?
    @__append = false
    if Primitive.same?(mode, nil)
      @__readable = true
      @__writable = !frozen
    elsif Primitive.is_integer(mode)
      set_flags(mode)
    else
      set_text_mode(Troupe::Convert.to_str(mode))
    end
    raise Errno::EACCES if @__writable && frozen && !Primitive.same?(mode, nil)
    @__string.replace("") if @__truncate && @__string
    @__truncate = false
  end

  def set_flags(mode)
    access = mode & 3
    @__readable = access != IO::WRONLY
    @__writable = access != IO::RDONLY
    @__append = mode & IO::APPEND != 0
    @__truncate = mode & IO::TRUNC != 0
  end

  def set_text_mode(mode)
    letter = mode[0]
    raise ArgumentError, "invalid access mode #{mode}" unless letter == "r" || letter == "w" || letter == "a"
    both = mode.include?("+")
    @__readable = letter == "r" || both
    @__writable = letter != "r" || both
    @__append = letter == "a"
    @__truncate = letter == "w"
    @__encoding = Encoding::BINARY if mode.include?("b") && letter == "r"
  end

  def check_readable
    raise IOError, "not opened for reading" unless @__readable
  end

  def check_writable
    raise IOError, "not opened for writing" unless @__writable
  end

  def rest_size
    Primitive.same?(@__string, nil) ? 0 : @__string.bytesize - @__pos
  end

  # So many bytes from here on, in the encoding of the stream.
  def take(size)
    text = size <= 0 || rest_size <= 0 ? +"" : @__string.byteslice(@__pos, size)
    @__pos += text.bytesize
    text.force_encoding(external_encoding)
  end

  def take_character
    rest = @__string.byteslice(@__pos, 8).force_encoding(external_encoding)
    take(rest[0].bytesize)
  end

  # [separator, limit] as gets takes them.
  def line_arguments(arguments)
    raise ArgumentError, "wrong number of arguments (given #{arguments.size}, expected 0..2)" if arguments.size > 2
    return [$/, nil] if arguments.empty?
    first = arguments[0]
    if arguments.size == 1 && !Primitive.same?(first, nil) && !Primitive.is_string(first)
      return [first.to_str, nil] if Primitive.responds(first, :to_str)
      return [$/, Troupe::Convert.to_int(first)]
    end
    limit = arguments[1]
    first = Troupe::Convert.to_str(first) unless Primitive.same?(first, nil)
    [first, Primitive.same?(limit, nil) ? nil : Troupe::Convert.to_int(limit)]
  end

  # The bytes up to the end of the line, and the separator that is there.
  def line_end(separator)
    return [@__string.bytesize, ""] if Primitive.same?(separator, nil)
    separator = "\n\n" if (paragraph = separator.empty?)
    bytes = @__string.b
    at = bytes.index(separator.b, @__pos)
    return [@__string.bytesize, paragraph && bytes.end_with?("\n") ? "\n" : ""] unless at
    [at + separator.bytesize, separator]
  end

  def next_line(separator, limit, chomp)
    paragraph = separator && separator.empty?
    @__pos += 1 while paragraph && @__string.getbyte(@__pos) == 10
    return nil if rest_size <= 0
    stop, found = line_end(separator)
    if limit && limit >= 0 && stop - @__pos > limit
      stop = @__pos + limit
      found = ""
      stop += 1 until stop >= @__string.bytesize || character_boundary?(stop)
    end
    line = take(stop - @__pos)
    @__pos += 1 while paragraph && @__string.getbyte(@__pos) == 10
    @__lineno += 1
    $. = @__lineno if Primitive.same?(Primitive.ractor_main, Primitive.ractor_current)
    chomp ? chomp_line(line, found, paragraph) : line
  end

  def character_boundary?(position)
    external_encoding != Encoding::UTF_8 || (@__string.getbyte(position) & 0xC0) != 0x80
  end

  def chomp_line(line, found, paragraph)
    return line if found.empty?
    paragraph || found == "\n" ? line.chomp : line.byteslice(0, line.bytesize - found.bytesize)
  end

  def append(text)
    own = @__string.encoding
    @__string.force_encoding(Encoding::BINARY) << text.b
    @__string.force_encoding(own)
  end

  # Text in the string's own encoding, if it can be.
  def converted(text)
    own = external_encoding
    return text if text.encoding == own || text.ascii_only? || own == Encoding::BINARY || own == Encoding::US_ASCII
    return text if text.encoding == Encoding::BINARY
    text.encode(own)
  rescue EncodingError
    text
  end

  def put(text)
    text = converted(text)
    size = text.bytesize
    return 0 if size == 0
    raise IOError, "not modifiable string" if @__string.frozen?
    @__pos = @__string.bytesize if @__append
    had = @__string.bytesize
    append("\0" * (@__pos - had)) if @__pos > had
    if @__pos >= had
      append(text)
    else
      replace_bytes(@__pos, size, text)
    end
    @__pos += size
    size
  end

  def replace_bytes(position, size, text)
    bytes = @__string.b
    own = @__string.encoding
    after = bytes.byteslice(position + size, bytes.bytesize) || ""
    @__string.replace((bytes.byteslice(0, position) << text.b << after).force_encoding(own))
  end

  # Bytes that are read next: they take the place of what was read, or come before the start.
  def unget(text)
    size = text.bytesize
    return nil if size == 0
    raise IOError, "not modifiable string" if @__string.frozen?
    append("\0" * (@__pos - @__string.bytesize)) if @__pos > @__string.bytesize
    kept = @__pos > size ? @__pos - size : 0
    replace_bytes(kept, @__pos - kept, text)
    @__pos = kept
    nil
  end
end
