// The free-slot caches and their refill. Purpose: everything that happens when heap_alloc finds no free bit.
// Invariants: an open word is all live in its page, and cache->free is the part not handed out yet; a page in the list
// of its class below the cursor has no `fin & ~live` (H6) and no free slot but in an open word; only the last step
// takes the heap lock (H2).
// Owner: the holder of the actor's claim.
#include "heap/interior.h"

// Compiled code bakes these in.
_Static_assert(offsetof(struct heap, caches) == 0, "caches come first");
_Static_assert(sizeof(struct heap_cache) == 32, "a cache is indexed by a shift");
_Static_assert(offsetof(struct heap_cache, free) == 0 && offsetof(struct heap_cache, base) == 8, "free, then base");

// How many bits; a word is mostly opened whole, and counting bits is a call where the processor is an old one.
static unsigned count_slots(uint64_t bits, unsigned c, unsigned word)
{
    return bits == heap_pattern[c][word] ? heap_slot_count[c][word] : (unsigned)__builtin_popcountll(bits);
}

TRP_INLINE bool open_word(struct heap *heap, struct heap_cache *cache, struct heap_page *page, unsigned word)
{
    unsigned const c = page->size_class;
    uint64_t const vacant = ~page->live[word] & heap_pattern[c][word];
    if (vacant == 0) return false;
    TRP_ASSERT((page->fin[word] & vacant) == 0); // H6
    page->live[word] |= vacant;
    if (TRP_UNLIKELY(heap->interior->permanent)) page_set_shared(page, word, page_shared(page, word) | vacant);
    *cache = (struct heap_cache){.free = vacant, .base = slot_at(page, word, 0), .page = page, .word = word};
    unsigned const count = count_slots(vacant, c, word);
    heap->stats.objects += count;
    pace_charge(heap, (size_t)count * heap_class_size[c]);
    return true;
}

void cache_close(struct heap *heap, struct heap_cache *cache)
{
    struct heap_page *const page = cache->page;
    if (page == NULL || cache->free == 0) return;
    TRP_ASSERT((page->live[cache->word] & cache->free) == cache->free);
    page->live[cache->word] &= ~cache->free;
    if (TRP_UNLIKELY(heap->interior->permanent)) {
        page_set_shared(page, cache->word, page_shared(page, cache->word) & ~cache->free);
    }
    unsigned const count = (unsigned)__builtin_popcountll(cache->free);
    heap->stats.objects -= count;
    heap->interior->allowance += (int64_t)count * heap_class_size[page->size_class];
    cache->free = 0;
}

void heap_flush(struct heap *heap)
{
    for (unsigned c = 0; c < HEAP_CLASSES; c++) cache_close(heap, &heap->caches[c]);
}

TRP_INLINE bool refill_word(struct heap *heap, struct heap_cache *cache)
{
    TRP_ASSERT(cache->free == 0);
    TRP_ASSERT(heap->interior->phase == COLLECT_IDLE);
    if (cache->page == NULL) return false;
    for (unsigned w = cache->word; w < 2; w++) {
        if (!open_word(heap, cache, cache->page, w)) continue;
        heap->stats.refill_word++;
        return true;
    }
    return false;
}

static bool refill_own(struct heap *heap, struct heap_cache *cache, unsigned c)
{
    struct heap_interior *const in = heap->interior;
    struct page_list const *const list = &in->pages[c];
    while (in->cursor[c] < list->count) {
        struct heap_page *const page = list->items[in->cursor[c]++];
        if (page_dead_fin(page) != 0) sweep_page(heap, page);
        for (unsigned w = 0; w < 2; w++) {
            if (!open_word(heap, cache, page, w)) continue;
            heap->stats.refill_own++;
            return true;
        }
    }
    return false;
}

// Half of what the heap has, so that a growing heap asks a logarithmic number of times; within the limit.
static uint32_t batch_size(const struct heap *heap)
{
    uint64_t count = heap->stats.pages / 2;
    if (heap->interior->limit != 0) {
        uint64_t const usage = heap_usage(heap);
        uint64_t const room = heap->interior->limit > usage ? heap->interior->limit - usage : 0;
        if (count > room / HEAP_PAGE_SIZE) count = room / HEAP_PAGE_SIZE;
    }
    return count < 1 ? 1 : count > BATCH_MAX ? BATCH_MAX : (uint32_t)count;
}

static void count_pages(struct heap *heap, uint32_t count)
{
    heap->stats.pages += count;
    if (heap->stats.pages > heap->stats.pages_max) heap->stats.pages_max = heap->stats.pages;
}

static struct heap_page *take_from_lock(struct heap *heap)
{
    struct heap_page *batch[BATCH_MAX];
    struct page_list *const spare = &heap->interior->spare;
    uint32_t const wanted = batch_size(heap);
    if (!list_reserve(spare, wanted)) return NULL;
    uint32_t const count = world_take(heap->world, &heap->stats, batch, wanted);
    if (count == 0) return NULL;
    count_pages(heap, count);
    heap->stats.refill_lock++;
    // Backwards, so that the heap uses them in the order of their addresses.
    for (uint32_t i = count; i-- > 1;) {
        page_adopt(batch[i], heap, PAGE_SPARE, 0);
        list_append(spare, batch[i]);
    }
    return batch[0];
}

struct heap_page *heap_take_page(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    struct heap_page *const own = in->spare.count > 0 ? in->spare.items[--in->spare.count] : sweep_take_empty(heap);
    if (own != NULL) {
        heap->stats.refill_own++;
        return own;
    }
    if (!pace_may_grow(heap, HEAP_PAGE_SIZE)) return NULL;
    struct heap_stash *const stash = heap->stash;
    if (stash == NULL || stash->count == 0) return take_from_lock(heap);
    heap->stats.refill_stash++;
    count_pages(heap, 1);
    return stash->pages[--stash->count];
}

static bool refill_new(struct heap *heap, struct heap_cache *cache, unsigned c)
{
    struct heap_interior *const in = heap->interior;
    if (!list_reserve(&in->pages[c], 1)) return false;
    struct heap_page *const page = heap_take_page(heap);
    if (page == NULL) return false;
    page_adopt(page, heap, PAGE_SMALL, (uint8_t)c);
    list_append(&in->pages[c], page);
    in->cursor[c] = in->pages[c].count;
    return open_word(heap, cache, page, 0);
}

static TRP_NOINLINE bool refill_page(struct heap *heap, struct heap_cache *cache, unsigned c)
{
    if (TRP_UNLIKELY(heap->interior->surplus)) heap_return_surplus(heap, RETURN_STEP);
    return refill_own(heap, cache, c) || refill_new(heap, cache, c);
}

static void *take(struct heap_cache *cache, unsigned c)
{
    (void)c;
    char *const slot = cache->base + (size_t)(unsigned)__builtin_ctzll(cache->free) * HEAP_GRANULE;
    cache->free &= cache->free - 1;
    HEAP_UNPOISON(slot, heap_class_size[c]);
    return slot;
}

// While an allocation is to fail, a word is closed again after each slot, so that every allocation comes here.
static void *alloc_counted(struct heap *heap, unsigned c)
{
    struct heap_cache *const cache = &heap->caches[c];
    if (!heap_count_down(heap)) return NULL;
    if (!refill_word(heap, cache) && !refill_page(heap, cache, c)) return NULL;
    void *const slot = take(cache, c);
    cache_close(heap, cache);
    return slot;
}

void *heap_alloc_slow(struct heap *heap, enum heap_size_class size_class)
{
    if (TRP_UNLIKELY(heap->modes.fail_at != 0)) return alloc_counted(heap, size_class);
    struct heap_cache *const cache = &heap->caches[size_class];
    if (!refill_word(heap, cache) && !refill_page(heap, cache, size_class)) return NULL;
    return take(cache, size_class);
}
