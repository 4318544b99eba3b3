# What Kernel reads and writes by way of $stdin, $stdout and ARGF.
module Kernel
  module_function

  def printf(*arguments)
    return nil if arguments.empty?
    out = $stdout
    out = arguments.shift unless Primitive.is_string(arguments[0])
    out.write(format(*arguments))
    nil
  end

  # $stdout itself, when it is no IO and has no puts of its own, is written to.
  def puts(*values)
    out = $stdout
    if Primitive.same?(self, out)
      out.write(Troupe.puts_text(values))
    else
      out.__send__(:puts, *values)
    end
    nil
  end

  def print(*values)
    values = [Primitive.last_line] if values.empty?
    $stdout.write(*Troupe.print_texts(values))
    nil
  end

  def p(*values)
    i = 0
    text = +""
    while i < values.size
      text << values[i].inspect << "\n"
      i += 1
    end
    $stdout.write(text) if i > 0
    return nil if i == 0
    i == 1 ? values[0] : values
  end

  def pp(*values)
    p(*values)
  end

  def putc(character)
    out = $stdout
    if Primitive.same?(self, out)
      out.write(Troupe.character_text(character))
      character
    else
      out.__send__(:putc, character)
    end
  end

  def gets(*arguments, **options)
    Troupe.input.gets(*arguments, **options)
  end

  def readline(*arguments, **options)
    Troupe.input.readline(*arguments, **options)
  end

  def readlines(*arguments, **options)
    Troupe.input.readlines(*arguments, **options)
  end
end

module Troupe
  # What gets reads.
  def self.input
    Primitive.same?(Primitive.ractor_main, Primitive.ractor_current) ? ARGF : $stdin
  end

  # What putc writes of a String or a number.
  def self.character_text(character)
    Primitive.is_string(character) ? character[0] : (Convert.to_int(character) & 255).chr
  end

  def self.print_texts(values)
    texts = []
    i = 0
    while i < values.size
      texts << $, if i > 0 && $,
      texts << text_of(values[i])
      i += 1
    end
    texts << $\ if $\
    texts
  end

  def self.puts_text(values)
    text = +""
    i = 0
    while i < values.size
      add_line(text, values[i], nil)
      i += 1
    end
    text << "\n" if text.empty? && (values.size == 0 || Primitive.is_array(values[0]))
    text
  end

  def self.text_of(value)
    return value if Primitive.is_string(value)
    text = value.to_s
    Primitive.is_string(text) ? text : Primitive.any_to_s_of(value)
  end

  # Appends what puts prints of a value; `inside` are the arrays around it.
  def self.add_line(text, value, inside)
    if Primitive.is_string(value)
      line = value
    else
      list = Convert.try_ary(value)
      return add_lines(text, list, inside) unless Primitive.same?(list, nil)
      line = text_of(value)
    end
    text << line
    text << "\n" unless line.end_with?("\n")
  end

  def self.add_lines(text, list, inside)
    inside ||= []
    if inside.any? { |one| Primitive.same?(one, list) }
      text << "[...]\n"
      return
    end
    inside.push(list)
    i = 0
    while i < list.size
      add_line(text, list[i], inside)
      i += 1
    end
    inside.pop
  end
end
