// String: what works on sets of characters: count, delete, squeeze, tr, tr_s.
#include "core/string/character_set.h"

// --- count, delete, squeeze ------------------------------------------------------------------------------------------

static value_t string_count(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc == 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "wrong number of arguments (given 0, expected 1+)");
    if (!text_all(argc, argv)) return VALUE_FAIL;
    TEXT_LONG(ec, string_count, TEXT_SLOW);
    struct string *const s = to_text(self);
    size_t stop = 0;
    struct character_sets sets;
    if (!character_sets_open(ec, &sets, s, argc, argv)) return VALUE_UNDEF;
    enum encoding const encoding = string_encoding(s);
    bool const compatible = encoding_ascii_compatible(encoding);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    int64_t count = 0;
    if (compatible && string_scan(s) == STRING_ASCII) {
        for (size_t at = 0; at < size; at++) {
            text_turn(ec, at, &stop, TEXT_SLOW);
            count += sets.ascii[(unsigned char)bytes[at] & 127];
        }
        character_sets_close(ec, &sets);
        return value_fixnum(count);
    }
    for (size_t at = 0, character; at < size; at += character) {
        text_turn(ec, at, &stop, TEXT_SLOW);
        count += character_sets_have(&sets, character_next(encoding, compatible, bytes, size, at, &character));
    }
    character_sets_close(ec, &sets);
    return value_fixnum(count);
}

static struct string *delete_characters(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    struct character_sets sets;
    if (!character_sets_open(ec, &sets, s, argc, argv)) return NULL;
    enum encoding const encoding = string_encoding(s);
    bool const compatible = encoding_ascii_compatible(encoding);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    struct text_out out;
    text_out_open(ec, &out, size, encoding);
    size_t stop = 0;
    for (size_t at = 0, character; at < size; at += character) {
        text_turn(ec, at, &stop, TEXT_SLOW);
        if (character_sets_have(&sets, character_next(encoding, compatible, bytes, size, at, &character))) {
            *changed = true;
        } else {
            text_out_put(&out, bytes + at, character);
        }
    }
    character_sets_close(ec, &sets);
    return text_out_close(&out);
}

static struct string *squeeze(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    struct character_sets sets;
    if (!character_sets_open(ec, &sets, s, argc, argv)) return NULL;
    enum encoding const encoding = string_encoding(s);
    bool const compatible = encoding_ascii_compatible(encoding);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    struct text_out out;
    text_out_open(ec, &out, size, encoding);
    uint32_t last = UINT32_MAX;
    size_t stop = 0;
    for (size_t at = 0, character; at < size; at += character) {
        text_turn(ec, at, &stop, TEXT_SLOW);
        uint32_t const code = character_next(encoding, compatible, bytes, size, at, &character);
        if (code == last && character_sets_have(&sets, code)) {
            *changed = true;
        } else {
            text_out_put(&out, bytes + at, character);
        }
        last = code;
    }
    character_sets_close(ec, &sets);
    return text_out_close(&out);
}

CHARACTER_SETS_PAIR(string_delete, delete_characters, 1)
CHARACTER_SETS_PAIR(string_squeeze, squeeze, 0)

// --- tr --------------------------------------------------------------------------------------------------------------

#define NOT_MAPPED UINT32_MAX
struct mapping {
    struct character_set from, to;
    uint32_t last; // character of `to`
    uint32_t ascii[128];
};

// The character at a position of the spans as they were written; the last one beyond.
static uint32_t nth_character(const struct character_set *set, uint64_t index)
{
    for (size_t i = 0; i < set->count; i++) {
        uint64_t const width = (uint64_t)set->spans[i].to - set->spans[i].from + 1;
        if (index < width) return set->spans[i].from + (uint32_t)index;
        index -= width;
    }
    return set->spans[set->count - 1].to;
}

static uint32_t map_slowly(const struct mapping *m, uint32_t code)
{
    if (m->from.negated) return character_set_has(&m->from, code) ? m->last : NOT_MAPPED;
    uint64_t position = 0, found = UINT64_MAX;
    for (size_t i = 0; i < m->from.count; i++) { // the last mention counts
        const struct character_span *const span = &m->from.spans[i];
        if (code >= span->from && code <= span->to) found = position + (code - span->from);
        position += (uint64_t)span->to - span->from + 1;
    }
    return found == UINT64_MAX ? NOT_MAPPED : nth_character(&m->to, found);
}

// The spans of both sides in step; what is mentioned later counts.
static void map_ascii(struct mapping *m)
{
    size_t span = 0;
    uint32_t to = m->to.spans[0].from;
    for (size_t i = 0; i < m->from.count; i++) {
        uint32_t const last = m->from.spans[i].to;
        for (uint32_t c = m->from.spans[i].from; c <= last && c < 128; c++) {
            m->ascii[c] = to;
            if (to < m->to.spans[span].to) {
                to++;
            } else if (span + 1 < m->to.count) {
                to = m->to.spans[++span].from;
            }
        }
        if (last < 128) continue;
        for (uint32_t c = 0; c < 128; c++)
            m->ascii[c] = map_slowly(m, c); // beyond ASCII: one by one
        return;
    }
}

static bool mapping_open(struct ec *ec, struct mapping *m, struct string *from, struct string *to)
{
    if (!character_set_open(ec, &m->from, from, true)) return false;
    if (!character_set_open(ec, &m->to, to, false)) {
        character_set_close(ec, &m->from);
        return false;
    }
    m->last = m->to.spans[m->to.count - 1].to;
    for (uint32_t c = 0; c < 128; c++)
        m->ascii[c] = m->from.negated ? map_slowly(m, c) : NOT_MAPPED;
    if (!m->from.negated && m->from.count > 0) map_ascii(m);
    return true;
}

// The encoding of s, from and to together.
static bool tr_encoding(struct ec *ec, struct string *s, const value_t *argv, enum encoding *encoding)
{
    enum encoding with_from, with_to;
    if (!text_join_encoding(ec, s, to_text(argv[0]), &with_from)) return false;
    if (!text_join_encoding(ec, s, to_text(argv[1]), &with_to)) return false;
    *encoding = with_from == string_encoding(s) ? with_to : with_from;
    return true;
}

static struct string *translate(struct ec *ec, struct string *s, const value_t *argv, bool squeezing, bool *changed)
{
    struct mapping m;
    enum encoding result;
    if (!tr_encoding(ec, s, argv, &result)) return NULL;
    if (text_broken(s)) return text_raise_broken(ec, s), NULL;
    if (!mapping_open(ec, &m, to_text(argv[0]), to_text(argv[1]))) return NULL;
    enum encoding const encoding = string_encoding(s);
    bool const compatible = encoding_ascii_compatible(encoding);
    const char *const bytes = string_bytes(s);
    size_t const size = string_size(s);
    struct text_out out;
    text_out_open(ec, &out, size, result);
    uint32_t last = NOT_MAPPED;
    for (size_t at = 0, character; at < size; at += character) {
        uint32_t const code = character_next(encoding, compatible, bytes, size, at, &character);
        uint32_t const to = code < 128 ? m.ascii[code] : map_slowly(&m, code);
        if (to == NOT_MAPPED) {
            text_out_put(&out, bytes + at, character);
        } else {
            *changed = *changed || to != code || squeezing;
            if ((!squeezing || to != last) && !text_out_code(&out, result, to))
                text_out_put(&out, bytes + at, character);
        }
        last = to;
    }
    character_set_close(ec, &m.from);
    character_set_close(ec, &m.to);
    return text_out_close(&out);
}

static struct string *tr(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    if (string_size(to_text(argv[1])) == 0) return delete_characters(ec, s, argc - 1, argv, changed);
    return translate(ec, s, argv, false, changed);
}

static struct string *tr_s(struct ec *ec, struct string *s, int argc, const value_t *argv, bool *changed)
{
    if (string_size(to_text(argv[1])) == 0) return delete_characters(ec, s, argc - 1, argv, changed);
    return translate(ec, s, argv, true, changed);
}
CHARACTER_SETS_PAIR(string_tr, tr, 2)
CHARACTER_SETS_PAIR(string_tr_s, tr_s, 2)

// How long each takes, see docs/builtins.md:
//   polls: string_count string_delete string_delete_bang string_squeeze string_squeeze_bang string_tr string_tr_bang
//     string_tr_s string_tr_s_bang string_count_of string_delete_of string_delete_bang_of string_squeeze_of
//     string_squeeze_bang_of
static const struct core_method methods[] = {
    {"count", string_count, 0, -1, CORE_TRY},
    {"delete", string_delete, 0, -1, CORE_TRY},
    {"delete!", string_delete_bang, 0, -1, CORE_TRY},
    {"squeeze", string_squeeze, 0, -1, CORE_TRY},
    {"squeeze!", string_squeeze_bang, 0, -1, CORE_TRY},
    {"tr", string_tr, 2, 2, CORE_TRY},
    {"tr!", string_tr_bang, 2, 2, CORE_TRY},
    {"tr_s", string_tr_s, 2, 2, CORE_TRY},
    {"tr_s!", string_tr_s_bang, 2, 2, CORE_TRY},
};

// The arguments in one Array.
TEXT_OF_ARRAY(string_count)
TEXT_OF_ARRAY(string_delete)
TEXT_OF_ARRAY(string_delete_bang)
TEXT_OF_ARRAY(string_squeeze)
TEXT_OF_ARRAY(string_squeeze_bang)

static const struct vm_primitive primitives[] = {
    {"string_count", string_count_of},
    {"string_delete", string_delete_of},
    {"string_delete!", string_delete_bang_of},
    {"string_squeeze", string_squeeze_of},
    {"string_squeeze!", string_squeeze_bang_of},
    {"string_tr", string_tr},
    {"string_tr!", string_tr_bang},
    {"string_tr_s", string_tr_s},
    {"string_tr_s!", string_tr_s_bang},
};

bool core_string_tr(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_STRING, methods) && CORE_PRIMITIVES(boot, primitives);
}
