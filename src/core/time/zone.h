// Time zones (zone.c).
#ifndef TROUPE_CORE_ZONE_H
#define TROUPE_CORE_ZONE_H

#include "core/support/interior.h"

struct zone;
struct zone_moment {
    int32_t offset; // seconds east of UTC
    bool summer;
    char name[16];
};
// What is in force in the zone that TZ spells (NULL: there is no TZ) so many seconds after 1970 began in UTC. *cached is kept
// between calls and freed with zone_free. False: no memory. May read a file.
bool zone_find(struct zone **cached, const char *spelled, int64_t seconds, struct zone_moment *out);
void zone_free(struct zone *zone); // NULL is fine

#endif
