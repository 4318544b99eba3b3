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
