// Sweeping. Purpose: finalize what died, find empty pages, keep no more of them than the next cycle needs.
// Invariants: a page's `fin & ~live` is drained before its free slots are handed out or its live bits cleared (H6);
// there is no other sweep: the mark bits are the free list.
// Owner: the holder of the actor's claim.
#include "base/purge.h"
#include "heap/interior.h"

#define SPARE_SLACK 48u // spare pages beyond what is needed before any goes back: against ping-pong

void sweep_finalize(struct heap *heap, struct heap_page *page, unsigned word, uint64_t bits)
{
    struct heap_interior *const in = heap->interior;
    bool const draining = in->draining;
    TRP_ASSERT((bits & ~page->fin[word]) == 0);
    page->fin[word] &= ~bits;
    in->work += (uint32_t)__builtin_popcountll(bits);
    in->draining = true;
    for (; bits != 0; bits &= bits - 1) {
        char *const slot = slot_at(page, word, (unsigned)__builtin_ctzll(bits));
        if (TRP_UNLIKELY(in->scrubbed.count > 0)) scrub_restore(in, slot);
        const struct heap_type *const type = &heap->world->types->types[object_type(slot)];
        if (TRP_UNLIKELY(has_side(slot)) && heap->world->types->finalize_side != NULL) {
            heap->world->types->finalize_side(heap, slot);
        }
        if (type->finalize != NULL) type->finalize(heap, slot);
        HEAP_POISON(slot, page_slot_size(page));
    }
    in->draining = draining;
}

void sweep_page(struct heap *heap, struct heap_page *page)
{
    for (unsigned w = 0; w < 2; w++) {
        uint64_t const dead = page->fin[w] & ~page->live[w];
        if (dead != 0) sweep_finalize(heap, page, w, dead);
    }
}

static bool drain_class(struct heap *heap, unsigned c, uint64_t deadline)
{
    struct heap_interior *const in = heap->interior;
    uint32_t i = in->cursor[c] > in->drained.at_page ? in->cursor[c] : in->drained.at_page;
    while (i < in->pages[c].count) {
        sweep_page(heap, in->pages[c].items[i++]);
        in->drained.at_page = i;
        if (step_over(in, 1, deadline)) return false;
    }
    in->drained.at_page = 0;
    return true;
}

static bool drain_to(struct heap *heap, uint64_t deadline)
{
    struct heap_interior *const in = heap->interior;
    while (in->surplus) {
        heap_return_surplus(heap, RETURN_STEP);
        if (step_over(in, WORK_PER_LOOK, deadline)) return false;
    }
    for (; in->dirty != 0 && in->drained.at_class < HEAP_CLASSES; in->drained.at_class++) {
        if (!drain_class(heap, in->drained.at_class, deadline)) return false;
    }
    in->dirty = 0;
    return true;
}

bool heap_drain_step(struct heap *heap, uint64_t budget_ns)
{
    struct heap_interior const *const in = heap->interior;
    if (in->phase != COLLECT_IDLE || (in->dirty == 0 && !in->surplus)) return true;
    return drain_to(heap, base_clock_ns() + (heap->modes.short_slices ? 0 : budget_ns));
}

void heap_drain(struct heap *heap)
{
    if (heap->interior->phase == COLLECT_IDLE) drain_to(heap, 0);
}

// For AddressSanitizer alone: what died and owns nothing is unreadable from now on.
static void poison_dead(const struct heap_page *page)
{
#ifdef TRP_ASAN
    for (unsigned w = 0; w < 2; w++) {
        uint64_t bits = heap_pattern[page->size_class][w] & ~page->live[w] & ~page->fin[w];
        for (; bits != 0; bits &= bits - 1) {
            HEAP_POISON(slot_at(page, w, (unsigned)__builtin_ctzll(bits)), page_slot_size(page));
        }
    }
#else
    (void)page;
#endif
}

static bool must_drain(const struct heap *heap)
{
    struct heap_interior const *const in = heap->interior;
    return in->big_bytes > in->marker.big_bytes + in->big_unseen || (heap->requests & HEAP_REQUEST_LIMIT) != 0;
}

// What is left of the large bodies once all dead ones are freed belongs to shared objects; they do not count next time.
static void count_unseen(struct heap_interior *in)
{
    in->big_unseen = in->big_bytes > in->marker.big_bytes ? in->big_bytes - in->marker.big_bytes : 0;
}

static void settle_page(struct heap *heap, struct page_list *list, struct heap_page *page)
{
    struct heap_interior *const in = heap->interior;
    if (TRP_UNLIKELY(page_dead_fin(page) != 0)) {
        if (must_drain(heap)) {
            sweep_page(heap, page);
        } else {
            in->dirty++;
        }
    }
    poison_dead(page);
    for (unsigned w = 0; w < 2; w++) page->known[w] = page_shared(page, w);
    if (page_empty(page) && (page->fin[0] | page->fin[1]) == 0) {
        list_swap(list, page->index, --in->tail[page->size_class]);
        return;
    }
    unsigned const live = (unsigned)(__builtin_popcountll(page->live[0]) + __builtin_popcountll(page->live[1]));
    in->live_bytes += (size_t)live * heap_class_size[page->size_class];
    in->shared_bytes_now += page_shared_bytes(page);
}

bool settle_step(struct heap *heap, uint64_t deadline)
{
    struct heap_interior *const in = heap->interior;
    while (in->at_class < HEAP_CLASSES) {
        struct page_list *const list = &in->pages[in->at_class];
        if (in->at_page == list->count) in->tail[in->at_class] = list->count;
        while (in->at_page > 0) {
            settle_page(heap, list, list->items[--in->at_page]);
            if (step_over(in, 1, deadline)) return false;
        }
        in->at_class++;
        in->at_page = interior_list(in, in->at_class)->count;
    }
    return large_settle_step(heap, deadline);
}

static uint32_t empty_pages(const struct heap_interior *in, unsigned c)
{
    uint32_t const from = in->tail[c] > in->cursor[c] ? in->tail[c] : in->cursor[c];
    return in->pages[c].count - from;
}

struct heap_page *sweep_take_empty(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    for (unsigned c = 0; c < HEAP_CLASSES; c++) {
        if (empty_pages(in, c) > 0) return in->pages[c].items[--in->pages[c].count];
    }
    return NULL;
}

static uint32_t all_empty_pages(const struct heap_interior *in)
{
    uint32_t count = in->spare.count;
    for (unsigned c = 0; c < HEAP_CLASSES; c++) count += empty_pages(in, c);
    return count;
}

// What the next cycle does not need goes back, but not from within the collection (H7). Over the limit all of it.
static void plan_return(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    bool const limited = (heap->requests & HEAP_REQUEST_LIMIT) != 0;
    in->keep = limited ? 0 : (uint32_t)(in->allowance_full / HEAP_PAGE_SIZE) + SPARE_SLACK;
    in->surplus = all_empty_pages(in) > in->keep + in->keep / 2;
    in->surplus |= runs_surplus(in, limited);
}

bool heap_return_surplus(struct heap *heap, uint32_t pages_max)
{
    struct heap_interior *const in = heap->interior;
    struct page_batch batch = {.heap = heap};
    uint32_t const empty = all_empty_pages(in);
    uint32_t const surplus = empty > in->keep ? empty - in->keep : 0;
    for (uint32_t count = surplus < pages_max ? surplus : pages_max; count > 0; count--) {
        bool const spare = in->spare.count > 0;
        batch_release(&batch, spare ? in->spare.items[--in->spare.count] : sweep_take_empty(heap));
    }
    bool const runs_done = runs_return(&batch, pages_max);
    batch_flush(&batch);
    in->surplus = surplus > pages_max || !runs_done;
    return !in->surplus;
}

// A whole interval between two collections went by without half of the bodies that there once were: what the allocator keeps of
// those goes back. Whoever needs as much again in each interval is left alone.
static void settle_reserve(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    bool const idle = in->body_reserve > PURGE_LEAST && in->body_at_start < in->body_reserve / 2;
    if (idle) purge_ask();
    if (idle || in->body_at_start > in->body_reserve) in->body_reserve = in->body_at_start;
}

void settle_finish(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    count_unseen(in);
    settle_reserve(heap);
    for (unsigned c = 0; c < HEAP_CLASSES; c++) in->cursor[c] = 0;
    in->drained.at_class = 0;
    in->drained.at_page = 0;
    pace_settle(heap);
    plan_return(heap);
    if (in->shared_growth != 0) growth_publish(heap);
    if (in->marker.stack.capacity > 1u << 16) marker_reset(&in->marker);
    bool const limited = (heap->requests & HEAP_REQUEST_LIMIT) != 0;
    if (limited && heap_usage(heap) < in->cycle_usage) in->cycle_usage = heap_usage(heap);
    heap->requests = 0;
    heap->stats.collections++;
}
