# eval of texts, and Binding.
module Kernel
  module_function

  def binding
    Primitive.binding
  end

  def local_variables
    Primitive.local_variables
  end

  def eval(source, binding = nil, file = nil, line = nil)
    source = Troupe::Convert.to_str(source)
    unless Primitive.same?(binding, nil) || Primitive.is_binding(binding)
      raise TypeError, "wrong argument type #{Troupe::Convert.describe(binding)} (expected binding)"
    end
    file = Troupe::Convert.to_str(file) unless Primitive.same?(file, nil)
    line = Troupe::Convert.to_int(line) unless Primitive.same?(line, nil)
    Primitive.eval(source, file, line, binding)
  end
end

class BasicObject
  def instance_eval(source, file = nil, line = nil)
    source = ::Troupe::Convert.to_str(source)
    file = ::Troupe::Convert.to_str(file) unless Primitive.same?(file, nil)
    line = ::Troupe::Convert.to_int(line) unless Primitive.same?(line, nil)
    Primitive.instance_eval(source, file, line, self)
  end
end

class Module
  def class_eval(source, file = nil, line = nil)
    source = Troupe::Convert.to_str(source)
    file = Troupe::Convert.to_str(file) unless Primitive.same?(file, nil)
    line = Troupe::Convert.to_int(line) unless Primitive.same?(line, nil)
    Primitive.class_eval_text(source, file, line, self)
  end

  def module_eval(source, file = nil, line = nil)
    source = Troupe::Convert.to_str(source)
    file = Troupe::Convert.to_str(file) unless Primitive.same?(file, nil)
    line = Troupe::Convert.to_int(line) unless Primitive.same?(line, nil)
    Primitive.class_eval_text(source, file, line, self)
  end
end

class Binding
  def eval(source, file = nil, line = nil)
    source = Troupe::Convert.to_str(source)
    file = Troupe::Convert.to_str(file) unless Primitive.same?(file, nil)
    line = Troupe::Convert.to_int(line) unless Primitive.same?(line, nil)
    Primitive.eval(source, file, line, self)
  end

  def local_variable_get(name)
    Primitive.binding_get(self, Troupe::Convert.to_sym(name))
  end

  # A name that is not there yet comes to be as eval would make it.
  def local_variable_set(name, value)
    name = Troupe::Convert.to_sym(name)
    unless Primitive.binding_set(self, name, value)
      eval("#{name.name} = nil")
      Primitive.binding_set(self, name, value)
    end
    value
  end

  def local_variable_defined?(name)
    Primitive.binding_defined(self, Troupe::Convert.to_sym(name))
  end

  def implicit_parameters
    count = Primitive.implicit_count(self)
    count < 0 ? [:it] : Array.new(count) { |i| :"_#{i + 1}" }
  end

  def implicit_parameter_defined?(name)
    implicit_parameters.include?(Troupe.implicit_name(self, name))
  end

  def implicit_parameter_get(name)
    name = Troupe.implicit_name(self, name)
    unless implicit_parameters.include?(name)
      raise NameError.new("implicit parameter '#{name}' is not defined for #{inspect}", name, receiver: self)
    end
    Primitive.implicit_value(self, Primitive.same?(name, :it) ? 1 : name.name.getbyte(1) - 48)
  end

  def dup
    Primitive.binding_copy(self)
  end

  def clone
    copy = Primitive.binding_copy(self)
    frozen? ? copy.freeze : copy
  end

  def irb(**)
    raise NotImplementedError, "irb is not part of troupe"
  end
end

module Troupe
  def self.implicit_name(binding, name)
    name = Convert.to_sym(name)
    unless name.name.match?(/\A(it|_[1-9])\z/)
      raise NameError.new("'#{name}' is not an implicit parameter", name, receiver: binding)
    end
    name
  end
end

class Proc
  def binding
    raise ArgumentError, "Can't create Binding from isolated Proc" if Primitive.proc_isolated(self)
    method = Primitive.proc_method(self)
    made = Primitive.same?(method, nil) ? Primitive.proc_binding(self) : nil
    raise ArgumentError, "Can't create Binding from C level Proc" if Primitive.same?(made, nil)
    made
  end
end
