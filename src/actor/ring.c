// A worker's run queue. Purpose: put in and taken out by its owner without a lock, while others steal half of it.
// Invariants: tail - head ≤ RING_SIZE; items[i] for head ≤ i < tail are READY actors; only the owner moves tail, whoever
// moves head by a compare-and-swap owns what lay between (A1). The counters never wrap.
// Data: the owner's, but for head.
#include "actor/interior.h"

bool ring_push(struct ring *ring, struct actor *actor)
{
    // acquire: pairs with the release of a thief's swap; its reads of the items that it took come before our writes
    uint64_t const head = atomic_load_explicit(&ring->head, memory_order_acquire);
    uint64_t const tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    if (tail - head == RING_SIZE) return false;
    atomic_store_explicit(&ring->items[tail % RING_SIZE], actor, memory_order_relaxed);
    // release: publishes the item and the actor; pairs with the acquire of tail in ring_steal
    atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
    return true;
}

struct actor *ring_pop(struct ring *ring)
{
    uint64_t const tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    // acquire: as in ring_push
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_acquire);
    while (head != tail) {
        struct actor *const actor = atomic_load_explicit(&ring->items[head % RING_SIZE], memory_order_relaxed);
        // release: our read comes before the slot is filled again; pairs with the acquires of head
        if (atomic_compare_exchange_weak_explicit(&ring->head, &head, head + 1, memory_order_acq_rel,
                                                  memory_order_acquire)) {
            return actor;
        }
    }
    return NULL;
}

unsigned ring_steal(struct ring *ring, struct actor **out, unsigned max)
{
    // acquire: pairs with the release of head by whoever took items
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_acquire);
    for (;;) {
        // acquire: pairs with the release in ring_push
        uint64_t const tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
        uint64_t const count = tail - head;
        if (count == 0 || count > RING_SIZE) { // the latter: head is stale
            if (count == 0) return 0;
            head = atomic_load_explicit(&ring->head, memory_order_acquire);
            continue;
        }
        unsigned const half = (unsigned)(count - count / 2);
        unsigned const n = half < max ? half : max;
        for (unsigned i = 0; i < n; i++) {
            out[i] = atomic_load_explicit(&ring->items[(head + i) % RING_SIZE], memory_order_relaxed);
        }
        // As in ring_pop. A failed swap brings the head of now: what was read is forgotten.
        if (atomic_compare_exchange_weak_explicit(&ring->head, &head, head + n, memory_order_acq_rel,
                                                  memory_order_acquire)) {
            return n;
        }
    }
}
