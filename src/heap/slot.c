// Slots: atomic words that others can read. Purpose: the one barrier, and the roots it makes.
// Invariants: a slot is in a heap's set exactly while its word is tagged and points into that heap, so a private value
// in a slot is a root of its owner and of nobody else (H4). Words change from or to a foreign private value, and sets
// change structure, only under world->slot_lock; everything else is one compare-and-swap. A reader decides by the word
// alone: that a tagged word points into the reader's own pages cannot change under it, since only the reader itself
// gains or loses pages. A weak slot is changed by its heap's claim holder alone, or while everybody stands, and so without
// the lock: others meet it only when it has escaped, and is strong.
// Owner: a set belongs to the heap's claim; others write tombstones into it under the lock. A collection reads without
// it (H7): a slot's memory outlives every reader (heap_slot_forget's contract).
#include "heap/interior.h"

#define TOMBSTONE ((struct heap_slot *)1)

static struct heap *owner_of(value_t word)
{
    return page_owner(page_of(value_to_pointer(word)));
}

void *slot_holder(const struct heap_slot *slot)
{
    const struct heap_page *const page = page_of(slot);
    unsigned const word = slot_word(slot);
    TRP_ASSERT(page->state == PAGE_SMALL);
    uint64_t const before = heap_pattern[page->size_class][word] & (slot_bit(slot) | (slot_bit(slot) - 1));
    if (before != 0) return slot_at(page, word, 63 - (unsigned)__builtin_clzll(before));
    return slot_at(page, 0, 63 - (unsigned)__builtin_clzll(heap_pattern[page->size_class][0])); // it straddles the words
}

// A value may have been shared after it was stored (make_shareable of a constant's value).
static bool shared_meanwhile(const void *object)
{
    struct heap_page *const page = page_of(object);
    unsigned const word = slot_word(object);
    uint64_t const bit = slot_bit(object);
    // acquire: pairs with the release stores of shared and smark bits. In this order: a graph's objects are first
    // visited, then all shared, then no longer visited.
    if ((atomic_load_explicit(&page->shared[word], memory_order_acquire) & bit) == 0) return false;
    return (atomic_load_explicit(&page->smark[word], memory_order_acquire) & bit) == 0;
}

// The second look at the word: an object that is shared stays until a shared cycle, so if the slot still holds it, it
// is the object that the slot held, and not another one at its address.
value_t heap_slot_private(const struct heap *heap, const struct heap_slot *slot, value_t word)
{
    TRP_ASSERT(slot_word_private(word));
    value_t const value = slot_word_value(word);
    if (owner_of(word) == heap) return value;
    bool const shared = shared_meanwhile(value_to_pointer(value));
    return shared && atomic_load_explicit(&slot->word, memory_order_acquire) == word ? value : VALUE_UNDEF;
}

static size_t hash(const struct heap_slot *slot, uint32_t capacity)
{
    return (size_t)(((uintptr_t)slot >> 3) * 0x9e3779b97f4a7c15u >> 32) & (capacity - 1);
}

static struct heap_slot *item(const struct heap_interior *in, size_t i)
{
    return atomic_load_explicit(&in->slots.items[i], memory_order_relaxed);
}

static void insert(_Atomic(struct heap_slot *) *items, uint32_t capacity, struct heap_slot *slot)
{
    size_t i = hash(slot, capacity);
    while (atomic_load_explicit(&items[i], memory_order_relaxed) != NULL) i = (i + 1) & (capacity - 1);
    atomic_store_explicit(&items[i], slot, memory_order_relaxed);
}

// Room for one more, at most half full. False: no memory.
static bool reserve(struct heap_interior *in)
{
    if ((in->slots.used + 1) * 2 <= in->slots.capacity) return true;
    uint32_t capacity = 16;
    while (capacity < (in->slots.count + 1) * 4) capacity *= 2;
    _Atomic(struct heap_slot *) *const items = base_alloc_zeroed(capacity * sizeof *items);
    if (items == NULL) return false;
    for (size_t i = 0; i < in->slots.capacity; i++) {
        struct heap_slot *const slot = item(in, i);
        if (slot != NULL && slot != TOMBSTONE) insert(items, capacity, slot);
    }
    base_free(in->slots.items);
    in->slots.items = items;
    in->slots.capacity = capacity;
    in->slots.used = in->slots.count;
    return true;
}

static void add(struct heap_interior *in, struct heap_slot *slot)
{
    insert(in->slots.items, in->slots.capacity, slot);
    atomic_fetch_add_explicit(&in->slots.count, 1, memory_order_relaxed);
    in->slots.used++;
}

static void remove_slot(struct heap_interior *in, struct heap_slot *slot)
{
    size_t i = hash(slot, in->slots.capacity);
    for (; item(in, i) != slot; i = (i + 1) & (in->slots.capacity - 1)) TRP_ASSERT(item(in, i) != NULL);
    atomic_store_explicit(&in->slots.items[i], TOMBSTONE, memory_order_relaxed);
    atomic_fetch_sub_explicit(&in->slots.count, 1, memory_order_relaxed);
}

static bool store_locked(struct heap *heap, struct heap_slot *slot, value_t word)
{
    struct base_lock *const lock = &heap->world->slot_lock;
    base_lock_acquire(lock);
    bool const private = slot_word_private(word);
    if (private && !reserve(heap->interior)) {
        base_lock_release(lock);
        return false;
    }
    // release: pairs with the acquire in heap_slot_load
    value_t const old = atomic_exchange_explicit(&slot->word, word, memory_order_acq_rel);
    if (slot_word_private(old)) remove_slot(owner_of(old)->interior, slot);
    heap_dropped(heap->world, old);
    if (private) add(heap->interior, slot);
    base_lock_release(lock);
    return true;
}

static bool needs_lock(const struct heap *heap, value_t old, value_t word)
{
    bool const old_private = slot_word_private(old);
    bool const new_private = slot_word_private(word);
    if (old_private && new_private) return owner_of(old) != heap;
    return old_private || new_private;
}

bool heap_slot_store(struct heap *heap, struct heap_slot *slot, value_t value, bool shared)
{
    TRP_ASSERT(!shared || heap_is_shared(value));
    bool const private = !shared && !heap_is_shared(value);
    TRP_ASSERT(!private || owner_of(value) == heap); // H3
    value_t const word = private ? value | SLOT_PRIVATE : value;
    if (!private) heap_escape(heap, value);
    heap_slot_strengthen(heap, slot);
    value_t old = atomic_load_explicit(&slot->word, memory_order_relaxed);
    TRP_ASSERT(!slot_word_weak(old));
    do {
        if (needs_lock(heap, old, word)) return store_locked(heap, slot, word);
        // release: pairs with the acquire in heap_slot_load
    } while (!atomic_compare_exchange_weak_explicit(&slot->word, &old, word, memory_order_release,
                                                    memory_order_relaxed));
    heap_dropped(heap->world, old);
    return true;
}

bool heap_slot_store_weak(struct heap *heap, struct heap_slot *slot, value_t value)
{
    struct heap_interior *const in = heap->interior;
    TRP_ASSERT(!heap_is_shared(value) && owner_of(value) == heap);
    TRP_ASSERT(page_owner(page_of(slot)) == heap);
    TRP_ASSERT(!slot_word_private(atomic_load_explicit(&slot->word, memory_order_relaxed)));
    base_lock_acquire(&heap->world->slot_lock);
    bool const room = reserve(in);
    if (room) {
        heap_dropped(heap->world, atomic_load_explicit(&slot->word, memory_order_relaxed));
        // release: pairs with the acquire in heap_slot_load
        atomic_store_explicit(&slot->word, value | SLOT_WEAK, memory_order_release);
        add(in, slot);
        in->slots.weak++;
    }
    base_lock_release(&heap->world->slot_lock);
    return room;
}

void heap_slot_strengthen(struct heap *heap, struct heap_slot *slot)
{
    value_t const word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    if (TRP_LIKELY(!slot_word_weak(word)) || owner_of(word) != heap) return;
    // release: as in heap_slot_store
    atomic_store_explicit(&slot->word, slot_word_value(word) | SLOT_PRIVATE, memory_order_release);
    heap->interior->slots.weak--;
}

void heap_escape_object(struct heap *heap, void *object)
{
    const struct heap_type *const type = &heap->world->types->types[object_type(object)];
    if (type->escape != NULL) type->escape(heap, object);
}

void heap_slot_forget(struct heap *heap, struct heap_slot *slot)
{
    value_t const word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    if (!slot_word_private(word)) {
        heap_dropped(heap->world, word);
        return;
    }
    if (slot_word_weak(word)) heap_slot_strengthen(owner_of(word), slot);
    bool const stored = store_locked(heap, slot, VALUE_UNDEF);
    TRP_ASSERT(stored); // storing a shared value needs no memory
    (void)stored;
}

struct heap *heap_private_owner(value_t value)
{
    return heap_is_shared(value) ? NULL : owner_of(value);
}

// Calls visit for each slot of the set, from *at on. A word that is not ours was just stored by another heap: it is not our
// root. True: done.
static bool each(struct heap *heap, uint32_t *at, uint64_t deadline,
                 void (*visit)(struct heap_slot *slot, value_t word, void *context), void *context)
{
    struct heap_interior *const in = heap->interior;
    while (*at < in->slots.capacity) {
        if (step_over(in, 1, deadline)) return false;
        struct heap_slot *const slot = item(in, (*at)++);
        if (slot == NULL || slot == TOMBSTONE) continue;
        value_t const word = atomic_load_explicit(&slot->word, memory_order_relaxed);
        if (slot_word_private(word) && owner_of(word) == heap) visit(slot, word, context);
    }
    return true;
}

static void mark_strong(struct heap_slot *slot, value_t word, void *context)
{
    (void)slot;
    if (!slot_word_weak(word)) heap_mark(context, slot_word_value(word));
}

bool slots_mark(struct heap_marker *marker, uint32_t *at, uint64_t deadline)
{
    struct heap_interior *const in = marker->heap->interior;
    if (*at == 0) in->slots.marked = atomic_load_explicit(&in->slots.count, memory_order_relaxed);
    return each(marker->heap, at, deadline, mark_strong, marker);
}

// --- Weak slots ------------------------------------------------------------------------------------------------------
// A holder is shared, so a local mark would take it for reached; between slots_open_holders and slots_close_holders its
// live bit says whether it was. Only this heap's own holders: a slot whose holder is elsewhere is strong.
static void open_holder(struct heap_slot *slot, value_t word, void *context)
{
    (void)context;
    if (!slot_word_weak(word)) return;
    void *const holder = slot_holder(slot);
    page_of(holder)->live[slot_word(holder)] &= ~slot_bit(holder);
}

bool slots_open_holders(struct heap *heap, uint32_t *at, uint64_t deadline)
{
    return heap->interior->slots.weak == 0 || each(heap, at, deadline, open_holder, NULL);
}

static void mark_weak(struct heap_slot *slot, value_t word, void *context)
{
    (void)slot;
    if (slot_word_weak(word)) heap_mark(context, slot_word_value(word));
}

void slots_mark_weak(struct heap_marker *marker)
{
    uint32_t at = 0;
    if (marker->heap->interior->slots.weak > 0) each(marker->heap, &at, 0, mark_weak, marker);
}

struct closing {
    struct heap *heap;
    bool shared_too;
};

static void close_holder(struct heap_slot *slot, value_t word, void *context)
{
    const struct closing *const closing = context;
    struct heap_interior *const in = closing->heap->interior;
    if (!slot_word_weak(word)) return;
    void *const holder = slot_holder(slot);
    page_of(holder)->live[slot_word(holder)] |= slot_bit(holder);
    if (!mark_is_dead(&in->marker, slot_word_value(word), closing->shared_too)) return;
    atomic_store_explicit(&slot->word, VALUE_UNDEF, memory_order_release); // as in heap_slot_store
    remove_slot(in, slot);
    in->slots.weak--;
    in->slots.marked--;
}

// The last weak slot may be cleared on the way; the steps that are left are short then.
bool slots_close_holders(struct heap *heap, bool shared_too, uint32_t *at, uint64_t deadline)
{
    struct closing closing = {heap, shared_too};
    return heap->interior->slots.weak == 0 || each(heap, at, deadline, close_holder, &closing);
}

// A value was shared after it was stored, and a shared cycle has found it dead.
static void forget_unmarked(struct heap_slot *slot, value_t word, void *context)
{
    struct heap_interior *const in = context;
    void *const object = value_to_pointer(slot_word_value(word));
    if (!slot_word_weak(word) || !is_shared(object) || heap_cycle_reached(object)) return;
    atomic_store_explicit(&slot->word, VALUE_UNDEF, memory_order_release); // as in heap_slot_store
    remove_slot(in, slot);
    in->slots.weak--;
    in->slots.marked--;
}

void slots_forget_unmarked(struct heap *heap)
{
    uint32_t at = 0;
    if (heap->interior->slots.weak > 0) each(heap, &at, 0, forget_unmarked, heap->interior);
}

// --- For the verifier --------------------------------------------------------------------------------------------------
bool slots_has(const struct heap *heap, const struct heap_slot *slot)
{
    const struct heap_interior *const in = heap->interior;
    if (in->slots.capacity == 0) return false;
    for (size_t i = hash(slot, in->slots.capacity); item(in, i) != NULL; i = (i + 1) & (in->slots.capacity - 1)) {
        if (item(in, i) == slot) return true;
    }
    return false;
}

uint32_t slots_each_member(struct heap *heap, void (*visit)(struct heap_slot *slot, value_t word, void *context), void *context)
{
    const struct heap_interior *const in = heap->interior;
    uint32_t weak = 0;
    for (size_t i = 0; i < in->slots.capacity; i++) {
        struct heap_slot *const slot = item(in, i);
        if (slot == NULL || slot == TOMBSTONE) continue;
        value_t const word = atomic_load_explicit(&slot->word, memory_order_relaxed);
        weak += slot_word_weak(word);
        visit(slot, word, context);
    }
    return weak;
}

// --- The end ---------------------------------------------------------------------------------------------------------
// The actor ends: what only it could read becomes unreadable; what was shared meanwhile is shared.
void slots_close(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    if (in->slots.capacity == 0) return;
    base_lock_acquire(&heap->world->slot_lock);
    for (size_t i = 0; i < in->slots.capacity; i++) {
        struct heap_slot *const slot = item(in, i);
        if (slot == NULL || slot == TOMBSTONE) continue;
        value_t const value = slot_word_value(atomic_load_explicit(&slot->word, memory_order_relaxed));
        atomic_store_explicit(&slot->word, heap_is_shared(value) ? value : VALUE_UNDEF, memory_order_release);
    }
    base_free(in->slots.items);
    in->slots.items = NULL;
    in->slots.capacity = in->slots.used = in->slots.weak = 0;
    atomic_store_explicit(&in->slots.count, 0, memory_order_relaxed);
    base_lock_release(&heap->world->slot_lock);
}
