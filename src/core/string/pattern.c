// Patterns of the searching methods: Strings and Regexps behind one interface (text.h), with the ways round the regexp
// engine: memmem for literals, a table for sets of characters.
#include "core/string/text.h"

bool text_match_wanted(struct ec *ec)
{
    const struct vm_frame *const f = vm_user_frame(ec);
    return f != NULL && f->code->special_register != 0;
}

value_t text_match_failed(struct ec *ec, enum regexp_result result, value_t regexp, struct string *s)
{
    const struct string *const source = to_text(to_regexp(regexp)->source);
    enum encoding const encoding = string_encoding(s), own = string_encoding(source);
    switch (result) {
    case REGEXP_MEMORY: return vm_raise_memory(ec);
    case REGEXP_BROKEN:
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "invalid byte sequence in %s", encoding_name(encoding));
    case REGEXP_ENCODING:
        return vm_raise(ec, CLASS_COMPATIBILITY_ERROR,
                        "incompatible encoding regexp match (%s%s regexp with %s%s string)", encoding_name(own),
                        own == ENCODING_BINARY ? " (ASCII-8BIT)" : "", encoding_name(encoding),
                        encoding == ENCODING_BINARY ? " (ASCII-8BIT)" : "");
    default:
        return vm_raise(ec, CLASS_REGEXP_ERROR, "Stack overflow in regexp matcher: /%.*s/", (int)string_size(source),
                        string_bytes(source));
    }
}

// --- Sets of characters
// -------------------------------------------------------------------------------------------------

static void add_range(bool in[256], unsigned from, unsigned to)
{
    for (unsigned c = from; c <= to; c++)
        in[c] = true;
}

// \s \d \w \h: whether c names a class; its characters are added.
static bool add_class(bool in[256], char c)
{
    switch (c) {
    case 's': add_range(in, '\t', '\r'), in[' '] = true; return true;
    case 'w': add_range(in, 'a', 'z'), add_range(in, 'A', 'Z'), in['_'] = true; // fallthrough
    case 'd': add_range(in, '0', '9'); return true;
    case 'h': add_range(in, '0', '9'), add_range(in, 'a', 'f'), add_range(in, 'A', 'F'); return true;
    default: return false;
    }
}

// The character that \c stands for in a set; -1: something else.
static int escaped(char c)
{
    switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'f': return '\f';
    default: return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '_') || c == '|' ? c : -1;
    }
}

// One character of a set at p. *next is behind it. -1: none that is understood here.
static int set_character(const char *p, const char *end, const char **next)
{
    unsigned char const c = (unsigned char)*p;
    *next = p + 1;
    if (c >= 0x80 || c == '[' || c == '&') return -1;
    if (c != '\\') return c;
    if (p + 1 == end) return -1;
    *next = p + 2;
    return escaped(p[1]);
}

// What is between the brackets, but for ^.
static bool parse_set(bool in[256], const char *p, const char *end)
{
    if (p == end) return false;
    while (p < end) {
        if (*p == '\\' && p + 1 < end && add_class(in, p[1])) {
            p += 2;
            if (p + 1 < end && *p == '-') return false; // [\w-x]: unclear
            continue;
        }
        const char *next;
        int const from = set_character(p, end, &next);
        if (from < 0) return false;
        p = next;
        int to = from;
        if (p + 1 < end && *p == '-') {
            to = set_character(p + 1, end, &next);
            if (to < from) return false;
            p = next;
        }
        add_range(in, (unsigned)from, (unsigned)to);
    }
    return true;
}

static void complement(bool in[256])
{
    for (unsigned i = 0; i < 256; i++)
        in[i] = !in[i];
}

// Whether the source is one set, perhaps with +.
static bool parse_pattern(struct text_pattern *pattern, const struct string *source)
{
    const char *const bytes = string_bytes(source);
    size_t size = string_size(source);
    if (size < 2 || (bytes[0] != '[' && bytes[0] != '\\' && size != 2)) return false;
    pattern->repeated = bytes[size - 1] == '+' && !(size == 2 && bytes[0] == '\\');
    if (pattern->repeated) size--;
    memset(pattern->in, 0, sizeof pattern->in);
    if (bytes[0] == '[') {
        if (size < 3 || bytes[size - 1] != ']') return false;
        bool const negated = bytes[1] == '^';
        // A ] inside must be escaped, and the last one must not be.
        const char *const from = bytes + 1 + negated, *const to = bytes + size - 1;
        for (const char *p = from; p < to; p++) {
            if (*p == ']') return false;
            if (*p == '\\' && ++p == to) return false;
        }
        if (!parse_set(pattern->in, from, to)) return false;
        if (negated) complement(pattern->in);
        return true;
    }
    if (bytes[0] == '\\') {
        if (size != 2) return false;
        char const lower = (char)(bytes[1] | 0x20);
        if (!add_class(pattern->in, lower)) return false;
        if (lower != bytes[1]) complement(pattern->in);
        return true;
    }
    if (size != 1 || !pattern->repeated || (unsigned char)bytes[0] >= 0x80 || strchr(".*?+^$|()[]{}\\", bytes[0]))
        return false;
    pattern->in[(unsigned char)bytes[0]] = true;
    return true;
}

// --- Opening
// ------------------------------------------------------------------------------------------------------------

// Whether bytes of ASCII characters can be looked for without the engine.
static bool plain_subject(struct string *s)
{
    enum encoding const encoding = string_encoding(s);
    return (encoding == ENCODING_UTF8 || (encoding_single_byte(encoding) && encoding_ascii_compatible(encoding))) &&
           string_scan(s) != STRING_BROKEN;
}

bool text_pattern_open(struct ec *ec, struct text_pattern *pattern, value_t value, struct string *s)
{
    pattern->value = value;
    if (is_text(value)) {
        enum encoding encoding;
        pattern->kind = TEXT_LITERAL;
        pattern->literal = string_bytes(to_text(value));
        pattern->literal_size = string_size(to_text(value));
        return text_join_encoding(ec, s, to_text(value), &encoding);
    }
    const struct regexp *const regexp = to_regexp(value);
    pattern->kind = TEXT_ENGINE;
    pattern->region = vm_region(ec);
    if (regexp->options & (REGEXP_FIXED | REGEXP_IGNORECASE | REGEXP_EXTENDED) || !plain_subject(s)) return true;
    pattern->literal = regexp_literal(regexp, &pattern->literal_size);
    if (pattern->literal != NULL) {
        pattern->kind = TEXT_LITERAL;
    } else if (parse_pattern(pattern, to_text(regexp->source))) {
        pattern->kind = TEXT_SET;
    }
    return true;
}

// --- Finding
// ------------------------------------------------------------------------------------------------------------

static size_t set_end(const struct text_pattern *pattern, struct string *s, size_t begin)
{
    const unsigned char *const bytes = (const unsigned char *)string_bytes(s);
    size_t const size = string_size(s);
    if (!pattern->repeated) return begin + (bytes[begin] < 0x80 ? 1 : string_character_size(s, begin));
    size_t end = begin + 1;
    while (end < size && pattern->in[bytes[end]])
        end++;
    return end;
}

static int find_set(struct ec *ec, const struct text_pattern *pattern, struct string *s, size_t from, size_t *begin,
                    size_t *end)
{
    const unsigned char *const bytes = (const unsigned char *)string_bytes(s);
    size_t const size = string_size(s);
    const bool *const in = pattern->in;
    size_t at = from, stop = from + TEXT_PIECE;
    for (; at + 4 <= size; at += 4) {
        if (in[bytes[at]] | in[bytes[at + 1]] | in[bytes[at + 2]] | in[bytes[at + 3]]) break;
        text_turn(ec, at, &stop, 2 * TEXT_SLOW);
    }
    while (at < size && !in[bytes[at]])
        at++;
    if (at == size) return 0;
    *begin = at;
    *end = set_end(pattern, s, at);
    return 1;
}

static int engine_result(struct ec *ec, struct text_pattern *pattern, struct string *s, enum regexp_result result,
                         size_t *begin, size_t *end)
{
    if (result == REGEXP_MATCH) {
        *begin = (size_t)pattern->region->begin[0];
        *end = (size_t)pattern->region->end[0];
        return 1;
    }
    if (result == REGEXP_MISMATCH) return 0;
    text_match_failed(ec, result, pattern->value, s);
    return -1;
}

enum search { SEARCH_FORWARD, SEARCH_BACKWARD, SEARCH_HERE };

static enum regexp_result search(const struct text_pattern *pattern, struct string *s, size_t from, enum search how)
{
    const struct regexp *const regexp = to_regexp(pattern->value);
    if (how == SEARCH_HERE) return regexp_match_at(regexp, s, from, pattern->region);
    return regexp_search(regexp, s, from, how == SEARCH_BACKWARD, pattern->region);
}

// A search of the engine cannot pause. One that may take long is native: others run meanwhile, but for this actor's threads.
// So is one of less text that took more backtracks than a budget is worth.
#define NATIVE_SIZE 65536u
#define RETRIES 100000u
static int engine_search(struct ec *ec, struct text_pattern *pattern, struct string *s, size_t from, enum search how,
                         size_t *begin, size_t *end)
{
    size_t const left = how == SEARCH_BACKWARD ? from : string_size(s) - from;
    enum regexp_result result = REGEXP_ERROR;
    pattern->region->retry_limit = RETRIES;
    if (TRP_LIKELY(left < NATIVE_SIZE)) result = search(pattern, s, from, how);
    pattern->region->retry_limit = 0;
    if (TRP_LIKELY(result != REGEXP_ERROR)) return engine_result(ec, pattern, s, result, begin, end);
    result = regexp_prepare(to_regexp(pattern->value), s, pattern->region);
    if (result == REGEXP_MATCH) {
        vm_native_enter(ec);
        result = search(pattern, s, from, how); // its bytes, the program and the region, which are nobody else's
        if (!vm_native_leave(ec)) return -1;
    }
    return engine_result(ec, pattern, s, result, begin, end);
}

int text_pattern_find(struct ec *ec, struct text_pattern *pattern, struct string *s, size_t from, size_t *begin,
                      size_t *end)
{
    if (TRP_UNLIKELY(from > string_size(s))) return 0;
    if (pattern->kind == TEXT_LITERAL) {
        size_t const at = is_text(pattern->value) ? text_find(s, to_text(pattern->value), from)
                                                  : string_index(s, pattern->literal, pattern->literal_size, from);
        if (at == SIZE_MAX) return 0;
        *begin = at;
        *end = at + pattern->literal_size;
        return 1;
    }
    if (pattern->kind == TEXT_SET) return find_set(ec, pattern, s, from, begin, end);
    return engine_search(ec, pattern, s, from, SEARCH_FORWARD, begin, end);
}

int text_pattern_find_last(struct ec *ec, struct text_pattern *pattern, struct string *s, size_t from, size_t *begin,
                           size_t *end)
{
    if (is_text(pattern->value)) {
        size_t const at = text_find_last(s, to_text(pattern->value), from);
        if (at == SIZE_MAX) return 0;
        *begin = at;
        *end = at + pattern->literal_size;
        return 1;
    }
    pattern->kind = TEXT_ENGINE; // it finds backwards
    if (from > string_size(s)) from = string_size(s);
    return engine_search(ec, pattern, s, from, SEARCH_BACKWARD, begin, end);
}

int text_pattern_find_at(struct ec *ec, struct text_pattern *pattern, struct string *s, size_t from, size_t *begin,
                         size_t *end)
{
    size_t const size = string_size(s);
    if (from > size) return 0;
    *begin = from;
    if (pattern->kind == TEXT_LITERAL) {
        *end = from + pattern->literal_size;
        return *end <= size && memcmp(string_bytes(s) + from, pattern->literal, pattern->literal_size) == 0 &&
               text_boundary(s, *end);
    }
    if (pattern->kind == TEXT_SET) {
        if (from == size || !pattern->in[(unsigned char)string_bytes(s)[from]]) return 0;
        *end = set_end(pattern, s, from);
        return 1;
    }
    return engine_search(ec, pattern, s, from, SEARCH_HERE, begin, end);
}

// --- What was found
// -------------------------------------------------------------------------------------------------------

value_t text_pattern_match(struct ec *ec, const struct text_pattern *pattern, struct string *s, size_t begin,
                           size_t end)
{
    int64_t from = (int64_t)begin, to = (int64_t)end;
    struct regexp_region const whole = {.begin = &from, .end = &to, .count = 1};
    value_t const regexp = is_regexp(pattern->value) ? pattern->value : VALUE_NIL;
    return CORE_NEW(ec, match_new(ec->heap, regexp, s, pattern->kind == TEXT_ENGINE ? pattern->region : &whole));
}

bool text_pattern_note(struct ec *ec, const struct text_pattern *pattern, struct string *s, int found, size_t begin,
                       size_t end)
{
    if (!text_match_wanted(ec)) return true;
    value_t const match = found ? text_pattern_match(ec, pattern, s, begin, end) : VALUE_NIL;
    if (match == VALUE_UNDEF) return false;
    vm_set_match(ec, match);
    return true;
}

struct named {
    const struct text_pattern *pattern;
    const char *name;
    size_t size;
    int group;
};

static void note_named(const char *name, size_t size, const int *groups, int count, void *context)
{
    struct named *const n = context;
    if (size != n->size || memcmp(name, n->name, size) != 0) return;
    n->group = groups[count - 1];
    size_t begin, end;
    for (int i = count; i-- > 0;) {
        if (!text_pattern_group(n->pattern, (size_t)groups[i], &begin, &end)) continue;
        n->group = groups[i];
        return;
    }
}

int text_pattern_named(const struct text_pattern *pattern, const char *name, size_t size)
{
    struct named n = {pattern, name, size, -1};
    if (is_regexp(pattern->value)) regexp_each_name(to_regexp(pattern->value), note_named, &n);
    return n.group;
}
