// The actor room's door: actors, their mailboxes, and the workers that run them.
//
// An actor is an identity (struct actor: state word, mailbox, result; it lives while anybody can name it) and, while it
// lives, a body (ec and heap; gone when it ends). Workers run actors in slices; whoever runs an actor holds its claim.
// Everything an actor waits for ends in a wake; a wake may be spurious, and every wait tests its condition again.
//
// Functions named here belong to the thread that opened the runtime unless a comment says otherwise.
#ifndef TROUPE_ACTOR_ACTOR_H
#define TROUPE_ACTOR_ACTOR_H

#include "vm/vm.h"

struct actor;
struct actor_runtime;

struct actor_options {
    unsigned workers;        // threads that run actors, the calling one included; 0: one per core
    struct heap_modes modes; // of every actor's heap
    bool hostile_move;       // the stack moves at every poll
    bool hostile_preempt;    // every poll ends a slice
    bool hostile_seats;      // every native call loses its seat at once
    uint32_t cycle_every;    // N: a shared cycle after every Nth slice of each worker, 0: only when one is wanted
    bool count_insns;        // exact instruction counts
    size_t heap_limit;       // bytes per actor, 0: none
    bool signals;            // the program has the process's signals, unless another runtime's has them (signals.c)
};

// Makes the runtime's actors (runtime->actors) without starting a thread: the first runs on the caller's, the others
// start when there is work for them. False: no memory.
bool actor_runtime_open(struct runtime *runtime, const struct actor_options *options);
// Every actor has ended (actor_run_main saw to it). Before vm_close. Handles that the shared heap still holds are finalized
// by runtime_close and need nothing of this. Accepts a runtime without actors.
void actor_runtime_close(struct runtime *runtime);

// Ractor's primitives and C methods: after vm_open, before the prelude is loaded. False: no memory.
bool actor_define(struct runtime *runtime);

// Rows of the type table: TYPE_ACTOR.
void actor_fill_types(struct heap_type types[TYPE_MAX]);
// For heap_types.roots. `owner` is an actor, or NULL for a heap without one (the boot heap).
void actor_roots(struct heap_marker *marker, void *owner);
// For heap_types.shared_roots, beside runtime_mark_shared and vm_mark_shared: handles of living actors, what is queued.
void actor_mark_shared(struct heap_marker *marker, struct runtime *runtime);
// While everybody stands: vm_caches_clear for every actor.
void actor_caches_clear(struct runtime *runtime);

// Makes the main actor and runs it, with the actors it makes, until it ends. `start(ec, ud)`, called under its claim,
// pushes its first frame (vm_start_code); false: an exception is set on ec. When its program is over, `finish(ec, ud,
// result)`, possibly on another worker's thread, looks at it (RUN_DONE or RUN_RAISED; the exception is ec->exception)
// and may push one more run (at_exit, a report) whose Integer result is the exit status: true. False: nothing was pushed;
// then the status is 0 after RUN_DONE, else 1. When that run raises, `finish` is called again. The other actors are killed:
// no Ruby code of theirs runs any more.
// Returns the status; -1: no memory for the main actor.
int actor_run_main(struct runtime *runtime, bool (*start)(struct ec *ec, void *ud),
                   bool (*finish)(struct ec *ec, void *ud, enum vm_run_result result), void *ud);

// For vm_host.poll: kills, stops. On the thread that runs the ec.
bool actor_poll(struct ec *ec, uint32_t interrupts);
// For vm_host.cycle. On the thread that runs the ec.
bool actor_cycle(struct ec *ec);
// For vm_host.native_enter and the two after it. On the thread that runs the ec; contracts in vm/vm.h.
void actor_native_enter(struct ec *ec);
bool actor_native_leave(struct ec *ec);
bool actor_native_cancelled(const struct ec *ec);
// For vm_host.wait_ready and those after it: the claim's holder; contracts in vm/vm.h. False: no memory, or no thread.
bool actor_wait_ready(struct ec *ec, int fd, unsigned ready);
bool actor_job_start(struct ec *ec, struct vm_job *job);
struct vm_job *actor_job_result(struct ec *ec);
void actor_wait_end(struct ec *ec);
void actor_wait_closed(struct ec *ec, int fd);

// --- Statistics -----------------------------------------------------------------------------------------------------
struct actor_stats {
    uint64_t id; // 1: the main actor; 0: the sum over all that ended
    const char *name; // NULL: none
    uint64_t actors;  // how many this is about
    struct heap_stats heap;
    uint64_t instructions; // when counted
    uint64_t slices;       // of its time on workers
    uint64_t sent, received; // messages
};
struct actor_totals {
    unsigned workers, workers_started;
    uint64_t spawned, ended;
    uint64_t steals, sleeps, wakes; // of workers
    uint64_t natives, handovers;    // native calls, and those of them that lost their worker to another thread
    uint64_t shared_cycles, shared_marks; // the latter: rounds of concurrent marks
};
// Visits the sum of the ended actors, then each living one: between slices only (before or after actor_run_main, or in
// `finish`, which sees other actors' figures as of their last slice).
void actor_each_stats(struct runtime *runtime, void (*visit)(const struct actor_stats *stats, void *context), void *context);
void actor_get_totals(struct runtime *runtime, struct actor_totals *totals);
// The calling actor's figures, for GC.stat. Any actor, on its own.
void actor_get_stats(struct ec *ec, struct actor_stats *stats);

#endif
