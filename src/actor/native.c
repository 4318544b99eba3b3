// Native calls. Purpose: an actor whose builtin blocks or computes for long gives up its claim meanwhile (vm/vm.h, N1 to N4).
//
// Invariants:
//   S1 From enter to leave the actor is in phase NATIVE, its worker is between slices for whoever stops the world, and its
//      heap belongs to no worker: it has no stash, and its budget is the idle one.
// Data: the claim's holder's; the phase belongs to all.
#include "actor/interior.h"

void actor_native_enter(struct ec *ec)
{
    struct actor *const actor = ec_actor(ec);
    if (actor == NULL) return;
    struct worker *const worker = actor->worker;
    slice_detach(actor);
    atomic_store_explicit(&worker->running, NULL, memory_order_relaxed);
    TRP_ASSERT((atomic_load_explicit(&actor->state, memory_order_relaxed) & STATE_PHASE) == PHASE_RUNNING);
    // relaxed: slice_leave releases what was written. Wakers may have set STATE_NOTIFIED, and set it meanwhile
    atomic_fetch_add_explicit(&actor->state, PHASE_NATIVE - PHASE_RUNNING, memory_order_relaxed);
    slice_leave(worker);
}

bool actor_native_leave(struct ec *ec)
{
    struct actor *const actor = ec_actor(ec);
    if (actor == NULL) return true;
    struct worker *const worker = actor->worker;
    bool const goes_on = slice_enter(worker);
    atomic_fetch_sub_explicit(&actor->state, PHASE_NATIVE - PHASE_RUNNING, memory_order_relaxed); // as above
    slice_attach(worker, actor);
    // release: pairs with the acquire in ask (stop.c)
    atomic_store_explicit(&worker->running, actor, memory_order_release);
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
