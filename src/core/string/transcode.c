// Converting text between encodings, character by character by way of Unicode. Tables for the encodings of one byte;
// iconv for the Japanese ones.
#include "core/string/transcode.h"

#include <iconv.h>
#include <stdio.h>

// --- Invalid sequences
// ------------------------------------------------------------------------------------------------------

// The longest start of a well-formed UTF-8 sequence; 0: the first byte starts none. *whole: bytes it would have.
static size_t utf8_start(const unsigned char *p, size_t available, size_t *whole)
{
    unsigned char const c = p[0];
    *whole = c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (*whole == 0) return 0;
    size_t n = 1;
    for (; n < *whole && n < available; n++) {
        unsigned char low = 0x80, high = 0xbf;
        if (n == 1 && c == 0xe0) low = 0xa0;
        if (n == 1 && c == 0xed) high = 0x9f;
        if (n == 1 && c == 0xf0) low = 0x90;
        if (n == 1 && c == 0xf4) high = 0x8f;
        if (p[n] < low || p[n] > high) break;
    }
    return n;
}

size_t text_invalid_size(enum encoding encoding, const char *bytes, size_t available, bool *incomplete)
{
    const unsigned char *const p = (const unsigned char *)bytes;
    *incomplete = false;
    size_t size;
    if (encoding == ENCODING_UTF8) {
        size_t whole;
        size = utf8_start(p, available, &whole);
        *incomplete = size == available && size > 0 && size < whole;
        return size > 0 ? size : 1;
    }
    encoding_decode(encoding, bytes, available, &size);
    size_t const unit = encoding_unit(encoding);
    if (unit > 1) {
        *incomplete =
            available < unit || (unit == 2 && available < 4 && (p[encoding == ENCODING_UTF16LE] & 0xfc) == 0xd8);
        return available < unit ? available : unit;
    }
    *incomplete = available == 1 && p[0] >= 0x80 && encoding != ENCODING_ASCII;
    return size;
}

// --- Encodings of one byte
// --------------------------------------------------------------------------------------------------

static const uint16_t windows_1252[32] = {
    // 0x80..0x9f; 0: not used
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};
static const uint16_t windows_1251[64] = {
    // 0x80..0xbf; from 0xc0 on the alphabet
    0x0402, 0x0403, 0x201a, 0x0453, 0x201e, 0x2026, 0x2020, 0x2021, 0x20ac, 0x2030, 0x0409, 0x2039, 0x040a,
    0x040c, 0x040b, 0x040f, 0x0452, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0,      0x2122,
    0x0459, 0x203a, 0x045a, 0x045c, 0x045b, 0x045f, 0x00a0, 0x040e, 0x045e, 0x0408, 0x00a4, 0x0490, 0x00a6,
    0x00a7, 0x0401, 0x00a9, 0x0404, 0x00ab, 0x00ac, 0x00ad, 0x00ae, 0x0407, 0x00b0, 0x00b1, 0x0406, 0x0456,
    0x0491, 0x00b5, 0x00b6, 0x00b7, 0x0451, 0x2116, 0x0454, 0x00bb, 0x0458, 0x0405, 0x0455, 0x0457,
};
static const uint16_t iso_8859_15[8][2] = {
    {0xa4, 0x20ac}, {0xa6, 0x0160}, {0xa8, 0x0161}, {0xb4, 0x017d},
    {0xb8, 0x017e}, {0xbc, 0x0152}, {0xbd, 0x0153}, {0xbe, 0x0178},
};

// The code point of a byte from 0x80 on; -1: none.
static int32_t byte_to_unicode(enum encoding encoding, unsigned char c)
{
    switch (encoding) {
    case ENCODING_ISO_8859_1: return c;
    case ENCODING_ISO_8859_15:
        for (size_t i = 0; i < TRP_COUNT(iso_8859_15); i++) {
            if (iso_8859_15[i][0] == c) return iso_8859_15[i][1];
        }
        return c;
    case ENCODING_WINDOWS_1252:
        if (c >= 0xa0) return c;
        return windows_1252[c - 0x80] != 0 ? windows_1252[c - 0x80] : -1;
    case ENCODING_WINDOWS_1251:
        if (c >= 0xc0) return 0x0410 + (c - 0xc0);
        return windows_1251[c - 0x80] != 0 ? windows_1251[c - 0x80] : -1;
    default: return -1;
    }
}

static size_t unicode_to_byte(enum encoding encoding, uint32_t code, char out[8])
{
    for (unsigned c = 0x80; c < 0x100; c++) {
        if (byte_to_unicode(encoding, (unsigned char)c) != (int32_t)code) continue;
        out[0] = (char)c;
        return 1;
    }
    return 0;
}

// --- The conversion
// -----------------------------------------------------------------------------------------------------------

#define NO_ICONV ((iconv_t)-1)
struct conversion {
    enum encoding from, to;
    unsigned flags;
    iconv_t reader, writer; // for the Japanese encodings
    struct heap_scratch held[2];
    struct text_out out;
    const char *replacement; // in `to`
    size_t replacement_size;
};

static const char *iconv_name(enum encoding encoding)
{
    switch (encoding) {
    case ENCODING_EUC_JP: return "EUC-JP";
    case ENCODING_SHIFT_JIS: return "SJIS";
    case ENCODING_WINDOWS_31J: return "CP932";
    default: return NULL;
    }
}

static int32_t read_by_iconv(iconv_t reader, const char *bytes, size_t size)
{
    uint32_t code = 0;
    char *in = (char *)(uintptr_t)bytes, *out = (char *)&code;
    size_t in_left = size, out_left = sizeof code;
    if (iconv(reader, &in, &in_left, &out, &out_left) == (size_t)-1 || in_left > 0) return -1;
    return (int32_t)code;
}

static size_t write_by_iconv(iconv_t writer, uint32_t code, char bytes[8])
{
    char *in = (char *)&code, *out = bytes;
    size_t in_left = sizeof code, out_left = 8;
    if (iconv(writer, &in, &in_left, &out, &out_left) == (size_t)-1) return 0;
    return 8 - out_left;
}

// The code point of the well-formed character that is the number `native`.
static int32_t to_unicode(const struct conversion *c, int32_t native, const char *bytes, size_t size)
{
    if (encoding_unicode(c->from) || native < 0x80) return native;
    if (c->reader != NO_ICONV) return read_by_iconv(c->reader, bytes, size);
    return byte_to_unicode(c->from, (unsigned char)native);
}

// 0: the target has no such character.
static size_t from_unicode(const struct conversion *c, uint32_t code, char out[8])
{
    if (encoding_unicode(c->to)) return encoding_encode(c->to, code, out);
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (c->writer != NO_ICONV) return write_by_iconv(c->writer, code, out);
    return unicode_to_byte(c->to, code, out);
}

static void put_text(struct conversion *c, const char *ascii)
{
    for (; *ascii != 0; ascii++) {
        char bytes[8];
        text_out_put(&c->out, bytes, from_unicode(c, (unsigned char)*ascii, bytes));
    }
}

static bool put_code(struct conversion *c, uint32_t code)
{
    char bytes[8];
    size_t const size = from_unicode(c, code, bytes);
    text_out_put(&c->out, bytes, size);
    return size > 0;
}

// &, <, > and " in XML; newlines. False: nothing was done.
static bool put_special(struct conversion *c, uint32_t code, bool before_newline)
{
    if (c->flags & (TRANSCODE_XML_TEXT | TRANSCODE_XML_ATTR)) {
        const char *const entity = code == '&'                                    ? "&amp;"
                                   : code == '<'                                  ? "&lt;"
                                   : code == '>'                                  ? "&gt;"
                                   : code == '"' && c->flags & TRANSCODE_XML_ATTR ? "&quot;"
                                                                                  : NULL;
        if (entity != NULL) return put_text(c, entity), true;
    }
    if (c->flags & TRANSCODE_UNIVERSAL_NEWLINE && code == '\r') {
        if (!before_newline) put_text(c, "\n");
        return true;
    }
    if (c->flags & TRANSCODE_CRLF && code == '\n') return put_text(c, "\r\n"), true;
    if (c->flags & TRANSCODE_CR && code == '\n') return put_text(c, "\r"), true;
    return false;
}

static void put_replacement(struct conversion *c)
{
    if (c->replacement != NULL) {
        text_out_put(&c->out, c->replacement, c->replacement_size);
    } else {
        put_code(c, encoding_unicode(c->to) ? 0xfffd : '?');
    }
}

static value_t problem(struct ec *ec, int kind, size_t offset, size_t size, int32_t code, bool incomplete)
{
    value_t const items[5] = {value_fixnum(kind), value_fixnum((int64_t)offset), value_fixnum((int64_t)size),
                              code < 0 ? VALUE_NIL : value_fixnum(code), value_bool(incomplete)};
    return CORE_NEW(ec, array_from(ec->heap, items, 5));
}

// VALUE_NIL: done.
static value_t convert_all(struct ec *ec, struct conversion *c, const char *bytes, size_t size)
{
    size_t stop = 0;
    for (size_t at = 0, character; at < size; at += character) {
        text_turn(ec, at, &stop, TEXT_SLOW);
        int32_t const native = encoding_decode(c->from, bytes + at, size - at, &character);
        if (native < 0) {
            bool incomplete;
            character = text_invalid_size(c->from, bytes + at, size - at, &incomplete);
            if (!(c->flags & TRANSCODE_INVALID)) return problem(ec, 0, at, character, -1, incomplete);
            put_replacement(c);
            continue;
        }
        int32_t const code = to_unicode(c, native, bytes + at, character);
        if (code < 0x80 && code >= 0 && c->flags & ~3u) {
            size_t const next = at + character;
            bool const newline = next < size && bytes[next] == '\n' && encoding_ascii_compatible(c->from);
            if (put_special(c, (uint32_t)code, newline)) continue;
        }
        if (code >= 0 && put_code(c, (uint32_t)code)) continue;
        if (code >= 0 && c->flags & (TRANSCODE_XML_TEXT | TRANSCODE_XML_ATTR)) {
            char reference[16];
            snprintf(reference, sizeof reference, "&#x%X;", (unsigned)code);
            put_text(c, reference);
        } else if (c->flags & TRANSCODE_UNDEF) {
            put_replacement(c);
        } else {
            return problem(ec, 1, at, character, code, false);
        }
    }
    return VALUE_NIL;
}

// UTF-16 and UTF-32 say their byte order with their first character, big-endian when they do not.
static void read_order(struct conversion *c, const char **bytes, size_t *size)
{
    const unsigned char *const p = (const unsigned char *)*bytes;
    if (c->from == ENCODING_UTF16) {
        bool const little = *size >= 2 && p[0] == 0xff && p[1] == 0xfe;
        bool const mark = little || (*size >= 2 && p[0] == 0xfe && p[1] == 0xff);
        c->from = little ? ENCODING_UTF16LE : ENCODING_UTF16BE;
        if (mark) *bytes += 2, *size -= 2;
    } else if (c->from == ENCODING_UTF32) {
        bool const little = *size >= 4 && memcmp(p, "\xff\xfe\0\0", 4) == 0;
        bool const mark = little || (*size >= 4 && memcmp(p, "\0\0\xfe\xff", 4) == 0);
        c->from = little ? ENCODING_UTF32LE : ENCODING_UTF32BE;
        if (mark) *bytes += 4, *size -= 4;
    }
}

static void release_iconv(void *body) { iconv_close(body); }

static bool open_iconv(struct ec *ec, struct conversion *c)
{
    const char *const from = iconv_name(c->from), *const to = iconv_name(c->to);
    c->reader = from != NULL ? iconv_open("UTF-32LE", from) : NO_ICONV;
    c->writer = to != NULL ? iconv_open(to, "UTF-32LE") : NO_ICONV;
    if (c->reader != NO_ICONV) heap_scratch_hold(ec->heap, &c->held[0], c->reader, release_iconv);
    if (c->writer != NO_ICONV) heap_scratch_hold(ec->heap, &c->held[1], c->writer, release_iconv);
    return (from == NULL || c->reader != NO_ICONV) && (to == NULL || c->writer != NO_ICONV);
}

static void close_iconv(struct ec *ec, struct conversion *c)
{
    if (c->reader != NO_ICONV) heap_scratch_close(ec->heap, &c->held[0]);
    if (c->writer != NO_ICONV) heap_scratch_close(ec->heap, &c->held[1]);
}

value_t transcode(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, string_size(to_text(argv[0])) / (TEXT_SLOW / 4), transcode, WORK_READS);
    const struct string *const s = to_text(argv[0]);
    struct conversion c = {.from = (enum encoding)value_to_fixnum(argv[1]),
                           .to = (enum encoding)value_to_fixnum(argv[2]),
                           .flags = (unsigned)value_to_fixnum(argv[3])};
    if (!value_is_nil(argv[4])) {
        c.replacement = string_bytes(to_text(argv[4]));
        c.replacement_size = string_size(to_text(argv[4]));
    }
    enum encoding const target = c.to;
    const char *bytes = string_bytes(s);
    size_t size = string_size(s);
    read_order(&c, &bytes, &size);
    if (target == ENCODING_UTF16) c.to = ENCODING_UTF16BE;
    if (target == ENCODING_UTF32) c.to = ENCODING_UTF32BE;
    if (!open_iconv(ec, &c)) {
        close_iconv(ec, &c);
        return problem(ec, 2, 0, 0, -1, false);
    }
    text_out_open(ec, &c.out, size + size / 2, target);
    if (target != c.to && size > 0) put_code(&c, 0xfeff);
    if (c.flags & TRANSCODE_XML_ATTR) put_text(&c, "\"");
    value_t const trouble = convert_all(ec, &c, bytes, size);
    if (c.flags & TRANSCODE_XML_ATTR) put_text(&c, "\"");
    close_iconv(ec, &c);
    struct string *const out = text_out_close(&c.out);
    if (out == NULL) return VALUE_UNDEF;
    return trouble == VALUE_NIL ? value_pointer(out) : trouble;
}
