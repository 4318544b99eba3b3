// Clocks, random numbers, and the end of the process.
#include <check.h>

#include "base/base.h"

START_TEST(clocks_move_forward)
{
    uint64_t const wall = base_clock_ns();
    uint64_t const cpu = base_clock_cpu_ns();
    volatile uint64_t work = 0;
    for (int i = 0; i < 1000000; i++) work += (uint64_t)i;
    ck_assert_uint_gt(base_clock_ns(), wall);
    ck_assert_uint_gt(base_clock_cpu_ns(), cpu);
}
END_TEST

START_TEST(random_numbers_differ)
{
    uint64_t const first = base_random_u64();
    uint64_t const second = base_random_u64();
    ck_assert(first != second);
}
END_TEST

START_TEST(a_failed_check_aborts)
{
    TRP_CHECK(1 + 1 == 3);
}
END_TEST

Suite *clock_suite(void)
{
    Suite *const suite = suite_create("clock");
    TCase *const tests = tcase_create("clock");
    tcase_add_test(tests, clocks_move_forward);
    tcase_add_test(tests, random_numbers_differ);
    tcase_add_test_raise_signal(tests, a_failed_check_aborts, 6);
    suite_add_tcase(suite, tests);
    return suite;
}
