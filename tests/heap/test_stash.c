// Stashes: pages that pass from actor to actor without the lock.
#include "fixture.h"

START_TEST(short_lived_actors_take_no_lock)
{
    struct heap_stash *const stash = heap_stash_create(world);
    uint64_t locks = 0;
    for (int round = 0; round < 1000; round++) {
        struct actor *const actor = actor_must_open(0);
        actor->heap.stash = stash;
        actor->roots[0] = list_new(actor, 1000);
        heap_close(&actor->heap);
        if (round >= 3) locks += actor->heap.stats.lock_acquired;
        base_free(actor);
    }
    ck_assert_uint_eq(locks, 0);
    ck_assert_uint_ge(stash->count, 8);
    ck_assert_uint_le(stash->count, STASH_PAGES);
    heap_stash_destroy(stash);
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
}
END_TEST

START_TEST(what_does_not_fit_goes_to_the_world)
{
    struct heap_stash *const stash = heap_stash_create(world);
    struct actor *const actor = actor_must_open(0);
    actor->heap.stash = stash;
    actor->roots[0] = list_new(actor, 128 * 100);
    actor_close(actor);
    ck_assert_uint_eq(stash->count, STASH_PAGES);
    ck_assert_uint_eq(atomic_load(&world->page_count), STASH_PAGES);
    heap_stash_destroy(stash);
}
END_TEST

Suite *stash_suite(void)
{
    Suite *const suite = suite_create("stash");
    TCase *const tests = tcase_create("stash");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, short_lived_actors_take_no_lock);
    tcase_add_test(tests, what_does_not_fit_goes_to_the_world);
    suite_add_tcase(suite, tests);
    return suite;
}
