// How much is shared. Purpose: a shared cycle when it is worth one, and not before.
//
// Each heap counts what it shares, and publishes that when it is much, at its collections and at its end: a heap that shares
// little writes no line that others read. A cycle counts anew, so that what ended actors left, what died and what changed
// hands needs no account of its own.
//
// Invariants: after a cycle shared_bytes is the sum over all shared objects, but those of permanent heaps, whose bodies
// alone count; between two cycles it only lacks what heaps have not published, 256 KiB each.
// Owner: a heap's growth is its claim holder's; the world's figures are atomic.
#include "heap/interior.h"

int64_t heap_shared_bytes(const struct heap_world *world)
{
    return atomic_load_explicit(&world->shared_bytes, memory_order_relaxed);
}

bool heap_shared_cycle_wanted(const struct heap_world *world)
{
    return heap_shared_bytes(world) > atomic_load_explicit(&world->shared_bytes_limit, memory_order_relaxed);
}

// The shared heap has doubled beyond the limit, and half of all memory besides.
bool heap_shared_cycle_urgent(const struct heap_world *world)
{
    int64_t const half = (int64_t)atomic_load_explicit(&world->page_count, memory_order_relaxed) * HEAP_PAGE_SIZE / 2;
    return heap_shared_bytes(world) > atomic_load_explicit(&world->shared_bytes_limit, memory_order_relaxed) * 2 + half;
}

bool heap_shared_cycle_may_help(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    bool const may = in->shared_bytes_now > 0 && (in->refused || heap_usage(heap) > in->cycle_usage + in->limit / 32);
    in->refused = !may;
    return may;
}

// Who makes a cycle wanted is asked to leave its slice, at the end of which it runs.
void growth_publish(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    heap_world_account_shared(heap->world, in->shared_growth);
    in->shared_growth = 0;
    if (heap_shared_cycle_wanted(heap->world)) *heap->budget = 0;
}

void heap_world_account_shared(struct heap_world *world, ptrdiff_t bytes)
{
    if (bytes != 0) atomic_fetch_add_explicit(&world->shared_bytes, bytes, memory_order_relaxed);
}

void heap_account_shared(struct heap *heap, ptrdiff_t bytes)
{
    growth_add(heap, bytes);
}

size_t growth_size(const struct heap_types *types, const struct heap_page *page, const void *object)
{
    const struct heap_type *const type = &types->types[object_type(object)];
    bool const fin = (page->fin[slot_word(object)] & slot_bit(object)) != 0;
    return page_slot_size(page) + (fin && type->body_size != NULL ? type->body_size(object) : 0);
}

void growth_recount(struct heap_world *world, struct heap **heaps, size_t count, size_t body_bytes)
{
    int64_t bytes = (int64_t)body_bytes + orphans_bytes(world);
    for (size_t i = 0; i < count; i++) {
        struct heap_interior *const in = heaps[i]->interior;
        if (!in->permanent) bytes += in->shared_left;
        in->shared_growth = 0;
        in->cycle_usage = heap_usage(heaps[i]);
    }
    int64_t const growth = bytes / 2 > world->shared_growth_least ? bytes / 2 : world->shared_growth_least;
    atomic_store_explicit(&world->shared_bytes, bytes, memory_order_relaxed);
    atomic_store_explicit(&world->shared_bytes_limit, bytes + growth, memory_order_relaxed);
}
