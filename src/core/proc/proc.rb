# Proc: composition, currying, parameters.
class Proc
  def self.new(*arguments, **options, &block)
    raise ArgumentError, "tried to create Proc object without a block" if Primitive.same?(block, nil)
    return block if Primitive.same?(Primitive.real_class(block), self) && arguments.empty?
    made = Primitive.proc_copy(block, self)
    made.__send__(:initialize, *arguments, **options)
    made
  end

  def initialize(*)
  end

  def parameters(lambda: nil)
    method = Primitive.proc_method(self)
    return method.parameters unless Primitive.same?(method, nil)
    Primitive.proc_parameters(self, lambda)
  end

  def curry(arity = nil)
    own = lambda? ? self.arity : Troupe::Curry.needed(self)
    wanted = own < 0 ? -own - 1 : own
    unless Primitive.same?(arity, nil)
      arity = Troupe::Convert.to_int(arity)
      if lambda? && (own >= 0 ? arity != own : arity < wanted)
        raise ArgumentError, "wrong number of arguments (given #{arity}, expected #{wanted}#{"+" if own < 0})"
      end
      wanted = arity
    end
    Troupe::Curry.make(self, wanted, [], lambda?)
  end

  def >>(other)
    Troupe::Curry.check(other)
    first = self
    made = proc { |*arguments, **options, &block| other.call(first.call(*arguments, **options, &block)) }
    Primitive.proc_make_lambda(made) if lambda?
    made
  end

  def <<(other)
    Troupe::Curry.check(other)
    last = self
    made = proc { |*arguments, **options, &block| last.call(other.call(*arguments, **options, &block)) }
    Primitive.proc_make_lambda(made) unless Primitive.is_proc(other) && !other.lambda?
    made
  end

  def ruby2_keywords
    why = Primitive.proc_ruby2_keywords(self)
    warn("Skipping set of ruby2_keywords flag for proc (#{why})", uplevel: 0) if why
    self
  end
end

module Troupe
  module Curry
    def self.check(other)
      return if Primitive.responds(other, :call) || other.respond_to?(:call)
      raise TypeError, "callable object is expected"
    end

    # How many arguments a proc that is no lambda waits for.
    def self.needed(proc)
      proc.arity
    end

    def self.make(callee, wanted, given, strict)
      made = proc do |*arguments, &block|
        all = given + arguments
        all.size >= wanted ? callee.call(*all, &block) : make(callee, wanted, all, strict)
      end
      Primitive.proc_make_lambda(made) if strict
      made
    end

    def self.parameter_list(method)
      parts = []
      parameters = method.parameters
      i = 0
      while i < parameters.size
        kind, name = parameters[i]
        parts << case kind
                 when :req then (name || "_").to_s
                 when :opt then "#{name || "_"}=..."
                 when :rest then name && name != :* ? "*#{name}" : "*"
                 when :keyreq then "#{name}:"
                 when :key then "#{name}: ..."
                 when :keyrest then name && name != :** ? "**#{name}" : "**"
                 when :nokey then "**nil"
                 when :block then name && name != :& ? "&#{name}" : "&"
                 else name.to_s
                 end
        i += 1
      end
      parts.join(", ")
    end

    # #<Method: Foo#bar(a, b=...) file:line>
    def self.describe(method, kind, receiver, bound)
      owner = method.owner
      text = +"#<#{kind}: "
      if bound && Primitive.is_singleton(owner)
        text << (Primitive.is_module(receiver) ? receiver.to_s : receiver.inspect) << "."
      else
        looked_up = Primitive.method_class(method)
        looked_up = looked_up.superclass while Primitive.is_singleton(looked_up)
        text << looked_up.to_s
        text << "(#{owner})" unless Primitive.same?(looked_up, owner)
        text << "#"
      end
      text << method.name.name
      text << "(#{method.original_name})" unless method.name == method.original_name
      text << "(#{parameter_list(method)})"
      place = method.source_location
      text << " #{place[0]}:#{place[1]}" if place
      text << ">"
    end
  end
end
