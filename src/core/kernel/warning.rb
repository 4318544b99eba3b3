# Warnings: what `warn` and the vm's own go through.
module Warning
  def self.[](category)
    case category
    when :deprecated, :strict_unused_block then Primitive.same?(@__deprecated, true)
    when :experimental then !Primitive.same?(@__experimental, false)
    when :performance then Primitive.same?(@__performance, true)
    else raise ArgumentError, "unknown category: #{category}"
    end
  end

  def self.[]=(category, flag)
    flag = flag ? true : false
    case category
    when :deprecated, :strict_unused_block then @__deprecated = flag
    when :experimental then @__experimental = flag
    when :performance then @__performance = flag
    else raise ArgumentError, "unknown category: #{category}"
    end
  end

  def self.categories
    [:deprecated, :experimental, :performance, :strict_unused_block]
  end

  def warn(message, category: nil)
    Troupe.check_warning_category(category) unless Primitive.same?(category, nil)
    unless Primitive.is_string(message)
      raise TypeError, "wrong argument type #{Primitive.real_class(message)} (expected String)"
    end
    $stderr.write(message)
    nil
  end

  extend self
end

module Kernel
  module_function

  def warn(*messages, uplevel: nil, category: nil)
    unless Primitive.same?(category, nil)
      category = Troupe::Convert.to_sym(category)
      Troupe.check_warning_category(category)
    end
    return nil if Primitive.same?(Primitive.verbose, nil) || messages.empty?
    return nil if category && !Warning[category]
    prefix = Primitive.same?(uplevel, nil) ? "" : Troupe.warning_prefix(uplevel)
    text = Troupe.warning_text(prefix, messages)
    return nil if text.empty?
    if category
      Warning.warn(text, category: category)
    else
      Warning.warn(text)
    end
    nil
  end
end

module Troupe
  def self.warning_prefix(uplevel)
    uplevel = Convert.to_int(uplevel)
    raise ArgumentError, "negative level (#{uplevel})" if uplevel < 0
    place = Primitive.caller_texts(uplevel, 1)[0]
    return "warning: " unless place
    at = place.index(":in ")
    place = place[0, at] if at
    "#{place}: warning: "
  end

  def self.warning_text(prefix, messages)
    text = +prefix
    i = 0
    while i < messages.size
      text << warning_line(messages[i])
      i += 1
    end
    text
  end

  def self.warning_line(message)
    if Primitive.is_array(message)
      text = +""
      i = 0
      while i < message.size
        text << warning_line(message[i])
        i += 1
      end
      return text
    end
    text = message.to_s
    text.end_with?("\n") ? text : "#{text}\n"
  end

  def self.check_warning_category(category)
    return if category == :deprecated || category == :experimental || category == :performance ||
              category == :strict_unused_block
    raise ArgumentError, "unknown category: #{category}"
  end
end
