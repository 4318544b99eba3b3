// Floats to text: the shortest decimal that reads back, the closest of those (R. Giulietti's Schubfach), in Ruby's
// format. Pure functions without tables that change; the locale plays no part.
#include <math.h>

#include "object/float_powers.h"
#include "object/number.h"
#include "object/string.h"

#define SIGNIFICAND_BITS 52
#define HIDDEN_BIT ((uint64_t)1 << SIGNIFICAND_BITS)
#define EXPONENT_BIAS (1023 + SIGNIFICAND_BITS)

struct decimal {
    uint64_t digits;
    int exponent; // value = digits * 10^exponent
};

// The power rounded up, as the algorithm needs it.
static struct power_of_ten power_above(int k)
{
    TRP_ASSERT(k >= -292 && k <= POWER_MAX);
    struct power_of_ten g = float_powers[k - POWER_MIN];
    if (k < 0 || k > POWER_EXACT_MAX) g.high += ++g.low == 0;
    return g;
}

// floor(g * c / 2^128), its last bit set when anything of weight was cut off.
static uint64_t round_to_odd(struct power_of_ten g, uint64_t c)
{
    unsigned __int128 const low = (unsigned __int128)g.low * c;
    unsigned __int128 const high = (unsigned __int128)g.high * c + (uint64_t)(low >> 64);
    return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

static int floor_shift(int x, int bits) { return x >> bits; } // arithmetic, as gcc and clang define it

// For d = c * 2^q > 0. All comparisons are in quarters of the unit of the last digit.
static struct decimal shortest(uint64_t c, int q, bool lower_is_closer)
{
    bool const even = (c & 1) == 0;
    int const k = floor_shift(q * 1262611 - (lower_is_closer ? 524031 : 0), 22); // floor(log10 of the interval)
    int const h = q + power_log2(-k) + 1;
    struct power_of_ten const g = power_above(-k);
    uint64_t const below = round_to_odd(g, (4 * c - 2 + lower_is_closer) << h);
    uint64_t const value = round_to_odd(g, 4 * c << h);
    uint64_t const above = round_to_odd(g, (4 * c + 2) << h);
    uint64_t const lower = below + !even, upper = above - !even; // the ends count only for an even c

    uint64_t const s = value / 4;
    if (s >= 10) { // a digit less
        uint64_t const tens = s / 10;
        bool const down_inside = lower <= 40 * tens, up_inside = 40 * tens + 40 <= upper;
        if (down_inside != up_inside) return (struct decimal){tens + up_inside, k + 1};
    }
    bool const down_inside = lower <= 4 * s, up_inside = 4 * s + 4 <= upper;
    if (down_inside != up_inside) return (struct decimal){s + up_inside, k};
    uint64_t const middle = 4 * s + 2;
    return (struct decimal){s + (value > middle || (value == middle && (s & 1))), k};
}

// d is finite and positive. No trailing zeros.
static struct decimal decimal_of(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    uint64_t const fraction = bits & (HIDDEN_BIT - 1);
    int const exponent = (int)(bits >> SIGNIFICAND_BITS);
    struct decimal result;
    if (exponent == 0) {
        result = shortest(fraction, 1 - EXPONENT_BIAS, false);
    } else {
        uint64_t const c = fraction | HIDDEN_BIT;
        int const q = exponent - EXPONENT_BIAS;
        bool const integer = q <= 0 && q >= -SIGNIFICAND_BITS && (c & (((uint64_t)1 << -q) - 1)) == 0;
        result = integer ? (struct decimal){c >> -q, 0} : shortest(c, q, fraction == 0 && exponent > 1);
    }
    while (result.digits % 10 == 0) {
        result.digits /= 10;
        result.exponent++;
    }
    return result;
}

static size_t write_digits(char *out, uint64_t digits)
{
    char text[20];
    size_t count = 0;
    for (; digits > 0; digits /= 10) text[count++] = (char)('0' + digits % 10);
    for (size_t i = 0; i < count; i++) out[i] = text[count - 1 - i];
    return count;
}

static char *write_zeros(char *out, int count)
{
    for (; count > 0; count--) *out++ = '0';
    return out;
}

// digits[count] with the point after the first `point` of them, which may be outside.
static char *write_fixed(char *out, const char *digits, int count, int point)
{
    if (point <= 0) {
        *out++ = '0';
        *out++ = '.';
        out = write_zeros(out, -point);
        memcpy(out, digits, (size_t)count);
        return out + count;
    }
    int const whole = point < count ? point : count;
    memcpy(out, digits, (size_t)whole);
    out = write_zeros(out + whole, point - whole);
    *out++ = '.';
    if (whole == count) *out++ = '0';
    memcpy(out, digits + whole, (size_t)(count - whole));
    return out + (count - whole);
}

static char *write_scientific(char *out, const char *digits, int count, int exponent)
{
    out = write_fixed(out, digits, count, 1);
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    unsigned const size = (unsigned)(exponent < 0 ? -exponent : exponent);
    if (size < 10) *out++ = '0';
    return out + write_digits(out, size);
}

static size_t write_text(char out[32], const char *text)
{
    size_t const size = strlen(text);
    memcpy(out, text, size);
    return size;
}

size_t float_text(double d, char out[32])
{
    if (isnan(d)) return write_text(out, "NaN");
    if (isinf(d)) return write_text(out, d < 0 ? "-Infinity" : "Infinity");
    if (d == 0) return write_text(out, signbit(d) ? "-0.0" : "0.0");
    char *at = out;
    if (d < 0) *at++ = '-';
    struct decimal const decimal = decimal_of(fabs(d));
    char digits[20];
    int const count = (int)write_digits(digits, decimal.digits);
    int const point = count + decimal.exponent;
    // Past 15 digits only what has a fraction is written out.
    if (point > -4 && (point <= 15 || point < count)) {
        at = write_fixed(at, digits, count, point);
    } else {
        at = write_scientific(at, digits, count, point - 1);
    }
    return (size_t)(at - out);
}

struct string *float_to_string(struct heap *heap, double d)
{
    char text[32];
    size_t const size = float_text(d, text);
    return string_new(heap, text, size, ENCODING_ASCII);
}
