// Integers of either kind: what fits fixnums is done here, the rest in bignum*.c. Pure functions; any thread on its own
// heap.
#include "object/number.h"

#include <math.h>

#include "object/bignum.h"

// --- Conversions ---------------------------------------------------------------------------------------------------

value_t integer_from_int64(struct heap *heap, int64_t i)
{
    if (value_fits_fixnum(i)) return value_fixnum(i);
    uint64_t const magnitude = magnitude_int64(i);
    return integer_from_limbs(heap, &magnitude, 1, i < 0);
}

value_t integer_from_uint64(struct heap *heap, uint64_t i)
{
    if (i <= (uint64_t)FIXNUM_MAX) return value_fixnum((int64_t)i);
    return integer_from_limbs(heap, &i, 1, false);
}

bool integer_to_int64(value_t v, int64_t *out)
{
    if (value_is_fixnum(v)) {
        *out = value_to_fixnum(v);
        return true;
    }
    struct integer_view x;
    integer_view(&x, v);
    if (x.count > 1 || x.limbs[0] > (uint64_t)INT64_MAX + x.negative) return false;
    *out = x.negative ? (int64_t)(0 - x.limbs[0]) : (int64_t)x.limbs[0];
    return true;
}

// --- Arithmetic ----------------------------------------------------------------------------------------------------

value_t integer_add(struct heap *heap, value_t a, value_t b)
{
    if (value_both_fixnum(a, b)) return integer_from_int64(heap, value_to_fixnum(a) + value_to_fixnum(b));
    return bignum_add(heap, a, b, false);
}

value_t integer_sub(struct heap *heap, value_t a, value_t b)
{
    if (value_both_fixnum(a, b)) return integer_from_int64(heap, value_to_fixnum(a) - value_to_fixnum(b));
    return bignum_add(heap, a, b, true);
}

value_t integer_mul(struct heap *heap, value_t a, value_t b)
{
    int64_t product;
    if (value_both_fixnum(a, b) && !__builtin_mul_overflow(value_to_fixnum(a), value_to_fixnum(b), &product)) {
        return integer_from_int64(heap, product);
    }
    return bignum_multiply(heap, a, b);
}

static bool divmod_fixnums(struct heap *heap, int64_t a, int64_t b, value_t *quotient, value_t *remainder)
{
    int64_t q = a / b, r = a % b; // cannot overflow: fixnums have 63 bits
    if (r != 0 && (r < 0) != (b < 0)) {
        q--;
        r += b;
    }
    value_t const q_value = quotient != NULL ? integer_from_int64(heap, q) : value_fixnum(0);
    if (q_value == VALUE_UNDEF) return false;
    if (quotient != NULL) *quotient = q_value;
    if (remainder != NULL) *remainder = value_fixnum(r);
    return true;
}

bool integer_divmod(struct heap *heap, value_t a, value_t b, value_t *quotient, value_t *remainder)
{
    TRP_ASSERT(b != value_fixnum(0));
    if (value_both_fixnum(a, b)) {
        return divmod_fixnums(heap, value_to_fixnum(a), value_to_fixnum(b), quotient, remainder);
    }
    return bignum_divmod(heap, a, b, quotient, remainder);
}

value_t integer_neg(struct heap *heap, value_t a)
{
    return value_is_fixnum(a) ? integer_from_int64(heap, -value_to_fixnum(a)) : bignum_negate(heap, a);
}

value_t integer_sqrt(struct heap *heap, value_t a)
{
    TRP_ASSERT(integer_sign(a) >= 0);
    return bignum_sqrt(heap, a);
}

static value_t gcd_words(struct heap *heap, uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t const rest = a % b;
        a = b;
        b = rest;
    }
    return integer_from_uint64(heap, a);
}

value_t integer_gcd(struct heap *heap, value_t a, value_t b)
{
    if (value_both_fixnum(a, b)) {
        return gcd_words(heap, magnitude_int64(value_to_fixnum(a)), magnitude_int64(value_to_fixnum(b)));
    }
    if (a == value_fixnum(0)) return integer_sign(b) < 0 ? integer_neg(heap, b) : b;
    if (b == value_fixnum(0)) return integer_sign(a) < 0 ? integer_neg(heap, a) : a;
    return bignum_gcd(heap, a, b);
}

// --- Comparing -----------------------------------------------------------------------------------------------------

int integer_compare(value_t a, value_t b)
{
    if (value_both_fixnum(a, b)) {
        int64_t const x = value_to_fixnum(a), y = value_to_fixnum(b);
        return (x > y) - (x < y);
    }
    return bignum_compare(a, b);
}

bool integer_equal(value_t a, value_t b)
{
    if (a == b) return true;
    if (value_is_fixnum(a) || value_is_fixnum(b)) return false; // normalised
    return bignum_compare(a, b) == 0;
}

int integer_sign(value_t a)
{
    if (value_is_fixnum(a)) return (value_to_fixnum(a) > 0) - (value_to_fixnum(a) < 0);
    return ((const struct bignum *)value_to_pointer(a))->header & BIGNUM_NEGATIVE ? -1 : 1;
}

bool integer_odd(value_t a)
{
    struct integer_view x;
    integer_view(&x, a);
    return x.count > 0 && (x.limbs[0] & 1);
}

// The finalizer of splitmix64.
static uint64_t mix(uint64_t h)
{
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9;
    h = (h ^ (h >> 27)) * 0x94d049bb133111eb;
    return h ^ (h >> 31);
}

uint64_t integer_hash(value_t a)
{
    if (value_is_fixnum(a)) return mix(a + 0x9e3779b97f4a7c15);
    struct integer_view x;
    integer_view(&x, a);
    uint64_t h = x.negative ? 0x6a09e667f3bcc908 : 0xbb67ae8584caa73b;
    for (size_t i = 0; i < x.count; i++) h = mix(h ^ x.limbs[i]) + 0x9e3779b97f4a7c15;
    return mix(h);
}

uint64_t float_hash(double d)
{
    if (d == 0) d = 0; // -0.0 is eql? to 0.0
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return mix(bits ^ 0x3c6ef372fe94f82b);
}
