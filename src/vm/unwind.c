// Unwinding: exceptions, break, return across blocks, throw. One pending unwinding an ec: kind, value, target. Each frame's
// catch table is asked on the way; `ensure` sees every kind, `rescue` only exceptions.
#include "vm/interior.h"
#include "vm/trace.h"

static const struct vm_catch *find_catch(const struct ec *ec, const struct vm_frame *f)
{
    bool const exception = ec->unwind_kind == UNWIND_RAISE;
    bool const memory = exception && ec->exception == ec_vm(ec)->no_memory_error;
    int64_t const at = frame_offset(f) - 1; // a word of the instruction that was running
    for (uint32_t i = 0; i < f->code->catch_count; i++) {
        const struct vm_catch *const c = &f->code->catches[i];
        if (at < (int64_t)c->start || at >= (int64_t)c->end) continue;
        if (c->kind == CATCH_ENSURE || (exception && !(memory && c->kind == CATCH_DEFINED))) return c;
    }
    return NULL;
}

// The value of a handler's register: the exception, or an object that carries any other unwinding. UNDEF: no memory.
value_t unwind_pack(struct ec *ec)
{
    if (ec->unwind_kind == UNWIND_RAISE) return ec->exception;
    struct unwind *const u = heap_alloc_size(ec->heap, sizeof *u);
    if (u == NULL) return VALUE_UNDEF;
    u->header = header_make(TYPE_UNWIND, CLASS_NONE, LAYOUT_EMPTY, 0);
    u->value = ec->exception;
    u->target = ec->unwind_target;
    u->kind = ec->unwind_kind;
    return value_pointer(u);
}

void unwind_clear(struct ec *ec)
{
    ec->unwind_kind = UNWIND_NONE;
    ec->exception = VALUE_NIL;
    ec->unwind_target = VALUE_NIL;
}

static bool enter_handler(struct ec *ec, const struct vm_catch *c)
{
    struct vm_frame *const f = ec->frame;
    value_t const packed = unwind_pack(ec);
    if (packed == VALUE_UNDEF) { // the unwinding becomes a NoMemoryError, which needs no packing
        vm_raise_memory(ec);
        return enter_handler(ec, c);
    }
    value_t *const r = ec->stack + f->window;
    r[c->reg] = packed;
    r[c->reg + 1] = ec->errinfo;
    if (ec->unwind_kind == UNWIND_RAISE) ec->errinfo = ec->exception;
    (void)frame_again(f);
    f->pc = f->code->words + c->handler;
    unwind_clear(ec);
    return true;
}

// Leaves the frame; a base frame ends the run.
static bool pop(struct ec *ec)
{
    struct vm_frame *const f = ec->frame;
    if (f->flags & FRAME_ENV) env_close(f->env);
    ec->frame--;
    return !(f->flags & FRAME_BASE);
}

// The frame itself returns `value`, as RET would.
static bool return_from(struct ec *ec, value_t value)
{
    struct vm_frame const f = *ec->frame;
    unwind_clear(ec);
    if (!pop(ec)) {
        ec->result = value;
        ec->unwound_to_end = true;
        return false;
    }
    if (!(f.flags & FRAME_CONTINUE)) {
        ec->stack[f.window] = value;
        return true;
    }
    return call_continue(ec, &f, value) == CALL_VALUE || vm_unwind(ec);
}

// Whether this frame is where the unwinding ends; it then returns the value.
static bool returns_here(struct ec *ec, const struct vm_frame *f)
{
    if (ec->unwind_kind == UNWIND_RETURN) return f->flags & FRAME_ENV && value_pointer(f->env) == ec->unwind_target;
    if (ec->unwind_kind != UNWIND_THROW) return false;
    return f->code == ec_vm(ec)->catch_code && ec->stack[f->window + 1] == ec->unwind_target;
}

bool vm_unwind(struct ec *ec)
{
    ec->builtin = NULL;
    ec->unwound_to_end = false;
    size_t last_window = 0;
    for (;;) {
        struct vm_frame *const f = ec->frame;
        if (ec->unwind_kind == UNWIND_BREAK && last_window != 0 && f->flags & FRAME_ENV &&
            value_pointer(f->env) == ec->unwind_target) {
            ec->stack[last_window] = ec->exception;
            unwind_clear(ec);
            return true;
        }
        const struct vm_catch *const c =
            ec->unwind_kind == UNWIND_KILL && !ec->kill_ensures ? NULL : find_catch(ec, f);
        if (c != NULL) return enter_handler(ec, c);
        if (returns_here(ec, f)) return return_from(ec, ec->exception);
        if (TRP_UNLIKELY(trace_wants(ec)) && trace_pop(ec)) return true;
        last_window = f->window;
        if (!pop(ec)) return false;
    }
}

static void start(struct ec *ec, enum unwind_kind kind, value_t value, value_t target)
{
    ec->unwind_kind = (uint8_t)kind;
    ec->exception = value;
    ec->unwind_target = target;
}

value_t vm_exit_now(struct ec *ec, int status)
{
    start(ec, UNWIND_KILL, value_fixnum(status), VALUE_NIL);
    ec->kill_ensures = false;
    return VALUE_UNDEF;
}

// `value` is what the jump carried.
static bool local_jump(struct ec *ec, const char *message, value_t value)
{
    vm_raise(ec, CLASS_LOCAL_JUMP_ERROR, "%s", message);
    if (value_is(ec->exception, TYPE_OBJECT) && !object_frozen(value_to_pointer(ec->exception))) {
        if (!ivar_set(ec->runtime, ec->heap, ec->exception, SYM_ivar_exit_value, value)) vm_raise_memory(ec);
    }
    return vm_unwind(ec);
}

// Whether the call that the frame is in was given this block literally: then the instruction before made it.
static bool called_with(const struct vm_frame *home, const struct vm_code *block)
{
    if (home->pc - home->code->words < 2 || VM_OP(home->pc[-2]) != OP_BLOCK) return false;
    return VM_BX(home->pc[-2]) < home->code->child_count && home->code->children[VM_BX(home->pc[-2])] == block;
}

// A lambda (or defined method) frame around a nested block frame, found lexically, still running. NULL: none.
static struct env *lambda_around(const struct vm_frame *f)
{
    for (struct env *e = f->up; e != NULL && !(e->flags & ENV_METHOD); e = e->parent) {
        if (e->flags & ENV_LAMBDA) return e;
    }
    return NULL;
}

bool unwind_break(struct ec *ec, value_t value)
{
    struct vm_frame *const f = ec->frame;
    if (f->flags & FRAME_LAMBDA) { // break in a lambda returns from it, through its ensures
        struct env *const own = vm_frame_capture(ec, f);
        if (own == NULL) return vm_raise_memory(ec), vm_unwind(ec);
        start(ec, UNWIND_RETURN, value, value_pointer(own));
        return vm_unwind(ec);
    }
    struct env *const home = f->up;
    struct vm_frame *const target = frame_of_env(ec, home);
    if (target == NULL || !called_with(target, f->code)) return local_jump(ec, "break from proc-closure", value);
    const struct vm_frame *const called = target + 1; // what the home frame called must have been given this block
    bool taken = false;
    if (value_is(called->block, TYPE_PROC)) {
        const struct proc *const p = value_to_proc(called->block);
        taken = p->code == f->code && p->env == home;
    }
    if (!taken && called != f) return local_jump(ec, "break from proc-closure", value);
    if (called == f && !(f->flags & FRAME_YIELDED)) return local_jump(ec, "break from proc-closure", value);
    start(ec, UNWIND_BREAK, value, value_pointer(home));
    return vm_unwind(ec);
}

// A program is left from its own code and blocks, but not out of a class body in it, nor by what a lambda has called.
static struct vm_frame *leave_program(struct ec *ec, struct vm_frame *program, bool from_class)
{
    for (const struct vm_frame *f = ec->frame; f > program; f--) from_class = from_class || f->flags & FRAME_LAMBDA;
    return from_class ? NULL : program;
}

// The frame that `return` in a frame's code leaves; the body of `class << x` is part of what is around it. NULL: it is gone.
static struct vm_frame *return_target(struct ec *ec, struct vm_frame *f)
{
    bool from_class = false;
    for (;;) {
        if (f->flags & FRAME_CLASS_BODY) {
            from_class = true;
            f--;
            continue;
        }
        if (f->code->kind == CODE_MAIN) return leave_program(ec, f, from_class);
        if (f->flags & (FRAME_LAMBDA | FRAME_METHOD)) return f;
        const struct env *const lambda = lambda_around(f), *const home = lambda != NULL ? lambda : frame_method_env(f);
        f = home == NULL ? NULL : frame_of_env(ec, home);
        if (f == NULL || !(f->code->kind == CODE_MAIN || f->flags & FRAME_CLASS_BODY)) return f;
    }
}

bool unwind_return(struct ec *ec, value_t value)
{
    struct vm_frame *const f = return_target(ec, ec->frame);
    if (f == NULL) return local_jump(ec, "unexpected return", value);
    struct env *const target = vm_frame_capture(ec, f);
    if (target == NULL) return vm_raise_memory(ec), vm_unwind(ec);
    start(ec, UNWIND_RETURN, value, value_pointer(target));
    return vm_unwind(ec);
}

void unwind_resume(struct ec *ec, value_t saved)
{
    if (value_is(saved, TYPE_UNWIND)) {
        const struct unwind *const u = value_to_pointer(saved);
        start(ec, u->kind, u->value, u->target);
    } else {
        start(ec, UNWIND_RAISE, saved, VALUE_NIL);
    }
}

bool unwind_again(struct ec *ec, value_t saved)
{
    unwind_resume(ec, saved);
    return vm_unwind(ec);
}

// throw: VALUE_UNDEF with the unwinding pending. False: nobody catches the tag.
bool vm_throw(struct ec *ec, value_t tag, value_t value)
{
    for (struct vm_frame *f = ec->frame; f > ec->frames; f--) {
        if (f->code == ec_vm(ec)->catch_code && ec->stack[f->window + 1] == tag) {
            start(ec, UNWIND_THROW, value, tag);
            return true;
        }
    }
    return false;
}
