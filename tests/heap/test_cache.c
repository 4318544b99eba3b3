// The caches and their refill.
#include "fixture.h"

START_TEST(slots_are_distinct_and_counted)
{
    struct actor *const actor = actor_must_open(0);
    actor->roots[0] = list_new(actor, 10000);
    heap_flush(&actor->heap);
    ck_assert_uint_eq(actor->heap.stats.objects, 10000);
    ck_assert_uint_eq(live_objects(actor), 10000);
    int64_t expected = 9999;
    for (value_t at = actor->roots[0]; at != VALUE_NIL; expected--) {
        struct pair const *const pair = value_to_pointer(at);
        MUST(value_to_fixnum(pair->first) == expected, "overwritten");
        at = pair->second;
    }
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

START_TEST(flush_gives_back_what_was_not_handed_out)
{
    struct actor *const actor = actor_must_open(0);
    void *const first = pair_new(actor, VALUE_NIL, VALUE_NIL);
    heap_flush(&actor->heap);
    ck_assert_uint_eq(actor->heap.stats.objects, 1);
    ck_assert_uint_eq((uint64_t)__builtin_popcountll(page_of(first)->live[0]), 1);
    char *const second = (char *)pair_new(actor, VALUE_NIL, VALUE_NIL);
    ck_assert_ptr_eq(second, (char *)first + HEAP_GRANULE);
    ck_assert_uint_eq(actor->heap.stats.pages, 1);
    actor_close(actor);
}
END_TEST

START_TEST(refill_order_is_word_own_stash_lock)
{
    struct actor *const actor = actor_must_open(0);
    struct heap_stats const *const stats = &actor->heap.stats;
    struct heap_stash *const stash = heap_stash_create(world);
    struct actor *const donor = actor_must_open(0);
    donor->heap.stash = stash;
    list_new(donor, 128 * 3);
    actor_close(donor); // its pages are the stash's now
    ck_assert_uint_ge(stash->count, 3);
    uint32_t const stashed = stash->count;
    actor->heap.stash = stash;
    list_new(actor, 128);
    ck_assert_uint_eq(stats->refill_stash, 1);
    ck_assert_uint_eq(stats->refill_word, 1);
    ck_assert_uint_eq(stats->refill_lock, 0);
    list_new(actor, 128 * stashed);
    ck_assert_uint_eq(stats->refill_stash, stashed);
    ck_assert_uint_eq(stats->refill_lock, 1);
    ck_assert_uint_eq(stash->count, 0);
    heap_collect(&actor->heap); // all of it is garbage
    uint64_t const own = stats->refill_own;
    list_new(actor, 128 * stashed);
    ck_assert_uint_eq(stats->refill_own, own + stashed);
    ck_assert_uint_eq(stats->refill_lock, 1);
    actor_close(actor);
    heap_stash_destroy(stash);
}
END_TEST

START_TEST(steady_recycling_takes_no_lock)
{
    struct actor *const actor = actor_must_open(0);
    uint64_t warm = 0;
    for (int round = 0; round < 300; round++) {
        actor->roots[0] = list_new(actor, 28);
        for (int i = 0; i < 100; i++) actor->roots[1] = list_new(actor, 28);
        if (actor->heap.requests != 0) heap_collect(&actor->heap);
        if (round == 20) warm = actor->heap.stats.lock_acquired;
    }
    ck_assert_uint_gt(actor->heap.stats.collections, 20);
    ck_assert_uint_eq(actor->heap.stats.lock_acquired, warm);
    ck_assert_uint_le(warm, 20);
    actor_close(actor);
}
END_TEST

START_TEST(a_hundred_megabytes_take_few_locks)
{
    struct actor *const actor = actor_must_open(0);
    for (size_t i = 0; i < 100; i++) {
        value_t const list = list_new(actor, (1 << 20) / 32);
        actor->roots[0] = value_pointer(pair_new(actor, actor->roots[0], list));
        if (actor->heap.requests != 0) heap_collect(&actor->heap);
    }
    ck_assert_uint_ge(actor->heap.stats.pages, 25600);
    ck_assert_uint_le(actor->heap.stats.lock_acquired, actor->heap.stats.pages / 12);
    actor_close(actor);
}
END_TEST

START_TEST(the_nth_allocation_fails_once)
{
    struct actor *const actor = actor_must_open(0);
    list_new(actor, 5);
    for (uint64_t n = 1; n < 300; n += 37) {
        actor->heap.modes.fail_at = n;
        heap_flush(&actor->heap);
        for (uint64_t i = 1; i < n; i++) ck_assert_ptr_nonnull(pair_new(actor, VALUE_NIL, VALUE_NIL));
        ck_assert_ptr_null(pair_new(actor, VALUE_NIL, VALUE_NIL));
        MUST(pair_new(actor, VALUE_NIL, VALUE_NIL) != NULL, "no memory");
        ck_assert_uint_eq(actor->heap.modes.fail_at, 0);
    }
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

START_TEST(fragmented_pages_are_refilled)
{
    struct actor *const actor = actor_must_open(0);
    actor->roots[0] = VALUE_NIL;
    // Every second object lives, as links of one list.
    for (int i = 0; i < 20000; i++) {
        struct pair *const pair = pair_new(actor, value_fixnum(i), actor->roots[0]);
        if (i % 2 == 0) actor->roots[0] = value_pointer(pair);
    }
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 10000);
    uint64_t const pages = actor->heap.stats.pages;
    list_new(actor, 9000);
    ck_assert_uint_eq(actor->heap.stats.pages, pages);
    heap_verify(&actor->heap);
    int expected = 19998;
    for (value_t at = actor->roots[0]; at != VALUE_NIL; expected -= 2) {
        struct pair const *const pair = value_to_pointer(at);
        MUST(value_to_fixnum(pair->first) == expected, "overwritten");
        at = pair->second;
    }
    actor_close(actor);
}
END_TEST

Suite *cache_suite(void)
{
    Suite *const suite = suite_create("cache");
    TCase *const tests = tcase_create("cache");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, slots_are_distinct_and_counted);
    tcase_add_test(tests, flush_gives_back_what_was_not_handed_out);
    tcase_add_test(tests, refill_order_is_word_own_stash_lock);
    tcase_add_test(tests, steady_recycling_takes_no_lock);
    tcase_add_test(tests, a_hundred_megabytes_take_few_locks);
    tcase_add_test(tests, the_nth_allocation_fails_once);
    tcase_add_test(tests, fragmented_pages_are_refilled);
    suite_add_tcase(suite, tests);
    return suite;
}
