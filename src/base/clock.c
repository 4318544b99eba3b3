// Clocks in nanoseconds. Owns no data; any thread.
#include <time.h>

#include "base/base.h"

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;
    TRP_CHECK(clock_gettime(clock, &now) == 0);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t base_clock_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t base_clock_cpu_ns(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
