// The run queue: order, fullness, stealing; and that under threads nothing is lost or run twice.
#include "fixture.h"

#include <pthread.h>
#include <stdlib.h>

static struct actor *fake(uintptr_t n) { return (struct actor *)(n * 64); }
static uintptr_t number(const struct actor *actor) { return (uintptr_t)actor / 64; }

START_TEST(first_in_first_out_until_full)
{
    struct ring *const ring = base_alloc_aligned_zeroed(64, sizeof *ring);
    for (unsigned round = 0; round < 3; round++) {
        for (uintptr_t i = 1; i <= RING_SIZE; i++) ck_assert(ring_push(ring, fake(i)));
        ck_assert(!ring_push(ring, fake(1)));
        for (uintptr_t i = 1; i <= RING_SIZE; i++) ck_assert_uint_eq(number(ring_pop(ring)), i);
        ck_assert_ptr_null(ring_pop(ring));
        ck_assert(ring_empty(ring));
    }
    base_free(ring);
}
END_TEST

START_TEST(thieves_take_the_older_half)
{
    struct ring *const ring = base_alloc_aligned_zeroed(64, sizeof *ring);
    struct actor *stolen[RING_SIZE];
    ck_assert_uint_eq(ring_steal(ring, stolen, RING_SIZE), 0);
    for (uintptr_t i = 1; i <= 9; i++) ring_push(ring, fake(i));
    ck_assert_uint_eq(ring_steal(ring, stolen, RING_SIZE), 5);
    for (uintptr_t i = 0; i < 5; i++) ck_assert_uint_eq(number(stolen[i]), i + 1);
    ck_assert_uint_eq(ring_steal(ring, stolen, 1), 1);
    ck_assert_uint_eq(number(stolen[0]), 6);
    ck_assert_uint_eq(number(ring_pop(ring)), 7);
    base_free(ring);
}
END_TEST

#define ITEMS 200000u
#define THIEVES 3
static struct ring *shared;
static _Atomic(unsigned char) seen[ITEMS + 1];
static _Atomic(bool) done;

static void *thieve(void *unused)
{
    struct actor *stolen[RING_SIZE / 2];
    (void)unused;
    while (!atomic_load(&done) || !ring_empty(shared)) {
        unsigned const n = ring_steal(shared, stolen, RING_SIZE / 2);
        for (unsigned i = 0; i < n; i++) atomic_fetch_add(&seen[number(stolen[i])], 1);
    }
    return NULL;
}

START_TEST(every_item_is_taken_once)
{
    pthread_t threads[THIEVES];
    shared = base_alloc_aligned_zeroed(64, sizeof *shared);
    atomic_store(&done, false);
    for (unsigned i = 0; i < THIEVES; i++) pthread_create(&threads[i], NULL, thieve, NULL);
    struct rng rng = {0x9e3779b97f4a7c15};
    for (uintptr_t i = 1; i <= ITEMS; i++) {
        while (!ring_push(shared, fake(i))) {
        }
        if (rng_below(&rng, 4) != 0) continue;
        struct actor *const actor = ring_pop(shared);
        if (actor != NULL) atomic_fetch_add(&seen[number(actor)], 1);
    }
    atomic_store(&done, true);
    for (unsigned i = 0; i < THIEVES; i++) pthread_join(threads[i], NULL);
    for (uintptr_t i = 1; i <= ITEMS; i++) ck_assert_uint_eq(atomic_load(&seen[i]), 1);
    base_free(shared);
}
END_TEST

Suite *ring_suite(void)
{
    Suite *const suite = suite_create("ring");
    TCase *const tcase = tcase_create("ring");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, first_in_first_out_until_full);
    tcase_add_test(tcase, thieves_take_the_older_half);
    tcase_add_test(tcase, every_item_is_taken_once);
    suite_add_tcase(suite, tcase);
    return suite;
}
