// Scrubbing. Purpose: make every value that C kept across a poll without rooting it show at once: what a collection
// would free now is overwritten, yet nothing is freed.
// Invariants: live and fin bits are the same afterwards; a scrubbed slot that owns a body has its bytes kept aside, and
// gets them back before it is finalized (H8).
// Owner: the holder of the actor's claim. Expensive: a whole mark.
#include "heap/interior.h"

struct saved { // the live bits of all pages before the mark, in the order of pages_each
    uint64_t (*live)[2];
    size_t next;
};

static void count_page(struct heap_page *page, void *context)
{
    (void)page;
    ++*(size_t *)context;
}

static void save_page(struct heap_page *page, void *context)
{
    struct saved *const saved = context;
    for (unsigned w = 0; w < 2; w++) {
        saved->live[saved->next][w] = page->live[w];
        page->live[w] = page_shared(page, w);
    }
    saved->next++;
}

static bool keep_copy(struct heap_interior *in, void *slot, size_t size)
{
    if (in->scrubbed.count == in->scrubbed.capacity) {
        size_t const capacity = in->scrubbed.capacity == 0 ? 16 : in->scrubbed.capacity * 2;
        struct scrub_copy *const items = base_realloc(in->scrubbed.items, capacity * sizeof *items);
        if (items == NULL) return false;
        in->scrubbed.items = items;
        in->scrubbed.capacity = capacity;
    }
    char *const bytes = base_alloc(size);
    if (bytes == NULL) return false;
    memcpy(bytes, slot, size);
    in->scrubbed.items[in->scrubbed.count++] = (struct scrub_copy){.slot = slot, .size = size, .bytes = bytes};
    return true;
}

static void scrub_slot(struct heap_page *page, char *slot, bool fin)
{
    size_t const size = page_slot_size(page);
    if (((struct object *)(void *)slot)->header == SCRUB_PATTERN) return;
    if (fin && !keep_copy(page_owner(page)->interior, slot, size)) return;
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) *(uint64_t *)(void *)(slot + at) = SCRUB_PATTERN;
}

static void scrub_page(struct heap_page *page, void *context)
{
    struct saved *const saved = context;
    for (unsigned w = 0; w < 2; w++) {
        uint64_t const old = saved->live[saved->next][w];
        for (uint64_t bits = old & ~page->live[w]; bits != 0; bits &= bits - 1) {
            bool const fin = (page->fin[w] & bits & -bits) != 0;
            scrub_slot(page, slot_at(page, w, (unsigned)__builtin_ctzll(bits)), fin);
        }
        page->live[w] = old;
    }
    saved->next++;
}

void heap_scrub(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    size_t pages = 0;
    if (in->phase != COLLECT_IDLE || in->permanent) return;
    heap_flush(heap);
    pages_each(in, count_page, &pages);
    if (pages == 0) return;
    struct saved saved = {.live = base_alloc(pages * sizeof *saved.live)};
    if (saved.live == NULL) return;
    pages_each(in, save_page, &saved);
    mark_all(heap);
    weak_settle(&in->marker, false, 0);
    uint32_t at = 0;
    slots_close_holders(heap, false, &at, 0);
    in->marker.weak.count = 0;
    saved.next = 0;
    pages_each(in, scrub_page, &saved);
    base_free(saved.live);
}

// Gives a scrubbed slot its bytes back, if it was one, so that its type can find what to free.
void scrub_restore(struct heap_interior *in, void *slot)
{
    for (size_t i = in->scrubbed.count; i-- > 0;) {
        struct scrub_copy const copy = in->scrubbed.items[i];
        if (copy.slot != slot) continue;
        memcpy(slot, copy.bytes, copy.size);
        base_free(copy.bytes);
        in->scrubbed.items[i] = in->scrubbed.items[--in->scrubbed.count];
        return;
    }
}

void scrub_forget(struct heap *heap)
{
    struct heap_interior *const in = heap->interior;
    for (size_t i = 0; i < in->scrubbed.count; i++) base_free(in->scrubbed.items[i].bytes);
    base_free(in->scrubbed.items);
    in->scrubbed.items = NULL;
    in->scrubbed.count = in->scrubbed.capacity = 0;
}
