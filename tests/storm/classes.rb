# frozen_string_literal: true

# Classes, their methods, constants and variables, and singletons: what actors share and change under each other's feet.
#
# A thing's methods are known by the body that defined them; a body that did not may find the value, or be refused.
module Storm
  module Classes
    private

    def method_name = "m#{@names += 1}"

    def do_class(body) = do_new_class(body)

    def do_new_class(body)
      made = fresh(body, :class)
      base = pick(["S#{@case}::Box", "Storm::Box", "Storm::Wide"])
      emit body, "#{made} = Class.new(#{base == 'Storm::Wide' ? 'Storm::Box' : base})"
      [do_churn(body)] if chance?(3)
    end

    def do_instance(body)
      klass = need(body, :class)
      made = fresh(body, :tree)
      emit body, "#{made} = #{klass}.new(#{made.tag.inspect}, [Storm.tree(#{made.tag.inspect}, #{shape})])"
    end

    # One name over and over: what is replaced is garbage.
    def do_redefine(body)
      klass = need(body, :class)
      name = method_name
      times = pick([2, 5, 30, 100])
      private = fresh_name
      emit body, "#{private} = Storm.text(#{fresh_tag.inspect}, 100)"
      klass.thing.methods[name] = [body, (times - 1).to_s, true]
      definition = pick(["#{klass}.define_method(:#{name}) { #{private} && y }",
                         "#{klass}.define_method(:#{name}, &Ractor.shareable_proc(self: nil) { y })",
                         "#{klass}.class_eval(\"def #{name} = \#{y}\")",
                         "#{klass}.attr_reader(:#{name}); #{klass}.define_method(:#{name}) { y }"])
      emit body, "#{times}.times { |y| #{definition} }"
      emit body, "Storm.same(#{klass}.new(\"0.0\").#{name}, #{times - 1})"
    end

    def do_define_proc(body)
      klass = need(body, :class)
      captured = need(body, :tree)
      name = method_name
      captured.read = true
      klass.thing.methods[name] = [body, captured.tag.inspect, true]
      emit body, "#{klass}.define_method(:#{name}) { Storm.tag(#{captured}) }"
    end

    def do_define_shared(body)
      klass = need(body, :class)
      captured = need(body, :shared_tree)
      name = method_name
      klass.thing.methods[name] = [body, captured.tag.inspect, true]
      emit body, "#{klass}.define_method(:#{name}, &Storm.shared_method(#{captured}))"
    end

    def do_call_method(body)
      klass = need(body, :class)
      name, (owner, wanted) = klass.thing.methods.to_a.sample(random: @random)
      return do_define_proc(body) unless name

      if owner.equal?(body) && owner.alive
        emit body, "Storm.same(#{klass}.new(\"0.0\").#{name}, #{wanted})"
      elsif wanted.match?(/\A\d+\z/) # one definition after the other: others may find any
        emit body, "Storm.may { #{klass}.new(\"0.0\").#{name} }"
      else
        emit body, "Storm.call(#{klass}, :#{name}, #{wanted})"
      end
    end

    # A copy of a class has copies of its methods, but perhaps not of those that others define meanwhile; a subclass has them
    # as long as the class above has.
    def do_copy_class(body)
      klass = need(body, :class)
      return subclass(body, klass) if chance?(3)

      methods = klass.thing.methods.transform_values { |known| known[0].equal?(body) ? known : [nil, known[1], false] }
      made = fresh(body, :class, thing: Thing.new(body, methods, nil))
      emit body, "#{made} = #{klass}.#{pick(%w[dup clone])}"
      do_drop_class(body, klass) if chance?(2)
    end

    def subclass(body, klass, more = "")
      methods = klass.thing.methods.transform_values { |_, wanted,| [nil, wanted, false] }
      made = fresh(body, :class, thing: Thing.new(body, methods, nil))
      emit body, "#{made} = Class.new(#{klass})#{more}"
      made
    end

    def do_drop_class(body, klass)
      forget(body, klass)
      emit body, "#{klass} &&= nil"
    end

    def do_copy_method(body)
      klass = need(body, :class)
      name, (owner, wanted, own) = klass.thing.methods.select { |_, known| known[0].equal?(body) }.to_a.sample(random: @random)
      return do_define_proc(body) unless name && owner.alive

      copy = method_name
      target = chance?(2) ? subclass(body, klass) : klass
      emit body, pick(["#{target}.alias_method(:#{copy}, :#{name})",
                       "#{target}.define_method(:#{copy}, #{klass}.instance_method(:#{name}))",
                       "#{target}.class_eval { private :#{name}; public :#{name}; alias #{copy} #{name} }"])
      target.thing.methods[copy] = [body, wanted, true]
      emit body, "#{klass}.remove_method(:#{name})" if own && chance?(3) && klass.thing.methods.delete(name)
      emit body, "Storm.same(#{target}.new(\"0.0\").#{copy}, #{wanted})"
    end

    def do_remove_method(body)
      klass = need(body, :class)
      name, (owner, _, own) = klass.thing.methods.to_a.sample(random: @random)
      return unless name && own && owner.equal?(body)

      klass.thing.methods.delete(name)
      emit body, "#{klass}.#{pick(%w[remove_method undef_method])}(:#{name})"
    end

    # --- Singletons -------------------------------------------------------------------------------------------------
    def do_singleton(body)
      from = need(body, :tree)
      object = fresh(body, :tree, tag: from.tag)
      made = fresh(body, :singleton, tag: from.tag)
      emit body, "#{object} = Storm.open(#{from})\n#{made} = #{object}.singleton_class\n" \
                 "Storm.identical(#{made}.attached_object, #{object})"
      return unless chance?(3)

      emit body, "#{made}.define_method(:single) { #{made.tag.inspect} }\nStorm.same(#{object}.single, #{made.tag.inspect})"
    end

    # The object is garbage at once, its class is not.
    def do_singleton_lost(body)
      made = fresh(body, :singleton)
      emit body, "#{made} = Storm.tree(#{made.tag.inspect}, #{shape}).singleton_class"
    end

    def do_attached(body)
      singleton = need(body, :singleton)
      tag = singleton.tag.inspect
      return emit(body, "Storm.must_refuse { #{singleton}.attached_object }") unless singleton.thing.owner.equal?(body)

      emit body, "Storm.attached(#{singleton}, #{tag})"
      emit body, pick(["Storm.may { #{singleton}.define_method(:late) { 1 } }", "Storm.same(#{singleton}.singleton_class?, true)",
                       "Storm.may { #{singleton}.class_eval { def late = 2 } }", "#{singleton}.inspect.size"])
    end

    def do_extend(body)
      variable = need(body, :tree)
      made = fresh(body, :tree, tag: variable.tag)
      emit body, "#{made} = Storm.open(#{variable}.dup).extend(S#{@case}::Mixed)"
      emit body, "Storm.same(#{made}.mixed[0], :mixed)"
    end

    def do_singleton_method(body)
      variable = need(body, :tree)
      made = fresh(body, :tree, tag: variable.tag)
      emit body, "#{made} = Storm.open(#{variable}.dup)"
      emit body, pick(["def #{made}.single = 7", "#{made}.define_singleton_method(:single) { 7 }",
                       "#{made}.singleton_class.attr_writer(:single); #{made}.define_singleton_method(:single) { 7 }"])
      do_churn(body)
      emit body, "Storm.same(#{made}.single, 7)"
    end

    def do_include_module(body)
      klass = need(body, :class)
      captured = need(body, :tree)
      name = method_name
      made = fresh_name
      captured.read = true
      klass.thing.methods[name] = [body, captured.tag.inspect, false]
      emit body, "#{made} = Module.new { define_method(:#{name}) { Storm.tag(#{captured}) } }"
      emit body, "#{klass}.#{pick(%w[include prepend])}(#{made})"
      include_again(body, klass, made) if chance?(2)
      emit body, "Storm.same(#{klass}.new(\"0.0\").#{name}, #{captured.tag.inspect})"
    end

    # A module that is in the ancestors twice has a copy of each method for its second place.
    def include_again(body, klass, made)
      below = subclass(body, klass, " { prepend #{made} }")
      emit body, "#{below}.prepend(S#{@case}::Before)\nStorm.same(#{below}.new(\"0.0\").plain.flatten.last, \"0.0\")" if chance?(2)
    end

    # --- Constants and variables --------------------------------------------------------------------------------------
    def constant_name = "K#{rand(3)}"

    def do_constant(body)
      klass = need(body, :class)
      value = need(body, :shared_tree)
      name = constant_name
      klass.thing.methods # the same name by several bodies: whoever reads finds one of the values, whole
      emit body, "#{klass}.class_eval { remove_const(:#{name}) if const_defined?(:#{name}, false) }\n" \
                 "Storm.may { #{klass}.const_set(:#{name}, #{value}) }"
    end

    def do_private_constant(body)
      klass = need(body, :class)
      value = need(body, :tree)
      name = "P#{@names += 1}"
      if body.main?
        emit body, "#{klass}.const_set(:#{name}, #{value})\nStorm.ok(#{klass}::#{name}, #{value.tag.inspect})"
        forget(body, value)
      else
        emit body, "Storm.must_refuse { #{klass}.const_set(:#{name}, #{value}) }"
      end
    end

    def do_constant_read(body)
      klass = need(body, :class)
      emit body, "Storm.may { Storm.tag(#{klass}::#{constant_name}) }"
      emit body, "#{klass}.constants.each { |y| Storm.may { #{klass}.const_get(y) } }"
    end

    def do_class_variable(body)
      klass = need(body, :class)
      value = body.main? && chance?(2) ? need(body, :tree) : need(body, :shared_tree)
      emit body, "Storm.may { #{klass}.class_variable_set(:@@storm, #{value}) }"
      forget(body, value) if value.kind == :tree
      emit body, "Storm.may { Storm.tag(#{klass}.class_variable_get(:@@storm)) }"
    end

    def do_class_ivar(body)
      klass = need(body, :class)
      value = body.main? && chance?(2) ? need(body, :tree) : need(body, :shared_tree)
      emit body, "Storm.may { #{klass}.instance_variable_set(:@storm#{rand(3)}, #{value}) }"
      forget(body, value) if value.kind == :tree
      emit body, "3.times { |y| Storm.may { z = #{klass}.instance_variable_get(:\"@storm\#{y}\"); Storm.tag(z) if z } }"
    end

    def do_class_look(body)
      klass = need(body, :class)
      emit body, pick(["Storm.same(#{klass}.new(\"1.1\").plain.to_s.include?(\"1.1\"), true)", "#{klass}.name.inspect",
                       "#{klass}.ancestors.size", "#{klass}.instance_methods(false).size", "#{klass}.superclass.superclass",
                       "#{klass}.instance_method(:plain).owner.ancestors.size"])
    end

    def do_subclasses(body)
      klass = need(body, :class)
      emit body, pick(["#{klass}.subclasses.each { |y| Storm.same(y.superclass, #{klass}) }",
                       "S#{@case}::Box.subclasses.each { |y| Storm.same(y < Storm::Box, true) }",
                       "ObjectSpace.each_object(Class) { |y| y.to_s.size }"])
    end

    def do_refine(body)
      klass = need(body, :class)
      return unless body.main?

      name = fresh_name
      emit body, <<~RUBY.chomp
        #{name} = Module.new do
          refine(#{klass}) { def refined = [:refined, tag] }
        end
        Storm.may { Storm.same(#{name}.refinements[0].target, #{klass}) }
        Storm.same(#{name}.refinements[0].instance_method(:refined).bind(#{klass}.new("3.3")).call, [:refined, "3.3"])
      RUBY
    end

    def do_struct(body)
      made = fresh(body, :tree)
      kind = pick(%w[Struct.new Data.define])
      name = fresh_name
      emit body, "#{name} = #{kind}(:tag, :kids)\n#{name} = #{name}.new(#{made.tag.inspect}, [Storm.text(#{made.tag.inspect}, 40)])"
      emit body, "Storm.ok(#{name}.kids[0], #{made.tag.inspect})\n#{made} = #{name}.kids[0]"
    end

    # --- Procs and methods as objects -----------------------------------------------------------------------------------
    def do_shared_proc(body)
      captured = need(body, :shared_tree)
      made = fresh(body, :shared_proc, tag: captured.tag)
      emit body, "#{made} = Storm.shared_proc(#{captured}, #{rand(4)})"
    end

    def do_shared_call(body)
      made = need(body, :shared_proc)
      emit body, "Storm.ok(#{made}.call, #{made.tag.inspect})"
    end

    def do_method_object(body)
      variable = need(body, :tree)
      klass = need(body, :class)
      name = fresh_name
      emit body, "#{name} = #{klass}.new(#{variable.tag.inspect}, [#{variable}]).method(:#{pick(%w[tag plain])})"
      do_churn(body)
      do_pause(body)
      emit body, pick(["Storm.same([#{name}.call].flatten.last, #{variable.tag.inspect})",
                       "Storm.same([#{name}.to_proc.call].flatten.last, #{variable.tag.inspect})",
                       "Storm.same([#{name}.unbind.bind(#{klass}.new(\"8.8\")).call].flatten.last, \"8.8\")"])
    end

    # A file that is loaded by whoever comes first.
    def do_autoload(body)
      number = @program.files.size
      tag = fresh_tag
      path = "s#{@case}_#{number}.rb"
      @program.files[path] = "module S#{@case}\n  module File#{number}\n    VALUE = Ractor.make_shareable(Storm.tree(#{tag.inspect}, " \
                             "#{shape}))\n    def self.tag = Storm.tag(VALUE)\n  end\nend\n"
      emit body, "S#{@case}.autoload(:File#{number}, File.join(FILES, #{path.inspect}))" if body.main? && chance?(2)
      others = @bodies.select(&:alive).sample(1 + rand(2), random: @random)
      ([body] | others).each do |each|
        emit each, "require(File.join(FILES, #{path.inspect}))\nStorm.same(S#{@case}::File#{number}.tag, #{tag.inspect})"
      end
    end

    # Who enters it may end before anybody uses it, and the class may be dropped, copied, or handed on with it. Of those of a class
    # the file is loaded and sets something else.
    def do_autoload_entry(body)
      klass = need(body, :class)
      number = @program.files.size
      tag = fresh_tag
      path = "s#{@case}_#{number}.rb"
      owner, name = chance?(2) ? [klass.name, "Nothing#{number}"] : ["S#{@case}", "Late#{number}"]
      @program.files[path] = "module S#{@case}\n  Late#{number} = Ractor.make_shareable(Storm.tree(#{tag.inspect}, #{shape}))\nend\n"
      made = fresh(body, :autoload, tag: tag, thing: Thing.new(body, {}, [owner, name]))
      emit body, "#{owner}.autoload(:#{name}, File.join(FILES, #{path.inspect}))"
      klass.thing.state = name if owner == klass.name
      made
    end

    def do_autoload_use(body)
      entries = @bodies.flat_map { |each| of_kind(each, :autoload) }
      return do_autoload_entry(body) if entries.empty?

      entry = pick(entries)
      owner, name = entry.thing.state
      if owner.start_with?("S")
        emit body, "Storm.may { Storm.ok(#{owner}::#{name}, #{entry.tag.inspect}) }"
      else
        of_kind(body, :class).each do |klass|
          next unless klass.thing.state

          emit body, pick(["Storm.may { #{klass}::#{klass.thing.state} }", "#{klass}.autoload?(:#{klass.thing.state}).inspect",
                           "Storm.may { #{klass}.const_defined?(:#{klass.thing.state}) }", "#{klass}.constants.size",
                           "Storm.may { #{klass}.__send__(:remove_const, :#{klass.thing.state}) }"])
        end
      end
    end
  end
end
