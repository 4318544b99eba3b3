// Layouts. Purpose: which instance variables an object has, by name and place.
//
// A layout is its parent plus one name. The names of a chain stand in one array, shared by all layouts of the chain: a
// layout with n names reads the first n. The first child of the newest layout extends the array in place; another child
// of the same parent starts from a copy.
//
// Invariants: layouts and names are written before their id or count is published and never change; a layout's array
// holds at least its own names; one past LINEAR names has an index, whose entries past its count a reader ignores.
// Data: written under the table's lock, read by any thread without one.
#include "object/interior.h"

#define CHUNK_LAYOUTS 1024u
#define LAYOUTS_MAX (1u << 19)
#define CHUNKS (LAYOUTS_MAX / CHUNK_LAYOUTS)
#define LINEAR 8u         // names searched one by one
#define COUNT_MAX 1024u   // variables of one layout
#define FAN_OUT_MAX 256u  // children of one layout
#define FAN_OUT_ROOT 8192u

struct layout_names {
    struct layout_names *next; // all of the table's
    uint32_t capacity;
    _Atomic uint32_t count;
    uint32_t mask;           // index slots - 1; 0: no index
    _Atomic uint16_t *index; // place + 1
    symbol_t names[];
};
struct transitions { // open addressing: name << 32 | child; replaced when it grows
    struct epoch_block retired;
    uint32_t mask;
    _Atomic uint64_t items[];
};
struct layout {
    struct layout_names *names; // NULL: none
    uint32_t count;
    uint32_t children;                       // under the lock
    _Atomic uint64_t first;                  // name << 32 | id of the first child
    _Atomic(struct transitions *) others;
};

struct layout_table {
    _Atomic(struct layout *) chunks[CHUNKS];
    // Under the lock.
    struct base_lock lock;
    uint32_t count;
    struct layout_names *names;
};

static struct layout *layout_at(struct runtime *runtime, layout_t id)
{
    uint32_t const index = id >> 1;
    _Atomic(struct layout *) *const slot = &runtime->layouts->chunks[index / CHUNK_LAYOUTS];
    // acquire: pairs with the release in new_layout
    struct layout *const chunk = atomic_load_explicit(slot, memory_order_acquire);
    return &chunk[index % CHUNK_LAYOUTS];
}

// --- Names -----------------------------------------------------------------------------------------------------------
static uint32_t slot_of(symbol_t name, uint32_t mask) { return (name * 0x9e3779b1u >> 15) & mask; }

static void index_name(struct layout_names *n, symbol_t name, uint32_t place)
{
    uint32_t slot = slot_of(name, n->mask);
    while (atomic_load_explicit(&n->index[slot], memory_order_relaxed) != 0) slot = (slot + 1) & n->mask;
    // release: pairs with the acquire in find_indexed, so that the name is there
    atomic_store_explicit(&n->index[slot], (uint16_t)(place + 1), memory_order_release);
}

static void append_name(struct layout_names *n, symbol_t name)
{
    uint32_t const place = atomic_load_explicit(&n->count, memory_order_relaxed);
    TRP_ASSERT(place < n->capacity);
    n->names[place] = name;
    if (n->mask != 0) index_name(n, name, place);
    atomic_store_explicit(&n->count, place + 1, memory_order_relaxed);
}

static struct layout_names *make_names(struct runtime *runtime, uint32_t capacity)
{
    uint32_t slots = 0;
    if (capacity > LINEAR) {
        for (slots = 32; slots < capacity * 2;) slots *= 2;
    }
    size_t const names = (sizeof(struct layout_names) + capacity * sizeof(symbol_t) + 7) & ~(size_t)7;
    struct layout_names *const n = base_alloc_zeroed(names + slots * sizeof(uint16_t));
    if (n == NULL) return NULL;
    n->capacity = capacity;
    if (slots > 0) {
        n->mask = slots - 1;
        n->index = (_Atomic uint16_t *)((char *)n + names);
    }
    n->next = runtime->layouts->names;
    runtime->layouts->names = n;
    return n;
}

// The array of `parent` with `name` behind its names, in place when the parent is its newest reader.
static struct layout_names *extend_names(struct runtime *runtime, const struct layout *parent, symbol_t name)
{
    struct layout_names *n = parent->names;
    bool const newest = n != NULL && atomic_load_explicit(&n->count, memory_order_relaxed) == parent->count;
    if (!newest || parent->count == n->capacity) {
        uint32_t const capacity = parent->count < 3 ? 4 : parent->count * 2;
        struct layout_names *const copy = make_names(runtime, capacity);
        if (copy == NULL) return NULL;
        for (uint32_t i = 0; i < parent->count; i++) append_name(copy, n->names[i]);
        n = copy;
    }
    append_name(n, name);
    return n;
}

static int find_indexed(const struct layout_names *n, uint32_t count, symbol_t name)
{
    for (uint32_t slot = slot_of(name, n->mask);; slot = (slot + 1) & n->mask) {
        uint32_t const place = atomic_load_explicit(&n->index[slot], memory_order_acquire);
        if (place == 0) return -1;
        if (n->names[place - 1] == name) return place <= count ? (int)place - 1 : -1;
    }
}

int layout_find(struct runtime *runtime, layout_t layout, symbol_t name)
{
    const struct layout *const l = layout_at(runtime, layout);
    const struct layout_names *const n = l->names;
    uint32_t const count = l->count;
    if (count > LINEAR) return find_indexed(n, count, name);
    for (uint32_t i = 0; i < count; i++) {
        if (n->names[i] == name) return (int)i;
    }
    return -1;
}

unsigned layout_count(struct runtime *runtime, layout_t layout) { return layout_at(runtime, layout)->count; }

symbol_t layout_name(struct runtime *runtime, layout_t layout, unsigned index)
{
    const struct layout *const l = layout_at(runtime, layout);
    TRP_ASSERT(index < l->count);
    return l->names->names[index];
}

// --- Transitions -----------------------------------------------------------------------------------------------------
static layout_t find_child(struct layout *l, symbol_t name)
{
    // acquire: pairs with the releases in add_child, so that the child is seen whole
    uint64_t const first = atomic_load_explicit(&l->first, memory_order_acquire);
    if (first >> 32 == name) return (layout_t)first;
    struct transitions *const t = atomic_load_explicit(&l->others, memory_order_acquire);
    if (t == NULL) return LAYOUT_EMPTY;
    for (uint32_t slot = slot_of(name, t->mask);; slot = (slot + 1) & t->mask) {
        uint64_t const item = atomic_load_explicit(&t->items[slot], memory_order_acquire);
        if (item == 0) return LAYOUT_EMPTY;
        if (item >> 32 == name) return (layout_t)item;
    }
}

static void put_transition(struct transitions *t, uint64_t item)
{
    uint32_t slot = slot_of((symbol_t)(item >> 32), t->mask);
    while (atomic_load_explicit(&t->items[slot], memory_order_relaxed) != 0) slot = (slot + 1) & t->mask;
    atomic_store_explicit(&t->items[slot], item, memory_order_release);
}

// Room for one more child. False: no memory.
static bool reserve_child(struct runtime *runtime, struct layout *l)
{
    struct transitions *const old = atomic_load_explicit(&l->others, memory_order_relaxed);
    if (l->children == 0 || (old != NULL && l->children * 2 <= old->mask)) return true;
    uint32_t const slots = old == NULL ? 4 : (old->mask + 1) * 2;
    struct transitions *const t = base_alloc_zeroed(sizeof *t + slots * sizeof t->items[0]);
    if (t == NULL) return false;
    t->mask = slots - 1;
    for (uint32_t i = 0; old != NULL && i <= old->mask; i++) {
        uint64_t const item = atomic_load_explicit(&old->items[i], memory_order_relaxed);
        if (item != 0) put_transition(t, item);
    }
    atomic_store_explicit(&l->others, t, memory_order_release); // readers acquire in find_child
    if (old != NULL) runtime_retire(runtime, &old->retired);
    return true;
}

static void add_child(struct layout *l, symbol_t name, layout_t child)
{
    uint64_t const item = (uint64_t)name << 32 | child;
    if (l->children++ == 0) {
        atomic_store_explicit(&l->first, item, memory_order_release);
    } else {
        put_transition(atomic_load_explicit(&l->others, memory_order_relaxed), item);
    }
}

static struct layout *new_layout(struct layout_table *t)
{
    if (t->count == LAYOUTS_MAX) return NULL;
    _Atomic(struct layout *) *const slot = &t->chunks[t->count / CHUNK_LAYOUTS];
    struct layout *chunk = atomic_load_explicit(slot, memory_order_relaxed);
    if (chunk == NULL) {
        chunk = base_alloc_zeroed(CHUNK_LAYOUTS * sizeof *chunk);
        if (chunk == NULL) return NULL;
        atomic_store_explicit(slot, chunk, memory_order_release); // readers acquire in layout_at
    }
    return &chunk[t->count % CHUNK_LAYOUTS];
}

static layout_t make_child(struct runtime *runtime, struct layout *parent, bool root, symbol_t name)
{
    struct layout_table *const t = runtime->layouts;
    if (parent->count == COUNT_MAX || parent->children == (root ? FAN_OUT_ROOT : FAN_OUT_MAX)) return LAYOUT_COMPLEX;
    struct layout *const child = new_layout(t);
    if (child == NULL || !reserve_child(runtime, parent)) return LAYOUT_COMPLEX;
    struct layout_names *const names = extend_names(runtime, parent, name);
    if (names == NULL) return LAYOUT_COMPLEX;
    symbol_pin(runtime, name);
    child->names = names;
    child->count = parent->count + 1;
    layout_t const id = t->count++ << 1;
    add_child(parent, name, id);
    return id;
}

layout_t layout_add(struct runtime *runtime, layout_t layout, symbol_t name)
{
    layout_t const frozen = layout & 1;
    layout &= ~(layout_t)1;
    if (layout == LAYOUT_COMPLEX) return LAYOUT_COMPLEX | frozen;
    struct layout *const l = layout_at(runtime, layout);
    TRP_ASSERT(layout_find(runtime, layout, name) < 0);
    layout_t child = find_child(l, name);
    if (child == LAYOUT_EMPTY) {
        base_lock_acquire(&runtime->layouts->lock);
        child = find_child(l, name);
        if (child == LAYOUT_EMPTY) child = make_child(runtime, l, layout == LAYOUT_EMPTY, name);
        base_lock_release(&runtime->layouts->lock);
    }
    return child | frozen;
}

bool layouts_open(struct runtime *runtime)
{
    struct layout_table *const t = base_alloc_zeroed(sizeof *t);
    if (t == NULL) return false;
    base_lock_init(&t->lock);
    runtime->layouts = t;
    if (new_layout(t) == NULL) return false;
    t->count = 2; // the empty and the complex one, both without names
    return true;
}

void layouts_close(struct runtime *runtime)
{
    struct layout_table *const t = runtime->layouts;
    if (t == NULL) return;
    for (uint32_t c = 0; c < CHUNKS; c++) {
        struct layout *const chunk = atomic_load_explicit(&t->chunks[c], memory_order_relaxed);
        for (uint32_t i = 0; chunk != NULL && i < CHUNK_LAYOUTS; i++) {
            base_free(atomic_load_explicit(&chunk[i].others, memory_order_relaxed));
        }
        base_free(chunk);
    }
    for (struct layout_names *n = t->names, *next; n != NULL; n = next) {
        next = n->next;
        base_free(n);
    }
    base_lock_destroy(&t->lock);
    base_free(t);
    runtime->layouts = NULL;
}
