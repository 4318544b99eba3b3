// dup and clone: shallow copies of every kind of object, then initialize_copy where somebody defined one.
#include "core/support/state.h"

#include <string.h>

static void set_class(void *object, class_id_t id)
{
    uint64_t *const header = &((struct object *)object)->header;
    *header = (*header & (((uint64_t)1 << HEADER_CLASS_SHIFT) - 1)) | (uint64_t)id << HEADER_CLASS_SHIFT;
}

static struct object *copy_range(struct ec *ec, const struct range *from)
{
    return (struct object *)range_new(ec->heap, from->begin, from->end, (from->header & RANGE_EXCLUSIVE) != 0);
}

static struct object *copy_hash(struct ec *ec, const struct hash *from)
{
    struct hash *const h = hash_new(ec->heap, 0);
    return h != NULL && hash_copy(ec->heap, h, from) ? (struct object *)h : NULL;
}

static struct object *copy_array(struct ec *ec, const struct array *from)
{
    return (struct object *)array_from(ec->heap, array_items(from), array_count(from));
}

static struct object *copy_proc(struct ec *ec, const struct proc *from)
{
    struct proc *const p = heap_alloc(ec->heap, HEAP_32);
    if (p == NULL) return NULL;
    *p = *from;
    p->header = header_make(TYPE_PROC, CLASS_PROC, LAYOUT_EMPTY, from->header & (HEADER_FLAG(7) - HEADER_FLAG(0)));
    return (struct object *)p;
}

static struct object *copy_tuple(struct ec *ec, const struct data *from, bool *known)
{
    unsigned const count = from->kind->values;
    *known = count > 0 && from->kind->finalize == NULL;
    if (!*known) return NULL;
    struct data *const d = data_new(ec->heap, object_class_id(from), from->kind, count * sizeof(value_t));
    const value_t *const values = (const value_t *)(const void *)from->payload;
    value_t *const copies = d == NULL ? NULL : (value_t *)(void *)d->payload;
    for (unsigned i = 0; d != NULL && i < count; i++) heap_store(ec->heap, d, &copies[i], values[i]);
    return (struct object *)d;
}

static struct object *copy_match(struct ec *ec, const struct match *from)
{
    size_t const count = match_group_count(from);
    int64_t *const places = base_alloc(2 * count * sizeof *places);
    if (places == NULL) return NULL;
    struct regexp_region const region = {.count = (uint32_t)count, .begin = places, .end = places + count};
    for (size_t i = 0; i < count; i++) {
        size_t begin = 0, end = 0;
        bool const set = match_group(from, i, &begin, &end);
        places[i] = set ? (int64_t)begin : -1;
        places[count + i] = set ? (int64_t)end : -1;
    }
    struct match *const m = match_new(ec->heap, from->regexp, value_to_pointer(from->string), &region);
    base_free(places);
    return (struct object *)m;
}

// Kinds that are never changed after they were made: they may be their own copies.
static bool immutable(const void *object)
{
    switch (object_type(object)) {
    case TYPE_FLOAT:
    case TYPE_BIGNUM:
    case TYPE_RATIONAL:
    case TYPE_COMPLEX:
    case TYPE_REGEXP: return true;
    default: return false;
    }
}

static struct object *copy_body(struct ec *ec, const void *from, bool *known)
{
    *known = true;
    switch (object_type(from)) {
    case TYPE_OBJECT: {
        const struct class *const class = class_real(runtime_class(ec->runtime, object_class_id(from)));
        *known = class->instance_type != TYPE_FREE;
        return !*known ? NULL : (struct object *)instance_new(ec->heap, class->id, class_instance_fields(class));
    }
    case TYPE_STRING: return (struct object *)string_dup(ec->heap, from);
    case TYPE_ARRAY: return copy_array(ec, from);
    case TYPE_HASH: return copy_hash(ec, from);
    case TYPE_RANGE: return copy_range(ec, from);
    case TYPE_PROC: return copy_proc(ec, from);
    case TYPE_MATCH: return copy_match(ec, from);
    case TYPE_DATA: return copy_tuple(ec, from, known);
    default: *known = false; return NULL;
    }
}

static bool drop_id(struct ec *ec, value_t from, value_t copy)
{
    symbol_t const id = symbol_find(ec->runtime, "@__object_id", sizeof "@__object_id" - 1);
    bool const has_id = id != 0 && ivar_get(ec->runtime, ec->heap, from, id) != VALUE_UNDEF;
    if (has_id) ivar_remove(ec->runtime, ec->heap, copy, id);
    return true;
}

// The copy, not frozen, of the real class. VALUE_UNDEF: exception.
static value_t shallow_copy(struct ec *ec, value_t self)
{
    void *const from = value_to_pointer(self);
    if (immutable(from)) return self;
    bool known;
    struct object *const to = copy_body(ec, from, &known);
    if (to == NULL) {
        if (known) return vm_raise_memory(ec);
        return vm_raise(ec, CLASS_TYPE_ERROR, "allocator undefined for %s", vm_class_name(ec, self));
    }
    to->header &= ~HEADER_FROZEN;
    set_class(to, class_real(value_class(ec->runtime, self))->id);
    value_t const copy = value_pointer(to);
    bool const has_variables = (object_layout(from) & ~(layout_t)1) != LAYOUT_EMPTY;
    if (!has_variables) return copy;
    if (!ivar_copy_all(ec->runtime, ec->heap, self, copy)) return vm_raise_memory(ec);
    drop_id(ec, self, copy);
    return copy;
}

// --- Classes ---------------------------------------------------------------------------------------------------------

struct class_copy {
    struct ec *ec;
    struct class *to;
    bool ok;
};

static void copy_method(struct method *from, void *context)
{
    struct class_copy *const copy = context;
    if (!copy->ok) return;
    struct method *const m = vm_copy_method(copy->ec, from);
    copy->ok = m != NULL;
    if (m == NULL) return;
    if (m->owner != NULL && class_own_method(copy->ec->runtime, m->owner, m->name) == from) m->owner = copy->to;
    copy->ok = class_add_method(copy->ec->runtime, copy->to, m);
}

static void copy_constant(struct class_constant *from, void *context)
{
    struct class_copy *const copy = context;
    value_t const v = heap_slot_load(copy->ec->heap, &from->slot);
    if (copy->ok && v != VALUE_UNDEF) copy->ok = vm_constant_set(copy->ec, copy->to, from->name, v);
}

static void copy_variable(symbol_t name, struct heap_slot *slot, void *context)
{
    struct class_copy *const copy = context;
    value_t const v = heap_slot_load(copy->ec->heap, slot);
    struct heap_slot *const to = v == VALUE_UNDEF ? NULL : class_variable_own(copy->to, name, true);
    copy->ok = copy->ok && (v == VALUE_UNDEF || (to != NULL && vm_slot_store(copy->ec, to, v)));
}

// Modules that were included into `from` itself, nearest last, so that including them in this order keeps theirs.
static bool copy_modules(struct ec *ec, struct class *from, struct class *to)
{
    size_t count;
    struct class *const *const ancestors = class_ancestors(from, &count);
    size_t self_at = 0;
    while (self_at < count && ancestors[self_at] != from) self_at++;
    size_t end = self_at + 1;
    while (end < count && ancestors[end]->flags & CLASS_IS_MODULE && ancestors[end] != from) end++;
    bool changed;
    for (size_t i = end; i-- > self_at + 1;) {
        const struct class *const super = from->superclass;
        if (super != NULL && class_inherits((struct class *)super, ancestors[i])) continue;
        if (!class_include(ec->runtime, to, ancestors[i], &changed)) return false;
    }
    for (size_t i = self_at; i-- > 0;) {
        if (!class_prepend(ec->runtime, to, ancestors[i], &changed)) return false;
    }
    return true;
}

static bool copy_tables(struct ec *ec, struct class *from, struct class *to)
{
    struct class_copy copy = {ec, to, true};
    class_each_method(from, copy_method, &copy);
    return copy.ok && copy_modules(ec, from, to);
}

static value_t copy_class(struct ec *ec, struct class *from)
{
    if (from->flags & CLASS_IS_SINGLETON) {
        return vm_raise(ec, CLASS_TYPE_ERROR, "can't create instance of singleton class");
    }
    if (from->superclass == NULL && !(from->flags & CLASS_IS_MODULE)) {
        return vm_raise(ec, CLASS_TYPE_ERROR, "can't copy BasicObject");
    }
    struct class *const to = from->flags & CLASS_IS_MODULE ? module_new(ec->runtime, ec->heap)
                                                           : class_new(ec->runtime, ec->heap, from->superclass);
    if (to == NULL) return vm_raise_memory(ec);
    to->instance_type = from->instance_type;
    struct class *const from_meta = class_singleton_if_any(ec->runtime, class_value(from));
    struct class *const to_meta = vm_singleton_class(ec, class_value(to));
    if (to_meta == NULL) return VALUE_UNDEF;
    if (!copy_tables(ec, from, to)) return vm_raise_memory(ec);
    if (from_meta != NULL && !copy_tables(ec, from_meta, to_meta)) return vm_raise_memory(ec);
    struct class_copy copy = {ec, to, true};
    class_each_constant(from, copy_constant, &copy);
    class_each_variable(from, copy_variable, &copy);
    if (!copy.ok || !ivar_copy_all(ec->runtime, ec->heap, class_value(from), class_value(to))) {
        return vm_raise_memory(ec);
    }
    return class_value(to);
}

// --- dup and clone ---------------------------------------------------------------------------------------------------

static value_t copy_value(struct ec *ec, value_t self)
{
    if (!value_is_heap(self)) return self;
    return is_class(self) ? copy_class(ec, value_to_class(self)) : shallow_copy(ec, self);
}

// Whether nobody has to be asked once the contents are copied. Boot methods of String, Array and Hash only copy
// contents.
static bool plain(struct ec *ec, value_t self, symbol_t hook)
{
    if (!value_is_heap(self)) return true;
    enum object_type const type = object_type(value_to_pointer(self));
    if (!vm_method_is_boot(ec, self, hook)) return false;
    const struct method *const m = vm_find_method(ec, self, SYM_initialize_copy);
    if (m == NULL || !(m->flags & METHOD_BOOT)) return false;
    if (type == TYPE_STRING || type == TYPE_ARRAY || type == TYPE_HASH || type == TYPE_RANGE) return true;
    return m->owner->id == CLASS_KERNEL;
}

static value_t object_dup(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    (void)argv;
    return plain(ec, self, SYM_initialize_dup) ? copy_value(ec, self) : VALUE_FAIL;
}

// Primitive.object_copy(object)
static value_t primitive_copy(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return copy_value(ec, argv[0]);
}

// Primitive.copy_singleton(from, to): the methods and constants of a singleton class go along with clone.
static value_t primitive_copy_singleton(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    if (!value_is_heap(argv[0]) || is_class(argv[0]) || argv[0] == argv[1]) return argv[1];
    struct class *const from = class_singleton_if_any(ec->runtime, argv[0]);
    if (from == NULL) return argv[1];
    struct class *const to = vm_singleton_class(ec, argv[1]);
    if (to == NULL) return VALUE_UNDEF;
    struct class_copy copy = {ec, to, copy_tables(ec, from, to)};
    class_each_constant(from, copy_constant, &copy);
    return copy.ok ? argv[1] : vm_raise_memory(ec);
}

// Primitive.copy_is_plain(object): clone needs no initialize_clone.
static value_t primitive_copy_is_plain(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return value_bool(plain(ec, argv[0], SYM_initialize_clone));
}

// How long each takes, see docs/builtins.md:
//   bounded: primitive_copy_singleton primitive_copy_is_plain
//   moves: object_dup primitive_copy
static const struct core_method methods[] = {{"dup", object_dup, 0, 0, CORE_TRY}};
static const struct vm_primitive primitives[] = {{"object_copy", primitive_copy},
                                                 {"copy_singleton", primitive_copy_singleton},
                                                 {"copy_is_plain", primitive_copy_is_plain}};

bool core_copy(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_KERNEL, methods) && CORE_PRIMITIVES(boot, primitives);
}
