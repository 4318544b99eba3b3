# ARGF: the files that ARGV names, one behind the other as one stream; without any, standard input.
class Troupe::Argf
  include Enumerable
  %i[readbyte readchar each_byte each_char].each { |name| Primitive.borrow(self, IO, name) }

  class << self
    def name = "ARGF.class"
    alias to_s name
    alias inspect name
  end

  # @__state: nil: nothing has been read yet; :next: a file is to be opened; :open: @__file is one; :input: it is $stdin.
  def initialize(*argv)
    @__argv = argv
  end

  def argv
    @__argv ||= ARGV
  end

  # The stream to read from is @__file. False: there is no more.
  def __ready
    if Primitive.same?(@__state, nil) || (@__state == :input && !argv.empty?)
      @__state = argv.empty? ? :input : :next
    end
    if @__state == :input
      @__file = $stdin
      @__filename = "-"
    elsif @__state == :next
      return false if argv.empty?
      __open(Troupe::Paths.text(argv.shift))
    end
    true
  end

  def __open(path)
    @__filename = path
    if path == "-"
      @__file = $stdin
    else
      @__file = File.open(path, @__binary ? "rb" : "r")
      __begin_edit(path) if @__in_place
    end
    @__state = :open
  end

  # The current file has been read.
  def __shut
    @__file.close unless Primitive.same?(@__file, $stdin) || @__file.closed?
    __end_edit
    @__state = :next
  end

  def __next_after(result)
    return false if result || @__state == :input
    __shut
    true
  end

  # --- Editing in place -----------------------------------------------------------------------------------------------
  # The old file lives on under its name with the suffix, or in the open stream alone.
  def __begin_edit(path)
    __end_edit
    stat = @__file.respond_to?(:stat) ? @__file.stat : nil
    @__in_place.empty? ? File.unlink(path) : File.rename(path, path + @__in_place)
    @__output = stat ? File.open(path, "w", stat.mode & 0o7777) : File.open(path, "w")
    @__stdout = $stdout
    $stdout = @__output
  end

  def __end_edit
    return unless @__output
    $stdout = @__stdout if Primitive.same?($stdout, @__output)
    @__output.close unless @__output.closed?
    @__output = nil
  end

  def inplace_mode = @__in_place

  def inplace_mode=(suffix)
    @__in_place = suffix ? Troupe::Convert.to_str(suffix).dup : nil
    __end_edit unless @__in_place
  end

  def to_write_io
    raise IOError, "not opened for writing" unless @__output
    @__output
  end

  def write(*values) = to_write_io.write(*values)

  def print(*values)
    to_write_io.print(*(values.empty? ? [Primitive.last_line] : values))
  end

  def puts(*values) = to_write_io.puts(*values)

  def printf(*values) = to_write_io.printf(*values)

  def putc(character) = to_write_io.putc(character)

  # --- Lines ----------------------------------------------------------------------------------------------------------
  def __line(arguments, options)
    while __ready
      line = @__file.gets(*arguments, **options)
      return __counted(line) unless __next_after(line)
    end
    nil
  end

  def __counted(line)
    Primitive.set_line_number(@__lineno = lineno + 1) unless Primitive.same?(line, nil)
    line
  end

  def gets(*arguments, **options)
    line = __line(arguments, options)
    Primitive.set_last_line(line)
    line
  end

  def readline(*arguments, **options)
    line = __line(arguments, options)
    Primitive.set_last_line(line)
    raise EOFError, "end of file reached" if Primitive.same?(line, nil)
    line
  end

  def readlines(*arguments, **options)
    lines = []
    while (line = __line(arguments, options))
      lines << line
    end
    @__state = nil
    lines
  end
  alias to_a readlines

  def each_line(*arguments, **options)
    return enum_for(:each_line, *arguments, **options) unless block_given?
    while (line = __line(arguments, options))
      yield line
    end
    self
  end

  alias each each_line

  def lineno = @__lineno || 0

  def lineno=(number)
    $. = @__lineno = Troupe::Convert.to_int(number)
  end

  # --- Bytes and characters -------------------------------------------------------------------------------------------
  def read(length = nil, buffer = nil)
    length = Troupe::Convert.to_int(length) unless Primitive.same?(length, nil)
    raise ArgumentError, "negative length #{length} given" if length && length < 0
    text = nil
    while __ready
      part = @__file.read(length && text ? length - text.bytesize : length)
      text = text ? text << part : part if part
      next if __next_after(length && part)
      break if Primitive.same?(length, nil) || @__state == :input || text.bytesize >= length
    end
    return text unless buffer
    buffer.replace(text || "")
    text ? buffer : nil
  end

  def readpartial(length, buffer = nil)
    __some(buffer) { @__file.readpartial(length) }
  end

  def read_nonblock(length, buffer = nil, exception: true)
    __some(buffer) { @__file.read_nonblock(length, exception: exception) }
  end

  # Between two files there is an empty piece.
  def __some(buffer)
    unless __ready
      buffer.clear if buffer
      raise EOFError, "end of file reached"
    end
    part = begin
      yield
    rescue EOFError
      __shut unless @__state == :input
      buffer.clear if buffer
      raise if argv.empty?
      +""
    end
    buffer && Primitive.is_string(part) ? buffer.replace(part) : part
  end

  def getc
    while __ready
      character = @__file.getc
      return character unless __next_after(character)
    end
    nil
  end

  def getbyte
    while __ready
      byte = @__file.getbyte
      return byte unless __next_after(byte)
    end
    nil
  end

  def each_codepoint
    return enum_for(:each_codepoint) unless block_given?
    while (character = getc)
      yield character.ord
    end
    self
  end

  # --- The file that is read now --------------------------------------------------------------------------------------
  def file
    __ready
    @__file
  end

  def filename
    __ready
    @__filename
  end
  alias path filename

  def __stream(purpose)
    raise ArgumentError, "no stream#{purpose}" unless __ready
    @__file
  end

  def fileno = __stream("").fileno
  alias to_i fileno

  def to_io = file.to_io

  def pos = __stream(" to tell").pos
  alias tell pos

  def pos=(offset)
    __stream(" to set position").pos = offset
  end

  def seek(offset, whence = 0) = __stream(" to seek").seek(offset, whence)

  def rewind
    stream = __stream(" to rewind")
    read = stream.lineno
    result = stream.rewind
    @__lineno = lineno - read if lineno >= read
    result
  end

  def eof?
    raise IOError, "ARGF is not opened for reading" unless __ready && @__file
    @__file.eof?
  end
  alias eof eof?

  def skip
    __shut if @__state == :open
    self
  end

  def close
    __ready
    @__state == :input ? @__file.close : @__state == :open && __shut
    @__lineno = 0
    self
  end

  def closed?
    __ready
    @__file.closed?
  end

  def binmode
    @__binary = true
    file.binmode
    self
  end

  def binmode? = @__binary ? true : false

  def external_encoding = __ready ? @__file.external_encoding : Encoding.default_external

  def internal_encoding = __ready ? @__file.internal_encoding : Encoding.default_internal

  def set_encoding(*arguments, **options)
    __stream(" to set encoding").set_encoding(*arguments, **options)
    self
  end

  def to_s = "ARGF"
  alias inspect to_s

  private :__ready, :__open, :__shut, :__next_after, :__begin_edit, :__end_edit, :__line, :__counted, :__some, :__stream
end

module Troupe
  # What comes before the program: triples of what is set, a name, a value.
  def self.prepare(settings)
    settings.each { |kind, name, value| apply_setting(kind, name, value) }
  end

  def self.apply_setting(kind, name, value)
    case kind
    when :load_path then $LOAD_PATH << value
    when :feature then Kernel.require(value)
    when :global then Primitive.global_set(:"$#{name}", Primitive.same?(value, nil) ? true : value)
    when :input_separator then $/ = value && value.b
    when :output_separator then $\ = Primitive.same?(value, nil) ? $/ : value
    when :field_separator then $; = Regexp.new(value)
    when :in_place then ARGF.inplace_mode = value
    when :warning then set_warning(name.to_sym, !Primitive.same?(value, nil))
    when :loop then define_line_functions
    end
  end

  def self.set_warning(category, on)
    Warning[category] = on
  rescue ArgumentError
    $stderr.write("troupe: warning: unknown warning category: '#{category}'\n")
  end

  # With -n and -p Kernel has functions that change $_.
  def self.define_line_functions
    Kernel.module_eval do
      def sub(...) = Primitive.set_last_line(Primitive.last_line.sub(...))

      def gsub(...) = Primitive.set_last_line(Primitive.last_line.gsub(...))

      def chop = Primitive.set_last_line(Primitive.last_line.chop)

      def chomp(...) = Primitive.set_last_line(Primitive.last_line.chomp(...))

      private :sub, :gsub, :chop, :chomp
    end
  end
end
