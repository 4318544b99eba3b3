# What every object can do beyond its C part; nil.
class BasicObject
  def !=(other)
    (self == other) ? false : true
  end

  def __send__(name, *arguments, **options, &block)
    __send__(::Troupe::Convert.to_sym(name), *arguments, **options, &block)
  end
end

module Kernel
  def ===(other)
    Primitive.same?(self, other) || __send__(:==, other) ? true : false # also where nil, true or false have another ==
  end

  def <=>(other)
    Primitive.same?(self, other) || self == other ? 0 : nil
  end

  def !~(other)
    (self =~ other) ? false : true
  end

  def respond_to?(name, include_all = false)
    name = Troupe::Convert.to_sym(name)
    return true if Primitive.responds_to(name, include_all)
    respond_to_missing?(name, include_all ? true : false) ? true : false
  end

  def send(name, *arguments, **options, &block)
    send(Troupe::Convert.to_sym(name), *arguments, **options, &block)
  end

  def public_send(name, *arguments, **options, &block)
    public_send(Troupe::Convert.to_sym(name), *arguments, **options, &block)
  end

  # --- Text -----------------------------------------------------------------------------------------------------------

  def inspect
    names = Primitive.ivar_names_to_inspect
    plain = Primitive.any_to_s
    return plain if Primitive.same?(names, nil)
    names = Troupe.chosen_names(self, names)
    return plain if Primitive.count_of(names) == 0
    text = plain[0, plain.size - 1]
    return "#{text} ...>" if Primitive.recursing(0)
    i = 0
    while i < Primitive.count_of(names)
      name = names[i]
      text << (i == 0 ? " " : ", ") << name.name << "=" << Primitive.ivar_read(name).inspect
      i += 1
    end
    text << ">"
  end

  def display(port = $stdout)
    port.write(self)
    nil
  end

  # --- Blocks ---------------------------------------------------------------------------------------------------------

  def tap
    yield self
    self
  end

  def then
    return enum_for(:then) { 1 } unless block_given?
    yield self
  end

  def yield_self
    return enum_for(:yield_self) { 1 } unless block_given?
    yield self
  end

  def define_singleton_method(name, body = (none = true), &block)
    name = Troupe::Convert.to_sym(name)
    body = block if none
    raise ArgumentError, "tried to create Proc object without a block" if Primitive.same?(body, nil)
    raise FrozenError.new("can't modify frozen object: #{inspect}", receiver: self) if Primitive.is_frozen(self)
    Primitive.define_method(Primitive.singleton_of(self), name, body, true)
    __send__(:singleton_method_added, name) unless Primitive.hook_is_own(self, :singleton_method_added)
    name
  end

  def extend(*modules)
    raise ArgumentError, "wrong number of arguments (given 0, expected 1+)" if modules.size == 0
    i = 0
    while i < modules.size
      Primitive.check_module(modules[i])
      i += 1
    end
    while (i -= 1) >= 0
      modules[i].__send__(:extend_object, self)
      modules[i].__send__(:extended, self)
    end
    self
  end
end

module Troupe
  # The instance variables that inspect shows: those that instance_variables_to_inspect names, if it is defined.
  def self.chosen_names(object, names)
    return names unless Primitive.responds(object, :instance_variables_to_inspect)
    chosen = object.__send__(:instance_variables_to_inspect)
    return names if Primitive.same?(chosen, nil)
    unless Primitive.is_array(chosen)
      raise TypeError, "Expected #instance_variables_to_inspect to return an Array or nil, but it returned " \
                       "#{Primitive.real_class(chosen)}"
    end
    names.select { |name| chosen.include?(name) }
  end
end

class NilClass
  def rationalize(precision = nil)
    Rational(0, 1)
  end
end
