// What the heap's tests share: a world with a few types, actors with roots, and counters that must end at zero.
#ifndef TROUPE_TESTS_HEAP_FIXTURE_H
#define TROUPE_TESTS_HEAP_FIXTURE_H

#include <check.h>

#include "heap/interior.h"

#define ROOTS 64
#define IDS (1u << 16)

// TYPE_RANGE: exactly 32 bytes.
struct pair {
    uint64_t header;
    value_t first, second;
    uint64_t id;
};

// TYPE_ARRAY: any size, and perhaps a body.
struct node {
    uint64_t header;
    uint32_t count;
    uint32_t id;
    char *body;
    size_t body_size;
    value_t fields[];
};

// TYPE_OBJECT: holds its target weakly.
struct weak {
    uint64_t header;
    value_t target;
    value_t strong;
    uint64_t id;
};

// TYPE_CLASS: slots.
struct box {
    uint64_t header;
    struct heap_slot slots[3];
};

struct actor {
    _Alignas(128) struct heap heap;
    int64_t budget;
    value_t roots[ROOTS];
};

extern struct heap_world *world;
extern struct heap_types types;
extern value_t shared_roots[ROOTS];
extern _Atomic(int64_t) body_bytes;        // out at the allocator
extern _Atomic(uint32_t) finalized[IDS];   // times that the object of an id was finalized
extern _Atomic(uint32_t) finalized_count;

void world_open(void);  // checked fixtures: a world with these types, counters at zero
void world_close(void); // fails unless everything was given back
struct actor *actor_open(const struct heap_options *options); // NULL: no memory. options NULL: no limit
void actor_close(struct actor *actor);
struct actor *actor_must_open(size_t limit);

struct pair *pair_new(struct actor *actor, value_t first, value_t second); // NULL: no memory
struct node *node_new(struct actor *actor, uint32_t id, uint32_t count, size_t body_size);
struct weak *weak_new(struct actor *actor, value_t target, value_t strong);
struct box *box_new(struct actor *actor); // shared from birth, slots VALUE_UNDEF
value_t list_new(struct actor *actor, size_t length); // pairs linked by `second`; `first` is the index. Or VALUE_UNDEF

// A shared cycle. All may have run since the last.
void cycle_after_run(struct heap_world *w, struct heap **heaps, size_t count);
bool shareable_pairs(const void *object); // all but nodes
size_t live_objects(struct actor *actor);
struct heap_page *page_of_value(value_t value);

// For loops: Check writes a record for each ck_assert, which costs a system call.
#define MUST(condition, ...) ((condition) ? (void)0 : ck_abort_msg(__VA_ARGS__))

// xorshift, so that a failure is replayed by its seed.
struct rng {
    uint64_t state;
};
uint32_t rng_below(struct rng *rng, uint32_t n);

#endif
