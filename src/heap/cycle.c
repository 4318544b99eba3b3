// The shared cycle, stopping the world. Purpose: free shared objects that nobody reaches.
//
// A heap whose report stands (report.c) gives that, if much of it is private; any other runs a local collection up to its
// weak edges, telling the cycle of each shared object it meets. The cycle traces those, the runtime's own roots and
// everything permanent; what stayed unmarked loses its shared and live bits and is finalized at once; then the local
// collections settle.
//
// A private value in a slot is a root of its heap between cycles. Here the slot is an edge: the value is marked when the shared
// object that the slot lies in is traced. So a class and the Proc of a method of it, whose self it is, die together. Marks go
// to and fro between the heaps and what is shared until nothing is left to trace.
//
// Invariants: the caller holds every claim, so pages and slots of all heaps are the cycle's (H1). `smark` is zero
// before and after. What a concurrent mark has traced (concurrent.c) is taken over first. A collection that is under way in
// a heap whose report stands goes on afterwards: the cycle leaves alone what is private, and what it frees nothing private
// refers to.
// Owner: the thread that runs it.
#include "heap/interior.h"

struct cycle {
    struct heap_world *world;
    struct heap **heaps;
    size_t count;
    bool dropped;              // some heap's report is older than what was dropped
    struct heap_marker marker; // of shared objects
};

static void visit_slot(struct heap_marker *marker, const struct heap_slot *slot)
{
    value_t const word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    if (value_is_symbol(word)) mark_symbol(marker, word);
    if (!value_is_heap(word)) return;
    void *const object = value_to_pointer(slot_word_value(word));
    if (is_shared(object)) {
        mark_shared(marker, value_pointer(object));
    } else if (slot_word_private(word) && !slot_word_weak(word)) { // weak ones are for their heap's own mark
        struct heap_marker *const owner = &page_owner(page_of(object))->interior->marker;
        if (owner->cycle != marker) return; // its report tells of what the value reaches
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
    if (is_shared(object)) mark_shared(marker->cycle, value);
    mark_local(marker, value); // of what is shared only the holders of weak slots are not live yet
}

// Likewise: for the cycle, and for the heap's report.
static void visit_symbol(struct heap_marker *marker, symbol_t symbol)
{
    mark_meet_symbol(marker, symbol);
    if (marker->report != NULL) report_add_symbol(marker, symbol);
}

static void push_permanent(struct heap_page *page, void *context)
{
    for (unsigned w = 0; w < 2; w++) {
        uint64_t bits = page_shared(page, w) & page->live[w];
        for (; bits != 0; bits &= bits - 1) {
            mark_shared(context, value_pointer(slot_at(page, w, (unsigned)__builtin_ctzll(bits))));
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

// Those with shared objects.
static void each_page(struct cycle *cycle, void (*visit)(struct heap_page *page, void *context), void *context)
{
    for (size_t i = 0; i < cycle->count; i++) {
        struct heap_interior *const in = cycle->heaps[i]->interior;
        for (struct heap_page *page = in->shared_pages; page != NULL; page = page->next) visit(page, context);
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

// What the actor dropped, or somebody else did; and of a heap that has run since its report, what it has shared since.
static void mark_page(struct cycle *cycle, struct heap_page *page, bool fresh)
{
    for (unsigned w = 0; w < 2; w++) {
        uint64_t bits = atomic_load_explicit(&page->held[w], memory_order_relaxed);
        if (fresh) bits |= page_shared(page, w) & ~page->known[w];
        for (; bits != 0; bits &= bits - 1) {
            mark_shared(&cycle->marker, value_pointer(slot_at(page, w, (unsigned)__builtin_ctzll(bits))));
        }
    }
}

static void mark_report(struct cycle *cycle, struct heap *heap)
{
    report_visit(&cycle->marker, heap->interior->report);
    if (!report_needs_fresh(heap)) return;
    cycle->dropped = true;
    for (struct heap_page *page = heap->interior->shared_pages; page != NULL; page = page->next) {
        mark_page(cycle, page, true);
        mark_step(&cycle->marker, 0); // while the page is in the cache
    }
}

static void mark_held(struct heap_page *page, void *context)
{
    mark_page(context, page, false);
}

// Up to its roots: from then on others may mark in it.
static void begin_heap(struct cycle *cycle, struct heap *heap)
{
    struct heap_marker *const marker = &heap->interior->marker;
    if (heap->interior->phase != COLLECT_IDLE) collect_run_to(heap, COLLECT_IDLE, 0);
    heap_collect_start(heap);
    marker->visit = visit_reporting;
    marker->visit_symbol = visit_symbol;
    marker->visit_weak = visit_weak;
    marker->cycle = &cycle->marker;
    collect_run_to(heap, COLLECT_ROOTS, 0);
    heap->interior->slots.marked = atomic_load_explicit(&heap->interior->slots.count, memory_order_relaxed);
}

static size_t private_bytes(const struct heap_types *types, const struct heap_page *page, unsigned word)
{
    uint64_t const bits = (page->live[word] & ~page_shared(page, word)) | (page->fin[word] & ~page->live[word]);
    size_t bytes = (size_t)__builtin_popcountll(bits & ~page->fin[word]) * page_slot_size(page);
    for (uint64_t owners = bits & page->fin[word]; owners != 0; owners &= owners - 1) {
        const struct object *const owner = (const void *)slot_at(page, word, (unsigned)__builtin_ctzll(owners));
        if (owner->header == SCRUB_PATTERN) bytes += page_slot_size(page);
        else bytes += growth_size(types, page, owner);
    }
    return bytes;
}

static bool add_private(const struct heap_types *types, size_t *bytes, const struct page_list *list)
{
    for (uint32_t i = 0; i < list->count && *bytes <= REPORT_PRIVATE; i++) {
        for (unsigned w = 0; w < 2; w++) *bytes += private_bytes(types, list->items[i], w);
    }
    return *bytes <= REPORT_PRIVATE;
}

// Of slots and bodies. Dead objects count, and those whose bodies wait to be freed. O(pages with little that is private).
static bool holds_little(struct heap *heap)
{
    const struct heap_types *const types = heap->world->types;
    size_t bytes = 0;
    bool little = heap->interior->phase == COLLECT_IDLE;
    for (unsigned c = 0; little && c <= HEAP_CLASSES; c++) {
        little = add_private(types, &bytes, interior_list(heap->interior, c));
    }
    return little;
}

// A heap with little that is private is marked again: its report would keep what was dropped since.
bool cycle_takes_report(struct heap *heap)
{
    if (!heap_report_stands(heap)) return false;
    uint32_t const small_reports = heap->modes.small_reports;
    if (!report_needs_fresh(heap)) return true;
    if (small_reports != 0 && heap->world->cycle % small_reports == 0) return true;
    return heap_reports(heap) && !holds_little(heap);
}

static bool is_marked(const struct heap *heap) { return !heap->interior->permanent && !heap->interior->by_report; }

static void begin_heaps(struct cycle *cycle)
{
    for (size_t i = 0; i < cycle->count; i++) {
        struct heap *const heap = cycle->heaps[i];
        heap->interior->by_report = !heap->interior->permanent && cycle_takes_report(heap);
    }
    for (size_t i = 0; i < cycle->count; i++) {
        if (is_marked(cycle->heaps[i])) begin_heap(cycle, cycle->heaps[i]);
    }
}

static void mark_reports(struct cycle *cycle)
{
    for (size_t i = 0; i < cycle->count; i++) {
        if (cycle->heaps[i]->interior->by_report) mark_report(cycle, cycle->heaps[i]);
    }
}

static void mark_all_heaps(struct cycle *cycle)
{
    for (size_t i = 0; i < cycle->count; i++) {
        if (is_marked(cycle->heaps[i])) collect_run_to(cycle->heaps[i], COLLECT_WEAK, 0);
    }
    for (bool more = true; more;) {
        trace_shared(cycle);
        more = false;
        for (size_t i = 0; i < cycle->count; i++) {
            if (is_marked(cycle->heaps[i])) more |= collect_trace_more(cycle->heaps[i]);
        }
    }
}

// What the cycle did not mark is dead; a permanent page has nothing unmarked.
static void sweep_shared(struct heap_page *page, void *context)
{
    size_t *const freed = context;
    struct heap *const owner = page_owner(page);
    for (unsigned w = 0; w < 2; w++) {
        uint64_t const dead = page_shared(page, w) & ~page_smark(page, w);
        page_set_smark(page, w, 0);
        atomic_store_explicit(&page->held[w], 0, memory_order_relaxed);
        if (dead == 0) continue;
        page_set_shared(page, w, page_shared(page, w) & ~dead);
        page->live[w] &= ~dead;
        *freed += (size_t)__builtin_popcountll(dead) * page_slot_size(page);
        sweep_finalize(owner, page, w, page->fin[w] & dead);
    }
}

// And pages without shared objects leave the list. Returns the bytes of dead slots.
static size_t sweep_heap(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    struct heap_page **link = &in->shared_pages;
    size_t freed = 0;
    in->shared_left = 0;
    for (struct heap_page *page = *link; page != NULL; page = *link) {
        sweep_shared(page, &freed);
        in->shared_left += page_shared_bytes(page);
        page->listed = (page_shared(page, 0) | page_shared(page, 1)) != 0;
        if (page->listed) link = &page->next;
        else *link = page->next;
    }
    return freed;
}

// Of a holder that lived at its heap's mark; by now it may be garbage, and scrubbed.
static void settle_edge(value_t *field)
{
    if (!value_is_heap(*field) || *field == SCRUB_PATTERN) return;
    void *const object = value_to_pointer(*field);
    struct heap_page *const page = page_of(object);
    if ((page_shared(page, slot_word(object)) & ~page_smark(page, slot_word(object)) & slot_bit(object)) != 0) {
        *field = VALUE_UNDEF;
    }
}

// Of a heap that was not marked: the edges that its mark listed, and those that a running one has listed so far.
static void settle_edges(struct heap_interior *in)
{
    struct weak_list const *const running = &in->marker.weak;
    slots_forget_unmarked(in->heap);
    for (size_t i = 0; i < in->report->weak.count; i++) settle_edge(in->report->weak.items[i]);
    for (size_t i = 0; i < running->kept; i++) settle_edge(running->items[i]);
    for (size_t i = running->settled; i < running->count; i++) settle_edge(running->items[i]);
}

static void settle_whole(struct heap *heap)
{
    struct heap_marker *const marker = &heap->interior->marker;
    marker->visit = NULL;
    marker->visit_symbol = NULL;
    marker->visit_weak = NULL;
    marker->cycle = NULL;
    collect_run_to(heap, COLLECT_IDLE, 0);
    heap->resting = true;
    if (heap->modes.verify) heap_verify_collected(heap);
}

bool heap_cycle_reached(const void *shared_object)
{
    return (page_smark(page_of(shared_object), slot_word(shared_object)) & slot_bit(shared_object)) != 0;
}

static void settle_edges_of_all(struct cycle *cycle)
{
    for (size_t i = 0; i < cycle->count; i++) {
        struct heap *const heap = cycle->heaps[i];
        if (heap->interior->permanent) continue;
        if (heap->interior->by_report) settle_edges(heap->interior);
        else collect_run_to(heap, COLLECT_SETTLE, 0);
    }
}

static void verify_reports(struct cycle *cycle)
{
    for (size_t i = 0; i < cycle->count; i++) {
        struct heap *const heap = cycle->heaps[i];
        if (!heap->interior->permanent && heap->interior->by_report && heap->modes.verify) heap_verify_reported(heap);
    }
}

static void sweep(struct cycle *cycle)
{
    size_t ignored = 0;
    for (struct heap_interior *in = cycle->world->permanent; in != NULL; in = in->permanent_next) {
        pages_each(in, sweep_shared, &ignored);
    }
    for (struct heap_page *page = cycle->world->orphans; page != NULL; page = page->next) sweep_shared(page, &ignored);
    for (size_t i = 0; i < cycle->count; i++) {
        struct heap *const heap = cycle->heaps[i];
        if (heap->interior->permanent) continue;
        size_t const freed = sweep_heap(heap);
        // What nobody marked is found free by the next collection, which is due when that is much.
        bool const much = freed > PACE_NURSERY && freed > heap->stats.pages * HEAP_PAGE_SIZE / 8;
        if (much && heap->interior->by_report) heap_request(heap, HEAP_REQUEST_COLLECT);
    }
}

static void settle(struct cycle *cycle)
{
    for (size_t i = 0; i < cycle->count; i++) {
        struct heap *const heap = cycle->heaps[i];
        if (heap->interior->permanent) continue;
        if (!heap->interior->by_report) settle_whole(heap);
        heap->stats.shared_cycles++;
    }
}

void heap_shared_cycle(struct heap_world *world, struct heap **heaps, size_t count)
{
    struct cycle cycle = {.world = world, .heaps = heaps, .count = count};
    world->alone = true;
    marker_init(&cycle.marker, world->orphanage, world->types);
    cycle.marker.visit = mark_shared;
    cycle.marker.visit_range = mark_shared_range;
    cycle.marker.visit_symbol = mark_meet_symbol;
    cycle.marker.cycle = &cycle.marker;
    cycle.marker.visit_weak = visit_weak;
    cycle.marker.visit_slot = visit_slot;
    concurrent_take(world, &cycle.marker);
    begin_heaps(&cycle);
    mark_shared_roots(&cycle);
    mark_reports(&cycle);
    if (cycle.dropped) each_page(&cycle, mark_held, &cycle);
    mark_all_heaps(&cycle);
    verify_reports(&cycle);
    weak_settle(&cycle.marker, true, 0);
    settle_edges_of_all(&cycle);
    if (world->types->shared_sweep != NULL) world->types->shared_sweep(world->owner);
    sweep(&cycle);
    world->cycle++;
    settle(&cycle);
    orphans_settle(world);
    growth_recount(world, heaps, count, cycle.marker.body_bytes);
    marker_reset(&cycle.marker);
    world->alone = false;
}
