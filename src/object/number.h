// Integers of any size and floats. Integers: fixnum or bignum, always normalised. Bignum arithmetic runs on GMP's mpn
// layer over limbs that troupe owns. "VALUE_UNDEF" below: no memory (or the result would be too big).
#ifndef TROUPE_OBJECT_NUMBER_H
#define TROUPE_OBJECT_NUMBER_H

#include "object/runtime.h"

#define BIGNUM_NEGATIVE HEADER_FLAG(0)
#define BIGNUM_EMBEDDED HEADER_FLAG(1) // limbs in the slot
struct bignum {
    uint64_t header;
    uint32_t limb_count, limb_capacity;
    union {
        uint64_t *limbs;
        uint64_t embedded[2]; // as many as the slot holds
    };
};
struct float_object {
    uint64_t header;
    double value;
};

value_t float_value(struct heap *heap, double d); // flonum or heap Float
static inline bool value_is_float(value_t v) { return value_is_flonum(v) || value_is(v, TYPE_FLOAT); }
static inline double value_to_double(value_t v)
{
    return value_is_flonum(v) ? value_to_flonum(v) : ((const struct float_object *)value_to_pointer(v))->value;
}
static inline bool value_is_bignum(value_t v) { return value_is(v, TYPE_BIGNUM); }
static inline bool value_is_integer(value_t v) { return value_is_fixnum(v) || value_is_bignum(v); }

value_t integer_from_int64(struct heap *heap, int64_t i);
value_t integer_from_uint64(struct heap *heap, uint64_t i);
value_t integer_from_double(struct heap *heap, double d); // truncates; finite
bool integer_to_int64(value_t v, int64_t *out);           // false: does not fit
double integer_to_double(value_t v);                      // rounds to even; may be infinite
// Both operands integers of any size.
value_t integer_add(struct heap *heap, value_t a, value_t b);
value_t integer_sub(struct heap *heap, value_t a, value_t b);
value_t integer_mul(struct heap *heap, value_t a, value_t b);
// Floored, as Ruby's. b is not zero (the caller raises). quotient or remainder may be NULL. False: no memory.
bool integer_divmod(struct heap *heap, value_t a, value_t b, value_t *quotient, value_t *remainder);
value_t integer_pow(struct heap *heap, value_t base, uint64_t exponent);
// The same for whoever may pause meanwhile: *place is a root, where intermediate results are.
value_t integer_pow_at(struct heap *heap, value_t base, uint64_t exponent, value_t *place);
// base is not negative and below the modulus, or the modulus positive: then no intermediate result lives in C alone.
value_t integer_pow_mod(struct heap *heap, value_t base, value_t exponent, value_t modulus);
value_t integer_neg(struct heap *heap, value_t a);
value_t integer_and(struct heap *heap, value_t a, value_t b);
value_t integer_or(struct heap *heap, value_t a, value_t b);
value_t integer_xor(struct heap *heap, value_t a, value_t b);
value_t integer_not(struct heap *heap, value_t a);
value_t integer_shift(struct heap *heap, value_t a, int64_t left); // negative: right, floored
int integer_compare(value_t a, value_t b);
bool integer_equal(value_t a, value_t b);
int integer_compare_double(value_t a, double b); // exact; b is not NaN
int integer_sign(value_t a);
bool integer_odd(value_t a);
uint64_t integer_hash(value_t a);
size_t integer_bit_length(value_t a);
int integer_bit(value_t a, uint64_t index); // two's complement
value_t integer_sqrt(struct heap *heap, value_t a); // a >= 0
value_t integer_gcd(struct heap *heap, value_t a, value_t b);
struct string *integer_to_string(struct heap *heap, value_t a, unsigned base); // base 2..36; US-ASCII. NULL: no memory
// Parses [0-9a-z_]+ with an optional sign, as Integer() with a base (0: from the prefix). strict: the whole text must be
// a number, else VALUE_NIL; not strict: the longest prefix, 0 if none (String#to_i).
value_t integer_parse(struct heap *heap, const char *bytes, size_t size, unsigned base, bool strict);

size_t float_text(double d, char out[32]); // as Float#to_s: shortest that reads back. Returns the size
double float_parse(const char *bytes, size_t size, bool strict, bool *ok); // as Float() / to_f
struct string *float_to_string(struct heap *heap, double d);
double float_round_digits(double d, int digits); // half up, correctly rounded as Float#round
uint64_t float_hash(double d);

#endif
