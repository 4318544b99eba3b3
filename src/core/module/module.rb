# Module and Class: hooks, definitions by name, visibility, Class.new.
class Module
  def self.new(*arguments, **options, &block)
    made = Primitive.module_new(self)
    made.__send__(:initialize, *arguments, **options, &block)
    made
  end

  def initialize(&block)
    Primitive.class_eval(self, block) if block
    nil
  end

  def self.nesting
    Primitive.nesting
  end

  def self.constants(inherit = (none = true))
    return super(inherit) unless none && Primitive.same?(self, Module)
    Object.constants
  end

  # --- Mixing in ------------------------------------------------------------------------------------------------------

  def include(*modules)
    raise ArgumentError, "wrong number of arguments (given 0, expected 1+)" if modules.size == 0
    Troupe.check_modules(modules)
    i = modules.size
    while (i -= 1) >= 0
      modules[i].__send__(:append_features, self)
      modules[i].__send__(:included, self)
    end
    self
  end

  def prepend(*modules)
    raise ArgumentError, "wrong number of arguments (given 0, expected 1+)" if modules.size == 0
    Troupe.check_modules(modules)
    i = modules.size
    while (i -= 1) >= 0
      modules[i].__send__(:prepend_features, self)
      modules[i].__send__(:prepended, self)
    end
    self
  end

  # --- Visibility: names that need conversion, and the answers of the C part ------------------------------------------

  def public(*names)
    Troupe.visibility(self, names, 0)
  end

  def private(*names)
    Troupe.visibility(self, names, 1)
  end

  def protected(*names)
    Troupe.visibility(self, names, 2)
  end

  def module_function(*names)
    Troupe.visibility(self, names, 3)
  end

  def private_class_method(*names)
    Troupe.visibility(Primitive.singleton_of(self), names, 1)
    nil
  end

  def public_class_method(*names)
    Troupe.visibility(Primitive.singleton_of(self), names, 0)
    nil
  end

  # --- Definitions ----------------------------------------------------------------------------------------------------

  def attr_reader(*names)
    Troupe.attributes(self, names, true, false)
  end

  def attr_writer(*names)
    Troupe.attributes(self, names, false, true)
  end

  def attr_accessor(*names)
    Troupe.attributes(self, names, true, true)
  end

  def attr(*names)
    if names.size == 2 && (Primitive.same?(names[1], true) || Primitive.same?(names[1], false))
      warn("optional boolean argument is obsoleted", uplevel: 0) if $VERBOSE
      return Troupe.attributes(self, [names[0]], true, names[1])
    end
    Troupe.attributes(self, names, true, false)
  end

  def define_method(name, body = (none = true), &block)
    name = Troupe::Convert.to_sym(name)
    body = block if none
    raise ArgumentError, "tried to create Proc object without a block" if none && Primitive.same?(block, nil)
    Primitive.define_method(self, name, body, false)
    Troupe.added(self, name)
    name
  end

  def alias_method(name, old)
    name = Troupe::Convert.to_sym(name)
    Primitive.alias_method(name, Troupe::Convert.to_sym(old))
    Troupe.added(self, name)
    name
  end

  def remove_method(*names)
    i = 0
    while i < names.size
      name = Troupe::Convert.to_sym(names[i])
      Primitive.remove_method(name)
      Troupe.tell(self, :method_removed, :singleton_method_removed, name)
      i += 1
    end
    self
  end

  def undef_method(*names)
    i = 0
    while i < names.size
      name = Troupe::Convert.to_sym(names[i])
      Primitive.undef_method(name)
      Troupe.tell(self, :method_undefined, :singleton_method_undefined, name)
      i += 1
    end
    self
  end

  def ruby2_keywords(*names)
    raise FrozenError.new("can't modify frozen #{Primitive.real_class(self)}: #{inspect}", receiver: self) if frozen?
    names.each do |name|
      name = Troupe::Convert.to_sym(name)
      why = Primitive.ruby2_keywords(name)
      warn("Skipping set of ruby2_keywords flag for #{name} (#{why})", uplevel: 0) if why
    end
    nil
  end
  private :ruby2_keywords

  # --- Asking for methods ---------------------------------------------------------------------------------------------

  def method_defined?(name, inherit = true)
    visibility = Primitive.method_visibility(self, Troupe::Convert.to_sym(name), inherit)
    visibility == 0 || visibility == 2
  end

  def public_method_defined?(name, inherit = true)
    Primitive.method_visibility(self, Troupe::Convert.to_sym(name), inherit) == 0
  end

  def private_method_defined?(name, inherit = true)
    Primitive.method_visibility(self, Troupe::Convert.to_sym(name), inherit) == 1
  end

  def protected_method_defined?(name, inherit = true)
    Primitive.method_visibility(self, Troupe::Convert.to_sym(name), inherit) == 2
  end

  def set_temporary_name(name)
    unless Primitive.same?(name, nil)
      name = Troupe::Convert.to_str(name)
      raise ArgumentError, "empty class/module name" if name.empty?
      if name.match?(/\A[A-Z]\w*(::[A-Z]\w*)*\z/)
        raise ArgumentError, "the temporary name must not be a constant path to avoid confusion"
      end
    end
    Primitive.module_temporary_name(name)
  end
end

class Class
  def self.new(superclass = Object, &block)
    made = Primitive.class_new(superclass)
    superclass.__send__(:inherited, made)
    Primitive.class_eval(made, block) if block
    made
  end

  def initialize(superclass = Object)
    raise TypeError, "already initialized class"
  end

  undef_method :module_function
  undef_method :append_features
  undef_method :prepend_features
  undef_method :extend_object
end
