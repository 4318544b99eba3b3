// Large objects.
#include "fixture.h"

START_TEST(every_size_is_usable_to_its_end)
{
    struct actor *const actor = actor_must_open(0);
    size_t const sizes[] = {1025, 4000, 4096, 4097, 100000, 1 << 20, CHUNK_USABLE * HEAP_PAGE_SIZE,
                            CHUNK_USABLE * HEAP_PAGE_SIZE + 1, 9 << 20};
    for (size_t i = 0; i < TRP_COUNT(sizes); i++) {
        uint32_t const count = (uint32_t)((sizes[i] - sizeof(struct node) + 7) / sizeof(value_t));
        struct node *const node = node_new(actor, (uint32_t)i, count, i % 2 == 0 ? 100 : 0);
        ck_assert_ptr_nonnull(node);
        ck_assert_uint_ge(heap_slot_size(node), sizes[i]);
        ck_assert(heap_is_object(world, node));
        node->fields[count - 1] = value_pointer(pair_new(actor, value_fixnum((int64_t)i), VALUE_NIL));
        actor->roots[i] = value_pointer(node);
    }
    heap_collect(&actor->heap);
    for (size_t i = 0; i < TRP_COUNT(sizes); i++) {
        struct node const *const node = value_to_pointer(actor->roots[i]);
        struct pair const *const last = value_to_pointer(node->fields[node->count - 1]);
        ck_assert_int_eq(value_to_fixnum(last->first), (int64_t)i);
    }
    heap_verify(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 2 * TRP_COUNT(sizes));
    for (size_t i = 0; i < TRP_COUNT(sizes); i += 2) actor->roots[i] = VALUE_NIL;
    heap_collect(&actor->heap);
    heap_verify(&actor->heap);
    ck_assert_uint_eq(atomic_load(&finalized_count), 5);
    ck_assert_uint_eq(live_objects(actor), 2 * (TRP_COUNT(sizes) / 2));
    actor_close(actor);
}
END_TEST

START_TEST(recycled_runs_take_no_lock)
{
    struct actor *const actor = actor_must_open(0);
    uint64_t warm = 0;
    for (int round = 0; round < 500; round++) {
        for (uint32_t i = 0; i < 10; i++) {
            ck_assert_ptr_nonnull(node_new(actor, 0, 200 * (1 + i), 0));
        }
        if (actor->heap.requests != 0) heap_collect(&actor->heap);
        if (round == 100) warm = actor->heap.stats.lock_acquired;
    }
    ck_assert_uint_gt(actor->heap.stats.collections, 20);
    ck_assert_uint_eq(actor->heap.stats.lock_acquired, warm);
    actor_close(actor);
}
END_TEST

START_TEST(unused_runs_go_back)
{
    struct actor *const actor = actor_must_open(0);
    for (int i = 0; i < 20; i++) ck_assert_ptr_nonnull(node_new(actor, 0, 50000, 0));
    ck_assert_uint_ge(actor->heap.stats.pages, 20 * 97);
    for (int i = 0; i < 3; i++) {
        heap_collect(&actor->heap);
        heap_drain(&actor->heap);
        heap_verify(&actor->heap);
    }
    ck_assert_uint_le(actor->heap.stats.pages, 4);
    actor_close(actor);
}
END_TEST

START_TEST(absurd_sizes_fail)
{
    struct actor *const actor = actor_must_open(1 << 20);
    ck_assert_ptr_null(heap_alloc_size(&actor->heap, SIZE_MAX));
    ck_assert_ptr_null(heap_alloc_size(&actor->heap, SIZE_MAX / 2));
    ck_assert_ptr_null(heap_alloc_size(&actor->heap, (size_t)1 << 45));
    ck_assert_ptr_null(heap_alloc_size(&actor->heap, 2 << 20));
    ck_assert_ptr_nonnull(node_new(actor, 1, 10000, 0));
    actor_close(actor);
}
END_TEST

Suite *large_suite(void)
{
    Suite *const suite = suite_create("large");
    TCase *const tests = tcase_create("large");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, every_size_is_usable_to_its_end);
    tcase_add_test(tests, recycled_runs_take_no_lock);
    tcase_add_test(tests, unused_runs_go_back);
    tcase_add_test(tests, absurd_sizes_fail);
    suite_add_tcase(suite, tests);
    return suite;
}
