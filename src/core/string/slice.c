// String: parts by position: [], []=, slice!, byteslice, bytesplice.
#include "core/string/text.h"

// --- []
// -------------------------------------------------------------------------------------------------------------------

static value_t at_index(struct ec *ec, struct string *s, int64_t index)
{
    size_t offset, size;
    if (!text_range(s, index, 1, &offset, &size) || size == 0) return VALUE_NIL;
    return text_part(ec, s, offset, size);
}

static value_t at_range(struct ec *ec, struct string *s, int64_t start, int64_t length)
{
    size_t offset, size;
    return text_range(s, start, length, &offset, &size) ? text_part(ec, s, offset, size) : VALUE_NIL;
}

// The group's number, of an Integer, Symbol or String: -1: exception set, -2: no such group.
static int group_of(struct ec *ec, struct text_pattern *pattern, value_t which)
{
    int64_t const count = (int64_t)text_pattern_groups(pattern) + 1;
    if (value_is_integer(which)) {
        int64_t n;
        if (!text_integer(ec, which, &n)) return -1;
        if (n < 0) n = n + count > 0 ? n + count : -1; // the whole cannot be counted back to
        return n < 0 || n >= count ? -2 : (int)n;
    }
    const char *name;
    size_t size;
    if (value_is_symbol(which)) {
        name = symbol_text(ec->runtime, value_to_symbol(which));
        size = symbol_size(ec->runtime, value_to_symbol(which));
    } else {
        name = string_bytes(to_text(which));
        size = string_size(to_text(which));
    }
    int const n = text_pattern_named(pattern, name, size);
    if (n >= 0) return n;
    vm_raise(ec, CLASS_INDEX_ERROR, "undefined group name reference: %.*s", (int)size, name);
    return -1;
}

static value_t at_regexp(struct ec *ec, struct string *s, value_t regexp, value_t which)
{
    struct text_pattern pattern;
    if (!text_pattern_open(ec, &pattern, regexp, s)) return VALUE_UNDEF;
    size_t begin = 0, end = 0;
    int const found = text_pattern_find(ec, &pattern, s, 0, &begin, &end);
    if (found < 0 || !text_pattern_note(ec, &pattern, s, found, begin, end)) return VALUE_UNDEF;
    if (!found) return VALUE_NIL;
    int const n = group_of(ec, &pattern, which);
    if (n == -1) return VALUE_UNDEF;
    bool const set = n >= 0 && text_pattern_group(&pattern, (size_t)n, &begin, &end);
    return set ? text_part(ec, s, begin, end - begin) : VALUE_NIL;
}

static bool group_name(value_t v) { return value_is_integer(v) || value_is_symbol(v) || is_text(v); }

static value_t at_two(struct ec *ec, struct string *s, const value_t *argv)
{
    if (value_both_fixnum(argv[0], argv[1])) {
        return at_range(ec, s, value_to_fixnum(argv[0]), value_to_fixnum(argv[1]));
    }
    if (is_regexp(argv[0])) return group_name(argv[1]) ? at_regexp(ec, s, argv[0], argv[1]) : VALUE_FAIL;
    if (!value_is_integer(argv[0]) || !value_is_integer(argv[1])) return VALUE_FAIL;
    int64_t start, length;
    if (!text_integer(ec, argv[0], &start) || !text_integer(ec, argv[1], &length)) return VALUE_UNDEF;
    return at_range(ec, s, start, length);
}

// Of a method of the receiver's: positions in a long one are found by its characters, of which nothing is known yet. They are
// looked at in turns (vm_work does so with what is read); then it is eight bytes at a time.
#define SLICE_LONG(function, reads)                                                                                    \
    do {                                                                                                               \
        if (TRP_UNLIKELY(!string_range_known(to_text(self)) && !value_is(argv[0], TYPE_REGEXP)))                       \
            VM_LONG(ec, string_size(to_text(self)) / TEXT_SLOW, function, reads);                                      \
    } while (0)

static value_t string_aref(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    SLICE_LONG(string_aref, WORK_READS);
    struct string *const s = to_text(self);
    if (argc == 2) return at_two(ec, s, argv);
    value_t const index = argv[0];
    if (TRP_LIKELY(value_is_fixnum(index))) return at_index(ec, s, value_to_fixnum(index));
    if (text_range_plain(index)) {
        int64_t start, length;
        int const inside = text_range_of(ec, index, (int64_t)string_length(s), &start, &length);
        if (inside <= 0) return inside < 0 ? VALUE_UNDEF : VALUE_NIL;
        return at_range(ec, s, start, length);
    }
    if (is_text(index)) {
        struct string *const part = to_text(index);
        enum encoding encoding;
        if (!text_join_encoding(ec, s, part, &encoding)) return VALUE_UNDEF;
        return text_find(s, part, 0) == SIZE_MAX ? VALUE_NIL : text_copy(ec, part);
    }
    if (is_regexp(index)) return at_regexp(ec, s, index, value_fixnum(0));
    if (!value_is_bignum(index)) return VALUE_FAIL;
    int64_t unused;
    return text_integer(ec, index, &unused) ? VALUE_NIL : VALUE_UNDEF;
}

// --- []=
// ------------------------------------------------------------------------------------------------------------------

static bool put(struct ec *ec, struct string *s, size_t offset, size_t size, value_t with)
{
    struct string *const t = to_text(with);
    enum encoding encoding;
    if (!text_join_encoding(ec, s, t, &encoding)) return false;
    if (string_size(s) - size + string_size(t) > STRING_SIZE_MAX) {
        vm_raise(ec, CLASS_ARGUMENT_ERROR, "string sizes too big");
        return false;
    }
    if (encoding != string_encoding(s)) string_set_encoding(s, encoding);
    if (string_splice(ec->heap, s, offset, size, string_bytes(t), string_size(t))) return true;
    vm_raise_memory(ec);
    return false;
}

static bool put_at(struct ec *ec, struct string *s, value_t start, value_t length, value_t with)
{
    int64_t from, count;
    if (!text_integer(ec, start, &from) || !text_integer(ec, length, &count)) return false;
    if (count < 0) {
        vm_raise(ec, CLASS_INDEX_ERROR, "negative length %lld", (long long)count);
        return false;
    }
    size_t offset, size;
    if (text_range(s, from, count, &offset, &size)) return put(ec, s, offset, size, with);
    vm_raise(ec, CLASS_INDEX_ERROR, "index %lld out of string", (long long)from);
    return false;
}

static bool put_at_character(struct ec *ec, struct string *s, value_t index, value_t with)
{
    int64_t from;
    if (!text_integer(ec, index, &from)) return false;
    size_t offset, size;
    // Behind the last character nothing is replaced: the text is appended.
    if (text_range(s, from, 1, &offset, &size)) return put(ec, s, offset, size, with);
    vm_raise(ec, CLASS_INDEX_ERROR, "index %lld out of string", (long long)from);
    return false;
}

static bool put_at_range(struct ec *ec, struct string *s, value_t range, value_t with)
{
    int64_t start, length;
    int const inside = text_range_of(ec, range, (int64_t)string_length(s), &start, &length);
    if (inside < 0) return false;
    if (inside == 0) {
        text_raise_range(ec, range);
        return false;
    }
    size_t offset, size;
    if (!text_range(s, start, length, &offset, &size)) return true; // cannot be: it lies inside
    return put(ec, s, offset, size, with);
}

static bool put_at_text(struct ec *ec, struct string *s, struct string *part, value_t with)
{
    enum encoding encoding;
    if (!text_join_encoding(ec, s, part, &encoding)) return false;
    size_t const at = text_find(s, part, 0);
    if (at != SIZE_MAX) return put(ec, s, at, string_size(part), with);
    vm_raise(ec, CLASS_INDEX_ERROR, "string not matched");
    return false;
}

static bool put_at_regexp(struct ec *ec, struct string *s, value_t regexp, value_t which, value_t with)
{
    struct text_pattern pattern;
    if (!text_pattern_open(ec, &pattern, regexp, s)) return false;
    size_t begin = 0, end = 0;
    int const found = text_pattern_find(ec, &pattern, s, 0, &begin, &end);
    if (found < 0 || !text_pattern_note(ec, &pattern, s, found, begin, end)) return false;
    if (!found) {
        vm_raise(ec, CLASS_INDEX_ERROR, "regexp not matched");
        return false;
    }
    int const n = group_of(ec, &pattern, which);
    if (n == -1) return false;
    if (n >= 0 && text_pattern_group(&pattern, (size_t)n, &begin, &end)) return put(ec, s, begin, end - begin, with);
    if (n >= 0) {
        vm_raise(ec, CLASS_INDEX_ERROR, "regexp group %d not matched", n);
    } else {
        vm_raise(ec, CLASS_INDEX_ERROR, "index %lld out of regexp", (long long)value_to_fixnum(which));
    }
    return false;
}

// Looks at the characters of a copy, in turns: the receiver shares what was learned unless it has changed meanwhile.
static bool scan_in_turns(struct ec *ec, value_t self)
{
    struct string *const copy = string_dup(ec->heap, to_text(self));
    if (copy == NULL) return vm_raise_memory(ec), false;
    value_t root = value_pointer(copy);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    (void)string_scan_pausing(ec->heap, copy);
    ec->roots = roots.next;
    string_learn_range(to_text(self), copy);
    return true;
}

static value_t string_aset(struct ec *ec, value_t self, int argc, const value_t *argv);
static value_t scan_and_set(struct ec *ec, value_t self, int argc, const value_t *argv) // on a coroutine
{
    return scan_in_turns(ec, self) ? string_aset(ec, self, argc, argv) : VALUE_UNDEF;
}

static value_t string_aset(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    value_t const with = argv[argc - 1];
    value_t const index = argv[0];
    if (!is_text(with)) return VALUE_FAIL;
    if (argc == 3 && !(is_regexp(index) ? group_name(argv[1]) : value_is_integer(index) && value_is_integer(argv[1]))) {
        return VALUE_FAIL;
    }
    if (!value_is_integer(index) && !is_text(index) && !is_regexp(index) && !text_range_plain(index)) return VALUE_FAIL;
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    SLICE_LONG(scan_and_set, WORK_CHANGES);
    struct string *const s = to_text(self);
    bool ok;
    if (is_regexp(index)) {
        ok = put_at_regexp(ec, s, index, argc == 3 ? argv[1] : value_fixnum(0), with);
    } else if (argc == 3) {
        ok = put_at(ec, s, index, argv[1], with);
    } else if (value_is_integer(index)) {
        ok = put_at_character(ec, s, index, with);
    } else {
        ok = is_text(index) ? put_at_text(ec, s, to_text(index), with) : put_at_range(ec, s, index, with);
    }
    return ok ? with : VALUE_UNDEF;
}

static value_t string_slice_bang(struct ec *ec, value_t self, int argc, const value_t *argv);
static value_t scan_and_slice(struct ec *ec, value_t self, int argc, const value_t *argv) // on a coroutine
{
    return scan_in_turns(ec, self) ? string_slice_bang(ec, self, argc, argv) : VALUE_UNDEF;
}

static value_t string_slice_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    SLICE_LONG(scan_and_slice, WORK_CHANGES);
    value_t const removed = string_aref(ec, self, argc, argv);
    if (removed == VALUE_FAIL || removed == VALUE_UNDEF) return removed;
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    if (removed == VALUE_NIL) return VALUE_NIL;
    struct string *const empty = string_new(ec->heap, "", 0, string_encoding(to_text(self)));
    if (empty == NULL) return vm_raise_memory(ec);
    value_t arguments[3] = {argv[0], argc == 2 ? argv[1] : value_pointer(empty), value_pointer(empty)};
    return string_aset(ec, self, argc + 1, arguments) == VALUE_UNDEF ? VALUE_UNDEF : removed;
}

// --- Bytes
// ----------------------------------------------------------------------------------------------------------------

// Start and size in bytes, of an Integer, two, or a Range. 1: yes, 0: outside, -1: exception, -2: needs conversion.
static int byte_range(struct ec *ec, int64_t total, int argc, const value_t *argv, int64_t *start, int64_t *size)
{
    if (argc == 1 && !value_is_integer(argv[0])) {
        return text_range_plain(argv[0]) ? text_range_of(ec, argv[0], total, start, size) : -2;
    }
    if (!value_is_integer(argv[0]) || (argc > 1 && !value_is_integer(argv[1]))) return -2;
    *size = 1;
    if (!text_integer(ec, argv[0], start) || (argc > 1 && !text_integer(ec, argv[1], size))) return -1;
    if (*start < 0) *start += total;
    if (*start < 0 || *start > total || *size < 0 || (argc == 1 && *start == total)) return 0;
    if (*size > total - *start) *size = total - *start;
    return 1;
}

static value_t string_byteslice(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    const struct string *const s = to_text(self);
    int64_t start, size;
    switch (byte_range(ec, (int64_t)string_size(s), argc, argv, &start, &size)) {
    case 1: return text_part(ec, s, (size_t)start, (size_t)size);
    case 0: return VALUE_NIL;
    case -1: return VALUE_UNDEF;
    default: return VALUE_FAIL;
    }
}

static bool check_boundary(struct ec *ec, struct string *s, int64_t offset)
{
    if (text_boundary(s, (size_t)offset)) return true;
    vm_raise(ec, CLASS_INDEX_ERROR, "offset %lld does not land on character boundary", (long long)offset);
    return false;
}

static bool splice_range(struct ec *ec, struct string *s, int argc, const value_t *argv, int64_t *start, int64_t *size)
{
    int const inside = byte_range(ec, (int64_t)string_size(s), argc, argv, start, size);
    if (inside == 0 && argc > 1 && value_to_fixnum(argv[1]) < 0) {
        vm_raise(ec, CLASS_INDEX_ERROR, "negative length %lld", (long long)value_to_fixnum(argv[1]));
    } else if (inside == 0 && argc > 1) {
        vm_raise(ec, CLASS_INDEX_ERROR, "index %lld out of string", (long long)value_to_fixnum(argv[0]));
    } else if (inside == 0) {
        text_raise_range(ec, argv[0]);
    }
    return inside == 1 && check_boundary(ec, s, *start) && check_boundary(ec, s, *start + *size);
}

// bytesplice(index, length, str), (index, length, str, str_index, str_length), (range, str), (range, str, str_range)
static value_t string_bytesplice(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    bool const ranges = argc == 2 || !value_is_integer(argv[0]);
    int const first = ranges ? 1 : 2;
    if (ranges && !text_range_plain(argv[0])) {
        return vm_raise(ec, CLASS_TYPE_ERROR, "wrong argument type %s (expected Range)", vm_class_name(ec, argv[0]));
    }
    if (argc != first + 1 && argc != 2 * first + 1) {
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "wrong number of arguments (given %d, expected 2, 3, or 5)", argc);
    }
    if (!is_text(argv[first])) return vm_raise_type(ec, argv[first], "String");
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    struct string *const s = to_text(self), *const with = to_text(argv[first]);
    int64_t start, size, from = 0, count = (int64_t)string_size(with);
    if (!splice_range(ec, s, first, argv, &start, &size)) return VALUE_UNDEF;
    if (argc > first + 1 && !splice_range(ec, with, first, argv + first + 1, &from, &count)) return VALUE_UNDEF;
    enum encoding encoding;
    if (!text_join_encoding(ec, s, with, &encoding)) return VALUE_UNDEF;
    if (encoding != string_encoding(s)) string_set_encoding(s, encoding);
    if (!string_splice(ec->heap, s, (size_t)start, (size_t)size, string_bytes(with) + from, (size_t)count)) {
        return vm_raise_memory(ec);
    }
    return self;
}

// How long each takes, see docs/builtins.md:
//   bounded: string_byteslice
//   moves: string_bytesplice
//   polls: string_aref string_aset string_slice_bang
static const struct core_method methods[] = {
    {"[]", string_aref, 1, 2, CORE_TRY},
    {"slice", string_aref, 1, 2, CORE_TRY},
    {"[]=", string_aset, 2, 3, CORE_TRY},
    {"slice!", string_slice_bang, 1, 2, CORE_TRY},
    {"byteslice", string_byteslice, 1, 2, CORE_TRY},
    {"bytesplice", string_bytesplice, 2, 5, 0},
};

static const struct vm_primitive primitives[] = {
    {"string_aref", string_aref},
    {"string_aset", string_aset},
    {"string_slice!", string_slice_bang},
    {"string_byteslice", string_byteslice},
};

bool core_string_slice(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
