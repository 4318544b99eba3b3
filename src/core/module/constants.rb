# Constants by name: const_get, const_set and their kin; autoload.
class Module
  def const_get(name, inherit = true)
    Troupe::Constants.get(self, name, inherit)
  end

  def const_defined?(name, inherit = true)
    Troupe::Constants.defined(self, name, inherit)
  end

  def const_set(name, value)
    name = Troupe::Constants.name_of(name)
    had = Primitive.const_find(self, name, false, false)
    if Primitive.is_array(had)
      full = Primitive.same?(self, Object) ? name.name : "#{self}::#{name}"
      warn("already initialized constant #{full}", uplevel: 0)
      place = Primitive.const_location(name, false)
      if place && place.size == 2
        Warning.warn("#{place[0]}:#{place[1]}: warning: previous definition of #{name} was here\n")
      end
    end
    Primitive.const_set(name, value)
    __send__(:const_added, name) unless Primitive.hook_is_own(self, :const_added)
    value
  end

  def remove_const(name)
    Primitive.const_remove(Troupe::Convert.to_sym(name))
  end
  private :remove_const

  def const_missing(name)
    owner = Primitive.const_private(name)
    raise NameError.new("private constant #{owner}::#{name} referenced", name, receiver: owner) if owner
    full = Primitive.same?(self, Object) ? name.name : "#{self.name || inspect}::#{name}"
    raise NameError.new("uninitialized constant #{full}", name, receiver: self)
  end

  def const_source_location(name, inherit = true)
    if Primitive.is_string(name) && name.include?("::")
      parts = name.split("::")
      last = parts.pop
      return Troupe::Constants.get(self, parts.join("::"), inherit).const_source_location(last, inherit)
    end
    Primitive.const_location(Troupe::Constants.name_of(name), inherit)
  end

  def private_constant(*names)
    private_constant(*names.map { |name| Troupe::Convert.to_sym(name) }) if names.size > 0
  end

  def public_constant(*names)
    public_constant(*names.map { |name| Troupe::Convert.to_sym(name) }) if names.size > 0
  end

  def deprecate_constant(*names)
    deprecate_constant(*names.map { |name| Troupe::Convert.to_sym(name) }) if names.size > 0
  end

  def autoload(name, path)
    path = Troupe::Convert.to_str(Primitive.responds(path, :to_path) ? path.to_path : path)
    raise ArgumentError, "empty file name" if path.empty?
    Primitive.autoload_set(self, Troupe::Convert.to_sym(name), path)
  end

  def autoload?(name, inherit = true)
    path = Primitive.autoload_path(self, Troupe::Convert.to_sym(name))
    Primitive.same?(path, nil) ? nil : path
  end

  # What the vm calls for a constant of this module that has yet to be loaded. If it is not there afterwards, const_missing of
  # `base` is asked; nil: a class of that name is about to be defined.
  def __autoload(name, base)
    found = Troupe::Load.constant(self, name)
    return found[0] if found
    return Primitive.autoload_forget(self, name) if Primitive.same?(base, nil)
    base.__send__(:const_missing, name)
  end
  private :__autoload
end

module Kernel
  module_function

  # Of the module in whose body the caller is written.
  def autoload(name, path)
    (Primitive.nesting[0] || Object).autoload(name, path)
  end

  def autoload?(name, inherit = true)
    (Primitive.nesting[0] || Object).autoload?(name, inherit)
  end
end

module Troupe
  # Constants by name, "A::B" too.
  module Constants
    def self.name_of(name)
      return name if Primitive.is_symbol(name)
      Convert.to_str(name).to_sym
    end

    def self.get(target, name, inherit)
      name = name_of(name)
      text = name.name
      return single(target, name, inherit, true) unless text.include?("::")
      parts = split(target, text)
      i = 0
      if parts[0] == ""
        target = Object
        i = 1
      end
      first = true
      while i < parts.size
        unless Primitive.is_module(target)
          raise TypeError, "#{target.inspect} does not refer to class/module"
        end
        target = single(target, parts[i].to_sym, inherit, first)
        first = false
        i += 1
      end
      target
    end

    def self.split(target, text)
      parts = text.split("::", -1)
      if parts.size < 2 || parts[-1] == "" || (parts[0] == "" && parts.size < 2)
        raise NameError.new("wrong constant name #{text}", text.to_sym, receiver: target)
      end
      i = 1
      while i < parts.size
        unless Primitive.name_kind(parts[i].to_sym) == 4
          raise NameError.new("wrong constant name #{text}", text.to_sym, receiver: target)
        end
        i += 1
      end
      parts
    end

    def self.single(target, name, inherit, object)
      found = Primitive.const_find(target, name, inherit, object)
      if Primitive.same?(found, false)
        owner = Primitive.autoload_owner(target, name, inherit, object)
        found = Load.constant(owner, name) unless Primitive.same?(owner, nil)
      end
      return found[0] if Primitive.is_array(found)
      target.const_missing(name)
    end

    def self.defined(target, name, inherit)
      name = name_of(name)
      text = name.name
      return !Primitive.same?(Primitive.const_find(target, name, inherit, true), nil) unless text.include?("::")
      parts = split(target, text)
      i = 0
      if parts[0] == ""
        target = Object
        i = 1
      end
      first = true
      while i < parts.size
        return false unless Primitive.is_module(target)
        found = Primitive.const_find(target, parts[i].to_sym, inherit, first)
        return false if Primitive.same?(found, nil)
        if Primitive.same?(found, false)
          return true if i == parts.size - 1
          target = single(target, parts[i].to_sym, inherit, first)
        else
          target = found[0]
        end
        first = false
        i += 1
      end
      true
    end
  end
end
