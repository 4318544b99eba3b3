// heap_each and heap_is_object.
#include "fixture.h"

static void add_id(void *object, void *context)
{
    *(int64_t *)context += value_to_fixnum(((struct pair *)object)->first);
}

START_TEST(each_visits_every_live_object_once)
{
    struct actor *const actor = actor_must_open(0);
    int64_t sum = 0;
    actor->roots[0] = list_new(actor, 1000);
    list_new(actor, 1000);
    heap_collect(&actor->heap);
    heap_each(&actor->heap, add_id, &sum);
    ck_assert_int_eq(sum, 999 * 1000 / 2);
    actor_close(actor);
}
END_TEST

START_TEST(only_the_start_of_a_live_slot_is_an_object)
{
    struct actor *const actor = actor_must_open(0);
    struct pair *const pair = pair_new(actor, VALUE_NIL, VALUE_NIL);
    int on_stack = 0;
    heap_flush(&actor->heap);
    ck_assert(heap_is_object(world, pair));
    ck_assert(!heap_is_object(world, (char *)pair + 8));
    ck_assert(!heap_is_object(world, pair + 1));
    ck_assert(!heap_is_object(world, &on_stack));
    ck_assert(!heap_is_object(world, page_of(pair)));
    ck_assert(!heap_is_object(world, NULL));
    actor_close(actor);
    ck_assert(!heap_is_object(world, pair));
}
END_TEST

Suite *look_suite(void)
{
    Suite *const suite = suite_create("look");
    TCase *const tests = tcase_create("look");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, each_visits_every_live_object_once);
    tcase_add_test(tests, only_the_start_of_a_live_slot_is_an_object);
    suite_add_tcase(suite, tests);
    return suite;
}
