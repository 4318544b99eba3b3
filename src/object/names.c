// Tables by name. Purpose: symbol → pointer for methods, constants, variables and resolutions.
// Invariants: an entry is written before its index slot is published; a published slot never changes; a table that is
// full is replaced by a larger one without the removed entries. Each table belongs to one class.
// Data: written under the class lock, read by any thread.
#include "object/interior.h"

static uint32_t slot_of(symbol_t name, uint32_t mask)
{
    uint32_t const mixed = name * 0x9e3779b1u;
    return (mixed ^ mixed >> 15) & mask;
}

static struct name_entry *find_entry(struct name_table *t, symbol_t name)
{
    if (t == NULL) return NULL;
    for (uint32_t slot = slot_of(name, t->mask);; slot = (slot + 1) & t->mask) {
        // acquire: pairs with the release in write_entry
        uint32_t const place = atomic_load_explicit(&t->index[slot], memory_order_acquire);
        if (place == 0) return NULL;
        if (t->entries[place - 1].name == name) return &t->entries[place - 1];
    }
}

void *name_table_get(name_table_t *table, symbol_t name)
{
    struct name_entry *const entry = find_entry(atomic_load_explicit(table, memory_order_acquire), name);
    // acquire: pairs with the release in name_table_put, so that what the entry names is seen whole
    return entry == NULL ? NULL : atomic_load_explicit(&entry->value, memory_order_acquire);
}

static void write_entry(struct name_table *t, symbol_t name, void *value)
{
    uint32_t const place = atomic_load_explicit(&t->count, memory_order_relaxed);
    TRP_ASSERT(place < t->capacity);
    struct name_entry *const entry = &t->entries[place];
    entry->name = name;
    atomic_store_explicit(&entry->value, value, memory_order_relaxed);
    uint32_t slot = slot_of(name, t->mask);
    while (atomic_load_explicit(&t->index[slot], memory_order_relaxed) != 0) slot = (slot + 1) & t->mask;
    // release, both: the entry is seen whole by who finds it through the index or by the count
    atomic_store_explicit(&t->index[slot], place + 1, memory_order_release);
    atomic_store_explicit(&t->count, place + 1, memory_order_release);
    t->live++;
}

static struct name_table *make_table(struct runtime *runtime, uint32_t capacity)
{
    uint32_t slots = 4;
    while (slots < capacity * 2) slots *= 2;
    size_t const entries = sizeof(struct name_table) + capacity * sizeof(struct name_entry);
    struct name_table *const t = base_alloc_zeroed(entries + slots * sizeof(uint32_t));
    if (t == NULL) return NULL;
    runtime_grew(runtime, entries + slots * sizeof(uint32_t));
    t->capacity = capacity;
    t->mask = slots - 1;
    t->index = (_Atomic uint32_t *)((char *)t + entries);
    return t;
}

static struct name_table *grow(struct runtime *runtime, name_table_t *table, struct name_table *old, uint32_t capacity)
{
    struct name_table *const t = make_table(runtime, capacity);
    if (t == NULL) return NULL;
    for (uint32_t i = 0; old != NULL && i < old->capacity; i++) {
        void *const value = atomic_load_explicit(&old->entries[i].value, memory_order_relaxed);
        if (value != NULL) write_entry(t, old->entries[i].name, value);
    }
    atomic_store_explicit(table, t, memory_order_release); // readers acquire in name_table_get
    if (old == NULL) return t;
    if (runtime->state->boot_done) runtime_retire(runtime, &old->retired);
    else base_free(old); // nobody else is there to read it
    return t;
}

void name_table_reserve(struct runtime *runtime, name_table_t *table, uint32_t more)
{
    struct name_table *const t = atomic_load_explicit(table, memory_order_relaxed);
    if (more == 0 || (t != NULL && t->capacity - atomic_load_explicit(&t->count, memory_order_relaxed) >= more)) return;
    uint32_t const live = t == NULL ? 0 : t->live; // a table that grows doubles at least: old ones are kept
    (void)grow(runtime, table, t, live + (more > live ? more : live));
}

bool name_table_put(struct runtime *runtime, name_table_t *table, symbol_t name, void *value)
{
    TRP_ASSERT(name != 0 && value != NULL);
    struct name_table *t = atomic_load_explicit(table, memory_order_relaxed);
    struct name_entry *const entry = find_entry(t, name);
    if (entry != NULL) {
        if (atomic_load_explicit(&entry->value, memory_order_relaxed) == NULL) t->live++;
        atomic_store_explicit(&entry->value, value, memory_order_release); // readers acquire in name_table_get
        return true;
    }
    if (t == NULL) t = grow(runtime, table, NULL, 4);
    else if (atomic_load_explicit(&t->count, memory_order_relaxed) == t->capacity) {
        t = grow(runtime, table, t, t->live < 2 ? 4 : t->live * 2);
    }
    if (t == NULL) return false;
    symbol_pin(runtime, name);
    write_entry(t, name, value);
    return true;
}

void name_table_remove(name_table_t *table, symbol_t name)
{
    struct name_table *const t = atomic_load_explicit(table, memory_order_relaxed);
    struct name_entry *const entry = find_entry(t, name);
    if (entry == NULL || atomic_load_explicit(&entry->value, memory_order_relaxed) == NULL) return;
    atomic_store_explicit(&entry->value, NULL, memory_order_release);
    t->live--;
}

size_t name_table_size(name_table_t *table)
{
    const struct name_table *const t = atomic_load_explicit(table, memory_order_relaxed);
    return t == NULL ? 0 : sizeof *t + t->capacity * sizeof t->entries[0] + ((size_t)t->mask + 1) * sizeof(uint32_t);
}

void name_table_free(name_table_t *table)
{
    base_free(atomic_load_explicit(table, memory_order_relaxed));
}

const char *name_table_verify(name_table_t *table)
{
    struct name_table *const t = atomic_load_explicit(table, memory_order_acquire); // pairs with the release in grow
    if (t == NULL) return NULL;
    // acquire: pairs with the release in write_entry: so many entries are in the index
    uint32_t const count = atomic_load_explicit(&t->count, memory_order_acquire);
    if (count > t->capacity) return "table by name: more entries than room";
    if ((t->mask & (t->mask + 1)) != 0 || t->mask + 1 < t->capacity * 2) return "table by name: an index too small";
    for (uint32_t i = 0; i < count; i++) {
        if (t->entries[i].name == 0) return "table by name: an entry without a name";
        if (find_entry(t, t->entries[i].name) != &t->entries[i]) return "table by name: an entry that is not found";
    }
    return NULL;
}
