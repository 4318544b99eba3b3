// Classes. Purpose: class objects, their ids, metaclasses, singleton classes and names.
// Invariants: every class and module has its metaclass from birth, so that the class word of a class that others can
// see changes only when a metaclass gets a metaclass of its own; a class's body exists as long as the runtime.
// Data: written under the class lock, read by any thread without one.
#include <stdio.h>

#include "object/interior.h"

// --- Ids -------------------------------------------------------------------------------------------------------------
struct class_ids {
    struct epoch_block retired;
    struct class *items[];
};

static struct class_ids *ids_of(struct class **items)
{
    return (struct class_ids *)((char *)items - offsetof(struct class_ids, items));
}

bool ids_free_reserve(struct object_state *state)
{
    if (state->free_id_count < state->free_id_capacity) return true;
    uint32_t const capacity = state->free_id_capacity == 0 ? 64 : state->free_id_capacity * 2;
    class_id_t *const ids = base_realloc(state->free_ids, capacity * sizeof *ids);
    if (ids == NULL) return false;
    state->free_ids = ids;
    state->free_id_capacity = capacity;
    return true;
}

bool class_reserve_ids(struct runtime *runtime, uint32_t extra)
{
    if (runtime->state->free_id_count >= extra) return true;
    uint32_t const count = atomic_load_explicit(&runtime->class_count, memory_order_relaxed);
    if (count + extra <= runtime->class_capacity) return true;
    uint32_t const capacity = runtime->class_capacity == 0 ? 512 : runtime->class_capacity * 2;
    struct class_ids *const ids = base_alloc_zeroed(sizeof *ids + capacity * sizeof ids->items[0]);
    if (ids == NULL) return false;
    struct class **const old = atomic_load_explicit(&runtime->classes, memory_order_relaxed);
    if (old != NULL) memcpy(ids->items, old, count * sizeof *old);
    atomic_store_explicit(&runtime->classes, ids->items, memory_order_release); // readers acquire in runtime_class
    runtime->class_capacity = capacity;
    if (old != NULL) runtime_retire(runtime, &ids_of(old)->retired);
    return true;
}

void class_ids_free(struct runtime *runtime)
{
    struct class **const items = atomic_load_explicit(&runtime->classes, memory_order_relaxed);
    if (items != NULL) base_free(ids_of(items));
}

bool class_list_reserve(struct class_list *list, uint32_t extra)
{
    if (list->count + extra <= list->capacity) return true;
    uint32_t capacity = list->capacity == 0 ? 4 : list->capacity * 2;
    if (capacity < list->count + extra) capacity = list->count + extra;
    struct class **const items = base_realloc(list->items, capacity * sizeof *items);
    if (items == NULL) return false;
    list->items = items;
    list->capacity = capacity;
    return true;
}

// --- Making ----------------------------------------------------------------------------------------------------------
static struct ancestors *first_ancestors(struct class *class)
{
    const struct ancestors *const above = class->superclass == NULL ? NULL : body_ancestors(class->superclass);
    size_t const count = above == NULL ? 0 : above->count;
    bool const with_owners = above != NULL && above->owners != above->items;
    struct ancestors *const a = ancestors_new(class->body->runtime, count + 1, with_owners);
    if (a == NULL) return NULL;
    a->items[0] = a->owners[0] = class;
    if (count > 0) memcpy(&a->items[1], above->items, count * sizeof a->items[0]);
    if (with_owners) memcpy(&a->owners[1], above->owners, count * sizeof a->items[0]);
    return a;
}

static struct segment *first_segment(struct class *class)
{
    struct segment *const segment = base_alloc(sizeof *segment + sizeof segment->items[0]);
    if (segment == NULL) return NULL;
    segment->count = 1;
    segment->origin = 0;
    segment->items[0] = class;
    return segment;
}

// Calls visit for the value of every entry, removed ones (NULL) included.
static void each_value(name_table_t *table, void (*visit)(void *value, void *context), void *context)
{
    struct name_table *const t = atomic_load_explicit(table, memory_order_acquire);
    uint32_t const count = t == NULL ? 0 : atomic_load_explicit(&t->count, memory_order_acquire);
    for (uint32_t i = 0; i < count; i++) {
        visit(atomic_load_explicit(&t->entries[i].value, memory_order_acquire), context);
    }
}

static void free_value(void *value, void *context)
{
    (void)context;
    base_free(value);
}

static void free_constant(void *value, void *context)
{
    (void)context;
    if (value != NULL) constant_forget(value);
    base_free(value);
}

void class_body_free(struct class_body *body)
{
    if (body == NULL) return;
    each_value(&body->constants, free_constant, NULL);
    each_value(&body->variables, free_value, NULL);
    each_value(&body->ivars, free_value, NULL);
    name_table_free(&body->methods);
    name_table_free(&body->resolutions);
    name_table_free(&body->supers);
    name_table_free(&body->constants);
    name_table_free(&body->variables);
    name_table_free(&body->ivars);
    base_free(atomic_load_explicit(&body->ancestors, memory_order_relaxed));
    base_free(body->segment);
    base_free(body->subclasses.items);
    base_free(body->includers.items);
    for (uint32_t i = 0; i < body->aliases.count; i++) {
        struct class_body *const alias = body->aliases.items[i]->body;
        body->aliases.items[i]->body = NULL;
        each_value(&alias->copies, free_value, NULL);
        name_table_free(&alias->copies);
        base_free(alias);
    }
    base_free(body->aliases.items);
    base_free(body);
}

static void trace_method(void *value, void *context)
{
    if (value != NULL) heap_mark(context, value_pointer(value));
}

static void trace_variable(void *value, void *context)
{
    const struct class_variable *const variable = value;
    heap_mark_slot(context, &variable->slot);
}

static void trace_constant(void *value, void *context)
{
    const struct class_constant *const constant = value;
    heap_mark_slot(context, &constant->slot);
    heap_mark(context, atomic_load_explicit(&constant->autoload, memory_order_relaxed));
}

void class_trace(struct heap_marker *marker, void *object)
{
    struct class *const class = object;
    struct class_body *const body = class->body;
    heap_mark_slot(marker, &class->attached);
    if (body == NULL || class->flags & CLASS_IS_ALIAS) return; // no body: the runtime closes
    struct class *const meta = runtime_class(body->runtime, object_class_id(class));
    if (meta != NULL) heap_mark(marker, class_value(meta));
    if (class->superclass != NULL) heap_mark(marker, class_value(class->superclass));
    heap_mark(marker, class->name);
    for (uint32_t i = 0; i < body->segment->count; i++) heap_mark(marker, class_value(body->segment->items[i]));
    each_value(&body->methods, trace_method, marker);
    each_value(&body->constants, trace_constant, marker);
    each_value(&body->variables, trace_variable, marker);
    each_value(&body->ivars, trace_variable, marker);
}

static void forget_variable(void *value, void *context)
{
    if (value != NULL) heap_slot_forget(context, &((struct class_variable *)value)->slot);
}

static void forget_constant(void *value, void *context)
{
    if (value != NULL) heap_slot_forget(context, &((struct class_constant *)value)->slot);
}

static void check_method(void *value, void *wrong)
{
    if (value != NULL && object_type(value) != TYPE_METHOD) *(const char **)wrong = "class: what is no method among them";
}

const char *class_verify(const void *object)
{
    struct class *const class = (struct class *)(uintptr_t)object;
    struct class_body *const body = class->body;
    if (body == NULL || class->flags & CLASS_IS_ALIAS) return NULL; // no body: the runtime closes
    if (runtime_class(body->runtime, class->id) != class) return "class: its id is another's";
    name_table_t *const tables[] = {&body->methods, &body->resolutions, &body->supers, &body->constants, &body->variables,
                                    &body->ivars};
    for (size_t i = 0; i < TRP_COUNT(tables); i++) {
        const char *const wrong = name_table_verify(tables[i]);
        if (wrong != NULL) return wrong;
    }
    const char *wrong = NULL;
    each_value(&body->methods, check_method, &wrong);
    return wrong;
}

void class_finalize(struct heap *heap, void *object)
{
    struct class *const class = object;
    struct class_body *const body = class->body;
    heap_slot_forget(heap, &class->attached);
    if (body == NULL) return; // the runtime closes
    each_value(&body->constants, forget_constant, heap);
    each_value(&body->variables, forget_variable, heap);
    each_value(&body->ivars, forget_variable, heap);
    class->body = NULL;
    class_body_free(body);
}

void class_escape(struct heap *heap, void *object)
{
    struct class *class = object;
    while (class->flags & CLASS_IS_METACLASS) class = class_attached_class(class); // of a singleton class, perhaps
    heap_slot_strengthen(heap, &class->attached);
}

bool class_attach(struct heap *heap, struct class *singleton, value_t object)
{
    singleton->body->address = (uintptr_t)value_to_pointer(object);
    return heap_slot_store(heap, &singleton->attached, object, heap_is_shared(object));
}

struct class *class_make(struct runtime *runtime, struct heap *heap, uint32_t flags, struct class *superclass)
{
    _Static_assert(sizeof(struct class) <= 64, "a class is one 64-byte slot");
    struct class *const class = heap_alloc(heap, HEAP_64);
    if (class == NULL) return NULL;
    *class = (struct class){.header = header_make(TYPE_CLASS, CLASS_CLASS, LAYOUT_EMPTY, 0)};
    class->flags = flags;
    class->superclass = superclass;
    atomic_init(&class->attached.word, VALUE_NIL);
    class->name = VALUE_NIL;
    class->instance_type = TYPE_OBJECT;
    if (superclass != NULL) {
        class->instance_type = superclass->instance_type;
        class->instance_fields = class_instance_fields(superclass);
    }
    if (flags & (CLASS_IS_MODULE | CLASS_IS_SINGLETON)) class->instance_type = TYPE_FREE;
    struct class_body *const body = base_alloc_zeroed(sizeof *body);
    if (body == NULL) return NULL;
    runtime_grew(runtime, sizeof *body + 64);
    body->runtime = runtime;
    class->body = body;
    body->segment = first_segment(class);
    atomic_store_explicit(&body->ancestors, first_ancestors(class), memory_order_release);
    if (body->segment != NULL && body_ancestors(class) != NULL) return class;
    class_body_free(body);
    class->body = NULL;
    return NULL;
}

bool class_reserve_registration(struct runtime *runtime, struct class *class, uint32_t ids)
{
    return class_reserve_ids(runtime, ids) &&
           (class->superclass == NULL || class_list_reserve(&class->superclass->body->subclasses, 1));
}

// An id of its own, `fresh` others having been given out that are not published yet.
static void take_id(struct runtime *runtime, struct class *class, uint32_t fresh)
{
    struct object_state *const state = runtime->state;
    uint32_t const count = atomic_load_explicit(&runtime->class_count, memory_order_relaxed);
    class->id = state->free_id_count > 0 ? state->free_ids[--state->free_id_count] : count + fresh;
}

// Whoever lists the classes sees it from here on: it is whole but for names of it that nobody has yet.
static void publish(struct runtime *runtime, struct heap *heap, struct class *class)
{
    heap_set_fin(heap, class); // class_finalize
    heap_set_shared(heap, class);
    if (class->superclass != NULL) {
        struct class_list *const list = &class->superclass->body->subclasses;
        list->items[list->count++] = class;
    }
    // release: pairs with the acquire in runtime_class_if_any. Else the id reaches other threads in a header, through a slot or
    // a resolution, both of which release.
    __atomic_store_n(&atomic_load_explicit(&runtime->classes, memory_order_relaxed)[class->id], class, __ATOMIC_RELEASE);
    if (class->id >= atomic_load_explicit(&runtime->class_count, memory_order_relaxed)) {
        atomic_store_explicit(&runtime->class_count, class->id + 1, memory_order_release); // class_at acquires
    }
}

void class_register(struct runtime *runtime, struct heap *heap, struct class *class)
{
    take_id(runtime, class, 0);
    publish(runtime, heap, class);
}

static void set_class_id(void *object, class_id_t id)
{
    uint64_t *const header = &((struct object *)object)->header;
    uint64_t const low = __atomic_load_n(header, __ATOMIC_RELAXED) & (((uint64_t)1 << HEADER_CLASS_SHIFT) - 1);
    __atomic_store_n(header, low | (uint64_t)id << HEADER_CLASS_SHIFT, __ATOMIC_RELEASE);
}

static struct class *class_at(struct runtime *runtime, class_id_t id)
{
    return id < atomic_load_explicit(&runtime->class_count, memory_order_acquire) ? runtime_class(runtime, id) : NULL;
}

// The metaclass's header names Class's metaclass until it has one of its own.
static void attach(struct runtime *runtime, struct class *class, struct class *meta)
{
    struct class *const class_class = class_at(runtime, CLASS_CLASS);
    atomic_init(&meta->attached.word, class_value(class));
    meta->flags |= CLASS_IS_METACLASS;
    set_class_id(meta, class_class == NULL ? CLASS_CLASS : object_class_id(class_class));
}

void class_attach_metaclass(struct runtime *runtime, struct class *class, struct class *meta)
{
    attach(runtime, class, meta);
    set_class_id(class, meta->id);
}

// Class and metaclass. Class lock held.
static struct class *make_pair(struct runtime *runtime, struct heap *heap, uint32_t flags, struct class *superclass,
                               struct class *meta_superclass)
{
    struct class *const class = class_make(runtime, heap, flags, superclass);
    struct class *const meta = class == NULL ? NULL : class_make(runtime, heap, CLASS_IS_SINGLETON, meta_superclass);
    bool const ok = meta != NULL && class_reserve_registration(runtime, class, 2) &&
                    class_reserve_registration(runtime, meta, 2);
    if (!ok) {
        if (class != NULL) class_body_free(class->body);
        if (meta != NULL) class_body_free(meta->body);
        return NULL;
    }
    take_id(runtime, class, 0);
    take_id(runtime, meta, class->id == atomic_load_explicit(&runtime->class_count, memory_order_relaxed));
    class_attach_metaclass(runtime, class, meta);
    publish(runtime, heap, meta);
    publish(runtime, heap, class);
    return class;
}

static struct class *metaclass_of(struct runtime *runtime, struct class *class)
{
    return runtime_class(runtime, object_class_id(class));
}

struct class *class_new(struct runtime *runtime, struct heap *heap, struct class *superclass)
{
    base_lock_acquire(&runtime->class_lock);
    struct class *const class = make_pair(runtime, heap, 0, superclass, metaclass_of(runtime, superclass));
    base_lock_release(&runtime->class_lock);
    return class;
}

struct class *module_new_as(struct runtime *runtime, struct heap *heap, struct class *kind)
{
    base_lock_acquire(&runtime->class_lock);
    struct class *const class = make_pair(runtime, heap, CLASS_IS_MODULE, NULL, kind);
    base_lock_release(&runtime->class_lock);
    return class;
}

struct class *module_new(struct runtime *runtime, struct heap *heap)
{
    return module_new_as(runtime, heap, runtime_class(runtime, CLASS_MODULE));
}

// --- Singleton classes -----------------------------------------------------------------------------------------------
static struct class *own_singleton(struct runtime *runtime, const void *object)
{
    struct class *const class = runtime_class(runtime, object_class_id(object));
    if (class == NULL || !(class->flags & CLASS_IS_SINGLETON)) return NULL;
    bool const own = class->flags & CLASS_IS_METACLASS ? class_attached_class(class) == object
                                                       : class->body->address == (uintptr_t)object;
    return own ? class : NULL;
}

// Of a metaclass: its superclass is the superclass's singleton class. The chain is walked, not recursed into: `missing`
// counts the metaclasses above that lack one. Class lock held.
static struct class *singleton_of_class(struct runtime *runtime, struct heap *heap, struct class *class)
{
    for (;;) {
        struct class *const own = own_singleton(runtime, class);
        if (own != NULL) return own;
        struct class *at = class; // the highest one without a singleton class
        while (own_singleton(runtime, at->superclass) == NULL) at = at->superclass;
        struct class *const above = own_singleton(runtime, at->superclass);
        struct class *const meta = class_make(runtime, heap, CLASS_IS_SINGLETON, above);
        if (meta == NULL) return NULL;
        if (!class_reserve_registration(runtime, meta, 1)) {
            class_body_free(meta->body);
            return NULL;
        }
        take_id(runtime, meta, 0);
        attach(runtime, at, meta);
        publish(runtime, heap, meta);
        class_escape(heap, at); // a shared object refers to it now
        set_class_id(at, meta->id);
    }
}

static struct class *singleton_of_object(struct runtime *runtime, struct heap *heap, void *object)
{
    struct class *const class = runtime_class(runtime, object_class_id(object));
    struct class *const singleton = class_make(runtime, heap, CLASS_IS_SINGLETON, class);
    if (singleton == NULL) return NULL;
    if (!class_reserve_registration(runtime, singleton, 1) ||
        !heap_slot_store_weak(heap, &singleton->attached, value_pointer(object))) {
        class_body_free(singleton->body);
        return NULL;
    }
    singleton->body->address = (uintptr_t)object;
    singleton->instance_type = TYPE_FREE;
    set_class_id(singleton, object_class_id(class_real(class)));
    class_register(runtime, heap, singleton);
    set_class_id(object, singleton->id);
    return singleton;
}

struct class *class_singleton(struct runtime *runtime, struct heap *heap, value_t object)
{
    if (object == VALUE_NIL || object == VALUE_TRUE || object == VALUE_FALSE) return value_class(runtime, object);
    if (!value_is_heap(object) || value_is(object, TYPE_FLOAT) || value_is(object, TYPE_BIGNUM)) return NULL;
    void *const o = value_to_pointer(object);
    bool const is_class = object_type(o) == TYPE_CLASS;
    struct class *singleton = own_singleton(runtime, o);
    if (singleton != NULL || (!is_class && heap_is_shared(object))) return singleton;
    base_lock_acquire(&runtime->class_lock);
    singleton = is_class ? singleton_of_class(runtime, heap, o) : singleton_of_object(runtime, heap, o);
    base_lock_release(&runtime->class_lock);
    return singleton;
}

struct class *class_singleton_if_any(struct runtime *runtime, value_t object)
{
    if (object == VALUE_NIL || object == VALUE_TRUE || object == VALUE_FALSE) return value_class(runtime, object);
    return value_is_heap(object) ? own_singleton(runtime, value_to_pointer(object)) : NULL;
}

// --- Looking ---------------------------------------------------------------------------------------------------------
// By a value's low byte, as value.h lays values out.
const uint8_t immediate_class[256] = {
#define AT4(i) [(i) + 1] = CLASS_INTEGER, [(i) + 2] = CLASS_FLOAT, [(i) + 3] = CLASS_INTEGER
#define AT16(i) AT4(i), AT4((i) + 4), AT4((i) + 8), AT4((i) + 12)
#define AT64(i) AT16(i), AT16((i) + 16), AT16((i) + 32), AT16((i) + 48)
    AT64(0), AT64(64), AT64(128), AT64(192),
#undef AT64
#undef AT16
#undef AT4
    [0x00] = CLASS_FALSE, [0x04] = CLASS_NIL, [0x14] = CLASS_TRUE, [0x0c] = CLASS_SYMBOL};
_Static_assert(CLASS_SYMBOL < 256, "immediate classes fit a byte");

struct class *class_real(struct class *class)
{
    while (class->flags & CLASS_IS_SINGLETON) class = class->superclass;
    return class;
}

struct class *const *class_ancestors(struct class *class, size_t *count)
{
    struct ancestors *const a = body_ancestors(class);
    *count = a->count;
    return a->items;
}

bool class_inherits(struct class *class, const struct class *ancestor)
{
    if (TRP_UNLIKELY(ancestor->flags & CLASS_IS_ALIAS)) ancestor = class_attached_class(ancestor);
    if (class == ancestor) return true;
    if (!(ancestor->flags & CLASS_IS_MODULE)) {
        while (class != NULL && class != ancestor) class = class->superclass;
        return class != NULL;
    }
    const struct ancestors *const a = body_ancestors(class);
    for (size_t i = 0; i < a->count; i++) {
        if (a->items[i] == ancestor) return true;
    }
    return false;
}

bool value_is_a(struct runtime *runtime, value_t v, const struct class *class)
{
    return class_inherits(value_class(runtime, v), class);
}

void class_each_subclass(struct runtime *runtime, struct class *class, void (*visit)(struct class *, void *),
                         void *context)
{
    base_lock_acquire(&runtime->class_lock);
    struct class_list const *const list = &class->body->subclasses;
    uint32_t const count = list->count;
    size_t const size = (count + 1) * sizeof *list->items;
    struct class **const copy = base_alloc(size); // the visitor may take the lock
    if (copy != NULL && count > 0) memcpy(copy, list->items, count * sizeof *copy);
    base_lock_release(&runtime->class_lock);
    for (uint32_t i = count; copy != NULL && i > 0; i--) visit(copy[i - 1], context);
    base_free(copy);
}

// --- Names -----------------------------------------------------------------------------------------------------------
struct string *class_name_of(const struct class *class)
{
    // acquire: pairs with the release in class_set_name
    value_t const name = __atomic_load_n(&class->name, __ATOMIC_ACQUIRE);
    return value_is_heap(name) ? value_to_pointer(name) : NULL;
}

// A text that is cut where its room ends; `size` goes on.
struct cut {
    char *bytes;
    size_t room, size;
};

static void cut_append(struct cut *out, const char *bytes, size_t size)
{
    if (out->size < out->room) {
        size_t const fits = size < out->room - out->size ? size : out->room - out->size;
        memcpy(out->bytes + out->size, bytes, fits);
    }
    out->size += size;
}

static void cut_append_text(struct cut *out, const char *text) { cut_append(out, text, strlen(text)); }

static void append_address(struct cut *out, uint64_t address)
{
    char text[32];
    snprintf(text, sizeof text, ":0x%016llx>", (unsigned long long)address);
    cut_append_text(out, text);
}

static void append_anonymous(struct runtime *runtime, struct cut *out, struct class *class)
{
    struct class *const real = class_real(runtime_class(runtime, object_class_id(class)));
    struct string *const kind = real == NULL ? NULL : class_name_of(real); // a subclass of Module
    cut_append_text(out, "#<");
    if (kind != NULL) cut_append(out, string_bytes(kind), string_size(kind));
    else cut_append_text(out, class->flags & CLASS_IS_MODULE ? "Module" : "Class");
    append_address(out, (uintptr_t)class);
}

static void append_plain(struct runtime *runtime, struct cut *out, struct class *class)
{
    struct string *const name = class_name_of(class);
    if (name != NULL) cut_append(out, string_bytes(name), string_size(name));
    else append_anonymous(runtime, out, class);
}

// #<Class:Foo>, #<Class:#<Foo:0x…>>: opens as often as singletons nest, then names what the innermost is attached to.
static void append_class(struct runtime *runtime, struct cut *out, struct class *class)
{
    size_t depth = 0;
    for (; class->flags & CLASS_IS_SINGLETON; class = class_attached_class(class)) {
        cut_append_text(out, "#<Class:");
        depth++;
        if (!(class->flags & CLASS_IS_METACLASS)) break;
    }
    if (class->flags & CLASS_IS_SINGLETON) { // the object may be another actor's, or gone: it is named without a look at it
        cut_append_text(out, "#<");
        append_plain(runtime, out, class_real(class));
        append_address(out, class->body->address);
    } else {
        append_plain(runtime, out, class);
    }
    while (depth-- > 0) cut_append_text(out, ">");
}

size_t class_name_text(struct runtime *runtime, struct class *class, char *bytes, size_t room)
{
    struct cut out = {bytes, room, 0};
    append_class(runtime, &out, class->flags & CLASS_IS_ALIAS ? class_attached_class(class) : class);
    return out.size < room ? out.size : room;
}

struct string *class_name_string(struct runtime *runtime, struct heap *heap, struct class *class)
{
    if (class->flags & CLASS_IS_ALIAS) class = class_attached_class(class);
    struct string *const name = class_name_of(class);
    if (name != NULL) return string_dup(heap, name);
    struct cut measure = {NULL, 0, 0};
    append_class(runtime, &measure, class);
    struct string *const out = string_new_capacity(heap, measure.size, ENCODING_UTF8);
    if (out == NULL || !string_make_writable(heap, out, measure.size)) return NULL;
    string_set_size(out, class_name_text(runtime, class, string_writable(out), measure.size)); // it may have got a name
    return out;
}

void class_set_name(struct runtime *runtime, struct class *class, value_t shared_string, bool temporary)
{
    TRP_ASSERT(heap_is_shared(shared_string));
    base_lock_acquire(&runtime->class_lock);
    uint32_t const flags = class->flags & ~(uint32_t)CLASS_NAME_TEMPORARY;
    if (temporary != ((class->flags & CLASS_NAME_TEMPORARY) != 0)) {
        __atomic_store_n(&class->flags, flags | (temporary ? CLASS_NAME_TEMPORARY : 0), __ATOMIC_RELAXED);
    }
    heap_dropped(runtime->heap_world, class->name);
    __atomic_store_n(&class->name, shared_string, __ATOMIC_RELEASE); // readers acquire in name_of
    base_lock_release(&runtime->class_lock);
}
