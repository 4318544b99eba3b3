// MatchData: reading the groups of one match.
#include "core/string/text.h"

#include <stdio.h>

static struct match *to_match(value_t v) { return value_to_match(v); }
static struct string *subject(const struct match *m) { return to_text(m->string); }

static value_t group_text(struct ec *ec, const struct match *m, size_t n)
{
    return core_or_memory(ec, match_group_string(ec->heap, m, n));
}

// The group that an Integer, Symbol or String names. -1: exception set, -2: needs conversion, -3: no such number.
static int64_t group_number(struct ec *ec, const struct match *m, value_t which)
{
    if (value_is_integer(which)) {
        int64_t n;
        if (!text_integer(ec, which, &n)) return -1;
        int64_t const count = (int64_t)match_group_count(m);
        if (n < 0) n = n + count > 0 ? n + count : -3; // the whole cannot be counted back to
        return n < count ? n : -3;
    }
    const char *name;
    size_t size;
    if (value_is_symbol(which)) {
        name = symbol_text(ec->runtime, value_to_symbol(which));
        size = symbol_size(ec->runtime, value_to_symbol(which));
    } else if (is_text(which)) {
        name = string_bytes(to_text(which));
        size = string_size(to_text(which));
    } else {
        return -2;
    }
    int const n = match_name_group(m, name, size);
    if (n >= 0) return n;
    vm_raise(ec, CLASS_INDEX_ERROR, "undefined group name reference: %.*s", (int)size, name);
    return -1;
}

static value_t match_aref(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc == 2) return VALUE_FAIL; // (start, length): of to_a
    const struct match *const m = to_match(self);
    int64_t const n = group_number(ec, m, argv[0]);
    if (n >= 0) return group_text(ec, m, (size_t)n);
    return n == -1 ? VALUE_UNDEF : n == -2 ? VALUE_FAIL : VALUE_NIL;
}

static value_t groups_from(struct ec *ec, const struct match *m, size_t first)
{
    size_t const count = match_group_count(m);
    struct array *const list = array_new(ec->heap, count);
    if (list == NULL) return vm_raise_memory(ec);
    for (size_t i = first; i < count; i++) {
        value_t const s = match_group_string(ec->heap, m, i);
        if (s == VALUE_UNDEF || !array_push(ec->heap, list, s)) return vm_raise_memory(ec);
    }
    return value_pointer(list);
}

static value_t match_to_a(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return groups_from(ec, to_match(self), 0);
}

static value_t match_captures(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return groups_from(ec, to_match(self), 1);
}

static value_t match_size(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_fixnum((int64_t)match_group_count(to_match(self)));
}

static value_t match_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return group_text(ec, to_match(self), 0);
}

static value_t match_string(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return to_match(self)->string;
}

static value_t match_pre(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    const struct match *const m = to_match(self);
    size_t begin = 0, end = 0;
    match_group(m, 0, &begin, &end);
    return text_part(ec, subject(m), 0, begin);
}

static value_t match_post(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    const struct match *const m = to_match(self);
    size_t begin = 0, end = 0;
    match_group(m, 0, &begin, &end);
    return text_part(ec, subject(m), end, string_size(subject(m)) - end);
}

// --- Positions
// ------------------------------------------------------------------------------------------------------------

enum position { POSITION_BEGIN, POSITION_END, POSITION_BOTH };

static value_t position(struct ec *ec, value_t self, value_t which, enum position kind, bool bytes)
{
    const struct match *const m = to_match(self);
    int64_t n = group_number(ec, m, which);
    // Of numbers only those from 0 on count here.
    if (n >= 0 && value_is_fixnum(which) && value_to_fixnum(which) < 0) n = -3;
    if (n == -3) return vm_raise(ec, CLASS_INDEX_ERROR, "index %lld out of matches", (long long)value_to_fixnum(which));
    if (n < 0) return n == -1 ? VALUE_UNDEF : VALUE_FAIL;
    value_t pair[2] = {VALUE_NIL, VALUE_NIL};
    size_t begin, end;
    if (match_group(m, (size_t)n, &begin, &end)) {
        pair[0] = kind == POSITION_END ? VALUE_NIL
                                       : value_fixnum((int64_t)(bytes ? begin : text_index_of(subject(m), begin)));
        pair[1] =
            kind == POSITION_BEGIN ? VALUE_NIL : value_fixnum((int64_t)(bytes ? end : text_index_of(subject(m), end)));
    }
    if (kind != POSITION_BOTH) return pair[kind];
    return CORE_NEW(ec, array_new_small(ec->heap, pair, 2));
}

static value_t match_begin(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return position(ec, self, argv[0], POSITION_BEGIN, false);
}
static value_t match_end(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return position(ec, self, argv[0], POSITION_END, false);
}
static value_t match_offset(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return position(ec, self, argv[0], POSITION_BOTH, false);
}
static value_t match_byteoffset(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return position(ec, self, argv[0], POSITION_BOTH, true);
}
static value_t match_bytebegin(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return position(ec, self, argv[0], POSITION_BEGIN, true);
}
static value_t match_byteend(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return position(ec, self, argv[0], POSITION_END, true);
}

// --- Together
// -------------------------------------------------------------------------------------------------------------

static value_t match_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (self == argv[0]) return VALUE_TRUE;
    if (!value_is(argv[0], TYPE_MATCH)) return VALUE_FALSE;
    const struct match *const a = to_match(self), *const b = to_match(argv[0]);
    if (!string_equal(subject(a), subject(b)) || match_group_count(a) != match_group_count(b)) return VALUE_FALSE;
    if (a->regexp != b->regexp) {
        if (!is_regexp(a->regexp) || !is_regexp(b->regexp)) return VALUE_FALSE;
        const struct regexp *const x = to_regexp(a->regexp), *const y = to_regexp(b->regexp);
        if (x->options != y->options || !string_equal(to_text(x->source), to_text(y->source))) return VALUE_FALSE;
    }
    for (size_t i = 0; i < match_group_count(a); i++) {
        size_t begin[2] = {0, 0}, end[2] = {0, 0};
        if (match_group(a, i, &begin[0], &end[0]) != match_group(b, i, &begin[1], &end[1])) return VALUE_FALSE;
        if (begin[0] != begin[1] || end[0] != end[1]) return VALUE_FALSE;
    }
    (void)ec;
    return VALUE_TRUE;
}

static value_t match_hash(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    const struct match *const m = to_match(self);
    uint64_t hash = string_hash(subject(m));
    for (size_t i = 0; i < match_group_count(m); i++) {
        size_t begin = 0, end = 0;
        match_group(m, i, &begin, &end);
        hash = (hash ^ begin) * 0x9e3779b97f4a7c15 + end;
    }
    return value_fixnum((int64_t)hash_fold(hash));
}

struct group_names { // of each group, or NULL
    const char **names;
    size_t *sizes;
    size_t count;
};

static void note_group_name(const char *name, size_t size, const int *groups, int count, void *context)
{
    struct group_names *const g = context;
    for (int i = 0; i < count; i++) {
        if ((size_t)groups[i] >= g->count) continue;
        g->names[groups[i]] = name;
        g->sizes[groups[i]] = size;
    }
}

// *text, a root, holds the group while it is appended, with pauses.
static bool append_group(struct ec *ec, struct string *out, const struct match *m, size_t i,
                         const struct group_names *g, value_t *text)
{
    bool ok = true;
    if (i > 0 && g->names[i] != NULL) {
        ok = string_append(ec->heap, out, " ", 1) && string_append(ec->heap, out, g->names[i], g->sizes[i]) &&
             string_append(ec->heap, out, ":", 1);
    } else if (i > 0) {
        char number[24];
        snprintf(number, sizeof number, " %zu:", i);
        ok = string_append_text(ec->heap, out, number);
    } else {
        ok = string_append(ec->heap, out, " ", 1);
    }
    if (!ok) return false;
    value_t const s = match_group_string(ec->heap, m, i);
    if (s == VALUE_UNDEF) return false;
    *text = s;
    if (s == VALUE_NIL) return string_append_text(ec->heap, out, "nil");
    return string_append_inspected(ec->heap, out, to_text(s));
}

static value_t match_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    const struct match *const m = to_match(self);
    size_t const count = match_group_count(m);
    VM_LONG(ec, string_size(subject(m)) / TEXT_SLOW, match_inspect, WORK_CHANGES);
    struct text_work work;
    struct heap_scratch names;
    struct string *const out = string_new_capacity(ec->heap, 32, ENCODING_UTF8);
    void *const memory = heap_scratch_open(ec->heap, &names, count * (sizeof(char *) + sizeof(size_t)));
    if (memory == NULL) return vm_raise_memory(ec);
    if (out == NULL) {
        heap_scratch_close(ec->heap, &names);
        return vm_raise_memory(ec);
    }
    memset(memory, 0, count * (sizeof(char *) + sizeof(size_t)));
    text_work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    struct group_names g = {memory, (size_t *)((const char **)memory + count), count};
    if (is_regexp(m->regexp)) regexp_each_name(to_regexp(m->regexp), note_group_name, &g);
    bool ok = string_append_text(ec->heap, out, "#<MatchData");
    for (size_t i = 0; i < count && ok; i++)
        ok = append_group(ec, out, m, i, &g, &work.values[1]);
    text_work_end(ec, &work);
    heap_scratch_close(ec->heap, &names);
    return ok && string_append(ec->heap, out, ">", 1) ? value_pointer(out) : vm_raise_memory(ec);
}

static value_t match_regexp(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return to_match(self)->regexp;
}

// How long each takes, see docs/builtins.md:
//   bounded: match_size match_to_s match_string match_pre match_post match_regexp match_aref match_to_a match_captures
//     match_byteoffset match_bytebegin match_byteend
//   moves: match_equal match_hash match_begin match_end match_offset
//   polls: match_inspect
static const struct core_method methods[] = {
    {"[]", match_aref, 1, 2, CORE_TRY},
    {"to_a", match_to_a, 0, 0, 0},
    {"captures", match_captures, 0, 0, 0},
    {"deconstruct", match_captures, 0, 0, 0},
    {"size", match_size, 0, 0, 0},
    {"length", match_size, 0, 0, 0},
    {"to_s", match_to_s, 0, 0, 0},
    {"string", match_string, 0, 0, 0},
    {"pre_match", match_pre, 0, 0, 0},
    {"post_match", match_post, 0, 0, 0},
    {"begin", match_begin, 1, 1, CORE_TRY},
    {"end", match_end, 1, 1, CORE_TRY},
    {"offset", match_offset, 1, 1, CORE_TRY},
    {"byteoffset", match_byteoffset, 1, 1, CORE_TRY},
    {"bytebegin", match_bytebegin, 1, 1, CORE_TRY},
    {"byteend", match_byteend, 1, 1, CORE_TRY},
    {"==", match_equal, 1, 1, 0},
    {"eql?", match_equal, 1, 1, 0},
    {"hash", match_hash, 0, 0, 0},
    {"inspect", match_inspect, 0, 0, 0},
};

static const struct vm_primitive primitives[] = {
    {"match_aref", match_aref},           {"match_to_a", match_to_a},
    {"match_begin", match_begin},         {"match_end", match_end},
    {"match_offset", match_offset},       {"match_byteoffset", match_byteoffset},
    {"match_bytebegin", match_bytebegin}, {"match_byteend", match_byteend},
    {"match_regexp", match_regexp},       {"match_string", match_string},
};

bool core_match(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_MATCH, methods) && CORE_PRIMITIVES(boot, primitives);
}
