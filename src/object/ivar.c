// Instance variables. Purpose: where the values that a layout names are kept.
//
//   TYPE_OBJECT   in the slot, or past it in a body
//   TYPE_CLASS    in slots of the class's body, readable by every actor (class.c)
//   others        in a *holder*, an internal TYPE_OBJECT that the side table of the object's heap finds by its address
//   LAYOUT_COMPLEX, of either: the only field is a Hash, name → value
//
// Invariants: an object outside TYPE_OBJECT and TYPE_CLASS has an entry in the side table exactly when its layout is
// not empty, and then a fin bit; every field past the layout's count is VALUE_UNDEF.
// Data: the holder of the actor's claim.
#include "object/interior.h"

struct side_entry {
    void *object; // NULL: free
    struct instance *holder;
};
struct side_table { // open addressing, linear, at most half full; heap->side
    size_t mask, count;
    struct side_entry entries[];
};

// --- The side table --------------------------------------------------------------------------------------------------
static size_t side_size(size_t slots) { return sizeof(struct side_table) + slots * sizeof(struct side_entry); }

static size_t side_slot(const struct side_table *t, const void *object)
{
    return (size_t)hash_word(value_pointer(object), 0) & t->mask;
}

static struct side_entry *side_find(struct heap *heap, const void *object)
{
    struct side_table *const t = heap->side;
    if (t == NULL) return NULL;
    for (size_t slot = side_slot(t, object);; slot = (slot + 1) & t->mask) {
        if (t->entries[slot].object == object) return &t->entries[slot];
        if (t->entries[slot].object == NULL) return NULL;
    }
}

static void side_put(struct side_table *t, void *object, struct instance *holder)
{
    size_t slot = side_slot(t, object);
    while (t->entries[slot].object != NULL) slot = (slot + 1) & t->mask;
    t->entries[slot] = (struct side_entry){object, holder};
    t->count++;
}

static bool side_reserve(struct heap *heap)
{
    struct side_table *const old = heap->side;
    if (old != NULL && (old->count + 1) * 2 <= old->mask + 1) return true;
    size_t const slots = old == NULL ? 8 : (old->mask + 1) * 2;
    struct side_table *const t = heap_body_alloc(heap, side_size(slots));
    if (t == NULL) return false;
    memset(t, 0, side_size(slots));
    t->mask = slots - 1;
    for (size_t i = 0; old != NULL && i <= old->mask; i++) {
        if (old->entries[i].object != NULL) side_put(t, old->entries[i].object, old->entries[i].holder);
    }
    if (old != NULL) heap_body_free(heap, old, side_size(old->mask + 1));
    heap->side = t;
    return true;
}

void ivar_close_side(struct heap *heap)
{
    struct side_table *const t = heap->side;
    if (t == NULL) return;
    heap_body_free(heap, t, side_size(t->mask + 1));
    heap->side = NULL;
}

// Entries behind the hole move up, so that searches need no tombstones.
static void side_remove(struct heap *heap, const void *object)
{
    struct side_table *const t = heap->side;
    struct side_entry *const entry = side_find(heap, object);
    if (entry == NULL) return;
    size_t hole = (size_t)(entry - t->entries);
    for (size_t slot = (hole + 1) & t->mask; t->entries[slot].object != NULL; slot = (slot + 1) & t->mask) {
        size_t const home = side_slot(t, t->entries[slot].object);
        if (((slot - home) & t->mask) < ((slot - hole) & t->mask)) continue;
        t->entries[hole] = t->entries[slot];
        hole = slot;
    }
    t->entries[hole].object = NULL;
    if (--t->count == 0) ivar_close_side(heap);
}

void ivar_trace_side(struct heap_marker *marker, struct heap *heap, void *object)
{
    struct side_entry *const entry = side_find(heap, object);
    if (entry != NULL) heap_mark(marker, value_pointer(entry->holder));
}

void ivar_finalize_side(struct heap *heap, void *object) { side_remove(heap, object); }

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
    if (object_layout(object) < LAYOUT_COMPLEX) return NULL;
    struct side_entry *const entry = side_find(heap, object);
    return entry == NULL ? NULL : entry->holder;
}

// Makes the holder of an object outside TYPE_OBJECT. It is frozen from birth, as far as sharing is concerned.
static struct instance *make_holder(struct heap *heap, void *object)
{
    struct instance *const found = fields_holder(heap, object);
    if (found != NULL || object_type(object) == TYPE_OBJECT) return found;
    struct instance *const holder = instance_new(heap, CLASS_NONE, 3);
    if (holder == NULL || !side_reserve(heap)) return NULL;
    set_layout(holder, LAYOUT_EMPTY_FROZEN);
    side_put(heap->side, object, holder);
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
    fill_range(fields, VALUE_UNDEF, count);
    heap_store(heap, o, &fields[0], value_pointer(hash));
    set_layout(object, LAYOUT_COMPLEX | (layout & 1));
    return true;
}

// --- Any object ------------------------------------------------------------------------------------------------------
static name_table_t *class_ivars(void *object) { return &((struct class *)object)->body->ivars; }

value_t ivar_get(struct runtime *runtime, struct heap *heap, value_t object, symbol_t name)
{
    if (!value_is_heap(object)) return VALUE_UNDEF;
    void *const o = value_to_pointer(object);
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
    struct instance *const holder = fields_holder(heap, o);
    if (holder == NULL) return;
    if (is_complex(o)) {
        struct hash *const hash = complex_hash(holder);
        for (size_t i = 0; i < hash_end(hash); i++) {
            value_t const name = hash_key_at(hash, i);
            if (name != VALUE_UNDEF) visit(value_to_symbol(name), hash_value_at(hash, i), context);
        }
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
    if (object_type(object) == TYPE_CLASS) { // shared: others may read the header
        __atomic_fetch_or(&((struct object *)object)->header, HEADER_FROZEN, __ATOMIC_RELAXED);
        return;
    }
    ((struct object *)object)->header |= HEADER_FROZEN; // private, or in the boot heap and not published yet
}
