# Rational, in lowest terms with a positive denominator.
class Rational < Numeric
  class << self
    undef new
  end

  # Not for programs: of Integers; d is not 0.
  def self.__reduced(n, d)
    g = n.gcd(d)
    g = -g if d < 0
    __plain(n / g, d / g)
  end

  def self.__plain(n, d) = Primitive.instance_new(Rational).__setup(n, d)

  def __setup(n, d)
    @__numerator = n
    @__denominator = d
    freeze
  end

  def numerator = @__numerator

  def denominator = @__denominator

  def integer? = false

  def +(other)
    if Primitive.is_integer(other)
      return Rational.__plain(@__numerator + other * @__denominator, @__denominator)
    end
    return to_f + other if Primitive.is_float(other)
    if Rational === other
      d = other.denominator
      return Rational.__reduced(@__numerator * d + other.numerator * @__denominator, @__denominator * d)
    end
    c = Troupe::Coerce.pair(self, other)
    c[0] + c[1]
  end

  def -(other)
    if Primitive.is_integer(other)
      return Rational.__plain(@__numerator - other * @__denominator, @__denominator)
    end
    return to_f - other if Primitive.is_float(other)
    if Rational === other
      d = other.denominator
      return Rational.__reduced(@__numerator * d - other.numerator * @__denominator, @__denominator * d)
    end
    c = Troupe::Coerce.pair(self, other)
    c[0] - c[1]
  end

  def *(other)
    return Rational.__reduced(@__numerator * other, @__denominator) if Primitive.is_integer(other)
    return to_f * other if Primitive.is_float(other)
    if Rational === other
      return Rational.__reduced(@__numerator * other.numerator, @__denominator * other.denominator)
    end
    c = Troupe::Coerce.pair(self, other)
    c[0] * c[1]
  end

  def /(other)
    if Primitive.is_integer(other)
      raise ZeroDivisionError, "divided by 0" if other == 0
      return Rational.__reduced(@__numerator, @__denominator * other)
    end
    return to_f / other if Primitive.is_float(other)
    if Rational === other
      raise ZeroDivisionError, "divided by 0" if other.numerator == 0
      return Rational.__reduced(@__numerator * other.denominator, @__denominator * other.numerator)
    end
    c = Troupe::Coerce.pair(self, other)
    c[0] / c[1]
  end

  alias quo /

  def fdiv(other)
    return to_f / other if Primitive.is_float(other)
    r = self / other
    Primitive.is_float(r) ? r : r.to_f
  end

  def **(other)
    return Rational.__plain(1, 1) if Primitive.is_integer(other) && other == 0
    if Rational === other && other.denominator == 1
      other = other.numerator
    end
    if Primitive.is_integer(other)
      return __integer_power(other)
    end
    return to_f**other if Primitive.is_float(other)
    if Rational === other
      raise ZeroDivisionError, "divided by 0" if @__numerator == 0 && other.numerator < 0
      return to_f**other.to_f
    end
    c = Troupe::Coerce.pair(self, other)
    c[0]**c[1]
  end

  private def __integer_power(n)
    if n < 0
      raise ZeroDivisionError, "divided by 0" if @__numerator == 0
      a = @__denominator**-n
      b = @__numerator**-n
      return b < 0 ? Rational.__plain(-a, -b) : Rational.__plain(a, b)
    end
    Rational.__plain(@__numerator**n, @__denominator**n)
  end

  def -@ = Rational.__plain(-@__numerator, @__denominator)

  def abs = @__numerator < 0 ? -self : self

  alias magnitude abs

  def zero? = @__numerator == 0

  def positive? = @__numerator > 0

  def negative? = @__numerator < 0

  def <=>(other)
    if Primitive.is_integer(other)
      return @__numerator <=> other if @__denominator == 1
      return @__numerator <=> other * @__denominator
    end
    if Primitive.is_float(other)
      return other.nan? ? nil : -other.infinite? if other.nan? || other.infinite?
      return self <=> other.to_r
    end
    if Rational === other
      return @__numerator * other.denominator <=> other.numerator * @__denominator
    end
    Troupe::Coerce.compare(self, other)
  end

  def ==(other)
    return @__denominator == 1 && @__numerator == other if Primitive.is_integer(other)
    return to_f == other if Primitive.is_float(other)
    if Rational === other
      return @__numerator == other.numerator && @__denominator == other.denominator
    end
    other == self ? true : false
  end

  def coerce(other)
    return [Rational.__plain(other, 1), self] if Primitive.is_integer(other)
    return [other, to_f] if Primitive.is_float(other)
    return [other, self] if Rational === other
    if Complex === other
      return [other, Complex(self)] unless Primitive.is_integer(other.imaginary) && other.imaginary == 0
      return [Rational(other.real), self]
    end
    raise TypeError, "#{Primitive.real_class(other)} can't be coerced into Rational"
  end

  def hash
    Primitive.array_code([Troupe::Keys.code(@__numerator), Troupe::Keys.code(@__denominator), 7])
  end

  def floor(ndigits = (none = true; 0))
    none ? @__numerator.div(@__denominator) : __round_digits(ndigits, none) { |x| x.numerator.div(x.denominator) }
  end

  def ceil(ndigits = (none = true; 0))
    return -(-@__numerator).div(@__denominator) if none
    __round_digits(ndigits, none) { |x| -(-x.numerator).div(x.denominator) }
  end

  def truncate(ndigits = (none = true; 0))
    return @__numerator < 0 ? ceil : floor if none
    @__numerator < 0 ? ceil(ndigits) : floor(ndigits)
  end

  def round(ndigits = (none = true; 0), half: nil)
    mode = Troupe::Rounding.mode(half)
    return Troupe::Rounding.rational(self, mode) if none
    __round_digits(ndigits, none) { |x| Troupe::Rounding.rational(x, mode) }
  end

  private def __round_digits(n, _)
    raise TypeError, "not an integer" unless Primitive.is_integer(n)
    scale = 10**n
    x = self * scale
    x = Rational.__plain(x, 1) if Primitive.is_integer(x)
    r = Rational.__plain(yield(x), 1) / scale
    n < 1 ? r.truncate : r
  end

  def to_i = @__numerator < 0 ? -(-@__numerator).div(@__denominator) : @__numerator.div(@__denominator)

  def to_f = @__numerator.fdiv(@__denominator)

  def to_r = self

  def to_c = Complex(self, 0)

  def rationalize(eps = (none = true; nil))
    return self if none
    e = eps.abs
    a = self - e
    b = self + e
    return self if a == b
    a = a.to_r
    b = b.to_r
    return Rational.__plain(0, 1) if a <= 0 && b >= 0
    a < 0 ? -Troupe::Simplest.between(-b, -a) : Troupe::Simplest.between(a, b)
  end

  def to_s = "#{@__numerator}/#{@__denominator}"

  def inspect = "(#{@__numerator}/#{@__denominator})"

  private def marshal_dump = [@__numerator, @__denominator]
end

module Troupe
  module Rounding
    def self.rational(x, mode)
      n = x.numerator
      d = x.denominator
      negative = n < 0
      n = -n if negative
      doubled = n * 2
      d2 = d * 2
      r = (doubled + d).div(d2)
      if (doubled + d) % d2 == 0
        r -= 1 if mode == 2 || (mode == 1 && r.odd?)
      end
      negative ? -r : r
    end
  end

  # The simplest Rational between two positive ones, by continued fractions.
  module Simplest
    def self.between(a, b)
      return -between(-b, -a) if a < 0
      p0 = 0
      p1 = 1
      q0 = 1
      q1 = 0
      while true
        c = a.ceil
        break if c <= b
        k = c - 1
        p0, p1 = p1, k * p1 + p0
        q0, q1 = q1, k * q1 + q0
        a, b = Rational(1) / (b - k), Rational(1) / (a - k)
      end
      Rational(c * p1 + p0, c * q1 + q0)
    end
  end

  module Ratio
    # [Rational or nil, rest of the text]; strict: the whole text must be one.
    def self.parse(text, strict)
      m = %r{
        \A\s*
        ([-+]?(?:\d+(?:_\d+)*)?(?:\.\d+(?:_\d+)*)?(?:[eE][-+]?\d+(?:_\d+)*)?)
        (?:/(\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:[eE][-+]?\d+(?:_\d+)*)?))?
      }x.match(text)
      return nil if nil == m || !m[1].match?(/\d/)
      return nil if strict && !m.post_match.match?(/\A\s*\z/)
      n = decimal(m[1])
      return n if nil == m[2]
      d = decimal(m[2])
      raise ZeroDivisionError, "divided by 0" if d == 0
      n / d
    end

    def self.decimal(text)
      m = /\A([-+]?)([\d_]*)(?:\.([\d_]+))?(?:[eE]([-+]?[\d_]+))?\z/.match(text)
      fraction = nil == m[3] ? "" : m[3].delete("_")
      n = (m[2].delete("_") + fraction).to_i
      n = -n if m[1] == "-"
      e = (nil == m[4] ? 0 : m[4].delete("_").to_i) - fraction.size
      e >= 0 ? Rational(n * 10**e, 1) : Rational(n, 10**-e)
    end

    def self.convert(x, exception)
      if nil == x
        return nil unless exception
        raise TypeError, "can't convert nil into Rational"
      end
      return x if Primitive.is_integer(x) || Rational === x
      return x.to_r if Primitive.is_float(x)
      if Primitive.is_string(x)
        r = parse(x, true)
        raise ArgumentError, "invalid value for convert(): #{x.inspect}" if nil == r
        return r
      end
      if Complex === x
        return x.real if Primitive.is_integer(x.imaginary) && x.imaginary == 0
        return x
      end
      if Primitive.responds(x, :to_r)
        return x.to_r
      end
      if Primitive.responds(x, :to_int)
        begin
          return Troupe::Convert.to_int(x)
        rescue Exception
          # then it stays what it is
        end
      end
      s = Troupe::Convert.try_str(x)
      return convert(s, exception) unless nil == s
      x
    end
  end
end

module Kernel
  module_function

  def Rational(a, b = (one = true; 1), exception: true)
    if Primitive.is_integer(a) && Primitive.is_integer(b)
      raise ZeroDivisionError, "divided by 0" if b == 0
      return Rational.__reduced(a, b)
    end
    a = Troupe::Ratio.convert(a, exception)
    return nil if nil == a
    b = Troupe::Ratio.convert(b, exception)
    return nil if nil == b
    if one
      return Rational.__plain(a, 1) if Primitive.is_integer(a)
      return a if Rational === a
      raise TypeError, "can't convert #{Troupe::Convert.describe(a)} into Rational" unless Numeric === a
      return a
    end
    if Primitive.is_integer(a) && Primitive.is_integer(b)
      raise ZeroDivisionError, "divided by 0" if b == 0
      return Rational.__reduced(a, b)
    end
    unless Numeric === a && Numeric === b
      bad = Numeric === a ? b : a
      raise TypeError, "can't convert #{Troupe::Convert.describe(bad)} into Rational"
    end
    a = Rational.__plain(a, 1) if Primitive.is_integer(a)
    r = a / b
    Primitive.is_integer(r) ? Rational.__plain(r, 1) : r
  rescue ArgumentError, TypeError, ZeroDivisionError, FloatDomainError
    raise if exception
    nil
  end
end

class NilClass
  def to_r = Rational.__plain(0, 1)

  def rationalize(eps = nil) = Rational.__plain(0, 1)

  def to_c = Complex(0, 0)
end

class String
  def to_r = Troupe::Ratio.parse(self, false) || Rational.__plain(0, 1)

  def to_c = Troupe::Complexes.parse(self, false)
end
