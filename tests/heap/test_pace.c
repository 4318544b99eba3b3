// Thresholds, limits, the overdraft.
#include "fixture.h"

static size_t allocate_until_asked(struct actor *actor)
{
    size_t bytes = 0;
    while (actor->heap.requests == 0) {
        MUST(pair_new(actor, VALUE_NIL, VALUE_NIL) != NULL, "no memory");
        bytes += 32;
    }
    return bytes;
}

START_TEST(collections_come_while_the_cache_holds_all)
{
    struct actor *const actor = actor_must_open(0);
    size_t expected = PACE_FIRST;
    for (int i = 0; i < 6; i++) {
        size_t const bytes = allocate_until_asked(actor);
        ck_assert_uint_ge(bytes, expected - 4096);
        ck_assert_uint_le(bytes, expected + 4096);
        heap_collect(&actor->heap);
        if (expected < PACE_NURSERY) expected *= 2;
    }
    actor_close(actor);
}
END_TEST

START_TEST(the_next_one_when_as_much_again_was_allocated)
{
    struct actor *const actor = actor_must_open(0);
    heap_set_enabled(&actor->heap, false);
    actor->roots[0] = list_new(actor, 100000);
    actor->roots[1] = value_pointer(node_new(actor, 0, 0, 2000000));
    heap_set_enabled(&actor->heap, true);
    ck_assert_uint_eq(actor->heap.requests, HEAP_REQUEST_COLLECT);
    heap_collect(&actor->heap);
    size_t const bytes = allocate_until_asked(actor);
    ck_assert_uint_ge(bytes, 3200000 + 2000000 - 8192);
    ck_assert_uint_le(bytes, 3200000 + 2000000 + 8192);
    actor_close(actor);
}
END_TEST

START_TEST(disabled_means_no_request_but_for_a_limit)
{
    struct actor *const actor = actor_must_open(4 << 20);
    heap_set_enabled(&actor->heap, false);
    while (heap_usage(&actor->heap) < (4 << 20) - 2 * HEAP_PAGE_SIZE) {
        MUST(pair_new(actor, VALUE_NIL, VALUE_NIL) != NULL, "no memory");
    }
    ck_assert_uint_eq(actor->heap.requests, 0);
    while (actor->heap.requests == 0) pair_new(actor, VALUE_NIL, VALUE_NIL);
    ck_assert_uint_eq(actor->heap.requests, HEAP_REQUEST_LIMIT);
    actor_close(actor);
}
END_TEST

START_TEST(the_overdraft_ends)
{
    size_t const limit = 1 << 20;
    struct actor *const actor = actor_must_open(limit);
    bool asked_at_limit = false;
    for (;;) {
        struct pair *const pair = pair_new(actor, VALUE_NIL, actor->roots[0]);
        if (pair == NULL) break;
        actor->roots[0] = value_pointer(pair);
        if (heap_over_limit(&actor->heap) && !asked_at_limit) {
            asked_at_limit = true;
            ck_assert(actor->heap.requests & HEAP_REQUEST_LIMIT);
        }
    }
    ck_assert(asked_at_limit);
    ck_assert_uint_eq(heap_usage(&actor->heap), limit + limit / 8);
    heap_collect(&actor->heap);
    ck_assert(heap_over_limit(&actor->heap)); // nothing was garbage
    actor->roots[0] = VALUE_NIL;
    ck_assert_ptr_null(pair_new(actor, VALUE_NIL, VALUE_NIL));
    ck_assert(actor->heap.requests & HEAP_REQUEST_LIMIT);
    heap_collect(&actor->heap);
    ck_assert(!heap_over_limit(&actor->heap));
    ck_assert_uint_eq(heap_usage(&actor->heap), 0);
    ck_assert_ptr_nonnull(pair_new(actor, VALUE_NIL, VALUE_NIL));
    actor_close(actor);
}
END_TEST

START_TEST(bodies_and_large_objects_respect_the_limit)
{
    size_t const limit = 1 << 20;
    struct actor *const actor = actor_must_open(limit);
    ck_assert_ptr_null(heap_body_alloc(&actor->heap, limit + limit / 8 + 1));
    char *const body = heap_body_alloc(&actor->heap, limit + limit / 16);
    ck_assert_ptr_nonnull(body);
    ck_assert(heap_over_limit(&actor->heap));
    ck_assert_ptr_null(heap_alloc_size(&actor->heap, limit / 8));
    heap_body_free(&actor->heap, body, limit + limit / 16);
    ck_assert(!heap_over_limit(&actor->heap));
    actor_close(actor);
}
END_TEST

START_TEST(a_small_limit_has_a_decent_overdraft)
{
    struct actor *const actor = actor_must_open(8192);
    while (pair_new(actor, VALUE_NIL, VALUE_NIL) != NULL) {
    }
    ck_assert_uint_eq(heap_usage(&actor->heap), 8192 + OVERDRAFT_MIN);
    actor_close(actor);
}
END_TEST

Suite *pace_suite(void)
{
    Suite *const suite = suite_create("pace");
    TCase *const tests = tcase_create("pace");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, collections_come_while_the_cache_holds_all);
    tcase_add_test(tests, the_next_one_when_as_much_again_was_allocated);
    tcase_add_test(tests, disabled_means_no_request_but_for_a_limit);
    tcase_add_test(tests, the_overdraft_ends);
    tcase_add_test(tests, bodies_and_large_objects_respect_the_limit);
    tcase_add_test(tests, a_small_limit_has_a_decent_overdraft);
    suite_add_tcase(suite, tests);
    return suite;
}
