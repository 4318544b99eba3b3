// Coroutines: they go on where they paused, at any depth and on any thread; one that paused may be dropped or started again.
#include <check.h>
#include <pthread.h>

#include "base/coroutine.h"

struct counter {
    struct base_coroutine *coroutine;
    unsigned depth, steps;
    uint64_t sum;
};

static uint64_t descend(struct counter *c, unsigned depth)
{
    volatile uint64_t mine = depth;
    if (depth > 0) mine += descend(c, depth - 1);
    c->steps++;
    base_coroutine_pause(c->coroutine);
    return mine;
}

static void run(void *argument)
{
    struct counter *const c = argument;
    c->sum = descend(c, c->depth);
}

START_TEST(goes_on_where_it_paused)
{
    struct counter c = {.coroutine = base_coroutine_new(), .depth = 100};
    ck_assert_ptr_nonnull(c.coroutine);
    for (unsigned round = 0; round < 3; round++) {
        base_coroutine_start(c.coroutine, run, &c);
        c.steps = 0;
        c.sum = 0;
        for (unsigned i = 1; i <= 101; i++) {
            ck_assert(!base_coroutine_enter(c.coroutine));
            ck_assert_uint_eq(c.steps, i);
        }
        ck_assert_uint_eq(c.sum, 0);
        ck_assert(base_coroutine_enter(c.coroutine));
        ck_assert_uint_eq(c.sum, 5050);
    }
    base_coroutine_free(c.coroutine);
}
END_TEST

static void *enter_once(void *coroutine) { return base_coroutine_enter(coroutine) ? coroutine : NULL; }

START_TEST(goes_on_on_another_thread)
{
    struct counter c = {.coroutine = base_coroutine_new(), .depth = 3};
    base_coroutine_start(c.coroutine, run, &c);
    ck_assert(!base_coroutine_enter(c.coroutine));
    for (unsigned i = 2; i <= 4; i++) {
        pthread_t thread;
        void *ended = NULL;
        ck_assert_int_eq(pthread_create(&thread, NULL, enter_once, c.coroutine), 0);
        ck_assert_int_eq(pthread_join(thread, &ended), 0);
        ck_assert_ptr_null(ended);
        ck_assert_uint_eq(c.steps, i);
    }
    ck_assert(base_coroutine_enter(c.coroutine));
    ck_assert_uint_eq(c.sum, 6);
    base_coroutine_free(c.coroutine);
}
END_TEST

START_TEST(dropped_in_the_middle)
{
    struct counter c = {.coroutine = base_coroutine_new(), .depth = 10};
    base_coroutine_start(c.coroutine, run, &c);
    ck_assert(!base_coroutine_enter(c.coroutine));
    base_coroutine_start(c.coroutine, run, &c);
    c.steps = 0;
    ck_assert(!base_coroutine_enter(c.coroutine));
    ck_assert_uint_eq(c.steps, 1);
    base_coroutine_free(c.coroutine);
}
END_TEST

START_TEST(no_memory_is_said)
{
    base_alloc_fail_at(1);
    ck_assert_ptr_null(base_coroutine_new());
    base_alloc_fail_at(0);
}
END_TEST

Suite *coroutine_suite(void)
{
    Suite *const suite = suite_create("coroutine");
    TCase *const tests = tcase_create("coroutine");
    tcase_add_test(tests, goes_on_where_it_paused);
    tcase_add_test(tests, goes_on_on_another_thread);
    tcase_add_test(tests, dropped_in_the_middle);
    tcase_add_test(tests, no_memory_is_said);
    suite_add_tcase(suite, tests);
    return suite;
}
