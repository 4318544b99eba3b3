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
end
