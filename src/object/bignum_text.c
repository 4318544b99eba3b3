// Integers to text and back, in bases 2 to 36. Large numbers are split at powers of the base (divide and conquer), so
// that the cost follows that of products.
#include "object/bignum.h"
#include "object/string.h"

static char const digit_characters[] = "0123456789abcdefghijklmnopqrstuvwxyz";

// How many digits of the base fit a limb, and the base to that power.
struct chunk {
    unsigned digits;
    uint64_t value;
};

static struct chunk chunk_of(unsigned base)
{
    struct chunk chunk = {1, base};
    while (chunk.value <= UINT64_MAX / base) {
        chunk.value *= base;
        chunk.digits++;
    }
    return chunk;
}

// --- Powers of the chunk -------------------------------------------------------------------------------------------

#define POWERS_MAX 24
#define CHUNKS_BASE 32u // as many chunks are converted one by one; the first power has this exponent

struct powers { // power i: chunk.value ^ (CHUNKS_BASE << i)
    struct limbs_scratch limbs[POWERS_MAX];
    size_t counts[POWERS_MAX];
    unsigned count;
};

static void powers_close(struct heap *heap, struct powers *powers)
{
    while (powers->count > 0) limbs_scratch_close(heap, &powers->limbs[--powers->count]);
}

// Appends the square of the last power, or the first one.
static bool powers_extend(struct heap *heap, struct powers *powers, uint64_t chunk_value)
{
    TRP_ASSERT(powers->count < POWERS_MAX);
    unsigned const i = powers->count;
    size_t const last = i > 0 ? powers->counts[i - 1] : 0;
    struct limbs_scratch *const to = &powers->limbs[i];
    if (!limbs_scratch_open(heap, to, i > 0 ? 2 * last : CHUNKS_BASE)) return false;
    powers->count++;
    if (i == 0) {
        to->limbs[0] = chunk_value;
        for (size_t n = 1; n < CHUNKS_BASE; n++) {
            to->limbs[n] = mpn_mul_1(to->limbs, to->limbs, (mp_size_t)n, chunk_value);
        }
        powers->counts[0] = limbs_trim(to->limbs, CHUNKS_BASE);
        return true;
    }
    const uint64_t *const from = powers->limbs[i - 1].limbs;
    powers->counts[i] = 2 * last;
    if (!limbs_multiply(heap, to->limbs, from, last, from, last)) return false;
    powers->counts[i] = limbs_trim(to->limbs, 2 * last);
    return true;
}

// --- To text -------------------------------------------------------------------------------------------------------

#define PAUSE_EVERY 16384u // digits

static size_t write_power_of_two(struct heap *heap, char *out, const struct integer_view *x, unsigned shift)
{
    size_t const bits = x->count * LIMB_BITS - (size_t)__builtin_clzll(x->limbs[x->count - 1]);
    size_t const count = (bits + shift - 1) / shift;
    for (size_t i = 0; i < count; i++) {
        if (i % PAUSE_EVERY == PAUSE_EVERY - 1) heap_pause(heap, PAUSE_EVERY / 32);
        size_t const at = (count - 1 - i) * shift, limb = at / LIMB_BITS;
        unsigned const offset = at % LIMB_BITS;
        uint64_t digit = x->limbs[limb] >> offset;
        if (offset + shift > LIMB_BITS && limb + 1 < x->count) digit |= x->limbs[limb + 1] << (LIMB_BITS - offset);
        out[i] = digit_characters[digit & ((1u << shift) - 1)];
    }
    return count;
}

// Writes ending at `end`; with `pad`, leading zeros too. Destroys the limbs. Returns the first character.
static char *write_small(struct heap *heap, char *end, uint64_t *limbs, size_t count, unsigned base, struct chunk chunk,
                         size_t pad)
{
    char *const first_padded = end - pad;
    heap_pause(heap, count * count / 16);
    count = limbs_trim(limbs, count);
    while (count > 0) {
        uint64_t rest = mpn_divrem_1(limbs, 0, limbs, (mp_size_t)count, chunk.value);
        count = limbs_trim(limbs, count);
        for (unsigned i = 0; i < chunk.digits && (count > 0 || rest > 0); i++) {
            *--end = digit_characters[rest % base];
            rest /= base;
        }
    }
    while (end > first_padded) *--end = '0';
    return end;
}

struct writer {
    struct heap *heap;
    const struct powers *powers;
    unsigned base;
    struct chunk chunk;
};

// As write_small, for a number below power `level`. pad is 0 or the digits of that power. NULL: no memory.
static char *write_number(const struct writer *w, char *end, uint64_t *limbs, size_t count, unsigned level, size_t pad)
{
    count = limbs_trim(limbs, count);
    while (level > 0 && pad == 0 && count < w->powers->counts[level - 1]) level--;
    if (level == 0) return write_small(w->heap, end, limbs, count, w->base, w->chunk, pad);

    size_t const divisor_count = w->powers->counts[level - 1];
    const uint64_t *const divisor = w->powers->limbs[level - 1].limbs;
    size_t const half = ((size_t)CHUNKS_BASE << (level - 1)) * w->chunk.digits;
    if (count < divisor_count) { // padded
        char *const middle = write_number(w, end, limbs, count, level - 1, half);
        if (middle != NULL) memset(middle - half, '0', half);
        return middle == NULL ? NULL : middle - half;
    }
    struct limbs_scratch high;
    if (!limbs_scratch_open(w->heap, &high, count - divisor_count + 1)) return NULL;
    char *first = NULL;
    if (limbs_divide(w->heap, high.limbs, limbs, limbs, count, divisor, divisor_count)) {
        bool const leading = pad == 0 && limbs_trim(high.limbs, high.count) == 0;
        first = write_number(w, end, limbs, divisor_count, level - 1, leading ? 0 : half);
        if (first != NULL && !leading) {
            first = write_number(w, first, high.limbs, high.count, level - 1, pad == 0 ? 0 : half);
        }
    }
    limbs_scratch_close(w->heap, &high);
    return first;
}

// Writes the magnitude so that it ends at `end`. NULL: no memory.
static char *write_magnitude(struct heap *heap, char *end, const struct integer_view *x, unsigned base)
{
    struct chunk const chunk = chunk_of(base);
    struct limbs_scratch copy;
    if (!limbs_scratch_open(heap, &copy, x->count)) return NULL;
    mpn_copyi(copy.limbs, x->limbs, (mp_size_t)x->count);
    if (x->count <= CHUNKS_BASE) {
        char *const first = write_small(heap, end, copy.limbs, x->count, base, chunk, 0);
        limbs_scratch_close(heap, &copy);
        return first;
    }
    struct powers powers = {.count = 0};
    char *first = NULL;
    // The last power is at least of the number's size; the number is then below the next.
    do {
        if (!powers_extend(heap, &powers, chunk.value)) goto end;
    } while (2 * powers.counts[powers.count - 1] < x->count + 2);
    struct writer const w = {heap, &powers, base, chunk};
    first = write_number(&w, end, copy.limbs, x->count, powers.count, 0);
end:
    powers_close(heap, &powers);
    limbs_scratch_close(heap, &copy);
    return first;
}

// An upper bound of the digits in a base.
static size_t digits_max(size_t count, unsigned base)
{
    static unsigned char const bits[] = {1, 1, 1, 1, 2, 2, 2, 2, 3}; // floor(log2), for 9 and up 3 or more
    unsigned const per_digit = base < TRP_COUNT(bits) ? bits[base] : base < 16 ? 3 : base < 32 ? 4 : 5;
    return count * LIMB_BITS / per_digit + 2;
}

static struct string *text_of_large(struct heap *heap, const struct integer_view *x, unsigned base)
{
    size_t const size_max = digits_max(x->count, base) + 1;
    struct heap_scratch scratch;
    char *const text = heap_scratch_open(heap, &scratch, size_max);
    if (text == NULL) return NULL;
    char *const end = text + size_max;
    char *first;
    if ((base & (base - 1)) == 0) {
        size_t const count = write_power_of_two(heap, text + 1, x, (unsigned)__builtin_ctz(base));
        memmove(end - count, text + 1, count);
        first = end - count;
    } else {
        first = write_magnitude(heap, end, x, base);
    }
    struct string *s = NULL;
    if (first != NULL) {
        if (x->negative) *--first = '-';
        s = string_new(heap, first, (size_t)(end - first), ENCODING_ASCII);
    }
    heap_scratch_close(heap, &scratch);
    return s;
}

static struct string *fixnum_to_string(struct heap *heap, int64_t a)
{
    char text[24], *first = text + sizeof text;
    uint64_t rest = a < 0 ? -(uint64_t)a : (uint64_t)a;
    do {
        *--first = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (a < 0) *--first = '-';
    return string_new_ascii(heap, first, (size_t)(text + sizeof text - first));
}

struct string *integer_to_string(struct heap *heap, value_t a, unsigned base)
{
    TRP_ASSERT(base >= 2 && base <= 36);
    if (TRP_LIKELY(base == 10 && value_is_fixnum(a))) return fixnum_to_string(heap, value_to_fixnum(a));
    struct integer_view x;
    integer_view(&x, a);
    if (x.count > 1) return text_of_large(heap, &x, base);
    char text[LIMB_BITS + 1], *first = text + sizeof text;
    uint64_t rest = x.count > 0 ? x.limbs[0] : 0;
    do {
        *--first = digit_characters[rest % base];
        rest /= base;
    } while (rest > 0);
    if (x.negative) *--first = '-';
    return string_new_ascii(heap, first, (size_t)(text + sizeof text - first));
}

// --- From text -----------------------------------------------------------------------------------------------------

static unsigned digit_value(char c)
{
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'z') return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'Z') return (unsigned)(c - 'A') + 10;
    return 99;
}

// limbs = the number of `count` digit values; room for a limb a chunk. Returns the limbs used.
static size_t read_small(uint64_t *limbs, const unsigned char *digits, size_t count, unsigned base, struct chunk chunk)
{
    size_t used = 0;
    size_t first = count % chunk.digits;
    if (first == 0) first = chunk.digits;
    for (size_t at = 0, size = first; at < count; at += size, size = chunk.digits) {
        uint64_t value = 0;
        for (size_t i = 0; i < size; i++) value = value * base + digits[at + i];
        uint64_t carry = used > 0 ? mpn_mul_1(limbs, limbs, (mp_size_t)used, chunk.value) : 0;
        if (used > 0) {
            carry += mpn_add_1(limbs, limbs, (mp_size_t)used, value);
        } else {
            carry = value;
        }
        if (carry != 0) limbs[used++] = carry;
    }
    return used;
}

struct reader {
    struct heap *heap;
    const struct powers *powers;
    unsigned base;
    struct chunk chunk;
};

// As read_small. False: no memory. The number of digits is at most that of power `level`.
static bool read_number(const struct reader *r, uint64_t *limbs, size_t *used, const unsigned char *digits,
                        size_t count, unsigned level)
{
    while (level > 0 && count <= ((size_t)CHUNKS_BASE << (level - 1)) * r->chunk.digits) level--;
    if (level == 0) {
        *used = read_small(limbs, digits, count, r->base, r->chunk);
        heap_pause(r->heap, count / 32);
        return true;
    }
    size_t const low_digits = ((size_t)CHUNKS_BASE << (level - 1)) * r->chunk.digits;
    size_t const power_count = r->powers->counts[level - 1], high_digits = count - low_digits;
    struct limbs_scratch high, low;
    bool done = false;
    size_t high_used, low_used;
    if (!limbs_scratch_open(r->heap, &high, high_digits / r->chunk.digits + 1)) return false;
    if (!limbs_scratch_open(r->heap, &low, low_digits / r->chunk.digits + 1)) goto end_high;
    if (!read_number(r, high.limbs, &high_used, digits, high_digits, level - 1)) goto end;
    if (!read_number(r, low.limbs, &low_used, digits + high_digits, low_digits, level - 1)) goto end;
    if (high_used == 0) {
        mpn_copyi(limbs, low.limbs, (mp_size_t)low_used);
        *used = low_used;
    } else {
        if (!limbs_multiply(r->heap, limbs, r->powers->limbs[level - 1].limbs, power_count, high.limbs, high_used)) {
            goto end;
        }
        size_t const total = power_count + high_used;
        if (low_used > 0) mpn_add(limbs, limbs, (mp_size_t)total, low.limbs, (mp_size_t)low_used);
        *used = limbs_trim(limbs, total);
    }
    done = true;
end:
    limbs_scratch_close(r->heap, &low);
end_high:
    limbs_scratch_close(r->heap, &high);
    return done;
}

static value_t read_digits(struct heap *heap, const unsigned char *digits, size_t count, unsigned base, bool negative)
{
    struct chunk const chunk = chunk_of(base);
    size_t const room = count / chunk.digits + 2;
    struct limbs_scratch limbs;
    struct powers powers = {.count = 0};
    size_t used;
    if (!integer_scratch_open(heap, &limbs, room)) return VALUE_UNDEF;
    while (((size_t)CHUNKS_BASE << powers.count) * chunk.digits < count) {
        if (!powers_extend(heap, &powers, chunk.value)) goto fail;
    }
    struct reader const r = {heap, &powers, base, chunk};
    if (!read_number(&r, limbs.limbs, &used, digits, count, powers.count)) goto fail;
    powers_close(heap, &powers);
    return integer_from_scratch(heap, &limbs, used, negative);

fail:
    powers_close(heap, &powers);
    limbs_scratch_close(heap, &limbs);
    return VALUE_UNDEF;
}

// --- The grammar ---------------------------------------------------------------------------------------------------

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct cursor {
    const char *at, *end;
};

static bool next_is(const struct cursor *c, size_t offset, char lower)
{
    return (size_t)(c->end - c->at) > offset && (c->at[offset] | 0x20) == lower;
}

static unsigned prefix_base(const struct cursor *c)
{
    if (c->end - c->at < 2 || c->at[0] != '0') return 0;
    return next_is(c, 1, 'x') ? 16 : next_is(c, 1, 'b') ? 2 : next_is(c, 1, 'o') ? 8 : next_is(c, 1, 'd') ? 10 : 0;
}

// Skips the prefix that the base allows, and decides the base where it is 0.
static unsigned read_prefix(struct cursor *c, unsigned base)
{
    unsigned const prefix = prefix_base(c);
    if (prefix != 0 && (base == 0 || base == prefix)) {
        // After the prefix comes a digit: "0x_1" and "0x" are no numbers (but the zero of the prefix is).
        if (c->end - c->at > 2 && digit_value(c->at[2]) < prefix) c->at += 2;
        return prefix;
    }
    if (base != 0) return base;
    return c->end - c->at > 1 && c->at[0] == '0' ? 8 : 10;
}

// Digits with single underscores between them: c moves behind. Returns how many digits.
static size_t scan_digits(struct heap *heap, struct cursor *c, unsigned base)
{
    size_t count = 0;
    const char *at = c->at;
    while (at < c->end) {
        if (digit_value(*at) < base) {
            count++;
            c->at = ++at;
            if (count % PAUSE_EVERY == 0) heap_pause(heap, PAUSE_EVERY / 32);
        } else if (*at == '_' && count > 0 && at == c->at) {
            at++; // taken only when a digit follows
        } else {
            break;
        }
    }
    return count;
}

static value_t read_span(struct heap *heap, const char *from, const char *to, size_t count, unsigned base,
                         bool negative)
{
    if (count <= 12) { // fits a fixnum in every base
        int64_t value = 0;
        for (; from < to; from++) {
            if (*from != '_') value = value * base + digit_value(*from);
        }
        return value_fixnum(negative ? -value : value);
    }
    struct heap_scratch scratch;
    unsigned char *const digits = heap_scratch_open(heap, &scratch, count);
    if (digits == NULL) return VALUE_UNDEF;
    size_t used = 0;
    for (; from < to; from++) {
        if (*from != '_') digits[used++] = (unsigned char)digit_value(*from);
        if (used % PAUSE_EVERY == 0) heap_pause(heap, PAUSE_EVERY / 32);
    }
    TRP_ASSERT(used == count);
    value_t const v = read_digits(heap, digits, count, base, negative);
    heap_scratch_close(heap, &scratch);
    return v;
}

value_t integer_parse(struct heap *heap, const char *bytes, size_t size, unsigned base, bool strict)
{
    TRP_ASSERT(base <= 36 && base != 1);
    struct cursor c = {bytes, bytes + size};
    while (c.at < c.end && is_space(*c.at)) c.at++;
    bool const negative = c.at < c.end && *c.at == '-';
    if (c.at < c.end && (*c.at == '-' || *c.at == '+')) c.at++;
    base = read_prefix(&c, base);
    const char *const from = c.at;
    size_t const count = scan_digits(heap, &c, base);
    const char *const to = c.at;
    while (c.at < c.end && is_space(*c.at)) c.at++;
    if (strict && (count == 0 || c.at < c.end)) return VALUE_NIL;
    return count == 0 ? value_fixnum(0) : read_span(heap, from, to, count, base, negative);
}
