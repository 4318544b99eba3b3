// Reports: which shared objects an actor refers to. Purpose: a shared cycle need not mark private heaps.
//
// A heap's *report* is the set of shared objects that its last full mark met, and of those that the actor *received* since
// (heap_received). A cycle takes it for the heap's references if the actor did not run since that mark, or if the mark was made
// since the last cycle. It marks besides, for the second kind of heap, what it has shared since the mark (page->known says what
// was shared then), and for all of them what was *dropped* since the last cycle: held, a bit of the page, set for each shared
// value that leaves a place which others read (a slot that is stored to anew, a method that is replaced).
// Symbols that may go are values like these: a set of them in the report; one that is dropped is met at once.
//
// Proof that this covers what the actor refers to. Let C be the shared objects that it referred to at any time from its mark to
// now. By induction over the time at which it came to refer to each: what it referred to at the mark is in the report. What it
// shared itself was private before, and is marked by `known`. What it read from an immutable field of a member of C is reached
// from that, and so from the cycle's marks. What it read from a slot or another place that changes, of a member of C or of the
// runtime, is there still, and so is reached, or was dropped, and then not before the last cycle: a read that began before a
// stop of the world is not finished after it, and the mark came after the stop. Whatever else it got it received:
//
//   messages, results, what was yielded or taken, errands   parcel_unpack (src/actor/unpack.c)
//   arguments of a new actor, its block                     it has no report yet: it is marked in the cycle
//   weak edges that are read                                weak_key, weak_value (src/core/gc/gc.c)
//   the table of interned strings                           string_interned (src/object/intern.c)
//   symbols made from strings                               symbol_from_bytes (src/object/symbol.c)
//   the cache of evals                                      eval_cache_find (src/vm/eval_cache.c)
//   lists of subclasses, which are weak                     class_subclasses (src/core/module/module.c)
//   walks over live objects                                 live_objects (src/core/gc/gc.c)
//   handles of actors that a port or a take knows           reached from the port; marked with the taker
//
// Weak edges from private objects to shared ones: those that the mark met are listed and settled by the cycle. Others were made
// since, of a key that the actor referred to then: it is in C, and does not die.
//
// Invariants: a report holds no object of a permanent heap; a set's pages change hands only when the cycle has found them
// without shared objects, and it keeps what is in a report it uses. A report that found no memory is none.
// Owner: the holder of the actor's claim, or who stopped the world; held bits belong to all.
#include "heap/interior.h"

#define ENTRIES_FIRST 4u

static size_t place_of(const struct report *report, const struct heap_page *page)
{
    size_t i = (size_t)(((uintptr_t)page >> 7) * 0x9e3779b97f4a7c15u >> 32) & (report->capacity - 1);
    while (report->items[i].page != NULL && report->items[i].page != page) i = (i + 1) & (report->capacity - 1);
    return i;
}

static uint32_t symbol_place(const symbol_t *symbols, uint32_t capacity, symbol_t symbol)
{
    uint32_t i = (symbol * 0x9e3779b1u >> 8) & (capacity - 1);
    while (symbols[i] != 0 && symbols[i] != symbol) i = (i + 1) & (capacity - 1);
    return i;
}

static bool grow(struct report *report)
{
    struct report const old = *report;
    report->capacity = old.capacity == 0 ? ENTRIES_FIRST : old.capacity * 2;
    report->items = base_alloc_zeroed(report->capacity * sizeof *report->items);
    if (report->items == NULL) {
        *report = old;
        return false;
    }
    for (uint32_t i = 0; i < old.capacity; i++) {
        if (old.items[i].page != NULL) report->items[place_of(report, old.items[i].page)] = old.items[i];
    }
    base_free(old.items);
    return true;
}

static bool enter(struct report *report, struct heap_page *page)
{
    if (report->failed) return false;
    if ((report->count + 1) * 4 > report->capacity * 3 && !grow(report)) {
        report->failed = true;
        return false;
    }
    size_t const i = place_of(report, page);
    report->count += report->items[i].page == NULL;
    report->items[i].page = page;
    report->last = (uint32_t)i;
    return true;
}

void report_add(struct report *report, struct heap_page *page, unsigned word, uint64_t bit)
{
    bool const same = report->last < report->capacity && report->items[report->last].page == page;
    if (!same && (page->permanent || !enter(report, page))) return;
    report->items[report->last].bits[word] |= bit;
}

static bool grow_symbols(struct report *report)
{
    uint32_t const capacity = report->symbol_capacity == 0 ? ENTRIES_FIRST : report->symbol_capacity * 2;
    symbol_t *const symbols = base_alloc_zeroed(capacity * sizeof *symbols);
    if (symbols == NULL) return false;
    for (uint32_t i = 0; i < report->symbol_capacity; i++) {
        if (report->symbols[i] != 0) symbols[symbol_place(symbols, capacity, report->symbols[i])] = report->symbols[i];
    }
    base_free(report->symbols);
    report->symbols = symbols;
    report->symbol_capacity = capacity;
    return true;
}

static void add_symbol(struct report *report, symbol_t symbol)
{
    if (report->failed) return;
    if ((report->symbol_count + 1) * 4 > report->symbol_capacity * 3 && !grow_symbols(report)) {
        report->failed = true;
        return;
    }
    uint32_t const i = symbol_place(report->symbols, report->symbol_capacity, symbol);
    report->symbol_count += report->symbols[i] == 0;
    report->symbols[i] = symbol;
}

void report_add_symbol(struct heap_marker *marker, symbol_t symbol) { add_symbol(marker->report, symbol); }

void report_visit(struct heap_marker *marker, const struct report *report)
{
    for (uint32_t i = 0; i < report->symbol_capacity; i++) {
        if (report->symbols[i] != 0) marker->visit_symbol(marker, report->symbols[i]);
    }
    for (uint32_t i = 0; i < report->capacity; i++) {
        const struct report_entry *const entry = &report->items[i];
        if (entry->page == NULL) continue;
        for (unsigned w = 0; w < 2; w++) {
            for (uint64_t bits = entry->bits[w]; bits != 0; bits &= bits - 1) {
                marker->visit(marker, value_pointer(slot_at(entry->page, w, (unsigned)__builtin_ctzll(bits))));
            }
        }
    }
}

void report_free(struct report *report)
{
    if (report == NULL) return;
    base_free(report->items);
    base_free(report->symbols);
    base_free(report->weak.items);
    base_free(report);
}

// Emptied for the next mark; what is much too large goes back.
static void clear(struct report *report)
{
    if (report->capacity > ENTRIES_FIRST && report->count * 8 < report->capacity) {
        base_free(report->items);
        report->items = NULL;
        report->capacity = 0;
    }
    if (report->symbol_capacity > ENTRIES_FIRST && report->symbol_count * 8 < report->symbol_capacity) {
        base_free(report->symbols);
        report->symbols = NULL;
        report->symbol_capacity = 0;
    }
    if (report->capacity > 0) memset(report->items, 0, report->capacity * sizeof *report->items);
    if (report->symbol_capacity > 0) memset(report->symbols, 0, report->symbol_capacity * sizeof *report->symbols);
    report->symbol_count = 0;
    report->count = 0;
    report->last = 0;
    report->failed = false;
    report->weak.count = report->weak.settled = report->weak.kept = 0;
}

void report_begin(struct heap_interior *in)
{
    if (in->next_report == NULL) in->next_report = base_alloc_zeroed(sizeof *in->next_report);
    if (in->next_report != NULL) clear(in->next_report);
    in->marker.report = in->next_report;
    in->marker.visit_symbol = in->next_report == NULL ? NULL : report_add_symbol;
    in->marker.last_class = 0;
}

// The weak edges that still lead to shared objects are the marker's list: it and the report's change places.
void report_finish(struct heap_interior *in)
{
    struct report *const made = in->next_report;
    in->marker.report = NULL;
    in->marker.visit_symbol = NULL;
    in->reported = made != NULL && !made->failed;
    if (made == NULL) {
        in->marker.weak.count = 0;
        return;
    }
    struct weak_list const edges = in->marker.weak;
    in->marker.weak = made->weak;
    made->weak = edges;
    made->cycle = in->heap->world->cycle;
    in->next_report = in->report;
    in->report = made;
}

// False: the running collection has not come so far; nothing ran since it began.
static bool has_run(const struct heap *heap)
{
    return !heap->resting && heap->interior->phase != COLLECT_SETTLE;
}

bool report_needs_fresh(const struct heap *heap) { return has_run(heap); }

bool heap_report_stands(const struct heap *heap)
{
    struct heap_interior const *const in = heap->interior;
    return in->reported && (!has_run(heap) || in->report->cycle == heap->world->cycle);
}

bool heap_reports(const struct heap *heap) { return heap->stats.pages > REPORT_PAGES; }
uint64_t heap_report_cycle(const struct heap *heap) { return heap->interior->reported ? heap->interior->report->cycle : 0; }
uint64_t heap_cycle_number(const struct heap_world *world) { return world->cycle; }

static bool may_go(const struct heap_world *world, value_t value)
{
    return value_is_symbol(value) && value_to_symbol(value) >= atomic_load_explicit(&world->first_symbol, memory_order_relaxed);
}

void heap_received(struct heap *heap, value_t value)
{
    struct heap_interior *const in = heap->interior;
    if (!in->reported) return;
    if (may_go(heap->world, value)) {
        add_symbol(in->report, value_to_symbol(value));
        in->reported = !in->report->failed;
    }
    if (!value_is_heap(value)) return;
    void *const object = value_to_pointer(value);
    if (!is_shared(object)) return;
    report_add(in->report, page_of(object), slot_word(object), slot_bit(object));
    in->reported = !in->report->failed;
}

void heap_dropped(struct heap_world *world, value_t value)
{
    // In a cycle's sweep the holder is dead: what an actor had read from it, the actor's report tells. The symbol may be gone.
    bool const met = may_go(world, value) && !world->alone && world->types->symbol != NULL;
    if (met) world->types->symbol(world->owner, value_to_symbol(value));
    if (!value_is_heap(value)) return;
    void *const object = value_to_pointer(value & ~(value_t)(HEAP_GRANULE - 1)); // a slot's word may be tagged
    struct heap_page *const page = page_of(object);
    unsigned const word = slot_word(object);
    uint64_t const bit = slot_bit(object);
    if (page->permanent || (page_shared(page, word) & bit) == 0) return;
    // relaxed: read by a cycle, while everybody stands
    if (atomic_load_explicit(&page->held[word], memory_order_relaxed) & bit) return;
    atomic_fetch_or_explicit(&page->held[word], bit, memory_order_relaxed);
}
