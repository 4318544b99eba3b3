// Scheduling. Purpose: where a worker finds the next actor. Where a woken one goes is wake.c.
//
// Who has used up a budget waits in a second ring, behind whoever was woken or is new, and gets a turn of several budgets
// when nobody fresh waits (slice.c): actors that only compute would else spend their time on refilling caches.
//
// Data: the inject queue belongs to its lock; a worker's rings to it and to thieves (ring.c).
#include "actor/interior.h"

#define LIFO_STREAK 3u     // slices in a row out of the LIFO slot, before the ring has a turn
#define SPENT_EVERY 8u     // one slice in so many goes to who waits behind the others
#define INJECT_EVERY 61u   // slices between two looks at the inject queue while there is other work
#define INJECT_BATCH 64u
#define STEAL_ROUNDS 4u

// --- The inject queue ------------------------------------------------------------------------------------------------
static struct actor *inject_pop(struct actor_runtime *rt) // under the lock
{
    struct actor *const actor = rt->inject_first;
    if (actor == NULL) return NULL;
    rt->inject_first = actor->queue_next;
    if (rt->inject_first == NULL) rt->inject_last = &rt->inject_first;
    atomic_fetch_sub_explicit(&rt->inject_count, 1, memory_order_relaxed);
    return actor;
}

// One to run, and a fair share of the rest into the worker's ring.
static struct actor *inject_take(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    size_t const waiting = atomic_load_explicit(&rt->inject_count, memory_order_relaxed);
    if (waiting == 0) return NULL;
    size_t share = waiting / rt->worker_count;
    if (share > INJECT_BATCH) share = INJECT_BATCH;
    base_lock_acquire(&rt->inject_lock);
    struct actor *const first = inject_pop(rt);
    while (share-- > 1) {
        struct actor *const actor = rt->inject_first;
        if (actor == NULL || !ring_push(&worker->ring, actor)) break;
        (void)inject_pop(rt);
    }
    base_lock_release(&rt->inject_lock);
    return first;
}

// --- Taking out --------------------------------------------------------------------------------------------------------------
static struct actor *take_lifo(struct worker *from)
{
    if (atomic_load_explicit(&from->lifo, memory_order_relaxed) == NULL) return NULL;
    // acquire: pairs with the release in push_next
    return atomic_exchange_explicit(&from->lifo, NULL, memory_order_acquire);
}

static struct actor *steal_ring(struct worker *worker, struct ring *from, struct ring *to)
{
    struct actor *stolen[RING_SIZE / 2];
    unsigned const count = ring_steal(from, stolen, RING_SIZE / 2);
    if (count == 0) return NULL;
    for (unsigned i = 1; i < count; i++) schedule_push(worker, to, stolen[i]);
    atomic_store_explicit(&worker->steals, atomic_load_explicit(&worker->steals, memory_order_relaxed) + count,
                          memory_order_relaxed);
    return stolen[0];
}

static struct actor *steal_from(struct worker *worker, struct worker *victim, bool last_round)
{
    struct actor *actor = steal_ring(worker, &victim->ring, &worker->ring);
    if (actor == NULL) actor = steal_ring(worker, &victim->spent, &worker->spent);
    if (actor != NULL || !last_round) return actor;
    uint64_t const slice = atomic_load_explicit(&victim->slice, memory_order_relaxed);
    bool const old = slice > atomic_load_explicit(&victim->lifo_slice, memory_order_relaxed) ||
                     slice == atomic_load_explicit(&victim->stuck, memory_order_relaxed);
    return old ? take_lifo(victim) : NULL;
}

static void pause_briefly(void)
{
    for (volatile unsigned i = 0; i < 200; i++) {
    }
}

static struct actor *steal(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    for (unsigned round = 0; round < STEAL_ROUNDS; round++) {
        unsigned const first = (unsigned)(worker_random(worker) % rt->worker_count);
        for (unsigned i = 0; i < rt->worker_count; i++) {
            struct worker *const victim = &rt->workers[(first + i) % rt->worker_count];
            if (victim == worker) continue;
            struct actor *const actor = steal_from(worker, victim, round == STEAL_ROUNDS - 1);
            if (actor != NULL) return actor;
        }
        struct actor *const actor = inject_take(worker);
        if (actor != NULL) return actor;
        pause_briefly();
    }
    return NULL;
}

static struct actor *take_own(struct worker *worker)
{
    if (++worker->polls % INJECT_EVERY == 0) {
        struct actor *const actor = inject_take(worker);
        if (actor != NULL) return actor;
    }
    if (worker->polls % SPENT_EVERY == 0) {
        struct actor *const actor = ring_pop(&worker->spent);
        if (actor != NULL) return actor;
    }
    if (worker->lifo_streak < LIFO_STREAK) {
        struct actor *const actor = take_lifo(worker);
        worker->lifo_streak += actor != NULL;
        if (actor != NULL) return actor;
    }
    worker->lifo_streak = 0;
    struct actor *const oldest = ring_pop(&worker->ring);
    if (oldest != NULL) return oldest;
    struct actor *const woken = take_lifo(worker);
    if (woken != NULL) return woken;
    struct actor *const injected = inject_take(worker);
    return injected != NULL ? injected : ring_pop(&worker->spent);
}

// At most half of the workers search at a time.
static bool may_search(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    if (worker->searching) return true;
    uint32_t const started = atomic_load_explicit(&rt->started, memory_order_relaxed);
    if (started < 2 || atomic_load_explicit(&rt->searching, memory_order_relaxed) * 2 >= started) return false;
    atomic_fetch_add_explicit(&rt->searching, 1, memory_order_relaxed);
    return worker->searching = true;
}

struct actor *schedule_next(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    struct actor *actor = take_own(worker);
    if (actor == NULL && may_search(worker)) actor = steal(worker);
    if (!worker->searching) return actor;
    worker->searching = false;
    // seq_cst: comes before the last look of worker_sleep; and where there was something, there may be more
    bool const was_last = atomic_fetch_sub_explicit(&rt->searching, 1, memory_order_seq_cst) == 1;
    if (actor != NULL && was_last) schedule_notify(worker);
    return actor;
}

bool schedule_fresh(struct worker *worker)
{
    return atomic_load_explicit(&worker->lifo, memory_order_relaxed) != NULL || !ring_empty(&worker->ring) ||
           atomic_load_explicit(&worker->runtime->inject_count, memory_order_relaxed) > 0;
}

bool schedule_idle(struct actor_runtime *rt)
{
    if (atomic_load_explicit(&rt->inject_count, memory_order_relaxed) > 0) return false;
    for (unsigned i = 0; i < rt->worker_count; i++) {
        if (!ring_empty(&rt->workers[i].ring) || !ring_empty(&rt->workers[i].spent)) return false;
    }
    return true;
}
