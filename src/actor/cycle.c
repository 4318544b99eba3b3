// Shared cycles. Purpose: when one is wanted, everybody stands, and one thread collects what is shared.
//
// Where there is much to trace a cycle takes two stops or more: after each but the last a thread of its own traces while actors
// run (the concurrent mark, src/heap/concurrent.c), and the next comes when it is done. One that is in a hurry takes over what
// was traced by then; one that a program asks for, or a heap over its limit, is to free all that is dead: it stops once.
//
// Invariants: rt->marking is stop_mutex's, but for `state`, which others read: MARKING_RUNS from the first stop until the
// thread is done or halted. Nobody stops the world for a cycle or for good without having joined it.
#include "actor/interior.h"

#define MARKING_STACK ((size_t)128 << 10)

static size_t list_heaps(struct actor_runtime *rt, struct heap **heaps)
{
    size_t count = 0;
    for (unsigned i = 0; i < rt->worker_count; i++) {
        for (struct actor *a = rt->workers[i].registry; a != NULL; a = a->next) {
            if (a->body == NULL) continue;
            if (TRP_DEBUG) native_verify(a);
            if (heaps != NULL) heaps[count] = &a->body->heap;
            count++;
        }
    }
    return count;
}

// --- The concurrent mark ----------------------------------------------------------------------------------------------
static enum marking_state marking_state(const struct actor_runtime *rt)
{
    // acquire: pairs with the release in marking_main
    return atomic_load_explicit(&rt->marking.state, memory_order_acquire);
}

static void marking_main(void *argument)
{
    struct actor_runtime *const rt = argument;
    heap_mark_run(rt->runtime->heap_world);
    // release: what it marked comes before
    atomic_store_explicit(&rt->marking.state, MARKING_DONE, memory_order_release);
}

// Afterwards its marks are the caller's. Nothing, where none was begun.
static void marking_join(struct actor_runtime *rt)
{
    if (marking_state(rt) == MARKING_NONE) return;
    heap_mark_halt(rt->runtime->heap_world);
    base_thread_join(rt->marking.thread);
    atomic_store_explicit(&rt->marking.state, MARKING_NONE, memory_order_relaxed);
}

void marking_end(struct actor_runtime *rt)
{
    marking_join(rt);
    heap_mark_drop(rt->runtime->heap_world);
}

// False: no memory, or no thread.
static bool marking_begin(struct actor_runtime *rt, struct heap **heaps, size_t count)
{
    struct heap_world *const world = rt->runtime->heap_world;
    if (!heap_mark_begin(world, heaps, count)) return false;
    atomic_store_explicit(&rt->marking.state, MARKING_RUNS, memory_order_relaxed);
    if (base_thread_start(&rt->marking.thread, MARKING_STACK, marking_main, rt)) {
        count_up(&rt->marks);
        return true;
    }
    atomic_store_explicit(&rt->marking.state, MARKING_NONE, memory_order_relaxed);
    heap_mark_drop(world);
    return false;
}

// --- Cycles -----------------------------------------------------------------------------------------------------------
bool cycle_wanted(const struct actor_runtime *rt)
{
    return heap_shared_cycle_wanted(rt->runtime->heap_world) ||
           atomic_load_explicit(&rt->runtime->collection_wanted, memory_order_relaxed);
}

// Without waiting for anything.
static bool is_urgent(const struct actor_runtime *rt)
{
    return atomic_load_explicit(&rt->runtime->collection_urgent, memory_order_relaxed) ||
           heap_shared_cycle_urgent(rt->runtime->heap_world);
}

static void collect(struct actor_runtime *rt, struct heap **heaps, size_t count)
{
    struct heap_world *const world = rt->runtime->heap_world;
    heap_shared_cycle(world, heaps, count);
    count_up(&rt->cycles);
}

enum cycle_kind {
    CYCLE_WANTED, // nothing, if somebody else has run it meanwhile; a round of marking first, where that pays
    CYCLE_WHOLE,  // in one stop, and what is dead is freed
    CYCLE_MARK,   // a round of marking
    CYCLE_LAST    // the last stop
};

static void stand_and_collect(struct actor_runtime *rt, enum cycle_kind kind, struct heap **heaps, size_t count)
{
    struct heap_world *const world = rt->runtime->heap_world;
    marking_join(rt);
    if (kind == CYCLE_WHOLE) heap_mark_drop(world);
    bool const marks = kind == CYCLE_MARK || (kind == CYCLE_WANTED && !is_urgent(rt) && heap_mark_pays(world, count));
    rt->in_cycle = true;
    if (!marks || !marking_begin(rt, heaps, count)) collect(rt, heaps, count);
    rt->in_cycle = false;
}

static void cycle(struct actor_runtime *rt, enum cycle_kind kind, uint64_t since)
{
    size_t const count = list_heaps(rt, NULL);
    struct heap **const heaps = base_alloc((count + 1) * sizeof(struct heap *));
    if (heaps == NULL) return; // another time
    (void)list_heaps(rt, heaps);
    stand_and_collect(rt, kind, heaps, count);
    uint64_t const took = base_clock_ns() - since;
    for (size_t i = 0; i < count; i++) {
        if (heaps[i]->stats.shared_wait_ns_max < took) heaps[i]->stats.shared_wait_ns_max = took;
    }
    base_free(heaps);
}

// It is traced for: the last stop can wait.
static bool can_wait(const struct actor_runtime *rt) { return marking_state(rt) == MARKING_RUNS && !is_urgent(rt); }

// Nothing, if somebody else stops everybody at this moment.
static void run_cycle(struct actor_runtime *rt, enum cycle_kind kind)
{
    uv_mutex_lock(&rt->stop_mutex);
    bool const idle = atomic_load_explicit(&rt->stop, memory_order_relaxed) == STOP_NONE;
    if (idle && (kind != CYCLE_WANTED || (cycle_wanted(rt) && !can_wait(rt)))) {
        uint64_t const since = base_clock_ns();
        stand_alone(rt, STOP_CYCLE, INTERRUPT_STOP);
        cycle(rt, kind, since);
        // seq_cst: as all writes of it
        atomic_store_explicit(&rt->stop, STOP_NONE, memory_order_seq_cst);
        uv_cond_broadcast(&rt->resumed);
    }
    uv_mutex_unlock(&rt->stop_mutex);
}

// The hostile mode: every so many slices a stop, of each kind in turn.
static bool cycle_due(const struct worker *worker, enum cycle_kind *kind)
{
    static enum cycle_kind const kinds[] = {CYCLE_MARK, CYCLE_LAST, CYCLE_MARK, CYCLE_MARK, CYCLE_LAST, CYCLE_WHOLE};
    uint32_t const every = worker->runtime->options.cycle_every;
    if (TRP_LIKELY(every == 0)) return false;
    uint64_t const slice = atomic_load_explicit(&worker->slice, memory_order_relaxed);
    if (slice % every != 0) return false;
    *kind = kinds[slice / every % (sizeof kinds / sizeof *kinds)];
    return true;
}

void shared_cycle_if_wanted(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    enum cycle_kind kind = CYCLE_WANTED;
    bool const due = cycle_due(worker, &kind);
    if (TRP_LIKELY(!cycle_wanted(rt) && !due)) return;
    if (!due && can_wait(rt)) return;
    if (due || is_urgent(rt) || marking_state(rt) != MARKING_NONE || arm_reported(worker)) run_cycle(rt, kind);
}

// The slice stands still, as in a poll that meets a stop.
bool actor_cycle(struct ec *ec)
{
    struct actor *const actor = ec_actor(ec);
    struct worker *const worker = actor->worker;
    slice_leave(worker);
    run_cycle(worker->runtime, CYCLE_WHOLE);
    bool const goes_on = slice_resume(worker);
    actor_runs_again(actor);
    return goes_on || stop_kills(ec);
}
