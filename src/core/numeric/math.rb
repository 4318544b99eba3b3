# Math: conversion of arguments and domain errors; the functions themselves are C.
module Math
  class DomainError < ArgumentError
  end

  def self.__number(x) = Primitive.is_integer(x) ? x : Troupe::Convert.to_f(x)

  def self.__domain(name)
    raise DomainError, "Numerical argument is out of domain - #{name}"
  end

  def self.sin(x) = Primitive.math_sin(Troupe::Convert.to_f(x))

  def self.cos(x) = Primitive.math_cos(Troupe::Convert.to_f(x))

  def self.tan(x) = Primitive.math_tan(Troupe::Convert.to_f(x))

  def self.asin(x)
    x = Troupe::Convert.to_f(x)
    __domain("asin") if x < -1.0 || x > 1.0
    Primitive.math_asin(x)
  end

  def self.acos(x)
    x = Troupe::Convert.to_f(x)
    __domain("acos") if x < -1.0 || x > 1.0
    Primitive.math_acos(x)
  end

  def self.atan(x) = Primitive.math_atan(Troupe::Convert.to_f(x))

  def self.sinh(x) = Primitive.math_sinh(Troupe::Convert.to_f(x))

  def self.cosh(x) = Primitive.math_cosh(Troupe::Convert.to_f(x))

  def self.tanh(x) = Primitive.math_tanh(Troupe::Convert.to_f(x))

  def self.asinh(x) = Primitive.math_asinh(Troupe::Convert.to_f(x))

  def self.acosh(x)
    x = Troupe::Convert.to_f(x)
    __domain("acosh") if x < 1.0
    Primitive.math_acosh(x)
  end

  def self.atanh(x)
    x = Troupe::Convert.to_f(x)
    __domain("atanh") if x < -1.0 || x > 1.0
    Primitive.math_atanh(x)
  end

  def self.exp(x) = Primitive.math_exp(Troupe::Convert.to_f(x))

  def self.expm1(x) = Primitive.math_expm1(Troupe::Convert.to_f(x))

  def self.log1p(x)
    x = Troupe::Convert.to_f(x)
    __domain("log1p") if x < -1.0
    Primitive.math_log1p(x)
  end

  def self.cbrt(x) = Primitive.math_cbrt(Troupe::Convert.to_f(x))

  def self.erf(x) = Primitive.math_erf(Troupe::Convert.to_f(x))

  def self.erfc(x) = Primitive.math_erfc(Troupe::Convert.to_f(x))

  def self.sqrt(x)
    x = __number(x)
    __domain("sqrt") if x < 0.0
    Primitive.math_sqrt(x)
  end

  def self.log2(x)
    x = __number(x)
    __domain("log2") if x < 0
    Primitive.math_log2(x)
  end

  def self.log10(x)
    x = __number(x)
    __domain("log10") if x < 0
    Primitive.math_log10(x)
  end

  def self.gamma(x)
    x = Troupe::Convert.to_f(x)
    __domain("gamma") if x < 0 && (x.infinite? || x.floor == x)
    Primitive.math_gamma(x)
  end

  def self.lgamma(x)
    x = Troupe::Convert.to_f(x)
    __domain("lgamma") if x < 0 && x.infinite?
    Primitive.math_lgamma(x)
  end

  def self.frexp(x) = Primitive.math_frexp(Troupe::Convert.to_f(x))

  def self.log(x, base = (none = true))
    raise TypeError, "can't convert String into Float" if Primitive.is_string(x)
    x = __number(x)
    __domain("log") if x < 0
    return Primitive.math_log(x) if none
    raise TypeError, "can't convert String into Float" if Primitive.is_string(base)
    base = __number(base)
    __domain("log") if base < 0
    return Primitive.math_log2(x) if base == 2
    return Primitive.math_log10(x) if base == 10
    Primitive.math_log(x) / Primitive.math_log(base)
  end

  def self.atan2(y, x) = Primitive.math_atan2(Troupe::Convert.to_f(y), Troupe::Convert.to_f(x))

  def self.hypot(x, y) = Primitive.math_hypot(Troupe::Convert.to_f(x), Troupe::Convert.to_f(y))

  def self.ldexp(x, by) = Primitive.math_ldexp(Troupe::Convert.to_f(x), Troupe::Convert.to_int(by))

  private def sin(x) = Math.sin(x)

  private def cos(x) = Math.cos(x)

  private def tan(x) = Math.tan(x)

  private def asin(x) = Math.asin(x)

  private def acos(x) = Math.acos(x)

  private def atan(x) = Math.atan(x)

  private def sinh(x) = Math.sinh(x)

  private def cosh(x) = Math.cosh(x)

  private def tanh(x) = Math.tanh(x)

  private def asinh(x) = Math.asinh(x)

  private def acosh(x) = Math.acosh(x)

  private def atanh(x) = Math.atanh(x)

  private def exp(x) = Math.exp(x)

  private def expm1(x) = Math.expm1(x)

  private def log1p(x) = Math.log1p(x)

  private def cbrt(x) = Math.cbrt(x)

  private def erf(x) = Math.erf(x)

  private def erfc(x) = Math.erfc(x)

  private def sqrt(x) = Math.sqrt(x)

  private def log2(x) = Math.log2(x)

  private def log10(x) = Math.log10(x)

  private def gamma(x) = Math.gamma(x)

  private def lgamma(x) = Math.lgamma(x)

  private def frexp(x) = Math.frexp(x)

  private def log(x, *base) = Math.log(x, *base)

  private def atan2(y, x) = Math.atan2(y, x)

  private def hypot(x, y) = Math.hypot(x, y)

  private def ldexp(x, by) = Math.ldexp(x, by)
end
