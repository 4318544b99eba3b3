// Large objects: runs of pages that hold one object each. Purpose: sizes above HEAP_SMALL_MAX.
// Invariants: the head page stands for the run: bit 0 of its words; a dead run stays with the heap for one cycle, so
// that steady recycling takes no lock; runs of a single page are ordinary pages.
// Owner: the holder of the actor's claim.
#include "heap/interior.h"

static struct heap_page *reuse_run(struct heap_interior *in, uint32_t pages)
{
    for (uint32_t i = in->runs.count; i-- > 0;) {
        struct heap_page *const head = in->runs.items[i];
        if (head->run != pages) continue;
        list_remove(&in->runs, head);
        return head;
    }
    return NULL;
}

static struct heap_page *take_run(struct heap *heap, uint32_t pages)
{
    struct heap_page *head = NULL;
    if (pages == 1) {
        head = heap_take_page(heap);
        if (head != NULL) head->run = 1;
        return head;
    }
    head = reuse_run(heap->interior, pages);
    if (head != NULL || !pace_may_grow(heap, (size_t)pages * HEAP_PAGE_SIZE)) return head;
    head = world_take_run(heap->world, &heap->stats, pages);
    if (head == NULL) return NULL;
    heap->stats.refill_lock++;
    heap->stats.pages += pages;
    if (heap->stats.pages > heap->stats.pages_max) heap->stats.pages_max = heap->stats.pages;
    return head;
}

static void *alloc_large(struct heap *heap, size_t size)
{
    struct heap_interior *const in = heap->interior;
    TRP_ASSERT(in->phase == COLLECT_IDLE);
    if (!heap_count_down(heap) || size > (size_t)UINT32_MAX * HEAP_PAGE_SIZE / 2) return NULL;
    if (!list_reserve(&in->large, 1)) return NULL;
    uint32_t const pages = (uint32_t)((size + HEAP_PAGE_SIZE - 1) / HEAP_PAGE_SIZE);
    struct heap_page *const head = take_run(heap, pages);
    if (head == NULL) return NULL;
    page_adopt(head, heap, PAGE_LARGE, CLASS_LARGE);
    head->live[0] = 1;
    if (in->permanent) page_set_shared(head, 0, 1);
    list_append(&in->large, head);
    heap->stats.objects++;
    pace_charge(heap, (size_t)pages * HEAP_PAGE_SIZE);
    HEAP_UNPOISON(page_memory(head), (size_t)pages * HEAP_PAGE_SIZE);
    return page_memory(head);
}

void *heap_alloc_size(struct heap *heap, size_t size)
{
    if (size > HEAP_SMALL_MAX) return alloc_large(heap, size);
    unsigned const granules = (unsigned)((size + HEAP_GRANULE - 1) / HEAP_GRANULE);
    return heap_alloc(heap, (enum heap_size_class)heap_class_of_granules[granules]);
}

// A dead run of one page becomes a spare page; a longer one waits in `runs`. Where the lists find no memory it stays
// where it is, dead, until the next collection.
static void retire(struct heap *heap, struct heap_page *head)
{
    struct heap_interior *const in = heap->interior;
    bool const single = head->run == 1;
    struct page_list *const list = single ? &in->spare : &in->runs;
    if (!list_reserve(list, 1)) return;
    list_remove(&in->large, head);
    page_adopt(head, heap, PAGE_SPARE, single ? 0 : CLASS_LARGE);
    list_append(list, head);
}

// Runs that nobody reused since the last collection are surplus, all of them when the heap is over its limit.
bool runs_surplus(struct heap_interior *in, bool all)
{
    bool surplus = false;
    for (uint32_t i = 0; i < in->runs.count; i++) {
        struct heap_page *const head = in->runs.items[i];
        head->surplus = all || head->idle;
        head->idle = true;
        surplus |= head->surplus;
    }
    return surplus;
}

bool runs_return(struct page_batch *batch, uint32_t pages_max)
{
    struct heap_interior *const in = batch->heap->interior;
    uint32_t pages = 0;
    for (uint32_t i = in->runs.count; i-- > 0;) {
        struct heap_page *const head = in->runs.items[i];
        if (!head->surplus) continue;
        if (pages >= pages_max) return false;
        pages += head->run;
        list_remove(&in->runs, head);
        batch_release(batch, head);
    }
    return true;
}

bool large_settle_step(struct heap *heap, uint64_t deadline)
{
    struct heap_interior *const in = heap->interior;
    while (in->at_page > 0) {
        struct heap_page *const head = in->large.items[--in->at_page];
        if (head->live[0] != 0) {
            in->live_bytes += (size_t)head->run * HEAP_PAGE_SIZE;
            in->shared_bytes_now += page_shared_bytes(head);
            head->known[0] = page_shared(head, 0);
        } else {
            sweep_page(heap, head);
            retire(heap, head);
        }
        if (step_over(in, 1, deadline)) return false;
    }
    return true;
}

void large_close(struct page_batch *batch, void (*close_page)(struct page_batch *batch, struct heap_page *page))
{
    struct heap_interior *const in = batch->heap->interior;
    for (uint32_t i = 0; i < in->large.count; i++) {
        struct heap_page *const head = in->large.items[i];
        close_page(batch, head);
    }
    runs_surplus(in, true);
    runs_return(batch, UINT32_MAX);
    list_free(&in->large);
    list_free(&in->runs);
}
