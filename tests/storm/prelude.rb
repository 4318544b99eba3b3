# What the programs of tests/fuzz-actors are made of: values that know what they are, checks of them, and the two ways to take a
# message. Every value of a program is a tree that carries a tag, "CASE.NUMBER", in each of its nodes: an object that is stale,
# foreign or half overwritten has no tag, or another one.
Warning[:experimental] = false
Warning[:deprecated] = false
$stdout.sync = true # what was begun is seen although the program crashes

module Storm
  # How an actor ends that is meant to.
  class Death < StandardError; end

  class Box
    attr_reader :tag, :kids

    def initialize(tag, kids = [])
      @tag = tag
      @kids = kids
    end

    def plain = @tag
  end

  # More instance variables than a layout is worth.
  class Wide < Box
    def initialize(tag, kids, width)
      super(tag, kids)
      width.times { |i| instance_variable_set(:"@wide#{i}", tag) }
    end
  end

  Pair = Struct.new(:tag, :kids)
  Point = Data.define(:tag, :kids)

  FILL = "the quick brown fox jumps over the lazy dog; ".freeze
  # What garbage is made of: bytes that are no header, no pointer and no text.
  NOISE = ("\x08" * 86).freeze

  # What Kernel has no business with is still to be raised by: anything but a fault of the program itself.
  REFUSALS = [Ractor::Error, RuntimeError, TypeError, NameError].freeze

  class << self
    def run(number)
      $stdout.write("##{number}\n")
      yield
    rescue Exception => e
      fault("case #{number}, main: #{e.class}: #{e.message}\n#{e.backtrace&.first(8)&.join("\n")}")
    end

    # The body of an actor. Ends by its value or by a Death.
    def actor(name)
      Thread.current.report_on_exception = false
      yield
    rescue Death
      raise
    rescue Exception => e
      fault("actor #{name}: #{e.class}: #{e.message}\n#{e.backtrace&.first(8)&.join("\n")}")
    end

    def fault(text)
      $stderr.write("FAULT #{text}\n")
      Process.exit!(99)
    end

    # --- Values -------------------------------------------------------------------------------------------------------
    def text(tag, size) = "#{tag}:#{size}:".ljust(size, FILL)

    def tree(tag, shape, depth = 0)
      kids = depth < 2 ? Array.new(shape % 4) { |i| tree(tag, shape / 5 + i, depth + 1) } : []
      case shape % 8
      when 0 then text(tag, 12 + shape % 2000)
      when 1 then Box.new(tag, kids)
      when 2 then [text(tag, 20), kids.size, *kids]
      when 3 then { tag: tag, size: kids.size, kids: kids }
      when 4 then Pair.new(tag, kids)
      when 5 then Point.new(tag, kids)
      when 6 then Wide.new(tag, kids, shape % 40)
      else kids.each_with_index.to_h { |kid, i| [text(tag, 16 + i), kid] }.merge({ tag: tag, size: kids.size })
      end
    end

    # One that can be changed.
    def open(value) = value.frozen? ? Box.new(tag(value), [value]) : value

    # A variable that is assigned to more than once cannot be captured: what is, is this one.
    def shared_proc(value, how)
      case how
      when 0 then Ractor.shareable_proc { value }
      when 1 then Ractor.shareable_proc(self: nil) { value }
      when 2 then Ractor.shareable_proc(self: value) { self }
      else Ractor.shareable_lambda { value }
      end
    end

    def shared_method(value) = Ractor.shareable_proc { Storm.tag(value) }

    def finalizer(value) = Ractor.shareable_proc { Storm.tag(value) }

    # The tag of a value that is whole; a fault otherwise.
    def tag(value)
      case value
      when String then tag_of_text(value)
      when Array then tag_within(tag(value[0]), value[1], value.drop(2), value)
      when Hash then tag_within(value[:tag], value[:size], value[:kids] || values_beside(value), value)
      when Box, Pair, Point then tag_within(value.tag, value.kids.size, value.kids, value)
      else fault("a #{kind(value)} where a value of a program was expected")
      end
    end

    def ok(value, wanted)
      found = tag(value)
      fault("#{wanted} was expected, and found is #{found}, a #{kind(value)}") unless found == wanted
      value
    end

    def same(found, wanted)
      fault("#{wanted.inspect} was expected, and found is #{found.inspect[0, 200]}") unless found == wanted
      found
    end

    def identical(found, wanted)
      fault("another object: a #{kind(found)}") unless found.equal?(wanted)
    end

    # Whatever the block is refused by is an answer, but not a false one.
    def may
      yield
    rescue *REFUSALS
      nil
    end

    def must_refuse
      value = yield
    rescue *REFUSALS, Ractor::ClosedError
      nil
    else
      fault("not refused: a #{kind(value)}") unless Ractor.shareable?(value)
    end

    # The object of a singleton class: itself, or an exception when it died or is another actor's.
    def attached(singleton, wanted)
      object = singleton.attached_object
    rescue StandardError
      nil
    else
      ok(object, wanted)
    end

    def moved(object)
      object.to_s
    rescue Ractor::MovedError
      nil
    else
      fault("what was moved is still there: a #{kind(object)}")
    end

    # --- Garbage and collections --------------------------------------------------------------------------------------
    # Fills what is free, and keeps some of it for a while.
    def churn(count)
      junk = (Ractor[:junk] ||= [])
      junk.shift(junk.size / 2)
      count.times do |i|
        case i % 5
        when 0 then junk << NOISE.dup
        when 1 then junk << Array.new(i % 9, i)
        when 2 then Box.new(i, NOISE)
        when 3 then junk << { i => NOISE }
        else proc { i }
        end
      end
    end

    def share_garbage(count) = count.times { |i| Ractor.make_shareable([NOISE.dup, { i => [i.to_s] }]) }

    # A slice ends, and with --hostile=cycle:N a shared cycle comes by.
    def pause(how)
      case how
      when 0 then Thread.pass
      when 1 then sleep(0.0001)
      when 2 then Ractor.new { 1 }.value
      else Thread.new { Thread.pass }.join
      end
    end

    # --- Messages -----------------------------------------------------------------------------------------------------
    # The message of that number, whatever comes before it; selective or by keeping what is not wanted yet.
    def take(number, selective)
      kept = (Ractor[:kept] ||= {})
      return kept.delete(number) if kept.key?(number)
      return Ractor.receive_if { |message| message[0] == number }[1] if selective

      keep(kept, number) { Ractor.receive }
    end

    def take_at(port, number)
      kept = (Ractor[:"kept#{port.object_id}"] ||= {})
      kept.key?(number) ? kept.delete(number) : keep(kept, number) { port.receive }
    end

    # A map of weak edges answers with what was put there, or with nothing.
    def weak(map, key, wanted, strong)
      value = map[key]
      return fault("a pair whose key and value live is gone") if value.nil? && strong

      ok(value, wanted) unless value.nil?
    end

    # Calls a method that this actor did not define, or that may be gone meanwhile.
    def call(class_or_object, name, wanted)
      object = class_or_object.is_a?(Class) ? class_or_object.new("0.0") : class_or_object
      found = object.__send__(name)
    rescue *REFUSALS
      nil
    else
      same(found, wanted)
    end

    private

    def keep(kept, number)
      while true
        message = yield
        fault("message #{message[0]} came twice") if kept.key?(message[0])
        return message[1] if message[0] == number

        kept[message[0]] = message[1]
      end
    end

    def kind(value) = BasicObject === value && Kernel.instance_method(:class).bind_call(value)

    def tag_of_text(string)
      tag, size, = string.split(":", 3)
      fault("a text that nobody made: #{string[0, 40].inspect}") unless string == text(tag, size.to_i)
      tag
    end

    def values_beside(hash) = hash.filter_map { |key, value| tag(key) && value if key.is_a?(String) }

    def tag_within(found, size, kids, value)
      fault("a #{kind(value)} of #{size.inspect} that has #{kids.size}") unless size == kids.size && String === found
      kids.each { |kid| ok(kid, found) }
      if Wide === value
        value.instance_variables.each { |name| same(value.instance_variable_get(name), found) if name.size > 6 }
      end
      found
    end
  end
end
