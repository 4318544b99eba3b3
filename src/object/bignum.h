// Bignums among themselves: reading operands as limbs, and making a normalised Integer of limbs. Interior to the object
// room; number.h is what others use.
#ifndef TROUPE_OBJECT_BIGNUM_H
#define TROUPE_OBJECT_BIGNUM_H

#include "object/limbs.h"
#include "object/number.h"

#define BIGNUM_LIMBS_MAX ((size_t)1 << 22) // 2^28 bits: beyond, results are VALUE_UNDEF

// An Integer of either kind, read as sign and magnitude. `one` holds a fixnum's magnitude, so a view must not be
// copied.
struct integer_view {
    const uint64_t *limbs;
    size_t count; // 0: zero
    bool negative;
    uint64_t one;
};

static inline uint64_t magnitude_int64(int64_t i) { return i < 0 ? 0 - (uint64_t)i : (uint64_t)i; }

static inline void integer_view(struct integer_view *view, value_t v)
{
    if (value_is_fixnum(v)) {
        int64_t const i = value_to_fixnum(v);
        view->one = magnitude_int64(i);
        view->limbs = &view->one;
        view->count = i != 0;
        view->negative = i < 0;
        return;
    }
    TRP_ASSERT(value_is_bignum(v));
    const struct bignum *const b = value_to_pointer(v);
    view->limbs = b->header & BIGNUM_EMBEDDED ? b->embedded : b->limbs;
    view->count = b->limb_count;
    view->negative = (b->header & BIGNUM_NEGATIVE) != 0;
}

// Room for a result of up to `count` limbs: on the stack when small, else a body that the Integer then takes over.
// False: no memory, or more than a number may have.
bool integer_scratch_open(struct heap *heap, struct limbs_scratch *scratch, size_t count);
// Makes an Integer of the first `count` limbs of the scratch and ends the scratch, also on failure (VALUE_UNDEF).
value_t integer_from_scratch(struct heap *heap, struct limbs_scratch *scratch, size_t count, bool negative);
// Copies. VALUE_UNDEF: no memory.
value_t integer_from_limbs(struct heap *heap, const uint64_t *limbs, size_t count, bool negative);

// Gives the body of an intermediate result back at once; nothing else may know the value.
void integer_discard(struct heap *heap, value_t v);

// Operands of either kind; integer.c has taken the cases that fit fixnums.
value_t bignum_add(struct heap *heap, value_t a, value_t b, bool subtract);
value_t bignum_multiply(struct heap *heap, value_t a, value_t b);
bool bignum_divmod(struct heap *heap, value_t a, value_t b, value_t *quotient, value_t *remainder);
value_t bignum_negate(struct heap *heap, value_t a);
int bignum_compare(value_t a, value_t b);
value_t bignum_sqrt(struct heap *heap, value_t a);
value_t bignum_gcd(struct heap *heap, value_t a, value_t b); // neither is zero
value_t bignum_shift(struct heap *heap, value_t a, int64_t left);

enum bit_operation { BIT_AND, BIT_OR, BIT_XOR };
value_t bignum_bitwise(struct heap *heap, value_t a, value_t b, enum bit_operation operation);

// Magnitudes: -1, 0, 1. The top limbs are not zero.
int limbs_compare(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count);

#endif
