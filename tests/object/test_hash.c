// Hashes against a plain list of pairs, and what built-in keys hash and compare to.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixture.h"

#define KEYS 60

static struct hash *hash(void) { return value_to_hash(fix->roots[0]); }

struct model { // pairs in order
    int keys[KEYS];
    value_t values[KEYS];
    size_t count;
};

static value_t key_of(int i)
{
    char text[16];
    switch (i % 4) {
    case 0: return value_fixnum(i);
    case 1: return value_symbol(sym((snprintf(text, sizeof text, "k%d", i), text)));
    case 2: return text_value((snprintf(text, sizeof text, "s%d", i), text));
    default: {
        value_t const items[] = {value_fixnum(i), text_value("x")};
        return value_pointer(array_from(HEAP, items, 2));
    }
    }
}

static size_t model_find(const struct model *m, int key)
{
    size_t i = 0;
    while (i < m->count && m->keys[i] != key) i++;
    return i;
}

static void check_model(const struct model *m)
{
    ck_assert_uint_eq(hash_count(hash()), m->count);
    size_t n = 0;
    for (size_t p = hash_first(hash()); p < hash_end(hash()); p++) {
        value_t const key = hash_key_at(hash(), p);
        if (key == VALUE_UNDEF) continue;
        ck_assert_uint_lt(n, m->count);
        ck_assert_int_eq(value_eql_builtin(key, key_of(m->keys[n])), 1);
        ck_assert_uint_eq(hash_value_at(hash(), p), m->values[n]);
        n++;
    }
    ck_assert_uint_eq(n, m->count);
}

static void change(struct model *m, int key, int step)
{
    size_t const at = model_find(m, key);
    if (rand() % 3 > 0) {
        ck_assert(hash_set(RT, HEAP, hash(), key_of(key), value_fixnum(step)));
        if (at == m->count) m->keys[m->count++] = key;
        m->values[at] = value_fixnum(step);
        return;
    }
    value_t const old = hash_delete(RT, HEAP, hash(), key_of(key));
    ck_assert_uint_eq(old, at < m->count ? m->values[at] : VALUE_UNDEF);
    if (at == m->count) return;
    memmove(&m->keys[at], &m->keys[at + 1], (m->count - at - 1) * sizeof m->keys[0]);
    memmove(&m->values[at], &m->values[at + 1], (m->count - at - 1) * sizeof m->values[0]);
    m->count--;
}

START_TEST(pairs_as_a_plain_list_has_them)
{
    struct model m = {.count = 0};
    srand((unsigned)_i);
    int const keys = _i % 2 ? KEYS : 7;
    fix->roots[0] = value_pointer(hash_new(HEAP, 0));
    for (int step = 0; step < 1600; step++) {
        int const key = rand() % keys;
        change(&m, key, step);
        if (step % 5 == 0) check_model(&m);
        int const other = rand() % keys;
        size_t const at = model_find(&m, other);
        ck_assert_uint_eq(hash_get(RT, hash(), key_of(other)), at < m.count ? m.values[at] : VALUE_UNDEF);
        if (step % 101 == 0) fixture_collect();
        if (step % 500 == 499) {
            struct hash *const copy = hash_new(HEAP, 0);
            ck_assert(hash_copy(HEAP, copy, hash()));
            fix->roots[0] = value_pointer(copy);
        }
        if (step % 700 == 699) {
            hash_clear(HEAP, hash());
            m.count = 0;
        }
    }
}
END_TEST

START_TEST(many_keys_are_found)
{
    fix->roots[0] = value_pointer(hash_new(HEAP, 0));
    for (int i = 0; i < 20000; i++) ck_assert(hash_set(RT, HEAP, hash(), value_fixnum(i << 12), value_fixnum(i)));
    for (int i = 0; i < 20000; i++) ck_assert_uint_eq(hash_get(RT, hash(), value_fixnum(i << 12)), value_fixnum(i));
    ck_assert_uint_eq(hash_get(RT, hash(), value_fixnum(1)), VALUE_UNDEF);
    for (int i = 0; i < 20000; i++) { // as a queue: from the front
        size_t const first = hash_first(hash());
        ck_assert_uint_eq(hash_key_at(hash(), first), value_fixnum(i << 12));
        hash_delete_at(HEAP, hash(), first);
    }
    ck_assert_uint_eq(hash_count(hash()), 0);
}
END_TEST

START_TEST(queues_do_not_grow)
{
    fix->roots[0] = value_pointer(hash_new(HEAP, 0));
    for (int i = 0; i < 50000; i++) {
        ck_assert(hash_set(RT, HEAP, hash(), value_fixnum(i), VALUE_TRUE));
        if (i >= 100) ck_assert_uint_eq(hash_delete(RT, HEAP, hash(), value_fixnum(i - 100)), VALUE_TRUE);
    }
    ck_assert_uint_lt(HEAP->stats.body_bytes_max, 32768);
}
END_TEST

START_TEST(positions_hold_while_iterating)
{
    fix->roots[0] = value_pointer(hash_new(HEAP, 0));
    for (int i = 0; i < 20; i++) ck_assert(hash_set(RT, HEAP, hash(), value_fixnum(i), VALUE_TRUE));
    hash()->iterating = 1;
    for (int i = 0; i < 20; i += 2) hash_delete(RT, HEAP, hash(), value_fixnum(i));
    for (int i = 100; i < 200; i++) ck_assert(hash_set(RT, HEAP, hash(), value_fixnum(i), VALUE_TRUE));
    for (size_t i = 1; i < 20; i += 2) ck_assert_uint_eq(hash_key_at(hash(), i), value_fixnum((int64_t)i));
    hash()->iterating = 0;
    fixture_collect();
    ck_assert_uint_eq(hash_count(hash()), 110);
}
END_TEST

START_TEST(probing_visits_equal_codes)
{
    fix->roots[0] = value_pointer(hash_new(HEAP, 0));
    for (int i = 0; i < 30; i++) ck_assert(hash_add(HEAP, hash(), (uint64_t)(i % 3), value_fixnum(i), VALUE_TRUE));
    for (uint64_t code = 0; code < 3; code++) {
        uint64_t cursor = 0;
        int64_t position, count = 0;
        while ((position = hash_probe(hash(), code, &cursor)) >= 0) {
            ck_assert_int_eq(value_to_fixnum(hash_key_at(hash(), (size_t)position)) % 3, (int64_t)code);
            ck_assert_uint_eq(hash_code_at(hash(), (size_t)position), code);
            count++;
        }
        ck_assert_int_eq(count, 10);
    }
    uint64_t cursor = 0;
    ck_assert_int_eq(hash_probe(hash(), 7, &cursor), -1);
}
END_TEST

static void check_equal(value_t a, value_t b, bool equal)
{
    uint64_t ha, hb;
    ck_assert(value_hash_builtin(RT, a, &ha) && value_hash_builtin(RT, b, &hb));
    ck_assert_int_eq(value_eql_builtin(a, b), equal);
    if (equal) ck_assert_uint_eq(ha, hb);
}

START_TEST(built_in_keys)
{
    value_t const big = integer_mul(HEAP, value_fixnum(FIXNUM_MAX), value_fixnum(16));
    check_equal(big, integer_mul(HEAP, value_fixnum(FIXNUM_MAX), value_fixnum(16)), true);
    check_equal(value_fixnum(1), float_value(HEAP, 1.0), false);
    check_equal(float_value(HEAP, 0.0), float_value(HEAP, -0.0), true);
    check_equal(float_value(HEAP, 1e300), float_value(HEAP, 1e300), true);
    check_equal(float_value(HEAP, 1.5), float_value(HEAP, 1.5), true);
    check_equal(text_value("a"), text_value("a"), true);
    check_equal(text_value("a"), text_value("b"), false);
    check_equal(text_value("a"), value_symbol(sym("a")), false);
    check_equal(VALUE_NIL, VALUE_FALSE, false);
    value_t const nan = float_value(HEAP, NAN);
    check_equal(nan, nan, true);
    check_equal(nan, float_value(HEAP, NAN), false);
    check_equal(key_of(3), key_of(3), true);
    check_equal(key_of(3), key_of(7), false);
    uint64_t code;
    value_t const object = value_pointer(instance_new(HEAP, CLASS_OBJECT, 0));
    ck_assert(!value_hash_builtin(RT, object, &code));
    ck_assert_int_eq(value_eql_builtin(object, text_value("a")), -1);
    value_t const holder = value_pointer(array_new_small(HEAP, &object, 1));
    ck_assert(!value_hash_builtin(RT, holder, &code));
}
END_TEST

START_TEST(identity)
{
    struct hash *const h = hash_new(HEAP, 0);
    fix->roots[0] = value_pointer(h);
    h->header |= HASH_IDENTITY;
    value_t const a = text_value("a"), b = text_value("a");
    ck_assert(hash_set(RT, HEAP, h, a, value_fixnum(1)) && hash_set(RT, HEAP, h, b, value_fixnum(2)));
    ck_assert_uint_eq(hash_count(h), 2);
    ck_assert_uint_eq(hash_get(RT, h, a), value_fixnum(1));
    ck_assert_uint_eq(hash_get(RT, h, text_value("a")), VALUE_UNDEF);
}
END_TEST

Suite *hash_suite(void)
{
    Suite *const suite = suite_create("hash");
    TCase *const tests = tcase_create("hash");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, pairs_as_a_plain_list_has_them, 0, 4);
    tcase_add_test(tests, many_keys_are_found);
    tcase_add_test(tests, queues_do_not_grow);
    tcase_add_test(tests, positions_hold_while_iterating);
    tcase_add_test(tests, probing_visits_equal_codes);
    tcase_add_test(tests, built_in_keys);
    tcase_add_test(tests, identity);
    suite_add_tcase(suite, tests);
    return suite;
}
