// Arming. Purpose: before a shared cycle that is wanted, actors with large heaps make their reports, each on its own time, so
// that the stop need not mark what is private (src/heap/report.c).
//
// Whoever finds that a cycle is wanted looks at all actors now and then: one that runs is asked by an interrupt to collect; one
// that is parked is claimed and made ready for a *chore*: its next turn collects, and parks it again without running it. The
// stop follows when no report is missing, or when that takes too long; what is missing then is marked in the stop.
//
// Invariants: actor->reported is written by the claim's holder, and says too little rather than too much: the next cycle's
// number when the report was made, or that none need be asked for.
// Data: rt->arming belongs to whoever has set `busy`.
#include "actor/interior.h"

#define LOOK_EVERY_NS 1000000u
#define WAIT_MOST_NS 2000000000u
#define LOOK_SHARE 8u // of the time that goes by, looking takes at most this part

static struct heap_world *world_of(const struct actor_runtime *rt) { return rt->runtime->heap_world; }

void actor_publish_report(struct actor *actor)
{
    struct heap *const heap = &actor->body->heap;
    if (TRP_LIKELY(actor->published == heap->stats.collections && !heap->resting)) return;
    actor->published = heap->stats.collections;
    bool const small = !heap_reports(heap);
    uint64_t const reported = small ? REPORT_NOT_ASKED : heap->resting ? REPORT_RESTS : heap_report_cycle(heap);
    // relaxed: a look that misses it looks again
    atomic_store_explicit(&actor->reported, reported, memory_order_relaxed);
}

void actor_runs_again(struct actor *actor)
{
    struct heap *const heap = &actor->body->heap;
    if (TRP_LIKELY(!heap->resting)) return;
    heap->resting = false;
    if (atomic_load_explicit(&actor->reported, memory_order_relaxed) != REPORT_RESTS) return;
    atomic_store_explicit(&actor->reported, heap_report_cycle(heap), memory_order_relaxed);
}

// It waits for nothing but a wake: its claim can be had.
static bool give_chore(struct worker *worker, struct actor *actor)
{
    uint32_t state = PHASE_PARKED;
    // acquire: pairs with the release in actor_may_park. Who wakes it meanwhile finds it running
    if (!atomic_compare_exchange_strong_explicit(&actor->state, &state, PHASE_RUNNING, memory_order_acquire,
                                                 memory_order_relaxed)) {
        return false;
    }
    actor->chore = true;
    // release: pairs with the acquire of the next claim
    atomic_fetch_sub_explicit(&actor->state, PHASE_RUNNING - PHASE_READY, memory_order_release);
    schedule_again(worker, actor);
    return true;
}

static void ask(struct worker *worker, struct actor *actor)
{
    uint32_t const phase = atomic_load_explicit(&actor->state, memory_order_relaxed) & STATE_PHASE;
    if (phase == PHASE_PARKED && give_chore(worker, actor)) return;
    if (atomic_load_explicit(&actor->interrupts, memory_order_relaxed) & INTERRUPT_COLLECT) return;
    atomic_fetch_or_explicit(&actor->interrupts, INTERRUPT_COLLECT, memory_order_relaxed);
}

static bool ask_all(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    uint64_t const next = heap_cycle_number(world_of(rt));
    bool all = true;
    for (unsigned i = 0; i < rt->worker_count; i++) {
        struct worker *const home = &rt->workers[i];
        base_lock_acquire(&home->registry_lock);
        for (struct actor *a = home->registry; a != NULL; a = a->next) {
            if (atomic_load_explicit(&a->reported, memory_order_relaxed) >= next) continue;
            all = false;
            ask(worker, a);
        }
        base_lock_release(&home->registry_lock);
    }
    return all;
}

// In a slice bracket, so that no actor is freed and the number of the next cycle stays.
static bool look(struct worker *worker, struct arming *arming)
{
    if (!slice_enter(worker)) return false;
    uint64_t const before = base_clock_ns();
    uint64_t const next = heap_cycle_number(world_of(worker->runtime));
    if (arming->cycle != next) {
        arming->cycle = next;
        arming->since = before;
    }
    bool const all = ask_all(worker);
    uint64_t const now = base_clock_ns();
    uint64_t const pause = (now - before) * LOOK_SHARE;
    bool const long_enough = now - arming->since > WAIT_MOST_NS || heap_shared_cycle_urgent(world_of(worker->runtime));
    // relaxed: only when to look
    atomic_store_explicit(&arming->again, now + (pause > LOOK_EVERY_NS ? pause : LOOK_EVERY_NS), memory_order_relaxed);
    slice_leave(worker);
    return all || long_enough;
}

bool arm_reported(struct worker *worker)
{
    struct arming *const arming = &worker->runtime->arming;
    if (!arm_due(worker->runtime, base_clock_ns())) return false;
    // acquire and release: what the last one who looked has left
    if (atomic_exchange_explicit(&arming->busy, true, memory_order_acquire)) return false;
    bool const reported = look(worker, arming);
    atomic_store_explicit(&arming->busy, false, memory_order_release);
    return reported;
}
