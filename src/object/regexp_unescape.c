// The first step of regexp_source.h: escapes of bytes and code points, and the encoding. As rb_reg_preprocess of CRuby does
// it.
#include "object/misc.h"
#include "object/regexp_source.h"

void regexp_text_append(struct regexp_text *text, const char *bytes, size_t size)
{
    if (text->failed) return;
    if (text->size + size > text->capacity) {
        size_t const capacity = (text->size + size) * 2 + 64;
        char *const grown = base_realloc(text->bytes, capacity);
        if (grown == NULL) {
            text->failed = true;
            return;
        }
        text->bytes = grown;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

struct reader {
    const char *at, *end;
    enum encoding source;  // of the string that holds the pattern
    enum encoding fixed;   // ENCODING_COUNT: not decided
    bool property;         // \p was seen: its names depend on the encoding
    struct regexp_text *text;
    const char *message;
};

static bool fail(struct reader *r, const char *message)
{
    r->message = message;
    return false;
}

static int digit_of(char c, unsigned base)
{
    int const letter = (c | 0x20) - 'a';
    int const value = c >= '0' && c <= '9' ? c - '0' : letter >= 0 && letter < 6 ? letter + 10 : 99;
    return value < (int)base ? value : -1;
}

// Up to `max` digits; returns how many.
static int read_digits(struct reader *r, unsigned base, int max, unsigned *value)
{
    int count = 0;
    *value = 0;
    while (count < max && r->at < r->end && digit_of(*r->at, base) >= 0) {
        *value = *value * base + (unsigned)digit_of(*r->at++, base);
        count++;
    }
    return count;
}

// --- Bytes ---------------------------------------------------------------------------------------------------------

#define NESTED_MAX 2 // \M-\C-x

static int read_escaped_byte(struct reader *r, int depth);

// What follows \C- or \c (`mask` 0x9f) or \M- (`mask` 0): a character, perhaps escaped.
static int read_masked(struct reader *r, int depth, const char *message)
{
    if (r->at == r->end) return fail(r, message), -1;
    if (*r->at == '\\') return read_escaped_byte(r, depth + 1);
    if ((unsigned char)*r->at >= 0x80) return fail(r, message), -1;
    return *r->at++;
}

static bool skip_dash(struct reader *r)
{
    if (r->at == r->end || *r->at != '-') return false;
    r->at++;
    return true;
}

// The value of \xHH, \ooo, \cx, \C-x, \M-x and so on; -1: an error. The cursor is at the backslash.
static int read_escaped_byte(struct reader *r, int depth)
{
    if (depth > NESTED_MAX || r->end - r->at < 2) return fail(r, "too short escaped multibyte character"), -1;
    char const kind = r->at[1];
    r->at += 2;
    unsigned value;
    int byte;
    switch (kind) {
    case 'x':
        if (read_digits(r, 16, 2, &value) == 0) return fail(r, "invalid hex escape"), -1;
        return (int)value;
    case 'M':
        if (!skip_dash(r)) return fail(r, "too short meta escape"), -1;
        byte = read_masked(r, depth, "too short meta escape");
        return byte < 0 ? -1 : byte | 0x80;
    case 'C':
        if (!skip_dash(r)) return fail(r, "too short control escape"), -1;
        // fall through
    case 'c':
        if (r->at < r->end && *r->at == '?') return r->at++, 0x7f;
        byte = read_masked(r, depth, "too short control escape");
        return byte < 0 ? -1 : byte & 0x9f;
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'a': return '\a';
    case 'e': return 0x1b;
    default:
        if (kind >= '0' && kind <= '7') {
            r->at--;
            read_digits(r, 8, 3, &value);
            return value > 0xff ? (fail(r, "invalid escape code"), -1) : (int)value;
        }
        return fail(r, "unexpected escape sequence"), -1;
    }
}

static void put_ascii(struct regexp_text *text, unsigned value)
{
    static char const digits[] = "0123456789ABCDEF";
    char const escape[] = {'\\', 'x', digits[value >> 4], digits[value & 15]};
    regexp_text_append(text, escape, sizeof escape);
}

static bool fix_encoding(struct reader *r, enum encoding encoding, const char *message)
{
    if (r->fixed != ENCODING_COUNT && r->fixed != encoding) return fail(r, message);
    r->fixed = encoding;
    return true;
}

// How many bytes the character needs that begins with these; 0: no character.
static size_t character_needs(enum encoding encoding, const char *bytes, size_t size)
{
    unsigned char const first = (unsigned char)bytes[0];
    size_t needs = 1;
    if (encoding == ENCODING_UTF8) needs = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (encoding == ENCODING_EUC_JP) needs = first == 0x8f ? 3 : first >= 0x80 ? 2 : 1;
    if (encoding == ENCODING_SHIFT_JIS || encoding == ENCODING_WINDOWS_31J) {
        needs = (first >= 0x81 && first <= 0x9f) || first >= 0xe0 ? 2 : 1;
    }
    if (size < needs && !(encoding == ENCODING_UTF8 && (first < 0xc2 || first > 0xf4))) return needs;
    size_t taken;
    return encoding_decode(encoding, bytes, size, &taken) < 0 ? 0 : taken;
}

// An escaped byte; when it begins a character of several bytes, the next ones must be escaped too.
static bool unescape_bytes(struct reader *r)
{
    char bytes[8];
    size_t count = 0, needs;
    do {
        if (count > 0 && (r->at == r->end || *r->at != '\\')) return fail(r, "too short escaped multibyte character");
        int const byte = read_escaped_byte(r, 0);
        if (byte < 0) return false;
        bytes[count++] = (char)byte;
        needs = character_needs(r->source, bytes, count);
    } while (needs > count && count < sizeof bytes);
    if (needs != count) return fail(r, "invalid multibyte escape");
    if (count == 1 && (unsigned char)bytes[0] < 0x80) {
        put_ascii(r->text, (unsigned char)bytes[0]);
        return true;
    }
    if (count == 1) {
        put_ascii(r->text, (unsigned char)bytes[0]);
    } else {
        regexp_text_append(r->text, bytes, count);
    }
    return fix_encoding(r, r->source, "escaped non ASCII character in UTF-8 regexp");
}

// --- Code points ---------------------------------------------------------------------------------------------------

static bool put_code_point(struct reader *r, unsigned code)
{
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return fail(r, "invalid Unicode range");
    if (code < 0x80) {
        put_ascii(r->text, code);
        return true;
    }
    char bytes[8];
    size_t const size = encoding_encode(ENCODING_UTF8, code, bytes);
    regexp_text_append(r->text, bytes, size);
    return fix_encoding(r, ENCODING_UTF8, "UTF-8 character in non UTF-8 regexp");
}

static void skip_spaces(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n')) r->at++;
}

// Behind \u.
static bool unescape_unicode(struct reader *r)
{
    unsigned code;
    if (r->at == r->end) return fail(r, "too short escape sequence");
    if (*r->at != '{') {
        return read_digits(r, 16, 4, &code) == 4 ? put_code_point(r, code) : fail(r, "invalid Unicode escape");
    }
    r->at++;
    bool any = false;
    for (skip_spaces(r); r->at < r->end && *r->at != '}'; skip_spaces(r), any = true) {
        int const count = read_digits(r, 16, 7, &code);
        if (count == 0) return fail(r, "invalid Unicode list");
        if (count > 6) return fail(r, "invalid Unicode range");
        if (!put_code_point(r, code)) return false;
    }
    if (!any || r->at == r->end) return fail(r, "invalid Unicode list");
    r->at++;
    return true;
}

// --- The whole -----------------------------------------------------------------------------------------------------

static bool copy_character(struct reader *r)
{
    if ((unsigned char)*r->at < 0x80) {
        regexp_text_put(r->text, *r->at++);
        return true;
    }
    size_t size;
    if (encoding_decode(r->source, r->at, (size_t)(r->end - r->at), &size) < 0) {
        return fail(r, "invalid multibyte character");
    }
    regexp_text_append(r->text, r->at, size);
    r->at += size;
    return fix_encoding(r, r->source, "non ASCII character in UTF-8 regexp");
}

// Is the escape at the cursor, which begins with a digit from 1 to 7, more than 0177 in octal? If not it may be a
// reference to a group.
static bool is_large_octal(struct reader *r)
{
    struct reader ahead = *r;
    unsigned value;
    ahead.at++;
    return read_digits(&ahead, 8, 3, &value) > 0 && value > 0177;
}

static bool unescape_one(struct reader *r) // at a backslash
{
    if (r->end - r->at < 2) return fail(r, "too short escape sequence");
    char const kind = r->at[1];
    switch (kind) {
    case '1': case '2': case '3': case '4': case '5': case '6': case '7':
        if (is_large_octal(r)) return unescape_bytes(r);
        break;
    case '0': case 'x': case 'c': case 'C': case 'M':
        return unescape_bytes(r);
    case 'u':
        r->at += 2;
        return unescape_unicode(r);
    case 'p': case 'P':
        r->property = true;
        break;
    default:
        if ((unsigned char)kind < 0x80) break;
        r->at++; // a character of several bytes needs no backslash
        return copy_character(r);
    }
    regexp_text_append(r->text, r->at, 2);
    r->at += 2;
    return true;
}

bool regexp_unescape(struct string *source, unsigned options, struct regexp_text *text, struct regexp_facts *facts,
                      const char **message)
{
    const char *const bytes = string_bytes(source);
    enum encoding encoding = string_encoding(source);
    if (options & REGEXP_NOENCODING && encoding == ENCODING_ASCII) encoding = ENCODING_BINARY;
    struct reader r = {.at = bytes, .end = bytes + string_size(source), .source = encoding, .fixed = ENCODING_COUNT};
    r.text = text;
    while (r.at < r.end) {
        bool const done = *r.at == '\\' ? unescape_one(&r) : copy_character(&r);
        if (!done) {
            *message = r.message;
            return false;
        }
    }
    if (r.fixed == ENCODING_COUNT && r.property) r.fixed = encoding;
    bool const none = (options & REGEXP_NOENCODING) != 0, decided = r.fixed != ENCODING_COUNT;
    if (decided && ((r.fixed != encoding && options & REGEXP_FIXED) || (r.fixed != ENCODING_BINARY && none))) {
        *message = "incompatible character encoding";
        return false;
    }
    facts->fixed = decided || options & REGEXP_FIXED;
    facts->encoding = decided ? r.fixed : options & REGEXP_FIXED ? encoding : ENCODING_ASCII;
    return true;
}
