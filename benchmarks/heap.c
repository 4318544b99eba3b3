// The heap room by itself: nested arrays in eight heaps, through heap_alloc and collections at polls.
//
//   heap serial|parallel [ITERATIONS] [THREADS]     default 1000000 and 2
//
// Each heap does the allocations of limit.c; a poll after each iteration collects when the heap asked. Each thread has
// a stash, as a worker has. Prints one line of JSON.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap/heap.h"

#define DEPTH 28
#define JOBS 8
#define THREADS_MAX 64

struct array {
    uint64_t header;
    value_t inner;
    value_t nil[2];
};

struct job {
    _Alignas(128) struct heap heap; // two jobs share no cache line, nor a pair of them
    value_t root;
    int64_t budget;
    struct heap_stats stats; // as the heap ended
    uint64_t cpu_ns;
};

static struct heap_types types;
static struct heap_world *world;
static struct job jobs[JOBS];
static long iterations = 1000000;
static int thread_count = 1;

static void trace_array(struct heap_marker *marker, void *object)
{
    struct array const *const array = object;
    heap_mark(marker, array->inner);
}

static void mark_roots(struct heap_marker *marker, void *owner)
{
    heap_mark(marker, ((struct job *)owner)->root);
}

static value_t nest(struct heap *heap)
{
    value_t inner = VALUE_NIL;
    for (int depth = 0; depth < DEPTH; depth++) {
        struct array *const array = heap_alloc(heap, HEAP_32);
        if (TRP_UNLIKELY(array == NULL)) abort();
        array->header = header_make(TYPE_ARRAY, 1, 0, 0);
        array->inner = inner;
        array->nil[0] = array->nil[1] = VALUE_NIL;
        inner = value_pointer(array);
    }
    return inner;
}

static void run_job(struct job *job, struct heap_stash *stash)
{
    uint64_t const start = base_clock_cpu_ns();
    if (!heap_open(&job->heap, world, &(struct heap_options){.owner = job})) abort();
    job->heap.stash = stash;
    job->heap.budget = &job->budget;
    job->budget = INT64_MAX;
    for (long i = 0; i < iterations; i++) {
        job->root = nest(&job->heap);
        __asm__ volatile("" : : "r"(job->root) : "memory");
        if (TRP_LIKELY(--job->budget > 0)) continue;
        job->budget = INT64_MAX;
        heap_collect(&job->heap);
    }
    heap_flush(&job->heap);
    job->cpu_ns = base_clock_cpu_ns() - start;
    heap_close(&job->heap);
    job->stats = job->heap.stats;
}

static void *run_thread(void *argument)
{
    struct heap_stash *const stash = heap_stash_create(world);
    if (stash == NULL) abort();
    for (int job = (int)(intptr_t)argument; job < JOBS; job += thread_count) run_job(&jobs[job], stash);
    heap_stash_destroy(stash);
    return NULL;
}

static void run_threads(void)
{
    pthread_t threads[THREADS_MAX];
    for (intptr_t i = 1; i < thread_count; i++) {
        if (pthread_create(&threads[i], NULL, run_thread, (void *)i) != 0) abort();
    }
    run_thread((void *)0);
    for (int i = 1; i < thread_count; i++) pthread_join(threads[i], NULL);
}

static void print(const char *mode, double wall)
{
    uint64_t objects = 0, collections = 0, locks = 0, locks_max = 0, contended = 0, mark_ns = 0, cpu_ns = 0;
    for (int i = 0; i < JOBS; i++) {
        struct heap_stats const *const stats = &jobs[i].stats;
        objects += stats->objects;
        collections += stats->collections;
        locks += stats->lock_acquired;
        if (stats->lock_acquired > locks_max) locks_max = stats->lock_acquired;
        contended += stats->lock_contended;
        mark_ns += stats->mark_ns;
        cpu_ns += jobs[i].cpu_ns;
    }
    printf("{\"benchmark\":\"heap\",\"mode\":\"%s\",\"wall\":%.6f,\"cpu\":%.6f,\"ns_per_object\":%.4f,\"objects\":%lu,"
           "\"collections\":%lu,\"mark_seconds\":%.6f,\"locks\":%lu,\"locks_max\":%lu,\"contended\":%lu}\n",
           mode, wall, (double)cpu_ns * 1e-9, (double)cpu_ns / (double)objects, objects, collections,
           (double)mark_ns * 1e-9, locks, locks_max, contended);
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    bool const parallel = strcmp(argv[1], "parallel") == 0;
    if (argc > 2) iterations = atol(argv[2]);
    if (parallel) thread_count = argc > 3 ? atoi(argv[3]) : 2;
    if (iterations <= 0 || thread_count < 1 || thread_count > THREADS_MAX) return 2;
    types.types[TYPE_ARRAY] = (struct heap_type){.name = "array", .trace = trace_array};
    types.roots = mark_roots;
    world = heap_world_create(&(struct heap_world_options){.types = &types});
    if (world == NULL) return 2;
    uint64_t const start = base_clock_ns();
    run_threads();
    print(argv[1], (double)(base_clock_ns() - start) * 1e-9);
    heap_world_destroy(world);
    return 0;
}
