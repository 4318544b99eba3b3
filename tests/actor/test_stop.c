// Stops: who waited to stop everybody looks again whether that is still wanted.
#include "fixture.h"

#include <pthread.h>
#include <time.h>

enum { WORKERS = 4 };
static void open_some(void) { runtime_must_open(WORKERS); }

static _Atomic(unsigned) begun;
static void *between_slices(void *worker)
{
    atomic_fetch_add(&begun, 1);
    shared_cycle_if_wanted(worker);
    return NULL;
}

// All of them find that a cycle is wanted, and wait for the mutex that the test holds.
static uint64_t cycles_of_all(void)
{
    struct timespec const moment = {.tv_nsec = 20000000};
    pthread_t threads[WORKERS];
    uint64_t const before = atomic_load(&rt->cycles);
    atomic_store(&begun, 0);
    uv_mutex_lock(&rt->stop_mutex);
    atomic_store(&runtime.collection_wanted, true);
    for (unsigned i = 0; i < WORKERS; i++) pthread_create(&threads[i], NULL, between_slices, &rt->workers[i]);
    while (atomic_load(&begun) != WORKERS) nanosleep(&moment, NULL);
    nanosleep(&moment, NULL);
    uv_mutex_unlock(&rt->stop_mutex);
    for (unsigned i = 0; i < WORKERS; i++) pthread_join(threads[i], NULL);
    return atomic_load(&rt->cycles) - before;
}

START_TEST(a_cycle_that_several_want_runs_once)
{
    struct actor *const actor = actor_must_open();
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_uint_eq(cycles_of_all(), 1);
        ck_assert(!atomic_load(&runtime.collection_wanted));
        ck_assert_uint_eq(atomic_load(&rt->stop), STOP_NONE);
    }
    actor_must_close(actor);
}
END_TEST

START_TEST(a_cycle_that_nobody_wants_does_not_run)
{
    shared_cycle_if_wanted(&rt->workers[0]);
    ck_assert_uint_eq(atomic_load(&rt->cycles), 0);
}
END_TEST

Suite *stop_suite(void)
{
    Suite *const suite = suite_create("stop");
    TCase *const tcase = tcase_create("stop");
    tcase_add_checked_fixture(tcase, open_some, runtime_must_close);
    tcase_add_test(tcase, a_cycle_that_several_want_runs_once);
    tcase_add_test(tcase, a_cycle_that_nobody_wants_does_not_run);
    suite_add_tcase(suite, tcase);
    return suite;
}
