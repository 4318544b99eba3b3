// The concurrent mark: what it traced the cycle takes over, and what changed meanwhile the cycle finds by itself.
#include <pthread.h>

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

static struct actor *verified(void)
{
    struct actor *const actor = actor_must_open(0);
    actor->heap.modes.verify = true;
    return actor;
}

static bool is_marked(value_t value)
{
    const void *const object = value_to_pointer(value);
    struct heap_page *const page = page_of(object);
    chunk_marks const *const marks = chunk_of(object)->marks;
    if (marks == NULL) return false;
    return (marks[page - (struct heap_page *)(void *)chunk_of(object)][slot_word(object)] & slot_bit(object)) != 0;
}

static bool all_marked(value_t list)
{
    for (; list != VALUE_NIL; list = ((struct pair *)value_to_pointer(list))->second) {
        if (!is_marked(list)) return false;
    }
    return true;
}

START_TEST(what_roots_reach_is_marked_and_lives)
{
    struct actor *const one = verified(), *const two = verified();
    struct heap *heaps[] = {&one->heap, &two->heap};
    value_t const by_owner = one->roots[0] = shared_list(one, 100);
    value_t const by_other = shared_list(one, 200), by_world = shared_list(one, 300), dead = shared_list(one, 400);
    two->roots[0] = value_pointer(pair_new(two, by_other, VALUE_NIL));
    shared_roots[0] = by_world;
    ck_assert(heap_mark_begin(world, heaps, 2));
    ck_assert(!all_marked(by_owner));
    heap_mark_run(world);
    ck_assert(all_marked(by_owner) && all_marked(by_other) && all_marked(by_world));
    ck_assert(!is_marked(dead));
    cycle_after_run(world, heaps, 2);
    ck_assert_ptr_null(world->concurrent);
    ck_assert(!is_marked(by_owner));
    ck_assert_uint_eq(live_objects(one), 600);
    check_list(by_owner, 100);
    check_list(by_other, 200);
    check_list(by_world, 300);
    actor_close(one);
    actor_close(two);
}
END_TEST

START_TEST(what_dies_meanwhile_is_freed_by_the_next_cycle)
{
    struct actor *const one = verified();
    struct heap *heaps[] = {&one->heap};
    one->roots[0] = shared_list(one, 100);
    ck_assert(heap_mark_begin(world, heaps, 1));
    heap_mark_run(world);
    one->roots[0] = VALUE_NIL;
    cycle_after_run(world, heaps, 1);
    ck_assert_uint_eq(live_objects(one), 100);
    cycle_after_run(world, heaps, 1);
    ck_assert_uint_eq(live_objects(one), 0);
    actor_close(one);
}
END_TEST

START_TEST(what_is_shared_meanwhile_lives)
{
    struct actor *const one = verified(), *const two = verified();
    struct heap *heaps[] = {&one->heap, &two->heap};
    value_t const old = one->roots[0] = shared_list(one, 100);
    ck_assert(heap_mark_begin(world, heaps, 2));
    value_t const young = two->roots[0] = shared_list(two, 150);
    heap_mark_run(world);
    two->roots[1] = old; // received
    one->roots[0] = VALUE_NIL;
    value_t const youngest = one->roots[1] = shared_list(one, 170);
    cycle_after_run(world, heaps, 2);
    check_list(old, 100);
    check_list(young, 150);
    check_list(youngest, 170);
    actor_close(one);
    actor_close(two);
}
END_TEST

START_TEST(what_lies_in_slots_is_traced_again)
{
    struct actor *const one = verified();
    struct heap *heaps[] = {&one->heap};
    struct box *const box = box_new(one);
    shared_roots[0] = value_pointer(box);
    value_t const before = shared_list(one, 100), after = shared_list(one, 120);
    ck_assert(heap_slot_store(&one->heap, &box->slots[0], before, true));
    one->roots[0] = after;
    ck_assert(heap_mark_begin(world, heaps, 1));
    heap_mark_run(world);
    ck_assert(all_marked(before));
    value_t const young = shared_list(one, 30);
    ck_assert(heap_slot_store(&one->heap, &box->slots[0], after, true));
    ck_assert(heap_slot_store(&one->heap, &box->slots[1], young, true));
    one->roots[0] = VALUE_NIL;
    cycle_after_run(world, heaps, 1);
    check_list(after, 120);
    check_list(young, 30);
    actor_close(one);
}
END_TEST

START_TEST(a_further_round_marks_what_was_shared_since)
{
    struct actor *const one = verified();
    struct heap *heaps[] = {&one->heap};
    one->roots[0] = shared_list(one, 100);
    ck_assert(heap_mark_begin(world, heaps, 1));
    heap_mark_run(world);
    value_t const young = one->roots[1] = shared_list(one, 100);
    one->heap.resting = false; // it has run
    ck_assert(heap_mark_begin(world, heaps, 1));
    heap_mark_run(world);
    ck_assert(all_marked(young));
    cycle_after_run(world, heaps, 1);
    check_list(one->roots[0], 100);
    check_list(young, 100);
    actor_close(one);
}
END_TEST

START_TEST(an_orphan_is_traced_and_lives)
{
    struct actor *const one = verified(), *const two = verified();
    struct heap *heaps[] = {&one->heap, &two->heap};
    value_t const list = two->roots[0] = shared_list(one, 500);
    ck_assert(heap_mark_begin(world, heaps, 2));
    actor_close(one);
    heap_mark_run(world);
    ck_assert(all_marked(list));
    heaps[0] = &two->heap;
    cycle_after_run(world, heaps, 1);
    check_list(list, 500);
    actor_close(two);
}
END_TEST

START_TEST(a_mark_that_was_halted_is_finished_by_the_cycle)
{
    struct actor *const one = verified();
    struct heap *heaps[] = {&one->heap};
    one->roots[0] = shared_list(one, 5000);
    ck_assert(heap_mark_begin(world, heaps, 1));
    heap_mark_halt(world);
    heap_mark_run(world);
    ck_assert(!all_marked(one->roots[0]));
    cycle_after_run(world, heaps, 1);
    check_list(one->roots[0], 5000);
    actor_close(one);
}
END_TEST

// A range of many fields is left in its middle, and traced again.
START_TEST(a_long_object_is_left_when_it_is_halted)
{
    enum { FIELDS = 20000 };
    struct actor *const one = verified();
    struct heap *heaps[] = {&one->heap};
    struct node *const node = node_new(one, 1, FIELDS, 0);
    for (unsigned i = 0; i < FIELDS; i++) {
        struct pair *const pair = pair_new(one, value_fixnum(i), VALUE_NIL);
        heap_set_shared(&one->heap, pair);
        heap_store(&one->heap, node, &node->fields[i], value_pointer(pair));
    }
    heap_set_shared(&one->heap, node);
    one->roots[0] = value_pointer(node);
    ck_assert(heap_mark_begin(world, heaps, 1));
    heap_mark_halt(world);
    heap_mark_run(world);
    cycle_after_run(world, heaps, 1);
    for (unsigned i = 0; i < FIELDS; i++) MUST(heap_is_shared(node->fields[i]), "freed");
    ck_assert_uint_eq(live_objects(one), FIELDS + 1);
    actor_close(one);
}
END_TEST

START_TEST(a_dropped_mark_leaves_nothing)
{
    struct actor *const one = verified();
    struct heap *heaps[] = {&one->heap};
    one->roots[0] = shared_list(one, 100);
    ck_assert(heap_mark_begin(world, heaps, 1));
    heap_mark_run(world);
    one->roots[0] = VALUE_NIL;
    heap_mark_drop(world);
    cycle_after_run(world, heaps, 1);
    ck_assert_uint_eq(live_objects(one), 0);
    actor_close(one);
}
END_TEST

// Every allocation of the mark fails once: what it had marked holds.
START_TEST(without_memory_the_cycle_traces_the_rest)
{
    struct actor *const one = verified();
    struct heap *heaps[] = {&one->heap};
    for (int fail = 1; fail < 16; fail++) {
        one->roots[0] = shared_list(one, 300);
        struct node *const wide = node_new(one, 0, 100, 0); // so that the stack grows
        for (int i = 0; i < 100; i++) heap_store(&one->heap, wide, &wide->fields[i], shared_list(one, 2));
        heap_set_shared(&one->heap, wide);
        one->roots[1] = value_pointer(wide);
        heap_collect(&one->heap);
        base_alloc_fail_at((uint64_t)fail);
        if (heap_mark_begin(world, heaps, 1)) heap_mark_run(world);
        base_alloc_fail_at(0);
        cycle_after_run(world, heaps, 1);
        check_list(one->roots[0], 300);
        ck_assert_uint_eq(live_objects(one), 300 + 1 + 200);
    }
    actor_close(one);
}
END_TEST

// One thread traces while others share, send to and fro by slots, drop and collect.
enum { THREADS = 3, STEPS = 400 };

static void *share_and_drop(void *argument)
{
    struct actor *const actor = argument;
    struct rng rng = {(uint64_t)(uintptr_t)actor | 1};
    for (int i = 0; i < STEPS; i++) {
        value_t culprit;
        value_t const list = list_new(actor, 1 + rng_below(&rng, 60));
        value_t const young = value_pointer(pair_new(actor, list, actor->roots[rng_below(&rng, 8)]));
        MUST(heap_share_graph(&actor->heap, young, shareable_pairs, NULL, &culprit), "not shared");
        actor->roots[rng_below(&rng, 8)] = young;
        if (i % 16 == 0) heap_collect(&actor->heap);
    }
    return NULL;
}

static void *run_mark(void *argument)
{
    (void)argument;
    heap_mark_run(world);
    return NULL;
}

START_TEST(actors_share_while_a_thread_traces)
{
    struct actor *actors[THREADS];
    struct heap *heaps[THREADS];
    for (int i = 0; i < THREADS; i++) {
        actors[i] = actor_must_open(0);
        for (int k = 0; k < 8; k++) actors[i]->roots[k] = shared_list(actors[i], 200);
        heaps[i] = &actors[i]->heap;
    }
    for (int round = 0; round < 12; round++) {
        pthread_t threads[THREADS + 1];
        ck_assert(heap_mark_begin(world, heaps, THREADS));
        for (int i = 0; i < THREADS; i++) {
            heaps[i]->resting = false;
            ck_assert_int_eq(pthread_create(&threads[i], NULL, share_and_drop, actors[i]), 0);
        }
        ck_assert_int_eq(pthread_create(&threads[THREADS], NULL, run_mark, NULL), 0);
        for (int i = 0; i <= THREADS; i++) ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
        if (round % 3 == 2) continue; // a further round
        cycle_after_run(world, heaps, THREADS);
        for (int i = 0; i < THREADS; i++) heap_verify(heaps[i]);
    }
    for (int i = 0; i < THREADS; i++) actor_close(actors[i]);
}
END_TEST

Suite *concurrent_suite(void)
{
    Suite *const suite = suite_create("concurrent");
    TCase *const tests = tcase_create("concurrent");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, what_roots_reach_is_marked_and_lives);
    tcase_add_test(tests, what_dies_meanwhile_is_freed_by_the_next_cycle);
    tcase_add_test(tests, what_is_shared_meanwhile_lives);
    tcase_add_test(tests, what_lies_in_slots_is_traced_again);
    tcase_add_test(tests, a_further_round_marks_what_was_shared_since);
    tcase_add_test(tests, an_orphan_is_traced_and_lives);
    tcase_add_test(tests, a_mark_that_was_halted_is_finished_by_the_cycle);
    tcase_add_test(tests, a_long_object_is_left_when_it_is_halted);
    tcase_add_test(tests, a_dropped_mark_leaves_nothing);
    tcase_add_test(tests, without_memory_the_cycle_traces_the_rest);
    tcase_add_test(tests, actors_share_while_a_thread_traces);
    suite_add_tcase(suite, tests);
    return suite;
}
