# IO: reading through the buffer: bytes, characters, lines; positions. A read that finds nothing yet waits and goes on.
class IO
  # Parks until there is something to read, or the end.
  def __await
    return if Primitive.io_ready
    begin
      until Primitive.io_ready
        Primitive.io_wait(false)
        raise IOError, "stream closed in another thread" if closed?
      end
    ensure
      Primitive.wait_end
    end
  end
  private :__await

  # A read that began with `part`, block of the next attempt, until it is done. If something else comes of it, what there is
  # will be read again.
  def __resume(part)
    done = false
    until done
      __await
      result = yield part
      done = !Primitive.is_array(result)
    end
    result
  ensure
    Primitive.io_unread(part) unless done || closed?
  end

  def __line(separator, limit, chomp)
    __await unless Primitive.io_ready
    line = Primitive.io_gets(separator, limit, chomp, nil)
    return line unless Primitive.is_array(line)
    __resume(line[0]) { |part| Primitive.io_gets(separator, limit, chomp, part) }
  end
  private :__resume, :__line

  def read(length = nil, buffer = nil)
    length = Troupe::Convert.to_int(length) unless Primitive.same?(length, nil)
    __await unless Primitive.io_ready
    result = Primitive.io_read(length, nil)
    result = __resume(result[0]) { |part| Primitive.io_read(length, part) } if Primitive.is_array(result)
    return result if Primitive.same?(buffer, nil)
    buffer.replace(result || "")
    result ? buffer : nil
  end

  def getbyte
    __await while Primitive.same?(byte = Primitive.io_getbyte, false)
    byte
  end

  def getc
    character = Primitive.io_getc(nil)
    return character unless Primitive.is_array(character)
    __resume(character[0]) { |part| Primitive.io_getc(part) }
  end

  def eof?
    __await while Primitive.same?(ended = Primitive.io_is_eof, nil)
    ended
  end
  alias eof eof?

  def readpartial(length, buffer = nil)
    length = Troupe::Convert.to_int(length)
    __await while Primitive.same?(result = Primitive.io_read_some(length), false)
    raise EOFError, "end of file reached" if Primitive.same?(result, nil)
    Primitive.same?(buffer, nil) ? result : buffer.replace(result)
  end

  def sysread(length, buffer = nil)
    readpartial(length, buffer)
  end

  def read_nonblock(length, buffer = nil, exception: true)
    unless Primitive.same?(exception, true) || Primitive.same?(exception, false)
      raise ArgumentError, "expected true or false as exception: #{exception.inspect}"
    end
    unless Primitive.io_ready
      return :wait_readable unless exception
      raise IO::EAGAINWaitReadable, "read would block"
    end
    readpartial(length, buffer)
  rescue EOFError
    exception ? raise : nil
  end

  def gets(separator = (none = true), limit = nil, chomp: false)
    if none
      separator = $/
    elsif !Primitive.same?(separator, nil) && !Primitive.is_string(separator)
      if Primitive.responds(separator, :to_str)
        separator = separator.to_str
      else
        limit = separator
        separator = $/
      end
    end
    limit = Troupe::Convert.to_int(limit) unless Primitive.same?(limit, nil)
    line = __line(separator, limit, chomp)
    Primitive.set_line_number(lineno) unless Primitive.same?(line, nil)
    Primitive.set_last_line(line)
    line
  end

  def readline(*arguments, **options)
    line = gets(*arguments, **options)
    Primitive.set_last_line(line)
    raise EOFError, "end of file reached" if Primitive.same?(line, nil)
    line
  end

  def readlines(separator = (none = true), limit = nil, chomp: false)
    lines = []
    if none
      each_line(chomp: chomp) { |line| lines << line }
    else
      each_line(separator, limit, chomp: chomp) { |line| lines << line }
    end
    lines
  end

  def each_line(separator = (none = true), limit = nil, chomp: false)
    unless block_given?
      return none ? enum_for(:each_line, chomp: chomp) : enum_for(:each_line, separator, limit, chomp: chomp)
    end
    separator = $/ if none
    if !Primitive.same?(separator, nil) && !Primitive.is_string(separator)
      if Primitive.is_integer(separator)
        limit = separator
        separator = $/
      else
        separator = Troupe::Convert.to_str(separator)
      end
    end
    limit = Troupe::Convert.to_int(limit) unless Primitive.same?(limit, nil)
    raise ArgumentError, "invalid limit: 0 for each_line" if limit == 0
    while (line = __line(separator, limit, chomp))
      yield line
    end
    self
  end

  def each(*arguments, **options, &block)
    return enum_for(:each, *arguments, **options) unless block
    each_line(*arguments, **options, &block)
  end

  def each_byte
    return enum_for(:each_byte) unless block_given?
    while (byte = getbyte)
      yield byte
    end
    self
  end

  def each_char
    return enum_for(:each_char) unless block_given?
    while (character = getc)
      yield character
    end
    self
  end

  def readbyte
    byte = getbyte
    raise EOFError, "end of file reached" if Primitive.same?(byte, nil)
    byte
  end

  def readchar
    character = getc
    raise EOFError, "end of file reached" if Primitive.same?(character, nil)
    character
  end

  def ungetc(character)
    return nil if Primitive.same?(character, nil)
    character = character.chr(Encoding::UTF_8) if Primitive.is_integer(character)
    Primitive.io_unread(Troupe::Convert.to_str(character))
  end

  def ungetbyte(byte)
    return nil if Primitive.same?(byte, nil)
    byte = (byte & 255).chr if Primitive.is_integer(byte)
    Primitive.io_unread(Troupe::Convert.to_str(byte))
  end

  def seek(offset, whence = 0)
    whence = case whence
             when :SET then 0
             when :CUR then 1
             when :END then 2
             else Troupe::Convert.to_int(whence)
             end
    Primitive.io_seek(Troupe::Convert.to_int(offset), whence)
  end

  def pos=(offset)
    Primitive.io_seek(Troupe::Convert.to_int(offset), 0)
    offset
  end

  def rewind
    Primitive.io_seek(0, 0)
    self.lineno = 0 unless closed?
    0
  rescue IOError
    0
  end
end
