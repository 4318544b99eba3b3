# Float: what operators do with other operands, rounding with modes, exact fractions.
class Float
  def +(other)
    c = Troupe::Coerce.pair(self, other)
    c[0] + c[1]
  end

  def -(other)
    c = Troupe::Coerce.pair(self, other)
    c[0] - c[1]
  end

  def *(other)
    c = Troupe::Coerce.pair(self, other)
    c[0] * c[1]
  end

  def /(other)
    c = Troupe::Coerce.pair(self, other)
    c[0] / c[1]
  end

  def quo(other)
    c = Troupe::Coerce.pair(self, other)
    c[0] / c[1]
  end

  def %(other)
    c = Troupe::Coerce.pair(self, other)
    c[0] % c[1]
  end

  def remainder(other)
    c = Troupe::Coerce.pair(self, other)
    c[0].remainder(c[1])
  end

  def **(other)
    if Primitive.is_integer(other) || Primitive.is_float(other)
      return Troupe::Polar.power(self, other)
    end
    c = Troupe::Coerce.pair(self, other)
    c[0]**c[1]
  end

  def divmod(other)
    c = Troupe::Coerce.pair(self, other)
    c[0].divmod(c[1])
  end

  def div(other)
    c = Troupe::Coerce.pair(self, other)
    c[0].div(c[1])
  end

  def <=>(other)
    if infinite? && Primitive.responds(other, :infinite?)
      i = other.infinite?
      j = self < 0 ? -1 : 1
      return j unless i
      i = i > 0 ? 1 : i < 0 ? -1 : 0
      return 0 if i == j
      return j
    end
    Troupe::Coerce.compare(self, other)
  end

  def ==(other) = other == self ? true : false

  def <(other)
    c = Troupe::Coerce.order_pair(self, other)
    Troupe::Coerce.ordered(self, other, c[0] < c[1])
  end

  def <=(other)
    c = Troupe::Coerce.order_pair(self, other)
    Troupe::Coerce.ordered(self, other, c[0] <= c[1])
  end

  def >(other)
    c = Troupe::Coerce.order_pair(self, other)
    Troupe::Coerce.ordered(self, other, c[0] > c[1])
  end

  def >=(other)
    c = Troupe::Coerce.order_pair(self, other)
    Troupe::Coerce.ordered(self, other, c[0] >= c[1])
  end

  def coerce(other)
    [Float(other), self]
  end

  def round(ndigits = 0, half: nil)
    mode = Troupe::Rounding.mode(half)
    n = Troupe::Rounding.digits(ndigits)
    return Primitive.float_round_whole(mode) if n == 0
    if n < 0
      return 0 if finite? && abs < 1
      return Troupe::Rounding.round(Primitive.float_to_integer(self), n, mode)
    end
    r = Primitive.float_round_decimals(n, mode)
    nil == r ? to_r.round(n, half: half).to_f : r
  end

  def floor(ndigits = 0)
    n = Troupe::Rounding.digits(ndigits)
    return Troupe::Rounding.floor(Primitive.float_whole(false), n) if n <= 0
    n > 14 ? to_r.floor(n).to_f : Primitive.float_floor(n)
  end

  def ceil(ndigits = 0)
    n = Troupe::Rounding.digits(ndigits)
    return Troupe::Rounding.ceil(Primitive.float_whole(true), n) if n <= 0
    n > 14 ? to_r.ceil(n).to_f : Primitive.float_ceil(n)
  end

  def truncate(ndigits = 0)
    self > 0 ? floor(ndigits) : ceil(ndigits)
  end

  def to_r
    f = Primitive.float_fraction
    n = f[0]
    e = f[1]
    e < 0 ? Rational(n, 1 << -e) : Rational(n << e, 1)
  end

  def rationalize(eps = (none = true))
    return to_r.rationalize(eps.abs) unless none
    f = Primitive.float_fraction
    n = f[0]
    e = f[1]
    return Rational(n << e, 1) if n == 0 || e >= 0
    d = 1 << (1 - e)
    n *= 2
    Troupe::Simplest.between(Rational(n - 1, d), Rational(n + 1, d))
  end

  def numerator = finite? ? to_r.numerator : self

  def denominator = finite? ? to_r.denominator : 1

  def arg
    return self if nan?
    Primitive.float_sign_bit(self) ? Math::PI : 0
  end

  def to_c = Complex(self, 0)

  def dup = self

  alias fdiv quo
  alias modulo %
  alias magnitude abs
  alias === ==
  alias to_int to_i
  alias inspect to_s
  alias angle arg
  alias phase arg

  class << self
    undef new
  end
end
