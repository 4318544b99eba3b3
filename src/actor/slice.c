// Slices. Purpose: one turn of one actor on one worker, from its claim to what it left: ready again, parked, or ended.
// Data: the actor's, between claim and release.
#include "actor/interior.h"

#define TURN_NS 4000000u // of an actor that computes while nobody fresh waits

// --- Heap and ec at work -----------------------------------------------------------------------------------------------------
void slice_attach(struct worker *worker, struct actor *actor)
{
    struct actor_body *const body = actor->body;
    body->heap.stash = worker->stash;
    body->heap.budget = &body->ec->budget;
    if (body->heap.requests != 0) body->ec->budget = 0;
}

void slice_detach(struct actor *actor)
{
    actor->body->heap.budget = actor->body->idle_budget;
    actor->body->heap.stash = NULL;
}

static void renew_budget(struct actor *actor)
{
    struct actor_body *const body = actor->body;
    const struct heap_modes *const modes = &body->heap.modes;
    bool const every_poll = modes->stress_every != 0 || modes->scrub || actor->runtime->options.hostile_preempt;
    body->ec->budget = every_poll ? 1 : VM_BUDGET;
    vm_select_dispatch(body->ec); // others may have redefined an operator
}

static void clear_pending(struct ec *ec)
{
    ec->unwind_kind = UNWIND_NONE;
    ec->exception = VALUE_NIL;
    ec->unwind_target = VALUE_NIL;
    ec->errinfo = VALUE_NIL;
}

// --- Beginning ---------------------------------------------------------------------------------------------------------------
// The Proc it runs: given, or made here of the block's code. NULL: exception set.
static struct proc *make_block(struct ec *ec, struct actor *actor)
{
    struct spawn *const spawn = &actor->spawn;
    if (spawn->proc != 0) return value_to_pointer(spawn->proc);
    struct env *const env = isolated_environments(ec, spawn->code, spawn->scope);
    struct proc *const proc = env == NULL ? NULL : heap_alloc(ec->heap, HEAP_32);
    if (proc == NULL) return vm_raise_memory(ec), NULL;
    proc->header = header_make(TYPE_PROC, CLASS_PROC, LAYOUT_EMPTY, spawn->lambda ? PROC_LAMBDA : 0);
    proc->code = spawn->code;
    proc->env = env;
    proc->self = actor->handle;
    return proc;
}

// RUN_PREEMPTED: its first frame is there.
static enum vm_run_result begin(struct actor *actor)
{
    struct ec *const ec = actor->body->ec;
    bool done = false;
    struct proc *const proc = make_block(ec, actor);
    if (proc == NULL) return RUN_RAISED;
    actor->body->block = value_pointer(proc);
    value_t const arguments = parcel_unpack(ec, &actor->spawn.arguments);
    if (arguments == VALUE_UNDEF) return RUN_RAISED;
    int argc = 0;
    const value_t *argv = NULL;
    if (value_is(arguments, TYPE_ARRAY)) {
        argc = (int)array_count(value_to_array(arguments));
        argv = array_items(value_to_array(arguments));
    }
    actor->spawn = (struct spawn){.arguments = {.value = VALUE_NIL}};
    if (!vm_start_proc(ec, actor->body->block, actor->handle, argc, argv, &done)) return RUN_RAISED;
    return done ? RUN_DONE : RUN_PREEMPTED;
}

// --- Ending ------------------------------------------------------------------------------------------------------------------
static void end_main(struct worker *worker, struct actor *actor, int status)
{
    struct actor_runtime *const rt = actor->runtime;
    atomic_store_explicit(&rt->status, status, memory_order_relaxed);
    // seq_cst: pairs with the first worker's fence before it sleeps
    atomic_store_explicit(&rt->main_done, true, memory_order_seq_cst);
    if (worker != &rt->workers[0] && worker_rouse(&rt->workers[0])) {
        atomic_fetch_add_explicit(&rt->searching, 1, memory_order_relaxed); // as any roused worker
    }
}

// False: more was pushed, run it.
static bool over_main(struct worker *worker, struct actor *actor, enum vm_run_result result)
{
    struct actor_runtime *const rt = actor->runtime;
    struct ec *const ec = actor->body->ec;
    int status = result == RUN_DONE ? 0 : 1;
    if (actor->stage == STAGE_BODY && rt->finish != NULL) {
        actor->stage = STAGE_FINISH;
        if (rt->finish(ec, rt->finish_ud, result)) return false;
    } else if (actor->stage == STAGE_FINISH && result == RUN_DONE && value_is_fixnum(ec->result)) {
        status = (int)value_to_fixnum(ec->result);
    }
    end_main(worker, actor, status);
    return true;
}

static void end_raised(struct worker *worker, struct actor *actor)
{
    struct ec *const ec = actor->body->ec;
    clear_pending(ec);
    if (!parcel_pack(ec, actor->body->exception, PACK_LENIENT, &actor->result)) {
        actor->result = (struct payload){.value = ec_vm(ec)->no_memory_error};
    }
    actor_end(worker, actor, OUTCOME_ABORTED);
}

// "#<Thread:0x… run> terminated with exception": in Ruby, for it may call the exception's own methods. False: run it.
static bool report(struct worker *worker, struct actor *actor)
{
    struct ec *const ec = actor->body->ec;
    value_t const exception = actor->body->exception;
    bool done = true;
    clear_pending(ec);
    actor->stage = STAGE_REPORT;
    struct class *const quiet = runtime_class(ec->runtime, CLASS_SYSTEM_EXIT);
    symbol_t const name = symbol_find(ec->runtime, "__report", 8);
    if (name != 0 && !value_is_a(ec->runtime, exception, quiet)) {
        value_t const ractor = class_value(runtime_class(ec->runtime, CLASS_RACTOR));
        if (vm_start_send(ec, ractor, name, 1, &exception, &done) && !done) return false;
    }
    end_raised(worker, actor);
    return true;
}

static bool over_raised(struct worker *worker, struct actor *actor)
{
    struct ec *const ec = actor->body->ec;
    if (ec->unwind_kind == UNWIND_KILL) return true; // the runtime closes: it is found in the registry
    actor->body->exception = ec->exception;
    return report(worker, actor);
}

// A run of its ec is over. False: there is another to be run.
static bool over(struct worker *worker, struct actor *actor, enum vm_run_result result)
{
    struct ec *const ec = actor->body->ec;
    int status;
    if (result == RUN_RAISED && vm_exits_now(ec, &status)) {
        end_main(worker, actor, status); // found in the registry, as after any kill
        return true;
    }
    if (actor->main) return over_main(worker, actor, result);
    if (actor->stage == STAGE_REPORT) {
        end_raised(worker, actor);
        return true;
    }
    if (result == RUN_DONE && parcel_pack(ec, ec->result, PACK_RESULT, &actor->result)) {
        actor_end(worker, actor, OUTCOME_EXITED);
        return true;
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

// True: it is parked, and may already run elsewhere.
static bool leave_parked(struct actor *actor)
{
    heap_drain(&actor->body->heap);
    slice_detach(actor);
    return actor_may_park(actor);
}

// Its budget is used up. Whether it goes on with another one: nobody fresh waits, and its turn is not over. The first budget
// of a turn looks at no clock.
static bool keeps_turn(struct worker *worker, uint64_t *since)
{
    struct actor_runtime *const rt = worker->runtime;
    if (rt->options.hostile_preempt || schedule_fresh(worker)) return false;
    // relaxed: a stop or an end that is missed now is seen one budget later
    if (atomic_load_explicit(&rt->stop, memory_order_relaxed) != STOP_NONE) return false;
    if (atomic_load_explicit(&rt->main_done, memory_order_relaxed)) return false;
    uint64_t const now = base_clock_ns(), timer = timers_next(worker);
    if (*since == 0) *since = now;
    return now - *since < TURN_NS && (timer == 0 || timer > now);
}

static void go_on(struct worker *worker, struct actor *actor, enum vm_run_result result)
{
    uint64_t since = 0;
    for (bool again = false;;) {
        if (result == RUN_DONE || result == RUN_RAISED) {
            if (over(worker, actor, result)) return;
            again = false;
        } else if (result == RUN_PARKED) {
            if (leave_parked(actor)) return;
            slice_attach(worker, actor); // woken meanwhile: it tests again
        } else if (again && !keeps_turn(worker, &since)) {
            leave_ready(worker, actor);
            return;
        }
        again = true;
        result = vm_run(actor->body->ec);
    }
}

static void no_body(struct worker *worker, struct actor *actor)
{
    struct vm_runtime *const vm = actor->runtime->runtime->vm;
    actor->result = (struct payload){.value = vm->no_memory_error};
    actor_end(worker, actor, OUTCOME_ABORTED);
}

void run_slice(struct worker *worker, struct actor *actor)
{
    if (!slice_enter(worker)) return;
    // acquire: pairs with the release of whoever made it ready
    uint32_t const before =
        atomic_fetch_add_explicit(&actor->state, PHASE_RUNNING - PHASE_READY, memory_order_acquire);
    TRP_ASSERT((before & STATE_PHASE) == PHASE_READY); // A1
    (void)before;
    atomic_store_explicit(&worker->slice, atomic_load_explicit(&worker->slice, memory_order_relaxed) + 1,
                          memory_order_relaxed);
    // release: pairs with the acquire in ask (stop.c)
    atomic_store_explicit(&worker->running, actor, memory_order_release);
    actor->worker = worker;
    actor->slices++;
    bool const fresh = actor->body == NULL;
    if (fresh && !actor_embody(actor)) {
        no_body(worker, actor);
    } else {
        renew_budget(actor);
        slice_attach(worker, actor);
        go_on(worker, actor, fresh ? begin(actor) : RUN_PREEMPTED);
    }
    atomic_store_explicit(&worker->running, NULL, memory_order_relaxed);
    slice_leave(worker);
    shared_cycle_if_wanted(worker);
}
