// Pages: patterns, lists, addresses.
#include "fixture.h"

START_TEST(patterns_mark_exactly_the_slots_that_fit)
{
    for (unsigned c = 0; c < HEAP_CLASSES; c++) {
        unsigned const granules = heap_class_size[c] / HEAP_GRANULE;
        uint64_t expected[2] = {0, 0};
        for (unsigned at = 0; at + granules <= 128; at += granules) expected[at / 64] |= (uint64_t)1 << (at % 64);
        ck_assert_uint_eq(heap_pattern[c][0], expected[0]);
        ck_assert_uint_eq(heap_pattern[c][1], expected[1]);
        ck_assert_int_eq(heap_slot_count[c][0], __builtin_popcountll(expected[0]));
        ck_assert_int_eq(heap_slot_count[c][1], __builtin_popcountll(expected[1]));
    }
}
END_TEST

START_TEST(each_size_gets_the_smallest_class_that_holds_it)
{
    for (size_t size = 1; size <= HEAP_SMALL_MAX; size++) {
        unsigned const c = heap_class_of_granules[(size + HEAP_GRANULE - 1) / HEAP_GRANULE];
        ck_assert_uint_ge(heap_class_size[c], size);
        if (c > 0) ck_assert_uint_lt(heap_class_size[c - 1], size);
    }
}
END_TEST

START_TEST(an_address_leads_to_its_metadata_and_back)
{
    struct actor *const actor = actor_must_open(0);
    for (unsigned c = 0; c < HEAP_CLASSES; c++) {
        for (int i = 0; i < 300; i++) {
            struct pair *const slot = heap_alloc(&actor->heap, (enum heap_size_class)c);
            slot->header = header_make(TYPE_FLOAT, 1, 0, 0);
            struct heap_page *const page = page_of(slot);
            ck_assert_ptr_eq(page_owner(page), &actor->heap);
            ck_assert_uint_eq(heap_slot_size(slot), heap_class_size[c]);
            unsigned const bit = (unsigned)__builtin_ctzll(slot_bit(slot));
            ck_assert_ptr_eq(slot_at(page, slot_word(slot), bit), (char *)slot);
            ck_assert((heap_pattern[c][slot_word(slot)] & slot_bit(slot)) != 0);
        }
    }
    actor_close(actor);
}
END_TEST

START_TEST(lists_stay_dense)
{
    struct heap_page pages[40];
    struct page_list list = {0};
    for (unsigned i = 0; i < TRP_COUNT(pages); i++) {
        ck_assert(list_reserve(&list, 1));
        list_append(&list, &pages[i]);
    }
    for (unsigned i = 0; i < TRP_COUNT(pages); i += 3) list_remove(&list, &pages[i]);
    ck_assert_uint_eq(list.count, 26);
    for (uint32_t i = 0; i < list.count; i++) ck_assert_uint_eq(list.items[i]->index, i);
    list_free(&list);
}
END_TEST

START_TEST(a_list_that_cannot_grow_is_untouched)
{
    struct heap_page page;
    struct page_list list = {0};
    ck_assert(list_reserve(&list, 1));
    list_append(&list, &page);
    base_alloc_fail_at(1);
    ck_assert(!list_reserve(&list, 1000));
    ck_assert_ptr_eq(list.items[0], &page);
    ck_assert_uint_eq(list.count, 1);
    list_free(&list);
}
END_TEST

Suite *page_suite(void)
{
    Suite *const suite = suite_create("page");
    TCase *const tests = tcase_create("page");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, patterns_mark_exactly_the_slots_that_fit);
    tcase_add_test(tests, each_size_gets_the_smallest_class_that_holds_it);
    tcase_add_test(tests, an_address_leads_to_its_metadata_and_back);
    tcase_add_test(tests, lists_stay_dense);
    tcase_add_test(tests, a_list_that_cannot_grow_is_untouched);
    suite_add_tcase(suite, tests);
    return suite;
}
