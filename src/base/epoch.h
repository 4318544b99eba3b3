// Epochs: memory that readers use without a lock is freed when every thread that might still read it has left.
//
// A *member* is what one thread reads under: between epoch_enter and epoch_leave it is inside, and what it has found there
// stays readable until it leaves. Who replaces something that members may be reading hands the old one to epoch_retire; it is
// base_free'd when every member has since been outside. Entering and leaving are one addition each to the member's own line.
//
// Without members nobody is known to have left: what is retired waits until there are some, or for epoch_close.
#ifndef TROUPE_BASE_EPOCH_H
#define TROUPE_BASE_EPOCH_H

#include "base/base.h"

struct epoch_block { // at the beginning of what is retired: one block of base_alloc
    struct epoch_block *next;
};

struct epoch_member {
    _Atomic(uint64_t) turns; // odd: inside. Written by the member's thread; added zero to by who looks
    uint64_t seen;           // when the waiting blocks began to wait; under the epoch's lock
    struct epoch_member *next;
};

struct epoch {
    struct base_lock lock;
    struct epoch_member *members; // under the lock, like the next
    struct epoch_block *waiting;  // for the members to pass what they were `seen` at
    _Atomic(struct epoch_block *) retired; // since then
    _Atomic(uint32_t) count;               // of the blocks in `retired`
};

void epoch_open(struct epoch *epoch);
void epoch_close(struct epoch *epoch); // frees what is left; nobody reads it any more
void epoch_join(struct epoch *epoch, struct epoch_member *member); // outside; any thread
void epoch_quit(struct epoch *epoch, struct epoch_member *member); // outside, for good

static inline void epoch_enter(struct epoch_member *member)
{
    // seq_cst: an acquire that pairs with passed (epoch.c): what was replaced before it looked is not found any more. And it is
    // in one order with whatever the thread looks at next (actor/stop.c)
    (void)atomic_fetch_add_explicit(&member->turns, 1, memory_order_seq_cst);
}
static inline void epoch_leave(struct epoch_member *member)
{
    // seq_cst: a release that pairs with passed (epoch.c): what was read was read before it is freed. And as above
    (void)atomic_fetch_add_explicit(&member->turns, 1, memory_order_seq_cst);
}
static inline bool epoch_inside(struct epoch_member *member)
{
    return atomic_load_explicit(&member->turns, memory_order_seq_cst) & 1; // pairs with the two above
}

// The block can no longer be found. NULL is allowed. Any thread; takes the lock once in EPOCH_BATCH times.
void epoch_retire(struct epoch *epoch, struct epoch_block *block);
// Every member is outside, or stands where it holds nothing that it read: frees whatever is retired.
void epoch_free_all(struct epoch *epoch);

#define EPOCH_BATCH 64u

#endif
