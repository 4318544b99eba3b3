// Kernel#format. Two passes over the same directives: format_needs lists the arguments that only Ruby can convert
// (to_s, inspect, to_int, Float(), a Hash's default), the prelude converts them, format_run writes. Most formats need
// nothing.
#include "core/string/text.h"

#include <math.h>
#include <stdio.h>

enum format_flags {
    FLAG_SHARP = 1,
    FLAG_MINUS = 2,
    FLAG_PLUS = 4,
    FLAG_ZERO = 8,
    FLAG_SPACE = 16,
    FLAG_WIDTH = 32,
    FLAG_PRECISION = 64
};

struct format {
    struct ec *ec;
    struct string *text;
    const value_t *arguments;
    size_t count;
    size_t next;               // unnumbered argument to come
    int mode;                  // 0: none taken yet, 1: unnumbered, 2: numbered, 3: named
    struct array *needs;       // first pass: collects [kind, value]; second: NULL
    const struct array *ready; // second pass: converted values, or NULL
    size_t ready_next;
    struct text_out out;
    enum encoding encoding; // of the result
    bool ascii;             // so far
    // of the directive
    unsigned flags;
    int64_t width, precision;
    value_t value;    // VALUE_ABSENT: not taken yet
    bool value_ready; // it went through the conversion already
};

static bool fail(struct format *f, const char *message)
{
    vm_raise(f->ec, CLASS_ARGUMENT_ERROR, "%s", message);
    return false;
}

// --- Arguments
// ------------------------------------------------------------------------------------------------------------

static bool next_argument(struct format *f, value_t *v)
{
    if (f->mode > 1) {
        vm_raise(f->ec, CLASS_ARGUMENT_ERROR,
                 f->mode == 2 ? "unnumbered(%zu) mixed with numbered" : "unnumbered(%zu) mixed with named",
                 f->next + 1);
        return false;
    }
    f->mode = 1;
    if (f->next >= f->count) return fail(f, "too few arguments");
    *v = f->arguments[f->next++];
    return true;
}

static bool numbered_argument(struct format *f, int64_t n, value_t *v)
{
    if (f->mode == 1 || f->mode == 3) {
        vm_raise(f->ec, CLASS_ARGUMENT_ERROR,
                 f->mode == 1 ? "numbered(%lld) after unnumbered(%zu)" : "numbered(%lld) after named", (long long)n,
                 f->next);
        return false;
    }
    if (n < 1) {
        vm_raise(f->ec, CLASS_ARGUMENT_ERROR, "invalid index - %lld$", (long long)n);
        return false;
    }
    f->mode = 2;
    if ((uint64_t)n > f->count) return fail(f, "too few arguments");
    *v = f->arguments[n - 1];
    return true;
}

// Has the value converted by Ruby: notes it in the first pass (then *v is nil), takes the result in the second.
static bool convert(struct format *f, char kind, value_t *v)
{
    if (f->needs == NULL) {
        *v = array_at(f->ready, f->ready_next++);
        return true;
    }
    value_t const name = value_fixnum(kind);
    if (!array_push(f->ec->heap, f->needs, name) || !array_push(f->ec->heap, f->needs, *v)) {
        vm_raise_memory(f->ec);
        return false;
    }
    *v = VALUE_NIL;
    return true;
}

static bool plain_to_s(struct format *f, value_t v)
{
    if (is_text(v)) return true;
    if (runtime_redefined(f->ec->runtime, BASIC_TO_S)) return false;
    return !value_is_heap(v) || value_is_float(v) || value_is_bignum(v);
}

static bool value_needs(struct format *f, char type, value_t v)
{
    switch (type) {
    case 's': return !plain_to_s(f, v);
    case 'p': return !(plain_to_s(f, v) && vm_method_is_boot(f->ec, v, SYM_inspect));
    case 'c': return !is_text(v) && !value_is_integer(v);
    case '*': return !value_is_integer(v);
    case 'd': return !value_is_integer(v) && !(value_is_float(v) && isfinite(value_to_double(v)));
    default: return !value_is_integer(v) && !value_is_float(v);
    }
}

// The value of the directive, fit for its type. `type`: s p c d f.
static bool take_value(struct format *f, char type, value_t *v)
{
    if (f->value == VALUE_ABSENT && !next_argument(f, &f->value)) return false;
    *v = f->value;
    if (f->value_ready || !value_needs(f, type, *v)) return true;
    return convert(f, type, v);
}

// Of %<name> and %{name}: the argument is one Hash. What Ruby must look up is converted on the way.
static bool named_argument(struct format *f, const char *name, size_t size, char type)
{
    if (f->mode == 1 || f->mode == 2) {
        vm_raise(f->ec, CLASS_ARGUMENT_ERROR, "named%.*s after %s", (int)size, name,
                 f->mode == 1 ? "unnumbered" : "numbered");
        return false;
    }
    f->mode = 3;
    if (f->count != 1 || !value_is(f->arguments[0], TYPE_HASH)) return fail(f, "one hash required");
    symbol_t const symbol = symbol_from_bytes(f->ec->runtime, f->ec->heap, name + 1, size - 2);
    if (symbol == 0) return vm_raise_symbol(f->ec), false;
    f->value = hash_get(f->ec->runtime, value_to_hash(f->arguments[0]), value_symbol(symbol));
    if (f->value != VALUE_UNDEF) return true;
    value_t const pair[3] = {f->arguments[0], value_symbol(symbol), value_fixnum(type)};
    struct array *const a = f->needs != NULL ? array_new_small(f->ec->heap, pair, 3) : NULL;
    if (f->needs != NULL && a == NULL) return vm_raise_memory(f->ec), false;
    f->value = a != NULL ? value_pointer(a) : VALUE_NIL;
    f->value_ready = true;
    return convert(f, 'h', &f->value);
}

// --- Output
// -----------------------------------------------------------------------------------------------------------------

static void fill(struct format *f, char c, int64_t count)
{
    for (; count > 0; count--)
        text_out_byte(&f->out, c);
}

static void put(struct format *f, const char *bytes, size_t size) { text_out_put(&f->out, bytes, size); }

// Text of `width` characters, padded with spaces.
static void put_padded(struct format *f, const char *bytes, size_t size, int64_t characters)
{
    int64_t const padding = f->flags & FLAG_WIDTH ? f->width - characters : 0;
    if (!(f->flags & FLAG_MINUS)) fill(f, ' ', padding);
    put(f, bytes, size);
    if (f->flags & FLAG_MINUS) fill(f, ' ', padding);
}

static bool note_encoding(struct format *f, struct string *s)
{
    bool const compatible = encoding_ascii_compatible(string_encoding(s));
    if (string_size(s) == 0 || (compatible && string_scan(s) == STRING_ASCII)) return true;
    if (f->ascii && compatible) {
        f->encoding = string_encoding(s);
    } else if (f->encoding != string_encoding(s)) {
        vm_raise_incompatible(f->ec, f->encoding, string_encoding(s));
        return false;
    }
    f->ascii = false;
    return true;
}

static bool put_string(struct format *f, struct string *s)
{
    if (!note_encoding(f, s)) return false;
    size_t size = string_size(s);
    if (!(f->flags & (FLAG_WIDTH | FLAG_PRECISION))) {
        put(f, string_bytes(s), size);
        return true;
    }
    size_t length = string_length(s);
    if (f->flags & FLAG_PRECISION && (uint64_t)f->precision < length) {
        length = (size_t)f->precision;
        size = string_offset(s, length);
    }
    put_padded(f, string_bytes(s), size, (int64_t)length);
    return true;
}

static bool format_text(struct format *f, char type)
{
    value_t v;
    if (!take_value(f, type, &v)) return false;
    if (f->needs != NULL) return true;
    if (is_text(v) && (type == 's' || f->value_ready || value_needs(f, type, f->value)))
        return put_string(f, to_text(v));
    struct string *s;
    if (type == 's' && value_is_nil(v)) {
        s = string_new(f->ec->heap, "", 0, ENCODING_ASCII);
    } else if (type == 's' && value_is_symbol(v)) {
        s = symbol_string(f->ec->runtime, f->ec->heap, value_to_symbol(v));
    } else {
        s = vm_inspect_plain(f->ec, v);
    }
    return s != NULL ? put_string(f, s) : (vm_raise_memory(f->ec), false);
}

static bool format_character(struct format *f)
{
    value_t v;
    if (!take_value(f, 'c', &v)) return false;
    if (f->needs != NULL) return true;
    char bytes[8];
    size_t size;
    if (is_text(v)) {
        struct string *const s = to_text(v);
        if (!note_encoding(f, s)) return false;
        size = string_size(s) == 0 ? 0 : string_character_size(s, 0);
        put_padded(f, string_bytes(s), size, size > 0);
        return true;
    }
    int64_t code;
    if (!text_integer(f->ec, v, &code)) return false;
    size = code < 0 || code > UINT32_MAX ? 0 : encoding_encode(f->encoding, (uint32_t)code, bytes);
    if (code >= 0x80) f->ascii = false;
    if (size == 0) {
        if (code < 0) return fail(f, "invalid character");
        vm_raise(f->ec, CLASS_RANGE_ERROR,
                 encoding_unicode(f->encoding) && code > 0 ? "invalid codepoint 0x%llX in %s"
                                                           : "%lld out of char range",
                 (long long)code, encoding_name(f->encoding));
        return false;
    }
    put_padded(f, bytes, size, 1);
    return true;
}

// --- Integers
// ---------------------------------------------------------------------------------------------------------------

struct number_text {
    char sign;          // 0: none
    const char *prefix; // NULL: none
    bool dots;          // a negative number in two's complement
    char fill;
    struct string *digits;
    size_t start; // of the digits that count
};

static value_t to_integer(struct format *f, value_t v)
{
    if (value_is_integer(v)) return v;
    return core_or_memory(f->ec, integer_from_double(f->ec->heap, value_to_double(v)));
}

// The digits of a negative number in two's complement, the first the only one of the sign's.
static bool complement_digits(struct format *f, value_t v, unsigned bits, struct number_text *n)
{
    struct heap *const heap = f->ec->heap;
    size_t const count = integer_bit_length(v) / bits + 2;
    value_t const one = integer_shift(heap, value_fixnum(1), (int64_t)(count * bits));
    value_t const whole = one == VALUE_UNDEF ? one : integer_add(heap, one, v);
    n->digits = whole == VALUE_UNDEF ? NULL : integer_to_string(heap, whole, 1u << bits);
    if (n->digits == NULL) return vm_raise_memory(f->ec), false;
    n->fill = bits == 4 ? 'f' : bits == 3 ? '7' : '1';
    n->dots = true;
    const char *const bytes = string_bytes(n->digits);
    while (n->start + 1 < string_size(n->digits) && bytes[n->start + 1] == n->fill)
        n->start++;
    return true;
}

static bool number_digits(struct format *f, char type, value_t v, struct number_text *n)
{
    unsigned const bits = type == 'b' || type == 'B' ? 1 : type == 'o' ? 3 : type == 'x' || type == 'X' ? 4 : 0;
    bool const negative = integer_sign(v) < 0;
    n->sign = f->flags & FLAG_PLUS ? '+' : f->flags & FLAG_SPACE ? ' ' : 0;
    if (f->flags & FLAG_SHARP) {
        n->prefix = type == 'o'   ? "0"
                    : type == 'x' ? "0x"
                    : type == 'X' ? "0X"
                    : type == 'b' ? "0b"
                    : type == 'B' ? "0B"
                                  : NULL;
    }
    n->fill = '0';
    if (negative && bits > 0 && n->sign == 0) return complement_digits(f, v, bits, n);
    value_t const magnitude = negative ? integer_neg(f->ec->heap, v) : v;
    n->digits =
        magnitude == VALUE_UNDEF ? NULL : integer_to_string(f->ec->heap, magnitude, bits == 0 ? 10 : 1u << bits);
    if (negative) n->sign = '-';
    return n->digits != NULL || (vm_raise_memory(f->ec), false);
}

static void put_digits(struct format *f, char type, const struct number_text *n, int64_t size)
{
    const char *const digits = string_bytes(n->digits) + n->start;
    for (int64_t i = 0; i < size; i++) {
        text_out_byte(&f->out, type == 'X' && digits[i] >= 'a' ? (char)(digits[i] - 32) : digits[i]);
    }
}

static bool format_integer(struct format *f, char type)
{
    value_t v;
    if (!take_value(f, 'd', &v)) return false;
    if (f->needs != NULL) return true;
    struct number_text n = {0};
    v = to_integer(f, v);
    if (v == VALUE_UNDEF || !number_digits(f, type, v, &n)) return false;
    int64_t size = (int64_t)(string_size(n.digits) - n.start);
    bool const zero = size == 1 && string_bytes(n.digits)[n.start] == '0';
    int64_t width = f->flags & FLAG_WIDTH ? f->width : 0;
    int64_t precision = f->flags & FLAG_PRECISION ? f->precision : -1;
    if (n.sign != 0) width--;
    if (n.dots) precision -= 2, width -= 2;
    if (n.prefix != NULL && n.prefix[1] == 0) { // octal
        if (n.dots) {
            n.prefix = NULL;
        } else if (zero) {
            size = 0;
            if (f->flags & FLAG_PRECISION) precision--;
        } else if (f->flags & FLAG_PRECISION && precision > size) {
            n.prefix = NULL;
        }
    } else if (zero) {
        n.prefix = NULL;
    }
    if (n.prefix != NULL) width -= (int64_t)strlen(n.prefix);
    if ((f->flags & (FLAG_ZERO | FLAG_MINUS | FLAG_PRECISION)) == FLAG_ZERO) {
        precision = width;
        width = 0;
    } else {
        if (precision < size) {
            if (n.prefix == NULL && precision == 0 && size == 1 && zero) size = 0;
            precision = size;
        }
        width -= precision;
    }
    if (!(f->flags & FLAG_MINUS) && width > 0) {
        fill(f, ' ', width);
        width = 0;
    }
    if (n.sign != 0) text_out_byte(&f->out, n.sign);
    if (n.prefix != NULL) put(f, n.prefix, strlen(n.prefix));
    if (n.dots) put(f, "..", 2);
    fill(f, type == 'X' && n.fill == 'f' ? 'F' : n.fill, precision - size);
    put_digits(f, type, &n, size);
    fill(f, ' ', width);
    return true;
}

// --- Floats
// -----------------------------------------------------------------------------------------------------------------

static void put_not_finite(struct format *f, double d)
{
    char text[8];
    size_t size = 0;
    if (!isnan(d) && d < 0) {
        text[size++] = '-';
    } else if (f->flags & FLAG_PLUS) {
        text[size++] = '+';
    } else if (f->flags & FLAG_SPACE) {
        text[size++] = ' ';
    }
    memcpy(text + size, isnan(d) ? "NaN" : "Inf", 3);
    put_padded(f, text, size + 3, (int64_t)size + 3);
}

static bool put_double(struct format *f, char type, double d)
{
    if (!isfinite(d)) return put_not_finite(f, d), true;
    char spec[16], small[128];
    size_t n = 0;
    spec[n++] = '%';
    if (f->flags & FLAG_SHARP) spec[n++] = '#';
    if (f->flags & FLAG_PLUS) spec[n++] = '+';
    if (f->flags & FLAG_MINUS) spec[n++] = '-';
    if (f->flags & FLAG_ZERO) spec[n++] = '0';
    if (f->flags & FLAG_SPACE) spec[n++] = ' ';
    spec[n++] = '*';
    if (f->flags & FLAG_PRECISION) spec[n++] = '.', spec[n++] = '*';
    spec[n++] = type;
    spec[n] = 0;
    int const width = f->flags & FLAG_WIDTH ? (int)f->width : 0, precision = (int)f->precision;
#define PRINT(buffer, room)                                                                                            \
    (f->flags & FLAG_PRECISION ? snprintf(buffer, room, spec, width, precision, d)                                     \
                               : snprintf(buffer, room, spec, width, d))
    int const size = PRINT(small, sizeof small);
    if (size < 0) return vm_raise_memory(f->ec), false;
    if ((size_t)size < sizeof small) return put(f, small, (size_t)size), true;
    char *const large = base_alloc((size_t)size + 1);
    if (large == NULL) return vm_raise_memory(f->ec), false;
    (void)PRINT(large, (size_t)size + 1);
#undef PRINT
    put(f, large, (size_t)size);
    base_free(large);
    return true;
}

// %f of an Integer: exact, however large.
static bool put_exact(struct format *f, value_t v)
{
    bool const negative = integer_sign(v) < 0;
    value_t const magnitude = negative ? integer_neg(f->ec->heap, v) : v;
    struct string *const digits = magnitude == VALUE_UNDEF ? NULL : integer_to_string(f->ec->heap, magnitude, 10);
    if (digits == NULL) return vm_raise_memory(f->ec), false;
    int64_t const precision = f->flags & FLAG_PRECISION ? f->precision : 6;
    char const sign = negative ? '-' : f->flags & FLAG_PLUS ? '+' : f->flags & FLAG_SPACE ? ' ' : 0;
    bool const point = precision > 0;
    int64_t const size = (int64_t)string_size(digits) + (sign != 0) + point + precision;
    int64_t const padding = f->flags & FLAG_WIDTH ? f->width - size : 0;
    bool const zeros = f->flags & FLAG_ZERO && !(f->flags & FLAG_MINUS);
    if (!zeros && !(f->flags & FLAG_MINUS)) fill(f, ' ', padding);
    if (sign != 0) text_out_byte(&f->out, sign);
    if (zeros) fill(f, '0', padding);
    put(f, string_bytes(digits), string_size(digits));
    if (point) text_out_byte(&f->out, '.');
    fill(f, '0', precision);
    if (f->flags & FLAG_MINUS) fill(f, ' ', padding);
    return true;
}

static bool format_float(struct format *f, char type)
{
    value_t v;
    if (!take_value(f, 'f', &v)) return false;
    if (f->needs != NULL) return true;
    if (value_is_integer(v)) return type == 'f' ? put_exact(f, v) : put_double(f, type, integer_to_double(v));
    return put_double(f, type, value_to_double(v));
}

// --- Directives
// -------------------------------------------------------------------------------------------------------------

static bool conversion(struct format *f, char type)
{
    switch (type) {
    case 's':
    case 'p': return format_text(f, type);
    case 'c': return format_character(f);
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B': return format_integer(f, type);
    case 'f':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A': return format_float(f, type);
    default: vm_raise(f->ec, CLASS_ARGUMENT_ERROR, "malformed format string - %%%c", type); return false;
    }
}

// Digits at *p. False: too big, exception set.
static bool read_number(struct format *f, const char **p, const char *end, const char *what, int64_t *n)
{
    *n = 0;
    for (; *p < end && **p >= '0' && **p <= '9'; ++*p) {
        *n = 10 * *n + (**p - '0');
        if (*n <= INT32_MAX) continue;
        vm_raise(f->ec, CLASS_ARGUMENT_ERROR, "%s too big", what);
        return false;
    }
    if (*p < end) return true;
    return fail(f, "malformed format string - %*[0-9]");
}

// The value of * or *n$, behind the star.
static bool star(struct format *f, const char **p, const char *end, int64_t *n)
{
    const char *q = *p;
    value_t v;
    if (q < end && *q >= '1' && *q <= '9') {
        int64_t number;
        if (!read_number(f, &q, end, "width", &number)) return false;
        if (*q != '$') return fail(f, "malformed format string - %*[0-9]");
        *p = q + 1;
        if (!numbered_argument(f, number, &v)) return false;
    } else if (!next_argument(f, &v)) {
        return false;
    }
    if (value_needs(f, '*', v) && !convert(f, '*', &v)) return false;
    *n = 0;
    if (f->needs != NULL && !value_is_integer(v)) return true; // only known after the conversion
    if (!text_integer(f->ec, v, n)) return false;
    if (*n > INT32_MAX || *n < -INT32_MAX) {
        vm_raise(f->ec, CLASS_RANGE_ERROR, "integer %lld too big to convert to 'int'", (long long)*n);
        return false;
    }
    return true;
}

static unsigned flag_of(char c)
{
    switch (c) {
    case '#': return FLAG_SHARP;
    case '-': return FLAG_MINUS;
    case '+': return FLAG_PLUS;
    case '0': return FLAG_ZERO;
    case ' ': return FLAG_SPACE;
    default: return 0;
    }
}

static bool read_width(struct format *f, const char **p, const char *end)
{
    if (f->flags & FLAG_WIDTH) return fail(f, "width given twice");
    if (f->flags & FLAG_PRECISION) return fail(f, "width after precision");
    ++*p;
    if (!star(f, p, end, &f->width)) return false;
    f->flags |= FLAG_WIDTH;
    if (f->width < 0) {
        f->flags |= FLAG_MINUS;
        f->width = -f->width;
    }
    return true;
}

// A number: n$ or a width.
static bool read_digits(struct format *f, const char **p, const char *end)
{
    int64_t n;
    if (!read_number(f, p, end, "width", &n)) return false;
    if (**p == '$') {
        if (f->value != VALUE_ABSENT) {
            vm_raise(f->ec, CLASS_ARGUMENT_ERROR, "value given twice - %lld$", (long long)n);
            return false;
        }
        ++*p;
        return numbered_argument(f, n, &f->value);
    }
    if (f->flags & FLAG_WIDTH) return fail(f, "width given twice");
    if (f->flags & FLAG_PRECISION) return fail(f, "width after precision");
    f->flags |= FLAG_WIDTH;
    f->width = n;
    return true;
}

static bool read_precision(struct format *f, const char **p, const char *end)
{
    if (f->flags & FLAG_PRECISION) return fail(f, "precision given twice");
    f->flags |= FLAG_PRECISION;
    f->precision = 0;
    ++*p;
    if (*p < end && **p == '*') {
        ++*p;
        if (!star(f, p, end, &f->precision)) return false;
        if (f->precision < 0) f->flags &= ~(unsigned)FLAG_PRECISION;
        return true;
    }
    return read_number(f, p, end, "precision", &f->precision);
}

// The type that a directive from p on ends in, for the look-up of a named argument.
static char type_ahead(const char *p, const char *end)
{
    while (p < end && (flag_of(*p) != 0 || (*p >= '0' && *p <= '9') || *p == '.' || *p == '*' || *p == '$'))
        p++;
    char const c = p < end ? *p : 's';
    return strchr("diuoxXbB", c) != NULL ? 'd' : strchr("feEgGaA", c) != NULL ? 'f' : c;
}

static bool read_name(struct format *f, const char **p, const char *end, bool *finished)
{
    const char *const name = *p;
    char const closing = *name == '<' ? '>' : '}';
    const char *const close = memchr(name, closing, (size_t)(end - name));
    if (close == NULL) return fail(f, "malformed name - unmatched parenthesis");
    size_t const size = (size_t)(close - name) + 1;
    if (f->value != VALUE_ABSENT) {
        vm_raise(f->ec, CLASS_ARGUMENT_ERROR, "named%.*s after <%s>", (int)size, name, "value");
        return false;
    }
    *p = close + 1;
    if (!named_argument(f, name, size, closing == '}' ? '{' : type_ahead(*p, end))) return false;
    *finished = closing == '}';
    return !*finished || format_text(f, 's');
}

// One directive, behind the %. *p is left behind it.
static bool directive(struct format *f, const char **p, const char *end)
{
    f->flags = 0;
    f->width = f->precision = 0;
    f->value = VALUE_ABSENT;
    f->value_ready = false;
    bool finished = false;
    while (*p < end) {
        char const c = **p;
        bool ok;
        if (c >= '1' && c <= '9') {
            ok = read_digits(f, p, end);
        } else if (flag_of(c) != 0) {
            if (f->flags & FLAG_WIDTH) return fail(f, "flag after width");
            if (f->flags & FLAG_PRECISION) return fail(f, "flag after precision");
            f->flags |= flag_of(c);
            ++*p;
            ok = true;
        } else if (c == '*') {
            ok = read_width(f, p, end);
        } else if (c == '.') {
            ok = read_precision(f, p, end);
        } else if (c == '<' || c == '{') {
            ok = read_name(f, p, end, &finished);
            if (finished) return ok;
        } else if (c == '%') {
            if (f->flags != 0 || f->value != VALUE_ABSENT) return fail(f, "invalid format character - %");
            ++*p;
            text_out_byte(&f->out, '%');
            return true;
        } else {
            ++*p;
            return conversion(f, c);
        }
        if (!ok) return false;
    }
    bool const bare = f->flags == 0 && f->value == VALUE_ABSENT;
    return fail(f, bare ? "incomplete format specifier; use %% (double %) instead" : "malformed format string - %");
}

// Both passes. False: exception set.
static bool walk(struct format *f)
{
    const char *p = string_bytes(f->text);
    const char *const end = p + string_size(f->text);
    while (p < end) {
        const char *const percent = memchr(p, '%', (size_t)(end - p));
        if (percent == NULL) break;
        put(f, p, (size_t)(percent - p));
        p = percent + 1;
        if (!directive(f, &p, end)) return false;
    }
    put(f, p, (size_t)(end - p));
    return true;
}

static void format_open(struct ec *ec, struct format *f, const value_t *argv)
{
    const struct array *const arguments = value_to_array(argv[1]);
    *f = (struct format){.ec = ec,
                         .text = to_text(argv[0]),
                         .arguments = array_items(arguments),
                         .count = array_count(arguments),
                         .encoding = string_encoding(to_text(argv[0]))};
    f->ascii = string_scan(f->text) == STRING_ASCII;
}

static bool mentions(const struct string *text, const char *types)
{
    const char *p = string_bytes(text);
    const char *const end = p + string_size(text);
    for (; p < end; p++) {
        if (*p != 0 && strchr(types, *p) != NULL) return true;
    }
    return false;
}

// Whether no argument can need Ruby: all are Integers, Floats, Strings, nil and the like, and fit any directive.
static bool all_plain(struct format *f)
{
    bool numbers = true;
    for (size_t i = 0; i < f->count; i++) {
        value_t const v = f->arguments[i];
        if (!plain_to_s(f, v)) return false;
        numbers = numbers && (value_is_integer(v) || (value_is_float(v) && isfinite(value_to_double(v))));
    }
    if (mentions(f->text, "p")) return false;
    return numbers ? !mentions(f->text, "c*") : !mentions(f->text, "diuoxXbBfeEgGaA*c");
}

// Primitive.format_needs(format, arguments): nil, or [kind, value, …] of what Ruby must convert, in order.
static value_t format_needs(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct format f;
    format_open(ec, &f, argv);
    if (all_plain(&f)) return VALUE_NIL;
    f.needs = array_new(ec->heap, 0);
    text_out_open(ec, &f.out, 64, ENCODING_UTF8);
    if (f.needs == NULL || f.out.string == NULL) return vm_raise_memory(ec);
    if (!walk(&f)) return VALUE_UNDEF;
    return array_count(f.needs) > 0 ? value_pointer(f.needs) : VALUE_NIL;
}

// Primitive.format_run(format, arguments, converted or nil): the text; in an Array when not all arguments were taken.
static value_t format_run(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct format f;
    format_open(ec, &f, argv);
    if (!encoding_ascii_compatible(f.encoding)) {
        return vm_raise(ec, CLASS_COMPATIBILITY_ERROR, "ASCII incompatible encoding: %s", encoding_name(f.encoding));
    }
    f.ready = value_is_nil(argv[2]) ? NULL : value_to_array(argv[2]);
    text_out_open(ec, &f.out, string_size(f.text) + 32, f.encoding);
    if (!walk(&f)) return VALUE_UNDEF;
    struct string *const out = text_out_close(&f.out);
    if (out == NULL) return VALUE_UNDEF;
    string_set_encoding(out, f.encoding);
    if (TRP_LIKELY(f.mode > 1 || f.next == f.count)) return value_pointer(out);
    value_t const result = value_pointer(out);
    return CORE_NEW(ec, array_new_small(ec->heap, &result, 1));
}

// How long each takes, see docs/builtins.md:
//   open: format_needs format_run
static const struct vm_primitive primitives[] = {{"format_needs", format_needs}, {"format_run", format_run}};

bool core_format(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
