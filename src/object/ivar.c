// Instance variables. Purpose: where the values that a layout names are kept.
//
//   TYPE_OBJECT   in the slot, or past it in a body
//   TYPE_CLASS    in slots of the class's body, readable by every actor (class.c)
//   TYPE_ACTOR    in a Hash, which the handle has in a slot: they are private to the actor that set the first
//   others        in a *holder*, an internal TYPE_OBJECT that a side table finds by the object's address (side.c)
//   LAYOUT_COMPLEX, of either: the only field is a Hash, name → value
//
// Invariants: an object outside TYPE_OBJECT and TYPE_CLASS has an entry in the side table exactly when its layout is
// not empty, and then a fin bit; every field past the layout's count is VALUE_UNDEF.
// Data: the holder of the actor's claim.
#include "object/interior.h"

// --- Fields ----------------------------------------------------------------------------------------------------------
static size_t field_capacity(const struct instance *o)
{
    return o->header & OBJECT_EMBEDDED ? heap_slot_size(o) / sizeof(value_t) - 1 : o->capacity;
}

struct instance *instance_new(struct heap *heap, class_id_t class_id, unsigned expected)
{
    if (TRP_LIKELY(expected <= 3)) {
        struct instance *const small = heap_alloc(heap, HEAP_32);
        if (TRP_UNLIKELY(small == NULL)) return NULL;
        small->header = header_make(TYPE_OBJECT, class_id, LAYOUT_EMPTY, OBJECT_EMBEDDED);
        small->embedded[0] = small->embedded[1] = small->embedded[2] = VALUE_UNDEF;
        return small;
    }
    size_t const most = HEAP_SMALL_MAX / sizeof(value_t) - 1;
    size_t const wanted = expected > most ? most : expected;
    size_t const granules = ((wanted + 1) * sizeof(value_t) + HEAP_GRANULE - 1) / HEAP_GRANULE;
    enum heap_size_class const size_class = heap_class_of_granules[granules];
    struct instance *const o = heap_alloc(heap, size_class);
    if (TRP_UNLIKELY(o == NULL)) return NULL;
    o->header = header_make(TYPE_OBJECT, class_id, LAYOUT_EMPTY, OBJECT_EMBEDDED);
    fill_range(o->embedded, VALUE_UNDEF, heap_class_size[size_class] / sizeof(value_t) - 1);
    return o;
}

static bool reserve_fields(struct heap *heap, struct instance *o, size_t count)
{
    size_t const old = field_capacity(o);
    if (count <= old) return true;
    size_t const capacity = old * 2 < count ? count : old * 2;
    value_t *fields;
    if (o->header & OBJECT_EMBEDDED) {
        fields = heap_body_alloc(heap, capacity * sizeof *fields);
        if (fields == NULL) return false;
        memcpy(fields, o->embedded, old * sizeof *fields);
        o->header &= ~OBJECT_EMBEDDED;
        heap_set_fin(heap, o);
    } else {
        fields = heap_body_realloc(heap, o->fields, old * sizeof *fields, capacity * sizeof *fields);
        if (fields == NULL) return false;
    }
    fill_range(fields + old, VALUE_UNDEF, capacity - old);
    o->fields = fields;
    o->capacity = (uint32_t)capacity;
    return true;
}

static void set_layout(void *object, layout_t layout)
{
    uint64_t *const header = &((struct object *)object)->header;
    *header = (*header & ~HEADER_LAYOUT_MASK) | (uint64_t)layout << HEADER_LAYOUT_SHIFT;
}

static bool is_complex(const void *object) { return (object_layout(object) & ~(layout_t)1) == LAYOUT_COMPLEX; }

// Where the object's fields are; NULL: it has none.
static struct instance *fields_holder(struct heap *heap, void *object)
{
    if (object_type(object) == TYPE_OBJECT) return object;
    return object_layout(object) < LAYOUT_COMPLEX ? NULL : side_holder(heap, object);
}

// Makes the holder of an object outside TYPE_OBJECT. It is frozen from birth, as far as sharing is concerned.
static struct instance *make_holder(struct heap *heap, void *object)
{
    struct instance *const found = fields_holder(heap, object);
    if (found != NULL || object_type(object) == TYPE_OBJECT) return found;
    struct instance *const holder = instance_new(heap, CLASS_NONE, 3);
    if (holder == NULL || !side_add(heap, object, holder)) return NULL;
    set_layout(holder, LAYOUT_EMPTY_FROZEN);
    heap_set_fin(heap, object);
    return holder;
}

static struct hash *complex_hash(struct instance *o) { return value_to_hash(instance_fields(o)[0]); }

// Moves the fields into a Hash. False: no memory, nothing changed.
static bool become_complex(struct runtime *runtime, struct heap *heap, void *object, struct instance *o)
{
    layout_t const layout = object_layout(object);
    unsigned const count = layout_count(runtime, layout);
    struct hash *const hash = hash_new(heap, count + 1);
    if (hash == NULL) return false;
    value_t *const fields = instance_fields(o);
    for (unsigned i = 0; i < count; i++) {
        if (!hash_set(runtime, heap, hash, value_symbol(layout_name(runtime, layout, i)), fields[i])) return false;
    }
    hash->header &= ((uint64_t)1 << HEADER_CLASS_SHIFT) - 1; // CLASS_NONE: nobody's but its holder's, shared with it
    fill_range(fields, VALUE_UNDEF, count);
    heap_store(heap, o, &fields[0], value_pointer(hash));
    set_layout(object, LAYOUT_COMPLEX | (layout & 1));
    return true;
}

// --- Any object ------------------------------------------------------------------------------------------------------
static name_table_t *class_ivars(void *object) { return &((struct class *)object)->body->ivars; }

// Of a handle. NULL: it has none, or they are another actor's.
static struct hash *handle_variables(struct heap *heap, const struct handle *handle)
{
    value_t const v = heap_slot_load(heap, &handle->variables);
    return v == VALUE_UNDEF || value_is_nil(v) ? NULL : value_to_hash(v);
}

static bool set_handle_variable(struct runtime *runtime, struct heap *heap, struct handle *handle, value_t name, value_t value)
{
    struct hash *const had = handle_variables(heap, handle);
    struct hash *const h = had != NULL ? had : hash_new(heap, 1);
    return h != NULL && hash_set(runtime, heap, h, name, value) &&
           (had != NULL || heap_slot_store(heap, &handle->variables, value_pointer(h), false));
}

static void each_of_hash(const struct hash *hash, void (*visit)(symbol_t name, value_t value, void *context), void *context)
{
    for (size_t i = 0; i < hash_end(hash); i++) {
        value_t const name = hash_key_at(hash, i);
        if (name != VALUE_UNDEF) visit(value_to_symbol(name), hash_value_at(hash, i), context);
    }
}

value_t ivar_get(struct runtime *runtime, struct heap *heap, value_t object, symbol_t name)
{
    if (!value_is_heap(object)) return VALUE_UNDEF;
    void *const o = value_to_pointer(object);
    if (object_type(o) == TYPE_ACTOR) {
        const struct hash *const h = handle_variables(heap, o);
        return h == NULL ? VALUE_UNDEF : hash_get(runtime, h, value_symbol(name));
    }
    if (object_type(o) == TYPE_CLASS) {
        struct class_variable *const variable = name_table_get(class_ivars(o), name);
        return variable == NULL ? VALUE_UNDEF : heap_slot_load(heap, &variable->slot);
    }
    struct instance *const holder = fields_holder(heap, o);
    if (holder == NULL) return VALUE_UNDEF;
    if (is_complex(o)) return hash_get(runtime, complex_hash(holder), value_symbol(name));
    int const index = layout_find(runtime, object_layout(o), name);
    return index < 0 ? VALUE_UNDEF : instance_fields(holder)[index];
}

bool ivar_is_foreign(struct heap *heap, struct class *class, symbol_t name)
{
    struct class_variable *const variable = name_table_get(class_ivars(class), name);
    return variable != NULL && atomic_load_explicit(&variable->slot.word, memory_order_relaxed) != VALUE_UNDEF &&
           heap_slot_load(heap, &variable->slot) == VALUE_UNDEF;
}

static void note_count(struct runtime *runtime, void *object, unsigned count)
{
    struct class *const class = runtime_class(runtime, object_class_id(object));
    if (class == NULL || object_type(object) != TYPE_OBJECT) return;
    uint8_t const most = (uint8_t)(count > UINT8_MAX ? UINT8_MAX : count);
    // relaxed: a hint
    if (class_instance_fields(class) < most) {
        __atomic_store_n(&class->instance_fields, most, __ATOMIC_RELAXED);
    }
}

static bool add_field(struct runtime *runtime, struct heap *heap, void *object, struct instance *holder, symbol_t name,
                      value_t value)
{
    layout_t const layout = layout_add(runtime, object_layout(object), name);
    if ((layout & ~(layout_t)1) == LAYOUT_COMPLEX) {
        return become_complex(runtime, heap, object, holder) &&
               hash_set(runtime, heap, complex_hash(holder), value_symbol(name), value);
    }
    unsigned const count = layout_count(runtime, layout);
    if (!reserve_fields(heap, holder, count)) return false;
    heap_store(heap, holder, &instance_fields(holder)[count - 1], value);
    set_layout(object, layout);
    note_count(runtime, object, count);
    return true;
}

static bool set_new(struct runtime *runtime, struct heap *heap, void *object, symbol_t name, value_t value)
{
    struct instance *const holder = make_holder(heap, object);
    if (holder == NULL) return false;
    if (add_field(runtime, heap, object, holder, name, value)) return true;
    if (holder != object && object_layout(object) < LAYOUT_COMPLEX) side_remove(heap, object);
    return false;
}

bool ivar_set(struct runtime *runtime, struct heap *heap, value_t object, symbol_t name, value_t value)
{
    void *const o = value_to_pointer(object);
    if (object_type(o) == TYPE_CLASS) {
        struct class_variable *const variable = class_slot(o, class_ivars(o), name, true);
        return variable != NULL && heap_slot_store(heap, &variable->slot, value, heap_is_shared(value));
    }
    if (object_type(o) == TYPE_ACTOR) return set_handle_variable(runtime, heap, o, value_symbol(name), value);
    if (is_complex(o)) {
        struct instance *const holder = fields_holder(heap, o);
        return holder != NULL && hash_set(runtime, heap, complex_hash(holder), value_symbol(name), value);
    }
    int const index = layout_find(runtime, object_layout(o), name);
    if (index < 0) return set_new(runtime, heap, o, name, value);
    struct instance *const holder = fields_holder(heap, o);
    if (holder == NULL) return false; // another actor's
    heap_store(heap, holder, &instance_fields(holder)[index], value);
    return true;
}

static value_t remove_class_ivar(struct heap *heap, void *object, symbol_t name)
{
    struct class_variable *const variable = name_table_get(class_ivars(object), name);
    if (variable == NULL) return VALUE_UNDEF;
    value_t const old = heap_slot_load(heap, &variable->slot);
    if (old != VALUE_UNDEF) heap_slot_store(heap, &variable->slot, VALUE_UNDEF, true);
    return old;
}

// The object takes the layout of its other variables, in their order.
static value_t remove_field(struct runtime *runtime, void *object, struct instance *o, unsigned index)
{
    layout_t const old = object_layout(object);
    unsigned const count = layout_count(runtime, old);
    layout_t layout = LAYOUT_EMPTY | (old & 1);
    for (unsigned i = 0; i < count; i++) {
        if (i != index) layout = layout_add(runtime, layout, layout_name(runtime, old, i));
        if ((layout & ~(layout_t)1) == LAYOUT_COMPLEX) return VALUE_FAIL;
    }
    value_t *const fields = instance_fields(o);
    value_t const value = fields[index];
    memmove(&fields[index], &fields[index + 1], (count - index - 1) * sizeof *fields);
    fields[count - 1] = VALUE_UNDEF;
    set_layout(object, layout);
    return value;
}

value_t ivar_remove(struct runtime *runtime, struct heap *heap, value_t object, symbol_t name)
{
    if (!value_is_heap(object)) return VALUE_UNDEF;
    void *const o = value_to_pointer(object);
    if (object_type(o) == TYPE_CLASS) return remove_class_ivar(heap, o, name);
    if (object_type(o) == TYPE_ACTOR) {
        struct hash *const h = handle_variables(heap, o);
        return h == NULL ? VALUE_UNDEF : hash_delete(runtime, heap, h, value_symbol(name));
    }
    struct instance *const holder = fields_holder(heap, o);
    if (holder == NULL) return VALUE_UNDEF;
    value_t value = VALUE_FAIL;
    if (!is_complex(o)) {
        int const index = layout_find(runtime, object_layout(o), name);
        if (index < 0) return VALUE_UNDEF;
        value = remove_field(runtime, o, holder, (unsigned)index);
        if (value == VALUE_FAIL && !become_complex(runtime, heap, o, holder)) return VALUE_UNDEF;
    }
    if (value == VALUE_FAIL) value = hash_delete(runtime, heap, complex_hash(holder), value_symbol(name));
    if (object_layout(o) < LAYOUT_COMPLEX && o != (void *)holder) side_remove(heap, o);
    return value;
}

void ivar_each(struct runtime *runtime, struct heap *heap, value_t object,
               void (*visit)(symbol_t name, value_t value, void *context), void *context)
{
    if (!value_is_heap(object)) return;
    void *const o = value_to_pointer(object);
    if (object_type(o) == TYPE_CLASS) {
        uint32_t const count = name_table_count(class_ivars(o));
        for (uint32_t i = 0; i < count; i++) {
            struct name_table *const t = atomic_load_explicit(class_ivars(o), memory_order_acquire);
            struct class_variable *const variable = atomic_load_explicit(&t->entries[i].value, memory_order_acquire);
            value_t const value = heap_slot_load(heap, &variable->slot);
            if (value != VALUE_UNDEF) visit(variable->name, value, context);
        }
        return;
    }
    if (object_type(o) == TYPE_ACTOR) {
        const struct hash *const h = handle_variables(heap, o);
        if (h != NULL) each_of_hash(h, visit, context);
        return;
    }
    struct instance *const holder = fields_holder(heap, o);
    if (holder == NULL) return;
    if (is_complex(o)) {
        each_of_hash(complex_hash(holder), visit, context);
        return;
    }
    layout_t const layout = object_layout(o);
    unsigned const count = layout_count(runtime, layout);
    for (unsigned i = 0; i < count; i++) {
        visit(layout_name(runtime, layout, i), instance_fields(holder)[i], context);
    }
}

static void count_one(symbol_t name, value_t value, void *context)
{
    (void)name;
    (void)value;
    ++*(unsigned *)context;
}

unsigned ivar_count(struct runtime *runtime, struct heap *heap, value_t object)
{
    unsigned count = 0;
    ivar_each(runtime, heap, object, count_one, &count);
    return count;
}

struct copy {
    struct runtime *runtime;
    struct heap *heap;
    value_t to;
    bool ok;
};

static void copy_one(symbol_t name, value_t value, void *context)
{
    struct copy *const copy = context;
    if (copy->ok) copy->ok = ivar_set(copy->runtime, copy->heap, copy->to, name, value);
}

bool ivar_copy_all(struct runtime *runtime, struct heap *heap, value_t from, value_t to)
{
    struct copy copy = {runtime, heap, to, true};
    ivar_each(runtime, heap, from, copy_one, &copy);
    return copy.ok;
}

void object_freeze(void *object)
{
    if (object_frozen(object)) return;
    if (object_type(object) == TYPE_CLASS || object_type(object) == TYPE_ACTOR) { // shared: others may read the header
        __atomic_fetch_or(&((struct object *)object)->header, HEADER_FROZEN, __ATOMIC_RELAXED);
        return;
    }
    ((struct object *)object)->header |= HEADER_FROZEN; // private, or in the boot heap and not published yet
}
