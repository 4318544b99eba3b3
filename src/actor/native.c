// Native calls. Purpose: an actor whose builtin blocks or computes for long gives up its claim meanwhile (vm/vm.h, N1 to N4).
//
// Invariants:
//   S1 From enter to leave the actor is in phase NATIVE, its worker is between slices for whoever stops the world, and its
//      heap belongs to no worker: it has no stash, and its budget is the idle one.
//   S2 Meanwhile worker.native is the mark of its hand. Whoever clears it has the seat: the hand itself when it comes back, or
//      the watch when others need the seat (seat.c). So exactly one of them has it.
// Data: the claim's holder's; the phase belongs to all.
#include "actor/interior.h"

void actor_native_enter(struct ec *ec)
{
    struct actor *const actor = ec_actor(ec);
    if (actor == NULL) return;
    struct worker *const worker = actor->worker;
    uint32_t const mark = actor->hand->mark;
    slice_detach(actor);
    count_up(&worker->natives);
    atomic_store_explicit(&worker->running, NULL, memory_order_relaxed);
    TRP_ASSERT((atomic_load_explicit(&actor->state, memory_order_relaxed) & STATE_PHASE) == PHASE_RUNNING);
    // relaxed: slice_leave releases what was written. Wakers may have set STATE_NOTIFIED, and set it meanwhile
    atomic_fetch_add_explicit(&actor->state, PHASE_NATIVE - PHASE_RUNNING, memory_order_relaxed);
    slice_leave(worker);
    // release: pairs with seat_take, which sees it between slices; seq_cst: as in watch_need
    atomic_store_explicit(&worker->native, mark, memory_order_seq_cst);
    watch_need(actor->runtime);
    if (TRP_UNLIKELY(actor->runtime->options.hostile_seats)) (void)seat_take(worker, mark);
}

// The seat was kept, or another was found. False: the runtime closes.
static bool regain(struct actor *actor)
{
    struct hand *const hand = actor->hand;
    struct worker *const worker = actor->worker;
    uint32_t mark = hand->mark;
    // acquire: of nobody but itself; another that cleared it had the seat since (seats_mutex)
    if (TRP_LIKELY(atomic_compare_exchange_strong_explicit(&worker->native, &mark, 0, memory_order_acquire,
                                                           memory_order_relaxed))) {
        return slice_resume(worker);
    }
    struct worker *const other = seat_regain(hand);
    if (other == NULL) return false;
    actor->worker = other;
    return slice_resume(other);
}

bool actor_native_leave(struct ec *ec)
{
    struct actor *const actor = ec_actor(ec);
    if (actor == NULL) return true;
    bool const goes_on = regain(actor);
    atomic_fetch_sub_explicit(&actor->state, PHASE_NATIVE - PHASE_RUNNING, memory_order_relaxed); // as above
    if (actor->hand->seat == NULL) return stop_kills(ec); // it only unwinds
    slice_attach(actor->worker, actor);
    // release: pairs with the acquire in ask (stop.c)
    atomic_store_explicit(&actor->worker->running, actor, memory_order_release);
    return goes_on || stop_kills(ec);
}

bool actor_native_cancelled(const struct ec *ec)
{
    const struct actor *const actor = ec_actor(ec);
    if (actor == NULL) return false;
    if (atomic_load_explicit(&actor->interrupts, memory_order_relaxed) & INTERRUPT_KILL) return true;
    return atomic_load_explicit(&actor->runtime->stop, memory_order_relaxed) == STOP_CLOSING;
}

void native_verify(const struct actor *actor)
{
    if ((atomic_load_explicit(&actor->state, memory_order_relaxed) & STATE_PHASE) != PHASE_NATIVE) return;
    TRP_ASSERT(actor->body->heap.stash == NULL); // S1
    TRP_ASSERT(actor->body->heap.budget == actor->body->idle_budget);
}
