// Sharing in place. Purpose: the shared bit, set on a whole graph or on nothing.
// Invariants: a shared object references only shared objects, but through slots (H4); a graph is visited without
// recursion; `smark` serves as "visited" and is zero again at the end.
// Owner: only the owner of a page sets its shared bits; anybody may read them.
#include "heap/interior.h"

bool heap_is_shared(value_t value)
{
    return !value_is_heap(value) || is_shared(value_to_pointer(value));
}

static void set_shared(struct heap *heap, void *object)
{
    struct heap_page *const page = page_of(object);
    unsigned const word = slot_word(object);
    TRP_ASSERT(page_owner(page) == heap);
    TRP_ASSERT(page->live[word] & slot_bit(object));
    page_set_shared(page, word, page_shared(page, word) | slot_bit(object));
    if (TRP_LIKELY(page->listed)) return;
    page->listed = true;
    page->next = heap->interior->shared_pages;
    heap->interior->shared_pages = page;
}

void heap_set_shared(struct heap *heap, void *object)
{
    set_shared(heap, object);
    if (heap->interior->permanent) return; // growth_recount leaves it out, too
    growth_add(heap, (int64_t)growth_size(heap->world->types, page_of(object), object));
}

struct heap_side *heap_shared_side(const struct heap *heap) { return &heap->world->side; }

struct sharing {
    void **objects; // all that were visited; those from `next` on are not traced yet
    size_t count, capacity, next;
    bool failed; // no memory
};

static bool sharing_grow(struct sharing *sharing)
{
    size_t const capacity = sharing->capacity == 0 ? 64 : sharing->capacity * 2;
    void **const objects = base_realloc(sharing->objects, capacity * sizeof *objects);
    if (objects == NULL) return false;
    sharing->objects = objects;
    sharing->capacity = capacity;
    return true;
}

static void visit(struct heap_marker *marker, value_t value)
{
    struct sharing *const sharing = marker->context;
    if (slot_word_private(value) || sharing->failed) return; // H4: a slot may hold what is private
    void *const object = value_to_pointer(value);
    struct heap_page *const page = page_of(object);
    unsigned const word = slot_word(object);
    uint64_t const bit = slot_bit(object);
    if (page_shared(page, word) & bit) heap_escape(marker->heap, value);
    if ((page_shared(page, word) | page_smark(page, word)) & bit) return;
    TRP_ASSERT(page_owner(page) == marker->heap); // H3
    if (sharing->count == sharing->capacity && !sharing_grow(sharing)) {
        sharing->failed = true;
        return;
    }
    page_set_smark(page, word, page_smark(page, word) | bit);
    sharing->objects[sharing->count++] = object;
}

static bool trace_all(struct sharing *sharing, struct heap_marker *marker, bool (*shareable)(const void *object),
                      value_t *culprit)
{
    while (sharing->next < sharing->count && !sharing->failed) {
        void *const object = sharing->objects[sharing->next++];
        if (!shareable(object)) {
            *culprit = value_pointer(object);
            return false;
        }
        trace_object(marker->types, marker, object);
    }
    return !sharing->failed;
}

// All shared bits are set before the first visited mark is cleared: whoever sees an object shared and not visited knows
// that its whole graph is shared (heap_slot_private).
static void finish(struct heap *heap, struct sharing *sharing, bool shared)
{
    int64_t growth = 0;
    for (size_t i = 0; shared && i < sharing->count; i++) {
        set_shared(heap, sharing->objects[i]);
        growth += (int64_t)growth_size(heap->world->types, page_of(sharing->objects[i]), sharing->objects[i]);
    }
    if (growth != 0) growth_add(heap, growth);
    for (size_t i = 0; i < sharing->count; i++) {
        struct heap_page *const page = page_of(sharing->objects[i]);
        unsigned const word = slot_word(sharing->objects[i]);
        page_set_smark(page, word, page_smark(page, word) & ~slot_bit(sharing->objects[i]));
    }
    base_free(sharing->objects);
}

bool heap_share_graph(struct heap *heap, value_t value, bool (*shareable)(const void *object),
                      void (*freeze)(void *object), value_t *culprit)
{
    struct sharing sharing = {0};
    struct heap_marker marker;
    *culprit = 0;
    if (heap_is_shared(value)) return true;
    marker_init(&marker, heap, heap->world->types);
    marker.visit = visit;
    marker.context = &sharing;
    visit(&marker, value);
    bool shared = trace_all(&sharing, &marker, shareable, culprit);
    if (shared && marker.types->share_sides != NULL) shared = marker.types->share_sides(heap, sharing.objects, sharing.count);
    for (size_t i = 0; shared && freeze != NULL && i < sharing.count; i++) freeze(sharing.objects[i]);
    finish(heap, &sharing, shared);
    return shared;
}

struct looking {
    void (*visit)(value_t value, void *context);
    void *context;
};

static void look(struct heap_marker *marker, value_t value)
{
    const struct looking *const looking = marker->context;
    if (value_is_heap(value) && !slot_word_private(value)) looking->visit(value, looking->context);
}

void heap_each_reference(struct heap *heap, void *(*next)(void *context), void (*visit)(value_t value, void *context),
                         void *context)
{
    struct looking looking = {visit, context};
    struct heap_marker marker;
    marker_init(&marker, heap, heap->world->types);
    marker.visit = look;
    marker.context = &looking;
    for (void *object; (object = next(context)) != NULL;) trace_object(marker.types, &marker, object);
}
