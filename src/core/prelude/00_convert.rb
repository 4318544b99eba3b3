# Implicit conversions, for methods whose argument is not of the built-in class. Every prelude file may use them.
module Troupe
  module Convert
    def self.failed(x, type, by, result)
      name = Primitive.real_class(x).name
      raise TypeError, "can't convert #{name} into #{type} (#{name}##{by} gives #{Primitive.real_class(result).name})"
    end

    def self.describe(x)
      return "nil" if Primitive.same?(x, nil)
      return "true" if Primitive.same?(x, true)
      return "false" if Primitive.same?(x, false)
      of = Primitive.real_class(x)
      of.name || of.to_s
    end

    # As rb_check_funcall asks: respond_to? and respond_to_missing? of the user's have a say.
    def self.responds?(x, name)
      return Primitive.responds(x, name) if Primitive.responds_plainly(x)
      x.respond_to?(name, true)
    end

    def self.none(x, type)
      raise TypeError, "no implicit conversion of #{describe(x)} into #{type}"
    end

    def self.to_int(x)
      return x if Primitive.is_integer(x)
      return Primitive.float_to_integer(x) if Primitive.is_float(x)
      if Primitive.same?(x, nil) || !responds?(x, :to_int)
        raise TypeError, "no implicit conversion from nil to integer" if Primitive.same?(x, nil)
        none(x, "Integer")
      end
      r = x.to_int
      return r if Primitive.is_integer(r)
      failed(x, "Integer", "to_int", r)
    end

    def self.to_str(x)
      return x if Primitive.is_string(x)
      none(x, "String") unless responds?(x, :to_str)
      r = x.to_str
      return r if Primitive.is_string(r)
      failed(x, "String", "to_str", r)
    end

    def self.to_ary(x)
      return x if Primitive.is_array(x)
      none(x, "Array") unless responds?(x, :to_ary)
      r = x.to_ary
      return r if Primitive.is_array(r)
      failed(x, "Array", "to_ary", r)
    end

    # nil when x is not array-like
    def self.try_ary(x)
      return x if Primitive.is_array(x)
      return nil unless responds?(x, :to_ary)
      r = x.to_ary
      return r if Primitive.is_array(r) || Primitive.same?(r, nil)
      failed(x, "Array", "to_ary", r)
    end

    def self.try_str(x)
      return x if Primitive.is_string(x)
      return nil unless responds?(x, :to_str)
      r = x.to_str
      return r if Primitive.is_string(r) || Primitive.same?(r, nil)
      failed(x, "String", "to_str", r)
    end

    def self.to_hash(x)
      return x if Primitive.is_hash(x)
      none(x, "Hash") unless responds?(x, :to_hash)
      r = x.to_hash
      return r if Primitive.is_hash(r)
      failed(x, "Hash", "to_hash", r)
    end

    def self.to_f(x)
      return x if Primitive.is_float(x)
      return Primitive.integer_to_float(x) if Primitive.is_integer(x)
      if Primitive.same?(x, nil) || Primitive.same?(x, true) || Primitive.same?(x, false)
        raise TypeError, "can't convert #{describe(x)} into Float"
      end
      raise TypeError, "can't convert #{describe(x)} into Float" unless Numeric === x
      x.to_f
    end

    def self.try_hash(x)
      return x if Primitive.is_hash(x)
      return nil unless responds?(x, :to_hash)
      r = x.to_hash
      return r if Primitive.is_hash(r) || Primitive.same?(r, nil)
      failed(x, "Hash", "to_hash", r)
    end

    def self.try_a(x)
      responds?(x, :to_a) ? x.to_a : nil
    end

    def self.try_proc(x)
      none(x, "Proc") unless responds?(x, :to_proc)
      x.to_proc
    end

    # What the compiler or an instruction warns of.
    def self.warn(text)
      return if Primitive.same?(Primitive.verbose, nil)
      text.each_line { |line| Warning.warn(line) }
    end

    # A block that takes several parameters was given one object, whose to_ary has a say.
    def self.spread(x, receiver, scope, inner, &block)
      list = try_ary(x)
      list = [x] if Primitive.same?(list, nil)
      Primitive.proc_enter(block, receiver, scope, list, inner)
    end

    # As interpolation has it, but to_s may be one that the program defined anew.
    def self.text(x)
      r = x.__send__(:to_s)
      Primitive.is_string(r) ? r : Primitive.any_to_s_of(x)
    end

    # A method or variable name: Symbol, String or to_str.
    def self.to_sym(x)
      return x if Primitive.is_symbol(x)
      return x.to_sym if Primitive.is_string(x)
      if responds?(x, :to_str)
        return to_str(x).to_sym
      end
      raise TypeError, "#{x.inspect} is not a symbol nor a string"
    end
  end
end
