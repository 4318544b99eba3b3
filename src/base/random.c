// Seeds from the OS. Owns no data; any thread.
#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "base/base.h"

void base_random_fill(void *bytes, size_t size)
{
    char *const to = bytes;
    for (size_t done = 0; done < size;) {
        ssize_t const got = getrandom(to + done, size - done, 0);
        if (got > 0) {
            done += (size_t)got;
        } else if (got == 0 || errno != EINTR) { // as base_random_u64 does without getrandom
            uint64_t const word = base_random_u64();
            size_t const some = size - done < sizeof word ? size - done : sizeof word;
            memcpy(to + done, &word, some);
            done += some;
        }
    }
}

uint64_t base_random_u64(void)
{
    uint64_t word = 0;
    ssize_t got;
    do {
        got = getrandom(&word, sizeof word, 0);
    } while (got < 0 && errno == EINTR);
    // A kernel without getrandom, or a sandbox that forbids it: the clock and an address are the best seed there is.
    if (got != (ssize_t)sizeof word) {
        word = base_clock_ns() * 0x9e3779b97f4a7c15u ^ (uint64_t)(uintptr_t)&word;
    }
    return word;
}
