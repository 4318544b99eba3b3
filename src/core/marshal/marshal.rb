# Marshal: objects as bytes, format 4.8.
module Marshal
  MAJOR_VERSION = 4
  MINOR_VERSION = 8

  def self.dump(object, io = nil, limit = nil)
    if Primitive.is_integer(io) || (Primitive.same?(limit, nil) && !Primitive.same?(io, nil) && !Primitive.responds(io, :write))
      raise TypeError, "instance of IO needed" unless Primitive.is_integer(io) || Primitive.responds(io, :to_int)
      limit = io
      io = nil
    end
    unless Primitive.same?(io, nil) || Troupe::Convert.responds?(io, :write)
      raise TypeError, "instance of IO needed"
    end
    limit = Primitive.same?(limit, nil) ? -1 : Troupe::Convert.to_int(limit)
    text = Troupe::MarshalWriter.new.dump(object, limit)
    return text if Primitive.same?(io, nil)
    io.binmode if Troupe::Convert.responds?(io, :binmode)
    io.write(text)
    io
  end

  def self.load(source, proc = nil, freeze: false)
    text = Troupe::Convert.try_str(source)
    unless text
      unless Troupe::Convert.responds?(source, :getbyte) && Troupe::Convert.responds?(source, :read)
        raise TypeError, "instance of IO needed"
      end
      source.binmode if Troupe::Convert.responds?(source, :binmode)
    end
    Troupe::MarshalReader.new(text, source, proc, freeze).load
  end

  class << self
    alias restore load
  end
end

class Struct
  private def __marshal_fill(values) = Primitive.struct_fill(values)
end

class Data
  private def __marshal_fill(values) = Primitive.struct_fill(values)
  private def __marshal_values = Primitive.struct_to_a
end

class Set
  private def __marshal_fill(hash)
    @__hash = hash
  end
end

module Troupe
  class MarshalWriter
    def initialize
      @out = "\x04\x08".b
      @symbols = {}
      @objects = {}.compare_by_identity
      @encodings = {}
    end

    def dump(object, limit)
      write(object, limit)
      @out
    end

    private

    # --- Pieces -------------------------------------------------------------------------------------------------------

    def long(x)
      if x == 0
        @out << 0
      elsif x > 0 && x < 123
        @out << x + 5
      elsif x < 0 && x > -124
        @out << (x - 5 & 255)
      else
        bytes = []
        until bytes.size == 4 || (bytes.size > 0 && (x == 0 || x == -1))
          bytes << (x & 255)
          x >>= 8
        end
        @out << (x < 0 ? 256 - bytes.size : bytes.size)
        bytes.each { |byte| @out << byte }
      end
    end

    def bytes(string)
      long(string.bytesize)
      @out << string.b
    end

    def symbol(name)
      at = @symbols[name]
      if at
        @out << ";"
        return long(at)
      end
      text = name.name
      encoded = !text.ascii_only? && text.encoding != Encoding::BINARY
      @out << "I" if encoded
      @out << ":"
      bytes(text)
      @symbols[name] = @symbols.size
      return unless encoded
      long(1)
      encoding(text.encoding, -1)
    end

    def encoding(encoding, limit)
      if encoding == Encoding::UTF_8 || encoding == Encoding::US_ASCII
        symbol(:E)
        @out << (encoding == Encoding::UTF_8 ? "T" : "F")
      else
        symbol(:encoding)
        write(@encodings[encoding] ||= encoding.name.b, limit)
      end
    end

    def path(type)
      name = Module.instance_method(:name).bind_call(type)
      kind = Primitive.is_class(type) ? "class" : "module"
      raise TypeError, "can't dump anonymous #{kind} #{type.inspect}" if Primitive.same?(name, nil) || name.start_with?("#<")
      found = Object.const_get(name)
      raise ArgumentError, "#{name} can't be referred to" unless Primitive.same?(found, type)
      name.to_sym
    end

    # Modules that the object itself was extended with.
    def extensions(object, check)
      return unless Primitive.is_kind(object, Object)
      singleton = Primitive.singleton_or_class(object)
      return unless Primitive.is_singleton(singleton)
      if check && (singleton.instance_methods(false).any? || singleton.instance_variables.any?)
        raise TypeError, "singleton can't be dumped"
      end
      real = Primitive.real_class(object)
      singleton.ancestors.each do |m|
        break if Primitive.same?(m, real)
        next if Primitive.same?(m, singleton)
        @out << "e"
        symbol(path(m))
      end
    end

    def user_class(object, core)
      extensions(object, true)
      type = Primitive.real_class(object)
      return if Primitive.same?(type, core)
      @out << "C"
      symbol(path(type))
    end

    def class_of(letter, object, check)
      extensions(object, check)
      @out << letter
      symbol(path(Primitive.real_class(object)))
    end

    def variables_of(object)
      Kernel.instance_method(:instance_variables).bind_call(object)
    end

    def variable(object, name)
      Kernel.instance_method(:instance_variable_get).bind_call(object, name)
    end

    def variables(object, names, limit)
      names.each do |name|
        symbol(name)
        write(variable(object, name), limit)
      end
    end

    # Encoding and variables of what is written as bytes; `more` to come before it.
    def with_variables(object, text, limit)
      names = variables_of(object)
      encoded = text && text.encoding != Encoding::BINARY
      any = encoded || !names.empty?
      @out << "I" if any
      yield
      return unless any
      long(names.size + (encoded ? 1 : 0))
      encoding(text.encoding, limit) if encoded
      variables(object, names, limit)
    end

    # --- Objects ------------------------------------------------------------------------------------------------------

    def write(object, limit)
      raise ArgumentError, "exceed depth limit" if limit == 0
      if Primitive.same?(object, nil) then @out << "0"
      elsif Primitive.same?(object, true) then @out << "T"
      elsif Primitive.same?(object, false) then @out << "F"
      elsif Primitive.is_integer(object) then integer(object)
      elsif Primitive.is_symbol(object) then symbol(object)
      else reference(object, limit)
      end
    end

    def integer(x)
      if x >= -0x40000000 && x < 0x40000000
        @out << "i"
        return long(x)
      end
      unless Primitive.is_fixnum(x)
        at = @objects[x]
        if at
          @out << "@"
          return long(at)
        end
        remember(x)
      end
      @out << "l" << (x < 0 ? "-" : "+")
      digits = []
      x = x.abs
      while x > 0
        digits << (x & 255)
        x >>= 8
      end
      digits << 0 if digits.size.odd?
      long(digits.size / 2)
      digits.each { |digit| @out << digit }
    end

    def remember(object)
      @objects[object] = @objects.size
    end

    def reference(object, limit)
      at = @objects[object]
      if at
        @out << "@"
        return long(at)
      end
      limit -= 1 if limit > 0
      if Convert.responds?(object, :marshal_dump)
        remember(object)
        value = object.__send__(:marshal_dump)
        class_of("U", object, false)
        write(value, limit)
      elsif Convert.responds?(object, :_dump)
        user_text(object, limit)
      else
        remember(object)
        plain(object, limit)
      end
    end

    def user_text(object, limit)
      text = object.__send__(:_dump, limit)
      raise TypeError, "_dump() must return string" unless Primitive.is_string(text)
      with_variables(text, text, limit) do
        class_of("u", object, false)
        bytes(text)
      end
      remember(object)
    end

    # Copies of String, Array … are no subclasses of theirs.
    def plain(object, limit)
      if Primitive.is_string(object) then with_variables(object, object, limit) { string(object) }
      elsif Primitive.is_array(object) then with_variables(object, nil, limit) { array(object, limit) }
      elsif Primitive.is_hash(object) then with_variables(object, nil, limit) { hash(object, limit) }
      elsif Primitive.is_float(object) then with_variables(object, nil, limit) { float(object) }
      elsif Primitive.is_regexp(object) then with_variables(object, object.source, limit) { regexp(object) }
      else kept_by_c(object, limit)
      end
    end

    def kept_by_c(object, limit)
      case object
      when Class, Module then module_path(object)
      when Struct then with_variables(object, nil, limit) { fields(object, object.to_a, limit) }
      when Data then with_variables(object, nil, limit) { fields(object, object.__send__(:__marshal_values), limit) }
      when Range then pairs(object, [[:excl, object.exclude_end?], [:begin, object.begin], [:end, object.end]], limit)
      when Rational then numbers(object, [object.numerator, object.denominator], limit)
      when Complex then numbers(object, [object.real, object.imaginary], limit)
      when Exception then pairs(object, [[:mesg, exception_message(object)], [:bt, object.backtrace]], limit)
      when Set then pairs(object, [[:@hash, set_hash(object)]], limit)
      else other(object, limit)
      end
    end

    def exception_message(error)
      Primitive.ivar_hidden(error, :@__message)
    end

    def set_hash(set)
      hash = Hash.new(false)
      set.each { |member| hash[member] = true }
      hash
    end

    def module_path(object)
      raise TypeError, "singleton class can't be dumped" if Primitive.is_singleton(object)
      @out << (Primitive.is_class(object) ? "c" : "m")
      bytes(path(object).name)
    end

    def float(x)
      user_class(x, Float)
      @out << "f"
      bytes(float_text(x))
    end

    def float_text(x)
      return "nan" if x.nan?
      return x > 0 ? "inf" : "-inf" if x.infinite?
      return 1 / x < 0 ? "-0" : "0" if x == 0
      mantissa, exponent = x.abs.to_s.split("e")
      whole, fraction = mantissa.split(".")
      point = whole.size + exponent.to_i
      digits = whole + fraction
      zeros = digits[/\A0*/].size
      digits = digits[zeros..].sub(/0+\z/, "")
      point -= zeros
      (x < 0 ? "-" : "") + placed(digits, point)
    end

    def placed(digits, point)
      if point < -3 || point > digits.size
        rest = digits[1..]
        "#{digits[0]}#{"." unless rest.empty?}#{rest}e#{point - 1}"
      elsif point > 0
        rest = digits[point..]
        "#{digits[0, point]}#{"." unless rest.empty?}#{rest}"
      else
        "0.#{"0" * -point}#{digits}"
      end
    end

    def string(object)
      user_class(object, String)
      @out << '"'
      bytes(object)
    end

    def regexp(object)
      user_class(object, Regexp)
      @out << "/"
      bytes(object.source)
      @out << (object.options & 0x37)
    end

    def array(object, limit)
      user_class(object, Array)
      @out << "["
      size = object.size
      long(size)
      i = 0
      while i < size
        write(object[i], limit)
        raise RuntimeError, "array modified during dump" if object.size != size
        i += 1
      end
    end

    def hash(object, limit)
      raise TypeError, "can't dump hash with default proc" if object.default_proc
      user_class(object, Hash)
      if object.compare_by_identity?
        @out << "C"
        symbol(:Hash)
      end
      default = object.default
      @out << (Primitive.same?(default, nil) ? "{" : "}")
      long(object.size)
      object.each_pair do |key, value|
        write(key, limit)
        write(value, limit)
      end
      write(default, limit) unless Primitive.same?(default, nil)
    end

    def fields(object, values, limit)
      class_of("S", object, true)
      names = object.class.members
      long(names.size)
      names.each_with_index do |name, i|
        symbol(name)
        write(values[i], limit)
      end
    end

    # Of "o": what C keeps of the object goes by names of its own.
    def pairs(object, list, limit)
      class_of("o", object, true)
      names = variables_of(object)
      long(list.size + names.size)
      list.each do |name, value|
        symbol(name)
        write(value, limit)
      end
      variables(object, names, limit)
    end

    def numbers(object, pair, limit)
      class_of("U", object, false)
      write(pair, limit)
    end

    # Objects of the core that stand for something outside.
    def undumpable(object)
      case object
      when StringIO, Enumerator, Thread, Thread::Mutex, Thread::Queue then true
      else false
      end
    end

    def other(object, limit)
      bare = Primitive.is_plain_object(object) && !undumpable(object)
      unless bare
        type = Primitive.real_class(object)
        raise TypeError, "can't dump #{type}" if Primitive.is_kind(object, IO) || Primitive.is_kind(object, MatchData)
        raise TypeError, "no _dump_data is defined for class #{type}"
      end
      pairs(object, [], limit)
    end
  end

  class MarshalReader
    def initialize(text, io, proc, freeze)
      @text = text
      @io = text ? nil : io
      @pos = 0
      @proc = proc
      @freeze = freeze
      @symbols = []
      @objects = []
    end

    def load
      if @text ? @text.bytesize == 0 : false
        raise ArgumentError, "marshal data too short"
      end
      major = byte
      minor = byte
      unless major == 4 && minor <= 8
        raise TypeError, "incompatible marshal file format (can't be read)\n\t" \
                         "format version 4.8 required; #{major}.#{minor} given"
      end
      read
    end

    private

    # --- Pieces -------------------------------------------------------------------------------------------------------

    def short
      raise ArgumentError, "marshal data too short"
    end

    def byte
      if @text
        found = @text.getbyte(@pos) || short
        @pos += 1
        return found
      end
      @io.getbyte || raise(EOFError, "end of file reached")
    end

    def long
      first = byte
      first -= 256 if first > 127
      return 0 if first == 0
      return first - 5 if first > 4
      return first + 5 if first < -4
      x = first > 0 ? 0 : -1
      first.abs.times do |i|
        x &= ~(255 << 8 * i)
        x |= byte << 8 * i
      end
      x
    end

    def bytes(size = long)
      return "".b if size == 0
      if @text
        short if @pos + size > @text.bytesize
        found = @text.byteslice(@pos, size)
        @pos += size
        return found.b
      end
      found = @io.read(size)
      short if Primitive.same?(found, nil) || found.bytesize < size
      found.b
    end

    def symbol
      case letter = byte
      when 0x49 # I
        raise ArgumentError, "dump format error for symbol(0x#{letter.to_s(16)})" unless byte == 0x3a
        new_symbol(true)
      when 0x3a then new_symbol(false)
      when 0x3b then @symbols[long]
      else raise ArgumentError, "dump format error for symbol(0x#{letter.to_s(16)})"
      end
    end

    def new_symbol(encoded)
      text = bytes
      at = @symbols.size
      @symbols << nil
      if encoded
        long.times do
          name = symbol
          value = read(quiet: true)
          set_encoding(text, name, value)
        end
      elsif text.ascii_only?
        text.force_encoding(Encoding::US_ASCII)
      end
      @symbols[at] = text.to_sym
    end

    def set_encoding(text, name, value)
      if Primitive.same?(name, :E)
        text.force_encoding(value ? Encoding::UTF_8 : Encoding::US_ASCII)
      elsif Primitive.same?(name, :encoding)
        text.force_encoding(value)
      else
        return false
      end
      true
    end

    def find(name)
      Object.const_get(name)
    rescue NameError
      raise ArgumentError, "undefined class/module #{name}"
    end

    def find_class(name = symbol)
      found = find(name)
      raise ArgumentError, "#{name} does not refer to class" unless Primitive.is_class(found)
      found
    end

    def enter(object, at = nil)
      if at
        @objects[at] = object
      else
        @objects << object
      end
      object
    end

    def leave(object, quiet)
      if @freeze && !Primitive.is_module(object)
        bare = Primitive.is_string(object) && object.class == String && object.instance_variables.empty?
        object = bare ? -object : object.freeze
      end
      return object if quiet || Primitive.same?(@proc, nil)
      @proc.call(object)
    end

    # --- Objects ------------------------------------------------------------------------------------------------------

    # An object that "I" announced has its variables behind it; `extended` are modules, innermost last.
    def read(quiet: false, announced: nil, extended: nil)
      letter = byte
      case letter
      when 0x40 # @
        at = long
        raise ArgumentError, "dump format error (unlinked)" if at >= @objects.size
        object = @objects[at]
        return quiet || Primitive.same?(@proc, nil) ? object : @proc.call(object)
      when 0x49 # I
        flag = [true]
        object = read(quiet: true, announced: flag, extended: extended)
        variables(object) if flag[0]
        return replace(object, leave(object, quiet))
      when 0x65 # e
        return extend_read(quiet, announced, extended || [])
      when 0x43 # C
        return class_read(quiet, announced, extended)
      when 0x30 then return leave(nil, quiet)
      when 0x54 then return leave(true, quiet)
      when 0x46 then return leave(false, quiet)
      when 0x69 then return leave(long, quiet)
      when 0x3a
        encoded = announced && announced[0]
        announced[0] = false if encoded
        return leave(new_symbol(encoded), quiet)
      when 0x3b then return leave(@symbols[long], quiet)
      end
      object = body(letter, announced)
      extended&.reverse_each { |m| object.extend(m) }
      quiet || (announced && announced[0]) ? object : replace(object, leave(object, false))
    end

    # What the proc or freezing made of an object stands for it in links.
    def replace(object, made)
      return made if Primitive.same?(object, made)
      at = @objects.rindex { |one| Primitive.same?(one, object) }
      @objects[at] = made if at
      made
    end

    def extend_read(quiet, announced, extended)
      m = find(symbol)
      if Primitive.is_class(m)
        raise ArgumentError, "#{m} does not refer to module"
      end
      read(quiet: quiet, announced: announced, extended: extended << m)
    end

    # "C": an object of a class below String, Array …, or a Hash that compares by identity.
    def class_read(quiet, announced, extended)
      type = find_class
      letter = byte
      if Primitive.same?(type, Hash)
        object = body(letter, announced, identity: true)
      elsif letter == 0x43
        inner = find_class
        object = body(byte, announced, identity: Primitive.same?(inner, Hash), type: type)
      else
        object = body(letter, announced, type: type)
      end
      extended&.reverse_each { |m| object.extend(m) }
      quiet || (announced && announced[0]) ? object : replace(object, leave(object, false))
    end

    def body(letter, announced, identity: false, type: nil)
      case letter
      when 0x66 then enter(float(bytes)) # f
      when 0x6c then enter(big) # l
      when 0x22 then enter(type ? type.allocate.replace(bytes) : bytes) # "
      when 0x2f then regexp(announced, type) # /
      when 0x5b then array(type) # [
      when 0x7b, 0x7d then hash(letter == 0x7d, identity, type) # { }
      when 0x53 then struct # S
      when 0x6f then object # o
      when 0x55 then user_object # U
      when 0x75 then user_text(announced) # u
      when 0x63 then enter(find_class(bytes.force_encoding(Encoding::UTF_8).to_sym)) # c
      when 0x6d then enter(find_module) # m
      when 0x4d then enter(find(bytes.force_encoding(Encoding::UTF_8).to_sym)) # M
      when 0x64 then data # d
      else raise ArgumentError, "dump format error(0x#{letter.to_s(16)})"
      end
    end

    def find_module
      name = bytes.force_encoding(Encoding::UTF_8)
      found = find(name.to_sym)
      raise ArgumentError, "#{name} does not refer to module" if Primitive.is_class(found) || !Primitive.is_module(found)
      found
    end

    def variables(object)
      long.times do
        name = symbol
        value = read
        next if Primitive.is_string(object) && set_encoding(object, name, value)
        next if Primitive.is_regexp(object) && (Primitive.same?(name, :E) || Primitive.same?(name, :encoding))
        Kernel.instance_method(:instance_variable_set).bind_call(object, name, value)
      end
    end

    def float(text)
      case text
      when "nan" then Float::NAN
      when "inf" then Float::INFINITY
      when "-inf" then -Float::INFINITY
      else text.to_f
      end
    end

    def big
      sign = byte
      size = long * 2
      x = 0
      bytes(size).each_byte.with_index { |digit, i| x |= digit << 8 * i }
      sign == 0x2d ? -x : x
    end

    # The encoding comes behind: it decides how the source is read.
    def regexp(announced, type)
      at = @objects.size
      @objects << nil
      source = bytes
      options = byte
      names = []
      if announced && announced[0]
        announced[0] = false
        long.times do
          name = symbol
          value = read
          names << [name, value] unless set_encoding(source, name, value)
        end
      end
      made = (type || Regexp).new(source, options & 0x27)
      names.each { |name, value| made.instance_variable_set(name, value) }
      enter(made, at)
    end

    def array(type)
      list = enter(type ? type.allocate : [])
      long.times { list << read }
      list
    end

    def hash(default, identity, type)
      made = enter(type ? type.allocate : {})
      made.compare_by_identity if identity
      long.times do
        key = read
        made.store(key, read)
      end
      made.default = read if default
      made
    end

    def struct
      type = find_class
      made = enter(type.allocate)
      names = type.members
      values = []
      size = long
      raise TypeError, "struct #{type} not compatible (struct size differs)" if size != names.size
      names.each do |name|
        found = symbol
        unless Primitive.same?(found, name)
          raise TypeError, "struct #{type} not compatible (:#{found} for :#{name})"
        end
        values << read
      end
      made.__send__(:__marshal_fill, values)
      made.freeze if Primitive.is_kind(made, Data)
      made
    end

    def object
      type = find_class
      return special(type) if type <= Range || type <= Set || type <= Exception
      made = enter(type.allocate)
      long.times do
        name = symbol
        Kernel.instance_method(:instance_variable_set).bind_call(made, name, read)
      end
      made
    end

    # What C keeps of these goes by names of their own.
    def special(type)
      at = @objects.size
      made = type <= Range ? nil : type.allocate
      @objects << made
      kept = {}
      own = {}
      long.times do
        name = symbol
        (name.name.start_with?("@") && !Primitive.same?(name, :@hash) ? own : kept)[name] = read
      end
      if type <= Range
        made = enter(type.new(kept[:begin], kept[:end], kept[:excl]), at)
      elsif type <= Set
        made.__send__(:__marshal_fill, kept[:@hash].dup.tap { |h| h.default = nil })
      else
        Primitive.ivar_hide(made, :@__message, kept[:mesg])
        made.set_backtrace(kept[:bt]) if kept[:bt]
      end
      own.each { |name, value| made.instance_variable_set(name, value) }
      made
    end

    def user_object
      type = find_class
      if type <= Rational || type <= Complex
        at = @objects.size
        @objects << nil
        a, b = read(quiet: true)
        return enter(type <= Rational ? Rational(a, b) : Complex(a, b), at)
      end
      made = enter(type.allocate)
      value = read
      unless Convert.responds?(made, :marshal_load)
        raise TypeError, "instance of #{type} needs to have method 'marshal_load'"
      end
      made.__send__(:marshal_load, value)
      made
    end

    def user_text(announced)
      type = find_class
      text = bytes
      if announced && announced[0]
        announced[0] = false
        variables(text)
      end
      unless Convert.responds?(type, :_load)
        raise TypeError, "class #{type} needs to have method '_load'"
      end
      enter(type.__send__(:_load, text))
    end

    def data
      type = find_class
      made = enter(type.allocate)
      unless Convert.responds?(made, :_load_data)
        raise TypeError, "class #{type} needs to have instance method '_load_data'"
      end
      made.__send__(:_load_data, read)
      made
    end
  end
end
