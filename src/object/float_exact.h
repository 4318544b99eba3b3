// Correctly rounded doubles of exact numbers. Interior to the object room.
#ifndef TROUPE_OBJECT_FLOAT_EXACT_H
#define TROUPE_OBJECT_FLOAT_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// mantissa * 2^exponent, plus something less than its last bit when `rest`; to nearest, ties to even. May be infinite.
double float_from_bits(uint64_t mantissa, bool rest, int exponent);

#define FLOAT_EXACT_LIMBS 48 // of a number that float_from_scaled takes: 920 digits
// limbs[count] * 10^power, with |power| up to 1300 and count up to FLOAT_EXACT_LIMBS.
double float_from_scaled(const uint64_t *limbs, size_t count, int power);

#endif
