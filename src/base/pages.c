// Pages from the OS, aligned. Purpose: the heap's chunks and the VM's stacks of C. Owns no data; any thread.
// Invariant: what base_pages_map returned is exactly what base_pages_unmap takes; the surplus of an alignment is given
// back at once.
#include <sys/mman.h>

#include "base/base.h"

#define OS_PAGE 4096u

static void *map_plain(size_t size)
{
    void *const pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

// Cuts [pages, pages + size + alignment) down to `size` bytes that are aligned.
static void *trim(char *pages, size_t size, size_t alignment)
{
    size_t const before = (size_t)(-(uintptr_t)pages & (alignment - 1));
    size_t const after = alignment - before;
    if (before > 0) base_pages_unmap(pages, before);
    if (after > 0) base_pages_unmap(pages + before + size, after);
    return pages + before;
}

void *base_pages_map(size_t size, size_t alignment)
{
    TRP_ASSERT(size > 0 && size % OS_PAGE == 0);
    TRP_ASSERT(alignment >= OS_PAGE && (alignment & (alignment - 1)) == 0);
    if (!base_may_allocate() || size > SIZE_MAX - alignment) return NULL;
    if (alignment == OS_PAGE) return map_plain(size);
    char *const pages = map_plain(size + alignment);
    return pages == NULL ? NULL : trim(pages, size, alignment);
}

void base_pages_prefer_huge(void *pages, size_t size)
{
    TRP_ASSERT((uintptr_t)pages % OS_PAGE == 0 && size % OS_PAGE == 0);
    (void)madvise(pages, size, MADV_HUGEPAGE); // refused where the kernel has none
}

void base_pages_populate(void *pages, size_t size)
{
    TRP_ASSERT((uintptr_t)pages % OS_PAGE == 0 && size % OS_PAGE == 0);
#ifdef MADV_POPULATE_WRITE
    (void)madvise(pages, size, MADV_POPULATE_WRITE); // older kernels: they fault in one by one
#endif
}

void base_pages_unmap(void *pages, size_t size)
{
    TRP_ASSERT((uintptr_t)pages % OS_PAGE == 0 && size % OS_PAGE == 0);
    TRP_CHECK(munmap(pages, size) == 0);
}

void base_pages_discard(void *pages, size_t size)
{
    TRP_ASSERT((uintptr_t)pages % OS_PAGE == 0 && size % OS_PAGE == 0);
    // Advice may be refused (a locked page); then the memory simply stays, as the contract allows.
    (void)madvise(pages, size, MADV_DONTNEED);
}
