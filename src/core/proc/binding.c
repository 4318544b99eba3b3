// Binding: what a frame or a Proc sees, kept. And eval of texts, inside one or inside the caller's frame.
#include "core/kernel/kernel.h"

#include <stdio.h>

struct binding { // payload
    value_t env; // TYPE_ENV
    value_t block;
    const struct vm_code *code; // of env
    symbol_t file;
    uint32_t line;
};

static void trace_binding(struct heap_marker *marker, void *payload)
{
    const struct binding *const b = payload;
    heap_mark(marker, b->env);
    code_mark(marker, b->code);
    heap_mark(marker, b->block);
}

static const struct data_kind binding_kind = {.name = "binding", .trace = trace_binding};

static struct binding *binding_of(value_t v) { return data_payload(v, &binding_kind); }

static struct vm_context context_of(const struct binding *b)
{
    return (struct vm_context){b->code, value_to_pointer(b->env), b->block};
}

static void set_context(struct ec *ec, value_t binding, const struct vm_context *context)
{
    struct binding *const b = binding_of(binding);
    heap_store(ec->heap, value_to_pointer(binding), &b->env, value_pointer(context->env));
    heap_store(ec->heap, value_to_pointer(binding), &b->block, context->block);
    b->code = context->code;
}

static value_t make(struct ec *ec, const struct vm_context *context, symbol_t file, uint32_t line)
{
    struct data *const d = data_new(ec->heap, CLASS_BINDING, &binding_kind, sizeof(struct binding));
    if (d == NULL) return vm_raise_memory(ec);
    struct binding *const b = (struct binding *)d->payload;
    b->file = file;
    b->line = line;
    set_context(ec, value_pointer(d), context);
    return value_pointer(d);
}

static value_t of_frame(struct ec *ec, struct vm_frame *frame)
{
    struct vm_context context;
    if (!vm_context_of_frame(ec, frame, &context)) return VALUE_UNDEF;
    return make(ec, &context, frame->code->file, vm_frame_line(frame));
}

bool core_toplevel_binding(struct ec *ec)
{
    symbol_t const name = symbol_intern_text(ec->runtime, "TOPLEVEL_BINDING");
    if (name == 0) return vm_raise_memory(ec), false;
    value_t const binding = of_frame(ec, ec->frame);
    return binding != VALUE_UNDEF && vm_constant_set(ec, runtime_class(ec->runtime, CLASS_OBJECT), name, binding);
}

// The frame that eval and binding speak of. NULL: raised.
static struct vm_frame *caller(struct ec *ec)
{
    struct vm_frame *const f = vm_user_frame(ec);
    if (f == NULL) vm_raise(ec, CLASS_RUNTIME_ERROR, "Can't create Binding Object on top of Fiber or Thread");
    return f;
}

// Primitive.binding: of the caller.
static value_t primitive_binding(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    struct vm_frame *const f = caller(ec);
    return f == NULL ? VALUE_UNDEF : of_frame(ec, f);
}

// Primitive.proc_binding(proc): nil when its code is not Ruby's.
static value_t primitive_proc_binding(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct proc *const p = value_to_proc(argv[0]);
    if (p->code == NULL || p->code->flags & CODE_PRELUDE || p->env == NULL || p->code->parent == NULL) return VALUE_NIL;
    struct vm_context context;
    vm_context_of_proc(ec, p, &context);
    return make(ec, &context, p->code->file, p->code->line);
}

static value_t primitive_proc_isolated(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    const struct proc *const p = value_to_proc(argv[0]);
    return value_bool((p->header & PROC_ISOLATED) && !(p->header & PROC_FROM_SYMBOL));
}

static value_t primitive_is_binding(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_bool(value_is(argv[0], TYPE_DATA) && binding_of(argv[0]) != NULL);
}

// Primitive.binding_copy(binding)
static value_t primitive_binding_copy(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct binding *const b = binding_of(argv[0]);
    struct vm_context const context = context_of(b);
    value_t const copy = make(ec, &context, b->file, b->line);
    if (copy == VALUE_UNDEF || (object_layout(value_to_pointer(argv[0])) & ~(layout_t)1) == LAYOUT_EMPTY) return copy;
    return ivar_copy_all(ec->runtime, ec->heap, argv[0], copy) ? copy : vm_raise_memory(ec);
}

static value_t binding_receiver(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return context_of(binding_of(self)).env->registers[0];
}

static value_t binding_source_location(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    const struct binding *const b = binding_of(self);
    struct string *const file = symbol_string(ec->runtime, ec->heap, b->file);
    if (file == NULL) return vm_raise_memory(ec);
    value_t const pair[2] = {value_pointer(file), value_fixnum(b->line)};
    return CORE_NEW(ec, array_new_small(ec->heap, pair, 2));
}

// --- Local variables -------------------------------------------------------------------------------------------------

static bool push_new(struct ec *ec, struct array *names, symbol_t name)
{
    for (size_t i = 0; i < array_count(names); i++) {
        if (array_at(names, i) == value_symbol(name)) return true;
    }
    return array_push(ec->heap, names, value_symbol(name));
}

static value_t names_in(struct ec *ec, struct vm_context context)
{
    struct array *const names = array_new(ec->heap, 8);
    if (names == NULL) return vm_raise_memory(ec);
    do {
        const struct vm_code *const code = context.code;
        if (context.env->flags & ENV_ISOLATED) break;
        for (unsigned reg = 1; reg < code->local_count; reg++) {
            symbol_t const name = code->local_names[reg];
            if (vm_local_visible(ec->runtime, name) && !push_new(ec, names, name)) return vm_raise_memory(ec);
        }
    } while (vm_context_up(&context));
    return value_pointer(names);
}

static value_t binding_local_variables(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return names_in(ec, context_of(binding_of(self)));
}

// Primitive.local_variables: of the caller.
static value_t primitive_local_variables(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    struct vm_context context;
    struct vm_frame *const f = caller(ec);
    return f == NULL || !vm_context_of_frame(ec, f, &context) ? VALUE_UNDEF : names_in(ec, context);
}

static value_t raise_name(struct ec *ec, value_t binding, symbol_t name, const char *format)
{
    struct string *const s = vm_any_to_s(ec, binding);
    if (s == NULL) return vm_raise_memory(ec);
    struct string *const text = string_format(ec->heap, format, symbol_text(ec->runtime, name));
    if (text == NULL || !string_append_string(ec->heap, text, s)) return vm_raise_memory(ec);
    return vm_raise_name(ec, CLASS_NAME_ERROR, name, binding, "%.*s", (int)string_size(text), string_bytes(text));
}

// The register of the local that argv[0] names, NULL if there is none. False: raised.
static bool find_local(struct ec *ec, value_t binding, value_t symbol, value_t **reg)
{
    symbol_t const name = value_to_symbol(symbol);
    struct vm_context context = context_of(binding_of(binding));
    if (!symbol_is_local(ec->runtime, name)) {
        raise_name(ec, binding, name, "wrong local variable name '%s' for ");
        return false;
    }
    if (!vm_local_visible(ec->runtime, name)) {
        vm_raise_name(ec, CLASS_NAME_ERROR, name, binding, "numbered parameter '%s' is not a local variable",
                      symbol_text(ec->runtime, name));
        return false;
    }
    *reg = vm_context_find(ec->runtime, &context, name);
    return true;
}

// Primitive.binding_get(binding, name)
static value_t primitive_get(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    value_t *reg;
    if (!find_local(ec, argv[0], argv[1], &reg)) return VALUE_UNDEF;
    if (reg == NULL) return raise_name(ec, argv[0], value_to_symbol(argv[1]), "local variable '%s' is not defined for ");
    return *reg == VALUE_ABSENT ? VALUE_NIL : *reg;
}

// Primitive.binding_set(binding, name, value): false when there is no such variable yet.
static value_t primitive_set(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    value_t *reg;
    if (!find_local(ec, argv[0], argv[1], &reg)) return VALUE_UNDEF;
    if (reg == NULL) return VALUE_FALSE;
    struct vm_context context = context_of(binding_of(argv[0]));
    (void)vm_context_find(ec->runtime, &context, value_to_symbol(argv[1]));
    heap_store(ec->heap, context.env, reg, argv[2]);
    return VALUE_TRUE;
}

// Primitive.binding_defined(binding, name)
static value_t primitive_defined(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    value_t *reg;
    return find_local(ec, argv[0], argv[1], &reg) ? value_bool(reg != NULL) : VALUE_UNDEF;
}

// --- Implicit parameters ---------------------------------------------------------------------------------------------

// What the code of the binding itself takes by number, or as `it`: the context is that of the code, without its evals.
static struct vm_context own_context(value_t binding)
{
    struct vm_context context = context_of(binding_of(binding));
    while (context.code->kind == CODE_EVAL && vm_context_up(&context)) continue;
    return context;
}

// Primitive.implicit_count(binding): how many _1, _2 …; -1: `it`.
static value_t primitive_implicit_count(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    const struct vm_code *const code = own_context(argv[0]).code;
    if (!(code->params.flags & PARAM_NUMBERED)) return value_fixnum(0);
    return value_fixnum(code->local_names[1] == 0 && code->params.required == 1 ? -1 : code->params.required);
}

// Primitive.implicit_value(binding, number)
static value_t primitive_implicit_value(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return own_context(argv[0]).env->registers[value_to_fixnum(argv[1])];
}

// --- eval ------------------------------------------------------------------------------------------------------------

// Fills in the text, and where it is said to stand: (eval at FILE:LINE), line 1, unless the caller says. False: raised.
static bool set_source(struct ec *ec, struct vm_eval *eval, const value_t *argv, char *file, size_t size)
{
    const struct vm_frame *const f = vm_user_frame(ec);
    eval->source = value_to_pointer(argv[0]);
    eval->line = value_is_fixnum(argv[2]) ? (uint32_t)value_to_fixnum(argv[2]) : 1;
    eval->file = file;
    if (!value_is_nil(argv[1])) {
        const struct string *const s = value_to_string(argv[1]);
        snprintf(file, size, "%.*s", (int)string_size(s), string_bytes(s));
    } else if (f != NULL) {
        snprintf(file, size, "(eval at %s:%u)", symbol_text(ec->runtime, f->code->file), (unsigned)vm_frame_line(f));
    } else {
        snprintf(file, size, "(eval)");
    }
    return true;
}

// Primitive.eval(source, file, line, binding or nil)
static value_t primitive_eval(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    char file[4096];
    struct vm_eval eval = {.self = VALUE_UNDEF};
    struct vm_context inside;
    value_t const binding = argv[3];
    if (value_is_nil(binding)) {
        struct vm_frame *const f = caller(ec);
        if (f == NULL || !vm_context_of_frame(ec, f, &eval.around)) return VALUE_UNDEF;
    } else {
        eval.around = context_of(binding_of(binding));
    }
    if (!set_source(ec, &eval, argv, file, sizeof file)) return VALUE_UNDEF;
    value_t const result = vm_tail_eval(ec, &eval, &inside);
    if (result == VALUE_TAIL && !value_is_nil(binding)) set_context(ec, binding, &inside);
    return result;
}

// In the caller's frame with another self, where `eval->scope` says.
static value_t eval_under(struct ec *ec, struct vm_frame *f, struct vm_eval *eval, const value_t *argv)
{
    char file[4096];
    struct vm_context inside;
    if (eval->scope == NULL || !vm_context_of_frame(ec, f, &eval->around)) return VALUE_UNDEF;
    eval->scope->flags |= METHOD_EVAL_TEXT;
    return set_source(ec, eval, argv, file, sizeof file) ? vm_tail_eval(ec, eval, &inside) : VALUE_UNDEF;
}

// Primitive.instance_eval(source, file, line, object)
static value_t primitive_instance_eval(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct vm_frame *const f = caller(ec);
    if (f == NULL) return VALUE_UNDEF;
    struct vm_eval eval = {.self = argv[3], .scope = object_instance_scope(ec, argv[3], f->method)};
    return eval_under(ec, f, &eval, argv);
}

// Primitive.class_eval_text(source, file, line, class)
static value_t primitive_class_eval(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct vm_frame *const f = caller(ec);
    if (f == NULL) return VALUE_UNDEF;
    struct vm_eval eval = {.self = argv[3], .scope = vm_scope_new(ec, value_to_class(argv[3]), f->method)};
    return eval_under(ec, f, &eval, argv);
}

// How long each takes, see docs/builtins.md:
//   bounded: binding_receiver binding_source_location trace_place primitive_binding primitive_proc_binding
//     primitive_proc_isolated primitive_is_binding primitive_binding_copy primitive_get primitive_defined
//     primitive_implicit_count primitive_implicit_value
//   open: binding_local_variables primitive_local_variables primitive_set primitive_eval primitive_instance_eval
//     primitive_class_eval
static const struct core_method methods[] = {{"receiver", binding_receiver, 0, 0, 0},
                                             {"source_location", binding_source_location, 0, 0, 0},
                                             {"local_variables", binding_local_variables, 0, 0, 0}};

// Primitive.trace_binding: where the event happened that a hook of tracing is told of.
static value_t trace_place(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return of_frame(ec, ec->frames + ec->root->trace_frame);
}

static const struct vm_primitive primitives[] = {
    {"trace_binding", trace_place}, {"binding", primitive_binding}, {"proc_binding", primitive_proc_binding},
    {"proc_isolated", primitive_proc_isolated},
    {"is_binding", primitive_is_binding},
    {"binding_copy", primitive_binding_copy}, {"local_variables", primitive_local_variables},
    {"binding_get", primitive_get}, {"binding_set", primitive_set}, {"binding_defined", primitive_defined},
    {"implicit_count", primitive_implicit_count}, {"implicit_value", primitive_implicit_value},
    {"eval", primitive_eval}, {"instance_eval", primitive_instance_eval}, {"class_eval_text", primitive_class_eval}};

bool core_binding(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_BINDING, methods) && CORE_PRIMITIVES(boot, primitives);
}
