// Chunks: 2 MiB of pages and their metadata. Purpose: which pages of a chunk are the world's.
// Invariants: free_count is the population of `free`; a chunk is in at most one list, in none when no page of it is
// free; the header's page is never given back to the OS, so that a list of cold chunks can be walked.
// Owner: the holder of the heap lock; mapping, unmapping and cooling happen outside it, on a chunk in no list.
#include "heap/interior.h"

struct chunk *chunk_of(const void *pointer)
{
    return (struct chunk *)((uintptr_t)pointer & ~((uintptr_t)HEAP_CHUNK_SIZE - 1));
}

static struct heap_page *page_at(struct chunk *chunk, uint32_t index)
{
    return (struct heap_page *)(void *)chunk + index;
}

struct chunk *chunk_map(uint32_t huge_size_chunks)
{
    size_t const size = (size_t)HEAP_CHUNK_SIZE * (huge_size_chunks == 0 ? 1 : huge_size_chunks);
    struct chunk *const chunk = base_pages_map(size, HEAP_CHUNK_SIZE);
    if (chunk == NULL) return NULL;
    base_pages_prefer_huge(chunk, size); // one fault instead of five hundred, and a mark that does not miss the TLB
    chunk->huge_size_chunks = huge_size_chunks;
    if (huge_size_chunks == 0) {
        for (unsigned w = 0; w < CHUNK_WORDS; w++) chunk->free[w] = ~(uint64_t)0;
        chunk->free[0] &= ~(uint64_t)0 << CHUNK_FIRST_PAGE;
        chunk->free_count = CHUNK_USABLE;
        chunk->touched = CHUNK_FIRST_PAGE;
    }
    HEAP_POISON((char *)chunk + CHUNK_FIRST_PAGE * HEAP_PAGE_SIZE, size - CHUNK_FIRST_PAGE * HEAP_PAGE_SIZE);
    return chunk;
}

void chunk_unmap(struct chunk *chunk)
{
    size_t const size = (size_t)HEAP_CHUNK_SIZE * (chunk->huge_size_chunks == 0 ? 1 : chunk->huge_size_chunks);
    HEAP_UNPOISON(chunk, size);
    base_pages_unmap(chunk, size);
}

void chunk_cool(struct chunk *chunk)
{
    TRP_ASSERT(chunk->free_count == CHUNK_USABLE);
    base_pages_discard((char *)chunk + HEAP_PAGE_SIZE, HEAP_CHUNK_SIZE - HEAP_PAGE_SIZE);
    chunk->touched = CHUNK_FIRST_PAGE;
}

uint32_t chunk_take(struct chunk *chunk, struct heap_page **pages, uint32_t count)
{
    uint32_t taken = 0;
    for (uint32_t w = 0; w < CHUNK_WORDS && taken < count; w++) {
        uint64_t free = chunk->free[w];
        for (; free != 0 && taken < count; free &= free - 1) {
            pages[taken++] = page_at(chunk, w * 64 + (uint32_t)__builtin_ctzll(free));
        }
        chunk->free[w] = free;
    }
    chunk->free_count -= taken;
    return taken;
}

static bool is_free(const struct chunk *chunk, uint32_t index)
{
    return (chunk->free[index / 64] >> (index % 64)) & 1;
}

// Finds the first run by counting; a chunk has 496 pages, and runs are rare.
bool chunk_take_run(struct chunk *chunk, uint32_t pages, uint32_t *first)
{
    TRP_ASSERT(pages >= 1 && pages <= CHUNK_USABLE);
    uint32_t length = 0;
    for (uint32_t i = CHUNK_FIRST_PAGE; i < CHUNK_PAGES; i++) {
        length = is_free(chunk, i) ? length + 1 : 0;
        if (length < pages) continue;
        *first = i + 1 - pages;
        for (uint32_t k = *first; k <= i; k++) chunk->free[k / 64] &= ~((uint64_t)1 << (k % 64));
        chunk->free_count -= pages;
        return true;
    }
    return false;
}

void chunk_give(struct chunk *chunk, uint32_t first, uint32_t pages)
{
    for (uint32_t k = first; k < first + pages; k++) {
        TRP_ASSERT(!is_free(chunk, k));
        chunk->free[k / 64] |= (uint64_t)1 << (k % 64);
    }
    chunk->free_count += pages;
}

void chunk_push(struct chunk_list *list, struct chunk *chunk)
{
    chunk->previous = NULL;
    chunk->next = list->first;
    if (list->first != NULL) list->first->previous = chunk;
    list->first = chunk;
    list->count++;
}

void chunk_unlink(struct chunk_list *list, struct chunk *chunk)
{
    TRP_ASSERT(list->count > 0);
    if (chunk->next != NULL) chunk->next->previous = chunk->previous;
    if (chunk->previous != NULL) {
        chunk->previous->next = chunk->next;
    } else {
        TRP_ASSERT(list->first == chunk);
        list->first = chunk->next;
    }
    list->count--;
}
