// Execution contexts and frames. An ec is one fiber's whole state; every internal function that needs vm state takes it
// first. Only the thread that holds the actor's claim touches it. Hot header.
//
// Invariants:
//   V1 Every word of an ec's stack is, at each collection, either marked or cleared: live windows are marked, what is above
//      the top is set to nil. So a stale register is never a dangling pointer, and frames need not be wiped at entry.
//   V2 A callee's window overlaps its caller's outgoing window: callee R[0] is the caller's R[A]. A frame's result is
//      written to its own R[0] when it is popped, which is where the caller expects it.
//   V3 Frames keep offsets into the stack, never addresses; whoever pushes a frame or calls something that may recomputes
//      the window's address afterwards. Open environments hold addresses and are relocated by a move.
//   V4 `frame->env` is set at most once in a frame's life, and the environment is closed when the frame is popped, in
//      whatever way it is popped.
#ifndef TROUPE_VM_EC_H
#define TROUPE_VM_EC_H

#include "object/object.h"
#include "vm/code.h"

enum vm_frame_flags {
    FRAME_BASE = 1,        // popping it leaves vm_run (the C API's nested call, or an ec's first frame)
    FRAME_ENV = 2,         // env is set: close it on the way out
    FRAME_LAMBDA = 4,      // `return` in the block's own code returns from this frame
    FRAME_CONTINUE = 8,    // on return hand the result to `continuation` instead of the caller's register
    FRAME_BLOCK = 16,      // runs a block's code: `up` is its home environment
    FRAME_METHOD = 32,     // a method, class body or program: the target of RETURNFROM
    FRAME_DEFINED = 64,    // runs a block as a method (define_method)
    FRAME_CLASS_BODY = 128,
    FRAME_YIELDED = 256,   // a builtin that was given this block pushed it: `break` returns from the builtin
    FRAME_HANDLER = 512,   // pushed between two instructions (vm_start_handler): no backtrace shows it
    FRAME_TRACED = 1024,   // its beginning has been told to whoever traces
    FRAME_PACKED = 2048,   // of a block |*packed| (PARAM_PACK): other than one argument was given
    FRAME_AGAIN = 4096     // parked in the C half of the send before pc (ec->may_park): when it goes on, that is made again
};

enum vm_continuation { // where the result of a dispatched operator goes; operand in frame->dest
    CONTINUE_NONE,
    CONTINUE_MOVE,        // caller's R[dest] = result
    CONTINUE_NOT,         // caller's R[dest] = !result
    CONTINUE_TRUTH,       // caller's R[dest] = truthiness of result
    CONTINUE_BRANCH,      // jump by the offset in the second word of the 3-word instruction before pc, if truthy
    CONTINUE_BRANCH_NOT,  // … if falsy
    CONTINUE_DISCARD,     // drop it
    CONTINUE_NEW,         // `initialize` returned: the result is the new object, kept in the caller's R[dest]
    CONTINUE_NEW_MOVE,    // … of an operator that is another name of `new`: then it goes to the caller's R[dest]
    CONTINUE_TO_S,        // R[dest] = the result if it is a String, else rb_any_to_s of the receiver in R[operand]
    CONTINUE_TO_A,        // SPLAT: R[dest] = a copy of the Array; nil: [R[operand]]; else TypeError
    CONTINUE_TO_ARY,      // TOARY: the same without the copy
    CONTINUE_TO_PROC,     // TypeError unless a Proc
    CONTINUE_TO_HASH,     // HASHMERGE
    CONTINUE_RANGE,       // RANGE: nil → ArgumentError "bad value for range"
    CONTINUE_UNWIND,      // a hook of tracing: drop it, and go on with the unwinding in R[operand]
    CONTINUE_CONST        // const_missing or autoload: R[dest] = result
};

struct vm_frame {
    const vm_word *pc;       // where to go on when this frame is on top again
    const struct vm_code *code;
    struct method *method;   // scope: lexical class, super, __method__
    struct env *env;         // this frame's environment once captured, else NULL
    struct env *up;          // FRAME_BLOCK: the environment around, else NULL
    value_t block;           // block passed to this frame, or nil
    uint32_t window;         // offset of R[0] in the stack
    uint16_t flags;
    uint8_t continuation, dest;
    uint16_t operand;
    uint16_t argc;           // positional arguments given (natives, tracing)
};
_Static_assert(sizeof(struct vm_frame) == 64, "one cache line");

struct vm_roots { // values that a polling builtin keeps in C: linked from the ec
    struct vm_roots *next;
    value_t *values;
    size_t count;
};

enum vm_interrupt { // bits of the actor's interrupt word; others only OR into it
    INTERRUPT_KILL = 1,
    INTERRUPT_COLLECT = 2,  // the shared cycle or another asks for a poll
    INTERRUPT_JOBS = 4,
    INTERRUPT_DEADLINE = 8,
    INTERRUPT_YIELD = 16,   // the slice is over
    INTERRUPT_STOP = 32, // somebody wants the claim
};

enum vm_run_result {
    RUN_DONE,      // the base frame returned: ec->result
    RUN_RAISED,    // an unwinding left the base frame: ec->unwind
    RUN_PREEMPTED, // budget used up: run the ec again later
    RUN_PARKED     // the ec waits; whoever wakes it runs it again
};

enum unwind_kind { UNWIND_NONE, UNWIND_RAISE, UNWIND_BREAK, UNWIND_RETURN, UNWIND_THROW, UNWIND_KILL };
struct unwind { // TYPE_UNWIND: on its way through an ensure handler, in a register
    uint64_t header;
    value_t value;      // exception, or the value carried
    value_t target;     // THROW: the tag; else the target environment (as a heap value) or nil
    uint8_t kind;
};

#define VM_BUDGET 4000
#define VM_COST_TINY 16 // what no mode asks to run on a coroutine
#define VM_STACK_MIN 64           // words
#define VM_STACK_MAX (1u << 20)   // words: 8 MiB of registers; deeper is SystemStackError
#define VM_FRAMES_MAX 100000u

enum ec_wait { // what a thread waits for (thread.h)
    WAIT_NONE,    // it runs, or is ready to
    WAIT_INSIDE,  // for another thread of its actor, or its deadline
    WAIT_OUTSIDE, // for the actor to be woken
    WAIT_SLEEP    // for its deadline, or for nothing in particular
};
struct ec_thread { // a root's part in its actor's threads (thread.h)
    struct ec *first;             // the actor's first ec (maybe itself)
    struct ec *next, **previous;  // T1; of the first, previous is NULL
    struct ec *ready_next;
    struct ec *outside_next, **outside_previous; // T6; previous NULL: not in that list
    uint64_t heard;               // T4: so many of the actor's wakes
    uint64_t deadline;            // of a wait: base_clock_ns; 0: none
    uint8_t wait;                 // enum ec_wait
    bool queued;                  // T2
    bool notified;                // woken while it did not wait: its next wait ends at once
    bool interrupted;             // Thread#__interrupts is to run on it
    bool masked;                  // … but not yet
    bool dying;                   // a kill goes through all its fibers
    void *waits_for;              // the host's record of what outside it waits for, or NULL
    value_t handle;               // of its Thread (struct vm_thread), or nil
    // of the first
    struct ec *running;           // the root of the thread that runs
    struct ec *ready, **ready_last; // T2
    bool ignores_deadlock;        // all may wait for each other: Thread.ignore_deadlock
    uint64_t soonest;             // no wait has an earlier deadline; 0: none has one
    struct ec *outside, **outside_last; // T6
    uint64_t wakes;               // of the actor, from outside
    uint32_t sleeping, deadlines; // how many wait so, or have one
};
enum trace_event { TRACE_LINE, TRACE_CALL, TRACE_RETURN, TRACE_C_CALL, TRACE_C_RETURN, TRACE_B_CALL, TRACE_B_RETURN,
                   TRACE_CLASS, TRACE_END, TRACE_RAISE, TRACE_COUNT };

struct ec {
    // hot: read and written by the interpreter
    value_t *stack, *stack_end;
    struct vm_frame *frame;       // running frame
    struct vm_frame *frames, *frames_end;
    int64_t budget;               // polls and charged work left in this slice
    const void *const *dispatch;
    const void *const *counted;   // what the counting table goes on with
    struct heap *heap;
    struct runtime *runtime;
    uint64_t instructions;        // only counted under the counting table
    // unwinding
    uint8_t unwind_kind;          // enum unwind_kind
    uint8_t wants_park;           // a primitive asked to park this ec: honoured when it returns VALUE_UNDEF
    bool may_park;                // so may the C half now running, before any effect: woken, it is called again (FRAME_AGAIN)
    uint8_t call_keywords;        // the call now being made passes a keyword hash as its last argument
    uint32_t call_window;         // offset of the window of the C function now running
    uint32_t live_top;            // while polling: registers of the top frame that are live; 0: all
    const struct method *builtin; // the C function now running, for backtraces; NULL: the vm itself
    struct method *parked_in;     // … and the one that parked last, whose frame is FRAME_AGAIN
    bool unwound_to_end;          // vm_unwind ended in a return out of the base frame, not in an exception
    bool kill_ensures;            // a kill still runs `ensure` bodies
    uint8_t tail_result;          // enum call_result of the call that VALUE_TAIL stands for
    uint8_t nested;               // levels of vm_call: parking and preemption are off
    value_t exception;            // pending: RAISE: exception; else the value carried
    value_t unwind_target;
    value_t errinfo;              // $!
    value_t result;               // RUN_DONE
    // cold
    value_t specials[2];          // $~ and $_ of the method whose block this fiber or thread runs
    struct vm_roots *roots;
    struct actor *actor;
    _Atomic uint32_t *interrupts; // the actor's word
    value_t self_object;          // the Fiber object, or nil for an actor's root ec
    value_t scratch[4];           // rooted temporaries of whoever runs
    value_t last_callee_name;
    value_t warning;              // text that Ruby is to tell at the next poll, or nil
    value_t last_status;          // $?, of a root
    value_t guard;                // Array of what inspect, ==, hash … are inside of (core/support/guard.c), or nil
    value_t locals;               // Hash of Thread#[], or nil
    struct ec *root;              // the first ec of its thread (maybe itself)
    struct ec *current;           // of a root: the ec that runs (fiber.h F1)
    struct ec_thread thread;      // of a root
    bool owned;                   // by a fiber object
    bool memory_counted;          // … as a body of the heap
    bool finished_early;          // the fiber's block answered without a frame; ec->result has the value
    uint32_t frames_max_hint;
    bool hostile_move, counting;
    bool main;                    // of the main actor: may hold unshareable values in slots
    bool preemptible;             // the actor room runs it in slices
    // tracing (trace.c): of the actor's first ec, what is asked for
    value_t trace_points;         // Array or nil
    uint32_t trace_events;        // bit per enum trace_event
    // of a root
    uint32_t trace_frame;         // while a hook runs: index of the frame it is about
    bool trace_inside;            // a hook runs
    // and of each ec, where it is
    bool trace_again;             // the pending exception has been told
    uint8_t trace_told, trace_native_register;
    uint32_t trace_at_frame, trace_native_frame;
    const vm_word *trace_at;      // the instruction that trace_told is about
    const struct method *trace_native; // the C function that an instruction just called
    value_t trace_native_self;
    char name_buffer[96];         // vm_class_name
    struct regexp_region region;  // of one search at a time, its memory kept for the next
    struct heap *native_heap; // debug: its heap, while it is in a native call and `heap` is NULL
    struct vm_caches *caches; // of the actor's first ec (cache.c); NULL: none yet
    uint32_t cache_misses;    // look-ups that such a table would have spared
    uint64_t poll_count;
    unsigned renewals; // budgets that a collector's request cut short, since the last end of one
};

static inline value_t *ec_registers(const struct ec *ec) { return ec->stack + ec->frame->window; }

struct ec *ec_new(struct runtime *runtime, struct heap *heap); // NULL: no memory. Owned by the caller
void ec_free(struct ec *ec);
struct ec *ec_sibling(struct ec *ec); // of the same actor, root and modes. NULL: no memory
void ec_discard(struct ec *ec); // as ec_free, for an ec whose environments are closed or dead
void ec_count(struct ec *ec);   // its memory is counted as a body of the heap from now on
void ec_uncount(struct ec *ec); // … or no more
size_t ec_size(const struct ec *ec); // of it all, in bytes
void ec_mark(struct heap_marker *marker, struct ec *ec); // V1: marks live windows and clears the rest
// Makes room for `words` more registers above the running frame's window + `used`; may move the stack. False: no memory
// or too deep: the exception is set.
bool ec_reserve_slow(struct ec *ec, size_t words_from_base);

#endif
