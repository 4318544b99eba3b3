// Marking: depth, breadth, cycles, a mark stack without memory, weak edges.
#include "fixture.h"

START_TEST(a_million_deep_is_no_recursion)
{
    struct actor *const actor = actor_must_open(0);
    heap_set_enabled(&actor->heap, false);
    actor->roots[0] = list_new(actor, 1000000);
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 1000000);
    actor->roots[0] = VALUE_NIL;
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 0);
    actor_close(actor);
}
END_TEST

START_TEST(cycles_live_and_die_whole)
{
    struct actor *const actor = actor_must_open(0);
    struct pair *const one = pair_new(actor, VALUE_NIL, VALUE_NIL);
    struct pair *const two = pair_new(actor, value_pointer(one), VALUE_NIL);
    one->first = value_pointer(two);
    one->second = value_pointer(one);
    actor->roots[3] = value_pointer(two);
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 2);
    actor->roots[3] = VALUE_NIL;
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 0);
    actor_close(actor);
}
END_TEST

// A wide tree: a node with `width` fields, each a list.
static value_t wide(struct actor *actor, uint32_t width, size_t depth)
{
    struct node *const node = node_new(actor, 0, width, 0);
    actor->roots[1] = value_pointer(node);
    for (uint32_t i = 0; i < width; i++) node->fields[i] = list_new(actor, depth);
    return value_pointer(node);
}

START_TEST(a_wide_object_needs_little_stack)
{
    struct actor *const actor = actor_must_open(0);
    actor->roots[0] = wide(actor, 100000, 2);
    heap_collect(&actor->heap);
    ck_assert_uint_eq(live_objects(actor), 200001);
    ck_assert_uint_le(actor->heap.interior->marker.stack.capacity, 1024);
    actor_close(actor);
}
END_TEST

START_TEST(a_stack_without_memory_still_marks_everything)
{
    for (uint64_t n = 1; n < 40; n += 1 + n / 8) {
        struct actor *const actor = actor_must_open(0);
        actor->roots[0] = wide(actor, 300, 30);
        actor->roots[1] = wide(actor, 10, 1000);
        actor->heap.modes.verify = true;
        base_alloc_fail_at(n);
        heap_collect_start(&actor->heap);
        // Fail every growth, not only the first.
        while (!heap_collect_step(&actor->heap, 1)) base_alloc_fail_at(1);
        base_alloc_fail_at(0);
        ck_assert_uint_eq(live_objects(actor), 1 + 300 * 30 + 1 + 10 * 1000);
        heap_verify(&actor->heap);
        actor_close(actor);
    }
}
END_TEST

static void trace_tree(struct heap_marker *marker, void *object)
{
    struct node const *const node = object;
    for (uint32_t i = 0; i < node->count; i++) heap_mark(marker, node->fields[i]); // no range: fills the stack
}

START_TEST(an_overflowing_stack_is_rescanned)
{
    types.types[TYPE_ARRAY].trace = trace_tree;
    struct actor *const actor = actor_must_open(0);
    actor->roots[0] = wide(actor, 2000, 50);
    base_alloc_fail_at(1);
    heap_collect(&actor->heap);
    base_alloc_fail_at(0);
    ck_assert_uint_eq(live_objects(actor), 1 + 2000 * 50);
    heap_verify(&actor->heap);
    actor_close(actor);
}
END_TEST

START_TEST(weak_edges_are_cleared_when_nothing_else_holds)
{
    struct actor *const actor = actor_must_open(0);
    struct pair *const kept = pair_new(actor, VALUE_NIL, VALUE_NIL);
    struct pair *const lost = pair_new(actor, VALUE_NIL, VALUE_NIL);
    struct weak *const to_kept = weak_new(actor, value_pointer(kept), value_pointer(kept));
    struct weak *const to_lost = weak_new(actor, value_pointer(lost), VALUE_NIL);
    struct weak *const to_number = weak_new(actor, value_fixnum(5), VALUE_NIL);
    actor->roots[0] = value_pointer(to_kept);
    actor->roots[1] = value_pointer(to_lost);
    actor->roots[2] = value_pointer(to_number);
    actor->heap.modes.verify = true;
    heap_collect(&actor->heap);
    ck_assert_uint_eq(to_kept->target, value_pointer(kept));
    ck_assert_uint_eq(to_lost->target, VALUE_UNDEF);
    ck_assert_uint_eq(to_number->target, value_fixnum(5));
    ck_assert_uint_eq(live_objects(actor), 4);
    actor_close(actor);
}
END_TEST

START_TEST(a_weak_edge_without_memory_is_strong)
{
    struct actor *const actor = actor_must_open(0);
    struct pair *const lost = pair_new(actor, VALUE_NIL, VALUE_NIL);
    struct weak *const weak = weak_new(actor, value_pointer(lost), VALUE_NIL);
    actor->roots[0] = value_pointer(weak);
    base_alloc_fail_at(2); // the first is for the report
    heap_collect(&actor->heap);
    ck_assert_uint_eq(weak->target, value_pointer(lost));
    heap_collect(&actor->heap);
    ck_assert_uint_eq(weak->target, VALUE_UNDEF);
    actor_close(actor);
}
END_TEST

Suite *mark_suite(void)
{
    Suite *const suite = suite_create("mark");
    TCase *const tests = tcase_create("mark");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, a_million_deep_is_no_recursion);
    tcase_add_test(tests, cycles_live_and_die_whole);
    tcase_add_test(tests, a_wide_object_needs_little_stack);
    tcase_add_test(tests, a_stack_without_memory_still_marks_everything);
    tcase_add_test(tests, an_overflowing_stack_is_rescanned);
    tcase_add_test(tests, weak_edges_are_cleared_when_nothing_else_holds);
    tcase_add_test(tests, a_weak_edge_without_memory_is_strong);
    suite_add_tcase(suite, tests);
    return suite;
}
