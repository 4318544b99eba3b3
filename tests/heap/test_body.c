// Bodies: counted, bounded, freed once.
#include "fixture.h"

START_TEST(bytes_are_counted_exactly)
{
    struct actor *const actor = actor_must_open(0);
    struct heap *const heap = &actor->heap;
    char *body = heap_body_alloc(heap, 100);
    ck_assert_uint_eq(heap->stats.body_bytes, 100);
    body = heap_body_realloc(heap, body, 100, 9000);
    ck_assert_uint_eq(heap->stats.body_bytes, 9000);
    ck_assert_uint_eq(heap->interior->big_bytes, 9000);
    body = heap_body_realloc(heap, body, 9000, 10);
    ck_assert_uint_eq(heap->stats.body_bytes, 10);
    ck_assert_uint_eq(heap->interior->big_bytes, 0);
    heap_body_account(heap, 500);
    ck_assert_uint_eq(heap->stats.body_bytes, 510);
    heap_body_account(heap, -500);
    heap_body_free(heap, body, 10);
    ck_assert_uint_eq(heap->stats.body_bytes, 0);
    ck_assert_uint_eq(heap->stats.body_bytes_max, 9000);
    actor_close(actor);
}
END_TEST

START_TEST(a_failed_realloc_leaves_the_body)
{
    struct actor *const actor = actor_must_open(0);
    char *const body = heap_body_alloc(&actor->heap, 100);
    memset(body, 0x11, 100);
    base_alloc_fail_at(1);
    ck_assert_ptr_null(heap_body_realloc(&actor->heap, body, 100, 200));
    actor->heap.modes.fail_at = 1;
    ck_assert_ptr_null(heap_body_realloc(&actor->heap, body, 100, 200));
    ck_assert_uint_eq(actor->heap.stats.body_bytes, 100);
    ck_assert_int_eq(body[99], 0x11);
    ck_assert_ptr_null(heap_body_alloc(&actor->heap, SIZE_MAX));
    heap_body_free(&actor->heap, body, 100);
    actor_close(actor);
}
END_TEST

START_TEST(bodies_alone_ask_for_a_collection)
{
    struct actor *const actor = actor_must_open(0);
    for (uint32_t i = 0; actor->heap.requests == 0; i++) {
        ck_assert_uint_lt(i, 1000);
        ck_assert_ptr_nonnull(node_new(actor, i, 0, 10000));
    }
    ck_assert_int_eq(actor->budget, 0);
    heap_collect(&actor->heap);
    ck_assert_uint_eq(actor->heap.stats.body_bytes, 0); // above 4 KiB: at once
    actor_close(actor);
}
END_TEST

START_TEST(freeing_by_hand_needs_no_collection)
{
    struct actor *const actor = actor_must_open(0);
    for (int i = 0; i < 10000; i++) {
        char *const body = heap_body_alloc(&actor->heap, 1000);
        heap_body_free(&actor->heap, body, 1000);
    }
    ck_assert_uint_eq(actor->heap.requests, 0);
    actor_close(actor);
}
END_TEST

START_TEST(a_moved_body_is_not_freed_here)
{
    struct actor *const from = actor_must_open(0);
    struct actor *const to = actor_must_open(0);
    struct node *const source = node_new(from, 1, 0, 8000);
    struct node *const target = node_new(to, 2, 0, 0);
    target->body = source->body;
    target->body_size = source->body_size;
    heap_set_fin(&to->heap, target);
    heap_body_account(&to->heap, 8000);
    source->body = NULL;
    source->body_size = 0;
    heap_clear_fin(&from->heap, source);
    heap_body_account(&from->heap, -8000);
    heap_verify(&from->heap);
    heap_verify(&to->heap);
    actor_close(from);
    ck_assert_uint_eq(atomic_load(&finalized_count), 0);
    actor_close(to);
    ck_assert_uint_eq(atomic_load(&finalized_count), 1);
}
END_TEST

Suite *body_suite(void)
{
    Suite *const suite = suite_create("body");
    TCase *const tests = tcase_create("body");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, bytes_are_counted_exactly);
    tcase_add_test(tests, a_failed_realloc_leaves_the_body);
    tcase_add_test(tests, bodies_alone_ask_for_a_collection);
    tcase_add_test(tests, freeing_by_hand_needs_no_collection);
    tcase_add_test(tests, a_moved_body_is_not_freed_here);
    suite_add_tcase(suite, tests);
    return suite;
}
