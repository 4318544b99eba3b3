// String: the ends of the text: strip, with its set of blanks or one that is given; chomp and chop.
#include "core/string/character_set.h"
#include "core/support/state.h"

// --- strip -----------------------------------------------------------------------------------------------------------

// What strip takes away when no set is given.
static bool blank(unsigned char c) { return text_space(c) || c == 0; }

static size_t strip_left(struct string *s, const struct character_sets *sets)
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
        if (!character_sets_have(sets, character_decode(string_encoding(s), bytes + at, size - at, &character))) break;
    }
    return at;
}

static size_t strip_right(struct string *s, const struct character_sets *sets, size_t from)
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
        uint32_t const code = character_decode(string_encoding(s), bytes + previous, at - previous, &character);
        if (!character_sets_have(sets, code)) break;
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
    struct character_sets sets;
    if (argc > 0 && !character_sets_open(ec, &sets, s, argc, argv)) return NULL;
    const struct character_sets *const given = argc > 0 ? &sets : NULL;
    size_t const from = sides & SIDE_LEFT ? strip_left(s, given) : 0;
    size_t const to = sides & SIDE_RIGHT ? strip_right(s, given, from) : string_size(s);
    if (argc > 0) character_sets_close(ec, &sets);
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
CHARACTER_SETS_PAIR(string_strip, strip_both, 0)
CHARACTER_SETS_PAIR(string_lstrip, lstrip, 0)
CHARACTER_SETS_PAIR(string_rstrip, rstrip, 0)

// --- chomp, chop -----------------------------------------------------------------------------------------------------

static struct string *first_part(struct ec *ec, struct string *s, size_t size, bool *changed)
{
    *changed = size < string_size(s);
    struct string *const out = string_sub(ec->heap, s, 0, size);
    if (out == NULL) vm_raise_memory(ec);
    return out;
}

// Whether the character before `end` is the given one of ASCII, in any encoding. *start: where it begins.
static bool ends_in(struct string *s, size_t end, char c, size_t *start)
{
    if (end == 0) return false;
    enum encoding const encoding = string_encoding(s);
    size_t const unit = encoding_unit(encoding);
    *start = end - unit;
    if (unit == 1) return string_bytes(s)[end - 1] == c;
    size_t character;
    return end >= unit && encoding_decode(encoding, string_bytes(s) + end - unit, unit, &character) == c;
}

// Without a last \n, \r\n or \r.
static size_t without_newline(struct string *s, size_t size)
{
    size_t start, before;
    if (ends_in(s, size, '\r', &start)) return start;
    if (!ends_in(s, size, '\n', &start)) return size;
    return ends_in(s, start, '\r', &before) ? before : start;
}

static size_t without_newlines(struct string *s, size_t size)
{
    size_t start;
    while (ends_in(s, size, '\n', &start)) size = without_newline(s, size);
    return size;
}

static struct string *chomp(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    if (argc > 0 && value_is_nil(argv[0])) return first_part(ec, s, size, changed);
    if (argc == 0) return first_part(ec, s, without_newline(s, size), changed);
    struct string *const end = to_text(argv[0]);
    size_t const count = string_size(end);
    if (count == 0) return first_part(ec, s, without_newlines(s, size), changed);
    if (count == 1 && string_bytes(end)[0] == '\n') return first_part(ec, s, without_newline(s, size), changed);
    bool const ends = count <= size && memcmp(bytes + size - count, string_bytes(end), count) == 0 &&
                      string_compatible(s, end) != ENCODING_COUNT && text_boundary(s, size - count);
    return first_part(ec, s, ends ? size - count : size, changed);
}

static struct string *chop(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    (void)argc, (void)argv;
    size_t const size = string_size(s);
    size_t start, before;
    if (size == 0) return first_part(ec, s, 0, changed);
    if (ends_in(s, size, '\n', &start) && ends_in(s, start, '\r', &before)) return first_part(ec, s, before, changed);
    return first_part(ec, s, text_previous(s, size), changed);
}
TEXT_PAIR(string_chop, chop)

// Whether $/ is not what it is at the start.
static bool separator_set(struct ec *ec)
{
    value_t const v = core_global(ec, CORE_INPUT_SEPARATOR);
    return !is_text(v) || string_size(to_text(v)) != 1 || string_bytes(to_text(v))[0] != '\n';
}

static value_t string_chomp(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc > 0 ? !is_text(argv[0]) && !value_is_nil(argv[0]) : separator_set(ec)) return VALUE_FAIL;
    return text_changed(ec, self, argc, argv, chomp);
}

static value_t string_chomp_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc > 0 ? !is_text(argv[0]) && !value_is_nil(argv[0]) : separator_set(ec)) return VALUE_FAIL;
    return text_change_self(ec, self, argc, argv, chomp);
}

// How long each takes, see docs/builtins.md:
//   bounded: string_chomp
//   moves: string_chomp_bang
//   polls: string_chop string_chop_bang string_strip string_strip_bang string_lstrip string_lstrip_bang string_rstrip
//     string_rstrip_bang string_strip_of string_strip_bang_of string_lstrip_of string_lstrip_bang_of string_rstrip_of
//     string_rstrip_bang_of
static const struct core_method methods[] = {
    {"strip", string_strip, 0, -1, CORE_TRY},
    {"strip!", string_strip_bang, 0, -1, CORE_TRY},
    {"lstrip", string_lstrip, 0, -1, CORE_TRY},
    {"lstrip!", string_lstrip_bang, 0, -1, CORE_TRY},
    {"rstrip", string_rstrip, 0, -1, CORE_TRY},
    {"rstrip!", string_rstrip_bang, 0, -1, CORE_TRY},
    {"chomp", string_chomp, 0, 1, CORE_TRY},
    {"chomp!", string_chomp_bang, 0, 1, CORE_TRY},
    {"chop", string_chop, 0, 0, 0},
    {"chop!", string_chop_bang, 0, 0, 0},
};

// The arguments in one Array.
TEXT_OF_ARRAY(string_strip)
TEXT_OF_ARRAY(string_strip_bang)
TEXT_OF_ARRAY(string_lstrip)
TEXT_OF_ARRAY(string_lstrip_bang)
TEXT_OF_ARRAY(string_rstrip)
TEXT_OF_ARRAY(string_rstrip_bang)

static const struct vm_primitive primitives[] = {
    {"string_strip", string_strip_of},
    {"string_strip!", string_strip_bang_of},
    {"string_lstrip", string_lstrip_of},
    {"string_lstrip!", string_lstrip_bang_of},
    {"string_rstrip", string_rstrip_of},
    {"string_rstrip!", string_rstrip_bang_of},
    {"string_chomp", string_chomp},
    {"string_chomp!", string_chomp_bang},
};

bool core_string_strip(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
