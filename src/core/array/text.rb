# Array: inspect and join of items of any class.
class Array
  def inspect
    return "[...]" if Primitive.guard_enter(:inspect, self, nil)
    begin
      out = +"["
      i = 0
      while i < Primitive.array_size
        out << ", " if i > 0
        out << Troupe::Walk.inspected(Primitive.array_at(i))
        i += 1
      end
      out << "]"
    ensure
      Primitive.guard_leave
    end
  end

  alias to_s inspect

  def join(separator = nil)
    if nil == separator
      separator = $,
      Kernel.warn("$, is set to non-nil value", uplevel: 0) unless nil == separator
    end
    return String.new(encoding: Encoding::US_ASCII) if Primitive.array_size == 0
    separator = Troupe::Convert.to_str(separator) unless nil == separator
    Troupe::Join.add(String.new(encoding: Encoding::US_ASCII), self, separator)
  end
end

module Troupe
  module Join
    def self.add(out, items, separator)
      raise ArgumentError, "recursive array join" if Primitive.guard_enter(:join, items, nil)
      begin
        i = 0
        while i < Primitive.array_size_of(items)
          out << separator if i > 0 && !(nil == separator)
          add_item(out, Primitive.array_at_of(items, i), separator)
          i += 1
        end
        out
      ensure
        Primitive.guard_leave
      end
    end

    def self.add_item(out, x, separator)
      if Primitive.is_string(x)
        out << x
      elsif Primitive.is_array(x)
        add(out, x, separator)
      elsif !(nil == (s = Troupe::Convert.try_str(x)))
        out << s
      elsif !(nil == (a = Troupe::Convert.try_ary(x)))
        add(out, a, separator)
      else
        out << Convert.text(x)
      end
    end
  end
end
