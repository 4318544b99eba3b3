// String: the end of the text: chomp and chop.
#include "core/support/basics.h"
#include "core/string/text.h"

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
//   polls: string_chop string_chop_bang
static const struct core_method methods[] = {
    {"chomp", string_chomp, 0, 1, CORE_TRY},
    {"chomp!", string_chomp_bang, 0, 1, CORE_TRY},
    {"chop", string_chop, 0, 0, 0},
    {"chop!", string_chop_bang, 0, 0, 0},
};

static const struct vm_primitive primitives[] = {
    {"string_chomp", string_chomp},
    {"string_chomp!", string_chomp_bang},
};

bool string_define_strip(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
