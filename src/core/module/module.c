// Module and Class: names, ancestry, definitions by name, visibility.
#include "core/kernel/kernel.h"
#include "core/proc/proc.h"

// --- Names -----------------------------------------------------------------------------------------------------------

static value_t module_name(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    // acquire: pairs with the release of class_set_name
    value_t const name = __atomic_load_n(&value_to_class(self)->name, __ATOMIC_ACQUIRE);
    return value_is(name, TYPE_STRING) ? name : VALUE_NIL;
}

static value_t module_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    return CORE_NEW(ec, class_name_string(ec->runtime, ec->heap, value_to_class(self)));
}

// Primitive.module_temporary_name(string or nil)
static value_t primitive_temporary_name(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct class *const class = value_to_class(self);
    bool const permanent = value_is(class->name, TYPE_STRING) && !(class->flags & CLASS_NAME_TEMPORARY);
    if (permanent) return vm_raise(ec, CLASS_RUNTIME_ERROR, "can't change permanent name");
    if (value_is_nil(argv[0])) {
        __atomic_store_n(&class->name, VALUE_NIL, __ATOMIC_RELEASE);
        return self;
    }
    struct string *const name = string_dup(ec->heap, value_to_pointer(argv[0]));
    if (name == NULL) return vm_raise_memory(ec);
    object_freeze(name);
    bool shared;
    if (!vm_share(ec, value_pointer(name), &shared)) return VALUE_UNDEF;
    class_set_name(ec->runtime, class, value_pointer(name), true);
    return self;
}

// --- Ancestry --------------------------------------------------------------------------------------------------------

static value_t module_case_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return value_bool(value_is_a(ec->runtime, argv[0], value_to_class(self)));
}

// -1: self is below other, 1: above, 0: the same, 2: unrelated.
static int relation(value_t self, value_t other)
{
    if (self == other) return 0;
    if (class_inherits(value_to_class(self), value_to_class(other))) return -1;
    return class_inherits(value_to_class(other), value_to_class(self)) ? 1 : 2;
}

static value_t compared(struct ec *ec, value_t self, value_t other, int yes, bool or_same)
{
    if (!is_class(other)) return vm_raise(ec, CLASS_TYPE_ERROR, "compared with non class/module");
    int const r = relation(self, other);
    return r == 2 ? VALUE_NIL : value_bool(r == yes || (or_same && r == 0));
}

static value_t module_lt(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return compared(ec, self, argv[0], -1, false);
}
static value_t module_le(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return compared(ec, self, argv[0], -1, true);
}
static value_t module_gt(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return compared(ec, self, argv[0], 1, false);
}
static value_t module_ge(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return compared(ec, self, argv[0], 1, true);
}

static value_t module_compare(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    if (!is_class(argv[0])) return VALUE_NIL;
    int const r = relation(self, argv[0]);
    return r == 2 ? VALUE_NIL : value_fixnum(r);
}

static value_t list_ancestors(struct ec *ec, value_t self, bool modules_only)
{
    size_t count;
    struct class *const *const ancestors = class_ancestors(value_to_class(self), &count);
    struct array *const out = array_new(ec->heap, count);
    if (out == NULL) return vm_raise_memory(ec);
    for (size_t i = 0; i < count; i++) {
        bool const skip = modules_only && (!(ancestors[i]->flags & CLASS_IS_MODULE) ||
                                           class_value(ancestors[i]) == self);
        if (!skip && !array_push(ec->heap, out, class_value(ancestors[i]))) return vm_raise_memory(ec);
    }
    return value_pointer(out);
}

static value_t module_ancestors(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    return list_ancestors(ec, self, false);
}

static value_t module_included_modules(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    return list_ancestors(ec, self, true);
}

static value_t wrong_module(struct ec *ec, value_t v)
{
    return vm_raise(ec, CLASS_TYPE_ERROR, "wrong argument type %s (expected Module)", vm_class_name(ec, v));
}

static value_t module_is_included(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!is_module_only(argv[0])) return wrong_module(ec, argv[0]);
    return value_bool(self != argv[0] && class_inherits(value_to_class(self), value_to_class(argv[0])));
}

// Primitive.check_module(v): TypeError unless a module.
static value_t primitive_check_module(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    if (!is_module_only(argv[0])) return wrong_module(ec, argv[0]);
    if (!(value_to_class(argv[0])->flags & CLASS_IS_REFINEMENT)) return VALUE_TRUE;
    return vm_raise(ec, CLASS_TYPE_ERROR, "Cannot include refinement");
}

static value_t mix_in(struct ec *ec, value_t module, value_t into, const char *what,
                      bool (*change)(struct runtime *, struct class *, struct class *, bool *))
{
    if (!is_class(into)) {
        return vm_raise(ec, CLASS_TYPE_ERROR, "wrong argument type %s (expected Class or Module)",
                        vm_class_name(ec, into));
    }
    if (!is_module_only(module)) return wrong_module(ec, module);
    if (object_frozen(value_to_pointer(into))) return vm_raise_frozen(ec, into);
    if (class_include_cyclic(value_to_class(into), value_to_class(module))) {
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "cyclic %s detected", what);
    }
    bool changed;
    return change(ec->runtime, value_to_class(into), value_to_class(module), &changed) ? module : vm_raise_memory(ec);
}

static value_t module_append_features(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return mix_in(ec, self, argv[0], "include", class_include);
}

static value_t module_prepend_features(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return mix_in(ec, self, argv[0], "prepend", class_prepend);
}

static value_t module_extend_object(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (value_is_heap(argv[0]) && object_frozen(value_to_pointer(argv[0]))) return vm_raise_frozen(ec, argv[0]);
    struct class *const singleton = vm_singleton_class(ec, argv[0]);
    if (singleton == NULL) return VALUE_UNDEF;
    bool changed;
    return class_include(ec->runtime, singleton, value_to_class(self), &changed) ? argv[0] : vm_raise_memory(ec);
}

static value_t answer_nil(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    (void)argv;
    return VALUE_NIL;
}

static value_t module_is_singleton(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    return value_bool(value_to_class(self)->flags & CLASS_IS_SINGLETON);
}

// --- Classes ---------------------------------------------------------------------------------------------------------

static value_t class_superclass(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    struct class *const super = value_to_class(self)->superclass;
    return super == NULL ? VALUE_NIL : class_value(super);
}

static value_t class_allocate(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    return vm_allocate(ec, value_to_class(self));
}

struct subclasses {
    struct ec *ec;
    struct array *found;
    bool ok;
};

static void add_subclass(struct class *class, void *context)
{
    struct subclasses *const s = context;
    if (!s->ok || class->flags & CLASS_IS_SINGLETON) return;
    heap_received(s->ec->heap, class_value(class)); // the list is weak
    s->ok = array_push(s->ec->heap, s->found, class_value(class));
}

static value_t class_subclasses(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    struct subclasses s = {ec, array_new(ec->heap, 0), true};
    if (s.found == NULL) return vm_raise_memory(ec);
    class_each_subclass(ec->runtime, value_to_class(self), add_subclass, &s);
    return s.ok ? value_pointer(s.found) : vm_raise_memory(ec);
}

static value_t class_attached_object(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    const struct class *const class = value_to_class(self);
    if (class->flags & CLASS_IS_SINGLETON) {
        value_t const object = class_attached(ec->heap, class);
        if (object != VALUE_UNDEF) return object;
        return vm_raise_isolation(ec, "can not access the object of %s, which is another Ractor's or gone",
                                  vm_class_text(ec, value_to_class(self)));
    }
    return vm_raise(ec, CLASS_TYPE_ERROR, "'%s' is not a singleton class", vm_class_text(ec, value_to_class(self)));
}

// Primitive.class_new(superclass): without name; the caller tells `inherited`.
static value_t primitive_class_new(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    value_t const super = argv[0];
    if (!is_class(super) || is_module_only(super)) {
        return vm_raise(ec, CLASS_TYPE_ERROR, "superclass must be an instance of Class (given an instance of %s)",
                        vm_class_name(ec, super));
    }
    if (value_to_class(super)->flags & CLASS_IS_SINGLETON) {
        return vm_raise(ec, CLASS_TYPE_ERROR, "can't make subclass of singleton class");
    }
    if (value_to_class(super)->id == CLASS_CLASS) return vm_raise(ec, CLASS_TYPE_ERROR, "can't make subclass of Class");
    struct class *const class = class_new(ec->runtime, ec->heap, value_to_class(super));
    return class != NULL ? class_value(class) : vm_raise_memory(ec);
}

// Primitive.module_new(class): class is Module or a subclass of it.
static value_t primitive_module_new(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct class *const module = module_new_as(ec->runtime, ec->heap, value_to_class(argv[0]));
    return module != NULL ? class_value(module) : vm_raise_memory(ec);
}

// --- Definitions -----------------------------------------------------------------------------------------------------

static bool check_class_frozen(struct ec *ec, value_t self)
{
    if (!object_frozen(value_to_pointer(self))) return true;
    vm_raise_frozen(ec, self);
    return false;
}

static enum method_visibility scope_visibility(struct ec *ec, struct class *class)
{
    const struct method *const scope = core_caller_scope(ec);
    bool const ours = scope->kind == METHOD_BODY && scope->lexical == class;
    if (!ours) return METHOD_PUBLIC;
    return scope->default_visibility == METHOD_MODULE_FUNCTION ? METHOD_PRIVATE : scope->default_visibility;
}

// Primitive.define_attribute(class, name, writer): returns the method's name.
static value_t primitive_define_attribute(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    symbol_t const name = value_to_symbol(argv[1]);
    const char *const text = symbol_text(ec->runtime, name);
    size_t const size = symbol_size(ec->runtime, name);
    if (!symbol_is_local(ec->runtime, name) && !symbol_is_constant(ec->runtime, name)) {
        return vm_raise_name(ec, CLASS_NAME_ERROR, name, argv[0], "invalid attribute name '%s'", text);
    }
    if (!check_class_frozen(ec, argv[0])) return VALUE_UNDEF;
    struct string *const s = string_new_capacity(ec->heap, size + 1, ENCODING_UTF8);
    bool const ok = s != NULL && string_append(ec->heap, s, "@", 1) && string_append(ec->heap, s, text, size);
    symbol_t const variable = ok ? string_symbol(ec->runtime, ec->heap, s) : 0;
    bool const writer = value_truthy(argv[2]);
    symbol_t const method = writer ? symbol_setter(ec->runtime, name) : name;
    if (variable == 0 || method == 0) return vm_raise_memory(ec);
    struct class *const class = value_to_class(argv[0]);
    enum method_visibility const visibility = scope_visibility(ec, class);
    return vm_define_attribute(ec, class, method, variable, writer, visibility) ? value_symbol(method) : VALUE_UNDEF;
}

// Primitive.define_method(class, name, proc or method object, public)
static value_t primitive_define_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct class *const class = value_to_class(argv[0]);
    symbol_t const name = value_to_symbol(argv[1]);
    if (!check_class_frozen(ec, argv[0])) return VALUE_UNDEF;
    enum method_visibility const visibility = value_truthy(argv[3]) ? METHOD_PUBLIC : scope_visibility(ec, class);
    if (value_is(argv[2], TYPE_PROC)) {
        return vm_define_proc(ec, class, name, argv[2], visibility) ? argv[1] : VALUE_UNDEF;
    }
    if (!methods_is(argv[2])) {
        return vm_raise(ec, CLASS_TYPE_ERROR, "wrong argument type %s (expected Proc/Method/UnboundMethod)",
                        vm_class_name(ec, argv[2]));
    }
    value_t receiver;
    const struct method *const from = methods_target(argv[2], &receiver);
    if (from == NULL) return vm_raise(ec, CLASS_TYPE_ERROR, "can't define a method of method_missing");
    struct class *const owner = from->owner;
    if (!(owner->flags & CLASS_IS_MODULE) && !class_inherits(class, owner)) {
        if (owner->flags & CLASS_IS_SINGLETON) {
            return vm_raise(ec, CLASS_TYPE_ERROR, "can't bind singleton method to a different class");
        }
        return vm_raise(ec, CLASS_TYPE_ERROR, "bind argument must be a subclass of %s", vm_class_text(ec, owner));
    }
    struct method *const m = vm_copy_method(ec, from);
    if (m == NULL) return vm_raise_memory(ec);
    m->name = name;
    m->owner = class;
    m->visibility = (uint8_t)visibility;
    return class_add_method(ec->runtime, class, m) ? argv[1] : vm_raise_memory(ec);
}

// Primitive.borrow(class, from, name): a method of another class's own, which asks self only for what both have. For the
// prelude: what it is called with is known to be right.
static value_t primitive_borrow(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct class *const class = value_to_class(argv[0]);
    const struct method *const from = class_own_method(ec->runtime, value_to_class(argv[1]), value_to_symbol(argv[2]));
    TRP_CHECK(from != NULL && from->function == NULL);
    struct method *const m = vm_copy_method(ec, from);
    if (m == NULL) return vm_raise_memory(ec);
    m->owner = class;
    return class_add_method(ec->runtime, class, m) ? VALUE_NIL : vm_raise_memory(ec);
}

// Primitive.alias_method(new, old)
static value_t primitive_alias(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    symbol_t const name = value_to_symbol(argv[0]);
    if (!check_class_frozen(ec, self)) return VALUE_UNDEF;
    return vm_define_alias(ec, value_to_class(self), name, value_to_symbol(argv[1])) ? argv[0] : VALUE_UNDEF;
}

// Primitive.remove_method(name)
static value_t primitive_remove(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct class *const class = value_to_class(self);
    symbol_t const name = value_to_symbol(argv[0]);
    if (!check_class_frozen(ec, self)) return VALUE_UNDEF;
    const struct method *const m = class_own_method(ec->runtime, class, name);
    if (m == NULL || m->kind == METHOD_UNDEF || !class_remove_method(ec->runtime, class, name)) {
        return vm_raise_name(ec, CLASS_NAME_ERROR, name, self, "method '%s' not defined in %s",
                             symbol_text(ec->runtime, name), vm_class_text(ec, class));
    }
    return VALUE_NIL;
}

// Primitive.undef_method(name)
static value_t primitive_undef(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return vm_undefine(ec, value_to_class(self), value_to_symbol(argv[0])) ? VALUE_NIL : VALUE_UNDEF;
}

// --- Visibility ------------------------------------------------------------------------------------------------------

static bool set_one(struct ec *ec, struct class *class, value_t v, enum method_visibility visibility, bool *fail)
{
    symbol_t name;
    *fail = !core_name(ec, v, &name);
    if (*fail || name == 0) return false;
    if (visibility != METHOD_MODULE_FUNCTION) return vm_set_visibility(ec, class, name, visibility);
    const struct method *m = vm_find_method(ec, class_value(class), name);
    const struct resolution *const r = class_resolve(ec->runtime, class->id, name);
    if (r == NULL) return vm_raise_memory(ec), false;
    m = r->method;
    if (m == NULL) { // a module falls back on Object; the error is worded there
        const struct resolution *const o = class_resolve(ec->runtime, CLASS_OBJECT, name);
        m = o == NULL ? NULL : o->method;
    }
    if (m == NULL) return vm_set_visibility(ec, class, name, METHOD_PRIVATE);
    struct class *const singleton = vm_singleton_class(ec, class_value(class));
    struct method *const copy = singleton == NULL ? NULL : vm_copy_method(ec, m);
    if (copy == NULL) return singleton != NULL ? (vm_raise_memory(ec), false) : false;
    copy->owner = singleton;
    copy->visibility = METHOD_PUBLIC;
    if (!class_add_method(ec->runtime, singleton, copy)) return vm_raise_memory(ec), false;
    return vm_set_visibility(ec, class, name, METHOD_PRIVATE);
}

static bool names_are_plain(const value_t *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!value_is_symbol(names[i]) && !value_is(names[i], TYPE_STRING)) return false;
    }
    return true;
}

// private, public …: of the following definitions without arguments, else of the named methods.
static value_t change_visibility(struct ec *ec, value_t self, int argc, const value_t *argv,
                                 enum method_visibility visibility)
{
    struct class *const class = value_to_class(self);
    if (argc == 0) {
        struct method *const scope = core_caller_scope(ec);
        if (scope->kind == METHOD_BODY) scope->default_visibility = (uint8_t)visibility;
        return VALUE_NIL;
    }
    if (!check_class_frozen(ec, self)) return VALUE_UNDEF;
    bool const list = argc == 1 && value_is(argv[0], TYPE_ARRAY);
    const value_t *const names = list ? array_items(value_to_array(argv[0])) : argv;
    size_t const count = list ? array_count(value_to_array(argv[0])) : (size_t)argc;
    if (!names_are_plain(names, count)) return VALUE_FAIL;
    for (size_t i = 0; i < count; i++) {
        bool fail;
        if (!set_one(ec, class, names[i], visibility, &fail)) return VALUE_UNDEF;
    }
    if (argc == 1) return argv[0];
    return CORE_NEW(ec, array_from(ec->heap, argv, (size_t)argc));
}

#define VISIBILITY(name, visibility)                                                                                   \
    static value_t name(struct ec *ec, value_t self, int argc, const value_t *argv)                                    \
    {                                                                                                                  \
        return change_visibility(ec, self, argc, argv, visibility);                                                    \
    }
VISIBILITY(module_public, METHOD_PUBLIC)
VISIBILITY(module_private, METHOD_PRIVATE)
VISIBILITY(module_protected, METHOD_PROTECTED)
VISIBILITY(module_function, METHOD_MODULE_FUNCTION)

// Primitive.set_visibility(class, names, visibility): 0 public, 1 private, 2 protected, 3 module_function.
static value_t primitive_set_visibility(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    const struct array *const names = value_to_array(argv[1]);
    for (size_t i = 0; i < array_count(names); i++) {
        bool fail;
        if (!set_one(ec, value_to_class(argv[0]), array_at(names, i), (enum method_visibility)value_to_fixnum(argv[2]),
                     &fail)) {
            return VALUE_UNDEF;
        }
    }
    return VALUE_NIL;
}

static value_t class_visibility(struct ec *ec, value_t self, int argc, const value_t *argv,
                                enum method_visibility visibility)
{
    struct class *const singleton = vm_singleton_class(ec, self);
    if (singleton == NULL) return VALUE_UNDEF;
    if (argc == 0) return VALUE_NIL;
    value_t const result = change_visibility(ec, class_value(singleton), argc, argv, visibility);
    return result == VALUE_UNDEF || result == VALUE_FAIL ? result : VALUE_NIL;
}

static value_t module_private_class_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return class_visibility(ec, self, argc, argv, METHOD_PRIVATE);
}

static value_t module_public_class_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return class_visibility(ec, self, argc, argv, METHOD_PUBLIC);
}

// Primitive.method_visibility(class, name, inherit): 0 public, 1 private, 2 protected, nil: no such method.
static value_t primitive_method_visibility(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct class *const class = value_to_class(argv[0]);
    symbol_t const name = value_to_symbol(argv[1]);
    const struct method *m = class_own_method(ec->runtime, class, name);
    if (value_truthy(argv[2])) {
        const struct resolution *const r = class_resolve(ec->runtime, class->id, name);
        if (r == NULL) return vm_raise_memory(ec);
        m = r->method;
    }
    return m == NULL || m->kind == METHOD_UNDEF ? VALUE_NIL : value_fixnum(m->visibility);
}

// Primitive.hook_is_own(object, name): the hook is the core's, which does nothing.
static value_t primitive_hook_is_own(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return value_bool(vm_method_is_boot(ec, argv[0], value_to_symbol(argv[1])));
}

// Primitive.is_singleton(class). Primitive.attached(class): its object; the class itself when that is another actor's or gone.
static value_t primitive_is_singleton(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    return value_bool(value_to_class(argv[0])->flags & CLASS_IS_SINGLETON);
}

static value_t primitive_attached(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    value_t const object = class_attached(ec->heap, value_to_class(argv[0]));
    return object != VALUE_UNDEF ? object : argv[0];
}

// Primitive.nesting: of the user's frame, innermost first.
static value_t primitive_nesting(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    struct array *const out = array_new(ec->heap, 0);
    if (out == NULL) return vm_raise_memory(ec);
    for (const struct method *s = core_caller_scope(ec); s != NULL && s->nesting != NULL; s = s->nesting) {
        if (s->flags & METHOD_EVAL_SCOPE || s->kind != METHOD_BODY) continue;
        if (!array_push(ec->heap, out, class_value(s->lexical))) return vm_raise_memory(ec);
    }
    return value_pointer(out);
}

// --- Registration ----------------------------------------------------------------------------------------------------

// How long each takes, see docs/builtins.md:
//   bounded: module_name module_to_s module_case_equal object_equal module_lt module_le module_gt module_ge
//     module_compare module_is_included module_is_singleton module_append_features module_prepend_features
//     module_extend_object answer_nil module_public module_private module_protected module_function
//     module_private_class_method module_public_class_method class_superclass class_allocate class_subclasses
//     class_attached_object primitive_temporary_name primitive_check_module primitive_class_new
//     primitive_module_new primitive_define_attribute primitive_define_method primitive_borrow primitive_alias
//     primitive_remove primitive_undef primitive_set_visibility primitive_method_visibility primitive_hook_is_own
//     primitive_is_singleton primitive_attached primitive_nesting
//   open: module_ancestors module_included_modules
static const struct core_method module_methods[] = {
    {"name", module_name, 0, 0, 0}, {"to_s", module_to_s, 0, 0, 0}, {"inspect", module_to_s, 0, 0, 0},
    {"===", module_case_equal, 1, 1, 0}, {"==", object_equal, 1, 1, 0}, {"<", module_lt, 1, 1, 0},
    {"<=", module_le, 1, 1, 0}, {">", module_gt, 1, 1, 0}, {">=", module_ge, 1, 1, 0}, {"<=>", module_compare, 1, 1, 0},
    {"ancestors", module_ancestors, 0, 0, 0}, {"included_modules", module_included_modules, 0, 0, 0},
    {"include?", module_is_included, 1, 1, 0}, {"singleton_class?", module_is_singleton, 0, 0, 0},
    {"append_features", module_append_features, 1, 1, CORE_PRIVATE},
    {"prepend_features", module_prepend_features, 1, 1, CORE_PRIVATE},
    {"extend_object", module_extend_object, 1, 1, CORE_PRIVATE},
    {"included", answer_nil, 1, 1, CORE_PRIVATE}, {"extended", answer_nil, 1, 1, CORE_PRIVATE},
    {"prepended", answer_nil, 1, 1, CORE_PRIVATE}, {"method_added", answer_nil, 1, 1, CORE_PRIVATE},
    {"method_removed", answer_nil, 1, 1, CORE_PRIVATE}, {"method_undefined", answer_nil, 1, 1, CORE_PRIVATE},
    {"const_added", answer_nil, 1, 1, CORE_PRIVATE},
    {"public", module_public, 0, -1, CORE_TRY}, {"private", module_private, 0, -1, CORE_TRY},
    {"protected", module_protected, 0, -1, CORE_TRY},
    {"module_function", module_function, 0, -1, CORE_TRY | CORE_PRIVATE},
    {"private_class_method", module_private_class_method, 0, -1, CORE_TRY},
    {"public_class_method", module_public_class_method, 0, -1, CORE_TRY}};

static const struct core_method class_methods[] = {
    {"superclass", class_superclass, 0, 0, 0}, {"allocate", class_allocate, 0, 0, 0},
    {"subclasses", class_subclasses, 0, 0, 0}, {"attached_object", class_attached_object, 0, 0, 0},
    {"inherited", answer_nil, 1, 1, CORE_PRIVATE}};

static const struct vm_primitive primitives[] = {
    {"module_temporary_name", primitive_temporary_name}, {"check_module", primitive_check_module},
    {"class_new", primitive_class_new}, {"module_new", primitive_module_new},
    {"define_attribute", primitive_define_attribute}, {"define_method", primitive_define_method},
    {"borrow", primitive_borrow}, {"alias_method", primitive_alias}, {"remove_method", primitive_remove},
    {"undef_method", primitive_undef},
    {"set_visibility", primitive_set_visibility}, {"method_visibility", primitive_method_visibility},
    {"hook_is_own", primitive_hook_is_own}, {"is_singleton", primitive_is_singleton},
    {"attached", primitive_attached}, {"nesting", primitive_nesting}};

// Classes whose instances are never made by new.
static bool undefine_new(struct core_boot *boot)
{
    // Classes with a prelude file of their own undefine it there.
    static const class_id_t ids[] = {CLASS_NIL, CLASS_TRUE, CLASS_FALSE, CLASS_METHOD,
                                     CLASS_UNBOUND_METHOD, CLASS_BINDING};
    struct heap *const heap = &boot->runtime->boot_heap;
    for (size_t i = 0; i < TRP_COUNT(ids); i++) {
        struct class *const class = runtime_class(boot->runtime, ids[i]);
        struct class *const singleton = class_singleton(boot->runtime, heap, class_value(class));
        struct method *const m = singleton == NULL ? NULL : method_new(heap, METHOD_UNDEF);
        if (m == NULL) return false;
        m->name = m->original = SYM_new;
        m->owner = m->lexical = singleton;
        if (!class_add_method(boot->runtime, singleton, m)) return false;
    }
    return true;
}

bool core_module(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_MODULE, module_methods) && CORE_METHODS(boot, CLASS_CLASS, class_methods) &&
           vm_define_optimized(boot->runtime, CLASS_CLASS, "new", 0, false) && CORE_PRIMITIVES(boot, primitives) &&
           undefine_new(boot);
}
