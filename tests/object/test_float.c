// Floats as text and back: the format, a million random doubles, numbers on the edge between two doubles.
#include "single.h"

#include <gmp.h>
#include <math.h>

#include "object/float_powers.h"

#ifdef TRP_ASAN
#define RANDOM_DOUBLES 100000
#else
#define RANDOM_DOUBLES 1000000
#endif

static const char *text_of(double d)
{
    static char text[40];
    text[float_text(d, text)] = 0;
    return text;
}

START_TEST(the_format_is_rubys)
{
    static struct {
        double value;
        const char *text;
    } const rows[] = {
        {0.0, "0.0"}, {-0.0, "-0.0"}, {1, "1.0"}, {-1.5, "-1.5"}, {100, "100.0"}, {0.1, "0.1"}, {0.0001, "0.0001"},
        {0.00001, "1.0e-05"}, {0.00012345, "0.00012345"}, {1.5e-7, "1.5e-07"}, {123456789012345, "123456789012345.0"},
        {1e14, "100000000000000.0"}, {1e15, "1.0e+15"}, {1e16, "1.0e+16"}, {1234567890123456, "1.234567890123456e+15"},
        {1107620526030848.5, "1107620526030848.5"}, {1e100, "1.0e+100"}, {2e23, "2.0e+23"},
        {1.7976931348623157e308, "1.7976931348623157e+308"}, {5e-324, "5.0e-324"},
        {2.2250738585072014e-308, "2.2250738585072014e-308"}, {3.141592653589793, "3.141592653589793"},
        {9007199254740992, "9.007199254740992e+15"}, {0x1p-1022 - 0x1p-1074, "2.225073858507201e-308"},
        {9.5e-3, "0.0095"}, {HUGE_VAL, "Infinity"}, {-HUGE_VAL, "-Infinity"},
    };
    for (size_t i = 0; i < TRP_COUNT(rows); i++) ck_assert_str_eq(text_of(rows[i].value), rows[i].text);
    ck_assert_str_eq(text_of(nan("")), "NaN");
}
END_TEST

// --- Shortest ------------------------------------------------------------------------------------------------------

static double random_double(uint64_t *state)
{
    uint64_t bits = single_random(state);
    unsigned const kind = (unsigned)(single_random(state) % 5);
    if (kind == 1) bits &= ~(uint64_t)0xfffffffff;                                               // few digits
    if (kind == 2) bits = (bits & ~((uint64_t)0x7ff << 52)) | (963 + bits % 120) << 52;          // of ordinary size
    if (kind == 3) bits &= 0x800fffffffffffff;                                                   // subnormal
    if (kind == 4) bits &= ~(uint64_t)0xfffffffffffff;                                           // powers of two
    double d;
    memcpy(&d, &bits, sizeof d);
    return isfinite(d) ? d : 1.0;
}

struct digits {
    uint64_t value;
    int count, exponent; // value * 10^exponent
};

static struct digits digits_of(const char *text)
{
    struct digits d = {0};
    bool fraction = false;
    for (; *text != 0 && *text != 'e'; text++) {
        if (*text == '.') fraction = true;
        if (*text < '0' || *text > '9') continue;
        d.value = d.value * 10 + (uint64_t)(*text - '0');
        d.exponent -= fraction;
    }
    if (*text == 'e') d.exponent += atoi(text + 1);
    while (d.value != 0 && d.value % 10 == 0) {
        d.value /= 10;
        d.exponent++;
    }
    for (uint64_t v = d.value; v > 0; v /= 10) d.count++;
    return d;
}

static double value_of(uint64_t value, int exponent)
{
    char text[48];
    int const size = snprintf(text, sizeof text, "%llue%d", (unsigned long long)value, exponent);
    return float_parse(text, (size_t)size, true, NULL);
}

START_TEST(random_doubles_are_shortest_and_read_back)
{
    uint64_t state = single_seed();
    for (int i = 0; i < RANDOM_DOUBLES; i++) {
        double const d = random_double(&state);
        const char *const text = text_of(d);
        bool ok;
        double const back = float_parse(text, strlen(text), true, &ok);
        MUST(ok && memcmp(&back, &d, sizeof d) == 0, "%s is %a, not %a", text, back, d);
        MUST(i % 8 != 0 || strtod(text, NULL) == d, "%s is not %a for strtod", text, d);
        struct digits const digits = digits_of(text);
        if (digits.count < 2) continue;
        // No number with one digit less reads back, neither the next below nor the next above.
        double const size = fabs(d);
        MUST(value_of(digits.value / 10, digits.exponent + 1) != size, "%s is not shortest", text);
        MUST(value_of(digits.value / 10 + 1, digits.exponent + 1) != size, "%s is not shortest", text);
    }
}
END_TEST

// --- Parsing -------------------------------------------------------------------------------------------------------

#define INVALID (-42.0)

START_TEST(the_grammar_is_rubys)
{
    static struct {
        const char *text;
        double loose, strict; // to_f and Float()
    } const rows[] = {
        {"1", 1, 1}, {" -1.5 ", -1.5, -1.5}, {"1_000.5", 1000.5, 1000.5}, {"1__0", 1, INVALID}, {"_1", 0, INVALID},
        {"1_", 1, INVALID}, {"1.", 1, 1}, {"1.e2", 100, 100}, {".5", 0.5, 0.5}, {"-.5", -0.5, -0.5}, {"1e", 1, INVALID},
        {"1e+", 1, INVALID}, {"1e-3", 0.001, 0.001}, {"1E3", 1000, 1000}, {"0x1A", 0, 26}, {"0x1.8p3", 0, 12},
        {"0x1p-1074", 0, 5e-324}, {"0x", 0, INVALID}, {"0x1p", 0, INVALID}, {"0x.8", 0, 0.5}, {"-0x1A", -26, -26},
        {"0x1_0", 0, 16}, {"0x.", 0, INVALID}, {"0x1.", 0, 1}, {"0x1.p1", 0, 2}, {"1.5abc", 1.5, INVALID},
        {"", 0, INVALID}, {"  ", 0, INVALID},
        {"1 2", 1, INVALID}, {"1e400", HUGE_VAL, HUGE_VAL}, {"-1e400", -HUGE_VAL, -HUGE_VAL}, {"1e-400", 0, 0},
        {"0e99999999999999999999", 0, 0}, {"1e99999999999999999999", HUGE_VAL, HUGE_VAL}, {"1e1_0", 1e10, 1e10},
        {"1e_5", 1, INVALID}, {"1_e5", 1, INVALID}, {"1._5", 1, INVALID}, {"+5.5", 5.5, 5.5}, {"- 5", 0, INVALID},
        {"Infinity", 0, INVALID}, {"NaN", 0, INVALID}, {"5.foo", 5, INVALID}, {"1.0.0", 1, INVALID}, {"-0", -0.0, -0.0},
        {"00012.5", 12.5, 12.5}, {"0b11", 0, INVALID},
    };
    for (size_t i = 0; i < TRP_COUNT(rows); i++) {
        bool ok;
        const char *const text = rows[i].text;
        double const loose = float_parse(text, strlen(text), false, &ok);
        ck_assert_msg(ok && memcmp(&loose, &rows[i].loose, sizeof loose) == 0, "%s is %a", text, loose);
        double const strict = float_parse(text, strlen(text), true, &ok);
        ck_assert_msg(ok == (rows[i].strict != INVALID), "%s", text);
        ck_assert_msg(!ok || memcmp(&strict, &rows[i].strict, sizeof strict) == 0, "%s is %a", text, strict);
    }
}
END_TEST

START_TEST(random_decimals_round_as_strtod)
{
    uint64_t state = single_seed();
    for (int i = 0; i < 200000; i++) {
        char text[64];
        int size = 0;
        int const digits = 1 + (int)(single_random(&state) % 30);
        for (int j = 0; j < digits; j++) text[size++] = (char)('0' + single_random(&state) % 10);
        if (digits > 2) text[single_random(&state) % (size_t)digits] = '.';
        int const range = single_random(&state) % 3 == 0 ? 340 : 40;
        size += snprintf(text + size, sizeof text - (size_t)size, "e%d",
                         (int)(single_random(&state) % (2 * (unsigned)range)) - range);
        double const d = float_parse(text, (size_t)size, true, NULL), expected = strtod(text, NULL);
        MUST(memcmp(&d, &expected, sizeof d) == 0, "%s is %a, not %a", text, d, expected);
    }
}
END_TEST

// The exact decimal of the number between two doubles, then with digits that tip the balance.
START_TEST(halfway_cases_round_to_even)
{
    uint64_t state = single_seed();
    for (int i = 0; i < 3000; i++) {
        double const d = fabs(random_double(&state)), next = nextafter(d, HUGE_VAL);
        if (!isfinite(next)) continue;
        char text[1400];
        long double const middle = ((long double)d + (long double)next) / 2; // exact: 64 bits
        int size = snprintf(text, sizeof text, "%.*Lf", d < 1 ? 1130 : 60, middle);
        uint64_t bits;
        memcpy(&bits, &d, sizeof bits);
        double const even = bits & 1 ? next : d;
        double got = float_parse(text, (size_t)size, true, NULL);
        MUST(got == even, "%s: %a", text, got);
        text[size++] = '1'; // a little more
        got = float_parse(text, (size_t)size, true, NULL);
        MUST(got == next, "%s: %a", text, got);
    }
}
END_TEST

// --- The table -----------------------------------------------------------------------------------------------------

// limbs[20] = floor(10^k * 2^s) for the s that leaves 128 bits, by plain long arithmetic.
static void expected_power(int k, uint64_t *high, uint64_t *low)
{
    uint64_t power[20] = {1}, number[40] = {0}, quotient[40], rest[20];
    size_t count = 1;
    for (int i = 0; i < (k < 0 ? -k : k); i++) {
        uint64_t const carry = mpn_mul_1(power, power, (mp_size_t)count, 10);
        if (carry != 0) power[count++] = carry;
    }
    const uint64_t *digits = number;
    size_t size = count + 3;
    if (k < 0) { // 2^large / 10^-k
        number[size - 1] = 1;
        mpn_tdiv_qr(quotient, rest, 0, number, (mp_size_t)size, power, (mp_size_t)count);
        digits = quotient;
        size = size - count + 1;
    } else { // 10^k * 2^128
        memcpy(number + 2, power, count * sizeof *power);
        size = count + 2;
    }
    while (digits[size - 1] == 0) size--;
    uint64_t top[40];
    unsigned const shift = (unsigned)__builtin_clzll(digits[size - 1]);
    memcpy(top, digits, size * sizeof *top);
    if (shift > 0) mpn_lshift(top, digits, (mp_size_t)size, shift);
    *high = top[size - 1];
    *low = top[size - 2];
}

START_TEST(the_powers_of_ten_are_right)
{
    for (int k = POWER_MIN; k <= POWER_MAX; k++) {
        uint64_t high, low;
        expected_power(k, &high, &low);
        MUST(float_powers[k - POWER_MIN].high == high && float_powers[k - POWER_MIN].low == low, "10^%d", k);
    }
    for (int k = -350; k <= 350; k++) MUST(power_log2(k) == (int)floorl(k * log2l(10)), "log2(10^%d)", k);
}
END_TEST

// --- Rounding and the rest -----------------------------------------------------------------------------------------

START_TEST(rounding_is_rubys)
{
    static struct {
        double value;
        int digits;
        double rounded;
    } const rows[] = {
        {5.015, 2, 5.02}, {2.675, 2, 2.68}, {1.005, 2, 1.01}, {0.5, 0, 1}, {-0.5, 0, -1}, {2.5, 0, 3}, {-2.5, 0, -3},
        {25, -1, 30}, {1.1, 1, 1.1}, {1.15, 1, 1.2}, {1.25, 1, 1.3}, {-1.25, 1, -1.3}, {1e-20, 5, 0},
        {0.1 + 0.2, 15, 0.3}, {0.1 + 0.2, 16, 0.3}, {0.1 + 0.2, 17, 0.1 + 0.2}, {1e300, 3, 1e300}, {1e22, 1, 1e22},
        {1.23456789e-10, 17, 1.2345679e-10}, {5e-324, 400, 5e-324}, {5e-324, 323, 0}, {-1e-9, 3, -0.0},
    };
    for (size_t i = 0; i < TRP_COUNT(rows); i++) {
        double const d = float_round_digits(rows[i].value, rows[i].digits);
        ck_assert_msg(d == rows[i].rounded, "%s to %d digits: %a", text_of(rows[i].value), rows[i].digits, d);
    }
}
END_TEST

START_TEST(values_and_hashes)
{
    double const values[] = {0.0, -0.0, 1.5, 1e300, 1e-300, -HUGE_VAL, 5e-324};
    for (size_t i = 0; i < TRP_COUNT(values); i++) {
        value_t const v = float_value(single_heap, values[i]);
        ck_assert(value_is_float(v));
        double const back = value_to_double(v);
        ck_assert(memcmp(&back, &values[i], sizeof back) == 0);
    }
    ck_assert_uint_eq(float_hash(0.0), float_hash(-0.0));
    ck_assert_uint_ne(float_hash(1.0), float_hash(2.0));
    struct string *const s = float_to_string(single_heap, -1e-7);
    ck_assert(string_size(s) == 8 && memcmp(string_bytes(s), "-1.0e-07", 8) == 0);
}
END_TEST

// A line: the double's bits, digits, to_s, rounded's bits.
START_TEST(ruby_agrees)
{
    FILE *const out = single_ruby("while l = gets; b, n, s, r = l.split; d = [b.hex].pack('Q').unpack1('D')\n"
                                  "  r = [r.hex].pack('Q').unpack1('D'); e = d.round(n.to_i).to_f\n"
                                  "  near = e == r || n.to_i > 14 && (e - r).abs <= d.abs * 3e-16\n"
                                  "  s == d.to_s && s.to_f == d && near or\n"
                                  "    abort \"#{l}expected #{d} #{e}\"; end");
    if (out == NULL) return;
    uint64_t state = single_seed();
    for (int i = 0; i < 30000; i++) {
        double d = random_double(&state);
        if (i % 2 == 0) d = (double)(single_random(&state) % 2000000) / 2000 - 500;
        int const digits = 1 + (int)(single_random(&state) % 18);
        double const rounded = float_round_digits(d, digits);
        uint64_t bits, rounded_bits;
        memcpy(&bits, &d, sizeof bits);
        memcpy(&rounded_bits, &rounded, sizeof rounded_bits);
        fprintf(out, "%llx %d %s %llx\n", (unsigned long long)bits, digits, text_of(d),
                (unsigned long long)rounded_bits);
    }
    ck_assert_int_eq(pclose(out), 0);
}
END_TEST

Suite *float_suite(void)
{
    Suite *const suite = suite_create("float");
    TCase *const tcase = tcase_create("float");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, single_open, single_close);
    tcase_add_test(tcase, the_format_is_rubys);
    tcase_add_test(tcase, random_doubles_are_shortest_and_read_back);
    tcase_add_test(tcase, the_grammar_is_rubys);
    tcase_add_test(tcase, random_decimals_round_as_strtod);
    tcase_add_test(tcase, halfway_cases_round_to_even);
    tcase_add_test(tcase, the_powers_of_ten_are_right);
    tcase_add_test(tcase, rounding_is_rubys);
    tcase_add_test(tcase, values_and_hashes);
    tcase_add_test(tcase, ruby_agrees);
    suite_add_tcase(suite, tcase);
    return suite;
}
