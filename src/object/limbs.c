// Products and quotients of natural numbers, see limbs.h. Above the piece size: Karatsuba's multiplication and
// recursive division (Burnikel and Ziegler), which lead back to pieces.
#include "object/limbs.h"

bool limbs_scratch_open(struct heap *heap, struct limbs_scratch *scratch, size_t count)
{
    scratch->count = count;
    scratch->limbs = count <= LIMBS_LOCAL ? scratch->local : heap_scratch_open(heap, &scratch->heap, count * sizeof(uint64_t));
    return scratch->limbs != NULL;
}

void limbs_scratch_close(struct heap *heap, struct limbs_scratch *scratch)
{
    if (scratch->limbs != scratch->local) heap_scratch_close(heap, &scratch->heap);
}

// --- Products ------------------------------------------------------------------------------------------------------

static uint64_t units_of_product(size_t a_count, size_t b_count) { return a_count * b_count / 512; }

// Scratch for multiply(a_count >= b_count): see there.
static size_t multiply_scratch(size_t b_count)
{
    return b_count <= LIMBS_MULTIPLY_PIECE ? 2 * LIMBS_MULTIPLY_PIECE : 8 * b_count + 256;
}

// difference[low_count] = |low - high|; true: high was larger. high_count <= low_count.
static bool subtract_halves(uint64_t *difference, const uint64_t *low, size_t low_count, const uint64_t *high,
                            size_t high_count)
{
    bool const same_size = limbs_trim(low + high_count, low_count - high_count) == 0;
    if (!same_size || mpn_cmp(low, high, (mp_size_t)high_count) >= 0) {
        mpn_sub(difference, low, (mp_size_t)low_count, high, (mp_size_t)high_count);
        return false;
    }
    mpn_sub_n(difference, high, low, (mp_size_t)high_count);
    for (size_t i = high_count; i < low_count; i++) difference[i] = 0;
    return true;
}

// product[2n] = a[n] * b[n]. Karatsuba: with a = a1 B^l + a0 the middle term is a0b0 + a1b1 - (a0 - a1)(b0 - b1).
// Scratch: 2l at each level, together below 2n + 128. a == b (the same pointer) squares.
static void multiply_equal(struct heap *heap, uint64_t *product, const uint64_t *a, const uint64_t *b, size_t n,
                           uint64_t *scratch)
{
    if (n <= LIMBS_MULTIPLY_PIECE) {
        heap_pause(heap, units_of_product(n, n));
        if (a == b) {
            mpn_sqr(product, a, (mp_size_t)n);
        } else {
            mpn_mul_n(product, a, b, (mp_size_t)n);
        }
        return;
    }
    size_t const l = (n + 1) / 2, m = n - l;
    uint64_t *const difference_a = product, *const difference_b = a == b ? product : product + l;
    bool negative = subtract_halves(difference_a, a, l, a + l, m);
    negative ^= a == b ? negative : subtract_halves(difference_b, b, l, b + l, m);
    multiply_equal(heap, scratch, difference_a, difference_b, l, scratch + 2 * l);
    multiply_equal(heap, product, a, b, l, scratch + 2 * l);
    multiply_equal(heap, product + 2 * l, a + l, b + l, m, scratch + 2 * l);

    uint64_t carry; // of the middle term; wraps below zero in between, but the sum is not negative
    if (negative) {
        carry = mpn_add_n(scratch, scratch, product, (mp_size_t)(2 * l));
    } else {
        carry = 0 - mpn_sub_n(scratch, product, scratch, (mp_size_t)(2 * l));
    }
    carry += mpn_add(scratch, scratch, (mp_size_t)(2 * l), product + 2 * l, (mp_size_t)(2 * m));
    carry += mpn_add_n(product + l, product + l, scratch, (mp_size_t)(2 * l));
    mpn_add_1(product + 3 * l, product + 3 * l, (mp_size_t)(2 * n - 3 * l), carry);
}

// product[a_count + b_count], a_count >= b_count >= 1: a is cut into pieces of b's size. The last, smaller piece turns
// the roles around; the sizes fall as in Euclid's algorithm, so that scratch of 8 b_count is enough for all levels.
static void multiply(struct heap *heap, uint64_t *product, const uint64_t *a, size_t a_count, const uint64_t *b,
                     size_t b_count, uint64_t *scratch)
{
    size_t const piece = b_count <= LIMBS_MULTIPLY_PIECE ? LIMBS_MULTIPLY_PIECE : b_count;
    for (size_t done = 0; done < a_count; done += piece) {
        size_t const count = a_count - done < piece ? a_count - done : piece;
        uint64_t *const part = done == 0 ? product : scratch;
        uint64_t *const rest = done == 0 ? scratch : scratch + count + b_count;
        if (count <= LIMBS_MULTIPLY_PIECE && b_count <= LIMBS_MULTIPLY_PIECE) {
            heap_pause(heap, units_of_product(count, b_count));
            if (count >= b_count) {
                mpn_mul(part, a + done, (mp_size_t)count, b, (mp_size_t)b_count);
            } else {
                mpn_mul(part, b, (mp_size_t)b_count, a + done, (mp_size_t)count);
            }
        } else if (count == b_count) {
            multiply_equal(heap, part, a + done, b, count, rest);
        } else {
            multiply(heap, part, b, b_count, a + done, count, rest);
        }
        if (done > 0) {
            // The top b_count limbs of what is there overlap the part; the rest of it is new.
            uint64_t const carry = mpn_add_n(product + done, product + done, part, (mp_size_t)b_count);
            for (size_t i = 0; i < count; i++) product[done + b_count + i] = part[b_count + i];
            mpn_add_1(product + done + b_count, product + done + b_count, (mp_size_t)count, carry);
        }
    }
}

bool limbs_multiply(struct heap *heap, uint64_t *product, const uint64_t *a, size_t a_count, const uint64_t *b,
                    size_t b_count)
{
    TRP_ASSERT(a_count > 0 && b_count > 0);
    if (a_count < b_count) {
        const uint64_t *const swap = a;
        size_t const swap_count = a_count;
        a = b, a_count = b_count;
        b = swap, b_count = swap_count;
    }
    if (a_count <= LIMBS_MULTIPLY_PIECE) {
        heap_pause(heap, units_of_product(a_count, b_count));
        if (a == b && a_count == b_count) {
            mpn_sqr(product, a, (mp_size_t)a_count);
        } else {
            mpn_mul(product, a, (mp_size_t)a_count, b, (mp_size_t)b_count);
        }
        return true;
    }
    struct limbs_scratch scratch;
    if (!limbs_scratch_open(heap, &scratch, multiply_scratch(b_count))) return false;
    multiply(heap, product, a, a_count, b, b_count, scratch.limbs);
    limbs_scratch_close(heap, &scratch);
    return true;
}

// --- Quotients -----------------------------------------------------------------------------------------------------

// One block of a long division: numerator[divisor_count + block] by a normalised divisor (top bit set), with 1 <=
// block <= the larger of divisor_count and the piece size. quotient[block] and, returned, the limb above it; the
// remainder replaces the low limbs of the numerator. Scratch: divisor_count and that of a product.
static uint64_t divide_block(struct heap *heap, uint64_t *quotient, uint64_t *numerator, size_t block,
                             const uint64_t *divisor, size_t divisor_count, uint64_t *scratch)
{
    if (divisor_count <= LIMBS_DIVIDE_PIECE) {
        heap_pause(heap, 2 * units_of_product(block, divisor_count));
        return mpn_divrem(quotient, 0, numerator, (mp_size_t)(divisor_count + block), divisor,
                          (mp_size_t)divisor_count);
    }
    if (block == divisor_count) { // two halves
        size_t const low = block / 2;
        uint64_t const top =
            divide_block(heap, quotient + low, numerator + low, block - low, divisor, divisor_count, scratch);
        uint64_t const none = divide_block(heap, quotient, numerator, low, divisor, divisor_count, scratch);
        TRP_ASSERT(none == 0);
        (void)none;
        return top;
    }
    // Divide by the top limbs of the divisor alone, take the rest of the divisor off, and correct: the quotient is at
    // most two too large.
    size_t const rest = divisor_count - block;
    uint64_t top = divide_block(heap, quotient, numerator + rest, block, divisor + rest, block, scratch);
    if (block >= rest) {
        multiply(heap, scratch, quotient, block, divisor, rest, scratch + divisor_count);
    } else {
        multiply(heap, scratch, divisor, rest, quotient, block, scratch + divisor_count);
    }
    uint64_t borrow = mpn_sub_n(numerator, numerator, scratch, (mp_size_t)divisor_count);
    if (top != 0) borrow += mpn_sub_n(numerator + block, numerator + block, divisor, (mp_size_t)rest);
    while (borrow != 0) {
        top -= mpn_sub_1(quotient, quotient, (mp_size_t)block, 1);
        borrow -= mpn_add_n(numerator, numerator, divisor, (mp_size_t)divisor_count);
    }
    return top;
}

// numerator[count] by a normalised divisor, whose top limb exceeds the numerator's; quotient[count - divisor_count].
// Blocks of the divisor's size, or a piece's, from the top, the odd one first.
static void divide_blocks(struct heap *heap, uint64_t *quotient, uint64_t *numerator, size_t count,
                          const uint64_t *divisor, size_t divisor_count, uint64_t *scratch)
{
    size_t const whole = divisor_count <= LIMBS_DIVIDE_PIECE ? LIMBS_DIVIDE_PIECE : divisor_count;
    size_t left = count - divisor_count;
    size_t block = left % whole;
    if (block == 0) block = whole;
    while (left > 0) {
        left -= block;
        uint64_t const top =
            divide_block(heap, quotient + left, numerator + left, block, divisor, divisor_count, scratch);
        TRP_ASSERT(top == 0);
        (void)top;
        block = whole;
    }
}

// From the top, a run at a time with what the run before left in front.
#define RUN 1024u
static uint64_t divide_runs(struct heap *heap, uint64_t *quotient, const uint64_t *numerator, size_t count, uint64_t divisor)
{
    uint64_t run[RUN + 1], rest = 0;
    while (count > 0) {
        size_t const size = count < RUN ? count : RUN;
        count -= size;
        mpn_copyi(run, numerator + count, (mp_size_t)size);
        run[size] = rest;
        rest = mpn_divrem_1(run, 0, run, (mp_size_t)(size + 1), divisor);
        if (quotient != NULL) mpn_copyi(quotient + count, run, (mp_size_t)size);
        heap_pause(heap, size / 16);
    }
    return rest;
}

static void divide_by_limb(struct heap *heap, uint64_t *quotient, uint64_t *remainder, const uint64_t *numerator, size_t count,
                           uint64_t divisor)
{
    uint64_t rest;
    if (count > 4 * RUN) {
        rest = divide_runs(heap, quotient, numerator, count, divisor);
    } else if (quotient != NULL) {
        rest = mpn_divrem_1(quotient, 0, numerator, (mp_size_t)count, divisor);
    } else {
        rest = mpn_mod_1(numerator, (mp_size_t)count, divisor);
    }
    if (remainder != NULL) remainder[0] = rest;
}

bool limbs_divide(struct heap *heap, uint64_t *quotient, uint64_t *remainder, const uint64_t *numerator, size_t count,
                  const uint64_t *divisor, size_t divisor_count)
{
    TRP_ASSERT(count >= divisor_count && divisor_count > 0 && divisor[divisor_count - 1] != 0);
    if (divisor_count == 1) {
        divide_by_limb(heap, quotient, remainder, numerator, count, divisor[0]);
        return true;
    }

    // One scratch for: the numerator shifted (a limb longer), the divisor shifted, a quotient, and the recursion's own.
    size_t const quotient_count = count - divisor_count + 1;
    size_t const recursion =
        divisor_count <= LIMBS_DIVIDE_PIECE ? 0 : divisor_count + multiply_scratch(divisor_count);
    size_t const own_quotient = quotient == NULL ? quotient_count : 0;
    struct limbs_scratch scratch;
    if (!limbs_scratch_open(heap, &scratch, count + 1 + divisor_count + own_quotient + recursion)) return false;
    uint64_t *const high = scratch.limbs, *const normal = high + count + 1;
    if (quotient == NULL) quotient = normal + divisor_count;

    unsigned const shift = (unsigned)__builtin_clzll(divisor[divisor_count - 1]);
    if (shift == 0) {
        mpn_copyi(high, numerator, (mp_size_t)count);
        mpn_copyi(normal, divisor, (mp_size_t)divisor_count);
        high[count] = 0;
    } else {
        high[count] = mpn_lshift(high, numerator, (mp_size_t)count, shift);
        mpn_lshift(normal, divisor, (mp_size_t)divisor_count, shift);
    }
    divide_blocks(heap, quotient, high, count + 1, normal, divisor_count, normal + divisor_count + own_quotient);
    if (remainder != NULL && shift == 0) mpn_copyi(remainder, high, (mp_size_t)divisor_count);
    if (remainder != NULL && shift != 0) mpn_rshift(remainder, high, (mp_size_t)divisor_count, shift);
    limbs_scratch_close(heap, &scratch);
    return true;
}
