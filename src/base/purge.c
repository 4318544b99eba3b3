// Giving freed memory back. Purpose: what malloc keeps for later, a gigabyte after a peak of a gigabyte.
//
// mimalloc's threads have heaps of their own, which only they can collect: so a request is a number, and each thread remembers
// the last one that it has seen. The allocator is the process's, and so is the number.
#include "base/purge.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern void mi_collect(bool force) __attribute__((weak)); // where the program is linked with it (the command is)

static _Alignas(64) _Atomic(uint32_t) asked;
static _Thread_local uint32_t seen;

void purge_ask(void)
{
    atomic_fetch_add_explicit(&asked, 1, memory_order_relaxed);
}

void purge_if_asked(void)
{
    uint32_t const now = atomic_load_explicit(&asked, memory_order_relaxed);
    if (now == seen) return;
    seen = now;
    if (mi_collect != NULL) mi_collect(true);
    else (void)malloc_trim(0);
}
