// Arrays: up to three items in a 32-byte slot, else a body.
#ifndef TROUPE_OBJECT_ARRAY_H
#define TROUPE_OBJECT_ARRAY_H

#include "object/runtime.h"

#define ARRAY_EMBEDDED HEADER_FLAG(0)
#define ARRAY_COUNT_SHIFT 6 // flags 1..2: the count while embedded
#define ARRAY_COUNT_MASK ((uint64_t)3 << ARRAY_COUNT_SHIFT)
#define ARRAY_EMBEDDED_MAX 3u
#define ARRAY_COUNT_MAX ((size_t)0xfffffff0)

struct array {
    uint64_t header;
    union {
        value_t embedded[3];
        struct {
            value_t *items;           // inside body; moves forward on shift
            uint32_t count, capacity; // capacity from items on
            value_t *body;
        };
    };
};

static inline size_t array_count(const struct array *a)
{
    return a->header & ARRAY_EMBEDDED ? (a->header & ARRAY_COUNT_MASK) >> ARRAY_COUNT_SHIFT : a->count;
}
static inline const value_t *array_items(const struct array *a)
{
    return a->header & ARRAY_EMBEDDED ? a->embedded : a->items;
}
static inline value_t array_at(const struct array *a, size_t index) { return array_items(a)[index]; } // in range
static inline struct array *value_to_array(value_t v)
{
    TRP_ASSERT(value_is_or_was(v, TYPE_ARRAY));
    return value_to_pointer(v);
}

struct array *array_new(struct heap *heap, size_t capacity); // empty, class Array
struct array *array_from(struct heap *heap, const value_t *items, size_t count);
// At most three items, inline: what literals and small results use.
static inline struct array *array_new_small(struct heap *heap, const value_t *items, size_t count)
{
    struct array *const a = heap_alloc(heap, HEAP_32);
    if (TRP_UNLIKELY(a == NULL)) return NULL;
    a->header = header_make(TYPE_ARRAY, CLASS_ARRAY, 0, ARRAY_EMBEDDED | (uint64_t)count << ARRAY_COUNT_SHIFT);
    a->embedded[0] = count > 0 ? items[0] : VALUE_NIL;
    a->embedded[1] = count > 1 ? items[1] : VALUE_NIL;
    a->embedded[2] = count > 2 ? items[2] : VALUE_NIL;
    return a;
}
bool array_reserve(struct heap *heap, struct array *a, size_t capacity); // false: no memory or too big
bool array_push_slow(struct heap *heap, struct array *a, value_t value); // array_push where a body must grow
static inline bool array_push(struct heap *heap, struct array *a, value_t value) // amortised O(1). False: no memory
{
    if (TRP_UNLIKELY(a->header & ARRAY_EMBEDDED || a->count == a->capacity)) return array_push_slow(heap, a, value);
    TRP_ASSERT((a->header & HEADER_FROZEN) == 0);
    heap_store(heap, a, &a->items[a->count++], value);
    return true;
}
value_t array_pop(struct heap *heap, struct array *a);                   // VALUE_UNDEF: empty
value_t array_shift(struct heap *heap, struct array *a);                 // VALUE_UNDEF: empty; O(1)
bool array_unshift(struct heap *heap, struct array *a, value_t value);   // amortised O(1)
bool array_store(struct heap *heap, struct array *a, size_t index, value_t value); // grows with nil
bool array_resize(struct heap *heap, struct array *a, size_t count);               // new items are nil
// Replaces [start, start + count) by `items` (which may be the array's own).
bool array_splice(struct heap *heap, struct array *a, size_t start, size_t count, const value_t *items,
                  size_t item_count);
bool array_append(struct heap *heap, struct array *a, const value_t *items, size_t count);
void array_clear(struct heap *heap, struct array *a);
bool array_replace(struct heap *heap, struct array *a, const struct array *with);
static inline value_t array_get(const struct array *a, int64_t index) // negative from the end; nil outside
{
    size_t const count = array_count(a);
    if (TRP_LIKELY((uint64_t)index < count)) return array_items(a)[index];
    index += (int64_t)count;
    return (uint64_t)index < count ? array_items(a)[index] : VALUE_NIL; // of one that was too large it is again
}

#endif
