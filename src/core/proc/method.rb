# Method and UnboundMethod: taking them, calling, texts.
module Kernel
  def method(name)
    name = Troupe::Convert.to_sym(name)
    found = Primitive.method_object(self, name, false)
    return found unless Primitive.same?(found, nil)
    return Primitive.method_missing_object(self, name) if respond_to_missing?(name, true)
    Primitive.method_undefined(self, name)
  end

  def public_method(name)
    name = Troupe::Convert.to_sym(name)
    found = Primitive.method_object(self, name, true)
    return found unless Primitive.same?(found, nil)
    return Primitive.method_missing_object(self, name) if respond_to_missing?(name, false)
    Primitive.method_undefined(self, name)
  end

  def singleton_method(name)
    name = Troupe::Convert.to_sym(name)
    found = Primitive.singleton_method_object(self, name)
    return found unless Primitive.same?(found, nil)
    raise NameError.new("undefined singleton method '#{name}' for #{inspect}", name, receiver: self)
  end
end

class Module
  def instance_method(name)
    Primitive.instance_method(Troupe::Convert.to_sym(name))
  end

  def public_instance_method(name)
    Primitive.public_instance_method(Troupe::Convert.to_sym(name))
  end
end

class Method
  def call(*arguments, **options, &block)
    receiver.__send__(:method_missing, name, *arguments, **options, &block)
  end

  def [](*arguments, **options, &block)
    receiver.__send__(:method_missing, name, *arguments, **options, &block)
  end

  def ===(*arguments, **options, &block)
    receiver.__send__(:method_missing, name, *arguments, **options, &block)
  end

  def to_proc
    method = self
    made = proc { |*arguments, **options, &block| method.call(*arguments, **options, &block) }
    Primitive.proc_mark_method(made)
  end

  def curry(arity = nil)
    to_proc.curry(arity)
  end

  def >>(other)
    to_proc >> other
  end

  def <<(other)
    Troupe::Curry.check(other)
    last = self
    made = proc { |*arguments, **options, &block| last.call(other.call(*arguments, **options, &block)) }
    Primitive.proc_make_lambda(made)
  end

  def inspect
    Troupe::Curry.describe(self, "Method", receiver, true)
  end

  def to_s
    Troupe::Curry.describe(self, "Method", receiver, true)
  end
end

class UnboundMethod
  def inspect
    Troupe::Curry.describe(self, "UnboundMethod", nil, false)
  end

  def to_s
    Troupe::Curry.describe(self, "UnboundMethod", nil, false)
  end
end
