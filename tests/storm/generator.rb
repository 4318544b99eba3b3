# frozen_string_literal: true

require_relative "program"
require_relative "values"
require_relative "classes"
require_relative "actors"

# Makes the program of a case: actions at random, each in a body at random that is alive. Actions that concern several bodies
# (a message, a hand-over) are written into each of them at the same point of one order, so no program can wait for ever: of
# what is not done yet, the first can be done.
module Storm
  class Generator
    include Values
    include Classes
    include Actors

    STEPS = 10..45
    BODIES_MOST = 5

    # How often, relative to the others.
    ACTIONS = {
      tree: 4, shared_tree: 4, text: 2, check: 6, churn: 8, collect: 3, pause: 7, drop: 2, derive: 3, marshal: 1, symbol: 1,
      weak_map: 2, weak_look: 2, finalizer: 1, object_id: 1, share_garbage: 1, eval_text: 2, enumerator: 1, exception: 1,
      fiber: 2, fiber_resume: 2, fiber_abandon: 1, thread: 2, thread_value: 1, thread_kill: 2, timer: 2, queue: 1, lock: 1,
      locals: 1, global: 1, trace: 1, trace_on: 2, trace_off: 1, weak_shared: 3, weak_garbage: 2, finalizer_own: 2,
      new_class: 4, instance: 2, redefine: 4, define_proc: 3, define_shared: 2, call_method: 5, copy_class: 3, copy_method: 2,
      remove_method: 2, singleton: 4, singleton_lost: 4, attached: 5, extend: 3, singleton_method: 2, include_module: 2,
      constant: 3, constant_read: 3, class_variable: 2, class_ivar: 2, class_look: 2, refine: 2, shared_proc: 2, shared_call: 2,
      method_object: 2, struct: 1, subclasses: 1, autoload: 1, autoload_entry: 2, autoload_use: 2, private_constant: 1,
      spawn: 5, send: 8, answer: 3, move: 2, port: 2, port_send: 4, hand_over: 2, monitor: 1, finish: 3, abandon: 1,
      send_late: 1, short_lives: 2, port_late: 3, port_keep: 2, port_close: 1, monitor_lost: 1
    }.freeze

    # Without the actions in `without`: a fault that is known hides no other.
    def initialize(seed, case_number, without = [])
      @wheel = ACTIONS.except(*without).flat_map { |name, weight| [name] * weight }
      @random = Random.new(seed * 1_000_003 + case_number)
      @case = case_number
      @program = Program.new(case_number)
      @names = 0
      @groups = 0
      @messages = 0
      @bodies = [Body.new(0, nil)]
    end

    def program
      declare
      rand(STEPS).times { act(pick(@wheel)) }
      wind_up
      @program
    end

    private

    def declare
      @program.declarations << "module S#{@case}\n  class Box < Storm::Box; end\n" \
                               "  module Mixed\n    def mixed = [:mixed, @tag]\n  end\n" \
                               "  module Before\n    def plain = [:before, super]\n  end\nend"
    end

    # Something of the action's kind in one group, or nothing when there is nothing to do it to.
    def act(action)
      @groups += 1
      __send__(:"do_#{action}", pick(@bodies.select(&:alive)))
    end

    def rand(limit) = @random.rand(limit)

    def pick(list) = list[rand(list.size)]

    def chance?(one_of) = rand(one_of).zero?

    def emit(body, text, child = nil)
      @program.steps << Step.new(@groups, body, text, child)
    end

    def fresh_name = "x#{@names += 1}"

    def fresh_tag = "#{@case}.#{@names}"

    def fresh(body, kind, tag: nil, thing: nil)
      name = fresh_name
      Variable.new(name, kind, tag || fresh_tag, thing || Thing.new(body, {}, nil)).tap { |made| body.variables << made }
    end

    def of_kind(body, *kinds) = body.variables.select { |variable| kinds.include?(variable.kind) }

    # A variable of one of the kinds; made by the action of the last kind's name when there is none.
    def need(body, *kinds)
      found = of_kind(body, *kinds)
      return pick(found) unless found.empty? || chance?(6)

      __send__(:"do_#{kinds.last}", body)
      of_kind(body, *kinds).last
    end

    def forget(body, variable) = body.variables.delete(variable)
  end
end
