// Tables of case mappings beyond ASCII, sorted by code point.
#ifndef TROUPE_CORE_CASE_TABLE_H
#define TROUPE_CORE_CASE_TABLE_H

#include "base/base.h"

struct case_run {
    uint32_t from, to;
    uint32_t step;
    int32_t difference;
};
struct case_special {
    uint32_t code;
    uint32_t upper[3], title[3], lower[3], fold[3]; // ended by 0
};
extern const struct case_run case_upper[], case_lower[];
extern const size_t case_upper_count, case_lower_count;
extern const struct case_special case_specials[];
extern const size_t case_special_count;

#endif
