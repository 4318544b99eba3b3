// Regexp: making, showing, matching. MatchData is in match.c.
#include "core/string/text.h"

#include <stdio.h>

// Primitive.regexp_new(class, source, options): RegexpError.
static value_t regexp_make(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    char buffer[128];
    const char *message;
    struct string *const source = to_text(argv[1]);
    unsigned const options = (unsigned)value_to_fixnum(argv[2]);
    struct regexp *const regexp = regexp_new(ec->runtime, ec->heap, source, options, buffer, &message);
    if (regexp == NULL) {
        if (message == NULL) return vm_raise_memory(ec);
        return vm_raise(ec, CLASS_REGEXP_ERROR, "%s: /%.*s/", message, (int)string_size(source), string_bytes(source));
    }
    class_id_t const id = value_to_class(argv[0])->id;
    if (id != CLASS_REGEXP) { // of a subclass; nobody else has seen it yet
        regexp->header = (regexp->header & UINT32_MAX) | (uint64_t)id << HEADER_CLASS_SHIFT;
    }
    return value_pointer(regexp);
}

// --- Asking
// -------------------------------------------------------------------------------------------------------------

static value_t regexp_source(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return text_copy(ec, to_text(to_regexp(self)->source));
}

static value_t regexp_options_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_fixnum((int64_t)to_regexp(self)->options);
}

static value_t regexp_casefold(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(to_regexp(self)->options & REGEXP_IGNORECASE);
}

static value_t regexp_fixed(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(to_regexp(self)->options & REGEXP_FIXED);
}

static value_t regexp_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    if (self == argv[0]) return VALUE_TRUE;
    if (!is_regexp(argv[0])) return VALUE_FALSE;
    const struct regexp *const a = to_regexp(self), *const b = to_regexp(argv[0]);
    if ((a->options ^ b->options) & ~(uint64_t)REGEXP_NOENCODING) return VALUE_FALSE;
    return value_bool(string_encoding(to_text(a->source)) == string_encoding(to_text(b->source)) &&
                      string_equal(to_text(a->source), to_text(b->source)));
}

static value_t regexp_hash(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    const struct regexp *const re = to_regexp(self);
    uint64_t const options = re->options & ~(uint64_t)REGEXP_NOENCODING;
    return value_fixnum((int64_t)hash_fold(string_hash(to_text(re->source)) * 31 + options));
}

// --- Showing
// ------------------------------------------------------------------------------------------------------------

static void append_byte(struct ec *ec, struct string *out, char c, bool *ok)
{
    *ok = *ok && string_append(ec->heap, out, &c, 1);
}

// The source with / escaped and what cannot be printed as \x. `out` is a root, if this pauses. False: no memory.
static bool append_source(struct ec *ec, struct string *out, const char *bytes, size_t size, enum encoding encoding)
{
    bool ok = true;
    size_t stop = 0;
    for (size_t i = 0; i < size && ok;) {
        size_t character;
        text_turn(ec, i, &stop, TEXT_SLOW);
        int32_t const code = encoding_decode(encoding, bytes + i, size - i, &character);
        if (bytes[i] == '\\' && i + 1 < size) {
            size_t next;
            encoding_decode(encoding, bytes + i + 1, size - i - 1, &next);
            character = 1 + next;
        } else if (bytes[i] == '/') {
            append_byte(ec, out, '\\', &ok);
        } else if (code < 0 || (code < 0x20 && !text_space((unsigned char)code)) || code == 0x7f) {
            char hex[8];
            snprintf(hex, sizeof hex, "\\x%02X", (unsigned char)bytes[i]);
            ok = string_append(ec->heap, out, hex, 4);
            i++;
            continue;
        }
        ok = ok && string_append(ec->heap, out, bytes + i, character);
        i += character;
    }
    return ok;
}

static void flags_text(unsigned options, char text[4])
{
    char *p = text;
    if (options & REGEXP_MULTILINE) *p++ = 'm';
    if (options & REGEXP_IGNORECASE) *p++ = 'i';
    if (options & REGEXP_EXTENDED) *p++ = 'x';
    *p = 0;
}

static bool append_regexp(struct ec *ec, struct string *out, const struct regexp *re)
{
    const struct string *const source = to_text(re->source);
    char flags[4];
    flags_text((unsigned)re->options, flags);
    return string_append(ec->heap, out, "/", 1) &&
           append_source(ec, out, string_bytes(source), string_size(source), string_encoding(source)) &&
           string_append(ec->heap, out, "/", 1) && string_append_text(ec->heap, out, flags) &&
           (!(re->options & REGEXP_NOENCODING) || string_append(ec->heap, out, "n", 1));
}

// Either way of showing a regexp, in a String that is a root as it grows.
static value_t shown(struct ec *ec, value_t self, bool (*append)(struct ec *, struct string *, const struct regexp *))
{
    const struct regexp *const re = to_regexp(self);
    const struct string *const source = to_text(re->source);
    struct string *const out = string_new_capacity(ec->heap, string_size(source) + 12, string_encoding(source));
    if (out == NULL) return vm_raise_memory(ec);
    value_t root = value_pointer(out);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    bool const ok = append(ec, out, re);
    ec->roots = roots.next;
    return ok ? root : vm_raise_memory(ec);
}

#define REGEXP_LONG(function) VM_LONG(ec, string_size(to_text(to_regexp(self)->source)) / TEXT_SLOW, function, WORK_CHANGES)
static value_t regexp_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    REGEXP_LONG(regexp_inspect);
    return shown(ec, self, append_regexp);
}

// "(?flags-flags:" at the start of a source that is one group to its end: then the group's options are the regexp's.
struct embedded {
    unsigned options;
    size_t start, size;
};

static bool closes_at_end(const char *bytes, size_t size, size_t from)
{
    int depth = 1;
    bool set = false;
    for (size_t i = from; i < size; i++) {
        if (bytes[i] == '\\') {
            i++;
        } else if (set) {
            set = bytes[i] != ']';
        } else if (bytes[i] == '[') {
            set = true;
        } else if (bytes[i] == '(') {
            depth++;
        } else if (bytes[i] == ')' && --depth == 0) {
            return i == size - 1;
        }
    }
    return false;
}

static void strip_group(const struct string *source, struct embedded *e)
{
    const char *const bytes = string_bytes(source);
    size_t const size = string_size(source);
    if (size < 4 || memcmp(bytes, "(?", 2) != 0) return;
    unsigned options = e->options;
    bool on = true;
    size_t i = 2;
    for (; i < size && bytes[i] != ':'; i++) {
        unsigned flag;
        switch (bytes[i]) {
        case 'm': flag = REGEXP_MULTILINE; break;
        case 'i': flag = REGEXP_IGNORECASE; break;
        case 'x': flag = REGEXP_EXTENDED; break;
        case '-':
            if (!on) return;
            on = false;
            continue;
        default: return;
        }
        options = on ? options | flag : options & ~flag;
    }
    if (i >= size || !closes_at_end(bytes, size, i + 1)) return;
    *e = (struct embedded){options, i + 1, size - i - 2};
}

static bool append_as_group(struct ec *ec, struct string *out, const struct regexp *re)
{
    const struct string *const source = to_text(re->source);
    struct embedded e = {(unsigned)re->options, 0, string_size(source)};
    strip_group(source, &e);
    char on[4], off[4];
    flags_text(e.options, on);
    flags_text(~e.options, off);
    return string_append(ec->heap, out, "(?", 2) && string_append_text(ec->heap, out, on) &&
           (off[0] == 0 || string_append(ec->heap, out, "-", 1)) && string_append_text(ec->heap, out, off) &&
           string_append(ec->heap, out, ":", 1) &&
           append_source(ec, out, string_bytes(source) + e.start, e.size, string_encoding(source)) &&
           string_append(ec->heap, out, ")", 1);
}

static value_t regexp_to_s(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    REGEXP_LONG(regexp_to_s);
    return shown(ec, self, append_as_group);
}

static const char *quoted(char c)
{
    switch (c) {
    case '\n': return "\\n";
    case '\t': return "\\t";
    case '\r': return "\\r";
    case '\f': return "\\f";
    case '\v': return "\\v";
    default: return NULL;
    }
}

// Of a String, which is a root.
static bool append_escaped(struct ec *ec, struct string *out, struct string *s)
{
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    size_t stop = 0;
    bool ok = true;
    for (size_t i = 0; i < size && ok;) {
        size_t character;
        text_turn(ec, i, &stop, TEXT_SLOW);
        encoding_decode(string_encoding(s), bytes + i, size - i, &character);
        const char *const name = character == 1 ? quoted(bytes[i]) : NULL;
        if (name != NULL) {
            ok = string_append(ec->heap, out, name, 2);
        } else {
            if (character == 1 && bytes[i] != 0 && strchr("[]{}()|-*.\\?+^$ #", bytes[i]))
                append_byte(ec, out, '\\', &ok);
            ok = ok && string_append(ec->heap, out, bytes + i, character);
        }
        i += character;
    }
    return ok;
}

static value_t escape(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, string_size(to_text(argv[0])) / (TEXT_SLOW / 2), escape, WORK_READS_ARGUMENTS);
    (void)self;
    struct string *const s = to_text(argv[0]);
    enum encoding const encoding = string_ascii_only(s) ? ENCODING_ASCII : string_encoding(s);
    struct string *const out = string_new_capacity(ec->heap, string_size(s) + 8, encoding);
    if (out == NULL) return vm_raise_memory(ec);
    value_t root = value_pointer(out);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    bool const ok = append_escaped(ec, out, s);
    ec->roots = roots.next;
    return ok ? root : vm_raise_memory(ec);
}

// Primitive.regexp_escape(text): a String or Symbol.
static value_t regexp_escape(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    if (!value_is_symbol(argv[0])) return escape(ec, self, 1, argv);
    struct string *const s = symbol_string(ec->runtime, ec->heap, value_to_symbol(argv[0]));
    value_t const text = s == NULL ? vm_raise_memory(ec) : value_pointer(s);
    return s == NULL ? text : escape(ec, self, 1, &text);
}

// --- Names
// --------------------------------------------------------------------------------------------------------------

struct names {
    struct ec *ec;
    struct array *list; // NULL: no memory
};

static void add_name(const char *name, size_t size, const int *groups, int count, void *context)
{
    (void)groups, (void)count;
    struct names *const n = context;
    if (n->list == NULL) return;
    struct string *const s = string_new(n->ec->heap, name, size, ENCODING_UTF8);
    if (s == NULL || !array_push(n->ec->heap, n->list, value_pointer(s))) n->list = NULL;
}

static void add_named(const char *name, size_t size, const int *groups, int count, void *context)
{
    add_name(name, size, groups, count, context);
    struct names *const n = context;
    if (n->list == NULL) return;
    struct array *const numbers = array_new(n->ec->heap, (size_t)count);
    bool ok = numbers != NULL;
    for (int i = 0; i < count && ok; i++)
        ok = array_push(n->ec->heap, numbers, value_fixnum(groups[i]));
    if (!ok || !array_push(n->ec->heap, n->list, value_pointer(numbers))) n->list = NULL;
}

static value_t list_names(struct ec *ec, value_t regexp, void (*visit)(const char *, size_t, const int *, int, void *))
{
    struct names n = {ec, array_new(ec->heap, 0)};
    if (n.list != NULL && is_regexp(regexp)) regexp_each_name(to_regexp(regexp), visit, &n);
    return CORE_NEW(ec, n.list);
}

static value_t regexp_names(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return list_names(ec, argc > 0 ? argv[0] : self, add_name);
}

// Names and their group numbers, alternating.
static value_t regexp_named_list(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return list_names(ec, argc > 0 ? argv[0] : self, add_named);
}

// --- Matching
// -----------------------------------------------------------------------------------------------------------

// The String that a String or Symbol is; NULL: no memory, raised.
static struct string *subject_of(struct ec *ec, value_t v)
{
    if (is_text(v)) return to_text(v);
    struct string *const s = symbol_string(ec->runtime, ec->heap, value_to_symbol(v));
    if (s == NULL) vm_raise_memory(ec);
    return s;
}

static bool has_subject(value_t v) { return is_text(v) || value_is_symbol(v); }

// Searches and sets $~. The byte position, -1: none, -2: exception.
static int64_t match_and_note(struct ec *ec, value_t regexp, struct string *s)
{
    struct text_pattern p;
    if (!text_pattern_open(ec, &p, regexp, s)) return -2;
    size_t begin = 0, end = 0;
    int const found = text_pattern_find(ec, &p, s, 0, &begin, &end);
    bool const ok = found >= 0 && text_pattern_note(ec, &p, s, found, begin, end);
    return !ok ? -2 : found ? (int64_t)begin : -1;
}

static value_t match_operator(struct ec *ec, value_t regexp, value_t subject)
{
    struct string *const s = subject_of(ec, subject);
    if (s == NULL) return VALUE_UNDEF;
    int64_t const at = match_and_note(ec, regexp, s);
    if (at == -2) return VALUE_UNDEF;
    return at == -1 ? VALUE_NIL : value_fixnum((int64_t)text_index_of(s, (size_t)at));
}

static value_t regexp_match_operator(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (has_subject(argv[0])) return match_operator(ec, self, argv[0]);
    if (!value_is_nil(argv[0])) return VALUE_FAIL;
    vm_set_match(ec, VALUE_NIL);
    return VALUE_NIL;
}

static value_t regexp_case_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!has_subject(argv[0])) {
        if (value_is_heap(argv[0])) return VALUE_FAIL;
        vm_set_match(ec, VALUE_NIL);
        return VALUE_FALSE;
    }
    struct string *const s = subject_of(ec, argv[0]);
    int64_t const at = s == NULL ? -2 : match_and_note(ec, self, s);
    return at == -2 ? VALUE_UNDEF : value_bool(at >= 0);
}

// String#=~ and Symbol#=~ with a Regexp.
static value_t text_match_operator(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (is_regexp(argv[0])) return match_operator(ec, argv[0], self);
    if (is_text(argv[0]) && is_text(self)) return vm_raise(ec, CLASS_TYPE_ERROR, "type mismatch: String given");
    return VALUE_FAIL;
}

// The byte offset of a start in characters. 1, 0: outside, -1: exception, -2: needs conversion.
static int start_of(struct ec *ec, struct string *s, int argc, const value_t *argv, size_t *offset)
{
    *offset = 0;
    if (argc < 2) return 1;
    if (!value_is_integer(argv[1])) return -2;
    int64_t start;
    if (!text_integer(ec, argv[1], &start)) return -1;
    if (start < 0) start += (int64_t)string_length(s);
    if (start >= 0) *offset = string_offset(s, (size_t)start);
    return start >= 0 && *offset != SIZE_MAX;
}

// argv: the subject, and where to start.
static value_t match_data(struct ec *ec, value_t regexp, int argc, const value_t *argv)
{
    struct string *const s = subject_of(ec, argv[0]);
    if (s == NULL) return VALUE_UNDEF;
    size_t begin = 0, end = 0;
    int found = start_of(ec, s, argc, argv, &begin);
    if (found < 0) return found == -1 ? VALUE_UNDEF : VALUE_FAIL;
    value_t match = VALUE_NIL;
    if (found) {
        struct text_pattern p;
        if (!text_pattern_open(ec, &p, regexp, s)) return VALUE_UNDEF;
        found = text_pattern_find(ec, &p, s, begin, &begin, &end);
        match = found < 0 ? VALUE_UNDEF : found ? text_pattern_match(ec, &p, s, begin, end) : VALUE_NIL;
    }
    if (match != VALUE_UNDEF) vm_set_match(ec, match);
    return match;
}

static value_t match_test(struct ec *ec, value_t regexp, int argc, const value_t *argv)
{
    struct string *const s = subject_of(ec, argv[0]);
    if (s == NULL) return VALUE_UNDEF;
    size_t begin = 0, end = 0;
    int found = start_of(ec, s, argc, argv, &begin);
    if (found <= 0) return found == 0 ? VALUE_FALSE : found == -1 ? VALUE_UNDEF : VALUE_FAIL;
    struct text_pattern p;
    if (!text_pattern_open(ec, &p, regexp, s)) return VALUE_UNDEF;
    found = text_pattern_find(ec, &p, s, begin, &begin, &end);
    return found < 0 ? VALUE_UNDEF : value_bool(found);
}

static value_t regexp_match(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc]) || !has_subject(argv[0])) return VALUE_FAIL; // a block, or a conversion
    return match_data(ec, self, argc, argv);
}

// Primitive.regexp_match(regexp, subject, start)
static value_t regexp_match_primitive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    return match_data(ec, argv[0], argc - 1, argv + 1);
}

static value_t regexp_match_test(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (value_is_nil(argv[0])) return VALUE_FALSE;
    return has_subject(argv[0]) ? match_test(ec, self, argc, argv) : VALUE_FAIL;
}

static value_t regexp_match_test_primitive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    return match_test(ec, argv[0], argc - 1, argv + 1);
}

// String#match and match?: the other way round.
static value_t text_match(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc]) || value_class_id(argv[0]) != CLASS_REGEXP) return VALUE_FAIL;
    value_t const arguments[2] = {self, argc > 1 ? argv[1] : VALUE_NIL};
    return match_data(ec, argv[0], argc, arguments);
}

static value_t text_match_test(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (value_class_id(argv[0]) != CLASS_REGEXP) return VALUE_FAIL;
    value_t const arguments[2] = {self, argc > 1 ? argv[1] : VALUE_NIL};
    return match_test(ec, argv[0], argc, arguments);
}

static value_t set_last_match(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    vm_set_match(ec, argv[0]);
    return VALUE_NIL;
}

static value_t get_last_match(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    return vm_get_special(ec, SPECIAL_MATCH);
}

static value_t get_last_line(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    return vm_get_special(ec, SPECIAL_LAST_LINE);
}

// Primitive.text_range_plain(x): a Range whose ends are Integers or nil.
static value_t range_plain(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_bool(text_range_plain(argv[0]));
}

// How long each takes, see docs/builtins.md:
//   bounded: regexp_source regexp_options_method regexp_casefold regexp_fixed regexp_names regexp_named_list
//     set_last_match get_last_match get_last_line range_plain
//   moves: regexp_equal regexp_hash
//   native: regexp_match_operator regexp_case_equal regexp_match regexp_match_test text_match_operator text_match
//     text_match_test regexp_match_primitive regexp_match_test_primitive
//   polls: regexp_inspect regexp_to_s regexp_escape
//   open: regexp_make
static const struct core_method methods[] = {
    {"source", regexp_source, 0, 0, 0},
    {"options", regexp_options_method, 0, 0, 0},
    {"casefold?", regexp_casefold, 0, 0, 0},
    {"fixed_encoding?", regexp_fixed, 0, 0, 0},
    {"==", regexp_equal, 1, 1, 0},
    {"eql?", regexp_equal, 1, 1, 0},
    {"hash", regexp_hash, 0, 0, 0},
    {"inspect", regexp_inspect, 0, 0, 0},
    {"to_s", regexp_to_s, 0, 0, 0},
    {"names", regexp_names, 0, 0, 0},
    {"=~", regexp_match_operator, 1, 1, CORE_TRY},
    {"===", regexp_case_equal, 1, 1, CORE_TRY},
    {"match", regexp_match, 1, 2, CORE_TRY | METHOD_WANTS_BLOCK},
    {"match?", regexp_match_test, 1, 2, CORE_TRY},
};

static const struct core_method text_methods[] = {
    {"=~", text_match_operator, 1, 1, CORE_TRY},
    {"match", text_match, 1, 2, CORE_TRY | METHOD_WANTS_BLOCK},
    {"match?", text_match_test, 1, 2, CORE_TRY},
};

static const struct vm_primitive primitives[] = {
    {"regexp_new", regexp_make},
    {"regexp_escape", regexp_escape},
    {"regexp_names", regexp_names},
    {"regexp_named_list", regexp_named_list},
    {"regexp_match_operator", regexp_match_operator},
    {"regexp_case_equal", regexp_case_equal},
    {"regexp_match", regexp_match_primitive},
    {"regexp_match?", regexp_match_test_primitive},
    {"regexp_source", regexp_source},
    {"regexp_options", regexp_options_method},
    {"set_last_match", set_last_match},
    {"get_last_match", get_last_match},
    {"get_last_line", get_last_line},
    {"text_range_plain", range_plain},
};

bool core_regexp(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_REGEXP, methods) && CORE_METHODS(boot, CLASS_STRING, text_methods) &&
           CORE_METHODS(boot, CLASS_SYMBOL, text_methods) && CORE_PRIMITIVES(boot, primitives);
}
