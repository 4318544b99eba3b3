// Threads of one actor: root ecs, of which one runs. They are switched between runs of the loop (src/actor/slice.c), never
// inside it: a switch names another root and allocates nothing. Only the holder of the actor's claim touches any of this.
//
// Invariants:
//   T1 The actor's first ec and, by `next`, the roots of all its threads that have not ended are one list; each is its own
//      root, and `first` of each is the list's head, which lives as long as the actor. A collection marks the whole list.
//   T2 A root is in the ready queue, or it waits (wait is not WAIT_NONE), or it is first->running; one of the three, but
//      that first->running may also wait or be queued when its run has ended and no other was chosen.
//   T3 Who waits stands behind a PRIM instruction, and tests its condition again when it runs: any wait may end early.
//   T4 A wake of a thread that does not wait is kept (`notified`; from outside: more `wakes` than it has `heard` of) and ends
//      its next wait of that kind at once: between a test and the wait that follows it, nothing is lost.
//   T5 first->soonest is 0 exactly if no waiting root has a deadline, and else no later than the earliest.
//   T6 Those that wait for the actor to be woken are one list, first->outside.
//   T7 The end of a thread needs no memory: it has ended when Ruby says so (thread_finish), or when its base frame is gone. If
//      Ruby could not say so, all others of the actor are interrupted: who waits for that one tests again.
#ifndef TROUPE_VM_THREAD_H
#define TROUPE_VM_THREAD_H

#include "vm/ec.h"

struct vm_thread { // what a Thread knows of its ec: payload of its handle, which ec->thread.handle names
    struct ec *root;   // NULL: not started, or ended
    value_t object;    // the Thread; nil: of an actor's first, until somebody asks
    value_t locals;    // what its root fiber left in ec->locals
    value_t locks;     // core's list of what it has locked, or nil
    value_t failure;   // the exception that ended it before Ruby could say so, or nil
    value_t sent;      // of an actor's first: an exception that another thread left, to be raised there; nil: none
    value_t answers;   // a port of another actor that waits for it, or nil: closed when it ends before Ruby could say so
    bool ended;        // T7
    bool woken;        // somebody has woken it by name since it last said that it sleeps
};
value_t vm_thread_handle(struct ec *ec, value_t object); // a new one. VALUE_UNDEF: exception set
struct vm_thread *vm_thread_of(value_t handle);
value_t vm_thread_own(struct ec *ec); // of the thread that runs; of an actor's first made now. VALUE_UNDEF: exception set
value_t vm_thread_adopt(struct ec *ec, value_t object); // of the actor's first thread: its handle, which knows `object` now

// A root ec of the same actor, in its list and ready, which will call `name` on `receiver` with the arguments: its first
// frame is there. It starts masked. False: no memory, exception set.
bool vm_thread_start(struct ec *ec, value_t handle, value_t receiver, symbol_t name, int argc, const value_t *argv);
// From a primitive: this thread ends, through the `ensure` bodies of all its fibers. VALUE_UNDEF.
value_t vm_thread_kill(struct ec *ec);
// Its base frame is gone: out of the list, and freed. Returns the port that nothing will answer to any more, or nil.
value_t vm_thread_end(struct ec *root);
void vm_threads_end_all(struct ec *first); // those that still live, without running them; not `first` itself

// From primitives only: the thread that runs waits until somebody wakes it or the deadline (0: none) has passed. What it
// returns is what the primitive returns. Raises under vm_call, which cannot wait.
value_t vm_thread_wait(struct ec *ec, enum ec_wait wait, uint64_t deadline);
// From primitives only: the others have a turn.
value_t vm_thread_pass(struct ec *ec);
void vm_thread_wake(struct ec *root);
// Wakes it, and its Thread#__interrupts is called before it goes on, as soon as it is not masked.
void vm_thread_interrupt(struct ec *root);
// An exception that no mask holds up is raised where it stands.
void vm_thread_raise(struct ec *root, class_id_t class_id, const char *message);

// For whoever runs the loop. The next thread becomes first->running, the last one queues up again if it can. False: nobody
// is ready.
bool vm_thread_next(struct ec *first);
// The ec that vm_run(first->running) will go on with gets the budget and the collector's requests.
void vm_thread_enter(struct ec *first, int64_t budget);
void vm_threads_wake_outside(struct ec *first);             // the actor was woken. O(those that wait for it)
void vm_threads_wake_due(struct ec *first, uint64_t now);   // O(1) unless one is due
struct vm_threads_waiting {
    uint64_t deadline; // not after the earliest; 0: none
    bool outside, sleeping; // somebody waits so
};
struct vm_threads_waiting vm_threads_waiting(const struct ec *first); // when nobody is ready. O(1)

static inline bool vm_threads_alone(const struct ec *first) { return first->thread.next == NULL; }
static inline bool vm_thread_runs(const struct ec *first) // first->running need not wait, and is not queued
{
    return first->thread.running->thread.wait == WAIT_NONE && !first->thread.running->thread.queued;
}
static inline bool vm_threads_idle(const struct ec *first) // nobody runs or is ready
{
    return first->thread.running->thread.wait != WAIT_NONE && first->thread.ready == NULL;
}

void vm_threads_verify(const struct ec *first); // T1, T2, T5, T6. O(threads)

#endif
