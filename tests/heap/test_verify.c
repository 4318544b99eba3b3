// The verifier finds seeded corruption: each test but the first must abort.
#include "fixture.h"

static struct actor *healthy(void)
{
    struct actor *const actor = actor_must_open(0);
    actor->roots[0] = list_new(actor, 1000);
    for (uint32_t id = 0; id < 50; id++) {
        struct node *const node = node_new(actor, id, 3, 40);
        actor->roots[1] = value_pointer(pair_new(actor, value_pointer(node), actor->roots[1]));
    }
    heap_collect(&actor->heap);
    heap_verify(&actor->heap);
    return actor;
}

static struct heap_page *page_of_root(struct actor *actor)
{
    return page_of(value_to_pointer(actor->roots[0]));
}

START_TEST(a_healthy_heap_passes)
{
    actor_close(healthy());
}
END_TEST

START_TEST(h1_a_page_of_another_heap)
{
    struct actor *const actor = healthy();
    struct actor *const other = actor_must_open(0);
    atomic_store(&page_of_root(actor)->owner, &other->heap);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h3_a_private_object_of_another_heap)
{
    struct actor *const actor = healthy();
    struct actor *const other = actor_must_open(0);
    actor->roots[5] = value_pointer(pair_new(other, VALUE_NIL, VALUE_NIL));
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h4_a_shared_object_that_references_a_private_one)
{
    struct actor *const actor = healthy();
    heap_set_shared(&actor->heap, value_to_pointer(actor->roots[0])); // but not what it references
    heap_verify(&actor->heap);
}
END_TEST

// --- H4: slots --------------------------------------------------------------------------------------------------------
static struct box *healthy_box(struct actor *actor)
{
    struct box *const box = box_new(actor);
    actor->roots[7] = value_pointer(box);
    ck_assert(heap_slot_store(&actor->heap, &box->slots[0], list_new(actor, 5), false));
    ck_assert(heap_slot_store_weak(&actor->heap, &box->slots[1], list_new(actor, 5)));
    heap_verify(&actor->heap);
    return box;
}

START_TEST(healthy_slots_pass)
{
    struct actor *const actor = healthy();
    healthy_box(actor);
    heap_collect(&actor->heap);
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

START_TEST(h4_a_private_value_in_a_slot_of_no_set)
{
    struct actor *const actor = healthy();
    atomic_store(&healthy_box(actor)->slots[2].word, actor->roots[0] | SLOT_PRIVATE);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h4_a_slot_that_was_copied)
{
    struct actor *const actor = healthy();
    struct box *const box = healthy_box(actor), *const copy = box_new(actor);
    memcpy(copy, box, sizeof *copy);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h4_a_private_value_in_a_slot_as_if_it_were_shared)
{
    struct actor *const actor = healthy();
    atomic_store(&healthy_box(actor)->slots[2].word, actor->roots[0]);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h4_a_slot_that_stayed_in_the_set)
{
    struct actor *const actor = healthy();
    atomic_store(&healthy_box(actor)->slots[0].word, VALUE_UNDEF);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h4_a_slot_whose_memory_is_another_thing_now)
{
    struct actor *const actor = healthy();
    struct heap_slot *const slot = base_alloc(sizeof *slot);
    atomic_init(&slot->word, VALUE_NIL);
    ck_assert(heap_slot_store(&actor->heap, slot, list_new(actor, 5), false));
    memset(slot, 0x68, sizeof *slot); // freed, and not forgotten
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h4_a_slot_with_another_heaps_value)
{
    struct actor *const actor = healthy();
    struct actor *const other = actor_must_open(0);
    atomic_store(&healthy_box(actor)->slots[0].word, value_pointer(pair_new(other, VALUE_NIL, VALUE_NIL)) | SLOT_PRIVATE);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h4_a_slot_with_a_dead_value)
{
    struct actor *const actor = healthy();
    void *const object = value_to_pointer(heap_slot_load(&actor->heap, &healthy_box(actor)->slots[0]));
    heap_flush(&actor->heap);
    page_of(object)->live[slot_word(object)] &= ~slot_bit(object);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h4_a_weak_slot_that_nobody_counted)
{
    struct actor *const actor = healthy();
    healthy_box(actor);
    actor->heap.interior->slots.weak--;
    heap_verify(&actor->heap);
}
END_TEST

static void trace_raw(struct heap_marker *marker, void *object)
{
    struct box *const box = object;
    heap_mark(marker, atomic_load(&box->slots[0].word));
}

START_TEST(h4_a_trace_that_hands_over_the_raw_word)
{
    struct actor *const actor = healthy();
    healthy_box(actor);
    types.types[TYPE_CLASS].trace = trace_raw;
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h6_a_dead_slot_that_owns_something_in_a_swept_page)
{
    struct actor *const actor = healthy();
    struct node *const lost = node_new(actor, 77, 3, 40);
    heap_flush(&actor->heap);
    page_of(lost)->live[slot_word(lost)] &= ~slot_bit(lost);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h8_a_body_without_a_fin_bit)
{
    struct actor *const actor = healthy();
    struct pair const *const link = value_to_pointer(actor->roots[1]);
    heap_clear_fin(&actor->heap, value_to_pointer(link->first));
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(h8_more_bodies_than_were_allocated)
{
    struct actor *const actor = healthy();
    struct pair const *const link = value_to_pointer(actor->roots[1]);
    ((struct node *)value_to_pointer(link->first))->body_size += 1;
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(a_reached_object_that_is_not_live)
{
    struct actor *const actor = healthy();
    void *const object = value_to_pointer(actor->roots[0]);
    page_of(object)->live[slot_word(object)] &= ~slot_bit(object);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(a_reference_into_the_middle)
{
    struct actor *const actor = healthy();
    actor->roots[5] = actor->roots[0] + 16;
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(a_slot_that_was_never_written)
{
    struct actor *const actor = healthy();
    struct pair *const pair = pair_new(actor, VALUE_NIL, VALUE_NIL);
    pair->header = 0;
    actor->roots[5] = value_pointer(pair);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(a_live_bit_where_no_slot_starts)
{
    struct actor *const actor = healthy();
    struct pair const *const link = value_to_pointer(actor->roots[1]);
    page_of_value(link->first)->live[0] |= 2;
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(a_page_that_was_lost)
{
    struct actor *const actor = healthy();
    list_remove(&actor->heap.interior->pages[HEAP_32], page_of_root(actor));
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(a_mark_left_by_a_shared_cycle)
{
    struct actor *const actor = healthy();
    page_set_smark(page_of_root(actor), 0, 1);
    heap_verify(&actor->heap);
}
END_TEST

START_TEST(a_cache_that_points_elsewhere)
{
    struct actor *const actor = healthy();
    pair_new(actor, VALUE_NIL, VALUE_NIL);
    actor->heap.caches[HEAP_32].base += HEAP_GRANULE;
    heap_verify(&actor->heap);
}
END_TEST

static void forget_second(struct heap_marker *marker, void *object)
{
    heap_mark(marker, ((struct pair *)object)->first);
}

// The collection misses an edge that the verifier then sees: a trace function that depends on what runs.
static int traces;
static void trace_seldom(struct heap_marker *marker, void *object)
{
    if (marker->visit == NULL && ++traces == 500) return;
    forget_second(marker, object);
    heap_mark(marker, ((struct pair *)object)->second);
}

START_TEST(a_collection_that_missed_an_edge)
{
    struct actor *const actor = healthy();
    actor->heap.modes.verify = true;
    types.types[TYPE_RANGE].trace = trace_seldom;
    heap_collect(&actor->heap);
}
END_TEST

START_TEST(a_store_that_breaks_h3)
{
    struct actor *const actor = healthy();
    struct actor *const other = actor_must_open(0);
    struct pair *const pair = pair_new(other, VALUE_NIL, VALUE_NIL);
    heap_check_store(&other->heap, pair, actor->roots[0]);
}
END_TEST

START_TEST(a_store_that_breaks_h4)
{
    struct actor *const actor = healthy();
    struct pair *const pair = pair_new(actor, VALUE_NIL, VALUE_NIL);
    heap_set_shared(&actor->heap, pair);
    heap_check_store(&actor->heap, pair, actor->roots[0]);
}
END_TEST

Suite *verify_suite(void)
{
    Suite *const suite = suite_create("verify");
    TCase *const tests = tcase_create("verify");
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, a_healthy_heap_passes);
    tcase_add_test(tests, healthy_slots_pass);
    suite_add_tcase(suite, tests);
    // Without a teardown, which would abort as well and hide that the check is missing.
    TCase *const deaths = tcase_create("verify, aborting");
    tcase_add_checked_fixture(deaths, world_open, NULL);
    tcase_add_test_raise_signal(deaths, h1_a_page_of_another_heap, 6);
    tcase_add_test_raise_signal(deaths, h3_a_private_object_of_another_heap, 6);
    tcase_add_test_raise_signal(deaths, h4_a_shared_object_that_references_a_private_one, 6);
    tcase_add_test_raise_signal(deaths, h4_a_private_value_in_a_slot_of_no_set, 6);
    tcase_add_test_raise_signal(deaths, h4_a_slot_that_was_copied, 6);
    tcase_add_test_raise_signal(deaths, h4_a_private_value_in_a_slot_as_if_it_were_shared, 6);
    tcase_add_test_raise_signal(deaths, h4_a_slot_that_stayed_in_the_set, 6);
    tcase_add_test_raise_signal(deaths, h4_a_slot_whose_memory_is_another_thing_now, 6);
    tcase_add_test_raise_signal(deaths, h4_a_slot_with_another_heaps_value, 6);
    tcase_add_test_raise_signal(deaths, h4_a_slot_with_a_dead_value, 6);
    tcase_add_test_raise_signal(deaths, h4_a_weak_slot_that_nobody_counted, 6);
    tcase_add_test_raise_signal(deaths, h4_a_trace_that_hands_over_the_raw_word, 6);
    tcase_add_test_raise_signal(deaths, h6_a_dead_slot_that_owns_something_in_a_swept_page, 6);
    tcase_add_test_raise_signal(deaths, h8_a_body_without_a_fin_bit, 6);
    tcase_add_test_raise_signal(deaths, h8_more_bodies_than_were_allocated, 6);
    tcase_add_test_raise_signal(deaths, a_reached_object_that_is_not_live, 6);
    tcase_add_test_raise_signal(deaths, a_reference_into_the_middle, 6);
    tcase_add_test_raise_signal(deaths, a_slot_that_was_never_written, 6);
    tcase_add_test_raise_signal(deaths, a_live_bit_where_no_slot_starts, 6);
    tcase_add_test_raise_signal(deaths, a_page_that_was_lost, 6);
    tcase_add_test_raise_signal(deaths, a_mark_left_by_a_shared_cycle, 6);
    tcase_add_test_raise_signal(deaths, a_cache_that_points_elsewhere, 6);
    tcase_add_test_raise_signal(deaths, a_collection_that_missed_an_edge, 6);
    tcase_add_test_raise_signal(deaths, a_store_that_breaks_h3, 6);
    tcase_add_test_raise_signal(deaths, a_store_that_breaks_h4, 6);
    suite_add_tcase(suite, deaths);
    return suite;
}
