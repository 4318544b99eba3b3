# frozen_string_literal: true

require_relative "generator"

# Nested loops, blocks, methods and exception handlers with every jump between them. Each leaves a trace.
#
# Jumps are always conditional, so that every expression may have a value.
class Flow < Generator
  # What jumps may stand here: loop: break, next and redo; retry; method: return.
  Place = Struct.new(:loop, :retry, :method, keyword_init: true)
  COMPOUND = %i[conditional cases matching loops loops blocks blocks handlers handlers handlers callables values catching
                classes].freeze

  def program
    @lines = 12 + below(16)
    body = statements(Place.new(method: true), 4)
    "m = Class.new do\n  def m(#{pick(['', 'n = 0'])})\n#{indent(indent(body))}    t(:end)\n  end\n" \
      "end.new\nt(m.m { |x| t(x); #{pick(['x', 'next 7', '[x]'])} })\n"
  end

  private

  def indent(text) = text.gsub(/^(?=.)/, "  ")

  def statements(place, depth)
    text = +""
    (1 + below(3)).times do
      break if @lines.negative?

      text << statement(place, depth)
    end
    text << "t(#{number})\n"
  end

  def statement(place, depth)
    @lines -= 1
    return simple(place) if depth.zero? || chance(30)

    send(pick(COMPOUND), place, depth - 1)
  end

  def simple(place)
    case below(10)
    when 0, 1 then "t(#{number})\n"
    when 2 then "raise #{pick(['E1', 'E2', '"text"', 'E1, "m"'])} if #{condition}\n"
    when 3 then "yielding(#{number}) { |x| t(x); #{jump(Place.new(loop: :block, method: place.method))} }\n"
    when 4 then "t(#{condition} #{pick(%w[&& ||])} t(#{number}))\n"
    else "#{jump(place)}\n"
    end
  end

  # Now and then true; those of loops count, so that none goes on for ever.
  def condition
    pick(["t(true)", "t(false)", "t(nil)", "$trace.size % #{2 + below(4)} == 0", "$trace.size > #{below(40)}", "t(#{number})"])
  end

  def jump(place)
    found = []
    value = pick(["", "", " #{number}", " t(#{number})", " [1, 2]", " *[#{number}]", " 1, 2"])
    found << "break#{value}" << "next#{value}" if place.loop
    found << "redo" if place.loop
    found << "retry" if place.retry
    found << "return#{value}" if place.method
    found << "throw(:tag, #{number})" if @catching
    return "t(#{number})" if found.empty?

    chosen = pick(found)
    # What repeats does so a few times at most.
    return "#{chosen} if (@c#{counter = number} = (@c#{counter} || 0) + 1) < #{2 + below(2)}" if %w[redo retry].include?(chosen)

    "#{chosen} #{pick(%w[if unless])} #{condition}"
  end

  # --- Compound statements -------------------------------------------------------------------------------------------

  def captured(text)
    name = "v#{number}"
    "#{name} = #{text.chomp}\nt(#{name})\n"
  end

  def maybe_captured(text) = chance(60) ? captured(text) : text

  def conditional(place, depth)
    text = +"#{pick(%w[if unless])} #{condition}\n#{indent(statements(place, depth))}"
    text << "else\n#{indent(statements(place, depth))}" if chance(50)
    maybe_captured("#{text}end\n")
  end

  def cases(place, depth)
    text = +"case t(#{below(4)})\n"
    (1 + below(3)).times do |i|
      pattern = pick(["#{i}", "0, #{i}", "*[#{i}, 2]", "Integer", "2..3", "->(x) { t(x) == #{i} }"])
      text << "when #{pattern}\n#{indent(statements(place, depth))}"
    end
    text << "else\n#{indent(statements(place, depth))}" if chance(60)
    maybe_captured("#{text}end\n")
  end

  def pattern(depth)
    parts = list(below(3)) do
      next pattern(depth - 1) unless depth.zero?

      pick(["Integer", "1", "nil", "m#{number}", "_", "0..2", "1 | 3", "^(1 + 1)"])
    end
    parts.insert(below(parts.size + 1), pick(["*", "*m#{number}"])) if chance(40)
    text = "[#{parts.join(', ')}]"
    text += " => m#{number}" if chance(20)
    text
  end

  def matching(place, depth)
    text = +"case t([#{below(4)}, [#{below(4)}, nil], #{below(4)}]#{pick(['', '.drop(1)', '[1]'])})\n"
    (1 + below(3)).times do
      text << "in #{pattern(1)}#{" #{pick(%w[if unless])} #{condition}" if chance(25)}\n"
      text << indent("t([#{text.lines.last.scan(/\bm\d+/).join(', ')}])\n" + statements(place, depth))
    end
    text << "else\n#{indent(statements(place, depth))}" if chance(60)
    maybe_captured("#{text}end\n")
  end

  def loops(place, depth)
    inside = Place.new(loop: :while, method: place.method)
    count = "@w#{number}"
    going = "(#{count} = (#{count} || 0) + 1) < #{2 + below(4)}"
    body = indent(statements(inside, depth))
    case below(4)
    when 0 then maybe_captured("while #{going}\n#{body}end\n")
    when 1 then maybe_captured("until !(#{going})\n#{body}end\n")
    when 2 then "begin\n#{body}end while #{going}\n"
    else maybe_captured("for #{pick(["e#{number}", '@e'])} in [1, 2, 3] do\n#{body}end\n")
    end
  end

  def blocks(place, depth)
    body = indent(statements(Place.new(loop: :block, method: place.method), depth))
    head = pick(["each_of(1, 2, 3) do |x#{number}|", "yielding(#{number}) do", "2.times do |x#{number}|",
                 "[3, 4].map do |x#{number}|", "[1, 2].each do", "1.upto(2) do", "{ a: 1 }.each do |k#{number}, l#{number}|", "[1, 2].each_with_index do",
                 "[2, 1].sort_by do |x#{number}|", "[1, 2].inject do |x#{number}, y#{number}|"])
    body << "  1\n" if head.include?("sort_by")
    maybe_captured("#{head}\n#{body}end\n")
  end

  def handlers(place, depth)
    text = +"begin\n#{indent(statements(place, depth))}"
    text << "  raise #{pick(%w[E1 E2 "text"])} if #{condition}\n" if chance(50)
    rescues = below(3)
    rescues.times do
      kind = pick(["", " E1", " E2", " E1, E2", " *[E2, TypeError]", " => e#{number}", " StandardError => @error"])
      text << "rescue#{kind}\n#{indent(statements(Place.new(loop: place.loop, method: place.method, retry: true), depth))}"
    end
    text << "else\n#{indent(statements(place, depth))}" if rescues.positive? && chance(35)
    # 3.1 knows no retry here, takes the loop in which the body was left for the one around, and runs the clause once more when
    # it returns.
    inside = Place.new
    text << "ensure\n#{indent(statements(inside, depth))}" if rescues.zero? || chance(50)
    chance(40) ? "t((#{indent("\n#{text}end")}))\n" : maybe_captured("#{text}end\n")
  end

  def callables(place, depth)
    inside = Place.new(loop: :block, method: true)
    case below(5)
    when 0 then captured("-> do\n#{indent(statements(inside, depth))}end.call\n")
    when 1 then captured("lambda do |x = 1|\n#{indent(statements(inside, depth))}end.()\n")
    when 2
      inside = Place.new(loop: :block, method: place.method)
      captured("proc do\n#{indent(statements(inside, depth))}end.call\n")
    when 3
      name = "d#{number}"
      "define_singleton_method(:#{name}) do\n#{indent(statements(inside, depth))}end\n" + captured(name)
    else
      name = "d#{number}"
      inside = Place.new(method: true)
      "def self.#{name}\n#{indent(outside { statements(inside, depth) })}end\n" + captured("#{name} { |x| t(x) }")
    end
  end

  def values(place, depth)
    # 3.1 loses its operands when an ensure overrides a return among them.
    inside = Place.new(loop: place.loop, retry: place.retry)
    case below(5)
    when 0 then captured("(#{condition} ? t(#{number}) : (t(#{number}); #{number}))")
    when 1 then captured("(raise(E1) if #{condition}; #{number}) rescue t(#{number})")
    when 2 then "t(\"a\#{#{number}}b\#{begin\n#{indent(statements(inside, depth))}end}\")\n"
    when 3 then captured("[t(#{number}), begin\n#{indent(statements(inside, depth))}end, t(#{number})]")
    else captured("t(begin\n#{indent(statements(place, depth))}end)")
    end
  end

  def catching(place, depth)
    before, @catching = @catching, true
    inside = Place.new(loop: :block, method: place.method)
    captured("catch(:tag) do\n#{indent(statements(inside, depth))}end\n")
  ensure
    @catching = before
  end

  def classes(_place, depth)
    head = pick(["class << self", "class << Object.new"])
    text = outside { statements(Place.new, depth) }
    captured("#{head}\n#{indent(text)}end\n")
  end

  # In a body of its own, where an enclosing catch is not seen.
  def outside
    before, @catching = @catching, nil
    yield
  ensure
    @catching = before
  end
end
