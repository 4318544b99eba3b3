// Symbols: fixed ids, interning from several threads, what a name may stand for, how it prints.
#include <pthread.h>
#include <stdio.h>

#include "fixture.h"

START_TEST(fixed_symbols_have_their_ids)
{
    ck_assert_uint_eq(sym("initialize"), SYM_initialize);
    ck_assert_uint_eq(sym("..."), SYM_forward_all);
    ck_assert_uint_eq(sym("[]="), SYM_OP_set_index);
    ck_assert_str_eq(symbol_text(RT, SYM_OP_cmp), "<=>");
    ck_assert_uint_eq(symbol_find(RT, "never interned", 14), 0);
}
END_TEST

START_TEST(interning_is_by_bytes)
{
    symbol_t const a = symbol_intern(RT, "a\0b", 3);
    ck_assert_uint_eq(a, symbol_intern(RT, "a\0b", 3));
    ck_assert_uint_ne(a, sym("a"));
    ck_assert_uint_eq(symbol_size(RT, a), 3);
    ck_assert_uint_ne(symbol_intern(RT, "", 0), 0);
    for (int i = 0; i < 5000; i++) {
        char text[32];
        snprintf(text, sizeof text, "name%d", i);
        symbol_t const s = sym(text);
        ck_assert_uint_eq(s, sym(text));
        ck_assert_str_eq(symbol_text(RT, s), text);
    }
}
END_TEST

static void *intern_many(void *context)
{
    symbol_t *const out = context;
    for (int i = 0; i < 2000; i++) {
        char text[32];
        snprintf(text, sizeof text, "thread%d", i);
        out[i] = symbol_intern_text(RT, text);
        if (strcmp(symbol_text(RT, out[i]), text) != 0) out[i] = 0;
    }
    return NULL;
}

START_TEST(threads_agree)
{
    static symbol_t ids[4][2000];
    pthread_t threads[4];
    for (int t = 0; t < 4; t++) pthread_create(&threads[t], NULL, intern_many, ids[t]);
    for (int t = 0; t < 4; t++) pthread_join(threads[t], NULL);
    for (int i = 0; i < 2000; i++) {
        ck_assert_uint_ne(ids[0][i], 0);
        for (int t = 1; t < 4; t++) ck_assert_uint_eq(ids[t][i], ids[0][i]);
    }
}
END_TEST

START_TEST(kinds)
{
    ck_assert(symbol_is_constant(RT, sym("Abc")) && !symbol_is_constant(RT, sym("abc")));
    ck_assert(symbol_is_constant(RT, sym("Éa")) && symbol_is_local(RT, sym("éa")));
    ck_assert(symbol_is_local(RT, sym("_x1")) && !symbol_is_local(RT, sym("1x")) && !symbol_is_local(RT, sym("x?")));
    ck_assert(symbol_is_ivar(RT, sym("@a")) && !symbol_is_ivar(RT, sym("@1")) && !symbol_is_ivar(RT, sym("@@a")));
    ck_assert(symbol_is_cvar(RT, sym("@@a")) && !symbol_is_cvar(RT, sym("@@")));
    ck_assert(symbol_is_global(RT, sym("$a")) && symbol_is_global(RT, sym("$~")) && !symbol_is_global(RT, sym("$")));
    ck_assert(symbol_is_setter(RT, sym("a=")) && !symbol_is_setter(RT, sym("==")));
    ck_assert(!symbol_is_setter(RT, sym("[]=")));
    ck_assert_uint_eq(symbol_setter(RT, sym("size")), sym("size="));
    ck_assert_uint_eq(symbol_setter(RT, sym("@a")), sym("@a"));
    ck_assert(symbol_ascii(RT, sym("abc")) && !symbol_ascii(RT, sym("é")) && symbol_valid(RT, sym("é")));
    ck_assert(!symbol_valid(RT, sym("\xff")));
}
END_TEST

static const char *const inspected[][2] = {
    {"foo=", ":foo="},       {"foo?=", ":\"foo?=\""}, {"a?", ":a?"},         {"[]=", ":[]="},      {"!", ":!"},
    {"$1", ":$1"},           {"$-w", ":$-w"},         {"$-", ":\"$-\""},     {"@", ":\"@\""},      {"@@a", ":@@a"},
    {"@1", ":\"@1\""},       {"é", ":é"},             {"foo bar", ":\"foo bar\""}, {"a!=", ":\"a!=\""}, {"$~", ":$~"},
    {"=", ":\"=\""},         {"&&", ":\"&&\""},       {"a?b", ":\"a?b\""},   {"", ":\"\""},
    {"$12a", ":\"$12a\""},
    {"@a=", ":\"@a=\""},     {"[]?", ":\"[]?\""},     {"**", ":**"},         {"+@", ":+@"},        {"..", ":\"..\""},
    {"nil", ":nil"},         {"あ?", ":あ?"},         {"$-あ", ":$-あ"},     {"!@", ":\"!@\""},    {"`", ":`"},
    {"\x7f", ":\"\\x7F\""},  {"A=", ":A="},           {"a\nb", ":\"a\\nb\""}, {"$foo?", ":\"$foo?\""}};

START_TEST(symbols_print)
{
    for (size_t i = 0; i < TRP_COUNT(inspected); i++) {
        struct string *const out = string_new_capacity(HEAP, 0, ENCODING_UTF8);
        ck_assert(string_append_symbol_inspected(RT, HEAP, out, sym(inspected[i][0])));
        ck_assert_text(out, inspected[i][1]);
    }
    struct string *const s = symbol_string(RT, HEAP, sym("abc"));
    ck_assert_int_eq(string_encoding(s), ENCODING_ASCII);
    ck_assert_uint_eq(string_symbol(RT, HEAP, s), sym("abc"));
    ck_assert_int_eq(string_encoding(symbol_string(RT, HEAP, sym("é"))), ENCODING_UTF8);
}
END_TEST

Suite *symbol_suite(void)
{
    Suite *const suite = suite_create("symbol");
    TCase *const tests = tcase_create("symbol");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, fixed_symbols_have_their_ids);
    tcase_add_test(tests, interning_is_by_bytes);
    tcase_add_test(tests, threads_agree);
    tcase_add_test(tests, kinds);
    tcase_add_test(tests, symbols_print);
    suite_add_tcase(suite, tests);
    return suite;
}
