// Between integers and doubles, exactly.
#include <math.h>

#include "object/bignum.h"

// --- To a double ---------------------------------------------------------------------------------------------------

double integer_to_double(value_t v)
{
    if (value_is_fixnum(v)) return (double)value_to_fixnum(v);
    struct integer_view x;
    integer_view(&x, v);
    // The leading 64 bits, the last of them set when anything below is: the conversion rounds those as it would all.
    size_t const top = x.count - 1;
    unsigned const shift = (unsigned)__builtin_clzll(x.limbs[top]);
    uint64_t bits = x.limbs[top] << shift;
    bool rest = top > 0 && limbs_trim(x.limbs, top - 1) > 0;
    if (top > 0) {
        uint64_t const below = x.limbs[top - 1];
        if (shift > 0) bits |= below >> (LIMB_BITS - shift);
        rest |= (below << shift) != 0;
    }
    bits |= rest;
    double const d = ldexp((double)bits, (int)(top < 1024 ? top * LIMB_BITS : 1024 * LIMB_BITS) - (int)shift);
    return x.negative ? -d : d;
}

// --- From a double -------------------------------------------------------------------------------------------------

#define DOUBLE_LIMBS 17 // 1024 bits, and one limb for the shift

// The magnitude of a finite d, truncated. Returns the count.
static size_t limbs_from_double(uint64_t limbs[DOUBLE_LIMBS], double d)
{
    int exponent;
    double const fraction = frexp(fabs(d), &exponent); // d = fraction * 2^exponent
    if (exponent <= 0) return 0;
    uint64_t const bits = (uint64_t)ldexp(fraction, 53);
    memset(limbs, 0, DOUBLE_LIMBS * sizeof *limbs);
    if (exponent <= 53) {
        limbs[0] = bits >> (53 - exponent);
    } else {
        unsigned const shift = (unsigned)exponent - 53;
        limbs[shift / LIMB_BITS] = bits << (shift % LIMB_BITS);
        if (shift % LIMB_BITS > 0) limbs[shift / LIMB_BITS + 1] = bits >> (LIMB_BITS - shift % LIMB_BITS);
    }
    return limbs_trim(limbs, DOUBLE_LIMBS);
}

value_t integer_from_double(struct heap *heap, double d)
{
    TRP_ASSERT(isfinite(d));
    if (d > -0x1p62 && d < 0x1p62) return value_fixnum((int64_t)d);
    uint64_t limbs[DOUBLE_LIMBS];
    size_t const count = limbs_from_double(limbs, d);
    return integer_from_limbs(heap, limbs, count, d < 0);
}

int integer_compare_double(value_t a, double b)
{
    TRP_ASSERT(!isnan(b));
    if (isinf(b)) return b > 0 ? -1 : 1;
    struct integer_view x;
    integer_view(&x, a);
    int const sign = integer_sign(a), sign_b = (b > 0) - (b < 0);
    if (sign != sign_b) return sign < sign_b ? -1 : 1;
    uint64_t limbs[DOUBLE_LIMBS];
    size_t const count = limbs_from_double(limbs, b);
    int order = limbs_compare(x.limbs, x.count, limbs, count);
    if (order == 0 && trunc(b) != b) order = -1; // b's magnitude has a fraction more
    return sign < 0 ? -order : order;
}
