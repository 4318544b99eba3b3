// From Ruby's regular expressions to Oniguruma's, in two steps. Interior to the object room.
//
//   1. regexp_unescape   what CRuby does before its engine sees a pattern: \u and escaped bytes become characters, the
//                         encoding is decided. Independent of the encoding of what is searched.
//   2. regexp_translate  where Onigmo, CRuby's engine, differs from Oniguruma: (?a) (?d) (?u), what \b and POSIX
//                         brackets mean by default, \y, (?~|. Once per encoding of subjects.
//
// No globals; any thread. Memory comes from base_alloc.
#ifndef TROUPE_OBJECT_REGEXP_SOURCE_H
#define TROUPE_OBJECT_REGEXP_SOURCE_H

#include "object/string.h"

#define REGEXP_DEPTH_MAX 250 // nested groups: Oniguruma recurses on the C stack, here up to half a MiB of it

struct regexp_text { // zero-initialise; base_free(bytes) at the end
    char *bytes;
    size_t size, capacity;
    bool failed; // no memory at some append
};
void regexp_text_append(struct regexp_text *text, const char *bytes, size_t size);
static inline void regexp_text_put(struct regexp_text *text, char c) { regexp_text_append(text, &c, 1); }

struct regexp_facts {
    enum encoding encoding; // of the regexp: the source's, or US-ASCII
    bool fixed;             // matches only strings of that encoding, and ASCII ones
};

// The pattern with its escapes of bytes and code points resolved. False: a syntax error, *message says which (static).
// Memory: text->failed. `options`: enum regexp_options.
bool regexp_unescape(struct string *source, unsigned options, struct regexp_text *text, struct regexp_facts *facts,
                      const char **message);

// The pattern as Oniguruma is to read it. `unicode`: for a Unicode encoding. As above. It is to be compiled with
// \w, \d and \s restricted to ASCII.
bool regexp_translate(const char *bytes, size_t size, enum encoding encoding, bool unicode, unsigned options,
                       struct regexp_text *text, const char **message);

// Appends the bytes that an unescaped pattern matches when it is a plain literal. False: it is none.
bool regexp_read_literal(const char *bytes, size_t size, unsigned options, struct regexp_text *text);

#endif
