# IO: what asks objects how they print, and reading in lines.
module Troupe
  # Yields a stream and closes it behind the block.
  def self.lend(io)
    yield io
  ensure
    io.close unless io.closed?
  end
end

class IO
  def self.new(fd, mode = nil, **options)
    fd = Troupe::Convert.to_int(fd)
    Primitive.io_for_fd(self, fd, 0)
  end

  def self.for_fd(fd, mode = nil, **options)
    new(fd, mode, **options)
  end

  def self.open(*arguments, **options, &block)
    io = new(*arguments, **options)
    block ? Troupe.lend(io, &block) : io
  end

  def self.pipe(*)
    pair = Primitive.io_pipe(self)
    return pair unless block_given?
    begin
      yield pair[0], pair[1]
    ensure
      pair[0].close
      pair[1].close
    end
  end

  # --- Writing --------------------------------------------------------------------------------------------------------

  def write(*values)
    strings = []
    i = 0
    while i < values.size
      strings << Troupe.text_of(values[i])
      i += 1
    end
    size = Primitive.io_write_all(strings)
    __drain
    size
  end

  # Parks until what was written has gone to whoever reads it.
  def __drain
    until (drained = Primitive.io_drained)
      if nil == drained # some of it: whoever reads is there
        Thread.pass
      else
        waits = true
        Primitive.io_wait(true)
      end
    end
  ensure
    Primitive.wait_end if waits
  end
  private :__drain

  def flush
    __drain
    self
  end

  def syswrite(value)
    result = write(value)
    flush
    result
  end

  def write_nonblock(value, exception: true)
    syswrite(value)
  end

  def <<(value)
    write(value)
    self
  end

  def print(*values)
    values = [Primitive.last_line] if values.empty?
    write(*Troupe.print_texts(values))
    nil
  end

  def puts(*values)
    write(Troupe.puts_text(values))
    nil
  end

  def printf(format, *arguments)
    write(Troupe::Format.run(Troupe::Convert.to_str(format), arguments))
    nil
  end

  def putc(character)
    write(Troupe.character_text(character))
    character
  end

  def pp(*values)
    values.each { |value| puts(value.inspect) }
    values.size == 1 ? values[0] : values
  end

  # --- Waiting for what is ready ----------------------------------------------------------------------------------------
  READABLE = 1
  PRIORITY = 2
  WRITABLE = 4

  # Streams, or what has `to_io`. nil: the time has passed, and nothing is ready.
  def self.select(reads, writes = nil, priorities = nil, timeout = nil)
    deadline = Troupe.deadline(timeout)
    objects = [__listed(reads), __listed(writes), __listed(priorities)]
    streams = objects.map { |list| list.map { |object| Troupe::Convert.to_io(object) } }
    ready = Primitive.select_ready(streams, objects)
    return ready unless Primitive.same?(ready, nil)
    begin
      descriptor = Primitive.select_open(streams)
      while Primitive.same?(ready = Primitive.select_ready(streams, objects), nil)
        return nil if deadline && Primitive.thread_passed(deadline)
        Primitive.descriptor_wait(descriptor, deadline)
      end
      ready
    ensure
      Primitive.descriptor_close(descriptor) if descriptor
    end
  end

  def self.__listed(list)
    return [] if Primitive.same?(list, nil)
    return list.dup if Primitive.is_array(list)
    raise TypeError, "wrong argument type #{Primitive.real_class(list)} (expected Array)"
  end
  private_class_method :__listed

  def wait_readable(timeout = nil) = IO.select([self], nil, nil, timeout) && self

  def wait_writable(timeout = nil) = IO.select(nil, [self], nil, timeout) && self

  def wait_priority(timeout = nil) = IO.select(nil, nil, [self], timeout) && self

  # wait(events, timeout): the events that are ready, or nil. With modes, a timeout or neither: self or nil.
  def wait(*arguments)
    modes, others = arguments.partition { |argument| Primitive.is_symbol(argument) }
    return __wait_events(*others) if modes.empty? && others.size == 2
    raise ArgumentError, "timeout given more than once" if others.size > 1
    events = modes.inject(0) { |all, mode| all | __wait_mode(mode) }
    __wait_events(events == 0 ? READABLE : events, others[0]) && self
  end

  def __wait_mode(mode)
    case mode
    when :r, :read, :readable then READABLE
    when :w, :write, :writable then WRITABLE
    when :rw, :read_write, :readable_writable then READABLE | WRITABLE
    else raise ArgumentError, "unsupported mode: #{mode}"
    end
  end

  def __wait_events(events, timeout)
    events = Troupe::Convert.to_int(events)
    raise ArgumentError, "Events must be positive integer!" if events <= 0
    ready = IO.select(events & READABLE == 0 ? nil : [self], events & WRITABLE == 0 ? nil : [self],
                      events & PRIORITY == 0 ? nil : [self], timeout)
    return nil unless ready
    (ready[0].empty? ? 0 : READABLE) | (ready[1].empty? ? 0 : WRITABLE) | (ready[2].empty? ? 0 : PRIORITY)
  end
  private :__wait_mode, :__wait_events

  # --- Reading --------------------------------------------------------------------------------------------------------

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

  # --- Positions and the rest -----------------------------------------------------------------------------------------

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

  def fsync
    flush
    0
  end

  def fdatasync
    flush
    0
  end

  def to_io
    self
  end

  def external_encoding
    Encoding::UTF_8
  end

  def internal_encoding
    nil
  end

  def set_encoding(*)
    self
  end

  def set_encoding_by_bom
    nil
  end

  def close_on_exec?
    true
  end

  def close_on_exec=(flag)
    flag
  end

  def inspect
    name = Primitive.io_path
    shown = Primitive.same?(name, nil) ? "fd #{fileno}" : name
    closed? ? "#<#{Primitive.real_class(self)}:#{shown} (closed)>" : "#<#{Primitive.real_class(self)}:#{shown}>"
  end
end

module Troupe
  # What putc writes of a String or a number.
  def self.character_text(character)
    Primitive.is_string(character) ? character[0] : (Convert.to_int(character) & 255).chr
  end

  def self.print_texts(values)
    texts = []
    i = 0
    while i < values.size
      texts << $, if i > 0 && $,
      texts << text_of(values[i])
      i += 1
    end
    texts << $\ if $\
    texts
  end

  def self.puts_text(values)
    text = +""
    i = 0
    while i < values.size
      add_line(text, values[i], nil)
      i += 1
    end
    text << "\n" if text.empty? && (values.size == 0 || Primitive.is_array(values[0]))
    text
  end

  def self.text_of(value)
    return value if Primitive.is_string(value)
    text = value.to_s
    Primitive.is_string(text) ? text : Primitive.any_to_s_of(value)
  end

  # Appends what puts prints of a value; `inside` are the arrays around it.
  def self.add_line(text, value, inside)
    if Primitive.is_string(value)
      line = value
    else
      list = Convert.try_ary(value)
      return add_lines(text, list, inside) unless Primitive.same?(list, nil)
      line = text_of(value)
    end
    text << line
    text << "\n" unless line.end_with?("\n")
  end

  def self.add_lines(text, list, inside)
    inside ||= []
    if inside.any? { |one| Primitive.same?(one, list) }
      text << "[...]\n"
      return
    end
    inside.push(list)
    i = 0
    while i < list.size
      add_line(text, list[i], inside)
      i += 1
    end
    inside.pop
  end
end
