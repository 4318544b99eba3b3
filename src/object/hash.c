// Hashes. Purpose: pairs in order of insertion, found by the codes that the caller brings or that built-in keys have.
//
// A table holds the 32-bit codes, the pairs, and above eight pairs an index of positions. It is a body, or stands behind the
// hash in its slot: that of a hash made for up to eight pairs, until it grows. A deleted pair
// leaves a hole (key VALUE_UNDEF) that its index entry still leads to; holes go when the table is rebuilt, at the next
// growth.
//
// Invariants: count ≤ end ≤ capacity; positions below `first` are holes; at most half of the index is used; while
// iterating > 0 no pair changes its position.
// Data: the holder of the actor's claim.
#include "object/interior.h"

#define LINEAR 8u // pairs searched one by one
#define SMALL 512u // pairs of a table that grows at once
#define COUNT_MAX (1u << 30)
#define DEPTH_MAX 8 // of nested arrays as keys
#define FLONUM_ZERO ((value_t)0x8000000000000002)

struct pair {
    value_t key, value;
};
struct hash_table {
    uint32_t capacity; // pairs
    uint32_t end;      // pairs written, holes included
    uint32_t first;    // no pair lives below
    uint32_t mask;     // index slots - 1; 0: no index
    struct pair pairs[];
    // uint32_t codes[capacity], index[mask + 1]: position + 1, or 0
};

static uint32_t fold(uint64_t code) { return (uint32_t)hash_fold(code); }
static uint32_t *codes_of(const struct hash_table *t) { return (uint32_t *)(uintptr_t)&t->pairs[t->capacity]; }
static uint32_t *index_of(const struct hash_table *t) { return codes_of(t) + t->capacity; }

static size_t table_size(uint32_t capacity, uint32_t slots)
{
    return sizeof(struct hash_table) + capacity * (sizeof(struct pair) + sizeof(uint32_t)) + slots * sizeof(uint32_t);
}
static struct hash_table *embedded_table(const struct hash *h) { return (struct hash_table *)(uintptr_t)(h + 1); }
static bool is_embedded(const struct hash *h) { return h->table == embedded_table(h); }
static size_t size_of(const struct hash_table *t) { return table_size(t->capacity, t->mask == 0 ? 0 : t->mask + 1); }

void hash_trace(struct heap_marker *marker, void *object)
{
    const struct hash *const h = object;
    heap_mark(marker, h->ifnone);
    const struct hash_table *const t = h->table;
    if (t == NULL) return;
    const value_t *const words = (const value_t *)t->pairs;
    heap_mark_range(marker, words + (size_t)t->first * 2, words + (size_t)t->end * 2);
}

void hash_finalize(struct heap *heap, void *object)
{
    struct hash *const h = object;
    if (h->table != NULL && !is_embedded(h)) heap_body_free(heap, h->table, size_of(h->table));
}

size_t hash_body_size(const void *object)
{
    const struct hash *const h = object;
    return h->table == NULL || is_embedded(h) ? 0 : size_of(h->table);
}

// Whether the index leads to the pair at `position`.
static bool is_indexed(const struct hash_table *t, uint32_t position)
{
    const uint32_t *const index = index_of(t);
    uint32_t slot = codes_of(t)[position] & t->mask;
    for (uint32_t steps = 0; steps <= t->mask && index[slot] != 0; steps++, slot = (slot + 1) & t->mask) {
        if (index[slot] == position + 1) return true;
    }
    return false;
}

const char *hash_verify(const void *object)
{
    const struct hash *const h = object;
    const struct hash_table *const t = h->table;
    if (t == NULL) return h->count == 0 ? NULL : "hash: pairs without a table";
    if (t->first > t->end || t->end > t->capacity) return "hash: first, end and capacity are out of order";
    if (is_embedded(h) && sizeof *h + size_of(t) > heap_slot_size(h)) return "hash: a table that its slot does not hold";
    if (t->mask != 0 && ((t->mask & (t->mask + 1)) != 0 || t->mask + 1 < t->capacity * 2)) return "hash: an index too small";
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->end; i++) {
        if (t->pairs[i].key == VALUE_UNDEF) continue;
        if (i < t->first) return "hash: a pair below the first";
        if (t->mask != 0 && !is_indexed(t, i)) return "hash: a pair that the index does not find";
        count++;
    }
    return count == h->count ? NULL : "hash: pairs and count differ";
}

// --- The table -------------------------------------------------------------------------------------------------------
static struct hash_table *make_table(struct heap *heap, uint32_t capacity)
{
    uint32_t slots = 0;
    if (capacity > LINEAR) {
        for (slots = 32; slots < capacity * 2;) slots *= 2;
    }
    struct hash_table *const t = heap_body_alloc(heap, table_size(capacity, slots));
    if (t == NULL) return NULL;
    *t = (struct hash_table){.capacity = capacity, .mask = slots == 0 ? 0 : slots - 1};
    if (slots > 0) memset(index_of(t), 0, slots * sizeof(uint32_t));
    return t;
}

static void index_pair(struct hash_table *t, uint32_t position)
{
    if (t->mask == 0) return;
    uint32_t *const index = index_of(t);
    uint32_t slot = codes_of(t)[position] & t->mask;
    while (index[slot] != 0) slot = (slot + 1) & t->mask;
    index[slot] = position + 1;
}

static void append_pair(struct hash_table *t, uint32_t code, value_t key, value_t value)
{
    TRP_ASSERT(t->end < t->capacity);
    uint32_t const position = t->end++;
    codes_of(t)[position] = code;
    t->pairs[position] = (struct pair){key, value};
    index_pair(t, position);
}

static void copy_pairs(struct hash_table *to, const struct hash_table *from)
{
    for (uint32_t i = from->first; i < from->end; i++) {
        const struct pair *const pair = &from->pairs[i];
        if (pair->key != VALUE_UNDEF) append_pair(to, codes_of(from)[i], pair->key, pair->value);
    }
}

// Every pair keeps its position, holes included.
static void copy_positions(struct hash_table *to, const struct hash_table *from)
{
    for (uint32_t i = 0; i < from->end; i++) {
        append_pair(to, codes_of(from)[i], from->pairs[i].key, from->pairs[i].value);
    }
    to->first = from->first;
}

// Closes the holes in place.
static void compact(struct hash_table *t)
{
    uint32_t const end = t->end;
    uint32_t const first = t->first;
    if (t->mask != 0) memset(index_of(t), 0, ((size_t)t->mask + 1) * sizeof(uint32_t));
    t->end = t->first = 0;
    for (uint32_t i = first; i < end; i++) {
        struct pair const pair = t->pairs[i];
        if (pair.key != VALUE_UNDEF) append_pair(t, codes_of(t)[i], pair.key, pair.value);
    }
}

static bool reserve_pair(struct heap *heap, struct hash *h)
{
    struct hash_table *const old = h->table;
    if (TRP_LIKELY(old != NULL && old->end < old->capacity)) return true;
    if (h->count >= COUNT_MAX) return false;
    if (old != NULL && h->count <= old->capacity - old->capacity / 4 && h->count < old->capacity && h->iterating == 0) {
        compact(old);
        return true;
    }
    uint32_t const capacity = old == NULL ? 4 : old->capacity <= LINEAR / 2 ? LINEAR : old->capacity * 2;
    struct hash_table *const t = make_table(heap, capacity);
    if (t == NULL) return false;
    if (old != NULL) {
        if (h->iterating == 0) {
            copy_pairs(t, old);
        } else {
            copy_positions(t, old);
        }
        if (!is_embedded(h)) heap_body_free(heap, old, size_of(old));
    }
    h->table = t;
    heap_set_fin(heap, h);
    return true;
}

static bool needs_compaction(const struct hash *h)
{
    const struct hash_table *const t = h->table;
    return h->count <= t->capacity - t->capacity / 4 && h->count < t->capacity && h->iterating == 0;
}

bool hash_must_grow(const struct hash *h)
{
    const struct hash_table *const t = h->table;
    return t != NULL && t->end == t->capacity && t->capacity >= SMALL && h->count < COUNT_MAX && !needs_compaction(h);
}

static void clear_index(struct heap *heap, struct hash_table *t)
{
    char *const index = (char *)index_of(t);
    size_t const size = ((size_t)t->mask + 1) * sizeof(uint32_t);
    size_t const piece = 65536;
    for (size_t at = 0; at < size; at += piece) {
        memset(index + at, 0, size - at < piece ? size - at : piece);
        heap_pause(heap, 256);
    }
}

// What others changed in `old` while it was copied. False: it has other keys' codes.
static bool catch_up(struct hash_table *t, const struct hash_table *old)
{
    if (memcmp(codes_of(t), codes_of(old), old->end * sizeof(uint32_t)) != 0) return false;
    memcpy(t->pairs, old->pairs, old->end * sizeof(struct pair));
    t->first = old->first;
    return true;
}

// Every pair keeps its position. A table that came to stand in the old one's place must have the same codes. A frozen Hash may
// be read by other actors, and one that was moved away has no table.
void hash_grow_in_turns(struct heap *heap, struct hash *h)
{
    const struct hash_table *const old = h->table;
    uint32_t const end = old->end, capacity = 2 * old->capacity;
    uint32_t const slots = 2 * capacity; // both are powers of two
    struct heap_scratch scratch;
    struct hash_table *const t = heap_scratch_open(heap, &scratch, table_size(capacity, slots));
    if (t == NULL) return;
    *t = (struct hash_table){.capacity = capacity, .mask = slots - 1};
    clear_index(heap, t);
    bool same = true;
    for (uint32_t i = 0; same && i < end; i++) {
        if (i % 256 == 0) {
            heap_pause(heap, 192);
            same = h->table == old && old->end == end && 2 * old->capacity == capacity && !object_frozen(h);
            if (!same) break;
        }
        append_pair(t, codes_of(old)[i], old->pairs[i].key, old->pairs[i].value);
    }
    if (!same || !catch_up(t, old)) {
        heap_scratch_close(heap, &scratch);
        return;
    }
    h->table = heap_scratch_keep(&scratch);
    heap_body_free(heap, (void *)(uintptr_t)old, size_of(old));
    heap_set_fin(heap, h);
}

struct hash *hash_new(struct heap *heap, size_t capacity)
{
    static const uint8_t classes[LINEAR + 1] = {HEAP_32,  HEAP_96,  HEAP_96,  HEAP_128, HEAP_128,
                                                HEAP_256, HEAP_256, HEAP_256, HEAP_256};
    _Static_assert(sizeof(struct hash) + sizeof(struct hash_table) + 4 * 20 <= 128, "four pairs fit 128 bytes");
    struct hash *const h = heap_alloc(heap, capacity <= LINEAR ? (enum heap_size_class)classes[capacity] : HEAP_32);
    if (TRP_UNLIKELY(h == NULL)) return NULL;
    *h = (struct hash){.header = header_make(TYPE_HASH, CLASS_HASH, LAYOUT_EMPTY, 0), .ifnone = VALUE_NIL};
    if (capacity == 0) return h;
    if (capacity <= LINEAR) {
        h->table = embedded_table(h);
        *h->table = (struct hash_table){.capacity = capacity <= 2 ? 2 : capacity <= 4 ? 4 : LINEAR};
        return h;
    }
    uint32_t rounded = 4;
    if (capacity > COUNT_MAX) return NULL;
    while (rounded < capacity) rounded *= 2;
    h->table = make_table(heap, rounded);
    if (h->table == NULL) return NULL;
    heap_set_fin(heap, h);
    return h;
}

// --- Probing ---------------------------------------------------------------------------------------------------------
int64_t hash_probe(const struct hash *h, uint64_t full_code, uint64_t *cursor)
{
    const struct hash_table *const t = h->table;
    if (t == NULL) return -1;
    uint32_t const code = fold(full_code);
    const uint32_t *const codes = codes_of(t);
    if (t->mask == 0) {
        for (uint64_t i = *cursor; i < t->end; i++) {
            if (codes[i] != code || t->pairs[i].key == VALUE_UNDEF) continue;
            *cursor = i + 1;
            return (int64_t)i;
        }
        return -1;
    }
    const uint32_t *const index = index_of(t);
    for (uint64_t step = *cursor; step <= t->mask; step++) {
        uint32_t const place = index[(code + step) & t->mask];
        if (place == 0) return -1;
        if (codes[place - 1] != code || t->pairs[place - 1].key == VALUE_UNDEF) continue;
        *cursor = step + 1;
        return (int64_t)place - 1;
    }
    return -1;
}

bool hash_add(struct heap *heap, struct hash *h, uint64_t code, value_t key, value_t value)
{
    TRP_ASSERT(key != VALUE_UNDEF);
    if (!reserve_pair(heap, h)) return false;
    append_pair(h->table, fold(code), key, value);
    h->count++;
    struct pair *const pair = &h->table->pairs[h->table->end - 1];
    heap_store(heap, h, &pair->key, key); // the hook sees each store
    heap_store(heap, h, &pair->value, value);
    return true;
}

static bool code_of(struct runtime *runtime, const struct hash *h, value_t key, uint64_t *code)
{
    if (!(h->header & HASH_IDENTITY)) return value_hash_builtin(runtime, key, code);
    *code = value_identity_hash(key);
    return true;
}

static int64_t find(const struct hash *h, value_t key, uint64_t code)
{
    bool const identity = (h->header & HASH_IDENTITY) != 0;
    uint64_t cursor = 0;
    for (;;) {
        int64_t const position = hash_probe(h, code, &cursor);
        if (position < 0) return -1;
        value_t const other = h->table->pairs[position].key;
        if (key == other || (!identity && value_eql_builtin(key, other) == 1)) return position;
    }
}

// A key that equals itself only: all that is no object, but for the zero that a heap Float (-0.0) equals.
static inline bool is_plain(value_t key) { return !value_is_heap(key) && key != FLONUM_ZERO; }

static inline uint32_t plain_code(struct runtime *runtime, const struct hash *h, value_t key)
{
    return fold(hash_word(key, h->header & HASH_IDENTITY ? 0 : runtime->hash_seed));
}

// Of a table without an index: needs no code.
static inline int64_t find_linear(const struct hash_table *t, value_t key)
{
    for (uint32_t i = t->first; i < t->end; i++) {
        if (t->pairs[i].key == key) return i;
    }
    return -1;
}

static inline int64_t find_indexed(const struct hash_table *t, uint32_t code, value_t key)
{
    const uint32_t *const index = index_of(t);
    for (uint32_t slot = code & t->mask;; slot = (slot + 1) & t->mask) { // at most half is used: there is an end
        uint32_t const place = index[slot];
        if (place == 0) return -1;
        if (t->pairs[place - 1].key == key) return (int64_t)place - 1;
    }
}

// The code of a built-in key.
static uint64_t known_code(struct runtime *runtime, const struct hash *h, value_t key)
{
    uint64_t code;
    if (!code_of(runtime, h, key, &code)) TRP_UNREACHABLE(); // the caller looked
    return code;
}

value_t hash_get_coded(const struct hash *h, value_t key, uint64_t code)
{
    if (h->count == 0) return VALUE_UNDEF;
    int64_t const position = find(h, key, code);
    return position < 0 ? VALUE_UNDEF : h->table->pairs[position].value;
}

value_t hash_get(struct runtime *runtime, const struct hash *h, value_t key)
{
    if (h->count == 0) return VALUE_UNDEF;
    const struct hash_table *const t = h->table;
    int64_t position;
    if (!is_plain(key)) position = find(h, key, known_code(runtime, h, key));
    else if (t->mask == 0) position = find_linear(t, key);
    else position = find_indexed(t, plain_code(runtime, h, key), key);
    return position < 0 ? VALUE_UNDEF : t->pairs[position].value;
}

static bool put(struct heap *heap, struct hash *h, int64_t position, uint64_t code, value_t key, value_t value)
{
    if (position < 0) return hash_add(heap, h, code, key, value);
    heap_store(heap, h, &h->table->pairs[position].value, value);
    return true;
}

bool hash_set_coded(struct heap *heap, struct hash *h, value_t key, uint64_t code, value_t value)
{
    TRP_ASSERT(!object_frozen(h));
    return put(heap, h, find(h, key, code), code, key, value);
}

bool hash_set_coded_quick(struct heap *heap, struct hash *h, value_t key, uint64_t code, value_t value)
{
    TRP_ASSERT(!object_frozen(h));
    int64_t const position = find(h, key, code);
    if (TRP_UNLIKELY(position < 0 && hash_must_grow(h))) return false;
    return put(heap, h, position, code, key, value);
}

static inline int64_t find_plain(const struct hash *h, uint32_t code, value_t key)
{
    const struct hash_table *const t = h->table;
    if (t == NULL) return -1;
    return t->mask == 0 ? find_linear(t, key) : find_indexed(t, code, key);
}

bool hash_set(struct runtime *runtime, struct heap *heap, struct hash *h, value_t key, value_t value)
{
    if (!is_plain(key)) return hash_set_coded(heap, h, key, known_code(runtime, h, key), value);
    TRP_ASSERT(!object_frozen(h));
    uint32_t const code = plain_code(runtime, h, key); // folding it again changes nothing
    return put(heap, h, find_plain(h, code, key), code, key, value);
}

bool hash_set_quick(struct runtime *runtime, struct heap *heap, struct hash *h, value_t key, value_t value)
{
    if (!is_plain(key)) return hash_set_coded_quick(heap, h, key, known_code(runtime, h, key), value);
    TRP_ASSERT(!object_frozen(h));
    uint32_t const code = plain_code(runtime, h, key);
    int64_t const position = find_plain(h, code, key);
    if (TRP_UNLIKELY(position < 0 && hash_must_grow(h))) return false;
    return put(heap, h, position, code, key, value);
}

struct hash *hash_from_pairs(struct runtime *runtime, struct heap *heap, const value_t *pairs, size_t count)
{
    if (count > LINEAR) return NULL;
    for (size_t i = 0; i < count; i++) {
        if (!is_plain(pairs[2 * i])) return NULL;
    }
    struct hash *const h = hash_new(heap, count);
    if (TRP_UNLIKELY(h == NULL || count == 0)) return h;
    struct hash_table *const t = h->table;
    uint32_t end = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t at = 0;
        while (at < end && t->pairs[at].key != pairs[2 * i]) at++;
        if (at == end) {
            codes_of(t)[at] = plain_code(runtime, h, pairs[2 * i]);
            t->pairs[at].key = pairs[2 * i];
            end++;
        }
        heap_store(heap, h, &t->pairs[at].value, pairs[2 * i + 1]);
    }
    t->end = h->count = end;
    return h;
}

value_t hash_delete(struct runtime *runtime, struct heap *heap, struct hash *h, value_t key)
{
    if (h->count == 0) return VALUE_UNDEF;
    int64_t const position = find(h, key, known_code(runtime, h, key));
    if (position < 0) return VALUE_UNDEF;
    value_t const value = h->table->pairs[position].value;
    hash_delete_at(heap, h, (size_t)position);
    return value;
}

// --- By position -----------------------------------------------------------------------------------------------------
size_t hash_first(const struct hash *h) { return h->table == NULL ? 0 : h->table->first; }
size_t hash_end(const struct hash *h) { return h->table == NULL ? 0 : h->table->end; }
value_t hash_key_at(const struct hash *h, size_t position) { return h->table->pairs[position].key; }
value_t hash_value_at(const struct hash *h, size_t position) { return h->table->pairs[position].value; }
uint64_t hash_code_at(const struct hash *h, size_t position) { return codes_of(h->table)[position]; }

void hash_set_value_at(struct heap *heap, struct hash *h, size_t position, value_t value)
{
    TRP_ASSERT(!object_frozen(h) && h->table->pairs[position].key != VALUE_UNDEF);
    heap_store(heap, h, &h->table->pairs[position].value, value);
}

void hash_delete_at(struct heap *heap, struct hash *h, size_t position)
{
    (void)heap;
    TRP_ASSERT(!object_frozen(h));
    struct hash_table *const t = h->table;
    TRP_ASSERT(position < t->end && t->pairs[position].key != VALUE_UNDEF);
    t->pairs[position] = (struct pair){VALUE_UNDEF, VALUE_UNDEF};
    h->count--;
    while (t->first < t->end && t->pairs[t->first].key == VALUE_UNDEF) t->first++;
}

void hash_clear(struct heap *heap, struct hash *h)
{
    TRP_ASSERT(!object_frozen(h));
    if (h->table == NULL) return;
    bool const body = !is_embedded(h);
    hash_finalize(heap, h);
    h->table = NULL;
    h->count = 0;
    if (body && object_layout(h) < LAYOUT_COMPLEX) heap_clear_fin(heap, h); // else the side table needs it
}

bool hash_copy(struct heap *heap, struct hash *to, const struct hash *from)
{
    TRP_ASSERT(!object_frozen(to));
    if (to == from) return true;
    struct hash_table *table = NULL;
    if (from->count > 0) {
        uint32_t capacity = 4;
        while (capacity < from->count) capacity *= 2;
        table = make_table(heap, capacity);
        if (table == NULL) return false;
    }
    hash_clear(heap, to);
    uint64_t const flags = HASH_IDENTITY | HASH_DEFAULT_PROC;
    to->header = (to->header & ~flags) | (from->header & flags);
    heap_store(heap, to, &to->ifnone, from->ifnone);
    if (table == NULL) return true;
    copy_pairs(table, from->table);
    for (uint32_t i = 0; i < table->end; i++) { // the hook sees each store
        heap_store(heap, to, &table->pairs[i].key, table->pairs[i].key);
        heap_store(heap, to, &table->pairs[i].value, table->pairs[i].value);
    }
    to->table = table;
    to->count = from->count;
    heap_set_fin(heap, to);
    return true;
}

// --- Built-in keys ---------------------------------------------------------------------------------------------------
uint64_t value_identity_hash(value_t key) { return hash_word(key, 0); }

static bool hash_heap_value(struct runtime *runtime, value_t key, int depth, uint64_t *code);

static bool hash_value(struct runtime *runtime, value_t key, int depth, uint64_t *code)
{
    if (value_is_heap(key)) return hash_heap_value(runtime, key, depth, code);
    // Equal floats are one value, but for the zeros, of which -0.0 is a heap Float.
    *code = key == FLONUM_ZERO ? hash_word(float_hash(0.0), runtime->hash_seed)
                                         : hash_word(key, runtime->hash_seed);
    return true;
}

uint64_t hash_string_code(struct runtime *runtime, const struct string *s)
{
    return string_hash_seeded(s, runtime->hash_seed);
}

uint64_t hash_array_start(struct runtime *runtime, size_t count)
{
    return hash_word(count, runtime->hash_seed ^ TYPE_ARRAY);
}

uint64_t hash_array_add(uint64_t hash, uint64_t item_code)
{
    return hash_mix(hash ^ hash_fold(item_code), 0x9e3779b97f4a7c15);
}

static bool hash_array(struct runtime *runtime, const struct array *a, int depth, uint64_t *code)
{
    if (depth == DEPTH_MAX) return false;
    size_t const count = array_count(a);
    uint64_t hash = hash_array_start(runtime, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t item;
        if (!hash_value(runtime, array_at(a, i), depth + 1, &item)) return false;
        hash = hash_array_add(hash, item);
    }
    *code = hash;
    return true;
}

static bool hash_heap_value(struct runtime *runtime, value_t key, int depth, uint64_t *code)
{
    void *const object = value_to_pointer(key);
    switch (object_class_id(object)) {
    case CLASS_STRING: *code = string_hash_seeded(object, runtime->hash_seed); return true;
    case CLASS_FLOAT: *code = hash_word(float_hash(value_to_double(key)), runtime->hash_seed); return true;
    case CLASS_INTEGER: *code = hash_word(integer_hash(key), runtime->hash_seed); return true;
    case CLASS_ARRAY: return hash_array(runtime, object, depth, code);
    default: return false;
    }
}

bool value_hash_builtin(struct runtime *runtime, value_t key, uint64_t *code)
{
    return hash_value(runtime, key, 0, code);
}

static int eql(value_t a, value_t b, int depth);

static int eql_arrays(const struct array *a, const struct array *b, int depth)
{
    size_t const count = array_count(a);
    if (count != array_count(b)) return 0;
    if (depth == DEPTH_MAX) return -1;
    for (size_t i = 0; i < count; i++) {
        int const result = eql(array_at(a, i), array_at(b, i), depth + 1);
        if (result != 1) return result;
    }
    return 1;
}

static int eql(value_t a, value_t b, int depth)
{
    if (a == b) return 1;
    if (!value_is_heap(a)) {
        // The other zero is the only float that is equal and not the same word.
        return value_is_flonum(a) && value_is(b, TYPE_FLOAT) && value_to_flonum(a) == value_to_double(b);
    }
    switch (object_class_id(value_to_pointer(a))) {
    case CLASS_STRING: return value_is(b, TYPE_STRING) && string_equal(value_to_pointer(a), value_to_pointer(b));
    case CLASS_FLOAT: return value_is_float(b) && value_to_double(a) == value_to_double(b);
    case CLASS_INTEGER: return value_is_bignum(b) && integer_equal(a, b);
    case CLASS_ARRAY: return value_is(b, TYPE_ARRAY) ? eql_arrays(value_to_array(a), value_to_array(b), depth) : 0;
    default: return -1;
    }
}

int value_eql_builtin(value_t a, value_t b) { return eql(a, b, 0); }
