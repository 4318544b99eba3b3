// Tracing: what TracePoint hears of. While an actor traces, its ecs run by a dispatch table that asks here before each
// instruction; otherwise none of this exists for the loop. An event calls Troupe::Trace.fire in a frame above the running
// one, whose result is dropped; then the same instruction is looked at again for what else there is to tell, and run.
//
// A method of the prelude that user code calls is told as the C function that it stands for; its inside is not told.
#include "vm/trace.h"

enum { // what has been told of the instruction at trace_at
    TOLD_NATIVE_RETURN = 1, TOLD_ENTRY = 2, TOLD_LINE = 4, TOLD_CALL = 8, TOLD_RETURN = 16
};

static const char *const names[] = {"line",   "call",     "return", "c_call", "c_return",
                                    "b_call", "b_return", "class",  "end",    "raise"};

bool trace_wants(const struct ec *ec) { return ec->root->thread.first->trace_events != 0 && !ec->root->trace_inside; }

// --- The hook ------------------------------------------------------------------------------------------------------

static value_t class_or_nil(const struct method *m)
{
    return m == NULL || m->kind == METHOD_BODY || m->owner == NULL ? VALUE_NIL : class_value(method_owner_class(m));
}

static value_t name_or_nil(const struct method *m, bool original)
{
    if (m == NULL || m->kind == METHOD_BODY) return VALUE_NIL;
    return value_symbol(original ? m->original : m->name);
}

// [event, method, called as, its class, self, value, path, line] for Troupe::Trace.fire, whose frame goes on top.
static enum call_result fire_in(struct ec *ec, unsigned event, struct vm_frame *user, uint32_t line,
                                const struct method *method, value_t self, value_t value, size_t window,
                                enum vm_continuation continuation, unsigned operand)
{
    symbol_t const name = symbol_intern_text(ec->runtime, names[event]);
    if (name == 0) return vm_raise_memory(ec), CALL_RAISED;
    value_t const path = user->code->file != 0 ? value_symbol(user->code->file) : VALUE_NIL;
    value_t const items[] = {value_symbol(name), name_or_nil(method, true), name_or_nil(method, false), class_or_nil(method),
                             self, value, path, value_fixnum(line)};
    struct array *const list = array_from(ec->heap, items, TRP_COUNT(items));
    if (list == NULL) return vm_raise_memory(ec), CALL_RAISED;
    if (!ec_reserve(ec, window + 2 * VM_WINDOW_MARGIN)) return CALL_RAISED;
    ec->stack[window] = ec_vm(ec)->trace;
    ec->stack[window + 1] = value_pointer(list);
    ec->root->trace_inside = true;
    ec->root->trace_frame = (uint32_t)(user - ec->frames);
    vm_select_dispatch(ec);
    struct vm_callsite site = {.name = SYM_fire, .argc = 1, .flags = CALL_FCALL};
    return call_operator_once(ec, &site, window, continuation, 0, operand);
}

static size_t window_above(const struct ec *ec) { return ec->frame->window + ec->frame->code->register_count; }

static enum call_result fire(struct ec *ec, unsigned event, struct vm_frame *user, uint32_t line, const struct method *method,
                             value_t self, value_t value)
{
    return fire_in(ec, event, user, line, method, self, value, window_above(ec), CONTINUE_DISCARD, 0);
}

static bool wants(const struct ec *ec, unsigned event) { return ec->root->thread.first->trace_events >> event & 1; }

// --- What an instruction is ----------------------------------------------------------------------------------------

static bool is_entry(const struct vm_code *code, const vm_word *at)
{
    if (at == code->words) return true;
    for (unsigned i = 0; code->params.optional > 0 && i <= code->params.optional; i++) {
        if (at == code->words + code->params.optional_entry[i]) return true;
    }
    return false;
}

static bool is_return(vm_word w)
{
    switch (VM_OP(w)) {
    case OP_RET: case OP_RETNIL: case OP_RETSELF: case OP_BREAK: case OP_RETURNFROM: return true;
    default: return false;
    }
}

static value_t returned(const struct ec *ec, vm_word w)
{
    if (VM_OP(w) == OP_RETNIL) return VALUE_NIL;
    return ec_registers(ec)[VM_OP(w) == OP_RETSELF ? 0 : VM_A(w)];
}

static bool starts_statement(const struct vm_code *code, uint32_t offset)
{
    uint32_t low = 0, high = code->line_count;
    while (low < high) {
        uint32_t const middle = low + (high - low) / 2;
        if (code->lines[middle].offset < offset) low = middle + 1;
        else high = middle;
    }
    return low < code->line_count && code->lines[low].offset == offset && code->lines[low].line & VM_LINE_STATEMENT;
}

enum kind { KIND_NONE, KIND_METHOD, KIND_BLOCK, KIND_CLASS };

static enum kind kind_of(const struct vm_frame *f)
{
    if (f->flags & FRAME_CLASS_BODY) return KIND_CLASS;
    if (f->flags & FRAME_DEFINED) return KIND_METHOD;
    if (f->flags & FRAME_BLOCK) return f->code->kind == CODE_EVAL ? KIND_NONE : KIND_BLOCK;
    return f->method->kind == METHOD_BODY ? KIND_NONE : KIND_METHOD;
}

static unsigned entry_event(enum kind kind)
{
    return kind == KIND_CLASS ? TRACE_CLASS : kind == KIND_BLOCK ? TRACE_B_CALL : TRACE_CALL;
}
static unsigned return_event(enum kind kind)
{
    return kind == KIND_CLASS ? TRACE_END : kind == KIND_BLOCK ? TRACE_B_RETURN : TRACE_RETURN;
}

// Methods that nobody is to hear of: those that trace, and what instructions call.
static bool is_silent(struct ec *ec, const struct method *m)
{
    if (m->owner == NULL || m->name == SYM_set_trace_func) return true;
    const struct class *const owner = m->owner;
    if (owner->id == CLASS_TRACE_POINT) return true;
    if (!(owner->flags & CLASS_IS_METACLASS)) return false;
    value_t const attached = class_value(class_attached_class(owner));
    return attached == ec_vm(ec)->convert || attached == ec_vm(ec)->trace ||
           attached == class_value(runtime_class(ec->runtime, CLASS_TRACE_POINT));
}

// --- Before an instruction -----------------------------------------------------------------------------------------

// Nothing is told of the inside of the prelude.
static bool is_inside(struct ec *ec, const struct vm_frame *f)
{
    if (!(f->code->flags & CODE_PRELUDE)) return false;
    const struct vm_frame *const user = f - 1;
    if (!(f->flags & FRAME_METHOD) || user <= ec->frames || user->code->flags & CODE_PRELUDE) return true;
    return f->method->kind == METHOD_BODY || is_silent(ec, f->method);
}

// A frame of the prelude that stands for the method that user code called.
static enum call_result step_prelude(struct ec *ec, const vm_word *at)
{
    struct vm_frame *const f = ec->frame, *const user = f - 1;
    value_t const self = ec_registers(ec)[0];
    if (is_entry(f->code, at) && !(f->flags & FRAME_TRACED)) {
        f->flags |= FRAME_TRACED;
        bool const told = ec->trace_native == f->method; // by the call of the C function that gave up
        ec->trace_native = NULL;
        if (!told && wants(ec, TRACE_C_CALL)) {
            return fire(ec, TRACE_C_CALL, user, vm_frame_line(user), f->method, self, VALUE_NIL);
        }
    }
    if (is_return(*at) && !(ec->trace_told & TOLD_RETURN) && wants(ec, TRACE_C_RETURN)) {
        ec->trace_told |= TOLD_RETURN;
        return fire(ec, TRACE_C_RETURN, user, vm_frame_line(user), f->method, self, returned(ec, *at));
    }
    return CALL_VALUE;
}

// The C function that a SEND is about to call. NULL: none.
static const struct method *native_callee(struct ec *ec, const vm_word *at)
{
    if (VM_OP(*at) != OP_SEND && VM_OP(*at) != OP_SENDSELF) return NULL;
    const value_t *const r = ec_registers(ec);
    value_t const receiver = r[VM_OP(*at) == OP_SENDSELF ? 0 : VM_A(*at)];
    const struct vm_callsite *const site = &ec->frame->code->callsites[VM_BX(*at)];
    const struct resolution *const found = class_resolve(ec->runtime, value_class_id(receiver), site->name);
    const struct method *const m = found == NULL ? NULL : found->method;
    if (m == NULL || is_silent(ec, m)) return NULL;
    bool const native = m->kind == METHOD_C || m->kind == METHOD_TRY || m->kind == METHOD_READER || m->kind == METHOD_WRITER;
    return native ? m : NULL;
}

static enum call_result step_call(struct ec *ec, const vm_word *at, uint32_t line)
{
    const struct method *const m = native_callee(ec, at);
    if (m == NULL) return CALL_VALUE;
    ec->trace_native = m;
    ec->trace_native_frame = (uint32_t)(ec->frame - ec->frames);
    ec->trace_native_register = VM_A(*at);
    value_t const self = ec_registers(ec)[VM_OP(*at) == OP_SENDSELF ? 0 : VM_A(*at)];
    ec->trace_native_self = self;
    return wants(ec, TRACE_C_CALL) ? fire(ec, TRACE_C_CALL, ec->frame, line, m, self, VALUE_NIL) : CALL_VALUE;
}

static enum call_result step_native_return(struct ec *ec, uint32_t line)
{
    const struct method *const m = ec->trace_native;
    ec->trace_native = NULL;
    if (ec->trace_native_frame != (uint32_t)(ec->frame - ec->frames) || !wants(ec, TRACE_C_RETURN)) return CALL_VALUE;
    value_t const value = ec_registers(ec)[ec->trace_native_register];
    return fire(ec, TRACE_C_RETURN, ec->frame, line, m, ec->trace_native_self, value);
}

static enum call_result step_user(struct ec *ec, const vm_word *at)
{
    struct vm_frame *const f = ec->frame;
    uint32_t const offset = (uint32_t)(at - f->code->words), line = vm_code_line(f->code, offset);
    value_t const self = ec_registers(ec)[0];
    enum kind const kind = kind_of(f);
    if (ec->trace_native != NULL && !(ec->trace_told & TOLD_CALL)) {
        enum call_result const result = step_native_return(ec, line);
        if (result != CALL_VALUE) return result;
    }
    if (!(f->flags & FRAME_TRACED) && is_entry(f->code, at)) {
        f->flags |= FRAME_TRACED;
        if (kind != KIND_NONE && wants(ec, entry_event(kind))) {
            return fire(ec, entry_event(kind), f, f->code->line, f->method, self, VALUE_NIL);
        }
    }
    if (!(ec->trace_told & TOLD_LINE) && wants(ec, TRACE_LINE) && starts_statement(f->code, offset)) {
        ec->trace_told |= TOLD_LINE;
        return fire(ec, TRACE_LINE, f, line, f->method, self, VALUE_NIL);
    }
    if (!(ec->trace_told & TOLD_CALL)) {
        ec->trace_told |= TOLD_CALL;
        enum call_result const result = step_call(ec, at, line);
        if (result != CALL_VALUE) return result;
    }
    if (!(ec->trace_told & TOLD_RETURN) && is_return(*at) && kind != KIND_NONE && wants(ec, return_event(kind))) {
        ec->trace_told |= TOLD_RETURN;
        f->flags &= (uint16_t)~FRAME_TRACED;
        return fire(ec, return_event(kind), f, line, f->method, self, returned(ec, *at));
    }
    return CALL_VALUE;
}

enum call_result trace_step(struct ec *ec, const vm_word *at)
{
    const struct vm_frame *const f = ec->frame;
    if (is_inside(ec, f)) return CALL_VALUE;
    if (ec->trace_at != at || ec->trace_at_frame != (uint32_t)(f - ec->frames)) {
        ec->trace_at = at;
        ec->trace_at_frame = (uint32_t)(f - ec->frames);
        ec->trace_told = 0;
    }
    enum call_result const result = f->code->flags & CODE_PRELUDE ? step_prelude(ec, at) : step_user(ec, at);
    if (result == CALL_VALUE) ec->trace_at = NULL; // the next time is another time
    return result;
}

// --- Unwinding ----------------------------------------------------------------------------------------------------

// The pending unwinding is put by in a register above the running frame's, and goes on behind the hook.
static bool fire_unwinding(struct ec *ec, unsigned event, struct vm_frame *user, const struct method *method, value_t value)
{
    value_t const saved = unwind_pack(ec);
    if (saved == VALUE_UNDEF) return false;
    size_t const window = window_above(ec);
    value_t const self = ec->stack[user->window];
    if (!ec_reserve(ec, window + 2 * VM_WINDOW_MARGIN)) return false;
    ec->stack[window] = saved;
    unwind_clear(ec);
    enum call_result const result = fire_in(ec, event, user, vm_frame_line(user), method, self, value, window + 1,
                                            CONTINUE_UNWIND, ec->frame->code->register_count);
    if (result == CALL_PUSHED) return true;
    ec->root->trace_inside = false;
    return false;
}

bool trace_raise(struct ec *ec)
{
    ec->trace_native = NULL;
    bool const again = ec->trace_again;
    ec->trace_again = false;
    struct vm_frame *const user = vm_user_frame(ec);
    if (again || ec->unwind_kind != UNWIND_RAISE || user == NULL || !wants(ec, TRACE_RAISE)) return false;
    return fire_unwinding(ec, TRACE_RAISE, user, user->method, ec->exception);
}

bool trace_pop(struct ec *ec)
{
    struct vm_frame *const f = ec->frame;
    if (!(f->flags & FRAME_TRACED) || f->code->flags & CODE_PRELUDE) return false;
    f->flags &= (uint16_t)~FRAME_TRACED;
    enum kind const kind = kind_of(f);
    if (kind == KIND_NONE || kind == KIND_CLASS || !wants(ec, return_event(kind))) return false;
    value_t const value = ec->unwind_kind == UNWIND_RETURN ? ec->exception : VALUE_NIL;
    return fire_unwinding(ec, return_event(kind), f, f->method, value);
}
