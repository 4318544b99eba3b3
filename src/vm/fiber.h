// Fibers: a switch swaps the ec that the loop runs, and allocates nothing.
//
// Invariants:
//   F1 A thread's root ec knows its running one (root->current); vm_run goes on with that. Of one thread that is (thread.h).
//   F2 A suspended ec stands behind a call of a C function, in a window of its running frame (ec->call_window), whose R[0]
//      takes the value it is resumed with.
//   F3 A fiber object owns its ec, but for the root fiber of an actor. An open environment keeps its fiber alive, so when a
//      fiber dies its open environments are dead too, and its ec is freed without closing them.
#ifndef TROUPE_VM_FIBER_H
#define TROUPE_VM_FIBER_H

#include "vm/ec.h"

enum fiber_state { FIBER_CREATED, FIBER_RUNNING, FIBER_RESUMING, FIBER_SUSPENDED, FIBER_TERMINATED };

struct fiber { // TYPE_FIBER
    uint64_t header;
    struct ec *ec;         // NULL: terminated
    struct fiber *resumer; // who gets the value of the next yield or of the end; NULL: not resumed, or transferred to
    struct fiber *resumed; // whom it resumed, and who has not come back; its state is FIBER_RESUMING then
    value_t block;         // Proc
    value_t storage;       // Hash or nil, inherited at creation
    uint8_t state;         // enum fiber_state
    uint8_t yielding;      // suspended by Fiber.yield (not by transfer)
    uint8_t killed;        // … while another one ran in its place: it ends when that one comes back
    uint8_t several;       // what it yielded last are several values as one (or none)
    uint8_t raises;        // its block answers with an exception, for its resumer
    uint8_t blocking;
    uint8_t is_root;
};

// The fiber that runs. NULL: exception set (no memory for the root's object).
struct fiber *vm_fiber_current(struct ec *ec);
// VALUE_UNDEF: exception set.
value_t vm_fiber_new(struct ec *ec, class_id_t class_id, value_t block, value_t storage, bool blocking);
// From primitives, or from methods that may switch (F2). Each returns VALUE_TAIL once the switch is arranged, or VALUE_UNDEF
// with an exception. The arguments are what the target gets (as an Array, if there are several), or what a new fiber's block
// is called with.
static inline bool vm_fiber_may_switch(const struct ec *ec) // else the call's result is not simply its R[0] (F2)
{
    return ec->call_window < ec->frame->window + ec->frame->code->register_count;
}
value_t vm_fiber_resume(struct ec *ec, struct fiber *to, int argc, const value_t *argv);
value_t vm_fiber_yield(struct ec *ec, int argc, const value_t *argv);
value_t vm_fiber_transfer(struct ec *ec, struct fiber *to, int argc, const value_t *argv);
// Resumes `to` with an exception raised where it stands.
value_t vm_fiber_raise(struct ec *ec, struct fiber *to, value_t exception);
// Ends a suspended or new fiber: its ensures run on the switch; then control comes back.
value_t vm_fiber_kill(struct ec *ec, struct fiber *to);

// For the loop: the ec to go on with after CALL_SWITCHED; a fiber's base frame returned or was unwound.
static inline struct ec *fiber_switched(const struct ec *ec) { return ec->root->current; }
struct ec *fiber_finished(struct ec *ec, value_t result);
struct ec *fiber_died(struct ec *ec); // the unwinding goes on in the ec returned

void fiber_root_ended(struct fiber *fiber); // its thread is over

void fiber_fill_types(struct heap_type types[TYPE_MAX]);

#endif
