// The heap room's door: memory of one actor, and what may cross actors.
//
// Each actor owns a `struct heap`; a heap owns pages of 4 KiB inside 2 MiB aligned chunks, whose metadata is out of
// line at the chunk's start. The mark bitmap is the free list. Slots are multiples of 32 bytes ("granules"), and every
// bitmap is indexed by granule, so neither allocation nor marking divides.
//
// Invariants (cited by number in code):
//   H1 only the owner, the claim's holder, or the shared cycle for orphans, writes a page's live, fin and free bits
//   H2 only refill's last step and page return take the heap lock; it is a leaf
//   H3 a private object is referenced only from its owner
//   H4 a shared object references only shared objects, except through a slot; a private value in a slot is a root of
//      the slot's owner and of nobody else; a weak slot is a root only while its holder is reached (heap_slot_store_weak)
//   H5 a message in flight holds no private pointer
//   H6 `fin & ~live` is drained before `live` is cleared
//   H7 a local collection takes no runtime-wide lock and waits for no other actor
//   H8 a body is freed exactly once: by fin, move or refcount
//
// Allocation never collects; it may fail (NULL). Passing a threshold sets a request and zeroes the running ec's budget,
// so that the next poll collects. Unless a comment says otherwise a function belongs to the thread that holds the
// actor's claim, does not collect, park or block, and is O(1).
#ifndef TROUPE_HEAP_HEAP_H
#define TROUPE_HEAP_HEAP_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/base.h"
#include "heap/value.h"

#define HEAP_PAGE_SIZE 4096u
#define HEAP_CHUNK_SIZE (2u << 20)
#define HEAP_GRANULE 32u
#define HEAP_SMALL_MAX 1024u // larger objects get a run of pages of their own

enum heap_size_class {
    HEAP_32, HEAP_64, HEAP_96, HEAP_128, HEAP_192, HEAP_256, HEAP_512, HEAP_1024, HEAP_CLASSES
};

struct heap;
struct heap_world;  // runtime-wide: chunks, free pages, the heap lock, orphans, the shared cycle
struct heap_stash;  // a worker's few pages, used without a lock
struct heap_page;   // metadata of one page
struct heap_marker; // state of one collection; opaque to trace functions
struct heap_slot;

// --- The type table: the seam by which the heap reaches upward -----------------------------------------------------
struct heap_type {
    const char *name;
    // Calls heap_mark for each value the object holds. Must not allocate. NULL: holds none.
    void (*trace)(struct heap_marker *marker, void *object);
    // Frees what the slot owns (bodies, by heap_body_free). Called once, on the owner, for slots with a fin bit.
    void (*finalize)(struct heap *heap, void *object);
    // Bytes owned beside the slot, for statistics and verification. NULL: none.
    size_t (*body_size)(const void *object);
    // A shared object of this type becomes known beyond its heap: its weak slots are weak no longer. NULL: it has none.
    void (*escape)(struct heap *heap, void *object);
    // Once shared such an object never changes, and trace and body_size read nothing else: a shared cycle traces it while
    // actors run.
    bool concurrent;
    // For the verifier: what is wrong with the object itself, whatever its values are; NULL: nothing. No hook: it is not asked.
    const char *(*verify)(const void *object);
};

// What makes a field of a shared object legal (H4).
enum heap_field_law {
    HEAP_FIELD_PLAIN,    // no reference into a heap
    HEAP_FIELD_SHARED,   // a value or pointer: shared, and traced
    HEAP_FIELD_SLOT,     // a struct heap_slot, traced
    HEAP_FIELD_WEAK,     // shared, and kept by something else or forgotten before it dies
    HEAP_FIELD_PERMANENT // in a permanent heap
};
struct heap_field_visitor {
    void (*value)(void *context, const char *field, value_t value, enum heap_field_law law); // of values that are objects
    void (*slot)(void *context, const char *field, const struct heap_slot *slot);
    void *context;
};

struct heap_types {
    struct heap_type types[TYPE_MAX];
    // Marks the roots of one heap: VM stacks, frames, handles, mailbox. `owner` is heap->owner.
    void (*roots)(struct heap_marker *marker, void *owner);
    // Marks the runtime-wide roots of shared objects: class table, globals, code constants. `world_owner` as in
    // options.
    void (*shared_roots)(struct heap_marker *marker, void *world_owner);
    // Of the class of each object that a shared cycle traces, private ones included: marks it. NULL: nothing.
    void (*header)(struct heap_marker *marker, void *world_owner, uint32_t class_id);
    // Of each symbol from heap_symbols_from on that something holds as a value or has dropped: the next cycle to end keeps it.
    // Any thread. NULL: nothing.
    void (*symbol)(void *world_owner, symbol_t symbol);
    bool (*symbol_met)(void *world_owner, symbol_t symbol); // whether that was said since the last cycle: for the verifier
    // In a shared cycle, after the marks: whatever is known weakly and not reached (heap_cycle_reached) is forgotten before
    // it is finalized. NULL: nothing.
    void (*shared_sweep)(void *world_owner);
    // Visits every field of a shared object, for the verifier: independent of trace. NULL: they are not verified.
    void (*shared_fields)(struct heap *heap, void *object, const struct heap_field_visitor *visitor);
    // Side data: what hangs beside an object in its heap's `side` table. Objects whose header has a layout above 1 are
    // asked for it beside trace and finalize (they must have a fin bit); close_side frees the table. share_sides hears of
    // objects that are about to become shared; false: no memory, nothing changed. NULL: none.
    void (*trace_side)(struct heap_marker *marker, struct heap *owner, void *object);
    void (*finalize_side)(struct heap *heap, void *object);
    void (*close_side)(struct heap *heap);
    bool (*share_sides)(struct heap *heap, void *const *objects, size_t count);
};

struct heap_world_options {
    const struct heap_types *types; // outlives the world
    void *owner;                    // handed to shared_roots
    // The runtime's allocator for bodies; must be thread-safe. NULL: libc's.
    void *(*realloc_fn)(void *ud, void *pointer, size_t old_size, size_t new_size); // new_size 0 frees
    void *alloc_ud;
};

struct heap_world *heap_world_create(const struct heap_world_options *options); // NULL: no memory
void heap_world_destroy(struct heap_world *world); // every heap must be closed, every stash destroyed

// --- One actor's heap ------------------------------------------------------------------------------------------------
struct heap_cache { // the free-slot cache of one size class: one 64-granule word of one page
    uint64_t free;  // bit i: the slot at base + i * HEAP_GRANULE may be handed out
    char *base;
    struct heap_page *page; // NULL: none open
    unsigned word;
};

enum heap_request { // bits of heap.requests
    HEAP_REQUEST_COLLECT = 1, // a threshold was passed, or a mode asks: collect at the next poll
    HEAP_REQUEST_LIMIT = 2    // over the limit: collect, then NoMemoryError if that does not help
};

struct heap_stats {
    uint64_t objects;         // ever allocated, exact after heap_flush
    uint64_t pages, pages_max;
    uint64_t refill_word, refill_own, refill_stash, refill_lock; // refills by kind
    uint64_t lock_acquired, lock_contended;
    uint64_t collections, slices, mark_ns, slice_ns_max;
    uint64_t shared_cycles, shared_marks; // in its time; the latter are rounds of concurrent marks
    uint64_t shared_wait_ns_max; // longest wait for another actor (stopping shared cycle only)
    uint64_t body_bytes, body_bytes_max;
};

struct heap_modes { // hostile and checking modes; all off by default
    uint32_t stress_every; // N: request a collection at every Nth poll (the vm counts), 0: off
    bool scrub;            // poison what a collection would free at each poll
    bool verify;           // heap_verify after each collection
    // N: the Nth allocation from now (slot, large or body) fails, once; 0: off. heap_flush after setting it.
    uint64_t fail_at;
    bool short_slices; // each step of a collection does as little as it can
    uint32_t small_reports; // N: each Nth shared cycle takes the reports of small heaps too; 0: none does
};

// Memory that C holds while it may pause (heap_pause): freed with the work when that is given up.
struct heap_scratch {
    struct heap_scratch *next, **previous; // previous NULL: no work runs, or it is closed
    void *body;
    size_t size;
    void (*release)(void *body); // NULL: a body of the heap
};
// A long computation that runs on a coroutine. The vm owns it; it is current while its code runs.
struct heap_work {
    struct heap_scratch *scratches;
    void (*pause)(struct heap_work *work); // others run meanwhile, and memory is collected
};

struct heap {
    struct heap_cache caches[HEAP_CLASSES]; // first: the offsets are baked into compiled code
    int64_t *budget;     // the running ec's budget: zeroed by a request. Never NULL (points at a dummy while parked)
    uint32_t requests;   // enum heap_request; cleared when the collection is done
    bool collecting;     // a collection has begun and is not done: nothing may be allocated
    bool resting;        // the actor has not run since the last full mark. Who runs it clears this
    struct heap_stash *stash; // of the worker that holds the claim; NULL: none
    struct heap_world *world;
    void *owner;         // the actor, handed to heap_types.roots
    void *side;          // the object room's: side data by object. NULL: none
    void *symbols;       // the object room's: whom symbols made from strings count on. NULL: none were made
    value_t locals;      // what the rooms above keep for this actor: one of its roots. VALUE_NIL: nothing
    struct heap_work *work; // current; NULL: none
    struct heap_modes modes;
    struct heap_stats stats;
    struct heap_interior *interior; // page lists, thresholds, mark stack: heap room only
};

struct heap_options {
    size_t limit;   // bytes of pages and bodies, 0: none
    void *owner;
    bool permanent; // the boot heap: its objects are shared from birth and live as long as the world
};

bool heap_open(struct heap *heap, struct heap_world *world, const struct heap_options *options); // false: no memory
// The actor ends: bodies are freed by walking fin, pages return, pages with shared objects become orphans. Never marks.
void heap_close(struct heap *heap);

void *heap_alloc_slow(struct heap *heap, enum heap_size_class size_class);

// An uninitialised slot of the class, or NULL. The caller writes every word before the next poll, header included.
// Inline: count trailing zeros, clear, add (heap/inline.h).
static inline void *heap_alloc(struct heap *heap, enum heap_size_class size_class);

extern const uint8_t heap_class_of_granules[HEAP_SMALL_MAX / HEAP_GRANULE + 1]; // granules → size class
extern const uint16_t heap_class_size[HEAP_CLASSES];

// A slot for `size` bytes of any size; larger than HEAP_SMALL_MAX: a run of pages. NULL: no memory.
void *heap_alloc_size(struct heap *heap, size_t size);
size_t heap_slot_size(const void *object); // usable bytes of the object's slot

// Bodies: memory outside the heap that one slot owns, counted on the actor. Sizes are given back exactly.
void *heap_body_alloc(struct heap *heap, size_t size);                                          // NULL: no memory
void *heap_body_realloc(struct heap *heap, void *body, size_t old_size, size_t new_size);       // NULL: body untouched
void heap_body_free(struct heap *heap, void *body, size_t size);
void heap_body_account(struct heap *heap, ptrdiff_t bytes); // memory that a library allocated for this actor
// The same for memory that C alone holds, also across heap_pause. NULL: no memory.
void *heap_scratch_open(struct heap *heap, struct heap_scratch *scratch, size_t size);
// The same for what somebody else allocated, and `release` frees.
void heap_scratch_hold(struct heap *heap, struct heap_scratch *scratch, void *body, void (*release)(void *body));
void heap_scratch_close(struct heap *heap, struct heap_scratch *scratch); // frees
void *heap_scratch_keep(struct heap_scratch *scratch); // closes; the body is the caller's
void heap_scratch_close_all(struct heap *heap, struct heap_work *work); // of work that is given up
// From computations that may run on a coroutine, between pieces of work: charges the budget (a unit is worth some 75 ns), and
// when it is used up lets others run. Every value that is used later is then reachable from elsewhere than C. Without a
// work nothing happens.
static inline void heap_pause(struct heap *heap, uint64_t units)
{
    if (TRP_LIKELY(heap->work == NULL)) return;
    *heap->budget -= units < INT32_MAX ? (int64_t)units : INT32_MAX;
    if (*heap->budget <= 0) heap->work->pause(heap->work);
}
// Frees a body that is on its way between two heaps: counted off the one (heap_body_account), not yet on the other.
void heap_body_free_in_flight(struct heap_world *world, void *body, size_t size); // any thread
// The slot owns something: its type's finalize runs when it dies. Set before the next poll after attaching a body.
void heap_set_fin(struct heap *heap, void *object);
void heap_clear_fin(struct heap *heap, void *object); // after the body was moved away

// The one hook for every store of a value into a heap object. Empty in release; in debug asserts H3 and H4.
static inline void heap_store(struct heap *heap, void *holder, value_t *field, value_t value);

// --- Collecting ---------------------------------------------------------------------------------------------------
void heap_request(struct heap *heap, enum heap_request request); // sets the bit and zeroes the budget
void heap_collect(struct heap *heap);       // a whole local collection, now. At polls only
void heap_collect_start(struct heap *heap); // a sliced one: the actor does not run until it is done
// A slice of it: what may be long is left in the middle once so much time has passed. True: done.
bool heap_collect_step(struct heap *heap, uint64_t budget_ns);
// A builtin that polls need not collect now, which cannot be sliced there: only a threshold was passed, and not by far, of a
// heap that takes long to mark. The next poll of the loop collects.
bool heap_collect_may_wait(const struct heap *heap);
bool heap_over_limit(const struct heap *heap);
void heap_scrub(struct heap *heap);  // poisons what a collection would free now, frees nothing. Expensive
void heap_set_enabled(struct heap *heap, bool enabled); // GC.disable / enable; a limit collects all the same
bool heap_enabled(const struct heap *heap);
// Finalizes all dead slots that the last mark left unswept, and returns the pages that are not needed. Before a park.
void heap_drain(struct heap *heap);
bool heap_drain_step(struct heap *heap, uint64_t budget_ns); // a part of that, as heap_collect_step. True: done

void heap_mark(struct heap_marker *marker, value_t value); // from trace and roots functions
// For stacks: marks every value in [from, to).
void heap_mark_range(struct heap_marker *marker, const value_t *from, const value_t *to);
// For roots of which there may be many: `mark(marker, what)` is called in a slice of its own, or at once.
void heap_mark_later(struct heap_marker *marker, void (*mark)(struct heap_marker *marker, void *what), void *what);

// Whether the mark is to know what is shared, too. Else what only leads there need not be marked.
bool heap_marks_shared(const struct heap_marker *marker);
// `bytes` beside the heaps that the object keeps, and that no body_size tells: counted with what is shared.
void heap_mark_memory(struct heap_marker *marker, size_t bytes);
// For a slot that the object embeds.
void heap_mark_slot(struct heap_marker *marker, const struct heap_slot *slot);

// Weak edges. `*field` is cleared to VALUE_UNDEF after a mark that did not reach its object. From trace functions. The field
// lies in a slot of the heap and not in a body: of a private object it is kept in the report until the next mark, and a shared
// cycle may clear it when the object is long dead.
void heap_mark_weak(struct heap_marker *marker, value_t *field);

// --- Sharing ---------------------------------------------------------------------------------------------------------
bool heap_is_shared(value_t value); // immediates are
// Sets the shared bit on one object. H4 is the caller's: every value it references is shared already, or about to be.
void heap_set_shared(struct heap *heap, void *object);
// Marks the whole graph from `value` shared, if `shareable(object)` says so for each object on the way: all or none.
// Returns false with nothing changed when an object is not shareable (*culprit names it) or memory ran out (culprit 0).
// `freeze`, unless NULL, is called for each object once all are known to be shareable (make_shareable).
bool heap_share_graph(struct heap *heap, value_t value, bool (*shareable)(const void *object),
                      void (*freeze)(void *object), value_t *culprit);
// Visits what objects reference, as a collection does, but no private value in a slot (H4). `next` names the objects, until it
// returns NULL. Neither may allocate.
void heap_each_reference(struct heap *heap, void *(*next)(void *context), void (*visit)(value_t value, void *context),
                         void *context);

// How much is shared: the slots and bodies of shared objects, pages of ended actors whole, and what other rooms say. Exact
// after a shared cycle; in between it grows by what is shared anew, published by each heap now and then. Memory beside the
// heaps that a shared cycle may free is told by these; the cycle hears of what is left by heap_mark_memory.
void heap_account_shared(struct heap *heap, ptrdiff_t bytes);
void heap_world_account_shared(struct heap_world *world, ptrdiff_t bytes); // any thread
int64_t heap_shared_bytes(const struct heap_world *world);                 // as published

// Shared cycles do not mark the heaps whose *report* stands: the shared objects that their last full mark met (report.c). What
// the actor gets since then by a way that neither a slot nor a shared object's fields show, it has received: a message, a weak
// edge, a walk. O(1).
void heap_received(struct heap *heap, value_t value);
// The value leaves a place that others read. Slots (heap_slot_store, heap_slot_forget) say so themselves; any other place in
// which a shared value is replaced or removed must. Any thread within its slice.
void heap_dropped(struct heap_world *world, value_t value);
bool heap_report_stands(const struct heap *heap);           // the next cycle may take it for a mark
bool heap_reports(const struct heap *heap);                 // it is so large that a cycle asks for its report first
uint64_t heap_report_cycle(const struct heap *heap);        // the next cycle's number when its report was made, or 0
uint64_t heap_cycle_number(const struct heap_world *world); // the next cycle's, from 1

void heap_classes_from(struct heap_world *world, uint32_t class_id); // those with lesser ids live as long as the world
void heap_symbols_from(struct heap_world *world, symbol_t symbol);   // likewise; at first all do. Before one is handed out

// Side data of shared objects: the object room's. The world frees the table, one block of base_alloc, at its end.
struct heap_side {
    struct base_lock lock; // a leaf
    void *table;
};
struct heap_side *heap_shared_side(const struct heap *heap);

// A slot: an atomic word that others can read. It holds a shared value, or a value that is private to one heap (its
// root) and tagged in its low five bits: with 8, or with 24 where the slot is weak; no value has them. Read it with
// heap_slot_load only; a trace function hands it to heap_mark_slot. Initially a shared value, such as VALUE_UNDEF,
// stored plainly. Whatever embeds a slot has a fin bit, and forgets the slot when it is finalized.
struct heap_slot {
    _Atomic(value_t) word;
};
// Stores; `shared` says whether the value is shareable (the caller has shared its graph). Otherwise it becomes private
// to `heap` and one of its roots. False: no memory, slot untouched. Any number of heaps may store into one slot at
// once.
bool heap_slot_store(struct heap *heap, struct heap_slot *slot, value_t value, bool shared);
// A weak private slot, for the one shape where a root would keep its own holder: an object whose class points back to it.
// The slot lies within a shared object of `heap`, its *holder*, and the value is private to `heap`. A local mark reaches
// the value through the holder like through a private object; a mark that does not reach the value otherwise sets the slot
// to VALUE_UNDEF. The heap's own references to the holder count, those of other shared objects do not. False: no memory,
// slot untouched. The slot must hold a shared value. Only the holder of the claim, or who stopped all, changes a weak slot.
bool heap_slot_store_weak(struct heap *heap, struct heap_slot *slot, value_t value);
// The slot is weak no longer, but a root: others may refer to its holder from now on. Nothing, if it was not weak or is
// another heap's. Needs no memory.
void heap_slot_strengthen(struct heap *heap, struct heap_slot *slot);
// `value` becomes known to others, in a message or a slot: heap_type.escape. heap_slot_store and heap_share_graph call it
// for what they are given.
static inline void heap_escape(struct heap *heap, value_t value);
// The slot's memory goes away. Before it is retired: other heaps may be reading it until every worker has been between
// slices (or until the shared cycle that found it dead).
void heap_slot_forget(struct heap *heap, struct heap_slot *slot);
// heap_slot_load's slow half, for a tagged word.
value_t heap_slot_private(const struct heap *heap, const struct heap_slot *slot, value_t word);
// Reads for `heap`: the value, or VALUE_UNDEF when it is private to another heap. A value that was shared after it was
// stored is shared.
static inline value_t heap_slot_load(const struct heap *heap, const struct heap_slot *slot)
{
    // acquire: pairs with the release store in heap_slot_store, so that the object is seen initialised
    value_t const word = atomic_load_explicit(&slot->word, memory_order_acquire);
    return TRP_LIKELY((word & 0xf) != 8) ? word : heap_slot_private(heap, slot, word);
}
// The heap that a value is private to, for caches that outlive the look-up; NULL: the value is shared or immediate.
struct heap *heap_private_owner(value_t value);

// The shared cycle, stopping. The actor room brings every actor to a stop (claims all), then calls this with all heaps. It is
// wanted when what is shared has grown by half, and by 8 MiB, since the last one.
bool heap_shared_cycle_wanted(const struct heap_world *world);
bool heap_shared_cycle_urgent(const struct heap_world *world); // wanted for long: without waiting for further reports
// Of a heap that is over its limit after a collection: whether a cycle may free something of it. It has shared something; and
// it has grown since the last cycle, or this was false the last time: an actor at its limit does not stop everybody all the
// time, yet hears of NoMemoryError between any two cycles that it asks for in vain.
bool heap_shared_cycle_may_help(struct heap *heap);
void heap_shared_cycle(struct heap_world *world, struct heap **heaps, size_t count);
bool heap_cycle_reached(const void *shared_object); // in shared_sweep

// The concurrent mark: before a cycle with much to trace, what shared objects that never change refer to is traced while actors
// run (concurrent.c). Everybody stands for a moment; then one thread that holds no claim traces; then everybody stands for the
// cycle, which takes these marks over. What died in between is left to the next one.
bool heap_mark_pays(const struct heap_world *world, size_t heaps); // a first or a further round, before the cycle
// A round begins: everybody stands, and nobody is in heap_mark_run. False: no memory.
bool heap_mark_begin(struct heap_world *world, struct heap **heaps, size_t count);
void heap_mark_run(struct heap_world *world);  // returns when nothing is left to trace, or soon after a halt
void heap_mark_halt(struct heap_world *world); // another thread, while it runs
void heap_mark_drop(struct heap_world *world); // the next cycle begins anew. Everybody stands, and nobody is in heap_mark_run

// --- Workers -----------------------------------------------------------------------------------------------------
struct heap_stash *heap_stash_create(struct heap_world *world); // NULL: no memory
void heap_stash_destroy(struct heap_stash *stash);              // its pages go back

// --- Looking ---------------------------------------------------------------------------------------------------------
// Closes the caches: live bits and object counts are exact until the next allocation.
void heap_flush(struct heap *heap);
// Visits every live object of the heap (after a flush). `visit` must not allocate. May visit garbage not yet swept? No:
// only objects that the last mark reached or that were allocated since.
void heap_each(struct heap *heap, void (*visit)(void *object, void *context), void *context);
// Recomputes liveness by an independent walk and checks H1, H3..H6, H8 and the page lists. Aborts with a message.
void heap_verify(struct heap *heap);
// Whether it is the start of a live slot. Takes the heap lock: debug only.
bool heap_is_object(const struct heap_world *world, const void *pointer);

#include "heap/inline.h"

#endif
