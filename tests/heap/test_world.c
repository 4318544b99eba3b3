// Chunks and the world: pages taken and given back, runs, memory that returns to the OS.
#include "fixture.h"

static bool same_page_twice(struct heap_page **pages, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count; k++) {
            if (pages[i] == pages[k]) return true;
        }
    }
    return false;
}

START_TEST(taken_pages_are_distinct_and_come_back)
{
    struct heap_page *pages[1200];
    uint32_t count = 0;
    while (count < TRP_COUNT(pages)) {
        uint32_t const got = world_take(world, NULL, pages + count, TRP_COUNT(pages) - count);
        ck_assert_uint_gt(got, 0);
        count += got;
    }
    ck_assert(!same_page_twice(pages, count));
    ck_assert_uint_eq(atomic_load(&world->page_count), count);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_ge((uintptr_t)page_memory(pages[i]) % HEAP_CHUNK_SIZE, CHUNK_FIRST_PAGE * HEAP_PAGE_SIZE);
    }
    world_give(world, NULL, pages, count);
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
    ck_assert_uint_eq(world->partial.count, 0);
    ck_assert_uint_eq(world->empty.count, world->chunk_count);
}
END_TEST

START_TEST(surplus_chunks_are_cooled_and_used_again)
{
    struct heap_page *pages[8 * CHUNK_USABLE];
    uint32_t count = 0;
    while (count < TRP_COUNT(pages)) count += world_take(world, NULL, pages + count, TRP_COUNT(pages) - count);
    for (uint32_t i = 0; i < count; i++) page_adopt(pages[i], world->orphanage, PAGE_FREE, 0);
    for (uint32_t i = 0; i < count; i += 100) world_give(world, NULL, pages + i, count - i < 100 ? count - i : 100);
    ck_assert_uint_eq(world->cold.count + world->empty.count, 8);
    ck_assert_uint_ge(world->cold.count, 5);
    uint32_t again = 0;
    while (again < count) again += world_take(world, NULL, pages + again, count - again);
    ck_assert_uint_eq(world->cold.count, 0);
    ck_assert_uint_eq(world->chunk_count, 8);
    world_give(world, NULL, pages, count);
}
END_TEST

START_TEST(runs_are_contiguous_and_do_not_overlap)
{
    struct rng rng = {.state = 7};
    struct heap_page *heads[64] = {0};
    for (int round = 0; round < 3000; round++) {
        struct heap_page **const head = &heads[rng_below(&rng, TRP_COUNT(heads))];
        if (*head != NULL) {
            page_release(*head);
            world_give_run(world, NULL, *head);
            *head = NULL;
            continue;
        }
        uint32_t const pages = 1 + rng_below(&rng, round % 16 == 0 ? 1200 : 60);
        *head = world_take_run(world, NULL, pages);
        ck_assert_ptr_nonnull(*head);
        page_adopt(*head, world->orphanage, PAGE_LARGE, CLASS_LARGE);
        ck_assert_uint_eq((*head)->run, pages);
        char *const memory = page_memory(*head);
        for (size_t i = 0; i < TRP_COUNT(heads); i++) {
            if (heads[i] == NULL || &heads[i] == head) continue;
            char *const other = page_memory(heads[i]);
            bool const apart = memory + (size_t)pages * HEAP_PAGE_SIZE <= other ||
                               other + (size_t)heads[i]->run * HEAP_PAGE_SIZE <= memory;
            MUST(apart, "runs overlap");
        }
    }
    for (size_t i = 0; i < TRP_COUNT(heads); i++) {
        if (heads[i] == NULL) continue;
        page_release(heads[i]);
        world_give_run(world, NULL, heads[i]);
    }
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
}
END_TEST

START_TEST(no_memory_for_a_chunk_is_no_page)
{
    struct heap_page *pages[4];
    base_alloc_fail_at(1);
    ck_assert_uint_eq(world_take(world, NULL, pages, 4), 0);
    base_alloc_fail_at(1);
    ck_assert_ptr_null(world_take_run(world, NULL, 3));
    base_alloc_fail_at(1);
    ck_assert_ptr_null(world_take_run(world, NULL, 3000));
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
}
END_TEST

START_TEST(a_world_needs_memory)
{
    for (uint64_t n = 1;; n++) {
        base_alloc_fail_at(n);
        struct heap_world *const other = heap_world_create(&(struct heap_world_options){.types = &types});
        base_alloc_fail_at(0);
        if (other == NULL) continue;
        ck_assert_uint_gt(n, 2);
        heap_world_destroy(other);
        break;
    }
}
END_TEST

START_TEST(a_world_with_an_open_heap_cannot_end)
{
    actor_must_open(0);
    heap_world_destroy(world);
}
END_TEST

Suite *world_suite(void)
{
    Suite *const suite = suite_create("world");
    TCase *const tests = tcase_create("world");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, taken_pages_are_distinct_and_come_back);
    tcase_add_test(tests, surplus_chunks_are_cooled_and_used_again);
    tcase_add_test(tests, runs_are_contiguous_and_do_not_overlap);
    tcase_add_test(tests, no_memory_for_a_chunk_is_no_page);
    tcase_add_test(tests, a_world_needs_memory);
    suite_add_tcase(suite, tests);
    // Without a teardown, which would abort as well and hide that the check is missing.
    TCase *const deaths = tcase_create("world, aborting");
    tcase_add_checked_fixture(deaths, world_open, NULL);
    tcase_add_test_raise_signal(deaths, a_world_with_an_open_heap_cannot_end, 6);
    suite_add_tcase(suite, deaths);
    return suite;
}
