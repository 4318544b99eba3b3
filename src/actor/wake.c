// Waking. Purpose: an actor that waits becomes ready, has a place in a queue, and there is a worker for it.
//
// A worker that makes an actor ready keeps it: in its LIFO slot, from which it runs next while its caches are warm. Whatever
// was in the slot moves into the ring, and only then is another worker called: two actors that answer each other never leave
// their worker, and pay no system call. An actor left in the slot while its worker runs another waits one slice at most;
// then its worker calls another one, and thieves may take it (schedule.c). A slice that lasts longer than that is found by the
// watch, which calls another worker for what waits there (watch.c).
//
// No wake-up is lost: who puts work in a queue fences and then looks for sleepers (schedule_notify); who goes to sleep says
// so, fences, and looks at all queues again (worker.c). One of the two sees the other.
//
// Data: state words belong to all; the inject queue to its lock.
#include "actor/interior.h"

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

// --- Queues ----------------------------------------------------------------------------------------------------------
static void inject(struct actor_runtime *rt, struct actor *actor)
{
    actor->queue_next = NULL;
    base_lock_acquire(&rt->inject_lock);
    *rt->inject_last = actor;
    rt->inject_last = &actor->queue_next;
    atomic_fetch_add_explicit(&rt->inject_count, 1, memory_order_relaxed); // ordered by the fence in schedule_notify
    base_lock_release(&rt->inject_lock);
}

void schedule_push(struct worker *worker, struct ring *ring, struct actor *actor)
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
    schedule_push(worker, &worker->ring, before);
    schedule_notify(worker);
}

void schedule_again(struct worker *worker, struct actor *actor)
{
    bool const alone = ring_empty(&worker->spent) && !schedule_fresh(worker);
    schedule_push(worker, &worker->spent, actor);
    if (!alone) schedule_notify(worker);
}

// --- The state word --------------------------------------------------------------------------------------------------
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

void actor_set_awaited(struct actor *actor, bool awaited)
{
    if (actor->awaited == awaited) return;
    actor->awaited = awaited;
    // relaxed: counted before the actor can park; pairs with the reading in deadlocked (worker.c) through that
    if (awaited) atomic_fetch_add_explicit(&actor->runtime->awaited, 1, memory_order_relaxed);
    else atomic_fetch_sub_explicit(&actor->runtime->awaited, 1, memory_order_relaxed);
}
