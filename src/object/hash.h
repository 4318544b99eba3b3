// Hashes: insertion-ordered, open addressing, up to eight pairs without an index. A table never dispatches: the caller
// brings the hash code, and equality is by value for built-in keys; for the rest it probes candidates one by one.
#ifndef TROUPE_OBJECT_HASH_H
#define TROUPE_OBJECT_HASH_H

#include "object/runtime.h"

struct string;

#define HASH_IDENTITY HEADER_FLAG(0)     // compare_by_identity
#define HASH_DEFAULT_PROC HEADER_FLAG(1) // `ifnone` is a Proc to call, else the default value
#define HASH_KEYWORDS HEADER_FLAG(2)     // ruby2_keywords: a flagged hash
struct hash_table;
struct hash {
    uint64_t header;
    struct hash_table *table; // NULL: empty
    value_t ifnone;
    uint32_t count;    // live pairs
    uint32_t iterating; // levels of iteration that forbid adding a key
};
static inline struct hash *value_to_hash(value_t v)
{
    TRP_ASSERT(value_is_or_was(v, TYPE_HASH));
    return value_to_pointer(v);
}

struct hash *hash_new(struct heap *heap, size_t capacity); // class Hash
// A Hash of at most eight pairs whose keys are no objects: small literals. NULL: no memory, or some other keys.
struct hash *hash_from_pairs(struct runtime *runtime, struct heap *heap, const value_t *pairs, size_t count);
// Hash code and equality of built-in keys: immediates, String, Float, Bignum, and (recursively, up to a small depth)
// Array of such. False: `key` may need dispatch (user class, or hash/eql? redefined: the caller checks that bit).
bool value_hash_builtin(struct runtime *runtime, value_t key, uint64_t *code);
// 1 equal, 0 not, -1 cannot say without dispatch. As eql?.
int value_eql_builtin(value_t a, value_t b);
uint64_t value_identity_hash(value_t key);
// What a table keeps of a code: 32 bits, which the `hash` methods return, so that codes of Ruby's and of C's own agree.
static inline uint64_t hash_fold(uint64_t code) { return (uint32_t)(code ^ code >> 32); }
uint64_t hash_string_code(struct runtime *runtime, const struct string *s); // of a String of any class
// The code of an Array of `count` items, item by item.
uint64_t hash_array_start(struct runtime *runtime, size_t count);
uint64_t hash_array_add(uint64_t hash, uint64_t item_code);

// With a built-in key (or an identity hash). get: VALUE_UNDEF when absent.
value_t hash_get(struct runtime *runtime, const struct hash *h, value_t key);
// False: no memory (or too big). The key is stored as it is: callers dup and freeze String keys.
bool hash_set(struct runtime *runtime, struct heap *heap, struct hash *h, value_t key, value_t value);
// Likewise where the key's code (value_hash_builtin) is known already.
value_t hash_get_coded(const struct hash *h, value_t key, uint64_t code);
bool hash_set_coded(struct heap *heap, struct hash *h, value_t key, uint64_t code, value_t value);
// The same, but false also when the table would have to grow first and is no small one (hash_must_grow).
bool hash_set_quick(struct runtime *runtime, struct heap *heap, struct hash *h, value_t key, value_t value);
bool hash_set_coded_quick(struct heap *heap, struct hash *h, value_t key, uint64_t code, value_t value);
// Whether one more pair makes a table grow that is no small one.
bool hash_must_grow(const struct hash *h);
// Grows it, with pauses (heap_pause): others may use and change the hash meanwhile, and see it whole. Nothing is done when they
// made it another table or froze it, or when there is no memory: the next pair makes it grow as it always does.
void hash_grow_in_turns(struct heap *heap, struct hash *h);
value_t hash_delete(struct runtime *runtime, struct heap *heap, struct hash *h, value_t key); // VALUE_UNDEF: absent
// While `iterating` > 0 pairs keep their positions, also when others are added (which Ruby forbids) or deleted.
// With any key whose code the caller computed. Probing: start with *cursor = 0; returns the position of the next pair
// with that code, or -1 at the end. The caller compares hash_key_at itself.
int64_t hash_probe(const struct hash *h, uint64_t code, uint64_t *cursor);
bool hash_add(struct heap *heap, struct hash *h, uint64_t code, value_t key, value_t value); // known to be absent
// Positions run from 0 to hash_end(h) - 1 in insertion order; deleted ones have key VALUE_UNDEF.
// No pair lives below hash_first(h), so that taking from the front is O(1).
size_t hash_first(const struct hash *h);
size_t hash_end(const struct hash *h);
value_t hash_key_at(const struct hash *h, size_t position);
value_t hash_value_at(const struct hash *h, size_t position);
uint64_t hash_code_at(const struct hash *h, size_t position); // in 32 bits; means the same to hash_add, hash_probe
void hash_set_value_at(struct heap *heap, struct hash *h, size_t position, value_t value);
void hash_delete_at(struct heap *heap, struct hash *h, size_t position);
void hash_clear(struct heap *heap, struct hash *h);
bool hash_copy(struct heap *heap, struct hash *to, const struct hash *from); // pairs, identity flag and default
static inline size_t hash_count(const struct hash *h) { return h->count; }

#endif
