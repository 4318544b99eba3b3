// The phases of a local collection.
#include "fixture.h"

START_TEST(slices_find_what_a_whole_collection_finds)
{
    struct actor *const actor = actor_must_open(0);
    heap_set_enabled(&actor->heap, false);
    actor->heap.modes.verify = true;
    actor->roots[0] = list_new(actor, 50000);
    for (uint32_t i = 0; i < 20000; i++) {
        struct node *const node = node_new(actor, i, i % 30, i % 3 == 0 ? 50 : 0);
        if (i % 5 == 0) actor->roots[1] = value_pointer(pair_new(actor, value_pointer(node), actor->roots[1]));
    }
    heap_collect_start(&actor->heap);
    uint64_t slices = 1;
    while (!heap_collect_step(&actor->heap, 0)) slices++;
    ck_assert_uint_gt(slices, 100);
    ck_assert_uint_eq(actor->heap.stats.slices, slices);
    ck_assert_uint_eq(actor->heap.stats.collections, 1);
    ck_assert_uint_eq(live_objects(actor), 50000 + 4000 * 2);
    heap_drain(&actor->heap);
    ck_assert_uint_eq(atomic_load(&finalized_count), 6667 - 1334);
    actor_close(actor);
}
END_TEST

START_TEST(a_local_collection_takes_no_lock)
{
    struct actor *const actor = actor_must_open(0);
    actor->roots[0] = list_new(actor, 200000);
    uint64_t const locks = actor->heap.stats.lock_acquired;
    actor->roots[0] = VALUE_NIL;
    base_lock_acquire(&world->lock); // H7: a collection that wanted it would wait forever
    base_lock_acquire(&world->slot_lock);
    heap_collect(&actor->heap);
    heap_collect(&actor->heap);
    base_lock_release(&world->slot_lock);
    base_lock_release(&world->lock);
    ck_assert_uint_eq(actor->heap.stats.lock_acquired, locks);
    heap_drain(&actor->heap); // page return
    ck_assert_uint_gt(actor->heap.stats.lock_acquired, locks);
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

START_TEST(a_collection_answers_the_request)
{
    struct actor *const actor = actor_must_open(0);
    while (actor->heap.requests == 0) pair_new(actor, VALUE_NIL, VALUE_NIL);
    ck_assert_uint_eq(actor->heap.requests, HEAP_REQUEST_COLLECT);
    ck_assert_int_eq(actor->budget, 0);
    heap_collect(&actor->heap);
    ck_assert_uint_eq(actor->heap.requests, 0);
    actor_close(actor);
}
END_TEST

START_TEST(an_actor_may_end_in_the_middle_of_its_collection)
{
    for (int stop = 0; stop < 200; stop += 3) {
        struct actor *const actor = actor_must_open(0);
        heap_set_enabled(&actor->heap, false);
        for (uint32_t i = 0; i < 3000; i++) {
            struct node *const node = node_new(actor, i, 5, 30);
            if (i % 2 == 0) actor->roots[1] = value_pointer(pair_new(actor, value_pointer(node), actor->roots[1]));
        }
        heap_collect_start(&actor->heap);
        for (int i = 0; i < stop; i++) {
            if (heap_collect_step(&actor->heap, 0)) break;
        }
        actor_close(actor);
        ck_assert_int_eq(atomic_load(&body_bytes), 0);
    }
}
END_TEST

Suite *collect_suite(void)
{
    Suite *const suite = suite_create("collect");
    TCase *const tests = tcase_create("collect");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, slices_find_what_a_whole_collection_finds);
    tcase_add_test(tests, a_local_collection_takes_no_lock);
    tcase_add_test(tests, a_collection_answers_the_request);
    tcase_add_test(tests, an_actor_may_end_in_the_middle_of_its_collection);
    suite_add_tcase(suite, tests);
    return suite;
}
