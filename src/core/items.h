// Values as items of collections: equality, order, hash codes and text of built-in values without dispatch. Each answers
// "needs dispatch" for user classes, subclasses, redefined operators and very deep nesting; then the Ruby body decides.
#ifndef TROUPE_CORE_ITEMS_H
#define TROUPE_CORE_ITEMS_H

#include "core/convert.h"

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

static inline bool is_array(value_t v) { return value_is(v, TYPE_ARRAY); }
static inline bool is_hash(value_t v) { return value_is(v, TYPE_HASH); }
static inline bool is_exact(value_t v, class_id_t id) // an instance of the class itself
{
    return value_is_heap(v) && object_class_id(value_to_pointer(v)) == id;
}
static inline value_t *array_items_mutable(struct array *a) { return (value_t *)(uintptr_t)array_items(a); }

#endif
