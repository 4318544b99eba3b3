// What Prism's sources are compiled with (PRISM_XALLOCATOR): our allocator, which counts towards fault injection and
// leaves Prism by longjmp when memory runs out, and our strtod, which no locale changes. See prism_memory.c.
#ifndef PRISM_XALLOCATOR_H
#define PRISM_XALLOCATOR_H

#include <stddef.h>
#include <stdlib.h>

void *prism_memory_alloc(size_t size);
void *prism_memory_alloc_zeroed(size_t count, size_t size);
void *prism_memory_realloc(void *pointer, size_t size);
void prism_memory_free(void *pointer);
double prism_strtod(const char *text, char **end);

#define xmalloc prism_memory_alloc
#define xcalloc prism_memory_alloc_zeroed
#define xrealloc prism_memory_realloc
#define xfree prism_memory_free
#define strtod prism_strtod

#endif
