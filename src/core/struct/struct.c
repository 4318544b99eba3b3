// Struct and Data: members are instance variables with hidden names, "@__m_x" for x, so that readers and writers are the
// vm's own attribute methods. A class keeps their names, in order, in its hidden variable @__slots (subclasses inherit it).
#include "core/support/items.h"

#include <string.h>

#define PREFIX "@__m_"

// The symbols of the members' variables; VALUE_UNDEF: not a Struct made by Struct.new.
static value_t slots_of(struct ec *ec, value_t object)
{
    symbol_t const name = symbol_find(ec->runtime, "@__slots", 8);
    struct class *class = class_real(value_class(ec->runtime, object));
    for (; name != 0 && class != NULL; class = class->superclass) {
        value_t const v = ivar_get(ec->runtime, ec->heap, class_value(class), name);
        if (v != VALUE_UNDEF) return v;
    }
    return VALUE_UNDEF;
}

// struct_slots(members): a frozen Array of the variables' names.
static value_t struct_slots(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct array *const members = value_to_array(argv[0]);
    struct array *const out = array_new(ec->heap, array_count(members));
    if (out == NULL) return vm_raise_memory(ec);
    for (size_t i = 0; i < array_count(members); i++) {
        symbol_t const member = value_to_symbol(array_at(members, i));
        size_t const size = symbol_size(ec->runtime, member);
        struct string *const text = string_new(ec->heap, PREFIX, strlen(PREFIX), ENCODING_UTF8);
        if (text == NULL || !string_append(ec->heap, text, symbol_text(ec->runtime, member), size)) return vm_raise_memory(ec);
        symbol_t const slot = string_symbol(ec->runtime, ec->heap, text);
        if (slot == 0 || !array_push(ec->heap, out, value_symbol(slot))) return vm_raise_memory(ec);
    }
    object_freeze(out);
    return value_pointer(out);
}

// struct_attributes(class, members, slots, writers): defines them.
static value_t struct_attributes(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct class *const class = value_to_class(argv[0]);
    const struct array *const members = value_to_array(argv[1]), *const slots = value_to_array(argv[2]);
    for (size_t i = 0; i < array_count(members); i++) {
        symbol_t const name = value_to_symbol(array_at(members, i)), slot = value_to_symbol(array_at(slots, i));
        if (!vm_define_attribute(ec, class, name, slot, false, METHOD_PUBLIC)) return VALUE_UNDEF;
        if (!value_truthy(argv[3])) continue;
        symbol_t const setter = symbol_setter(ec->runtime, name);
        if (setter == 0) return vm_raise_memory(ec);
        if (!vm_define_attribute(ec, class, setter, slot, true, METHOD_PUBLIC)) return VALUE_UNDEF;
    }
    return VALUE_NIL;
}

// struct_constructors(class): Class's own `new`, which Struct.new hides, and [] as another name of it.
static value_t struct_constructors(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct class *const meta = vm_singleton_class(ec, argv[0]);
    if (meta == NULL) return VALUE_UNDEF;
    struct method *const from = class_own_method(ec->runtime, runtime_class(ec->runtime, CLASS_CLASS), SYM_new);
    static symbol_t const names[] = {SYM_new, SYM_OP_index};
    for (size_t i = 0; i < TRP_COUNT(names); i++) {
        struct method *const m = vm_copy_method(ec, from);
        if (m == NULL) return vm_raise_memory(ec);
        m->name = m->original = names[i];
        m->owner = meta;
        m->visibility = METHOD_PUBLIC;
        if (!class_add_method(ec->runtime, meta, m)) return vm_raise_memory(ec);
    }
    return argv[0];
}

static bool fill(struct ec *ec, value_t self, const struct array *slots, size_t count, const value_t *values)
{
    for (size_t i = 0; i < array_count(slots); i++) {
        value_t const v = i < count ? values[i] : VALUE_NIL;
        if (!vm_ivar_set(ec, self, value_to_symbol(array_at(slots, i)), v)) return false;
    }
    return true;
}

// initialize with positional arguments; keywords, and classes with keyword_init, are the Ruby body's.
static value_t struct_initialize(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const slots = slots_of(ec, self);
    if (ec->call_keywords || slots == VALUE_UNDEF) return VALUE_FAIL;
    symbol_t const keyword = symbol_find(ec->runtime, "@__keyword_init", 15);
    struct class *class = class_real(value_class(ec->runtime, self));
    for (; keyword != 0 && class != NULL; class = class->superclass) {
        value_t const v = ivar_get(ec->runtime, ec->heap, class_value(class), keyword);
        if (v == VALUE_UNDEF) continue;
        if (v == VALUE_TRUE) return VALUE_FAIL;
        break;
    }
    if ((size_t)argc > array_count(value_to_array(slots))) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "struct size differs");
    return fill(ec, self, value_to_array(slots), (size_t)argc, argv) ? VALUE_NIL : VALUE_UNDEF;
}

// struct_fill(values): the members in order; missing ones are nil.
static value_t struct_fill(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    value_t const slots = slots_of(ec, self);
    const struct array *const values = value_to_array(argv[0]);
    if (slots == VALUE_UNDEF) return vm_raise(ec, CLASS_TYPE_ERROR, "uninitialized struct");
    bool const ok = fill(ec, self, value_to_array(slots), array_count(values), array_items(values));
    return ok ? self : VALUE_UNDEF;
}

// struct_get(object, i), struct_set(i, v): i is a member's place.
static value_t struct_get(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    value_t const slots = slots_of(ec, argv[0]);
    if (slots == VALUE_UNDEF) return VALUE_NIL;
    value_t const name = array_get(value_to_array(slots), value_to_fixnum(argv[1]));
    value_t const v = ivar_get(ec->runtime, ec->heap, argv[0], value_to_symbol(name));
    return v == VALUE_UNDEF ? VALUE_NIL : v;
}

static value_t struct_set(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    value_t const slots = slots_of(ec, self);
    if (slots == VALUE_UNDEF) return VALUE_NIL;
    value_t const name = array_get(value_to_array(slots), value_to_fixnum(argv[0]));
    return vm_ivar_set(ec, self, value_to_symbol(name), argv[1]) ? argv[1] : VALUE_UNDEF;
}

static value_t struct_to_a(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    value_t const slots = slots_of(ec, self);
    if (slots == VALUE_UNDEF) return CORE_NEW(ec, array_new(ec->heap, 0));
    size_t const count = array_count(value_to_array(slots));
    struct array *const out = array_new(ec->heap, count);
    if (out == NULL) return vm_raise_memory(ec);
    for (size_t i = 0; i < count; i++) {
        value_t const v = ivar_get(ec->runtime, ec->heap, self, value_to_symbol(array_at(value_to_array(slots), i)));
        (void)array_push(ec->heap, out, v == VALUE_UNDEF ? VALUE_NIL : v); // there is room
    }
    return value_pointer(out);
}

// class_path(class): its name whatever `name` was redefined to, nil: none. class_shown(class): its name or #<Class:0x…>.
static value_t class_path(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_to_class(argv[0])->name;
}

static value_t class_shown(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return CORE_NEW(ec, class_name_string(ec->runtime, ec->heap, value_to_class(argv[0])));
}

// How long each takes, see docs/builtins.md:
//   bounded: struct_attributes class_path class_shown struct_constructors struct_get struct_set
//   moves: struct_initialize struct_to_a struct_slots struct_fill
static const struct core_method methods[] = {
    {"initialize", struct_initialize, 0, -1, CORE_TRY | CORE_PRIVATE}, {"to_a", struct_to_a, 0, 0, 0},
};

static const struct vm_primitive primitives[] = {
    {"struct_slots", struct_slots}, {"struct_attributes", struct_attributes}, {"struct_fill", struct_fill},
    {"class_path", class_path}, {"class_shown", class_shown}, {"struct_constructors", struct_constructors},
    {"struct_get", struct_get}, {"struct_set", struct_set}, {"struct_to_a", struct_to_a},
};

bool core_struct(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRUCT, methods) && CORE_PRIMITIVES(boot, primitives);
}
