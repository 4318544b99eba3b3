// A heap from open to close.
#include "fixture.h"

START_TEST(a_new_heap_owns_no_page_and_little_memory)
{
    struct actor *const actor = actor_must_open(0);
    ck_assert_uint_eq(actor->heap.stats.pages, 0);
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
    ck_assert_uint_le(sizeof(struct heap) + sizeof(struct heap_interior), 1664);
    heap_collect(&actor->heap);
    heap_verify(&actor->heap);
    heap_scrub(&actor->heap);
    heap_drain(&actor->heap);
    ck_assert_uint_eq(actor->heap.stats.pages, 0);
    actor_close(actor);
}
END_TEST

START_TEST(caches_come_first)
{
    ck_assert_uint_eq(offsetof(struct heap, caches), 0);
    ck_assert_uint_eq(sizeof(struct heap_cache), 32);
}
END_TEST

START_TEST(opening_needs_memory)
{
    struct heap heap;
    base_alloc_fail_at(1);
    ck_assert(!heap_open(&heap, world, &(struct heap_options){0}));
    ck_assert_uint_eq(atomic_load(&world->heap_count), 1);
}
END_TEST

START_TEST(closing_gives_every_page_back)
{
    struct actor *actors[20];
    for (size_t i = 0; i < TRP_COUNT(actors); i++) {
        actors[i] = actor_must_open(0);
        actors[i]->roots[0] = list_new(actors[i], 1000 * i);
        for (uint32_t k = 0; k < 40; k++) node_new(actors[i], k, k * 20, k % 2 == 0 ? 10 : 0);
    }
    for (size_t i = 0; i < TRP_COUNT(actors); i += 2) actor_close(actors[i]);
    for (size_t i = 1; i < TRP_COUNT(actors); i += 2) {
        heap_verify(&actors[i]->heap);
        actor_close(actors[i]);
    }
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
}
END_TEST

START_TEST(closing_needs_no_memory)
{
    struct actor *const actor = actor_must_open(0);
    value_t culprit;
    actor->roots[0] = list_new(actor, 10000);
    ck_assert(heap_share_graph(&actor->heap, list_new(actor, 100), shareable_pairs, NULL, &culprit));
    for (uint32_t k = 0; k < 40; k++) node_new(actor, k, k * 20, 10);
    for (int i = 1; i < 4; i++) {
        base_alloc_fail_at((uint64_t)i);
        if (i < 3) heap_collect(&actor->heap);
    }
    base_alloc_fail_at(1);
    heap_close(&actor->heap);
    ck_assert(!base_may_allocate()); // the failure is still to come: closing allocated nothing
    base_free(actor);
}
END_TEST

Suite *heap_suite(void)
{
    Suite *const suite = suite_create("heap");
    TCase *const tests = tcase_create("heap");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, a_new_heap_owns_no_page_and_little_memory);
    tcase_add_test(tests, caches_come_first);
    tcase_add_test(tests, opening_needs_memory);
    tcase_add_test(tests, closing_gives_every_page_back);
    tcase_add_test(tests, closing_needs_no_memory);
    suite_add_tcase(suite, tests);
    return suite;
}
