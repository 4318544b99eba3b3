// One actor's heap from open to close. Purpose: what a heap owns, and where that goes when its actor ends.
// Invariants: a new heap owns no page; closing never marks: it walks `fin`, gives pages back whole, and leaves pages
// with shared objects to the orphanage.
// Owner: the holder of the actor's claim.
#include "base/purge.h"
#include "heap/interior.h"

static void register_permanent(struct heap_world *world, struct heap_interior *interior)
{
    world_lock(world, NULL);
    interior->permanent_next = world->permanent;
    world->permanent = interior;
    world_unlock(world);
}

bool heap_open(struct heap *heap, struct heap_world *world, const struct heap_options *options)
{
    struct heap_interior *const interior = base_alloc_aligned_zeroed(128, sizeof *interior);
    if (interior == NULL) return false;
    *heap = (struct heap){.world = world, .owner = options->owner, .locals = VALUE_NIL, .interior = interior};
    heap->budget = &interior->idle_budget;
    interior->heap = heap;
    interior->limit = options->limit;
    interior->permanent = options->permanent;
    interior->enabled = !options->permanent;
    interior->allowance = interior->allowance_full = interior->nursery = PACE_FIRST;
    marker_init(&interior->marker, heap, world->types);
    if (options->permanent) register_permanent(world, interior);
    atomic_fetch_add_explicit(&world->heap_count, 1, memory_order_relaxed);
    return true;
}

// The private objects of a page end; what is left is shared.
static void close_page(struct page_batch *batch, struct heap_page *page)
{
    uint64_t shared = 0;
    for (unsigned w = 0; w < 2; w++) {
        uint64_t const keep = page_shared(page, w);
        sweep_finalize(batch->heap, page, w, page->fin[w] & ~keep);
        page->live[w] = keep;
        shared |= keep;
    }
    if (shared != 0) {
        batch->heap->stats.pages -= page_pages(page);
        orphan_add(batch->heap, page);
    } else {
        batch_release(batch, page);
    }
}

static void close_small(struct page_batch *batch)
{
    struct heap_interior *const in = batch->heap->interior;
    for (unsigned c = 0; c < HEAP_CLASSES; c++) {
        for (uint32_t i = 0; i < in->pages[c].count; i++) close_page(batch, in->pages[c].items[i]);
        list_free(&in->pages[c]);
    }
    for (uint32_t i = 0; i < in->spare.count; i++) batch_release(batch, in->spare.items[i]);
    list_free(&in->spare);
}

static void unregister_permanent(struct heap_world *world, struct heap_interior *interior)
{
    world_lock(world, NULL);
    struct heap_interior **link = &world->permanent;
    while (*link != interior) link = &(*link)->permanent_next;
    *link = interior->permanent_next;
    world_unlock(world);
}

void heap_close(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    struct page_batch batch = {.heap = heap};
    if (heap->stats.body_bytes > PURGE_LEAST * 4) purge_ask();
    heap_flush(heap);
    slots_close(heap);
    report_free(in->report);
    report_free(in->next_report);
    in->report = in->next_report = NULL;
    in->reported = false;
    in->shared_pages = NULL; // they become orphans
    in->draining = true;
    close_small(&batch);
    large_close(&batch, close_page);
    batch_flush(&batch);
    if (heap->side != NULL) heap->world->types->close_side(heap);
    TRP_ASSERT(heap->stats.pages == 0);
    orphans_publish(heap);
    heap_world_account_shared(heap->world, in->shared_growth);
    if (in->permanent) unregister_permanent(heap->world, in);
    scrub_forget(heap);
    marker_reset(&in->marker);
    base_free(in);
    heap->interior = NULL;
    // release: pairs with the acquire in heap_world_destroy
    atomic_fetch_sub_explicit(&heap->world->heap_count, 1, memory_order_release);
}
