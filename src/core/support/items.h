// Values as items of collections: equality, order, hash codes and text of built-in values without dispatch. Each answers
// "needs dispatch" for user classes, subclasses, redefined operators and very deep nesting; then the Ruby body decides.
#ifndef TROUPE_CORE_ITEMS_H
#define TROUPE_CORE_ITEMS_H

#include "core/support/convert.h"

#define ITEMS_DEPTH_MAX 24 // of nested arrays and hashes that C walks by itself

int items_equal(struct ec *ec, value_t a, value_t b); // a == b: 1, 0; -1: dispatch
int items_eql(struct ec *ec, value_t a, value_t b);   // a.eql?(b): 1, 0; -1: dispatch

enum { ITEMS_UNORDERED = 2, ITEMS_DISPATCH = 3 };
int items_compare(struct ec *ec, value_t a, value_t b); // a <=> b: -1, 0, 1, UNORDERED (nil), DISPATCH

// The hash code of a key as Hash uses it: built-in keys, and objects that have Kernel's own hash and eql?, of which
// *identity is set. False: its `hash` has to be asked.
bool items_key(struct ec *ec, value_t key, uint64_t *code, bool *identity);
uint64_t items_given_code(value_t integer); // the code that an answer of a user's `hash` stands for
// Position of a key for which items_key gave the code; -1: absent.
int64_t items_find(struct ec *ec, const struct hash *h, value_t key, uint64_t code, bool identity);
// In a Hash of either kind. -2: dispatch.
int64_t items_lookup(struct ec *ec, const struct hash *h, value_t key, uint64_t *code);

// Appends v's inspect. 1: done, 0: exception set, -1: dispatch needed (out is then worthless).
struct items_writer {
    struct string *out;
    uint32_t checked; // bits of core classes whose inspect is known to be the core's own
    unsigned depth, count;
};
int items_inspect(struct ec *ec, struct items_writer *writer, value_t v);

// As core_check_frozen; the message shows the whole Array or Hash.
bool items_frozen_error(struct ec *ec, value_t v); // raises; false
static inline bool items_check_frozen(struct ec *ec, value_t v)
{
    return TRP_LIKELY(!object_frozen(value_to_pointer(v))) || items_frozen_error(ec, v);
}

// Long work on items pauses every so many (heap_pause: on a coroutine others run, and may change what is walked: loops ask for
// the count anew each time). What is walked and what is made is held meanwhile, for somebody may take it out of where it was.
struct items_hold {
    struct vm_roots roots;
    value_t values[3];
};
static inline void items_hold(struct ec *ec, struct items_hold *hold, value_t a, value_t b, value_t c)
{
    *hold = (struct items_hold){{ec->roots, hold->values, TRP_COUNT(hold->values)}, {a, b, c}};
    ec->roots = &hold->roots;
}
static inline void items_release(struct ec *ec, struct items_hold *hold) { ec->roots = hold->roots.next; }
static inline void items_turn(struct ec *ec, size_t i, unsigned units) // units for 256 items
{
    if (TRP_UNLIKELY(i % 256 == 255)) heap_pause(ec->heap, units);
}
// What a walk over all of v may cost, in units; the walk to find out ends early.
uint64_t items_cost(value_t v);
// Of a method of v's: such a walk is long.
#define ITEMS_LONG(ec, v, function) VM_LONG(ec, items_cost(v), function, WORK_CHANGES)
#define ITEMS_QUICK 32u // units for 256 items that are only read or moved
#define ITEMS_SLOW 128u // … that are compared, hashed or written

static inline bool is_array(value_t v) { return value_is(v, TYPE_ARRAY); }
static inline bool is_hash(value_t v) { return value_is(v, TYPE_HASH); }
static inline bool is_exact(value_t v, class_id_t id) // an instance of the class itself
{
    return value_is_heap(v) && object_class_id(value_to_pointer(v)) == id;
}
static inline value_t *array_items_mutable(struct array *a) { return (value_t *)(uintptr_t)array_items(a); }

#endif
