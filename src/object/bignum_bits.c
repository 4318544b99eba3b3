// Bits of integers, as if negative numbers had infinitely many ones in front (two's complement): shifts, and, or, xor.
#include "object/bignum.h"

// --- Bitwise operations --------------------------------------------------------------------------------------------

// Reads the limbs of a number in two's complement, from the least significant on, without end.
struct twos_reader {
    const uint64_t *limbs;
    size_t count, next;
    uint64_t sign;  // all ones: negative
    uint64_t carry; // of negation
};

static struct twos_reader twos_reader(const struct integer_view *view)
{
    return (struct twos_reader){view->limbs, view->count, 0, view->negative ? UINT64_MAX : 0, view->negative};
}

static uint64_t twos_next(struct twos_reader *reader)
{
    uint64_t const limb = reader->next < reader->count ? reader->limbs[reader->next] : 0;
    reader->next++;
    uint64_t const word = (limb ^ reader->sign) + reader->carry;
    reader->carry = reader->carry != 0 && word == 0;
    return word;
}

static uint64_t combine_words(uint64_t a, uint64_t b, enum bit_operation operation)
{
    switch (operation) {
    case BIT_AND: return a & b;
    case BIT_OR: return a | b;
    case BIT_XOR: return a ^ b;
    }
    TRP_UNREACHABLE();
}

value_t bignum_bitwise(struct heap *heap, value_t a, value_t b, enum bit_operation operation)
{
    struct integer_view x, y;
    integer_view(&x, a);
    integer_view(&y, b);
    // One limb more than the longer operand holds the sign.
    size_t const count = (x.count > y.count ? x.count : y.count) + 1;
    struct limbs_scratch result;
    if (!integer_scratch_open(heap, &result, count)) return VALUE_UNDEF;
    struct twos_reader left = twos_reader(&x), right = twos_reader(&y);
    for (size_t i = 0; i < count; i++) {
        uint64_t const word = twos_next(&left);
        result.limbs[i] = combine_words(word, twos_next(&right), operation);
        if (i % 8192 == 8191) heap_pause(heap, 128);
    }
    bool const negative = result.limbs[count - 1] >> (LIMB_BITS - 1);
    if (negative) mpn_neg(result.limbs, result.limbs, (mp_size_t)count);
    return integer_from_scratch(heap, &result, count, negative);
}

value_t integer_and(struct heap *heap, value_t a, value_t b)
{
    return value_both_fixnum(a, b) ? a & b : bignum_bitwise(heap, a, b, BIT_AND);
}

value_t integer_or(struct heap *heap, value_t a, value_t b)
{
    return value_both_fixnum(a, b) ? a | b : bignum_bitwise(heap, a, b, BIT_OR);
}

value_t integer_xor(struct heap *heap, value_t a, value_t b)
{
    return value_both_fixnum(a, b) ? (a ^ b) | 1 : bignum_bitwise(heap, a, b, BIT_XOR);
}

value_t integer_not(struct heap *heap, value_t a)
{
    if (value_is_fixnum(a)) return value_fixnum(~value_to_fixnum(a));
    return integer_sub(heap, value_fixnum(-1), a);
}

// --- Shifts --------------------------------------------------------------------------------------------------------

static value_t shift_left(struct heap *heap, const struct integer_view *x, uint64_t bits)
{
    if (x->count == 0) return value_fixnum(0);
    if (bits / LIMB_BITS >= BIGNUM_LIMBS_MAX) return VALUE_UNDEF;
    size_t const up = bits / LIMB_BITS, count = x->count + up + 1;
    unsigned const rest = bits % LIMB_BITS;
    struct limbs_scratch result;
    if (!integer_scratch_open(heap, &result, count)) return VALUE_UNDEF;
    for (size_t i = 0; i < up; i++) result.limbs[i] = 0;
    if (rest == 0) {
        mpn_copyi(result.limbs + up, x->limbs, (mp_size_t)x->count);
        result.limbs[count - 1] = 0;
    } else {
        result.limbs[count - 1] = mpn_lshift(result.limbs + up, x->limbs, (mp_size_t)x->count, rest);
    }
    return integer_from_scratch(heap, &result, count, x->negative);
}

// Floored: a negative number of which a one is lost goes one further down.
static value_t shift_right(struct heap *heap, const struct integer_view *x, uint64_t bits)
{
    if (bits / LIMB_BITS >= x->count) return value_fixnum(x->negative ? -1 : 0);
    size_t const down = bits / LIMB_BITS, count = x->count - down;
    unsigned const rest = bits % LIMB_BITS;
    struct limbs_scratch result;
    if (!integer_scratch_open(heap, &result, count + 1)) return VALUE_UNDEF;
    uint64_t lost = 0;
    if (rest == 0) {
        mpn_copyi(result.limbs, x->limbs + down, (mp_size_t)count);
    } else {
        lost = mpn_rshift(result.limbs, x->limbs + down, (mp_size_t)count, rest);
    }
    result.limbs[count] = 0;
    if (x->negative && (lost != 0 || limbs_trim(x->limbs, down) > 0)) {
        mpn_add_1(result.limbs, result.limbs, (mp_size_t)(count + 1), 1);
    }
    return integer_from_scratch(heap, &result, count + 1, x->negative);
}

value_t bignum_shift(struct heap *heap, value_t a, int64_t left)
{
    struct integer_view x;
    integer_view(&x, a);
    return left >= 0 ? shift_left(heap, &x, (uint64_t)left) : shift_right(heap, &x, 0 - (uint64_t)left);
}

value_t integer_shift(struct heap *heap, value_t a, int64_t left)
{
    if (value_is_fixnum(a)) {
        int64_t const i = value_to_fixnum(a);
        if (left <= 0) return value_fixnum(i >> (left > -63 ? -left : 63));
        if (left < 62 && magnitude_int64(i) >> (62 - left) == 0) return value_fixnum((int64_t)((uint64_t)i << left));
    }
    return bignum_shift(heap, a, left);
}

// --- Single bits ---------------------------------------------------------------------------------------------------

static size_t magnitude_bits(const struct integer_view *x)
{
    if (x->count == 0) return 0;
    return x->count * LIMB_BITS - (size_t)__builtin_clzll(x->limbs[x->count - 1]);
}

// Of ~a for a negative a, so that -256 has 8 bits.
size_t integer_bit_length(value_t a)
{
    struct integer_view x;
    integer_view(&x, a);
    size_t const bits = magnitude_bits(&x);
    if (!x.negative) return bits;
    return mpn_scan1(x.limbs, 0) == bits - 1 ? bits - 1 : bits; // a power of two
}

int integer_bit(value_t a, uint64_t index)
{
    if (value_is_fixnum(a)) return value_to_fixnum(a) >> (index < 63 ? index : 63) & 1;
    struct integer_view x;
    integer_view(&x, a);
    uint64_t const limb = index / LIMB_BITS;
    if (limb >= x.count) return x.negative;
    uint64_t word = x.limbs[limb];
    if (x.negative) word = limbs_trim(x.limbs, limb) > 0 ? ~word : 0 - word;
    return word >> (index % LIMB_BITS) & 1;
}
