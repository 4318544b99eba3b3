// Coroutines: C that pauses in the middle of its calls and goes on later, maybe on another thread.
#ifndef TROUPE_BASE_COROUTINE_H
#define TROUPE_BASE_COROUTINE_H

#include "base/base.h"

struct base_coroutine;

// With a C stack of its own, of 256 KiB that cost memory as they are touched. NULL: no memory.
struct base_coroutine *base_coroutine_new(void);
// Prepares run(argument). Not while it runs; what had paused in it is dropped, and whatever its C frames own is the caller's.
void base_coroutine_start(struct base_coroutine *coroutine, void (*run)(void *argument), void *argument);
// Runs it on the calling thread. True: `run` returned. False: it paused, and the next call goes on there.
bool base_coroutine_enter(struct base_coroutine *coroutine);
void base_coroutine_pause(struct base_coroutine *coroutine); // from inside
void base_coroutine_free(struct base_coroutine *coroutine);  // as base_coroutine_start; NULL: nothing

// For lists of those that nobody uses.
struct base_coroutine *base_coroutine_next(const struct base_coroutine *coroutine);
void base_coroutine_set_next(struct base_coroutine *coroutine, struct base_coroutine *next);

#endif
