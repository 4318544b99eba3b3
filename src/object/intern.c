// Interned strings. Purpose: String#-@ answers one object for equal texts, in whichever actor they come up.
//
// The table holds shared, frozen strings weakly: a shared cycle clears those that nobody reaches. It is replaced when it is
// half full of living and dead.
// Data: whoever has the lock; the shared cycle, while everybody stands.
#include "object/interior.h"

struct entry {
    uint64_t hash;
    value_t string; // false: free; VALUE_UNDEF: dead
};
struct intern_table { // open addressing, linear
    size_t mask, used; // used includes dead ones
    struct entry entries[];
};

static bool is_alive(const struct entry *e) { return value_is_heap(e->string); }

static struct entry *place_for(struct intern_table *t, uint64_t hash)
{
    size_t slot = hash & t->mask;
    while (t->entries[slot].string != VALUE_FALSE) slot = (slot + 1) & t->mask;
    return &t->entries[slot];
}

static bool same(const struct string *a, const struct string *b)
{
    return string_size(a) == string_size(b) && string_encoding(a) == string_encoding(b) &&
           memcmp(string_bytes(a), string_bytes(b), string_size(a)) == 0;
}

static value_t find(const struct intern_table *t, uint64_t hash, const struct string *s)
{
    if (t == NULL) return VALUE_UNDEF;
    for (size_t slot = hash & t->mask; t->entries[slot].string != VALUE_FALSE; slot = (slot + 1) & t->mask) {
        const struct entry *const e = &t->entries[slot];
        if (e->hash == hash && is_alive(e) && same(value_to_pointer(e->string), s)) return e->string;
    }
    return VALUE_UNDEF;
}

// Room for one more. False: no memory.
static bool reserve(struct intern_table **table)
{
    struct intern_table *const old = *table;
    if (old != NULL && (old->used + 1) * 2 <= old->mask + 1) return true;
    size_t alive = 0;
    for (size_t i = 0; old != NULL && i <= old->mask; i++) alive += is_alive(&old->entries[i]);
    size_t slots = 64;
    while (slots < (alive + 1) * 4) slots *= 2;
    struct intern_table *const t = base_alloc_zeroed(sizeof *t + slots * sizeof(struct entry));
    if (t == NULL) return false;
    t->mask = slots - 1;
    t->used = alive;
    for (size_t i = 0; old != NULL && i <= old->mask; i++) {
        if (is_alive(&old->entries[i])) *place_for(t, old->entries[i].hash) = old->entries[i];
    }
    base_free(old);
    *table = t;
    return true;
}

// What the table can hold for s: itself, if it is a plain frozen String, else a copy. NULL: no memory.
static struct string *internable(struct heap *heap, struct string *s)
{
    bool const plain = object_frozen(s) && object_class_id(s) == CLASS_STRING && object_layout(s) < LAYOUT_COMPLEX;
    if (plain && heap_is_shared(value_pointer(s))) return s;
    struct string *const copy = plain ? s : string_dup(heap, s);
    if (copy == NULL) return NULL;
    object_freeze(copy);
    heap_set_shared(heap, copy);
    return copy;
}

value_t string_interned(struct runtime *runtime, struct heap *heap, struct string *s)
{
    struct object_state *const state = runtime->state;
    uint64_t const hash = hash_bytes(string_bytes(s), string_size(s), runtime->hash_seed);
    base_lock_acquire(&state->intern_lock);
    value_t found = find(state->interned, hash, s);
    struct string *const made = found == VALUE_UNDEF && reserve(&state->interned) ? internable(heap, s) : NULL;
    if (made != NULL) {
        found = value_pointer(made);
        *place_for(state->interned, hash) = (struct entry){hash, found};
        state->interned->used++;
    }
    base_lock_release(&state->intern_lock);
    if (found != VALUE_UNDEF) heap_received(heap, found); // the table is weak
    return found;
}

void interned_mark(struct runtime *runtime, struct heap_marker *marker)
{
    struct intern_table *const t = runtime->state->interned;
    for (size_t i = 0; t != NULL && i <= t->mask; i++) heap_mark_weak(marker, &t->entries[i].string);
}
