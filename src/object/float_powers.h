// The leading 128 bits of the powers of ten from 10^-342 to 10^324, rounded down: floor(10^k * 2^s) with the top bit
// set. Exact for 0 <= k <= 55. Computed with exact integers; tests/object/test_float.c computes them again. Interior
// to the object room: for float_text.c and float_parse.c.
#ifndef TROUPE_OBJECT_FLOAT_POWERS_H
#define TROUPE_OBJECT_FLOAT_POWERS_H

#include <stdint.h>

#define POWER_MIN (-342)
#define POWER_MAX 324
#define POWER_EXACT_MAX 55

struct power_of_ten {
    uint64_t high, low;
};
extern const struct power_of_ten float_powers[POWER_MAX - POWER_MIN + 1];

// floor(log2(10^k)) for |k| up to 350.
static inline int power_log2(int k) { return (k * 217706) >> 16; }

#endif
