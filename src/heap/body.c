// Bodies: memory beside the slots, from the runtime's allocator. Purpose: count it, bound it, pace by it.
// Invariants: stats.body_bytes is the sum of the sizes handed out and not given back; a body is freed once (H8).
// Owner: the holder of the actor's claim. The allocator itself is thread-safe.
#include "heap/interior.h"

static void count(struct heap *heap, ptrdiff_t bytes)
{
    TRP_ASSERT(bytes >= 0 || heap->stats.body_bytes >= (uint64_t)-bytes);
    heap->stats.body_bytes += (uint64_t)bytes;
    if (heap->stats.body_bytes > heap->stats.body_bytes_max) heap->stats.body_bytes_max = heap->stats.body_bytes;
    if (bytes > 0) {
        pace_charge(heap, (size_t)bytes);
    } else if (heap->interior->draining) {
        heap->interior->work += (uint32_t)((size_t)-bytes >> WORK_BODY_SHIFT);
    } else {
        // What the program itself gives back need not be collected.
        int64_t const allowance = heap->interior->allowance - bytes;
        int64_t const full = heap->interior->allowance_full;
        heap->interior->allowance = allowance < full ? allowance : full;
    }
}

static void count_big(struct heap *heap, size_t old_size, size_t new_size)
{
    struct heap_interior *const in = heap->interior;
    if (new_size > BODY_BIG) in->big_bytes += new_size;
    if (old_size > BODY_BIG) in->big_bytes -= old_size < in->big_bytes ? old_size : in->big_bytes;
}

void *heap_body_realloc(struct heap *heap, void *body, size_t old_size, size_t new_size)
{
    TRP_ASSERT(new_size > 0);
    TRP_ASSERT((body == NULL) == (old_size == 0));
    struct heap_world const *const world = heap->world;
    if (!heap_count_down(heap)) return NULL;
    if (new_size > PTRDIFF_MAX || (new_size > old_size && !pace_may_grow(heap, new_size - old_size))) return NULL;
    void *const memory = world->realloc_fn(world->alloc_ud, body, old_size, new_size);
    if (memory == NULL) return NULL;
    count(heap, (ptrdiff_t)new_size - (ptrdiff_t)old_size);
    count_big(heap, old_size, new_size);
    return memory;
}

void *heap_body_alloc(struct heap *heap, size_t size)
{
    return heap_body_realloc(heap, NULL, 0, size);
}

void heap_body_free(struct heap *heap, void *body, size_t size)
{
    TRP_ASSERT(body != NULL && size > 0);
    heap->world->realloc_fn(heap->world->alloc_ud, body, size, 0);
    count(heap, -(ptrdiff_t)size);
    count_big(heap, size, 0);
}

void heap_body_free_in_flight(struct heap_world *world, void *body, size_t size)
{
    world->realloc_fn(world->alloc_ud, body, size, 0);
}

void heap_body_account(struct heap *heap, ptrdiff_t bytes)
{
    if (bytes > 0) pace_may_grow(heap, (size_t)bytes); // it is there already: only ask
    count(heap, bytes);
    if (bytes > 0) {
        count_big(heap, 0, (size_t)bytes);
    } else {
        count_big(heap, (size_t)-bytes, 0);
    }
}

void heap_set_fin(struct heap *heap, void *object)
{
    struct heap_page *const page = page_of(object);
    (void)heap;
    TRP_ASSERT(page_owner(page) == heap);
    TRP_ASSERT(page->live[slot_word(object)] & slot_bit(object));
    page->fin[slot_word(object)] |= slot_bit(object);
}

void heap_clear_fin(struct heap *heap, void *object)
{
    struct heap_page *const page = page_of(object);
    (void)heap;
    TRP_ASSERT(page_owner(page) == heap);
    page->fin[slot_word(object)] &= ~slot_bit(object);
}

// --- Scratch ---------------------------------------------------------------------------------------------------------

static void enlist(struct heap_work *work, struct heap_scratch *scratch)
{
    scratch->next = work->scratches;
    scratch->previous = &work->scratches;
    if (scratch->next != NULL) scratch->next->previous = &scratch->next;
    work->scratches = scratch;
}

void *heap_scratch_open(struct heap *heap, struct heap_scratch *scratch, size_t size)
{
    *scratch = (struct heap_scratch){.body = heap_body_alloc(heap, size), .size = size};
    if (heap->work != NULL && scratch->body != NULL) enlist(heap->work, scratch);
    return scratch->body;
}

void heap_scratch_hold(struct heap *heap, struct heap_scratch *scratch, void *body, void (*release)(void *body))
{
    *scratch = (struct heap_scratch){.body = body, .release = release};
    if (heap->work != NULL) enlist(heap->work, scratch);
}

void *heap_scratch_keep(struct heap_scratch *scratch)
{
    if (scratch->previous != NULL) {
        *scratch->previous = scratch->next;
        if (scratch->next != NULL) scratch->next->previous = scratch->previous;
        scratch->previous = NULL;
    }
    return scratch->body;
}

void heap_scratch_close(struct heap *heap, struct heap_scratch *scratch)
{
    void *const body = heap_scratch_keep(scratch);
    if (scratch->release != NULL) scratch->release(body);
    else heap_body_free(heap, body, scratch->size);
}

void heap_scratch_close_all(struct heap *heap, struct heap_work *work)
{
    while (work->scratches != NULL) heap_scratch_close(heap, work->scratches);
}
