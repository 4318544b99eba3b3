// Proc: calling is the loop's own; here is what a Proc tells about itself.
#include "core/proc/proc.h"

static struct proc *to_proc(value_t v) { return value_to_proc(v); }

// A Proc of a Method keeps the Method as its self.
static struct method *of_method(const struct proc *p)
{
    value_t receiver;
    return p->header & PROC_FROM_METHOD && methods_is(p->self) ? methods_target(p->self, &receiver) : NULL;
}

static value_t proc_arity(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct proc *const p = to_proc(self);
    if (p->header & PROC_FROM_SYMBOL) return value_fixnum(-2);
    const struct method *const m = of_method(p);
    if (m != NULL) return value_fixnum(methods_arity(ec, m));
    return value_fixnum(parameters_arity(p->code, (p->header & PROC_LAMBDA) != 0));
}

// Primitive.proc_parameters(proc, lambda or nil)
static value_t primitive_parameters(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct proc *const p = to_proc(argv[0]);
    bool const lambda = value_is_nil(argv[1]) ? (p->header & PROC_LAMBDA) != 0 : value_truthy(argv[1]);
    if (p->header & PROC_FROM_SYMBOL) {
        struct array *const out = array_new(ec->heap, 2);
        bool const ok = out != NULL && parameters_push(ec, out, lambda ? "req" : "opt", 0) &&
                        parameters_push(ec, out, "rest", 0);
        return ok ? value_pointer(out) : vm_raise_memory(ec);
    }
    return parameters_list(ec, p->code, lambda);
}

// Primitive.proc_method(proc): the Method it was made of, or nil.
static value_t primitive_proc_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    const struct proc *const p = to_proc(argv[0]);
    return p->header & PROC_FROM_METHOD ? p->self : VALUE_NIL;
}

static value_t primitive_of_symbol(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    return value_bool(to_proc(argv[0])->header & PROC_FROM_SYMBOL);
}

// Primitive.proc_mark_method(proc): its self is the Method it calls.
static value_t primitive_proc_mark_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    to_proc(argv[0])->header |= PROC_FROM_METHOD | PROC_LAMBDA;
    return argv[0];
}

// Primitive.proc_make_lambda(proc): a literal block that was given to `lambda`.
static value_t primitive_proc_make_lambda(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    to_proc(argv[0])->header |= PROC_LAMBDA;
    return argv[0];
}

static value_t proc_is_lambda(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    return value_bool(to_proc(self)->header & PROC_LAMBDA);
}

static bool same_proc(const struct proc *a, const struct proc *b)
{
    uint64_t const kind = PROC_LAMBDA | PROC_FROM_METHOD | PROC_FROM_SYMBOL;
    return a->code == b->code && a->env == b->env && a->self == b->self && ((a->header ^ b->header) & kind) == 0;
}

static value_t proc_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    return value_bool(self == argv[0] || (value_is(argv[0], TYPE_PROC) && same_proc(to_proc(self), to_proc(argv[0]))));
}

static value_t proc_hash(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    const struct proc *const p = to_proc(self);
    uint64_t const mixed = (uint64_t)(uintptr_t)p->code * 0x9e3779b97f4a7c15 ^ (uint64_t)(uintptr_t)p->env ^ p->self;
    return value_fixnum((int64_t)(mixed >> 3));
}

static value_t proc_itself(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    return self;
}

static value_t proc_source_location(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct vm_code *const code = to_proc(self)->code;
    if (code == NULL || code->flags & CODE_PRELUDE) return VALUE_NIL;
    struct string *const file = symbol_string(ec->runtime, ec->heap, code->file);
    if (file == NULL) return vm_raise_memory(ec);
    value_t const pair[2] = {value_pointer(file), value_fixnum(code->line)};
    return CORE_NEW(ec, array_new_small(ec->heap, pair, 2));
}

static value_t proc_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct proc *const p = to_proc(self);
    struct string *const s = string_format(ec->heap, "#<%s:0x%016llx", vm_class_name(ec, self),
                                           (unsigned long long)self);
    bool ok = s != NULL;
    if (ok && p->header & PROC_FROM_SYMBOL) {
        ok = string_append_text(ec->heap, s, "(&") &&
             string_append_symbol_inspected(ec->runtime, ec->heap, s, value_to_symbol(p->self)) &&
             string_append_text(ec->heap, s, ")");
    } else if (ok && p->header & PROC_FROM_METHOD) {
        ok = string_append_text(ec->heap, s, " (lambda) from ") && string_append_text(ec->heap, s, "Method");
    } else if (ok) {
        struct string *const at = string_format(ec->heap, " %s:%u", symbol_text(ec->runtime, p->code->file),
                                                p->code->line);
        ok = at != NULL && string_append_string(ec->heap, s, at);
    }
    bool const lambda = p->header & PROC_LAMBDA && !(p->header & PROC_FROM_METHOD);
    ok = ok && string_append_text(ec->heap, s, lambda ? " (lambda)>" : ">");
    return ok ? value_pointer(s) : vm_raise_memory(ec);
}

// Primitive.proc_ruby2_keywords(proc): nil, or why not.
static value_t primitive_ruby2_keywords(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    if (!core_check_frozen(ec, argv[0])) return VALUE_UNDEF;
    const struct proc *const p = to_proc(argv[0]);
    const char *why = p->header & PROC_FROM_METHOD ? "proc created from method" : "proc not defined in Ruby";
    if (p->code != NULL && !(p->header & PROC_FROM_METHOD)) {
        why = parameters_ruby2_keywords(
            p->code, "proc accepts keywords or post arguments or proc does not accept argument splat");
    }
    return why == NULL ? VALUE_NIL : core_text(ec, why);
}

// Primitive.proc_copy(proc, class): Proc.new of a subclass.
static value_t primitive_proc_copy(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct proc *const p = heap_alloc(ec->heap, HEAP_32);
    if (p == NULL) return vm_raise_memory(ec);
    const struct proc *const from = to_proc(argv[0]);
    uint64_t const flags = from->header & (HEADER_FLAG(7) - HEADER_FLAG(0));
    *p = *from;
    p->header = header_make(TYPE_PROC, value_to_class(argv[1])->id, LAYOUT_EMPTY, flags);
    return value_pointer(p);
}

// How long each takes, see docs/builtins.md:
//   bounded: proc_arity proc_is_lambda proc_equal proc_hash proc_itself proc_source_location proc_inspect
//     primitive_proc_enter primitive_parameters primitive_proc_method primitive_proc_mark_method
//     primitive_proc_make_lambda primitive_proc_copy primitive_ruby2_keywords primitive_of_symbol
static const struct core_method methods[] = {
    {"arity", proc_arity, 0, 0, 0}, {"lambda?", proc_is_lambda, 0, 0, 0}, {"==", proc_equal, 1, 1, 0},
    {"eql?", proc_equal, 1, 1, 0}, {"hash", proc_hash, 0, 0, 0}, {"to_proc", proc_itself, 0, 0, 0},
    {"source_location", proc_source_location, 0, 0, 0}, {"inspect", proc_inspect, 0, 0, 0},
    {"to_s", proc_inspect, 0, 0, 0}};

// Primitive.proc_enter(proc, self, scope or nil, list, block): goes on as the proc, called with the list's items.
static value_t primitive_proc_enter(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct array *const list = value_to_array(argv[3]);
    struct method *const scope = value_is_nil(argv[2]) ? NULL : value_to_pointer(argv[2]);
    ec->call_keywords = 0;
    if (array_count(list) == 1) return vm_tail_proc(ec, argv[0], argv[1], 1, argv + 3, argv[4], scope);
    return vm_tail_proc(ec, argv[0], argv[1], (int)array_count(list), array_items(list), argv[4], scope);
}

static const struct vm_primitive primitives[] = {
    {"proc_enter", primitive_proc_enter},
    {"proc_parameters", primitive_parameters}, {"proc_method", primitive_proc_method},
    {"proc_mark_method", primitive_proc_mark_method}, {"proc_make_lambda", primitive_proc_make_lambda},
    {"proc_copy", primitive_proc_copy}, {"proc_ruby2_keywords", primitive_ruby2_keywords},
    {"proc_of_symbol", primitive_of_symbol}};

bool core_proc(struct core_boot *boot)
{
    static const char *const calls[] = {"call", "()", "yield", "[]", "==="};
    for (size_t i = 0; i < TRP_COUNT(calls); i++) {
        if (!vm_define_optimized(boot->runtime, CLASS_PROC, calls[i], 1, false)) return false;
    }
    return CORE_METHODS(boot, CLASS_PROC, methods) && CORE_PRIMITIVES(boot, primitives);
}
