# Comparable: everything by <=>.
module Comparable
  def ==(other)
    return true if Primitive.same?(self, other)
    return false if Primitive.recursing(1)
    order = self <=> other
    return false if Primitive.same?(order, nil)
    Troupe.order_sign(order, self, other) == 0
  end

  def >(other)
    Troupe.order_sign(self <=> other, self, other) > 0
  end

  def >=(other)
    Troupe.order_sign(self <=> other, self, other) >= 0
  end

  def <(other)
    Troupe.order_sign(self <=> other, self, other) < 0
  end

  def <=(other)
    Troupe.order_sign(self <=> other, self, other) <= 0
  end

  def between?(min, max)
    return false if Troupe.order_sign(self <=> min, self, min) < 0
    Troupe.order_sign(self <=> max, self, max) <= 0
  end

  def clamp(min, max = (none = true))
    if none
      unless Primitive.is_kind(min, Range)
        raise TypeError, "wrong argument type #{Primitive.real_class(min)} (expected Range)"
      end
      max = min.end
      exclusive = min.exclude_end?
      min = min.begin
      raise ArgumentError, "cannot clamp with an exclusive range" if exclusive && !Primitive.same?(max, nil)
    end
    low = !Primitive.same?(min, nil)
    high = !Primitive.same?(max, nil)
    if low && high && Troupe.order_sign(min <=> max, min, max) > 0
      raise ArgumentError, "min argument must be less than or equal to max argument"
    end
    if low
      order = Troupe.order_sign(self <=> min, self, min)
      return self if order == 0
      return min if order < 0
    end
    if high
      return max if Troupe.order_sign(self <=> max, self, max) > 0
    end
    self
  end
end

module Troupe
  # -1, 0 or 1 for what <=> gave; ArgumentError for nil.
  def self.order_sign(order, a, b)
    return order if Primitive.is_fixnum(order)
    if Primitive.same?(order, nil)
      special = Primitive.same?(b, nil) || Primitive.same?(b, true) || Primitive.same?(b, false)
      special ||= Primitive.is_integer(b) || Primitive.is_float(b) || Primitive.is_symbol(b)
      shown = special ? b.inspect : Primitive.real_class(b).to_s
      raise ArgumentError, "comparison of #{Primitive.real_class(a)} with #{shown} failed"
    end
    return 1 if order > 0
    order < 0 ? -1 : 0
  end
end
