// Starting runs from outside the loop: an ec's first frame, and the nested call of the C API.
#include "vm/interior.h"

#include <string.h>

static size_t top_of(const struct ec *ec)
{
    if (ec->frame == ec->frames) return 0;
    return ec->frame->window + ec->frame->code->register_count + VM_WINDOW_MARGIN;
}

bool vm_start_code(struct ec *ec, const struct vm_code *code, value_t self, struct method *scope)
{
    size_t const window = top_of(ec);
    struct vm_frame *const f = call_push(ec, code, scope, window);
    if (f == NULL) return false;
    ec->stack[window] = self;
    frame_clear(code, ec->stack + window, 1);
    f->flags = FRAME_METHOD | FRAME_BASE;
    return true;
}

static bool fill(struct ec *ec, size_t window, value_t self, int argc, const value_t *argv)
{
    if (!ec_reserve(ec, window + (unsigned)argc + 2 * VM_WINDOW_MARGIN)) return false;
    ec->stack[window] = self;
    if (argc > 0) memcpy(ec->stack + window + 1, argv, (size_t)argc * sizeof(value_t));
    ec->stack[window + 1 + (unsigned)argc] = VALUE_NIL;
    return true;
}

// A pushed frame becomes a base; a value that came at once is the result.
static bool started(struct ec *ec, enum call_result result, size_t depth, size_t window, bool *done)
{
    *done = result == CALL_VALUE;
    if (result == CALL_PUSHED) ec->frames[depth + 1].flags |= FRAME_BASE;
    if (result == CALL_VALUE) ec->result = ec->stack[window];
    if (result == CALL_RAISED) {
        // Frames that were pushed before the failure are above depth.
        while ((size_t)(ec->frame - ec->frames) > depth) {
            if (ec->frame->flags & FRAME_ENV) env_close(ec->frame->env);
            ec->frame--;
        }
    }
    return result != CALL_RAISED;
}

bool vm_start_proc(struct ec *ec, value_t proc, value_t self, int argc, const value_t *argv, bool *done)
{
    size_t const window = top_of(ec), depth = (size_t)(ec->frame - ec->frames);
    struct proc *const p = value_to_proc(proc);
    struct vm_callsite const site = {.argc = (uint16_t)argc};
    if (!fill(ec, window, self == VALUE_UNDEF ? p->self : self, argc, argv)) return false;
    return started(ec, call_proc_as(ec, p, &site, window, NULL), depth, window, done);
}

bool vm_start_send(struct ec *ec, value_t receiver, symbol_t name, int argc, const value_t *argv, bool *done)
{
    size_t const window = top_of(ec), depth = (size_t)(ec->frame - ec->frames);
    struct vm_callsite site = {.name = name, .argc = (uint16_t)argc, .flags = CALL_FCALL};
    if (!fill(ec, window, receiver, argc, argv)) return false;
    return started(ec, call_send_slow(ec, &site, window), depth, window, done);
}

bool vm_start_handler(struct ec *ec, value_t receiver, symbol_t name, int argc, const value_t *argv)
{
    size_t const window = top_of(ec), depth = (size_t)(ec->frame - ec->frames);
    struct vm_callsite site = {.name = name, .argc = (uint16_t)argc, .flags = CALL_FCALL};
    if (!fill(ec, window, receiver, argc, argv)) return false;
    bool done = false;
    if (!started(ec, call_send_slow(ec, &site, window), depth, window, &done) || done) return done;
    struct vm_frame *const f = &ec->frames[depth + 1];
    f->flags = (uint16_t)((f->flags & ~FRAME_BASE) | FRAME_CONTINUE | FRAME_HANDLER);
    f->continuation = CONTINUE_DISCARD;
    return true;
}

value_t vm_call(struct ec *ec, value_t receiver, symbol_t name, int argc, const value_t *argv)
{
    bool done = false;
    ec->nested++;
    bool const ok = vm_start_send(ec, receiver, name, argc, argv, &done);
    enum vm_run_result const result = !ok ? RUN_RAISED : done ? RUN_DONE : vm_run(ec);
    ec->nested--;
    return result == RUN_DONE ? ec->result : VALUE_UNDEF;
}
