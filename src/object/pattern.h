// From Ruby's regular expressions to Oniguruma's, in two steps. Interior to the object room.
//
//   1. pattern_unescape   what CRuby does before its engine sees a pattern: \u and escaped bytes become characters, the
//                         encoding is decided. Independent of the encoding of what is searched.
//   2. pattern_translate  where Onigmo, CRuby's engine, differs from Oniguruma: (?a) (?d) (?u), what \b and POSIX
//                         brackets mean by default, \y, (?~|. Once per encoding of subjects.
//
// No globals; any thread. Memory comes from base_alloc.
#ifndef TROUPE_OBJECT_PATTERN_H
#define TROUPE_OBJECT_PATTERN_H

#include "object/string.h"

#define PATTERN_DEPTH_MAX 250 // nested groups: Oniguruma recurses on the C stack, here up to half a MiB of it

struct pattern_text { // zero-initialise; base_free(bytes) at the end
    char *bytes;
    size_t size, capacity;
    bool failed; // no memory at some append
};
void pattern_append(struct pattern_text *text, const char *bytes, size_t size);
static inline void pattern_put(struct pattern_text *text, char c) { pattern_append(text, &c, 1); }

struct pattern_facts {
    enum encoding encoding; // of the regexp: the source's, or US-ASCII
    bool fixed;             // matches only strings of that encoding, and ASCII ones
};

// The pattern with its escapes of bytes and code points resolved. False: a syntax error, *message says which (static).
// Memory: text->failed. `options`: enum regexp_options.
bool pattern_unescape(struct string *source, unsigned options, struct pattern_text *text, struct pattern_facts *facts,
                      const char **message);

// The pattern as Oniguruma is to read it. `unicode`: for a Unicode encoding. As above. It is to be compiled with
// \w, \d and \s restricted to ASCII.
bool pattern_translate(const char *bytes, size_t size, enum encoding encoding, bool unicode, unsigned options,
                       struct pattern_text *text, const char **message);

// Appends the bytes that an unescaped pattern matches when it is a plain literal. False: it is none.
bool pattern_literal(const char *bytes, size_t size, unsigned options, struct pattern_text *text);

#endif
