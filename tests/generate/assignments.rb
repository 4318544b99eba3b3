# frozen_string_literal: true

require_relative "generator"

# Multiple assignment to variables, attributes, elements and nested lists of them; the operators that assign.
class Assignments < Generator
  def program
    @locals = []
    lines = list(1 + below(3)) { statement }
    names = lines.join.scan(/\bv\d+/).uniq
    ["x, y = Target.new(:x), Target.new(:y)", "@i = $g = nil", *("#{names.join(' = ')} = nil" unless names.empty?), *lines,
     "[#{[*names, '@i', '$g', 'x.contents', 'y.contents'].join(', ')}]", ""].join("\n")
  end

  private

  def statement
    case below(10)
    when 0..5 then chance(50) ? "t((#{targets} = #{values}))" : "#{targets} = #{values}"
    when 6 then operator_assignment
    when 7 then block_parameters
    when 8 then loop_variables
    else "t(#{target(0)} = #{value(1)})"
    end
  end

  # --- What is assigned to ---------------------------------------------------------------------------------------------

  def local
    name = "v#{chance(70) ? number : 1 + below(3)}"
    @locals << name
    name
  end

  def object = pick(%w[x y t(x) t(y)])

  def index = list(1 + (chance(20) ? 1 : 0)) { pick(["t(#{below(9)})", below(3).to_s, "t(:k)"]) }.join(", ")

  def target(depth, plain: false)
    return local if plain || chance(35)
    return "(#{targets(depth - 1)})" if depth.positive? && chance(30)

    case below(6)
    when 0, 1 then "#{object}.a"
    when 2, 3 then "#{object}[#{chance(15) ? "*t([#{index}])" : index}]"
    when 4 then "@i"
    else "$g"
    end
  end

  # At least a comma or a splat, so that it is a list wherever it stands.
  def targets(depth = 2, plain: false)
    found = list(1 + below(3)) { target(depth, plain: plain) }
    if chance(45)
      splat = chance(25) ? "*" : "*#{target(0, plain: plain)}"
      found.insert(below(found.size + 1), splat)
    end
    found.size == 1 ? "#{found[0]}, #{target(0, plain: plain)}" : found.join(", ")
  end

  # --- What is assigned ------------------------------------------------------------------------------------------------

  def values
    return value(2) if chance(35)

    found = list(1 + below(4)) { chance(20) ? "*#{splattable}" : value(2) }
    found.size == 1 && !found[0].start_with?("*") ? "#{found[0]}, #{value(1)}" : found.join(", ")
  end

  def splattable = pick(["t([1, 2])", "[]", "nil", "Splattable.new(3, 4)", "(1..2)", "[#{value(1)}]", "[[1, 2], 3]"])

  def value(depth)
    return "[#{list(below(4)) { value(depth - 1) }.join(', ')}]" if depth.positive? && chance(35)

    case below(12)
    when 0..4 then "t(#{below(99)})"
    when 5 then "nil"
    when 6 then "Listish.new(#{below(9)}, [#{below(9)}])"
    when 7 then @locals.empty? ? "1" : pick(@locals)
    when 8 then "#{object}.a"
    when 9 then "#{object}[#{index}]"
    when 10 then "(t(:v); #{below(9)})"
    else ":s"
    end
  end

  # --- Others ----------------------------------------------------------------------------------------------------------

  def operator_assignment
    left = pick(["#{object}.a", "#{object}[#{index}]", "@i", "$g", local, "#{object}&.a", "x[*t([1, 2])]", "nil&.a"])
    operator = pick(%w[||= &&= ||= &&= +=])
    right = operator == "+=" ? "t(#{below(9)})" : pick([value(1), "(t(:r); nil)", "false"])
    line = "t(#{left} #{operator} #{right})"
    operator == "+=" ? "#{line} rescue t($!.class)" : line
  end

  # When to_ary is asked of what a loop hands over, before or after the targets' receivers, is left out.
  def loop_variables
    values = list(1 + below(3)) { value(2) }.grep_v(/\A(Listish|\$g|@i|\w+\[|\w+\.|v\d)/)
    "for #{targets(1, plain: chance(50))} in [#{values.join(', ')}] do t(:body) end"
  end

  def block_parameters
    names = targets(2, plain: true)
    shown = names.scan(/v\d+/).uniq
    names = names.gsub(/v(\d+)/, 'p\1')
    shown.map! { |name| name.sub("v", "p") }
    return "t(:same)" if shown.size != names.scan(/p\d+/).size # a name twice is an error

    "each_of(#{list(1 + below(3)) { value(3) }.join(', ')}) { |#{names}| t([#{shown.join(', ')}]) }"
  end
end
