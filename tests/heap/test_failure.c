// Allocation failure, everywhere. One scenario goes through the whole room; it is run again and again while the 1st,
// 2nd, 3rd… allocation fails, once from the allocator below and once from the heap's own injection. Each time the heaps
// verify and everything comes back.
#include "fixture.h"

static struct actor *actors[2];
static struct heap_stash *stash;

static bool build(struct actor *actor)
{
    value_t const list = list_new(actor, 2000);
    if (list == VALUE_UNDEF) return false;
    actor->roots[0] = list;
    for (uint32_t i = 0; i < 30; i++) {
        struct node *const node = node_new(actor, i, i * 5, i % 3 == 0 ? 5000 : 50);
        if (node == NULL) return false;
        struct pair *const pair = pair_new(actor, value_pointer(node), actor->roots[1]);
        if (pair == NULL) return false;
        actor->roots[1] = value_pointer(pair);
    }
    struct node *const large = node_new(actor, 100, 3000, 100);
    if (large == NULL) return false;
    large->fields[2999] = actor->roots[1];
    actor->roots[2] = value_pointer(large);
    char *const body = heap_body_realloc(&actor->heap, large->body, 100, 9000);
    if (body == NULL) return false;
    large->body = body;
    large->body_size = 9000;
    return true;
}

static bool exchange(struct actor *from, struct actor *to)
{
    value_t culprit;
    struct box *const box = box_new(from);
    value_t const list = list_new(from, 300);
    if (box == NULL || list == VALUE_UNDEF) return false;
    from->roots[3] = value_pointer(box);
    from->roots[4] = list;
    if (!heap_share_graph(&from->heap, list, shareable_pairs, NULL, &culprit)) return false;
    to->roots[3] = list;
    struct pair *const mine = pair_new(to, list, VALUE_NIL);
    if (mine == NULL || !heap_slot_store(&to->heap, &box->slots[0], value_pointer(mine), false)) return false;
    return heap_slot_store(&from->heap, &box->slots[1], list, true);
}

static void collect_everything(void)
{
    struct heap *heaps[] = {&actors[0]->heap, &actors[1]->heap};
    heap_collect(heaps[0]);
    heap_scrub(heaps[0]);
    heap_collect_start(heaps[1]);
    while (!heap_collect_step(heaps[1], 1000)) {
    }
    heap_drain(heaps[1]);
    cycle_after_run(world, heaps, 2);
}

// True: nothing failed on the way.
static bool scenario(uint64_t fail_at)
{
    actors[0] = actor_open(NULL);
    if (actors[0] == NULL) return false;
    actors[1] = actor_open(NULL);
    if (actors[1] == NULL) return false;
    stash = heap_stash_create(world);
    if (stash == NULL) return false;
    actors[0]->heap.stash = stash;
    actors[0]->heap.modes.fail_at = fail_at;
    if (!build(actors[0]) || !build(actors[1])) return false;
    if (!exchange(actors[0], actors[1])) return false;
    collect_everything();
    actors[0]->roots[1] = actors[0]->roots[2] = VALUE_NIL;
    heap_collect(&actors[0]->heap);
    return build(actors[0]) && exchange(actors[1], actors[0]);
}

static void end_scenario(void)
{
    for (size_t i = 0; i < TRP_COUNT(actors); i++) {
        if (actors[i] == NULL) continue;
        heap_verify(&actors[i]->heap);
        heap_collect(&actors[i]->heap);
        heap_verify_collected(&actors[i]->heap);
    }
    for (size_t i = 0; i < TRP_COUNT(actors); i++) {
        if (actors[i] != NULL) actor_close(actors[i]);
        actors[i] = NULL;
    }
    if (stash != NULL) heap_stash_destroy(stash);
    stash = NULL;
    heap_shared_cycle(world, NULL, 0);
    MUST(atomic_load(&world->page_count) == 0, "pages are lost");
    MUST(atomic_load(&body_bytes) == 0, "bodies are lost");
}

START_TEST(every_allocation_below_may_fail)
{
    for (uint64_t n = 1;; n++) {
        base_alloc_fail_at(n);
        bool const done = scenario(0);
        bool const pending = !base_may_allocate(); // the failure did not come: the sweep is over
        base_alloc_fail_at(0);
        end_scenario();
        if (done && n > 10 && pending) break;
        MUST(n < 5000, "the sweep does not end");
        // Everything after this many allocations is bodies and lists of the same kinds.
        if (n > 300) n += n / 10;
    }
}
END_TEST

START_TEST(every_allocation_of_the_heap_may_fail)
{
    for (uint64_t n = 1;; n += 1 + n / 20) {
        bool const done = scenario(n);
        bool const pending = actors[0]->heap.modes.fail_at != 0;
        end_scenario();
        if (pending) break;
        MUST(!done, "allocation %lu failed and nobody noticed", n);
        MUST(n < 100000, "the sweep does not end");
    }
}
END_TEST

Suite *failure_suite(void)
{
    Suite *const suite = suite_create("failure");
    TCase *const tests = tcase_create("failure");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, every_allocation_below_may_fail);
    tcase_add_test(tests, every_allocation_of_the_heap_may_fail);
    suite_add_tcase(suite, tests);
    return suite;
}
