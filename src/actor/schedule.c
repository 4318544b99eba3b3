// Scheduling. Purpose: where a woken actor goes, and where a worker finds the next one.
//
// A worker that makes an actor ready keeps it: in its LIFO slot, from which it runs next while its caches are warm. Whatever
// was in the slot moves into the ring, and only then is another worker called: two actors that answer each other never leave
// their worker, and pay no system call. An actor left in the slot while its worker runs another waits one slice at most;
// then its worker calls another one, and thieves may take it. A slice that lasts longer than that is found by the watch, which
// calls another worker for what waits there (watch.c).
//
// Who has used up a budget waits in a second ring, behind whoever was woken or is new, and gets a turn of several budgets
// when nobody fresh waits (slice.c): actors that only compute would else spend their time on refilling caches.
//
// No wake-up is lost: who puts work in a queue fences and then looks for sleepers (schedule_notify); who goes to sleep says
// so, fences, and looks at all queues again (worker.c). One of the two sees the other.
//
// Data: state words belong to all; the inject queue to its lock.
#include "actor/interior.h"

#define LIFO_STREAK 3u     // slices in a row out of the LIFO slot, before the ring has a turn
#define TIRED_EVERY 8u     // one slice in so many goes to who waits behind the others
#define INJECT_EVERY 61u   // slices between two looks at the inject queue while there is other work
#define INJECT_BATCH 64u
#define STEAL_ROUNDS 4u

// --- The inject queue ------------------------------------------------------------------------------------------------------
static void inject(struct actor_runtime *rt, struct actor *actor)
{
    actor->queue_next = NULL;
    base_lock_acquire(&rt->inject_lock);
    *rt->inject_last = actor;
    rt->inject_last = &actor->queue_next;
    atomic_fetch_add_explicit(&rt->inject_count, 1, memory_order_relaxed); // ordered by the fence in schedule_notify
    base_lock_release(&rt->inject_lock);
}

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

// --- Putting in ------------------------------------------------------------------------------------------------------------
static void push(struct worker *worker, struct ring *ring, struct actor *actor)
{
    if (!ring_push(ring, actor)) inject(worker->runtime, actor);
}

static void push_next(struct worker *worker, struct actor *actor)
{
    atomic_store_explicit(&worker->lifo_slice, atomic_load_explicit(&worker->slice, memory_order_relaxed),
                          memory_order_relaxed);
    // release: publishes the actor to a thief; seq_cst: pairs with the fence in rest (watch.c)
    struct actor *const before = atomic_exchange_explicit(&worker->lifo, actor, memory_order_seq_cst);
    if (before == NULL) {
        watch_need(worker->runtime); // this slice may last
        return;
    }
    push(worker, &worker->ring, before);
    schedule_notify(worker);
}

void actor_wake(struct worker *worker, struct actor *actor)
{
    // release: what the actor waits for is there; pairs with the acquires of its claim and of actor_may_park. acquire: so
    // that the first of several wakers hands on what the others did
    uint32_t const before = atomic_fetch_or_explicit(&actor->state, STATE_NOTIFIED, memory_order_acq_rel);
    if (before != PHASE_PARKED) return; // it will test again before it parks, or runs soon, or never again
    // An exchange, so that what other wakers released in between is released with it. Nobody else changes the phase.
    (void)atomic_exchange_explicit(&actor->state, PHASE_READY, memory_order_acq_rel);
    push_next(worker, actor);
}

void actor_make_ready(struct worker *worker, struct actor *actor)
{
    // release: pairs with the acquire of its claim. Wakers may have set STATE_NOTIFIED already
    atomic_fetch_add_explicit(&actor->state, PHASE_READY - PHASE_IDLE, memory_order_release);
    push_next(worker, actor);
}

bool actor_may_park(struct actor *actor)
{
    uint32_t state = PHASE_RUNNING;
    // release: pairs with the next claim's acquire. acquire: of the wakers' release
    if (atomic_compare_exchange_strong_explicit(&actor->state, &state, PHASE_PARKED, memory_order_acq_rel,
                                                memory_order_acquire)) {
        return true;
    }
    TRP_ASSERT(state == (PHASE_RUNNING | STATE_NOTIFIED));
    atomic_fetch_and_explicit(&actor->state, ~STATE_NOTIFIED, memory_order_acquire); // as above
    return false;
}

bool actor_noticed(struct actor *actor)
{
    if (!(atomic_load_explicit(&actor->state, memory_order_relaxed) & STATE_NOTIFIED)) return false;
    atomic_fetch_and_explicit(&actor->state, ~STATE_NOTIFIED, memory_order_acquire); // pairs with the wakers' release
    return true;
}

void actor_set_patient(struct actor *actor, bool patient)
{
    if (actor->patient == patient) return;
    actor->patient = patient;
    // relaxed: counted before the actor can park; pairs with the reading in deadlocked (worker.c) through that
    if (patient) atomic_fetch_add_explicit(&actor->runtime->patient, 1, memory_order_relaxed);
    else atomic_fetch_sub_explicit(&actor->runtime->patient, 1, memory_order_relaxed);
}

void schedule_again(struct worker *worker, struct actor *actor)
{
    bool const alone = ring_empty(&worker->tired) && !schedule_fresh(worker);
    push(worker, &worker->tired, actor);
    if (!alone) schedule_notify(worker);
}

bool schedule_fresh(struct worker *worker)
{
    return atomic_load_explicit(&worker->lifo, memory_order_relaxed) != NULL || !ring_empty(&worker->ring) ||
           atomic_load_explicit(&worker->runtime->inject_count, memory_order_relaxed) > 0;
}

// --- Calling another worker ------------------------------------------------------------------------------------------------
static bool rouse_one(struct actor_runtime *rt, unsigned from)
{
    for (unsigned i = 0; i < rt->worker_count; i++) {
        struct worker *const other = &rt->workers[(from + i) % rt->worker_count];
        if (atomic_load_explicit(&other->sleeping, memory_order_relaxed) == 0) continue;
        // It searches from now on, though it does not know yet: others need not be called meanwhile.
        atomic_fetch_add_explicit(&rt->searching, 1, memory_order_relaxed);
        if (worker_rouse(other)) return true;
        atomic_fetch_sub_explicit(&rt->searching, 1, memory_order_relaxed);
    }
    return false;
}

static bool start_one(struct actor_runtime *rt)
{
    uint32_t const started = atomic_load_explicit(&rt->started, memory_order_relaxed);
    if (started >= rt->worker_count) return false;
    uv_mutex_lock(&rt->stop_mutex);
    uint32_t const next = atomic_load_explicit(&rt->started, memory_order_relaxed);
    bool done = next == started && atomic_load_explicit(&rt->stop, memory_order_relaxed) != STOP_CLOSING;
    if (done) {
        atomic_fetch_add_explicit(&rt->searching, 1, memory_order_relaxed); // as above
        // Counted before it can sleep: when as many sleep as were started, nobody runs (deadlocked, worker.c).
        atomic_store_explicit(&rt->started, next + 1, memory_order_relaxed);
        done = worker_start(&rt->workers[next]);
        if (!done) {
            atomic_store_explicit(&rt->started, next, memory_order_relaxed);
            atomic_fetch_sub_explicit(&rt->searching, 1, memory_order_relaxed);
        }
    }
    uv_mutex_unlock(&rt->stop_mutex);
    return done;
}

bool schedule_call(struct actor_runtime *rt, unsigned from)
{
    return (atomic_load_explicit(&rt->sleepers, memory_order_relaxed) > 0 && rouse_one(rt, from)) || start_one(rt);
}

void schedule_notify(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    if (rt->worker_count == 1) return;
    // seq_cst: what was queued comes before the look at searchers and sleepers; pairs with the fence in worker_sleep
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&rt->searching, memory_order_relaxed) > 0) return; // it looks again before it sleeps
    count_up(&worker->wakes);
    (void)schedule_call(rt, (unsigned)worker_random(worker));
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
    for (unsigned i = 1; i < count; i++) push(worker, to, stolen[i]);
    atomic_store_explicit(&worker->steals, atomic_load_explicit(&worker->steals, memory_order_relaxed) + count,
                          memory_order_relaxed);
    return stolen[0];
}

static struct actor *steal_from(struct worker *worker, struct worker *victim, bool last_round)
{
    struct actor *actor = steal_ring(worker, &victim->ring, &worker->ring);
    if (actor == NULL) actor = steal_ring(worker, &victim->tired, &worker->tired);
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
    if (worker->polls % TIRED_EVERY == 0) {
        struct actor *const actor = ring_pop(&worker->tired);
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
    return injected != NULL ? injected : ring_pop(&worker->tired);
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

bool schedule_idle(struct actor_runtime *rt)
{
    if (atomic_load_explicit(&rt->inject_count, memory_order_relaxed) > 0) return false;
    for (unsigned i = 0; i < rt->worker_count; i++) {
        if (!ring_empty(&rt->workers[i].ring) || !ring_empty(&rt->workers[i].tired)) return false;
    }
    return true;
}
