# Fiber. A switch is one primitive: the loop goes on in another execution context.
class Fiber
  def self.new(blocking: false, storage: true, &block)
    raise ArgumentError, "tried to create Proc object without a block" if Primitive.same?(block, nil)
    storage = inherited_storage(storage)
    Primitive.fiber_new(self, block, storage, blocking)
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
    key = Troupe::Convert.to_sym(key)
    storage = Primitive.fiber_current.__storage
    Primitive.same?(storage, nil) ? nil : storage[key]
  end

  def self.[]=(key, value)
    key = Troupe::Convert.to_sym(key)
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

  def self.blocking? = Primitive.fiber_current.blocking? ? 1 : false

  def self.blocking
    fiber = Primitive.fiber_current
    return yield(fiber) if fiber.blocking?
    fiber.__set_blocking(true)
    begin
      yield fiber
    ensure
      fiber.__set_blocking(false)
    end
  end

  def self.scheduler = nil

  def self.current_scheduler = nil

  # There is none yet: every wait of a fiber parks its thread.
  def self.set_scheduler(scheduler)
    return nil if Primitive.same?(scheduler, nil)
    %i[block unblock kernel_sleep io_wait].each do |name|
      raise ArgumentError, "Scheduler must implement ##{name}" unless scheduler.respond_to?(name)
    end
    raise NotImplementedError, "Fiber.set_scheduler is not implemented"
  end

  def resume(*values) = Primitive.fiber_resume(values)

  def transfer(*values) = Primitive.fiber_transfer(values)

  def raise(*given, cause: (no_cause = true), **options)
    Primitive.fiber_raise(Troupe.caused_exception(given, options, cause, no_cause))
  end

  def kill
    Primitive.fiber_kill
    self
  end

  def alive? = !Primitive.same?(Primitive.fiber_state, :terminated)

  def blocking? = Primitive.fiber_blocking

  def __set_blocking(flag) = Primitive.fiber_set_blocking(flag)

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

  def __handed(packed) = Primitive.fiber_handed(packed)

  def __storage = Primitive.fiber_storage
  def __set_storage(storage) = Primitive.fiber_set_storage(storage)

  def inspect
    block = Primitive.fiber_block
    file, line = block.source_location unless Primitive.same?(block, nil)
    "#{Primitive.any_to_s_of(self)[0..-2]}#{" #{file}:#{line}" if file} (#{Primitive.fiber_state})>"
  end
  alias to_s inspect
end
