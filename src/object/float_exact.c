// Correctly rounded doubles, see float_exact.h. Numbers are at most a hundred limbs, so that everything is on the stack
// and below the sizes at which mpn calls its allocation hooks (limbs.h).
#include "object/float_exact.h"

#include <math.h>

#include "object/limbs.h"

double float_from_bits(uint64_t mantissa, bool rest, int exponent)
{
    if (mantissa == 0) return 0;
    int const zeros = __builtin_clzll(mantissa);
    mantissa <<= zeros;
    exponent -= zeros;
    if (exponent > 1024 - 64) return INFINITY;
    // Of the 64 bits 53 stay, fewer below the smallest normal number.
    int const below = -1074 - exponent; // bits that weigh less than the smallest number
    int const cut = below > 11 ? below : 11;
    if (cut > 64) return 0;
    uint64_t const kept = cut == 64 ? 0 : mantissa >> cut;
    uint64_t const half = (uint64_t)1 << (cut - 1);
    uint64_t const lost = cut == 64 ? mantissa : mantissa & (((uint64_t)1 << cut) - 1);
    bool const up = lost > half || (lost == half && (rest || (kept & 1)));
    return ldexp((double)(kept + up), exponent + cut);
}

// Of limbs[count] * 2^exponent.
static double round_limbs(const uint64_t *limbs, size_t count, bool rest, int exponent)
{
    count = limbs_trim(limbs, count);
    if (count == 0) return 0;
    unsigned const shift = (unsigned)__builtin_clzll(limbs[count - 1]);
    uint64_t top = limbs[count - 1] << shift;
    if (count > 1) {
        if (shift > 0) top |= limbs[count - 2] >> (LIMB_BITS - shift);
        rest = rest || (limbs[count - 2] << shift) != 0 || limbs_trim(limbs, count - 2) > 0;
    }
    return float_from_bits(top, rest, exponent + (int)((count - 1) * LIMB_BITS) - (int)shift);
}

// limbs *= 5^power. Returns the count.
static size_t multiply_by_five(uint64_t *limbs, size_t count, int power)
{
    uint64_t const five_27 = 7450580596923828125;
    while (power > 0) {
        uint64_t factor = 1;
        if (power >= 27) {
            factor = five_27;
            power -= 27;
        } else {
            for (; power > 0; power--) factor *= 5;
        }
        uint64_t const carry = mpn_mul_1(limbs, limbs, (mp_size_t)count, factor);
        if (carry != 0) limbs[count++] = carry;
    }
    return count;
}

static size_t bit_length(const uint64_t *limbs, size_t count)
{
    return count * LIMB_BITS - (size_t)__builtin_clzll(limbs[count - 1]);
}

#define FIVES_LIMBS 50 // 5^1300 has 3019 bits
#define WORK_LIMBS (FLOAT_EXACT_LIMBS + FIVES_LIMBS + 4)

// limbs / 10^power: shifted so far that the quotient has 66 bits or more.
static double divide_by_power(const uint64_t *limbs, size_t count, int power)
{
    uint64_t divisor[FIVES_LIMBS] = {1}, numerator[WORK_LIMBS], quotient[WORK_LIMBS], remainder[FIVES_LIMBS];
    size_t const divisor_count = multiply_by_five(divisor, 1, power);
    size_t const wanted = bit_length(divisor, divisor_count) + 66, have = bit_length(limbs, count);
    size_t const shift = (wanted > have ? wanted - have : 0) / LIMB_BITS + 1; // whole limbs
    for (size_t i = 0; i < shift; i++) numerator[i] = 0;
    mpn_copyi(numerator + shift, limbs, (mp_size_t)count);
    size_t const total = shift + count;
    mpn_tdiv_qr(quotient, remainder, 0, numerator, (mp_size_t)total, divisor, (mp_size_t)divisor_count);
    bool const rest = limbs_trim(remainder, divisor_count) > 0;
    return round_limbs(quotient, total - divisor_count + 1, rest, -power - (int)(shift * LIMB_BITS));
}

double float_from_scaled(const uint64_t *limbs, size_t count, int power)
{
    count = limbs_trim(limbs, count);
    if (count == 0) return 0;
    TRP_ASSERT(count <= FLOAT_EXACT_LIMBS && power >= -1300 && power <= 1300);
    if (power < 0) return divide_by_power(limbs, count, -power);
    uint64_t product[WORK_LIMBS];
    mpn_copyi(product, limbs, (mp_size_t)count);
    count = multiply_by_five(product, count, power);
    return round_limbs(product, count, false, power);
}
