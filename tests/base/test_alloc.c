// Allocation.
#include <check.h>

#include "base/base.h"

START_TEST(zeroed_memory_is_zero)
{
    unsigned char *const memory = base_alloc_zeroed(1000);
    for (int i = 0; i < 1000; i++) ck_assert_uint_eq(memory[i], 0);
    base_free(memory);
}
END_TEST

START_TEST(aligned_memory_is_aligned_and_zero)
{
    for (size_t alignment = 16; alignment <= 4096; alignment *= 2) {
        unsigned char *const memory = base_alloc_aligned_zeroed(alignment, 100);
        ck_assert_uint_eq((uintptr_t)memory % alignment, 0);
        ck_assert_uint_eq(memory[99], 0);
        base_free(memory);
    }
}
END_TEST

START_TEST(a_failed_realloc_leaves_the_memory)
{
    char *const memory = base_alloc(10);
    memory[9] = 'x';
    base_alloc_fail_at(1);
    ck_assert_ptr_null(base_realloc(memory, 1000));
    ck_assert_int_eq(memory[9], 'x');
    char *const larger = base_realloc(memory, 1000);
    ck_assert_int_eq(larger[9], 'x');
    base_free(larger);
}
END_TEST

Suite *alloc_suite(void)
{
    Suite *const suite = suite_create("alloc");
    TCase *const tests = tcase_create("alloc");
    tcase_add_test(tests, zeroed_memory_is_zero);
    tcase_add_test(tests, aligned_memory_is_aligned_and_zero);
    tcase_add_test(tests, a_failed_realloc_leaves_the_memory);
    suite_add_tcase(suite, tests);
    return suite;
}
