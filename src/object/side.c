// Side tables: what hangs beside an object, found by its address. Purpose: the holders of instance variables of objects that
// have no room for them (ivar.c).
//
// A heap has a table for its private objects. What becomes shared moves to the world's, which every actor may ask: a shared
// object's holder is as immutable as the object, so only the table itself is under the lock.
//
// Invariants: an object outside TYPE_OBJECT and TYPE_CLASS has an entry in one of the two exactly when its layout is not
// empty, and then a fin bit.
// Data: a heap's table, the holder of the claim; the world's, whoever has its lock.
#include "object/interior.h"

struct side_entry {
    void *object; // NULL: free
    struct instance *holder;
};
struct side_table { // open addressing, linear, at most half full
    size_t mask, count;
    struct side_entry entries[];
};

static size_t table_size(size_t slots) { return sizeof(struct side_table) + slots * sizeof(struct side_entry); }

static size_t table_slot(const struct side_table *t, const void *object)
{
    return (size_t)hash_word(value_pointer(object), 0) & t->mask;
}

static struct side_entry *table_find(struct side_table *t, const void *object)
{
    if (t == NULL) return NULL;
    for (size_t slot = table_slot(t, object);; slot = (slot + 1) & t->mask) {
        if (t->entries[slot].object == object) return &t->entries[slot];
        if (t->entries[slot].object == NULL) return NULL;
    }
}

static void table_put(struct side_table *t, void *object, struct instance *holder)
{
    size_t slot = table_slot(t, object);
    while (t->entries[slot].object != NULL) slot = (slot + 1) & t->mask;
    t->entries[slot] = (struct side_entry){object, holder};
    t->count++;
}

static void table_free(struct heap *heap, struct side_table **table)
{
    struct side_table *const t = *table;
    if (t != NULL && heap != NULL) heap_body_account(heap, -(ptrdiff_t)table_size(t->mask + 1));
    base_free(t);
    *table = NULL;
}

// Room for `more`. The memory counts on `heap`, if any. False: none, nothing changed.
static bool table_reserve(struct heap *heap, struct side_table **table, size_t more)
{
    struct side_table *const old = *table;
    size_t const wanted = ((old == NULL ? 0 : old->count) + more) * 2;
    size_t slots = old == NULL ? 8 : old->mask + 1;
    if (old != NULL && wanted <= slots) return true;
    while (slots < wanted) slots *= 2;
    struct side_table *const t = base_alloc_zeroed(table_size(slots));
    if (t == NULL) return false;
    t->mask = slots - 1;
    for (size_t i = 0; old != NULL && i <= old->mask; i++) {
        if (old->entries[i].object != NULL) table_put(t, old->entries[i].object, old->entries[i].holder);
    }
    if (heap != NULL) heap_body_account(heap, (ptrdiff_t)table_size(slots));
    table_free(heap, table);
    *table = t;
    return true;
}

// Entries behind the hole move up, so that searches need no tombstones. False: it was not there.
static bool table_remove(struct heap *heap, struct side_table **table, const void *object)
{
    struct side_table *const t = *table;
    struct side_entry *const entry = table_find(t, object);
    if (entry == NULL) return false;
    size_t hole = (size_t)(entry - t->entries);
    for (size_t slot = (hole + 1) & t->mask; t->entries[slot].object != NULL; slot = (slot + 1) & t->mask) {
        size_t const home = table_slot(t, t->entries[slot].object);
        if (((slot - home) & t->mask) < ((slot - hole) & t->mask)) continue;
        t->entries[hole] = t->entries[slot];
        hole = slot;
    }
    t->entries[hole].object = NULL;
    if (--t->count == 0) table_free(heap, table);
    return true;
}

static struct side_table **own_table(struct heap *heap) { return (struct side_table **)&heap->side; }
static struct side_table **world_table(struct heap_side *side) { return (struct side_table **)&side->table; }

// --- Holders ---------------------------------------------------------------------------------------------------------
static struct instance *shared_holder(struct heap *heap, const void *object)
{
    struct heap_side *const side = heap_shared_side(heap);
    base_lock_acquire(&side->lock);
    const struct side_entry *const entry = table_find(side->table, object);
    struct instance *const holder = entry == NULL ? NULL : entry->holder;
    base_lock_release(&side->lock);
    return holder;
}

struct instance *side_holder(struct heap *heap, const void *object)
{
    const struct side_entry *const entry = table_find(heap->side, object);
    if (entry != NULL) return entry->holder;
    return heap_is_shared(value_pointer(object)) ? shared_holder(heap, object) : NULL;
}

bool side_add(struct heap *heap, void *object, struct instance *holder)
{
    if (!table_reserve(heap, own_table(heap), 1)) return false;
    table_put(heap->side, object, holder);
    return true;
}

void side_remove(struct heap *heap, const void *object) { (void)table_remove(heap, own_table(heap), object); }

// --- What the heap asks for ------------------------------------------------------------------------------------------
static bool has_holder(const void *object)
{
    enum object_type const type = object_type(object);
    return type != TYPE_OBJECT && type != TYPE_CLASS && object_layout(object) >= LAYOUT_COMPLEX;
}

struct instance *side_of(struct heap *heap, const void *object)
{
    return has_holder(object) ? side_holder(heap, object) : NULL;
}

void ivar_trace_side(struct heap_marker *marker, struct heap *heap, void *object)
{
    struct instance *const holder = has_holder(object) ? side_holder(heap, object) : NULL;
    if (holder != NULL) heap_mark(marker, value_pointer(holder));
}

void ivar_finalize_side(struct heap *heap, void *object)
{
    if (!has_holder(object) || table_remove(heap, own_table(heap), object)) return;
    struct heap_side *const side = heap_shared_side(heap);
    base_lock_acquire(&side->lock);
    (void)table_remove(NULL, world_table(side), object);
    base_lock_release(&side->lock);
}

void ivar_close_side(struct heap *heap)
{
    table_free(heap, own_table(heap));
    symbols_leave(heap);
}

bool ivar_share_sides(struct heap *heap, void *const *objects, size_t count)
{
    struct heap_side *const side = heap_shared_side(heap);
    size_t held = 0;
    for (size_t i = 0; heap->side != NULL && i < count; i++) held += has_holder(objects[i]);
    if (held == 0) return true;
    base_lock_acquire(&side->lock);
    bool const room = table_reserve(NULL, world_table(side), held);
    for (size_t i = 0; room && i < count; i++) {
        struct instance *const holder = has_holder(objects[i]) ? table_find(heap->side, objects[i])->holder : NULL;
        if (holder == NULL) continue;
        table_put(side->table, objects[i], holder);
        side_remove(heap, objects[i]);
    }
    base_lock_release(&side->lock);
    return room;
}
