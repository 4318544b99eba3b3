// Definitions: methods, classes, modules, aliases, visibility, and the hooks that hear of them.
#include "vm/interior.h"

static bool memory(struct ec *ec)
{
    vm_raise_memory(ec);
    return false;
}

static void finish_boot(struct ec *ec, struct method *m)
{
    if (!ec_vm(ec)->boot_done) m->flags |= METHOD_BOOT;
}

// What becomes a method: code, or the child of `around` at `place` that nobody has read yet.
struct definition {
    symbol_t name;
    const struct vm_code *code, *around;
    uint32_t place;
};

static struct definition child_definition(const struct vm_code *around, uint32_t place)
{
    if (around->unread != NULL && around->unread[place].name != 0) {
        return (struct definition){.name = around->unread[place].name, .around = around, .place = place};
    }
    return (struct definition){.name = around->children[place]->name, .code = around->children[place]};
}

// Of a method whose code is there.
static void set_simple(struct method *m)
{
    const struct vm_params *const p = &m->code->params;
    if (p->flags != PARAM_SIMPLE) return;
    // release: who sees it sees the code; pairs with the acquire of SEND (interp.c)
    atomic_store_explicit(&m->simple, p->required, memory_order_release);
}

static void fill_method(struct method *m, const struct definition *d, struct method *scope)
{
    m->lexical = scope->lexical;
    m->nesting = scope;
    m->code = d->code;
    m->around = d->around;
    m->place = d->place;
    if (m->kind == METHOD_CODE) set_simple(m);
}

// The core registered a C function for this method that the prelude now gives a body: one entry, two parts.
static bool join_try(struct ec *ec, struct class *class, const struct definition *d, struct method *scope)
{
    if (ec_vm(ec)->boot_done) return false;
    struct method *const m = class_own_method(ec->runtime, class, d->name);
    if (m == NULL || m->kind != METHOD_TRY || m->code != NULL || m->around != NULL) return false;
    fill_method(m, d, scope);
    return true;
}

static bool define(struct ec *ec, struct class *class, const struct definition *d, struct method *scope,
                   enum method_visibility visibility, struct method **out)
{
    symbol_t const name = d->name;
    if (join_try(ec, class, d, scope)) return true;
    struct method *const m = method_new(ec->heap, d->code != NULL ? METHOD_CODE : METHOD_UNREAD);
    if (m == NULL) return memory(ec);
    bool const always_private = name == SYM_initialize || name == SYM_initialize_copy || name == SYM_initialize_clone ||
                                name == SYM_initialize_dup || name == SYM_respond_to_missing;
    m->visibility = (uint8_t)(always_private ? METHOD_PRIVATE : visibility);
    m->name = m->original = name;
    m->owner = class;
    fill_method(m, d, scope);
    if (d->code != NULL && d->code->params.flags & PARAM_RUBY2_KEYWORDS) m->flags |= METHOD_RUBY2_KEYWORDS;
    finish_boot(ec, m);
    if (!class_add_method(ec->runtime, class, m)) return memory(ec);
    vm_select_dispatch(ec); // an operator may have been redefined
    if (out != NULL) *out = m;
    return true;
}

bool vm_define_code(struct ec *ec, struct class *class, symbol_t name, const struct vm_code *code, struct method *scope,
                    enum method_visibility visibility, struct method **out)
{
    if (out != NULL) *out = NULL;
    return define(ec, class, &(struct definition){.name = name, .code = code}, scope, visibility, out);
}

// The code is there before the kind says so.
bool vm_method_read(struct ec *ec, struct method *method)
{
    // acquire: pairs with the store below
    if (__atomic_load_n(&method->code, __ATOMIC_ACQUIRE) != NULL || method->around == NULL) return true;
    const struct vm_code *const code = vm_code_child(ec->runtime, method->around, method->place);
    if (code == NULL) return memory(ec);
    base_lock_acquire(&ec->runtime->class_lock); // who copies a method holds it
    // Once only: who has seen the kind reads it plainly.
    if (method->code == NULL) __atomic_store_n(&method->code, code, __ATOMIC_RELEASE);
    if (method->kind == METHOD_UNREAD) {
        atomic_store_explicit(&method->kind, METHOD_CODE, memory_order_release);
        set_simple(method);
    }
    base_lock_release(&ec->runtime->class_lock);
    return true;
}

// The scope whose default visibility a definition here follows. Blocks share the scope of the frame around them.
static struct method *definition_scope(struct ec *ec) { return ec->frame->method; }

bool define_method(struct ec *ec, const struct vm_code *code, uint32_t place, value_t *name)
{
    struct method *const scope = definition_scope(ec);
    struct class *const class = scope->lexical;
    struct definition const d = child_definition(code, place);
    *name = value_symbol(d.name);
    if (scope->flags & METHOD_NO_CLASS) return vm_raise(ec, CLASS_TYPE_ERROR, "no class/module to add method"), false;
    if (object_frozen(class)) return vm_raise_frozen(ec, class_value(class)), false;
    enum method_visibility visibility = METHOD_PUBLIC;
    if (scope->kind == METHOD_BODY) visibility = scope->default_visibility;
    bool const function = visibility == METHOD_MODULE_FUNCTION;
    if (function) visibility = METHOD_PRIVATE;
    if (!define(ec, class, &d, scope, visibility, NULL)) return false;
    if (!function) return true;
    struct class *const singleton = class_singleton(ec->runtime, ec->heap, class_value(class));
    if (singleton == NULL) return memory(ec);
    return define(ec, singleton, &d, scope, METHOD_PUBLIC, NULL);
}

static struct class *freeze_along(struct class *singleton, value_t object)
{
    if (object_frozen(value_to_pointer(object)) && !object_frozen(singleton)) object_freeze(singleton);
    return singleton;
}

// The singleton class of an object, or NULL with the exception set. That of a frozen object is frozen.
struct class *vm_singleton_class(struct ec *ec, value_t object)
{
    if (object == VALUE_NIL || object == VALUE_TRUE || object == VALUE_FALSE) {
        return runtime_class(ec->runtime, value_class_id(object));
    }
    if (!value_is_heap(object) || value_is_float(object) || value_is_bignum(object)) {
        vm_raise(ec, CLASS_TYPE_ERROR, "can't define singleton");
        return NULL;
    }
    if (!value_is(object, TYPE_CLASS)) {
        struct class *const had = class_singleton_if_any(ec->runtime, object);
        if (had != NULL) return freeze_along(had, object);
        if (heap_is_shared(object)) {
            vm_raise_frozen(ec, object);
            return NULL;
        }
    }
    struct class *const singleton = class_singleton(ec->runtime, ec->heap, object);
    if (singleton == NULL) return vm_raise_memory(ec), NULL;
    return freeze_along(singleton, object);
}

bool define_singleton(struct ec *ec, const struct vm_code *code, uint32_t place, value_t object, value_t *name)
{
    if (value_is_heap(object) && object_frozen(value_to_pointer(object))) return vm_raise_frozen(ec, object), false;
    struct class *const singleton = vm_singleton_class(ec, object);
    struct definition const d = child_definition(code, place);
    *name = value_symbol(d.name);
    return singleton != NULL && define(ec, singleton, &d, definition_scope(ec), METHOD_PUBLIC, NULL);
}

bool vm_define_attribute(struct ec *ec, struct class *class, symbol_t name, symbol_t ivar, bool writer,
                         enum method_visibility visibility)
{
    struct method *const m = method_new(ec->heap, writer ? METHOD_WRITER : METHOD_READER);
    if (m == NULL) return memory(ec);
    m->visibility = (uint8_t)visibility;
    m->name = m->original = name;
    m->owner = m->lexical = class;
    m->ivar = ivar;
    symbol_pin(ec->runtime, ivar);
    finish_boot(ec, m);
    return class_add_method(ec->runtime, class, m) || memory(ec);
}

bool vm_define_proc(struct ec *ec, struct class *class, symbol_t name, value_t proc, enum method_visibility visibility)
{
    struct proc *const p = value_to_proc(proc);
    struct method *const m = method_new(ec->heap, METHOD_PROC);
    if (m == NULL) return memory(ec);
    m->visibility = (uint8_t)visibility;
    m->name = m->original = name;
    m->owner = class;
    if (!vm_method_set_proc(ec, m, proc)) return false;
    if (p->code != NULL) {
        struct method *const around = p->env->method;
        m->lexical = around->lexical;
        m->nesting = around->kind == METHOD_BODY ? around : around->nesting;
    } else {
        m->lexical = class;
    }
    finish_boot(ec, m);
    if (!class_add_method(ec->runtime, class, m)) return memory(ec);
    vm_select_dispatch(ec);
    return true;
}

// --- Aliases, undef, visibility --------------------------------------------------------------------------------------------

static struct method *find_for_change(struct ec *ec, struct class *class, symbol_t name)
{
    struct method *m = class_lookup(ec->runtime, class->id, name);
    if ((m == NULL || m->kind == METHOD_UNDEF) && class->flags & CLASS_IS_MODULE) { // modules fall back on Object
        bool const refinement = class->flags & CLASS_IS_REFINEMENT; // it falls back on what it refines
        m = class_lookup(ec->runtime, refinement ? class_attached_class(class)->id : CLASS_OBJECT, name);
    }
    if (m != NULL && m->kind != METHOD_UNDEF) return m;
    vm_raise_name(ec, CLASS_NAME_ERROR, name, class_value(class), "undefined method '%s' for %s '%s'",
                  symbol_text(ec->runtime, name), class->flags & CLASS_IS_MODULE ? "module" : "class",
                  vm_class_text(ec, class));
    return NULL;
}

// The copy's slot is a root of its own. But another actor's Proc stays where it is: for that actor the copy runs it.
static bool copy_proc(struct ec *ec, struct method *copy, const struct method *from)
{
    value_t const proc = method_proc(ec->heap, from);
    if (proc != VALUE_UNDEF) return vm_method_set_proc(ec, copy, proc);
    method_share_proc(copy, from);
    return true;
}

struct method *vm_copy_method(struct ec *ec, const struct method *from)
{
    struct method *const m = method_new(ec->heap, METHOD_UNDEF);
    if (m == NULL) return NULL;
    base_lock_acquire(&ec->runtime->class_lock); // against vm_method_read
    method_copy(m, from);
    base_lock_release(&ec->runtime->class_lock);
    m->flags &= (uint16_t)~METHOD_BOOT;
    m->source = NULL;
    finish_boot(ec, m);
    return from->kind != METHOD_PROC || copy_proc(ec, m, from) ? m : NULL;
}

// What a mere change of visibility stands for; itself where nothing is above it.
static const struct method *find_changed(struct ec *ec, const struct class *class, const struct method *m)
{
    const struct method *found = m;
    while (found != NULL && found->kind == METHOD_ZSUPER) {
        found = class_resolve_super(ec->runtime, class->id, found->owner, found->name);
    }
    return found == NULL || found->kind == METHOD_UNDEF ? m : found;
}

bool vm_define_alias(struct ec *ec, struct class *class, symbol_t name, symbol_t old)
{
    if (object_frozen(class)) return vm_raise_frozen(ec, class_value(class)), false;
    const struct method *const from = find_for_change(ec, class, old);
    if (from == NULL) return false;
    // The owner stays: super goes on from where it was defined.
    struct method *const m = vm_copy_method(ec, find_changed(ec, class, from));
    if (m == NULL) return memory(ec);
    m->name = name;
    m->visibility = from->visibility;
    if (!class_add_method(ec->runtime, class, m)) return memory(ec);
    vm_select_dispatch(ec);
    return true;
}

bool define_alias(struct ec *ec, value_t name, value_t old)
{
    return vm_define_alias(ec, ec->frame->method->lexical, value_to_symbol(name), value_to_symbol(old));
}

bool vm_undefine(struct ec *ec, struct class *class, symbol_t name)
{
    if (object_frozen(class)) return vm_raise_frozen(ec, class_value(class)), false;
    if (find_for_change(ec, class, name) == NULL) return false;
    struct method *const m = method_new(ec->heap, METHOD_UNDEF);
    if (m == NULL) return memory(ec);
    m->name = m->original = name;
    m->owner = m->lexical = class;
    if (!class_add_method(ec->runtime, class, m)) return memory(ec);
    vm_select_dispatch(ec);
    return true;
}

bool define_undef(struct ec *ec, value_t name) { return vm_undefine(ec, ec->frame->method->lexical, value_to_symbol(name)); }

bool vm_set_visibility(struct ec *ec, struct class *class, symbol_t name, enum method_visibility visibility)
{
    struct method *const m = find_for_change(ec, class, name);
    if (m == NULL) return false;
    if (m->visibility == visibility) return true;
    struct method *changed;
    if (class_own_method(ec->runtime, class, name) == m) {
        changed = vm_copy_method(ec, m);
        if (changed != NULL) changed->flags |= m->flags & METHOD_BOOT;
    } else {
        changed = method_new(ec->heap, METHOD_ZSUPER);
        if (changed != NULL) {
            changed->name = name;
            changed->original = name;
            changed->owner = changed->lexical = class;
        }
    }
    if (changed == NULL) return memory(ec);
    changed->visibility = (uint8_t)visibility;
    return class_add_method(ec->runtime, class, changed) || memory(ec);
}

// --- Hooks --------------------------------------------------------------------------------------------------------------

static enum call_result call_hook(struct ec *ec, value_t receiver, symbol_t hook, value_t argument, size_t window)
{
    if (ec->frame->code->flags & CODE_PRELUDE && !ec_vm(ec)->boot_done) return CALL_VALUE; // nobody can have defined one yet
    const struct method *const m = vm_find_method(ec, receiver, hook);
    if (m == NULL || m->flags & METHOD_BOOT) return CALL_VALUE; // the core's own does nothing
    struct vm_callsite site = {.name = hook, .argc = 1, .flags = CALL_FCALL};
    if (!ec_reserve(ec, window + VM_WINDOW_MARGIN)) return CALL_RAISED;
    ec->stack[window] = receiver;
    ec->stack[window + 1] = argument;
    return call_operator_once(ec, &site, window, CONTINUE_DISCARD, 0, 0);
}

// The object of a singleton class hears of it, unless it is another actor's.
static enum call_result call_singleton_hook(struct ec *ec, const struct class *class, symbol_t hook, value_t name,
                                            size_t window)
{
    value_t const object = class_attached(ec->heap, class);
    return object == VALUE_UNDEF ? CALL_VALUE : call_hook(ec, object, hook, name, window);
}

enum call_result define_added_hook(struct ec *ec, value_t name, size_t window)
{
    struct class *const class = ec->frame->method->lexical;
    if (class->flags & CLASS_IS_SINGLETON) return call_singleton_hook(ec, class, SYM_singleton_method_added, name, window);
    return call_hook(ec, class_value(class), SYM_method_added, name, window);
}

enum call_result define_undefined_hook(struct ec *ec, value_t name, size_t window)
{
    struct class *const class = ec->frame->method->lexical;
    if (class->flags & CLASS_IS_SINGLETON) {
        return call_singleton_hook(ec, class, SYM_singleton_method_undefined, name, window);
    }
    return call_hook(ec, class_value(class), SYM_method_undefined, name, window);
}

enum call_result define_singleton_hook(struct ec *ec, value_t object, value_t name, size_t window)
{
    return call_hook(ec, object, SYM_singleton_method_added, name, window);
}

// --- Class bodies ---------------------------------------------------------------------------------------------------------

struct method *vm_scope_new(struct ec *ec, struct class *lexical, struct method *nesting)
{
    struct method *const scope = method_new(ec->heap, METHOD_BODY);
    if (scope == NULL) {
        vm_raise_memory(ec);
        return NULL;
    }
    scope->lexical = lexical;
    scope->nesting = nesting;
    scope->default_visibility = METHOD_PUBLIC;
    return scope;
}

struct method *scope_copy(struct ec *ec, const struct method *from)
{
    struct method *const scope = vm_scope_new(ec, from->lexical, from->nesting);
    if (scope == NULL) return NULL;
    scope->default_visibility = from->default_visibility;
    scope->flags = from->flags;
    scope->refinements = from->refinements;
    return scope;
}

static enum call_result run_body(struct ec *ec, const struct vm_code *code, struct class *class, size_t window)
{
    struct method *const scope = vm_scope_new(ec, class, ec->frame->method);
    if (scope == NULL) return CALL_RAISED;
    class_reserve_methods(ec->runtime, class, code->child_count); // most are methods
    ec->stack[window] = class_value(class);
    struct vm_frame *const f = call_push(ec, code, scope, window);
    if (f == NULL) return CALL_RAISED;
    frame_clear(code, ec->stack + window, 1);
    f->flags = FRAME_METHOD | FRAME_CLASS_BODY;
    return CALL_PUSHED;
}

#define CLASS_WORDS 3 // of the instructions CLASS and MODULE

static struct class *base_of(struct ec *ec, value_t base)
{
    if (base == VALUE_ABSENT) return constant_base(ec);
    if (value_is(base, TYPE_CLASS)) return value_to_class(base);
    struct string *const s = vm_inspect_plain(ec, base);
    if (s == NULL) vm_raise_memory(ec);
    else vm_raise(ec, CLASS_TYPE_ERROR, "%.*s is not a class/module", (int)string_size(s), string_bytes(s));
    return NULL;
}

static void raise_other_kind(struct ec *ec, struct class *base, symbol_t name, bool module)
{
    const char *const text = symbol_text(ec->runtime, name), *const wanted = module ? "module" : "class";
    const struct class_constant *const c = class_constant_own(base, name);
    if (c == NULL || c->file == 0) {
        vm_raise(ec, CLASS_TYPE_ERROR, "%s is not a %s", text, wanted);
    } else {
        vm_raise(ec, CLASS_TYPE_ERROR, "%s is not a %s\n%s:%u: previous definition of %s was here", text, wanted,
                 symbol_text(ec->runtime, c->file), c->line, text);
    }
}

static bool check_reopened(struct ec *ec, struct class *base, value_t old, symbol_t name, value_t superclass, bool module)
{
    const char *const text = symbol_text(ec->runtime, name);
    bool const is_module = value_is(old, TYPE_CLASS) && value_to_class(old)->flags & CLASS_IS_MODULE;
    if (!value_is(old, TYPE_CLASS) || is_module != module) return raise_other_kind(ec, base, name, module), false;
    if (superclass == VALUE_ABSENT) return true;
    if (class_value(class_real(value_to_class(old)->superclass)) == superclass) return true;
    vm_raise(ec, CLASS_TYPE_ERROR, "superclass mismatch for class %s", text);
    return false;
}

static bool check_superclass(struct ec *ec, value_t superclass)
{
    if (superclass == VALUE_ABSENT) return true;
    if (!value_is(superclass, TYPE_CLASS) || value_to_class(superclass)->flags & CLASS_IS_MODULE) {
        vm_raise(ec, CLASS_TYPE_ERROR, "superclass must be an instance of Class (given an instance of %s)",
                 vm_class_name(ec, superclass));
        return false;
    }
    if (value_to_class(superclass)->flags & CLASS_IS_SINGLETON) {
        vm_raise(ec, CLASS_TYPE_ERROR, "can't make subclass of singleton class");
        return false;
    }
    if (value_to_class(superclass)->id == CLASS_CLASS) {
        vm_raise(ec, CLASS_TYPE_ERROR, "can't make subclass of Class");
        return false;
    }
    return true;
}

// The existing class of that name, or VALUE_UNDEF: none, or an exception.
static value_t find_existing(struct ec *ec, struct class *base, symbol_t name, bool named_base)
{
    const struct class_constant *const c = class_constant_own(base, name);
    if (named_base && c != NULL && c->is_private) {
        return vm_raise_name(ec, CLASS_NAME_ERROR, name, class_value(base), "private constant %s::%s referenced",
                             vm_class_text(ec, base), symbol_text(ec->runtime, name));
    }
    return vm_constant_get(ec, base, name, false, true);
}

enum call_result define_class(struct ec *ec, const struct vm_code *code, symbol_t name, size_t window, bool module)
{
    bool const named_base = ec->stack[window] != VALUE_ABSENT;
    struct class *const base = base_of(ec, ec->stack[window]);
    if (base == NULL) return CALL_RAISED;
    value_t const superclass = module ? VALUE_ABSENT : ec->stack[window + 1];
    if (!check_superclass(ec, superclass)) return CALL_RAISED;
    value_t const old = find_existing(ec, base, name, named_base);
    if (old == VALUE_UNDEF && ec->unwind_kind != UNWIND_NONE) return CALL_RAISED;
    const struct class_constant *const c = class_constant_own(base, name);
    if (old == VALUE_UNDEF && c != NULL && !value_is_nil(class_constant_pending(ec->runtime, c, ec->root))) {
        ec->frame->pc -= CLASS_WORDS; // and then once more
        return constant_load(ec, base, name);
    }
    if (old != VALUE_UNDEF) {
        if (!check_reopened(ec, base, old, name, superclass, module)) return CALL_RAISED;
        return run_body(ec, code, value_to_class(old), window);
    }
    struct class *const super =
        superclass == VALUE_ABSENT ? runtime_class(ec->runtime, CLASS_OBJECT) : value_to_class(superclass);
    struct class *const class = module ? module_new(ec->runtime, ec->heap) : class_new(ec->runtime, ec->heap, super);
    if (class == NULL) return vm_raise_memory(ec), CALL_RAISED;
    if (!vm_constant_set(ec, base, name, class_value(class))) return CALL_RAISED;
    enum call_result const body = run_body(ec, code, class, window);
    if (module || body != CALL_PUSHED) return body;
    // `inherited` runs before the body: its frame goes on top, its result is dropped.
    size_t const above = window + code->register_count;
    enum call_result const hook = call_hook(ec, class_value(super), SYM_inherited, class_value(class), above);
    return hook == CALL_RAISED ? CALL_RAISED : CALL_PUSHED;
}

enum call_result define_singleton_body(struct ec *ec, const struct vm_code *code, size_t window)
{
    struct class *const singleton = vm_singleton_class(ec, ec->stack[window]);
    return singleton == NULL ? CALL_RAISED : run_body(ec, code, singleton, window);
}
