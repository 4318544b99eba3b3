// Arenas: blocks of one thread between open and leave, freed by closing.
#include <check.h>
#include <pthread.h>
#include <string.h>

#include "base/base.h"

static bool inside(const struct base_arena *arena, const void *block)
{
    return (uintptr_t)block - (uintptr_t)arena < ((uintptr_t)2 << 20);
}

START_TEST(blocks_come_from_the_arena_until_it_is_left)
{
    struct base_arena *const arena = base_arena_open();
    if (arena == NULL) return; // under a sanitizer there are none
    char *const a = base_alloc_zeroed(100);
    char *const b = base_alloc_aligned_zeroed(4096, 10);
    base_arena_leave(arena);
    char *const c = base_alloc(100);
    ck_assert(inside(arena, a) && inside(arena, b) && !inside(arena, c));
    ck_assert_uint_eq((uintptr_t)b % 4096, 0);
    for (int i = 0; i < 100; i++) ck_assert_int_eq(a[i], 0);
    memset(a, 7, 100);
    char *const d = base_realloc(a, 1000); // moves out
    ck_assert(!inside(arena, d));
    for (int i = 0; i < 100; i++) ck_assert_int_eq(d[i], 7);
    base_free(b);
    base_free(c);
    base_free(d);
    base_arena_close(arena);
}
END_TEST

START_TEST(a_full_arena_falls_back)
{
    struct base_arena *const arena = base_arena_open();
    if (arena == NULL) return;
    void *blocks[40];
    unsigned within = 0;
    for (unsigned i = 0; i < TRP_COUNT(blocks); i++) {
        blocks[i] = base_alloc(100000);
        within += inside(arena, blocks[i]);
    }
    ck_assert(within > 10 && within < 21);
    for (unsigned i = 0; i < TRP_COUNT(blocks); i++) base_free(blocks[i]);
    base_arena_leave(arena);
    base_arena_close(arena);
}
END_TEST

static void *other_thread(void *arena)
{
    void *const block = base_alloc(10);
    bool const within = inside(arena, block);
    base_free(block);
    ck_assert(base_arena_open() == NULL); // one at a time
    return within ? arena : NULL;
}

START_TEST(other_threads_do_not_use_it)
{
    struct base_arena *const arena = base_arena_open();
    if (arena == NULL) return;
    pthread_t thread;
    void *within = NULL;
    ck_assert_int_eq(pthread_create(&thread, NULL, other_thread, arena), 0);
    pthread_join(thread, &within);
    ck_assert(within == NULL);
    base_arena_leave(arena);
    struct base_arena *const second = base_arena_open(); // beside the first, which is still in use
    ck_assert(second != NULL);
    void *const block = base_alloc(10);
    ck_assert(inside(second, block));
    base_arena_leave(second);
    base_arena_close(arena);
    base_free(block);
    base_arena_close(second);
}
END_TEST

Suite *arena_suite(void)
{
    Suite *const suite = suite_create("arena");
    TCase *const tests = tcase_create("arena");
    tcase_add_test(tests, blocks_come_from_the_arena_until_it_is_left);
    tcase_add_test(tests, a_full_arena_falls_back);
    tcase_add_test(tests, other_threads_do_not_use_it);
    suite_add_tcase(suite, tests);
    return suite;
}
