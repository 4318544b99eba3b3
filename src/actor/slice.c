// Slices. Purpose: one turn of one actor on one worker, from its claim to what it left: ready again, parked, or ended.
// Data: the actor's, between claim and release.
#include "actor/interior.h"
#include "base/purge.h"

#define DEADLOCK "No live threads left. Deadlock?"
#define RUNS_PER_LOOK 64u // runs that ended otherwise than with a budget, before the turn may
#define TURN_NS 20000000u // of an actor that computes while nobody fresh waits
#define DRAIN_SLICE_NS 500000u

// --- Heap and ec at work -----------------------------------------------------------------------------------------------------
void slice_attach(struct worker *worker, struct actor *actor)
{
    struct actor_body *const body = actor->body;
    struct ec *const ec = body->ec->thread.running->current;
    actor_runs_again(actor);
    body->heap.stash = worker->stash;
    body->heap.budget = &ec->budget;
    if (body->heap.requests != 0) ec->budget = 0;
}

void slice_detach(struct actor *actor)
{
    actor_publish_report(actor);
    actor->body->heap.budget = actor->body->idle_budget;
    actor->body->heap.stash = NULL;
}

static enum vm_run_result run_thread(struct actor *actor)
{
    struct ec *const first = actor->body->ec;
    const struct heap_modes *const modes = &actor->body->heap.modes;
    bool const every_poll = modes->stress_every != 0 || modes->scrub || actor->runtime->options.hostile_preempt;
    if (TRP_DEBUG && modes->verify) vm_threads_verify(first);
    vm_thread_enter(first, every_poll ? 1 : VM_BUDGET);
    return vm_run(first->thread.running);
}

static void clear_pending(struct ec *ec)
{
    ec->unwind_kind = UNWIND_NONE;
    ec->exception = VALUE_NIL;
    ec->unwind_target = VALUE_NIL;
    ec->errinfo = VALUE_NIL;
}

// --- Beginning ---------------------------------------------------------------------------------------------------------------
// RUN_PREEMPTED: its first frame is there.
static enum vm_run_result begin(struct actor *actor)
{
    struct ec *const ec = actor->body->ec;
    bool done = false;
    actor->body->block = actor->spawn.proc;
    value_t const arguments = parcel_unpack(ec, &actor->spawn.arguments);
    if (arguments == VALUE_UNDEF) return RUN_RAISED;
    int argc = 0;
    const value_t *argv = NULL;
    if (value_is(arguments, TYPE_ARRAY)) {
        argc = (int)array_count(value_to_array(arguments));
        argv = array_items(value_to_array(arguments));
    }
    actor->spawn = (struct spawn){.proc = VALUE_NIL, .arguments = {.value = VALUE_NIL}};
    if (!vm_start_proc(ec, actor->body->block, actor->handle, argc, argv, &done)) return RUN_RAISED;
    return done ? RUN_DONE : RUN_PREEMPTED;
}

// --- Ending ------------------------------------------------------------------------------------------------------------------
static void end_main(struct actor *actor, int status)
{
    struct actor_runtime *const rt = actor->runtime;
    atomic_store_explicit(&rt->status, status, memory_order_relaxed);
    // seq_cst: pairs with the first worker's fence before it sleeps
    atomic_store_explicit(&rt->main_done, true, memory_order_seq_cst);
    seats_call_first(rt);
}

// False: more was pushed, run it.
static bool over_main(struct actor *actor, enum vm_run_result result)
{
    struct actor_runtime *const rt = actor->runtime;
    struct ec *const ec = actor->body->ec;
    int status = result == RUN_DONE ? 0 : 1;
    if (rt->finish != NULL && (actor->stage == STAGE_BODY || (result == RUN_RAISED && ec->unwind_kind == UNWIND_RAISE))) {
        actor->stage = STAGE_FINISH;
        if (rt->finish(ec, rt->finish_ud, result)) return false;
    } else if (actor->stage == STAGE_FINISH && result == RUN_DONE && value_is_fixnum(ec->result)) {
        status = (int)value_to_fixnum(ec->result);
    }
    end_main(actor, status);
    return true;
}

// Calls a private method of a class of the core that takes at most one argument. False: there is nothing to run.
static bool start_private(struct ec *ec, class_id_t class_id, const char *text, size_t size, const value_t *argument)
{
    bool done = true;
    symbol_t const name = symbol_find(ec->runtime, text, size);
    value_t const class = class_value(runtime_class(ec->runtime, class_id));
    clear_pending(ec);
    return name != 0 && vm_start_send(ec, class, name, argument != NULL, argument, &done) && !done;
}

// Its result is there; its other threads, if there are any, end first. False: run them.
static bool conclude(struct worker *worker, struct actor *actor, enum actor_outcome outcome)
{
    struct ec *const first = actor->body->ec;
    if (actor->stage != STAGE_THREADS && !vm_threads_alone(first)) {
        actor->stage = STAGE_THREADS;
        actor->body->outcome = outcome;
        if (start_private(first, CLASS_THREAD, "__end_all", 9, NULL)) return false;
    }
    actor_end(worker, actor, outcome);
    return true;
}

static bool end_raised(struct worker *worker, struct actor *actor)
{
    struct ec *const ec = actor->body->ec;
    clear_pending(ec);
    if (!parcel_pack(ec, actor->body->exception, PACK_LENIENT, &actor->result)) {
        actor->result = (struct payload){.value = ec_vm(ec)->no_memory_error};
    }
    return conclude(worker, actor, OUTCOME_ABORTED);
}

// "#<Thread:0x… run> terminated with exception": in Ruby, for it may call the exception's own methods. False: run it.
static bool report(struct worker *worker, struct actor *actor)
{
    struct ec *const ec = actor->body->ec;
    value_t const exception = actor->body->exception;
    actor->stage = STAGE_REPORT;
    struct class *const quiet = runtime_class(ec->runtime, CLASS_SYSTEM_EXIT);
    if (!value_is_a(ec->runtime, exception, quiet) && start_private(ec, CLASS_RACTOR, "__report", 8, &exception)) return false;
    return end_raised(worker, actor);
}

static bool over_raised(struct worker *worker, struct actor *actor)
{
    struct ec *const ec = actor->body->ec;
    if (ec->unwind_kind == UNWIND_KILL) return true; // while its result was packed: it is found in the registry
    actor->body->exception = ec->exception;
    return report(worker, actor);
}

// A run of its ec is over. False: there is another to be run.
static bool over(struct worker *worker, struct actor *actor, enum vm_run_result result)
{
    struct ec *const ec = actor->body->ec;
    if (result == RUN_RAISED && ec->unwind_kind == UNWIND_KILL && ec->kill_ensures) { // by Thread#kill: it answers nil
        clear_pending(ec);
        ec->thread.dying = false;
        ec->result = VALUE_NIL;
        result = RUN_DONE;
    }
    if (actor->main) return over_main(actor, result);
    if (actor->stage == STAGE_THREADS) return conclude(worker, actor, actor->body->outcome);
    if (actor->stage == STAGE_REPORT) return end_raised(worker, actor);
    if (result == RUN_DONE && parcel_pack(ec, ec->result, PACK_RESULT, &actor->result)) {
        return conclude(worker, actor, OUTCOME_EXITED);
    }
    return over_raised(worker, actor);
}

// --- The slice
// -----------------------------------------------------------------------------------------------------------------
static void leave_ready(struct worker *worker, struct actor *actor)
{
    slice_detach(actor);
    // release: pairs with the acquire of the next claim
    atomic_fetch_sub_explicit(&actor->state, PHASE_RUNNING - PHASE_READY, memory_order_release);
    schedule_again(worker, actor);
}

// What happened meanwhile to threads that wait. `woken`: the actor may have been parked.
static void tell_threads(struct actor *actor, bool woken)
{
    struct ec *const first = actor->body->ec;
    bool const idle = woken && vm_threads_idle(first);
    if (mailbox_flooded(actor)) mailbox_drain(actor); // its heap counts them
    // relaxed: only set while nobody else ran; released by the wake
    if (idle && actor->main && atomic_exchange_explicit(&actor->runtime->deadlock, false, memory_order_relaxed)) {
        vm_thread_raise(first, actor->runtime->fatal->id, DEADLOCK);
    } else if (idle || (!vm_threads_alone(first) && actor_noticed(actor))) {
        vm_threads_wake_outside(first);
    }
    if (actor->main && (signals_pending(actor->runtime) || errands_pending(actor->runtime))) vm_thread_interrupt(first);
    if (first->thread.soonest != 0) vm_threads_wake_due(first, base_clock_ns());
}

// Its budget is used up. Whether it goes on with another one: nobody fresh waits, and its turn is not over. The first budget
// of a turn looks at no clock.
static bool keeps_turn(struct worker *worker, uint64_t *since)
{
    struct actor_runtime *const rt = worker->runtime;
    if (rt->options.hostile_preempt || rt->options.modes.short_slices || schedule_fresh(worker)) return false;
    if (atomic_load_explicit(&rt->returning, memory_order_relaxed) > 0 || waits_ready(rt)) return false;
    // relaxed: a stop or an end that is missed now is seen one budget later
    if (atomic_load_explicit(&rt->stop, memory_order_relaxed) != STOP_NONE) return false;
    if (atomic_load_explicit(&rt->main_done, memory_order_relaxed)) return false;
    if (atomic_load_explicit(&rt->runtime->collection_urgent, memory_order_relaxed)) return false; // as below
    uint64_t const now = base_clock_ns(), timer = timers_next(worker);
    if (cycle_wanted(rt) && arm_due(rt, now)) return false; // it runs when the slice is over
    if (*since == 0) *since = now;
    return now - *since < TURN_NS && (timer == 0 || timer > now);
}

// Its heap collects, or drains, and it does not run meanwhile. False: that is not done, and others have a turn.
static bool collect(struct worker *worker, struct actor *actor, uint64_t *since)
{
    struct ec *const ec = actor->body->ec->thread.running->current;
    if (actor->body->heap.collecting) worker->long_slice = true;
    while (!vm_collect_slice(ec)) {
        if (!keeps_turn(worker, since)) return false;
    }
    return true;
}

// What died is finalized before it parks, unless somebody wakes it.
static bool drain(struct worker *worker, struct actor *actor, uint64_t *since)
{
    while (!heap_drain_step(&actor->body->heap, DRAIN_SLICE_NS)) {
        worker->long_slice = true;
        if (atomic_load_explicit(&actor->state, memory_order_relaxed) & STATE_NOTIFIED) return true;
        if (!keeps_turn(worker, since)) return false;
    }
    return true;
}

// Nobody in it is ready. True: it is parked, and may already run elsewhere; or it is not yet, for others have a turn first.
static bool leave_parked(struct worker *worker, struct actor *actor, uint64_t *since)
{
    struct ec *const first = actor->body->ec;
    struct vm_threads_waiting const waiting = vm_threads_waiting(first);
    bool const stuck = waiting.deadline == 0 && !waiting.outside && !waiting.sleeping;
    if (stuck && !first->thread.ignores_deadlock) { // not even another actor could help
        vm_thread_raise(first, actor->runtime->fatal->id, DEADLOCK);
        return false;
    }
    if (!drain(worker, actor, since)) {
        leave_ready(worker, actor);
        return true;
    }
    if (waiting.deadline != 0 && !timer_arm(worker, actor, waiting.deadline)) {
        vm_thread_raise(first, CLASS_NO_MEMORY_ERROR, "failed to allocate memory");
        return false;
    }
    slice_detach(actor);
    bool const waits = actor->body->waits != NULL; // for a descriptor or a job
    actor_set_awaited(actor, waiting.deadline != 0 || waiting.sleeping || waits || first->thread.ignores_deadlock);
    if (actor_may_park(actor)) return true;
    slice_attach(worker, actor); // woken meanwhile: they test again
    return false;
}

// A thread's base frame is gone. False: that was all, whatever `result` is.
static bool over_thread(struct worker *worker, struct actor *actor, enum vm_run_result result)
{
    struct ec *const first = actor->body->ec, *const root = first->thread.running;
    int status;
    if (result == RUN_RAISED && vm_exits_now(root, &status)) {
        end_main(actor, status); // found in the registry, as after any kill
        return false;
    }
    if (result == RUN_RAISED && root->unwind_kind == UNWIND_KILL && !root->kill_ensures) return false; // the runtime closes
    if (root == first) return !over(worker, actor, result);
    value_t const unanswered = vm_thread_end(root);
    if (!value_is_nil(unanswered)) port_refuse(worker, port_of(unanswered));
    return true;
}

// Chooses who runs next: at the beginning of a turn who was chosen last, if it can; but another one, if a collection ended its
// run, or threads that allocate much would keep the others waiting. False: nobody, the actor is parked.
static bool next_thread(struct worker *worker, struct actor *actor, bool begins, bool collected, uint64_t *since)
{
    struct ec *const first = actor->body->ec;
    for (bool woken = begins;; woken = true) {
        tell_threads(actor, woken);
        if ((begins && !collected && vm_thread_runs(first)) || vm_thread_next(first)) return true;
        if (leave_parked(worker, actor, since)) return false;
    }
}

// What runs may change the worker: a native call that came back to another seat.
static void go_on(struct actor *actor, enum vm_run_result result)
{
    struct worker *worker = actor->worker;
    uint64_t since = 0;
    bool used_up = false; // of the first budget of a turn nothing is, whatever `result` says
    for (unsigned runs = 0;; runs++) {
        bool const ended = result == RUN_DONE || result == RUN_RAISED;
        if (ended && !over_thread(worker, actor, result)) return;
        bool const collects = actor->body->heap.collecting;
        bool const may_run = collect(worker, actor, &since);
        if (may_run && !next_thread(worker, actor, runs == 0, collects, &since)) return;
        if (!may_run || (used_up && !keeps_turn(worker, &since))) {
            leave_ready(worker, actor);
            return;
        }
        result = run_thread(actor);
        worker = actor->worker;
        used_up = result == RUN_PREEMPTED || runs % RUNS_PER_LOOK == RUNS_PER_LOOK - 1;
    }
}

// What others asked of it while it was parked. False: it goes on, woken.
static bool do_chore(struct worker *worker, struct actor *actor)
{
    struct heap *const heap = &actor->body->heap;
    uint64_t since = 0;
    if (!heap->collecting && !heap->resting) heap_collect_start(heap);
    bool const collected = collect(worker, actor, &since);
    heap->resting |= collected;
    if (!collected || !drain(worker, actor, &since)) {
        leave_ready(worker, actor);
        return true;
    }
    actor->chore = false;
    slice_detach(actor);
    if (actor_may_park(actor)) return true;
    slice_attach(worker, actor);
    return false;
}

static void no_body(struct worker *worker, struct actor *actor)
{
    struct vm_runtime *const vm = actor->runtime->runtime->vm;
    actor->result = (struct payload){.value = vm->no_memory_error};
    actor_end(worker, actor, OUTCOME_ABORTED);
}

void run_slice(struct hand *hand, struct actor *actor)
{
    struct worker *worker = hand->seat;
    if (!slice_enter(worker)) return;
    // acquire: pairs with the release of whoever made it ready
    uint32_t const before =
        atomic_fetch_add_explicit(&actor->state, PHASE_RUNNING - PHASE_READY, memory_order_acquire);
    TRP_ASSERT((before & STATE_PHASE) == PHASE_READY); // A1
    (void)before;
    count_up(&worker->slice);
    // release: pairs with the acquire in ask (stop.c)
    atomic_store_explicit(&worker->running, actor, memory_order_release);
    actor->worker = worker;
    actor->hand = hand;
    actor->slices++;
    bool const fresh = actor->body == NULL;
    if (fresh && !actor_embody(actor)) {
        no_body(worker, actor);
    } else if (!actor->chore || !do_chore(worker, actor)) {
        actor_set_awaited(actor, false);
        slice_attach(worker, actor);
        go_on(actor, fresh ? begin(actor) : RUN_PREEMPTED);
    }
    worker = hand->seat;
    if (worker == NULL) return; // killed in a native call
    atomic_store_explicit(&worker->running, NULL, memory_order_relaxed);
    slice_leave(worker);
    shared_cycle_if_wanted(worker);
    purge_if_asked();
}
