// Layouts: which instance variables an object has, in which order, and whether it is frozen. Shared by all classes,
// append-only, read without locks. Even ids: not frozen; id | 1: the same, frozen. Layout 0 has no variables.
#ifndef TROUPE_OBJECT_LAYOUT_H
#define TROUPE_OBJECT_LAYOUT_H

#include "object/runtime.h"

#define LAYOUT_EMPTY 0u
#define LAYOUT_EMPTY_FROZEN 1u
#define LAYOUT_COMPLEX 2u // (3: frozen) past the cap: variables live in a hash body; every access is the slow one

// The index of `name` in `layout`, or -1. Any thread, lock-free, O(1) on average.
int layout_find(struct runtime *runtime, layout_t layout, symbol_t name);
unsigned layout_count(struct runtime *runtime, layout_t layout);                // variables
symbol_t layout_name(struct runtime *runtime, layout_t layout, unsigned index); // of the index'th
// The layout that adds `name` (which `layout` must lack). LAYOUT_COMPLEX past the cap or without memory.
layout_t layout_add(struct runtime *runtime, layout_t layout, symbol_t name);

// --- Instance variables of any heap object ------------------------------------------------------------------------
// TYPE_OBJECT keeps them in the slot (flag OBJECT_EMBEDDED) or in a body; classes in slots that every actor can read
// (private to the actor that set them unless the value is shared already); other types in their actor's side table,
// which only that actor reads. `get` returns VALUE_UNDEF when unset, or (of a class) when private to another actor. A
// field that a layout names is always set; fields past layout_count are VALUE_UNDEF. Nothing here checks for frozen.
#define OBJECT_EMBEDDED HEADER_FLAG(0)
#define INSTANCE_FIELDS_MIN 3u // every instance has room for so many
struct instance { // TYPE_OBJECT
    uint64_t header;
    union {
        value_t embedded[3]; // as many as the slot holds
        struct {
            value_t *fields; // a body of `capacity` words
            uint32_t capacity, unused;
            void *reserved;
        };
    };
};
static inline value_t *instance_fields(struct instance *o)
{
    return o->header & OBJECT_EMBEDDED ? o->embedded : o->fields;
}
// A new instance of `class_id` with room for `expected` variables (at least 3), all unset. NULL: no memory.
struct instance *instance_new(struct heap *heap, class_id_t class_id, unsigned expected);
value_t ivar_get(struct runtime *runtime, struct heap *heap, value_t object, symbol_t name);
bool ivar_is_foreign(struct heap *heap, struct class *class, symbol_t name); // set, but private to another actor
// False: no memory, nothing changed.
bool ivar_set(struct runtime *runtime, struct heap *heap, value_t object, symbol_t name, value_t value);
value_t ivar_remove(struct runtime *runtime, struct heap *heap, value_t object, symbol_t name); // VALUE_UNDEF: unset
unsigned ivar_count(struct runtime *runtime, struct heap *heap, value_t object);
// Calls visit for each set variable, in order of definition.
void ivar_each(struct runtime *runtime, struct heap *heap, value_t object,
               void (*visit)(symbol_t name, value_t value, void *context), void *context);
bool ivar_copy_all(struct runtime *runtime, struct heap *heap, value_t from, value_t to);
void object_freeze(void *object); // sets the frozen layout. Of shared objects only classes and Ractors may still be unfrozen
// For heap_types: an object whose layout is not empty and that is neither TYPE_OBJECT nor TYPE_CLASS has an entry in a
// side table (and a fin bit): its heap's, or once it is shared the world's. These mark what it holds, drop it, free the
// table when the heap ends, and move entries of what becomes shared.
void ivar_trace_side(struct heap_marker *marker, struct heap *heap, void *object);
void ivar_finalize_side(struct heap *heap, void *object);
void ivar_close_side(struct heap *heap);
bool ivar_share_sides(struct heap *heap, void *const *objects, size_t count); // false: no memory, nothing changed

#endif
