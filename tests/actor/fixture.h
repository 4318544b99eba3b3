// What the actor room's tests share: a runtime without a prelude, and an actor whose claim the test holds.
#ifndef TROUPE_TESTS_ACTOR_FIXTURE_H
#define TROUPE_TESTS_ACTOR_FIXTURE_H

#include <check.h>

#include "actor/interior.h"
#include "actor/parcel.h"

extern struct runtime runtime;
extern struct actor_runtime *rt;

void runtime_must_open(unsigned workers); // checked fixtures
void runtime_must_close(void);
// An embodied actor in phase RUNNING, attached to the first worker. For the test's own use, under its thread.
struct actor *actor_must_open(void);
void actor_must_close(struct actor *actor);

// xorshift, so that a failure is replayed by its seed.
struct rng {
    uint64_t state;
};
uint32_t rng_below(struct rng *rng, uint32_t n);

value_t text(struct actor *actor, const char *bytes);
value_t list(struct actor *actor, const value_t *items, size_t count);

#endif
