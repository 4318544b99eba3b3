// String: replacing and scanning: sub, gsub, scan. What calls a block or a Hash is in the prelude, over text_step.
#include "core/string/text.h"

// --- Replacement texts
// ----------------------------------------------------------------------------------------------------

struct replacement {
    struct ec *ec;
    struct text_pattern pattern;
    struct string *s, *with;
    bool plain; // nothing to expand
    struct text_out out;
};

static void put_group(struct replacement *r, size_t n, size_t begin, size_t end)
{
    if (text_pattern_group(&r->pattern, n, &begin, &end)) {
        text_out_put(&r->out, string_bytes(r->s) + begin, end - begin);
    }
}

// \k<name> at p, behind the k. Returns what is behind it; NULL: exception set; p itself: no reference.
static const char *put_named(struct replacement *r, const char *p, const char *to, size_t begin, size_t end)
{
    if (p == to || *p != '<') return p;
    const char *const close = memchr(p, '>', (size_t)(to - p));
    if (close == NULL) return p;
    const char *const name = p + 1;
    size_t const size = (size_t)(close - name);
    int n = text_pattern_named(&r->pattern, name, size);
    if (n < 0) {
        bool digits = size > 0;
        n = 0;
        for (size_t i = 0; i < size && digits; i++) {
            digits = name[i] >= '0' && name[i] <= '9' && n < 100000;
            n = 10 * n + (name[i] - '0');
        }
        if (!digits) {
            vm_raise(r->ec, CLASS_INDEX_ERROR, "undefined group name reference: %.*s", (int)size, name);
            return NULL;
        }
    }
    put_group(r, (size_t)n, begin, end);
    return close + 1;
}

// Appends the replacement for a match at [begin, end). False: exception set.
static bool put_replacement(struct replacement *r, size_t begin, size_t end)
{
    const char *p = string_bytes(r->with);
    const char *const to = p + string_size(r->with);
    if (r->plain) {
        text_out_put(&r->out, p, (size_t)(to - p));
        return true;
    }
    const char *const subject = string_bytes(r->s);
    while (p < to) {
        const char *const slash = memchr(p, '\\', (size_t)(to - p));
        if (slash == NULL || slash + 1 == to) break;
        text_out_put(&r->out, p, (size_t)(slash - p));
        char const c = slash[1];
        p = slash + 2;
        if (c >= '0' && c <= '9') {
            put_group(r, (size_t)(c - '0'), begin, end);
        } else if (c == '&') {
            put_group(r, 0, begin, end);
        } else if (c == '`') {
            text_out_put(&r->out, subject, begin);
        } else if (c == '\'') {
            text_out_put(&r->out, subject + end, string_size(r->s) - end);
        } else if (c == '+') {
            size_t n = text_pattern_groups(&r->pattern), from, until;
            while (n > 0 && !text_pattern_group(&r->pattern, n, &from, &until))
                n--;
            if (n > 0) put_group(r, n, begin, end);
        } else if (c == 'k') {
            const char *const behind = put_named(r, p, to, begin, end);
            if (behind == NULL) return false;
            if (behind == p) text_out_put(&r->out, "\\k", 2);
            p = behind;
        } else {
            text_out_byte(&r->out, '\\');
            if (c != '\\') text_out_byte(&r->out, c);
        }
    }
    text_out_put(&r->out, p, (size_t)(to - p));
    return true;
}

static bool replacement_open(struct ec *ec, struct replacement *r, struct string *s, const value_t *argv)
{
    enum encoding encoding;
    r->ec = ec;
    r->s = s;
    r->with = to_text(argv[1]);
    r->plain = memchr(string_bytes(r->with), '\\', string_size(r->with)) == NULL;
    if (!text_join_encoding(ec, s, r->with, &encoding) || !text_pattern_open(ec, &r->pattern, argv[0], s)) return false;
    text_out_open(ec, &r->out, string_size(s) + 32, encoding);
    return true;
}

static struct string *replacement_close(struct replacement *r, bool ok)
{
    struct string *const result = text_out_close(&r->out); // also when it is not wanted
    return ok ? result : NULL;
}

static struct string *copy_of(struct ec *ec, struct string *s)
{
    struct string *const out = string_dup(ec->heap, s);
    if (out == NULL) vm_raise_memory(ec);
    return out;
}

static struct string *sub(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    (void)argc;
    struct replacement r;
    if (!replacement_open(ec, &r, s, argv)) return NULL;
    size_t begin = 0, end = 0;
    int const found = text_pattern_find(ec, &r.pattern, s, 0, &begin, &end);
    bool ok = found >= 0 && text_pattern_note(ec, &r.pattern, s, found, begin, end);
    if (ok && found) {
        text_out_put(&r.out, string_bytes(s), begin);
        ok = put_replacement(&r, begin, end);
        text_out_put(&r.out, string_bytes(s) + end, string_size(s) - end);
    }
    *changed = found > 0;
    struct string *const result = replacement_close(&r, ok);
    return ok && !found ? copy_of(ec, s) : result;
}

static struct string *gsub(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    (void)argc;
    struct replacement r;
    if (!replacement_open(ec, &r, s, argv)) return NULL;
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    size_t begin = 0, end = 0, last_begin = 0, last_end = 0, done = 0, from = 0;
    int found;
    bool any = false, ok = true;
    size_t stop = 0;
    while (ok && from <= size && (found = text_pattern_find(ec, &r.pattern, s, from, &begin, &end)) != 0) {
        if (found < 0) {
            ok = false;
            break;
        }
        any = true;
        last_begin = begin, last_end = end;
        text_out_put(&r.out, bytes + done, begin - done);
        ok = put_replacement(&r, begin, end);
        done = from = end;
        text_turn(ec, from, &stop, TEXT_SLOW);
        if (begin != end) continue;
        from = end < size ? end + string_character_size(s, end) : size + 1; // an empty match: one character on
        text_out_put(&r.out, bytes + end, (from < size ? from : size) - end);
        done = from < size ? from : size;
    }
    if (ok) text_out_put(&r.out, bytes + done, size - done);
    // The engine's region is that of the failed last search: the last match is looked up again for $~.
    if (ok && text_match_wanted(ec)) {
        if (any && r.pattern.kind == TEXT_ENGINE) {
            ok = text_pattern_find(ec, &r.pattern, s, last_begin, &last_begin, &last_end) >= 0;
        }
        ok = ok && text_pattern_note(ec, &r.pattern, s, any, last_begin, last_end);
    }
    *changed = any;
    struct string *const result = replacement_close(&r, ok);
    return ok && !any ? copy_of(ec, s) : result;
}

static bool plain_arguments(int argc, const value_t *argv)
{
    return argc == 2 && (is_text(argv[0]) || is_regexp(argv[0])) && is_text(argv[1]);
}
#define SUB_PAIR(name, change)                                                                                         \
    static value_t name(struct ec *ec, value_t self, int argc, const value_t *argv)                                    \
    {                                                                                                                  \
        if (!plain_arguments(argc, argv)) return VALUE_FAIL;                                                           \
        TEXT_LONG(ec, name, TEXT_SLOW);                                                                                \
        return text_changed(ec, self, argc, argv, change);                  \
    }                                                                                                                  \
    static value_t name##_bang(struct ec *ec, value_t self, int argc, const value_t *argv)                             \
    {                                                                                                                  \
        if (!plain_arguments(argc, argv)) return VALUE_FAIL;                                                           \
        TEXT_LONG_BANG(ec, name##_bang, TEXT_SLOW);                                                                    \
        return text_change_self(ec, self, argc, argv, change);                                                         \
    }
SUB_PAIR(string_sub_method, sub)
SUB_PAIR(string_gsub, gsub)

// --- Steps: for loops in the prelude
// ---------------------------------------------------------------------------------------- A cursor is an Array [where
// to search next, begin of the last match or -1, its end].

static size_t cursor_at(value_t cursor, size_t i)
{
    return (size_t)value_to_fixnum(array_at(value_to_array(cursor), i));
}

static bool set_cursor(struct ec *ec, value_t cursor, size_t next, size_t begin, size_t end)
{
    struct array *const a = value_to_array(cursor);
    if (array_store(ec->heap, a, 0, value_fixnum((int64_t)next)) &&
        array_store(ec->heap, a, 1, value_fixnum((int64_t)begin)) &&
        array_store(ec->heap, a, 2, value_fixnum((int64_t)end))) {
        return true;
    }
    vm_raise_memory(ec);
    return false;
}

// $~ after the last step: the last match again, or nil.
static value_t end_steps(struct ec *ec, struct text_pattern *pattern, struct string *s, value_t cursor)
{
    if (!text_match_wanted(ec)) return VALUE_NIL;
    bool const any = value_to_fixnum(array_at(value_to_array(cursor), 1)) >= 0;
    size_t begin = cursor_at(cursor, 1), end = cursor_at(cursor, 2);
    if (any && pattern->kind == TEXT_ENGINE && text_pattern_find(ec, pattern, s, begin, &begin, &end) < 0)
        return VALUE_UNDEF;
    return text_pattern_note(ec, pattern, s, any, begin, end) ? VALUE_NIL : VALUE_UNDEF;
}

static value_t groups_of(struct ec *ec, const struct text_pattern *pattern, const struct string *s)
{
    size_t const count = text_pattern_groups(pattern);
    struct array *const list = array_new(ec->heap, count);
    if (list == NULL) return vm_raise_memory(ec);
    for (size_t n = 1; n <= count; n++) {
        size_t begin = 0, end = 0;
        value_t v = VALUE_NIL;
        if (text_pattern_group(pattern, n, &begin, &end)) v = text_part(ec, s, begin, end - begin);
        if (v == VALUE_UNDEF) return v;
        if (!array_push(ec->heap, list, v)) return vm_raise_memory(ec);
    }
    return value_pointer(list);
}

// The next match: its text (or, with groups wanted, the Array of its groups), $~ set; nil: no more.
static value_t step(struct ec *ec, const value_t *argv, bool groups)
{
    struct string *const s = to_text(argv[0]);
    struct text_pattern pattern;
    if (!text_pattern_open(ec, &pattern, argv[1], s)) return VALUE_UNDEF;
    size_t begin = 0, end = 0;
    int const found = text_pattern_find(ec, &pattern, s, cursor_at(argv[2], 0), &begin, &end);
    value_t result = VALUE_UNDEF;
    if (found == 0) {
        result = end_steps(ec, &pattern, s, argv[2]);
    } else if (found > 0) {
        size_t next = end;
        if (begin == end) next += end < string_size(s) ? string_character_size(s, end) : 1;
        if (set_cursor(ec, argv[2], next, begin, end) && text_pattern_note(ec, &pattern, s, 1, begin, end)) {
            bool const list = groups && text_pattern_groups(&pattern) > 0;
            result = list ? groups_of(ec, &pattern, s) : text_part(ec, s, begin, end - begin);
        }
    }
    return result;
}

// Primitive.text_step(s, pattern, cursor)
static value_t text_step(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return step(ec, argv, false);
}

// Primitive.scan_step(s, pattern, cursor)
static value_t scan_step(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return step(ec, argv, true);
}

static bool append(struct ec *ec, value_t out, struct string *text)
{
    enum encoding encoding;
    struct string *const to = to_text(out);
    if (!text_join_encoding(ec, to, text, &encoding)) return false;
    if (encoding != string_encoding(to)) string_set_encoding(to, encoding);
    if (string_append_string(ec->heap, to, text)) return true;
    vm_raise_memory(ec);
    return false;
}

// Primitive.text_step_put(out, s, done, cursor, text): what is between the matches, then the text. The new `done`.
static value_t text_step_put(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    size_t const done = (size_t)value_to_fixnum(argv[2]), begin = cursor_at(argv[3], 1);
    struct string *const s = to_text(argv[1]);
    if (!string_append(ec->heap, to_text(argv[0]), string_bytes(s) + done, begin - done)) return vm_raise_memory(ec);
    return append(ec, argv[0], to_text(argv[4])) ? value_fixnum((int64_t)cursor_at(argv[3], 2)) : VALUE_UNDEF;
}

// Primitive.text_step_end(out, s, done): the rest; out.
static value_t text_step_end(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    size_t const done = (size_t)value_to_fixnum(argv[2]);
    struct string *const s = to_text(argv[1]);
    if (!string_append(ec->heap, to_text(argv[0]), string_bytes(s) + done, string_size(s) - done))
        return vm_raise_memory(ec);
    return argv[0];
}

// Primitive.text_cursor: a new cursor.
static value_t text_cursor(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    value_t const start[3] = {value_fixnum(0), value_fixnum(-1), value_fixnum(-1)};
    return CORE_NEW(ec, array_new_small(ec->heap, start, 3));
}

// --- scan
// -------------------------------------------------------------------------------------------------------------------

static value_t scan(struct ec *ec, struct string *s, value_t by)
{
    struct text_pattern pattern;
    if (text_broken(s)) return text_raise_broken(ec, s);
    if (!text_pattern_open(ec, &pattern, by, s)) return VALUE_UNDEF;
    struct array *const list = array_new(ec->heap, 0);
    if (list == NULL) {
        return vm_raise_memory(ec);
    }
    struct text_work work;
    text_work_begin(ec, &work);
    work.values[0] = value_pointer(list);
    size_t const size = string_size(s);
    size_t from = 0, begin = 0, end = 0, last_begin = 0, last_end = 0;
    bool any = false, ok = true;
    while (ok && from <= size) {
        int const found = text_pattern_find(ec, &pattern, s, from, &begin, &end);
        if (found <= 0) {
            ok = found == 0;
            break;
        }
        any = true;
        last_begin = begin, last_end = end;
        size_t const groups = text_pattern_groups(&pattern);
        value_t const item = groups > 0 ? groups_of(ec, &pattern, s) : text_part(ec, s, begin, end - begin);
        if (item == VALUE_UNDEF) {
            ok = false;
        } else if (!array_push(ec->heap, list, item)) {
            ok = false;
            vm_raise_memory(ec);
        } else {
            ok = text_work_poll(ec, &work, 48 + 48 * groups);
        }
        from = end;
        if (begin == end) from += end < size ? string_character_size(s, end) : 1;
    }
    if (ok && text_match_wanted(ec)) {
        if (any && pattern.kind == TEXT_ENGINE)
            ok = text_pattern_find(ec, &pattern, s, last_begin, &last_begin, &last_end) >= 0;
        ok = ok && text_pattern_note(ec, &pattern, s, any, last_begin, last_end);
    }
    text_work_end(ec, &work);
    return ok ? value_pointer(list) : VALUE_UNDEF;
}

static value_t string_scan_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc]) || (!is_text(argv[0]) && !is_regexp(argv[0]))) return VALUE_FAIL;
    TEXT_LONG(ec, string_scan_method, TEXT_SLOW);
    return scan(ec, to_text(self), argv[0]);
}

static value_t string_scan_primitive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    TEXT_LONG(ec, string_scan_primitive, TEXT_SLOW);
    return scan(ec, to_text(self), argv[0]);
}

static value_t check_frozen(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return core_check_frozen(ec, self) ? VALUE_NIL : VALUE_UNDEF;
}

// How long each takes, see docs/builtins.md:
//   bounded: text_cursor check_frozen
//   moves: text_step_put text_step_end
//   polls: string_sub_method string_sub_method_bang string_gsub string_gsub_bang string_scan_method
//     string_scan_primitive
//   native: text_step scan_step
static const struct core_method methods[] = {
    {"sub", string_sub_method, 1, 2, CORE_TRY},
    {"sub!", string_sub_method_bang, 1, 2, CORE_TRY},
    {"gsub", string_gsub, 1, 2, CORE_TRY},
    {"gsub!", string_gsub_bang, 1, 2, CORE_TRY},
    {"scan", string_scan_method, 1, 1, CORE_TRY | METHOD_WANTS_BLOCK},
};

static const struct vm_primitive primitives[] = {
    {"string_sub", string_sub_method},  {"string_sub!", string_sub_method_bang}, {"string_gsub", string_gsub},
    {"string_gsub!", string_gsub_bang}, {"string_scan", string_scan_primitive},  {"text_step", text_step},
    {"scan_step", scan_step},           {"text_step_put", text_step_put},        {"text_step_end", text_step_end},
    {"text_cursor", text_cursor},       {"string_check_frozen", check_frozen},
};

bool core_string_sub(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
