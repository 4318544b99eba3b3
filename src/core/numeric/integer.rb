# Integer: what operators do with other operands, and everything with a block.
class Integer
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

  def %(other)
    c = Troupe::Coerce.pair(self, other)
    c[0] % c[1]
  end

  def div(other)
    c = Troupe::Coerce.pair(self, other)
    c[0].div(c[1])
  end

  def divmod(other)
    c = Troupe::Coerce.pair(self, other)
    c[0].divmod(c[1])
  end

  def remainder(other)
    c = Troupe::Coerce.pair(self, other)
    c[0].remainder(c[1])
  end

  def fdiv(other)
    c = Troupe::Coerce.pair(self, other)
    c[0].fdiv(c[1])
  end

  def **(other)
    return Rational(self, 1)**other if Primitive.is_integer(other)
    return Troupe::Polar.power(self, other) if Primitive.is_float(other)
    c = Troupe::Coerce.pair(self, other)
    c[0]**c[1]
  end

  def pow(other, modulus = (none = true))
    return self**other if none
    unless Primitive.is_integer(other)
      raise TypeError, "Integer#pow() 2nd argument not allowed unless a 1st argument is integer"
    end
    raise RangeError, "Integer#pow() 1st argument cannot be negative when 2nd argument specified" if other < 0
    unless Primitive.is_integer(modulus)
      raise TypeError, "Integer#pow() 2nd argument not allowed unless all arguments are integers"
    end
    raise ZeroDivisionError, "divided by 0" if modulus == 0
    Primitive.integer_pow_modulo(other, modulus)
  end

  def <=>(other) = Troupe::Coerce.compare(self, other)

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

  def &(other)
    Troupe::Coerce.failed(self, other) if Primitive.is_float(other)
    c = Troupe::Coerce.pair(self, other)
    c[0] & c[1]
  end

  def |(other)
    Troupe::Coerce.failed(self, other) if Primitive.is_float(other)
    c = Troupe::Coerce.pair(self, other)
    c[0] | c[1]
  end

  def ^(other)
    Troupe::Coerce.failed(self, other) if Primitive.is_float(other)
    c = Troupe::Coerce.pair(self, other)
    c[0] ^ c[1]
  end

  def <<(count) = Primitive.integer_left(Troupe::Convert.to_int(count))

  def >>(count) = Primitive.integer_right(Troupe::Convert.to_int(count))

  def [](index, length = (none = true))
    unless none
      low = self >> Troupe::Convert.to_int(index)
      return low & ((1 << Troupe::Convert.to_int(length)) - 1)
    end
    return bits(index) if Range === index
    Primitive.integer_index(Troupe::Convert.to_int(index))
  end

  private def bits(range)
    from = range.begin
    to = range.end
    if nil == from
      to = Troupe::Convert.to_int(to)
      to -= 1 if range.exclude_end?
      return 0 if to < 0 || self & ((1 << (to + 1)) - 1) == 0
      raise ArgumentError, "The beginless range for Integer#[] results in infinity"
    end
    from = Troupe::Convert.to_int(from)
    low = self >> from
    return low if nil == to
    to = Troupe::Convert.to_int(to)
    return low if to < from
    count = to - from
    count += 1 unless range.exclude_end?
    low & ((1 << count) - 1)
  end

  def to_s(base = 10) = Primitive.integer_to_s(Troupe::Convert.to_int(base))

  def chr(encoding) = Primitive.integer_encode(Encoding === encoding ? encoding.to_s : Troupe::Convert.to_str(encoding))

  def round(ndigits = 0, half: nil)
    mode = Troupe::Rounding.mode(half)
    n = Troupe::Rounding.digits(ndigits)
    n >= 0 ? self : Troupe::Rounding.round(self, n, mode)
  end

  def floor(ndigits = 0)
    n = Troupe::Rounding.digits(ndigits)
    n >= 0 ? self : Troupe::Rounding.floor(self, n)
  end

  def ceil(ndigits = 0)
    n = Troupe::Rounding.digits(ndigits)
    n >= 0 ? self : Troupe::Rounding.ceil(self, n)
  end

  def truncate(ndigits = 0)
    n = Troupe::Rounding.digits(ndigits)
    return self if n >= 0
    self < 0 ? Troupe::Rounding.ceil(self, n) : Troupe::Rounding.floor(self, n)
  end

  def coerce(other)
    return [other, self] if Primitive.is_integer(other)
    [Float(other), Primitive.integer_to_float(self)]
  end

  def integer? = true

  def allbits?(mask)
    mask = Troupe::Convert.to_int(mask)
    self & mask == mask
  end

  def anybits?(mask) = self & Troupe::Convert.to_int(mask) != 0

  def nobits?(mask) = self & Troupe::Convert.to_int(mask) == 0

  def gcdlcm(other) = [gcd(other), lcm(other)]

  def digits(base = 10)
    base = Troupe::Convert.to_int(base)
    raise ArgumentError, "negative radix" if base < 0
    raise ArgumentError, "invalid radix #{base}" if base < 2
    raise Math::DomainError, "out of domain" if self < 0
    Primitive.integer_digits(base)
  end

  def ceildiv(other) = -div(0 - other)

  def denominator = 1

  def to_r = Rational(self, 1)

  def rationalize(eps = nil) = Rational(self, 1)

  def self.sqrt(n)
    n = Troupe::Convert.to_int(n)
    raise Math::DomainError, 'Numerical argument is out of domain - "isqrt"' if n < 0
    Primitive.integer_root(n)
  end

  def self.try_convert(x)
    return x if Primitive.is_integer(x)
    return nil unless Primitive.responds(x, :to_int)
    r = x.to_int
    return r if nil == r || Primitive.is_integer(r)
    Troupe::Convert.failed(x, "Integer", "to_int", r)
  end

  def times
    return to_enum(:times) { self < 0 ? 0 : self } unless block_given?
    i = 0
    while i < self
      yield i
      i += 1
    end
    self
  end

  def upto(limit)
    unless block_given?
      return to_enum(:upto, limit) do
        Troupe::Coerce.compare_failed(self, limit) unless Numeric === limit
        n = (limit - self).floor + 1
        n < 0 ? 0 : n
      end
    end
    i = self
    if Primitive.is_integer(limit)
      while i <= limit
        yield i
        i += 1
      end
    else
      until i > limit
        yield i
        i += 1
      end
    end
    self
  end

  def downto(limit)
    unless block_given?
      return to_enum(:downto, limit) do
        Troupe::Coerce.compare_failed(self, limit) unless Numeric === limit
        n = (self - limit).floor + 1
        n < 0 ? 0 : n
      end
    end
    i = self
    if Primitive.is_integer(limit)
      while i >= limit
        yield i
        i -= 1
      end
    else
      until i < limit
        yield i
        i -= 1
      end
    end
    self
  end

  def dup = self

  alias modulo %
  alias magnitude abs
  alias next succ
  alias === ==
  alias inspect to_s

  class << self
    undef new
  end
end
