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
    suite_add_tcase(suite, tests);
    return suite;
}
