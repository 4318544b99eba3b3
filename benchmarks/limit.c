// The physical bar: what nested arrays cost when allocation is a bump and nothing is ever collected.
//
//   limit [ITERATIONS]     default 1000000
//
// An iteration makes 28 objects of 32 bytes, all four words stored, each holding the one before; the outermost is
// handed to an empty asm, so that no store can be left out. The megabyte they come from is used again from its start
// when it is full. Prints one line of JSON.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DEPTH 28
#define REGION (1u << 20)
#define NIL 4u

struct array {
    uint64_t header;
    uint64_t inner; // the nested array, or nil
    uint64_t nil[2];
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void run(struct array *from, struct array *to, long iterations)
{
    struct array *next = from;
    for (long i = 0; i < iterations; i++) {
        uint64_t inner = NIL;
        for (int depth = 0; depth < DEPTH; depth++) {
            if (next == to) next = from;
            *next = (struct array){.header = 0x100000004, .inner = inner, .nil = {NIL, NIL}};
            inner = (uint64_t)(uintptr_t)next++;
        }
        __asm__ volatile("" : : "r"(inner) : "memory");
    }
}

int main(int argc, char **argv)
{
    long const iterations = argc > 1 ? atol(argv[1]) : 1000000;
    struct array *const region = aligned_alloc(4096, REGION);
    if (region == NULL || iterations <= 0) return 2;
    struct array *const end = region + REGION / sizeof *region;
    run(region, end, 1000); // touches every page of it
    double const start = seconds();
    run(region, end, iterations);
    double const elapsed = seconds() - start;
    printf("{\"benchmark\":\"limit\",\"objects\":%ld,\"seconds\":%.6f,\"ns_per_object\":%.4f}\n", iterations * DEPTH,
           elapsed, elapsed * 1e9 / (double)(iterations * DEPTH));
    free(region);
    return 0;
}
