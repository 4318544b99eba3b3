// Stopping the world. Purpose: the shared cycle (cycle.c), and the runtime's end, find every actor between slices.
//
// While it may touch actors, a worker is inside its epoch member, `turns`. Who wants to be alone sets `stop` and waits until
// every worker is outside; a worker goes inside, and then looks at `stop`. A slice ends with its budget; a long builtin is
// asked by INTERRUPT_STOP, and stands still inside its poll. That each worker stands is the same as to hold every claim.
//
// Data: stop is written under stop_mutex; `turns` by its worker.
#include "actor/interior.h"

#define ASK_AGAIN_NS 1000000u

bool slice_enter(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    for (;;) {
        epoch_enter(&worker->turns);
        // seq_cst, both: either we see the stop or the stopper sees our mark; pairs with the two in stand_alone
        if (TRP_LIKELY(atomic_load_explicit(&rt->stop, memory_order_seq_cst) == STOP_NONE)) return true;
        epoch_leave(&worker->turns);
        uv_mutex_lock(&rt->stop_mutex);
        uv_cond_broadcast(&rt->stopped);
        while (atomic_load_explicit(&rt->stop, memory_order_relaxed) == STOP_CYCLE) {
            uv_cond_wait(&rt->resumed, &rt->stop_mutex);
        }
        bool const closing = atomic_load_explicit(&rt->stop, memory_order_relaxed) == STOP_CLOSING;
        uv_mutex_unlock(&rt->stop_mutex);
        if (closing) return false;
    }
}

bool slice_resume(struct worker *worker)
{
    if (TRP_LIKELY(slice_enter(worker))) return true;
    epoch_enter(&worker->turns); // what is left is to unwind; whoever ends the program joins this thread
    return false;
}

void slice_leave(struct worker *worker)
{
    struct actor_runtime *const rt = worker->runtime;
    if (!epoch_inside(&worker->turns)) return; // slice_enter said that the runtime closes, to an actor that polled
    epoch_leave(&worker->turns);
    // seq_cst, both: as above; and release: what the slice did comes before what the stopper does
    if (TRP_LIKELY(atomic_load_explicit(&rt->stop, memory_order_seq_cst) == STOP_NONE)) return;
    uv_mutex_lock(&rt->stop_mutex);
    uv_cond_broadcast(&rt->stopped);
    uv_mutex_unlock(&rt->stop_mutex);
}

// A struct actor is not freed while anybody runs (A3), so asking one that has just left its slice is harmless.
static void ask(struct worker *worker, uint32_t interrupt)
{
    // acquire: pairs with the release in run_slice
    struct actor *const running = atomic_load_explicit(&worker->running, memory_order_acquire);
    if (running != NULL) atomic_fetch_or_explicit(&running->interrupts, interrupt, memory_order_relaxed);
}

void stand_alone(struct actor_runtime *rt, enum stop_reason reason, uint32_t interrupt)
{
    // seq_cst, with the load in epoch_inside: pairs with slice_enter and slice_leave
    atomic_store_explicit(&rt->stop, reason, memory_order_seq_cst);
    for (unsigned i = 0; i < rt->worker_count; i++) {
        struct worker *const worker = &rt->workers[i];
        while (epoch_inside(&worker->turns)) {
            ask(worker, interrupt);
            (void)uv_cond_timedwait(&rt->stopped, &rt->stop_mutex, ASK_AGAIN_NS);
        }
    }
}

void stop_for_good(struct actor_runtime *rt)
{
    uv_mutex_lock(&rt->stop_mutex);
    // A cycle gives up the mutex while it waits for workers, and says STOP_NONE when it is over.
    while (atomic_load_explicit(&rt->stop, memory_order_relaxed) != STOP_NONE) uv_cond_wait(&rt->resumed, &rt->stop_mutex);
    stand_alone(rt, STOP_CLOSING, INTERRUPT_KILL);
    marking_end(rt);
    uv_cond_broadcast(&rt->resumed);
    uv_mutex_unlock(&rt->stop_mutex);
}

bool stop_kills(struct ec *ec)
{
    ec->unwind_kind = UNWIND_KILL;
    ec->exception = VALUE_NIL;
    ec->unwind_target = VALUE_NIL;
    ec->kill_ensures = false;
    return false;
}

bool actor_poll(struct ec *ec, uint32_t interrupts)
{
    struct actor *const actor = ec_actor(ec);
    uint32_t const mine = INTERRUPT_STOP | INTERRUPT_KILL | INTERRUPT_COLLECT | INTERRUPT_YIELD;
    atomic_fetch_and_explicit(&actor->interrupts, ~mine, memory_order_relaxed);
    if (interrupts & INTERRUPT_KILL) return stop_kills(ec);
    if (interrupts & INTERRUPT_COLLECT && !heap_report_stands(ec->heap)) heap_request(ec->heap, HEAP_REQUEST_COLLECT);
    if (!(interrupts & INTERRUPT_STOP)) return true;
    slice_leave(actor->worker);
    bool const goes_on = slice_resume(actor->worker);
    actor_runs_again(actor);
    return goes_on || stop_kills(ec);
}
