// The control for scaling: what this machine makes of a second thread when nothing at all is shared.
//
//   scale serial|parallel [ITERATIONS] [THREADS]     default 1000000 and 2
//
// Eight jobs, each the stores of limit.c into a megabyte of its own; on one thread, or dealt out to THREADS. Prints one
// line of JSON with wall and processor time.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define DEPTH 28
#define JOBS 8
#define THREADS_MAX 64
#define REGION (1u << 20)
#define NIL 4u

struct array {
    uint64_t header;
    uint64_t inner;
    uint64_t nil[2];
};

static long iterations = 1000000;
static int thread_count = 1;

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void run(struct array *from, struct array *to)
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

static void run_job(void)
{
    void *const region = mmap(NULL, REGION, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (region == MAP_FAILED) abort();
    run(region, (struct array *)region + REGION / sizeof(struct array));
    munmap(region, REGION);
}

static void *run_thread(void *argument)
{
    for (int job = (int)(intptr_t)argument; job < JOBS; job += thread_count) run_job();
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    int const parallel = strcmp(argv[1], "parallel") == 0;
    if (argc > 2) iterations = atol(argv[2]);
    if (parallel) thread_count = argc > 3 ? atoi(argv[3]) : 2;
    if (iterations <= 0 || thread_count < 1 || thread_count > THREADS_MAX) return 2;
    pthread_t threads[THREADS_MAX];
    double const start = seconds(CLOCK_MONOTONIC);
    for (intptr_t i = 1; i < thread_count; i++) {
        if (pthread_create(&threads[i], NULL, run_thread, (void *)i) != 0) abort();
    }
    run_thread((void *)0);
    for (int i = 1; i < thread_count; i++) pthread_join(threads[i], NULL);
    double const wall = seconds(CLOCK_MONOTONIC) - start;
    double const objects = (double)iterations * DEPTH * JOBS;
    double const cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    printf("{\"benchmark\":\"scale\",\"mode\":\"%s\",\"wall\":%.6f,\"cpu\":%.6f,\"ns_per_object\":%.4f}\n", argv[1],
           wall, cpu, cpu * 1e9 / objects);
    return 0;
}
