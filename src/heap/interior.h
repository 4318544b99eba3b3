// What the files of the heap room share, and nobody else sees.
//
// A chunk is 2 MiB of address space, aligned: 16 pages of metadata (128 bytes for each of the 512 pages; the metadata
// of the metadata pages is room for the chunk's own header) and 496 pages of slots. Nothing in a page says what it is:
// an address leads to its chunk by masking and to its metadata by its index.
//
// Bits of a page are indexed by granule. Only granules where a slot starts (the class's *pattern*) are ever set. So the
// free slots of a word are `~live & pattern`.
#ifndef TROUPE_HEAP_INTERIOR_H
#define TROUPE_HEAP_INTERIOR_H

#include "heap/heap.h"

#define CHUNK_PAGES (HEAP_CHUNK_SIZE / HEAP_PAGE_SIZE)
#define CHUNK_FIRST_PAGE 16u // pages below hold the metadata
#define CHUNK_USABLE (CHUNK_PAGES - CHUNK_FIRST_PAGE)
#define CHUNK_WORDS (CHUNK_PAGES / 64)
#define WORD_BYTES (64 * HEAP_GRANULE)
#define CLASS_LARGE ((uint8_t)HEAP_CLASSES)
#define STASH_PAGES 32u
#define BATCH_MAX 64u
#define BODY_BIG 4096u             // larger bodies are freed at the end of the mark
#define PACE_FIRST (64 << 10)      // bytes allocated before the first collection
#define PACE_NURSERY (512 << 10)   // the least between two once it was doubled often enough: fits the cache
#define PACE_SMALL_FACTOR 4        // of what lives, up to:
#define PACE_SMALL_MOST (4 << 20)  // bytes
#define PACE_LONG (2 << 20)        // of live slots take about a millisecond to mark
#define OVERDRAFT_MIN (64u << 10)
#define MARK_STACK_FIRST 8u
#define MARK_AHEAD 16u             // objects on their way from memory to the cache while others are traced
#define MARK_RANGE_STEP 128        // values of a range marked before the clock is asked again
#define WORK_PER_LOOK 64u          // pages walked, slots finalized or edges settled between two looks at the clock
#define WORK_BODY_SHIFT 14         // freeing a body is as much work as its size in units of 16 KiB, beside the slot
#define RETURN_STEP 512u           // pages given back at a time
#define SHARED_GROWTH_LEAST ((int64_t)8 << 20) // between two shared cycles
#define PURGE_LEAST ((size_t)64 << 20) // of bodies that an allocator may keep
#define SHARED_PUBLISH ((int64_t)256 << 10)     // what a heap shared, before the world hears of it
#define REPORT_PAGES 256u          // smaller heaps are marked by a shared cycle itself
#define REPORT_PRIVATE ((size_t)1 << 20) // and so are those with so much private at most, in bytes
#define SCRUB_PATTERN 0x5c5c5c5c5c5c5c40u // TYPE_FREE in the type bits; as a value, a pointer to nowhere

// --- Pages ---------------------------------------------------------------------------------------------------------
enum page_state {
    PAGE_FREE,  // in the world, in a stash or in a batch on its way
    PAGE_SPARE, // a heap's, of no class
    PAGE_SMALL, // in a heap's list of its class
    PAGE_LARGE  // the head of a run that holds one object; bit 0 of word 0 stands for it
};

struct heap_page {
    // Written by the owner (H1).
    uint64_t live[2]; // marked by the last collection or allocated since; all set in an open word
    uint64_t fin[2];  // the slot owns something
    _Atomic(uint64_t) shared[2];
    _Atomic(uint64_t) smark[2]; // reached by the running shared cycle, or visited by a sharing; zero otherwise
    // Read by others, for shared objects of this page: changes only when the page changes hands.
    _Atomic(struct heap *) owner; // NULL: free; the world's orphanage: an orphan
    struct heap_page *next;       // the owner's list of pages with shared objects, or the orphan list
    uint32_t index;               // place in the owner's list
    uint32_t run;                 // PAGE_LARGE: pages in the run
    uint8_t size_class;
    uint8_t state;
    bool idle;    // in `runs`: was there at the last collection already
    bool surplus; // in `runs`: goes back
    bool permanent; // of a heap whose objects live as long as the world
    bool listed;    // has shared objects, and is in the owner's list of such pages
    uint64_t known[2];         // what was shared at the last full mark (report.c). The owner's
    _Atomic(uint64_t) held[2]; // shared objects dropped since the last shared cycle (report.c). Anybody's
};
_Static_assert(sizeof(struct heap_page) == 128, "two cache lines: neighbours never share one");
_Static_assert(CHUNK_PAGES * sizeof(struct heap_page) == CHUNK_FIRST_PAGE * HEAP_PAGE_SIZE, "metadata fills its pages");

extern uint64_t const heap_pattern[HEAP_CLASSES + 1][2];   // where slots start
extern uint8_t const heap_slot_count[HEAP_CLASSES + 1][2]; // and how many do

static inline struct heap_page *page_of(const void *pointer)
{
    uintptr_t const address = (uintptr_t)pointer;
    uintptr_t const chunk = address & ~((uintptr_t)HEAP_CHUNK_SIZE - 1);
    return (struct heap_page *)chunk + ((address / HEAP_PAGE_SIZE) & (CHUNK_PAGES - 1));
}
static inline char *page_memory(const struct heap_page *page)
{
    uintptr_t const chunk = (uintptr_t)page & ~((uintptr_t)HEAP_CHUNK_SIZE - 1);
    return (char *)chunk + ((uintptr_t)page - chunk) / sizeof *page * HEAP_PAGE_SIZE;
}
static inline unsigned slot_word(const void *pointer) { return (unsigned)((uintptr_t)pointer / WORD_BYTES) & 1; }
static inline uint64_t slot_bit(const void *pointer)
{
    return (uint64_t)1 << (((uintptr_t)pointer / HEAP_GRANULE) & 63);
}
static inline char *slot_at(const struct heap_page *page, unsigned word, unsigned bit)
{
    return page_memory(page) + (size_t)word * WORD_BYTES + (size_t)bit * HEAP_GRANULE;
}
// relaxed: only the owner writes the owner and shared bits of a page, and a reference to a shared object reaches
// another thread through a release and acquire of its own (a slot, a mailbox). The exception is a value that is shared
// while it sits in a private slot: see heap_slot_private.
static inline struct heap *page_owner(const struct heap_page *page)
{
    return atomic_load_explicit(&page->owner, memory_order_relaxed);
}
static inline uint64_t page_shared(const struct heap_page *page, unsigned word)
{
    return atomic_load_explicit(&page->shared[word], memory_order_relaxed);
}
static inline void page_set_shared(struct heap_page *page, unsigned word, uint64_t bits)
{
    // release: pairs with the acquire in heap_slot_private
    atomic_store_explicit(&page->shared[word], bits, memory_order_release);
}
static inline uint64_t page_smark(const struct heap_page *page, unsigned word)
{
    return atomic_load_explicit(&page->smark[word], memory_order_relaxed);
}
static inline void page_set_smark(struct heap_page *page, unsigned word, uint64_t bits)
{
    // release: pairs with the acquire in heap_slot_private
    atomic_store_explicit(&page->smark[word], bits, memory_order_release);
}
static inline bool page_empty(const struct heap_page *page) { return (page->live[0] | page->live[1]) == 0; }
static inline uint64_t page_dead_fin(const struct heap_page *page)
{
    return (page->fin[0] & ~page->live[0]) | (page->fin[1] & ~page->live[1]);
}
static inline bool is_shared(const void *object)
{
    return (page_shared(page_of(object), slot_word(object)) & slot_bit(object)) != 0;
}
static inline bool has_side(const void *object)
{
    return (((const struct object *)object)->header & HEADER_LAYOUT_MASK & ~HEADER_FROZEN) != 0;
}
// Calls the type's trace, and asks for side data.
static inline void trace_object(const struct heap_types *types, struct heap_marker *marker, void *object)
{
    const struct heap_type *const type = &types->types[object_type(object)];
    if (type->trace != NULL) type->trace(marker, object);
    if (TRP_UNLIKELY(has_side(object)) && types->trace_side != NULL) {
        types->trace_side(marker, page_owner(page_of(object)), object);
    }
}
size_t page_slot_size(const struct heap_page *page);
uint32_t page_pages(const struct heap_page *page); // of the run it heads, or 1
// Makes a free or spare page one of `heap`: no slot is live. Runs outside the lock (it may fault metadata in).
void page_adopt(struct heap_page *page, struct heap *heap, enum page_state state, uint8_t size_class);
void page_release(struct heap_page *page); // the page (or run) is nobody's; asserts that nothing in it is live

// A dense, growing array of pages; page->index is the place.
struct page_list {
    struct heap_page **items;
    uint32_t count, capacity;
};
bool list_reserve(struct page_list *list, uint32_t extra);             // false: no memory, list untouched
void list_append(struct page_list *list, struct heap_page *page);      // room was reserved
void list_remove(struct page_list *list, struct heap_page *page);      // the last page takes its place
void list_swap(struct page_list *list, uint32_t i, uint32_t k);
void list_free(struct page_list *list);
// Calls visit for every page that holds objects, small and large. `visit` may not change the lists.
void pages_each(struct heap_interior *interior, void (*visit)(struct heap_page *page, void *context), void *context);

// --- Chunks, under the heap lock unless said otherwise --------------------------------------------------------------
typedef uint64_t chunk_marks[2];
struct chunk { // the header, in the room of the first pages' metadata
    struct chunk *next, *previous; // in the world's partial or empty list, or cold
    struct chunk *all_next;        // registry
    uint64_t free[CHUNK_WORDS];    // bit: the page is the world's
    uint32_t free_count;
    uint32_t touched; // pages from here on were never handed out since the chunk was mapped or cooled
    uint32_t huge_size_chunks; // 0, or the number of chunks of a mapping that holds one huge object
    chunk_marks *marks; // of the concurrent mark, by page: its own. NULL: none
};
_Static_assert(sizeof(struct chunk) <= CHUNK_FIRST_PAGE * sizeof(struct heap_page), "the header fits");

struct chunk_list {
    struct chunk *first;
    uint32_t count;
};

struct heap_world {
    // Written once, before any heap exists.
    const struct heap_types *types;
    void *owner;
    void *(*realloc_fn)(void *ud, void *pointer, size_t old_size, size_t new_size);
    void *alloc_ud;
    struct heap *orphanage; // owner of orphan pages; finalizes what they hold
    // Under the lock.
    struct base_lock lock;
    struct chunk_list partial; // some pages are free
    struct chunk_list empty;   // all are
    struct chunk_list cold;    // all are, and the memory went back to the OS
    struct chunk *all;
    uint32_t chunk_count; // in use or empty, not cold
    struct heap_page *orphans;
    struct heap_interior *permanent; // heaps whose objects live as long as the world
    // Written under the lock or by the shared cycle, read by anyone.
    uint32_t first_class; // a class with this id, or a greater one, may be collected. Written at boot
    _Atomic(symbol_t) first_symbol; // a symbol with this id, or a greater one, may be collected
    uint64_t cycle; // the number of the next shared cycle. Written while everybody stands
    _Alignas(64) _Atomic(uint32_t) page_count; // handed out to heaps and stashes
    _Atomic(uint32_t) orphan_count;
    _Atomic(uint32_t) heap_count;
    // Read between slices; written when a heap publishes, and by the shared cycle.
    _Alignas(64) _Atomic(int64_t) shared_bytes;
    _Atomic(int64_t) shared_bytes_limit; // a shared cycle is wanted above
    int64_t shared_growth_least;         // tests lower it
    _Alignas(64)
    bool alone; // a shared cycle runs: everybody stands
    struct concurrent_mark *concurrent; // NULL: none was begun. Changes while everybody stands
    // Structure of slot tables; a leaf, never taken by a collection.
    struct base_lock slot_lock;
    struct heap_side side;
};

void world_lock(struct heap_world *world, struct heap_stats *stats); // counts on stats, if any
void world_unlock(struct heap_world *world);
// Takes up to `count` single pages; maps a chunk when there is none. Returns how many (0: no memory).
uint32_t world_take(struct heap_world *world, struct heap_stats *stats, struct heap_page **pages, uint32_t count);
void world_give(struct heap_world *world, struct heap_stats *stats, struct heap_page **pages, uint32_t count);
// A run of contiguous pages for one object; the head's `run` is set. NULL: no memory.
struct heap_page *world_take_run(struct heap_world *world, struct heap_stats *stats, uint32_t pages);
void world_give_run(struct heap_world *world, struct heap_stats *stats, struct heap_page *head);

struct chunk *chunk_map(uint32_t huge_size_chunks); // outside the lock
void chunk_unmap(struct chunk *chunk);
void chunk_cool(struct chunk *chunk); // gives an empty chunk's memory back. Outside the lock
struct chunk *chunk_of(const void *pointer);
uint32_t chunk_take(struct chunk *chunk, struct heap_page **pages, uint32_t count);
bool chunk_take_run(struct chunk *chunk, uint32_t pages, uint32_t *first);
void chunk_give(struct chunk *chunk, uint32_t first, uint32_t pages);
void chunk_push(struct chunk_list *list, struct chunk *chunk);
void chunk_unlink(struct chunk_list *list, struct chunk *chunk);

struct heap_stash {
    struct heap_world *world;
    uint32_t count;
    struct heap_page *pages[STASH_PAGES];
};
// Pages of `heap` that are released already go to its worker's stash, and what does not fit there to the world.
void stash_give(struct heap *heap, struct heap_page **pages, uint32_t count);

// --- Marking --------------------------------------------------------------------------------------------------------
// An object is pushed as its address. A range is pushed as two words, `from` and `to | 1`; what is marked later as two, the
// function and `what | 2`.
struct mark_stack {
    value_t *items; // NULL: `first`
    size_t count, capacity;
    bool overflowed; // something was marked but not pushed: a rescan will find it
    value_t first[MARK_STACK_FIRST];
};
// A short queue between the stack and tracing: what is taken off the stack is prefetched and traced a little later.
// Places without an object are NULL.
struct mark_ahead {
    void *items[MARK_AHEAD];
    unsigned at, count; // the oldest, and how many are there
};
struct weak_list {
    value_t **items;
    size_t count, capacity;
    size_t settled, kept; // of those settled the first `kept` are there still: they lead to shared objects
};

// --- Reports (report.c) ---------------------------------------------------------------------------------------------
struct report_entry {
    struct heap_page *page; // NULL: free
    uint64_t bits[2];
};
struct report {
    struct report_entry *items; // open addressing by page
    uint32_t count, capacity;
    uint32_t last;  // entry that was added to last
    bool failed;    // no memory: it is not whole
    uint64_t cycle; // world->cycle when the mark was made
    struct weak_list weak; // edges from private objects to shared ones
    symbol_t *symbols;     // that may be collected: open addressing, 0 is free
    uint32_t symbol_count, symbol_capacity;
};

struct heap_marker {
    void (*visit)(struct heap_marker *marker, value_t value); // NULL: a plain local mark
    void (*visit_range)(struct heap_marker *marker, const value_t *from, const value_t *to); // NULL: visit for each
    void (*visit_symbol)(struct heap_marker *marker, symbol_t symbol); // that may be collected. NULL: nothing
    bool (*visit_weak)(struct heap_marker *marker, value_t *field); // NULL or false: the edge is strong
    void (*visit_slot)(struct heap_marker *marker, const struct heap_slot *slot); // NULL: visit sees the raw word
    struct heap *heap;
    const struct heap_types *types;
    struct mark_stack stack;
    struct mark_ahead ahead;
    struct weak_list weak;
    struct heap_marker *cycle; // of the running shared cycle, told of shared objects
    struct report *report;     // NULL, or told of shared objects
    uint32_t last_class;       // of the object whose header was looked at last
    void *context;             // of other walks
    size_t body_bytes, big_bytes; // owned by what was marked
    bool rescanning;
};

void marker_init(struct heap_marker *marker, struct heap *heap, const struct heap_types *types);
void marker_reset(struct heap_marker *marker); // gives its memory back
bool stack_grow(struct mark_stack *stack);
static inline void stack_push(struct mark_stack *stack, value_t word) // no memory: overflowed
{
    if (TRP_UNLIKELY(stack->count == stack->capacity) && !stack_grow(stack)) {
        stack->overflowed = true;
        return;
    }
    stack->items[stack->count++] = word;
}
void mark_push(struct heap_marker *marker, void *object);
static inline void mark_symbol(struct heap_marker *marker, value_t symbol)
{
    // relaxed: whoever has such a symbol got it through something that came after the store
    symbol_t const first = atomic_load_explicit(&marker->heap->world->first_symbol, memory_order_relaxed);
    if (TRP_LIKELY(value_to_symbol(symbol) < first) || marker->visit_symbol == NULL) return;
    marker->visit_symbol(marker, value_to_symbol(symbol));
}
void mark_meet_symbol(struct heap_marker *marker, symbol_t symbol); // what the marker of a shared cycle visits
// The next object to trace, for whoever may ask again as long as something is on the stack or ahead. NULL: none yet, but
// work was done.
void *mark_next(struct heap_marker *marker, unsigned *work);
void mark_local(struct heap_marker *marker, value_t value);
void mark_shared(struct heap_marker *marker, value_t value); // what the marker of a shared cycle visits
void mark_shared_range(struct heap_marker *marker, const value_t *from, const value_t *to);
void mark_roots(struct heap_marker *marker); // all of them
void mark_roots_but_slots(struct heap_marker *marker);
bool mark_step(struct heap_marker *marker, uint64_t deadline); // true: nothing is left to trace. deadline 0: none
void mark_trace(struct heap_marker *marker, void *object);
bool weak_record(struct heap_marker *marker, value_t *field);
bool weak_settle(struct heap_marker *marker, bool shared_too, uint64_t deadline); // true: done

// --- One heap -------------------------------------------------------------------------------------------------------
enum collect_phase {
    COLLECT_IDLE, COLLECT_PREPARE, COLLECT_OPEN, COLLECT_ROOTS, COLLECT_TRACE, COLLECT_WEAK, COLLECT_CLOSE, COLLECT_SETTLE
};

struct scrub_copy { // what a scrubbed slot with a fin bit held
    void *slot;
    size_t size;
    char *bytes;
};

struct heap_interior {
    struct page_list pages[HEAP_CLASSES];
    uint32_t cursor[HEAP_CLASSES]; // pages below were opened or found full since the mark; the rest are unswept
    uint32_t tail[HEAP_CLASSES];   // unswept pages from here on are empty, and any class may take them
    struct page_list large;        // live large objects
    struct page_list runs;         // dead runs, kept for reuse
    struct page_list spare;        // empty pages of no class
    int64_t allowance;             // bytes that may still be allocated before a collection is requested
    int64_t allowance_full;        // as the last collection set it
    int64_t nursery;               // the least allowance: doubles with each collection
    size_t live_bytes;             // slots, as the last collection counted them
    size_t limit;
    size_t big_bytes;              // in bodies above BODY_BIG
    size_t big_unseen;             // of those, what no mark sees: bodies of shared objects
    uint32_t keep;                 // spare pages that stay when the surplus goes back
    bool surplus;                  // there is one
    uint32_t dirty;                // 0: no page has fin & ~live pending
    bool permanent, enabled, draining;
    bool reported;                 // there is a report, and it is whole
    bool by_report;                // the running shared cycle takes it
    int64_t shared_growth;         // shared since it was last published
    int64_t shared_bytes_now;      // slots of shared objects, as the last settle counted them
    size_t body_at_start;          // bytes of bodies when the last collection began
    size_t body_reserve;           // so much at most, since the allocator was asked to give memory back
    int64_t shared_left;           // slots of shared objects, as the last shared cycle left them
    size_t cycle_usage;            // when the last shared cycle was over
    bool refused;                  // heap_shared_cycle_may_help was false when it was asked last
    struct heap_page *orphans;     // the heap ends: its pages with shared objects
    uint32_t orphan_count;
    int64_t idle_budget;           // where heap->budget points while nobody runs
    // The running collection.
    enum collect_phase phase;
    unsigned at_class;
    uint32_t at_page;
    bool rescanning; // the walk is one for what overflowed the mark stack
    uint32_t work;   // since the clock was last looked at
    struct { // how far heap_drain has come since the last collection
        unsigned at_class;
        uint32_t at_page;
    } drained;
    struct heap_marker marker;
    struct report *report, *next_report; // of the last full mark, and of the running one. NULL: none yet, or no memory
    struct heap_page *shared_pages;    // by page->next: all with shared objects
    // Slots private to this heap: an open-addressed set. Structure under world->slot_lock; marking reads without.
    struct {
        _Atomic(struct heap_slot *) *items;
        uint32_t used, capacity; // used includes tombstones
        _Atomic(uint32_t) count; // another heap's store takes one away
        uint32_t marked;         // count at the last mark
        uint32_t weak;           // of them, weak ones
    } slots;
    struct {
        struct scrub_copy *items;
        size_t count, capacity;
    } scrubbed;
    struct heap *heap;
    struct heap_interior *permanent_next;
};

// Pages on their way out of a heap, given back many at a time.
struct page_batch {
    struct heap *heap;
    uint32_t count;
    struct heap_page *pages[4 * BATCH_MAX];
};
void batch_release(struct page_batch *batch, struct heap_page *page); // the page becomes free; counted off the heap
void batch_flush(struct page_batch *batch);

// cache.c
void cache_close(struct heap *heap, struct heap_cache *cache);
struct heap_page *heap_take_page(struct heap *heap); // spare, another class, stash, lock. To be adopted, in no list
// pace.c
size_t heap_usage(const struct heap *heap);
bool pace_may_grow(struct heap *heap, size_t bytes); // false: past the overdraft. May request
void pace_charge(struct heap *heap, size_t bytes);
void pace_settle(struct heap *heap);
bool heap_count_down(struct heap *heap); // false: fault injection fails this allocation
// sweep.c
void sweep_page(struct heap *heap, struct heap_page *page); // H6: finalizes fin & ~live
void sweep_finalize(struct heap *heap, struct heap_page *page, unsigned word, uint64_t bits);
// Page return, outside of collections: about `pages_max`. False: in->surplus still.
bool heap_return_surplus(struct heap *heap, uint32_t pages_max);
struct heap_page *sweep_take_empty(struct heap *heap);   // an empty page out of the list of its class, or NULL
bool settle_step(struct heap *heap, uint64_t deadline);
void settle_finish(struct heap *heap);
// large.c
bool large_settle_step(struct heap *heap, uint64_t deadline); // from in->at_page down
bool runs_surplus(struct heap_interior *in, bool all); // plans
bool runs_return(struct page_batch *batch, uint32_t pages_max); // and does. False: some are left
void large_close(struct page_batch *batch, void (*close_page)(struct page_batch *batch, struct heap_page *page));
// cycle.c
bool cycle_takes_report(struct heap *heap); // else it marks the heap
// concurrent.c: the marks that were made are the cycle's from now on
void concurrent_take(struct heap_world *world, struct heap_marker *marker);
// verify_fields.c
void fields_verify(struct heap *heap, void *object); // of a shared object. Aborts with a message
// verify.c
void heap_verify_reported(struct heap *heap); // in a cycle that has marked: all shared objects that it reaches are marked
void heap_verify_collected(struct heap *heap); // also that nothing lives but what is reached
// report.c
void report_add(struct report *report, struct heap_page *page, unsigned word, uint64_t bit);
void report_visit(struct heap_marker *marker, const struct report *report); // visits each object and symbol
void report_add_symbol(struct heap_marker *marker, symbol_t symbol); // to marker->report
void report_free(struct report *report); // NULL: nothing
void report_begin(struct heap_interior *in);  // a full mark begins
void report_finish(struct heap_interior *in); // and is done, its weak edges settled
bool report_needs_fresh(const struct heap *heap); // besides its report: what it has shared since
// collect.c
bool collect_run_to(struct heap *heap, enum collect_phase phase, uint64_t deadline);
bool collect_trace_more(struct heap *heap); // of a shared cycle, after the heap's trace. False: there was nothing left
void mark_all(struct heap *heap); // roots and trace into bits that the caller prepared
// slot.c
bool slots_mark(struct heap_marker *marker, uint32_t *at, uint64_t deadline); // from *at on. True: done
void slots_close(struct heap *heap);
// After live = shared: holders of weak slots must be reached like private objects. From *at on. True: done
bool slots_open_holders(struct heap *heap, uint32_t *at, uint64_t deadline);
// After the mark: they are live again, and weak slots whose values were not reached are cleared.
bool slots_close_holders(struct heap *heap, bool shared_too, uint32_t *at, uint64_t deadline);
void slots_mark_weak(struct heap_marker *marker); // as if every holder had been reached
void *slot_holder(const struct heap_slot *slot); // the object that a weak slot lies in
void slots_forget_unmarked(struct heap *heap); // in a shared cycle, of a heap that it did not mark: weak slots
bool slots_has(const struct heap *heap, const struct heap_slot *slot); // under slot_lock, or while others stand
// Every member as it is, sound or not. Under slot_lock. Returns how many are weak.
uint32_t slots_each_member(struct heap *heap, void (*visit)(struct heap_slot *slot, value_t word, void *context),
                           void *context);
bool mark_is_dead(const struct heap_marker *marker, value_t value, bool shared_too); // mark.c: after a mark
// scrub.c
void scrub_restore(struct heap_interior *in, void *slot);
void scrub_forget(struct heap *heap);
// growth.c
void growth_publish(struct heap *heap);
void growth_recount(struct heap_world *world, struct heap **heaps, size_t count, size_t body_bytes); // after a cycle
size_t growth_size(const struct heap_types *types, const struct heap_page *page, const void *object); // slot and body
static inline void growth_add(struct heap *heap, int64_t bytes)
{
    struct heap_interior *const in = heap->interior;
    if (in->permanent) return;
    in->shared_growth += bytes;
    if (TRP_UNLIKELY(in->shared_growth > SHARED_PUBLISH || in->shared_growth < -SHARED_PUBLISH)) growth_publish(heap);
}
int64_t page_shared_bytes(const struct heap_page *page); // of its slots (page.c)
// orphan.c
void orphan_add(struct heap *heap, struct heap_page *page); // the heap ends; `page` holds shared objects only
void orphans_publish(struct heap *heap);                    // and hands them, and the bytes they own, to the world
void orphans_settle(struct heap_world *world);              // after a shared cycle: empty ones go back
int64_t orphans_bytes(const struct heap_world *world);      // of their pages. While everybody stands
void orphans_free_all(struct heap_world *world);            // the world ends

// Whether a step ends, for what may be long: every now and then the clock is looked at. deadline 0: never.
static inline bool step_over(struct heap_interior *in, uint32_t work, uint64_t deadline)
{
    in->work += work;
    if (TRP_LIKELY(in->work < WORK_PER_LOOK)) return false;
    in->work = 0;
    return deadline != 0 && base_clock_ns() >= deadline;
}

// Tags of a private value in a slot: no value has these low five bits.
#define SLOT_PRIVATE ((value_t)8)
#define SLOT_WEAK ((value_t)24)
#define SLOT_TAGS ((value_t)31)
static inline bool slot_word_private(value_t word) { return (word & 15) == SLOT_PRIVATE; } // weak ones included
static inline bool slot_word_weak(value_t word) { return (word & SLOT_TAGS) == SLOT_WEAK; }
static inline value_t slot_word_value(value_t word) { return word & ~SLOT_TAGS; }

static inline struct page_list *interior_list(struct heap_interior *interior, unsigned size_class)
{
    return size_class == HEAP_CLASSES ? &interior->large : &interior->pages[size_class];
}

#endif
