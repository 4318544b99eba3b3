// The shared cycle, stopping the world. Purpose: free shared objects that nobody reaches.
//
// Every heap runs a local collection up to its weak edges, telling the cycle of each shared object it meets; the cycle
// traces those, the runtime's own roots and everything permanent; what stayed unmarked loses its shared and live bits
// and is finalized at once; then the local collections settle.
//
// A private value in a slot is a root of its heap between cycles. Here the slot is an edge: the value is marked when the shared
// object that the slot lies in is traced. So a class and the Proc of a method of it, whose self it is, die together. Marks go
// to and fro between the heaps and what is shared until nothing is left to trace.
//
// Invariants: the caller holds every claim, so pages and slots of all heaps are the cycle's (H1). `smark` is zero
// before and after. A concurrent cycle can replace this one behind the two functions of heap.h.
// Owner: the thread that runs it.
#include "heap/interior.h"

struct cycle {
    struct heap_world *world;
    struct heap **heaps;
    size_t count;
    struct heap_marker marker; // of shared objects
};

static void visit_shared(struct heap_marker *marker, value_t value)
{
    void *const object = value_to_pointer(value & ~(value_t)(HEAP_GRANULE - 1));
    struct heap_page *const page = page_of(object);
    unsigned const word = slot_word(object);
    uint64_t const bit = slot_bit(object);
    if ((page_shared(page, word) & bit) == 0 || (page_smark(page, word) & bit) != 0) return;
    page_set_smark(page, word, page_smark(page, word) | bit);
    mark_push(marker, object);
}

static void visit_slot(struct heap_marker *marker, const struct heap_slot *slot)
{
    value_t const word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    if (!value_is_heap(word)) return;
    void *const object = value_to_pointer(slot_word_value(word));
    if (is_shared(object)) {
        visit_shared(marker, value_pointer(object));
    } else if (slot_word_private(word) && !slot_word_weak(word)) { // weak ones are for their heap's own mark
        struct heap_marker *const owner = &page_owner(page_of(object))->interior->marker;
        TRP_ASSERT(owner->cycle == marker); // its mark has begun
        mark_local(owner, value_pointer(object));
    }
}

static bool visit_weak(struct heap_marker *marker, value_t *field)
{
    return weak_record(marker, field);
}

// In a heap's own mark while a cycle runs.
static void visit_reporting(struct heap_marker *marker, value_t value)
{
    void *const object = value_to_pointer(value & ~(value_t)(HEAP_GRANULE - 1));
    if (is_shared(object)) visit_shared(marker->cycle, value);
    mark_local(marker, value); // of what is shared only the holders of weak slots are not live yet

}

static void push_permanent(struct heap_page *page, void *context)
{
    for (unsigned w = 0; w < 2; w++) {
        uint64_t bits = page_shared(page, w) & page->live[w];
        for (; bits != 0; bits &= bits - 1) {
            visit_shared(context, value_pointer(slot_at(page, w, (unsigned)__builtin_ctzll(bits))));
        }
    }
}

static void mark_shared_roots(struct cycle *cycle)
{
    struct heap_world *const world = cycle->world;
    for (struct heap_interior *in = world->permanent; in != NULL; in = in->permanent_next) {
        heap_flush(in->heap);
        pages_each(in, push_permanent, &cycle->marker);
    }
    if (world->types->shared_roots != NULL) world->types->shared_roots(&cycle->marker, world->owner);
}

static void each_page(struct cycle *cycle, void (*visit)(struct heap_page *page, void *context), void *context)
{
    for (size_t i = 0; i < cycle->count; i++) {
        if (!cycle->heaps[i]->interior->permanent) pages_each(cycle->heaps[i]->interior, visit, context);
    }
    for (struct heap_interior *in = cycle->world->permanent; in != NULL; in = in->permanent_next) {
        pages_each(in, visit, context);
    }
    for (struct heap_page *page = cycle->world->orphans; page != NULL; page = page->next) visit(page, context);
}

static void rescan_page(struct heap_page *page, void *context)
{
    for (unsigned w = 0; w < 2; w++) {
        for (uint64_t bits = page_smark(page, w); bits != 0; bits &= bits - 1) {
            struct heap_marker *const marker = context;
            marker->rescanning = true;
            mark_trace(marker, slot_at(page, w, (unsigned)__builtin_ctzll(bits)));
            marker->rescanning = false;
        }
    }
}

static void trace_shared(struct cycle *cycle)
{
    struct heap_marker *const marker = &cycle->marker;
    mark_step(marker, 0);
    while (marker->stack.overflowed) {
        marker->stack.overflowed = false;
        each_page(cycle, rescan_page, marker);
        mark_step(marker, 0);
    }
}

// Up to its roots: from then on others may mark in it.
static void begin_heap(struct cycle *cycle, struct heap *heap)
{
    struct heap_marker *const marker = &heap->interior->marker;
    if (heap->interior->phase != COLLECT_IDLE) collect_run_to(heap, COLLECT_IDLE, 0);
    heap_collect_start(heap);
    marker->visit = visit_reporting;
    marker->visit_weak = visit_weak;
    marker->cycle = &cycle->marker;
    collect_run_to(heap, COLLECT_ROOTS, 0);
    heap->interior->slots.marked = atomic_load_explicit(&heap->interior->slots.count, memory_order_relaxed);
}

static void mark_all_heaps(struct cycle *cycle)
{
    for (size_t i = 0; i < cycle->count; i++) {
        if (!cycle->heaps[i]->interior->permanent) collect_run_to(cycle->heaps[i], COLLECT_WEAK, 0);
    }
    for (bool more = true; more;) {
        trace_shared(cycle);
        more = false;
        for (size_t i = 0; i < cycle->count; i++) {
            if (!cycle->heaps[i]->interior->permanent) more |= collect_trace_more(cycle->heaps[i]);
        }
    }
}

// What the cycle did not mark is dead; a permanent page has nothing unmarked.
static void sweep_shared(struct heap_page *page, void *context)
{
    (void)context;
    struct heap *const owner = page_owner(page);
    for (unsigned w = 0; w < 2; w++) {
        uint64_t const dead = page_shared(page, w) & ~page_smark(page, w);
        page_set_smark(page, w, 0);
        if (dead == 0) continue;
        page_set_shared(page, w, page_shared(page, w) & ~dead);
        page->live[w] &= ~dead;
        sweep_finalize(owner, page, w, page->fin[w] & dead);
    }
}

static void settle_heap(struct heap *heap)
{
    struct heap_marker *const marker = &heap->interior->marker;
    marker->visit = NULL;
    marker->visit_weak = NULL;
    marker->cycle = NULL;
    collect_run_to(heap, COLLECT_IDLE, 0);
    heap->stats.shared_cycles++;
    if (heap->modes.verify) heap_verify_collected(heap);
}

bool heap_cycle_reached(const void *shared_object)
{
    return (page_smark(page_of(shared_object), slot_word(shared_object)) & slot_bit(shared_object)) != 0;
}

void heap_shared_cycle(struct heap_world *world, struct heap **heaps, size_t count)
{
    struct cycle cycle = {.world = world, .heaps = heaps, .count = count};
    world->alone = true;
    marker_init(&cycle.marker, world->orphanage, world->types);
    cycle.marker.visit = visit_shared;
    cycle.marker.cycle = &cycle.marker;
    cycle.marker.visit_weak = visit_weak;
    cycle.marker.visit_slot = visit_slot;
    for (size_t i = 0; i < count; i++) {
        if (!heaps[i]->interior->permanent) begin_heap(&cycle, heaps[i]);
    }
    mark_shared_roots(&cycle);
    mark_all_heaps(&cycle);
    weak_settle(&cycle.marker, true, 0);
    for (size_t i = 0; i < count; i++) {
        if (!heaps[i]->interior->permanent) collect_run_to(heaps[i], COLLECT_SETTLE, 0);
    }
    if (world->types->shared_sweep != NULL) world->types->shared_sweep(world->owner);
    each_page(&cycle, sweep_shared, NULL);
    for (size_t i = 0; i < count; i++) {
        if (!heaps[i]->interior->permanent) settle_heap(heaps[i]);
    }
    orphans_settle(world);
    growth_recount(world, heaps, count, cycle.marker.body_bytes);
    marker_reset(&cycle.marker);
    world->alone = false;
}
