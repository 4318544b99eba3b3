# Instance variables and class variables by name.
module Kernel
  def instance_variable_get(name)
    Primitive.ivar_read(Troupe::Convert.to_sym(name))
  end

  def instance_variable_set(name, value)
    Primitive.ivar_write(Troupe::Convert.to_sym(name), value)
  end

  def instance_variable_defined?(name)
    Primitive.ivar_defined(Troupe::Convert.to_sym(name))
  end

  def remove_instance_variable(name)
    Primitive.ivar_drop(Troupe::Convert.to_sym(name))
  end
end

class Module
  def class_variable_get(name)
    Primitive.cvar_get(Troupe::Convert.to_sym(name))
  end

  def class_variable_set(name, value)
    Primitive.cvar_set(Troupe::Convert.to_sym(name), value)
  end

  def class_variable_defined?(name)
    Primitive.cvar_defined(Troupe::Convert.to_sym(name))
  end

  def remove_class_variable(name)
    Primitive.cvar_remove(Troupe::Convert.to_sym(name))
  end
end
