// Instance variables and class variables by name, from Ruby.
#include "core/support/state.h"

// A name as an instance variable's. VALUE_TRUE, or FAIL, or UNDEF with NameError.
static value_t variable_name(struct ec *ec, value_t self, value_t v, symbol_t *name)
{
    CORE_SYMBOL(ec, v, name);
    if (symbol_is_ivar(ec->runtime, *name)) return VALUE_TRUE;
    return vm_raise_name(ec, CLASS_NAME_ERROR, *name, self, "'%s' is not allowed as an instance variable name",
                         symbol_text(ec->runtime, *name));
}

static value_t ivar_read(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t name;
    value_t const ok = variable_name(ec, self, argv[0], &name);
    if (ok != VALUE_TRUE) return ok;
    return vm_ivar_get(ec, self, name);
}

static value_t ivar_write(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t name;
    value_t const ok = variable_name(ec, self, argv[0], &name);
    if (ok != VALUE_TRUE) return ok;
    return vm_ivar_set(ec, self, name, argv[1]) ? argv[1] : VALUE_UNDEF;
}

static value_t ivar_defined(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t name;
    value_t const ok = variable_name(ec, self, argv[0], &name);
    if (ok != VALUE_TRUE) return ok;
    if (!vm_ivar_reachable(ec, self)) return VALUE_UNDEF;
    return value_bool(vm_ivar_defined(ec, self, name));
}

static value_t ivar_drop(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t name;
    value_t const ok = variable_name(ec, self, argv[0], &name);
    if (ok != VALUE_TRUE) return ok;
    if (!core_check_frozen(ec, self) || !vm_ivar_reachable(ec, self)) return VALUE_UNDEF;
    value_t const v = ivar_remove(ec->runtime, ec->heap, self, name);
    if (v != VALUE_UNDEF) return v;
    return vm_raise_name(ec, CLASS_NAME_ERROR, name, self, "instance variable %s not defined",
                         symbol_text(ec->runtime, name));
}

struct list {
    struct ec *ec;
    struct array *names;
    struct hash *seen; // name → true, where names can come more than once; else NULL
    bool ok;
};

static void list_ivar(symbol_t name, value_t value, void *context)
{
    struct list *const list = context;
    (void)value;
    if (core_hidden_name(list->ec->runtime, name)) return;
    list->ok = list->ok && array_push(list->ec->heap, list->names, value_symbol(name));
}

static value_t ivar_list(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct list list = {ec, array_new(ec->heap, 0), NULL, true};
    if (list.names == NULL) return vm_raise_memory(ec);
    if (!vm_ivar_reachable(ec, self)) return VALUE_UNDEF;
    ivar_each(ec->runtime, ec->heap, self, list_ivar, &list);
    return list.ok ? value_pointer(list.names) : vm_raise_memory(ec);
}

// Primitive.ivar_names_to_inspect: nil when there is none.
static value_t primitive_names_to_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const names = ivar_list(ec, self, argc, argv);
    return names != VALUE_UNDEF && array_count(value_to_array(names)) == 0 ? VALUE_NIL : names;
}

// Primitive.ivar_hidden(object, name): a hidden variable of another object, nil when unset.
static value_t primitive_ivar_hidden(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    value_t const v = ivar_get(ec->runtime, ec->heap, argv[0], value_to_symbol(argv[1]));
    return v == VALUE_UNDEF ? VALUE_NIL : v;
}

static value_t primitive_ivar_hidden_set(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return value_bool(ivar_get(ec->runtime, ec->heap, argv[0], value_to_symbol(argv[1])) != VALUE_UNDEF);
}

// Primitive.instance_new(class): of classes that have no allocator for Ruby.
static value_t primitive_instance_new(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return CORE_NEW(ec, instance_new(ec->heap, value_to_class(argv[0])->id, 3));
}

static value_t primitive_ivar_hide(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return vm_ivar_set(ec, argv[0], value_to_symbol(argv[1]), argv[2]) ? argv[2] : VALUE_UNDEF;
}

// --- Class variables -------------------------------------------------------------------------------------------------

static value_t class_variable_name(struct ec *ec, value_t self, value_t v, symbol_t *name)
{
    CORE_SYMBOL(ec, v, name);
    if (symbol_is_cvar(ec->runtime, *name)) return VALUE_TRUE;
    return vm_raise_name(ec, CLASS_NAME_ERROR, *name, self, "'%s' is not allowed as a class variable name",
                         symbol_text(ec->runtime, *name));
}

static value_t no_class_variable(struct ec *ec, value_t self, symbol_t name)
{
    return vm_raise_name(ec, CLASS_NAME_ERROR, name, self, "uninitialized class variable %s in %s",
                         symbol_text(ec->runtime, name), vm_class_text(ec, value_to_class(self)));
}

static value_t load(struct ec *ec, value_t self, symbol_t name, const struct heap_slot *slot)
{
    value_t const v = heap_slot_load(ec->heap, slot);
    if (v != VALUE_UNDEF) return v;
    return vm_raise_isolation(ec, "can not read non-shareable class variable %s from non-main Ractors (%s)",
                              symbol_text(ec->runtime, name), vm_class_text(ec, value_to_class(self)));
}

static value_t cvar_get(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t name;
    value_t const ok = class_variable_name(ec, self, argv[0], &name);
    if (ok != VALUE_TRUE) return ok;
    struct heap_slot *const slot = class_variable_find(value_to_class(self), name, NULL);
    return slot == NULL ? no_class_variable(ec, self, name) : load(ec, self, name, slot);
}

static value_t cvar_set(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t name;
    value_t const ok = class_variable_name(ec, self, argv[0], &name);
    if (ok != VALUE_TRUE) return ok;
    struct class *where = value_to_class(self);
    struct heap_slot *slot = class_variable_find(where, name, &where);
    if (object_frozen(where)) return vm_raise_frozen(ec, class_value(where));
    if (slot == NULL) slot = class_variable_own(value_to_class(self), name, true);
    if (!ec->main) {
        return vm_raise_isolation(ec, "can not set class variables from non-main Ractors (%s from %s)",
                                  symbol_text(ec->runtime, name), vm_class_text(ec, where));
    }
    if (slot == NULL) return vm_raise_memory(ec);
    return vm_slot_store(ec, slot, argv[1]) ? argv[1] : VALUE_UNDEF;
}

static value_t cvar_defined(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t name;
    value_t const ok = class_variable_name(ec, self, argv[0], &name);
    if (ok != VALUE_TRUE) return ok;
    return value_bool(class_variable_find(value_to_class(self), name, NULL) != NULL);
}

static value_t cvar_remove(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t name;
    value_t const ok = class_variable_name(ec, self, argv[0], &name);
    if (ok != VALUE_TRUE) return ok;
    struct class *const class = value_to_class(self);
    if (object_frozen(class)) return vm_raise_frozen(ec, self);
    struct heap_slot *const slot = class_variable_own(class, name, false);
    if (slot != NULL) {
        value_t const v = load(ec, self, name, slot);
        if (v == VALUE_UNDEF) return VALUE_UNDEF;
        (void)class_variable_remove(ec->runtime, class, name);
        return v;
    }
    if (class_variable_find(class, name, NULL) != NULL) {
        return vm_raise_name(ec, CLASS_NAME_ERROR, name, self, "cannot remove %s for %s",
                             symbol_text(ec->runtime, name),
                             vm_class_text(ec, class));
    }
    return vm_raise_name(ec, CLASS_NAME_ERROR, name, self, "class variable %s not defined for %s",
                         symbol_text(ec->runtime, name), vm_class_text(ec, class));
}

static void list_class_variable(symbol_t name, struct heap_slot *slot, void *context)
{
    struct list *const list = context;
    (void)slot;
    if (!list->ok || hash_get(list->ec->runtime, list->seen, value_symbol(name)) != VALUE_UNDEF) return;
    list->ok = hash_set(list->ec->runtime, list->ec->heap, list->seen, value_symbol(name), VALUE_TRUE) &&
               array_push(list->ec->heap, list->names, value_symbol(name));
}

static value_t cvar_list(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    struct list list = {ec, array_new(ec->heap, 0), hash_new(ec->heap, 0), true};
    if (list.names == NULL || list.seen == NULL) return vm_raise_memory(ec);
    size_t count;
    struct class *const *const ancestors = class_ancestors(value_to_class(self), &count);
    bool const inherit = argc == 0 || value_truthy(argv[0]);
    for (size_t i = 0; i < count; i++) {
        if (!inherit && ancestors[i] != value_to_class(self)) continue;
        class_each_variable(ancestors[i], list_class_variable, &list);
    }
    return list.ok ? value_pointer(list.names) : vm_raise_memory(ec);
}

// How long each takes, see docs/builtins.md:
//   bounded: ivar_read ivar_write ivar_defined ivar_drop ivar_list cvar_get cvar_set cvar_defined cvar_remove
//     primitive_names_to_inspect primitive_ivar_hidden primitive_ivar_hide primitive_ivar_hidden_set
//     primitive_instance_new
//     cvar_list
static const struct core_method methods[] = {
    {"instance_variable_get", ivar_read, 1, 1, CORE_TRY},
    {"instance_variable_set", ivar_write, 2, 2, CORE_TRY},
    {"instance_variable_defined?", ivar_defined, 1, 1, CORE_TRY},
    {"remove_instance_variable", ivar_drop, 1, 1, CORE_TRY},
    {"instance_variables", ivar_list, 0, 0, 0}};

static const struct core_method module_methods[] = {
    {"class_variable_get", cvar_get, 1, 1, CORE_TRY},
    {"class_variable_set", cvar_set, 2, 2, CORE_TRY},
    {"class_variable_defined?", cvar_defined, 1, 1, CORE_TRY},
    {"remove_class_variable", cvar_remove, 1, 1, CORE_TRY},
    {"class_variables", cvar_list, 0, 1, 0}};

static const struct vm_primitive primitives[] = {
    {"ivar_read", ivar_read}, {"ivar_write", ivar_write}, {"ivar_defined", ivar_defined}, {"ivar_drop", ivar_drop},
    {"ivar_names_to_inspect", primitive_names_to_inspect}, {"ivar_hidden", primitive_ivar_hidden},
    {"ivar_hide", primitive_ivar_hide},
    {"ivar_hidden_set", primitive_ivar_hidden_set}, {"instance_new", primitive_instance_new},
    {"cvar_get", cvar_get}, {"cvar_set", cvar_set}, {"cvar_defined", cvar_defined}, {"cvar_remove", cvar_remove}};

bool core_ivars(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_KERNEL, methods) && CORE_METHODS(boot, CLASS_MODULE, module_methods) &&
           CORE_PRIMITIVES(boot, primitives);
}
