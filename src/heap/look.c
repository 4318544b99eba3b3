// Looking at a heap. Purpose: walks for ObjectSpace, and the debug checks that need to know what an address is.
// Owner: the holder of the actor's claim, but for heap_is_object, which takes the heap lock.
#include "heap/interior.h"

struct each {
    void (*visit)(void *object, void *context);
    void *context;
};

static void each_in_page(struct heap_page *page, void *context)
{
    struct each const *const each = context;
    for (unsigned w = 0; w < 2; w++) {
        for (uint64_t bits = page->live[w]; bits != 0; bits &= bits - 1) {
            void *const object = slot_at(page, w, (unsigned)__builtin_ctzll(bits));
            if (object_type(object) != TYPE_FREE) each->visit(object, each->context); // a scrubbed slot
        }
    }
}

void heap_each(struct heap *heap, void (*visit)(void *object, void *context), void *context)
{
    struct each each = {.visit = visit, .context = context};
    TRP_ASSERT(heap->interior->phase == COLLECT_IDLE);
    heap_flush(heap);
    pages_each(heap->interior, each_in_page, &each);
}

static bool is_live_slot(const void *pointer)
{
    struct heap_page const *const page = page_of(pointer);
    unsigned const word = slot_word(pointer);
    if ((uintptr_t)pointer % HEAP_GRANULE != 0) return false;
    if (page->state != PAGE_SMALL && page->state != PAGE_LARGE) return false;
    return (page->live[word] & heap_pattern[page->size_class][word] & slot_bit(pointer)) != 0;
}

bool heap_is_object(const struct heap_world *world, const void *pointer)
{
    struct heap_world *const mutable_world = (struct heap_world *)(uintptr_t)world;
    bool found = false;
    world_lock(mutable_world, NULL);
    for (struct chunk *chunk = world->all; chunk != NULL && !found; chunk = chunk->all_next) {
        found = chunk == chunk_of(pointer);
    }
    world_unlock(mutable_world);
    return found && (uintptr_t)pointer % HEAP_CHUNK_SIZE >= CHUNK_FIRST_PAGE * HEAP_PAGE_SIZE && is_live_slot(pointer);
}

void heap_check_store(const struct heap *heap, const void *holder, value_t value)
{
    if (!value_is_heap(value)) return;
    void const *const object = value_to_pointer(value);
    if (is_shared(object)) return;
    TRP_CHECK(page_owner(page_of(object)) == heap);  // H3
    TRP_CHECK(holder == NULL || !is_shared(holder)); // H4
}
