// Sharing in place.
#include "fixture.h"

START_TEST(immediates_are_shared)
{
    ck_assert(heap_is_shared(VALUE_NIL));
    ck_assert(heap_is_shared(value_fixnum(7)));
    ck_assert(heap_is_shared(value_symbol(3)));
}
END_TEST

START_TEST(a_whole_graph_is_shared_without_recursion)
{
    struct actor *const actor = actor_must_open(0);
    heap_set_enabled(&actor->heap, false);
    value_t culprit = 1;
    actor->roots[0] = list_new(actor, 1000000);
    struct pair *const head = value_to_pointer(actor->roots[0]);
    head->first = actor->roots[0]; // a cycle
    ck_assert(heap_share_graph(&actor->heap, actor->roots[0], shareable_pairs, NULL, &culprit));
    ck_assert_uint_eq(culprit, 0);
    for (value_t at = actor->roots[0]; at != VALUE_NIL; at = ((struct pair *)value_to_pointer(at))->second) {
        MUST(heap_is_shared(at), "not shared");
    }
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

START_TEST(one_unshareable_object_leaves_all_private)
{
    struct actor *const actor = actor_must_open(0);
    value_t culprit = 0;
    actor->roots[0] = list_new(actor, 1000);
    struct pair *last = value_to_pointer(actor->roots[0]);
    while (last->second != VALUE_NIL) last = value_to_pointer(last->second);
    struct node *const node = node_new(actor, 0, 0, 0);
    last->second = value_pointer(node);
    ck_assert(!heap_share_graph(&actor->heap, actor->roots[0], shareable_pairs, NULL, &culprit));
    ck_assert_uint_eq(culprit, value_pointer(node));
    for (value_t at = actor->roots[0]; at != value_pointer(node);) {
        ck_assert(!heap_is_shared(at));
        at = ((struct pair *)value_to_pointer(at))->second;
    }
    heap_verify(&actor->heap); // no visited mark is left
    actor_close(actor);
}
END_TEST

START_TEST(without_memory_nothing_is_shared)
{
    struct actor *const actor = actor_must_open(0);
    actor->roots[0] = list_new(actor, 1000);
    for (uint64_t n = 1;; n++) {
        value_t culprit = 1;
        base_alloc_fail_at(n);
        bool const shared = heap_share_graph(&actor->heap, actor->roots[0], shareable_pairs, NULL, &culprit);
        base_alloc_fail_at(0);
        ck_assert_uint_eq(culprit, 0);
        heap_verify(&actor->heap);
        ck_assert_uint_eq(heap_is_shared(actor->roots[0]), shared);
        if (shared) break;
        ck_assert_uint_lt(n, 10);
    }
    actor_close(actor);
}
END_TEST

START_TEST(a_local_collection_keeps_what_is_shared)
{
    struct actor *const actor = actor_must_open(0);
    value_t culprit;
    value_t const list = list_new(actor, 100);
    actor->roots[0] = list;
    ck_assert(heap_share_graph(&actor->heap, list, shareable_pairs, NULL, &culprit));
    actor->roots[0] = VALUE_NIL;
    list_new(actor, 1000);
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 100);
    ck_assert(heap_is_shared(list));
    list_new(actor, 10000);
    int64_t expected = 99;
    for (value_t at = list; at != VALUE_NIL; expected--) {
        ck_assert_int_eq(value_to_fixnum(((struct pair *)value_to_pointer(at))->first), expected);
        at = ((struct pair *)value_to_pointer(at))->second;
    }
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

START_TEST(another_actor_does_not_trace_it)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    value_t culprit;
    value_t const list = list_new(one, 100);
    ck_assert(heap_share_graph(&one->heap, list, shareable_pairs, NULL, &culprit));
    two->roots[0] = value_pointer(pair_new(two, list, VALUE_NIL));
    heap_collect(&two->heap);
    heap_collect(&one->heap);
    ck_assert_uint_eq(live_objects(two), 1);
    ck_assert_uint_eq(live_objects(one), 100);
    heap_verify(&one->heap);
    heap_verify(&two->heap);
    actor_close(two);
    actor_close(one);
}
END_TEST

START_TEST(the_boot_heap_shares_from_birth)
{
    struct actor *const boot = actor_open(&(struct heap_options){.permanent = true});
    value_t const list = list_new(boot, 1000);
    value_t const large = value_pointer(node_new(boot, 1, 1000, 50));
    for (value_t at = list; at != VALUE_NIL; at = ((struct pair *)value_to_pointer(at))->second) {
        MUST(heap_is_shared(at), "not shared");
    }
    ck_assert(heap_is_shared(large));
    ck_assert_uint_eq(boot->heap.requests, 0);
    heap_verify(&boot->heap);
    ck_assert_uint_eq(live_objects(boot), 1001);
    actor_close(boot);
    ck_assert(heap_is_shared(list)); // as long as the world
    ck_assert_uint_eq(atomic_load(&finalized_count), 0);
}
END_TEST

Suite *share_suite(void)
{
    Suite *const suite = suite_create("share");
    TCase *const tests = tcase_create("share");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, immediates_are_shared);
    tcase_add_test(tests, a_whole_graph_is_shared_without_recursion);
    tcase_add_test(tests, one_unshareable_object_leaves_all_private);
    tcase_add_test(tests, without_memory_nothing_is_shared);
    tcase_add_test(tests, a_local_collection_keeps_what_is_shared);
    tcase_add_test(tests, another_actor_does_not_trace_it);
    tcase_add_test(tests, the_boot_heap_shares_from_birth);
    suite_add_tcase(suite, tests);
    return suite;
}
