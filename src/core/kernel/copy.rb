# dup and clone.
module Kernel
  def dup
    copy = Primitive.object_copy(self)
    copy.__send__(:initialize_dup, self)
    copy
  end

  def clone(freeze: nil)
    unless Primitive.same?(freeze, nil) || Primitive.same?(freeze, true) || Primitive.same?(freeze, false)
      raise ArgumentError, "unexpected value for freeze: #{Primitive.real_class(freeze)}"
    end
    copy = Primitive.object_copy(self)
    if Primitive.same?(copy, self)
      if Primitive.same?(freeze, false)
        raise ArgumentError, "can't unfreeze #{Primitive.real_class(self)}"
      end
      return self
    end
    Primitive.copy_singleton(self, copy)
    if !Primitive.copy_is_plain(self)
      if Primitive.same?(freeze, nil)
        copy.__send__(:initialize_clone, self)
      else
        copy.__send__(:initialize_clone, self, freeze: freeze)
      end
    end
    frozen = Primitive.same?(freeze, nil) ? Primitive.is_frozen(self) : freeze
    copy.freeze if frozen
    copy
  end

  def initialize_dup(original)
    initialize_copy(original)
  end
  private :initialize_dup

  def initialize_clone(original, freeze: nil)
    initialize_copy(original)
  end
  private :initialize_clone
end
