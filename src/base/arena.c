// Arenas: what one thread allocates while a runtime opens and its program runs, in one piece of 2 MiB. Purpose: a start
// touches some hundred pages of small structures that live as long as the runtime; on one large page they cost one fault.
// Invariants: a thread fills at most one arena, and an arena is filled by at most one thread; a block is never given out
// again; an arena is unmapped by base_arena_close, when nobody uses a block of it any more.
// Data: the table of arenas is atomic; `filling` is each thread's own; `used` and `top` are the filling thread's.
#include <stdatomic.h>
#include <string.h>

#include "base/arena.h"

#define ARENA_SIZE ((size_t)2 << 20)
#define ARENA_SOON ((size_t)896 << 10) // of it, what a start fills with small blocks
#define LARGE ((size_t)16 << 10) // from here on, of a block only a part may ever be touched
#define ARENAS 64u // in a process; a runtime beyond them uses malloc
#define HEADER 16u // before a block: its size

struct base_arena {
    size_t used, top; // small blocks grow upwards from `used`, large ones downwards from `top`
};

static _Thread_local struct base_arena *filling;
static _Atomic(struct base_arena *) arenas[ARENAS];
static _Atomic(uintptr_t) lowest = UINTPTR_MAX, highest; // no arena is outside; they only grow apart

static bool publish(struct base_arena *arena)
{
    uintptr_t const at = (uintptr_t)arena;
    for (unsigned i = 0; i < ARENAS; i++) {
        struct base_arena *none = NULL;
        if (!atomic_compare_exchange_strong(&arenas[i], &none, arena)) continue;
        uintptr_t low = atomic_load(&lowest), high = atomic_load(&highest);
        while (at < low && !atomic_compare_exchange_weak(&lowest, &low, at)) {
        }
        while (at + ARENA_SIZE > high && !atomic_compare_exchange_weak(&highest, &high, at + ARENA_SIZE)) {
        }
        return true;
    }
    return false;
}

static void withdraw(struct base_arena *arena)
{
    for (unsigned i = 0; i < ARENAS; i++) {
        struct base_arena *mine = arena;
        if (atomic_compare_exchange_strong(&arenas[i], &mine, NULL)) return;
    }
}

struct base_arena *base_arena_open(void)
{
    if (TRP_SANITIZED || filling != NULL) return NULL; // a sanitizer knows the blocks of malloc only
    struct base_arena *const arena = base_pages_map(ARENA_SIZE, ARENA_SIZE);
    if (arena == NULL) return NULL;
    base_pages_prefer_huge(arena, ARENA_SIZE);
    base_pages_populate(arena, ARENA_SOON);
    *arena = (struct base_arena){(sizeof *arena + HEADER - 1) / HEADER * HEADER, ARENA_SIZE};
    if (!publish(arena)) {
        base_pages_unmap(arena, ARENA_SIZE);
        return NULL;
    }
    return filling = arena;
}

void base_arena_enter(struct base_arena *arena)
{
    if (filling == NULL) filling = arena;
}

void base_arena_leave(struct base_arena *arena)
{
    if (filling == arena) filling = NULL;
}

void base_arena_close(struct base_arena *arena)
{
    if (arena == NULL) return;
    withdraw(arena);
    base_pages_unmap(arena, ARENA_SIZE);
}

static size_t place_below(struct base_arena *arena, size_t size, size_t alignment)
{
    size_t const at = (arena->used + HEADER + alignment - 1) & ~(alignment - 1);
    if (at > arena->top || size > arena->top - at) return 0;
    arena->used = at + size;
    return at;
}

static size_t place_above(struct base_arena *arena, size_t size, size_t alignment)
{
    if (size > arena->top - arena->used) return 0;
    size_t const at = (arena->top - size) & ~(alignment - 1);
    if (at < arena->used + HEADER) return 0;
    arena->top = at - HEADER;
    return at;
}

void *arena_alloc(size_t size, size_t alignment)
{
    struct base_arena *const arena = filling;
    if (TRP_LIKELY(arena == NULL)) return NULL;
    if (alignment < HEADER) alignment = HEADER;
    size_t const at = size < LARGE ? place_below(arena, size, alignment) : place_above(arena, size, alignment);
    if (at == 0) {
        if (size < LARGE) filling = NULL; // full: from now on malloc is not asked second
        return NULL;
    }
    char *const block = (char *)arena + at;
    memcpy(block - HEADER, &size, sizeof size);
    return block;
}

bool arena_owns(const void *pointer)
{
    uintptr_t const at = (uintptr_t)pointer;
    uintptr_t const low = atomic_load_explicit(&lowest, memory_order_relaxed);
    if (TRP_LIKELY(at < low || at >= atomic_load_explicit(&highest, memory_order_relaxed))) return false;
    for (unsigned i = 0; i < ARENAS; i++) {
        uintptr_t const arena = (uintptr_t)atomic_load_explicit(&arenas[i], memory_order_relaxed);
        if (arena != 0 && at - arena < ARENA_SIZE) return true;
    }
    return false;
}

size_t arena_block_size(const void *block)
{
    size_t size;
    memcpy(&size, (const char *)block - HEADER, sizeof size);
    return size;
}
