// A worker's stash of pages. Purpose: actors that come and go on one worker pass pages on without the heap lock.
// Invariant: every page in it is PAGE_FREE, counted as handed out by the world.
// Owner: the worker's thread, and the actor that it runs.
#include "heap/interior.h"

struct heap_stash *heap_stash_create(struct heap_world *world)
{
    struct heap_stash *const stash = base_alloc_aligned_zeroed(64, sizeof *stash);
    if (stash != NULL) stash->world = world;
    return stash;
}

void heap_stash_destroy(struct heap_stash *stash)
{
    world_give(stash->world, NULL, stash->pages, stash->count);
    base_free(stash);
}

void stash_give(struct heap *heap, struct heap_page **pages, uint32_t count)
{
    struct heap_stash *const stash = heap->stash;
    uint32_t kept = 0;
    if (stash != NULL) {
        TRP_ASSERT(stash->world == heap->world);
        while (kept < count && stash->count < STASH_PAGES) stash->pages[stash->count++] = pages[kept++];
    }
    world_give(heap->world, &heap->stats, pages + kept, count - kept);
}

void batch_release(struct page_batch *batch, struct heap_page *page)
{
    uint32_t const pages = page_pages(page);
    page_release(page);
    batch->heap->stats.pages -= pages;
    if (pages > 1) {
        world_give_run(batch->heap->world, &batch->heap->stats, page);
        return;
    }
    batch->pages[batch->count++] = page;
    if (batch->count == TRP_COUNT(batch->pages)) batch_flush(batch);
}

void batch_flush(struct page_batch *batch)
{
    stash_give(batch->heap, batch->pages, batch->count);
    batch->count = 0;
}
