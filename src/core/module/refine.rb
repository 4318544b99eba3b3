# Refinements: Module#refine and using, and what they tell about themselves.
class Refinement < Module
  def self.new(*)
    raise NoMethodError.new("undefined method 'new' for class Refinement", :new, receiver: self)
  end
  singleton_class.undef_method(:new)

  def target
    Primitive.attached(self)
  end

  def import_methods(*modules)
    modules.each do |from|
      unless Primitive.is_module(from) && !Primitive.is_class(from)
        raise TypeError, "wrong argument type #{Troupe::Convert.describe(from)} (expected Module)"
      end
      if from.ancestors.size > 1
        warn("#{from.inspect} has ancestors, but Refinement#import_methods doesn't import their methods", uplevel: 1)
      end
    end
    owner = Primitive.ivar_hidden(self, :@__owner)
    modules.each { |from| Primitive.refinement_import(self, from, owner) }
    self
  end
  private :import_methods

  def include(*)
    raise TypeError, "Refinement#include has been removed"
  end

  def prepend(*)
    raise TypeError, "Refinement#prepend has been removed"
  end

  undef_method :append_features
  undef_method :prepend_features
  undef_method :extend_object

  def inspect
    "#<refinement:#{target.inspect}@#{Primitive.ivar_hidden(self, :@__owner).inspect}>"
  end

  def to_s
    inspect
  end

  def name
    nil
  end
end

module Troupe
  module Refine
    # [class, refinement, …] of a module itself; the one refined last comes first.
    def self.of(owner)
      Primitive.ivar_hidden(owner, :@__refinements) || []
    end

    # … with those of the modules that it includes, which come later.
    def self.all(owner)
      pairs = []
      owner.ancestors.each { |m| pairs.concat(of(m)) }
      pairs
    end

    def self.find(owner, target)
      pairs = of(owner)
      i = 0
      while i < pairs.size
        return pairs[i + 1] if Primitive.same?(pairs[i], target)
        i += 2
      end
      made = Primitive.refinement_new(Refinement, target)
      Primitive.ivar_hide(made, :@__owner, owner)
      Primitive.ivar_hide(owner, :@__refinements, [target, made, *pairs].freeze)
      made
    end

    def self.check(mod)
      unless Primitive.is_module(mod) && !Primitive.is_class(mod)
        raise TypeError, "wrong argument type #{Troupe::Convert.describe(mod)} (expected Module)"
      end
      raise ArgumentError, "refinement module is not allowed" if Primitive.is_kind(mod, Refinement)
    end

    # `using` of the main object.
    def self.using_main(main, mod)
      check(mod)
      Primitive.using(all(mod), nil)
      main
    end
  end
end

class Module
  def refine(target, &block)
    raise ArgumentError, "no block given" if Primitive.same?(block, nil)
    raise ArgumentError, "can't pass a Proc as a block to Module#refine" if Primitive.proc_of_symbol(block)
    unless Primitive.is_module(target)
      raise TypeError, "wrong argument type #{Troupe::Convert.describe(target)} (expected Class or Module)"
    end
    refinement = Troupe::Refine.find(self, target)
    Primitive.refinement_eval(refinement, block, self)
    refinement
  end
  private :refine

  def using(mod)
    Troupe::Refine.check(mod)
    Primitive.using(Troupe::Refine.all(mod), self)
    self
  end
  private :using

  def refinements
    pairs = Troupe::Refine.of(self)
    list = []
    i = pairs.size - 1
    while i > 0
      list << pairs[i]
      i -= 2
    end
    list
  end

  def self.used_refinements
    Primitive.active_refinements
  end

  def self.used_modules
    owners = []
    Primitive.active_refinements.each { |r| owners << Primitive.ivar_hidden(r, :@__owner) }
    owners.uniq
  end
end

class Class
  undef_method :refine
end
