// Metadata of pages, and lists of them. Purpose: what a page is, independent of who asks.
// Invariants: a page is in exactly one place: the world's chunk bitmap, a stash, or one list of one heap; in a list,
// list->items[page->index] == page. Set bits lie within the class's pattern.
// Owner: the page's owner (H1).
#include "heap/interior.h"

// Slots of 96 and 192 bytes straddle the two words of a page: 42 and 21 of them, then a tail that no slot fits.
uint64_t const heap_pattern[HEAP_CLASSES + 1][2] = {
    {0xffffffffffffffff, 0xffffffffffffffff}, // 32
    {0x5555555555555555, 0x5555555555555555}, // 64
    {0x9249249249249249, 0x0924924924924924}, // 96
    {0x1111111111111111, 0x1111111111111111}, // 128
    {0x1041041041041041, 0x0104104104104104}, // 192
    {0x0101010101010101, 0x0101010101010101}, // 256
    {0x0001000100010001, 0x0001000100010001}, // 512
    {0x0000000100000001, 0x0000000100000001}, // 1024
    {1, 0},                                   // a large object
};

uint8_t const heap_slot_count[HEAP_CLASSES + 1][2] = {
    {64, 64}, {32, 32}, {22, 20}, {16, 16}, {11, 10}, {8, 8}, {4, 4}, {2, 2}, {1, 0},
};

uint16_t const heap_class_size[HEAP_CLASSES] = {32, 64, 96, 128, 192, 256, 512, 1024};

uint8_t const heap_class_of_granules[HEAP_SMALL_MAX / HEAP_GRANULE + 1] = {
    HEAP_32,   HEAP_32,   HEAP_64,   HEAP_96,   HEAP_128,  HEAP_192,  HEAP_192,  HEAP_256,  HEAP_256,
    HEAP_512,  HEAP_512,  HEAP_512,  HEAP_512,  HEAP_512,  HEAP_512,  HEAP_512,  HEAP_512,  HEAP_1024,
    HEAP_1024, HEAP_1024, HEAP_1024, HEAP_1024, HEAP_1024, HEAP_1024, HEAP_1024, HEAP_1024, HEAP_1024,
    HEAP_1024, HEAP_1024, HEAP_1024, HEAP_1024, HEAP_1024, HEAP_1024,
};

uint32_t page_pages(const struct heap_page *page)
{
    return page->state == PAGE_LARGE || page->size_class == CLASS_LARGE ? page->run : 1;
}

size_t page_slot_size(const struct heap_page *page)
{
    if (page->state == PAGE_LARGE) return (size_t)page->run * HEAP_PAGE_SIZE;
    TRP_ASSERT(page->state == PAGE_SMALL);
    return heap_class_size[page->size_class];
}

int64_t page_shared_bytes(const struct heap_page *page)
{
    uint64_t const first = page_shared(page, 0), second = page_shared(page, 1);
    if ((first | second) == 0) return 0;
    return (__builtin_popcountll(first) + __builtin_popcountll(second)) * (int64_t)page_slot_size(page);
}

void page_adopt(struct heap_page *page, struct heap *heap, enum page_state state, uint8_t size_class)
{
    for (unsigned w = 0; w < 2; w++) {
        page->live[w] = 0;
        page->fin[w] = 0;
        page_set_shared(page, w, 0);
        page_set_smark(page, w, 0);
        page->known[w] = 0;
        atomic_store_explicit(&page->held[w], 0, memory_order_relaxed);
    }
    atomic_store_explicit(&page->owner, heap, memory_order_relaxed);
    page->state = (uint8_t)state;
    page->size_class = size_class;
    page->idle = page->surplus = page->listed = false;
    page->permanent = heap->interior->permanent;
    HEAP_POISON(page_memory(page), (size_t)page_pages(page) * HEAP_PAGE_SIZE);
}

void page_release(struct heap_page *page)
{
    TRP_ASSERT(page_empty(page));
    TRP_ASSERT((page->fin[0] | page->fin[1]) == 0);
    TRP_ASSERT((page_shared(page, 0) | page_shared(page, 1)) == 0);
    atomic_store_explicit(&page->owner, NULL, memory_order_relaxed);
    HEAP_POISON(page_memory(page), (size_t)page_pages(page) * HEAP_PAGE_SIZE);
    page->state = PAGE_FREE;
    page->listed = false;
}

bool list_reserve(struct page_list *list, uint32_t extra)
{
    if (TRP_LIKELY(list->capacity - list->count >= extra)) return true;
    uint32_t capacity = list->capacity == 0 ? 4 : list->capacity * 2;
    while (capacity - list->count < extra) capacity *= 2;
    struct heap_page **const items = base_realloc(list->items, capacity * sizeof *items);
    if (items == NULL) return false;
    list->items = items;
    list->capacity = capacity;
    return true;
}

void list_append(struct page_list *list, struct heap_page *page)
{
    TRP_ASSERT(list->count < list->capacity);
    page->index = list->count;
    list->items[list->count++] = page;
}

void list_remove(struct page_list *list, struct heap_page *page)
{
    TRP_ASSERT(page->index < list->count && list->items[page->index] == page);
    struct heap_page *const last = list->items[--list->count];
    last->index = page->index;
    list->items[page->index] = last;
}

void list_swap(struct page_list *list, uint32_t i, uint32_t k)
{
    if (i == k) return;
    struct heap_page *const page = list->items[i];
    list->items[i] = list->items[k];
    list->items[i]->index = i;
    list->items[k] = page;
    page->index = k;
}

void list_free(struct page_list *list)
{
    base_free(list->items);
    *list = (struct page_list){0};
}

void pages_each(struct heap_interior *interior, void (*visit)(struct heap_page *page, void *context), void *context)
{
    for (unsigned c = 0; c <= HEAP_CLASSES; c++) {
        struct page_list const *const list = interior_list(interior, c);
        for (uint32_t i = 0; i < list->count; i++) visit(list->items[i], context);
    }
}

size_t heap_slot_size(const void *object)
{
    return page_slot_size(page_of(object));
}
