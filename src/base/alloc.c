// Runtime-wide memory. Purpose: metadata that no actor is charged for.
// Invariant: every function that returns memory asks base_may_allocate once, so that "the Nth call fails" is exact (fault.c).
// Data: none.
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

void *base_alloc(size_t size)
{
    TRP_ASSERT(size > 0);
    if (!base_may_allocate()) return NULL;
    void *const block = arena_alloc(size, 1);
    return block != NULL ? block : malloc(size);
}

void *base_alloc_zeroed(size_t size)
{
    TRP_ASSERT(size > 0);
    if (!base_may_allocate()) return NULL;
    void *const block = arena_alloc(size, 1);
    return block != NULL ? block : calloc(1, size);
}

void *base_alloc_apart(size_t size)
{
    TRP_ASSERT(size > 0);
    return base_may_allocate() ? calloc(1, size) : NULL;
}

void *base_alloc_aligned_zeroed(size_t alignment, size_t size)
{
    TRP_ASSERT(size > 0 && (alignment & (alignment - 1)) == 0);
    if (!base_may_allocate()) return NULL;
    size_t const whole = (size + alignment - 1) & ~(alignment - 1); // aligned_alloc wants a multiple
    void *const block = arena_alloc(whole, alignment);
    if (block != NULL) return block;
    void *const memory = aligned_alloc(alignment, whole);
    return memory == NULL ? NULL : memset(memory, 0, whole);
}

void *base_realloc(void *pointer, size_t size)
{
    TRP_ASSERT(size > 0);
    if (!base_may_allocate()) return NULL;
    bool const inside = arena_owns(pointer);
    if (pointer != NULL && !inside) return realloc(pointer, size);
    void *block = arena_alloc(size, 1);
    if (block == NULL) block = malloc(size);
    if (block == NULL || pointer == NULL) return block;
    size_t const before = arena_block_size(pointer);
    return memcpy(block, pointer, before < size ? before : size);
}

void base_free(void *pointer)
{
    if (!arena_owns(pointer)) free(pointer);
}
