// Method and UnboundMethod: a method entry with its receiver. The entry is shared and immutable, so that a Method goes
// on meaning what it meant when it was taken.
#include "core/proc/proc.h"

struct target { // payload
    value_t receiver; // VALUE_UNDEF: unbound
    value_t method;   // TYPE_METHOD, or nil: goes through method_missing
    value_t class;    // where it was looked up
    value_t name;     // Symbol
};

static void trace_target(struct heap_marker *marker, void *payload)
{
    const struct target *const t = payload;
    heap_mark(marker, t->receiver);
    heap_mark(marker, t->method);
    heap_mark(marker, t->class);
    heap_mark(marker, t->name);
}

static const struct data_kind target_kind = {.name = "method", .trace = trace_target, .values = 4};

static struct target *target_of(value_t v) { return data_payload(v, &target_kind); }

bool methods_is(value_t v) { return value_is(v, TYPE_DATA) && target_of(v) != NULL; }

struct method *methods_target(value_t object, value_t *receiver)
{
    const struct target *const t = target_of(object);
    *receiver = t->receiver;
    return value_is_nil(t->method) ? NULL : value_to_pointer(t->method);
}

static value_t make(struct ec *ec, value_t receiver, struct method *method, struct class *class, symbol_t name)
{
    if (method != NULL && !vm_method_read(ec, method)) return VALUE_UNDEF; // all may be asked of its code
    class_id_t const id = receiver == VALUE_UNDEF ? CLASS_UNBOUND_METHOD : CLASS_METHOD;
    struct data *const d = data_new(ec->heap, id, &target_kind, sizeof(struct target));
    if (d == NULL) return vm_raise_memory(ec);
    struct target *const t = (struct target *)d->payload;
    heap_store(ec->heap, d, &t->receiver, receiver);
    heap_store(ec->heap, d, &t->method, method != NULL ? value_pointer(method) : VALUE_NIL);
    heap_store(ec->heap, d, &t->class, class_value(class));
    t->name = value_symbol(name);
    return value_pointer(d);
}

// --- Looking up ------------------------------------------------------------------------------------------------------

static struct method *resolve(struct ec *ec, class_id_t id, symbol_t name)
{
    struct method *const refined = vm_user_refined(ec, id, name);
    if (refined != NULL) return refined;
    struct method *m = class_lookup(ec->runtime, id, name);
    while (m != NULL && m->kind == METHOD_ZSUPER) m = class_resolve_super(ec->runtime, id, m->owner, m->original);
    return m != NULL && m->kind == METHOD_UNDEF ? NULL : m;
}

static bool is_visible(struct ec *ec, class_id_t id, symbol_t name)
{
    const struct method *const refined = vm_user_refined(ec, id, name);
    if (refined != NULL) return refined->visibility == METHOD_PUBLIC;
    const struct method *const m = class_lookup(ec->runtime, id, name);
    return m != NULL && m->visibility == METHOD_PUBLIC;
}

static value_t undefined(struct ec *ec, value_t class, symbol_t name, const char *kind)
{
    struct class *const c = value_to_class(class);
    return vm_raise_name(ec, CLASS_NAME_ERROR, name, class, "undefined %smethod '%s' for %s '%s'", kind,
                         symbol_text(ec->runtime, name), c->flags & CLASS_IS_MODULE ? "module" : "class",
                         vm_class_text(ec, c));
}

// Primitive.method_object(object, name, public): nil when there is none.
static value_t primitive_method_object(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    symbol_t const name = value_to_symbol(argv[1]);
    class_id_t const id = value_class_id(argv[0]);
    struct method *const m = resolve(ec, id, name);
    if (m == NULL || (value_truthy(argv[2]) && !is_visible(ec, id, name))) return VALUE_NIL;
    return make(ec, argv[0], m, value_class(ec->runtime, argv[0]), name);
}

// Primitive.method_undefined(object, name): NameError of Kernel#method.
static value_t primitive_method_undefined(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct class *const class = is_class(argv[0]) ? value_class(ec->runtime, argv[0])
                                                  : class_real(value_class(ec->runtime, argv[0]));
    symbol_t const name = value_to_symbol(argv[1]);
    return vm_raise_name(ec, CLASS_NAME_ERROR, name, argv[0], "undefined method '%s' for %s",
                         symbol_text(ec->runtime, name),
                         is_class(argv[0]) ? vm_class_text(ec, class) : vm_class_name(ec, argv[0]));
}

// Primitive.method_missing_object(object, name): a Method that calls method_missing.
static value_t primitive_missing_object(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return make(ec, argv[0], NULL, value_class(ec->runtime, argv[0]), value_to_symbol(argv[1]));
}

// Primitive.singleton_method_object(object, name): nil when there is none.
static value_t primitive_singleton_object(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    symbol_t const name = value_to_symbol(argv[1]);
    struct class *const singleton = class_singleton_if_any(ec->runtime, argv[0]);
    struct method *const m = singleton == NULL ? NULL : class_own_method(ec->runtime, singleton, name);
    if (m == NULL || m->kind == METHOD_UNDEF || m->kind == METHOD_ZSUPER) return VALUE_NIL;
    return make(ec, argv[0], m, singleton, name);
}

static value_t instance_method(struct ec *ec, value_t self, value_t v, bool public)
{
    symbol_t name;
    CORE_SYMBOL(ec, v, &name);
    struct class *const class = value_to_class(self);
    struct method *const m = resolve(ec, class->id, name);
    if (m == NULL) return undefined(ec, self, name, "");
    if (public && !is_visible(ec, class->id, name)) {
        const struct resolution *const r = class_resolve(ec->runtime, class->id, name);
        bool const private = r != NULL && r->method != NULL && r->method->visibility == METHOD_PRIVATE;
        return vm_raise_name(ec, CLASS_NAME_ERROR, name, self, "method '%s' for %s '%s' is %s",
                             symbol_text(ec->runtime, name),
                             class->flags & CLASS_IS_MODULE ? "module" : "class", vm_class_text(ec, class),
                             private ? "private" : "protected");
    }
    return make(ec, VALUE_UNDEF, m, class, name);
}

static value_t module_instance_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return instance_method(ec, self, argv[0], false);
}

static value_t module_public_instance_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return instance_method(ec, self, argv[0], true);
}

// Primitive.ruby2_keywords(name): nil, or why not.
static value_t primitive_ruby2_keywords(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct class *const class = value_to_class(self);
    symbol_t const name = value_to_symbol(argv[0]);
    const struct method *const m = class_own_method(ec->runtime, class, name);
    const char *why = "method not defined in Ruby";
    const struct vm_code *code = NULL;
    if (m == NULL) {
        if (resolve(ec, class->id, name) == NULL) return undefined(ec, self, name, "");
        why = "can only set in method defining module";
    } else if (m->kind == METHOD_CODE) {
        code = m->code;
    } else if (m->kind == METHOD_PROC) {
        value_t const proc = method_proc(ec->heap, m);
        if (proc != VALUE_UNDEF) code = ((struct proc *)value_to_pointer(proc))->code;
    }
    if (code != NULL) {
        why = parameters_ruby2_keywords(
            code, "method accepts keywords or post arguments or method does not accept argument splat");
    }
    return why == NULL ? VALUE_NIL : core_text(ec, why);
}

// --- Calling ---------------------------------------------------------------------------------------------------------

static value_t method_call(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    const struct target *const t = target_of(self);
    if (value_is_nil(t->method)) return VALUE_FAIL; // method_missing
    return vm_tail_method(ec, value_to_pointer(t->method), t->receiver, argc, argv, argv[argc]);
}

static bool check_bind(struct ec *ec, const struct target *t, value_t receiver)
{
    const struct method *const m = value_to_pointer(t->method);
    struct class *const owner = m->owner;
    if (owner->flags & CLASS_IS_MODULE || value_is_a(ec->runtime, receiver, owner)) return true;
    if (owner->flags & CLASS_IS_SINGLETON) {
        vm_raise(ec, CLASS_TYPE_ERROR, "singleton method called for a different object");
    } else {
        vm_raise(ec, CLASS_TYPE_ERROR, "bind argument must be an instance of %s", vm_class_text(ec, owner));
    }
    return false;
}

static value_t unbound_bind(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    const struct target *const t = target_of(self);
    if (!check_bind(ec, t, argv[0])) return VALUE_UNDEF;
    return make(ec, argv[0], value_to_pointer(t->method), value_class(ec->runtime, argv[0]), value_to_symbol(t->name));
}

static value_t unbound_bind_call(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    const struct target *const t = target_of(self);
    if (!check_bind(ec, t, argv[0])) return VALUE_UNDEF;
    return vm_tail_method(ec, value_to_pointer(t->method), argv[0], argc - 1, argv + 1, argv[argc]);
}

static value_t method_unbind(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct target *const t = target_of(self);
    struct method *const m = value_is_nil(t->method) ? NULL : value_to_pointer(t->method);
    return make(ec, VALUE_UNDEF, m, value_to_class(t->class), value_to_symbol(t->name));
}

// --- Telling ---------------------------------------------------------------------------------------------------------

static value_t method_receiver(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    return target_of(self)->receiver;
}

static value_t method_name(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    return target_of(self)->name;
}

static value_t method_original_name(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    const struct target *const t = target_of(self);
    if (value_is_nil(t->method)) return t->name;
    return value_symbol(((const struct method *)value_to_pointer(t->method))->original);
}

static value_t method_owner(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    const struct target *const t = target_of(self);
    if (value_is_nil(t->method)) return t->class;
    return class_value(((const struct method *)value_to_pointer(t->method))->owner);
}

// NULL: it has none, or it is a Proc of another actor.
static const struct vm_code *code_of(struct ec *ec, const struct method *m)
{
    if (m->kind != METHOD_PROC) return m->code;
    value_t const proc = method_proc(ec->heap, m);
    return value_is(proc, TYPE_PROC) ? ((const struct proc *)value_to_pointer(proc))->code : NULL;
}

int methods_arity(struct ec *ec, const struct method *m)
{
    switch ((enum method_kind)m->kind) {
    case METHOD_READER: return 0;
    case METHOD_WRITER: return 1;
    case METHOD_PROC: {
        const struct vm_code *const code = code_of(ec, m);
        return code != NULL ? parameters_arity(code, true) : -2;
    }
    case METHOD_OPTIMIZED: return -1;
    default: break;
    }
    if (m->kind == METHOD_CODE) {
        int const arity = parameters_arity(m->code, true);
        return m->code->flags & CODE_PRELUDE && arity < 0 ? -1 : arity; // as methods in C have it
    }
    return m->argc_min == m->argc_max ? m->argc_min : -1; // also of those whose Ruby body takes what the function does not
}

static value_t method_arity(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct target *const t = target_of(self);
    return value_fixnum(value_is_nil(t->method) ? -1 : methods_arity(ec, value_to_pointer(t->method)));
}


// A C method's parameters have no names.
static value_t nameless(struct ec *ec, int count, bool rest)
{
    struct array *const out = array_new(ec->heap, (size_t)count);
    symbol_t const req = symbol_intern_text(ec->runtime, "req"), rest_name = symbol_intern_text(ec->runtime, "rest");
    bool ok = out != NULL && req != 0 && rest_name != 0;
    for (int i = 0; ok && i < count + rest; i++) {
        value_t const kind = value_symbol(i < count ? req : rest_name);
        struct array *const one = array_new_small(ec->heap, &kind, 1);
        ok = one != NULL && array_push(ec->heap, out, value_pointer(one));
    }
    return ok ? value_pointer(out) : vm_raise_memory(ec);
}

static value_t method_parameters(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct target *const t = target_of(self);
    if (value_is_nil(t->method)) return nameless(ec, 0, true);
    const struct method *const m = value_to_pointer(t->method);
    const struct vm_code *const code = code_of(ec, m);
    if (code != NULL && !(code->flags & CODE_PRELUDE)) return parameters_list(ec, code, true);
    int const arity = methods_arity(ec, m);
    return nameless(ec, arity < 0 ? 0 : arity, arity < 0);
}

static value_t method_source_location(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct target *const t = target_of(self);
    const struct vm_code *const code = value_is_nil(t->method) ? NULL : code_of(ec, value_to_pointer(t->method));
    if (code == NULL || code->flags & CODE_PRELUDE) return VALUE_NIL;
    struct string *const file = symbol_string(ec->runtime, ec->heap, code->file);
    if (file == NULL) return vm_raise_memory(ec);
    value_t const pair[2] = {value_pointer(file), value_fixnum(code->line)};
    return CORE_NEW(ec, array_new_small(ec->heap, pair, 2));
}

static value_t method_super(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct target *const t = target_of(self);
    if (value_is_nil(t->method)) return VALUE_NIL;
    const struct method *const m = value_to_pointer(t->method);
    class_id_t const id = t->receiver == VALUE_UNDEF ? value_to_class(t->class)->id : value_class_id(t->receiver);
    struct method *above = class_resolve_super(ec->runtime, id, m->owner, m->original);
    while (above != NULL && above->kind == METHOD_ZSUPER) {
        above = class_resolve_super(ec->runtime, id, above->owner, above->original);
    }
    return above == NULL ? VALUE_NIL : make(ec, t->receiver, above, above->owner, value_to_symbol(t->name));
}

static bool same_body(struct ec *ec, const struct method *a, const struct method *b)
{
    if (a == b) return true;
    if (a->kind != b->kind || a->owner != b->owner || a->code != b->code || a->function != b->function) return false;
    if (a->kind == METHOD_READER || a->kind == METHOD_WRITER) return a->ivar == b->ivar;
    if (a->kind == METHOD_OPTIMIZED) return a->optimized == b->optimized;
    return a->kind != METHOD_PROC || method_proc(ec->heap, a) == method_proc(ec->heap, b);
}

static value_t method_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!methods_is(argv[0])) return VALUE_FALSE;
    const struct target *const a = target_of(self), *const b = target_of(argv[0]);
    if (a->receiver != b->receiver || value_is_nil(a->method) != value_is_nil(b->method)) return VALUE_FALSE;
    if (value_is_nil(a->method)) return value_bool(a->name == b->name);
    return value_bool(same_body(ec, value_to_pointer(a->method), value_to_pointer(b->method)));
}

static value_t method_hash(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    const struct target *const t = target_of(self);
    uint64_t h = t->receiver * 0x9e3779b97f4a7c15;
    if (!value_is_nil(t->method)) {
        const struct method *const m = value_to_pointer(t->method);
        h ^= m->code != NULL ? (uintptr_t)m->code : (uintptr_t)m->function ^ (uintptr_t)m->owner;
    }
    return value_fixnum((int64_t)(h >> 3));
}

// Primitive.method_class(method): where it was looked up, for inspect.
static value_t primitive_method_class(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    return target_of(argv[0])->class;
}

#define SHARED_METHODS                                                                                                 \
    {"name", method_name, 0, 0, 0}, {"original_name", method_original_name, 0, 0, 0},                                  \
        {"owner", method_owner, 0, 0, 0},                                                                              \
        {"arity", method_arity, 0, 0, 0}, {"parameters", method_parameters, 0, 0, 0},                                  \
        {"source_location", method_source_location, 0, 0, 0}, {"super_method", method_super, 0, 0, 0},                 \
        {"==", method_equal, 1, 1, 0}, {"eql?", method_equal, 1, 1, 0}, {"hash", method_hash, 0, 0, 0}
// How long each takes, see docs/builtins.md:
//   bounded: method_receiver method_unbind method_call unbound_bind unbound_bind_call module_instance_method
//     module_public_instance_method primitive_method_object primitive_method_undefined primitive_missing_object
//     primitive_singleton_object primitive_method_class primitive_ruby2_keywords
static const struct core_method method_methods[] = {
    SHARED_METHODS,
    {"receiver", method_receiver, 0, 0, 0},
    {"unbind", method_unbind, 0, 0, 0},
    {"call", method_call, 0, -1, CORE_TRY | METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS},
    {"===", method_call, 0, -1, CORE_TRY | METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS},
    {"[]", method_call, 0, -1, CORE_TRY | METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS}};

static const struct core_method unbound_methods[] = {
    SHARED_METHODS,
    {"bind", unbound_bind, 1, 1, 0},
    {"bind_call", unbound_bind_call, 1, -1, METHOD_WANTS_BLOCK | METHOD_WANTS_KEYWORDS}};

static const struct core_method module_methods[] = {
    {"instance_method", module_instance_method, 1, 1, CORE_TRY},
    {"public_instance_method", module_public_instance_method, 1, 1, CORE_TRY}};

static const struct vm_primitive primitives[] = {
    {"method_object", primitive_method_object}, {"method_undefined", primitive_method_undefined},
    {"method_missing_object", primitive_missing_object}, {"singleton_method_object", primitive_singleton_object},
    {"instance_method", module_instance_method}, {"public_instance_method", module_public_instance_method},
    {"method_class", primitive_method_class}, {"ruby2_keywords", primitive_ruby2_keywords}};

bool core_method(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_METHOD, method_methods) &&
           CORE_METHODS(boot, CLASS_UNBOUND_METHOD, unbound_methods) &&
           CORE_METHODS(boot, CLASS_MODULE, module_methods) && CORE_PRIMITIVES(boot, primitives);
}
