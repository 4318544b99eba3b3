# GC and ObjectSpace.
module GC
  # A request is honoured at the next poll: the loop passes one.
  def self.start(full_mark: true, immediate_mark: true, immediate_sweep: true)
    count = Primitive.gc_request
    i = 0
    while i < 4 && Primitive.gc_count == count
      i += 1
    end
    nil
  end

  def garbage_collect(full_mark: true, immediate_mark: true, immediate_sweep: true)
    GC.start
  end

  def self.stat(key = nil)
    stat = Primitive.gc_stat
    return stat if Primitive.same?(key, nil)
    return key.update(stat) if Primitive.is_hash(key)
    unless Primitive.is_symbol(key)
      raise TypeError, "non-hash or symbol given"
    end
    raise ArgumentError, "unknown key: #{key}" unless stat.key?(key)
    stat[key]
  end

  def self.stat_heap(slot = nil, key = nil)
    Primitive.same?(slot, nil) ? {} : 0
  end

  def self.compact
    nil
  end

  def self.verify_compaction_references(**)
    nil
  end

  def self.auto_compact
    false
  end

  def self.auto_compact=(flag)
    flag
  end

  def self.measure_total_time
    true
  end

  def self.measure_total_time=(flag)
    flag
  end

  def self.total_time
    Primitive.gc_stat[:mark_ns]
  end

  def self.latest_gc_info(key = nil)
    info = {major_by: nil, gc_by: :newobj, immediate_sweep: true, have_finalizer: false, state: :none}
    Primitive.same?(key, nil) ? info : info[key]
  end

  def self.config(options = nil)
    {rgengc_allow_full_mark: true, implementation: "default"}
  end

  INTERNAL_CONSTANTS = {
    RVALUE_OVERHEAD: 0, RVARGC_MAX_ALLOCATE_SIZE: 1024, HEAP_PAGE_SIZE: 4096, BASE_SLOT_SIZE: 32
  }.freeze
  OPTS = [].freeze
end

module ObjectSpace
  def self.each_object(type = nil)
    unless Primitive.same?(type, nil) || Primitive.is_module(type)
      raise TypeError, "class or module required"
    end
    return enum_for(:each_object, type) unless block_given?
    objects = Primitive.live_objects(type)
    objects.select! { |object| Ractor.shareable?(object) } unless Ractor.main?
    i = 0
    while i < Primitive.count_of(objects)
      yield objects[i]
      i += 1
    end
    i
  end

  def self.count_objects(result = nil)
    counts = Primitive.count_objects
    return counts if Primitive.same?(result, nil)
    raise TypeError, "non-hash given" unless Primitive.is_hash(result)
    result.update(counts)
  end

  def self.garbage_collect(full_mark: true, immediate_mark: true, immediate_sweep: true)
    GC.start
  end

  def self.define_finalizer(object, callable = nil, &block)
    callable = block if Primitive.same?(callable, nil)
    unless callable.respond_to?(:call, true)
      raise ArgumentError, "wrong type argument #{Primitive.real_class(callable)} (should be callable)"
    end
    check_finalizable(object)
    [0, Troupe.add_finalizer(object.__id__, callable)]
  end

  def self.undefine_finalizer(object)
    check_finalizable(object)
    Troupe.finalizers.delete(object.__id__) if Ractor.main?
    object
  end

  def self.check_finalizable(object)
    case object
    when Integer, Float, Symbol, nil, true, false
      raise ArgumentError, "cannot define finalizer for #{Primitive.real_class(object)}"
    end
    return unless Primitive.is_frozen(object)
    raise FrozenError.new("can't modify frozen #{Primitive.real_class(object)}: #{object.inspect}", receiver: object)
  end
  private_class_method :check_finalizable
end
