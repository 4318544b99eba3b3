// Floats: making them, and rounding to decimals.
#include <math.h>

#include "object/float_exact.h"
#include "object/layout.h"
#include "object/limbs.h"
#include "object/number.h"

_Static_assert(sizeof(struct float_object) <= HEAP_GRANULE, "the smallest slot");

value_t float_value(struct heap *heap, double d)
{
    value_t const v = value_try_flonum(d);
    if (v != VALUE_UNDEF) return v;
    struct float_object *const f = heap_alloc(heap, HEAP_32);
    if (f == NULL) return VALUE_UNDEF;
    f->header = header_make(TYPE_FLOAT, CLASS_FLOAT, LAYOUT_EMPTY_FROZEN, 0);
    f->value = d;
    return value_pointer(f);
}

// --- Rounding, as CRuby rounds -----------------------------------------------------------------------------------------

// So many digits change nothing: d has no more.
static bool rounds_to_itself(int digits, int exponent)
{
    return digits >= 17 - (exponent > 0 ? exponent / 4 : exponent / 3 - 1);
}

static bool rounds_to_zero(int digits, int exponent)
{
    return digits < -(exponent > 0 ? exponent / 3 + 1 : exponent / 4);
}

static double round_scaled(double d, double scale)
{
    double rounded = round(d * scale);
    if (scale == 1) return rounded;
    // The product was inexact: what was rounded down may have been a half.
    if (d > 0 && (rounded + 0.5) / scale <= d) rounded += 1;
    if (d < 0 && (rounded - 0.5) / scale >= d) rounded -= 1;
    return rounded / scale;
}

// Where the power of ten is no double: floor(|d| 10^digits + 1/2) / 10^digits in exact arithmetic.
static double round_exactly(double d, int digits)
{
    int exponent;
    uint64_t limbs[FLOAT_EXACT_LIMBS] = {(uint64_t)ldexp(frexp(fabs(d), &exponent), 53)};
    exponent -= 53;
    size_t count = 1;
    for (int i = 0; i < digits; i++) {
        uint64_t const carry = mpn_mul_1(limbs, limbs, (mp_size_t)count, 10);
        if (carry != 0) limbs[count++] = carry;
    }
    if (exponent >= 0) return d;
    size_t const down = (size_t)-exponent - 1, whole = down / LIMB_BITS; // one bit is kept: the half
    if (whole >= count) return copysign(0, d);
    count -= whole;
    for (size_t i = 0; i < count; i++) limbs[i] = limbs[i + whole];
    if (down % LIMB_BITS > 0) mpn_rshift(limbs, limbs, (mp_size_t)count, down % LIMB_BITS);
    limbs[count] = mpn_add_1(limbs, limbs, (mp_size_t)count, 1);
    mpn_rshift(limbs, limbs, (mp_size_t)(count + 1), 1);
    return copysign(float_from_scaled(limbs, count + 1, -digits), d);
}

double float_round_digits(double d, int digits)
{
    static double const powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
    if (d == 0 || !isfinite(d)) return d;
    int exponent;
    frexp(d, &exponent);
    if (rounds_to_itself(digits, exponent)) return d;
    if (rounds_to_zero(digits, exponent)) return copysign(0, d);
    if (digits < 0) return round(d / pow(10, -digits)) * pow(10, -digits);
    if (digits >= (int)TRP_COUNT(powers)) return round_exactly(d, digits);
    return round_scaled(d, powers[digits]);
}
