// Prism's memory. Prism does not survive a failed allocation, so the allocator leaves it by longjmp, across Prism's and
// the compiler's frames only: everything these hold is either on Prism's list, kept here, or in the compiler's arena.
//
// The list belongs to one thread at a time; it is found through a thread-local pointer that is set while Prism runs.
#include <setjmp.h>
#include <stdalign.h>

#include "compile/interior.h"
#include "compile/prism_xallocator.h"

struct block {
    struct block *next, *previous;
    size_t size;
    alignas(max_align_t) char bytes[];
};

struct guard {
    jmp_buf leave;
    struct block list; // a ring
};

static _Thread_local struct guard *running;

static void link_block(struct block *b)
{
    b->next = running->list.next;
    b->previous = &running->list;
    b->next->previous = b;
    b->previous->next = b;
}

static void unlink_block(struct block *b)
{
    b->next->previous = b->previous;
    b->previous->next = b->next;
}

static struct block *block_of(void *pointer)
{
    return (struct block *)((char *)pointer - offsetof(struct block, bytes));
}

void *prism_memory_alloc(size_t size)
{
    TRP_CHECK(running != NULL);
    struct block *const b = size < SIZE_MAX / 2 ? base_alloc(sizeof *b + size) : NULL;
    if (b == NULL) longjmp(running->leave, 1);
    b->size = size;
    link_block(b);
    return b->bytes;
}

void *prism_memory_alloc_zeroed(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / 2 / size) longjmp(running->leave, 1);
    return memset(prism_memory_alloc(count * size), 0, count * size);
}

void prism_memory_free(void *pointer)
{
    if (pointer == NULL) return;
    unlink_block(block_of(pointer));
    base_free(block_of(pointer));
}

void *prism_memory_realloc(void *pointer, size_t size)
{
    void *const fresh = prism_memory_alloc(size);
    if (pointer == NULL) return fresh;
    size_t const old = block_of(pointer)->size;
    memcpy(fresh, pointer, old < size ? old : size);
    prism_memory_free(pointer);
    return fresh;
}

// Digits as Prism hands them over: no underscores, all of it a number.
double prism_strtod(const char *text, char **end)
{
    size_t const size = strlen(text);
    bool ok = false;
    double const value = float_parse(text, size, true, &ok);
    if (end != NULL) *end = (char *)(uintptr_t)(ok ? text + size : text);
    return value;
}

bool prism_guard(void (*work)(void *context), void *context)
{
    struct guard guard, *const outer = running;
    guard.list.next = guard.list.previous = &guard.list;
    running = &guard;
    bool const finished = setjmp(guard.leave) == 0;
    if (finished) work(context);
    while (guard.list.next != &guard.list) prism_memory_free(guard.list.next->bytes);
    running = outer;
    return finished;
}
