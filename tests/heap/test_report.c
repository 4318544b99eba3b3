// Reports: a shared cycle that takes heaps' word for what they refer to keeps all of it, and little more.
#include "fixture.h"

static value_t shared_list(struct actor *actor, size_t length)
{
    value_t culprit;
    value_t const list = list_new(actor, length);
    ck_assert(heap_share_graph(&actor->heap, list, shareable_pairs, NULL, &culprit));
    return list;
}

static void check_list(value_t list, int64_t length)
{
    for (; list != VALUE_NIL; list = ((struct pair *)value_to_pointer(list))->second) {
        MUST(heap_is_shared(list), "not shared");
        MUST(value_to_fixnum(((struct pair *)value_to_pointer(list))->first) == --length, "overwritten");
    }
    ck_assert_int_eq(length, 0);
}

static struct actor *reporting(void)
{
    struct actor *const actor = actor_must_open(0);
    actor->heap.modes.verify = true;
    actor->heap.modes.small_reports = 1;
    return actor;
}

START_TEST(what_the_mark_met_lives)
{
    struct actor *const one = reporting(), *const two = reporting();
    struct heap *heaps[] = {&one->heap, &two->heap};
    one->roots[0] = shared_list(one, 100);
    two->roots[0] = value_pointer(pair_new(two, shared_list(one, 200), VALUE_NIL));
    shared_list(one, 300);
    heap_collect(&one->heap);
    heap_collect(&two->heap);
    uint64_t const marked = one->heap.stats.collections;
    cycle_after_run(world, heaps, 2);
    ck_assert_uint_eq(one->heap.stats.collections, marked);
    ck_assert_uint_eq(live_objects(one), 300); // but not the list of 300: it died before the mark
    check_list(one->roots[0], 100);
    check_list(((struct pair *)value_to_pointer(two->roots[0]))->first, 200);
    one->roots[0] = two->roots[0] = VALUE_NIL;
    heap_collect(&one->heap);
    heap_collect(&two->heap);
    cycle_after_run(world, heaps, 2);
    heap_collect(&one->heap);
    ck_assert_uint_eq(live_objects(one), 0);
    actor_close(one);
    actor_close(two);
}
END_TEST

START_TEST(what_was_shared_since_lives_for_one_cycle)
{
    struct actor *const one = reporting();
    struct heap *heaps[] = {&one->heap};
    heap_collect(&one->heap);
    value_t const kept = one->roots[0] = shared_list(one, 100);
    shared_list(one, 50);
    cycle_after_run(world, heaps, 1);
    check_list(kept, 100);
    ck_assert_uint_eq(live_objects(one), 150);
    heap_collect(&one->heap);
    cycle_after_run(world, heaps, 1);
    ck_assert_uint_eq(live_objects(one), 100);
    actor_close(one);
}
END_TEST

START_TEST(what_was_read_from_a_slot_lives_when_it_is_overwritten)
{
    struct actor *const one = reporting(), *const two = reporting();
    struct heap *heaps[] = {&one->heap, &two->heap};
    struct box *const box = box_new(one);
    shared_roots[0] = value_pointer(box);
    ck_assert(heap_slot_store(&one->heap, &box->slots[0], shared_list(one, 100), true));
    ck_assert(heap_slot_store(&one->heap, &box->slots[1], shared_list(one, 70), true));
    heap_collect(&one->heap);
    heap_collect(&two->heap);
    two->roots[0] = heap_slot_load(&two->heap, &box->slots[0]);
    ck_assert(heap_slot_store(&one->heap, &box->slots[0], VALUE_NIL, true));
    heap_slot_forget(&one->heap, &box->slots[1]);
    atomic_store(&box->slots[1].word, VALUE_UNDEF);
    cycle_after_run(world, heaps, 2);
    check_list(two->roots[0], 100);
    ck_assert_uint_eq(live_objects(one), 171);
    heap_collect(&one->heap);
    heap_collect(&two->heap);
    cycle_after_run(world, heaps, 2); // the list of 70 was dropped before the last one
    check_list(two->roots[0], 100);
    ck_assert_uint_eq(live_objects(one), 101);
    actor_close(one);
    actor_close(two);
}
END_TEST

START_TEST(what_was_received_lives_until_the_next_mark)
{
    struct actor *const one = reporting(), *const two = reporting();
    struct heap *heaps[] = {&one->heap, &two->heap};
    value_t const list = shared_list(one, 100);
    heap_collect(&one->heap);
    heap_collect(&two->heap);
    heap_received(&two->heap, list);
    two->roots[0] = list;
    cycle_after_run(world, heaps, 2);
    check_list(list, 100);
    two->roots[0] = VALUE_NIL;
    heap_collect(&one->heap);
    heap_collect(&two->heap);
    cycle_after_run(world, heaps, 2);
    ck_assert_uint_eq(live_objects(one), 0);
    actor_close(one);
    actor_close(two);
}
END_TEST

START_TEST(a_heap_that_rests_is_not_marked_again)
{
    struct actor *const one = reporting(), *const two = reporting();
    struct heap *heaps[] = {&one->heap, &two->heap};
    two->roots[0] = shared_list(one, 100);
    heap_collect(&two->heap);
    two->heap.resting = true;
    uint64_t const marked = two->heap.stats.collections;
    for (int i = 0; i < 5; i++) {
        one->heap.resting = false;
        heap_shared_cycle(world, heaps, 2);
    }
    ck_assert_uint_eq(two->heap.stats.collections, marked);
    ck_assert_uint_ge(one->heap.stats.collections, 5); // its report was none, or as old as the last cycle
    check_list(two->roots[0], 100);
    actor_close(one);
    actor_close(two);
}
END_TEST

START_TEST(a_cycle_in_the_middle_of_a_collection_takes_the_last_report)
{
    for (int stop = 0; stop < 120; stop++) {
        struct actor *const one = reporting(), *const two = reporting();
        struct heap *heaps[] = {&one->heap, &two->heap};
        heap_set_enabled(&two->heap, false);
        two->roots[0] = list_new(two, 3000);
        value_t const old = shared_list(one, 10), dies = shared_list(one, 20);
        two->roots[1] = value_pointer(pair_new(two, old, VALUE_NIL));
        struct weak *const weak = weak_new(two, dies, VALUE_NIL), *const strong = weak_new(two, old, VALUE_NIL);
        two->roots[2] = value_pointer(weak);
        two->roots[3] = value_pointer(strong);
        heap_collect(&one->heap);
        heap_collect(&two->heap);
        two->roots[4] = shared_list(two, 30);
        heap_collect_start(&two->heap);
        for (int i = 0; i < stop && two->heap.collecting; i++) (void)heap_collect_step(&two->heap, 0);
        heap_shared_cycle(world, heaps, 2);
        while (two->heap.collecting) (void)heap_collect_step(&two->heap, 0);
        ck_assert_uint_eq(weak->target, VALUE_UNDEF);
        ck_assert_uint_eq(strong->target, old);
        check_list(old, 10);
        check_list(two->roots[4], 30);
        ck_assert_uint_eq(live_objects(two), 3033);
        actor_close(two);
        actor_close(one);
    }
}
END_TEST

START_TEST(a_report_without_memory_is_none)
{
    struct actor *const one = reporting(), *const two = reporting();
    struct heap *heaps[] = {&one->heap, &two->heap};
    for (int i = 0; i < 40; i++) {
        value_t const list = shared_list(one, 200);
        two->roots[i] = value_pointer(pair_new(two, list, VALUE_NIL));
    }
    heap_collect(&one->heap);
    for (uint64_t n = 1; n < 12; n++) {
        base_alloc_fail_at(n);
        heap_collect(&two->heap);
        base_alloc_fail_at(0);
        cycle_after_run(world, heaps, 2);
        for (int i = 0; i < 40; i++) check_list(((struct pair *)value_to_pointer(two->roots[i]))->first, 200);
        heap_collect(&one->heap);
    }
    actor_close(one);
    actor_close(two);
}
END_TEST

// Both heaps are large by what they share. One that holds little besides keeps nothing that was dropped since its report.
START_TEST(a_large_heap_is_marked_again_when_little_of_it_is_private)
{
    size_t const lengths[] = {10, 50000};
    for (size_t i = 0; i < 2; i++) {
        struct actor *const one = actor_must_open(0);
        struct heap *heaps[] = {&one->heap};
        one->heap.modes.verify = true;
        one->roots[0] = shared_list(one, 50000);
        one->roots[1] = list_new(one, lengths[i]);
        heap_collect(&one->heap);
        ck_assert(heap_reports(&one->heap));
        shared_list(one, 100);
        one->roots[2] = shared_list(one, 70);
        cycle_after_run(world, heaps, 1);
        ck_assert_uint_eq(live_objects(one), 50070 + lengths[i] + (i == 0 ? 0 : 100));
        check_list(one->roots[0], 50000);
        check_list(one->roots[2], 70);
        actor_close(one);
    }
}
END_TEST

Suite *report_suite(void)
{
    Suite *const suite = suite_create("report");
    TCase *const tests = tcase_create("report");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, what_the_mark_met_lives);
    tcase_add_test(tests, what_was_shared_since_lives_for_one_cycle);
    tcase_add_test(tests, what_was_read_from_a_slot_lives_when_it_is_overwritten);
    tcase_add_test(tests, what_was_received_lives_until_the_next_mark);
    tcase_add_test(tests, a_heap_that_rests_is_not_marked_again);
    tcase_add_test(tests, a_cycle_in_the_middle_of_a_collection_takes_the_last_report);
    tcase_add_test(tests, a_report_without_memory_is_none);
    tcase_add_test(tests, a_large_heap_is_marked_again_when_little_of_it_is_private);
    suite_add_tcase(suite, tests);
    return suite;
}
