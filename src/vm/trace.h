// What the loop and the unwinder ask of tracing (trace.c).
#ifndef TROUPE_VM_TRACE_H
#define TROUPE_VM_TRACE_H

#include "vm/interior.h"

bool trace_wants(const struct ec *ec); // somebody traces, and no hook runs
// Before the instruction at `at`. CALL_VALUE: nothing (more) to tell, run it. CALL_PUSHED: the hook's frame is there, and
// the frame's pc must be at the instruction.
enum call_result trace_step(struct ec *ec, const vm_word *at);
// The exception that is pending, or a frame that an unwinding is about to leave. True: the hook's frame is on top, and the
// unwinding goes on behind it (CONTINUE_UNWIND).
bool trace_raise(struct ec *ec);
bool trace_pop(struct ec *ec);

// unwind.c
value_t unwind_pack(struct ec *ec); // the pending unwinding as one value. UNDEF: no memory
void unwind_clear(struct ec *ec);

#endif
