# frozen_string_literal: true

# A program of actors as a list of steps. A step belongs to an actor's body and to a group: what one action made, in whatever
# bodies. Names of variables and methods (x1, m2) are assigned once in a program, so a group needs those in which a name it uses
# comes first, and the one that spawned its body. What is closed under that is a program: a failing one is made smaller so.
module Storm
  # What a variable of one body holds. `thing` is shared by the variables of all bodies that hold the same class, port, actor …
  # A variable that a method's proc reads is not forgotten.
  Variable = Struct.new(:name, :kind, :tag, :thing, :read) do
    def to_s = name
  end

  # What is known of a thing whatever body names it: who made it, which methods it has: name => [the body whose definition is
  # sure to be there (nil: nobody's), the value, whether it is the class's own].
  Thing = Struct.new(:owner, :methods, :state)

  # An actor's body. `parent` spawned it; `home` is the variable by which it knows its parent.
  class Body
    attr_reader :number, :parent, :variables
    attr_accessor :alive, :handle, :home, :result

    def initialize(number, parent)
      @number = number
      @parent = parent
      @variables = []
      @alive = true
    end

    def main? = parent.nil?
  end

  Step = Struct.new(:group, :body, :text, :child) do
    def names = text.scan(/\b[xm]\d+\b/).uniq
  end

  class Program
    attr_reader :case_number, :steps, :declarations, :files

    def initialize(case_number)
      @case_number = case_number
      @steps = []
      @declarations = []
      @files = {}
    end

    def groups = steps.map(&:group).uniq

    # Without some of the groups, and without what needs them.
    def without(dropped)
      lost = dropped.to_h { |group| [group, true] }
      loop do
        more = needs.select { |group, needed| !lost[group] && needed.any? { |other| lost[other] } }.keys
        break if more.empty?

        more.each { |group| lost[group] = true }
      end
      dup.tap { |program| program.instance_variable_set(:@steps, steps.reject { |step| lost[step.group] }) }
    end

    def source
      <<~RUBY
        #{declarations.join("\n").strip}
        Storm.run(#{case_number}) do
        #{root ? text_of(root, 1) : ''}end
      RUBY
    end

    private

    def root = steps.map(&:body).find(&:main?)

    # The groups that each group needs.
    def needs
      @needs ||= begin
        first = {}
        spawned = {}.compare_by_identity
        found = Hash.new { |hash, group| hash[group] = [] }
        steps.each do |step|
          spawned[step.child] = step.group if step.child
          needed = step.names.map { |name| first[name] ||= step.group }
          needed << spawned[step.body] unless step.body.main?
          found[step.group] |= needed - [step.group]
        end
        found.default_proc = nil
        found
      end
    end

    def text_of(body, depth)
      steps.select { |step| step.body.equal?(body) }.map do |step|
        text = step.child ? step.text.sub("BODY") { "\n#{text_of(step.child, 1)}" } : step.text
        text.gsub(/^(?=.)/, "  " * depth) + "\n"
      end.join
    end
  end
end
