// String and Symbol: upcase, downcase, capitalize, swapcase, casecmp. Unicode's mappings are in case_table.c.
#include "core/string/case_table.h"
#include "core/string/case.h"

static int32_t find_difference(const struct case_run *runs, size_t count, uint32_t code)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t const middle = (low + high) / 2;
        const struct case_run *const r = &runs[middle];
        if (code < r->from) {
            high = middle;
        } else if (code > r->to) {
            low = middle + 1;
        } else {
            return (code - r->from) % r->step == 0 ? r->difference : 0;
        }
    }
    return 0;
}

static const struct case_special *find_special(uint32_t code)
{
    size_t low = 0, high = case_special_count;
    while (low < high) {
        size_t const middle = (low + high) / 2;
        if (case_specials[middle].code == code) return &case_specials[middle];
        if (code < case_specials[middle].code) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

static uint32_t to_upper(uint32_t code) { return code + (uint32_t)find_difference(case_upper, case_upper_count, code); }
static uint32_t to_lower(uint32_t code) { return code + (uint32_t)find_difference(case_lower, case_lower_count, code); }

static unsigned take(const uint32_t from[3], uint32_t out[3])
{
    unsigned count = 0;
    while (count < 3 && from[count] != 0)
        out[count] = from[count], count++;
    return count;
}

// Maps a character beyond ASCII. Returns how many come out.
static unsigned map_character(uint32_t code, enum text_case mode, bool first, uint32_t out[3])
{
    const struct case_special *const special = find_special(code);
    uint32_t const upper = to_upper(code);
    bool const lower_letter = upper != code || (special != NULL && special->upper[0] != code);
    bool const up = mode == CASE_UP || (mode == CASE_CAPITALIZE && first) || (mode == CASE_SWAP && lower_letter);
    if (special != NULL) {
        if (mode == CASE_FOLD) return take(special->fold, out);
        if (mode == CASE_CAPITALIZE && first) return take(special->title, out);
        return take(up ? special->upper : special->lower, out);
    }
    out[0] = up ? upper : to_lower(code);
    return 1;
}

static inline bool ascii_upper(unsigned char c) { return (unsigned char)(c - 'A') < 26; }
static inline bool ascii_lower(unsigned char c) { return (unsigned char)(c - 'a') < 26; }

static inline unsigned char map_ascii(unsigned char c, enum text_case mode, bool first)
{
    switch (mode) {
    case CASE_UP: return ascii_lower(c) ? (unsigned char)(c - 32) : c;
    case CASE_SWAP: return ascii_lower(c) || ascii_upper(c) ? c ^ 32 : c;
    case CASE_CAPITALIZE:
        if (first) return ascii_lower(c) ? (unsigned char)(c - 32) : c;
        return ascii_upper(c) ? (unsigned char)(c + 32) : c;
    default: return ascii_upper(c) ? (unsigned char)(c + 32) : c;
    }
}

static struct string *map_bytes(struct ec *ec, struct string *s, enum text_case mode, bool *changed)
{
    size_t const size = string_size(s);
    struct string *const out = string_dup(ec->heap, s);
    if (out == NULL || !string_make_writable(ec->heap, out, size)) return vm_raise_memory(ec), NULL;
    value_t root = value_pointer(out);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    unsigned char *const to = (unsigned char *)string_writable(out);
    unsigned char difference = 0;
    for (size_t from = 0; from < size; from += TEXT_PIECE) {
        size_t const end = size - from < TEXT_PIECE ? size : from + TEXT_PIECE;
        for (size_t i = from; i < end; i++) {
            unsigned char const mapped = map_ascii(to[i], mode, i == 0);
            difference |= mapped ^ to[i];
            to[i] = mapped;
        }
        heap_pause(ec->heap, TEXT_PIECE / TEXT_SLOW);
    }
    ec->roots = roots.next;
    *changed = difference != 0;
    return out;
}

// The dotted and dotless i of Turkish.
static bool map_turkic(uint32_t code, enum text_case mode, bool first, uint32_t out[3])
{
    bool const up = mode == CASE_UP || (mode == CASE_CAPITALIZE && first);
    if (code == 'i' && (up || mode == CASE_SWAP)) return out[0] = 0x130, true;
    if (code == 'I' && !up) return out[0] = 0x131, true;
    if (code == 0x130 && !up) return out[0] = 'i', true;
    if (code == 0x131 && (up || mode == CASE_SWAP)) return out[0] = 'I', true;
    return false;
}

static struct string *map_unicode(struct ec *ec, struct string *s, enum text_case mode, bool turkic, bool *changed)
{
    enum encoding const encoding = string_encoding(s);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    struct text_out out;
    text_out_open(ec, &out, size + size / 8, encoding);
    for (size_t at = 0, character; at < size; at += character) {
        int32_t const code = encoding_decode(encoding, bytes + at, size - at, &character);
        uint32_t mapped[3] = {(uint32_t)code, 0, 0};
        unsigned count = 1;
        bool const first = at == 0;
        if (code < 0) {
            text_out_close(&out);
            vm_raise(ec, CLASS_ARGUMENT_ERROR, "input string invalid");
            return NULL;
        }
        if (!turkic || !map_turkic((uint32_t)code, mode, first, mapped)) {
            if (code < 0x80) {
                mapped[0] = map_ascii((unsigned char)code, mode, first);
            } else {
                count = map_character((uint32_t)code, mode, first, mapped);
            }
        }
        *changed = *changed || count != 1 || mapped[0] != (uint32_t)code;
        for (unsigned i = 0; i < count; i++)
            text_out_code(&out, encoding, mapped[i]);
    }
    return text_out_close(&out);
}

// The options :ascii, :turkic, :lithuanian, :fold. False: exception set.
static bool read_options(struct ec *ec, int argc, const value_t *argv, enum text_case *mode, bool *ascii, bool *turkic)
{
    if (argc > 2) {
        vm_raise(ec, CLASS_ARGUMENT_ERROR, "too many options");
        return false;
    }
    bool lithuanian = false;
    for (int i = 0; i < argc; i++) {
        if (!value_is_symbol(argv[i])) {
            vm_raise(ec, CLASS_TYPE_ERROR, "wrong argument type %s (expected Symbol)", vm_class_name(ec, argv[i]));
            return false;
        }
        const char *const name = symbol_text(ec->runtime, value_to_symbol(argv[i]));
        if (strcmp(name, "ascii") == 0 && argc == 1) {
            *ascii = true;
        } else if (strcmp(name, "turkic") == 0 && !*turkic) {
            *turkic = true;
        } else if (strcmp(name, "lithuanian") == 0 && !lithuanian) {
            lithuanian = true;
        } else if (strcmp(name, "fold") == 0 && argc == 1 && *mode == CASE_DOWN) {
            *mode = CASE_FOLD;
        } else if (strcmp(name, "fold") == 0) {
            vm_raise(ec, CLASS_ARGUMENT_ERROR,
                     *mode == CASE_DOWN ? "too many options" : "option :fold only allowed for downcasing");
            return false;
        } else if (strcmp(name, "ascii") == 0) {
            vm_raise(ec, CLASS_ARGUMENT_ERROR, "too many options");
            return false;
        } else {
            vm_raise(ec, CLASS_ARGUMENT_ERROR, "invalid option");
            return false;
        }
    }
    return true;
}

struct string *text_map_case(struct ec *ec, struct string *s, enum text_case mode, int argc, const value_t *argv,
                             bool *changed)
{
    bool ascii = false, turkic = false;
    if (argc > 0 && !read_options(ec, argc, argv, &mode, &ascii, &turkic)) return NULL;
    enum encoding const encoding = string_encoding(s);
    bool const simple = ascii || !encoding_unicode(encoding) || (!turkic && string_scan(s) == STRING_ASCII);
    return simple && encoding_ascii_compatible(encoding) ? map_bytes(ec, s, mode, changed)
                                                         : map_unicode(ec, s, mode, turkic, changed);
}

#define CASE_CHANGE(name, mode)                                                                                        \
    static struct string *name(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)          \
    {                                                                                                                  \
        return text_map_case(ec, s, mode, argc, argv, changed);                                                        \
    }
CASE_CHANGE(upcase, CASE_UP)
CASE_CHANGE(downcase, CASE_DOWN)
CASE_CHANGE(capitalize, CASE_CAPITALIZE)
CASE_CHANGE(swapcase, CASE_SWAP)
TEXT_PAIR(string_upcase, upcase)
TEXT_PAIR(string_downcase, downcase)
TEXT_PAIR(string_capitalize, capitalize)
TEXT_PAIR(string_swapcase, swapcase)

// --- Comparing
// ----------------------------------------------------------------------------------------------------------

value_t text_casecmp(struct ec *ec, struct string *a, struct string *b)
{
    if (string_compatible(a, b) == ENCODING_COUNT) return VALUE_NIL;
    size_t const sa = string_size(a), sb = string_size(b);
    const unsigned char *const x = (const unsigned char *)string_bytes(a), *const y =
                                                                               (const unsigned char *)string_bytes(b);
    size_t stop = 0;
    for (size_t i = 0; i < sa && i < sb; i++) {
        text_turn(ec, i, &stop, TEXT_SLOW);
        unsigned char const cx = map_ascii(x[i], CASE_DOWN, false), cy = map_ascii(y[i], CASE_DOWN, false);
        if (cx != cy) return value_fixnum(cx < cy ? -1 : 1);
    }
    return value_fixnum(sa == sb ? 0 : sa < sb ? -1 : 1);
}

value_t text_casecmp_p(struct ec *ec, struct string *a, struct string *b)
{
    if (string_compatible(a, b) == ENCODING_COUNT) return VALUE_NIL;
    bool changed = false;
    struct string *const x = text_map_case(ec, a, CASE_FOLD, 0, NULL, &changed);
    if (x == NULL) return VALUE_UNDEF;
    value_t root = value_pointer(x);
    struct vm_roots roots = {ec->roots, &root, 1};
    ec->roots = &roots;
    struct string *const y = text_map_case(ec, b, CASE_FOLD, 0, NULL, &changed);
    ec->roots = roots.next;
    return y == NULL ? VALUE_UNDEF : value_bool(string_equal(x, y));
}

static value_t string_casecmp(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (is_text(argv[0])) TEXT_LONG(ec, string_casecmp, TEXT_SLOW);
    return is_text(argv[0]) ? text_casecmp(ec, to_text(self), to_text(argv[0])) : VALUE_FAIL;
}

static value_t string_casecmp_p(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (is_text(argv[0])) TEXT_LONG(ec, string_casecmp_p, TEXT_SLOW);
    return is_text(argv[0]) ? text_casecmp_p(ec, to_text(self), to_text(argv[0])) : VALUE_FAIL;
}

// How long each takes, see docs/builtins.md:
//   polls: string_upcase string_upcase_bang string_downcase string_downcase_bang string_capitalize
//     string_capitalize_bang string_swapcase string_swapcase_bang string_casecmp string_casecmp_p
static const struct core_method methods[] = {
    {"upcase", string_upcase, 0, -1, 0},         {"upcase!", string_upcase_bang, 0, -1, 0},
    {"downcase", string_downcase, 0, -1, 0},     {"downcase!", string_downcase_bang, 0, -1, 0},
    {"capitalize", string_capitalize, 0, -1, 0}, {"capitalize!", string_capitalize_bang, 0, -1, 0},
    {"swapcase", string_swapcase, 0, -1, 0},     {"swapcase!", string_swapcase_bang, 0, -1, 0},
    {"casecmp", string_casecmp, 1, 1, CORE_TRY}, {"casecmp?", string_casecmp_p, 1, 1, CORE_TRY},
};

static const struct vm_primitive primitives[] = {
    {"string_casecmp", string_casecmp},
    {"string_casecmp?", string_casecmp_p},
};

bool core_string_case(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
