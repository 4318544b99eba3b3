// Changes of case, for String and Symbol.
#ifndef TROUPE_CORE_CASE_H
#define TROUPE_CORE_CASE_H

#include "core/string/text.h"

enum text_case { CASE_UP, CASE_DOWN, CASE_CAPITALIZE, CASE_SWAP, CASE_FOLD };
// argv: options as upcase takes them. NULL: exception set.
struct string *text_map_case(struct ec *ec, struct string *s, enum text_case mode, int argc, const value_t *argv,
                             bool *changed);
value_t text_casecmp(struct ec *ec, struct string *a, struct string *b);   // nil: incompatible
value_t text_casecmp_p(struct ec *ec, struct string *a, struct string *b); // nil: incompatible

#endif
