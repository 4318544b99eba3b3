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
    struct base_arena *const own = base_arena_open();
    ck_assert_ptr_nonnull(own);
    void *const second = base_alloc(10);
    ck_assert(inside(own, second) && !inside(arena, second));
    base_arena_leave(own);
    base_arena_close(own);
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
    ck_assert(base_arena_open() == NULL); // a thread fills one at a time
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

static bool all_are(const unsigned char *bytes, size_t size, unsigned char what)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != what) return false;
    }
    return true;
}

START_TEST(small_and_large_blocks_do_not_meet)
{
    struct base_arena *const arena = base_arena_open();
    if (arena == NULL) return;
    uint64_t state = 7;
    unsigned char *blocks[400];
    size_t sizes[400];
    unsigned count = 0, within = 0;
    for (; count < TRP_COUNT(blocks); count++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        sizes[count] = (state >> 33) % (count % 8 == 0 ? 60000 : 900) + 1;
        blocks[count] = base_alloc_aligned_zeroed((size_t)16 << (state >> 60) % 4, sizes[count]);
        within += inside(arena, blocks[count]);
        ck_assert(all_are(blocks[count], sizes[count], 0));
        memset(blocks[count], (int)count, sizes[count]);
    }
    for (unsigned i = 0; i < count; i++) ck_assert(all_are(blocks[i], sizes[i], (unsigned char)i));
    ck_assert(within > 300);
    for (unsigned i = 0; i < count; i++) base_free(blocks[i]);
    base_arena_leave(arena);
    base_arena_close(arena);
}
END_TEST

START_TEST(a_thread_enters_again)
{
    struct base_arena *const arena = base_arena_open();
    if (arena == NULL) return;
    base_arena_leave(arena);
    base_arena_enter(arena);
    void *const block = base_alloc(10);
    ck_assert(inside(arena, block));
    base_arena_leave(arena);
    struct base_arena *const second = base_arena_open();
    ck_assert_ptr_nonnull(second);
    base_arena_enter(arena); // the second one is being filled: nothing happens
    void *const other = base_alloc(10);
    ck_assert(inside(second, other));
    base_arena_leave(arena); // nor now
    void *const third = base_alloc(10);
    ck_assert(inside(second, third));
    base_arena_leave(second);
    base_arena_close(second);
    base_arena_close(arena);
}
END_TEST

Suite *arena_suite(void)
{
    Suite *const suite = suite_create("arena");
    TCase *const tests = tcase_create("arena");
    tcase_add_test(tests, blocks_come_from_the_arena_until_it_is_left);
    tcase_add_test(tests, a_full_arena_falls_back);
    tcase_add_test(tests, other_threads_do_not_use_it);
    tcase_add_test(tests, small_and_large_blocks_do_not_meet);
    tcase_add_test(tests, a_thread_enters_again);
    suite_add_tcase(suite, tests);
    return suite;
}
