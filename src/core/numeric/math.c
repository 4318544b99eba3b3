// Math: functions of doubles. Arguments that are not core numbers, and domain errors, are the prelude's.
#include "core/support/convert.h"

#include <math.h>

#define FUNCTION(name, call, domain)                                                                                   \
    static value_t math_##name(struct ec *ec, value_t self, int argc, const value_t *argv)                             \
    {                                                                                                                  \
        (void)self, (void)argc;                                                                                        \
        if (!value_is_number(argv[0])) return VALUE_FAIL;                                                              \
        double const x = core_double(argv[0]);                                                                         \
        return (domain) ? core_make_float(ec, call(x)) : VALUE_FAIL;                                                   \
    }
static double cube_root(double x) // one step of Newton more, as CRuby
{
    double const r = cbrt(x);
    return isfinite(r) && r != 0 ? (2 * r + x / r / r) / 3 : r;
}

FUNCTION(sin, sin, true)
FUNCTION(cos, cos, true)
FUNCTION(tan, tan, true)
FUNCTION(asin, asin, !(x < -1 || x > 1))
FUNCTION(acos, acos, !(x < -1 || x > 1))
FUNCTION(atan, atan, true)
FUNCTION(sinh, sinh, true)
FUNCTION(cosh, cosh, true)
FUNCTION(tanh, tanh, true)
FUNCTION(asinh, asinh, true)
FUNCTION(acosh, acosh, !(x < 1))
FUNCTION(atanh, atanh, !(x < -1 || x > 1))
FUNCTION(exp, exp, true)
FUNCTION(expm1, expm1, true)
FUNCTION(log1p, log1p, !(x < -1))
FUNCTION(cbrt, cube_root, true)
FUNCTION(erf, erf, true)
FUNCTION(erfc, erfc, true)
FUNCTION(sqrt, sqrt, !(x < 0))
#undef FUNCTION

#define BINARY(name, call)                                                                                             \
    static value_t math_##name(struct ec *ec, value_t self, int argc, const value_t *argv)                             \
    {                                                                                                                  \
        (void)self, (void)argc;                                                                                        \
        if (!value_is_number(argv[0]) || !value_is_number(argv[1])) return VALUE_FAIL;                                 \
        return core_make_float(ec, call(core_double(argv[0]), core_double(argv[1])));                                  \
    }
BINARY(atan2, atan2)
BINARY(hypot, hypot)
#undef BINARY

static value_t math_ldexp(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    int64_t by;
    if (!value_is_number(argv[0])) return VALUE_FAIL;
    CORE_INT(ec, argv[1], &by);
    return core_make_float(ec, ldexp(core_double(argv[0]), by > 100000 ? 100000 : by < -100000 ? -100000 : (int)by));
}

static value_t math_frexp(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    if (!value_is_number(argv[0])) return VALUE_FAIL;
    int exponent = 0;
    value_t const fraction = core_make_float(ec, frexp(core_double(argv[0]), &exponent));
    if (fraction == VALUE_UNDEF) return fraction;
    return CORE_NEW(ec, array_new_small(ec->heap, (value_t[]){fraction, value_fixnum(exponent)}, 2));
}

// A logarithm of a number, of Integers of any size: by 2 to the power `scale` times what fits a double.
struct scaled {
    double value;
    double scale; // powers of two
    bool negative;
};

static bool scale_down(struct ec *ec, value_t v, struct scaled *out)
{
    *out = (struct scaled){.negative = false};
    if (!value_is_bignum(v)) {
        out->value = core_double(v);
        out->negative = out->value < 0;
        return true;
    }
    out->negative = integer_sign(v) < 0;
    size_t const bits = integer_bit_length(v);
    int64_t const by = bits >= 1024 ? (int64_t)bits - 53 : 0;
    value_t const small = by > 0 ? integer_shift(ec->heap, v, -by) : v;
    if (small == VALUE_UNDEF) return vm_raise_memory(ec), false;
    out->value = integer_to_double(small);
    out->scale = (double)by;
    return true;
}

static value_t logarithm(struct ec *ec, value_t v, double (*function)(double), double of_two)
{
    struct scaled x;
    if (!value_is_number(v)) return VALUE_FAIL;
    if (!scale_down(ec, v, &x)) return VALUE_UNDEF;
    if (x.negative) return VALUE_FAIL;
    if (x.value == 0) return core_make_float(ec, -INFINITY);
    double const result = function(x.value);
    return core_make_float(ec, x.scale > 0 ? result + x.scale * of_two : result);
}

static value_t math_log(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    return argc == 1 ? logarithm(ec, argv[0], log, M_LN2) : VALUE_FAIL;
}

static value_t math_log2(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return logarithm(ec, argv[0], log2, 1);
}

static value_t math_log10(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return logarithm(ec, argv[0], log10, 0.301029995663981195213738894724493027);
}

// gamma(x): exact factorials up to 23.
static value_t math_gamma(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    static double const factorials[] = {
        1.0, 1.0, 2.0, 6.0, 24.0, 120.0, 720.0, 5040.0, 40320.0, 362880.0, 3628800.0, 39916800.0, 479001600.0,
        6227020800.0, 87178291200.0, 1307674368000.0, 20922789888000.0, 355687428096000.0, 6402373705728000.0,
        121645100408832000.0, 2432902008176640000.0, 51090942171709440000.0, 1124000727777607680000.0,
    };
    (void)self, (void)argc;
    if (!value_is_number(argv[0])) return VALUE_FAIL;
    double const x = core_double(argv[0]);
    if (isinf(x)) return x < 0 ? VALUE_FAIL : core_make_float(ec, x);
    if (x == 0) return core_make_float(ec, copysign(INFINITY, x));
    if (x == floor(x)) {
        if (x < 0) return VALUE_FAIL;
        if (x >= 1 && x <= (double)TRP_COUNT(factorials)) return core_make_float(ec, factorials[(int)x - 1]);
    }
    return core_make_float(ec, tgamma(x));
}

static value_t math_lgamma(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    if (!value_is_number(argv[0])) return VALUE_FAIL;
    double const x = core_double(argv[0]);
    if (isinf(x) && x < 0) return VALUE_FAIL;
    int sign = 1;
    double result = INFINITY;
    if (x == 0) sign = signbit(x) ? -1 : 1;
    else if (!isinf(x)) result = lgamma_r(x, &sign);
    value_t const v = core_make_float(ec, result);
    if (v == VALUE_UNDEF) return v;
    return CORE_NEW(ec, array_new_small(ec->heap, (value_t[]){v, value_fixnum(sign < 0 ? -1 : 1)}, 2));
}

#define ROW(name, arguments) {#name, math_##name, arguments, arguments, CORE_TRY | CORE_SINGLETON}
// How long each takes, see docs/builtins.md:
//   bounded: math_log
static const struct core_method methods[] = {
    ROW(sin, 1), ROW(cos, 1), ROW(tan, 1), ROW(asin, 1), ROW(acos, 1), ROW(atan, 1), ROW(sinh, 1), ROW(cosh, 1),
    ROW(tanh, 1), ROW(asinh, 1), ROW(acosh, 1), ROW(atanh, 1), ROW(exp, 1), ROW(expm1, 1), ROW(log1p, 1), ROW(cbrt, 1),
    ROW(erf, 1), ROW(erfc, 1), ROW(sqrt, 1), ROW(atan2, 2), ROW(hypot, 2), ROW(ldexp, 2), ROW(frexp, 1), ROW(log2, 1),
    ROW(log10, 1), ROW(gamma, 1), ROW(lgamma, 1), {"log", math_log, 1, 2, CORE_TRY | CORE_SINGLETON},
};
#undef ROW

#define ROW(name) {"math_" #name, math_##name}
static const struct vm_primitive primitives[] = {
    ROW(sin), ROW(cos), ROW(tan), ROW(asin), ROW(acos), ROW(atan), ROW(sinh), ROW(cosh), ROW(tanh), ROW(asinh), ROW(acosh),
    ROW(atanh), ROW(exp), ROW(expm1), ROW(log1p), ROW(cbrt), ROW(erf), ROW(erfc), ROW(sqrt), ROW(atan2), ROW(hypot),
    ROW(ldexp), ROW(frexp), ROW(log), ROW(log2), ROW(log10), ROW(gamma), ROW(lgamma),
};
#undef ROW

static bool define_constant(struct runtime *runtime, const char *name, double d)
{
    value_t const v = float_value(&runtime->boot_heap, d);
    symbol_t const symbol = symbol_intern_text(runtime, name);
    if (v == VALUE_UNDEF || symbol == 0) return false;
    return class_constant_set(runtime, &runtime->boot_heap, runtime_class(runtime, CLASS_MATH), symbol, v, true);
}

bool core_math(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_MATH, methods) && CORE_PRIMITIVES(boot, primitives) &&
           define_constant(boot->runtime, "PI", M_PI) && define_constant(boot->runtime, "E", M_E);
}
