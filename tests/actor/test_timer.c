// Timers: order, and that what is stale does not stay.
#include "fixture.h"

static void open_one(void) { runtime_must_open(1); }

#define FAR UINT64_C(1000000000000)

static bool in_order(const struct worker *worker)
{
    for (size_t i = 1; i < worker->timer_count; i++) {
        if (worker->timers[i].deadline < worker->timers[(i - 1) / 2].deadline) return false;
    }
    return true;
}

START_TEST(stale_timers_are_bounded)
{
    struct worker *const worker = &rt->workers[0];
    struct actor *const actors[2] = {actor_must_open(), actor_must_open()};
    struct rng rng = {_i + 1};
    uint64_t const far = base_clock_ns() + FAR;
    for (uint64_t i = 0; i < 10000; i++) { // each is sooner than those before, so each is armed
        struct actor *const actor = actors[rng_below(&rng, 2)];
        ck_assert(timer_arm(worker, actor, far - i));
        ck_assert_uint_eq(timers_next(worker), far - i);
    }
    ck_assert_uint_le(worker->timer_capacity, 32);
    ck_assert(in_order(worker));
    timers_prune(worker);
    ck_assert_uint_eq(worker->timer_count, 2);
    for (unsigned i = 0; i < 2; i++) actor_must_close(actors[i]);
}
END_TEST

START_TEST(many_that_wait_have_one_each)
{
    enum { COUNT = 500 };
    struct worker *const worker = &rt->workers[0];
    struct actor *actors[COUNT];
    struct rng rng = {_i + 1};
    uint64_t const far = base_clock_ns() + FAR;
    for (unsigned i = 0; i < COUNT; i++) {
        actors[i] = actor_must_open();
        ck_assert(timer_arm(worker, actors[i], far + rng_below(&rng, 1000000)));
        ck_assert(timer_arm(worker, actors[i], far + 1000000)); // has a sooner one
    }
    ck_assert_uint_eq(worker->timer_count, COUNT);
    ck_assert(in_order(worker));
    for (unsigned i = 0; i < COUNT; i++) {
        if (i % 50 != 0) actor_must_close(actors[i]);
    }
    timers_prune(worker); // those that ended
    ck_assert_uint_eq(worker->timer_count, COUNT / 50);
    ck_assert(in_order(worker));
    ck_assert_uint_lt(worker->timer_capacity, COUNT);
    for (unsigned i = 0; i < COUNT; i += 50) actor_must_close(actors[i]);
    timers_prune(worker);
    ck_assert_uint_eq(worker->timer_count, 0);
}
END_TEST

Suite *timer_suite(void)
{
    Suite *const suite = suite_create("timer");
    TCase *const tcase = tcase_create("timer");
    tcase_add_checked_fixture(tcase, open_one, runtime_must_close);
    tcase_add_loop_test(tcase, stale_timers_are_bounded, 0, 3);
    tcase_add_loop_test(tcase, many_that_wait_have_one_each, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
