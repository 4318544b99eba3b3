# frozen_string_literal: true

# Actors: made, sent to, taken from, watched, ended.
module Storm
  module Actors
    SENT = %i[tree shared_tree class singleton shared_proc port symbol actor].freeze # what a message can hold

    private

    def do_spawn(body)
      return do_send(body) if @bodies.size >= Generator::BODIES_MOST || !body.alive

      child = Body.new(@bodies.size, body)
      handle = fresh(body, :actor, thing: Thing.new(child, {}, nil))
      given = of_kind(body, *SENT).reject { |v| v.equal?(handle) }.sample(rand(4), random: @random)
      home = fresh(child, :actor, thing: Thing.new(body, {}, nil))
      parameters = given.map { |variable| copy(child, variable) }
      arguments = ["Ractor.current", *given].join(", ")
      child.handle = handle
      child.home = home
      @bodies << child
      emit body, "#{handle} = Ractor.new(#{arguments}) { |#{[home, *parameters].join(', ')}| " \
                 "Storm.actor(\"#{@case}/#{child.number}\") {BODY} }", child
    end

    def do_actor(body) = do_spawn(body)

    # What a receiver has of it.
    def copy(receiver, variable)
      thing = variable.kind == :tree ? Thing.new(receiver, {}, nil) : variable.thing
      fresh(receiver, variable.kind, tag: variable.tag, thing: thing)
    end

    # Whom a body can send to: [handle, body].
    def known(body)
      of_kind(body, :actor).map { |variable| [variable, variable.thing.owner] }
                           .select { |_, other| other.alive && !other.equal?(body) }
    end

    def message(body, kinds = SENT)
      found = of_kind(body, *kinds)
      found.empty? ? (do_tree(body) && of_kind(body, :tree).last) : pick(found)
    end

    def do_send(body)
      handle, receiver = pick(known(body)) unless known(body).empty?
      return unless handle

      value = message(body)
      number = @messages += 1
      emit body, "#{handle} << [#{number}, #{value}]"
      receive(receiver, value, "Storm.take(#{number}, #{chance?(2)})")
    end

    def receive(receiver, value, expression)
      got = copy(receiver, value)
      emit receiver, "#{got} = #{expression}"
      emit receiver, "Storm.ok(#{got}, #{got.tag.inspect})" if %i[tree shared_tree].include?(got.kind) && chance?(2)
    end

    # There and back.
    def do_answer(body)
      handle, receiver = pick(known(body)) unless known(body).empty?
      return unless handle && receiver.home && receiver.home.thing.owner.equal?(body)

      value = message(body, %i[tree shared_tree])
      there = @messages += 1
      back = @messages += 1
      got = copy(receiver, value)
      emit body, "#{handle} << [#{there}, #{value}]"
      emit receiver, "#{got} = Storm.take(#{there}, #{chance?(2)})\n#{receiver.home} << [#{back}, #{got}]"
      emit body, "Storm.ok(Storm.take(#{back}, #{chance?(2)}), #{value.tag.inspect})"
    end

    def do_move(body)
      handle, receiver = pick(known(body)) unless known(body).empty?
      return unless handle

      do_tree(body)
      value = of_kind(body, :tree).last
      number = @messages += 1
      shareable = "#{value.name}s"
      emit body, "#{shareable} = Ractor.shareable?(#{value})\n#{handle}.send([#{number}, #{value}], move: true)\n" \
                 "Storm.moved(#{value}) unless #{shareable}"
      forget(body, value)
      receive(receiver, value, "Storm.take(#{number}, #{chance?(2)})")
    end

    def do_port(body)
      made = fresh(body, :port)
      emit body, "#{made} = Ractor::Port.new"
    end

    def do_port_send(body)
      port = need(body, :port)
      owner = port.thing.owner
      mine = of_kind(owner, :port).find { |variable| variable.thing.equal?(port.thing) }
      return unless owner.alive && mine

      value = message(body)
      number = @messages += 1
      emit body, "#{port} << [#{number}, #{value}]"
      receive(owner, value, "Storm.take_at(#{mine}, #{number})")
    end

    # Ractor.yield and take meet at one point of the order.
    def do_hand_over(body)
      handle, giver = pick(known(body)) unless known(body).empty?
      return unless handle && giver.parent.equal?(body)

      value = message(giver, %i[tree shared_tree class])
      emit giver, "Ractor.yield(#{value})"
      receive(body, value, chance?(2) ? "#{handle}.take" : "Ractor.select(#{handle})[1]")
    end

    def do_monitor(body)
      child = @bodies.select { |other| other.alive && other.parent.equal?(body) }.sample(random: @random) or return
      return if child.result

      name = fresh_name
      emit body, "#{name} = Ractor::Port.new\n#{child.handle}.monitor(#{name})"
      finish(child)
      emit body, "Storm.same(%i[exited aborted].include?(#{name}.receive), true)"
    end

    def do_finish(body)
      child = @bodies.select { |other| other.alive && other.parent.equal?(body) }.sample(random: @random)
      finish(child) if child
    end

    # A body ends, and its parent looks at how.
    def finish(child)
      @bodies.each { |other| finish(other) if other.alive && other.parent.equal?(child) }
      child.alive = false
      pick([true, true, false]) ? ends_by_value(child) : ends_by_raise(child)
    end

    def ends_by_value(child)
      value = message(child, SENT - %i[actor])
      emit child, value.name
      got = fresh(child.parent, value.kind, tag: value.tag, thing: value.thing)
      got.thing = Thing.new(child.parent, {}, nil) if value.kind == :tree
      emit child.parent, "#{got} = #{child.handle}.#{pick(%w[value value take])}"
      emit child.parent, "Storm.ok(#{got}, #{got.tag.inspect})" if %i[tree shared_tree].include?(got.kind)
    end

    def ends_by_raise(child)
      emit child, "raise Storm::Death, #{fresh_tag.inspect}"
      name = fresh_name
      emit child.parent, <<~RUBY.chomp
        #{name} = begin
          #{child.handle}.#{pick(%w[value join])}
        rescue Ractor::RemoteError
          $!.cause
        end
        Storm.same(#{name}.message, #{fresh_tag.sub(/\d+\z/) { |n| (n.to_i - 1).to_s }.inspect})
      RUBY
    end

    # It waits for ever, with what it has, and nobody asks for it.
    def do_abandon(body)
      child = @bodies.select { |other| other.alive && other.parent.equal?(body) }.sample(random: @random) or return
      return if @bodies.any? { |other| other.alive && other.parent.equal?(child) }

      child.alive = false
      emit child, pick(["sleep", "Ractor.receive until false", "sleep(10_000)", "Ractor.yield(1)"])
    end

    # To one that has ended, or has not yet.
    def do_send_late(body)
      handle = of_kind(body, :actor).find { |variable| !variable.thing.owner.alive } or return
      value = message(body)
      emit body, "begin #{handle} << [0, #{value}]; rescue Ractor::ClosedError; end"
    end

    # The port of one that ended, or never will look there.
    def do_port_late(body)
      port = of_kind(body, :port).reject { |variable| variable.thing.owner.alive }.sample(random: @random) or return do_port_keep(body)
      value = message(body)
      emit body, pick(["begin #{port} << [0, #{value}]; rescue Ractor::ClosedError; end", "#{port}.closed?", "#{port}.inspect.size",
                       "Storm.must_refuse { #{port}.receive }", "Storm.same({ #{port} => 1 }[#{port}], 1)"])
    end

    # Where it is found long after whoever made it.
    def do_port_keep(body)
      port = need(body, :port)
      klass = need(body, :class)
      name = fresh_name
      emit body, "Storm.may { #{klass}.const_set(:PORT, #{port}) unless #{klass}.const_defined?(:PORT) }\n" \
                 "#{name} = Ractor.make_shareable([#{port}, [#{port}]])"
      do_churn(body)
      do_pause(body)
      emit body, "Storm.identical(#{name}[1][0], #{name}[0])\nStorm.may { #{klass}::PORT.closed? }"
    end

    # What is queued is there after the end of the port.
    def do_port_close(body)
      value = message(body, %i[tree shared_tree])
      name = fresh_name
      emit body, "#{name} = Ractor::Port.new\n#{name} << #{value}\n#{name}.close"
      do_pause(body)
      emit body, "Storm.ok(#{name}.receive, #{value.tag.inspect})\nStorm.must_refuse { #{name}.receive }"
    end

    # Who watches is gone before what it watches.
    def do_monitor_lost(body)
      handle, = pick(known(body)) unless known(body).empty?
      return unless handle

      emit body, "Ractor.new(#{handle}) { |y| Storm.may { y.monitor(Ractor::Port.new) }; 1 }.join"
    end

    # Many that leave something behind.
    def do_short_lives(body)
      value = message(body, %i[shared_tree class tree])
      what = pick(["Ractor.make_shareable(Storm.tree(\"1.1\", 9))", "Class.new", "Object.new.singleton_class", "y", "Ractor::Port.new",
                   "Class.new.tap { |c| c.define_method(:q) { y } }", "Storm.tree(\"1.1\", 12)", "\"text\".to_sym",
                   "(ObjectSpace::WeakMap.new[y] = Ractor.make_shareable([y.to_s])).size",
                   "(ObjectSpace.define_finalizer([1], proc { y }); 1)", "(TracePoint.new(:raise, :call) { y }.enable; 1)",
                   "(Ractor.main.monitor(Ractor::Port.new); 1)", "Class.new.tap { |c| c.autoload(:Q, \"no_such_file\") }"])
      emit body, "Array.new(#{pick([2, 6, 12])}) { Ractor.new(#{value}) { |y| Storm.churn(9); #{what} } }#{pick(['.each(&:join)',
                                                                                                             '.map(&:value)'])}"
    end

    def wind_up
      @groups += 1
      @bodies.drop(1).reverse_each do |child|
        next unless child.alive

        @groups += 1
        finish(child)
      end
      @groups += 1
      @bodies[0].variables.each do |variable|
        emit @bodies[0], "Storm.ok(#{variable}, #{variable.tag.inspect})" if %i[tree shared_tree].include?(variable.kind)
      end
    end
  end
end
