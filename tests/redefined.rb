# Loaded before a program (`tests/run --modes redefined`): every operator of the core that may have a fast path is defined anew,
# as a method that calls the one before. Nothing else may change. $~ belongs to the caller of what sets it, so the operators
# that do are left alone.
names = %i[+ - * / % ** < <= > >= == != ! & | ^ ~ << >> +@ -@ [] []= === <=> to_s to_a hash eql? size length empty? succ
           first last min max nil? include? key? push]
kinds = [Integer, Float, String, Symbol, Array, Hash, Range, NilClass, TrueClass, FalseClass, Regexp, Proc, Rational, Complex,
         Comparable, Kernel, Module, Class, Struct, Enumerator, Exception, Method]
special = { Regexp => %i[===], Kernel => %i[=== hash] }

kinds.each do |kind|
  (names & kind.instance_methods(false)).each do |name|
    next if special.fetch(kind, []).include?(name)

    before = :"__before_#{kind}_#{name}"
    arity = kind.instance_method(name).arity
    parameters = arity.negative? ? "(*a, **k, &b)" : ["(&b)", "(x, &b)", "(x, y, &b)"][arity]
    kind.send(:alias_method, before, name)
    kind.send(:private, before)
    kind.class_eval <<~RUBY, "redefined", 1
      def #{name}#{parameters}
        send(:#{before.inspect.delete_prefix(':')}, #{parameters.delete('()')})
      end
    RUBY
  end
end
