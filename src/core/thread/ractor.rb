# Ractor, of both generations: Port, value, join and monitor; take, yield, receive_if and close_*. Every wait is a loop: test,
# then park; what ends the wait wakes the actor, which tests again.
class Ractor
  class RemoteError
    attr_reader :ractor

    def initialize(message = "thrown by remote Ractor.", ractor: nil)
      @ractor = ractor
      super(message)
    end
  end

  class << self
    def new(*args, name: nil, &block)
      raise ArgumentError, "must be called with a block" if Primitive.same?(block, nil)
      __begin if Primitive.ractor_first
      name = __name(name) unless Primitive.same?(name, nil)
      Primitive.ractor_spawn(self, args, name, block, nil) ||
        Primitive.ractor_spawn(self, args, name, block, __clones(args))
    end

    def current = Primitive.ractor_current

    def main = Primitive.ractor_main

    def main? = Primitive.same?(Primitive.ractor_main, Primitive.ractor_current)

    def count = Primitive.ractor_count

    # Loads in the main Ractor.
    def _require(feature)
      main? ? nil.__send__(:require, feature) : __in_main(:require, feature)
    end

    # --- Receiving ------------------------------------------------------------------------------------------------
    # Of `timeout` seconds without a message nil comes, of 0 at once.
    def receive(timeout: nil)
      return __receive_within(nil, timeout) unless Primitive.same?(timeout, nil)
      Primitive.ractor_park until Primitive.port_ready(nil)
      Primitive.port_next(nil)
    end
    alias recv receive

    def __receive_within(port, seconds)
      deadline = Troupe.deadline(seconds)
      until Primitive.port_ready(port)
        return nil if Primitive.thread_passed(deadline)
        Primitive.ractor_park(deadline)
      end
      Primitive.port_next(port)
    end

    # The message in hand is out of the queue while the block looks at it, and stays out if the block does not return.
    def receive_if
      raise ArgumentError, "no block given" unless block_given?
      seen = 0
      while true
        Primitive.ractor_park until (number = Primitive.port_after(seen))
        message = Primitive.port_pick(number)
        return message if yield(message)
        Primitive.port_put_back(number, message)
        seen = number
      end
    end

    def yield(value, move: false)
      __begin_yield(value, move)
      Primitive.ractor_park until Primitive.yield_try
      nil
    end

    # Waits for the first of: a message at one of the ports (or, for the current Ractor itself, at its own), a yield or the
    # end of one of the Ractors, somebody who takes yield_value. nil: `timeout` seconds have passed.
    def select(*items, yield_value: (yields_nothing = true; nil), move: false, timeout: nil)
      if Primitive.array_size_of(items) == 0 && yields_nothing
        raise ArgumentError, "specify at least one Ractor::Port or Ractor"
      end
      items.each do |item|
        raise ArgumentError, "should be Ractor::Port or Ractor" if Primitive.ractor_is(item) == 0
      end
      deadline = Troupe.deadline(timeout)
      __begin_yield(yield_value, move) unless yields_nothing
      __select(items, !yields_nothing, deadline)
    end

    # --- Sharing --------------------------------------------------------------------------------------------------
    def shareable?(object) = Primitive.ractor_shareable(object)

    def make_shareable(object, copy: false)
      return object if Primitive.ractor_shareable(object)
      object = Primitive.ractor_copy(object, nil) || Primitive.ractor_copy(object, __clones([object])) if copy
      unless Primitive.ractor_share(object)
        __freeze_within(object)
        Primitive.ractor_share(object)
      end
      object
    end

    # Their one keyword is `self`, which cannot be a parameter's name in use.
    def shareable_proc(**options, &block) = __isolated(options, block, false)

    def shareable_lambda(**options, &block) = __isolated(options, block, true)

    # --- Values of the current Ractor -----------------------------------------------------------------------------
    def [](key) = Primitive.ractor_locals[Troupe::Convert.to_sym(key)]

    def []=(key, value)
      Primitive.ractor_locals[Troupe::Convert.to_sym(key)] = value
    end

    # One thread at a time: its Mutex is beside the values, under a key that is no Symbol.
    def store_if_absent(key)
      key = Troupe::Convert.to_sym(key)
      locals = Primitive.ractor_locals
      return locals[key] if locals.key?(key)
      mutex = Mutex.new
      locals[0] = mutex unless locals.key?(0)
      locals[0].synchronize { locals.key?(key) ? locals[key] : locals[key] = yield(nil) }
    end

    # What the actor room calls when an exception ends an actor.
    def __report(error)
      Troupe.report_thread(Thread.current, error) if Thread.current.report_on_exception
    end
    private :__report

    # --- What Ruby has to do before an object goes ------------------------------------------------------------------
    # For the objects within the Array that their own methods clone: each with its clone, by identity. A clone's clones
    # are looked for in it, not in what it was made of.
    def __clones(array)
      clones = {}.compare_by_identity
      walk = Primitive.walk_new(true)
      found = Primitive.walk_on(walk, array, false)
      until Primitive.array_size_of(found) == 0
        fresh = found.map { |object| clones[object] = __clone(object) }
        found = Primitive.walk_on(walk, fresh, true)
      end
      clones
    end

    def __send_clones(target, value, move)
      Primitive.port_send(target, value, move, __clones([value]))
    end

    private

    def __name(name)
      name = Troupe::Convert.to_str(name)
      unless name.encoding.ascii_compatible?
        raise ArgumentError, "ASCII incompatible encoding (#{name.encoding.name})"
      end
      raise ArgumentError, "string contains null byte" if name.include?("\0")
      name
    end

    # Before the first Ractor: the main thread must be there for what others ask of it.
    def __begin
      Thread.main
      return unless Warning[:experimental]
      Kernel.warn("Ractor API is experimental and may change in future versions of Ruby.", uplevel: 0, category: :experimental)
    end

    # What only the main Ractor may do. Its main thread hears of it between two steps of what it is at.
    def __in_main(what, *arguments)
      port = Port.new
      request = [port, what, arguments]
      Primitive.errand_send(port, request, nil) || Primitive.errand_send(port, request, __clones(request))
      done, answer = __receive_answer(port)
      raise answer unless done
      answer
    ensure
      port.close if port
    end

    def __receive_answer(port)
      port.receive
    rescue ClosedError
      raise NoMemoryError, "failed to allocate memory" # what was to answer had none
    end

    # A thread of its own loads: what the main thread is at may be the same file.
    def __do(request)
      port, what, arguments = request
      case what
      when :require then Thread.__send__(:__hidden, port) { __answer(port) { nil.__send__(:require, *arguments) } }
      when :autoload then Thread.__send__(:__hidden, port) { __answer(port) { Troupe::Load.autoload(*arguments); nil } }
      else __answer(port) { Troupe::Signals.set(*arguments) }
      end
    end

    def __answer(port)
      answer = begin
        [true, yield]
      rescue Exception => e
        [false, e]
      end
      answer = [true, nil] if answer[0] && Primitive.is_kind(answer[1], Proc)
      begin
        port.send(answer)
      rescue Error => e
        port.send([false, e])
      end
    rescue ClosedError
      nil # whoever asked has gone
    end

    def __begin_yield(value, move)
      Primitive.yield_begin(value, move, nil) || Primitive.yield_begin(value, move, __clones([value]))
    end

    def __clone(object)
      begin
        copy = object.clone
      rescue StandardError
        raise Error, "can't clone unshareable instance of #{Primitive.real_class(object)}"
      end
      raise Error, "#clone returned self" if Primitive.same?(copy, object)
      copy
    end

    def __freeze_within(object)
      walk = Primitive.walk_new(false)
      found = Primitive.walk_on(walk, [object], false)
      until Primitive.array_size_of(found) == 0
        found.each { |item| __freeze(item) }
        found = Primitive.walk_on(walk, found, true)
      end
    end

    def __freeze(object)
      if Primitive.walk_stops(object)
        reason = Primitive.is_method(object) ? " because it refers unshareable objects" : ""
        raise Error, "can not make shareable object for #{object.inspect}#{reason}"
      end
      object.freeze
      raise Error, "#freeze does not freeze object correctly" unless Primitive.is_frozen(object)
    end

    def __isolated(options, block, is_lambda)
      raise ArgumentError, "must be called with a block" if Primitive.same?(block, nil)
      unknown = options.keys - [:self]
      raise ArgumentError, "unknown keyword: #{unknown[0].inspect}" unless unknown.empty?
      Primitive.ractor_isolated(block, options[:self], is_lambda)
    end

    def __select(items, yields, deadline)
      take = nil
      while true
        take = __ask(items) if Primitive.same?(take, nil)
        return __taken(take) if Primitive.take_filled(take)
        found = __ready_port(items)
        if !Primitive.same?(found, nil) && Primitive.take_cancel(take)
          return [found, Primitive.port_next(found)] if Primitive.ractor_is(found) == 2
          return [:receive, Primitive.port_next(nil)]
        end
        ended = __ended(items)
        return [ended, ended.__send__(:__last_or_value)] if !Primitive.same?(ended, nil) && Primitive.take_cancel(take)
        if yields && Primitive.yield_wanted && Primitive.take_cancel(take)
          return [:yield, nil] if Primitive.yield_try
          take = nil # whoever waited has gone: from the beginning
          next
        end
        return nil if deadline && Primitive.thread_passed(deadline) && Primitive.take_cancel(take)
        Primitive.ractor_park(deadline)
      end
    end

    # Asks each of the Ractors with one take, which one of them may fill.
    def __ask(items)
      take = Primitive.take_new(true)
      items.each do |item|
        next if Primitive.ractor_is(item) == 2 || Primitive.same?(item, Primitive.ractor_current)
        Primitive.take_ask(take, item)
      end
      take
    end

    def __ready_port(items)
      items.each do |item|
        port = Primitive.ractor_is(item) == 2 || Primitive.same?(item, Primitive.ractor_current)
        return item if port && Primitive.port_ready(item)
      end
      nil
    end

    def __ended(items)
      items.each do |item|
        next if Primitive.ractor_is(item) == 2
        return item if Primitive.ractor_ended(item) || Primitive.outgoing_is_closed(item)
      end
      nil
    end

    def __taken(take)
      from = Primitive.take_from(take)
      value = Primitive.take_value(take)
      raise RemoteError.new(ractor: from), cause: value if Primitive.take_aborted(take)
      [from, value]
    end
  end

  # --- Sending and receiving --------------------------------------------------------------------------------------
  def send(value, move: false)
    Primitive.port_send(self, value, move, nil) || Ractor.__send_clones(self, value, move)
    self
  end

  def <<(value)
    Primitive.port_send(self, value, false, nil) || Ractor.__send_clones(self, value, false)
    self
  end

  def receive(timeout: nil) = Ractor.receive(timeout: timeout)
  alias recv receive
  private :receive, :recv

  def receive_if(&block) = Ractor.receive_if(&block)
  private :receive_if

  def default_port = Primitive.port_default(self)

  def close = default_port.close

  def close_incoming = Primitive.port_close(self, true)

  def close_outgoing = Primitive.outgoing_close(self)

  # --- Its end ----------------------------------------------------------------------------------------------------
  def join
    __wait
    __raise_remote if Primitive.ractor_aborted(self)
    self
  end

  def value
    __wait
    __raise_remote if Primitive.ractor_aborted(self)
    Primitive.ractor_result(self)
  end

  # The next value that it yields, or its last.
  def take
    take = Primitive.take_new(false)
    Primitive.take_ask(take, self)
    until Primitive.take_filled(take)
      gone = Primitive.ractor_ended(self) || Primitive.outgoing_is_closed(self)
      return __last if gone && Primitive.take_cancel(take)
      Primitive.ractor_park
    end
    value = Primitive.take_value(take)
    raise RemoteError.new(ractor: self), cause: value if Primitive.take_aborted(take)
    value
  end

  def monitor(port) = Primitive.port_monitor(self, Ractor.__port(port))

  def unmonitor(port)
    Primitive.port_unmonitor(self, Ractor.__port(port))
    self
  end

  def __wait
    return if Primitive.ractor_watch(self)
    Primitive.ractor_park until Primitive.ractor_ended(self)
  end
  private :__wait

  def __raise_remote
    raise RemoteError.new(ractor: self), cause: Primitive.ractor_result(self)
  end
  private :__raise_remote

  def __last
    if !Primitive.ractor_ended(self) || Primitive.outgoing_is_closed(self)
      raise ClosedError, "The outgoing-port is already closed"
    end
    value = Primitive.ractor_last(self)
    raise RemoteError.new(ractor: self), cause: value if Primitive.ractor_aborted(self)
    value
  end
  private :__last

  def __last_or_value = Primitive.ractor_ended(self) ? value : __last
  private :__last_or_value

  def self.__port(port)
    if Primitive.ractor_is(port) != 2
      raise TypeError, "wrong argument type #{Primitive.real_class(port).name} (expected Ractor::Port)"
    end
    port
  end

  # --- What it is -------------------------------------------------------------------------------------------------
  def name = Primitive.ractor_name(self)

  def inspect = Primitive.ractor_inspect(self)
  alias to_s inspect

  def [](key)
    raise "Cannot get ractor local storage for non-current ractor" unless Primitive.same?(self, Primitive.ractor_current)
    Ractor[key]
  end

  def []=(key, value)
    raise "Cannot set ractor local storage for non-current ractor" unless Primitive.same?(self, Primitive.ractor_current)
    Ractor[key] = value
  end

  class Port
    def self.new(...)
      port = allocate
      port.__send__(:initialize, ...)
      port
    end

    def self.allocate = Primitive.port_allocate(self)

    def initialize
      Primitive.port_initialize(self, nil)
    end

    def initialize_copy(original)
      raise TypeError, "initialize_copy should take same class object" unless Primitive.ractor_is(original) == 2
      Primitive.port_initialize(self, original)
      self
    end

    def dup
      copy = Primitive.real_class(self).allocate
      copy.__send__(:initialize_copy, self)
      copy
    end

    def clone(freeze: nil) = dup

    # As Ractor.receive.
    def receive(timeout: nil)
      return Ractor.__receive_within(self, timeout) unless Primitive.same?(timeout, nil)
      Primitive.ractor_park until Primitive.port_ready(self)
      Primitive.port_next(self)
    end

    def send(value, move: false)
      Primitive.port_send(self, value, move, nil) || Ractor.__send_clones(self, value, move)
      self
    end

    def <<(value)
      Primitive.port_send(self, value, false, nil) || Ractor.__send_clones(self, value, false)
      self
    end

    def close
      Primitive.port_close(self, false)
      self
    end

    def closed? = Primitive.port_closed(self)

    def inspect = Primitive.port_inspect(self)
    alias to_s inspect
  end

  # Their objects stand for something that is one actor's.
  [Thread, Mutex, Queue, SizedQueue, ConditionVariable, Monitor, ThreadGroup, Enumerator, StringIO, Dir, TracePoint,
   ObjectSpace::WeakMap, ObjectSpace::WeakKeyMap].each { |mod| Primitive.class_opaque(mod) }

  # What a moved object leaves behind.
  class MovedObject
    def method_missing(*)
      ::Kernel.raise ::Ractor::MovedError, "can not send any methods to a moved object"
    end

    def ==(*) = method_missing
    def !(*) = method_missing
    def !=(*) = method_missing
    def equal?(*) = method_missing
    def __send__(*) = method_missing
    def __id__(*) = method_missing
    def instance_eval(*) = method_missing
    def instance_exec(*) = method_missing
  end
end
