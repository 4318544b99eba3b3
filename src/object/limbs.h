// Natural numbers as arrays of limbs, least significant first: what is left of GMP once its process-wide allocation
// hooks are fenced off. Interior to the object room.
//
// The fence: mpn functions that allocate scratch call the hooks above a size that depends on the processor. Everything
// here hands mpn pieces of at most LIMBS_*_PIECE limbs, well below each of those sizes, and splits the rest itself.
// tests/object/test_bignum.c counts the calls of the hooks.
//
// No globals; any thread. Scratch comes from the heap's bodies and is given back before the return. False: no memory. Whatever
// takes more than a piece or two pauses in between (heap_pause): the operands' limbs stay where they are meanwhile.
#ifndef TROUPE_OBJECT_LIMBS_H
#define TROUPE_OBJECT_LIMBS_H

#include <gmp.h>

#include "heap/heap.h"

_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_LIMB_BITS == 64 && GMP_NAIL_BITS == 0, "limbs are words");

#define LIMB_BITS 64u
#define LIMBS_MULTIPLY_PIECE 512u
#define LIMBS_DIVIDE_PIECE 256u
#define LIMBS_ROOT_PIECE 256u
#define LIMBS_GCD_PIECE 256u

// The count without leading zero limbs.
static inline size_t limbs_trim(const uint64_t *limbs, size_t count)
{
    while (count > 0 && limbs[count - 1] == 0) count--;
    return count;
}

// Scratch: on the stack when small.
#define LIMBS_LOCAL 128u
struct limbs_scratch {
    uint64_t *limbs;
    size_t count;
    struct heap_scratch heap; // when not local
    uint64_t local[LIMBS_LOCAL];
};
bool limbs_scratch_open(struct heap *heap, struct limbs_scratch *scratch, size_t count); // uninitialised
void limbs_scratch_close(struct heap *heap, struct limbs_scratch *scratch);

// product[a_count + b_count] = a * b. Counts ≥ 1; the product overlaps neither. O(n^1.59).
bool limbs_multiply(struct heap *heap, uint64_t *product, const uint64_t *a, size_t a_count, const uint64_t *b,
                    size_t b_count);
// quotient[count - divisor_count + 1], remainder[divisor_count], each NULL if unwanted. The divisor's top limb is not
// zero, count ≥ divisor_count. remainder may be `numerator`.
bool limbs_divide(struct heap *heap, uint64_t *quotient, uint64_t *remainder, const uint64_t *numerator, size_t count,
                  const uint64_t *divisor, size_t divisor_count);
// root[(count + 1) / 2] = floor of the square root. The top limb is not zero.
bool limbs_root(struct heap *heap, uint64_t *root, const uint64_t *limbs, size_t count);
// Destroys both; the result is in a. Counts ≥ 1, top limbs not zero. Returns its count, 0: no memory.
size_t limbs_gcd(struct heap *heap, uint64_t *a, size_t a_count, uint64_t *b, size_t b_count);

#endif
