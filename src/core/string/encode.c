// String: its encoding, scrubbing, dumping. Conversions are in transcode.c.
#include "core/string/transcode.h"

#include <stdio.h>

static value_t set_encoding(struct ec *ec, value_t self, enum encoding encoding)
{
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    string_set_encoding(to_text(self), encoding);
    return self;
}

// The encoding that a name stands for, but for "external" and "internal".
static enum encoding find_encoding(const struct string *name)
{
    const char *const bytes = string_bytes(name);
    size_t const size = string_size(name);
    static const char *const defaults[] = {"locale", "filesystem"};
    for (size_t i = 0; i < TRP_COUNT(defaults); i++) {
        if (size == strlen(defaults[i]) && memcmp(bytes, defaults[i], size) == 0) return ENCODING_UTF8;
    }
    return encoding_find(bytes, size);
}

static value_t string_force_encoding(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!is_text(argv[0])) return VALUE_FAIL;
    enum encoding const encoding = find_encoding(to_text(argv[0]));
    return encoding == ENCODING_COUNT ? VALUE_FAIL : set_encoding(ec, self, encoding);
}

// Primitive.string_set_encoding(index)
static value_t string_set_encoding_primitive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return set_encoding(ec, self, (enum encoding)value_to_fixnum(argv[0]));
}

// Primitive.encoding_of(s): the index.
static value_t encoding_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    return value_fixnum(string_encoding(to_text(argc > 0 ? argv[0] : self)));
}

// Primitive.encoding_find(name): the index, or nil.
static value_t encoding_find_primitive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    enum encoding const encoding = find_encoding(to_text(argv[0]));
    return encoding == ENCODING_COUNT ? VALUE_NIL : value_fixnum(encoding);
}

// Primitive.encoding_compatible(a, b), of two Strings: the index, or nil.
static value_t encoding_compatible(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    enum encoding const encoding = string_compatible(to_text(argv[0]), to_text(argv[1]));
    return encoding == ENCODING_COUNT ? VALUE_NIL : value_fixnum(encoding);
}

static value_t string_valid_encoding(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!string_range_known(to_text(self))) TEXT_LONG(ec, string_valid_encoding, TEXT_SLOW);
    return value_bool(string_scan(to_text(self)) != STRING_BROKEN);
}

static value_t string_ascii_only_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!string_range_known(to_text(self))) TEXT_LONG(ec, string_ascii_only_method, TEXT_SLOW);
    struct string *const s = to_text(self);
    return value_bool(encoding_ascii_compatible(string_encoding(s)) && string_scan(s) == STRING_ASCII);
}

static value_t string_b(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    struct string *const s = string_dup(ec->heap, to_text(self));
    if (s == NULL) return vm_raise_memory(ec);
    string_set_encoding(s, ENCODING_BINARY);
    return value_pointer(s);
}

// --- scrub
// ----------------------------------------------------------------------------------------------------------------

static struct string *scrub(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    enum encoding const encoding = string_encoding(s);
    if (string_scan(s) != STRING_BROKEN) {
        struct string *const same = string_dup(ec->heap, s);
        if (same == NULL) vm_raise_memory(ec);
        return same;
    }
    char standard[8];
    const char *with = standard;
    size_t with_size;
    if (argc > 0 && !value_is_nil(argv[0])) {
        struct string *const given = to_text(argv[0]);
        if (string_scan(given) == STRING_BROKEN) {
            struct string *const shown = vm_inspect_plain(ec, argv[0]);
            if (shown == NULL) return vm_raise_memory(ec), NULL;
            vm_raise(ec, CLASS_ARGUMENT_ERROR, "replacement must be valid byte sequence %.*s", (int)string_size(shown),
                     string_bytes(shown));
            return NULL;
        }
        enum encoding joined;
        if (string_encoding(given) != encoding && string_scan(given) != STRING_ASCII &&
            !text_join_encoding(ec, s, given, &joined)) {
            return NULL;
        }
        with = string_bytes(given);
        with_size = string_size(given);
    } else {
        with_size = encoding_encode(encoding, encoding_unicode(encoding) ? 0xfffd : '?', standard);
    }
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    struct text_out out;
    text_out_open(ec, &out, size + size / 8, encoding);
    for (size_t at = 0, character; at < size; at += character) {
        if (encoding_decode(encoding, bytes + at, size - at, &character) >= 0) {
            text_out_put(&out, bytes + at, character);
            continue;
        }
        bool incomplete;
        character = text_invalid_size(encoding, bytes + at, size - at, &incomplete);
        text_out_put(&out, with, with_size);
    }
    *changed = true;
    return text_out_close(&out);
}

static value_t string_scrub(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc]) || (argc > 0 && !value_is_nil(argv[0]) && !is_text(argv[0]))) return VALUE_FAIL;
    TEXT_LONG(ec, string_scrub, TEXT_SLOW);
    return text_changed(ec, self, argc, argv, scrub);
}

static value_t string_scrub_primitive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    TEXT_LONG(ec, string_scrub_primitive, TEXT_SLOW);
    return text_changed(ec, self, argc, argv, scrub);
}

// Primitive.string_invalid(s, from): [offset, size] of the next invalid bytes, or nil.
static value_t string_invalid(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, string_size(to_text(argv[0])) / TEXT_SLOW, string_invalid, WORK_READS_ARGUMENTS);
    (void)self;
    const struct string *const s = to_text(argv[0]);
    enum encoding const encoding = string_encoding(s);
    size_t const size = string_size(s);
    size_t stop = 0;
    for (size_t at = (size_t)value_to_fixnum(argv[1]), character; at < size; at += character) {
        text_turn(ec, at, &stop, TEXT_SLOW);
        if (encoding_decode(encoding, string_bytes(s) + at, size - at, &character) >= 0) continue;
        bool incomplete;
        character = text_invalid_size(encoding, string_bytes(s) + at, size - at, &incomplete);
        value_t const pair[2] = {value_fixnum((int64_t)at), value_fixnum((int64_t)character)};
        return CORE_NEW(ec, array_new_small(ec->heap, pair, 2));
    }
    return VALUE_NIL;
}

// --- dump
// -----------------------------------------------------------------------------------------------------------------

static const char *dumped(char c)
{
    switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    case '\f': return "\\f";
    case '\v': return "\\v";
    case '\b': return "\\b";
    case '\a': return "\\a";
    case 27: return "\\e";
    default: return NULL;
    }
}

static void dump_character(struct text_out *out, const struct string *s, size_t at, size_t *size)
{
    enum encoding const encoding = string_encoding(s);
    const char *const bytes = string_bytes(s) + at;
    size_t const available = string_size(s) - at;
    char text[16];
    unsigned char const c = (unsigned char)bytes[0];
    const char *const name = dumped(bytes[0]);
    *size = 1;
    if (name != NULL) {
        text_out_put(out, name, 2);
    } else if (c == '#' && available > 1 && strchr("$@{", bytes[1]) != NULL && bytes[1] != 0) {
        text_out_put(out, "\\#", 2);
    } else if (c >= 0x20 && c < 0x7f) {
        text_out_byte(out, bytes[0]);
    } else {
        int32_t const code =
            c >= 0x80 && encoding == ENCODING_UTF8 ? encoding_decode(encoding, bytes, available, size) : -1;
        if (code < 0) {
            *size = 1;
            snprintf(text, sizeof text, "\\x%02X", c);
        } else if (code > 0xffff) {
            snprintf(text, sizeof text, "\\u{%X}", (unsigned)code);
        } else {
            snprintf(text, sizeof text, "\\u%04X", (unsigned)code);
        }
        text_out_put(out, text, strlen(text));
    }
}

static value_t string_dump(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    TEXT_LONG(ec, string_dump, TEXT_SLOW / 2);
    const struct string *const s = to_text(self);
    bool const compatible = encoding_ascii_compatible(string_encoding(s));
    struct text_out out;
    text_out_open(ec, &out, string_size(s) + 16, compatible ? string_encoding(s) : ENCODING_ASCII);
    text_out_byte(&out, '"');
    for (size_t at = 0, size; at < string_size(s); at += size)
        dump_character(&out, s, at, &size);
    text_out_byte(&out, '"');
    if (!compatible) {
        char text[64];
        snprintf(text, sizeof text, ".dup.force_encoding(\"%s\")", encoding_name(string_encoding(s)));
        text_out_put(&out, text, strlen(text));
    }
    struct string *const result = text_out_close(&out);
    return result != NULL ? value_pointer(result) : VALUE_UNDEF;
}

// --- undump
// ---------------------------------------------------------------------------------------------------------------

struct undump {
    struct ec *ec;
    const char *p, *end;
    struct text_out out;
    enum encoding encoding;
    bool unicode, bytes; // which escapes were seen
};

static bool undump_fail(struct undump *u, const char *message)
{
    vm_raise(u->ec, CLASS_RUNTIME_ERROR, "%s", message);
    return false;
}

// Up to `most` hexadecimal digits. Returns how many there were.
static unsigned read_hex(struct undump *u, unsigned most, uint32_t *code)
{
    unsigned count = 0;
    for (*code = 0; count < most && u->p < u->end; count++, u->p++) {
        unsigned char const c = (unsigned char)*u->p;
        unsigned char const letter = c | 0x20;
        if (c >= '0' && c <= '9') {
            *code = *code << 4 | (c - '0');
        } else if (letter >= 'a' && letter <= 'f') {
            *code = *code << 4 | (letter - 'a' + 10u);
        } else {
            break;
        }
    }
    return count;
}

static bool undump_code(struct undump *u, uint32_t code)
{
    u->encoding = ENCODING_UTF8;
    u->unicode = true;
    if (u->bytes) return undump_fail(u, "hex escape and Unicode escape are mixed");
    return text_out_code(&u->out, ENCODING_UTF8, code) || undump_fail(u, "invalid Unicode codepoint");
}

static bool undump_unicode(struct undump *u)
{
    uint32_t code;
    if (u->p == u->end || *u->p != '{') {
        if (read_hex(u, 4, &code) < 4) return undump_fail(u, "invalid Unicode escape");
        return undump_code(u, code);
    }
    u->p++;
    do {
        while (u->p < u->end && *u->p == ' ')
            u->p++;
        if (u->p < u->end && *u->p == '}') break;
        if (read_hex(u, 6, &code) == 0) return undump_fail(u, "invalid Unicode escape");
        if (!undump_code(u, code)) return false;
    } while (u->p < u->end && *u->p == ' ');
    if (u->p == u->end) return undump_fail(u, "unterminated Unicode escape: invalid Unicode escape");
    if (*u->p++ != '}') return undump_fail(u, "invalid Unicode escape");
    return true;
}

// One escape, behind its backslash.
static bool undump_escape(struct undump *u)
{
    static const char names[] = "nrtfvbae", values[] = "\n\r\t\f\v\b\a\033";
    if (u->p == u->end) return undump_fail(u, "invalid escape");
    char const c = *u->p++;
    if (c == 'u') return undump_unicode(u);
    if (c == 'x') {
        uint32_t byte;
        if (u->unicode) return undump_fail(u, "hex escape and Unicode escape are mixed");
        if (read_hex(u, 2, &byte) < 2) return undump_fail(u, "invalid hex escape");
        u->bytes = true;
        text_out_byte(&u->out, (char)byte);
        return true;
    }
    const char *const name = strchr(names, c);
    if (name == NULL && c != '\\' && c != '"' && c != '#') text_out_byte(&u->out, '\\');
    text_out_byte(&u->out, name != NULL ? values[name - names] : c);
    return true;
}

// What follows the closing quote: nothing, or .dup.force_encoding("NAME").
static bool undump_suffix(struct undump *u)
{
    static const char invalid[] =
        "invalid dumped string; not wrapped with '\"' nor '\"...\".force_encoding(\"...\")' form";
    static const char dup[] = ".dup", force[] = ".force_encoding(\"";
    if (u->p == u->end) return true;
    size_t left = (size_t)(u->end - u->p);
    if (left > sizeof dup - 1 && memcmp(u->p, dup, sizeof dup - 1) == 0) u->p += sizeof dup - 1;
    left = (size_t)(u->end - u->p);
    if (left < sizeof force - 1 || memcmp(u->p, force, sizeof force - 1) != 0) return undump_fail(u, invalid);
    u->p += sizeof force - 1;
    const char *const quote = memchr(u->p, '"', (size_t)(u->end - u->p));
    if (quote == NULL || u->end - quote != 2 || quote[1] != ')') return undump_fail(u, invalid);
    u->encoding = encoding_find(u->p, (size_t)(quote - u->p));
    return u->encoding != ENCODING_COUNT || undump_fail(u, "dumped string has unknown encoding name");
}

static bool undump_all(struct undump *u)
{
    if (u->p == u->end || *u->p++ != '"') {
        return undump_fail(u,
                           "invalid dumped string; not wrapped with '\"' nor '\"...\".force_encoding(\"...\")' form");
    }
    while (u->p < u->end && *u->p != '"') {
        char const c = *u->p++;
        if (c != '\\') {
            text_out_byte(&u->out, c);
        } else if (!undump_escape(u)) {
            return false;
        }
    }
    if (u->p == u->end) return undump_fail(u, "unterminated dumped string");
    u->p++;
    return undump_suffix(u);
}

static value_t string_undump(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    TEXT_LONG(ec, string_undump, TEXT_SLOW);
    struct string *const s = to_text(self);
    enum encoding const encoding = string_encoding(s);
    if (!encoding_ascii_compatible(encoding)) {
        return vm_raise(ec, CLASS_COMPATIBILITY_ERROR, "ASCII incompatible encoding: %s", encoding_name(encoding));
    }
    if (string_scan(s) != STRING_ASCII) {
        return vm_raise(ec, CLASS_RUNTIME_ERROR, "non-ASCII character detected at the undump target");
    }
    const char *const bytes = string_bytes(s);
    if (memchr(bytes, 0, string_size(s)) != NULL) return vm_raise(ec, CLASS_RUNTIME_ERROR, "string contains null byte");
    struct undump u = {.ec = ec, .p = bytes, .end = bytes + string_size(s), .encoding = encoding};
    text_out_open(ec, &u.out, string_size(s), encoding);
    bool const ok = undump_all(&u);
    struct string *const result = text_out_close(&u.out); // also when it is not wanted
    if (result == NULL || !ok) return VALUE_UNDEF;
    string_set_encoding(result, u.encoding);
    return value_pointer(result);
}

// How long each takes, see docs/builtins.md:
//   bounded: string_b string_undump string_set_encoding_primitive encoding_of encoding_find_primitive encoding_compatible
//     transcode
//   moves: string_force_encoding
//   polls: string_scrub string_dump string_scrub_primitive string_valid_encoding string_ascii_only_method
//     string_invalid
static const struct core_method methods[] = {
    {"force_encoding", string_force_encoding, 1, 1, CORE_TRY},
    {"valid_encoding?", string_valid_encoding, 0, 0, 0},
    {"ascii_only?", string_ascii_only_method, 0, 0, 0},
    {"b", string_b, 0, 0, 0},
    {"scrub", string_scrub, 0, 1, CORE_TRY | METHOD_WANTS_BLOCK},
    {"dump", string_dump, 0, 0, 0},
    {"undump", string_undump, 0, 0, 0},
};

static const struct vm_primitive primitives[] = {
    {"string_set_encoding", string_set_encoding_primitive},
    {"encoding_of", encoding_of},
    {"encoding_find", encoding_find_primitive},
    {"encoding_compatible", encoding_compatible},
    {"string_scrub", string_scrub_primitive},
    {"string_invalid", string_invalid},
    {"string_encode", transcode},
};

bool core_string_encode(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
