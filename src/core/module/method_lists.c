// Lists of methods: methods, instance_methods, singleton_methods and their kin.
#include "core/support/state.h"

enum wanted { WANT_PUBLIC_PROTECTED, WANT_PUBLIC, WANT_PRIVATE, WANT_PROTECTED, WANT_UNDEFINED };

struct listing {
    struct ec *ec;
    struct hash *seen; // name → true
    struct array *names;
    enum wanted wanted;
    bool ok;
};

static bool wants(const struct listing *list, const struct method *m)
{
    switch (list->wanted) {
    case WANT_PUBLIC_PROTECTED: return m->visibility != METHOD_PRIVATE;
    case WANT_PUBLIC: return m->visibility == METHOD_PUBLIC;
    case WANT_PRIVATE: return m->visibility == METHOD_PRIVATE;
    case WANT_PROTECTED: return m->visibility == METHOD_PROTECTED;
    case WANT_UNDEFINED: return true;
    }
    TRP_UNREACHABLE();
}

// The first entry of a name decides: what is above it is hidden.
static void visit(struct method *m, void *context)
{
    struct listing *const list = context;
    struct ec *const ec = list->ec;
    value_t const name = value_symbol(m->name);
    if (!list->ok || hash_get(ec->runtime, list->seen, name) != VALUE_UNDEF) return;
    list->ok = hash_set(ec->runtime, ec->heap, list->seen, name, VALUE_TRUE);
    if ((m->kind == METHOD_UNDEF) != (list->wanted == WANT_UNDEFINED) || !wants(list, m)) return;
    list->ok = list->ok && array_push(ec->heap, list->names, name);
}

static bool begin(struct ec *ec, struct listing *list, enum wanted wanted)
{
    *list = (struct listing){.ec = ec, .seen = hash_new(ec->heap, 0), .names = array_new(ec->heap, 0), .wanted = wanted,
                             .ok = true};
    list->ok = list->seen != NULL && list->names != NULL;
    return list->ok;
}

// Methods that instances of `class` have. Not inherit: of its own table; `own_too`: with singleton classes before it.
static value_t list_methods(struct ec *ec, struct class *class, enum wanted wanted, bool inherit)
{
    struct listing list;
    if (!begin(ec, &list, wanted)) return vm_raise_memory(ec);
    size_t count;
    struct class *const *const ancestors = class_ancestors(class, &count);
    for (size_t i = 0; i < count; i++) {
        if (inherit || ancestors[i] == class) class_each_method(ancestors[i], visit, &list);
    }
    return list.ok ? value_pointer(list.names) : vm_raise_memory(ec);
}

// Primitive.method_names(class, wanted, inherit)
static value_t primitive_names(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return list_methods(ec, value_to_class(argv[0]), (enum wanted)value_to_fixnum(argv[1]), value_truthy(argv[2]));
}

// Primitive.object_method_names(object, wanted, all): of its class, singleton included; not all: up to its real class.
static value_t primitive_object_names(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct class *const class = value_class(ec->runtime, argv[0]);
    bool const all = value_truthy(argv[2]);
    struct listing list;
    if (!begin(ec, &list, (enum wanted)value_to_fixnum(argv[1]))) return vm_raise_memory(ec);
    size_t count;
    struct class *const *const ancestors = class_ancestors(class, &count);
    for (size_t i = 0; i < count; i++) {
        class_each_method(ancestors[i], visit, &list);
        if (!all && !(ancestors[i]->flags & (CLASS_IS_SINGLETON | CLASS_IS_MODULE))) break;
    }
    return list.ok ? value_pointer(list.names) : vm_raise_memory(ec);
}

// Primitive.singleton_method_names(object, all): the singleton class's, with modules it was extended by; of a class
// also those of its superclasses' singleton classes.
static value_t primitive_singleton_names(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct listing list;
    if (!begin(ec, &list, WANT_PUBLIC_PROTECTED)) return vm_raise_memory(ec);
    struct class *const singleton = is_class(argv[0]) ? value_class(ec->runtime, argv[0])
                                                      : class_singleton_if_any(ec->runtime, argv[0]);
    bool const all = value_truthy(argv[1]);
    size_t count = 0;
    struct class *const *const ancestors = singleton == NULL ? NULL : class_ancestors(singleton, &count);
    for (size_t i = 0; i < count; i++) {
        if (!(ancestors[i]->flags & (CLASS_IS_SINGLETON | CLASS_IS_MODULE))) break;
        bool const core_meta = ancestors[i]->flags & CLASS_IS_METACLASS && ancestors[i] != singleton &&
                               class_attached_class(ancestors[i])->id <= CLASS_OBJECT;
        if (core_meta) break;
        if (all || ancestors[i] == singleton) class_each_method(ancestors[i], visit, &list);
    }
    return list.ok ? value_pointer(list.names) : vm_raise_memory(ec);
}

// How long each takes, see docs/builtins.md:
//   open: primitive_names primitive_object_names primitive_singleton_names
static const struct vm_primitive primitives[] = {{"method_names", primitive_names},
                                                 {"object_method_names", primitive_object_names},
                                                 {"singleton_method_names", primitive_singleton_names}};

bool core_method_lists(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
