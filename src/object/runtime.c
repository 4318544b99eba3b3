// Opening and closing a runtime. Purpose: the order in which heap world, symbols, layouts and classes come and go.
// Data: one thread, before and after all others.
#include "object/interior.h"

static void close_classes(struct runtime *runtime)
{
    struct class **const classes = atomic_load_explicit(&runtime->classes, memory_order_relaxed);
    uint32_t const count = atomic_load_explicit(&runtime->class_count, memory_order_relaxed);
    for (uint32_t id = 1; id < count; id++) {
        if (classes[id] == NULL) continue;
        struct class_body *const body = classes[id]->body;
        classes[id]->body = NULL;
        class_body_free(body);
    }
    for (struct resolution *r = runtime->state->resolutions, *next; r != NULL; r = next) {
        next = r->next;
        base_free(r);
    }
    class_ids_free(runtime);
}

void runtime_close(struct runtime *runtime)
{
    if (runtime->state != NULL) close_classes(runtime);
    if (runtime->state != NULL && runtime->state->late_heap.world != NULL) heap_close(&runtime->state->late_heap);
    if (runtime->boot_heap.world != NULL) heap_close(&runtime->boot_heap);
    if (runtime->heap_world != NULL) heap_world_destroy(runtime->heap_world);
    layouts_close(runtime);
    symbols_close(runtime);
    if (runtime->state != NULL) {
        base_free(runtime->state->scratch);
        base_free(runtime->state->free_ids);
        base_free(runtime->state->interned);
        base_lock_destroy(&runtime->state->intern_lock);
        name_table_free(&runtime->state->resolved);
        constant_names_free(runtime);
        base_free(runtime->state);
    }
    loadings_free(runtime);
    epoch_close(&runtime->epoch);
    base_lock_destroy(&runtime->class_lock);
    memset(runtime, 0, sizeof *runtime);
}

bool runtime_open(struct runtime *runtime, const struct heap_world_options *options)
{
    memset(runtime, 0, sizeof *runtime);
    base_lock_init(&runtime->class_lock);
    epoch_open(&runtime->epoch);
    runtime->hash_seed = base_random_u64();
    runtime->state = base_alloc_aligned_zeroed(_Alignof(struct object_state), sizeof *runtime->state);
    if (runtime->state != NULL) base_lock_init(&runtime->state->intern_lock);
    if (runtime->state != NULL) growth_open(runtime);
    runtime->heap_world = runtime->state == NULL ? NULL : heap_world_create(options);
    struct heap_options const permanent = {.permanent = true};
    bool ok = runtime->heap_world != NULL && heap_open(&runtime->boot_heap, runtime->heap_world, &permanent);
    if (!ok) runtime->boot_heap.world = NULL;
    if (ok && !heap_open(&runtime->state->late_heap, runtime->heap_world, &permanent)) {
        runtime->state->late_heap.world = NULL;
        ok = false;
    }
    ok = ok && symbols_open(runtime) && layouts_open(runtime) && class_boot(runtime);
    if (!ok) runtime_close(runtime);
    return ok;
}

void runtime_mark_shared(struct runtime *runtime, struct heap_marker *marker)
{
    interned_mark(runtime, marker);
}
