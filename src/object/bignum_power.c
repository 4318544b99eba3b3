// Powers of integers, plain and modulo a number. Bodies of intermediate results are given back at once, so that a power
// costs little more memory than its result.
#include "object/bignum.h"

// --- Plain ---------------------------------------------------------------------------------------------------------

// May the power's size exceed the cap? base has at least 2 bits.
static bool power_too_large(value_t base, uint64_t exponent)
{
    uint64_t const bits = integer_bit_length(base) - 1;
    return exponent > BIGNUM_LIMBS_MAX * LIMB_BITS / (bits > 0 ? bits : 1);
}

// x * y, giving x back.
static value_t multiply_into(struct heap *heap, value_t x, value_t y, bool owned)
{
    value_t const product = integer_mul(heap, x, y);
    if (owned) integer_discard(heap, x);
    return product;
}

static value_t power_by_squaring(struct heap *heap, value_t base, uint64_t exponent, value_t *place)
{
    *place = base;
    bool owned = false; // the first value is the caller's
    for (int bit = 62 - __builtin_clzll(exponent); bit >= 0; bit--) {
        *place = multiply_into(heap, *place, *place, owned);
        owned = true;
        if (*place == VALUE_UNDEF) return VALUE_UNDEF;
        if (exponent >> bit & 1) *place = multiply_into(heap, *place, base, owned);
        if (*place == VALUE_UNDEF) return VALUE_UNDEF;
    }
    return *place;
}

value_t integer_pow(struct heap *heap, value_t base, uint64_t exponent)
{
    value_t place;
    return integer_pow_at(heap, base, exponent, &place);
}

value_t integer_pow_at(struct heap *heap, value_t base, uint64_t exponent, value_t *place)
{
    if (exponent == 0) return value_fixnum(1);
    if (value_is_fixnum(base)) {
        int64_t const b = value_to_fixnum(base);
        if (b == 0 || b == 1) return base;
        if (b == -1) return value_fixnum(exponent & 1 ? -1 : 1);
        if (b == 2 && exponent < BIGNUM_LIMBS_MAX * LIMB_BITS) {
            return integer_shift(heap, value_fixnum(1), (int64_t)exponent);
        }
    }
    if (power_too_large(base, exponent)) return VALUE_UNDEF;
    return power_by_squaring(heap, base, exponent, place);
}

// --- Modulo a word -------------------------------------------------------------------------------------------------

static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t modulus)
{
    return (uint64_t)((unsigned __int128)a * b % modulus);
}

// The exponent's bits from the top.
static uint64_t power_modulo_word(struct heap *heap, uint64_t base, const struct integer_view *exponent, uint64_t modulus)
{
    uint64_t result = 1 % modulus;
    for (size_t i = exponent->count * LIMB_BITS; i-- > 0;) {
        result = multiply_modulo(result, result, modulus);
        if (exponent->limbs[i / LIMB_BITS] >> (i % LIMB_BITS) & 1) result = multiply_modulo(result, base, modulus);
        if (i % 1024 == 0) heap_pause(heap, 512);
    }
    return result;
}

// --- Modulo a large number -----------------------------------------------------------------------------------------

#define WINDOW_BITS 4u
#define WINDOW_POWERS (1u << WINDOW_BITS)

// All numbers have `count` limbs, padded with zeros.
struct modular {
    struct heap *heap;
    const uint64_t *modulus;
    size_t count;
    uint64_t *product; // 2 count
};

// result = a * b mod m. result may be a or b.
static bool modular_multiply(const struct modular *m, uint64_t *result, const uint64_t *a, const uint64_t *b)
{
    return limbs_multiply(m->heap, m->product, a, m->count, b, m->count) &&
           limbs_divide(m->heap, NULL, result, m->product, 2 * m->count, m->modulus, m->count);
}

// powers[i] = base^i for the window; powers[1] is given.
static bool modular_window(const struct modular *m, uint64_t *powers)
{
    for (size_t i = 0; i < m->count; i++) powers[i] = i == 0;
    for (size_t i = 2; i < WINDOW_POWERS; i++) {
        uint64_t *const to = powers + i * m->count;
        if (!modular_multiply(m, to, to - m->count, powers + m->count)) return false;
    }
    return true;
}

// result = powers[1] ^ exponent mod m, four bits of the exponent at a time.
static bool modular_power(const struct modular *m, uint64_t *result, const uint64_t *powers,
                          const struct integer_view *exponent)
{
    mpn_copyi(result, powers, (mp_size_t)m->count); // 1
    for (size_t i = exponent->count * LIMB_BITS / WINDOW_BITS; i-- > 0;) {
        for (unsigned j = 0; j < WINDOW_BITS; j++) {
            if (!modular_multiply(m, result, result, result)) return false;
        }
        size_t const at = i * WINDOW_BITS;
        uint64_t const digit = exponent->limbs[at / LIMB_BITS] >> (at % LIMB_BITS) & (WINDOW_POWERS - 1);
        if (digit != 0 && !modular_multiply(m, result, result, powers + digit * m->count)) return false;
    }
    return true;
}

// |base| < |modulus| after reduction, both not negative.
static value_t power_modulo_large(struct heap *heap, const struct integer_view *base,
                                  const struct integer_view *exponent, const struct integer_view *modulus)
{
    size_t const n = modulus->count;
    struct limbs_scratch work, result;
    if (!integer_scratch_open(heap, &result, n)) return VALUE_UNDEF;
    if (!limbs_scratch_open(heap, &work, (WINDOW_POWERS + 2) * n)) goto fail_work;
    struct modular const m = {heap, modulus->limbs, n, work.limbs + WINDOW_POWERS * n};
    for (size_t i = 0; i < n; i++) work.limbs[n + i] = i < base->count ? base->limbs[i] : 0;
    bool const done = modular_window(&m, work.limbs) && modular_power(&m, result.limbs, work.limbs, exponent);
    limbs_scratch_close(heap, &work);
    if (done) return integer_from_scratch(heap, &result, n, false);

fail_work:
    limbs_scratch_close(heap, &result);
    return VALUE_UNDEF;
}

// base in [0, |modulus|): the power in that range too.
static value_t power_modulo(struct heap *heap, value_t base, value_t exponent, value_t modulus)
{
    struct integer_view b, e, m;
    integer_view(&b, base);
    integer_view(&e, exponent);
    integer_view(&m, modulus);
    if (m.count > 1) return power_modulo_large(heap, &b, &e, &m);
    return integer_from_uint64(heap, power_modulo_word(heap, b.count > 0 ? b.limbs[0] : 0, &e, m.limbs[0]));
}

value_t integer_pow_mod(struct heap *heap, value_t base, value_t exponent, value_t modulus)
{
    TRP_ASSERT(integer_sign(exponent) >= 0 && integer_sign(modulus) != 0);
    value_t const positive = integer_sign(modulus) < 0 ? integer_neg(heap, modulus) : modulus;
    value_t reduced;
    if (positive == VALUE_UNDEF || !integer_divmod(heap, base, positive, NULL, &reduced)) return VALUE_UNDEF;
    value_t const power = power_modulo(heap, reduced, exponent, positive);
    if (power == VALUE_UNDEF || positive == modulus || power == value_fixnum(0)) return power;
    return integer_add(heap, power, modulus);
}
