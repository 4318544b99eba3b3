// String: finding: index, rindex, include?, start_with?, partition and what belongs to them.
#include "core/string/text.h"

static bool pattern_given(value_t v) { return is_text(v) || is_regexp(v); }

static bool check_compatible(struct ec *ec, struct string *s, value_t pattern)
{
    enum encoding encoding;
    return !is_text(pattern) || text_join_encoding(ec, s, to_text(pattern), &encoding);
}

// Finds from a byte offset and notes $~. A position or SIZE_MAX; false: exception set.
static bool find_first(struct ec *ec, struct string *s, value_t pattern, size_t from, size_t *at)
{
    *at = SIZE_MAX;
    if (is_text(pattern)) {
        *at = text_find(s, to_text(pattern), from);
        return true;
    }
    struct text_pattern p;
    if (!text_pattern_open(ec, &p, pattern, s)) return false;
    size_t begin = 0, end = 0;
    int const found = text_pattern_find(ec, &p, s, from, &begin, &end);
    bool const ok = found >= 0 && text_pattern_note(ec, &p, s, found, begin, end);
    if (found > 0) *at = begin;
    return ok;
}

static bool find_last(struct ec *ec, struct string *s, value_t pattern, size_t from, size_t *at, size_t *size)
{
    *at = SIZE_MAX;
    if (is_text(pattern)) {
        *size = string_size(to_text(pattern));
        *at = text_find_last(s, to_text(pattern), from);
        return true;
    }
    struct text_pattern p;
    if (!text_pattern_open(ec, &p, pattern, s)) return false;
    size_t begin = 0, end = 0;
    int const found = text_pattern_find_last(ec, &p, s, from, &begin, &end);
    bool const ok = found >= 0 && text_pattern_note(ec, &p, s, found, begin, end);
    if (found > 0) *at = begin, *size = end - begin;
    return ok;
}

static value_t nothing(struct ec *ec, value_t pattern)
{
    if (is_regexp(pattern)) vm_set_match(ec, VALUE_NIL);
    return VALUE_NIL;
}

static value_t string_index_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!pattern_given(argv[0]) || (argc > 1 && !value_is_integer(argv[1]))) return VALUE_FAIL;
    TEXT_LONG(ec, string_index_method, 2 * TEXT_SLOW);
    struct string *const s = to_text(self);
    if (!check_compatible(ec, s, argv[0])) return VALUE_UNDEF;
    size_t from = 0, at;
    if (argc > 1) {
        int64_t start;
        if (!text_integer(ec, argv[1], &start)) return VALUE_UNDEF;
        if (start < 0) start += (int64_t)string_length(s);
        from = start < 0 ? SIZE_MAX : string_offset(s, (size_t)start);
        if (from == SIZE_MAX) return nothing(ec, argv[0]);
    }
    if (!find_first(ec, s, argv[0], from, &at)) return VALUE_UNDEF;
    return at == SIZE_MAX ? VALUE_NIL : value_fixnum((int64_t)text_index_of(s, at));
}

static value_t string_rindex(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!pattern_given(argv[0]) || (argc > 1 && !value_is_integer(argv[1]))) return VALUE_FAIL;
    TEXT_LONG(ec, string_rindex, 2 * TEXT_SLOW);
    struct string *const s = to_text(self);
    if (!check_compatible(ec, s, argv[0])) return VALUE_UNDEF;
    size_t from = string_size(s), at, size;
    if (argc > 1) {
        int64_t start;
        if (!text_integer(ec, argv[1], &start)) return VALUE_UNDEF;
        if (start < 0) start += (int64_t)string_length(s);
        if (start < 0) return nothing(ec, argv[0]);
        size_t const offset = string_offset(s, (size_t)start);
        if (offset != SIZE_MAX) from = offset;
    }
    if (!find_last(ec, s, argv[0], from, &at, &size)) return VALUE_UNDEF;
    return at == SIZE_MAX ? VALUE_NIL : value_fixnum((int64_t)text_index_of(s, at));
}

static bool check_landing(struct ec *ec, struct string *s, int64_t offset)
{
    if (offset < 0 || offset > (int64_t)string_size(s) || text_boundary(s, (size_t)offset)) return true;
    vm_raise(ec, CLASS_INDEX_ERROR, "offset %lld does not land on character boundary", (long long)offset);
    return false;
}

static value_t string_byteindex(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!pattern_given(argv[0]) || (argc > 1 && !value_is_integer(argv[1]))) return VALUE_FAIL;
    TEXT_LONG(ec, string_byteindex, 2 * TEXT_SLOW);
    struct string *const s = to_text(self);
    int64_t start = 0;
    if (!check_compatible(ec, s, argv[0]) || (argc > 1 && !text_integer(ec, argv[1], &start))) return VALUE_UNDEF;
    if (start < 0) start += (int64_t)string_size(s);
    if (start < 0 || start > (int64_t)string_size(s)) return nothing(ec, argv[0]);
    size_t at;
    if (!check_landing(ec, s, start) || !find_first(ec, s, argv[0], (size_t)start, &at)) return VALUE_UNDEF;
    return at == SIZE_MAX ? VALUE_NIL : value_fixnum((int64_t)at);
}

static value_t string_byterindex(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!pattern_given(argv[0]) || (argc > 1 && !value_is_integer(argv[1]))) return VALUE_FAIL;
    TEXT_LONG(ec, string_byterindex, 2 * TEXT_SLOW);
    struct string *const s = to_text(self);
    int64_t const total = (int64_t)string_size(s);
    int64_t start = total;
    if (!check_compatible(ec, s, argv[0]) || (argc > 1 && !text_integer(ec, argv[1], &start))) return VALUE_UNDEF;
    if (start < 0) start += total;
    if (start < 0) return nothing(ec, argv[0]);
    if (start > total) start = total;
    size_t at, size;
    if (!check_landing(ec, s, start) || !find_last(ec, s, argv[0], (size_t)start, &at, &size)) return VALUE_UNDEF;
    return at == SIZE_MAX ? VALUE_NIL : value_fixnum((int64_t)at);
}

static value_t string_include(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!is_text(argv[0])) return VALUE_FAIL;
    if (!check_compatible(ec, to_text(self), argv[0])) return VALUE_UNDEF;
    return value_bool(text_find(to_text(self), to_text(argv[0]), 0) != SIZE_MAX);
}

// --- Ends
// -----------------------------------------------------------------------------------------------------------------

static bool starts_with(struct string *s, const struct string *prefix)
{
    size_t const size = string_size(prefix);
    if (size > string_size(s) || memcmp(string_bytes(s), string_bytes(prefix), size) != 0) return false;
    return text_boundary(s, size);
}

static bool ends_with(struct string *s, const struct string *suffix)
{
    size_t const total = string_size(s), size = string_size(suffix);
    if (size > total || memcmp(string_bytes(s) + total - size, string_bytes(suffix), size) != 0) return false;
    return text_boundary(s, total - size);
}

// 1: matches at the start, 0: no, -1: exception.
static int starts_with_regexp(struct ec *ec, struct string *s, value_t regexp)
{
    struct text_pattern p;
    if (!text_pattern_open(ec, &p, regexp, s)) return -1;
    size_t begin = 0, end = 0;
    int found = text_pattern_find_at(ec, &p, s, 0, &begin, &end);
    if (found >= 0 && !text_pattern_note(ec, &p, s, found, begin, end)) found = -1;
    return found;
}

static value_t string_start_with(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    for (int i = 0; i < argc; i++) {
        if (!pattern_given(argv[i])) return VALUE_FAIL;
    }
    for (int i = 0; i < argc; i++) {
        if (!check_compatible(ec, to_text(self), argv[i])) return VALUE_UNDEF;
        int const found = is_text(argv[i]) ? starts_with(to_text(self), to_text(argv[i]))
                                           : starts_with_regexp(ec, to_text(self), argv[i]);
        if (found < 0) return VALUE_UNDEF;
        if (found) return VALUE_TRUE;
    }
    return VALUE_FALSE;
}

static value_t string_end_with(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    for (int i = 0; i < argc; i++) {
        if (!is_text(argv[i])) return VALUE_FAIL;
    }
    for (int i = 0; i < argc; i++) {
        if (!check_compatible(ec, to_text(self), argv[i])) return VALUE_UNDEF;
        if (ends_with(to_text(self), to_text(argv[i]))) return VALUE_TRUE;
    }
    return VALUE_FALSE;
}

static struct string *cut(struct ec *ec, struct string *s, size_t start, size_t size)
{
    struct string *const out = string_sub(ec->heap, s, start, size);
    if (out == NULL) vm_raise_memory(ec);
    return out;
}

static struct string *delete_prefix(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    (void)argc;
    if (!check_compatible(ec, s, argv[0])) return NULL;
    size_t const size = string_size(to_text(argv[0]));
    *changed = size > 0 && starts_with(s, to_text(argv[0]));
    return *changed ? cut(ec, s, size, string_size(s) - size) : cut(ec, s, 0, string_size(s));
}

static struct string *delete_suffix(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    (void)argc;
    if (!check_compatible(ec, s, argv[0])) return NULL;
    size_t const size = string_size(to_text(argv[0]));
    *changed = size > 0 && ends_with(s, to_text(argv[0]));
    return cut(ec, s, 0, string_size(s) - (*changed ? size : 0));
}

#define TEXT_PAIR_TRY(name, change)                                                                                    \
    static value_t name(struct ec *ec, value_t self, int argc, const value_t *argv)                                    \
    {                                                                                                                  \
        return is_text(argv[0]) ? text_changed(ec, self, argc, argv, change) : VALUE_FAIL;                             \
    }                                                                                                                  \
    static value_t name##_bang(struct ec *ec, value_t self, int argc, const value_t *argv)                             \
    {                                                                                                                  \
        return is_text(argv[0]) ? text_change_self(ec, self, argc, argv, change) : VALUE_FAIL;                         \
    }
TEXT_PAIR_TRY(string_delete_prefix, delete_prefix)
TEXT_PAIR_TRY(string_delete_suffix, delete_suffix)

// --- In three
// -------------------------------------------------------------------------------------------------------------

static value_t three(struct ec *ec, struct string *s, size_t begin, size_t size, value_t middle)
{
    value_t parts[3];
    size_t const end = begin + size;
    parts[0] = text_part(ec, s, 0, begin);
    parts[1] = parts[0] == VALUE_UNDEF ? VALUE_UNDEF
               : is_text(middle)       ? text_copy(ec, to_text(middle))
                                       : text_part(ec, s, begin, size);
    parts[2] = parts[1] == VALUE_UNDEF ? VALUE_UNDEF : text_part(ec, s, end, string_size(s) - end);
    if (parts[2] == VALUE_UNDEF) return VALUE_UNDEF;
    return CORE_NEW(ec, array_new_small(ec->heap, parts, 3));
}

static value_t string_partition(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!pattern_given(argv[0])) return VALUE_FAIL;
    TEXT_LONG(ec, string_partition, 2 * TEXT_SLOW);
    struct string *const s = to_text(self);
    if (!check_compatible(ec, s, argv[0])) return VALUE_UNDEF;
    size_t const total = string_size(s);
    if (is_text(argv[0])) {
        size_t const at = text_find(s, to_text(argv[0]), 0);
        return at == SIZE_MAX ? three(ec, s, total, 0, VALUE_NIL) : three(ec, s, at, string_size(to_text(argv[0])), argv[0]);
    }
    struct text_pattern p;
    if (!text_pattern_open(ec, &p, argv[0], s)) return VALUE_UNDEF;
    size_t begin = 0, end = 0;
    int const found = text_pattern_find(ec, &p, s, 0, &begin, &end);
    bool const ok = found >= 0 && text_pattern_note(ec, &p, s, found, begin, end);
    if (!ok) return VALUE_UNDEF;
    return found ? three(ec, s, begin, end - begin, VALUE_NIL) : three(ec, s, total, 0, VALUE_NIL);
}

static value_t string_rpartition(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!pattern_given(argv[0])) return VALUE_FAIL;
    TEXT_LONG(ec, string_rpartition, 2 * TEXT_SLOW);
    struct string *const s = to_text(self);
    if (!check_compatible(ec, s, argv[0])) return VALUE_UNDEF;
    size_t at, size = 0;
    if (!find_last(ec, s, argv[0], string_size(s), &at, &size)) return VALUE_UNDEF;
    if (at != SIZE_MAX) return three(ec, s, at, size, argv[0]);
    value_t parts[3] = {VALUE_UNDEF, VALUE_UNDEF, VALUE_UNDEF};
    for (int i = 0; i < 3; i++) {
        parts[i] = i < 2 ? text_part(ec, s, 0, 0) : text_copy(ec, s);
        if (parts[i] == VALUE_UNDEF) return VALUE_UNDEF;
    }
    return CORE_NEW(ec, array_new_small(ec->heap, parts, 3));
}

// How long each takes, see docs/builtins.md:
//   moves: string_include string_end_with string_delete_prefix string_delete_prefix_bang string_delete_suffix
//     string_delete_suffix_bang string_end_with_of
//   polls: string_index_method string_rindex string_byteindex string_byterindex string_partition string_rpartition
//   native: string_start_with string_start_with_of
static const struct core_method methods[] = {
    {"index", string_index_method, 1, 2, CORE_TRY},
    {"rindex", string_rindex, 1, 2, CORE_TRY},
    {"byteindex", string_byteindex, 1, 2, CORE_TRY},
    {"byterindex", string_byterindex, 1, 2, CORE_TRY},
    {"include?", string_include, 1, 1, CORE_TRY},
    {"start_with?", string_start_with, 0, -1, CORE_TRY},
    {"end_with?", string_end_with, 0, -1, CORE_TRY},
    {"delete_prefix", string_delete_prefix, 1, 1, CORE_TRY},
    {"delete_prefix!", string_delete_prefix_bang, 1, 1, CORE_TRY},
    {"delete_suffix", string_delete_suffix, 1, 1, CORE_TRY},
    {"delete_suffix!", string_delete_suffix_bang, 1, 1, CORE_TRY},
    {"partition", string_partition, 1, 1, CORE_TRY},
    {"rpartition", string_rpartition, 1, 1, CORE_TRY},
};

TEXT_OF_ARRAY(string_start_with)
TEXT_OF_ARRAY(string_end_with)

static const struct vm_primitive primitives[] = {
    {"string_index", string_index_method},
    {"string_rindex", string_rindex},
    {"string_byteindex", string_byteindex},
    {"string_byterindex", string_byterindex},
    {"string_include", string_include},
    {"string_start_with", string_start_with_of},
    {"string_end_with", string_end_with_of},
    {"string_delete_prefix", string_delete_prefix},
    {"string_delete_prefix!", string_delete_prefix_bang},
    {"string_delete_suffix", string_delete_suffix},
    {"string_delete_suffix!", string_delete_suffix_bang},
    {"string_partition", string_partition},
    {"string_rpartition", string_rpartition},
};

bool core_string_search(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
