// Slots across heaps.
#include "fixture.h"

static void share(struct actor *actor, value_t value)
{
    value_t culprit;
    ck_assert(heap_share_graph(&actor->heap, value, shareable_pairs, NULL, &culprit));
}

START_TEST(a_private_value_is_seen_by_its_owner_alone)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    struct box *const box = box_new(one);
    value_t const value = value_pointer(pair_new(one, VALUE_NIL, VALUE_NIL));
    ck_assert(heap_slot_store(&one->heap, &box->slots[0], value, false));
    ck_assert(heap_slot_store(&one->heap, &box->slots[1], value_fixnum(3), true));
    ck_assert_uint_eq(heap_slot_load(&one->heap, &box->slots[0]), value);
    ck_assert_uint_eq(heap_slot_load(&two->heap, &box->slots[0]), VALUE_UNDEF);
    ck_assert_uint_eq(heap_slot_load(&two->heap, &box->slots[1]), value_fixnum(3));
    ck_assert_ptr_eq(heap_private_owner(value), &one->heap);
    share(one, value);
    ck_assert(heap_slot_store(&one->heap, &box->slots[0], value, true));
    ck_assert_uint_eq(heap_slot_load(&two->heap, &box->slots[0]), value);
    ck_assert_ptr_null(heap_private_owner(value));
    actor_close(two);
    actor_close(one);
}
END_TEST

START_TEST(a_private_slot_is_a_root)
{
    struct actor *const actor = actor_must_open(0);
    actor->heap.modes.verify = true;
    struct box *const box = box_new(actor);
    ck_assert(heap_slot_store(&actor->heap, &box->slots[0], list_new(actor, 50), false));
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 51);
    // Private to private: the old value dies, the new one lives.
    ck_assert(heap_slot_store(&actor->heap, &box->slots[0], list_new(actor, 20), false));
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 21);
    ck_assert(heap_slot_store(&actor->heap, &box->slots[0], VALUE_NIL, true));
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 1);
    ck_assert_uint_eq(actor->heap.interior->slots.count, 0);
    actor_close(actor);
}
END_TEST

START_TEST(another_heap_takes_a_slot_over)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    struct box *const box = box_new(one);
    ck_assert(heap_slot_store(&one->heap, &box->slots[0], list_new(one, 10), false));
    value_t const list = list_new(two, 20);
    ck_assert(heap_slot_store(&two->heap, &box->slots[0], list, false));
    ck_assert_uint_eq(heap_slot_load(&one->heap, &box->slots[0]), VALUE_UNDEF);
    ck_assert_uint_eq(heap_slot_load(&two->heap, &box->slots[0]), list);
    heap_collect(&one->heap);
    heap_collect(&two->heap);
    ck_assert_uint_eq(live_objects(one), 1);
    ck_assert_uint_eq(live_objects(two), 20);
    ck_assert_uint_eq(one->heap.interior->slots.count, 0);
    ck_assert_uint_eq(two->heap.interior->slots.count, 1);
    actor_close(two);
    ck_assert_uint_eq(heap_slot_load(&one->heap, &box->slots[0]), VALUE_UNDEF);
    actor_close(one);
}
END_TEST

START_TEST(an_actor_that_ends_empties_its_slots)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    struct box *const box = box_new(one);
    ck_assert(heap_slot_store(&two->heap, &box->slots[0], list_new(two, 20), false));
    actor_close(two);
    ck_assert_uint_eq(atomic_load(&box->slots[0].word), VALUE_UNDEF);
    ck_assert(heap_slot_store(&one->heap, &box->slots[0], list_new(one, 5), false));
    heap_verify(&one->heap);
    actor_close(one);
}
END_TEST

START_TEST(a_forgotten_slot_is_no_root)
{
    struct actor *const actor = actor_must_open(0);
    struct heap_slot *const slots = base_alloc_zeroed(100 * sizeof *slots);
    for (int i = 0; i < 100; i++) {
        atomic_store(&slots[i].word, VALUE_UNDEF);
        ck_assert(heap_slot_store(&actor->heap, &slots[i], list_new(actor, 3), false));
    }
    for (int i = 0; i < 100; i++) heap_slot_forget(&actor->heap, &slots[i]);
    base_free(slots);
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 0);
    actor_close(actor);
}
END_TEST

START_TEST(without_memory_a_slot_is_untouched)
{
    struct actor *const actor = actor_must_open(0);
    struct box *const box = box_new(actor);
    value_t const value = value_pointer(pair_new(actor, VALUE_NIL, VALUE_NIL));
    base_alloc_fail_at(1);
    ck_assert(!heap_slot_store(&actor->heap, &box->slots[0], value, false));
    ck_assert_uint_eq(heap_slot_load(&actor->heap, &box->slots[0]), VALUE_UNDEF);
    ck_assert(heap_slot_store(&actor->heap, &box->slots[0], value, false));
    actor_close(actor);
}
END_TEST

START_TEST(many_slots_come_and_go)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    struct heap_slot slots[200];
    value_t model[200];
    struct rng rng = {.state = 42};
    for (int i = 0; i < 200; i++) atomic_init(&slots[i].word, model[i] = VALUE_UNDEF);
    for (int round = 0; round < 50000; round++) {
        uint32_t const i = rng_below(&rng, 200);
        struct actor *const actor = rng_below(&rng, 2) == 0 ? one : two;
        bool const private = rng_below(&rng, 2) == 0;
        value_t value = value_fixnum(round);
        if (private) value = value_pointer(pair_new(actor, value_fixnum(i), VALUE_NIL));
        MUST(heap_slot_store(&actor->heap, &slots[i], value, !private), "no memory");
        model[i] = value;
        if (actor->heap.requests != 0) heap_collect(&actor->heap);
    }
    uint32_t private = 0;
    for (int i = 0; i < 200; i++) {
        struct heap *const owner = heap_private_owner(model[i]);
        private += owner != NULL;
        ck_assert_uint_eq(heap_slot_load(owner == NULL ? &one->heap : owner, &slots[i]), model[i]);
        if (owner != NULL) ck_assert_int_eq(value_to_fixnum(((struct pair *)value_to_pointer(model[i]))->first), i);
    }
    ck_assert_uint_eq(one->heap.interior->slots.count + two->heap.interior->slots.count, private);
    heap_collect(&one->heap);
    heap_collect(&two->heap);
    ck_assert_uint_eq(live_objects(one) + live_objects(two), private);
    actor_close(one);
    actor_close(two);
}
END_TEST

// --- Weak slots -------------------------------------------------------------------------------------------------------
// A box whose slot n holds a list of 11 objects weakly.
static struct box *weak_box(struct actor *actor, int n)
{
    struct box *const box = box_new(actor);
    ck_assert(heap_slot_store_weak(&actor->heap, &box->slots[n], list_new(actor, 11)));
    return box;
}

START_TEST(a_weak_slot_lives_with_its_holder)
{
    struct actor *const actor = actor_must_open(0);
    actor->heap.modes.verify = true;
    struct box *const kept = weak_box(actor, 1), *const other = weak_box(actor, 2);
    actor->roots[0] = value_pointer(kept);
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 2 + 11);
    ck_assert_uint_ne(heap_slot_load(&actor->heap, &kept->slots[1]), VALUE_UNDEF);
    ck_assert_uint_eq(heap_slot_load(&actor->heap, &other->slots[2]), VALUE_UNDEF);
    actor->roots[0] = value_pointer(pair_new(actor, VALUE_NIL, value_pointer(kept))); // further away
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 3 + 11);
    actor->roots[1] = heap_slot_load(&actor->heap, &kept->slots[1]); // the value alone
    actor->roots[0] = VALUE_NIL;
    heap_collect(&actor->heap);
    ck_assert_uint_eq(heap_slot_load(&actor->heap, &kept->slots[1]), actor->roots[1]);
    actor->roots[1] = VALUE_NIL;
    heap_collect(&actor->heap);
    ck_assert_uint_eq(heap_slot_load(&actor->heap, &kept->slots[1]), VALUE_UNDEF);
    ck_assert_uint_eq(actor->heap.interior->slots.count + actor->heap.interior->slots.weak, 0);
    actor_close(actor);
}
END_TEST

START_TEST(a_weak_slot_that_escapes_is_a_root)
{
    struct actor *const one = actor_must_open(0);
    struct actor *const two = actor_must_open(0);
    one->heap.modes.verify = true;
    struct box *const box = weak_box(one, 0), *const shown = box_new(one), *const taken = weak_box(one, 0);
    ck_assert_uint_eq(heap_slot_load(&two->heap, &box->slots[0]), VALUE_UNDEF);
    ck_assert(heap_slot_store(&one->heap, &shown->slots[0], value_pointer(box), true)); // stored where all see it
    value_t const graph = value_pointer(pair_new(one, value_pointer(taken), VALUE_NIL));
    share(one, graph); // part of what is shared
    ck_assert_uint_eq(one->heap.interior->slots.weak, 0);
    heap_collect(&one->heap);
    ck_assert_uint_eq(live_objects(one), 3 + 1 + 22);
    ck_assert_uint_eq(heap_slot_load(&two->heap, &box->slots[0]), VALUE_UNDEF);
    ck_assert(heap_slot_store(&two->heap, &box->slots[0], list_new(two, 3), false));
    heap_collect(&one->heap);
    ck_assert_uint_eq(live_objects(one), 3 + 1 + 11);
    actor_close(one);
    ck_assert_uint_eq(atomic_load(&taken->slots[0].word), VALUE_UNDEF);
    actor_close(two);
}
END_TEST

START_TEST(a_weak_slot_in_a_shared_cycle)
{
    struct actor *const actor = actor_must_open(0);
    actor->heap.modes.verify = true;
    struct heap *const heaps[] = {&actor->heap};
    struct box *const kept = weak_box(actor, 0);
    weak_box(actor, 1);
    actor->roots[0] = value_pointer(kept);
    shared_roots[0] = value_pointer(weak_box(actor, 2)); // reached by shared objects alone: the value goes
    cycle_after_run(world, (struct heap **)heaps, 1);
    ck_assert_uint_eq(live_objects(actor), 2 + 11);
    ck_assert_uint_eq(actor->heap.interior->slots.count, 1);
    value_t const value = heap_slot_load(&actor->heap, &kept->slots[0]);
    share(actor, value); // a shared value is not cleared as long as it lives
    actor->roots[0] = VALUE_NIL;
    shared_roots[1] = value;
    heap_collect(&actor->heap);
    ck_assert_uint_eq(heap_slot_load(&actor->heap, &kept->slots[0]), value);
    shared_roots[0] = shared_roots[1] = VALUE_NIL;
    cycle_after_run(world, (struct heap **)heaps, 1);
    ck_assert_uint_eq(live_objects(actor), 0);
    ck_assert_uint_eq(actor->heap.interior->slots.count, 0);
    actor_close(actor);
}
END_TEST

START_TEST(weak_slots_live_when_the_mark_stack_overflows)
{
    struct actor *const actor = actor_must_open(0);
    struct box *boxes[60]; // more than the stack has room for at first
    for (int i = 0; i < 60; i++) boxes[i] = weak_box(actor, i % 3);
    actor->roots[0] = value_pointer(node_new(actor, 1, 2000, 0));
    struct node *const node = value_to_pointer(actor->roots[0]);
    for (uint32_t i = 0; i < node->count; i++) node->fields[i] = value_pointer(pair_new(actor, VALUE_NIL, VALUE_NIL));
    for (uint32_t i = 0; i < 60; i++) node->fields[i] = value_pointer(boxes[i]);
    base_alloc_fail_at(1);
    heap_collect(&actor->heap);
    base_alloc_fail_at(0);
    for (int i = 0; i < 60; i++) ck_assert_uint_ne(heap_slot_load(&actor->heap, &boxes[i]->slots[i % 3]), VALUE_UNDEF);
    actor_close(actor);
}
END_TEST

Suite *slot_suite(void)
{
    Suite *const suite = suite_create("slot");
    TCase *const tests = tcase_create("slot");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, a_private_value_is_seen_by_its_owner_alone);
    tcase_add_test(tests, a_private_slot_is_a_root);
    tcase_add_test(tests, another_heap_takes_a_slot_over);
    tcase_add_test(tests, an_actor_that_ends_empties_its_slots);
    tcase_add_test(tests, a_forgotten_slot_is_no_root);
    tcase_add_test(tests, without_memory_a_slot_is_untouched);
    tcase_add_test(tests, many_slots_come_and_go);
    tcase_add_test(tests, a_weak_slot_lives_with_its_holder);
    tcase_add_test(tests, a_weak_slot_that_escapes_is_a_root);
    tcase_add_test(tests, a_weak_slot_in_a_shared_cycle);
    tcase_add_test(tests, weak_slots_live_when_the_mark_stack_overflows);
    suite_add_tcase(suite, tests);
    return suite;
}
