// String: numbers in text, and the successor of a text.
#include "core/string/text.h"

#define NATIVE_SIZE 65536u // bytes of a Float's text that others do not wait for

static bool ascii_only(struct ec *ec, const struct string *s)
{
    if (encoding_ascii_compatible(string_encoding(s))) return true;
    vm_raise(ec, CLASS_COMPATIBILITY_ERROR, "ASCII incompatible encoding: %s", encoding_name(string_encoding(s)));
    return false;
}

// Large numbers are made in more than linear time.
#define NUMBER_LONG(function)                                                                                          \
    VM_LONG(ec, string_size(to_text(self)) / 32 * (1 + string_size(to_text(self)) / 2048), function, WORK_READS)

static value_t parse(struct ec *ec, const struct string *s, unsigned base)
{
    if (!ascii_only(ec, s)) return VALUE_UNDEF;
    return core_or_memory(ec, integer_parse(ec->heap, string_bytes(s), string_size(s), base, false));
}

static value_t string_to_i(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    NUMBER_LONG(string_to_i);
    if (argc == 0) return parse(ec, to_text(self), 10);
    if (!value_is_integer(argv[0])) return VALUE_FAIL;
    int64_t base;
    if (!text_integer(ec, argv[0], &base)) return VALUE_UNDEF;
    if (base < 0 || base == 1 || base > 36)
        return vm_raise(ec, CLASS_ARGUMENT_ERROR, "invalid radix %lld", (long long)base);
    return parse(ec, to_text(self), (unsigned)base);
}

static value_t string_hex(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    NUMBER_LONG(string_hex);
    return parse(ec, to_text(self), 16);
}

// Octal, unless a prefix says otherwise.
static value_t string_oct(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    NUMBER_LONG(string_oct);
    const struct string *const s = to_text(self);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    size_t at = 0;
    while (at < size && text_space((unsigned char)bytes[at]))
        at++;
    if (at < size && (bytes[at] == '-' || bytes[at] == '+')) at++;
    bool const prefix =
        at + 1 < size && bytes[at] == '0' && strchr("xXbBoOdD", bytes[at + 1]) != NULL && bytes[at + 1] != 0;
    return parse(ec, s, prefix ? 0 : 8);
}

bool text_parse_float(struct ec *ec, const struct string *s, bool strict, double *d, bool *ok)
{
    bool const native = string_size(s) > NATIVE_SIZE;
    if (native) vm_native_enter(ec); // only the bytes are read, and they are this actor's or nobody changes them
    *d = float_parse(string_bytes(s), string_size(s), strict, ok);
    return !native || vm_native_leave(ec);
}

static value_t string_to_f(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    const struct string *const s = to_text(self);
    if (!ascii_only(ec, s)) return VALUE_UNDEF;
    bool ok;
    double d;
    if (!text_parse_float(ec, s, false, &d, &ok)) return VALUE_UNDEF;
    return core_or_memory(ec, float_value(ec->heap, d));
}

// --- succ
// -----------------------------------------------------------------------------------------------------------------

enum kind { KIND_OTHER, KIND_DIGIT, KIND_UPPER, KIND_LOWER, KIND_LETTER };

// Letters beyond ASCII, roughly: not symbols, punctuation or spaces.
static bool unicode_letter(int32_t code)
{
    if (code < 0xc0) return code == 0xaa || code == 0xb5 || code == 0xba;
    if (code == 0xd7 || code == 0xf7) return false;
    return !(code >= 0x2000 && code <= 0x2bff) && !(code >= 0x3000 && code <= 0x3004) &&
           !(code >= 0x3008 && code <= 0x3020) && !(code >= 0xd800 && code <= 0xf8ff) &&
           !(code >= 0xfe10 && code <= 0xfe6f) && !(code >= 0xff01 && code <= 0xff0f) &&
           !(code >= 0x1f000 && code <= 0x1fbff);
}

static enum kind kind_of(enum encoding encoding, const char *bytes, size_t size)
{
    unsigned char const c = (unsigned char)*bytes;
    if (c >= '0' && c <= '9') return KIND_DIGIT;
    if (c >= 'A' && c <= 'Z') return KIND_UPPER;
    if (c >= 'a' && c <= 'z') return KIND_LOWER;
    if (c < 0x80 || !encoding_unicode(encoding)) return KIND_OTHER;
    size_t character;
    int32_t const code = encoding_decode(encoding, bytes, size, &character);
    return code >= 0 && unicode_letter(code) ? KIND_LETTER : KIND_OTHER;
}

struct succ {
    struct ec *ec;
    struct string *s; // being changed
    enum encoding encoding;
    size_t carry_at; // where a carry goes in
    char carry[8];
    size_t carry_size;
};

// Replaces the character at an offset by the next code point. False: memory, raised.
static bool next_code(struct succ *p, size_t at)
{
    size_t size;
    int32_t code = encoding_decode(p->encoding, string_bytes(p->s) + at, string_size(p->s) - at, &size);
    code = code < 0 ? 0 : code + 1;
    if (code == 0xd800 && encoding_unicode(p->encoding)) code = 0xe000;
    char bytes[8];
    size_t const count = encoding_encode(p->encoding, (uint32_t)code, bytes);
    if (count == 0 || string_splice(p->ec->heap, p->s, at, size, bytes, count)) return true;
    vm_raise_memory(p->ec);
    return false;
}

// Counts a letter or digit up in place. True: no carry.
static bool next_alnum(struct succ *p, size_t at)
{
    char *const c = string_writable(p->s) + at;
    p->carry_at = at;
    p->carry_size = 1;
    switch (*c) {
    case '9': *c = '0', p->carry[0] = '1'; return false;
    case 'z': *c = 'a', p->carry[0] = 'a'; return false;
    case 'Z': *c = 'A', p->carry[0] = 'A'; return false;
    default: ++*c; return true;
    }
}

static bool alpha(enum kind kind) { return kind == KIND_UPPER || kind == KIND_LOWER; }

// 1: done, 0: a carry is left or there was no letter or digit (carry_size 0), -1: raised.
static int succ_alnums(struct succ *p)
{
    enum kind last = KIND_OTHER;
    bool gap = false;
    for (size_t at = string_size(p->s); at > 0;) {
        at = text_previous(p->s, at);
        enum kind const kind = kind_of(p->encoding, string_bytes(p->s) + at, string_size(p->s) - at);
        if (kind == KIND_OTHER) {
            gap = true;
            continue;
        }
        if (gap && last != KIND_OTHER && (alpha(last) ? kind == KIND_DIGIT : alpha(kind))) return 0;
        if (kind == KIND_LETTER) return next_code(p, at) ? 1 : -1;
        if (next_alnum(p, at)) return 1;
        last = kind;
        gap = false;
    }
    return 0;
}

// Without letters and digits: the last byte or character, carrying from byte to byte where bytes are characters.
static int succ_others(struct succ *p)
{
    bool const single = encoding_single_byte(p->encoding);
    size_t at = string_size(p->s);
    if (!single || p->encoding == ENCODING_ASCII) return next_code(p, text_previous(p->s, at)) ? 1 : -1;
    unsigned char *const bytes = (unsigned char *)string_writable(p->s);
    while (at-- > 0) {
        if (++bytes[at] != 0) return 1;
    }
    p->carry_at = 0;
    p->carry[0] = 1;
    p->carry_size = 1;
    return 0;
}

static struct string *succ(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    (void)argc, (void)argv;
    *changed = true;
    struct succ p = {.ec = ec, .s = string_dup(ec->heap, s), .encoding = string_encoding(s)};
    if (p.s == NULL || !string_make_writable(ec->heap, p.s, string_size(s) + 8)) return vm_raise_memory(ec), NULL;
    if (string_size(s) == 0) return p.s;
    int done = succ_alnums(&p);
    if (done == 0 && p.carry_size == 0) done = succ_others(&p);
    if (done < 0) return NULL;
    string_set_size(p.s, string_size(p.s)); // forgets what was known of the bytes
    if (done == 0 && !string_splice(ec->heap, p.s, p.carry_at, 0, p.carry, p.carry_size))
        return vm_raise_memory(ec), NULL;
    return p.s;
}
TEXT_PAIR(string_succ, succ)

// Primitive.text_digits(s): whether it is not empty and all ASCII digits.
static value_t text_digits(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, string_size(to_text(argv[0])) / TEXT_SLOW, text_digits, WORK_READS_ARGUMENTS);
    (void)self;
    const struct string *const s = to_text(argv[0]);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    size_t stop = 0;
    for (size_t i = 0; i < size; i++) {
        text_turn(ec, i, &stop, TEXT_SLOW);
        if (bytes[i] < '0' || bytes[i] > '9') return VALUE_FALSE;
    }
    return value_bool(size > 0);
}

// Primitive.text_one_ascii(s): the code of a String of one ASCII character, or nil.
static value_t text_one_ascii(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    const struct string *const s = to_text(argv[0]);
    if (string_size(s) != 1 || (unsigned char)string_bytes(s)[0] >= 0x80) return VALUE_NIL;
    return value_fixnum(string_bytes(s)[0]);
}

// How long each takes, see docs/builtins.md:
//   bounded: text_one_ascii
//   polls: string_to_i string_hex string_oct string_succ string_succ_bang string_succ_of text_digits
//   native: string_to_f
static const struct core_method methods[] = {
    {"to_i", string_to_i, 0, 1, CORE_TRY}, {"to_f", string_to_f, 0, 0, 0},       {"hex", string_hex, 0, 0, 0},
    {"oct", string_oct, 0, 0, 0},          {"succ", string_succ, 0, 0, 0},       {"succ!", string_succ_bang, 0, 0, 0},
    {"next", string_succ, 0, 0, 0},        {"next!", string_succ_bang, 0, 0, 0},
};

static value_t string_succ_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    return string_succ(ec, argv[0], argc - 1, NULL);
}

static const struct vm_primitive primitives[] = {
    {"string_to_i", string_to_i},
    {"string_succ", string_succ_of},
    {"text_digits", text_digits},
    {"text_one_ascii", text_one_ascii},
};

bool core_string_number(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
