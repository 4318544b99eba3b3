// A mutex that says whether it was contended. Purpose: lock counts are statistics, and a bar; and a start takes some
// thousand locks, each of which is one compare-and-swap here. Any thread.
// Invariants: the word is FREE, HELD, or CONTENDED: held, and somebody may sleep; who releases a CONTENDED lock wakes one,
// who was asleep takes it as CONTENDED, since others may sleep on. It lives in a cache line that it shares with nothing else.
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/base.h"

enum { FREE, HELD, CONTENDED };

#define SPINS 40u // looks at the word before sleeping: what locks protect here takes less than a microsecond

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

void base_lock_init(struct base_lock *lock) { atomic_init(&lock->state, FREE); }

void base_lock_destroy(struct base_lock *lock)
{
    TRP_CHECK(atomic_load_explicit(&lock->state, memory_order_relaxed) == FREE);
}

static bool take(struct base_lock *lock)
{
    uint32_t expected = FREE;
    return atomic_compare_exchange_strong_explicit(&lock->state, &expected, HELD, memory_order_acquire,
                                                   memory_order_relaxed);
}

static TRP_NOINLINE void wait_for(struct base_lock *lock)
{
    for (unsigned i = 0; i < SPINS; i++) {
        pause_briefly();
        if (atomic_load_explicit(&lock->state, memory_order_relaxed) == FREE && take(lock)) return;
    }
    // acquire: pairs with the release in base_lock_release
    while (atomic_exchange_explicit(&lock->state, CONTENDED, memory_order_acquire) != FREE) {
        (void)syscall(SYS_futex, &lock->state, FUTEX_WAIT_PRIVATE, (uint32_t)CONTENDED, NULL, NULL, 0);
    }
}

bool base_lock_acquire(struct base_lock *lock)
{
    if (TRP_LIKELY(take(lock))) return false;
    wait_for(lock);
    return true;
}

void base_lock_release(struct base_lock *lock)
{
    if (TRP_LIKELY(atomic_exchange_explicit(&lock->state, FREE, memory_order_release) != CONTENDED)) return;
    (void)syscall(SYS_futex, &lock->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
