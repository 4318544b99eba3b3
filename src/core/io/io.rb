# IO: what asks objects how they print; writing that waits; what has no effect here.
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

  # --- The rest -----------------------------------------------------------------------------------------

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

  # What is to be written goes first; of a stream to a child the child is waited for.
  def close
    __drain
  ensure
    pid = closed? ? 0 : Primitive.io_close
    Process.wait(pid) if pid > 0
  end

  def close_read
    close
  end

  def close_write
    close
  end

  def dup
    Primitive.io_dup
  end

  def clone(freeze: nil)
    Primitive.io_dup
  end

  def reopen(other, mode = nil, **options)
    other = other.to_io if !Primitive.is_kind(other, IO) && Primitive.responds(other, :to_io)
    return Primitive.io_reopen(other) if Primitive.is_kind(other, IO)
    mode ||= fileno == 1 || fileno == 2 ? "w" : "r"
    file = File.open(other, mode, **options)
    begin
      Primitive.io_reopen(file)
    ensure
      file.close
    end
  end
end
