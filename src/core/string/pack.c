// Array#pack. An item that needs a conversion makes pack_run decline: the prelude then asks pack_kinds what each item
// is to be, converts, and runs it again.
#include "core/string/pack.h"
#include "core/support/items.h"

#include <stdio.h>

// --- Directives
// -------------------------------------------------------------------------------------------------------------

int pack_unknown(struct ec *ec, const struct string *format, char type, bool unpacking)
{
    vm_raise(ec, CLASS_ARGUMENT_ERROR, "unknown %s directive '%c' in '%.*s'", unpacking ? "unpack" : "pack", type,
             (int)string_size(format), string_bytes(format));
    return -1;
}

static bool read_modifier(struct ec *ec, struct pack_directive *d, char modifier)
{
    if (strchr("sSiIlLqQjJ", d->type) == NULL) {
        vm_raise(ec, CLASS_ARGUMENT_ERROR, "'%c' allowed only after types sSiIlLqQjJ", modifier);
        return false;
    }
    if (modifier == '_' || modifier == '!') {
        d->native = true;
    } else if (modifier == '<') {
        d->little = true;
    } else {
        d->big = true;
    }
    if (!d->little || !d->big) return true;
    vm_raise(ec, CLASS_RANGE_ERROR, "Can't use both '<' and '>'");
    return false;
}

int pack_next(struct ec *ec, const struct string *format, const char **p, const char *end, struct pack_directive *d,
              bool unpacking)
{
    const char *q = *p;
    while (q < end && (text_space((unsigned char)*q) || *q == '#')) {
        if (*q == '#') {
            while (q < end && *q != '\n')
                q++;
        } else {
            q++;
        }
    }
    if (q == end) return 0;
    *d = (struct pack_directive){.type = *q++, .count = 1};
    if (d->type == 0 || strchr("aAbBcCdDeEfFgGhHiIjJlLmMnNqQrRsSuUvVwxXZ@pP^", d->type) == NULL)
        return pack_unknown(ec, format, d->type, unpacking);
    for (; q < end && (*q == '_' || *q == '!' || *q == '<' || *q == '>'); q++) {
        if (!read_modifier(ec, d, *q)) return -1;
    }
    if (q < end && *q == '*') {
        d->counted = true;
        d->count = PACK_STAR;
        q++;
    } else if (q < end && *q >= '0' && *q <= '9') {
        d->counted = true;
        d->count = 0;
        for (; q < end && *q >= '0' && *q <= '9'; q++) {
            d->count = 10 * d->count + (size_t)(*q - '0');
            if (d->count <= STRING_SIZE_MAX) continue;
            vm_raise(ec, CLASS_RANGE_ERROR, "pack length too big");
            return -1;
        }
    }
    *p = q;
    return 1;
}

size_t pack_integer_size(const struct pack_directive *d, bool *is_signed, bool *is_big)
{
    *is_signed = d->type >= 'a';
    *is_big = d->big;
    switch (d->type) {
    case 'c':
    case 'C': return 1;
    case 's':
    case 'S': return 2;
    case 'i':
    case 'I': return 4;
    case 'l':
    case 'L': return d->native ? 8 : 4;
    case 'q':
    case 'Q':
    case 'j':
    case 'J': return 8;
    case 'n':
    case 'N': *is_big = true; // fallthrough
    case 'v':
    case 'V': *is_signed = false; return d->type == 'n' || d->type == 'v' ? 2 : 4;
    default: return 0;
    }
}

size_t pack_float_size(const struct pack_directive *d, bool *is_big)
{
    *is_big = d->type == 'g' || d->type == 'G';
    switch (d->type) {
    case 'd':
    case 'D':
    case 'E':
    case 'G': return 8;
    case 'f':
    case 'F':
    case 'e':
    case 'g': return 4;
    default: return 0;
    }
}

// --- Packing
// ----------------------------------------------------------------------------------------------------------------

enum pack_result { PACK_OK, PACK_RAISED, PACK_NEEDS };
struct pack {
    struct ec *ec;
    const struct array *items;
    size_t next;
    struct string *out;
    struct array *kinds; // asking only: what each item is to be
    struct text_work work; // values: out or kinds, items, format, the text that is read
    unsigned turns;
};

static void turn(struct pack *k)
{
    if (TRP_UNLIKELY(++k->turns % 256 == 0)) heap_pause(k->ec->heap, 64);
}

// On a coroutine others may change a String meanwhile: a copy takes its place.
static bool own(struct pack *k, unsigned place, value_t *v)
{
    if (k->ec->heap->work == NULL || object_frozen(value_to_pointer(*v))) return true;
    const struct string *const copy = string_dup(k->ec->heap, to_text(*v));
    if (copy == NULL) return vm_raise_memory(k->ec), false;
    k->work.values[place] = *v = value_pointer(copy);
    return true;
}

// Before pack_all; `result` is the String or the Array that it makes. False: raised.
static bool begin(struct pack *k, void *result, value_t items, value_t *format)
{
    text_work_begin(k->ec, &k->work);
    k->work.values[0] = value_pointer(result);
    k->items = value_to_array(items);
    if (k->ec->heap->work == NULL) return true;
    struct array *const copy = array_new(k->ec->heap, 0);
    if (copy == NULL || !array_replace(k->ec->heap, copy, k->items)) return vm_raise_memory(k->ec), false;
    k->work.values[1] = value_pointer(copy);
    k->items = copy;
    return own(k, 2, format);
}

static uint64_t pack_cost(value_t items, value_t format)
{
    return 4 * items_cost(items) + string_size(to_text(format)) / 8;
}

static enum pack_result pack_fail(struct pack *k, class_id_t class_id, const char *message)
{
    vm_raise(k->ec, class_id, "%s", message);
    return PACK_RAISED;
}

static enum pack_result put(struct pack *k, const char *bytes, size_t size)
{
    turn(k);
    if (k->kinds != NULL || string_append(k->ec->heap, k->out, bytes, size)) return PACK_OK;
    vm_raise_memory(k->ec);
    return PACK_RAISED;
}

static enum pack_result put_zeros(struct pack *k, char with, size_t count)
{
    char chunk[64];
    memset(chunk, with, sizeof chunk);
    enum pack_result r = PACK_OK;
    for (; count > 0 && r == PACK_OK;) {
        size_t const size = count < sizeof chunk ? count : sizeof chunk;
        r = put(k, chunk, size);
        count -= size;
    }
    return r;
}

// Takes the next item, of a kind: i integer, f float, t text or nil, s anything as text. PACK_NEEDS: must be converted.
static enum pack_result take(struct pack *k, char kind, value_t *v)
{
    if (k->next >= array_count(k->items)) return pack_fail(k, CLASS_ARGUMENT_ERROR, "too few arguments");
    turn(k);
    *v = array_at(k->items, k->next++);
    if (k->kinds != NULL) {
        if (array_push(k->ec->heap, k->kinds, value_fixnum(kind))) return PACK_OK;
        vm_raise_memory(k->ec);
        return PACK_RAISED;
    }
    switch (kind) {
    case 'i': return value_is_integer(*v) ? PACK_OK : PACK_NEEDS;
    case 'f': return value_is_integer(*v) || value_is_float(*v) ? PACK_OK : PACK_NEEDS;
    case 's': return is_text(*v) ? PACK_OK : PACK_NEEDS;
    default: return is_text(*v) || value_is_nil(*v) ? PACK_OK : PACK_NEEDS;
    }
}

static size_t repetitions(const struct pack *k, const struct pack_directive *d)
{
    return d->count == PACK_STAR ? array_count(k->items) - k->next : d->count;
}

// The low 64 bits of an Integer of any size.
static bool low_bits(struct pack *k, value_t v, uint64_t *bits)
{
    struct heap *const heap = k->ec->heap;
    int64_t small;
    if (integer_to_int64(v, &small)) {
        *bits = (uint64_t)small;
        return true;
    }
    heap_pause(heap, integer_bit_length(v) / 4096); // its copies are garbage, too
    value_t const mask = value_fixnum(0xffffffff);
    value_t const low = integer_and(heap, v, mask), shifted = integer_shift(heap, v, -32);
    value_t const high = shifted == VALUE_UNDEF ? shifted : integer_and(heap, shifted, mask);
    if (low == VALUE_UNDEF || high == VALUE_UNDEF) return vm_raise_memory(k->ec), false;
    *bits = (uint64_t)value_to_fixnum(low) | (uint64_t)value_to_fixnum(high) << 32;
    return true;
}

static enum pack_result put_bits(struct pack *k, uint64_t bits, size_t size, bool is_big)
{
    char bytes[8];
    for (size_t i = 0; i < size; i++)
        bytes[is_big ? size - 1 - i : i] = (char)(bits >> 8 * i);
    return put(k, bytes, size);
}

static enum pack_result pack_integers(struct pack *k, const struct pack_directive *d, size_t size, bool is_big)
{
    for (size_t n = repetitions(k, d); n > 0; n--) {
        value_t v;
        uint64_t bits = 0;
        enum pack_result r = take(k, 'i', &v);
        if (r != PACK_OK) return r;
        if (k->kinds == NULL && !low_bits(k, v, &bits)) return PACK_RAISED;
        if ((r = put_bits(k, bits, size, is_big)) != PACK_OK) return r;
    }
    return PACK_OK;
}

static enum pack_result pack_floats(struct pack *k, const struct pack_directive *d, size_t size, bool is_big)
{
    for (size_t n = repetitions(k, d); n > 0; n--) {
        value_t v;
        enum pack_result r = take(k, 'f', &v);
        if (r != PACK_OK) return r;
        uint64_t bits = 0;
        if (k->kinds == NULL) {
            double const number = value_is_float(v) ? value_to_double(v) : integer_to_double(v);
            float const single = (float)number;
            if (size == 8) {
                memcpy(&bits, &number, 8);
            } else {
                memcpy(&bits, &single, 4);
            }
        }
        if ((r = put_bits(k, bits, size, is_big)) != PACK_OK) return r;
    }
    return PACK_OK;
}

// UTF-8 as it was once: up to six bytes, surrogates too.
static size_t long_utf8(uint32_t code, char bytes[8])
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    size_t const size = code < 0x800 ? 2 : code < 0x10000 ? 3 : code < 0x200000 ? 4 : code < 0x4000000 ? 5 : 6;
    for (size_t i = size - 1; i > 0; i--, code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(0xff00u >> size | code);
    return size;
}

static enum pack_result pack_code_points(struct pack *k, const struct pack_directive *d)
{
    for (size_t n = repetitions(k, d); n > 0; n--) {
        value_t v;
        enum pack_result r = take(k, 'i', &v);
        if (r != PACK_OK) return r;
        if (k->kinds != NULL) continue;
        int64_t code;
        if (!integer_to_int64(v, &code)) code = -1;
        char bytes[8];
        size_t const size = code < 0 || code > INT32_MAX ? 0 : long_utf8((uint32_t)code, bytes);
        if (size == 0) return pack_fail(k, CLASS_RANGE_ERROR, "pack(U): value out of range");
        if ((r = put(k, bytes, size)) != PACK_OK) return r;
    }
    return PACK_OK;
}

// BER: seven bits a byte, the highest first.
static enum pack_result pack_ber(struct pack *k, const struct pack_directive *d)
{
    for (size_t n = repetitions(k, d); n > 0; n--) {
        value_t v;
        enum pack_result r = take(k, 'i', &v);
        if (r != PACK_OK) return r;
        if (k->kinds != NULL) continue;
        if (integer_sign(v) < 0) return pack_fail(k, CLASS_ARGUMENT_ERROR, "can't compress negative numbers");
        size_t const digits = integer_sign(v) == 0 ? 1 : (integer_bit_length(v) + 6) / 7;
        for (size_t i = digits; i-- > 0;) {
            unsigned digit = 0;
            for (unsigned bit = 0; bit < 7; bit++)
                digit |= (unsigned)integer_bit(v, 7 * i + bit) << bit;
            char const byte = (char)(digit | (i > 0 ? 0x80 : 0));
            if ((r = put(k, &byte, 1)) != PACK_OK) return r;
        }
    }
    return PACK_OK;
}

// LEB128: seven bits a byte, the lowest first; r with a sign, R without.
static enum pack_result pack_leb(struct pack *k, const struct pack_directive *d)
{
    for (size_t n = repetitions(k, d); n > 0; n--) {
        value_t v;
        enum pack_result r = take(k, 'i', &v);
        if (r != PACK_OK) return r;
        if (k->kinds != NULL) continue;
        if (d->type == 'R' && integer_sign(v) < 0) {
            return pack_fail(k, CLASS_ARGUMENT_ERROR, "can't encode negative numbers in ULEB128");
        }
        size_t const bits = integer_bit_length(v) + (d->type == 'r');
        size_t const digits = bits == 0 ? 1 : (bits + 6) / 7;
        for (size_t i = 0; i < digits; i++) {
            unsigned digit = 0;
            for (unsigned bit = 0; bit < 7; bit++)
                digit |= (unsigned)integer_bit(v, 7 * i + bit) << bit;
            char const byte = (char)(digit | (i + 1 < digits ? 0x80 : 0));
            if ((r = put(k, &byte, 1)) != PACK_OK) return r;
        }
    }
    return PACK_OK;
}

// a A Z: bytes, filled up.
static enum pack_result pack_bytes(struct pack *k, const struct pack_directive *d, const char *bytes, size_t size)
{
    if (d->count == PACK_STAR) {
        enum pack_result const r = put(k, bytes, size);
        return r == PACK_OK && d->type == 'Z' ? put(k, "", 1) : r;
    }
    size_t const taken = size < d->count ? size : d->count;
    enum pack_result const r = put(k, bytes, taken);
    return r == PACK_OK ? put_zeros(k, d->type == 'A' ? ' ' : 0, d->count - taken) : r;
}

// b B h H: digits, the lowest or the highest bits first.
static enum pack_result pack_digits(struct pack *k, const struct pack_directive *d, const char *bytes, size_t size)
{
    bool const bits = d->type == 'b' || d->type == 'B', high_first = d->type == 'B' || d->type == 'H';
    unsigned const width = bits ? 1 : 4, each = bits ? 8 : 2;
    size_t const count = d->count == PACK_STAR ? size : d->count;
    size_t const used = count < size ? count : size;
    unsigned byte = 0;
    for (size_t i = 0; i < used; i++) {
        unsigned char const c = (unsigned char)bytes[i];
        bool const letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        unsigned const digit = bits ? c & 1 : (letter ? c + 9u : c) & 15;
        unsigned const place = (unsigned)(i % each);
        byte |= digit << width * (high_first ? each - 1 - place : place);
        if (place + 1 < each && i + 1 < used) continue;
        char const out = (char)byte;
        enum pack_result const r = put(k, &out, 1);
        if (r != PACK_OK) return r;
        byte = 0;
    }
    size_t const wanted = (count + each - 1) / each, written = (used + each - 1) / each;
    return put_zeros(k, 0, wanted - written);
}

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char uuencode[] = "`!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_";

static enum pack_result put_group(struct pack *k, const char *table, char padding, const unsigned char *p, size_t size)
{
    unsigned const a = p[0], b = size > 1 ? p[1] : 0, c = size > 2 ? p[2] : 0;
    char const out[4] = {table[a >> 2], table[(a << 4 | b >> 4) & 63],
                         size > 1 ? table[(b << 2 | c >> 6) & 63] : padding, size > 2 ? table[c & 63] : padding};
    return put(k, out, 4);
}

// m u: lines of `count` bytes, a multiple of three; m0: one line without its end.
static enum pack_result pack_encoded(struct pack *k, const struct pack_directive *d, const char *bytes, size_t size)
{
    const unsigned char *const p = (const unsigned char *)bytes;
    bool const uu = d->type == 'u', one_line = !uu && d->counted && d->count == 0;
    size_t line = !d->counted || d->count == PACK_STAR || d->count <= 2 ? 45 : d->count / 3 * 3;
    if (uu && line > 63) line = 63;
    if (one_line) line = size;
    for (size_t at = 0; at < size; at += line) {
        size_t const end = size - at < line ? size : at + line;
        enum pack_result r = uu ? put(k, &uuencode[end - at], 1) : PACK_OK;
        for (size_t i = at; i < end && r == PACK_OK; i += 3) {
            r = put_group(k, uu ? uuencode : base64, uu ? '`' : '=', p + i, end - i < 3 ? end - i : 3);
        }
        if (r == PACK_OK && !one_line) r = put(k, "\n", 1);
        if (r != PACK_OK) return r;
    }
    return PACK_OK;
}

// M: quoted-printable.
static enum pack_result pack_printable(struct pack *k, const struct pack_directive *d, const char *bytes, size_t size)
{
    size_t const limit = d->counted && d->count != PACK_STAR && d->count > 1 ? d->count : 72;
    enum pack_result r = PACK_OK;
    size_t column = 0;
    int previous = -1;
    for (size_t i = 0; i < size && r == PACK_OK; i++) {
        unsigned char const c = (unsigned char)bytes[i];
        if (c > 126 || (c < 32 && c != '\n' && c != '\t') || c == '=') {
            char text[4];
            snprintf(text, sizeof text, "=%02X", c);
            r = put(k, text, 3);
            column += 3;
            previous = -1;
        } else if (c == '\n') {
            if (previous == ' ' || previous == '\t') r = put(k, "=\n", 2);
            if (r == PACK_OK) r = put(k, "\n", 1);
            column = 0;
            previous = c;
        } else {
            r = put(k, bytes + i, 1);
            column++;
            previous = c;
        }
        if (column > limit && r == PACK_OK) {
            r = put(k, "=\n", 2);
            column = 0;
            previous = '\n';
        }
    }
    return r == PACK_OK && column > 0 ? put(k, "=\n", 2) : r;
}

static enum pack_result pack_text(struct pack *k, const struct pack_directive *d)
{
    value_t v;
    enum pack_result const r = take(k, d->type == 'M' ? 's' : 't', &v);
    if (r != PACK_OK || k->kinds != NULL) return r;
    if (is_text(v) && !own(k, 3, &v)) return PACK_RAISED;
    const char *const bytes = is_text(v) ? string_bytes(to_text(v)) : "";
    size_t const size = is_text(v) ? string_size(to_text(v)) : 0;
    switch (d->type) {
    case 'a':
    case 'A':
    case 'Z': return pack_bytes(k, d, bytes, size);
    case 'm':
    case 'u':
        if (value_is_nil(v)) {
            vm_raise_type(k->ec, v, "String");
            return PACK_RAISED;
        }
        return pack_encoded(k, d, bytes, size);
    case 'M': return pack_printable(k, d, bytes, size);
    default: return pack_digits(k, d, bytes, size);
    }
}

// x X @: moves.
static enum pack_result pack_move(struct pack *k, const struct pack_directive *d)
{
    size_t const count = d->count == PACK_STAR ? 0 : d->count;
    if (k->kinds != NULL) return PACK_OK;
    size_t const size = string_size(k->out);
    if (d->type == 'x') return put_zeros(k, 0, count);
    if (d->type == '@' && count >= size) return put_zeros(k, 0, count - size);
    if (d->type == 'X' && count > size) return pack_fail(k, CLASS_ARGUMENT_ERROR, "X outside of string");
    string_set_size(k->out, d->type == '@' ? count : size - count);
    return PACK_OK;
}

static enum pack_result pack_one(struct pack *k, const struct pack_directive *d)
{
    bool is_signed, is_big;
    size_t size = pack_integer_size(d, &is_signed, &is_big);
    if (size > 0) return pack_integers(k, d, size, is_big);
    size = pack_float_size(d, &is_big);
    if (size > 0) return pack_floats(k, d, size, is_big);
    switch (d->type) {
    case 'U': return pack_code_points(k, d);
    case 'w': return pack_ber(k, d);
    case 'r':
    case 'R': return pack_leb(k, d);
    case 'x':
    case 'X':
    case '@': return pack_move(k, d);
    case 'p':
    case 'P':
    case '^': return pack_fail(k, CLASS_NOT_IMPLEMENTED_ERROR, "pack: pointers are not implemented");
    default: return pack_text(k, d);
    }
}

static enum pack_result pack_all(struct pack *k, const struct string *format, enum encoding *encoding)
{
    const char *p = string_bytes(format);
    const char *const end = p + string_size(format);
    struct pack_directive d;
    *encoding = ENCODING_ASCII;
    for (;;) {
        int const more = pack_next(k->ec, format, &p, end, &d, false);
        if (more <= 0) return more == 0 ? PACK_OK : PACK_RAISED;
        if (d.type == 'U') {
            if (*encoding == ENCODING_ASCII) *encoding = ENCODING_UTF8;
        } else if (d.type != 'm' && d.type != 'M' && d.type != 'u') {
            *encoding = ENCODING_BINARY;
        }
        enum pack_result const r = pack_one(k, &d);
        if (r != PACK_OK) return r;
    }
}

// Primitive.pack_run(items, format, buffer or nil): the String, or nil: an item needs a conversion.
static value_t pack_run(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    VM_LONG(ec, pack_cost(argv[0], argv[1]), pack_run, WORK_CHANGES);
    struct pack k = {.ec = ec};
    k.out = string_new(ec->heap, "", 0, ENCODING_BINARY);
    if (k.out == NULL) return vm_raise_memory(ec);
    bool const into = !value_is_nil(argv[2]);
    if (into && !string_append(ec->heap, k.out, string_bytes(to_text(argv[2])), string_size(to_text(argv[2])))) {
        return vm_raise_memory(ec);
    }
    enum encoding encoding = ENCODING_ASCII;
    value_t format = argv[1];
    enum pack_result r = begin(&k, k.out, argv[0], &format) ? PACK_OK : PACK_RAISED;
    if (r == PACK_OK) r = pack_all(&k, to_text(format), &encoding);
    text_work_end(ec, &k.work);
    if (r != PACK_OK) return r == PACK_NEEDS ? VALUE_NIL : VALUE_UNDEF;
    if (!into) {
        string_set_encoding(k.out, encoding);
        return value_pointer(k.out);
    }
    if (!core_check_frozen(ec, argv[2])) return VALUE_UNDEF;
    string_set_encoding(k.out, string_encoding(to_text(argv[2])));
    return string_replace(ec->heap, to_text(argv[2]), k.out) ? argv[2] : vm_raise_memory(ec);
}

// Primitive.pack_kinds(items, format): what each item is to be, by the codes of i f t s.
static value_t pack_kinds(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    VM_LONG(ec, pack_cost(argv[0], argv[1]), pack_kinds, WORK_CHANGES);
    struct pack k = {.ec = ec, .kinds = array_new(ec->heap, 0)};
    if (k.kinds == NULL) return vm_raise_memory(ec);
    enum encoding encoding;
    value_t format = argv[1];
    bool const ok = begin(&k, k.kinds, argv[0], &format) && pack_all(&k, to_text(format), &encoding) == PACK_OK;
    text_work_end(ec, &k.work);
    return ok ? value_pointer(k.kinds) : VALUE_UNDEF;
}

// How long each takes, see docs/builtins.md:
//   polls: pack_run pack_kinds
static const struct vm_primitive primitives[] = {{"pack_run", pack_run}, {"pack_kinds", pack_kinds}};

bool core_pack(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
