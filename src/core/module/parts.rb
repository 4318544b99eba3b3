# What Module's methods are made of: lists of names, hooks, constants by path. Loaded first, since every class body that
# includes, undefines or declares attributes comes here.
module Troupe
  def self.check_modules(modules)
    i = 0
    while i < Primitive.count_of(modules)
      Primitive.check_module(modules[i])
      i += 1
    end
  end

  def self.visibility(target, names, visibility)
    list = names
    list = names[0] if names.size == 1 && Primitive.is_array(names[0])
    i = 0
    symbols = []
    while i < list.size
      symbols << Convert.to_sym(list[i])
      i += 1
    end
    Primitive.set_visibility(target, symbols, visibility)
    names.size == 1 ? names[0] : names
  end

  def self.attributes(target, names, reader, writer)
    made = []
    i = 0
    while i < names.size
      name = Convert.to_sym(names[i])
      if reader
        made << attribute(target, name, false)
      end
      if writer
        made << attribute(target, name, true)
      end
      i += 1
    end
    made
  end

  def self.attribute(target, name, writer)
    made = Primitive.define_attribute(target, name, writer)
    added(target, made)
    made
  end

  def self.added(target, name)
    tell(target, :method_added, :singleton_method_added, name)
  end

  # Tells a class, or the object of a singleton class, of a change, unless its hook is the core's, which does nothing.
  def self.tell(target, hook, singleton_hook, name)
    if Primitive.is_class(target) && Primitive.is_singleton(target)
      object = Primitive.attached(target)
      return if Primitive.same?(object, target)
      object.__send__(singleton_hook, name) unless Primitive.hook_is_own(object, singleton_hook)
    else
      target.__send__(hook, name) unless Primitive.hook_is_own(target, hook)
    end
  end

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
