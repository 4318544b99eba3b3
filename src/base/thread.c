// The calling thread: its number, its stack. Owns no data; any thread.
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/base.h"

uint64_t base_thread_id(void) { return (uint64_t)gettid(); }

extern void *__libc_stack_end __attribute__((weak)); // where the process's first thread began; the dynamic linker's

// The first thread's stack grows up to the limit, of which arguments and environment may take a quarter (execve).
static size_t first_thread_left(uintptr_t here)
{
    struct rlimit limit;
    if (&__libc_stack_end == NULL || getrlimit(RLIMIT_STACK, &limit) != 0) return 0;
    size_t const size = limit.rlim_cur > SIZE_MAX / 4 ? SIZE_MAX / 4 : (size_t)limit.rlim_cur;
    size_t const used = (uintptr_t)__libc_stack_end - here;
    return used < size / 4 * 3 ? size / 4 * 3 - used : 0;
}

size_t base_stack_left(void)
{
    if (TRP_SANITIZED) return 0; // its frames are several times as large
    uintptr_t const here = (uintptr_t)__builtin_frame_address(0);
    if (getpid() == gettid()) return first_thread_left(here);
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    bool const known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
    pthread_attr_destroy(&attributes);
    uintptr_t const low = (uintptr_t)lowest;
    return known && here > low && here - low <= size ? here - low : 0;
}
