// String#unpack and unpack1.
#include "core/string/pack.h"

struct unpack {
    struct ec *ec;
    struct string *s;
    const unsigned char *bytes;
    size_t size, at;
    struct text_work work; // values[0]: the list; values[1]: a number that is being read
    bool one;              // only the first value is wanted
    bool done;
};

// False: exception set.
static bool give(struct unpack *u, value_t v)
{
    if (v == VALUE_UNDEF) return vm_raise_memory(u->ec), false;
    if (!array_push(u->ec->heap, value_to_array(u->work.values[0]), v)) return vm_raise_memory(u->ec), false;
    u->done = u->one;
    return text_work_poll(u->ec, &u->work, 48);
}

static bool give_text(struct unpack *u, const char *bytes, size_t size, enum encoding encoding)
{
    struct string *const s = string_new(u->ec->heap, bytes, size, encoding);
    return give(u, s != NULL ? value_pointer(s) : VALUE_UNDEF);
}

static uint64_t read_bits(const unsigned char *p, size_t size, bool is_big)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)p[is_big ? size - 1 - i : i] << 8 * i;
    return bits;
}

// Values of `size` bytes: what is there, then nil for each one that a number asked for.
static bool each_value(struct unpack *u, const struct pack_directive *d, size_t size,
                       value_t (*make)(struct unpack *u, const struct pack_directive *d, const unsigned char *p))
{
    size_t const there = (u->size - u->at) / size;
    size_t const count = d->count < there ? d->count : there;
    for (size_t i = 0; i < count && !u->done; i++) {
        if (!give(u, make(u, d, u->bytes + u->at))) return false;
        u->at += size;
    }
    if (d->count == PACK_STAR) return true;
    for (size_t i = count; i < d->count && !u->done; i++) {
        if (!give(u, VALUE_NIL)) return false;
    }
    return true;
}

static value_t make_integer(struct unpack *u, const struct pack_directive *d, const unsigned char *p)
{
    bool is_signed, is_big;
    size_t const size = pack_integer_size(d, &is_signed, &is_big);
    uint64_t const bits = read_bits(p, size, is_big);
    if (!is_signed) return integer_from_uint64(u->ec->heap, bits);
    unsigned const shift = 64 - 8 * (unsigned)size;
    return integer_from_int64(u->ec->heap, (int64_t)(bits << shift) >> shift);
}

static value_t make_float(struct unpack *u, const struct pack_directive *d, const unsigned char *p)
{
    bool is_big;
    size_t const size = pack_float_size(d, &is_big);
    uint64_t const bits = read_bits(p, size, is_big);
    if (size == 8) {
        double number;
        memcpy(&number, &bits, 8);
        return float_value(u->ec->heap, number);
    }
    uint32_t const low = (uint32_t)bits;
    float single;
    memcpy(&single, &low, 4);
    return float_value(u->ec->heap, single);
}

static bool unpack_code_points(struct unpack *u, const struct pack_directive *d)
{
    for (size_t n = d->count; n > 0 && u->at < u->size && !u->done; n--) {
        size_t size;
        int32_t const code = encoding_decode(ENCODING_UTF8, (const char *)u->bytes + u->at, u->size - u->at, &size);
        if (code < 0) {
            vm_raise(u->ec, CLASS_ARGUMENT_ERROR, "malformed UTF-8 character");
            return false;
        }
        u->at += size;
        if (!give(u, value_fixnum(code))) return false;
    }
    return true;
}

// Between the steps at a number of any length, each of which makes garbage of its size. False: exception set.
static bool keep_number(struct unpack *u, value_t number)
{
    if (!value_is_heap(number)) return true;
    u->work.values[1] = number;
    return text_work_poll(u->ec, &u->work, 2 * (32 + integer_bit_length(number) / 8));
}

static bool unpack_ber(struct unpack *u, const struct pack_directive *d)
{
    struct heap *const heap = u->ec->heap;
    value_t number = value_fixnum(0);
    for (size_t n = d->count; n > 0 && u->at < u->size && !u->done;) {
        unsigned char const c = u->bytes[u->at++];
        value_t const shifted = integer_shift(heap, number, 7);
        number = shifted == VALUE_UNDEF ? shifted : integer_add(heap, shifted, value_fixnum(c & 0x7f));
        if (number == VALUE_UNDEF) return vm_raise_memory(u->ec), false;
        if (c & 0x80) {
            if (!keep_number(u, number)) return false;
            continue;
        }
        if (!give(u, number)) return false;
        number = value_fixnum(0);
        n--;
    }
    return true;
}

static bool give_nils(struct unpack *u, size_t count)
{
    for (; count > 0 && !u->done; count--) {
        if (!give(u, VALUE_NIL)) return false;
    }
    return true;
}

static bool unpack_leb(struct unpack *u, const struct pack_directive *d)
{
    struct heap *const heap = u->ec->heap;
    if (u->at == u->size && d->count != PACK_STAR) return give_nils(u, d->count);
    for (size_t n = d->count; n > 0 && u->at < u->size && !u->done; n--) {
        value_t number = value_fixnum(0);
        int64_t shift = 0;
        unsigned char c;
        do {
            if (u->at == u->size) return d->count == PACK_STAR || give_nils(u, n); // cut off
            c = u->bytes[u->at++];
            value_t const part = integer_shift(heap, value_fixnum(c & 0x7f), shift);
            number = part == VALUE_UNDEF ? part : integer_or(heap, number, part);
            if (number == VALUE_UNDEF) return vm_raise_memory(u->ec), false;
            shift += 7;
            if (!keep_number(u, number)) return false;
        } while (c & 0x80);
        if (d->type == 'r' && c & 0x40) {
            value_t const above = integer_shift(heap, value_fixnum(-1), shift);
            number = above == VALUE_UNDEF ? above : integer_or(heap, number, above);
        }
        if (!give(u, number)) return false;
    }
    return true;
}

static bool unpack_bytes(struct unpack *u, const struct pack_directive *d)
{
    const char *const p = (const char *)u->bytes + u->at;
    size_t const there = u->size - u->at;
    size_t const size = d->count < there ? d->count : there;
    size_t used = size, kept = size;
    if (d->type == 'A') {
        while (kept > 0 && (p[kept - 1] == ' ' || p[kept - 1] == 0))
            kept--;
    } else if (d->type == 'Z') {
        const char *const zero = memchr(p, 0, size);
        if (zero != NULL) {
            kept = (size_t)(zero - p);
            if (d->count == PACK_STAR) used = kept + 1;
        }
    }
    u->at += used;
    return give_text(u, p, kept, ENCODING_BINARY);
}

static bool unpack_digits(struct unpack *u, const struct pack_directive *d)
{
    bool const bits = d->type == 'b' || d->type == 'B', high_first = d->type == 'B' || d->type == 'H';
    unsigned const width = bits ? 1 : 4, each = bits ? 8 : 2;
    size_t const there = (u->size - u->at) * each;
    size_t const count = d->count < there ? d->count : there;
    struct text_out out;
    text_out_open(u->ec, &out, count, ENCODING_ASCII);
    for (size_t i = 0; i < count; i++) {
        unsigned const place = (unsigned)(i % each);
        unsigned const byte = u->bytes[u->at + i / each];
        text_out_byte(&out,
                      "0123456789abcdef"[byte >> width * (high_first ? each - 1 - place : place) & (bits ? 1 : 15)]);
    }
    u->at += (count + each - 1) / each;
    struct string *const s = text_out_close(&out);
    return s != NULL && give(u, value_pointer(s));
}

static int base64_digit(unsigned char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool invalid_base64(struct unpack *u)
{
    vm_raise(u->ec, CLASS_ARGUMENT_ERROR, "invalid base64");
    return false;
}

// m: what is no digit is skipped, up to =; m0: strictly groups of four.
static bool unpack_base64(struct unpack *u, const struct pack_directive *d)
{
    bool const strict = d->counted && d->count == 0;
    size_t const size = u->size - u->at;
    const unsigned char *const p = u->bytes + u->at;
    struct text_out out;
    text_out_open(u->ec, &out, size / 4 * 3 + 3, ENCODING_BINARY);
    unsigned digits = 0, bits = 0;
    size_t i = 0;
    for (; i < size && p[i] != '='; i++) {
        int const digit = base64_digit(p[i]);
        if (digit < 0) {
            if (!strict) continue;
            text_out_close(&out);
            return invalid_base64(u);
        }
        bits = bits << 6 | (unsigned)digit;
        if (++digits % 4 != 0) continue;
        char const group[3] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
        text_out_put(&out, group, 3);
        bits = 0;
    }
    unsigned const rest = digits % 4;
    if (rest == 2) text_out_byte(&out, (char)(bits >> 4));
    if (rest == 3) {
        text_out_byte(&out, (char)(bits >> 10));
        text_out_byte(&out, (char)(bits >> 2));
    }
    u->at = u->size;
    struct string *const s = text_out_close(&out);
    if (s == NULL) return false;
    if (strict) {
        size_t const padding = rest == 0 ? 0 : 4 - rest;
        bool const zero = rest == 2 ? (bits & 15) == 0 : rest == 3 ? (bits & 3) == 0 : true;
        if (rest == 1 || !zero || size - i != padding) return invalid_base64(u);
        for (size_t n = i; n < size; n++) {
            if (p[n] != '=') return invalid_base64(u);
        }
    }
    return give(u, value_pointer(s));
}

static bool unpack_uu(struct unpack *u)
{
    const unsigned char *const p = u->bytes;
    struct text_out out;
    text_out_open(u->ec, &out, (u->size - u->at) / 4 * 3, ENCODING_BINARY);
    size_t at = u->at;
    while (at < u->size && p[at] > ' ' && p[at] < 'a') {
        size_t left = (p[at++] - ' ') & 63;
        while (left > 0 && at < u->size && p[at] != '\n') {
            unsigned bits = 0;
            for (int i = 0; i < 4; i++)
                bits = bits << 6 | (at < u->size && p[at] != '\n' ? (unsigned)(p[at++] - ' ') & 63 : 0);
            char const group[3] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
            size_t const size = left < 3 ? left : 3;
            text_out_put(&out, group, size);
            left -= size;
        }
        while (at < u->size && p[at] != '\n')
            at++;
        if (at < u->size) at++;
    }
    u->at = at;
    struct string *const s = text_out_close(&out);
    return s != NULL && give(u, value_pointer(s));
}

static int hex_digit(unsigned char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool unpack_printable(struct unpack *u)
{
    const unsigned char *const p = u->bytes;
    struct text_out out;
    text_out_open(u->ec, &out, u->size - u->at, ENCODING_BINARY);
    size_t at = u->at;
    while (at < u->size) {
        if (p[at] != '=') {
            text_out_byte(&out, (char)p[at++]);
            continue;
        }
        if (at + 1 == u->size) {
            text_out_byte(&out, '=');
            break;
        }
        if (p[at + 1] == '\n') {
            at += 2;
        } else if (p[at + 1] == '\r' && at + 2 < u->size && p[at + 2] == '\n') {
            at += 3;
        } else {
            int const high = hex_digit(p[at + 1]), low = at + 2 < u->size ? hex_digit(p[at + 2]) : -1;
            if (high < 0 || low < 0) { // no quotation: the rest as it is
                text_out_put(&out, (const char *)p + at, u->size - at);
                break;
            }
            text_out_byte(&out, (char)(high << 4 | low));
            at += 3;
        }
    }
    u->at = u->size;
    struct string *const s = text_out_close(&out);
    return s != NULL && give(u, value_pointer(s));
}

static bool move_to(struct unpack *u, const struct pack_directive *d, size_t start)
{
    size_t const there = u->size - u->at;
    size_t count = d->count;
    const char *problem = NULL;
    if (d->type == 'x') {
        if (count == PACK_STAR) count = there;
        if (count > there)
            problem = "x outside of string";
        else
            u->at += count;
    } else if (d->type == 'X') {
        if (count == PACK_STAR) count = there;
        if (count > u->at)
            problem = "X outside of string";
        else
            u->at -= count;
    } else {
        if (count == PACK_STAR) return true;
        if (!d->counted) count = 0;
        if (count > u->size - start)
            problem = "@ outside of string";
        else
            u->at = start + count;
    }
    if (problem != NULL) vm_raise(u->ec, CLASS_ARGUMENT_ERROR, "%s", problem);
    return problem == NULL;
}

static bool unpack_one(struct unpack *u, const struct pack_directive *d, size_t start)
{
    bool is_signed, is_big;
    size_t size = pack_integer_size(d, &is_signed, &is_big);
    if (size > 0) return each_value(u, d, size, make_integer);
    size = pack_float_size(d, &is_big);
    if (size > 0) return each_value(u, d, size, make_float);
    switch (d->type) {
    case 'U': return unpack_code_points(u, d);
    case 'w': return unpack_ber(u, d);
    case 'r':
    case 'R': return unpack_leb(u, d);
    case 'x':
    case 'X':
    case '@': return move_to(u, d, start);
    case 'a':
    case 'A':
    case 'Z': return unpack_bytes(u, d);
    case 'm': return unpack_base64(u, d);
    case 'u': return unpack_uu(u);
    case 'M': return unpack_printable(u);
    case 'p':
    case 'P': vm_raise(u->ec, CLASS_NOT_IMPLEMENTED_ERROR, "unpack: pointers are not implemented"); return false;
    case '^': return give(u, value_fixnum((int64_t)u->at));
    default: return unpack_digits(u, d);
    }
}

// Primitive.unpack(s, format, offset, one): an Array, or with `one` the first value.
static value_t unpack(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    uint64_t const cost = (string_size(to_text(argv[0])) + string_size(to_text(argv[1]))) / 8;
    VM_LONG(ec, cost, unpack, WORK_READS_ARGUMENTS);
    struct unpack u = {.ec = ec, .s = to_text(argv[0]), .one = value_truthy(argv[3])};
    const struct string *const format = to_text(argv[1]);
    int64_t offset;
    if (!text_integer(ec, argv[2], &offset)) return VALUE_UNDEF;
    u.bytes = (const unsigned char *)string_bytes(u.s);
    u.size = string_size(u.s);
    if (offset < 0) offset += (int64_t)u.size;
    if (offset < 0 || (uint64_t)offset > u.size) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "offset outside of string");
    u.at = (size_t)offset;
    struct array *const list = array_new(ec->heap, 0);
    if (list == NULL) return vm_raise_memory(ec);
    text_work_begin(ec, &u.work);
    u.work.values[0] = value_pointer(list);
    const char *p = string_bytes(format);
    const char *const end = p + string_size(format);
    struct pack_directive d;
    int more = 0;
    bool ok = true;
    while (ok && !u.done && (more = pack_next(ec, format, &p, end, &d, true)) > 0)
        ok = unpack_one(&u, &d, (size_t)offset);
    text_work_end(ec, &u.work);
    if (!ok || more < 0) return VALUE_UNDEF;
    if (!u.one) return value_pointer(list);
    return array_count(list) > 0 ? array_at(list, 0) : VALUE_NIL;
}

// How long each takes, see docs/builtins.md:
//   polls: unpack
static const struct vm_primitive primitives[] = {{"unpack", unpack}};

bool core_unpack(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
