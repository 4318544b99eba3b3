// Scrubbing.
#include "fixture.h"

START_TEST(garbage_is_overwritten_and_nothing_is_freed)
{
    struct actor *const actor = actor_must_open(0);
    actor->roots[0] = list_new(actor, 100);
    struct pair *const lost = pair_new(actor, value_fixnum(1), VALUE_NIL);
    struct node *const owner = node_new(actor, 5, 2, 64);
    char *const body = owner->body;
    heap_scrub(&actor->heap);
    ck_assert_int_eq(object_type(lost), TYPE_FREE);
    ck_assert_uint_eq(lost->first, SCRUB_PATTERN);
    ck_assert_int_eq(object_type(owner), TYPE_FREE);
    ck_assert_int_eq(body[63], 0x77);
    ck_assert_uint_eq(atomic_load(&finalized_count), 0);
    ck_assert_uint_eq(live_objects(actor), 100);
    heap_verify(&actor->heap);
    heap_scrub(&actor->heap); // twice is as good as once
    struct pair *const fresh = pair_new(actor, VALUE_NIL, VALUE_NIL);
    ck_assert_ptr_ne(fresh, lost); // not reused before a collection
    heap_collect(&actor->heap);
    heap_drain(&actor->heap);
    ck_assert_uint_eq(atomic_load(&finalized[5]), 1);
    ck_assert_int_eq(atomic_load(&body_bytes), 0);
    ck_assert_uint_eq(live_objects(actor), 100);
    actor_close(actor);
}
END_TEST

START_TEST(a_value_kept_across_a_poll_is_noticed)
{
    struct actor *const actor = actor_must_open(0);
    value_t const kept_in_c = value_pointer(pair_new(actor, VALUE_NIL, VALUE_NIL));
    heap_scrub(&actor->heap);
    actor->roots[0] = kept_in_c;
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(closing_after_a_scrub_frees_bodies_once)
{
    struct actor *const actor = actor_must_open(0);
    for (uint32_t id = 0; id < 100; id++) node_new(actor, id, 1, 100);
    heap_scrub(&actor->heap);
    actor_close(actor);
    for (uint32_t id = 0; id < 100; id++) ck_assert_uint_eq(atomic_load(&finalized[id]), 1);
}
END_TEST

START_TEST(weak_edges_to_garbage_are_cleared)
{
    struct actor *const actor = actor_must_open(0);
    struct weak *const weak = weak_new(actor, value_pointer(pair_new(actor, VALUE_NIL, VALUE_NIL)), VALUE_NIL);
    actor->roots[0] = value_pointer(weak);
    heap_scrub(&actor->heap);
    ck_assert_uint_eq(weak->target, VALUE_UNDEF); // or a scrubbed object could be reached again
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

START_TEST(without_memory_a_scrub_does_less)
{
    for (uint64_t n = 1; n < 30; n++) {
        struct actor *const actor = actor_must_open(0);
        actor->roots[0] = list_new(actor, 100);
        for (uint32_t id = 0; id < 40; id++) node_new(actor, id, 1, 100);
        base_alloc_fail_at(n);
        heap_scrub(&actor->heap);
        base_alloc_fail_at(0);
        heap_verify(&actor->heap);
        heap_collect(&actor->heap);
        ck_assert_uint_eq(live_objects(actor), 100);
        actor_close(actor);
        ck_assert_int_eq(atomic_load(&body_bytes), 0);
    }
}
END_TEST

Suite *scrub_suite(void)
{
    Suite *const suite = suite_create("scrub");
    TCase *const tests = tcase_create("scrub");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, garbage_is_overwritten_and_nothing_is_freed);
    tcase_add_test(tests, closing_after_a_scrub_frees_bodies_once);
    tcase_add_test(tests, weak_edges_to_garbage_are_cleared);
    tcase_add_test(tests, without_memory_a_scrub_does_less);
    suite_add_tcase(suite, tests);
    // Without a teardown, which would abort as well and hide that the check is missing.
    TCase *const deaths = tcase_create("scrub, aborting");
    tcase_add_checked_fixture(deaths, world_open, NULL);
    tcase_add_test_raise_signal(deaths, a_value_kept_across_a_poll_is_noticed, 6);
    suite_add_tcase(suite, deaths);
    return suite;
}
