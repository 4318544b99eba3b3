// Takes. Purpose: Ractor.yield and Ractor#take meet: one take may wait at several actors (select), and exactly one of them
// fills it.
//
// A take is OPEN until its taker cancels it or an actor claims it; whoever claimed it fills it at once. So the value leaves
// its actor only when it is certain to be taken.
// Data: state and references belong to all; the rest to the claimer, and to the taker once it is FILLED or CANCELLED.
#include "actor/interior.h"

void take_release(struct take *take)
{
    // acq_rel: every other holder's last use comes before the free
    if (atomic_fetch_sub_explicit(&take->references, 1, memory_order_acq_rel) != 1) return;
    payload_free(&take->payload);
    base_free(take);
}

bool take_claim(struct take *take)
{
    uint32_t state = TAKE_OPEN;
    return atomic_compare_exchange_strong_explicit(&take->state, &state, TAKE_CLAIMED, memory_order_relaxed,
                                                   memory_order_relaxed);
}

void take_unclaim(struct take *take)
{
    atomic_store_explicit(&take->state, TAKE_OPEN, memory_order_relaxed);
}

void take_fill(struct take *take, struct actor *from, enum take_outcome outcome, struct payload *payload)
{
    take->from = from;
    take->outcome = (uint8_t)outcome;
    take->payload = *payload;
    *payload = (struct payload){.value = VALUE_NIL};
    // release: publishes what was filled in; pairs with the acquire in take_filled (takes.c)
    atomic_store_explicit(&take->state, TAKE_FILLED, memory_order_release);
}

void take_mark(struct heap_marker *marker, const struct take *take)
{
    uint32_t const state = atomic_load_explicit(&take->state, memory_order_relaxed);
    if (state != TAKE_CANCELLED) heap_mark(marker, take->taker->handle);
    if (state != TAKE_FILLED) return;
    heap_mark(marker, take->from->handle);
    payload_mark(marker, &take->payload);
}
