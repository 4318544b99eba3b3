# What all numbers share: the coerce protocol, rounding, stepping, and Numeric itself.
module Troupe
  module Coerce
    def self.describe(x)
      return x.inspect if nil == x || true == x || false == x || Primitive.is_symbol(x) || Primitive.is_float(x)
      Primitive.real_class(x).to_s
    end

    def self.failed(x, y)
      raise TypeError, "#{describe(y)} can't be coerced into #{Primitive.real_class(x)}"
    end

    def self.compare_failed(x, y)
      shown = Primitive.is_integer(y) ? y.to_s : describe(y)
      raise ArgumentError, "comparison of #{Primitive.real_class(x)} with #{shown} failed"
    end

    def self.checked(r)
      return r if Primitive.is_array(r) && Primitive.array_size_of(r) == 2
      raise TypeError, "coerce must return [x, y]"
    end

    # [x, y] as y coerces them.
    def self.pair(x, y)
      failed(x, y) unless Troupe::Convert.responds?(y, :coerce)
      checked(y.__send__(:coerce, x))
    end

    # The same, or nil when y does not coerce.
    def self.try_pair(x, y)
      return nil unless Troupe::Convert.responds?(y, :coerce)
      r = y.__send__(:coerce, x)
      nil == r ? nil : checked(r)
    end

    def self.order_pair(x, y)
      try_pair(x, y) || compare_failed(x, y)
    end

    # The result of an ordering operator after coercion.
    def self.ordered(x, y, r)
      nil == r ? compare_failed(x, y) : r
    end

    def self.compare(x, y)
      c = try_pair(x, y)
      nil == c ? nil : c[0] <=> c[1]
    end

    # x <=> y as an Integer -1, 0, 1, for sort, min, max.
    def self.order(x, y)
      sign(x <=> y, x, y)
    end

    def self.sign(r, x, y)
      if Primitive.is_integer(r)
        return r < 0 ? -1 : r > 0 ? 1 : 0
      end
      compare_failed(x, y) if nil == r
      return 1 if r > 0
      return -1 if r < 0
      0
    end
  end

  module Rounding
    # 0 half up, 1 half even, 2 half down
    def self.mode(half)
      return 0 if nil == half
      if Primitive.is_symbol(half)
        name = half.to_s
      else
        name = Troupe::Convert.try_str(half)
        raise ArgumentError, "invalid rounding mode (#{half})" if nil == name
      end
      return 0 if name == "up"
      return 1 if name == "even"
      return 2 if name == "down"
      raise ArgumentError, "invalid rounding mode: #{name}"
    end

    def self.digits(n)
      n = Troupe::Convert.to_int(n)
      return n if n >= -0x80000000 && n <= 0x7fffffff
      raise RangeError, "integer #{n} too #{n < 0 ? "small" : "big"} to convert to 'int'"
    end

    def self.zero?(i, n)
      -0.415241 * n - 0.125 > (i.abs.bit_length + 7) / 8
    end

    # i to -n digits, n < 0
    def self.round(i, n, mode)
      return 0 if zero?(i, n)
      f = 10**-n
      h = f / 2
      r = i % f
      low = i - r
      if r == h
        up = mode == 0 ? i > 0 : mode == 1 ? (low / f).odd? : i < 0
      else
        up = r > h
      end
      up ? low + f : low
    end

    def self.floor(i, n)
      return 0 if i >= 0 && zero?(i, n)
      i - i % 10**-n
    end

    def self.ceil(i, n)
      return 0 if i <= 0 && zero?(i, n)
      f = 10**-n
      r = i % f
      r == 0 ? i : i - r + f
    end
  end

  # Arguments and loops of Numeric#step and Range#step.
  module Step
    def self.negative?(step)
      if Primitive.is_integer(step) || Primitive.is_float(step)
        return step < 0
      end
      Troupe::Coerce.failed(0, step) unless Primitive.responds(step, :>)
      !(step > 0)
    end

    # How many values a Float step visits.
    def self.float_size(from, to, by, exclusive)
      return 0 if from.nan? || to.nan? || by.nan?
      return (by > 0 ? from <= to : from >= to) ? 1 : 0 if by.infinite?
      return Float::INFINITY if by == 0.0
      n = (to - from) / by
      err = (from.abs + to.abs + (to - from).abs) / by.abs * Float::EPSILON
      err = 0.5 if err > 0.5
      if exclusive
        return 0 if n <= 0
        return n if n.infinite?
        n = n < 1 ? 0 : (n - err).floor
        d = (n + 1) * by + from
        n += 1 if from < to ? d < to : from > to && d > to
        return n + 1
      end
      return 0 if n < 0
      n += err
      n.infinite? || n.nan? ? n : n.floor + 1
    end

    def self.float_at(from, to, by, i)
      d = i * by + from
      (by >= 0 ? to < d : d < to) ? to : d
    end

    # The size of from.step(to, by) for core numbers.
    def self.size(from, to, by, exclusive)
      if Primitive.is_float(from) || Primitive.is_float(to) || Primitive.is_float(by)
        return float_size(from.to_f, nil == to ? endless(by) : to.to_f, by.to_f, exclusive)
      end
      return Float::INFINITY if nil == to || by == 0
      if by < 0
        return 0 if from < to
        n = (from - to).div(-by)
      else
        return 0 if from > to
        n = (to - from).div(by)
      end
      n += 1 unless exclusive && from + n * by == to
      n
    end

    def self.endless(by)
      by < 0 ? -Float::INFINITY : Float::INFINITY
    end

    def self.each(from, to, by, exclusive, &block)
      if Primitive.is_float(from) || Primitive.is_float(to) || Primitive.is_float(by)
        each_float(from.to_f, nil == to ? endless(by) : to.to_f, by.to_f, exclusive, &block)
      elsif nil == to
        loop_endless(from, by, &block)
      elsif negative?(by)
        i = from
        while exclusive ? i > to : i >= to
          yield i
          i += by
        end
      else
        i = from
        while exclusive ? i < to : i <= to
          yield i
          i += by
        end
      end
    end

    def self.loop_endless(from, by)
      i = from
      while true
        yield i
        i += by
      end
    end

    def self.each_float(from, to, by, exclusive)
      n = float_size(from, to, by, exclusive)
      if by.infinite?
        yield from if n > 0
      elsif by == 0.0
        yield from while true
      else
        i = 0
        while i < n
          yield float_at(from, to, by, i)
          i += 1
        end
      end
    end
  end
end

class Numeric
  include Comparable

  def coerce(other)
    return [other, self] if Primitive.real_class(other).equal?(Primitive.real_class(self))
    [Float(other), Float(self)]
  end

  def +@ = self

  def -@
    c = Troupe::Coerce.pair(0, self)
    c[0] - c[1]
  end

  def <=>(other)
    equal?(other) || self == other ? 0 : nil
  end

  def eql?(other)
    Primitive.real_class(self).equal?(Primitive.real_class(other)) && self == other ? true : false
  end

  def quo(other)
    if Primitive.is_float(other)
      fdiv(other)
    else
      Rational(self, 1) / other
    end
  end

  def fdiv(other) = Float(self) / other

  def div(other)
    raise ZeroDivisionError, "divided by 0" if other == 0
    (self / other).floor
  end

  def %(other) = self - other * div(other)

  alias modulo %

  def divmod(other) = [div(other), self % other]

  def remainder(other)
    unless Primitive.is_integer(other) || Primitive.is_float(other) ||
           Primitive.real_class(other).equal?(Primitive.real_class(self))
      c = Troupe::Coerce.pair(self, other)
      unless Primitive.same?(Primitive.real_class(c[0]), Primitive.real_class(self))
        return c[0].remainder(c[1])
      end
      other = c[1]
    end
    z = self % other
    return z if z == 0 || !((self < 0 && other > 0) || (self > 0 && other < 0))
    return self if Primitive.is_float(other) && other.infinite?
    z - other
  end

  def abs = self < 0 ? -self : self

  def abs2 = self * self

  def to_int = to_i

  def to_c = Complex(self, 0)

  def real? = true

  def real = self

  def imaginary = 0

  def i = Complex(0, self)

  def arg = negative? ? Math::PI : 0

  def polar = [abs, arg]

  def rectangular = [self, 0]

  def conjugate = self

  def numerator = to_r.numerator

  def denominator = to_r.denominator

  def integer? = false

  def finite? = true

  def infinite? = nil

  def zero? = self == 0

  def nonzero? = zero? ? nil : self

  def positive? = self > 0

  def negative? = self < 0

  def floor(ndigits = 0) = Float(self).floor(ndigits)

  def ceil(ndigits = 0) = Float(self).ceil(ndigits)

  def round(ndigits = 0, half: nil) = Float(self).round(ndigits, half: half)

  def truncate(ndigits = 0) = Float(self).truncate(ndigits)

  def clone(freeze: true)
    return self if true == freeze || nil == freeze
    if false == freeze
      raise ArgumentError, "can't unfreeze #{Primitive.real_class(self)}"
    end
    raise ArgumentError, "unexpected value for freeze: #{Primitive.real_class(freeze)}"
  end

  def dup = self

  def step(limit = (no_limit = true; nil), step = (no_step = true; nil),
           by: (no_by = true; nil), to: (no_to = true; nil))
    raise ArgumentError, "to is given twice" unless no_limit || no_to
    raise ArgumentError, "step is given twice" unless no_step || no_by
    limit = to unless no_to
    unless no_by
      step = by
      step = 1 if nil == step
    end
    if no_step && no_by
      step = 1
    elsif nil == step
      raise TypeError, "step must be numeric" if block_given?
      step = 1
    end
    raise ArgumentError, "step can't be 0" if step == 0
    return step_enumerator(limit, step, no_by && no_to) unless block_given?
    negative = Troupe::Step.negative?(step)
    if Primitive.is_float(self) || Primitive.is_float(limit) || Primitive.is_float(step)
      Troupe::Step.each_float(Troupe::Convert.to_f(self),
                              nil == limit ? Troupe::Step.endless(step) : Troupe::Convert.to_f(limit),
                              Troupe::Convert.to_f(step), false) { |x| yield x }
      return self
    end
    i = self
    if nil == limit
      while true
        yield i
        i += step
      end
    elsif negative
      until i < limit
        yield i
        i += step
      end
    else
      until i > limit
        yield i
        i += step
      end
    end
    self
  end

  private def step_enumerator(limit, step, positional)
    numeric = Numeric === step && (nil == limit || Numeric === limit)
    return Enumerator::ArithmeticSequence.__make(self, :step, positional, self, limit, step, false) if numeric
    from = self
    to_enum(:step, limit, step) do
      Troupe::Step.negative?(step)
      Troupe::Coerce.compare_failed(from, limit) unless nil == limit || Numeric === limit
      nil
    end
  end

  alias magnitude abs
  alias imag imaginary
  alias angle arg
  alias phase arg
  alias rect rectangular
  alias conj conjugate

  private def singleton_method_added(name)
    class << self
      self
    end.send(:remove_method, name)
    raise TypeError, "can't define singleton method \"#{name}\" for #{Primitive.real_class(self)}"
  end
end
