// Several heaps on several threads: what the room promises without any lock of the caller's. Clean under
// ThreadSanitizer.
//
// Each thread runs a row of actors that allocate, keep some, share lists and publish them through slots that all
// threads read and overwrite, with private values too; from time to time all threads stop and one of them runs a shared
// cycle. Conservation: every page and byte comes back, and a list that was read was whole.
#include <pthread.h>
#include <stdlib.h>

#include "fixture.h"

#define THREADS 4
#define SLOTS 16

static struct heap_slot slots[SLOTS];
static struct actor *actors[THREADS];
static pthread_barrier_t barrier;
static int rounds;

static void mark_slots(struct heap_marker *marker, void *owner)
{
    (void)owner;
    for (int i = 0; i < SLOTS; i++) heap_mark_slot(marker, &slots[i]);
}

static void check_list(value_t list)
{
    int64_t expected = -1;
    for (; list != VALUE_NIL; list = ((struct pair *)value_to_pointer(list))->second) {
        int64_t const index = value_to_fixnum(((struct pair *)value_to_pointer(list))->first);
        MUST(expected < 0 || index == expected, "a list is broken");
        expected = index - 1;
    }
}

static void publish(struct actor *actor, struct rng *rng)
{
    value_t culprit;
    value_t const list = list_new(actor, 1 + rng_below(rng, 20));
    struct heap_slot *const slot = &slots[rng_below(rng, SLOTS)];
    uint32_t const how = rng_below(rng, 3);
    if (how == 0 && !heap_share_graph(&actor->heap, list, shareable_pairs, NULL, &culprit)) return;
    MUST(heap_slot_store(&actor->heap, slot, list, how == 0), "no memory");
    // Shared only once others can see the slot.
    if (how == 1) MUST(heap_share_graph(&actor->heap, list, shareable_pairs, NULL, &culprit), "no memory");
}

static void read_slot(struct actor *actor, struct rng *rng)
{
    value_t const value = heap_slot_load(&actor->heap, &slots[rng_below(rng, SLOTS)]);
    if (value == VALUE_UNDEF) return;
    check_list(value);
    actor->roots[rng_below(rng, ROOTS)] = value;
}

static void work(struct actor *actor, struct rng *rng)
{
    for (int i = 0; i < 400; i++) {
        uint32_t const what = rng_below(rng, 20);
        if (what == 0) {
            publish(actor, rng);
        } else if (what < 4) {
            read_slot(actor, rng);
        } else if (what < 8) {
            struct node *const node = node_new(actor, rng_below(rng, IDS), rng_below(rng, 200), rng_below(rng, 100));
            actor->roots[rng_below(rng, ROOTS)] = value_pointer(node);
        } else {
            actor->roots[rng_below(rng, ROOTS)] = list_new(actor, rng_below(rng, 100));
        }
        if (actor->heap.requests != 0) heap_collect(&actor->heap);
    }
}

// All stop; one collects for all.
static void stop_for_cycle(int thread)
{
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        struct heap *heaps[THREADS];
        for (int i = 0; i < THREADS; i++) heaps[i] = &actors[i]->heap;
        cycle_after_run(world, heaps, THREADS);
        for (int i = 0; i < THREADS; i++) heap_verify(&actors[i]->heap);
    }
    (void)thread;
    pthread_barrier_wait(&barrier);
}

static void *run(void *argument)
{
    int const thread = (int)(intptr_t)argument;
    struct rng rng = {.state = 77 + (uint64_t)thread};
    struct heap_stash *const stash = heap_stash_create(world);
    for (int round = 0; round < rounds; round++) {
        actors[thread] = actor_must_open(0);
        actors[thread]->heap.stash = stash;
        for (int i = 0; i < 3; i++) {
            work(actors[thread], &rng);
            stop_for_cycle(thread);
        }
        work(actors[thread], &rng);
        actor_close(actors[thread]);
    }
    heap_stash_destroy(stash);
    return NULL;
}

static void run_threads(void *(*body)(void *argument))
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (intptr_t i = 0; i < THREADS; i++) ck_assert_int_eq(pthread_create(&threads[i], NULL, body, (void *)i), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
}

START_TEST(actors_on_threads_share_and_collect)
{
    rounds = 12;
    types.shared_roots = mark_slots;
    for (int i = 0; i < SLOTS; i++) atomic_store(&slots[i].word, VALUE_NIL);
    run_threads(run);
    for (int i = 0; i < SLOTS; i++) {
        value_t const word = atomic_load(&slots[i].word);
        MUST(!slot_word_private(word), "a private value outlived its actor");
        atomic_store(&slots[i].word, VALUE_NIL);
    }
    heap_shared_cycle(world, NULL, 0);
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
    ck_assert_uint_eq(atomic_load(&world->orphan_count), 0);
}
END_TEST

static void *churn(void *argument)
{
    struct rng rng = {.state = 99 + (uint64_t)(intptr_t)argument};
    struct heap_stash *const stash = heap_stash_create(world);
    for (int round = 0; round < 60; round++) {
        struct actor *const actor = actor_must_open(0);
        actor->heap.stash = round % 2 == 0 ? stash : NULL;
        size_t const length = rng_below(&rng, 20000);
        actor->roots[0] = list_new(actor, length);
        for (int i = 0; i < 5; i++) node_new(actor, 0, rng_below(&rng, 60000), 10);
        heap_collect(&actor->heap);
        MUST(live_objects(actor) == length, "objects are lost");
        actor_close(actor);
    }
    heap_stash_destroy(stash);
    return NULL;
}

START_TEST(pages_and_runs_come_and_go_on_threads)
{
    run_threads(churn);
    ck_assert_uint_eq(atomic_load(&world->page_count), 0);
}
END_TEST

static void *allocate(void *argument)
{
    struct actor *const actor = actor_must_open(0);
    (void)argument;
    for (int i = 0; i < 20000; i++) {
        actor->roots[0] = list_new(actor, 28);
        if (actor->heap.requests != 0) heap_collect(&actor->heap);
    }
    ck_assert_uint_le(actor->heap.stats.lock_acquired, 24);
    ck_assert_uint_ge(actor->heap.stats.collections, 20);
    actor_close(actor);
    return NULL;
}

START_TEST(recycling_on_threads_takes_few_locks)
{
    run_threads(allocate);
}
END_TEST

Suite *threads_suite(void)
{
    Suite *const suite = suite_create("threads");
    TCase *const tests = tcase_create("threads");
    tcase_set_timeout(tests, 240);
    tcase_add_checked_fixture(tests, world_open, world_close);
    tcase_add_test(tests, actors_on_threads_share_and_collect);
    tcase_add_test(tests, pages_and_runs_come_and_go_on_threads);
    tcase_add_test(tests, recycling_on_threads_takes_few_locks);
    suite_add_tcase(suite, tests);
    return suite;
}
