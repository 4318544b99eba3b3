// How strings and symbols print: String#inspect, Symbol#inspect, and symbols as strings.
#include <oniguruma.h>
#include <stdio.h>

#include "object/interior.h"

// The escape of a character that is not printed as it is; a static text or `buffer`. NULL: print it.
static const char *escape_of(enum encoding encoding, uint32_t code, const char *next, size_t left, char buffer[16])
{
    switch (code) {
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
    case 127: return encoding_unicode(encoding) ? "\\u007F" : "\\x7F";
    case '#': {
        size_t const unit = encoding_unit(encoding);
        size_t size;
        int32_t const c = left < unit ? -1 : encoding_decode(encoding, next, left, &size);
        return c == '{' || c == '$' || c == '@' ? "\\#" : NULL;
    }
    default: break;
    }
    bool const unicode = encoding_unicode(encoding);
    if (code < 0x80 ? code >= 0x20
                    : encoding == ENCODING_UTF8 && ONIGENC_IS_CODE_PRINT(ONIG_ENCODING_UTF8, (OnigCodePoint)code)) {
        return NULL;
    }
    if (unicode) {
        snprintf(buffer, 16, code < 0x10000 ? "\\u%04X" : "\\u{%X}", code);
    } else {
        snprintf(buffer, 16, code < 0x100 ? "\\x%02X" : "\\x{%X}", code);
    }
    return buffer;
}

static bool append_invalid(struct heap *heap, struct string *out, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char buffer[8];
        snprintf(buffer, sizeof buffer, "\\x%02X", (unsigned char)bytes[i]);
        if (!string_append_text(heap, out, buffer)) return false;
    }
    return true;
}

static bool append_character(struct heap *heap, struct string *out, uint32_t code)
{
    char bytes[8];
    return string_append(heap, out, bytes, encoding_encode(ENCODING_UTF8, code, bytes));
}

#define PIECE 16384u // bytes between pauses; on a coroutine `out` and what the bytes belong to are roots
static bool append_inspected_bytes(struct heap *heap, struct string *out, enum encoding encoding, const char *bytes,
                                   size_t size)
{
    bool const as_is = encoding == ENCODING_UTF8 || encoding_single_byte(encoding);
    size_t plain = 0; // start of the run that is copied as it is
    bool ok = string_append_text(heap, out, "\"");
    size_t stop = PIECE;
    for (size_t i = 0, character; ok && i < size; i += character) {
        char buffer[16];
        if (TRP_UNLIKELY(i >= stop)) {
            heap_pause(heap, PIECE / 8);
            stop = i + PIECE;
        }
        int32_t const code = encoding_decode(encoding, bytes + i, size - i, &character);
        const char *const next = bytes + i + character;
        const char *const escape =
            code < 0 ? NULL : escape_of(encoding, (uint32_t)code, next, size - i - character, buffer);
        if (code >= 0 && escape == NULL && as_is) continue;
        if (as_is) ok = string_append(heap, out, bytes + plain, i - plain);
        if (code < 0) {
            ok = ok && append_invalid(heap, out, bytes + i, character);
        } else {
            ok = ok && (escape != NULL ? string_append_text(heap, out, escape)
                                       : append_character(heap, out, (uint32_t)code));
        }
        plain = i + character;
    }
    if (as_is) ok = ok && string_append(heap, out, bytes + plain, size - plain);
    return ok && string_append_text(heap, out, "\"");
}

bool string_append_inspected(struct heap *heap, struct string *out, const struct string *s)
{
    return append_inspected_bytes(heap, out, string_encoding(s), string_bytes(s), string_size(s));
}

bool string_append_symbol_inspected(struct runtime *runtime, struct heap *heap, struct string *out, symbol_t symbol)
{
    const char *const text = symbol_text(runtime, symbol);
    size_t const size = symbol_size(runtime, symbol);
    if (!string_append_text(heap, out, ":")) return false;
    if (symbol_is_plain(runtime, symbol)) return string_append(heap, out, text, size);
    enum encoding const encoding = symbol_ascii(runtime, symbol)   ? ENCODING_ASCII
                                   : symbol_valid(runtime, symbol) ? ENCODING_UTF8
                                                                   : ENCODING_BINARY;
    return append_inspected_bytes(heap, out, encoding, text, size);
}

struct string *symbol_string(struct runtime *runtime, struct heap *heap, symbol_t symbol)
{
    enum encoding const encoding = symbol_ascii(runtime, symbol)   ? ENCODING_ASCII
                                   : symbol_valid(runtime, symbol) ? ENCODING_UTF8
                                                                   : ENCODING_BINARY;
    struct string *const s = string_new(heap, symbol_text(runtime, symbol), symbol_size(runtime, symbol), encoding);
    if (s == NULL) return NULL;
    enum string_range const range = encoding == ENCODING_ASCII ? STRING_ASCII : STRING_VALID;
    s->header |= (uint64_t)range << STRING_RANGE_SHIFT; // string_new knows nothing of the range
    return s;
}

symbol_t string_symbol(struct runtime *runtime, struct heap *heap, const struct string *s)
{
    return symbol_from_bytes(runtime, heap, string_bytes(s), string_size(s));
}
