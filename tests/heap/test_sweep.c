// Sweeping by fin: what is finalized, when, and how often.
#include "fixture.h"

static void make_garbage(struct actor *actor, uint32_t from, uint32_t to, size_t body_size)
{
    for (uint32_t id = from; id < to; id++) MUST(node_new(actor, id, 0, body_size) != NULL, "no memory");
}

static void assert_finalized(uint32_t from, uint32_t to, uint32_t times)
{
    for (uint32_t id = from; id < to; id++) MUST(atomic_load(&finalized[id]) == times, "object %u", id);
}

START_TEST(small_bodies_wait_for_their_page)
{
    struct actor *const actor = actor_must_open(0);
    make_garbage(actor, 0, 1000, 64);
    heap_collect(&actor->heap);
    ck_assert_uint_eq(atomic_load(&finalized_count), 0);
    make_garbage(actor, 1000, 1128, 64); // opens one page, or two
    uint32_t const opened = atomic_load(&finalized_count);
    ck_assert_uint_ge(opened, 128);
    ck_assert_uint_le(opened, 256);
    heap_drain(&actor->heap);
    assert_finalized(0, 1000, 1);
    assert_finalized(1000, 1128, 0);
    heap_verify(&actor->heap);
    actor_close(actor);
    assert_finalized(0, 1128, 1);
}
END_TEST

START_TEST(dead_slots_are_drained_before_the_next_mark)
{
    struct actor *const actor = actor_must_open(0);
    make_garbage(actor, 0, 1000, 64);
    heap_collect(&actor->heap);
    heap_collect(&actor->heap);
    assert_finalized(0, 1000, 1); // H6
    heap_collect(&actor->heap);
    assert_finalized(0, 1000, 1);
    ck_assert_uint_eq(actor->heap.stats.body_bytes, 0);
    actor_close(actor);
}
END_TEST

START_TEST(large_bodies_are_freed_at_the_end_of_the_mark)
{
    struct actor *const actor = actor_must_open(0);
    make_garbage(actor, 0, 300, 64);
    make_garbage(actor, 300, 330, 5000);
    struct node *const kept = node_new(actor, 400, 0, 6000);
    actor->roots[0] = value_pointer(kept);
    heap_collect(&actor->heap);
    assert_finalized(300, 330, 1);
    assert_finalized(400, 401, 0);
    make_garbage(actor, 500, 501, 64);
    heap_collect(&actor->heap); // no dead large body: nothing new is freed early
    assert_finalized(500, 501, 0);
    assert_finalized(400, 401, 0);
    actor_close(actor);
}
END_TEST

START_TEST(a_limit_frees_every_body)
{
    struct actor *const actor = actor_must_open(1 << 20);
    make_garbage(actor, 0, 1000, 64);
    heap_request(&actor->heap, HEAP_REQUEST_LIMIT);
    heap_collect(&actor->heap);
    assert_finalized(0, 1000, 1);
    ck_assert_uint_eq(actor->heap.stats.body_bytes, 0);
    ck_assert_uint_eq(actor->heap.stats.pages, 0);
    actor_close(actor);
}
END_TEST

START_TEST(closing_finalizes_the_living_and_the_dead_once)
{
    struct actor *const actor = actor_must_open(0);
    make_garbage(actor, 0, 1000, 64);
    heap_collect(&actor->heap);
    for (uint32_t id = 1000; id < 2000; id++) {
        struct node *const node = node_new(actor, id, 0, 64);
        if (id % 2 == 0) actor->roots[0] = value_pointer(pair_new(actor, value_pointer(node), actor->roots[0]));
    }
    actor_close(actor);
    assert_finalized(0, 2000, 1);
}
END_TEST

START_TEST(empty_pages_serve_other_classes)
{
    struct actor *const actor = actor_must_open(0);
    list_new(actor, 128 * 50);
    heap_collect(&actor->heap);
    uint64_t const pages = actor->heap.stats.pages;
    uint64_t const locks = actor->heap.stats.lock_acquired;
    for (int i = 0; i < 32 * 40; i++) node_new(actor, 0, 12, 0); // of 128 bytes
    ck_assert_uint_eq(actor->heap.stats.pages, pages);
    ck_assert_uint_eq(actor->heap.stats.lock_acquired, locks);
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

START_TEST(draining_goes_step_by_step)
{
    struct actor *const actor = actor_must_open(0);
    heap_set_enabled(&actor->heap, false);
    for (uint32_t i = 0; i < 20000; i++) node_new(actor, i, 2, 20);
    heap_collect(&actor->heap);
    uint32_t before = atomic_load(&finalized_count), most = 0;
    ck_assert_uint_eq(before, 0);
    for (bool done = false; !done;) {
        done = heap_drain_step(&actor->heap, 0);
        uint32_t const now = atomic_load(&finalized_count);
        if (now - before > most) most = now - before;
        before = now;
        heap_verify(&actor->heap);
    }
    ck_assert_uint_eq(before, 20000);
    ck_assert_uint_le(most, WORK_PER_LOOK + 128);
    ck_assert(heap_drain_step(&actor->heap, 0));
    actor_close(actor);
}
END_TEST

START_TEST(much_is_given_back_step_by_step)
{
    struct actor *const actor = actor_must_open(0);
    heap_set_enabled(&actor->heap, false);
    actor->roots[0] = list_new(actor, 128 * 4000);
    actor->roots[0] = VALUE_NIL;
    heap_collect(&actor->heap);
    uint64_t pages = actor->heap.stats.pages;
    ck_assert_uint_gt(pages, 4000);
    for (bool done = false; !done;) {
        done = heap_drain_step(&actor->heap, 0);
        ck_assert_uint_le(pages - actor->heap.stats.pages, RETURN_STEP);
        pages = actor->heap.stats.pages;
    }
    ck_assert_uint_le(pages, PACE_NURSERY / HEAP_PAGE_SIZE + 64);
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

START_TEST(a_heap_that_shrinks_gives_pages_back)
{
    struct actor *const actor = actor_must_open(0);
    heap_set_enabled(&actor->heap, false);
    actor->roots[0] = list_new(actor, 128 * 4000);
    actor->roots[0] = VALUE_NIL;
    heap_collect(&actor->heap);
    heap_drain(&actor->heap);
    ck_assert_uint_le(actor->heap.stats.pages, PACE_NURSERY / HEAP_PAGE_SIZE + 64);
    ck_assert_uint_eq(atomic_load(&world->page_count), actor->heap.stats.pages);
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

Suite *sweep_suite(void)
{
    Suite *const suite = suite_create("sweep");
    TCase *const tests = tcase_create("sweep");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, small_bodies_wait_for_their_page);
    tcase_add_test(tests, dead_slots_are_drained_before_the_next_mark);
    tcase_add_test(tests, large_bodies_are_freed_at_the_end_of_the_mark);
    tcase_add_test(tests, a_limit_frees_every_body);
    tcase_add_test(tests, closing_finalizes_the_living_and_the_dead_once);
    tcase_add_test(tests, empty_pages_serve_other_classes);
    tcase_add_test(tests, draining_goes_step_by_step);
    tcase_add_test(tests, much_is_given_back_step_by_step);
    tcase_add_test(tests, a_heap_that_shrinks_gives_pages_back);
    suite_add_tcase(suite, tests);
    return suite;
}
