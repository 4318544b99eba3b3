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

    # As rb_respond_to: respond_to? and respond_to_missing? of the user's have a say.
    def self.responds?(x, name)
      return Primitive.responds(x, name) if Primitive.responds_plainly(x) || !Primitive.responds(x, :respond_to?)
      x.respond_to?(name, true)
    end

    # As rb_check_funcall: what x answers to the name, :__absent when it does not, not even by method_missing.
    def self.ask(x, name)
      if Primitive.responds_plainly(x)
        return Primitive.responds(x, name) ? x.__send__(name) : :__absent
      end
      sure = false
      if Primitive.responds(x, :respond_to?) && !Primitive.is_own(x, :respond_to?)
        return :__absent unless x.respond_to?(name, true)
        sure = true
      end
      return x.__send__(name) if Primitive.responds(x, name)
      if Primitive.responds(x, :respond_to_missing?) && !Primitive.is_own(x, :respond_to_missing?)
        return :__absent unless x.__send__(:respond_to_missing?, name, true)
        sure = true
      end
      ask_missing(x, name, sure)
    end

    def self.ask_missing(x, name, sure)
      return :__absent if Primitive.is_own(x, :method_missing)
      x.__send__(:method_missing, name)
    rescue NoMethodError
      raise if sure
      :__absent
    end

    # Of a method that x does not have. What is called as a function is asked for as respond_to? does.
    def self.defined_missing(x, name, all)
      return nil unless Primitive.responds(x, :respond_to_missing?)
      unless Primitive.is_own(x, :respond_to?)
        return x.respond_to?(name, true) ? true : nil if all
        return nil unless x.respond_to?(:respond_to_missing?, true)
      end
      x.__send__(:respond_to_missing?, name, all) ? true : nil
    end

    def self.none(x, type)
      raise TypeError, "no implicit conversion of #{describe(x)} into #{type}"
    end

    def self.to_int(x)
      return x if Primitive.is_integer(x)
      return Primitive.float_to_integer(x) if Primitive.is_float(x)
      raise TypeError, "no implicit conversion from nil to integer" if Primitive.same?(x, nil)
      r = ask(x, :to_int)
      none(x, "Integer") if Primitive.same?(r, :__absent)
      return r if Primitive.is_integer(r)
      failed(x, "Integer", "to_int", r)
    end

    def self.to_io(x)
      return x if Primitive.is_kind(x, IO)
      r = ask(x, :to_io)
      none(x, "IO") if Primitive.same?(r, :__absent)
      return r if Primitive.is_kind(r, IO)
      failed(x, "IO", "to_io", r)
    end

    def self.to_str(x)
      return x if Primitive.is_string(x)
      r = ask(x, :to_str)
      none(x, "String") if Primitive.same?(r, :__absent)
      return r if Primitive.is_string(r)
      failed(x, "String", "to_str", r)
    end

    def self.to_ary(x)
      return x if Primitive.is_array(x)
      r = ask(x, :to_ary)
      none(x, "Array") if Primitive.same?(r, :__absent)
      return r if Primitive.is_array(r)
      failed(x, "Array", "to_ary", r)
    end

    # nil when x is not array-like
    def self.try_ary(x)
      return x if Primitive.is_array(x)
      r = ask(x, :to_ary)
      return nil if Primitive.same?(r, :__absent)
      return r if Primitive.is_array(r) || Primitive.same?(r, nil)
      failed(x, "Array", "to_ary", r)
    end

    def self.try_str(x)
      return x if Primitive.is_string(x)
      r = ask(x, :to_str)
      return nil if Primitive.same?(r, :__absent)
      return r if Primitive.is_string(r) || Primitive.same?(r, nil)
      failed(x, "String", "to_str", r)
    end

    def self.to_hash(x)
      return x if Primitive.is_hash(x)
      r = ask(x, :to_hash)
      none(x, "Hash") if Primitive.same?(r, :__absent)
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
      r = ask(x, :to_hash)
      return nil if Primitive.same?(r, :__absent)
      return r if Primitive.is_hash(r) || Primitive.same?(r, nil)
      failed(x, "Hash", "to_hash", r)
    end

    def self.try_a(x)
      r = ask(x, :to_a)
      Primitive.same?(r, :__absent) ? nil : r
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

    # A builtin that takes long, in turns; the loop polls between them. See src/vm/work.c.
    def self.work(work)
      begin
        until Primitive.work_step(work)
        end
      ensure
        Primitive.work_end(work)
      end
      Primitive.work_result(work)
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
