# frozen_string_literal: true

# What one actor does by itself: values, garbage, fibers, threads, weak references.
module Storm
  module Values
    private

    def shape = rand(40_000)

    def do_tree(body)
      made = fresh(body, :tree)
      emit body, "#{made} = Storm.tree(#{made.tag.inspect}, #{shape})"
    end

    def do_text(body)
      made = fresh(body, :tree)
      emit body, "#{made} = Storm.text(#{made.tag.inspect}, #{pick([12, 20, 23, 60, 86, 200, 1000, 5000, 70_000])})"
    end

    def do_shared_tree(body)
      from = of_kind(body, :tree)
      return make_shared(body, "Storm.tree(TAG, #{shape})") if from.empty? || chance?(2)

      variable = pick(from)
      forget(body, variable)
      made = fresh(body, :shared_tree, tag: variable.tag)
      emit body, "#{made} = Ractor.make_shareable(#{variable})"
    end

    def make_shared(body, expression)
      made = fresh(body, :shared_tree)
      emit body, "#{made} = Ractor.make_shareable(#{expression.sub('TAG', made.tag.inspect)})"
    end

    def do_check(body)
      variable = need(body, :tree, :shared_tree)
      emit body, "Storm.ok(#{variable}, #{variable.tag.inspect})"
    end

    def do_churn(body) = emit(body, "Storm.churn(#{pick([5, 20, 60, 150])})")

    def do_share_garbage(body) = emit(body, "Storm.share_garbage(#{pick([1, 5, 40])})")

    def do_collect(body) = emit(body, "GC.start")

    def do_pause(body) = emit(body, "Storm.pause(#{pick([0, 0, 1, 1, 1, 2, 3])})")

    def do_drop(body)
      found = of_kind(body, :tree, :shared_tree, :class, :singleton, :fiber, :weak).reject(&:read)
      variable = found.sample(random: @random) or return
      forget(body, variable)
      emit body, "#{variable} &&= nil"
    end

    # Something that shares memory with what it was made of.
    def do_derive(body)
      variable = need(body, :tree, :shared_tree)
      made = fresh(body, :tree, tag: variable.tag)
      how = pick(["#{variable}.dup", "#{variable}.clone(freeze: false)",
                  "(#{variable}.is_a?(String) ? #{variable}[0..] : #{variable}.dup)",
                  "(#{variable}.is_a?(Array) ? #{variable}[0..] : #{variable}.clone)"])
      emit body, "#{made} = #{how}"
      emit body, "Storm.ok(#{made}, #{made.tag.inspect})" if chance?(2)
    end

    def do_marshal(body)
      variable = need(body, :tree)
      emit body, "Storm.may { Storm.ok(Marshal.load(Marshal.dump(#{variable})), #{variable.tag.inspect}) }"
    end

    def do_symbol(body)
      made = fresh(body, :symbol)
      emit body, "#{made} = #{made.tag.inspect}.to_sym"
      [do_churn(body), do_pause(body), do_collect(body)]
      emit body, "Storm.same(#{made}.to_s, #{made.tag.inspect})"
      emit body, "Storm.same(#{made.tag.inspect}.to_sym.equal?(#{made}), true)"
    end

    def do_object_id(body)
      variable = need(body, :tree, :shared_tree)
      name = fresh_name
      emit body, "#{name} = #{variable}.object_id"
      do_churn(body)
      do_pause(body)
      emit body, "Storm.same(#{variable}.object_id, #{name})"
    end

    def do_weak_map(body)
      key = need(body, :tree, :shared_tree)
      value = need(body, :shared_tree, :tree)
      made = fresh(body, :weak, tag: value.tag, thing: Thing.new(body, {}, key.name))
      map = pick(["ObjectSpace::WeakMap.new", "ObjectSpace::WeakKeyMap.new"])
      value_text = chance?(3) ? "Storm.tree(#{value.tag.inspect}, #{shape})" : value.name
      emit body, "#{made} = #{map}\n#{made}[#{key}] = #{value_text}"
    end

    def do_weak_look(body)
      map = need(body, :weak)
      emit body, "Storm.weak(#{map}, #{map.thing.state}, #{map.tag.inspect}, false)"
    end
    alias do_weak do_weak_map

    def do_finalizer(body)
      variable = need(body, :tree)
      kept = need(body, :shared_tree)
      emit body, "ObjectSpace.define_finalizer(Storm.open(#{variable}), Storm.finalizer(#{kept}))"
    end

    # Keys that others may keep, or nobody but the map.
    def do_weak_shared(body)
      keys = of_kind(body, :shared_tree, :class, :singleton, :symbol, :port, :actor, :shared_proc)
      key = keys.empty? ? need(body, :shared_tree) : pick(keys)
      value = need(body, :tree, :shared_tree)
      value.read = true
      name = fresh_name
      map = key.kind == :symbol ? "ObjectSpace::WeakMap" : pick(%w[ObjectSpace::WeakMap ObjectSpace::WeakKeyMap])
      emit body, "#{name} = #{map}.new\n#{name}[#{key}] = #{value}" # no name is collected, so no WeakKeyMap takes it
      do_drop(body)
      do_churn(body)
      do_pause(body)
      emit body, "Storm.weak(#{name}, #{key}, #{value.tag.inspect}, false) if #{key}\n#{name}.inspect.size"
    end

    # Pairs that nobody keeps, of which any number is left.
    def do_weak_garbage(body)
      name = fresh_name
      tag = fresh_tag.inspect
      key = pick(["Storm.tree(#{tag}, y + #{shape})", "Ractor.make_shareable(Storm.tree(#{tag}, y + #{shape}))"])
      value = pick(["Storm.tree(#{tag}, y)", "Ractor.make_shareable(Storm.tree(#{tag}, y))"])
      emit body, "#{name} = ObjectSpace::WeakMap.new\n#{pick([3, 12, 40])}.times { |y| #{name}[#{key}] = #{value} }"
      do_pause(body)
      emit body, "#{name}.each_pair { |y, z| Storm.ok(y, #{tag}); Storm.ok(z, #{tag}) }"
      do_churn(body)
      emit body, "#{name}.values.each { |y| Storm.ok(y, #{tag}) }\n#{name}.keys.each { |y| Storm.ok(y, #{tag}) }"
    end

    # It looks at what is its actor's; the object may move away, be dropped, or lose it again.
    def do_finalizer_own(body)
      kept = need(body, :tree)
      kept.read = true
      made = fresh(body, :tree)
      emit body, "#{made} = Storm.open(Storm.tree(#{made.tag.inspect}, #{shape}))\n" \
                 "ObjectSpace.define_finalizer(#{made}, proc { Storm.ok(#{kept}, #{kept.tag.inspect}) })"
      do_pause(body)
      emit body, pick(["ObjectSpace.undefine_finalizer(#{made})", "#{made}.dup", "#{made}.object_id", "GC.start",
                       "ObjectSpace.define_finalizer(#{made}, Storm.finalizer(#{kept})) if Ractor.shareable?(#{kept})"])
    end

    def do_eval_text(body)
      variable = need(body, :tree, :shared_tree)
      n = rand(1_000_000)
      emit body, pick(["Storm.same(eval(\"#{n} + 1\"), #{n + 1})",
                       "Storm.ok(eval(\"[#{variable}, #{n}]\")[0], #{variable.tag.inspect})",
                       "Storm.same(eval(\"proc { |a| a + #{n} }\").call(1), #{n + 1})",
                       "Storm.same(binding.tap { |b| b.local_variable_set(:y#{n}, #{n}) }.local_variable_get(:y#{n}), #{n})"])
    end

    def do_enumerator(body)
      variable = need(body, :tree, :shared_tree)
      name = fresh_name
      emit body, "#{name} = Enumerator.new { |to| 3.times { Storm.churn(3); to << #{variable} } }"
      emit body, "Storm.ok(#{name}.next, #{variable.tag.inspect})"
      do_pause(body)
      emit body, "Storm.ok(#{name}.next, #{variable.tag.inspect})"
    end

    def do_exception(body)
      variable = need(body, :tree, :shared_tree)
      name = fresh_name
      emit body, <<~RUBY.chomp
        #{name} = begin
          begin
            raise IndexError, #{variable.tag.inspect}
          ensure
            Storm.churn(10)
          end
        rescue
          $!
        end
        Storm.same(#{name}.message, #{variable.tag.inspect})
        Storm.same(#{name}.backtrace.size, #{name}.backtrace_locations.size)
      RUBY
    end

    # --- Fibers and threads -----------------------------------------------------------------------------------------
    def do_fiber(body)
      made = fresh(body, :fiber)
      tag = made.tag.inspect
      emit body, <<~RUBY.chomp
        #{made} = Fiber.new do |y|
          z = Storm.tree(#{tag}, #{shape})
          while true
            Storm.ok(z, #{tag})
            y = Fiber.yield(z)
            z = y if y
          end
        end
        Storm.ok(#{made}.resume(nil), #{tag})
      RUBY
    end

    def do_fiber_resume(body)
      fiber = need(body, :fiber)
      emit body, "Storm.ok(#{fiber}.resume(#{chance?(2) ? 'nil' : "Storm.tree(#{fiber.tag.inspect}, #{shape})"}), " \
                 "#{fiber.tag.inspect})"
    end

    def do_fiber_abandon(body)
      variable = need(body, :tree)
      emit body, "#{pick([3, 10])}.times { Fiber.new { Fiber.yield(Storm.tree(#{variable.tag.inspect}, 5)) }.resume }"
    end

    def do_thread(body)
      variable = need(body, :tree, :shared_tree)
      made = fresh(body, :thread, tag: variable.tag)
      waits = pick(["Thread.pass", "sleep(0.0001)", "Storm.churn(20)", "GC.start"])
      emit body, "#{made} = Thread.new(#{variable}) { |y| Storm.ok(y, #{made.tag.inspect}); #{waits}; " \
                 "Storm.ok(y, #{made.tag.inspect}) }"
    end

    def do_thread_value(body)
      thread = need(body, :thread)
      emit body, "Storm.ok(#{thread}.value, #{thread.tag.inspect})"
    end

    def do_thread_kill(body)
      variable = need(body, :tree, :shared_tree)
      name = fresh_name
      variable.read = true
      waits = pick(["sleep", "Thread.stop", "loop { Thread.pass }", "Queue.new.pop", "sleep(1000)"])
      emit body, "#{name} = Thread.new { Storm.ok(#{variable}, #{variable.tag.inspect}); #{waits} }"
      do_pause(body)
      ending = pick(["#{name}.kill.join", "#{name}.report_on_exception = false; #{name}.raise(IndexError); " \
                                          "begin #{name}.join; rescue IndexError; end"])
      emit body, ending
    end

    def do_timer(body)
      variable = need(body, :tree, :shared_tree)
      variable.read = true
      emit body, pick(["Thread.new { sleep(#{pick([0.001, 100])}); Storm.ok(#{variable}, #{variable.tag.inspect}) }",
                       "sleep(0.0003)", "Thread.new { sleep(10_000) }"])
    end

    def do_queue(body)
      variable = need(body, :tree, :shared_tree)
      name = fresh_name
      emit body, "#{name} = SizedQueue.new(2)\n" \
                 "Thread.new { 5.times { #{name} << #{variable} }; #{name}.close }\n" \
                 "5.times { Storm.ok(#{name}.pop, #{variable.tag.inspect}) }\nStorm.same(#{name}.pop, nil)"
    end

    def do_lock(body)
      name = fresh_name
      count = fresh_name
      emit body, "#{name} = #{pick(%w[Mutex.new Monitor.new])}\n#{count} = 0\n" \
                 "Array.new(3) { Thread.new { 4.times { #{name}.synchronize { y = #{count}; Thread.pass; " \
                 "#{count} = y + 1 } } } }.each(&:join)\nStorm.same(#{count}, 12)"
    end

    def do_locals(body)
      variable = need(body, :tree, :shared_tree)
      key = pick(["Ractor[:k#{@names}]", "Thread.current[:k#{@names}]", "Fiber[:k#{@names}]"])
      emit body, "#{key} = #{variable}"
      do_churn(body)
      do_pause(body)
      emit body, "Storm.ok(#{key}, #{variable.tag.inspect})"
    end

    # Only the main actor has them.
    def do_global(body)
      variable = need(body, :shared_tree)
      name = "$storm#{rand(4)}"
      emit body, if body.main?
                   "#{name} = #{variable}\nStorm.ok(#{name}, #{variable.tag.inspect})"
                 else
                   "Storm.must_refuse { #{name} }"
                 end
    end

    def do_trace(body)
      variable = need(body, :tree, :shared_tree)
      return unless body.main?

      emit body, "TracePoint.new(:c_call, :call) { |t| Storm.ok(#{variable}, #{variable.tag.inspect}) if t.method_id == :plain }" \
                 ".enable { S#{@case}::Box.new(\"0.0\").plain }"
    end

    # One that stays on, of one method or of what is raised, by any actor; who ends may leave it so.
    def do_trace_on(body)
      klass = need(body, :class)
      kept = need(body, :tree, :shared_tree)
      kept.read = true
      made = fresh(body, :trace)
      event, target = pick([[":call", "(target: #{klass}.instance_method(:plain))"], [":raise", ""], [":call, :return", nil]])
      emit body, "#{made} = TracePoint.new(#{event}) { Storm.ok(#{kept}, #{kept.tag.inspect}) }"
      emit body, "Storm.may { #{made}.enable#{target} }" if target
      emit body, "Storm.same(#{klass}.new(\"1.1\").plain.to_s.include?(\"1.1\"), true)" if chance?(2)
    end

    def do_trace_off(body)
      trace = of_kind(body, :trace).sample(random: @random) or return
      forget(body, trace)
      emit body, "#{trace}.disable if #{trace}.enabled?"
    end
  end
end
