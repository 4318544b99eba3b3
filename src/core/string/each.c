// String: taking apart: characters, bytes, code points, lines, fields. Long work polls.
#include "core/support/state.h"
#include "core/string/text.h"

#define PIECE_BYTES 40u // a small String and its place in an Array

// Appends a part of s to the list in work.values[0]. False: exception set.
static bool push_part(struct ec *ec, struct text_work *work, const struct string *s, size_t start, size_t size)
{
    struct string *const part = string_sub(ec->heap, s, start, size);
    if (part == NULL || !array_push(ec->heap, value_to_array(work->values[0]), value_pointer(part))) {
        vm_raise_memory(ec);
        return false;
    }
    return text_work_poll(ec, work, PIECE_BYTES + (size < 128 ? size : 0));
}

static bool push_integer(struct ec *ec, struct text_work *work, int64_t i)
{
    if (!array_push(ec->heap, value_to_array(work->values[0]), value_fixnum(i))) {
        vm_raise_memory(ec);
        return false;
    }
    return text_work_poll(ec, work, sizeof(value_t));
}

// The list of the work, empty. False: exception set, nothing to end.
static bool begin_list(struct ec *ec, struct text_work *work, size_t capacity)
{
    struct array *const list = array_new(ec->heap, capacity);
    if (list == NULL) {
        vm_raise_memory(ec);
        return false;
    }
    text_work_begin(ec, work);
    work->values[0] = value_pointer(list);
    return true;
}

static value_t end_list(struct ec *ec, struct text_work *work, bool ok)
{
    text_work_end(ec, work);
    return ok ? work->values[0] : VALUE_UNDEF;
}

static value_t string_chars(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc])) return VALUE_FAIL; // a block
    TEXT_LONG(ec, string_chars, 4);
    struct string *const s = to_text(self);
    struct text_work work;
    if (!begin_list(ec, &work, string_length(s))) return VALUE_UNDEF;
    size_t const size = string_size(s);
    bool const single = text_single(s);
    bool ok = true;
    for (size_t at = 0; at < size && ok;) {
        size_t const character = single ? 1 : string_character_size(s, at);
        ok = push_part(ec, &work, s, at, character);
        at += character;
    }
    return end_list(ec, &work, ok);
}

static value_t string_bytes_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc])) return VALUE_FAIL; // a block
    TEXT_LONG(ec, string_bytes_method, 4);
    const struct string *const s = to_text(self);
    struct text_work work;
    size_t const size = string_size(s);
    if (!begin_list(ec, &work, size)) return VALUE_UNDEF;
    bool ok = true;
    for (size_t i = 0; i < size && ok; i++)
        ok = push_integer(ec, &work, (unsigned char)string_bytes(s)[i]);
    return end_list(ec, &work, ok);
}

static value_t string_codepoints(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc])) return VALUE_FAIL; // a block
    TEXT_LONG(ec, string_codepoints, 4);
    struct string *const s = to_text(self);
    struct text_work work;
    if (!begin_list(ec, &work, string_length(s))) return VALUE_UNDEF;
    size_t const size = string_size(s);
    bool ok = true;
    for (size_t at = 0; at < size && ok;) {
        size_t character;
        int32_t const code = encoding_decode(string_encoding(s), string_bytes(s) + at, size - at, &character);
        ok = code >= 0 ? push_integer(ec, &work, code) : (text_raise_broken(ec, s), false);
        at += character;
    }
    return end_list(ec, &work, ok);
}

// Primitive.string_codepoint(s, offset): the number, or nil at the end.
static value_t string_codepoint(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct string *const s = to_text(argv[0]);
    size_t const at = (size_t)value_to_fixnum(argv[1]);
    if (at >= string_size(s)) return VALUE_NIL;
    size_t character;
    int32_t const code = encoding_decode(string_encoding(s), string_bytes(s) + at, string_size(s) - at, &character);
    return code >= 0 ? value_fixnum(code) : text_raise_broken(ec, s);
}

// Primitive.string_character(s, offset): the character there, a String, or nil at the end.
static value_t string_character(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct string *const s = to_text(argv[0]);
    size_t const at = (size_t)value_to_fixnum(argv[1]);
    if (at >= string_size(s)) return VALUE_NIL;
    return text_part(ec, s, at, string_character_size(s, at));
}

// Primitive.string_part(s, offset, end)
static value_t string_part(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    size_t const from = (size_t)value_to_fixnum(argv[1]), to = (size_t)value_to_fixnum(argv[2]);
    return text_part(ec, to_text(argv[0]), from, to - from);
}

static value_t string_bytesize_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_fixnum((int64_t)string_size(to_text(argv[0])));
}

// --- Lines
// ----------------------------------------------------------------------------------------------------------------

struct line {
    size_t end;     // of the line's text and separator
    size_t chomped; // of the text alone
    size_t next;    // where the next line begins
};

static struct line line_to(size_t end, size_t chomped, size_t next) { return (struct line){end, chomped, next}; }

static struct line newline_line(const char *bytes, size_t size, size_t at)
{
    const char *const found = memchr(bytes + at, '\n', size - at);
    if (found == NULL) return line_to(size, size, size);
    size_t const end = (size_t)(found - bytes);
    return line_to(end + 1, end > at && bytes[end - 1] == '\r' ? end - 1 : end, end + 1);
}

// The end of a newline, \n or \r\n, that begins at an offset; the offset itself: there is none.
static size_t behind_newline(const char *bytes, size_t size, size_t at)
{
    size_t const carriage = at < size && bytes[at] == '\r';
    return at + carriage < size && bytes[at + carriage] == '\n' ? at + carriage + 1 : at;
}

// Up to an empty line, and past all the empty lines that follow.
static struct line paragraph(const char *bytes, size_t size, size_t at)
{
    for (size_t p = at; p < size;) {
        const char *const found = memchr(bytes + p, '\n', size - p);
        if (found == NULL) break;
        size_t const first = (size_t)(found - bytes), end = behind_newline(bytes, size, first + 1);
        p = first + 1;
        if (end == p) continue;
        size_t next = end;
        for (size_t behind; (behind = behind_newline(bytes, size, next)) > next;)
            next = behind;
        return line_to(end, first > at && bytes[first - 1] == '\r' ? first - 1 : first, next);
    }
    return line_to(size, size, size);
}

static struct line find_line(struct string *s, struct string *separator, size_t at)
{
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    bool const dummy = string_encoding(s) == ENCODING_UTF16 || string_encoding(s) == ENCODING_UTF32;
    if (separator == NULL || dummy) return line_to(size, size, size);
    size_t const count = string_size(separator);
    if (count == 0) return paragraph(bytes, size, at);
    if (count == 1 && string_bytes(separator)[0] == '\n') return newline_line(bytes, size, at);
    size_t const found = text_find(s, separator, at);
    if (found == SIZE_MAX) return line_to(size, size, size);
    return line_to(found + count, found, found + count);
}

static struct string *separator_of(value_t v) { return value_is_nil(v) ? NULL : to_text(v); }

// Primitive.string_lines(separator, chomp)
static value_t string_lines(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    TEXT_LONG(ec, string_lines, TEXT_SLOW);
    struct string *const s = to_text(self), *const separator = separator_of(argv[0]);
    bool const chomp = value_truthy(argv[1]);
    struct text_work work;
    enum encoding encoding;
    bool const dummy = string_encoding(s) == ENCODING_UTF16 || string_encoding(s) == ENCODING_UTF32;
    if (separator != NULL && !dummy && !text_join_encoding(ec, s, separator, &encoding)) return VALUE_UNDEF;
    if (!begin_list(ec, &work, 0)) return VALUE_UNDEF;
    bool ok = true;
    for (size_t at = 0; at < string_size(s) && ok;) {
        struct line const line = find_line(s, separator, at);
        ok = push_part(ec, &work, s, at, (chomp ? line.chomped : line.end) - at);
        at = line.next;
    }
    return end_list(ec, &work, ok);
}

// Primitive.string_line(s, offset, separator, chomp, cursor): the line at an offset; cursor[0] becomes the next offset.
static value_t string_line(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct string *const s = to_text(argv[0]);
    size_t const at = (size_t)value_to_fixnum(argv[1]);
    struct line const line = find_line(s, separator_of(argv[2]), at);
    if (!array_store(ec->heap, value_to_array(argv[4]), 0, value_fixnum((int64_t)line.next)))
        return vm_raise_memory(ec);
    return text_part(ec, s, at, (value_truthy(argv[3]) ? line.chomped : line.end) - at);
}

// --- split
// ----------------------------------------------------------------------------------------------------------------

struct split {
    struct ec *ec;
    struct string *s;
    struct text_work work;
    size_t begin; // of the field now read
    int64_t left; // fields that may still be cut off; < 0: any number
};

static bool cut_field(struct split *sp, size_t end, size_t next)
{
    size_t const begin = sp->begin;
    sp->begin = next;
    if (sp->left > 0) sp->left--;
    return push_part(sp->ec, &sp->work, sp->s, begin, end - begin);
}

static bool split_awk(struct split *sp)
{
    const char *const bytes = string_bytes(sp->s);
    size_t const size = string_size(sp->s);
    size_t at = 0;
    while (at < size && text_space((unsigned char)bytes[at]))
        at++;
    sp->begin = at;
    while (at < size && sp->left != 0) {
        while (at < size && !text_space((unsigned char)bytes[at]))
            at++;
        if (at == size) break;
        size_t const end = at;
        while (at < size && text_space((unsigned char)bytes[at]))
            at++;
        if (!cut_field(sp, end, at)) return false;
    }
    return true;
}

static bool split_characters(struct split *sp)
{
    size_t const size = string_size(sp->s);
    bool const single = text_single(sp->s);
    for (size_t at = 0; at < size && sp->left != 0;) {
        at += single ? 1 : string_character_size(sp->s, at);
        if (!cut_field(sp, at, at)) return false;
    }
    return true;
}

static bool split_literal(struct split *sp, struct text_pattern *pattern)
{
    const char *const bytes = string_bytes(sp->s);
    size_t const size = string_size(sp->s);
    if (pattern->literal_size == 1 && (unsigned char)pattern->literal[0] < 0x80 && text_single(sp->s)) {
        char const c = pattern->literal[0];
        const char *p;
        while (sp->left != 0 && (p = memchr(bytes + sp->begin, c, size - sp->begin)) != NULL) {
            size_t const at = (size_t)(p - bytes);
            if (!cut_field(sp, at, at + 1)) return false;
        }
        return true;
    }
    size_t begin = 0, end = 0;
    while (sp->left != 0 && text_pattern_find(sp->ec, pattern, sp->s, sp->begin, &begin, &end)) {
        if (!cut_field(sp, begin, end)) return false;
    }
    return true;
}

static bool push_captures(struct split *sp, const struct text_pattern *pattern)
{
    for (size_t n = 1; n <= text_pattern_groups(pattern); n++) {
        size_t begin = 0, end = 0;
        if (!text_pattern_group(pattern, n, &begin, &end)) continue;
        if (!push_part(sp->ec, &sp->work, sp->s, begin, end - begin)) return false;
    }
    return true;
}

static bool split_regexp(struct split *sp, struct text_pattern *pattern)
{
    struct string *const s = sp->s;
    size_t const size = string_size(s);
    size_t start = 0;
    bool last_empty = false;
    while (sp->left != 0) {
        size_t begin = 0, end = 0;
        int const found = text_pattern_find(sp->ec, pattern, s, start, &begin, &end);
        if (found < 0) return false;
        if (!found) return true;
        if (begin == start && begin == end) { // an empty match: one character on, unless that was done already
            if (!last_empty) {
                start += start == size ? 1 : string_character_size(s, start);
                last_empty = true;
                continue;
            }
            if (!cut_field(sp, start, start)) return false;
        } else {
            if (!cut_field(sp, begin, end)) return false;
            start = end;
        }
        last_empty = false;
        if (!push_captures(sp, pattern)) return false;
    }
    return true;
}

static bool split_by(struct split *sp, value_t by)
{
    struct text_pattern pattern;
    if (!text_pattern_open(sp->ec, &pattern, by, sp->s)) return false;
    bool ok;
    if (is_text(by) && string_size(to_text(by)) == 0) {
        ok = split_characters(sp);
    } else if (pattern.kind == TEXT_LITERAL && pattern.literal_size > 0) {
        ok = split_literal(sp, &pattern);
    } else {
        ok = split_regexp(sp, &pattern);
    }
    return ok;
}

static bool is_awk(value_t by)
{
    return value_is_nil(by) || (is_text(by) && string_size(to_text(by)) == 1 && string_bytes(to_text(by))[0] == ' ');
}

static value_t split(struct ec *ec, struct string *s, value_t by, int64_t limit)
{
    if (limit == 1) {
        if (string_size(s) == 0) return CORE_NEW(ec, array_new(ec->heap, 0));
        value_t const whole = text_copy(ec, s);
        return whole == VALUE_UNDEF ? whole : CORE_NEW(ec, array_new_small(ec->heap, &whole, 1));
    }
    struct split sp = {.ec = ec, .s = s, .left = limit > 0 ? limit - 1 : -1};
    if (string_scan(s) == STRING_BROKEN) return text_raise_broken(ec, s);
    if (is_text(by) && string_scan(to_text(by)) == STRING_BROKEN) return text_raise_broken(ec, to_text(by));
    if (!begin_list(ec, &sp.work, 0)) return VALUE_UNDEF;
    size_t const size = string_size(s);
    bool ok = size == 0 || (is_awk(by) ? split_awk(&sp) : split_by(&sp, by));
    if (ok && size > 0 && (limit != 0 || sp.begin < size)) ok = push_part(ec, &sp.work, s, sp.begin, size - sp.begin);
    struct array *const list = value_to_array(sp.work.values[0]);
    while (ok && limit == 0 && array_count(list) > 0 &&
           string_size(to_text(array_at(list, array_count(list) - 1))) == 0) {
        array_pop(ec->heap, list);
    }
    return end_list(ec, &sp.work, ok);
}

static bool small(value_t limit) { return value_to_fixnum(limit) == (int32_t)value_to_fixnum(limit); }

// argv: pattern, limit. With a block, or arguments that need conversion, the Ruby body.
static value_t string_split(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const by = argc > 0 ? argv[0] : VALUE_NIL;
    bool const limited = argc > 1;
    if (!value_is_nil(argv[argc]) || (limited && !(value_is_fixnum(argv[1]) && small(argv[1])))) return VALUE_FAIL;
    if (value_is_nil(by) ? !value_is_nil(core_global(ec, CORE_FIELD_SEPARATOR)) : !is_text(by) && !is_regexp(by)) {
        return VALUE_FAIL;
    }
    TEXT_LONG(ec, string_split, 4);
    return split(ec, to_text(self), by, limited ? value_to_fixnum(argv[1]) : 0);
}

// Primitive.string_split(pattern or nil, limit)
static value_t string_split_primitive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    TEXT_LONG(ec, string_split_primitive, 4);
    int64_t limit;
    if (!text_integer(ec, argv[1], &limit)) return VALUE_UNDEF;
    if (!small(argv[1])) {
        return vm_raise(ec, CLASS_RANGE_ERROR, "integer %lld too big to convert to 'int'", (long long)limit);
    }
    return split(ec, to_text(self), argv[0], limit);
}

// How long each takes, see docs/builtins.md:
//   bounded: string_codepoint string_character string_part string_bytesize_of
//   moves: string_line
//   polls: string_chars string_bytes_method string_codepoints string_split string_lines string_split_primitive
static const struct core_method methods[] = {
    {"chars", string_chars, 0, 0, CORE_TRY | METHOD_WANTS_BLOCK},
    {"bytes", string_bytes_method, 0, 0, CORE_TRY | METHOD_WANTS_BLOCK},
    {"codepoints", string_codepoints, 0, 0, CORE_TRY | METHOD_WANTS_BLOCK},
    {"split", string_split, 0, 2, CORE_TRY | METHOD_WANTS_BLOCK},
};

static const struct vm_primitive primitives[] = {
    {"string_codepoint", string_codepoint},     {"string_character", string_character}, {"string_part", string_part},
    {"string_bytesize_of", string_bytesize_of}, {"string_lines", string_lines},         {"string_line", string_line},
    {"string_split", string_split_primitive},
};

bool core_string_each(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
