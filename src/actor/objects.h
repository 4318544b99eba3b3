// A set of objects that numbers them in the order of arrival. Inside the actor room.
#ifndef TROUPE_ACTOR_OBJECTS_H
#define TROUPE_ACTOR_OBJECTS_H

#include "actor/interior.h"

#define OBJECTS_LINEAR 16u // found by comparing; more of them by their hash
struct object_set {
    void **objects; // by number; `first` at the beginning
    uint32_t count, capacity;
    uint32_t *index; // number + 1, or 0
    uint32_t mask;
    void *first[OBJECTS_LINEAR];
};
void object_set_init(struct object_set *set); // it may not be copied from then on
void object_set_free(struct object_set *set);
// The object's number; a new one when it is new. False: no memory, nothing changed. O(1)
bool object_set_number(struct object_set *set, void *object, uint32_t *number);

bool object_set_has(const struct object_set *set, const void *object); // O(1)

// parts.c. *shared: whether the value is shared now. If it cannot be, those of its parts that can be are, and `private` has
// the others as far as they are frozen: asking for many values with one set is linear in all that they reach. False:
// exception set.
bool share_parts(struct ec *ec, struct object_set *private, value_t value, bool *shared);

#endif
