// A mutex that says whether it was contended. Purpose: lock counts are statistics, and a bar. Any thread.
// Invariant: the mutex lives in the lock's own cache line, which shares nothing else.
#include <pthread.h>

#include "base/base.h"

_Static_assert(sizeof(pthread_mutex_t) <= sizeof ((struct base_lock *)0)->opaque, "the mutex fits its line");
_Static_assert(_Alignof(pthread_mutex_t) <= 64, "the mutex is aligned");

static pthread_mutex_t *mutex_of(struct base_lock *lock)
{
    return (pthread_mutex_t *)(void *)lock->opaque;
}

void base_lock_init(struct base_lock *lock)
{
    TRP_CHECK(pthread_mutex_init(mutex_of(lock), NULL) == 0);
}

void base_lock_destroy(struct base_lock *lock)
{
    TRP_CHECK(pthread_mutex_destroy(mutex_of(lock)) == 0);
}

bool base_lock_acquire(struct base_lock *lock)
{
    if (TRP_LIKELY(pthread_mutex_trylock(mutex_of(lock)) == 0)) return false;
    TRP_CHECK(pthread_mutex_lock(mutex_of(lock)) == 0);
    return true;
}

void base_lock_release(struct base_lock *lock)
{
    TRP_CHECK(pthread_mutex_unlock(mutex_of(lock)) == 0);
}
