// Arrays against a plain array of our own.
#include <stdlib.h>

#include "fixture.h"

#define MODEL_MAX 400

struct model {
    value_t items[MODEL_MAX];
    size_t count;
};

static struct array *array(void) { return value_to_array(fix->roots[0]); }

static void model_splice(struct model *m, size_t start, size_t count, const value_t *items, size_t item_count)
{
    value_t copy[MODEL_MAX];
    memcpy(copy, items, item_count * sizeof *items);
    memmove(m->items + start + item_count, m->items + start + count, (m->count - start - count) * sizeof *items);
    memcpy(m->items + start, copy, item_count * sizeof *items);
    m->count = m->count - count + item_count;
}

static void check_model(const struct model *m)
{
    ck_assert_uint_eq(array_count(array()), m->count);
    for (size_t i = 0; i < m->count; i++) ck_assert_uint_eq(array_at(array(), i), m->items[i]);
    ck_assert_uint_eq(array_get(array(), -1), m->count > 0 ? m->items[m->count - 1] : VALUE_NIL);
    ck_assert_uint_eq(array_get(array(), (int64_t)m->count), VALUE_NIL);
}

static void splice_random(struct model *m, value_t value)
{
    size_t const start = (size_t)rand() % (m->count + 1);
    size_t const count = (size_t)rand() % (m->count - start + 1);
    value_t const own[3] = {value, VALUE_TRUE, value};
    if (rand() % 2) {
        ck_assert(array_splice(HEAP, array(), start, count, own, 3));
        model_splice(m, start, count, own, 3);
    } else { // its own items
        size_t const from = (size_t)rand() % (m->count + 1), n = ((size_t)rand() % (m->count - from + 1)) / 2;
        ck_assert(array_splice(HEAP, array(), start, count, array_items(array()) + from, n));
        model_splice(m, start, count, m->items + from, n);
    }
}

static void change_random(struct model *m, value_t value)
{
    value_t const nothing = VALUE_NIL;
    switch (rand() % 9) {
    case 0: case 1:
        ck_assert(array_push(HEAP, array(), value));
        m->items[m->count++] = value;
        break;
    case 2:
        ck_assert_uint_eq(array_pop(HEAP, array()), m->count > 0 ? m->items[m->count - 1] : VALUE_UNDEF);
        if (m->count > 0) m->count--;
        break;
    case 3:
        ck_assert_uint_eq(array_shift(HEAP, array()), m->count > 0 ? m->items[0] : VALUE_UNDEF);
        if (m->count > 0) model_splice(m, 0, 1, &nothing, 0);
        break;
    case 4: case 5:
        ck_assert(array_unshift(HEAP, array(), value));
        model_splice(m, 0, 0, &value, 1);
        break;
    case 6: splice_random(m, value); break;
    case 7: {
        size_t const index = (size_t)rand() % (m->count + 3);
        ck_assert(array_store(HEAP, array(), index, value));
        while (m->count <= index) m->items[m->count++] = VALUE_NIL;
        m->items[index] = value;
        break;
    }
    default:
        if (rand() % 20 == 0) {
            array_clear(HEAP, array());
            m->count = 0;
        } else {
            size_t const count = (size_t)rand() % (m->count + 4);
            ck_assert(array_resize(HEAP, array(), count));
            while (m->count < count) m->items[m->count++] = VALUE_NIL;
            m->count = count;
        }
        break;
    }
}

START_TEST(items_as_a_plain_array_has_them)
{
    struct model m = {.count = 0};
    srand((unsigned)_i);
    fix->roots[0] = value_pointer(array_new(HEAP, 0));
    for (int step = 0; step < 3000; step++) {
        value_t const value = rand() % 3 ? value_fixnum(step) : text_value("item");
        if (m.count < MODEL_MAX / 2 - 10) change_random(&m, value);
        else ck_assert(array_resize(HEAP, array(), m.count = 5));
        check_model(&m);
        if (step % 101 == 0) fixture_collect();
    }
}
END_TEST

START_TEST(queues_do_not_grow)
{
    fix->roots[0] = value_pointer(array_new(HEAP, 0));
    for (int i = 0; i < 100; i++) ck_assert(array_push(HEAP, array(), value_fixnum(i)));
    for (int i = 100; i < 20000; i++) {
        ck_assert(array_push(HEAP, array(), value_fixnum(i)));
        ck_assert_uint_eq(array_shift(HEAP, array()), value_fixnum(i - 100));
    }
    ck_assert_uint_lt(HEAP->stats.body_bytes_max, 8192);
    array_clear(HEAP, array());
    ck_assert_uint_eq(HEAP->stats.body_bytes, 0);
}
END_TEST

START_TEST(copies_are_apart)
{
    value_t const items[] = {value_fixnum(1), value_fixnum(2), value_fixnum(3), value_fixnum(4)};
    fix->roots[0] = value_pointer(array_from(HEAP, items, 4));
    struct array *const copy = array_new_small(HEAP, items, 2);
    ck_assert_uint_eq(array_count(copy), 2);
    ck_assert(array_replace(HEAP, copy, array()) && array_push(HEAP, copy, VALUE_TRUE));
    ck_assert_uint_eq(array_count(copy), 5);
    ck_assert_uint_eq(array_count(array()), 4);
    ck_assert(array_append(HEAP, copy, array_items(copy), 5));
    ck_assert_uint_eq(array_get(copy, 9), VALUE_TRUE);
    ck_assert_uint_eq(array_get(copy, -10), value_fixnum(1));
    ck_assert(!array_resize(HEAP, copy, ARRAY_COUNT_MAX + 1));
    ck_assert(!array_store(HEAP, copy, ARRAY_COUNT_MAX + 5, VALUE_NIL));
}
END_TEST

Suite *array_suite(void)
{
    Suite *const suite = suite_create("array");
    TCase *const tests = tcase_create("array");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, items_as_a_plain_array_has_them, 0, 4);
    tcase_add_test(tests, queues_do_not_grow);
    tcase_add_test(tests, copies_are_apart);
    suite_add_tcase(suite, tests);
    return suite;
}
