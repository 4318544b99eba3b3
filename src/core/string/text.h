// What the core's files on text share: those of this folder and of regexp/.
//
// A function named string_x of two uses: registered with CORE_TRY it returns VALUE_FAIL when an argument needs a
// conversion; the Ruby body converts and calls it again as a primitive, with arguments of the built-in classes.
#ifndef TROUPE_CORE_TEXT_H
#define TROUPE_CORE_TEXT_H

#include "core/support/interior.h"

static inline bool is_text(value_t v) { return value_is(v, TYPE_STRING); }
static inline bool is_regexp(value_t v) { return value_is(v, TYPE_REGEXP); }
static inline struct string *to_text(value_t v) { return value_to_string(v); }
static inline struct regexp *to_regexp(value_t v) { return value_to_regexp(v); }

// Every character is one byte.
static inline bool text_single(struct string *s)
{
    return encoding_single_byte(string_encoding(s)) || string_scan(s) == STRING_ASCII;
}
static inline bool text_ascii_byte(unsigned char c) { return c < 0x80; }
static inline bool text_space(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static inline value_t text_new(struct ec *ec, const char *bytes, size_t size, enum encoding encoding)
{
    return CORE_NEW(ec, string_new(ec->heap, bytes, size, encoding));
}
static inline value_t text_part(struct ec *ec, const struct string *s, size_t start, size_t size)
{
    return CORE_NEW(ec, string_sub(ec->heap, s, start, size));
}
static inline value_t text_copy(struct ec *ec, const struct string *s) { return CORE_NEW(ec, string_dup(ec->heap, s)); }

// The encoding of a and b together. False: CompatibilityError is set.
bool text_join_encoding(struct ec *ec, struct string *a, struct string *b, enum encoding *encoding);
value_t text_raise_broken(struct ec *ec, const struct string *s); // ArgumentError: invalid byte sequence
static inline bool text_broken(struct string *s) // has bytes that are no characters, where characters have several
{
    return !encoding_single_byte(string_encoding(s)) && string_scan(s) == STRING_BROKEN;
}
// The number that a Float's text is: as float_parse, but long text is native. False: exception set.
bool text_parse_float(struct ec *ec, const struct string *s, bool strict, double *d, bool *ok);
// The character index of a byte offset. O(offset), eight bytes at a time in UTF-8, unless every character is a byte.
size_t text_index_of(struct string *s, size_t offset);
// Start of the character before `offset` (> 0).
size_t text_previous(struct string *s, size_t offset);
// An Integer argument as int64: false with RangeError set for a bignum.
bool text_integer(struct ec *ec, value_t v, int64_t *out);
// Converts [start, length) in characters, start from the end when negative, to bytes. False: outside.
bool text_range(struct string *s, int64_t start, int64_t length, size_t *offset, size_t *size);
// Start and length, in a sequence of `count` items, of a Range with Integer or nil ends. 1: yes, 0: outside, -1:
// raised.
int text_range_of(struct ec *ec, value_t range, int64_t count, int64_t *start, int64_t *length);
void text_raise_range(struct ec *ec, value_t range); // RangeError: 1..2 out of range
static inline bool text_range_plain(value_t v) // its ends need no conversion
{
    if (!value_is(v, TYPE_RANGE)) return false;
    const struct range *const r = value_to_range(v);
    return (value_is_nil(r->begin) || value_is_integer(r->begin)) && (value_is_nil(r->end) || value_is_integer(r->end));
}

// Byte offset of the needle, as whole characters, at or after `from`; at or before `from`. SIZE_MAX: none. The
// encodings must be compatible. O(size), or O(size * needle) backwards.
size_t text_find(struct string *s, const struct string *needle, size_t from);
size_t text_find_last(struct string *s, const struct string *needle, size_t from);
bool text_boundary(struct string *s, size_t offset); // a character begins (or the string ends) there

// A method and its ! form, over one function: NULL: exception set. *changed false: the ! form returns nil.
typedef struct string *(*text_change)(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed);
value_t text_changed(struct ec *ec, value_t self, int argc, const value_t *argv, text_change change);
value_t text_change_self(struct ec *ec, value_t self, int argc, const value_t *argv, text_change change);
// A method that reads the receiver's bytes, or changes it after having read them: its cost is `bytes_a_unit` (TEXT_SLOW).
#define TEXT_LONG(ec, function, bytes_a_unit)                                                                          \
    VM_LONG(ec, string_size(to_text(self)) / (bytes_a_unit), function, WORK_READS)
#define TEXT_LONG_BANG(ec, function, bytes_a_unit)                                                                     \
    VM_LONG(ec, string_size(to_text(self)) / (bytes_a_unit), function, WORK_READS_ARGUMENTS)
#define TEXT_PAIR(name, change)                                                                                        \
    static value_t name(struct ec *ec, value_t self, int argc, const value_t *argv)                                    \
    {                                                                                                                  \
        TEXT_LONG(ec, name, TEXT_SLOW);                                                                                \
        return text_changed(ec, self, argc, argv, change);                                                             \
    }                                                                                                                  \
    static value_t name##_bang(struct ec *ec, value_t self, int argc, const value_t *argv)                             \
    {                                                                                                                  \
        TEXT_LONG_BANG(ec, name##_bang, TEXT_SLOW);                                                                    \
        return text_change_self(ec, self, argc, argv, change);                                                         \
    }

// A primitive name_of that takes the arguments of `name` in one Array.
#define TEXT_OF_ARRAY(name)                                                                                            \
    static value_t name##_of(struct ec *ec, value_t self, int argc, const value_t *argv)                               \
    {                                                                                                                  \
        (void)argc;                                                                                                    \
        const struct array *const a = value_to_array(argv[0]);                                                         \
        return name(ec, self, (int)array_count(a), array_items(a));                                                    \
    }

// Long work: values kept in C across polls. Begin, keep values[] current, poll after each step with what it allocated.
#define TEXT_POLL_BYTES 32768u
struct text_work {
    struct vm_roots roots;
    value_t values[4];
    size_t allocated;
};
static inline void text_work_begin(struct ec *ec, struct text_work *work)
{
    for (unsigned i = 0; i < TRP_COUNT(work->values); i++)
        work->values[i] = VALUE_NIL;
    work->allocated = 0;
    work->roots = (struct vm_roots){.next = ec->roots, .values = work->values, .count = TRP_COUNT(work->values)};
    ec->roots = &work->roots;
}
static inline void text_work_end(struct ec *ec, struct text_work *work) { ec->roots = work->roots.next; }
static inline bool text_work_poll(struct ec *ec, struct text_work *work, size_t allocated) // false: exception set
{
    work->allocated += allocated;
    if (TRP_LIKELY(work->allocated < TEXT_POLL_BYTES)) return true;
    work->allocated = 0;
    return vm_poll_builtin(ec, TEXT_POLL_BYTES / 32);
}

// Long work on bytes pauses where it has done a piece (heap_pause: on a coroutine others run, else nothing happens). A loop
// over the bytes of a string keeps `stop`, which is 0 at first.
#define TEXT_PIECE 32768u
static inline void text_turn(struct ec *ec, size_t at, size_t *stop, unsigned bytes_a_unit)
{
    if (TRP_LIKELY(at < *stop)) return;
    if (at > 0) heap_pause(ec->heap, TEXT_PIECE / bytes_a_unit);
    *stop = at + TEXT_PIECE;
}
// Bytes a unit of the budget, some 75 ns: of what looks at each character, and of what only moves bytes.
#define TEXT_SLOW 16u
#define TEXT_FAST 256u

// A String under construction, written to directly. It pauses by itself between pieces, and is a root while it is open: it is
// closed in the end in any case. Nothing else may collect before.
struct text_out {
    struct ec *ec;
    struct string *string; // NULL: no memory
    char *bytes;
    size_t size, capacity; // on a coroutine the capacity ends with the piece
    size_t room;           // there really is
    bool linked;
    value_t root;
    struct vm_roots roots;
};
void text_out_open(struct ec *ec, struct text_out *out, size_t capacity, enum encoding encoding);
bool text_out_grow(struct text_out *out, size_t more);
struct string *text_out_close(struct text_out *out); // NULL: no memory or too long, raised
static inline void text_out_put(struct text_out *out, const char *bytes, size_t size)
{
    if (TRP_UNLIKELY(size > out->capacity - out->size) && !text_out_grow(out, size)) return;
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
}
static inline void text_out_byte(struct text_out *out, char byte)
{
    if (TRP_UNLIKELY(out->size == out->capacity) && !text_out_grow(out, 1)) return;
    out->bytes[out->size++] = byte;
}
// False: the encoding has no such character; nothing was written.
static inline bool text_out_code(struct text_out *out, enum encoding encoding, uint32_t code)
{
    char bytes[8];
    if (code < 0x80 && encoding_ascii_compatible(encoding)) return text_out_byte(out, (char)code), true;
    size_t const size = encoding_encode(encoding, code, bytes);
    text_out_put(out, bytes, size);
    return size > 0;
}

// --- Matching (regexp/regexp.c) ------------------------------------------------------------------------------------------
// Whether the user's frame reads $~: else no MatchData needs to be made for it.
bool text_match_wanted(struct ec *ec);
// A pattern of the searching methods: a String, or a Regexp. Regexps that are a plain literal or one set of ASCII
// characters, perhaps repeated, such as /[,;]/, /\s+/ and /[^a-z]+/, do without the engine.
enum text_pattern_kind { TEXT_LITERAL, TEXT_SET, TEXT_ENGINE };
struct text_pattern {
    value_t value; // the String or Regexp
    enum text_pattern_kind kind;
    const char *literal;
    size_t literal_size;
    bool repeated; // the set: as often as possible
    bool in[256];  // the set: whether the byte belongs to it; only initialised for TEXT_SET
    struct regexp_region *region; // vm_region: one pattern is open at a time
};
// For subject s. False: exception set (incompatible encodings).
bool text_pattern_open(struct ec *ec, struct text_pattern *pattern, value_t value, struct string *s);
// Searches from a byte offset. 1: found at [*begin, *end), 0: no, -1: exception set.
int text_pattern_find(struct ec *ec, struct text_pattern *pattern, struct string *s, size_t from, size_t *begin,
                      size_t *end);
// The last match that begins at or before `from`.
int text_pattern_find_last(struct ec *ec, struct text_pattern *pattern, struct string *s, size_t from, size_t *begin,
                           size_t *end);
// A match that begins at `from`.
int text_pattern_find_at(struct ec *ec, struct text_pattern *pattern, struct string *s, size_t from, size_t *begin,
                         size_t *end);
// A MatchData of the last find at [begin, end). VALUE_UNDEF: memory, raised.
value_t text_pattern_match(struct ec *ec, const struct text_pattern *pattern, struct string *s, size_t begin,
                           size_t end);
// Sets $~ after the last find (found 0: nil), if anybody reads it. False: exception set.
bool text_pattern_note(struct ec *ec, const struct text_pattern *pattern, struct string *s, int found, size_t begin,
                       size_t end);
static inline size_t text_pattern_groups(const struct text_pattern *pattern) // captures of the last find
{
    return pattern->kind == TEXT_ENGINE ? pattern->region->count - 1 : 0;
}
// The bytes of a group after a find at [*begin, *end). False: unset, or no such group.
static inline bool text_pattern_group(const struct text_pattern *pattern, size_t n, size_t *begin, size_t *end)
{
    if (n == 0) return true;
    if (n > text_pattern_groups(pattern) || pattern->region->begin[n] < 0) return false;
    *begin = (size_t)pattern->region->begin[n];
    *end = (size_t)pattern->region->end[n];
    return true;
}
// The number of the last group of that name that is set by the last find, else of the last of that name; -1: none.
int text_pattern_named(const struct text_pattern *pattern, const char *name, size_t size);
value_t text_match_failed(struct ec *ec, enum regexp_result result, value_t regexp, struct string *s); // raises

// The registration of each file, called by core_string.

#endif
