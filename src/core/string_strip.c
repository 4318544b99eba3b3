// String: the end of the text: chomp and chop.
#include "core/text.h"

static struct string *first_part(struct ec *ec, struct string *s, size_t size, bool *changed)
{
    *changed = size < string_size(s);
    struct string *const out = string_sub(ec->heap, s, 0, size);
    if (out == NULL) vm_raise_memory(ec);
    return out;
}

// Without a last \n, \r\n or \r.
static size_t without_newline(const char *bytes, size_t size)
{
    if (size == 0) return 0;
    if (bytes[size - 1] == '\r') return size - 1;
    if (bytes[size - 1] != '\n') return size;
    return size > 1 && bytes[size - 2] == '\r' ? size - 2 : size - 1;
}

static size_t without_newlines(const char *bytes, size_t size)
{
    while (size > 0 && bytes[size - 1] == '\n')
        size = without_newline(bytes, size);
    return size;
}

static struct string *chomp(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    if (argc > 0 && value_is_nil(argv[0])) return first_part(ec, s, size, changed);
    if (argc == 0) return first_part(ec, s, without_newline(bytes, size), changed);
    struct string *const end = to_text(argv[0]);
    size_t const count = string_size(end);
    if (count == 0) return first_part(ec, s, without_newlines(bytes, size), changed);
    if (count == 1 && string_bytes(end)[0] == '\n') return first_part(ec, s, without_newline(bytes, size), changed);
    bool const ends = count <= size && memcmp(bytes + size - count, string_bytes(end), count) == 0 &&
                      string_compatible(s, end) != ENCODING_COUNT && text_boundary(s, size - count);
    return first_part(ec, s, ends ? size - count : size, changed);
}

static struct string *chop(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    (void)argc, (void)argv;
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    if (size == 0) return first_part(ec, s, 0, changed);
    if (size > 1 && bytes[size - 1] == '\n' && bytes[size - 2] == '\r') return first_part(ec, s, size - 2, changed);
    return first_part(ec, s, text_previous(s, size), changed);
}
TEXT_PAIR(string_chop, chop)

static value_t string_chomp(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc > 0 && !is_text(argv[0]) && !value_is_nil(argv[0])) return VALUE_FAIL;
    return text_changed(ec, self, argc, argv, chomp);
}

static value_t string_chomp_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc > 0 && !is_text(argv[0]) && !value_is_nil(argv[0])) return VALUE_FAIL;
    return text_change_self(ec, self, argc, argv, chomp);
}

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
