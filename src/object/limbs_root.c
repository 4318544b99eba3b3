// Square roots and greatest common divisors of natural numbers, see limbs.h. Above the piece size: Newton's iteration
// over the root of the upper half, and Lehmer's algorithm.
#include "object/limbs.h"

// --- Square roots --------------------------------------------------------------------------------------------------

// next[root_count] = (root + n / root) / 2, which is < root unless root is the answer. True: it is smaller.
static bool newton_step(uint64_t *next, size_t root_count, const uint64_t *root, const uint64_t *quotient,
                        size_t quotient_count)
{
    quotient_count = limbs_trim(quotient, quotient_count);
    if (quotient_count > root_count) return false; // more than the root, which is all ones
    uint64_t const carry = mpn_add(next, root, (mp_size_t)root_count, quotient, (mp_size_t)quotient_count);
    mpn_rshift(next, next, (mp_size_t)root_count, 1);
    next[root_count - 1] |= carry << (LIMB_BITS - 1);
    return mpn_cmp(next, root, (mp_size_t)root_count) < 0;
}

// From a root that is not too small downwards. scratch: quotient[count - root_count + 1], then next[root_count].
static bool improve_root(struct heap *heap, uint64_t *root, size_t root_count, const uint64_t *limbs, size_t count,
                         uint64_t *scratch)
{
    size_t const quotient_count = count - root_count + 1;
    uint64_t *const next = scratch + quotient_count;
    for (;;) {
        if (!limbs_divide(heap, scratch, NULL, limbs, count, root, root_count)) return false;
        if (!newton_step(next, root_count, root, scratch, quotient_count)) return true;
        mpn_copyi(root, next, (mp_size_t)root_count);
    }
}

bool limbs_root(struct heap *heap, uint64_t *root, const uint64_t *limbs, size_t count)
{
    TRP_ASSERT(count > 0 && limbs[count - 1] != 0);
    if (count <= LIMBS_ROOT_PIECE) {
        mpn_sqrtrem(root, NULL, limbs, (mp_size_t)count);
        return true;
    }
    // The first guess: one more than the root of what is above 2 * low limbs, with zeros (all ones, had it overflowed).
    size_t const root_count = (count + 1) / 2, low = count / 4, high = root_count - low;
    if (!limbs_root(heap, root + low, limbs + 2 * low, count - 2 * low)) return false;
    for (size_t i = 0; i < low; i++) root[i] = 0;
    if (mpn_add_1(root + low, root + low, (mp_size_t)high, 1) != 0) {
        for (size_t i = 0; i < root_count; i++) root[i] = UINT64_MAX;
    }
    struct limbs_scratch scratch;
    if (!limbs_scratch_open(heap, &scratch, count + 1)) return false;
    bool const done = improve_root(heap, root, root_count, limbs, count, scratch.limbs);
    limbs_scratch_close(heap, &scratch);
    return done;
}

// --- Greatest common divisors --------------------------------------------------------------------------------------

struct lehmer { // what a run of Euclid's steps on the leading bits comes to: a, b := xa a + xb b, ya a + yb b
    int64_t xa, xb, ya, yb;
};

// Steps that hold whatever the bits below are (Knuth 4.5.2, algorithm L). a and b: the leading 62 bits, aligned alike.
static struct lehmer lehmer_steps(int64_t a, int64_t b)
{
    struct lehmer m = {1, 0, 0, 1};
    while (b + m.ya != 0 && b + m.yb != 0) {
        int64_t const q = (a + m.xa) / (b + m.ya);
        if (q != (a + m.xb) / (b + m.yb)) break;
        struct lehmer const next = {m.ya, m.yb, m.xa - q * m.ya, m.xb - q * m.yb};
        int64_t const rest = a - q * b;
        a = b;
        b = rest;
        m = next;
    }
    return m;
}

// Bits [top - 62, top) of the number, where top <= 64 count.
static int64_t leading_bits(const uint64_t *limbs, size_t count, size_t top)
{
    size_t const from = top - 62, index = from / LIMB_BITS;
    unsigned const shift = from % LIMB_BITS;
    uint64_t bits = index < count ? limbs[index] >> shift : 0;
    if (shift > 0 && index + 1 < count) bits |= limbs[index + 1] << (LIMB_BITS - shift);
    return (int64_t)(bits & (UINT64_MAX >> 2));
}

// result = |p| a - |q| b or |q| b - |p| a by the signs; the result is not negative and has no more than count limbs.
static void combine(uint64_t *result, const uint64_t *a, int64_t p, const uint64_t *b, int64_t q, size_t count)
{
    bool const first = p > 0 || q <= 0;
    const uint64_t *const plus = first ? a : b, *const minus = first ? b : a;
    uint64_t const factor = (uint64_t)(first ? p : q), less = (uint64_t)(first ? -q : -p);
    uint64_t const carry = mpn_mul_1(result, plus, (mp_size_t)count, factor);
    uint64_t const borrow = mpn_submul_1(result, minus, (mp_size_t)count, less);
    TRP_ASSERT(carry == borrow);
    (void)carry, (void)borrow;
}

static void swap_numbers(uint64_t **a, size_t *a_count, uint64_t **b, size_t *b_count)
{
    uint64_t *const limbs = *a;
    size_t const count = *a_count;
    *a = *b, *a_count = *b_count;
    *b = limbs, *b_count = count;
}

// Both at most a piece, a >= b.
static size_t gcd_small(uint64_t *result, uint64_t *a, size_t a_count, uint64_t *b, size_t b_count)
{
    size_t const a_zeros = mpn_scan1(a, 0), b_zeros = mpn_scan1(b, 0);
    size_t const zeros = a_zeros < b_zeros ? a_zeros : b_zeros;
    size_t const limbs = b_zeros / LIMB_BITS;
    unsigned const bits = b_zeros % LIMB_BITS; // b is made odd; a keeps its factors of two, which do no harm
    if (limbs > 0 || bits > 0) {
        b_count -= limbs;
        mpn_copyi(b, b + limbs, (mp_size_t)b_count);
        if (bits > 0) mpn_rshift(b, b, (mp_size_t)b_count, bits);
        b_count = limbs_trim(b, b_count);
    }
    size_t count = (size_t)mpn_gcd(result, a, (mp_size_t)a_count, b, (mp_size_t)b_count);
    size_t const up = zeros / LIMB_BITS;
    if (zeros == 0) return count;
    uint64_t const carry = zeros % LIMB_BITS > 0 ? mpn_lshift(result, result, (mp_size_t)count, zeros % LIMB_BITS) : 0;
    for (size_t i = count; i-- > 0;) result[i + up] = result[i];
    for (size_t i = 0; i < up; i++) result[i] = 0;
    count += up;
    if (carry != 0) result[count++] = carry;
    return count;
}

static int compare_numbers(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count)
{
    if (a_count != b_count) return a_count < b_count ? -1 : 1;
    return mpn_cmp(a, b, (mp_size_t)a_count);
}

// Brings a and b, a >= b, below the piece size or b to zero. False: no memory. next: two numbers of a's size.
static bool gcd_reduce(struct heap *heap, uint64_t **a, size_t *a_count, uint64_t **b, size_t *b_count, uint64_t *next)
{
    while (*a_count > LIMBS_GCD_PIECE && *b_count > 0) {
        size_t const n = *a_count, top = n * LIMB_BITS - (size_t)__builtin_clzll((*a)[n - 1]);
        struct lehmer m = {1, 0, 0, 1};
        if (n - *b_count <= 1) {
            m = lehmer_steps(leading_bits(*a, n, top), leading_bits(*b, *b_count, top));
        }
        if (m.xb == 0) { // no step is certain: divide
            if (!limbs_divide(heap, NULL, *a, *a, n, *b, *b_count)) return false;
            *a_count = limbs_trim(*a, *b_count);
            swap_numbers(a, a_count, b, b_count);
            continue;
        }
        heap_pause(heap, n / 32);
        for (size_t i = *b_count; i < n; i++) (*b)[i] = 0;
        combine(next, *a, m.xa, *b, m.xb, n);
        combine(next + n, *a, m.ya, *b, m.yb, n);
        mpn_copyi(*a, next, (mp_size_t)n);
        mpn_copyi(*b, next + n, (mp_size_t)n);
        *a_count = limbs_trim(*a, n);
        *b_count = limbs_trim(*b, n);
        if (compare_numbers(*a, *a_count, *b, *b_count) < 0) swap_numbers(a, a_count, b, b_count);
    }
    return true;
}

// Both have room for `capacity` limbs; the result lands in `result`.
static size_t gcd_with(struct heap *heap, uint64_t *result, uint64_t *a, size_t a_count, uint64_t *b, size_t b_count,
                       uint64_t *next)
{
    if (compare_numbers(a, a_count, b, b_count) < 0) swap_numbers(&a, &a_count, &b, &b_count);
    if (!gcd_reduce(heap, &a, &a_count, &b, &b_count, next)) return 0;
    if (b_count > 0) {
        // mpn_gcd may write up to b_count limbs, then the common twos come back: never more than b was.
        a_count = gcd_small(next, a, a_count, b, b_count);
        a = next;
    }
    mpn_copyi(result, a, (mp_size_t)a_count);
    return a_count;
}

size_t limbs_gcd(struct heap *heap, uint64_t *a, size_t a_count, uint64_t *b, size_t b_count)
{
    TRP_ASSERT(a_count > 0 && b_count > 0 && a[a_count - 1] != 0 && b[b_count - 1] != 0);
    size_t const capacity = a_count > b_count ? a_count : b_count;
    struct limbs_scratch scratch; // copies of both with equal room, and two numbers
    if (!limbs_scratch_open(heap, &scratch, 4 * capacity)) return 0;
    mpn_copyi(scratch.limbs, a, (mp_size_t)a_count);
    mpn_copyi(scratch.limbs + capacity, b, (mp_size_t)b_count);
    size_t const count = gcd_with(heap, a, scratch.limbs, a_count, scratch.limbs + capacity, b_count,
                                  scratch.limbs + 2 * capacity);
    limbs_scratch_close(heap, &scratch);
    return count;
}
