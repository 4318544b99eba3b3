// A local collection, whole or in slices. Purpose: the order of its phases.
//
//   prepare  fin & ~live of every unswept page is drained (H6), then live = shared: what is private must be reached
//   open     and so must holders of weak slots
//   roots    VM stacks, frames, handles, mailbox; private slots. What there may be many of waits on the mark stack
//   trace    until the mark stack is empty, and again for what an overflow left
//   weak     weak edges to what was not reached are cleared
//   close    weak slots too; their holders are live again, as all that is shared
//   settle   empty pages leave their class, large bodies are freed, the rest waits unswept; thresholds are set
//
// Invariants: the actor does not run between start and done, so slices need no barrier; no lock is taken and no other
// actor waited for (H7). Pages that go back wait for the next refill or drain; over the limit they go once it is done.
// Owner: the holder of the actor's claim.
#include "heap/interior.h"

void heap_collect_start(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    if (in->phase != COLLECT_IDLE) return;
    TRP_ASSERT(!in->permanent);
    heap_flush(heap);
    for (unsigned c = 0; c < HEAP_CLASSES; c++) heap->caches[c].page = NULL;
    in->body_at_start = heap->stats.body_bytes;
    in->marker.body_bytes = 0;
    in->marker.big_bytes = 0;
    in->at_class = 0;
    in->at_page = 0;
    in->phase = COLLECT_PREPARE;
    heap->collecting = true;
    report_begin(in);
}

static bool prepare_step(struct heap *heap, uint64_t deadline)
{
    struct heap_interior *const in = heap->interior;
    for (; in->at_class <= HEAP_CLASSES; in->at_class++, in->at_page = 0) {
        struct page_list const *const list = interior_list(in, in->at_class);
        while (in->at_page < list->count) {
            struct heap_page *const page = list->items[in->at_page++];
            if (TRP_UNLIKELY(page_dead_fin(page) != 0)) sweep_page(heap, page);
            page->live[0] = page_shared(page, 0);
            page->live[1] = page_shared(page, 1);
            if (step_over(in, 1, deadline)) return false;
        }
    }
    return true;
}

static void rescan_page(struct heap_page *page, void *context)
{
    struct heap_marker *const marker = context;
    for (unsigned w = 0; w < 2; w++) {
        for (uint64_t bits = page->live[w] & ~page_shared(page, w); bits != 0; bits &= bits - 1) {
            mark_trace(marker, slot_at(page, w, (unsigned)__builtin_ctzll(bits)));
        }
    }
}

static bool rescan_step(struct heap_interior *in, uint64_t deadline)
{
    for (; in->at_class <= HEAP_CLASSES; in->at_class++, in->at_page = 0) {
        struct page_list const *const list = interior_list(in, in->at_class);
        while (in->at_page < list->count) {
            in->marker.rescanning = true;
            rescan_page(list->items[in->at_page++], &in->marker);
            in->marker.rescanning = false;
            if (step_over(in, WORK_PER_LOOK / 4, deadline)) return false;
        }
    }
    return true;
}

static void rescan_start(struct heap_interior *in)
{
    in->marker.stack.overflowed = false;
    in->rescanning = true;
    in->at_class = 0;
    in->at_page = 0;
}

// Each round of rescanning marks at least one object that the last did not, or is the last.
static bool trace_step(struct heap *heap, uint64_t deadline)
{
    struct heap_interior *const in = heap->interior;
    for (;;) {
        if (!mark_step(&in->marker, deadline)) return false;
        if (TRP_UNLIKELY(in->rescanning)) {
            if (!rescan_step(in, deadline)) return false;
            slots_mark_weak(&in->marker); // a rescan does not know which holders were reached
            in->rescanning = false;
        } else if (TRP_UNLIKELY(in->marker.stack.overflowed)) {
            rescan_start(in);
        } else {
            return true;
        }
    }
}

void mark_all(struct heap *heap)
{
    uint32_t at = 0;
    slots_open_holders(heap, &at, 0);
    mark_roots(&heap->interior->marker);
    trace_step(heap, 0);
}

bool collect_trace_more(struct heap *heap)
{
    const struct heap_marker *const marker = &heap->interior->marker;
    if (marker->stack.count == 0 && marker->ahead.count == 0 && !marker->stack.overflowed) return false;
    trace_step(heap, 0);
    return true;
}

static void settle_start(struct heap_interior *in)
{
    in->at_class = 0;
    in->at_page = in->pages[0].count;
    in->live_bytes = 0;
    in->shared_bytes_now = 0;
    in->dirty = 0;
}

// Runs the phases up to but not including `phase`.
bool collect_run_to(struct heap *heap, enum collect_phase phase, uint64_t deadline)
{
    struct heap_interior *const in = heap->interior;
    if (in->phase == COLLECT_PREPARE && in->phase != phase) {
        if (!prepare_step(heap, deadline)) return false;
        in->at_page = 0;
        in->phase = COLLECT_OPEN;
    }
    if (in->phase == COLLECT_OPEN && in->phase != phase) {
        if (!slots_open_holders(heap, &in->at_page, deadline)) return false;
        mark_roots_but_slots(&in->marker);
        in->at_page = 0;
        in->phase = COLLECT_ROOTS;
    }
    if (in->phase == COLLECT_ROOTS && in->phase != phase) {
        // In a shared cycle a slot is an edge of what it lies in, and no root (cycle.c).
        if (in->marker.cycle == NULL && !slots_mark(&in->marker, &in->at_page, deadline)) return false;
        in->phase = COLLECT_TRACE;
    }
    if (in->phase == COLLECT_TRACE && in->phase != phase) {
        if (!trace_step(heap, deadline)) return false;
        in->phase = COLLECT_WEAK;
    }
    if (in->phase == COLLECT_WEAK && in->phase != phase) {
        if (!weak_settle(&in->marker, in->marker.cycle != NULL, deadline)) return false;
        in->at_page = 0;
        in->phase = COLLECT_CLOSE;
    }
    if (in->phase == COLLECT_CLOSE && in->phase != phase) {
        if (!slots_close_holders(heap, in->marker.cycle != NULL, &in->at_page, deadline)) return false;
        report_finish(in);
        settle_start(in);
        in->phase = COLLECT_SETTLE;
    }
    if (in->phase == COLLECT_SETTLE && in->phase != phase) {
        if (!settle_step(heap, deadline)) return false;
        settle_finish(heap);
        in->phase = COLLECT_IDLE;
        heap->collecting = false;
    }
    return true;
}

static void count_slice(struct heap_stats *stats, uint64_t ns)
{
    stats->slices++;
    stats->mark_ns += ns;
    if (ns > stats->slice_ns_max) stats->slice_ns_max = ns;
}

bool heap_collect_step(struct heap *heap, uint64_t budget_ns)
{
    TRP_ASSERT(heap->interior->phase != COLLECT_IDLE);
    uint64_t const start = base_clock_ns();
    uint64_t const deadline = budget_ns == UINT64_MAX ? 0 : heap->modes.short_slices ? start : start + budget_ns;
    bool const over_limit = (heap->requests & HEAP_REQUEST_LIMIT) != 0;
    bool const done = collect_run_to(heap, COLLECT_IDLE, deadline);
    count_slice(&heap->stats, base_clock_ns() - start);
    while (done && over_limit && heap->interior->surplus) heap_return_surplus(heap, UINT32_MAX);
    if (done && heap->modes.verify) heap_verify_collected(heap);
    return done;
}

void heap_collect(struct heap *heap)
{
    heap_collect_start(heap);
    while (!heap_collect_step(heap, UINT64_MAX)) {
    }
}
