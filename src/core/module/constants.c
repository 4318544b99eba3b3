// Module's constants by name: const_get, const_set and their kin; autoload.
#include "core/support/state.h"

#include <string.h>

static value_t wrong_name(struct ec *ec, value_t self, symbol_t name)
{
    return vm_raise_name(ec, CLASS_NAME_ERROR, name, self, "wrong constant name %s", symbol_text(ec->runtime, name));
}

static bool qualified(struct ec *ec, symbol_t name)
{
    return memmem(symbol_text(ec->runtime, name), symbol_size(ec->runtime, name), "::", 2) != NULL;
}

// The constant in its class, by ancestors; `object`: an inherited one of Object counts too.
static struct class_constant *find(struct ec *ec, struct class *class, symbol_t name, bool inherit, bool object,
                                   struct class **where)
{
    *where = class;
    if (!inherit) return class_constant_own(class, name);
    struct class_constant *const c = class_constant_find(ec->runtime, class, name, where);
    bool const by_object = c != NULL && (*where)->id == CLASS_OBJECT && class != *where;
    return by_object && !object ? NULL : c;
}

// VALUE_FAIL: not there, or an autoload is pending.
static value_t load(struct ec *ec, const struct class_constant *c, struct class *where)
{
    value_t const v = heap_slot_load(ec->heap, &c->slot);
    if (v != VALUE_UNDEF) return class_constant_hidden(c, ec->root) ? VALUE_FAIL : v;
    if (atomic_load_explicit(&c->slot.word, memory_order_relaxed) == VALUE_UNDEF) return VALUE_FAIL;
    return vm_raise_constant_isolation(ec, where, c->name);
}

// const_get of a simple name. FAIL: "A::B", const_missing, autoload.
static value_t module_const_get(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    symbol_t name;
    CORE_SYMBOL(ec, argv[0], &name);
    if (!symbol_is_constant(ec->runtime, name)) {
        return qualified(ec, name) ? VALUE_FAIL : wrong_name(ec, self, name);
    }
    bool const inherit = argc < 2 || value_truthy(argv[1]);
    struct class *where;
    const struct class_constant *const c = find(ec, value_to_class(self), name, inherit, true, &where);
    return c == NULL ? VALUE_FAIL : load(ec, c, where);
}

// Primitive.const_find(module, name, inherit, object): [value], nil when not there, false when an autoload is pending.
static value_t primitive_const_find(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct class *const class = value_to_class(argv[0]);
    symbol_t const name = value_to_symbol(argv[1]);
    if (!symbol_is_constant(ec->runtime, name)) return wrong_name(ec, argv[0], name);
    struct class *where;
    const struct class_constant *const c = find(ec, class, name, value_truthy(argv[2]), value_truthy(argv[3]), &where);
    if (c == NULL) return VALUE_NIL;
    value_t const v = load(ec, c, where);
    if (v == VALUE_FAIL) return VALUE_FALSE;
    return v == VALUE_UNDEF ? v : CORE_NEW(ec, array_new_small(ec->heap, &v, 1));
}

// Primitive.const_private(name): the class or module that has it as a private constant, or nil.
static value_t primitive_const_private(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct class *where;
    const struct class_constant *const c = find(ec, value_to_class(self), value_to_symbol(argv[0]), true, true, &where);
    return c != NULL && c->is_private ? class_value(where) : VALUE_NIL;
}

// Primitive.const_set(name, value)
static value_t primitive_const_set(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t const name = value_to_symbol(argv[0]);
    if (!symbol_is_constant(ec->runtime, name)) return wrong_name(ec, self, name);
    if (object_frozen(value_to_pointer(self))) return vm_raise_frozen(ec, self);
    return vm_constant_set(ec, value_to_class(self), name, argv[1]) ? argv[1] : VALUE_UNDEF;
}

// Primitive.const_remove(name)
static value_t primitive_const_remove(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct class *const class = value_to_class(self);
    symbol_t const name = value_to_symbol(argv[0]);
    if (!symbol_is_constant(ec->runtime, name)) {
        return vm_raise_name(ec, CLASS_NAME_ERROR, name, self, "'%s' is not allowed as a constant name",
                             symbol_text(ec->runtime, name));
    }
    if (object_frozen(class)) return vm_raise_frozen(ec, self);
    struct class_constant *const c = class_constant_own(class, name);
    if (c == NULL) {
        return vm_raise_name(ec, CLASS_NAME_ERROR, name, self, "constant %s::%s not defined", vm_class_text(ec, class),
                             symbol_text(ec->runtime, name));
    }
    value_t const v = class_constant_remove(ec->runtime, ec->heap, class, name);
    return v == VALUE_UNDEF ? VALUE_NIL : v;
}

static value_t constant_flag(struct ec *ec, value_t self, int argc, const value_t *argv, bool private)
{
    for (int i = 0; i < argc; i++) {
        if (!value_is_symbol(argv[i]) && !value_is(argv[i], TYPE_STRING)) return VALUE_FAIL;
    }
    for (int i = 0; i < argc; i++) {
        symbol_t name;
        CORE_SYMBOL(ec, argv[i], &name);
        struct class_constant *const c = class_constant_own(value_to_class(self), name);
        if (c == NULL) {
            return vm_raise_name(ec, CLASS_NAME_ERROR, name, self, "constant %s::%s not defined",
                                 vm_class_text(ec, value_to_class(self)), symbol_text(ec->runtime, name));
        }
        c->is_private = private;
        class_constant_changed(ec->runtime, name);
    }
    return VALUE_NIL;
}

static value_t module_private_constant(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return constant_flag(ec, self, argc, argv, true);
}

static value_t module_public_constant(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return constant_flag(ec, self, argc, argv, false);
}

static value_t module_deprecate_constant(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    for (int i = 0; i < argc; i++) {
        symbol_t name;
        CORE_SYMBOL(ec, argv[i], &name);
        struct class_constant *const c = class_constant_own(value_to_class(self), name);
        if (c != NULL) c->deprecated = true;
    }
    return self;
}

struct listing {
    struct ec *ec;
    struct hash *seen;
    struct array *names;
    bool ok;
};

static void visit(struct class_constant *c, void *context)
{
    struct listing *const list = context;
    struct ec *const ec = list->ec;
    value_t const name = value_symbol(c->name);
    if (!list->ok || hash_get(ec->runtime, list->seen, name) != VALUE_UNDEF) return;
    list->ok = hash_set(ec->runtime, ec->heap, list->seen, name, VALUE_TRUE);
    if (c->is_private) return;
    list->ok = list->ok && array_push(ec->heap, list->names, name);
}

static value_t module_constants(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    struct listing list = {ec, hash_new(ec->heap, 0), array_new(ec->heap, 0), true};
    if (list.seen == NULL || list.names == NULL) return vm_raise_memory(ec);
    struct class *const class = value_to_class(self);
    bool const inherit = argc == 0 || value_truthy(argv[0]);
    size_t count;
    struct class *const *const ancestors = class_ancestors(class, &count);
    for (size_t i = 0; i < count; i++) {
        if (!inherit && ancestors[i] != class) continue;
        if (ancestors[i]->id == CLASS_OBJECT && class->id != CLASS_OBJECT) break;
        class_each_constant(ancestors[i], visit, &list);
    }
    return list.ok ? value_pointer(list.names) : vm_raise_memory(ec);
}

// Primitive.const_location(name, inherit): [file, line], [] for the core's, nil: not there.
static value_t primitive_const_location(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct class *where;
    const struct class_constant *const c =
        find(ec, value_to_class(self), value_to_symbol(argv[0]), value_truthy(argv[1]), true, &where);
    if (c == NULL) return VALUE_NIL;
    if (c->file == 0) return CORE_NEW(ec, array_new(ec->heap, 0));
    struct string *const file = symbol_string(ec->runtime, ec->heap, c->file);
    if (file == NULL) return vm_raise_memory(ec);
    value_t const pair[2] = {value_pointer(file), value_fixnum(c->line)};
    return CORE_NEW(ec, array_new_small(ec->heap, pair, 2));
}

// --- Autoload --------------------------------------------------------------------------------------------------------

// Primitive.autoload_set(module, name, path)
static value_t primitive_autoload_set(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    symbol_t const name = value_to_symbol(argv[1]);
    if (!symbol_is_constant(ec->runtime, name)) {
        return vm_raise_name(ec, CLASS_NAME_ERROR, name, argv[0], "autoload must be constant name: %s",
                             symbol_text(ec->runtime, name));
    }
    struct string *const path = string_dup(ec->heap, value_to_pointer(argv[2]));
    if (path == NULL) return vm_raise_memory(ec);
    object_freeze(path);
    bool shared;
    if (!vm_share(ec, value_pointer(path), &shared)) return VALUE_UNDEF;
    bool const done = class_constant_autoload(ec->runtime, value_to_class(argv[0]), name, value_pointer(path));
    return done ? VALUE_NIL : vm_raise_memory(ec);
}

static value_t pending(struct ec *ec, const struct class_constant *c)
{
    return c == NULL ? VALUE_NIL : class_constant_pending(ec->runtime, c, ec->root);
}

// Primitive.autoload_path(module, name): what to load for a constant that the user's code looks for from there, or nil.
static value_t primitive_autoload_path(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    symbol_t const name = value_to_symbol(argv[1]);
    value_t path = pending(ec, class_constant_find(ec->runtime, value_to_class(argv[0]), name, NULL));
    const struct method *scope = core_caller_scope(ec);
    for (; value_is_nil(path) && scope != NULL && scope->nesting != NULL; scope = scope->nesting) {
        path = pending(ec, class_constant_own(scope->lexical, name));
    }
    return path;
}

// Primitive.autoload_own(module, name): what to load for the module's own constant, or nil.
static value_t primitive_autoload_own(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return pending(ec, class_constant_own(value_to_class(argv[0]), value_to_symbol(argv[1])));
}

// Primitive.autoload_owner(module, name, inherit, object): whose constant that is, if it has yet to be loaded; else nil.
static value_t primitive_autoload_owner(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct class *where;
    const struct class_constant *const c = find(ec, value_to_class(argv[0]), value_to_symbol(argv[1]),
                                                value_truthy(argv[2]), value_truthy(argv[3]), &where);
    return value_is_nil(pending(ec, c)) ? VALUE_NIL : class_value(where);
}

// Primitive.autoload_begin(path): the calling thread loads it.
static value_t primitive_autoload_begin(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return class_loading_begin(ec->runtime, argv[0], ec->root) ? VALUE_NIL : vm_raise_memory(ec);
}

// Primitive.autoload_end(path, keep)
static value_t primitive_autoload_end(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    class_loading_end(ec->runtime, argv[0], ec->root, value_truthy(argv[1]));
    return VALUE_NIL;
}

// Primitive.autoload_forget(module, name): there is nothing to load for it any more, nor the constant. Whether there was.
static value_t primitive_autoload_forget(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct class *const class = value_to_class(argv[0]);
    symbol_t const name = value_to_symbol(argv[1]);
    bool const there = !value_is_nil(pending(ec, class_constant_own(class, name)));
    if (there) class_constant_remove(ec->runtime, ec->heap, class, name);
    return value_bool(there);
}

// How long each takes, see docs/builtins.md:
//   bounded: primitive_autoload_own primitive_autoload_owner primitive_autoload_begin primitive_autoload_end
//     primitive_autoload_forget module_const_get module_private_constant module_public_constant module_deprecate_constant
//     primitive_const_find primitive_const_private primitive_const_set primitive_const_remove
//     primitive_const_location primitive_autoload_set primitive_autoload_path
//   open: module_constants
static const struct core_method methods[] = {
    {"const_get", module_const_get, 1, 2, CORE_TRY},
    {"constants", module_constants, 0, 1, 0},
    {"private_constant", module_private_constant, 0, -1, CORE_TRY},
    {"public_constant", module_public_constant, 0, -1, CORE_TRY},
    {"deprecate_constant", module_deprecate_constant, 0, -1, CORE_TRY}};

static const struct vm_primitive primitives[] = {
    {"const_find", primitive_const_find}, {"const_private", primitive_const_private},
    {"const_set", primitive_const_set}, {"const_remove", primitive_const_remove},
    {"const_location", primitive_const_location}, {"autoload_set", primitive_autoload_set},
    {"autoload_path", primitive_autoload_path}, {"autoload_own", primitive_autoload_own},
    {"autoload_owner", primitive_autoload_owner}, {"autoload_begin", primitive_autoload_begin},
    {"autoload_end", primitive_autoload_end}, {"autoload_forget", primitive_autoload_forget}};

bool core_constants(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_MODULE, methods) && CORE_PRIMITIVES(boot, primitives);
}
