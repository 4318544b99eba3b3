// Marking: the mark stack, roots, ranges, weak edges. Purpose: reach what lives without recursion and without failing.
// Invariants: an object is pushed once, when its bit is set; when the stack cannot grow, what was not pushed is found
// again by a rescan of the marked objects; a local mark neither traces nor keeps what belongs to another heap or is
// shared (H3, H4): its own shared objects were set live before.
// Owner: the holder of the actor's claim; for the shared cycle, whoever stopped the others.
#include "heap/interior.h"

#define CLOCK_EVERY 128 // objects traced between two looks at the clock
#define WAITING_WORK 16 // a step of a range, or what was to be marked later, in objects

void marker_init(struct heap_marker *marker, struct heap *heap, const struct heap_types *types)
{
    *marker = (struct heap_marker){.heap = heap, .types = types};
    marker->stack.items = marker->stack.first;
    marker->stack.capacity = MARK_STACK_FIRST;
}

void marker_reset(struct heap_marker *marker)
{
    if (marker->stack.items != marker->stack.first) base_free(marker->stack.items);
    base_free(marker->weak.items);
    struct report *const report = marker->report;
    marker_init(marker, marker->heap, marker->types);
    marker->report = report;
}

bool stack_grow(struct mark_stack *stack)
{
    size_t const capacity = stack->capacity * 2;
    value_t *const old = stack->items == stack->first ? NULL : stack->items;
    value_t *const items = base_realloc(old, capacity * sizeof *items);
    if (items == NULL) return false;
    if (old == NULL) memcpy(items, stack->first, sizeof stack->first);
    stack->items = items;
    stack->capacity = capacity;
    return true;
}

void mark_push(struct heap_marker *marker, void *object) { stack_push(&marker->stack, value_pointer(object)); }

static inline void mark_one(struct heap_marker *marker, value_t value)
{
    void *const object = value_to_pointer(value & ~(value_t)(HEAP_GRANULE - 1)); // a slot's word may be tagged
    struct heap_page *const page = page_of(object);
    unsigned const word = slot_word(object);
    uint64_t const bit = slot_bit(object);
    if (TRP_UNLIKELY((page_shared(page, word) & bit) != 0) && marker->report != NULL) {
        report_add(marker->report, page, word, bit);
    }
    if (page_owner(page) != marker->heap || (page->live[word] & bit) != 0) return;
    TRP_ASSERT(heap_pattern[page->size_class][word] & bit);
    TRP_ASSERT(object_type(object) != TYPE_FREE);
    page->live[word] |= bit;
    stack_push(&marker->stack, value_pointer(object));
}

void mark_local(struct heap_marker *marker, value_t value) { mark_one(marker, value); }

// Of a shared cycle: only shared objects count.
static inline void mark_one_shared(struct heap_marker *marker, value_t value)
{
    void *const object = value_to_pointer(value & ~(value_t)(HEAP_GRANULE - 1)); // as above
    struct heap_page *const page = page_of(object);
    unsigned const word = slot_word(object);
    uint64_t const bit = slot_bit(object), marked = page_smark(page, word);
    if ((page_shared(page, word) & bit) == 0 || (marked & bit) != 0) return;
    page_set_smark(page, word, marked | bit);
    stack_push(&marker->stack, value_pointer(object));
}

void mark_shared(struct heap_marker *marker, value_t value) { mark_one_shared(marker, value); }

void mark_meet_symbol(struct heap_marker *marker, symbol_t symbol)
{
    if (marker->types->symbol != NULL) marker->types->symbol(marker->heap->world->owner, symbol);
}

void heap_mark(struct heap_marker *marker, value_t value)
{
    if (!value_is_heap(value)) {
        if (value_is_symbol(value)) mark_symbol(marker, value);
        return;
    }
    if (TRP_LIKELY(marker->visit == NULL)) {
        mark_one(marker, value);
    } else {
        marker->visit(marker, value);
    }
}

bool heap_marks_shared(const struct heap_marker *marker) { return marker->visit != NULL || marker->report != NULL; }

void heap_mark_memory(struct heap_marker *marker, size_t bytes)
{
    if (!marker->rescanning) marker->body_bytes += bytes;
}

void heap_mark_slot(struct heap_marker *marker, const struct heap_slot *slot)
{
    if (marker->visit_slot != NULL) {
        marker->visit_slot(marker, slot);
    } else {
        heap_mark(marker, atomic_load_explicit(&slot->word, memory_order_relaxed));
    }
}

static void mark_fields(struct heap_marker *marker, const value_t *from, const value_t *to)
{
    for (const value_t *field = from; field < to; field++) {
        if (value_is_heap(*field)) mark_one(marker, *field);
        else if (value_is_symbol(*field)) mark_symbol(marker, *field);
    }
}

void mark_shared_range(struct heap_marker *marker, const value_t *from, const value_t *to)
{
    for (const value_t *field = from; field < to; field++) {
        if (value_is_heap(*field)) mark_one_shared(marker, *field);
        else if (value_is_symbol(*field)) mark_symbol(marker, *field);
    }
}

// A long range waits on the stack and is marked step by step, so that neither the stack nor a slice grows with it.
static bool push_range(struct mark_stack *stack, const value_t *from, const value_t *to)
{
    if (stack->count + 2 > stack->capacity && !stack_grow(stack)) return false;
    stack->items[stack->count++] = (value_t)(uintptr_t)from;
    stack->items[stack->count++] = (value_t)(uintptr_t)to | 1;
    return true;
}

void heap_mark_range(struct heap_marker *marker, const value_t *from, const value_t *to)
{
    if (marker->visit_range != NULL) {
        marker->visit_range(marker, from, to);
    } else if (TRP_UNLIKELY(marker->visit != NULL)) {
        for (const value_t *field = from; field < to; field++) heap_mark(marker, *field);
    } else if (to - from <= MARK_RANGE_STEP || !push_range(&marker->stack, from, to)) {
        mark_fields(marker, from, to);
    }
}

void heap_mark_later(struct heap_marker *marker, void (*mark)(struct heap_marker *marker, void *what), void *what)
{
    struct mark_stack *const stack = &marker->stack;
    if (marker->visit != NULL || (stack->count + 2 > stack->capacity && !stack_grow(stack))) {
        mark(marker, what);
        return;
    }
    stack->items[stack->count++] = (value_t)(uintptr_t)mark;
    stack->items[stack->count++] = (value_t)(uintptr_t)what | 2;
}

static void mark_range_step(struct heap_marker *marker, value_t top)
{
    struct mark_stack *const stack = &marker->stack;
    const value_t *const from = value_to_pointer(stack->items[--stack->count]);
    const value_t *const to = value_to_pointer(top & ~(value_t)1);
    const value_t *end = to;
    if (to - from > MARK_RANGE_STEP) {
        end = from + MARK_RANGE_STEP;
        stack->count += 2; // the rest stays in the two places just popped
        stack->items[stack->count - 2] = (value_t)(uintptr_t)end;
    }
    mark_fields(marker, from, end);
}

// The class of an object is shared: of private objects too it is what a cycle wants to know.
static void mark_header(struct heap_marker *marker, void *object)
{
    if (marker->types->header == NULL || (marker->visit == NULL && marker->report == NULL)) return;
    marker->last_class = object_class_id(object);
    marker->types->header(marker, marker->heap->world->owner, marker->last_class);
}

void mark_trace(struct heap_marker *marker, void *object)
{
    const struct heap_type *const type = &marker->types->types[object_type(object)];
    struct heap_page *const page = page_of(object);
    if ((page->fin[slot_word(object)] & slot_bit(object)) && type->body_size != NULL && !marker->rescanning) {
        size_t const size = type->body_size(object);
        marker->body_bytes += size;
        if (size > BODY_BIG) marker->big_bytes += size;
    }
    uint32_t const class = object_class_id(object);
    if (class >= marker->heap->world->first_class && class != marker->last_class) mark_header(marker, object);
    trace_object(marker->types, marker, object);
}

static void mark_waiting(struct heap_marker *marker, value_t top)
{
    void (*mark)(struct heap_marker *marker, void *what);
    value_t const word = marker->stack.items[--marker->stack.count];
    memcpy(&mark, &word, sizeof mark);
    mark(marker, value_to_pointer(top & ~(value_t)2));
}

// The next object to trace: what is taken off the stack is prefetched and changes places with what was taken MARK_AHEAD
// objects before. NULL: a step of a range was marked instead (the clock may be due), the queue was filled, or nothing is
// left.
void *mark_next(struct heap_marker *marker, unsigned *work)
{
    struct mark_stack *const stack = &marker->stack;
    struct mark_ahead *const ahead = &marker->ahead;
    void *taken = NULL;
    if (TRP_LIKELY(stack->count > 0)) {
        value_t const top = stack->items[--stack->count];
        if (TRP_UNLIKELY((top & 3) != 0)) {
            *work += WAITING_WORK;
            if (top & 1) mark_range_step(marker, top);
            else mark_waiting(marker, top);
            return NULL;
        }
        taken = value_to_pointer(top);
        __builtin_prefetch(taken);
        ahead->count++;
    }
    void *const object = ahead->items[ahead->at];
    ahead->items[ahead->at] = taken;
    ahead->at = (ahead->at + 1) % MARK_AHEAD;
    ahead->count -= object != NULL;
    return object;
}

bool mark_step(struct heap_marker *marker, uint64_t deadline)
{
    unsigned traced = 0;
    while (marker->stack.count > 0 || marker->ahead.count > 0) {
        if (++traced >= CLOCK_EVERY) {
            traced = 0;
            if (deadline != 0 && base_clock_ns() >= deadline) return false;
        }
        void *const object = mark_next(marker, &traced);
        if (object != NULL) mark_trace(marker, object);
    }
    return true;
}

static bool weak_grow(struct weak_list *weak)
{
    size_t const capacity = weak->capacity == 0 ? 16 : weak->capacity * 2;
    value_t **const items = base_realloc(weak->items, capacity * sizeof *items);
    if (items == NULL) return false;
    weak->items = items;
    weak->capacity = capacity;
    return true;
}

bool weak_record(struct heap_marker *marker, value_t *field)
{
    struct weak_list *const weak = &marker->weak;
    if (weak->count == weak->capacity && !weak_grow(weak)) return false;
    weak->items[weak->count++] = field;
    return true;
}

// Where an edge cannot be recorded it is strong this time.
void heap_mark_weak(struct heap_marker *marker, value_t *field)
{
    if (!value_is_heap(*field)) {
        heap_mark(marker, *field);
        return;
    }
    bool const recorded = marker->visit == NULL ? weak_record(marker, field)
                                                : marker->visit_weak != NULL && marker->visit_weak(marker, field);
    if (!recorded) heap_mark(marker, *field);
}

bool mark_is_dead(const struct heap_marker *marker, value_t value, bool shared_too)
{
    void *const object = value_to_pointer(value);
    struct heap_page *const page = page_of(object);
    unsigned const word = slot_word(object);
    uint64_t const bit = slot_bit(object);
    if (page_shared(page, word) & bit) return shared_too && (page_smark(page, word) & bit) == 0;
    return page_owner(page) == marker->heap && (page->live[word] & bit) == 0;
}

bool weak_settle(struct heap_marker *marker, bool shared_too, uint64_t deadline)
{
    struct weak_list *const weak = &marker->weak;
    while (weak->settled < weak->count) {
        value_t *const field = weak->items[weak->settled++];
        if (value_is_heap(*field) && mark_is_dead(marker, *field, shared_too)) *field = VALUE_UNDEF;
        if (value_is_heap(*field) && is_shared(value_to_pointer(*field))) weak->items[weak->kept++] = field;
        if (step_over(marker->heap->interior, 1, deadline)) return false;
    }
    weak->count = weak->kept;
    weak->settled = weak->kept = 0;
    return true;
}

void mark_roots_but_slots(struct heap_marker *marker)
{
    struct heap *const heap = marker->heap;
    if (marker->types->roots != NULL) marker->types->roots(marker, heap->owner);
    heap_mark(marker, heap->locals);
}

void mark_roots(struct heap_marker *marker)
{
    uint32_t at = 0;
    mark_roots_but_slots(marker);
    slots_mark(marker, &at, 0);
}
