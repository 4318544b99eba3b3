// Sets of characters, written as for tr; see character_set.h.
#include "core/string/character_set.h"

static void set_add(struct character_set *set, uint32_t from, uint32_t to)
{
    set->spans[set->count++] = (struct character_span){from, to};
    for (uint32_t c = from; c <= to && c < 128; c++)
        set->ascii[c] = true;
}

void character_set_close(struct ec *ec, struct character_set *set)
{
    if (set->spans != set->few) heap_scratch_close(ec->heap, &set->scratch);
}

uint32_t character_decode(enum encoding encoding, const char *bytes, size_t available, size_t *size)
{
    int32_t const code = encoding_decode(encoding, bytes, available, size);
    return code >= 0 ? (uint32_t)code : 0x80000000u | (unsigned char)*bytes;
}

static bool bad_range(struct ec *ec, const char *from, size_t from_size, const char *to, size_t to_size)
{
    vm_raise(ec, CLASS_ARGUMENT_ERROR, "invalid range \"%.*s-%.*s\" in string transliteration", (int)from_size, from,
             (int)to_size, to);
    return false;
}

bool character_set_open(struct ec *ec, struct character_set *set, struct string *text, bool may_negate)
{
    if (text_broken(text)) return text_raise_broken(ec, text), false;
    enum encoding const encoding = string_encoding(text);
    const char *const bytes = string_bytes(text);
    size_t const size = string_size(text);
    set->spans = set->few;
    if (size > TRP_COUNT(set->few)) { // no more spans than bytes
        set->spans = heap_scratch_open(ec->heap, &set->scratch, size * sizeof(struct character_span));
        if (set->spans == NULL) return vm_raise_memory(ec), false;
    }
    set->count = 0;
    memset(set->ascii, 0, sizeof set->ascii);
    set->negated = may_negate && size > 1 && bytes[0] == '^';
    size_t at = set->negated;
    bool ok = true;
    while (at < size && ok) {
        if (bytes[at] == '\\' && at + 1 < size) at++;
        size_t character, last;
        size_t const start = at;
        uint32_t const from = character_decode(encoding, bytes + at, size - at, &character);
        at += character;
        uint32_t to = from;
        if (at + 1 < size && bytes[at] == '-') {
            size_t next = at + 1;
            if (bytes[next] == '\\' && next + 1 < size) next++;
            to = character_decode(encoding, bytes + next, size - next, &last);
            if (to < from) {
                ok = bad_range(ec, bytes + start, character, bytes + next, last);
                break;
            }
            at = next + last;
        }
        set_add(set, from, to);
    }
    if (!ok) character_set_close(ec, set);
    return ok;
}

bool character_set_has(const struct character_set *set, uint32_t code)
{
    bool found = false;
    if (code < 128) {
        found = set->ascii[code];
    } else {
        for (size_t i = 0; i < set->count && !found; i++)
            found = code >= set->spans[i].from && code <= set->spans[i].to;
    }
    return found != set->negated;
}

void character_sets_close(struct ec *ec, struct character_sets *sets)
{
    for (size_t i = 0; i < sets->count; i++)
        character_set_close(ec, &sets->list[i]);
    if (sets->list != sets->one) heap_scratch_close(ec->heap, &sets->scratch);
}

bool character_sets_open(struct ec *ec, struct character_sets *sets, struct string *s, int argc, const value_t *argv)
{
    sets->count = 0;
    if (text_broken(s)) return text_raise_broken(ec, s), false;
    sets->list = argc <= (int)TRP_COUNT(sets->one)
                     ? sets->one
                     : heap_scratch_open(ec->heap, &sets->scratch, (size_t)argc * sizeof *sets->list);
    if (sets->list == NULL) {
        vm_raise_memory(ec);
        return false;
    }
    for (int i = 0; i < argc; i++) {
        enum encoding encoding;
        if (!text_join_encoding(ec, s, to_text(argv[i]), &encoding) ||
            !character_set_open(ec, &sets->list[i], to_text(argv[i]), true)) {
            character_sets_close(ec, sets);
            return false;
        }
        sets->count++;
    }
    for (unsigned c = 0; c < 128; c++) {
        sets->ascii[c] = true;
        for (size_t i = 0; i < sets->count; i++)
            sets->ascii[c] = sets->ascii[c] && character_set_has(&sets->list[i], c);
    }
    return true;
}

bool character_sets_have(const struct character_sets *sets, uint32_t code)
{
    if (code < 128) return sets->ascii[code];
    for (size_t i = 0; i < sets->count; i++) {
        if (!character_set_has(&sets->list[i], code)) return false;
    }
    return true;
}
