# Exceptions: what is told about them, and the classes that carry more than a message.
class Exception
  def self.to_tty?
    $stderr.tty?
  end

  def to_s
    message = Primitive.ivar_hidden(self, :@__message)
    message.to_s
  end

  def message
    text = to_s
    Primitive.is_string(text) ? text : text.to_s
  end

  def exception(message = (none = true))
    return self if none || Primitive.same?(message, self)
    copy = clone
    Primitive.ivar_hide(copy, :@__message, message)
    copy
  end

  def ==(other)
    return true if Primitive.same?(self, other)
    return false unless Primitive.same?(Primitive.real_class(self), Primitive.real_class(other))
    message == other.message && backtrace == other.backtrace
  end

  def inspect
    text = to_s
    text = text.to_s unless Primitive.is_string(text)
    name = Primitive.real_class(self).to_s
    return name if text.empty?
    text.include?("\n") ? "#<#{name}:#{text.inspect}>" : "#<#{name}: #{text}>"
  end

  def set_backtrace(backtrace)
    if Primitive.is_string(backtrace)
      backtrace = [backtrace]
    elsif Primitive.is_array(backtrace)
      locations = backtrace.size > 0 && Primitive.is_kind(backtrace[0], Thread::Backtrace::Location)
      wanted = locations ? Thread::Backtrace::Location : String
      unless backtrace.all? { |line| Primitive.is_kind(line, wanted) }
        raise TypeError, "backtrace must be an Array of String or an Array of Thread::Backtrace::Location"
      end
      if locations
        Primitive.set_backtrace(self, backtrace.map { |location| location.to_s }, backtrace)
        return backtrace
      end
    elsif !Primitive.same?(backtrace, nil)
      raise TypeError, "backtrace must be an Array of String or an Array of Thread::Backtrace::Location"
    end
    Primitive.set_backtrace(self, backtrace, false)
  end

  def backtrace_locations
    own = Primitive.ivar_hidden(self, :@__locations)
    return own if Primitive.is_array(own)
    return nil if Primitive.same?(own, false)
    texts = Primitive.exception_backtrace(self)
    return nil if Primitive.same?(texts, nil)
    locations = Troupe.locations(texts)
    Primitive.ivar_hide(self, :@__locations, locations) unless Primitive.is_frozen(self)
    locations
  end

  def detailed_message(highlight: false, **options)
    Troupe::Report.check_highlight(highlight)
    text = message
    return "" unless Primitive.is_string(text)
    Troupe::Report.decorate(text, Primitive.real_class(self), highlight)
  end

  def full_message(highlight: (none = true), order: :top, **options)
    highlight = $stderr.tty? if none
    highlight = false if Primitive.same?(highlight, nil)
    Troupe::Report.check_highlight(highlight)
    order = :top if Primitive.same?(order, nil)
    order = Troupe::Convert.to_sym(order)
    unless order == :top || order == :bottom
      raise ArgumentError, "expected :top or :bottom as order: #{order.inspect}"
    end
    Troupe::Report.full(self, highlight, order == :bottom, options)
  end
end

module Troupe
  def self.locations(texts)
    i = 0
    list = []
    while i < texts.size
      list << Thread::Backtrace::Location.__send__(:make, texts[i])
      i += 1
    end
    list
  end

  # The text of an exception, as it is shown when nobody rescues it.
  module Report
    def self.check_highlight(highlight)
      return if Primitive.same?(highlight, true) || Primitive.same?(highlight, false) || Primitive.same?(highlight, nil)
      raise ArgumentError, "expected true or false as highlight: #{highlight.inspect}"
    end

    def self.decorate(text, type, highlight)
      name = type.to_s
      if text.empty?
        name = "unhandled exception" if Primitive.same?(type, RuntimeError)
        return highlight ? "\e[1;4m#{name}\e[m" : name
      end
      anonymous = name.start_with?("#")
      at = text.index("\n")
      first = at ? text[0, at] : text
      rest = at ? text[at + 1, text.size] : ""
      return plain(first, rest, anonymous ? nil : name) unless highlight
      shown = anonymous ? "\e[1m#{first}\e[m" : "\e[1m#{first} (\e[1;4m#{name}\e[m\e[1m)\e[m"
      rest.empty? ? shown : shown + "\n" + bold_lines(rest)
    end

    def self.plain(first, rest, name)
      shown = name ? "#{first} (#{name})" : first
      rest.empty? ? shown : "#{shown}\n#{rest}"
    end

    def self.bold_lines(text)
      text.split("\n", -1).map { |line| line.empty? ? line : "\e[1m#{line}\e[m" }.join("\n")
    end

    def self.full(exception, highlight, reverse, options)
      text = +""
      if reverse
        text << (highlight ? "\e[1mTraceback\e[m (most recent call last):\n" : "Traceback (most recent call last):\n")
        add_causes(text, exception, highlight, true, options, [exception])
        add_backtrace(text, exception, true)
        add_error(text, exception, highlight, options)
      else
        add_error(text, exception, highlight, options)
        add_backtrace(text, exception, false)
        add_causes(text, exception, highlight, false, options, [exception])
      end
      text
    end

    def self.add_error(text, exception, highlight, options)
      backtrace = backtrace_of(exception)
      if backtrace && Primitive.is_string(backtrace[0])
        text << backtrace[0] << ": "
      else
        text << position
      end
      message = detailed(exception, highlight, options)
      text << message
      text << "\n" unless message.end_with?("\n")
    end

    def self.detailed(exception, highlight, options)
      if exception.respond_to?(:detailed_message)
        message = exception.detailed_message(highlight: highlight, **options)
        message = Convert.try_str(message) unless Primitive.same?(message, nil)
        return message unless Primitive.same?(message, nil)
      end
      name = Primitive.real_class(exception).to_s
      highlight ? "\e[1;4m#{name}\e[m" : name
    end

    def self.position
      place = Primitive.caller_texts(0, 1)[0]
      place ? "#{place}: " : ""
    end

    def self.backtrace_of(exception)
      backtrace = exception.backtrace
      return backtrace if Primitive.is_array(backtrace) && backtrace.size > 0
      Primitive.is_string(backtrace) ? [backtrace] : nil
    end

    HEAD = 8
    TAIL = 5

    def self.add_backtrace(text, exception, reverse)
      lines = backtrace_of(exception)
      return unless lines
      size = lines.size
      skip = Primitive.is_kind(exception, SystemStackError) && size > HEAD + TAIL + 5
      width = (size - 1).to_s.size
      i = 1
      while i < size
        line = reverse ? lines[size - i] : lines[i]
        text << "\t"
        text << (size - i).to_s.rjust(width) << ": " if reverse
        text << "from " << line.to_s << "\n"
        if skip && i == HEAD
          text << "\t ... #{size - HEAD - TAIL} levels...\n"
          i = size - TAIL
        end
        i += 1
      end
    end

    def self.add_causes(text, exception, highlight, reverse, options, shown)
      cause = exception.cause
      return unless Primitive.is_kind(cause, Exception)
      return if shown.any? { |one| Primitive.same?(one, cause) }
      shown << cause
      if reverse
        add_causes(text, cause, highlight, reverse, options, shown)
        add_backtrace(text, cause, reverse)
        add_error(text, cause, highlight, options)
      else
        add_error(text, cause, highlight, options)
        add_backtrace(text, cause, reverse)
        add_causes(text, cause, highlight, reverse, options, shown)
      end
    end
  end
end

class Thread::Backtrace::Location
  def self.make(text)
    made = Primitive.instance_new(self)
    Primitive.ivar_hide(made, :@__text, text)
    made
  end
  private_class_method :make

  def to_s
    @__text
  end

  def inspect
    @__text.inspect
  end

  def path
    at = Troupe.location_end(@__text)
    at ? @__text[0, at] : @__text
  end

  def absolute_path
    file = path
    file == "-e" || file == "-" || file.start_with?("(eval") ? nil : File.expand_path(file)
  end

  def lineno
    at = Troupe.location_end(@__text)
    at ? @__text[at + 1, @__text.size].to_i : 0
  end

  def label
    at = @__text.rindex(":in '")
    at ? @__text[at + 5, @__text.size - at - 6] : nil
  end

  def base_label
    name = label
    return name unless name
    at = name.rindex(" in ")
    name = name[at + 4, name.size] if at
    at = name.rindex("#") || name.rindex(".")
    at && at < name.size - 1 && !name.start_with?("<") ? name[at + 1, name.size] : name
  end
end

module Troupe
  # Where the file's name ends in "file:line:in 'label'".
  def self.location_end(text)
    at = text.rindex(":in '")
    at ||= text.size
    at > 0 ? text.rindex(":", at - 1) : nil
  end

  # The exception that raise was given. Keywords other than cause are one more argument, a Hash.
  def self.exception_from(given, message, no_message, backtrace, options)
    unless options.empty?
      if no_message
        message = options
        no_message = false
      else
        backtrace = options
      end
    end
    if Primitive.is_string(given)
      raise TypeError, "exception class/object expected" unless no_message
      made = RuntimeError.exception(given)
    elsif Primitive.responds(given, :exception)
      made = no_message ? given.exception : given.exception(message)
      raise TypeError, "exception object expected" unless Primitive.is_kind(made, Exception)
    else
      raise TypeError, "exception class/object expected"
    end
    made.set_backtrace(backtrace) unless Primitive.same?(backtrace, nil)
    made
  end

  # What Thread#raise and Fiber#raise send: its cause is that of the place where they are called.
  def self.caused_exception(given, options, cause, no_cause)
    if given.empty? && options.empty?
      raise ArgumentError, "only cause is given with no arguments" unless no_cause
      made = RuntimeError.new("")
    else
      made = exception_from(given[0], given[1], given.size < 2, given[2], options)
    end
    if no_cause
      return made if Primitive.ivar_hidden_set(made, :@__cause)
      cause = Primitive.errinfo
    end
    check_cause(made, cause)
    Primitive.ivar_hide(made, :@__cause, cause) unless Primitive.same?(made, cause) || Primitive.is_frozen(made)
    made
  end

  # An exception may not be its own cause, nor one of its causes'.
  def self.check_cause(exception, cause)
    unless Primitive.same?(cause, nil) || Primitive.is_kind(cause, Exception)
      raise TypeError, "exception object expected"
    end
    c = cause
    until Primitive.same?(c, nil) || Primitive.same?(cause, exception)
      raise ArgumentError, "circular causes" if Primitive.same?(c, exception)
      c = Primitive.ivar_hidden(c, :@__cause)
    end
  end

  def self.cut_backtrace(texts, start, length)
    if Primitive.is_range(start)
      return texts[start]
    end
    start = Convert.to_int(start)
    raise ArgumentError, "negative level (#{start})" if start < 0
    if Primitive.same?(length, nil)
      return start > texts.size ? nil : texts[start, texts.size]
    end
    length = Convert.to_int(length)
    raise ArgumentError, "negative size (#{length})" if length < 0
    texts[start, length]
  end
end

class NameError
  def initialize(message = nil, name = nil, receiver: (none = true))
    super(message)
    Primitive.ivar_hide(self, :@__name, name)
    Primitive.ivar_hide(self, :@__receiver, receiver) unless none
  end

  def name
    @__name
  end

  def receiver
    raise ArgumentError, "no receiver is available" unless Primitive.ivar_hidden_set(self, :@__receiver)
    @__receiver
  end

  def local_variables
    []
  end
end

class NoMethodError
  def initialize(message = nil, name = nil, args = [], private_call = false, receiver: (none = true))
    if none
      super(message, name)
    else
      super(message, name, receiver: receiver)
    end
    Primitive.ivar_hide(self, :@__args, args)
    Primitive.ivar_hide(self, :@__reason, private_call)
  end

  def args
    @__args || []
  end

  def private_call?
    @__reason ? true : false
  end
end

class KeyError
  def initialize(message = nil, receiver: (no_receiver = true), key: (no_key = true))
    super(message)
    Primitive.ivar_hide(self, :@__receiver, receiver) unless no_receiver
    Primitive.ivar_hide(self, :@__key, key) unless no_key
  end

  def receiver
    raise ArgumentError, "no receiver is available" unless Primitive.ivar_hidden_set(self, :@__receiver)
    @__receiver
  end

  def key
    raise ArgumentError, "no key is available" unless Primitive.ivar_hidden_set(self, :@__key)
    @__key
  end
end

class NoMatchingPatternKeyError
  def initialize(message = nil, matchee: (no_matchee = true), key: (no_key = true))
    super(message)
    Primitive.ivar_hide(self, :@__receiver, matchee) unless no_matchee
    Primitive.ivar_hide(self, :@__key, key) unless no_key
  end

  def matchee
    raise ArgumentError, "no matchee is available" unless Primitive.ivar_hidden_set(self, :@__receiver)
    @__receiver
  end

  def key
    raise ArgumentError, "no key is available" unless Primitive.ivar_hidden_set(self, :@__key)
    @__key
  end
end

class FrozenError
  # The vm cannot ask a receiver what it looks like: its message is completed when it is asked for.
  def to_s
    return super unless Primitive.same?(Primitive.ivar_hidden(self, :@__message), true)
    text = "can't modify frozen #{Primitive.real_class(@__receiver)}: #{@__receiver.inspect}"
    Primitive.ivar_hide(self, :@__message, text) unless Primitive.is_frozen(self)
    text
  end

  def initialize(message = nil, receiver: (none = true))
    super(message)
    Primitive.ivar_hide(self, :@__receiver, receiver) unless none
  end

  def receiver
    raise ArgumentError, "no receiver is available" unless Primitive.ivar_hidden_set(self, :@__receiver)
    @__receiver
  end
end

class StopIteration
  def result
    @__result
  end
end

class LocalJumpError
  def exit_value
    @__exit_value
  end

  def reason
    text = message
    return :break if text.start_with?("break")
    text.start_with?("unexpected return") ? :return : :noreason
  end
end

class UncaughtThrowError
  def initialize(tag, value, message = nil)
    super(message)
    @__tag = tag
    @__value = value
  end

  def tag
    @__tag
  end

  def value
    @__value
  end
end

class SystemExit
  def initialize(status = true, message = (none = true))
    if Primitive.same?(status, true)
      status = 0
    elsif Primitive.same?(status, false)
      status = 1
    elsif Primitive.is_integer(status)
      status = status
    elsif none && !Primitive.responds(status, :to_int)
      message = status
      none = false
      status = 0
    else
      status = Troupe::Convert.to_int(status)
    end
    none ? super() : super(message)
    @__status = status
  end

  def status
    @__status || 0
  end

  def success?
    status == 0
  end
end

class SignalException
  def initialize(signal = (none = true), name = nil)
    raise ArgumentError, "wrong number of arguments (given 0, expected 1..2)" if none
    if Primitive.is_integer(signal)
      text = Signal.signame(signal)
      raise ArgumentError, "invalid signal number (#{signal})" if signal < 0 || signal > 64
      super(name || (text ? "SIG#{text}" : "SIG#{signal}"))
      @__signo = signal
    else
      if Primitive.is_symbol(signal)
        text = signal.name
      else
        text = Troupe::Convert.try_str(signal)
        raise ArgumentError, "bad signal type #{Primitive.real_class(signal)}" unless text
      end
      raise ArgumentError, "wrong number of arguments (given 2, expected 1)" unless Primitive.same?(name, nil)
      text = text[3, text.size] if text.start_with?("SIG")
      number = Signal.list[text]
      raise ArgumentError, "unsupported signal 'SIG#{text}'" unless number
      super("SIG#{text}")
      @__signo = number
    end
  end

  def signo
    @__signo
  end

  def signm
    message
  end
end

class Interrupt
  def initialize(message = "Interrupt")
    super(2, message)
  end
end

module Signal
  def self.list
    {"EXIT" => 0, "HUP" => 1, "INT" => 2, "QUIT" => 3, "ILL" => 4, "TRAP" => 5, "ABRT" => 6, "IOT" => 6, "BUS" => 7,
     "FPE" => 8, "KILL" => 9, "USR1" => 10, "SEGV" => 11, "USR2" => 12, "PIPE" => 13, "ALRM" => 14, "TERM" => 15,
     "CHLD" => 17, "CLD" => 17, "CONT" => 18, "STOP" => 19, "TSTP" => 20, "TTIN" => 21, "TTOU" => 22,
     "URG" => 23, "XCPU" => 24, "XFSZ" => 25, "VTALRM" => 26, "PROF" => 27, "WINCH" => 28, "IO" => 29, "POLL" => 29,
     "PWR" => 30, "SYS" => 31}
  end

  def self.signame(number)
    list.key(Troupe::Convert.to_int(number))
  end
end

class LoadError
  def path
    @__path
  end
end

class SyntaxError
  def path
    @__path
  end
end

class SystemCallError
  def self.new(*arguments)
    return super unless Primitive.same?(self, SystemCallError)
    message, number, place = arguments
    if arguments.size == 0
      raise ArgumentError, "wrong number of arguments (given 0, expected 1..3)"
    end
    if arguments.size == 1 && Primitive.is_integer(message)
      number = message
      message = nil
    end
    number = Troupe::Convert.to_int(number) unless Primitive.same?(number, nil)
    type = Primitive.is_integer(number) ? Primitive.errno_class(number) : nil
    if Primitive.is_class(type)
      made = type.allocate
      made.__send__(:__describe, message, number, place, false)
    else
      made = allocate
      made.__send__(:__describe, message, number, place, true)
    end
    made
  end

  def self.===(error)
    return true if super
    return false if Primitive.same?(self, SystemCallError) || !Primitive.is_kind(error, SystemCallError)
    number = error.errno
    !Primitive.same?(number, nil) && const_defined?(:Errno) && const_get(:Errno) == number
  end

  def initialize(message = nil, place = nil)
    number = Primitive.real_class(self).const_defined?(:Errno) ? Primitive.real_class(self).const_get(:Errno) : nil
    __describe(message, number, place, false)
  end

  def errno
    @__errno
  end

  def __describe(message, number, place, unknown)
    @__errno = number
    text = if Primitive.same?(number, nil)
      "unknown error"
    elsif unknown
      "Unknown error #{number}"
    else
      Primitive.errno_text(number)
    end
    text = "#{text} @ #{place}" unless Primitive.same?(place, nil)
    text = "#{text} - #{Troupe::Convert.to_str(message)}" unless Primitive.same?(message, nil)
    Primitive.ivar_hide(self, :@__message, text)
  end
  private :__describe
end

module Errno
  def self.const_defined?(name, inherit = true)
    super || Primitive.is_class(Primitive.errno_class(Troupe::Convert.to_sym(name)))
  end

  # The classes come into being when they are first named.
  def self.const_missing(name)
    made = Primitive.errno_class(name)
    Primitive.same?(made, nil) ? super : made
  end
end

class IO
  module WaitReadable
  end

  module WaitWritable
  end

  class EAGAINWaitReadable < Errno::EAGAIN
    include WaitReadable
  end

  class EAGAINWaitWritable < Errno::EAGAIN
    include WaitWritable
  end
  EWOULDBLOCKWaitReadable = EAGAINWaitReadable
  EWOULDBLOCKWaitWritable = EAGAINWaitWritable
end

module Kernel
  module_function

  def raise(exception = (none = true), message = (no_message = true), backtrace = nil, cause: (no_cause = true),
            **options)
    if none && options.empty?
      Primitive.raise(ArgumentError.new("only cause is given with no arguments")) unless no_cause
      exception = Primitive.errinfo
      exception = RuntimeError.new("") if Primitive.same?(exception, nil)
      Primitive.raise(exception)
    end
    exception = Troupe.exception_from(exception, message, no_message, backtrace, options)
    Primitive.raise(exception) if no_cause
    Troupe.check_cause(exception, cause)
    Primitive.raise_caused(exception, cause)
  end

  alias fail raise

  class << self
    alias fail raise
  end

  def caller(start = 1, length = nil)
    texts = Primitive.caller_texts(0, -1)
    Troupe.cut_backtrace(texts, start, length)
  end

  def caller_locations(start = 1, length = nil)
    texts = Primitive.caller_texts(0, -1)
    cut = Troupe.cut_backtrace(texts, start, length)
    Primitive.same?(cut, nil) ? nil : Troupe.locations(cut)
  end
end
