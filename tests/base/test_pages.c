// Pages from the OS.
#include <check.h>

#include "base/base.h"

START_TEST(pages_are_aligned_zero_and_writable)
{
    for (size_t alignment = 4096; alignment <= 4u << 20; alignment *= 4) {
        unsigned char *const pages = base_pages_map(3 * 4096, alignment);
        ck_assert_ptr_nonnull(pages);
        ck_assert_uint_eq((uintptr_t)pages % alignment, 0);
        ck_assert_uint_eq(pages[0] + pages[3 * 4096 - 1], 0);
        pages[0] = pages[3 * 4096 - 1] = 1;
        base_pages_unmap(pages, 3 * 4096);
    }
}
END_TEST

START_TEST(discarded_pages_can_be_written_again)
{
    char *const pages = base_pages_map(2u << 20, 2u << 20);
    base_pages_prefer_huge(pages, 2u << 20);
    pages[4096] = 'x';
    base_pages_discard(pages, 2u << 20);
    ck_assert(pages[4096] == 0 || pages[4096] == 'x');
    pages[4096] = 'y';
    ck_assert_int_eq(pages[4096], 'y');
    base_pages_unmap(pages, 2u << 20);
}
END_TEST

START_TEST(impossible_sizes_fail)
{
    ck_assert_ptr_null(base_pages_map(SIZE_MAX & ~(size_t)4095, 4096));
    ck_assert_ptr_null(base_pages_map(SIZE_MAX & ~(size_t)4095, 2u << 20));
    base_alloc_fail_at(1);
    ck_assert_ptr_null(base_pages_map(4096, 4096));
}
END_TEST

Suite *pages_suite(void)
{
    Suite *const suite = suite_create("pages");
    TCase *const tests = tcase_create("pages");
    tcase_add_test(tests, pages_are_aligned_zero_and_writable);
    tcase_add_test(tests, discarded_pages_can_be_written_again);
    tcase_add_test(tests, impossible_sizes_fail);
    suite_add_tcase(suite, tests);
    return suite;
}
