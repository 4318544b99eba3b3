# Fiber. A switch is one primitive: the loop goes on in another execution context.
class Fiber
  def self.new(blocking: false, storage: true, &block)
    raise ArgumentError, "tried to create Proc object without a block" if Primitive.same?(block, nil)
    storage = inherited_storage(storage)
    Primitive.fiber_new(self, block, storage)
  end

  def self.inherited_storage(storage)
    if Primitive.same?(storage, true)
      own = Primitive.fiber_current.__storage
      return Primitive.same?(own, nil) ? nil : own.dup
    end
    return nil if Primitive.same?(storage, nil)
    check_storage(storage)
    storage.dup
  end

  def self.check_storage(storage)
    unless Primitive.is_hash(storage)
      raise TypeError, "wrong argument type #{Troupe::Convert.describe(storage)} (expected Hash)"
    end
    raise FrozenError, "storage must not be frozen" if storage.frozen?
    storage.each_key do |key|
      unless Primitive.is_symbol(key)
        raise TypeError, "wrong argument type #{Troupe::Convert.describe(key)} (expected Symbol)"
      end
    end
  end

  private_class_method :inherited_storage, :check_storage

  def self.yield(*values) = Primitive.fiber_yield(values)

  def self.current = Primitive.fiber_current

  def self.[](key)
    unless Primitive.is_symbol(key)
      raise TypeError, "wrong argument type #{Troupe::Convert.describe(key)} (expected Symbol)"
    end
    storage = Primitive.fiber_current.__storage
    Primitive.same?(storage, nil) ? nil : storage[key]
  end

  def self.[]=(key, value)
    unless Primitive.is_symbol(key)
      raise TypeError, "wrong argument type #{Troupe::Convert.describe(key)} (expected Symbol)"
    end
    fiber = Primitive.fiber_current
    storage = fiber.__storage
    storage = fiber.__set_storage({}) if Primitive.same?(storage, nil)
    if Primitive.same?(value, nil)
      storage.delete(key)
    else
      storage[key] = value
    end
    value
  end

  def self.blocking? = 1

  def self.blocking(&) = yield(Primitive.fiber_current)

  def resume(*values) = Primitive.fiber_resume(values)

  def transfer(*values) = Primitive.fiber_transfer(values)

  def raise(exception = (no_exception = true), message = (no_message = true), backtrace = nil, cause: nil)
    made = if no_exception
      RuntimeError.new("unhandled exception")
    elsif Primitive.is_string(exception)
      RuntimeError.new(exception)
    elsif Primitive.responds(exception, :exception)
      no_message ? exception.exception : exception.exception(message)
    else
      Kernel.raise TypeError, "exception class/object expected"
    end
    made.set_backtrace(backtrace) unless Primitive.same?(backtrace, nil)
    Primitive.fiber_raise(made)
  end

  def kill
    Primitive.fiber_kill
    self
  end

  def alive? = !Primitive.same?(Primitive.fiber_state, :terminated)

  def blocking? = true

  def storage
    unless Primitive.same?(self, Primitive.fiber_current)
      Kernel.raise ArgumentError, "Fiber storage can only be accessed from the Fiber it belongs to"
    end
    own = Primitive.fiber_storage
    Primitive.same?(own, nil) ? nil : own.dup
  end

  def storage=(storage)
    unless Primitive.same?(self, Primitive.fiber_current)
      Kernel.raise ArgumentError, "Fiber storage can only be accessed from the Fiber it belongs to"
    end
    if Primitive.same?(storage, nil)
      Primitive.fiber_set_storage(nil)
    else
      Fiber.__send__(:check_storage, storage)
      Primitive.fiber_set_storage(storage.dup)
    end
  end

  def __storage = Primitive.fiber_storage
  def __set_storage(storage) = Primitive.fiber_set_storage(storage)

  def inspect = "#{Primitive.any_to_s_of(self)[0..-2]} (#{Primitive.fiber_state})>"
  alias to_s inspect
end
