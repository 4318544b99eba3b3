// Fault injection: exactly the Nth allocation fails.
#include <check.h>
#include <pthread.h>

#include "base/base.h"

START_TEST(the_nth_call_fails_once)
{
    for (uint64_t n = 1; n < 10; n++) {
        base_alloc_fail_at(n);
        for (uint64_t i = 1; i < 20; i++) {
            void *const memory = i % 2 == 0 ? base_alloc(10) : base_alloc_zeroed(10);
            ck_assert_int_eq(memory == NULL, i == n);
            base_free(memory);
        }
    }
}
END_TEST

static void *count_failures(void *argument)
{
    uint64_t *const failures = argument;
    for (int i = 0; i < 10000; i++) *failures += !base_may_allocate();
    return NULL;
}

START_TEST(one_failure_among_all_threads)
{
    pthread_t threads[4];
    uint64_t failures[4] = {0};
    base_alloc_fail_at(20000);
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, count_failures, &failures[i]);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    ck_assert_uint_eq(failures[0] + failures[1] + failures[2] + failures[3], 1);
}
END_TEST

Suite *fault_suite(void)
{
    Suite *const suite = suite_create("fault");
    TCase *const tests = tcase_create("fault");
    tcase_add_test(tests, the_nth_call_fails_once);
    tcase_add_test(tests, one_failure_among_all_threads);
    suite_add_tcase(suite, tests);
    return suite;
}
