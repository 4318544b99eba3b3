// The verifier. Purpose: find what the heap got wrong, by recomputing liveness without any of the heap's own bits.
//
//   lists   every page is where its metadata says, its bits lie within its class's pattern, fin & ~live is drained
//           below the cursor (H6), nothing is marked for a shared cycle, counts agree
//   walk    from the roots, with a hash set for "visited": what is reached is a live object of this heap or shared
//           (H1, H3), and owns nothing without a fin bit (H8); its type finds nothing wrong with it
//   shared  each shared object of the heap references shared objects, or slots (H4)
//   slots   the set holds the slots whose words are tagged and point into this heap, and no other; the holder of a weak
//           slot is this heap's. A slot met in a shared object is in the set of whomever its word points to (H4)
//
// Invariant: the heap is as it was, but for its caches, which are flushed. Where the set finds no memory the walk is
// left out.
// Owner: the holder of the actor's claim. Costs a mark and a hash set of all that lives.
#include <stdio.h>

#include "heap/interior.h"

struct walk {
    struct heap *heap;
    uintptr_t *set; // open addressing, 0 free
    size_t count, capacity;
    void **todo;
    size_t todo_count, todo_capacity;
    size_t body_bytes;
    const void *holder; // whose references are being visited; NULL: the roots
    uintptr_t *holders; // of weak slots: a set like the other. What the roots reach of them is walked
    size_t holder_capacity, holders_reached;
    bool out_of_memory;
    bool in_slots; // the values are those of private slots
};

_Noreturn static void fail(const struct heap *heap, const char *what, const void *object, const void *holder)
{
    char message[256];
    snprintf(message, sizeof message, "heap_verify: %s (heap %p, object %p, from %p)", what, (const void *)heap, object,
             holder);
    base_fail("src/heap/verify.c", __LINE__, message);
}

static void check(bool condition, const struct heap *heap, const char *what, const void *object, const void *holder)
{
    if (TRP_UNLIKELY(!condition)) fail(heap, what, object, holder);
}

// --- Lists ----------------------------------------------------------------------------------------------------------
static void check_bits(const struct heap *heap, const struct heap_page *page)
{
    for (unsigned w = 0; w < 2; w++) {
        uint64_t const pattern = heap_pattern[page->size_class][w];
        check((page->live[w] & ~pattern) == 0, heap, "live bit where no slot starts", page, NULL);
        check((page->fin[w] & ~pattern) == 0, heap, "fin bit where no slot starts", page, NULL);
        check((page_shared(page, w) & ~page->live[w]) == 0, heap, "shared object is not live", page, NULL);
        check(page_smark(page, w) == 0, heap, "shared mark outside a cycle", page, NULL);
    }
}

static void check_place(struct heap *heap, struct page_list const *list, uint32_t i, enum page_state state)
{
    struct heap_page const *const page = list->items[i];
    check(page->index == i || state == PAGE_SPARE, heap, "page is not at its index", page, NULL);
    check(page_owner(page) == heap, heap, "H1: page of another heap", page, NULL);
    check(page->state == state, heap, "page in the wrong list", page, NULL);
}

static uint64_t check_class(struct heap *heap, unsigned c, uint32_t *dirty)
{
    struct heap_interior const *const in = heap->interior;
    struct page_list const *const list = &in->pages[c];
    check(in->cursor[c] <= list->count, heap, "cursor beyond the list", NULL, NULL);
    for (uint32_t i = 0; i < list->count; i++) {
        struct heap_page const *const page = list->items[i];
        check_place(heap, list, i, PAGE_SMALL);
        check(page->size_class == c, heap, "page of another class", page, NULL);
        check_bits(heap, page);
        bool const pending = page_dead_fin(page) != 0;
        check(!pending || i >= in->cursor[c], heap, "H6: dead slot that owns something in a swept page", page, NULL);
        bool const empty = page_empty(page) && (page->fin[0] | page->fin[1]) == 0;
        check(empty || i < in->cursor[c] || i < in->tail[c], heap, "page in use among the empty ones", page, NULL);
        *dirty += pending;
    }
    return list->count;
}

static uint64_t check_runs(struct heap *heap)
{
    struct heap_interior const *const in = heap->interior;
    uint64_t pages = 0;
    for (uint32_t i = 0; i < in->large.count; i++) {
        check_place(heap, &in->large, i, PAGE_LARGE);
        check_bits(heap, in->large.items[i]);
        pages += in->large.items[i]->run;
    }
    for (uint32_t i = 0; i < in->runs.count; i++) {
        check_place(heap, &in->runs, i, PAGE_SPARE);
        pages += in->runs.items[i]->run;
    }
    return pages;
}

static void check_lists(struct heap *heap)
{
    struct heap_interior const *const in = heap->interior;
    uint64_t pages = check_runs(heap);
    uint32_t dirty = 0;
    for (unsigned c = 0; c < HEAP_CLASSES; c++) pages += check_class(heap, c, &dirty);
    for (uint32_t i = 0; i < in->spare.count; i++) check_place(heap, &in->spare, i, PAGE_SPARE);
    pages += in->spare.count;
    check(pages == heap->stats.pages, heap, "pages do not add up", NULL, NULL);
    check(dirty == 0 || in->dirty != 0, heap, "H6: pages to drain that the heap does not know of", NULL, NULL);
}

static void check_caches(struct heap *heap)
{
    for (unsigned c = 0; c < HEAP_CLASSES; c++) {
        struct heap_cache const *const cache = &heap->caches[c];
        if (cache->page == NULL) continue;
        check(cache->free == 0, heap, "cache is open after a flush", cache->page, NULL);
        check(page_owner(cache->page) == heap, heap, "H1: cache of another heap's page", cache->page, NULL);
        check(cache->page->size_class == c, heap, "cache of another class", cache->page, NULL);
        check(cache->base == slot_at(cache->page, cache->word, 0), heap, "cache has the wrong base", cache->page, NULL);
    }
}

// --- Walk -----------------------------------------------------------------------------------------------------------
static void set_insert(uintptr_t *set, size_t capacity, uintptr_t key)
{
    size_t i = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (capacity - 1);
    while (set[i] != 0) i = (i + 1) & (capacity - 1);
    set[i] = key;
}

static bool set_grow(struct walk *walk)
{
    size_t const capacity = walk->capacity == 0 ? 1024 : walk->capacity * 2;
    uintptr_t *const set = base_alloc_zeroed(capacity * sizeof *set);
    if (set == NULL) return false;
    for (size_t i = 0; i < walk->capacity; i++) {
        if (walk->set[i] != 0) set_insert(set, capacity, walk->set[i]);
    }
    base_free(walk->set);
    walk->set = set;
    walk->capacity = capacity;
    return true;
}

static bool todo_grow(struct walk *walk)
{
    size_t const capacity = walk->todo_capacity == 0 ? 1024 : walk->todo_capacity * 2;
    void **const todo = base_realloc(walk->todo, capacity * sizeof *todo);
    if (todo == NULL) return false;
    walk->todo = todo;
    walk->todo_capacity = capacity;
    return true;
}

static bool set_has(const uintptr_t *set, size_t capacity, uintptr_t key)
{
    if (capacity == 0) return false;
    size_t i = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (capacity - 1);
    for (; set[i] != 0; i = (i + 1) & (capacity - 1)) {
        if (set[i] == key) return true;
    }
    return false;
}

// True when it is new and could be remembered.
static bool remember(struct walk *walk, void *object)
{
    if (walk->out_of_memory || set_has(walk->set, walk->capacity, (uintptr_t)object)) return false;
    if ((walk->count + 1) * 2 > walk->capacity && !set_grow(walk)) walk->out_of_memory = true;
    if (walk->todo_count == walk->todo_capacity && !todo_grow(walk)) walk->out_of_memory = true;
    if (walk->out_of_memory) return false;
    set_insert(walk->set, walk->capacity, (uintptr_t)object);
    walk->count++;
    walk->todo[walk->todo_count++] = object;
    return true;
}

static void check_object(struct walk *walk, struct heap_page const *page, void *object)
{
    unsigned const word = slot_word(object);
    uint64_t const bit = slot_bit(object);
    struct heap const *const heap = walk->heap;
    check((uintptr_t)object % HEAP_GRANULE == 0, heap, "reference into the middle of an object", object, walk->holder);
    check((heap_pattern[page->size_class][word] & bit) != 0, heap, "reference to no slot", object, walk->holder);
    check((page->live[word] & bit) != 0, heap, "reached object is not live", object, walk->holder);
    check(object_type(object) != TYPE_FREE, heap, "reached object is scrubbed or never written", object, walk->holder);
    check(object_type(object) < TYPE_COUNT, heap, "reached object has no type", object, walk->holder);
}

// H8: what owns a body will be finalized.
static void check_body(struct walk *walk, struct heap_page const *page, void *object)
{
    const struct heap_type *const type = &walk->heap->world->types->types[object_type(object)];
    size_t const size = type->body_size == NULL ? 0 : type->body_size(object);
    bool const fin = (page->fin[slot_word(object)] & slot_bit(object)) != 0;
    check(size == 0 || fin, walk->heap, "H8: object owns a body without a fin bit", object, walk->holder);
    walk->body_bytes += size;
}

static void visit(struct heap_marker *marker, value_t value)
{
    struct walk *const walk = marker->context;
    void *const object = value_to_pointer(value);
    struct heap_page const *const page = page_of(object);
    if (page_shared(page, slot_word(object)) & slot_bit(object)) {
        if (!set_has(walk->holders, walk->holder_capacity, (uintptr_t)object)) return;
        if (remember(walk, object)) walk->holders_reached++;
        return;
    }
    check(page_owner(page) == walk->heap, walk->heap, "H3: reference to a private object of another heap", object,
          walk->holder);
    if (!remember(walk, object)) return;
    check_object(walk, page, object);
    check_body(walk, page, object);
}

static void visit_from_shared(struct heap_marker *marker, value_t value)
{
    struct walk *const walk = marker->context;
    check(!slot_word_private(value), walk->heap, "H4: a slot's word beside heap_mark_slot", walk->holder, walk->holder);
    check(heap_is_shared(value), walk->heap, "H4: shared object references a private one", value_to_pointer(value),
          walk->holder);
}

// In a cycle: marked, or never to be freed.
static void visit_reported(struct heap_marker *marker, value_t value)
{
    struct walk *const walk = marker->context;
    void *const object = value_to_pointer(value & ~(value_t)(HEAP_GRANULE - 1));
    struct heap_page const *const page = page_of(object);
    unsigned const word = slot_word(object);
    if ((page_shared(page, word) & slot_bit(object)) == 0) {
        if (page_owner(page) == walk->heap) (void)remember(walk, object);
        return;
    }
    if (walk->in_slots) return; // shared since it was stored: an edge of what the slot lies in, which may be dead
    check((page_smark(page, word) & slot_bit(object)) != 0, walk->heap, "a shared object that is in no report", object,
          walk->holder);
}

static void visit_reported_symbol(struct heap_marker *marker, symbol_t symbol)
{
    struct walk *const walk = marker->context;
    const struct heap_world *const world = walk->heap->world;
    if (world->types->symbol_met == NULL) return;
    check(world->types->symbol_met(world->owner, symbol), walk->heap, "a symbol that is in no report",
          value_to_pointer(value_symbol(symbol)), walk->holder);
}

static bool visit_no_weak(struct heap_marker *marker, value_t *field)
{
    (void)marker;
    (void)field;
    return true;
}

// A weak edge to what died was cleared.
static bool visit_weak(struct heap_marker *marker, value_t *field)
{
    struct walk *const walk = marker->context;
    void *const object = value_to_pointer(*field);
    struct heap_page const *const page = page_of(object);
    bool const live = heap_is_shared(*field) ||
                      (page_owner(page) == walk->heap && (page->live[slot_word(object)] & slot_bit(object)) != 0);
    check(live, walk->heap, "weak edge to a dead object", object, walk->holder);
    return true;
}

// --- Slots ----------------------------------------------------------------------------------------------------------
// Of another heap's set only a moment's state could be seen: each heap answers for its own.
static void visit_slot_from_shared(struct heap_marker *marker, const struct heap_slot *slot)
{
    struct walk *const walk = marker->context;
    struct base_lock *const lock = &walk->heap->world->slot_lock;
    base_lock_acquire(lock); // another heap may be taking it over
    value_t const word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    bool const known = slots_has(walk->heap, slot);
    base_lock_release(lock);
    if (!slot_word_private(word)) {
        bool const sound = !value_is_heap(word) || heap_is_shared(word);
        check(sound, walk->heap, "H4: slot with an untagged private value", slot, walk->holder);
    } else if (page_owner(page_of(value_to_pointer(word))) == walk->heap) {
        check(known, walk->heap, "H4: slot with a private value is in no set", slot, walk->holder);
    }
}

// From a holder that the roots reach: its weak slots are edges, what else it references is shared or a root.
static void visit_slot_of_holder(struct heap_marker *marker, const struct heap_slot *slot)
{
    struct walk *const walk = marker->context;
    value_t const word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    if (slot_word_weak(word) && page_owner(page_of(value_to_pointer(word))) == walk->heap) {
        marker->visit(marker, slot_word_value(word));
    }
}

static void check_member(struct heap_slot *slot, value_t word, void *context)
{
    struct walk *const walk = context;
    const struct heap *const heap = walk->heap;
    check(slot_word_private(word), heap, "H4: slot without a private value in a set", slot, NULL);
    void *const object = value_to_pointer(slot_word_value(word));
    check(heap_is_object(heap->world, object), heap, "H4: slot in a set holds no object that lives", slot, NULL);
    check(page_owner(page_of(object)) == heap, heap, "H4: slot with another heap's value in a set", slot, NULL);
    if (!slot_word_weak(word)) return;
    void *const holder = slot_holder(slot);
    check(page_owner(page_of(holder)) == heap && heap_is_shared(value_pointer(holder)), heap,
          "weak slot outside of a shared object of its heap", slot, holder);
    if (walk->holders != NULL && !set_has(walk->holders, walk->holder_capacity, (uintptr_t)holder)) {
        set_insert(walk->holders, walk->holder_capacity, (uintptr_t)holder);
    }
}

static void check_slots(struct walk *walk)
{
    uint32_t const weak = walk->heap->interior->slots.weak;
    if (weak > 0) {
        walk->holder_capacity = 16;
        while (walk->holder_capacity < (size_t)weak * 2 + 2) walk->holder_capacity *= 2;
        walk->holders = base_alloc_zeroed(walk->holder_capacity * sizeof *walk->holders);
        if (walk->holders == NULL) walk->holder_capacity = 0;
        walk->out_of_memory |= walk->holders == NULL;
    }
    uint32_t const counted = slots_each_member(walk->heap, check_member, walk);
    check(counted == weak, walk->heap, "weak slots do not add up", NULL, NULL);
}

// Before it is traced: what is broken must not be followed.
static void check_itself(struct heap *heap, const struct heap_types *types, const void *object)
{
    const struct heap_type *const type = &types->types[object_type(object)];
    const char *const wrong = type->verify == NULL ? NULL : type->verify(object);
    check(wrong == NULL, heap, wrong, object, NULL);
}

static void trace(struct heap_marker *marker, void *object)
{
    struct walk *const walk = marker->context;
    walk->holder = object;
    check_itself(walk->heap, marker->types, object);
    trace_object(marker->types, marker, object);
}

static void check_shared_in_page(struct heap_page *page, void *context)
{
    struct heap_marker *const marker = context;
    for (unsigned w = 0; w < 2; w++) {
        for (uint64_t bits = page_shared(page, w); bits != 0; bits &= bits - 1) {
            void *const object = slot_at(page, w, (unsigned)__builtin_ctzll(bits));
            check_object(marker->context, page, object);
            check_body(marker->context, page, object);
            trace(marker, object);
            fields_verify(((struct walk *)marker->context)->heap, object);
        }
    }
}

static void walk_private(struct walk *walk, struct heap_marker *marker)
{
    marker->visit = visit;
    marker->visit_slot = visit_slot_of_holder;
    mark_roots(marker);
    while (walk->todo_count > 0) trace(marker, walk->todo[--walk->todo_count]);
}

static void count_private(struct heap_page *page, void *context)
{
    size_t *const count = context;
    for (unsigned w = 0; w < 2; w++) *count += (unsigned)__builtin_popcountll(page->live[w] & ~page_shared(page, w));
}

// The first that is live, private and not reached becomes the holder, for the message.
static void find_stray(struct heap_page *page, void *context)
{
    struct walk *const walk = context;
    for (unsigned w = 0; w < 2; w++) {
        for (uint64_t bits = page->live[w] & ~page_shared(page, w); bits != 0; bits &= bits - 1) {
            void *const object = slot_at(page, w, (unsigned)__builtin_ctzll(bits));
            if (walk->holder == NULL && !set_has(walk->set, walk->capacity, (uintptr_t)object)) walk->holder = object;
        }
    }
}

// A slot that was lost since the mark, to another actor or to a shared cycle, was the root of what is garbage now. Others
// may take one while we walk, so this is asked last.
static void check_count(struct walk *walk, uint32_t slots_marked)
{
    struct heap_interior *const in = walk->heap->interior;
    if (atomic_load_explicit(&in->slots.count, memory_order_relaxed) != slots_marked) return;
    size_t private = 0;
    pages_each(in, count_private, &private);
    if (TRP_LIKELY(private == walk->count - walk->holders_reached)) return;
    walk->holder = NULL;
    pages_each(in, find_stray, walk);
    fail(walk->heap, "an object outlived a collection that nothing reaches", walk->holder, NULL);
}

static void verify(struct heap *heap, bool exact)
{
    struct heap_interior *const in = heap->interior;
    if (in->phase != COLLECT_IDLE) return;
    heap_flush(heap);
    check_lists(heap);
    check_caches(heap);
    struct walk walk = {.heap = heap};
    uint32_t const slots_marked = in->slots.marked; // the walk marks them too
    struct heap_marker marker;
    marker_init(&marker, heap, heap->world->types);
    marker.context = &walk;
    marker.visit_weak = visit_weak;
    base_lock_acquire(&heap->world->slot_lock); // against other heaps that take slots over
    check_slots(&walk);
    base_lock_release(&heap->world->slot_lock);
    if (!in->permanent) walk_private(&walk, &marker);
    if (exact && !walk.out_of_memory) check_count(&walk, slots_marked);
    marker.visit = visit_from_shared;
    marker.visit_slot = visit_slot_from_shared;
    pages_each(in, check_shared_in_page, &marker);
    check(walk.body_bytes <= heap->stats.body_bytes, heap, "H8: objects own more than was allocated", NULL, NULL);
    base_free(walk.set);
    base_free(walk.holders);
    base_free(walk.todo);
}

void heap_verify_reported(struct heap *heap)
{
    struct walk walk = {.heap = heap};
    struct heap_marker marker;
    marker_init(&marker, heap, heap->world->types);
    marker.context = &walk;
    marker.visit = visit_reported;
    marker.visit_symbol = visit_reported_symbol;
    marker.visit_weak = visit_no_weak;
    uint32_t const marked = heap->interior->slots.marked;
    uint32_t at = 0;
    mark_roots_but_slots(&marker);
    walk.in_slots = true;
    slots_mark(&marker, &at, 0);
    walk.in_slots = false;
    heap->interior->slots.marked = marked;
    while (walk.todo_count > 0) {
        void *const object = walk.todo[--walk.todo_count];
        if (marker.types->header != NULL) marker.types->header(&marker, heap->world->owner, object_class_id(object));
        trace(&marker, object);
    }
    base_free(walk.set);
    base_free(walk.todo);
}

void heap_verify(struct heap *heap)
{
    verify(heap, false);
}

void heap_verify_collected(struct heap *heap)
{
    verify(heap, true);
}
