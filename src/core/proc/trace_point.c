// TracePoint: what the prelude's part of it asks the vm.
#include "core/proc/proc.h"

// Primitive.trace_points, set_trace_points(points, events): the TracePoints of this actor that are on, and a bit for each
// event that one of them wants.
static value_t trace_points(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return ec->root->thread.first->trace_points;
}

static value_t set_trace_points(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    ec->root->thread.first->trace_points = argv[0];
    ec->root->thread.first->trace_events = (uint32_t)value_to_fixnum(argv[1]);
    ec->trace_again = false;
    ec->trace_native = NULL;
    vm_select_dispatch(ec);
    return argv[0];
}

// Primitive.trace_enter(inside): whether a hook runs from now on. The previous answer.
static value_t trace_enter(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    bool const before = ec->root->trace_inside;
    ec->root->trace_inside = value_truthy(argv[0]);
    vm_select_dispatch(ec);
    return value_bool(before);
}

// Primitive.trace_position, trace_restore(position): what has been told so far, over an event inside of a hook.
static value_t trace_position(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    value_t const items[] = {value_fixnum((int64_t)(uintptr_t)ec->trace_at), value_fixnum(ec->trace_at_frame),
                             value_fixnum(ec->trace_told)};
    return CORE_NEW(ec, array_from(ec->heap, items, TRP_COUNT(items)));
}

static value_t trace_restore(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct array *const a = value_to_array(argv[0]);
    ec->trace_at = (const vm_word *)(uintptr_t)value_to_fixnum(array_at(a, 0));
    ec->trace_at_frame = (uint32_t)value_to_fixnum(array_at(a, 1));
    ec->trace_told = (uint8_t)value_to_fixnum(array_at(a, 2));
    return VALUE_NIL;
}

static const struct vm_frame *traced_frame(const struct ec *ec) { return ec->frames + ec->root->trace_frame; }

// Primitive.trace_parameters: of the method or block that the event is about.
static value_t trace_parameters(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    const struct vm_frame *const f = traced_frame(ec);
    return parameters_list(ec, f->code, (f->flags & (FRAME_LAMBDA | FRAME_METHOD)) != 0);
}

static const struct vm_code *code_of(struct ec *ec, value_t v)
{
    if (value_is(v, TYPE_PROC)) return ((struct proc *)value_to_pointer(v))->code;
    if (!methods_is(v)) return NULL;
    value_t receiver;
    const struct method *const m = methods_target(v, &receiver);
    if (m == NULL) return NULL;
    if (m->kind == METHOD_CODE) return m->code;
    value_t const proc = m->kind == METHOD_PROC ? method_proc(ec->heap, m) : VALUE_UNDEF;
    return proc == VALUE_UNDEF ? NULL : ((struct proc *)value_to_pointer(proc))->code;
}

// Primitive.trace_target(method or proc): whether it has code that can be a target.
static value_t trace_target(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct vm_code *const code = code_of(ec, argv[0]);
    return value_bool(code != NULL && !(code->flags & CODE_PRELUDE));
}

static bool has_line(const struct vm_code *code, uint32_t line)
{
    for (uint32_t i = 0; i < code->line_count; i++) {
        if (code->lines[i].line == (line | VM_LINE_STATEMENT)) return true;
    }
    for (uint32_t i = 0; i < code->child_count; i++) {
        if (has_line(code->children[i], line)) return true;
    }
    return false;
}

// Primitive.trace_line(target, line): whether a statement begins there.
static value_t trace_line(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    int64_t const line = value_to_fixnum(argv[1]);
    return value_bool(line > 0 && line < INT32_MAX && has_line(code_of(ec, argv[0]), (uint32_t)line));
}

// Primitive.trace_within(method or proc): the event happened in its code or in a block of it.
static value_t trace_within(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct vm_code *const wanted = code_of(ec, argv[0]);
    const struct vm_code *code = traced_frame(ec)->code;
    while (code != NULL && code != wanted) code = code->parent;
    return value_bool(code != NULL);
}

// How long each takes, see docs/builtins.md:
//   bounded: trace_points set_trace_points trace_enter trace_parameters trace_target trace_within trace_line
//     trace_position trace_restore
static const struct vm_primitive primitives[] = {
    {"trace_points", trace_points}, {"set_trace_points", set_trace_points}, {"trace_enter", trace_enter},
    {"trace_parameters", trace_parameters}, {"trace_target", trace_target}, {"trace_within", trace_within},
    {"trace_line", trace_line}, {"trace_position", trace_position}, {"trace_restore", trace_restore}};

bool core_trace_point(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
