// Encodings. Purpose: names, decoding and encoding of one character, sizes of characters, scanning.
// UTF-8 and the encodings of one byte a character have fast paths; EUC-JP, Shift_JIS and Windows-31J are decoded by
// their lead bytes only, to the number that the bytes make. Dummy encodings (UTF-16 and UTF-32 without an order) are
// bytes.
// Data: constant.
#include <strings.h>

#include "object/interior.h"

struct encoding_row {
    const char *name;
    const char *aliases[4];
};
static const struct encoding_row encodings[ENCODING_COUNT] = {
    [ENCODING_UTF8] = {"UTF-8", {"CP65001"}},
    [ENCODING_ASCII] = {"US-ASCII", {"ASCII", "ANSI_X3.4-1968", "646"}},
    [ENCODING_BINARY] = {"BINARY", {"ASCII-8BIT"}},
    [ENCODING_UTF16LE] = {"UTF-16LE", {NULL}},
    [ENCODING_UTF16BE] = {"UTF-16BE", {"UCS-2BE"}},
    [ENCODING_UTF32LE] = {"UTF-32LE", {"UCS-4LE"}},
    [ENCODING_UTF32BE] = {"UTF-32BE", {"UCS-4BE"}},
    [ENCODING_EUC_JP] = {"EUC-JP", {"eucJP"}},
    [ENCODING_SHIFT_JIS] = {"Shift_JIS", {NULL}},
    [ENCODING_WINDOWS_31J] = {"Windows-31J", {"CP932", "csWindows31J", "SJIS", "PCK"}},
    [ENCODING_ISO_8859_1] = {"ISO-8859-1", {"ISO8859-1"}},
    [ENCODING_ISO_8859_15] = {"ISO-8859-15", {"ISO8859-15"}},
    [ENCODING_WINDOWS_1252] = {"Windows-1252", {"CP1252"}},
    [ENCODING_WINDOWS_1251] = {"Windows-1251", {"CP1251"}},
    [ENCODING_UTF16] = {"UTF-16", {NULL}},
    [ENCODING_UTF32] = {"UTF-32", {NULL}},
};

const char *encoding_name(enum encoding encoding) { return encodings[encoding].name; }

static bool is_name(const char *name, size_t size, const char *of)
{
    return of != NULL && strlen(of) == size && strncasecmp(of, name, size) == 0;
}

enum encoding encoding_find(const char *name, size_t size)
{
    for (int e = 0; e < ENCODING_COUNT; e++) {
        if (is_name(name, size, encodings[e].name)) return (enum encoding)e;
        for (size_t a = 0; a < TRP_COUNT(encodings[e].aliases); a++) {
            if (is_name(name, size, encodings[e].aliases[a])) return (enum encoding)e;
        }
    }
    return ENCODING_COUNT;
}

bool encoding_ascii_compatible(enum encoding encoding)
{
    switch (encoding) {
    case ENCODING_UTF16LE: case ENCODING_UTF16BE: case ENCODING_UTF32LE: case ENCODING_UTF32BE:
    case ENCODING_UTF16: case ENCODING_UTF32: return false;
    default: return true;
    }
}

bool encoding_single_byte(enum encoding encoding)
{
    switch (encoding) {
    case ENCODING_ASCII: case ENCODING_BINARY: case ENCODING_ISO_8859_1: case ENCODING_ISO_8859_15:
    case ENCODING_WINDOWS_1252: case ENCODING_WINDOWS_1251: case ENCODING_UTF16: case ENCODING_UTF32: return true;
    default: return false;
    }
}

bool encoding_unicode(enum encoding encoding)
{
    return encoding == ENCODING_UTF8 || (!encoding_ascii_compatible(encoding) && !encoding_single_byte(encoding));
}

size_t encoding_unit(enum encoding encoding)
{
    switch (encoding) {
    case ENCODING_UTF16LE: case ENCODING_UTF16BE: return 2;
    case ENCODING_UTF32LE: case ENCODING_UTF32BE: return 4;
    default: return 1;
    }
}

// --- Decoding --------------------------------------------------------------------------------------------------------
static bool is_continuation(unsigned char c) { return (c & 0xc0) == 0x80; }

static int32_t decode_utf8(const unsigned char *p, size_t available, size_t *size)
{
    unsigned const c = p[0];
    *size = 1;
    if (c < 0x80) return (int32_t)c;
    if (c < 0xc2 || c > 0xf4) return -1;
    if (c < 0xe0) {
        if (available < 2 || !is_continuation(p[1])) return -1;
        *size = 2;
        return (int32_t)((c & 0x1f) << 6 | (p[1] & 0x3f));
    }
    if (c < 0xf0) {
        if (available < 3 || !is_continuation(p[1]) || !is_continuation(p[2])) return -1;
        int32_t const code = (int32_t)((c & 0x0f) << 12 | (unsigned)(p[1] & 0x3f) << 6 | (p[2] & 0x3f));
        if (code < 0x800 || (code >= 0xd800 && code < 0xe000)) return -1;
        *size = 3;
        return code;
    }
    if (available < 4 || !is_continuation(p[1]) || !is_continuation(p[2]) || !is_continuation(p[3])) return -1;
    int32_t const code =
        (int32_t)((c & 7) << 18 | (unsigned)(p[1] & 0x3f) << 12 | (unsigned)(p[2] & 0x3f) << 6 | (p[3] & 0x3f));
    if (code < 0x10000 || code > 0x10ffff) return -1;
    *size = 4;
    return code;
}

static int32_t decode_utf16(const unsigned char *p, size_t available, size_t *size, bool little)
{
    *size = available < 2 ? 1 : 2;
    if (available < 2) return -1;
    unsigned const first = little ? p[0] | (unsigned)p[1] << 8 : p[1] | (unsigned)p[0] << 8;
    if (first < 0xd800 || first >= 0xe000) return (int32_t)first;
    if (first >= 0xdc00 || available < 4) return -1;
    unsigned const second = little ? p[2] | (unsigned)p[3] << 8 : p[3] | (unsigned)p[2] << 8;
    if (second < 0xdc00 || second >= 0xe000) return -1;
    *size = 4;
    return (int32_t)(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
}

static int32_t decode_utf32(const unsigned char *p, size_t available, size_t *size, bool little)
{
    *size = available < 4 ? available : 4;
    if (available < 4) return -1;
    uint32_t const code = little ? p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24
                                 : p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
    return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? -1 : (int32_t)code;
}

static int32_t decode_euc_jp(const unsigned char *p, size_t available, size_t *size)
{
    unsigned const c = p[0];
    *size = 1;
    if (c < 0x80) return (int32_t)c;
    size_t const wanted = c == 0x8f ? 3 : c == 0x8e || (c >= 0xa1 && c <= 0xfe) ? 2 : 0;
    if (wanted == 0 || available < wanted) return -1;
    int32_t code = (int32_t)c;
    for (size_t i = 1; i < wanted; i++) {
        if (p[i] < 0xa1 || p[i] == 0xff) return -1;
        code = code << 8 | p[i];
    }
    *size = wanted;
    return code;
}

static int32_t decode_shift_jis(const unsigned char *p, size_t available, size_t *size)
{
    unsigned const c = p[0];
    *size = 1;
    if (c < 0x80 || (c >= 0xa1 && c <= 0xdf)) return (int32_t)c;
    bool const lead = (c >= 0x81 && c <= 0x9f) || (c >= 0xe0 && c <= 0xfc);
    if (!lead || available < 2 || p[1] < 0x40 || p[1] == 0x7f || p[1] > 0xfc) return -1;
    *size = 2;
    return (int32_t)(c << 8 | p[1]);
}

int32_t encoding_decode(enum encoding encoding, const char *bytes, size_t available, size_t *size)
{
    TRP_ASSERT(available > 0);
    const unsigned char *const p = (const unsigned char *)bytes;
    switch (encoding) {
    case ENCODING_UTF8: return decode_utf8(p, available, size);
    case ENCODING_UTF16LE: return decode_utf16(p, available, size, true);
    case ENCODING_UTF16BE: return decode_utf16(p, available, size, false);
    case ENCODING_UTF32LE: return decode_utf32(p, available, size, true);
    case ENCODING_UTF32BE: return decode_utf32(p, available, size, false);
    case ENCODING_EUC_JP: return decode_euc_jp(p, available, size);
    case ENCODING_SHIFT_JIS: case ENCODING_WINDOWS_31J: return decode_shift_jis(p, available, size);
    default: *size = 1; return encoding == ENCODING_ASCII && p[0] >= 0x80 ? -1 : p[0];
    }
}

// --- Encoding --------------------------------------------------------------------------------------------------------
static size_t encode_utf8(uint32_t code, char out[8])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xc0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        if (code >= 0xd800 && code < 0xe000) return 0;
        out[0] = (char)(0xe0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3f));
        out[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    if (code > 0x10ffff) return 0;
    out[0] = (char)(0xf0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3f));
    out[2] = (char)(0x80 | (code >> 6 & 0x3f));
    out[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

static void put_unit(char *out, uint32_t unit, size_t size, bool little)
{
    for (size_t i = 0; i < size; i++) out[little ? i : size - 1 - i] = (char)(unit >> 8 * i);
}

static size_t encode_utf16(uint32_t code, char out[8], bool little)
{
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return 0;
    if (code < 0x10000) {
        put_unit(out, code, 2, little);
        return 2;
    }
    put_unit(out, 0xd800 + ((code - 0x10000) >> 10), 2, little);
    put_unit(out + 2, 0xdc00 + ((code - 0x10000) & 0x3ff), 2, little);
    return 4;
}

static size_t encode_utf32(uint32_t code, char out[8], bool little)
{
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return 0;
    put_unit(out, code, 4, little);
    return 4;
}

// The bytes that the number makes, if they are one character.
static size_t encode_by_decoding(enum encoding encoding, uint32_t code, char out[8])
{
    size_t const size = code < 0x100 ? 1 : code < 0x10000 ? 2 : code < 0x1000000 ? 3 : 4;
    put_unit(out, code, size, false);
    size_t decoded;
    return encoding_decode(encoding, out, size, &decoded) >= 0 && decoded == size ? size : 0;
}

size_t encoding_encode(enum encoding encoding, uint32_t codepoint, char out[8])
{
    switch (encoding) {
    case ENCODING_UTF8: return encode_utf8(codepoint, out);
    case ENCODING_UTF16LE: return encode_utf16(codepoint, out, true);
    case ENCODING_UTF16BE: return encode_utf16(codepoint, out, false);
    case ENCODING_UTF32LE: return encode_utf32(codepoint, out, true);
    case ENCODING_UTF32BE: return encode_utf32(codepoint, out, false);
    default: return encode_by_decoding(encoding, codepoint, out);
    }
}

// --- Scanning --------------------------------------------------------------------------------------------------------
#define HIGH_BITS 0x8080808080808080u

static inline uint64_t load_word(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

size_t bytes_ascii_prefix(const char *bytes, size_t size)
{
    size_t i = 0;
    for (; i + 32 <= size; i += 32) {
        uint64_t const all = load_word(bytes + i) | load_word(bytes + i + 8) | load_word(bytes + i + 16) |
                             load_word(bytes + i + 24);
        if (all & HIGH_BITS) break;
    }
    for (; i + 8 <= size && !(load_word(bytes + i) & HIGH_BITS); i += 8) {
    }
    while (i < size && (unsigned char)bytes[i] < 0x80) i++;
    return i;
}

enum string_range bytes_scan(enum encoding encoding, const char *bytes, size_t size)
{
    bool const compatible = encoding_ascii_compatible(encoding);
    size_t i = compatible ? bytes_ascii_prefix(bytes, size) : 0;
    if (i == size && compatible) return STRING_ASCII;
    if (encoding == ENCODING_ASCII) return STRING_BROKEN;
    if (encoding_single_byte(encoding)) return STRING_VALID;
    while (i < size) {
        size_t character;
        if (encoding_decode(encoding, bytes + i, size - i, &character) < 0) return STRING_BROKEN;
        i += character;
        if (compatible && i < size && (unsigned char)bytes[i] < 0x80) i += bytes_ascii_prefix(bytes + i, size - i);
    }
    return STRING_VALID;
}

// Characters of well-formed UTF-8: bytes that are not continuations, eight at a time.
size_t utf8_count(const char *bytes, size_t size)
{
    size_t continuations = 0;
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        uint64_t const word = load_word(bytes + i);
        uint64_t const marks = (word >> 7) & ~(word >> 6) & 0x0101010101010101u;
        continuations += (size_t)__builtin_popcountll(marks);
    }
    for (; i < size; i++) continuations += is_continuation((unsigned char)bytes[i]);
    return size - continuations;
}

// Byte offset of character `index` of well-formed UTF-8; SIZE_MAX beyond the end.
size_t utf8_offset(const char *bytes, size_t size, size_t index)
{
    size_t i = 0;
    while (i + 8 <= size) {
        uint64_t const word = load_word(bytes + i);
        uint64_t const marks = ~((word >> 7) & ~(word >> 6)) & 0x0101010101010101u;
        size_t const starts = (size_t)__builtin_popcountll(marks);
        if (starts > index) break;
        index -= starts;
        i += 8;
    }
    for (; i < size; i++) {
        if (is_continuation((unsigned char)bytes[i])) continue;
        if (index-- == 0) return i;
    }
    return index == 0 ? size : SIZE_MAX;
}

uint64_t hash_bytes(const char *bytes, size_t size, uint64_t seed)
{
    uint64_t const k0 = 0x2d358dccaa6c78a5, k1 = 0x8bb84b93962eacc9;
    uint64_t h = hash_mix(seed ^ k0, k1 ^ size);
    size_t left = size;
    for (; left > 16; left -= 16, bytes += 16) h = hash_mix(load_word(bytes) ^ k1, load_word(bytes + 8) ^ h);
    uint64_t a = 0, b = 0;
    if (left >= 8) {
        a = load_word(bytes);
        b = load_word(bytes + left - 8);
    } else if (left >= 4) {
        uint32_t low, high;
        memcpy(&low, bytes, 4);
        memcpy(&high, bytes + left - 4, 4);
        a = low;
        b = high;
    } else if (left > 0) {
        a = (uint64_t)(unsigned char)bytes[0] << 16 | (uint64_t)(unsigned char)bytes[left / 2] << 8 |
            (unsigned char)bytes[left - 1];
    }
    return hash_mix(k0 ^ a, hash_mix(h ^ b, k1));
}
