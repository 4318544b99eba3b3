// What is runtime-wide and dies. Purpose: classes, and what names resolve to, are given up by the shared cycle.
//
// A class is a shared object: the cycle marks it from constants, from the headers of objects, from methods, frames and other
// classes. Everything else that knows a class knows it weakly, and forgets it here, between the cycle's marks and its sweep,
// while everybody stands: the table of ids, the lists of subclasses and of who includes a module, resolutions, and what the
// sites of code remember. So an id may be given out again at once.
//
// A resolution that was cleared may still stand in a site or in its class: they drop it here, and then it is freed.
//
// Data: everybody stands; but for runtime_grew, any thread.
#include "object/interior.h"

#define GROWTH_MIN ((int64_t)2 << 20) // bytes; less is not worth a stop
#define GROWTH_PENDING ((int64_t)32 << 20) // at most, and as much again, while large heaps make their reports

void runtime_want_collection(struct runtime *runtime, bool urgent)
{
    if (urgent) atomic_store_explicit(&runtime->collection_urgent, true, memory_order_relaxed);
    atomic_store_explicit(&runtime->collection_wanted, true, memory_order_relaxed);
}

void runtime_grew(struct runtime *runtime, size_t bytes)
{
    struct growth *const growth = &runtime->state->growth;
    int64_t const had = atomic_fetch_add_explicit(&growth->bytes, (int64_t)bytes, memory_order_relaxed);
    int64_t const limit = atomic_load_explicit(&growth->limit, memory_order_relaxed);
    if (had <= limit && had + (int64_t)bytes > limit) runtime_want_collection(runtime, false);
    int64_t const most = limit * 2 + GROWTH_PENDING;
    if (had <= most && had + (int64_t)bytes > most) runtime_want_collection(runtime, true);
}

void growth_open(struct runtime *runtime)
{
    atomic_init(&runtime->state->growth.limit, GROWTH_MIN);
}

// --- Classes ---------------------------------------------------------------------------------------------------------
void runtime_mark_class(struct runtime *runtime, struct heap_marker *marker, class_id_t id)
{
    if (!runtime_class_dies(runtime, id)) return; // they are in the boot heap
    struct class *const class = runtime_class(runtime, id);
    if (class != NULL) heap_mark(marker, class_value(class));
}

static void prune(struct class_list *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (heap_cycle_reached(list->items[i])) list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

static void forget_initialize(struct class *class)
{
    const struct resolution *const r = atomic_load_explicit(&class->initialize, memory_order_relaxed);
    if (r == NULL || atomic_load_explicit(&r->class_id, memory_order_relaxed) != CLASS_NONE) return;
    atomic_store_explicit(&class->initialize, NULL, memory_order_relaxed);
}

static size_t list_size(const struct class_list *list) { return list->capacity * sizeof *list->items; }

// What a class has outside its slot, about.
static size_t body_size(struct class_body *body)
{
    const struct ancestors *const a = atomic_load_explicit(&body->ancestors, memory_order_relaxed);
    return sizeof *body + ancestors_size(a) + segment_size(body->segment) + name_table_size(&body->methods) +
           name_table_size(&body->resolutions) + name_table_size(&body->supers) + name_table_size(&body->constants) +
           name_table_size(&body->variables) + name_table_size(&body->ivars) + list_size(&body->subclasses) +
           list_size(&body->includers);
}

// Returns what the classes that live have outside their slots.
static size_t sweep_classes(struct runtime *runtime)
{
    struct object_state *const state = runtime->state;
    struct class **const classes = atomic_load_explicit(&runtime->classes, memory_order_relaxed);
    uint32_t const count = atomic_load_explicit(&runtime->class_count, memory_order_relaxed);
    size_t size = 0;
    for (class_id_t id = 1; id < count; id++) {
        struct class *const class = classes[id];
        if (class == NULL) continue;
        if (heap_cycle_reached(class)) {
            prune(&class->body->subclasses);
            prune(&class->body->includers);
            forget_initialize(class);
            size += body_size(class->body);
        } else if (ids_free_reserve(state)) { // else the id is lost
            classes[id] = NULL;
            state->free_ids[state->free_id_count++] = id;
        } else {
            classes[id] = NULL;
        }
    }
    return size;
}

// --- Resolutions -----------------------------------------------------------------------------------------------------
static bool holds(const struct runtime *runtime, const struct resolution *r)
{
    class_id_t const id = atomic_load_explicit(&r->class_id, memory_order_relaxed);
    return id != CLASS_NONE && heap_cycle_reached(atomic_load_explicit(&runtime->classes, memory_order_relaxed)[id]);
}

// Takes those out that no longer hold, and clears them: sites and classes then drop them.
static struct resolution *take_cleared(struct runtime *runtime)
{
    struct resolution *cleared = NULL;
    struct resolution **link = &runtime->state->resolutions;
    for (struct resolution *r = *link; r != NULL; r = *link) {
        if (holds(runtime, r)) {
            link = &r->next;
            continue;
        }
        atomic_store_explicit(&r->class_id, CLASS_NONE, memory_order_relaxed);
        *link = r->next;
        r->next = cleared;
        cleared = r;
    }
    return cleared;
}

// An owner that is gone may be no ancestor of a class that lives (a method of a module, bound to something else).
static void sweep_supers(struct runtime *runtime)
{
    struct class **const classes = atomic_load_explicit(&runtime->classes, memory_order_relaxed);
    uint32_t const count = atomic_load_explicit(&runtime->class_count, memory_order_relaxed);
    for (class_id_t id = 1; id < count; id++) {
        if (classes[id] != NULL && heap_cycle_reached(classes[id])) class_forget_supers(classes[id]);
    }
}

void runtime_sweep_shared(struct runtime *runtime, void (*forget_cleared)(struct runtime *runtime), size_t others)
{
    struct growth *const growth = &runtime->state->growth;
    epoch_free_all(&runtime->epoch);
    constants_sweep(runtime);
    sweep_supers(runtime);
    struct resolution *const cleared = take_cleared(runtime);
    if (cleared != NULL) forget_cleared(runtime);
    size_t const size = sweep_classes(runtime) + symbols_sweep(runtime) + others;
    for (struct resolution *r = cleared, *next; r != NULL; r = next) {
        next = r->next;
        base_free(r);
    }
    atomic_store_explicit(&growth->bytes, 0, memory_order_relaxed);
    int64_t const half = (int64_t)size / 2;
    atomic_store_explicit(&growth->limit, half > GROWTH_MIN ? half : GROWTH_MIN, memory_order_relaxed);
    atomic_store_explicit(&runtime->collection_wanted, false, memory_order_relaxed);
    atomic_store_explicit(&runtime->collection_urgent, false, memory_order_relaxed);
}
