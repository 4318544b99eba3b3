# Lists of methods: methods, instance_methods, singleton_methods and their kin.
module Kernel
  def methods(all = true)
    all ? Primitive.object_method_names(self, 0, true) : Primitive.singleton_method_names(self, false)
  end

  def public_methods(all = true)
    Primitive.object_method_names(self, 1, all)
  end

  def private_methods(all = true)
    Primitive.object_method_names(self, 2, all)
  end

  def protected_methods(all = true)
    Primitive.object_method_names(self, 3, all)
  end

  def singleton_methods(all = true)
    Primitive.singleton_method_names(self, all)
  end
end

class Module
  def instance_methods(inherit = true)
    Primitive.method_names(self, 0, inherit)
  end

  def public_instance_methods(inherit = true)
    Primitive.method_names(self, 1, inherit)
  end

  def private_instance_methods(inherit = true)
    Primitive.method_names(self, 2, inherit)
  end

  def protected_instance_methods(inherit = true)
    Primitive.method_names(self, 3, inherit)
  end

  def undefined_instance_methods
    Primitive.method_names(self, 4, false)
  end
end
