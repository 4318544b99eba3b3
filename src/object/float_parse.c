// Text to floats, correctly rounded (to nearest, ties to even) and independent of the locale. Most numbers need one
// multiplication by a power of ten of 128 bits, whose error is bounded; where the bound leaves two answers, and for
// very long numbers, exact arithmetic decides (float_exact.c).
#include <math.h>

#include "object/float_exact.h"
#include "object/float_powers.h"
#include "object/limbs.h"
#include "object/number.h"

// --- Rounding a decimal --------------------------------------------------------------------------------------------

#define LEADING_DIGITS 19 // fit 64 bits
#define EXACT_DIGITS 800  // more than the 768 that can matter; what follows counts as one more

struct decimal_text {
    const char *from, *to; // digits, perhaps with '_' and one '.'; from the first digit that is not zero
    uint64_t leading;      // the first digits
    int64_t power;         // value = leading * 10^power when not cut
    bool cut;              // there were more
    int64_t point;         // value = 0.digits * 10^point
};

// Rounded between the bounds of mantissa * 10^power; true when they agree.
static bool round_quickly(uint64_t mantissa, int power, double *out)
{
    int const zeros = __builtin_clzll(mantissa);
    mantissa <<= zeros;
    struct power_of_ten const g = float_powers[power - POWER_MIN];
    unsigned __int128 const low = (unsigned __int128)mantissa * g.low;
    unsigned __int128 const product = (unsigned __int128)mantissa * g.high + (uint64_t)(low >> 64);
    unsigned __int128 const upper = product + 2; // the power was rounded down, and so was the product
    if (upper < product) return false;
    // product * 2^(log2 - 63 - zeros), of which the leading 64 bits are kept
    int const exponent = power_log2(power) - 63 - zeros + 64;
    *out = float_from_bits((uint64_t)(product >> 64), (uint64_t)product != 0, exponent);
    return *out == float_from_bits((uint64_t)(upper >> 64), (uint64_t)upper != 0, exponent);
}

static double round_exact_decimal(const struct decimal_text *text)
{
    uint64_t limbs[FLOAT_EXACT_LIMBS] = {0};
    size_t count = 0, digits = 0;
    const char *at = text->from;
    for (; at < text->to && digits < EXACT_DIGITS; at++) {
        if (*at == '_' || *at == '.') continue;
        uint64_t carry = (uint64_t)(*at - '0');
        for (size_t i = 0; i < count; i++) {
            unsigned __int128 const t = (unsigned __int128)limbs[i] * 10 + carry;
            limbs[i] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
        if (carry != 0) limbs[count++] = carry;
        digits++;
    }
    int64_t power = text->point - (int64_t)digits;
    bool more = false;
    for (; at < text->to; at++) more |= *at >= '1' && *at <= '9';
    if (more) { // what is left is less than one unit and not zero: ten units and one of a tenth
        uint64_t const carry = mpn_mul_1(limbs, limbs, (mp_size_t)count, 10);
        if (carry != 0) limbs[count++] = carry;
        mpn_add_1(limbs, limbs, (mp_size_t)count, 1);
        power--;
    }
    return float_from_scaled(limbs, count, (int)power);
}

static double round_decimal(const struct decimal_text *text)
{
    static double const powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (text->leading == 0 || text->point < -330) return 0;
    if (text->point > 310) return INFINITY;
    int64_t const power = text->power;
    int64_t const size = power < 0 ? -power : power;
    if (!text->cut && text->leading <= (uint64_t)1 << 53 && size < (int64_t)TRP_COUNT(powers)) {
        double const leading = (double)text->leading; // both exact, so one operation rounds
        return power < 0 ? leading / powers[size] : leading * powers[size];
    }
    double d, above;
    if (power >= POWER_MIN && power <= POWER_MAX && round_quickly(text->leading, (int)power, &d)) {
        if (!text->cut) return d;
        if (round_quickly(text->leading + 1, (int)power, &above) && d == above) return d;
    }
    return round_exact_decimal(text);
}

// --- The grammar ---------------------------------------------------------------------------------------------------

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static int hex_value(char c)
{
    if (is_digit(c)) return c - '0';
    char const lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

struct cursor {
    const char *at, *end;
};

static bool at_digit(const struct cursor *c, size_t offset)
{
    return (size_t)(c->end - c->at) > offset && is_digit(c->at[offset]);
}
static bool at_letter(const struct cursor *c, size_t offset, char lower)
{
    return (size_t)(c->end - c->at) > offset && (c->at[offset] | 0x20) == lower;
}

// A '_' between digits is skipped: true, the cursor is at a digit.
static bool next_digit(struct cursor *c, bool first)
{
    if (!first && c->at < c->end && *c->at == '_' && at_digit(c, 1)) c->at++;
    return at_digit(c, 0);
}

static void take_digit(struct decimal_text *text, const char *at, bool fraction, int *leading)
{
    if (*leading == 0 && *at == '0') { // leading zeros
        text->point -= fraction;
        return;
    }
    if (*leading == 0) text->from = at;
    if (*leading < LEADING_DIGITS) {
        text->leading = text->leading * 10 + (uint64_t)(*at - '0');
        ++*leading;
    } else {
        text->cut |= *at != '0';
    }
    text->point += !fraction;
}

// The exponent behind a mantissa; the cursor stays when there is none.
static int64_t read_exponent(struct cursor *c, char letter)
{
    if (!at_letter(c, 0, letter)) return 0;
    size_t const sign = c->end - c->at > 1 && (c->at[1] == '-' || c->at[1] == '+');
    if (!at_digit(c, 1 + sign)) return 0;
    bool const negative = c->at[1] == '-';
    c->at += 1 + sign;
    int64_t exponent = 0;
    for (bool first = true; next_digit(c, first); first = false) {
        if (exponent < (int64_t)1 << 40) exponent = exponent * 10 + (*c->at - '0');
        c->at++;
    }
    return negative ? -exponent : exponent;
}

// digits [. digits] or . digits, then an exponent. False: no digit at all.
static bool read_decimal(struct cursor *c, double *out)
{
    struct decimal_text text = {.from = c->at};
    int leading = 0;
    bool any = false;
    for (bool first = true; next_digit(c, first); first = false, any = true) {
        take_digit(&text, c->at++, false, &leading);
    }
    if (c->at < c->end && *c->at == '.' && (any || at_digit(c, 1))) {
        const char *const point = c->at++;
        bool fraction = false;
        for (bool first = true; next_digit(c, first); first = false, fraction = true) {
            take_digit(&text, c->at++, true, &leading);
        }
        // "1." and "1.e5" are numbers, "1.x" stops before the point
        if (!fraction && c->at < c->end && !at_letter(c, 0, 'e') && !is_space(*c->at)) c->at = point;
        any = true;
    }
    text.to = c->at;
    if (!any) return false;
    text.point += read_exponent(c, 'e');
    text.power = text.point - leading;
    *out = round_decimal(&text);
    return true;
}

struct hex_number {
    uint64_t mantissa;
    bool rest;
    int64_t exponent;
};

static void take_hex(struct hex_number *number, int value, bool fraction)
{
    if (number->mantissa >> 60 == 0) {
        number->mantissa = number->mantissa << 4 | (uint64_t)value;
        number->exponent -= fraction ? 4 : 0;
    } else {
        number->rest |= value != 0;
        number->exponent += fraction ? 0 : 4;
    }
}

static bool read_hex_digits(struct cursor *c, struct hex_number *number, bool fraction)
{
    bool any = false;
    while (c->at < c->end) {
        bool const skip = any && *c->at == '_' && c->end - c->at > 1 && hex_value(c->at[1]) >= 0;
        int const value = hex_value(c->at[skip]);
        if (value < 0) break;
        take_hex(number, value, fraction);
        c->at += 1 + skip;
        any = true;
    }
    return any;
}

// Behind 0x: digits on either side of the point, or on both. False: not a number.
static bool read_hex(struct cursor *c, double *out)
{
    struct hex_number number = {0};
    bool any = read_hex_digits(c, &number, false);
    if (c->at < c->end && *c->at == '.') {
        c->at++;
        any |= read_hex_digits(c, &number, true);
    }
    if (!any) return false;
    number.exponent += read_exponent(c, 'p');
    int const limit = 100000;
    int const exponent = number.exponent > limit ? limit : number.exponent < -limit ? -limit : (int)number.exponent;
    *out = float_from_bits(number.mantissa, number.rest, exponent);
    return true;
}

double float_parse(const char *bytes, size_t size, bool strict, bool *ok)
{
    struct cursor c = {bytes, bytes + size};
    while (c.at < c.end && is_space(*c.at)) c.at++;
    bool const negative = c.at < c.end && *c.at == '-';
    bool const has_sign = c.at < c.end && (*c.at == '-' || *c.at == '+');
    c.at += has_sign;
    double d = 0;
    bool valid;
    // to_f knows no hexadecimal, but CRuby looks for it before the sign only: "-0x1A".to_f is -26.0.
    if ((strict || has_sign) && at_letter(&c, 1, 'x') && *c.at == '0') {
        c.at += 2;
        valid = read_hex(&c, &d);
    } else {
        valid = read_decimal(&c, &d);
    }
    if (!valid) d = 0;
    while (c.at < c.end && is_space(*c.at)) c.at++;
    if (ok != NULL) *ok = !strict || (valid && c.at == c.end);
    return valid && negative ? -d : d;
}
