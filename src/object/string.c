// Strings. Purpose: storage: embedded bytes, bodies, copy-on-write; and what looks at bytes only.
// Invariants: a string is embedded exactly when it owns no body; a body is written only while its reference count is
// one; a body is referenced from one heap's strings only, which pays for it (those of shared strings are not shared
// further); the header of a shared string is never written.
// Data: the holder of the actor's claim. The count is atomic all the same: a shared string may be finalized elsewhere.
#include <stdio.h>

#include "object/interior.h"

#define EMBEDDED_SLOT_MAX 128u // larger contents get a body
#define EMBEDDED_HEADER offsetof(struct string, embedded)
#define EMBEDDED_MAX (EMBEDDED_SLOT_MAX - EMBEDDED_HEADER)

#define VERIFIED_BYTES 64u // of a string that says that it is ASCII
#define SCAN_PIECE 32768u // bytes between pauses

// --- Bodies ----------------------------------------------------------------------------------------------------------
static size_t body_bytes(const struct string_body *body) { return sizeof *body + body->capacity; }

static struct string_body *body_new(struct heap *heap, size_t capacity)
{
    if (capacity > STRING_SIZE_MAX) return NULL;
    struct string_body *const body = heap_body_alloc(heap, sizeof *body + capacity);
    if (body == NULL) return NULL;
    atomic_init(&body->references, 1);
    body->capacity = (uint32_t)capacity;
    return body;
}

static void body_release(struct heap *heap, struct string_body *body)
{
    // acq_rel: every other holder's last use comes before the free
    if (atomic_fetch_sub_explicit(&body->references, 1, memory_order_acq_rel) == 1) {
        heap_body_free(heap, body, body_bytes(body));
    }
}

static void body_retain(struct string_body *body)
{
    atomic_fetch_add_explicit(&body->references, 1, memory_order_relaxed); // the caller holds one already
}

static bool body_unique(const struct string_body *body)
{
    // acquire: pairs with the release in body_release of the other holder
    return atomic_load_explicit(&body->references, memory_order_acquire) == 1;
}

static bool is_embedded(const struct string *s) { return (s->header & STRING_EMBEDDED) != 0; }

void string_finalize(struct heap *heap, void *object)
{
    struct string *const s = object;
    if (!is_embedded(s)) body_release(heap, s->body);
}

size_t string_body_size(const void *object)
{
    const struct string *const s = object;
    if (is_embedded(s)) return 0;
    return body_bytes(s->body) / atomic_load_explicit(&s->body->references, memory_order_relaxed); // its part
}

static size_t embedded_capacity(const struct string *s) { return heap_slot_size(s) - EMBEDDED_HEADER; }

const char *string_verify(const void *object)
{
    const struct string *const s = object;
    size_t const size = string_size(s);
    if (is_embedded(s)) {
        if (size > embedded_capacity(s)) return "string: more bytes than the slot has";
    } else {
        const struct string_body *const body = s->body;
        if (body == NULL) return "string: neither embedded nor with a body";
        if (atomic_load_explicit(&body->references, memory_order_relaxed) == 0) return "string: a body that nobody has";
        if (s->bytes < body->bytes) return "string: begins before its body";
        if (s->bytes + size > body->bytes + body->capacity) return "string: ends behind its body";
    }
    size_t const looked_at = size < VERIFIED_BYTES ? size : VERIFIED_BYTES;
    bool const ascii = (s->header & STRING_RANGE_MASK) >> STRING_RANGE_SHIFT == STRING_ASCII;
    for (size_t i = 0; ascii && i < looked_at; i++) {
        if ((unsigned char)string_bytes(s)[i] >= 128) return "string: not ASCII as it says";
    }
    return NULL;
}

// The string stops owning its body. Side-table entries need the fin bit too.
static void drop_body(struct heap *heap, struct string *s)
{
    if (is_embedded(s)) return;
    body_release(heap, s->body);
    s->header |= STRING_EMBEDDED;
    s->embedded_size = 0;
    if (object_layout(s) < LAYOUT_COMPLEX) heap_clear_fin(heap, s);
}

static void adopt_body(struct heap *heap, struct string *s, struct string_body *body, char *bytes, size_t size)
{
    s->header &= ~STRING_EMBEDDED;
    s->bytes = bytes;
    s->size = (uint32_t)size;
    s->hint = 0;
    s->body = body;
    heap_set_fin(heap, s);
}

static void set_range(struct string *s, enum string_range range)
{
    s->header = (s->header & ~STRING_RANGE_MASK) | (uint64_t)range << STRING_RANGE_SHIFT;
}

// --- Making ----------------------------------------------------------------------------------------------------------
static uint64_t header_for(enum encoding encoding, enum string_range range)
{
    uint64_t const content = (uint64_t)range << STRING_RANGE_SHIFT | (uint64_t)encoding << STRING_ENCODING_SHIFT;
    return header_make(TYPE_STRING, CLASS_STRING, LAYOUT_EMPTY, STRING_EMBEDDED | content);
}

static struct string *new_embedded(struct heap *heap, size_t capacity, uint64_t header)
{
    size_t const granules = (EMBEDDED_HEADER + capacity + HEAP_GRANULE - 1) / HEAP_GRANULE;
    struct string *const s = heap_alloc(heap, (enum heap_size_class)heap_class_of_granules[granules]);
    if (TRP_UNLIKELY(s == NULL)) return NULL;
    s->header = header;
    s->embedded_size = 0;
    return s;
}

struct string *string_new_capacity(struct heap *heap, size_t capacity, enum encoding encoding)
{
    uint64_t const header = header_for(encoding, STRING_UNKNOWN);
    if (capacity <= EMBEDDED_MAX) return new_embedded(heap, capacity, header);
    struct string *const s = new_embedded(heap, 0, header);
    struct string_body *const body = s == NULL ? NULL : body_new(heap, capacity);
    if (body == NULL) return NULL;
    adopt_body(heap, s, body, body->bytes, 0);
    return s;
}

struct string *string_new(struct heap *heap, const char *bytes, size_t size, enum encoding encoding)
{
    struct string *const s = string_new_capacity(heap, size, encoding);
    if (TRP_UNLIKELY(s == NULL)) return NULL;
    if (size > 0) memcpy(string_writable(s), bytes, size);
    string_set_size(s, size);
    return s;
}

struct string *string_new_ascii(struct heap *heap, const char *bytes, size_t size)
{
    struct string *const s = string_new(heap, bytes, size, ENCODING_ASCII);
    if (TRP_LIKELY(s != NULL)) set_range(s, STRING_ASCII);
    return s;
}

struct string *string_from_text(struct heap *heap, const char *text)
{
    return string_new(heap, text, strlen(text), ENCODING_UTF8);
}

struct string *string_format(struct heap *heap, const char *format, ...)
{
    char small[256];
    va_list arguments;
    va_start(arguments, format);
    int const size = vsnprintf(small, sizeof small, format, arguments);
    va_end(arguments);
    if (size < 0) return NULL;
    if ((size_t)size < sizeof small) return string_new(heap, small, (size_t)size, ENCODING_UTF8);
    struct string *const s = string_new_capacity(heap, (size_t)size + 1, ENCODING_UTF8);
    if (s == NULL) return NULL;
    va_start(arguments, format);
    vsnprintf(string_writable(s), (size_t)size + 1, format, arguments);
    va_end(arguments);
    string_set_size(s, (size_t)size);
    return s;
}

static uint64_t content_flags(const struct string *s)
{
    return s->header & (STRING_RANGE_MASK | STRING_ENCODING_MASK);
}

struct string *string_sub(struct heap *heap, const struct string *from, size_t start, size_t size)
{
    TRP_ASSERT(start <= string_size(from) && size <= string_size(from) - start);
    uint64_t flags = content_flags(from);
    bool const ascii = (flags & STRING_RANGE_MASK) >> STRING_RANGE_SHIFT == STRING_ASCII;
    if (!ascii && size != string_size(from)) flags &= ~STRING_RANGE_MASK;
    uint64_t const header = header_make(TYPE_STRING, CLASS_STRING, LAYOUT_EMPTY, STRING_EMBEDDED | flags);
    const char *const bytes = string_bytes(from) + start;
    if (size <= EMBEDDED_MAX) {
        struct string *const s = new_embedded(heap, size, header);
        if (TRP_UNLIKELY(s == NULL)) return NULL;
        memcpy(s->embedded, bytes, size);
        s->embedded_size = (uint8_t)size;
        return s;
    }
    struct string *const s = new_embedded(heap, 0, header);
    if (s == NULL) return NULL;
    if (heap_is_shared(value_pointer(from))) {
        struct string_body *const body = body_new(heap, size);
        if (body == NULL) return NULL;
        memcpy(body->bytes, bytes, size);
        adopt_body(heap, s, body, body->bytes, size);
        return s;
    }
    body_retain(from->body);
    adopt_body(heap, s, from->body, (char *)(uintptr_t)bytes, size);
    return s;
}

struct string *string_dup(struct heap *heap, const struct string *from)
{
    return string_sub(heap, from, 0, string_size(from));
}

// --- Writing ---------------------------------------------------------------------------------------------------------
// Moves the bytes into a body of their own with room for `capacity`.
static bool move_to_body(struct heap *heap, struct string *s, size_t capacity)
{
    size_t const size = string_size(s);
    struct string_body *const body = body_new(heap, capacity);
    if (body == NULL) return false;
    memcpy(body->bytes, string_bytes(s), size);
    if (!is_embedded(s)) body_release(heap, s->body);
    adopt_body(heap, s, body, body->bytes, size);
    return true;
}

static bool grow_body(struct heap *heap, struct string *s, size_t capacity)
{
    struct string_body *const old = s->body;
    size_t const offset = (size_t)(s->bytes - old->bytes);
    if (offset > 0) { // a former substring: its bytes to the front
        if (capacity > old->capacity) return move_to_body(heap, s, capacity);
        memmove(old->bytes, s->bytes, s->size);
        s->bytes = old->bytes;
        return true;
    }
    struct string_body *const body = heap_body_realloc(heap, old, body_bytes(old), sizeof *old + capacity);
    if (body == NULL) return false;
    body->capacity = (uint32_t)capacity;
    s->body = body;
    s->bytes = body->bytes;
    return true;
}

bool string_make_writable(struct heap *heap, struct string *s, size_t capacity)
{
    TRP_ASSERT(!object_frozen(s));
    size_t const size = string_size(s);
    if (capacity < size) capacity = size;
    if (capacity > STRING_SIZE_MAX) return false;
    if (is_embedded(s)) return capacity <= embedded_capacity(s) || move_to_body(heap, s, capacity);
    if (!body_unique(s->body)) return move_to_body(heap, s, capacity);
    size_t const room = s->body->capacity - (size_t)(s->bytes - s->body->bytes);
    return capacity <= room || grow_body(heap, s, capacity);
}

char *string_writable(struct string *s) { return is_embedded(s) ? s->embedded : s->bytes; }

static void set_size_only(struct string *s, size_t size)
{
    if (is_embedded(s)) {
        s->embedded_size = (uint8_t)size;
    } else {
        s->size = (uint32_t)size;
    }
}

void string_set_size(struct string *s, size_t size)
{
    TRP_ASSERT(size <= (is_embedded(s) ? embedded_capacity(s) : s->body->capacity));
    set_size_only(s, size);
    s->header &= ~STRING_RANGE_MASK;
}

static enum string_range known_range(const struct string *s)
{
    return (enum string_range)((s->header & STRING_RANGE_MASK) >> STRING_RANGE_SHIFT);
}

void string_set_encoding(struct string *s, enum encoding encoding)
{
    if (encoding == string_encoding(s)) return;
    bool const ascii = known_range(s) == STRING_ASCII && encoding_ascii_compatible(encoding);
    s->header = (s->header & ~(STRING_ENCODING_MASK | STRING_RANGE_MASK)) | (uint64_t)encoding << STRING_ENCODING_SHIFT;
    if (ascii) set_range(s, STRING_ASCII);
}

// Room for `size` more bytes, growing so that appending is amortised O(1).
static bool reserve_more(struct heap *heap, struct string *s, size_t size)
{
    size_t const old = string_size(s);
    size_t const wanted = old + size;
    if (wanted > STRING_SIZE_MAX) return false;
    bool const fits = is_embedded(s) ? wanted <= embedded_capacity(s)
                                     : body_unique(s->body) &&
                                           wanted <= s->body->capacity - (size_t)(s->bytes - s->body->bytes);
    if (TRP_LIKELY(fits)) return true;
    size_t capacity = old + old / 2 + 32 > wanted ? old + old / 2 + 32 : wanted;
    if (capacity > STRING_SIZE_MAX) capacity = STRING_SIZE_MAX;
    return string_make_writable(heap, s, capacity);
}

// The range after appending: known when both parts are ASCII, or when a well-formed one ends where another begins.
static enum string_range joined_range(enum string_range a, enum string_range b)
{
    if (a == STRING_ASCII) return b;
    if (b == STRING_ASCII) return a == STRING_VALID ? STRING_VALID : STRING_UNKNOWN;
    return a == STRING_VALID && b == STRING_VALID ? STRING_VALID : STRING_UNKNOWN;
}

static bool append(struct heap *heap, struct string *s, const char *bytes, size_t size, enum string_range range)
{
    size_t const old = string_size(s);
    enum string_range const before = old == 0 ? STRING_ASCII : known_range(s);
    // The bytes may be the string's own, which move.
    const char *const own = string_bytes(s);
    bool const inside = bytes >= own && bytes < own + old;
    size_t const offset = inside ? (size_t)(bytes - own) : 0;
    if (!reserve_more(heap, s, size)) return false;
    char *const to = string_writable(s);
    if (size > 0) memmove(to + old, inside ? to + offset : bytes, size);
    set_size_only(s, old + size);
    set_range(s, encoding_ascii_compatible(string_encoding(s)) ? joined_range(before, range) : STRING_UNKNOWN);
    return true;
}

bool string_append(struct heap *heap, struct string *s, const char *bytes, size_t size)
{
    bool const worth = size <= 64 && (known_range(s) == STRING_ASCII || string_size(s) == 0);
    bool const ascii = worth && bytes_ascii_prefix(bytes, size) == size;
    return append(heap, s, bytes, size, size == 0 || ascii ? STRING_ASCII : STRING_UNKNOWN);
}

bool string_append_text(struct heap *heap, struct string *s, const char *text)
{
    return string_append(heap, s, text, strlen(text));
}

bool string_append_string(struct heap *heap, struct string *s, const struct string *other)
{
    bool const comparable = string_encoding(s) == string_encoding(other) || known_range(other) == STRING_ASCII;
    return append(heap, s, string_bytes(other), string_size(other), comparable ? known_range(other) : STRING_UNKNOWN);
}

static bool ascii_before(const value_t *pieces, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct string *const piece = value_to_string(pieces[i]);
        if (string_size(piece) > 0 && string_scan(piece) != STRING_ASCII) return false;
    }
    return true;
}

// The encoding of pieces[0..at] where pieces[0..at-1] have `before`; ENCODING_COUNT: they do not go together.
static enum encoding concat_encoding(const value_t *pieces, unsigned at, enum encoding before)
{
    struct string *const piece = value_to_string(pieces[at]);
    enum encoding const encoding = string_encoding(piece);
    if (string_size(piece) == 0) return before == ENCODING_ASCII ? encoding : before;
    bool const comparable = encoding_ascii_compatible(before) && encoding_ascii_compatible(encoding);
    if (comparable && string_scan(piece) == STRING_ASCII) return before == ENCODING_ASCII ? encoding : before;
    size_t size = 0;
    for (unsigned i = 0; i < at; i++) size += string_size(value_to_pointer(pieces[i]));
    return size == 0 || (comparable && ascii_before(pieces, at)) ? encoding : ENCODING_COUNT;
}

// Of pieces in several encodings, or in one that is no superset of ASCII; fixnums among them become strings.
static enum encoding mixed_encoding(struct heap *heap, value_t *pieces, unsigned count, enum encoding conflict[2])
{
    enum encoding encoding = ENCODING_COUNT;
    conflict[0] = conflict[1] = ENCODING_COUNT;
    for (unsigned i = 0; i < count; i++) {
        if (value_is_fixnum(pieces[i])) {
            const struct string *const digits = integer_to_string(heap, pieces[i], 10);
            if (digits == NULL) return ENCODING_COUNT;
            pieces[i] = value_pointer(digits);
        }
        enum encoding const own = string_encoding(value_to_pointer(pieces[i]));
        enum encoding const joined = i == 0 || own == encoding ? own : concat_encoding(pieces, i, encoding);
        if (joined == ENCODING_COUNT) {
            conflict[0] = encoding;
            conflict[1] = own;
        }
        encoding = joined;
        if (encoding == ENCODING_COUNT) break;
    }
    return encoding;
}

static inline uint64_t magnitude(int64_t a) { return a < 0 ? -(uint64_t)a : (uint64_t)a; }

static inline unsigned fixnum_size(int64_t a)
{
    unsigned size = 1 + (a < 0);
    uint64_t rest = magnitude(a);
    for (; rest >= 10000; rest /= 10000) size += 4;
    return size + (rest >= 10) + (rest >= 100) + (rest >= 1000);
}

static inline void put_fixnum(char *to, unsigned size, int64_t a)
{
    uint64_t rest = magnitude(a);
    char *at = to + size;
    for (; rest >= 100; rest /= 100) {
        unsigned const two = (unsigned)(rest % 100);
        *--at = (char)('0' + two % 10);
        *--at = (char)('0' + two / 10);
    }
    *--at = (char)('0' + rest % 10);
    if (rest >= 10) *--at = (char)('0' + rest / 10);
    if (a < 0) *to = '-';
}

static inline size_t piece_size(value_t piece)
{
    return value_is_fixnum(piece) ? fixnum_size(value_to_fixnum(piece)) : string_size(value_to_pointer(piece));
}

struct string *string_from_pieces(struct heap *heap, value_t *pieces, unsigned count, enum encoding conflict[2])
{
    enum encoding encoding = ENCODING_COUNT;
    enum string_range range = STRING_ASCII;
    bool mixed = false;
    size_t size = 0;
    for (unsigned i = 0; i < count; i++) {
        size += piece_size(pieces[i]);
        if (value_is_fixnum(pieces[i])) continue;
        const struct string *const piece = value_to_string(pieces[i]);
        mixed |= encoding != ENCODING_COUNT && encoding != string_encoding(piece);
        encoding = string_encoding(piece);
        if (string_size(piece) > 0) range = joined_range(range, known_range(piece));
    }
    TRP_ASSERT(encoding != ENCODING_COUNT); // one piece at least is a literal
    if (TRP_UNLIKELY(mixed || !encoding_ascii_compatible(encoding))) {
        encoding = mixed_encoding(heap, pieces, count, conflict);
        if (encoding == ENCODING_COUNT) return NULL;
        if (!encoding_ascii_compatible(encoding)) range = STRING_UNKNOWN;
    }
    conflict[0] = conflict[1] = ENCODING_COUNT;
    if (size > STRING_SIZE_MAX) return NULL;
    struct string *const s = string_new_capacity(heap, size, encoding);
    if (TRP_UNLIKELY(s == NULL)) return NULL;
    char *to = string_writable(s);
    for (unsigned i = 0; i < count; i++) {
        size_t const more = piece_size(pieces[i]);
        if (value_is_fixnum(pieces[i])) put_fixnum(to, (unsigned)more, value_to_fixnum(pieces[i]));
        else memcpy(to, string_bytes(value_to_pointer(pieces[i])), more);
        to += more;
    }
    set_size_only(s, size);
    set_range(s, range);
    return s;
}

bool string_replace(struct heap *heap, struct string *s, const struct string *with)
{
    TRP_ASSERT(!object_frozen(s));
    if (s == with) return true;
    size_t const size = string_size(with);
    if (size <= embedded_capacity(s)) {
        char bytes[HEAP_SMALL_MAX];
        memcpy(bytes, string_bytes(with), size); // `with` may share the body that goes
        drop_body(heap, s);
        memcpy(s->embedded, bytes, size);
        s->embedded_size = (uint8_t)size;
    } else if (is_embedded(with) || heap_is_shared(value_pointer(with))) {
        if (!string_make_writable(heap, s, size)) return false;
        memcpy(string_writable(s), string_bytes(with), size);
        set_size_only(s, size);
    } else {
        struct string_body *const body = with->body;
        body_retain(body);
        if (!is_embedded(s)) body_release(heap, s->body);
        adopt_body(heap, s, body, with->bytes, size);
    }
    s->header = (s->header & ~(STRING_RANGE_MASK | STRING_ENCODING_MASK)) | content_flags(with);
    return true;
}

bool string_splice(struct heap *heap, struct string *s, size_t start, size_t size, const char *bytes, size_t count)
{
    size_t const old = string_size(s);
    TRP_ASSERT(start <= old && size <= old - start);
    const char *const own = string_bytes(s);
    char small[256];
    char *copy = NULL;
    if (bytes >= own && bytes < own + old && count > 0) { // its own bytes: they would move under the copy
        copy = count <= sizeof small ? small : base_alloc(count);
        if (copy == NULL) return false;
        bytes = memcpy(copy, bytes, count);
    }
    bool const ok = count <= size ? string_make_writable(heap, s, old) : reserve_more(heap, s, count - size);
    if (ok) {
        char *const to = string_writable(s);
        memmove(to + start + count, to + start + size, old - start - size);
        if (count > 0) memcpy(to + start, bytes, count);
        string_set_size(s, old - size + count);
    }
    if (copy != small) base_free(copy);
    return ok;
}

// --- Looking ---------------------------------------------------------------------------------------------------------
static enum string_range range_of(const struct string *s)
{
    enum string_range const known = known_range(s);
    return known != STRING_UNKNOWN ? known : bytes_scan(string_encoding(s), string_bytes(s), string_size(s));
}

void string_learn_range(struct string *s, const struct string *copy)
{
    bool const same = string_bytes(s) == string_bytes(copy) && string_size(s) == string_size(copy);
    if (!same || string_encoding(s) != string_encoding(copy) || string_range_known(s)) return;
    if (!object_frozen(s)) set_range(s, known_range(copy));
}

enum string_range string_scan_pausing(struct heap *heap, struct string *s)
{
    if (string_range_known(s)) return known_range(s);
    enum encoding const encoding = string_encoding(s);
    if (encoding_single_byte(encoding) || !encoding_ascii_compatible(encoding)) return string_scan(s);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    enum string_range range = STRING_ASCII;
    for (size_t at = 0; at < size && range != STRING_BROKEN;) {
        size_t const end = size - at < SCAN_PIECE ? size : at + SCAN_PIECE;
        size_t const units = SCAN_PIECE / 16;
        while (at < end && range != STRING_BROKEN) {
            size_t character;
            at += bytes_ascii_prefix(bytes + at, end - at);
            if (at >= end) break;
            range = encoding_decode(encoding, bytes + at, size - at, &character) < 0 ? STRING_BROKEN : STRING_VALID;
            at += character;
        }
        heap_pause(heap, units);
    }
    set_range(s, range);
    return range;
}

enum string_range string_scan(struct string *s)
{
    enum string_range const known = known_range(s);
    if (TRP_LIKELY(known != STRING_UNKNOWN)) return known;
    enum string_range const range = bytes_scan(string_encoding(s), string_bytes(s), string_size(s));
    if (!object_frozen(s) || !heap_is_shared(value_pointer(s))) set_range(s, range);
    return range;
}

static size_t walk(const struct string *s, size_t index, size_t *count)
{
    enum encoding const encoding = string_encoding(s);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    size_t offset = 0;
    size_t characters = 0;
    for (; offset < size && characters < index; characters++) {
        size_t character;
        encoding_decode(encoding, bytes + offset, size - offset, &character);
        offset += character;
    }
    *count = characters;
    return offset;
}

size_t string_length(struct string *s)
{
    enum encoding const encoding = string_encoding(s);
    if (encoding_single_byte(encoding)) return string_size(s);
    enum string_range const range = string_scan(s);
    if (range == STRING_ASCII) return string_size(s);
    if (encoding == ENCODING_UTF8 && range == STRING_VALID) return utf8_count(string_bytes(s), string_size(s));
    size_t count;
    walk(s, SIZE_MAX, &count);
    return count;
}

size_t string_offset(struct string *s, size_t index)
{
    enum encoding const encoding = string_encoding(s);
    size_t const size = string_size(s);
    enum string_range const range = encoding_single_byte(encoding) ? STRING_ASCII : string_scan(s);
    if (range == STRING_ASCII) return index <= size ? index : SIZE_MAX;
    if (encoding == ENCODING_UTF8 && range == STRING_VALID) return utf8_offset(string_bytes(s), size, index);
    size_t count;
    size_t const offset = walk(s, index, &count);
    return count == index ? offset : SIZE_MAX;
}

size_t string_character_size(const struct string *s, size_t offset)
{
    size_t size;
    encoding_decode(string_encoding(s), string_bytes(s) + offset, string_size(s) - offset, &size);
    return size;
}

// Whether equal bytes are equal strings: the same encoding, or nothing but ASCII in both, or both empty.
static bool comparable(const struct string *a, const struct string *b)
{
    enum encoding const ea = string_encoding(a), eb = string_encoding(b);
    if (TRP_LIKELY(ea == eb) || (string_size(a) == 0 && string_size(b) == 0)) return true;
    if (!encoding_ascii_compatible(ea) || !encoding_ascii_compatible(eb)) return false;
    enum string_range const ra = range_of(a), rb = range_of(b);
    return ra == STRING_ASCII || rb == STRING_ASCII;
}

bool string_equal(const struct string *a, const struct string *b)
{
    size_t const size = string_size(a);
    return size == string_size(b) && memcmp(string_bytes(a), string_bytes(b), size) == 0 && comparable(a, b);
}

int string_compare(const struct string *a, const struct string *b)
{
    size_t const sa = string_size(a), sb = string_size(b);
    int const order = memcmp(string_bytes(a), string_bytes(b), sa < sb ? sa : sb);
    if (order != 0) return order < 0 ? -1 : 1;
    if (sa != sb) return sa < sb ? -1 : 1;
    if (comparable(a, b)) return 0;
    return string_encoding(a) < string_encoding(b) ? -1 : 1;
}

uint64_t string_hash_seeded(const struct string *s, uint64_t seed)
{
    // Equal strings hash alike: the encoding counts only when other encodings' bytes cannot be equal to these.
    uint64_t const hash = hash_bytes(string_bytes(s), string_size(s), seed);
    enum encoding const encoding = string_encoding(s);
    if (encoding == ENCODING_UTF8 || encoding == ENCODING_ASCII) return hash;
    return range_of(s) == STRING_ASCII || string_size(s) == 0 ? hash : hash ^ (uint64_t)encoding;
}

uint64_t string_hash(const struct string *s) { return string_hash_seeded(s, 0); }

enum encoding string_compatible(struct string *a, struct string *b)
{
    enum encoding const ea = string_encoding(a), eb = string_encoding(b);
    if (ea == eb) return ea;
    if (string_size(b) == 0) return ea;
    if (string_size(a) == 0) {
        bool const keeps = encoding_ascii_compatible(ea) && string_scan(b) == STRING_ASCII;
        return keeps ? ea : eb;
    }
    if (!encoding_ascii_compatible(ea) || !encoding_ascii_compatible(eb)) return ENCODING_COUNT;
    if (string_scan(b) == STRING_ASCII) return ea;
    return string_scan(a) == STRING_ASCII ? eb : ENCODING_COUNT;
}

size_t string_index(const struct string *s, const char *needle, size_t size, size_t start)
{
    size_t const total = string_size(s);
    if (start > total || size > total - start) return SIZE_MAX;
    if (size == 0) return start;
    const char *const bytes = string_bytes(s);
    const char *const found = size == 1 ? memchr(bytes + start, needle[0], total - start)
                                        : memmem(bytes + start, total - start, needle, size);
    return found == NULL ? SIZE_MAX : (size_t)(found - bytes);
}
