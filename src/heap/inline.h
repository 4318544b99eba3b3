// The heap's fast paths, included at the end of heap.h. Release code is count trailing zeros, clear, add, and nothing
// else.
#ifndef TROUPE_HEAP_INLINE_H
#define TROUPE_HEAP_INLINE_H

#include "heap/heap.h"

// AddressSanitizer sees free slots as poisoned; the slot's whole size becomes readable when it is handed out.
#if defined(__SANITIZE_ADDRESS__)
#define TRP_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TRP_ASAN 1
#endif
#endif
#ifdef TRP_ASAN
void __asan_unpoison_memory_region(void const volatile *address, size_t size);
void __asan_poison_memory_region(void const volatile *address, size_t size);
#define HEAP_UNPOISON(address, size) __asan_unpoison_memory_region((address), (size))
#define HEAP_POISON(address, size) __asan_poison_memory_region((address), (size))
#else
#define HEAP_UNPOISON(address, size) ((void)0)
#define HEAP_POISON(address, size) ((void)0)
#endif

static inline void *heap_alloc(struct heap *heap, enum heap_size_class size_class)
{
    struct heap_cache *const cache = &heap->caches[size_class];
    uint64_t const free = cache->free;
    if (TRP_UNLIKELY(free == 0)) return heap_alloc_slow(heap, size_class);
    char *const slot = cache->base + (size_t)(unsigned)__builtin_ctzll(free) * HEAP_GRANULE;
    cache->free = free & (free - 1);
    if (slot == NULL) __builtin_unreachable(); // so that a caller's test for NULL is left out here
    HEAP_UNPOISON(slot, heap_class_size[size_class]);
    return slot;
}

void heap_escape_object(struct heap *heap, void *object);

static inline void heap_escape(struct heap *heap, value_t value)
{
    if (value_is(value, TYPE_CLASS)) heap_escape_object(heap, value_to_pointer(value)); // no other type has weak slots
}

// Aborts when H3 or H4 forbids that `holder` references `value`. Debug builds; O(1).
void heap_check_store(const struct heap *heap, const void *holder, value_t value);

static inline void heap_store(struct heap *heap, void *holder, value_t *field, value_t value)
{
#if TRP_DEBUG
    heap_check_store(heap, holder, value);
#else
    (void)heap;
    (void)holder;
#endif
    *field = value;
}

#endif
