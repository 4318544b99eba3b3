// Object sets: see objects.h. Open addressing, at most half full; the addresses of objects do not change.
// Data: the caller's.
#include "actor/objects.h"

#include <string.h>

void object_set_init(struct object_set *set)
{
    set->objects = set->first; // what is in `first` is not looked at: a message has two sets, and they are often empty
    set->count = 0;
    set->capacity = OBJECTS_LINEAR;
    set->index = NULL;
    set->mask = 0;
}

void object_set_free(struct object_set *set)
{
    if (set->objects != set->first) base_free(set->objects);
    base_free(set->index);
}

static uint32_t slot_of(const struct object_set *set, const void *object)
{
    uint64_t const h = (uint64_t)(uintptr_t)object * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32) & set->mask;
}

static void index_put(struct object_set *set, uint32_t number)
{
    uint32_t slot = slot_of(set, set->objects[number]);
    while (set->index[slot] != 0) slot = (slot + 1) & set->mask;
    set->index[slot] = number + 1;
}

static bool index_grow(struct object_set *set)
{
    uint32_t const slots = set->index == NULL ? 8 * OBJECTS_LINEAR : (set->mask + 1) * 2;
    uint32_t *const index = base_alloc_zeroed(slots * sizeof *index);
    if (index == NULL) return false;
    base_free(set->index);
    set->index = index;
    set->mask = slots - 1;
    for (uint32_t i = 0; i < set->count; i++) index_put(set, i);
    return true;
}

static uint32_t find(const struct object_set *set, const void *object) // set->count: not there
{
    if (set->index == NULL) {
        uint32_t i = 0;
        while (i < set->count && set->objects[i] != object) i++;
        return i;
    }
    for (uint32_t slot = slot_of(set, object);; slot = (slot + 1) & set->mask) {
        uint32_t const place = set->index[slot];
        if (place == 0) return set->count;
        if (set->objects[place - 1] == object) return place - 1;
    }
}

static bool grow(struct object_set *set)
{
    uint32_t const capacity = set->capacity * 2;
    bool const first = set->objects == set->first;
    void **const objects = base_realloc(first ? NULL : set->objects, capacity * sizeof *objects);
    if (objects == NULL) return false;
    if (first) memcpy(objects, set->first, sizeof set->first);
    set->objects = objects;
    set->capacity = capacity;
    return true;
}

bool object_set_has(const struct object_set *set, const void *object) { return find(set, object) < set->count; }

bool object_set_number(struct object_set *set, void *object, uint32_t *number)
{
    *number = find(set, object);
    if (*number < set->count) return true;
    if (set->count == set->capacity && !grow(set)) return false;
    bool const indexed = set->count >= OBJECTS_LINEAR;
    if (indexed && (set->index == NULL || set->count * 2 > set->mask) && !index_grow(set)) return false;
    set->objects[set->count++] = object;
    if (indexed) index_put(set, *number);
    return true;
}
