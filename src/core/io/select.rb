# IO.select, and waiting for one stream.
class IO
  READABLE = 1
  PRIORITY = 2
  WRITABLE = 4

  # Streams, or what has `to_io`. nil: the time has passed, and nothing is ready.
  def self.select(reads, writes = nil, priorities = nil, timeout = nil)
    deadline = Troupe.deadline(timeout)
    objects = [__listed(reads), __listed(writes), __listed(priorities)]
    streams = objects.map { |list| list.map { |object| Troupe::Convert.to_io(object) } }
    ready = Primitive.select_ready(streams, objects)
    return ready unless Primitive.same?(ready, nil)
    begin
      descriptor = Primitive.select_open(streams)
      while Primitive.same?(ready = Primitive.select_ready(streams, objects), nil)
        return nil if deadline && Primitive.thread_passed(deadline)
        Primitive.descriptor_wait(descriptor, deadline)
      end
      ready
    ensure
      Primitive.descriptor_close(descriptor) if descriptor
    end
  end

  def self.__listed(list)
    return [] if Primitive.same?(list, nil)
    return list.dup if Primitive.is_array(list)
    raise TypeError, "wrong argument type #{Primitive.real_class(list)} (expected Array)"
  end
  private_class_method :__listed

  def wait_readable(timeout = nil) = IO.select([self], nil, nil, timeout) && self

  def wait_writable(timeout = nil) = IO.select(nil, [self], nil, timeout) && self

  def wait_priority(timeout = nil) = IO.select(nil, nil, [self], timeout) && self

  # wait(events, timeout): the events that are ready, or nil. With modes, a timeout or neither: self or nil.
  def wait(*arguments)
    modes, others = arguments.partition { |argument| Primitive.is_symbol(argument) }
    return __wait_events(*others) if modes.empty? && others.size == 2
    raise ArgumentError, "timeout given more than once" if others.size > 1
    events = modes.inject(0) { |all, mode| all | __wait_mode(mode) }
    __wait_events(events == 0 ? READABLE : events, others[0]) && self
  end

  def __wait_mode(mode)
    case mode
    when :r, :read, :readable then READABLE
    when :w, :write, :writable then WRITABLE
    when :rw, :read_write, :readable_writable then READABLE | WRITABLE
    else raise ArgumentError, "unsupported mode: #{mode}"
    end
  end

  def __wait_events(events, timeout)
    events = Troupe::Convert.to_int(events)
    raise ArgumentError, "Events must be positive integer!" if events <= 0
    ready = IO.select(events & READABLE == 0 ? nil : [self], events & WRITABLE == 0 ? nil : [self],
                      events & PRIORITY == 0 ? nil : [self], timeout)
    return nil unless ready
    (ready[0].empty? ? 0 : READABLE) | (ready[1].empty? ? 0 : WRITABLE) | (ready[2].empty? ? 0 : PRIORITY)
  end
  private :__wait_mode, :__wait_events
end
