# Struct and Data. Members live in hidden instance variables; their readers and writers are made by the vm.
class Struct
  class << self
    def new(name = (none = true; nil), *members, keyword_init: nil, &block)
      unless none
        if nil == name
          name = nil
        elsif Primitive.is_symbol(name)
          members.unshift(name)
          name = nil
        else
          name = Troupe::Convert.to_str(name)
        end
      end
      Troupe::Members.make(self, name, members, keyword_init, &block)
    end
  end

  private def initialize(*values, **options)
    members = Troupe::Members.of(Primitive.real_class(self))
    keyword = Troupe::Members.keyword(Primitive.real_class(self))
    if true == keyword && values.size == 1 && options.empty? && Primitive.is_hash(values[0])
      options = values.pop
    end
    if true == keyword && !values.empty?
      raise ArgumentError, "wrong number of arguments (given #{values.size}, expected 0)"
    end
    if options.empty? || false == keyword || !values.empty?
      values << options unless options.empty?
      raise ArgumentError, "struct size differs" if values.size > members.size
      Primitive.struct_fill(values)
    else
      unknown = options.keys - members
      raise ArgumentError, "unknown keywords: #{unknown.join(", ")}" unless unknown.empty?
      Primitive.struct_fill(members.map { |m| options[m] })
    end
    nil
  end

  private def initialize_copy(other) = self

  alias deconstruct to_a
  alias values to_a

  def members = Troupe::Members.of(Primitive.real_class(self)).dup

  def size = Troupe::Members.of(Primitive.real_class(self)).size

  alias length size

  def [](name) = Primitive.struct_get(self, Troupe::Members.place(self, name))

  def []=(name, value)
    Primitive.struct_set(Troupe::Members.place(self, name), value)
  end

  def dig(name, *more)
    at = Troupe::Members.find(self, name)
    x = nil == at ? nil : Primitive.struct_get(self, at)
    return x if more.empty? || nil == x
    raise TypeError, "#{Primitive.real_class(x)} does not have #dig method" unless Primitive.responds(x, :dig)
    x.dig(*more)
  end

  def each
    return to_enum(:each) { size } unless block_given?
    n = size
    i = 0
    while i < n
      yield Primitive.struct_get(self, i)
      i += 1
    end
    self
  end

  def each_pair
    return to_enum(:each_pair) { size } unless block_given?
    names = Troupe::Members.of(Primitive.real_class(self))
    pair = Primitive.block_pair
    i = 0
    while i < Primitive.array_size_of(names)
      pair ? yield(names[i], Primitive.struct_get(self, i)) : yield([names[i], Primitive.struct_get(self, i)])
      i += 1
    end
    self
  end

  def select(&block)
    return to_enum(:select) { size } unless block
    Primitive.struct_to_a.select(&block)
  end

  alias filter select

  def to_h
    names = Troupe::Members.of(Primitive.real_class(self))
    out = {}
    i = 0
    while i < Primitive.array_size_of(names)
      v = Primitive.struct_get(self, i)
      block_given? ? Troupe::Pairs.add(out, yield(names[i], v), nil) : out[names[i]] = v
      i += 1
    end
    out
  end

  def values_at(*indexes) = Troupe::Members.values_at(self, Primitive.struct_to_a, indexes)

  def deconstruct_keys(keys) = Troupe::Members.deconstruct_keys(self, keys)

  def ==(other)
    return true if Primitive.same?(self, other)
    return false unless Primitive.same?(Primitive.real_class(self), Primitive.real_class(other))
    return true if Primitive.guard_enter(:==, self, other)
    begin
      n = size
      i = 0
      while i < n
        return false unless Primitive.struct_get(self, i).==(Primitive.struct_get(other, i))
        i += 1
      end
      true
    ensure
      Primitive.guard_leave
    end
  end

  def eql?(other)
    return true if Primitive.same?(self, other)
    return false unless Primitive.same?(Primitive.real_class(self), Primitive.real_class(other))
    return true if Primitive.guard_enter(:eql?, self, other)
    begin
      Primitive.struct_to_a.eql?(Struct.__values(other))
    ensure
      Primitive.guard_leave
    end
  end

  def self.__values(x)
    out = []
    n = Troupe::Members.of(Primitive.real_class(x)).size
    i = 0
    while i < n
      out << Primitive.struct_get(x, i)
      i += 1
    end
    out
  end

  def hash
    Troupe::Keys.walk(self) do
      codes = [Troupe::Keys.code(Primitive.real_class(self))]
      Struct.__values(self).each { |x| codes << Troupe::Keys.code(x) }
      Primitive.array_code(codes)
    end
  end

  def inspect = Troupe::Members.inspect(self, "struct")

  alias to_s inspect
end

class Data
  class << self
    undef new

    def define(*members, &block)
      members = members.map { |m| Troupe::Members.name_of(m) }
      members.each do |m|
        raise ArgumentError, "invalid data member: #{m}" if m.end_with?("=")
      end
      if members.uniq.size != members.size
        raise ArgumentError, "duplicate member: #{members.detect { |m| members.count(m) > 1 }}"
      end
      made = Class.new(self)
      Troupe::Members.attach(made, members, false)
      class << made
        undef define

        def new(*values, **options)
          members = Troupe::Members.of(self)
          object = allocate
          if values.empty?
            object.__send__(:initialize, **options)
          else
            if values.size > members.size
              expected = Troupe::Members.range(members.size)
              raise ArgumentError, "wrong number of arguments (given #{values.size}, expected #{expected})"
            end
            i = 0
            while i < values.size
              options[members[i]] = values[i]
              i += 1
            end
            object.__send__(:initialize, **options)
          end
          object
        end

        alias [] new

        def members = Troupe::Members.of(self).dup
      end
      made.class_eval(&block) if block
      made
    end
  end

  private def initialize(**options)
    members = Troupe::Members.of(Primitive.real_class(self))
    unless options.each_key.all? { |k| Primitive.is_symbol(k) }
      options = options.transform_keys { |k| Troupe::Members.name_of(k) }
    end
    missing = options.size < members.size ? members - options.keys : []
    unless missing.empty?
      raise ArgumentError, "missing keyword#{missing.size == 1 ? "" : "s"}: #{missing.map { |m| m.inspect }.join(", ")}"
    end
    unknown = options.keys - members
    unless unknown.empty?
      raise ArgumentError, "unknown keyword#{unknown.size == 1 ? "" : "s"}: #{unknown.map { |m| m.inspect }.join(", ")}"
    end
    Primitive.struct_fill(members.map { |m| options[m] })
    freeze
    nil
  end

  private def initialize_copy(other)
    freeze
  end

  def members = Troupe::Members.of(Primitive.real_class(self)).dup

  def deconstruct = Struct.__values(self)

  def to_h
    names = Troupe::Members.of(Primitive.real_class(self))
    out = {}
    i = 0
    while i < Primitive.array_size_of(names)
      v = Primitive.struct_get(self, i)
      block_given? ? Troupe::Pairs.add(out, yield(names[i], v), nil) : out[names[i]] = v
      i += 1
    end
    out
  end

  def with(*args, **options)
    unless args.empty?
      raise ArgumentError, "wrong number of arguments (given #{args.size}, expected 0)"
    end
    return self if options.empty?
    copy = Primitive.real_class(self).allocate
    options = options.transform_keys { |k| Troupe::Members.name_of(k) }
    copy.__send__(:initialize, **to_h.merge(options))
    copy
  end

  def deconstruct_keys(keys) = Troupe::Members.deconstruct_keys(self, keys)

  def ==(other)
    return true if Primitive.same?(self, other)
    return false unless Primitive.same?(Primitive.real_class(self), Primitive.real_class(other))
    return true if Primitive.guard_enter(:==, self, other)
    begin
      Struct.__values(self) == Struct.__values(other)
    ensure
      Primitive.guard_leave
    end
  end

  def eql?(other)
    return true if Primitive.same?(self, other)
    return false unless Primitive.same?(Primitive.real_class(self), Primitive.real_class(other))
    return true if Primitive.guard_enter(:eql?, self, other)
    begin
      Struct.__values(self).eql?(Struct.__values(other))
    ensure
      Primitive.guard_leave
    end
  end

  def hash
    Troupe::Keys.walk(self) do
      codes = [Troupe::Keys.code(Primitive.real_class(self))]
      Struct.__values(self).each { |x| codes << Troupe::Keys.code(x) }
      Primitive.array_code(codes)
    end
  end

  def inspect = Troupe::Members.inspect(self, "data")

  alias to_s inspect
end

module Troupe
  module Members
    def self.name_of(m)
      return m if Primitive.is_symbol(m)
      s = Troupe::Convert.try_str(m)
      raise TypeError, "#{m.inspect} is not a symbol nor a string" if nil == s
      s.to_sym
    end

    def self.range(n) = n == 0 ? "0" : "0..#{n}"

    def self.make(parent, name, members, keyword, &block)
      members = members.map { |m| name_of(m) }
      if members.uniq.size != members.size
        raise ArgumentError, "duplicate member: #{members.detect { |m| members.count(m) > 1 }}"
      end
      made = Class.new(parent)
      unless nil == name
        raise NameError, "identifier #{name} needs to be constant" unless name.match?(/\A[A-Z]\w*\z/)
        parent.const_set(name, made)
      end
      attach(made, members, true)
      Primitive.ivar_hide(made, :@__keyword_init, nil == keyword ? nil : keyword ? true : false)
      Primitive.struct_constructors(made)
      class << made
        def members = Troupe::Members.of(self).dup

        def keyword_init? = Troupe::Members.keyword(self)

        def inspect
          Troupe::Members.keyword(self) ? "#{super}(keyword_init: true)" : super
        end
      end
      made.class_eval(&block) if block
      made
    end

    def self.attach(made, members, writers)
      slots = Primitive.struct_slots(members)
      Primitive.ivar_hide(made, :@__members, members.freeze)
      Primitive.ivar_hide(made, :@__slots, slots)
      Primitive.struct_attributes(made, members, slots, writers)
    end

    # The members of a class or of what it inherits from.
    def self.of(klass)
      until nil == klass
        m = Primitive.ivar_hidden(klass, :@__members)
        return m if m
        klass = klass.superclass
      end
      raise TypeError, "uninitialized struct"
    end

    def self.keyword(klass)
      until nil == klass
        return Primitive.ivar_hidden(klass, :@__keyword_init) if Primitive.ivar_hidden(klass, :@__members)
        klass = klass.superclass
      end
      nil
    end

    # The place of a member by name or index; nil: none.
    def self.find(object, name)
      members = of(Primitive.real_class(object))
      if Primitive.is_symbol(name) || Primitive.is_string(name)
        return members.index(name.to_sym)
      end
      i = Troupe::Convert.to_int(name)
      n = members.size
      at = i < 0 ? i + n : i
      at >= 0 && at < n ? at : nil
    end

    def self.place(object, name)
      at = find(object, name)
      return at unless nil == at
      n = of(Primitive.real_class(object)).size
      if Primitive.is_symbol(name) || Primitive.is_string(name)
        raise NameError.new("no member '#{name}' in struct", name.to_sym, receiver: object)
      end
      i = Troupe::Convert.to_int(name)
      raise IndexError, "offset #{i} too large for struct(size:#{n})" if i >= 0
      raise IndexError, "offset #{i} too small for struct(size:#{n})"
    end

    def self.values_at(object, values, indexes)
      n = values.size
      indexes.flat_map do |i|
        if Range === i
          span = Troupe::Span.of(i, n)
          raise RangeError, "#{i.inspect} out of range" if nil == span
          values.values_at(i)
        else
          i = Troupe::Convert.to_int(i)
          raise IndexError, "offset #{i} too large for struct(size:#{n})" if i >= n
          raise IndexError, "offset #{i} too small for struct(size:#{n})" if i < -n
          [values[i]]
        end
      end
    end

    def self.deconstruct_keys(object, keys)
      return object.to_h if nil == keys
      unless Primitive.is_array(keys)
        raise TypeError, "wrong argument type #{Primitive.real_class(keys)} (expected Array or nil)"
      end
      members = of(Primitive.real_class(object))
      out = {}
      return out if keys.size > members.size
      keys.each do |k|
        at = Struct === object ? find(object, k) : members.index(name_of(k))
        return out if nil == at
        out[k] = Primitive.struct_get(object, at)
      end
      out
    end

    def self.inspect(object, kind)
      klass = Primitive.real_class(object)
      name = Primitive.class_path(klass)
      head = nil == name ? "#<#{kind} " : "#<#{kind} #{name} "
      if Primitive.guard_enter(:inspect, object, nil)
        return "#<#{kind} #{nil == name ? Primitive.class_shown(klass) : name}:...>"
      end
      begin
        members = of(klass)
        parts = []
        i = 0
        while i < Primitive.array_size_of(members)
          m = members[i]
          shown = m.inspect.start_with?(":\"") ? m.inspect : m.to_s
          shown = m.inspect unless m.match?(/\A[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*\z/)
          parts << "#{shown}=#{Troupe::Walk.inspected(Primitive.struct_get(object, i))}"
          i += 1
        end
        parts.empty? ? "#{head[0, head.size - 1]}>" : "#{head}#{parts.join(", ")}>"
      ensure
        Primitive.guard_leave
      end
    end
  end
end
