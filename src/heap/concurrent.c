// The concurrent mark. Purpose: most of what a shared cycle traces is traced while actors run, so that its stop is short.
//
// A cycle that has much to trace is made in two stops. In the first, the *initial mark*, heaps that give no report are
// collected, and what reports, the runtime's roots and everything permanent refer to is marked. Then another thread traces
// while actors run. The second stop is the cycle itself (cycle.c): it takes these marks over for its own, and finds by its own
// roots what was shared or moved meanwhile. Where that is much there are further rounds of the first kind before the last stop.
// What died between the stops is freed by the cycle after it.
//
// Only objects of a *concurrent* type (heap_type.concurrent) are traced while actors run: such an object never changes once it
// is shared, and its trace reads nothing else. The others (classes, methods, Procs) are *deferred*: the initial mark traces
// them to find more, and the last stop traces each of them again.
//
// Invariants:
//   C1 A marked object is on the stack, or deferred, or everything that it refers to is marked; else `overflowed` is set, and
//      the last stop traces all that is marked.
//   C2 What is marked was shared when the initial mark was made: no object of a concurrent type refers to a younger one. So it
//      stays where it is until the next cycle frees it, and nobody writes it.
//   C3 The bits are in tables of the chunks, not in smark, which sharing uses meanwhile. No actor reads or writes them.
// Owner: who stopped the world, and in between the thread in heap_mark_run.
#include "heap/interior.h"

#define CONCURRENT_LEAST ((int64_t)8 << 20) // of slots: some 6 ms of tracing
#define BYTES_PER_HEAP 16384 // traced in the time in which a small heap is collected, at least
#define AGAIN_LEAST ((int64_t)4 << 20) // shared since the last round began
#define ROUNDS_MAX 4u
#define FIELDS_PER_LOOK 1024 // of a range, between two looks at `halt`
#define TRACED_PER_LOOK 64u

struct concurrent_mark {
    struct heap_marker marker;
    struct mark_stack deferred;
    uint64_t *classes; // bit: an object of the class was met
    uint32_t class_words;
    bool overflowed; // C1
    bool cut;        // the trace of the current object was left
    unsigned rounds;
    int64_t shared_bytes; // when the last one began
    _Atomic(bool) halt;
};

static struct concurrent_mark *of_marker(struct heap_marker *marker) { return marker->context; }

static void overflow(struct concurrent_mark *mark)
{
    mark->overflowed = true;
    // relaxed: only this thread must see it soon
    atomic_store_explicit(&mark->halt, true, memory_order_relaxed);
}

static inline bool is_halted(const struct concurrent_mark *mark)
{
    return atomic_load_explicit(&mark->halt, memory_order_relaxed);
}

static chunk_marks *marks_of(struct concurrent_mark *mark, struct chunk *chunk)
{
    if (TRP_UNLIKELY(chunk->marks == NULL)) chunk->marks = base_alloc_zeroed(CHUNK_PAGES * sizeof *chunk->marks);
    if (TRP_UNLIKELY(chunk->marks == NULL)) overflow(mark);
    return chunk->marks;
}

// False: it was marked already, is private, or there is no memory.
static inline bool set_mark(struct concurrent_mark *mark, const void *object)
{
    const struct heap_page *const page = page_of(object);
    unsigned const word = slot_word(object);
    uint64_t const bit = slot_bit(object);
    if ((page_shared(page, word) & bit) == 0) return false;
    struct chunk *const chunk = chunk_of(object);
    chunk_marks *const marks = marks_of(mark, chunk);
    if (marks == NULL) return false;
    uint64_t *const bits = &marks[page - (const struct heap_page *)(const void *)chunk][word];
    if (*bits & bit) return false;
    *bits |= bit;
    return true;
}

static inline void mark_one(struct heap_marker *marker, value_t value)
{
    struct concurrent_mark *const mark = of_marker(marker);
    void *const object = value_to_pointer(value & ~(value_t)(HEAP_GRANULE - 1)); // a slot's word may be tagged
    if (!set_mark(mark, object)) return;
    bool const concurrent = marker->types->types[object_type(object)].concurrent &&
                            (object_type(object) == TYPE_OBJECT || !has_side(object));
    struct mark_stack *const stack = concurrent ? &marker->stack : &mark->deferred;
    stack_push(stack, value_pointer(object));
    if (stack->overflowed) overflow(mark);
}

static void visit(struct heap_marker *marker, value_t value) { mark_one(marker, value); }

static void visit_range(struct heap_marker *marker, const value_t *from, const value_t *to)
{
    struct concurrent_mark *const mark = of_marker(marker);
    while (from < to) {
        const value_t *const end = to - from > FIELDS_PER_LOOK ? from + FIELDS_PER_LOOK : to;
        for (; from < end; from++) {
            if (value_is_heap(*from)) mark_one(marker, *from);
            else if (value_is_symbol(*from)) mark_symbol(marker, *from);
        }
        if (from < to && is_halted(mark)) {
            mark->cut = true;
            return;
        }
    }
}

// For the last stop's own mark.
static bool visit_weak(struct heap_marker *marker, value_t *field)
{
    (void)marker;
    (void)field;
    return true;
}

// What is private is told by its heap's report.
static void visit_slot(struct heap_marker *marker, const struct heap_slot *slot)
{
    value_t const word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    if (value_is_heap(word)) mark_one(marker, word);
    else if (value_is_symbol(word)) mark_symbol(marker, word);
}

static void meet_class(struct concurrent_mark *mark, uint32_t class)
{
    if (mark->marker.types->header == NULL) return;
    uint32_t const word = class / 64;
    if (TRP_UNLIKELY(word >= mark->class_words)) {
        uint32_t words = mark->class_words == 0 ? 64 : mark->class_words;
        while (words <= word) words *= 2;
        uint64_t *const classes = base_realloc(mark->classes, words * sizeof *classes);
        if (classes == NULL) {
            overflow(mark);
            return;
        }
        memset(classes + mark->class_words, 0, (words - mark->class_words) * sizeof *classes);
        mark->classes = classes;
        mark->class_words = words;
    }
    mark->classes[word] |= (uint64_t)1 << (class % 64);
}

static void trace(struct concurrent_mark *mark, void *object)
{
    struct heap_marker *const marker = &mark->marker;
    const struct heap_type *const type = &marker->types->types[object_type(object)];
    uint32_t const class = object_class_id(object);
    if (class >= marker->heap->world->first_class && class != marker->last_class) {
        marker->last_class = class;
        meet_class(mark, class);
    }
    if (type->trace != NULL) type->trace(marker, object);
    if (TRP_UNLIKELY(mark->cut)) mark_push(marker, object);
    else if (type->body_size != NULL) marker->body_bytes += type->body_size(object);
}

void heap_mark_run(struct heap_world *world)
{
    struct concurrent_mark *const mark = world->concurrent;
    unsigned traced = 0;
    while (!mark->cut && (mark->marker.stack.count > 0 || mark->marker.ahead.count > 0)) {
        if (traced >= TRACED_PER_LOOK) {
            traced = 0;
            if (is_halted(mark)) return;
        }
        traced++;
        void *const object = mark_next(&mark->marker, &traced);
        if (object != NULL) trace(mark, object);
    }
}

void heap_mark_halt(struct heap_world *world)
{
    // relaxed: whoever asks joins the thread
    if (world->concurrent != NULL) atomic_store_explicit(&world->concurrent->halt, true, memory_order_relaxed);
}

// --- The initial mark ------------------------------------------------------------------------------------------------
bool heap_mark_pays(const struct heap_world *world, size_t heaps)
{
    const struct concurrent_mark *const mark = world->concurrent;
    int64_t const shared = heap_shared_bytes(world);
    if (mark != NULL) return mark->rounds < ROUNDS_MAX && shared - mark->shared_bytes >= AGAIN_LEAST;
    // Bodies need no tracing, and what they refer to lies in pages.
    int64_t const pages = (int64_t)atomic_load_explicit(&world->page_count, memory_order_relaxed) * HEAP_PAGE_SIZE;
    int64_t const slots = shared < pages ? shared : pages;
    return slots >= CONCURRENT_LEAST && slots / BYTES_PER_HEAP > (int64_t)heaps;
}

static struct concurrent_mark *mark_new(struct heap_world *world)
{
    struct concurrent_mark *const mark = base_alloc_zeroed(sizeof *mark);
    if (mark == NULL) return NULL;
    marker_init(&mark->marker, world->orphanage, world->types);
    mark->marker.visit = visit;
    mark->marker.visit_range = visit_range;
    mark->marker.visit_symbol = mark_meet_symbol;
    mark->marker.visit_weak = visit_weak;
    mark->marker.visit_slot = visit_slot;
    mark->marker.cycle = &mark->marker;
    mark->marker.context = mark;
    mark->deferred.items = mark->deferred.first;
    mark->deferred.capacity = MARK_STACK_FIRST;
    return mark;
}

static void visit_permanent(struct heap_page *page, void *context)
{
    for (unsigned w = 0; w < 2; w++) {
        uint64_t bits = page_shared(page, w) & page->live[w];
        for (; bits != 0; bits &= bits - 1) {
            mark_one(context, value_pointer(slot_at(page, w, (unsigned)__builtin_ctzll(bits))));
        }
    }
}

static void mark_fresh(struct concurrent_mark *mark, const struct heap_page *page)
{
    for (unsigned w = 0; w < 2; w++) {
        for (uint64_t bits = page_shared(page, w) & ~page->known[w]; bits != 0; bits &= bits - 1) {
            mark_one(&mark->marker, value_pointer(slot_at(page, w, (unsigned)__builtin_ctzll(bits))));
        }
    }
}

// A heap that a cycle would mark is collected, so that it has a report.
static void mark_heap(struct concurrent_mark *mark, struct heap *heap)
{
    if (heap->interior->permanent) return;
    if (!cycle_takes_report(heap)) {
        if (heap->interior->phase != COLLECT_IDLE) collect_run_to(heap, COLLECT_IDLE, 0);
        heap_collect(heap);
        heap->resting = true;
    }
    heap->stats.shared_marks++;
    if (!heap->interior->reported) return;
    report_visit(&mark->marker, heap->interior->report);
    if (!report_needs_fresh(heap)) return;
    for (const struct heap_page *page = heap->interior->shared_pages; page != NULL; page = page->next) mark_fresh(mark, page);
}

bool heap_mark_begin(struct heap_world *world, struct heap **heaps, size_t count)
{
    if (world->concurrent == NULL) world->concurrent = mark_new(world);
    struct concurrent_mark *const mark = world->concurrent;
    if (mark == NULL || mark->overflowed) return false;
    mark->rounds++;
    mark->shared_bytes = heap_shared_bytes(world);
    mark->cut = false;
    atomic_store_explicit(&mark->halt, false, memory_order_relaxed);
    world->alone = true;
    size_t const bytes = mark->marker.body_bytes;
    for (struct heap_interior *in = world->permanent; in != NULL; in = in->permanent_next) {
        heap_flush(in->heap);
        pages_each(in, visit_permanent, &mark->marker);
    }
    if (world->types->shared_roots != NULL) world->types->shared_roots(&mark->marker, world->owner);
    for (size_t i = 0; i < count; i++) mark_heap(mark, heaps[i]);
    for (size_t i = 0; i < mark->deferred.count; i++) {
        trace_object(world->types, &mark->marker, value_to_pointer(mark->deferred.items[i]));
    }
    mark->marker.body_bytes = bytes; // what is deferred the last stop counts
    world->alone = false;
    return true;
}

// --- The last stop ---------------------------------------------------------------------------------------------------
static void mark_free(struct heap_world *world)
{
    struct concurrent_mark *const mark = world->concurrent;
    marker_reset(&mark->marker);
    if (mark->deferred.items != mark->deferred.first) base_free(mark->deferred.items);
    base_free(mark->classes);
    base_free(mark);
    world->concurrent = NULL;
}

static void take_marks(struct chunk *chunk)
{
    for (unsigned i = CHUNK_FIRST_PAGE; i < CHUNK_PAGES; i++) {
        struct heap_page *const page = (struct heap_page *)(void *)chunk + i;
        for (unsigned w = 0; w < 2; w++) {
            uint64_t const bits = chunk->marks[i][w];
            if (bits == 0) continue;
            TRP_ASSERT((bits & ~page_shared(page, w)) == 0); // C2
            page_set_smark(page, w, page_smark(page, w) | bits);
        }
    }
}

static void forget_marks(struct chunk *chunk)
{
    base_free(chunk->marks);
    chunk->marks = NULL;
}

static void push_all(struct heap_marker *marker, const struct mark_stack *stack)
{
    for (size_t i = 0; i < stack->count; i++) mark_push(marker, value_to_pointer(stack->items[i]));
}

void concurrent_take(struct heap_world *world, struct heap_marker *marker)
{
    struct concurrent_mark *const mark = world->concurrent;
    if (mark == NULL) return;
    for (struct chunk *chunk = world->all; chunk != NULL; chunk = chunk->all_next) {
        if (chunk->marks == NULL) continue;
        take_marks(chunk);
        forget_marks(chunk);
    }
    push_all(marker, &mark->marker.stack);
    push_all(marker, &mark->deferred);
    for (unsigned i = 0; i < MARK_AHEAD; i++) {
        if (mark->marker.ahead.items[i] != NULL) mark_push(marker, mark->marker.ahead.items[i]);
    }
    for (uint32_t i = 0; i < mark->class_words; i++) {
        for (uint64_t bits = mark->classes[i]; bits != 0; bits &= bits - 1) {
            world->types->header(marker, world->owner, i * 64 + (uint32_t)__builtin_ctzll(bits));
        }
    }
    marker->body_bytes += mark->marker.body_bytes;
    marker->stack.overflowed |= mark->overflowed;
    mark_free(world);
}

void heap_mark_drop(struct heap_world *world)
{
    if (world->concurrent == NULL) return;
    for (struct chunk *chunk = world->all; chunk != NULL; chunk = chunk->all_next) forget_marks(chunk);
    mark_free(world);
}
