// Strings: bytes with an encoding. Small ones live in the slot, larger ones in a body; bodies of frozen strings and of
// substrings are shared copy-on-write by reference count. No final NUL is kept.
#ifndef TROUPE_OBJECT_STRING_H
#define TROUPE_OBJECT_STRING_H

#include "object/runtime.h"

#define STRING_EMBEDDED HEADER_FLAG(0)
// Flags 1..2: what is known of the bytes
#define STRING_RANGE_SHIFT 6
#define STRING_RANGE_MASK ((uint64_t)3 << STRING_RANGE_SHIFT)
enum string_range { STRING_UNKNOWN, STRING_ASCII, STRING_VALID, STRING_BROKEN };
// Flags 3..6: encoding index
#define STRING_ENCODING_SHIFT 8
#define STRING_ENCODING_MASK ((uint64_t)15 << STRING_ENCODING_SHIFT)
enum encoding {
    // Of UTF16 and UTF32 (no byte order known) every byte counts as a character, as CRuby's dummy encodings do.
    ENCODING_UTF8, ENCODING_ASCII, ENCODING_BINARY, ENCODING_UTF16LE, ENCODING_UTF16BE, ENCODING_UTF32LE,
    ENCODING_UTF32BE, ENCODING_EUC_JP, ENCODING_SHIFT_JIS, ENCODING_WINDOWS_31J, ENCODING_ISO_8859_1,
    ENCODING_ISO_8859_15, ENCODING_WINDOWS_1252, ENCODING_WINDOWS_1251, ENCODING_UTF16, ENCODING_UTF32, ENCODING_COUNT
};

#define STRING_SIZE_MAX ((size_t)0xffffffff - 64)

struct string_body { // reference counted: H8
    _Atomic uint32_t references;
    uint32_t capacity;
    char bytes[];
};
struct string {
    uint64_t header;
    union {
        struct {
            uint8_t embedded_size;
            char embedded[23]; // as many as the slot holds
        };
        struct {
            char *bytes; // inside body
            uint32_t size, hint;
            struct string_body *body;
        };
    };
};

static inline struct string *value_to_string(value_t v)
{
    TRP_ASSERT(value_is_or_was(v, TYPE_STRING));
    return value_to_pointer(v);
}
static inline const char *string_bytes(const struct string *s)
{
    return s->header & STRING_EMBEDDED ? s->embedded : s->bytes;
}
static inline size_t string_size(const struct string *s)
{
    return s->header & STRING_EMBEDDED ? s->embedded_size : s->size;
}
static inline enum encoding string_encoding(const struct string *s)
{
    return (enum encoding)((s->header & STRING_ENCODING_MASK) >> STRING_ENCODING_SHIFT);
}

struct string *string_new(struct heap *heap, const char *bytes, size_t size, enum encoding encoding); // class String
struct string *string_new_capacity(struct heap *heap, size_t capacity, enum encoding encoding);       // empty
struct string *string_new_ascii(struct heap *heap, const char *bytes, size_t size); // US-ASCII, which the bytes are
struct string *string_from_text(struct heap *heap, const char *text); // UTF-8, NUL-ended
struct string *string_format(struct heap *heap, const char *format, ...) TRP_PRINTF(2, 3);
struct string *string_dup(struct heap *heap, const struct string *from); // class String, not frozen, shares the body
struct string *string_sub(struct heap *heap, const struct string *from, size_t start, size_t size); // bytes; may share
// Writing: makes the bytes this string's own, with room for `capacity` bytes. False: no memory or too long.
bool string_make_writable(struct heap *heap, struct string *s, size_t capacity);
char *string_writable(struct string *s);               // after string_make_writable
void string_set_size(struct string *s, size_t size);   // within the capacity; forgets the range
void string_set_encoding(struct string *s, enum encoding encoding);
bool string_append(struct heap *heap, struct string *s, const char *bytes, size_t size);
bool string_append_text(struct heap *heap, struct string *s, const char *text);
bool string_append_string(struct heap *heap, struct string *s, const struct string *other); // encodings: the caller's
// A new String of pieces, Strings and fixnums (which may become Strings in place) but not fixnums only, in an encoding that
// holds them all. NULL: `conflict` has two encodings that do not go together, or ENCODING_COUNT: no memory or too long.
struct string *string_from_pieces(struct heap *heap, value_t *pieces, unsigned count, enum encoding conflict[2]);
bool string_replace(struct heap *heap, struct string *s, const struct string *with);
// Replaces bytes [start, start + size) by others.
bool string_splice(struct heap *heap, struct string *s, size_t start, size_t size, const char *bytes, size_t count);
enum string_range string_scan(struct string *s); // computes and remembers
static inline bool string_range_known(const struct string *s) { return (s->header & STRING_RANGE_MASK) != 0; }
// The same of a string that is a root, with pauses (heap_pause).
enum string_range string_scan_pausing(struct heap *heap, struct string *s);
void string_learn_range(struct string *s, const struct string *copy); // from a copy, if both still share their bytes
static inline bool string_ascii_only(struct string *s) { return string_scan(s) == STRING_ASCII; }
size_t utf8_count(const char *bytes, size_t size); // characters of well-formed UTF-8
size_t string_length(struct string *s);          // characters. O(size) unless ASCII or single-byte
// Byte offset of character `index` (which may equal the length); SIZE_MAX beyond.
size_t string_offset(struct string *s, size_t index);
size_t string_character_size(const struct string *s, size_t offset); // bytes of the character at a byte offset (≥ 1)
bool string_equal(const struct string *a, const struct string *b);   // bytes and comparable encodings
int string_compare(const struct string *a, const struct string *b);
uint64_t string_hash(const struct string *s);
// The one shared, frozen String with these bytes in this encoding (intern.c). VALUE_UNDEF: no memory. Takes a lock.
value_t string_interned(struct runtime *runtime, struct heap *heap, struct string *s);
// The encoding of a+b, or ENCODING_COUNT when incompatible.
enum encoding string_compatible(struct string *a, struct string *b);
// Byte position of needle at or after start; SIZE_MAX: none. memchr/memmem.
size_t string_index(const struct string *s, const char *needle, size_t size, size_t start);
bool encoding_ascii_compatible(enum encoding encoding);
bool encoding_single_byte(enum encoding encoding); // every byte is a character
bool encoding_unicode(enum encoding encoding);     // decodes to Unicode code points
size_t encoding_unit(enum encoding encoding);      // the least bytes of a character
const char *encoding_name(enum encoding encoding);
enum encoding encoding_find(const char *name, size_t size); // ENCODING_COUNT: none
// Character walk: decodes at offset, sets *size (≥1); -1 for an invalid sequence. available > 0. Code points for
// Unicode encodings, else the number that the character's bytes make.
int32_t encoding_decode(enum encoding encoding, const char *bytes, size_t available, size_t *size);
size_t encoding_encode(enum encoding encoding, uint32_t codepoint, char out[8]); // 0: not representable
// Appends `s` quoted as String#inspect does.
bool string_append_inspected(struct heap *heap, struct string *out, const struct string *s);
bool string_append_symbol_inspected(struct runtime *runtime, struct heap *heap, struct string *out, symbol_t symbol);
struct string *symbol_string(struct runtime *runtime, struct heap *heap, symbol_t symbol); // a new String
symbol_t string_symbol(struct runtime *runtime, struct heap *heap, const struct string *s); // as symbol_from_bytes

#endif
