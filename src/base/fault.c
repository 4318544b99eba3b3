// Fault injection. Purpose: the Nth allocation of metadata fails, for tests of what is done without memory.
// Invariant: of N calls of base_may_allocate after base_alloc_fail_at(N) exactly the last says no.
// Data: one process-wide countdown, atomic, any thread. While it is 0 it is only read, so its line is never bounced.
#include <stdatomic.h>

#include "base/base.h"

static _Atomic(uint64_t) calls_until_failure; // 0: no injection

void base_alloc_fail_at(uint64_t n)
{
    atomic_store_explicit(&calls_until_failure, n, memory_order_relaxed);
}

static TRP_NOINLINE bool count_down(void)
{
    uint64_t left = atomic_load_explicit(&calls_until_failure, memory_order_relaxed);
    while (left != 0 && !atomic_compare_exchange_weak_explicit(&calls_until_failure, &left, left - 1,
                                                               memory_order_relaxed, memory_order_relaxed)) {
    }
    return left != 1;
}

bool base_may_allocate(void)
{
    return TRP_LIKELY(atomic_load_explicit(&calls_until_failure, memory_order_relaxed) == 0) || count_down();
}
