# Complex numbers.
class Complex < Numeric
  class << self
    undef new
  end

  # Not for programs.
  def self.__plain(real, imaginary) = Primitive.instance_new(Complex).__setup(real, imaginary)

  def __setup(real, imaginary)
    @__real = real
    @__imaginary = imaginary
    freeze
  end

  def self.rectangular(real, imaginary = 0)
    Troupe::Complexes.check_real(real)
    Troupe::Complexes.check_real(imaginary)
    __plain(real, imaginary)
  end

  def self.polar(abs, arg = 0)
    abs = Troupe::Complexes.check_real(abs)
    arg = Troupe::Complexes.check_real(arg)
    Troupe::Complexes.polar(abs, arg)
  end

  class << self
    alias rect rectangular
  end

  def real = @__real

  def imaginary = @__imaginary

  alias imag imaginary

  def real? = false

  def rectangular = [@__real, @__imaginary]

  alias rect rectangular

  def abs
    real = Primitive.is_float(@__real) ? @__real : @__real.to_f
    imaginary = Primitive.is_float(@__imaginary) ? @__imaginary : @__imaginary.to_f
    Math.hypot(real, imaginary)
  end

  alias magnitude abs

  def abs2 = @__real * @__real + @__imaginary * @__imaginary

  def arg = Math.atan2(@__imaginary.to_f, @__real.to_f)

  alias angle arg
  alias phase arg

  def polar = [abs, arg]

  def conjugate = Complex.__plain(@__real, -@__imaginary)

  alias conj conjugate

  def -@ = Complex.__plain(-@__real, -@__imaginary)

  def +(other)
    return Complex.__plain(@__real + other.real, @__imaginary + other.imaginary) if Complex === other
    return Complex.__plain(@__real + other, @__imaginary) if Numeric === other && other.real?
    c = Troupe::Coerce.pair(self, other)
    c[0] + c[1]
  end

  def -(other)
    return Complex.__plain(@__real - other.real, @__imaginary - other.imaginary) if Complex === other
    return Complex.__plain(@__real - other, @__imaginary) if Numeric === other && other.real?
    c = Troupe::Coerce.pair(self, other)
    c[0] - c[1]
  end

  def *(other)
    if Complex === other
      a = other.real
      b = other.imaginary
      return Complex.__plain(@__real * a - @__imaginary * b, @__real * b + @__imaginary * a)
    end
    return Complex.__plain(@__real * other, @__imaginary * other) if Numeric === other && other.real?
    c = Troupe::Coerce.pair(self, other)
    c[0] * c[1]
  end

  def /(other)
    return Troupe::Complexes.divide(self, other) if Complex === other
    if Numeric === other && other.real?
      return Complex.__plain(@__real.quo(other), @__imaginary.quo(other))
    end
    c = Troupe::Coerce.pair(self, other)
    c[0] / c[1]
  end

  alias quo /

  def fdiv(other) = Complex.__plain(@__real.fdiv(other), @__imaginary.fdiv(other))

  def **(other)
    return Complex.__plain(1, 0) if (Primitive.is_integer(other) || Rational === other) && other == 0
    if Rational === other && other.denominator == 1
      other = other.numerator
    end
    if Complex === other && Primitive.is_integer(other.imaginary) && other.imaginary == 0
      other = other.real
    end
    return self if other == 1
    if Complex === other
      return Troupe::Complexes.complex_power(self, other)
    end
    return Troupe::Complexes.integer_power(self, other) if Primitive.is_integer(other)
    if Numeric === other && other.real?
      p = polar
      return Troupe::Complexes.polar(p[0]**other, p[1] * other)
    end
    c = Troupe::Coerce.pair(self, other)
    c[0]**c[1]
  end

  alias pow **

  def ==(other)
    return @__real == other.real && @__imaginary == other.imaginary if Complex === other
    return @__real == other && @__imaginary == 0 if Numeric === other && other.real?
    other == self ? true : false
  end

  def <=>(other)
    return nil unless @__imaginary == 0
    if Complex === other
      return other.imaginary == 0 ? @__real <=> other.real : nil
    end
    return @__real <=> other if Numeric === other && other.real?
    nil
  end

  def coerce(other)
    return [other, self] if Complex === other
    return [Complex.__plain(other, 0), self] if Numeric === other && other.real?
    raise TypeError, "#{Primitive.real_class(other)} can't be coerced into Complex"
  end

  def eql?(other)
    Complex === other && Primitive.same?(Primitive.real_class(@__real), Primitive.real_class(other.real)) &&
      Primitive.same?(Primitive.real_class(@__imaginary), Primitive.real_class(other.imaginary)) && self == other
  end

  def hash = Primitive.array_code([Troupe::Keys.code(@__real), Troupe::Keys.code(@__imaginary), 8])

  def finite? = @__real.finite? && @__imaginary.finite?

  def infinite? = @__real.infinite? || @__imaginary.infinite? ? 1 : nil

  def numerator
    d = denominator
    real = @__real.numerator * (d / @__real.denominator)
    Complex.__plain(real, @__imaginary.numerator * (d / @__imaginary.denominator))
  end

  def denominator = @__real.denominator.lcm(@__imaginary.denominator)

  private def __exact(type)
    return if Primitive.is_integer(@__imaginary) && @__imaginary == 0
    return if Rational === @__imaginary && @__imaginary == 0
    raise RangeError, "can't convert #{self} into #{type}"
  end

  def to_i
    __exact("Integer")
    @__real.to_i
  end

  def to_f
    __exact("Float")
    @__real.to_f
  end

  def to_r
    raise RangeError, "can't convert #{self} into Rational" unless @__imaginary == 0
    @__real.to_r
  end

  def rationalize(eps = (none = true; nil))
    __exact("Rational")
    none ? @__real.rationalize : @__real.rationalize(eps)
  end

  def to_c = self

  def to_s = Troupe::Complexes.text(@__real, @__imaginary) { |x| x.to_s }

  def inspect = "(#{Troupe::Complexes.text(@__real, @__imaginary) { |x| x.inspect }})"

  undef <, <=, >, >=, between?, clamp, %, div, divmod, floor, ceil, modulo, remainder, round, step, truncate, i
  undef positive?, negative?

  private def marshal_dump = [@__real, @__imaginary]

  I = __plain(0, 1)
end

module Troupe
  # A negative base to the power of a fraction.
  module Polar
    def self.power(base, exponent)
      abs = (-base.to_f)**exponent
      turn(abs, exponent.to_f)
    end

    # abs * e ** (i * pi * half_turns)
    def self.turn(abs, half_turns)
      whole = half_turns.truncate
      rest = half_turns - whole
      if rest == 0.5 || rest == -0.5
        abs = -abs if whole.odd? ^ (rest < 0)
        return Complex.__plain(0.0, abs)
      end
      return whole.odd? ? -abs : abs if rest == 0.0
      Complex.__plain(abs * cos(half_turns), abs * sin(half_turns))
    end

    def self.cos(x)
      x = x.abs.remainder(2.0)
      return Math.cos(Math::PI * x) if x <= 0.5
      return -Math.cos(Math::PI * (1.0 - x)) if x < 1.5
      Math.cos(Math::PI * (2.0 - x))
    end

    def self.sin(x) = x < 0 ? -cos(-x - 0.5) : cos(x - 0.5)
  end

  module Complexes
    def self.check_real(x)
      unless Numeric === x && x.real?
        return x.real if Complex === x && Primitive.is_integer(x.imaginary) && x.imaginary == 0
        raise TypeError, "not a real"
      end
      x
    end

    def self.polar(abs, arg)
      return Complex.__plain(abs, 0.0) if abs == 0 || arg == 0
      return Complex.__plain(-abs, 0.0) if Primitive.is_float(arg) && arg == Math::PI
      return Complex.__plain(0.0, abs) if Primitive.is_float(arg) && arg == Math::PI / 2
      Complex.__plain(abs * Math.cos(arg), abs * Math.sin(arg))
    end

    def self.text(real, imaginary)
      out = yield(real)
      negative = Primitive.is_float(imaginary) ? Primitive.float_sign_bit(imaginary) && !imaginary.nan? : imaginary < 0
      shown = yield(imaginary.abs)
      star = shown.match?(/\d\z/) ? "" : "*"
      "#{out}#{negative ? "-" : "+"}#{shown}#{star}i"
    end

    def self.float?(*numbers) = numbers.any? { |x| Primitive.is_float(x) }

    def self.divide(a, b)
      if float?(a.real, a.imaginary, b.real, b.imaginary)
        if b.real.abs >= b.imaginary.abs
          r = b.imaginary.quo(b.real)
          n = b.real * (r * r + 1)
          return Complex.__plain((a.real + a.imaginary * r).quo(n), (a.imaginary - a.real * r).quo(n))
        end
        r = b.real.quo(b.imaginary)
        n = b.imaginary * (r * r + 1)
        return Complex.__plain((a.real * r + a.imaginary).quo(n), (a.imaginary * r - a.real).quo(n))
      end
      n = b.abs2
      x = a * b.conjugate
      Complex.__plain(x.real.quo(n), x.imaginary.quo(n))
    end

    def self.integer_power(z, n)
      return Complex.__plain(1, 0).quo(integer_power(z, -n)) if n < 0
      out = Complex.__plain(1, 0)
      while n > 0
        out *= z if n.odd?
        n >>= 1
        z *= z if n > 0
      end
      out
    end

    def self.complex_power(z, w)
      return Complex.__plain(0, 0) if z == 0
      r = z.abs
      theta = z.arg
      nr = Math.exp(w.real * Math.log(r) - w.imaginary * theta)
      polar(nr, theta * w.real + w.imaginary * Math.log(r))
    end

    NUMBER = "(?:\\d+(?:_\\d+)*)(?:\\.\\d+(?:_\\d+)*)?(?:[eE][-+]?\\d+(?:_\\d+)*)?(?:/\\d+(?:_\\d+)*)?"

    # strict: the whole text must be one, else nil.
    def self.parse(text, strict)
      value, rest = scan(text)
      return nil if strict && (nil == value || !rest.match?(/\A\s*\z/))
      nil == value ? Complex.__plain(0, 0) : value
    end

    # [value or nil, rest]
    def self.scan(text)
      m = /\A\s*([-+]?#{NUMBER})@([-+]?#{NUMBER})/.match(text)
      return [polar(number(m[1]), number(m[2])), m.post_match] unless nil == m
      m = /\A\s*([-+]?(?:#{NUMBER})?)[ijIJ]/.match(text)
      return [Complex.__plain(0, imaginary(m[1])), m.post_match] unless nil == m
      m = /\A\s*([-+]?#{NUMBER})(?:([-+](?:#{NUMBER})?)[ijIJ])?/.match(text)
      return [nil, text] if nil == m
      [Complex.__plain(number(m[1]), nil == m[2] ? 0 : imaginary(m[2])), m.post_match]
    end

    def self.number(text)
      return Troupe::Ratio.parse(text, true) if text.include?("/")
      text.match?(/[.eE]/) ? text.to_f : text.to_i
    end

    def self.imaginary(text)
      return 1 if text.empty? || text == "+"
      return -1 if text == "-"
      number(text)
    end

    def self.convert(x)
      raise TypeError, "can't convert nil into Complex" if nil == x
      if Primitive.is_string(x)
        c = parse(x, true)
        raise ArgumentError, "invalid value for convert(): #{x.inspect}" if nil == c
        x = c
      end
      return x.real if Complex === x && Primitive.is_integer(x.imaginary) && x.imaginary == 0
      x
    end
  end
end

module Kernel
  module_function

  def Complex(a, b = (one = true; nil), exception: true)
    if !one && nil == b || nil == a
      return nil unless exception
      raise TypeError, "can't convert nil into Complex"
    end
    return a if one && Complex === a
    text = Primitive.is_string(a)
    a = Troupe::Complexes.convert(a)
    if one
      return a if Complex === a
      return Complex.__plain(a, 0) if text || (Numeric === a && a.real?)
      return a.to_c if Primitive.responds(a, :to_c)
      raise TypeError, "can't convert #{Troupe::Convert.describe(a)} into Complex"
    end
    b = Troupe::Complexes.convert(b)
    unless Numeric === a && Numeric === b
      raise TypeError, "not a real"
    end
    return Complex.__plain(a, b) if a.real? && b.real?
    a + b * Complex::I
  rescue ArgumentError, TypeError
    raise if exception
    nil
  end
end
