// The format of parcels: a graph of objects as one flat block. Inside the actor room.
//
// A record an object, in the order in which a breadth-first walk found them; the root is number 0. A record is its header
// word (as in the heap, but for a singleton class), its size in words, and what its type needs; values in it are immediates,
// shared objects, or references to other records: the number times 32, plus 8, which no value looks like.
//
//   OBJECT   count, fields by layout; or PAIRS            STRING  size, bytes; or size | STOLEN, number of body, offset
//   ARRAY    count, items                                 HASH    count, default, (key, value, code) …
//   RANGE    begin, end                                   FLOAT   the double       BIGNUM  count, limbs
//   MATCH    subject, regexp, count, (begin, end) …       DATA    kind (0: taken), size, payload
//   PROC     code, environment or 0, self                 ENV     parent or 0, scope, flags, count, values
//   PAIRS    count, (name, value) …: instance variables, after anything but an OBJECT with fields
//
// After the records: the shared values among them, for the shared cycle, and the bodies of strings that were moved.
#ifndef TROUPE_ACTOR_PARCEL_H
#define TROUPE_ACTOR_PARCEL_H

#include "actor/interior.h"

struct parcel {
    size_t size;              // of the block
    size_t body_size;         // of the bodies
    struct heap_world *world; // whose allocator the bodies are from
    uint32_t words, objects, shared, bodies, matches;
    uint32_t owners; // data that own something: freed with the parcel unless they were taken
    uint64_t data[]; // records, shared values, bodies (NULL: taken out)
};

#define PARCEL_WORDS_MAX 0xfffffff0u
#define REFERENCE_TAG 8u
#define STOLEN ((uint64_t)1 << 63)
#define CODE_BY_KEY ((uint64_t)1 << 63) // the key's hash is its identity: computed where it arrives
#define FIELDS_MAX 100u                 // instances with more variables go by PAIRS

static inline value_t reference_make(uint32_t index) { return (value_t)index << 5 | REFERENCE_TAG; }
static inline bool reference_is(value_t word) { return (word & 0x1f) == REFERENCE_TAG; }
static inline uint32_t reference_index(value_t word) { return (uint32_t)(word >> 5); }
static inline value_t *parcel_shared(const struct parcel *p) { return (value_t *)(uintptr_t)(p->data + p->words); }
static inline struct string_body **parcel_bodies(const struct parcel *p)
{
    return (struct string_body **)(uintptr_t)(p->data + p->words + p->shared);
}
// The kind of data that own something; else NULL.
static inline const struct data_kind *record_owner(const uint64_t *record)
{
    if ((*record & HEADER_TYPE_MASK) != TYPE_DATA) return NULL;
    const struct data_kind *const kind = (const struct data_kind *)(uintptr_t)record[2];
    return kind != NULL && kind->finalize != NULL ? kind : NULL;
}
// Whether an instance's variables go by position.
static inline bool record_has_fields(enum object_type type, layout_t layout, unsigned count)
{
    return type == TYPE_OBJECT && (layout & ~(layout_t)1) != LAYOUT_COMPLEX && count <= FIELDS_MAX;
}

#endif
