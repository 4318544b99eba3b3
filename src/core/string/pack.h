// Directives of Array#pack and String#unpack.
#ifndef TROUPE_CORE_PACK_H
#define TROUPE_CORE_PACK_H

#include "core/string/text.h"

#define PACK_STAR SIZE_MAX
struct pack_directive {
    char type;
    bool native, big, little; // _ or !, >, <
    bool counted;             // a number or * was given
    size_t count;             // 1 when not given; PACK_STAR
};
// Reads the next directive of [*p, end). 1: read, 0: the end, -1: exception set.
int pack_next(struct ec *ec, const struct string *format, const char **p, const char *end, struct pack_directive *d,
              bool unpacking);
// Bytes of an integer directive, 0: it is none. *is_signed, *is_big say how they are read.
size_t pack_integer_size(const struct pack_directive *d, bool *is_signed, bool *is_big);
// Bytes of a float directive, 0: it is none.
size_t pack_float_size(const struct pack_directive *d, bool *is_big);
int pack_unknown(struct ec *ec, const struct string *format, char type, bool unpacking); // raises; -1

#endif
