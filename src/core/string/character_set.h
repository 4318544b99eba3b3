// Sets of characters, written as for tr: "a-z", "^a-z", "\\-". For tr.c and strip.c.
#ifndef TROUPE_CORE_CHARACTER_SET_H
#define TROUPE_CORE_CHARACTER_SET_H

#include "core/string/text.h"

struct character_span { // code points
    uint32_t from, to;
};
struct character_set {
    struct character_span *spans; // in the order they were written
    size_t count;
    struct heap_scratch scratch; // the spans, when not `few`
    bool negated;
    bool ascii[128]; // whether it belongs to the spans
    struct character_span few[16];
};

// Parses a text. False: exception set, and nothing to close.
bool character_set_open(struct ec *ec, struct character_set *set, struct string *text, bool may_negate);
void character_set_close(struct ec *ec, struct character_set *set);
bool character_set_has(const struct character_set *set, uint32_t code);

// What all the sets of an argument list hold together.
struct character_sets {
    struct character_set *list;
    size_t count;
    struct heap_scratch scratch; // the list, when not `one`
    bool ascii[128];
    struct character_set one[2];
};

// argv: Strings, whose encodings go with that of s. False: exception set, and nothing to close.
bool character_sets_open(struct ec *ec, struct character_sets *sets, struct string *s, int argc, const value_t *argv);
void character_sets_close(struct ec *ec, struct character_sets *sets);
bool character_sets_have(const struct character_sets *sets, uint32_t code);

// The code point at `bytes`. An invalid byte counts as a character of its own, beyond all code points.
uint32_t character_decode(enum encoding encoding, const char *bytes, size_t available, size_t *size);

// A walk over characters with ASCII read directly.
static inline uint32_t character_next(enum encoding encoding, bool compatible, const char *bytes, size_t size,
                                      size_t at, size_t *character)
{
    unsigned char const c = (unsigned char)bytes[at];
    if (TRP_LIKELY(compatible && c < 128)) {
        *character = 1;
        return c;
    }
    return character_decode(encoding, bytes + at, size - at, character);
}

static inline bool text_all(int argc, const value_t *argv)
{
    for (int i = 0; i < argc; i++) {
        if (!is_text(argv[i])) return false;
    }
    return true;
}

// The methods `name` and `name`! of at least `least` sets.
#define CHARACTER_SETS_PAIR(name, change, least)                                                                       \
    static value_t name(struct ec *ec, value_t self, int argc, const value_t *argv)                                    \
    {                                                                                                                  \
        if (argc < (least)) return vm_raise_arity(ec, argc, least, -1);                                                \
        if (text_all(argc, argv)) TEXT_LONG(ec, name, TEXT_SLOW);                                                      \
        return text_all(argc, argv) ? text_changed(ec, self, argc, argv, change) : VALUE_FAIL;                         \
    }                                                                                                                  \
    static value_t name##_bang(struct ec *ec, value_t self, int argc, const value_t *argv)                             \
    {                                                                                                                  \
        if (argc < (least)) return vm_raise_arity(ec, argc, least, -1);                                                \
        if (text_all(argc, argv)) TEXT_LONG_BANG(ec, name##_bang, TEXT_SLOW);                                          \
        return text_all(argc, argv) ? text_change_self(ec, self, argc, argv, change) : VALUE_FAIL;                     \
    }

#endif
