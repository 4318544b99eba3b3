// Threads: the calling one's number and stack; starting others. Owns no data; any thread.
#include <pthread.h>
#include <sched.h>
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

// --- Starting --------------------------------------------------------------------------------------------------------
struct start {
    void (*run)(void *argument);
    void *argument;
    cpu_set_t allowed;
    bool spread;
};

static void *begin(void *argument)
{
    struct start const start = *(struct start *)argument;
    base_free(argument);
    if (start.spread) (void)pthread_setaffinity_np(pthread_self(), sizeof start.allowed, &start.allowed);
    start.run(start.argument);
    return NULL;
}

// Its first processor is another one than the caller's, if there is one.
static bool spread(struct start *start, pthread_attr_t *attributes)
{
    int const here = sched_getcpu();
    if (here < 0 || here >= CPU_SETSIZE || sched_getaffinity(0, sizeof start->allowed, &start->allowed) != 0) return false;
    cpu_set_t others = start->allowed;
    CPU_CLR(here, &others);
    return CPU_COUNT(&others) > 0 && pthread_attr_setaffinity_np(attributes, sizeof others, &others) == 0;
}

bool base_thread_start(base_thread *thread, size_t stack_size, void (*run)(void *argument), void *argument)
{
    pthread_attr_t attributes;
    struct start *const start = base_alloc(sizeof *start);
    if (start == NULL || pthread_attr_init(&attributes) != 0) {
        base_free(start);
        return false;
    }
    start->run = run;
    start->argument = argument;
    bool ok = pthread_attr_setstacksize(&attributes, stack_size) == 0;
    start->spread = spread(start, &attributes);
    ok = ok && pthread_create(thread, &attributes, begin, start) == 0;
    pthread_attr_destroy(&attributes);
    if (!ok) base_free(start);
    return ok;
}

void base_thread_join(base_thread thread) { TRP_CHECK(pthread_join(thread, NULL) == 0); }

void base_thread_detach(base_thread thread) { TRP_CHECK(pthread_detach(thread) == 0); }
