// The stopping shared cycle, and the orphans that it reclaims.
#include "fixture.h"

static value_t shared_list(struct actor *actor, size_t length)
{
    value_t culprit;
    value_t const list = list_new(actor, length);
    ck_assert(heap_share_graph(&actor->heap, list, shareable_pairs, NULL, &culprit));
    return list;
}

static void assert_list(value_t list, int64_t length)
{
    for (; list != VALUE_NIL; list = ((struct pair *)value_to_pointer(list))->second) {
        MUST(heap_is_shared(list), "not shared");
        MUST(value_to_fixnum(((struct pair *)value_to_pointer(list))->first) == --length, "overwritten");
    }
    ck_assert_int_eq(length, 0);
}

START_TEST(unreached_shared_objects_die_and_reached_ones_live)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    one->heap.modes.verify = two->heap.modes.verify = true;
    struct heap *heaps[] = {&one->heap, &two->heap};
    value_t const by_other = shared_list(one, 100);
    value_t const by_world = shared_list(one, 200);
    value_t const by_owner = shared_list(one, 300);
    shared_list(one, 400);
    two->roots[5] = value_pointer(pair_new(two, by_other, VALUE_NIL));
    shared_roots[0] = by_world;
    one->roots[1] = by_owner;
    heap_collect(&one->heap);
    ck_assert_uint_eq(live_objects(one), 1000);
    cycle_after_run(world, heaps, 2);
    ck_assert_uint_eq(live_objects(one), 600);
    ck_assert_uint_eq(live_objects(two), 1);
    list_new(one, 5000); // reuses what died
    assert_list(by_other, 100);
    assert_list(by_world, 200);
    assert_list(by_owner, 300);
    actor_close(one);
    actor_close(two);
}
END_TEST

START_TEST(orphans_live_while_they_are_reached)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    struct heap *heaps[] = {&two->heap};
    value_t const list = shared_list(one, 1000);
    node_new(one, 1, 0, 500); // private, on a page of its own class
    two->roots[0] = list;
    actor_close(one);
    ck_assert_uint_eq(atomic_load(&finalized_count), 1);
    ck_assert_uint_eq(atomic_load(&world->orphan_count), 8);
    assert_list(list, 1000);
    heap_collect(&two->heap);
    cycle_after_run(world, heaps, 1);
    assert_list(list, 1000);
    ck_assert_uint_eq(atomic_load(&world->orphan_count), 8);
    two->roots[0] = VALUE_NIL;
    cycle_after_run(world, heaps, 1);
    ck_assert_uint_eq(atomic_load(&world->orphan_count), 0);
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
    actor_close(two);
}
END_TEST

START_TEST(orphans_free_their_bodies)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    struct heap *heaps[] = {&two->heap};
    struct node *const node = node_new(one, 9, 500, 7000); // large, with a body
    heap_set_shared(&one->heap, node);
    two->roots[0] = value_pointer(node);
    actor_close(one);
    ck_assert_int_eq(atomic_load(&body_bytes), 7000);
    cycle_after_run(world, heaps, 1);
    ck_assert_int_eq(node->body[6999], 0x77);
    two->roots[0] = VALUE_NIL;
    cycle_after_run(world, heaps, 1);
    ck_assert_int_eq(atomic_load(&body_bytes), 0);
    ck_assert_uint_eq(atomic_load(&finalized[9]), 1);
    ck_assert_uint_eq(world->orphanage->stats.body_bytes, 0);
    actor_close(two);
}
END_TEST

START_TEST(many_orphans_want_a_cycle)
{
    struct actor *const two = actor_must_open(0);
    struct heap *heaps[] = {&two->heap};
    for (int i = 0; i < 400; i++) {
        struct actor *const one = actor_must_open(0);
        ck_assert(!heap_shared_cycle_wanted(world));
        shared_list(one, 128 * 5);
        actor_close(one);
    }
    for (int i = 0; i < 10; i++) {
        struct actor *const one = actor_must_open(0);
        shared_list(one, 128 * 5);
        actor_close(one);
    }
    ck_assert(heap_shared_cycle_wanted(world));
    cycle_after_run(world, heaps, 1);
    ck_assert(!heap_shared_cycle_wanted(world));
    ck_assert_uint_eq(atomic_load(&world->orphan_count), 0);
    actor_close(two);
}
END_TEST

START_TEST(much_shared_garbage_wants_a_cycle)
{
    struct actor *const actor = actor_must_open(0);
    struct heap *heaps[] = {&actor->heap};
    for (int i = 0; !heap_shared_cycle_wanted(world); i++) {
        ck_assert_int_lt(i, 1000);
        shared_list(actor, 1000);
        if (actor->heap.requests != 0) heap_collect(&actor->heap);
    }
    heap_collect(&actor->heap); // as arming does: what was shared since a report lives for a cycle
    cycle_after_run(world, heaps, 1);
    ck_assert(!heap_shared_cycle_wanted(world));
    ck_assert_uint_eq(live_objects(actor), 0);
    actor_close(actor);
}
END_TEST

static int64_t wanted_at(void) { return atomic_load(&world->shared_bytes_limit); }

// Bodies, slots, orphans' pages; and what the cycle leaves is what the next one is measured by.
START_TEST(what_is_shared_is_counted)
{
    struct actor *const one = actor_must_open(0), *const two = actor_must_open(0);
    struct heap *heaps[] = {&one->heap, &two->heap};
    struct node *const big = node_new(one, 1, 0, 20 << 20);
    ck_assert_int_eq(heap_shared_bytes(world), 0);
    heap_set_shared(&one->heap, big);
    ck_assert_int_ge(heap_shared_bytes(world), 20 << 20);
    ck_assert(heap_shared_cycle_wanted(world));
    ck_assert_int_le(*one->heap.budget, 0); // it leaves its slice
    two->roots[0] = value_pointer(big);
    heap_shared_cycle(world, heaps, 2);
    ck_assert_int_eq(heap_shared_bytes(world), (20 << 20) + 32);
    ck_assert_int_eq(wanted_at(), ((20 << 20) + 32) * 3 / 2);
    ck_assert(!heap_shared_cycle_wanted(world));
    actor_close(one);
    ck_assert_int_eq(heap_shared_bytes(world), (20 << 20) + HEAP_PAGE_SIZE); // the page is an orphan
    heap_shared_cycle(world, heaps + 1, 1);
    ck_assert_int_eq(heap_shared_bytes(world), (20 << 20) + HEAP_PAGE_SIZE);
    two->roots[0] = VALUE_NIL;
    cycle_after_run(world, heaps + 1, 1);
    ck_assert_int_eq(heap_shared_bytes(world), 0);
    ck_assert_int_eq(wanted_at(), 8 << 20);
    actor_close(two);
}
END_TEST

// Little is published late, so that nobody else's cache line is written.
START_TEST(little_growth_is_published_at_a_collection_or_the_end)
{
    struct actor *const one = actor_must_open(0), *const two = actor_must_open(0);
    shared_list(one, 100);
    ck_assert_int_eq(heap_shared_bytes(world), 0);
    heap_collect(&one->heap);
    ck_assert_int_eq(heap_shared_bytes(world), 3200);
    shared_list(two, 100);
    actor_close(two);
    ck_assert_int_eq(heap_shared_bytes(world), 3200 + HEAP_PAGE_SIZE);
    heap_account_shared(&one->heap, 300 << 10);
    ck_assert_int_eq(heap_shared_bytes(world), 3200 + HEAP_PAGE_SIZE + (300 << 10));
    struct heap *heaps[] = {&one->heap};
    heap_shared_cycle(world, heaps, 1);
    ck_assert_int_eq(heap_shared_bytes(world), 0);
    actor_close(one);
}
END_TEST

START_TEST(a_cycle_may_help_a_heap_at_its_limit)
{
    struct actor *const actor = actor_must_open(1 << 20);
    struct heap *heaps[] = {&actor->heap};
    heap_collect(&actor->heap);
    ck_assert(!heap_shared_cycle_may_help(&actor->heap)); // it shared nothing
    heap_set_shared(&actor->heap, node_new(actor, 1, 0, 900 << 10));
    heap_collect(&actor->heap);
    ck_assert(heap_shared_cycle_may_help(&actor->heap));
    heap_shared_cycle(world, heaps, 1);
    ck_assert_uint_eq(actor->heap.stats.body_bytes, 0);
    actor->roots[0] = value_pointer(node_new(actor, 2, 0, 900 << 10));
    heap_set_shared(&actor->heap, value_to_pointer(actor->roots[0]));
    heap_collect(&actor->heap);
    ck_assert(heap_shared_cycle_may_help(&actor->heap));
    heap_shared_cycle(world, heaps, 1);
    ck_assert(!heap_shared_cycle_may_help(&actor->heap)); // it did not, and nothing is new
    ck_assert(heap_shared_cycle_may_help(&actor->heap));  // but the program heard of that
    actor_close(actor);
}
END_TEST

START_TEST(slots_of_dead_boxes_are_forgotten)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    struct heap *heaps[] = {&one->heap, &two->heap};
    struct box *const box = box_new(one);
    struct box *const kept = box_new(one);
    shared_roots[0] = value_pointer(kept);
    ck_assert(heap_slot_store(&two->heap, &box->slots[0], list_new(two, 10), false));
    ck_assert(heap_slot_store(&two->heap, &kept->slots[0], list_new(two, 20), false));
    ck_assert(heap_slot_store(&one->heap, &kept->slots[1], shared_list(one, 30), true));
    cycle_after_run(world, heaps, 2);
    ck_assert_uint_eq(atomic_load(&finalized_count), 1);
    ck_assert_uint_eq(two->heap.interior->slots.count, 1);
    heap_collect(&two->heap);
    ck_assert_uint_eq(live_objects(two), 20);
    ck_assert_uint_eq(live_objects(one), 31);
    actor_close(two);
    actor_close(one);
}
END_TEST

START_TEST(weak_edges_to_dead_shared_objects_are_cleared)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    one->heap.modes.verify = two->heap.modes.verify = true;
    struct heap *heaps[] = {&one->heap, &two->heap};
    value_t const dies = shared_list(one, 1);
    value_t const lives = shared_list(one, 1);
    one->roots[0] = lives;
    struct weak *const to_dead = weak_new(two, dies, VALUE_NIL);
    struct weak *const to_live = weak_new(two, lives, VALUE_NIL);
    two->roots[0] = value_pointer(to_dead);
    two->roots[1] = value_pointer(to_live);
    heap_collect(&two->heap);
    ck_assert_uint_eq(to_dead->target, dies);
    cycle_after_run(world, heaps, 2);
    ck_assert_uint_eq(to_dead->target, VALUE_UNDEF);
    ck_assert_uint_eq(to_live->target, lives);
    actor_close(two);
    actor_close(one);
}
END_TEST

START_TEST(what_the_boot_heap_reaches_lives)
{
    struct actor *const boot = actor_open(&(struct heap_options){.permanent = true});
    struct actor *const one = actor_must_open(0);
    struct heap *heaps[] = {&boot->heap, &one->heap};
    struct box *const box = box_new(boot);
    value_t const list = shared_list(one, 50);
    ck_assert(heap_slot_store(&one->heap, &box->slots[0], list, true));
    ck_assert(heap_slot_store(&one->heap, &box->slots[1], list_new(one, 10), false));
    cycle_after_run(world, heaps, 2);
    assert_list(list, 50);
    heap_collect(&one->heap);
    ck_assert_uint_eq(live_objects(one), 60);
    ck_assert_uint_eq(live_objects(boot), 1);
    heap_verify(&boot->heap);
    actor_close(one);
    cycle_after_run(world, heaps, 1);
    assert_list(list, 50); // an orphan now
    actor_close(boot);
    heap_shared_cycle(world, NULL, 0);
}
END_TEST

START_TEST(a_cycle_without_memory_loses_nothing)
{
    for (uint64_t n = 1; n < 12; n++) {
        struct actor *const one = actor_must_open(0);
        struct heap *heaps[] = {&one->heap};
        struct node *const node = node_new(one, 0, 500, 0);
        for (uint32_t i = 0; i < 500; i++) node->fields[i] = shared_list(one, 10);
        heap_set_shared(&one->heap, node);
        shared_roots[1] = value_pointer(node);
        base_alloc_fail_at(n);
        cycle_after_run(world, heaps, 1);
        base_alloc_fail_at(0);
        ck_assert_uint_eq(live_objects(one), 5001);
        for (uint32_t i = 0; i < 500; i++) assert_list(node->fields[i], 10);
        heap_verify(&one->heap);
        shared_roots[1] = VALUE_NIL;
        actor_close(one);
        heap_shared_cycle(world, NULL, 0);
    }
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
}
END_TEST

START_TEST(a_cycle_finishes_collections_that_had_begun)
{
    struct actor *const one = actor_must_open(0);
    struct heap *heaps[] = {&one->heap};
    one->roots[0] = list_new(one, 10000);
    one->roots[1] = shared_list(one, 1000);
    heap_collect_start(&one->heap);
    for (int i = 0; i < 20; i++) ck_assert(!heap_collect_step(&one->heap, 0));
    cycle_after_run(world, heaps, 1);
    ck_assert_uint_eq(live_objects(one), 11000);
    heap_verify(&one->heap);
    actor_close(one);
}
END_TEST

Suite *cycle_suite(void)
{
    Suite *const suite = suite_create("cycle");
    TCase *const tests = tcase_create("cycle");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, unreached_shared_objects_die_and_reached_ones_live);
    tcase_add_test(tests, orphans_live_while_they_are_reached);
    tcase_add_test(tests, orphans_free_their_bodies);
    tcase_add_test(tests, many_orphans_want_a_cycle);
    tcase_add_test(tests, much_shared_garbage_wants_a_cycle);
    tcase_add_test(tests, what_is_shared_is_counted);
    tcase_add_test(tests, little_growth_is_published_at_a_collection_or_the_end);
    tcase_add_test(tests, a_cycle_may_help_a_heap_at_its_limit);
    tcase_add_test(tests, slots_of_dead_boxes_are_forgotten);
    tcase_add_test(tests, weak_edges_to_dead_shared_objects_are_cleared);
    tcase_add_test(tests, what_the_boot_heap_reaches_lives);
    tcase_add_test(tests, a_cycle_without_memory_loses_nothing);
    tcase_add_test(tests, a_cycle_finishes_collections_that_had_begun);
    suite_add_tcase(suite, tests);
    return suite;
}
