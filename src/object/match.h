// What regexp.c needs of match.c. Interior to the object room.
#ifndef TROUPE_OBJECT_MATCH_H
#define TROUPE_OBJECT_MATCH_H

#include "object/misc.h"

void match_trace(struct heap_marker *marker, void *object);

#endif
