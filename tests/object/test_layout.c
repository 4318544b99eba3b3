// Layouts, and instance variables on every kind of object, also against a table of our own.
#include <stdio.h>
#include <stdlib.h>

#include "fixture.h"

static symbol_t numbered(const char *prefix, int i)
{
    char text[32];
    snprintf(text, sizeof text, "%s%d", prefix, i);
    return sym(text);
}

START_TEST(layouts_are_shared_and_found)
{
    layout_t const a = layout_add(RT, LAYOUT_EMPTY, sym("@a"));
    layout_t const ab = layout_add(RT, a, sym("@b"));
    ck_assert_uint_eq(layout_add(RT, LAYOUT_EMPTY, sym("@a")), a);
    ck_assert_uint_eq(layout_add(RT, a, sym("@b")), ab);
    ck_assert_int_eq(layout_find(RT, ab, sym("@a")), 0);
    ck_assert_int_eq(layout_find(RT, ab, sym("@b")), 1);
    ck_assert_int_eq(layout_find(RT, a, sym("@b")), -1);
    ck_assert_int_eq(layout_find(RT, ab | 1, sym("@b")), 1);
    ck_assert_uint_eq(layout_count(RT, ab | 1), 2);
    ck_assert_uint_eq(layout_add(RT, a | 1, sym("@b")), ab | 1);
    ck_assert_uint_eq(layout_name(RT, ab, 1), sym("@b"));
    ck_assert_int_eq(layout_find(RT, LAYOUT_COMPLEX, sym("@a")), -1);
}
END_TEST

START_TEST(long_chains_and_branches)
{
    layout_t chain[101] = {LAYOUT_EMPTY};
    for (int i = 0; i < 100; i++) chain[i + 1] = layout_add(RT, chain[i], numbered("@v", i));
    for (int from = 0; from < 100; from += 7) { // a branch at each depth
        layout_t branch = chain[from];
        for (int i = 0; i < 20; i++) branch = layout_add(RT, branch, numbered("@w", i));
        ck_assert_uint_eq(layout_count(RT, branch), (unsigned)from + 20);
        for (int i = 0; i < 20; i++) ck_assert_int_eq(layout_find(RT, branch, numbered("@w", i)), from + i);
        for (int i = 0; i < 100; i++) ck_assert_int_eq(layout_find(RT, branch, numbered("@v", i)), i < from ? i : -1);
    }
    for (int n = 0; n <= 100; n++) {
        for (int i = 0; i < 100; i++) ck_assert_int_eq(layout_find(RT, chain[n], numbered("@v", i)), i < n ? i : -1);
    }
}
END_TEST

START_TEST(too_many_children_are_complex)
{
    layout_t const base = layout_add(RT, LAYOUT_EMPTY, sym("@base"));
    layout_t last = base;
    int i = 0;
    for (; i < 2000 && last != LAYOUT_COMPLEX; i++) last = layout_add(RT, base, numbered("@x", i));
    ck_assert_uint_eq(last, LAYOUT_COMPLEX);
    ck_assert_int_gt(i, 100);
    ck_assert_uint_eq(layout_add(RT, LAYOUT_COMPLEX, sym("@base")), LAYOUT_COMPLEX);
    ck_assert_uint_ne(layout_add(RT, base, numbered("@x", 0)), LAYOUT_COMPLEX);
}
END_TEST

static value_t object_of(int kind)
{
    switch (kind) {
    case 0: return value_pointer(instance_new(HEAP, CLASS_OBJECT, 0));
    case 1: return text_value("a string that is long enough not to be embedded in its slot, so that it has a body; "
                              "and then some more text, for slots of 128 bytes embed as well, surely");
    case 2: return value_pointer(array_new(HEAP, 10));
    case 3: return value_pointer(hash_new(HEAP, 0));
    case 4: return value_pointer(class_new(RT, HEAP, runtime_class(RT, CLASS_OBJECT)));
    default: return value_pointer(instance_new(HEAP, CLASS_OBJECT, 40));
    }
}

static void count_visit(symbol_t name, value_t value, void *context)
{
    (void)name;
    (void)value;
    ++*(unsigned *)context;
}

// Sets, removes and reads at random; a plain table says what must come out.
START_TEST(variables_as_a_table_has_them)
{
    enum { NAMES = 40 };
    value_t const object = fix->roots[0] = object_of(_i);
    value_t expected[NAMES];
    for (int i = 0; i < NAMES; i++) expected[i] = VALUE_UNDEF;
    srand(7);
    for (int step = 0; step < 600; step++) {
        int const n = rand() % NAMES;
        if (rand() % 4 == 0) {
            ck_assert_uint_eq(ivar_remove(RT, HEAP, object, numbered("@n", n)), expected[n]);
            expected[n] = VALUE_UNDEF;
        } else {
            value_t const value = rand() % 2 ? value_fixnum(step) : text_value("held");
            ck_assert(ivar_set(RT, HEAP, object, numbered("@n", n), value));
            expected[n] = value;
        }
        if (step % 97 == 0) fixture_collect();
        unsigned set = 0;
        for (int i = 0; i < NAMES; i++) {
            ck_assert_uint_eq(ivar_get(RT, HEAP, object, numbered("@n", i)), expected[i]);
            set += expected[i] != VALUE_UNDEF;
        }
        unsigned visited = 0;
        ivar_each(RT, HEAP, object, count_visit, &visited);
        ck_assert_uint_eq(visited, set);
        ck_assert_uint_eq(ivar_count(RT, HEAP, object), set);
    }
}
END_TEST

START_TEST(complex_objects_keep_their_variables)
{
    value_t const object = fix->roots[0] = object_of(_i);
    for (int i = 0; i < 1200; i++) ck_assert(ivar_set(RT, HEAP, object, numbered("@n", i), value_fixnum(i)));
    ck_assert_uint_eq(ivar_set(RT, HEAP, object, sym("@text"), text_value("kept")), true);
    ck_assert_uint_eq(object_layout(value_to_pointer(object)), LAYOUT_COMPLEX);
    fixture_collect();
    for (int i = 0; i < 1200; i++) ck_assert_uint_eq(ivar_get(RT, HEAP, object, numbered("@n", i)), value_fixnum(i));
    ck_assert_text((struct string *)value_to_pointer(ivar_get(RT, HEAP, object, sym("@text"))), "kept");
    ck_assert_uint_eq(ivar_remove(RT, HEAP, object, numbered("@n", 7)), value_fixnum(7));
    ck_assert_uint_eq(ivar_count(RT, HEAP, object), 1200);
}
END_TEST

START_TEST(side_data_dies_with_its_object)
{
    fix->roots[0] = text_value("key");
    ck_assert(ivar_set(RT, HEAP, fix->roots[0], sym("@a"), text_value("value")));
    for (int i = 0; i < 1000; i++) {
        value_t const s = text_value("short-lived");
        ck_assert(ivar_set(RT, HEAP, s, sym("@self"), s)); // a cycle through the side table
        ck_assert(ivar_set(RT, HEAP, s, sym("@other"), fix->roots[0]));
    }
    fixture_collect();
    ck_assert_text((struct string *)value_to_pointer(ivar_get(RT, HEAP, fix->roots[0], sym("@a"))), "value");
    heap_flush(HEAP);
    fixture_collect();
    fix->roots[0] = VALUE_NIL;
    fixture_collect();
    ck_assert_ptr_null(HEAP->side);
}
END_TEST

START_TEST(clearing_keeps_side_data)
{
    value_t const a = fix->roots[0] = value_pointer(array_new(HEAP, 10));
    value_t const h = fix->roots[1] = value_pointer(hash_new(HEAP, 10));
    ck_assert(ivar_set(RT, HEAP, a, sym("@a"), value_fixnum(1)));
    ck_assert(ivar_set(RT, HEAP, h, sym("@a"), value_fixnum(2)));
    array_clear(HEAP, value_to_array(a));
    hash_clear(HEAP, value_to_hash(h));
    fixture_collect();
    ck_assert_uint_eq(ivar_get(RT, HEAP, a, sym("@a")), value_fixnum(1));
    fix->roots[0] = fix->roots[1] = VALUE_NIL;
    fixture_collect();
    ck_assert_ptr_null(HEAP->side);
}
END_TEST

START_TEST(copying_and_freezing)
{
    value_t const a = fix->roots[0] = value_pointer(instance_new(HEAP, CLASS_OBJECT, 2));
    value_t const s = fix->roots[1] = text_value("s");
    for (int i = 0; i < 10; i++) ck_assert(ivar_set(RT, HEAP, a, numbered("@n", i), value_fixnum(i)));
    ck_assert(ivar_copy_all(RT, HEAP, a, s));
    ck_assert_uint_eq(object_layout(value_to_pointer(a)), object_layout(value_to_pointer(s)));
    object_freeze(value_to_pointer(s));
    ck_assert(object_frozen(value_to_pointer(s)) && !object_frozen(value_to_pointer(a)));
    for (int i = 0; i < 10; i++) ck_assert_uint_eq(ivar_get(RT, HEAP, s, numbered("@n", i)), value_fixnum(i));
    ck_assert_uint_eq(runtime_class(RT, CLASS_OBJECT)->instance_fields, 10);
    ck_assert_uint_eq(ivar_get(RT, HEAP, value_fixnum(1), sym("@n0")), VALUE_UNDEF);
}
END_TEST

START_TEST(class_variables_of_instances_are_slots)
{
    struct heap other;
    fixture_open_heap(&other);
    value_t const class = class_value(runtime_class(RT, CLASS_STRUCT));
    ck_assert(ivar_set(RT, HEAP, class, sym("@shared"), value_fixnum(1)));
    ck_assert(ivar_set(RT, HEAP, class, sym("@private"), text_value("mine")));
    fixture_collect();
    ck_assert_uint_eq(ivar_get(RT, &other, class, sym("@shared")), value_fixnum(1));
    ck_assert_uint_eq(ivar_get(RT, &other, class, sym("@private")), VALUE_UNDEF);
    ck_assert_text((struct string *)value_to_pointer(ivar_get(RT, HEAP, class, sym("@private"))), "mine");
    heap_close(&other);
}
END_TEST

Suite *layout_suite(void)
{
    Suite *const suite = suite_create("layout");
    TCase *const tests = tcase_create("layout");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, layouts_are_shared_and_found);
    tcase_add_test(tests, long_chains_and_branches);
    tcase_add_test(tests, too_many_children_are_complex);
    tcase_add_loop_test(tests, variables_as_a_table_has_them, 0, 6);
    tcase_add_loop_test(tests, complex_objects_keep_their_variables, 0, 4);
    tcase_add_test(tests, side_data_dies_with_its_object);
    tcase_add_test(tests, clearing_keeps_side_data);
    tcase_add_test(tests, copying_and_freezing);
    tcase_add_test(tests, class_variables_of_instances_are_slots);
    suite_add_tcase(suite, tests);
    return suite;
}
