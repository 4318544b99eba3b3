// String: sets of characters as in tr: count, delete, squeeze, tr, tr_s; strip, whose set may be given.
#include "core/string/text.h"

// --- Sets
// -----------------------------------------------------------------------------------------------------------------

struct span { // code points
    uint32_t from, to;
};
struct set {
    struct span *spans; // in the order they were written
    size_t count;
    struct heap_scratch scratch; // the spans, when not `few`
    bool negated;
    bool ascii[128]; // whether it belongs to the spans
    struct span few[16];
};

static void set_add(struct set *set, uint32_t from, uint32_t to)
{
    set->spans[set->count++] = (struct span){from, to};
    for (uint32_t c = from; c <= to && c < 128; c++)
        set->ascii[c] = true;
}

static void set_close(struct ec *ec, struct set *set)
{
    if (set->spans != set->few) heap_scratch_close(ec->heap, &set->scratch);
}

// An invalid byte counts as a character of its own, beyond all code points.
static uint32_t decode(enum encoding encoding, const char *bytes, size_t available, size_t *size)
{
    int32_t const code = encoding_decode(encoding, bytes, available, size);
    return code >= 0 ? (uint32_t)code : 0x80000000u | (unsigned char)*bytes;
}

static bool bad_range(struct ec *ec, const char *from, size_t from_size, const char *to, size_t to_size)
{
    vm_raise(ec, CLASS_ARGUMENT_ERROR, "invalid range \"%.*s-%.*s\" in string transliteration", (int)from_size, from,
             (int)to_size, to);
    return false;
}

// Parses "a-z^", "^a-z", "\\-". False: exception set, closed.
static bool set_open(struct ec *ec, struct set *set, struct string *text, bool may_negate)
{
    if (text_broken(text)) return text_raise_broken(ec, text), false;
    enum encoding const encoding = string_encoding(text);
    const char *const bytes = string_bytes(text);
    size_t const size = string_size(text);
    set->spans = set->few;
    if (size > TRP_COUNT(set->few)) { // no more spans than bytes
        set->spans = heap_scratch_open(ec->heap, &set->scratch, size * sizeof(struct span));
        if (set->spans == NULL) return vm_raise_memory(ec), false;
    }
    set->count = 0;
    memset(set->ascii, 0, sizeof set->ascii);
    set->negated = may_negate && size > 1 && bytes[0] == '^';
    size_t at = set->negated;
    bool ok = true;
    while (at < size && ok) {
        if (bytes[at] == '\\' && at + 1 < size) at++;
        size_t character, last;
        size_t const start = at;
        uint32_t const from = decode(encoding, bytes + at, size - at, &character);
        at += character;
        uint32_t to = from;
        if (at + 1 < size && bytes[at] == '-') {
            size_t next = at + 1;
            if (bytes[next] == '\\' && next + 1 < size) next++;
            to = decode(encoding, bytes + next, size - next, &last);
            if (to < from) {
                ok = bad_range(ec, bytes + start, character, bytes + next, last);
                break;
            }
            at = next + last;
        }
        set_add(set, from, to);
    }
    if (!ok) set_close(ec, set);
    return ok;
}

static bool set_has(const struct set *set, uint32_t code)
{
    bool found = false;
    if (code < 128) {
        found = set->ascii[code];
    } else {
        for (size_t i = 0; i < set->count && !found; i++)
            found = code >= set->spans[i].from && code <= set->spans[i].to;
    }
    return found != set->negated;
}

// What all the sets of an argument list hold together.
struct sets {
    struct set *list;
    size_t count;
    struct heap_scratch scratch; // the list, when not `one`
    bool ascii[128];
    struct set one[2];
};

static void sets_close(struct ec *ec, struct sets *sets)
{
    for (size_t i = 0; i < sets->count; i++)
        set_close(ec, &sets->list[i]);
    if (sets->list != sets->one) heap_scratch_close(ec->heap, &sets->scratch);
}

static bool sets_open(struct ec *ec, struct sets *sets, struct string *s, int argc, const value_t *argv)
{
    sets->count = 0;
    if (text_broken(s)) return text_raise_broken(ec, s), false;
    sets->list = argc <= (int)TRP_COUNT(sets->one)
                     ? sets->one
                     : heap_scratch_open(ec->heap, &sets->scratch, (size_t)argc * sizeof *sets->list);
    if (sets->list == NULL) {
        vm_raise_memory(ec);
        return false;
    }
    for (int i = 0; i < argc; i++) {
        enum encoding encoding;
        if (!text_join_encoding(ec, s, to_text(argv[i]), &encoding) ||
            !set_open(ec, &sets->list[i], to_text(argv[i]), true)) {
            sets_close(ec, sets);
            return false;
        }
        sets->count++;
    }
    for (unsigned c = 0; c < 128; c++) {
        sets->ascii[c] = true;
        for (size_t i = 0; i < sets->count; i++)
            sets->ascii[c] = sets->ascii[c] && set_has(&sets->list[i], c);
    }
    return true;
}

static bool sets_have(const struct sets *sets, uint32_t code)
{
    if (code < 128) return sets->ascii[code];
    for (size_t i = 0; i < sets->count; i++) {
        if (!set_has(&sets->list[i], code)) return false;
    }
    return true;
}

// A walk over characters with ASCII read directly.
static inline uint32_t next_character(enum encoding encoding, bool compatible, const char *bytes, size_t size,
                                      size_t at, size_t *character)
{
    unsigned char const c = (unsigned char)bytes[at];
    if (TRP_LIKELY(compatible && c < 128)) {
        *character = 1;
        return c;
    }
    return decode(encoding, bytes + at, size - at, character);
}

static bool all_text(int argc, const value_t *argv)
{
    for (int i = 0; i < argc; i++) {
        if (!is_text(argv[i])) return false;
    }
    return true;
}

// --- count, delete, squeeze
// -------------------------------------------------------------------------------------------------

static value_t string_count(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc == 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "wrong number of arguments (given 0, expected 1+)");
    if (!all_text(argc, argv)) return VALUE_FAIL;
    TEXT_LONG(ec, string_count, TEXT_SLOW);
    struct string *const s = to_text(self);
    size_t stop = 0;
    struct sets sets;
    if (!sets_open(ec, &sets, s, argc, argv)) return VALUE_UNDEF;
    enum encoding const encoding = string_encoding(s);
    bool const compatible = encoding_ascii_compatible(encoding);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    int64_t count = 0;
    if (compatible && string_scan(s) == STRING_ASCII) {
        for (size_t at = 0; at < size; at++) {
            text_turn(ec, at, &stop, TEXT_SLOW);
            count += sets.ascii[(unsigned char)bytes[at] & 127];
        }
        sets_close(ec, &sets);
        return value_fixnum(count);
    }
    for (size_t at = 0, character; at < size; at += character) {
        text_turn(ec, at, &stop, TEXT_SLOW);
        count += sets_have(&sets, next_character(encoding, compatible, bytes, size, at, &character));
    }
    sets_close(ec, &sets);
    return value_fixnum(count);
}

static struct string *delete_characters(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    struct sets sets;
    if (!sets_open(ec, &sets, s, argc, argv)) return NULL;
    enum encoding const encoding = string_encoding(s);
    bool const compatible = encoding_ascii_compatible(encoding);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    struct text_out out;
    text_out_open(ec, &out, size, encoding);
    size_t stop = 0;
    for (size_t at = 0, character; at < size; at += character) {
        text_turn(ec, at, &stop, TEXT_SLOW);
        if (sets_have(&sets, next_character(encoding, compatible, bytes, size, at, &character))) {
            *changed = true;
        } else {
            text_out_put(&out, bytes + at, character);
        }
    }
    sets_close(ec, &sets);
    return text_out_close(&out);
}

static struct string *squeeze(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    struct sets sets;
    if (!sets_open(ec, &sets, s, argc, argv)) return NULL;
    enum encoding const encoding = string_encoding(s);
    bool const compatible = encoding_ascii_compatible(encoding);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    struct text_out out;
    text_out_open(ec, &out, size, encoding);
    uint32_t last = UINT32_MAX;
    size_t stop = 0;
    for (size_t at = 0, character; at < size; at += character) {
        text_turn(ec, at, &stop, TEXT_SLOW);
        uint32_t const code = next_character(encoding, compatible, bytes, size, at, &character);
        if (code == last && sets_have(&sets, code)) {
            *changed = true;
        } else {
            text_out_put(&out, bytes + at, character);
        }
        last = code;
    }
    sets_close(ec, &sets);
    return text_out_close(&out);
}

#define SET_PAIR(name, change, least)                                                                                  \
    static value_t name(struct ec *ec, value_t self, int argc, const value_t *argv)                                    \
    {                                                                                                                  \
        if (argc < (least)) return vm_raise_arity(ec, argc, least, -1);                                                \
        if (all_text(argc, argv)) TEXT_LONG(ec, name, TEXT_SLOW);                                                      \
        return all_text(argc, argv) ? text_changed(ec, self, argc, argv, change) : VALUE_FAIL;                         \
    }                                                                                                                  \
    static value_t name##_bang(struct ec *ec, value_t self, int argc, const value_t *argv)                             \
    {                                                                                                                  \
        if (argc < (least)) return vm_raise_arity(ec, argc, least, -1);                                                \
        if (all_text(argc, argv)) TEXT_LONG_BANG(ec, name##_bang, TEXT_SLOW);                                          \
        return all_text(argc, argv) ? text_change_self(ec, self, argc, argv, change) : VALUE_FAIL;                     \
    }
SET_PAIR(string_delete, delete_characters, 1)
SET_PAIR(string_squeeze, squeeze, 0)

// --- tr
// ---------------------------------------------------------------------------------------------------------------------

#define NOT_MAPPED UINT32_MAX
struct mapping {
    struct set from, to;
    uint32_t last; // character of `to`
    uint32_t ascii[128];
};

// The character at a position of the spans as they were written; the last one beyond.
static uint32_t nth_character(const struct set *set, uint64_t index)
{
    for (size_t i = 0; i < set->count; i++) {
        uint64_t const width = (uint64_t)set->spans[i].to - set->spans[i].from + 1;
        if (index < width) return set->spans[i].from + (uint32_t)index;
        index -= width;
    }
    return set->spans[set->count - 1].to;
}

static uint32_t map_slowly(const struct mapping *m, uint32_t code)
{
    if (m->from.negated) return set_has(&m->from, code) ? m->last : NOT_MAPPED;
    uint64_t position = 0, found = UINT64_MAX;
    for (size_t i = 0; i < m->from.count; i++) { // the last mention counts
        const struct span *const span = &m->from.spans[i];
        if (code >= span->from && code <= span->to) found = position + (code - span->from);
        position += (uint64_t)span->to - span->from + 1;
    }
    return found == UINT64_MAX ? NOT_MAPPED : nth_character(&m->to, found);
}

// The spans of both sides in step; what is mentioned later counts.
static void map_ascii(struct mapping *m)
{
    size_t span = 0;
    uint32_t to = m->to.spans[0].from;
    for (size_t i = 0; i < m->from.count; i++) {
        uint32_t const last = m->from.spans[i].to;
        for (uint32_t c = m->from.spans[i].from; c <= last && c < 128; c++) {
            m->ascii[c] = to;
            if (to < m->to.spans[span].to) {
                to++;
            } else if (span + 1 < m->to.count) {
                to = m->to.spans[++span].from;
            }
        }
        if (last < 128) continue;
        for (uint32_t c = 0; c < 128; c++)
            m->ascii[c] = map_slowly(m, c); // beyond ASCII: one by one
        return;
    }
}

static bool mapping_open(struct ec *ec, struct mapping *m, struct string *from, struct string *to)
{
    if (!set_open(ec, &m->from, from, true)) return false;
    if (!set_open(ec, &m->to, to, false)) {
        set_close(ec, &m->from);
        return false;
    }
    m->last = m->to.spans[m->to.count - 1].to;
    for (uint32_t c = 0; c < 128; c++)
        m->ascii[c] = m->from.negated ? map_slowly(m, c) : NOT_MAPPED;
    if (!m->from.negated && m->from.count > 0) map_ascii(m);
    return true;
}

// The encoding of s, from and to together.
static bool tr_encoding(struct ec *ec, struct string *s, const value_t *argv, enum encoding *encoding)
{
    enum encoding with_from, with_to;
    if (!text_join_encoding(ec, s, to_text(argv[0]), &with_from)) return false;
    if (!text_join_encoding(ec, s, to_text(argv[1]), &with_to)) return false;
    *encoding = with_from == string_encoding(s) ? with_to : with_from;
    return true;
}

static struct string *translate(struct ec *ec, struct string *s, const value_t *argv, bool squeezing, bool *changed)
{
    struct mapping m;
    enum encoding result;
    if (!tr_encoding(ec, s, argv, &result)) return NULL;
    if (text_broken(s)) return text_raise_broken(ec, s), NULL;
    if (!mapping_open(ec, &m, to_text(argv[0]), to_text(argv[1]))) return NULL;
    enum encoding const encoding = string_encoding(s);
    bool const compatible = encoding_ascii_compatible(encoding);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    struct text_out out;
    text_out_open(ec, &out, size, result);
    uint32_t last = NOT_MAPPED;
    for (size_t at = 0, character; at < size; at += character) {
        uint32_t const code = next_character(encoding, compatible, bytes, size, at, &character);
        uint32_t const to = code < 128 ? m.ascii[code] : map_slowly(&m, code);
        if (to == NOT_MAPPED) {
            text_out_put(&out, bytes + at, character);
        } else {
            *changed = *changed || to != code || squeezing;
            if ((!squeezing || to != last) && !text_out_code(&out, result, to))
                text_out_put(&out, bytes + at, character);
        }
        last = to;
    }
    set_close(ec, &m.from);
    set_close(ec, &m.to);
    return text_out_close(&out);
}

static struct string *tr(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    if (string_size(to_text(argv[1])) == 0) return delete_characters(ec, s, argc - 1, argv, changed);
    return translate(ec, s, argv, false, changed);
}

static struct string *tr_s(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    if (string_size(to_text(argv[1])) == 0) return delete_characters(ec, s, argc - 1, argv, changed);
    return translate(ec, s, argv, true, changed);
}
SET_PAIR(string_tr, tr, 2)
SET_PAIR(string_tr_s, tr_s, 2)

// --- strip
// ------------------------------------------------------------------------------------------------------------------

static bool blank(unsigned char c) { return text_space(c) || c == 0; }

static size_t strip_left(struct string *s, const struct sets *sets)
{
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    size_t at = 0;
    if (sets == NULL) {
        while (at < size && blank((unsigned char)bytes[at]))
            at++;
        return at;
    }
    for (size_t character; at < size; at += character) {
        if (!sets_have(sets, decode(string_encoding(s), bytes + at, size - at, &character))) break;
    }
    return at;
}

static size_t strip_right(struct string *s, const struct sets *sets, size_t from)
{
    const char *const bytes = string_bytes(s);
    size_t at = string_size(s);
    if (sets == NULL) {
        while (at > from && blank((unsigned char)bytes[at - 1]))
            at--;
        return at;
    }
    while (at > from) {
        size_t character;
        size_t const previous = text_previous(s, at);
        if (!sets_have(sets, decode(string_encoding(s), bytes + previous, at - previous, &character))) break;
        at = previous;
    }
    return at;
}

enum side { SIDE_LEFT = 1, SIDE_RIGHT = 2 };

// The characters that end the stripping must be ones.
static bool check_ends(struct ec *ec, struct string *s, size_t from, size_t to, int sides)
{
    enum encoding const encoding = string_encoding(s);
    size_t character;
    if (sides & SIDE_LEFT && encoding_decode(encoding, string_bytes(s) + from, to - from, &character) < 0) {
        return text_raise_broken(ec, s), false;
    }
    if (!(sides & SIDE_RIGHT)) return true;
    size_t const last = text_previous(s, to);
    if (encoding_decode(encoding, string_bytes(s) + last, to - last, &character) >= 0) return true;
    vm_raise(ec, CLASS_COMPATIBILITY_ERROR, "invalid byte sequence in %s", encoding_name(encoding));
    return false;
}

static struct string *strip(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed, int sides)
{
    struct sets sets;
    if (argc > 0 && !sets_open(ec, &sets, s, argc, argv)) return NULL;
    const struct sets *const given = argc > 0 ? &sets : NULL;
    size_t const from = sides & SIDE_LEFT ? strip_left(s, given) : 0;
    size_t const to = sides & SIDE_RIGHT ? strip_right(s, given, from) : string_size(s);
    if (argc > 0) sets_close(ec, &sets);
    if (text_broken(s) && from < to && !check_ends(ec, s, from, to, sides)) return NULL;
    *changed = from > 0 || to < string_size(s);
    struct string *const out = string_sub(ec->heap, s, from, to - from);
    if (out == NULL) vm_raise_memory(ec);
    return out;
}

static struct string *strip_both(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    return strip(ec, s, argc, argv, changed, SIDE_LEFT | SIDE_RIGHT);
}
static struct string *lstrip(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    return strip(ec, s, argc, argv, changed, SIDE_LEFT);
}
static struct string *rstrip(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    return strip(ec, s, argc, argv, changed, SIDE_RIGHT);
}
SET_PAIR(string_strip, strip_both, 0)
SET_PAIR(string_lstrip, lstrip, 0)
SET_PAIR(string_rstrip, rstrip, 0)

// How long each takes, see docs/builtins.md:
//   polls: string_strip string_strip_bang string_lstrip string_lstrip_bang string_rstrip string_rstrip_bang
//     string_count string_delete string_delete_bang string_squeeze string_squeeze_bang string_tr string_tr_bang
//     string_tr_s string_tr_s_bang string_count_of string_delete_of string_delete_bang_of string_squeeze_of
//     string_squeeze_bang_of string_strip_of string_strip_bang_of string_lstrip_of string_lstrip_bang_of
//     string_rstrip_of string_rstrip_bang_of
static const struct core_method methods[] = {
    {"strip", string_strip, 0, -1, CORE_TRY},
    {"strip!", string_strip_bang, 0, -1, CORE_TRY},
    {"lstrip", string_lstrip, 0, -1, CORE_TRY},
    {"lstrip!", string_lstrip_bang, 0, -1, CORE_TRY},
    {"rstrip", string_rstrip, 0, -1, CORE_TRY},
    {"rstrip!", string_rstrip_bang, 0, -1, CORE_TRY},
    {"count", string_count, 0, -1, CORE_TRY},
    {"delete", string_delete, 0, -1, CORE_TRY},
    {"delete!", string_delete_bang, 0, -1, CORE_TRY},
    {"squeeze", string_squeeze, 0, -1, CORE_TRY},
    {"squeeze!", string_squeeze_bang, 0, -1, CORE_TRY},
    {"tr", string_tr, 2, 2, CORE_TRY},
    {"tr!", string_tr_bang, 2, 2, CORE_TRY},
    {"tr_s", string_tr_s, 2, 2, CORE_TRY},
    {"tr_s!", string_tr_s_bang, 2, 2, CORE_TRY},
};

// The arguments in one Array.
TEXT_OF_ARRAY(string_count)
TEXT_OF_ARRAY(string_delete)
TEXT_OF_ARRAY(string_delete_bang)
TEXT_OF_ARRAY(string_squeeze)
TEXT_OF_ARRAY(string_squeeze_bang)
TEXT_OF_ARRAY(string_strip)
TEXT_OF_ARRAY(string_strip_bang)
TEXT_OF_ARRAY(string_lstrip)
TEXT_OF_ARRAY(string_lstrip_bang)
TEXT_OF_ARRAY(string_rstrip)
TEXT_OF_ARRAY(string_rstrip_bang)

static const struct vm_primitive primitives[] = {
    {"string_count", string_count_of},
    {"string_delete", string_delete_of},
    {"string_delete!", string_delete_bang_of},
    {"string_squeeze", string_squeeze_of},
    {"string_squeeze!", string_squeeze_bang_of},
    {"string_strip", string_strip_of},
    {"string_strip!", string_strip_bang_of},
    {"string_lstrip", string_lstrip_of},
    {"string_lstrip!", string_lstrip_bang_of},
    {"string_rstrip", string_rstrip_of},
    {"string_rstrip!", string_rstrip_bang_of},
    {"string_tr", string_tr},
    {"string_tr!", string_tr_bang},
    {"string_tr_s", string_tr_s},
    {"string_tr_s!", string_tr_s_bang},
};

bool string_define_set(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
