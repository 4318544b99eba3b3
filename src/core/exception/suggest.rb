# What is shown with some errors: the call in its source line, and "Did you mean?", names like the one that is missing. The
# measures and their limits are those of the did_you_mean gem.
module Troupe
  module Suggest
    def self.text(names)
      names.empty? ? "" : "\nDid you mean?  #{names.join("\n               ")}"
    end

    # Those of the names that are near enough to the wrong one, nearest first.
    def self.near(wrong, names)
      input = wrong.to_s.downcase
      threshold = input.size > 3 ? 0.834 : 0.77
      words = names.map { |name| [name, name.to_s.downcase] }
      words = words.select { |_, word| winkler(word, input) >= threshold }
      words = words.reject { |name, _| name.to_s == wrong.to_s }
      words = words.sort_by { |_, word| -winkler(word, input) }
      limit = (input.size * 0.25).ceil
      close = words.select { |_, word| levenshtein(word, input) <= limit }
      if close.empty?
        close = words.select do |_, word|
          length = input.size < word.size ? input.size : word.size
          levenshtein(word, input) < length
        end
        close = close[0, 1]
      end
      close.map { |name, _| name }
    end

    def self.jaro(a, b)
      a, b = b, a if a.size > b.size
      return 0.0 if a.empty?
      range = b.size > 3 ? b.size / 2 - 1 : 0
      a = a.chars
      b = b.chars
      in_a = []
      in_b = []
      i = 0
      while i < a.size
        j = i < range ? 0 : i - range
        last = i + range < b.size ? i + range : b.size - 1
        while j <= last
          if !in_b[j] && a[i] == b[j]
            in_a[i] = in_b[j] = true
            break
          end
          j += 1
        end
        i += 1
      end
      left = a.each_index.select { |at| in_a[at] }.map { |at| a[at] }
      right = b.each_index.select { |at| in_b[at] }.map { |at| b[at] }
      m = left.size.to_f
      return 0.0 if m == 0.0
      t = left.each_index.count { |at| left[at] != right[at] } / 2
      (m / a.size + m / b.size + (m - t) / m) / 3
    end

    def self.winkler(a, b)
      distance = jaro(a, b)
      return distance if distance <= 0.7
      same = 0
      same += 1 while same < 4 && same < a.size && same < b.size && a[same] == b[same]
      distance + same * 0.1 * (1 - distance)
    end

    def self.levenshtein(a, b)
      row = (0..b.size).to_a
      a.each_char.with_index do |one, i|
        corner = i + 1
        b.each_char.with_index do |other, j|
          cost = [row[j + 1] + 1, corner + 1, row[j] + (one == other ? 0 : 1)].min
          row[j] = corner
          corner = cost
        end
        row[b.size] = corner
      end
      row[b.size]
    end

    def self.for_name(error)
      name = error.name
      return [] unless Primitive.is_symbol(name) || Primitive.is_string(name)
      return [] unless Primitive.ivar_hidden_set(error, :@__receiver)
      receiver = error.receiver
      text = name.to_s
      if text.start_with?("@")
        names = text.start_with?("@@") ? receiver.class_variables : receiver.instance_variables
      elsif text.match?(/\A[A-Z]/) && !Primitive.is_kind(error, NoMethodError)
        names = constants_around(receiver)
      else
        names = methods_of(receiver, !Primitive.is_kind(error, NoMethodError))
      end
      near(name, names)
    rescue NoMethodError, ArgumentError, TypeError
      []
    end

    def self.constants_around(receiver)
      return Object.constants unless Primitive.is_module(receiver) || Primitive.is_class(receiver)
      (receiver.constants + Object.constants).uniq
    end

    def self.methods_of(receiver, private_too)
      names = Kernel.instance_method(:methods).bind_call(receiver)
      names |= Kernel.instance_method(:instance_variables).bind_call(receiver) if private_too
      names |= Kernel.instance_method(:private_methods).bind_call(receiver) if private_too
      names
    end

    def self.for_key(error)
      return [] unless Primitive.ivar_hidden_set(error, :@__receiver) && Primitive.ivar_hidden_set(error, :@__key)
      key = error.key
      receiver = error.receiver
      return [] unless Primitive.is_symbol(key) || Primitive.is_string(key)
      return [] unless receiver.respond_to?(:keys)
      names = receiver.keys.select { |one| Primitive.is_symbol(one) || Primitive.is_string(one) }
      near(key, names).map(&:inspect)
    end
  end
end

module Troupe
  # The source line of an error with the call, or its arguments, marked. The file is read when the error is shown.
  module Highlight
    def self.text(error, arguments)
      place = Primitive.exception_place(error, arguments)
      return "" unless place
      line = source_line(place[0].name, place[1])
      return "" unless line && place[3] <= line.bytesize
      indent = line.byteslice(0, place[2]).gsub(/[^\t]/, " ")
      "\n\n#{line}\n#{indent}#{"^" * line.byteslice(place[2], place[3] - place[2]).size}"
    end

    def self.bold(text, highlight)
      highlight ? text.gsub(/.+/) { |line| "\e[1m#{line}\e[m" } : text
    end

    def self.source_line(path, number)
      return nil unless File.file?(path)
      File.open(path) do |file|
        (number - 1).times { file.gets }
        file.gets&.chomp
      end
    rescue SystemCallError, IOError
      nil
    end
  end
end

class NameError
  def detailed_message(highlight: false, did_you_mean: true, error_highlight: true, **options)
    shown = super(highlight: highlight, **options)
    more = error_highlight ? Troupe::Highlight.text(self, false) : ""
    more += Troupe::Suggest.text(Troupe::Suggest.for_name(self)) if did_you_mean
    shown + Troupe::Highlight.bold(more, highlight)
  end
end

class TypeError
  def detailed_message(highlight: false, error_highlight: true, **options)
    shown = super(highlight: highlight, **options)
    error_highlight ? shown + Troupe::Highlight.bold(Troupe::Highlight.text(self, true), highlight) : shown
  end
end

class ArgumentError
  def detailed_message(highlight: false, error_highlight: true, **options)
    shown = super(highlight: highlight, **options)
    error_highlight ? shown + Troupe::Highlight.bold(Troupe::Highlight.text(self, true), highlight) : shown
  end
end

class KeyError
  def detailed_message(highlight: false, did_you_mean: true, **options)
    found = did_you_mean ? Troupe::Suggest.for_key(self) : []
    super(highlight: highlight, **options) + Troupe::Highlight.bold(Troupe::Suggest.text(found), highlight)
  end
end
