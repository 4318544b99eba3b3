// Orphans: pages of ended actors that hold shared objects. Purpose: shared objects outlive their actor.
// Invariants: an orphan's private objects are gone: live == shared; its owner is the world's orphanage, a heap that
// nothing allocates from and that counts the bodies orphans own.
// Owner: the list is under the heap lock; the pages belong to the shared cycle, which runs alone.
#include "heap/interior.h"

void orphan_add(struct heap *heap, struct heap_page *page)
{
    struct heap_interior *const in = heap->interior;
    atomic_store_explicit(&page->owner, heap->world->orphanage, memory_order_relaxed);
    page->listed = false;
    page->next = in->orphans;
    in->orphans = page;
    in->orphan_count += page_pages(page);
    in->shared_growth += page_pages(page) * (int64_t)HEAP_PAGE_SIZE - page_shared_bytes(page); // the rest of it, too
}

void orphans_publish(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    struct heap_world *const world = heap->world;
    if (in->orphans == NULL && heap->stats.body_bytes == 0) return;
    struct heap_page **link = &in->orphans;
    while (*link != NULL) link = &(*link)->next;
    world_lock(world, &heap->stats);
    *link = world->orphans;
    world->orphans = in->orphans;
    world->orphanage->stats.body_bytes += heap->stats.body_bytes;
    world_unlock(world);
    atomic_fetch_add_explicit(&world->orphan_count, in->orphan_count, memory_order_relaxed);
    in->orphans = NULL;
}

static void free_orphan(struct page_batch *batch, struct heap_page *page)
{
    atomic_fetch_sub_explicit(&batch->heap->world->orphan_count, page_pages(page), memory_order_relaxed);
    batch->heap->stats.pages += page_pages(page); // batch_release counts it off again
    batch_release(batch, page);
}

static struct heap_page *detach_all(struct heap_world *world)
{
    world_lock(world, NULL);
    struct heap_page *const orphans = world->orphans;
    world->orphans = NULL;
    world_unlock(world);
    return orphans;
}

void orphans_settle(struct heap_world *world)
{
    struct page_batch batch = {.heap = world->orphanage};
    struct heap_page *kept = NULL;
    struct heap_page *next;
    for (struct heap_page *page = detach_all(world); page != NULL; page = next) {
        next = page->next;
        if (page_empty(page)) {
            free_orphan(&batch, page);
        } else {
            page->next = kept;
            kept = page;
        }
    }
    world_lock(world, NULL);
    TRP_ASSERT(world->orphans == NULL); // every actor is stopped
    world->orphans = kept;
    world_unlock(world);
    batch_flush(&batch);
}

int64_t orphans_bytes(const struct heap_world *world)
{
    return (int64_t)atomic_load_explicit(&world->orphan_count, memory_order_relaxed) * HEAP_PAGE_SIZE;
}

void orphans_free_all(struct heap_world *world)
{
    for (struct heap_page *page = world->orphans; page != NULL; page = page->next) {
        for (unsigned w = 0; w < 2; w++) {
            page_set_shared(page, w, 0);
            page->live[w] = 0;
        }
        sweep_page(world->orphanage, page);
    }
    orphans_settle(world);
}
