// Fields of shared objects, by the table of the rooms above. Purpose: find what breaks H4 where a trace function does not look,
// and what a trace function forgets.
//
// Invariants: a field holds nothing private unless it is a slot; what a field holds lives. While everybody stands also: what
// a field holds is seen by the trace function, for else a cycle would free it.
// Owner: the holder of the claim of the object's heap.
#include <stdio.h>
#include <stdlib.h>

#include "heap/interior.h"

struct seen { // values, and addresses of slots, that the trace function handed over
    uintptr_t *items;
    size_t count, capacity;
    bool out_of_memory;
};
struct check {
    struct heap *heap;
    const void *object;
    struct seen seen;
    bool complete; // what trace forgets is looked for
};

_Noreturn static void fail(const struct check *check, const char *what, const char *field)
{
    char message[256];
    snprintf(message, sizeof message, "heap_verify: H4: %s (field %s, object %p, heap %p)", what, field, check->object,
             (const void *)check->heap);
    base_fail("src/heap/verify_fields.c", __LINE__, message);
}

// --- What trace sees -------------------------------------------------------------------------------------------------
static void see(struct seen *seen, uintptr_t item)
{
    if (seen->count == seen->capacity) {
        size_t const capacity = seen->capacity == 0 ? 64 : seen->capacity * 2;
        uintptr_t *const items = base_realloc(seen->items, capacity * sizeof *items);
        seen->out_of_memory |= items == NULL;
        if (items == NULL) return;
        seen->items = items;
        seen->capacity = capacity;
    }
    seen->items[seen->count++] = item;
}

static void see_value(struct heap_marker *marker, value_t value)
{
    see(&((struct check *)marker->context)->seen, (uintptr_t)value_to_pointer(value));
}

static void see_slot(struct heap_marker *marker, const struct heap_slot *slot)
{
    see(&((struct check *)marker->context)->seen, (uintptr_t)slot);
}

static int compare(const void *a, const void *b)
{
    uintptr_t const x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;
    return (x > y) - (x < y);
}

static bool was_seen(const struct check *check, uintptr_t item)
{
    const struct seen *const seen = &check->seen;
    return !check->complete || seen->out_of_memory ||
           (seen->count > 0 && bsearch(&item, seen->items, seen->count, sizeof item, compare) != NULL);
}

// --- What the table says ---------------------------------------------------------------------------------------------
static void check_value(void *context, const char *field, value_t value, enum heap_field_law law)
{
    const struct check *const check = context;
    void *const object = value_to_pointer(value);
    const struct heap_page *const page = page_of(object);
    if (value % HEAP_GRANULE != 0) fail(check, "reference to no object", field);
    if (!is_shared(object)) fail(check, "shared object holds a private one", field);
    if (object_type(object) == TYPE_FREE || object_type(object) >= TYPE_COUNT) fail(check, "reference to a dead object", field);
    if (law == HEAP_FIELD_PERMANENT && !page_owner(page)->interior->permanent) fail(check, "not in a permanent heap", field);
    if (law == HEAP_FIELD_SHARED && !was_seen(check, (uintptr_t)object)) fail(check, "not traced", field);
}

static void check_slot(void *context, const char *field, const struct heap_slot *slot)
{
    const struct check *const check = context;
    base_lock_acquire(&check->heap->world->slot_lock); // another heap may be taking it over
    value_t const word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    bool const ours = slot_word_private(word) && page_owner(page_of(value_to_pointer(word))) == check->heap;
    bool const known = !ours || slots_has(check->heap, slot);
    base_lock_release(&check->heap->world->slot_lock);
    if (!known) fail(check, "slot with a private value is in no set", field);
    if (!value_is_heap(word)) return;
    bool const shared = slot_word_private(word) || is_shared(value_to_pointer(word));
    if (!shared) fail(check, "slot with an untagged private value", field);
    if (!was_seen(check, (uintptr_t)slot)) fail(check, "slot not traced", field);
}

void fields_verify(struct heap *heap, void *object)
{
    const struct heap_types *const types = heap->world->types;
    if (types->shared_fields == NULL) return;
    struct check check = {.heap = heap, .object = object, .complete = heap->world->alone};
    struct heap_marker marker;
    marker_init(&marker, heap, types);
    marker.context = &check;
    marker.visit = see_value;
    marker.visit_slot = see_slot;
    if (check.complete) {
        trace_object(types, &marker, object);
        if (check.seen.count > 0) qsort(check.seen.items, check.seen.count, sizeof *check.seen.items, compare);
    }
    struct heap_field_visitor const visitor = {.value = check_value, .slot = check_slot, .context = &check};
    types->shared_fields(heap, object, &visitor);
    base_free(check.seen.items);
}
