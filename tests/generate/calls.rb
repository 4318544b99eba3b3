# frozen_string_literal: true

require_relative "generator"

# One set of parameters, called in one way with several sets of arguments, some of them wrong.
class Calls < Generator
  Shape = Struct.new(:required, :optional, :rest, :post, :keys, :optional_keys, :keyrest, :block, keyword_init: true) do
    def positional = required.size + optional.size + post.size

    def keywords? = !keys.empty? || !optional_keys.empty? || keyrest
  end
  # Whether missing and surplus arguments are forgiven, an array spread: then 3.1 differs where there are keywords too.
  LOOSE = %i[yield proc_call proc_brackets instance_exec each_of].freeze
  METHODS = %i[call send public_send method_call method_brackets to_proc bind_call symbol_to_proc super zsuper forward delegate
               ruby2_keywords method_missing new define_method define_by_lambda lambda lambda_brackets safe_navigation
               zsuper_changed].freeze

  def program
    @kind = chance(35) ? pick(LOOSE) : pick(METHODS)
    @shape = shape
    lines = definition
    lines << told
    (2 + below(4)).times { lines << "t(begin; #{call(arguments)}; rescue ArgumentError, TypeError, RuntimeError => e; e; end)" }
    lines.join("\n") << "\n:end\n"
  end

  private

  def loose? = LOOSE.include?(@kind)

  # --- Parameters ----------------------------------------------------------------------------------------------------

  def shape
    optional = list(pick([0, 0, 0, 1, 2])) { "o#{number}" }
    rest = pick([nil, nil, nil, "*r", "*"])
    keyed = chance(45)
    Shape.new(required: list(pick([0, 1, 1, 2, 3])) { required_name }, optional: optional, rest: rest,
              post: optional.empty? && rest.nil? ? [] : list(pick([0, 0, 1, 2])) { required_name },
              keys: keyed ? list(pick([0, 1, 2])) { "k#{number}" } : [],
              optional_keys: keyed ? list(pick([0, 0, 1, 2])) { "k#{number}" } : [],
              keyrest: keyed ? pick([nil, nil, "**kr", "**"]) : pick([nil] * 8 + ["**nil"]), block: pick([nil, nil, "&b"]))
  end

  def required_name
    return "a#{number}" if chance(85) || @kind == :zsuper_changed

    names = list(1 + below(2)) { "a#{number}" }
    names.insert(below(names.size + 1), pick(["*", "*s#{number}"])) if chance(40)
    names.size == 1 && !names[0].start_with?("*") ? "(#{names[0]}, *)" : "(#{names.join(', ')})"
  end

  def default(names) = pick(["t(#{below(9)})", "t([#{names.last || 7}])", "#{below(9)}", "nil", "(t(:d); #{names.first || 1})"])

  def parameters
    s = @shape
    seen = s.required.grep(/\A\w/)
    parts = s.required + s.optional.map { |o| "#{o} = #{default(seen)}".tap { seen << o } }
    parts << s.rest if s.rest
    parts += s.post
    parts += (s.keys.map { |k| "#{k}:" } + s.optional_keys.map { |k| "#{k}: #{default(seen)}" }).shuffle(random: @random)
    parts << s.keyrest if s.keyrest
    parts << s.block if s.block
    parts.join(", ")
  end

  def names
    s = @shape
    found = (s.required + s.optional + s.post).flat_map { |p| p.scan(/\w+/) }
    found << "r" if s.rest == "*r"
    found += s.keys + s.optional_keys
    found << "kr" if s.keyrest == "**kr"
    found << "b&.call(1)" if s.block
    found
  end

  # Anonymous and nested parameters have other names in 3.1.
  def told
    callable = case @kind
               when *LOOSE, :lambda, :lambda_brackets then "f"
               when :new then "c.instance_method(:initialize)"
               when :method_missing then "o.method(:method_missing)"
               else "o.method(:m)"
               end
    @list.match?(/[(]|\*(,|\z)/) ? "t(#{callable}.arity)" : "t([#{callable}.arity, #{callable}.parameters])"
  end

  # --- The definition: what the calls call -----------------------------------------------------------------------------

  def definition
    @list = list = parameters
    body = "[#{names.join(', ')}]"
    given = "[#{[*names, 'block_given?'].join(', ')}]"
    case @kind
    when *LOOSE then ["f = proc { |#{list}| #{body} }"]
    when :lambda, :lambda_brackets then ["f = ->(#{list}) { #{body} }"]
    when :define_method then ["o = Class.new { define_method(:m) { |#{list}| #{body} } }.new"]
    when :define_by_lambda then ["o = Class.new { define_method(:m, &->(#{list}) { #{body} }) }.new"]
    when :method_missing
      ["o = Class.new { def method_missing(#{"name, #{list}".delete_suffix(', ')}) = [name, #{given}] }.new"]
    when :new then ["c = Class.new { def initialize(#{list}) = @a = #{given}; attr_reader :a }"]
    else method_definition(list, given)
    end
  end

  def method_definition(list, given)
    base = "Class.new { def m(#{list}) = #{given} }"
    case @kind
    when :super then ["o = Class.new(#{base}) { def n = 1; def m(*a, **k, &b) = super(*a, **k, &b) }.new"]
    when :zsuper then ["o = Class.new(Class.new { def m(*a, **k, &b) = [a, k, b&.call(2)] }) { def m(#{list}) = super }.new"]
    when :zsuper_changed then ["o = Class.new(Class.new { def m(*a, **k, &b) = [a, k, b&.call(2)] }) do", "  def m(#{list})",
                               *changes, "    super", "  end", "end.new"]
    when :forward then ["o = Class.new(#{base}) { def f(...) = m(...); def g(x, ...) = m(x, ...) }.new"]
    when :delegate then ["o = Class.new(#{base}) { def f(*a, **k, &) = m(*a, **k, &) }.new"]
    when :ruby2_keywords then ["o = Class.new(#{base}) { ruby2_keywords def f(*a, &b) = m(*a, &b) }.new"]
    else ["o = #{base}.new"]
    end
  end

  def changes = names.grep(/\A[aok]\d/).select { chance(40) }.map { |n| "    #{n} = t(:#{n})" }

  # --- Arguments -------------------------------------------------------------------------------------------------------

  Arguments = Struct.new(:positional, :keywords, :block)

  def arguments
    count = @shape.required.size + @shape.post.size + below(@shape.optional.size + 1)
    count += pick([0, 0, 0, 0, 1, 2, -1]) + (@shape.rest ? below(3) : 0)
    values = list([count, 0].max) { @kind == :each_of && touches_keywords? ? below(99).to_s : value }
    values[0] = below(99).to_s if values.size == 1 && loose? && touches_keywords?
    Arguments.new(grouped(values), keyword_arguments, block)
  end

  def touches_keywords? = @shape.keywords?

  def value
    return pick(["[#{below(9)}, #{below(9)}]", "[[1, 2], 3]", "[]", "[nil]"]) if chance(30)
    return pick(["{ a: 1 }", "{ \"x\" => 2 }", "{}"]) if chance(8)
    return "Listish.new(#{below(9)}, 2)" if chance(6) && !(loose? && touches_keywords?)

    pick([below(99).to_s, ":s", "nil", "\"x\""])
  end

  # Some of the values in splats.
  def grouped(values)
    result = []
    until values.empty?
      if chance(25)
        taken = values.shift(1 + below(3))
        result << pick(["*[#{taken.join(', ')}]", "*[#{taken.join(', ')}]", "*Splattable.new(#{taken.join(', ')})"])
      else
        result << values.shift
      end
      result << "*nil" << "*[]" if chance(3)
    end
    result
  end

  def keyword_arguments
    return chance(4) ? [pick(["**{}", "z: 1", "\"s\" => 1", "**{ z: 2 }"])] : [] unless @shape.keywords? || chance(5)

    keys = (@shape.keys.reject { chance(8) } + @shape.optional_keys.select { chance(50) })
    keys << pick(%w[z y]) if chance(@shape.keyrest ? 40 : 10)
    pairs = keys.uniq.shuffle(random: @random).map { |k| "#{k}: #{pick(["t(:#{k})", below(9), '[1]'])}" }
    pairs << "\"s\" => #{below(9)}" if chance(8)
    return pairs if chance(60) || pairs.empty?

    at = below(pairs.size)
    splat = pairs.slice!(at..).join(", ")
    pairs + [pick(["**{ #{splat} }", "**{ #{splat} }", "**Hashish.new({ #{splat} })"])]
  end

  def block = pick([nil, nil, nil, "&:to_s", "&->(x) { t(x) }", "&nil"])

  def joined(arguments, *first)
    [*first, *arguments.positional, *arguments.keywords, *arguments.block].join(", ")
  end

  def call(arguments)
    all = joined(arguments)
    case @kind
    when :yield then yielded(arguments)
    when :each_of then "each_of(#{[*arguments.positional, '&f'].join(', ')})"
    when :proc_call, :lambda then "f.#{pick(%w[call () yield])}(#{all})".sub("()(", "(")
    when :proc_brackets, :lambda_brackets then "f[#{without_block(arguments)}]"
    when :instance_exec then "3.instance_exec(#{[*arguments.positional, *arguments.keywords, '&f'].join(', ')})"
    when :new then "c.new(#{all}).a"
    else call_method(arguments, all)
    end
  end

  def without_block(arguments) = [*arguments.positional, *arguments.keywords].join(", ")

  def yielded(arguments)
    "->(&b) { Class.new { def self.y = yield(#{without_block(arguments)}) }.y(&b) }.call(&f)"
  end

  def call_method(arguments, all)
    case @kind
    when :send then "o.send(#{joined(arguments, ':m')})"
    when :public_send then "o.public_send(#{joined(arguments, '"m"')})"
    when :method_call then "o.method(:m).call(#{all})"
    when :method_brackets then "o.method(:m)[#{without_block(arguments)}]"
    when :to_proc then "o.method(:m).to_proc.(#{all})"
    when :bind_call then "o.class.instance_method(:m).bind_call(#{joined(arguments, 'o')})"
    when :symbol_to_proc then ":m.to_proc.call(#{joined(arguments, 'o')})"
    when :forward then chance(50) ? "o.f(#{all})" : "o.g(#{joined(arguments, '5')})"
    when :delegate, :ruby2_keywords then "o.f(#{all})"
    when :method_missing then "o.nowhere(#{all})"
    when :safe_navigation then "o&.m(#{all})"
    else "o.m(#{all})"
    end
  end
end
