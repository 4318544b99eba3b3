// Converting text between encodings, by way of Unicode.
#ifndef TROUPE_CORE_TRANSCODE_H
#define TROUPE_CORE_TRANSCODE_H

#include "core/string/text.h"

// Bytes at `at`, where no character can be read, that one replacement stands for: the longest start of a character, or
// one byte. *incomplete: the text ends inside a character.
size_t text_invalid_size(enum encoding encoding, const char *bytes, size_t available, bool *incomplete);
// Primitive.string_encode(s, from, to, flags, replacement or nil): a String, or an Array that tells what went wrong:
// [kind, offset, size, code point or nil, incomplete]; kind 0: invalid, 1: not in `to`, 2: no such conversion.
value_t transcode(struct ec *ec, value_t self, int argc, const value_t *argv);
enum transcode_flags {
    TRANSCODE_INVALID = 1,
    TRANSCODE_UNDEF = 2, // replace
    TRANSCODE_XML_TEXT = 4,
    TRANSCODE_XML_ATTR = 8,
    TRANSCODE_UNIVERSAL_NEWLINE = 16,
    TRANSCODE_CRLF = 32,
    TRANSCODE_CR = 64
};

#endif
