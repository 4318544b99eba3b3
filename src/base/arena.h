// For alloc.c only: blocks in the arenas of arena.c.
#ifndef TROUPE_BASE_ARENA_H
#define TROUPE_BASE_ARENA_H

#include "base/base.h"

void *arena_alloc(size_t size, size_t alignment); // zeroed. NULL: this thread fills no arena, or it is full
bool arena_owns(const void *pointer);             // a block of any arena. One compare for what lies outside of all
size_t arena_block_size(const void *block);

#endif
