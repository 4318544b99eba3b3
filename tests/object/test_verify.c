// What the verifier asks the types themselves: an object that breaks an invariant of its own is found.
#include "fixture.h"
#include "object/interior.h"

// roots 0 to 2: an Array, a Hash and a String with bodies; 3 and 4: a Hash and a String in their slots.
static void sound(void)
{
    struct array *const a = array_new(HEAP, 8);
    for (int i = 0; i < 6; i++) ck_assert(array_push(HEAP, a, value_fixnum(i)));
    fix->roots[0] = value_pointer(a);
    fix->roots[1] = value_pointer(hash_new(HEAP, 0));
    for (int i = 0; i < 40; i++) {
        ck_assert(hash_set(RT, HEAP, value_to_hash(fix->roots[1]), value_fixnum(i), VALUE_TRUE));
    }
    char text[300];
    memset(text, 'x', sizeof text);
    fix->roots[2] = value_pointer(string_new(HEAP, text, sizeof text, ENCODING_UTF8));
    fix->roots[3] = value_pointer(hash_new(HEAP, 4));
    fix->roots[4] = text_value("short");
    (void)string_scan(value_to_pointer(fix->roots[4]));
    heap_verify(HEAP);
}

START_TEST(what_is_sound_passes)
{
    sound();
    for (int i = 0; i < 40; i += 3) hash_delete(RT, HEAP, value_to_hash(fix->roots[1]), value_fixnum(i));
    for (int i = 0; i < 3; i++) (void)array_shift(HEAP, value_to_array(fix->roots[0]));
    heap_verify(HEAP);
    fixture_collect();
}
END_TEST

START_TEST(an_array_with_more_items_than_room)
{
    sound();
    struct array *const a = value_to_array(fix->roots[0]);
    a->count = a->capacity + 1;
    heap_verify(HEAP);
}
END_TEST

START_TEST(an_array_that_begins_before_its_body)
{
    sound();
    value_to_array(fix->roots[0])->items--;
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_hash_with_a_wrong_count)
{
    sound();
    value_to_hash(fix->roots[1])->count--;
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_hash_whose_index_lost_a_pair)
{
    sound();
    // codes and index stand behind the pairs: capacity 64, so that the index begins 64 codes after them
    uint32_t *const table = (uint32_t *)value_to_hash(fix->roots[1])->table;
    uint32_t const capacity = table[0], slots = table[3] + 1;
    uint32_t *const index = table + 4 + (size_t)capacity * 4 + capacity;
    for (uint32_t i = 0; i < slots; i++) {
        if (index[i] == 7) index[i] = 0;
    }
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_string_that_ends_behind_its_body)
{
    sound();
    ((struct string *)value_to_pointer(fix->roots[2]))->size += 4096;
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_string_longer_than_its_slot)
{
    sound();
    ((struct string *)value_to_pointer(fix->roots[4]))->embedded_size = 200;
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_string_that_says_it_is_ascii)
{
    sound();
    ((struct string *)value_to_pointer(fix->roots[4]))->embedded[2] = (char)0xc3;
    heap_verify(HEAP);
}
END_TEST

static struct class *with_constants(void)
{
    struct class *const c = class_new(RT, HEAP, runtime_class(RT, CLASS_OBJECT));
    ck_assert_ptr_nonnull(c);
    fix->roots[5] = class_value(c);
    const char *const names[] = {"A", "B", "C", "D", "E"};
    for (size_t i = 0; i < TRP_COUNT(names); i++) {
        ck_assert(class_constant_set(RT, HEAP, c, sym(names[i]), value_fixnum((int64_t)i), true));
    }
    heap_verify(HEAP);
    return c;
}
static struct name_table *constants_of(struct class *c) { return atomic_load(&c->body->constants); }

START_TEST(a_class_with_the_id_of_another)
{
    with_constants()->id = CLASS_STRING;
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_constant_that_is_not_found)
{
    struct name_table *const t = constants_of(with_constants());
    for (uint32_t slot = 0; slot <= t->mask; slot++) {
        if (atomic_load(&t->index[slot]) == 3) atomic_store(&t->index[slot], 0);
    }
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_constant_that_is_there_twice)
{
    struct name_table *const t = constants_of(with_constants());
    t->entries[3].name = t->entries[1].name;
    heap_verify(HEAP);
}
END_TEST

Suite *verify_suite(void)
{
    Suite *const suite = suite_create("verify");
    TCase *const tests = tcase_create("verify");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_add_test(tests, what_is_sound_passes);
    suite_add_tcase(suite, tests);
    TCase *const deaths = tcase_create("verify, aborting"); // without a teardown, which would abort as well
    tcase_add_checked_fixture(deaths, fixture_open, NULL);
    tcase_add_test_raise_signal(deaths, an_array_with_more_items_than_room, 6);
    tcase_add_test_raise_signal(deaths, an_array_that_begins_before_its_body, 6);
    tcase_add_test_raise_signal(deaths, a_hash_with_a_wrong_count, 6);
    tcase_add_test_raise_signal(deaths, a_hash_whose_index_lost_a_pair, 6);
    tcase_add_test_raise_signal(deaths, a_string_that_ends_behind_its_body, 6);
    tcase_add_test_raise_signal(deaths, a_string_longer_than_its_slot, 6);
    tcase_add_test_raise_signal(deaths, a_string_that_says_it_is_ascii, 6);
    tcase_add_test_raise_signal(deaths, a_class_with_the_id_of_another, 6);
    tcase_add_test_raise_signal(deaths, a_constant_that_is_not_found, 6);
    tcase_add_test_raise_signal(deaths, a_constant_that_is_there_twice, 6);
    suite_add_tcase(suite, deaths);
    return suite;
}
