// One runtime with one heap and no roots, for tests of pure operations: what they made is gone after single_collect.
#ifndef TROUPE_TESTS_OBJECT_SINGLE_H
#define TROUPE_TESTS_OBJECT_SINGLE_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "object/object.h"

struct single {
    struct heap_types types;
    struct runtime runtime;
    struct heap heap;
    int64_t budget;
};

static struct single single;
__attribute__((unused)) static struct heap *const single_heap = &single.heap;

static void single_roots(struct heap_marker *marker, void *owner)
{
    (void)marker;
    (void)owner;
}

__attribute__((unused)) static void single_open(void)
{
    memset(&single, 0, sizeof single);
    object_fill_types(single.types.types);
    single.types.roots = single.types.shared_roots = single_roots;
    struct heap_world_options const world = {.types = &single.types};
    ck_assert(runtime_open(&single.runtime, &world));
    struct heap_options const options = {0};
    ck_assert(heap_open(&single.heap, single.runtime.heap_world, &options));
    single.heap.budget = &single.budget;
}

// Frees everything private. What is left of bodies must be none.
__attribute__((unused)) static void single_collect(void)
{
    heap_collect(&single.heap);
}

__attribute__((unused)) static void single_close(void)
{
    heap_close(&single.heap);
    runtime_close(&single.runtime);
}

// In loops: Check's own asserts each write a message to the runner, passed or not.
#define MUST(condition, ...) ((condition) ? (void)0 : ck_abort_msg(__VA_ARGS__))

// The seed is in the message of what fails, so that one line replays it: TEST_SEED=n.
__attribute__((unused)) static uint64_t single_seed(void)
{
    const char *const given = getenv("TEST_SEED");
    return given != NULL ? strtoull(given, NULL, 10) : 20260731;
}

__attribute__((unused)) static uint64_t single_random(uint64_t *state) // xorshift64*
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1d;
}

// Starts Debian's ruby on a script that reads lines and exits 1 when one of them is untrue. NULL: there is none.
__attribute__((unused)) static FILE *single_ruby(const char *script)
{
    if (system("command -v ruby >/dev/null 2>&1") != 0) {
        printf("no ruby here: not compared with it\n");
        return NULL;
    }
    setenv("TROUPE_TEST_SCRIPT", script, 1);
    return popen("ruby -W0 -EUTF-8:UTF-8 -e 'eval ENV[\"TROUPE_TEST_SCRIPT\"]'", "w");
}

#endif
