// Integers where fixnums end, the grammar of Integer() and to_i, and what involves doubles.
#include "single.h"

#include <math.h>

static value_t number(const char *text)
{
    value_t const v = integer_parse(single_heap, text, strlen(text), 10, true);
    ck_assert_msg(v != VALUE_NIL && v != VALUE_UNDEF, "%s", text);
    return v;
}

static void check_number(value_t v, const char *text)
{
    ck_assert(v != VALUE_UNDEF && v != VALUE_NIL);
    struct string *const s = integer_to_string(single_heap, v, 10);
    ck_assert_msg(string_size(s) == strlen(text) && memcmp(string_bytes(s), text, string_size(s)) == 0,
                  "%.*s, expected %s", (int)string_size(s), string_bytes(s), text);
    ck_assert(integer_equal(v, number(text)));
    ck_assert_uint_eq(integer_hash(v), integer_hash(number(text)));
}

START_TEST(fixnums_overflow_into_bignums_and_back)
{
    value_t const max = value_fixnum(FIXNUM_MAX), min = value_fixnum(FIXNUM_MIN), one = value_fixnum(1);
    value_t const above = integer_add(single_heap, max, one), below = integer_sub(single_heap, min, one);
    ck_assert(value_is_bignum(above) && value_is_bignum(below));
    check_number(above, "4611686018427387904");
    check_number(below, "-4611686018427387905");
    ck_assert_uint_eq(integer_sub(single_heap, above, one), max);
    ck_assert_uint_eq(integer_add(single_heap, below, one), min);
    check_number(integer_neg(single_heap, min), "4611686018427387904");
    ck_assert_uint_eq(integer_neg(single_heap, above), min);
    check_number(integer_mul(single_heap, max, max), "21267647932558653957237540927630737409");
    check_number(integer_mul(single_heap, min, min), "21267647932558653966460912964485513216");
    value_t quotient;
    ck_assert(integer_divmod(single_heap, min, value_fixnum(-1), &quotient, NULL));
    check_number(quotient, "4611686018427387904");
}
END_TEST

START_TEST(conversions_to_int64)
{
    int64_t const values[] = {0, 1, -1, FIXNUM_MAX, FIXNUM_MIN, FIXNUM_MAX + 1, FIXNUM_MIN - 1, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < TRP_COUNT(values); i++) {
        int64_t out = 42;
        ck_assert(integer_to_int64(integer_from_int64(single_heap, values[i]), &out));
        ck_assert_int_eq(out, values[i]);
    }
    int64_t out;
    ck_assert(!integer_to_int64(number("9223372036854775808"), &out));
    ck_assert(!integer_to_int64(number("-9223372036854775809"), &out));
    check_number(integer_from_uint64(single_heap, UINT64_MAX), "18446744073709551615");
}
END_TEST

START_TEST(division_is_floored)
{
    static struct {
        const char *a, *b, *quotient, *remainder;
    } const rows[] = {
        {"7", "2", "3", "1"}, {"-7", "2", "-4", "1"}, {"7", "-2", "-4", "-1"}, {"-7", "-2", "3", "-1"},
        {"6", "-2", "-3", "0"},
        {"100000000000000000000", "7", "14285714285714285714", "2"},
        {"-100000000000000000000", "7", "-14285714285714285715", "5"},
        {"100000000000000000000", "-7", "-14285714285714285715", "-5"},
        {"3", "100000000000000000000", "0", "3"},
        {"-3", "100000000000000000000", "-1", "99999999999999999997"},
        {"3", "-100000000000000000000", "-1", "-99999999999999999997"},
        {"0", "-100000000000000000000", "0", "0"},
        {"-200000000000000000000", "100000000000000000000", "-2", "0"},
    };
    for (size_t i = 0; i < TRP_COUNT(rows); i++) {
        value_t quotient, remainder;
        ck_assert(integer_divmod(single_heap, number(rows[i].a), number(rows[i].b), &quotient, &remainder));
        check_number(quotient, rows[i].quotient);
        check_number(remainder, rows[i].remainder);
    }
}
END_TEST

START_TEST(shifts_and_bits_of_negative_numbers)
{
    check_number(integer_shift(single_heap, value_fixnum(-1), -100), "-1");
    check_number(integer_shift(single_heap, value_fixnum(-5), -1), "-3");
    check_number(integer_shift(single_heap, value_fixnum(5), INT64_MIN), "0");
    check_number(integer_shift(single_heap, number("-18446744073709551617"), -64), "-2");
    check_number(integer_shift(single_heap, number("-18446744073709551616"), -64), "-1");
    check_number(integer_shift(single_heap, number("-18446744073709551616"), -1000), "-1");
    check_number(integer_shift(single_heap, value_fixnum(-3), 70), "-3541774862152233910272");
    ck_assert_uint_eq(integer_shift(single_heap, value_fixnum(0), INT64_MAX), value_fixnum(0));
    ck_assert_uint_eq(integer_shift(single_heap, value_fixnum(1), INT64_MAX), VALUE_UNDEF);
    check_number(integer_and(single_heap, number("-18446744073709551616"), value_fixnum(-1)), "-18446744073709551616");
    check_number(integer_or(single_heap, number("-18446744073709551616"), value_fixnum(1)), "-18446744073709551615");
    check_number(integer_xor(single_heap, number("-18446744073709551616"), number("18446744073709551615")), "-1");
    check_number(integer_not(single_heap, number("18446744073709551615")), "-18446744073709551616");
    ck_assert_uint_eq(integer_bit_length(number("-256")), 8);
    ck_assert_uint_eq(integer_bit_length(number("-18446744073709551616")), 64);
    ck_assert_uint_eq(integer_bit_length(number("-18446744073709551617")), 65);
    ck_assert_int_eq(integer_bit(number("-18446744073709551616"), 63), 0);
    ck_assert_int_eq(integer_bit(number("-18446744073709551616"), 64), 1);
    ck_assert_int_eq(integer_bit(value_fixnum(-1), UINT64_MAX), 1);
}
END_TEST

START_TEST(powers_and_roots)
{
    check_number(integer_pow(single_heap, value_fixnum(-3), 41), "-36472996377170786403");
    check_number(integer_pow(single_heap, value_fixnum(2), 100), "1267650600228229401496703205376");
    check_number(integer_pow(single_heap, value_fixnum(-1), UINT64_MAX), "-1");
    check_number(integer_pow(single_heap, value_fixnum(0), 0), "1");
    ck_assert_uint_eq(integer_pow(single_heap, value_fixnum(3), (uint64_t)1 << 40), VALUE_UNDEF);
    check_number(integer_pow_mod(single_heap, value_fixnum(2), value_fixnum(10), value_fixnum(-1000)), "-976");
    check_number(integer_pow_mod(single_heap, value_fixnum(-2), value_fixnum(3), value_fixnum(5)), "2");
    check_number(integer_pow_mod(single_heap, value_fixnum(5), value_fixnum(0), value_fixnum(1)), "0");
    check_number(integer_pow_mod(single_heap, value_fixnum(3), number("100000000000000000000"),
                                 number("1000000000000000000007")),
                 "249156108358041533052");
    check_number(integer_sqrt(single_heap, number("1329227995784915872903807060280344576")), "1152921504606846976");
    check_number(integer_gcd(single_heap, number("-100000000000000000000"), number("75")), "25");
    check_number(integer_gcd(single_heap, value_fixnum(0), number("-100000000000000000000")), "100000000000000000000");
}
END_TEST

START_TEST(text_is_parsed_as_ruby_does)
{
    // What Debian's ruby says: to_i in base 10, 2, 16, 36; Integer(), Integer with 10, 16. NULL: an error.
    static struct {
        const char *text, *ten, *two, *sixteen, *thirty_six, *any, *strict_ten, *strict_sixteen;
    } const rows[] = {
        {"0_8", "8", "0", "8", "8", NULL, "8", "8"},
        {"0x_1", "0", "0", "0", "1189", NULL, NULL, NULL},
        {"_12", "0", "0", "0", "0", NULL, NULL, NULL},
        {"1__2", "1", "1", "1", "1", NULL, NULL, NULL},
        {"1_", "1", "1", "1", "1", NULL, NULL, NULL},
        {"0b", "0", "0", "11", "11", NULL, NULL, "11"},
        {"0o17", "0", "0", "0", "31147", "15", NULL, NULL},
        {"0d12", "12", "0", "3346", "16886", "12", "12", "3346"},
        {"-0b11", "0", "-3", "-2833", "-14293", "-3", NULL, "-2833"},
        {"+0X1f", "0", "0", "31", "42819", "31", NULL, "31"},
        {"0b12", "0", "1", "2834", "14294", NULL, NULL, "2834"},
        {"08", "8", "0", "8", "8", NULL, "8", "8"},
        {"00", "0", "0", "0", "0", "0", "0", "0"},
        {"0_7", "7", "0", "7", "7", "7", "7", "7"},
        {" 42 ", "42", "0", "66", "146", "42", "42", "66"},
        {"- 1", "0", "0", "0", "0", NULL, NULL, NULL},
        {"+-1", "0", "0", "0", "0", NULL, NULL, NULL},
        {"", "0", "0", "0", "0", NULL, NULL, NULL},
        {"12abc", "12", "1", "76476", "1786296", NULL, NULL, "76476"},
        {"0x1G", "0", "0", "1", "42820", NULL, NULL, NULL},
        {"Zz", "0", "0", "0", "1295", NULL, NULL, NULL},
        {"123456789012345678901234567890x", "123456789012345678901234567890", "1",
         "94522879687365475552814062743484560", "51706356459565072825011810144800229747713404593", NULL, NULL, NULL},
    };
    for (size_t i = 0; i < TRP_COUNT(rows); i++) {
        const char *const text = rows[i].text;
        size_t const size = strlen(text);
        check_number(integer_parse(single_heap, text, size, 10, false), rows[i].ten);
        check_number(integer_parse(single_heap, text, size, 2, false), rows[i].two);
        check_number(integer_parse(single_heap, text, size, 16, false), rows[i].sixteen);
        check_number(integer_parse(single_heap, text, size, 36, false), rows[i].thirty_six);
        unsigned const bases[] = {0, 10, 16};
        const char *const expected[] = {rows[i].any, rows[i].strict_ten, rows[i].strict_sixteen};
        for (size_t j = 0; j < TRP_COUNT(bases); j++) {
            value_t const v = integer_parse(single_heap, text, size, bases[j], true);
            if (expected[j] == NULL) {
                ck_assert_msg(v == VALUE_NIL, "%s in base %u", text, bases[j]);
            } else {
                check_number(v, expected[j]);
            }
        }
    }
}
END_TEST

START_TEST(doubles)
{
    ck_assert(integer_to_double(number("9007199254740993")) == 9007199254740992.0);
    ck_assert(integer_to_double(number("9007199254740995")) == 9007199254740996.0);
    ck_assert(integer_to_double(number("36893488147419107329")) == 0x1.0000000000001p65); // a tie but for the last bit
    ck_assert(integer_to_double(number("36893488147419107328")) == 0x1p65);
    ck_assert(isinf(integer_to_double(integer_shift(single_heap, value_fixnum(-1), 1024))));
    ck_assert(isinf(integer_to_double(integer_shift(single_heap, value_fixnum(1), 1000000))));
    check_number(integer_from_double(single_heap, -1e25), "-10000000000000000905969664");
    check_number(integer_from_double(single_heap, -0.9), "0");
    check_number(integer_from_double(single_heap, 0x1p62), "4611686018427387904");
    value_t const big = number("10000000000000000905969664"), more = integer_add(single_heap, big, value_fixnum(1));
    ck_assert_int_eq(integer_compare_double(big, 1e25), 0);
    ck_assert_int_eq(integer_compare_double(more, 1e25), 1);
    ck_assert_int_eq(integer_compare_double(integer_neg(single_heap, more), -1e25), -1);
    ck_assert_int_eq(integer_compare_double(value_fixnum(3), 3.5), -1);
    ck_assert_int_eq(integer_compare_double(value_fixnum(-3), -3.5), 1);
    ck_assert_int_eq(integer_compare_double(value_fixnum(0), -0.0), 0);
    ck_assert_int_eq(integer_compare_double(value_fixnum(FIXNUM_MAX), 0x1p62), -1);
    ck_assert_int_eq(integer_compare_double(more, HUGE_VAL), -1);
    ck_assert_int_eq(integer_compare_double(integer_shift(single_heap, value_fixnum(-1), 2000), -HUGE_VAL), 1);
    ck_assert_int_eq(integer_compare_double(integer_shift(single_heap, value_fixnum(1), 2000), 1e308), 1);
}
END_TEST

Suite *integer_suite(void)
{
    Suite *const suite = suite_create("integer");
    TCase *const tcase = tcase_create("integer");
    tcase_add_checked_fixture(tcase, single_open, single_close);
    tcase_add_test(tcase, fixnums_overflow_into_bignums_and_back);
    tcase_add_test(tcase, conversions_to_int64);
    tcase_add_test(tcase, division_is_floored);
    tcase_add_test(tcase, shifts_and_bits_of_negative_numbers);
    tcase_add_test(tcase, powers_and_roots);
    tcase_add_test(tcase, text_is_parsed_as_ruby_does);
    tcase_add_test(tcase, doubles);
    suite_add_tcase(suite, tcase);
    return suite;
}
