// Float: operators, rounding as CRuby rounds, and what needs the bits.
#include "core/support/convert.h"

#include <float.h>
#include <math.h>

// --- Division --------------------------------------------------------------------------------------------------------

double core_float_modulo(double x, double y)
{
    if (isnan(y)) return y;
    double const mod = x == 0 || (isinf(y) && !isinf(x)) ? x : fmod(x, y);
    return y * mod < 0 ? mod + y : mod;
}

bool core_float_divmod(double x, double y, double *div, double *mod)
{
    if (y == 0) return false;
    if (isnan(y)) {
        *div = *mod = y;
        return true;
    }
    *mod = x == 0 || (isinf(y) && !isinf(x)) ? x : fmod(x, y);
    *div = isinf(x) && !isinf(y) ? x : round((x - *mod) / y);
    if (y * *mod < 0) {
        *mod += y;
        *div -= 1;
    }
    return true;
}

value_t core_float_integer(struct ec *ec, double d)
{
    if (TRP_UNLIKELY(!isfinite(d))) {
        return vm_raise(ec, CLASS_FLOAT_DOMAIN_ERROR, isnan(d) ? "NaN" : d < 0 ? "-Infinity" : "Infinity");
    }
    return core_or_memory(ec, integer_from_double(ec->heap, d));
}

// --- Arithmetic ------------------------------------------------------------------------------------------------------

#define ARITHMETIC(name, expression)                                                                                   \
    static value_t float_op_##name(struct ec *ec, value_t self, int argc, const value_t *argv)                         \
    {                                                                                                                  \
        (void)argc;                                                                                                    \
        if (!value_is_number(argv[0])) return VALUE_FAIL;                                                              \
        double const a = value_to_double(self), b = core_double(argv[0]);                                              \
        return core_make_float(ec, expression);                                                                             \
    }
ARITHMETIC(add, a + b)
ARITHMETIC(sub, a - b)
ARITHMETIC(mul, a *b)
ARITHMETIC(div, a / b)
ARITHMETIC(remainder, fmod(a, b))
#undef ARITHMETIC

static value_t float_op_mod(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!value_is_number(argv[0])) return VALUE_FAIL;
    double const b = core_double(argv[0]);
    return b == 0 ? core_raise_zero(ec) : core_make_float(ec, core_float_modulo(value_to_double(self), b));
}

static value_t float_op_pow(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!value_is_number(argv[0])) return VALUE_FAIL;
    double const a = value_to_double(self), b = core_double(argv[0]);
    if (a < 0 && b != round(b)) return VALUE_FAIL; // a Complex
    return core_make_float(ec, pow(a, b));
}

static value_t float_divmod(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!value_is_number(argv[0])) return VALUE_FAIL;
    double div, mod;
    if (!core_float_divmod(value_to_double(self), core_double(argv[0]), &div, &mod)) return core_raise_zero(ec);
    value_t const q = core_float_integer(ec, div);
    if (q == VALUE_UNDEF) return q;
    value_t const r = core_make_float(ec, mod);
    return r == VALUE_UNDEF ? r : CORE_NEW(ec, array_new_small(ec->heap, (value_t[]){q, r}, 2));
}

static value_t float_integer_div(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!value_is_number(argv[0])) return VALUE_FAIL;
    double const b = core_double(argv[0]);
    return b == 0 ? core_raise_zero(ec) : core_float_integer(ec, floor(value_to_double(self) / b));
}

static value_t float_op_neg(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_make_float(ec, -value_to_double(self));
}

static value_t float_abs(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_make_float(ec, fabs(value_to_double(self)));
}

// --- Comparing -------------------------------------------------------------------------------------------------------

enum { UNORDERED = 2, NOT_A_NUMBER = 3 };

static int compare(value_t self, value_t o)
{
    double const a = value_to_double(self);
    if (value_is_float(o)) {
        double const b = value_to_double(o);
        return isnan(a) || isnan(b) ? UNORDERED : (a > b) - (a < b);
    }
    if (!value_is_integer(o)) return NOT_A_NUMBER;
    return isnan(a) ? UNORDERED : -integer_compare_double(o, a);
}

static value_t float_op_cmp(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    int const order = compare(self, argv[0]);
    if (order == NOT_A_NUMBER) return VALUE_FAIL;
    return order == UNORDERED ? VALUE_NIL : value_fixnum(order);
}

#define ORDER(name, condition)                                                                                         \
    static value_t float_op_##name(struct ec *ec, value_t self, int argc, const value_t *argv)                         \
    {                                                                                                                  \
        (void)ec, (void)argc;                                                                                          \
        int const order = compare(self, argv[0]);                                                                      \
        return order == NOT_A_NUMBER ? VALUE_FAIL : value_bool(order != UNORDERED && (condition));                     \
    }
ORDER(lt, order < 0)
ORDER(le, order <= 0)
ORDER(gt, order > 0)
ORDER(ge, order >= 0)
ORDER(eq, order == 0)
#undef ORDER

static value_t float_eql(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    return value_bool(value_is_float(argv[0]) && value_to_double(argv[0]) == value_to_double(self));
}

static value_t float_hash_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    uint64_t code = 0;
    (void)value_hash_builtin(ec->runtime, self, &code);
    return value_fixnum((int64_t)hash_fold(code));
}

// --- Rounding --------------------------------------------------------------------------------------------------------

enum rounding { HALF_UP, HALF_EVEN, HALF_DOWN };

static double round_half_up(double x, double scale)
{
    double f = round(x * scale);
    if (scale == 1) return f;
    if (x > 0 && (f + 0.5) / scale <= x) f += 1;
    if (x < 0 && (f - 0.5) / scale >= x) f -= 1;
    return f;
}

static double round_half_down(double x, double scale)
{
    double f = round(x * scale);
    if (x > 0 && (f - 0.5) / scale >= x) f -= 1;
    if (x < 0 && (f + 0.5) / scale <= x) f += 1;
    return f;
}

static double round_half_even(double x, double scale)
{
    double const magnitude = fabs(x), scaled = magnitude * scale, f = floor(scaled), d = scaled - f;
    double const half = (f + 0.5) / scale;
    double up = 0;
    if (d > 0.5 || half < magnitude) up = 1;
    else if (d == 0.5 || half == magnitude) up = fmod(f, 2);
    return copysign(f + up, x);
}

static double round_to(double x, double scale, enum rounding mode)
{
    switch (mode) {
    case HALF_EVEN: return round_half_even(x, scale);
    case HALF_DOWN: return round_half_down(x, scale);
    default: return round_half_up(x, scale);
    }
}

// Whether so many decimals change nothing.
static bool decimals_overflow(int64_t digits, double d)
{
    int exponent;
    frexp(d, &exponent);
    return digits >= (DBL_DIG + 2) - (exponent > 0 ? exponent / 4 : exponent / 3 - 1);
}

static bool decimals_underflow(int64_t digits, double d)
{
    int exponent;
    frexp(d, &exponent);
    return digits < -(exponent > 0 ? exponent / 3 + 1 : exponent / 4);
}

// float_round_decimals(digits, mode): digits > 0. nil: only exact arithmetic will do.
static value_t float_round_decimals(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    int64_t const digits = value_to_fixnum(argv[0]);
    enum rounding const mode = (enum rounding)value_to_fixnum(argv[1]);
    double const d = value_to_double(self);
    if (d == 0 || !isfinite(d) || decimals_overflow(digits, d)) return self;
    if (decimals_underflow(digits, d)) return core_make_float(ec, 0);
    if (digits > 14) return mode == HALF_UP ? core_make_float(ec, float_round_digits(d, (int)digits)) : VALUE_NIL;
    double const scale = pow(10, (double)digits);
    return core_make_float(ec, round_to(d, scale, mode) / scale);
}

// float_round_whole(mode): to an Integer.
static value_t float_round_whole(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return core_float_integer(ec, round_to(value_to_double(self), 1, (enum rounding)value_to_fixnum(argv[0])));
}

static value_t float_round(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc == 0) return core_float_integer(ec, round_half_up(value_to_double(self), 1));
    if (argc > 1 || !value_is_fixnum(argv[0]) || value_to_fixnum(argv[0]) <= 0) return VALUE_FAIL;
    return float_round_decimals(ec, self, 2, (value_t[]){argv[0], value_fixnum(HALF_UP)});
}

static value_t float_floor(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    double const d = value_to_double(self);
    if (argc == 0 || argv[0] == value_fixnum(0)) return core_float_integer(ec, floor(d));
    if (!value_is_fixnum(argv[0]) || value_to_fixnum(argv[0]) < 0) return VALUE_FAIL;
    int64_t const digits = value_to_fixnum(argv[0]);
    if (d == 0 || !isfinite(d) || decimals_overflow(digits, d)) return self;
    if (d > 0 && decimals_underflow(digits, d)) return core_make_float(ec, 0);
    if (digits > 14) return VALUE_FAIL;
    double const scale = pow(10, (double)digits), scaled = floor(d * scale), next = (scaled + 1) / scale;
    return core_make_float(ec, next > d ? scaled / scale : next);
}

static value_t float_ceil(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    double const d = value_to_double(self);
    if (argc == 0 || argv[0] == value_fixnum(0)) return core_float_integer(ec, ceil(d));
    if (!value_is_fixnum(argv[0]) || value_to_fixnum(argv[0]) < 0) return VALUE_FAIL;
    int64_t const digits = value_to_fixnum(argv[0]);
    if (d == 0 || !isfinite(d) || decimals_overflow(digits, d)) return self;
    if (d < 0 && decimals_underflow(digits, d)) return core_make_float(ec, 0);
    if (digits > 14) return VALUE_FAIL;
    double const scale = pow(10, (double)digits), scaled = ceil(d * scale), previous = (scaled - 1) / scale;
    return core_make_float(ec, previous < d ? scaled / scale : previous);
}

// float_whole(up): floor or ceil as an Integer.
static value_t float_whole(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    double const d = value_to_double(self);
    return core_float_integer(ec, value_truthy(argv[0]) ? ceil(d) : floor(d));
}

static value_t float_truncate(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc == 0) return core_float_integer(ec, value_to_double(self));
    return value_to_double(self) > 0 ? float_floor(ec, self, argc, argv) : float_ceil(ec, self, argc, argv);
}

// --- Asking ----------------------------------------------------------------------------------------------------------

static value_t float_nan(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(isnan(value_to_double(self)));
}

static value_t float_infinite(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    double const d = value_to_double(self);
    return isinf(d) ? value_fixnum(d < 0 ? -1 : 1) : VALUE_NIL;
}

static value_t float_finite(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(isfinite(value_to_double(self)));
}

static value_t float_zero(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(value_to_double(self) == 0);
}

static value_t float_positive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(value_to_double(self) > 0);
}

static value_t float_negative(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(value_to_double(self) < 0);
}

static value_t float_next(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_make_float(ec, nextafter(value_to_double(self), INFINITY));
}

static value_t float_prev(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_make_float(ec, nextafter(value_to_double(self), -INFINITY));
}

// --- Converting ------------------------------------------------------------------------------------------------------

static value_t float_self(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return self;
}

static value_t float_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return CORE_NEW(ec, float_to_string(ec->heap, value_to_double(self)));
}

// float_to_integer(f)
static value_t float_to_integer(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return core_float_integer(ec, value_to_double(argv[0]));
}

// float_fraction: [significand as an Integer, exponent]: self == significand * 2 ** exponent exactly.
static value_t float_fraction(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    double const d = value_to_double(self);
    if (!isfinite(d)) return core_float_integer(ec, d);
    int exponent;
    double const fraction = frexp(d, &exponent);
    if (d == 0) exponent = DBL_MANT_DIG;
    value_t const items[] = {value_fixnum((int64_t)ldexp(fraction, DBL_MANT_DIG)), value_fixnum(exponent - DBL_MANT_DIG)};
    return CORE_NEW(ec, array_new_small(ec->heap, items, 2));
}

// float_from(significand, exponent): Integers; correctly rounded.
static value_t float_from(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    int64_t const e = value_to_fixnum(argv[1]);
    return core_make_float(ec, ldexp(integer_to_double(argv[0]), e > 10000 ? 10000 : e < -10000 ? -10000 : (int)e));
}

// float_order(f): an Integer; the Integers of Floats are in the order of the Floats. float_ordered(i): the Float.
static value_t float_order(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    int64_t bits;
    double const d = value_to_double(argv[0]);
    memcpy(&bits, &d, sizeof bits);
    return core_make_integer(ec, bits < 0 ? -(bits & INT64_MAX) : bits);
}

static value_t float_ordered(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    int64_t order = 0;
    (void)integer_to_int64(argv[0], &order);
    int64_t const bits = order < 0 ? -order | INT64_MIN : order;
    double d;
    memcpy(&d, &bits, sizeof d);
    return core_make_float(ec, d);
}

static value_t float_sign_bit(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_bool(signbit(value_to_double(argv[0])) != 0);
}

// How long each takes, see docs/builtins.md:
//   bounded: float_op_add float_op_sub float_op_mul float_op_div float_op_mod float_op_remainder float_op_pow
//     float_divmod float_integer_div float_op_neg float_abs float_op_cmp float_op_eq float_op_lt float_op_le
//     float_op_gt float_op_ge float_eql float_hash_method float_round float_floor float_ceil float_truncate
//     float_nan float_infinite float_finite float_zero float_positive float_negative float_next float_prev
//     float_self float_to_s float_to_integer float_round_decimals float_round_whole float_fraction float_from
//     float_sign_bit float_order float_ordered float_whole
static const struct core_method methods[] = {
    {"+", float_op_add, 1, 1, CORE_TRY}, {"-", float_op_sub, 1, 1, CORE_TRY}, {"*", float_op_mul, 1, 1, CORE_TRY},
    {"/", float_op_div, 1, 1, CORE_TRY}, {"quo", float_op_div, 1, 1, CORE_TRY},
    {"%", float_op_mod, 1, 1, CORE_TRY},
    {"remainder", float_op_remainder, 1, 1, CORE_TRY}, {"**", float_op_pow, 1, 1, CORE_TRY},
    {"divmod", float_divmod, 1, 1, CORE_TRY}, {"div", float_integer_div, 1, 1, CORE_TRY},
    {"-@", float_op_neg, 0, 0, 0}, {"abs", float_abs, 0, 0, 0},
    {"<=>", float_op_cmp, 1, 1, CORE_TRY}, {"==", float_op_eq, 1, 1, CORE_TRY},
    {"<", float_op_lt, 1, 1, CORE_TRY}, {"<=", float_op_le, 1, 1, CORE_TRY}, {">", float_op_gt, 1, 1, CORE_TRY},
    {">=", float_op_ge, 1, 1, CORE_TRY}, {"eql?", float_eql, 1, 1, 0}, {"hash", float_hash_method, 0, 0, 0},
    {"round", float_round, 0, 2, CORE_TRY}, {"floor", float_floor, 0, 1, CORE_TRY}, {"ceil", float_ceil, 0, 1, CORE_TRY},
    {"truncate", float_truncate, 0, 1, CORE_TRY}, {"to_i", float_truncate, 0, 0, 0},
    {"nan?", float_nan, 0, 0, 0}, {"infinite?", float_infinite, 0, 0, 0}, {"finite?", float_finite, 0, 0, 0},
    {"zero?", float_zero, 0, 0, 0}, {"positive?", float_positive, 0, 0, 0}, {"negative?", float_negative, 0, 0, 0},
    {"next_float", float_next, 0, 0, 0}, {"prev_float", float_prev, 0, 0, 0}, {"to_f", float_self, 0, 0, 0},
    {"to_s", float_to_s, 0, 0, 0},
};

static const struct vm_primitive primitives[] = {
    {"float_to_integer", float_to_integer}, {"float_round_decimals", float_round_decimals},
    {"float_round_whole", float_round_whole}, {"float_fraction", float_fraction}, {"float_from", float_from},
    {"float_sign_bit", float_sign_bit}, {"float_order", float_order}, {"float_ordered", float_ordered},
    {"float_whole", float_whole}, {"float_floor", float_floor},
    {"float_ceil", float_ceil},
};

static bool define_constants(struct runtime *runtime)
{
    struct class *const class = runtime_class(runtime, CLASS_FLOAT);
    static const struct { const char *name; double value; bool whole; } rows[] = {
        {"MANT_DIG", DBL_MANT_DIG, true}, {"DIG", DBL_DIG, true}, {"RADIX", FLT_RADIX, true},
        {"MIN_EXP", DBL_MIN_EXP, true}, {"MAX_EXP", DBL_MAX_EXP, true}, {"MIN_10_EXP", DBL_MIN_10_EXP, true},
        {"MAX_10_EXP", DBL_MAX_10_EXP, true}, {"MIN", DBL_MIN, false}, {"MAX", DBL_MAX, false},
        {"EPSILON", DBL_EPSILON, false}, {"INFINITY", INFINITY, false}, {"NAN", NAN, false},
    };
    for (size_t i = 0; i < TRP_COUNT(rows); i++) {
        symbol_t const name = symbol_intern_text(runtime, rows[i].name);
        value_t const v =
            rows[i].whole ? value_fixnum((int64_t)rows[i].value) : float_value(&runtime->boot_heap, rows[i].value);
        if (name == 0 || v == VALUE_UNDEF) return false;
        if (value_is_heap(v)) heap_set_shared(&runtime->boot_heap, value_to_pointer(v));
        if (!class_constant_set(runtime, &runtime->boot_heap, class, name, v, true)) return false;
    }
    return true;
}

bool core_float(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_FLOAT, methods) && CORE_PRIMITIVES(boot, primitives) && define_constants(boot->runtime);
}
