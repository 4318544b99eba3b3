// Sharing by parts. Purpose: of a graph that cannot be shared as a whole, what is deeply frozen is shared all the same.
//
// What the objects reference is looked at once. Those that may not be shared themselves, and whoever reaches one of them, stay
// private; all others are shared. So the cost is linear in the graph, whatever refers to what, and a set that the caller keeps
// makes all its calls together linear.
// Data: the calling actor's.
#include "actor/objects.h"

struct edge {
    uint32_t from, to;
};
struct parts {
    struct object_set *private; // known from before
    struct object_set set;      // those from `next` on have not been looked at
    uint32_t next, current;
    struct edge *edges;
    size_t edge_count, edge_capacity;
    uint32_t *stained; // those that stay private
    uint32_t stained_count, stained_capacity;
    bool failed; // no memory
};

static bool stain(struct parts *p, uint32_t number)
{
    if (p->stained_count == p->stained_capacity) {
        uint32_t const capacity = p->stained_capacity == 0 ? 16 : 2 * p->stained_capacity;
        uint32_t *const grown = base_realloc(p->stained, capacity * sizeof *grown);
        if (grown == NULL) return !(p->failed = true);
        p->stained = grown;
        p->stained_capacity = capacity;
    }
    p->stained[p->stained_count++] = number;
    return true;
}

static void *next_object(void *context)
{
    struct parts *const p = context;
    while (p->next < p->set.count && !p->failed) {
        void *const object = p->set.objects[p->current = p->next++];
        if (vm_may_be_shared(object) && !object_set_has(p->private, object)) return object;
        (void)stain(p, p->current);
    }
    return NULL;
}

static void note(value_t value, void *context)
{
    struct parts *const p = context;
    struct edge edge = {.from = p->current};
    if (p->failed || heap_is_shared(value)) return;
    if (p->edge_count == p->edge_capacity) {
        size_t const capacity = p->edge_capacity == 0 ? 32 : 2 * p->edge_capacity;
        struct edge *const grown = base_realloc(p->edges, capacity * sizeof *grown);
        p->failed = grown == NULL;
        if (p->failed) return;
        p->edges = grown;
        p->edge_capacity = capacity;
    }
    p->failed = !object_set_number(&p->set, value_to_pointer(value), &edge.to);
    p->edges[p->edge_count++] = edge;
}

// `is_stained`, all false at first, says of each object whether it reaches one that is stained. False: no memory.
static bool spread(struct parts *p, bool *is_stained)
{
    size_t const count = p->set.count;
    size_t *const starts = base_alloc_zeroed((count + 2) * sizeof *starts); // of those that reference number n, from n on
    uint32_t *const from = base_alloc((p->edge_count + 1) * sizeof *from);
    bool const ok = starts != NULL && from != NULL;
    for (size_t i = 0; ok && i < p->edge_count; i++) starts[p->edges[i].to + 2]++;
    for (size_t i = 2; ok && i < count + 2; i++) starts[i] += starts[i - 1];
    for (size_t i = 0; ok && i < p->edge_count; i++) from[starts[p->edges[i].to + 1]++] = p->edges[i].from;
    for (uint32_t i = 0; ok && i < p->stained_count; i++) is_stained[p->stained[i]] = true;
    while (ok && p->stained_count > 0 && !p->failed) {
        uint32_t const number = p->stained[--p->stained_count];
        for (size_t i = starts[number]; i < starts[number + 1]; i++) {
            if (is_stained[from[i]]) continue;
            is_stained[from[i]] = true;
            if (!stain(p, from[i])) break;
        }
    }
    base_free(starts);
    base_free(from);
    return ok && !p->failed;
}

// False: exception set.
static bool settle(struct parts *p, struct ec *ec)
{
    bool *const is_stained = base_alloc_zeroed(p->set.count * sizeof *is_stained);
    if (p->failed || is_stained == NULL || !spread(p, is_stained)) {
        base_free(is_stained);
        return vm_raise_memory(ec), false;
    }
    bool ok = true;
    for (uint32_t i = 0; ok && i < p->set.count; i++) {
        void *const object = p->set.objects[i];
        uint32_t number;
        bool shared;
        if (!is_stained[i]) ok = vm_share(ec, value_pointer(object), &shared);
        else if (vm_may_be_shared(object)) ok = object_set_number(p->private, object, &number) || (vm_raise_memory(ec), false);
    }
    base_free(is_stained);
    return ok;
}

bool share_parts(struct ec *ec, struct object_set *private, value_t value, bool *shared)
{
    *shared = heap_is_shared(value);
    if (*shared || !vm_may_be_shared(value_to_pointer(value)) || object_set_has(private, value_to_pointer(value))) return true;
    if (private->count == 0 && (!vm_share(ec, value, shared) || *shared)) return *shared;
    struct parts p = {.private = private};
    uint32_t number;
    object_set_init(&p.set);
    p.failed = !object_set_number(&p.set, value_to_pointer(value), &number);
    heap_each_reference(ec->heap, next_object, note, &p);
    bool const ok = settle(&p, ec);
    object_set_free(&p.set);
    base_free(p.edges);
    base_free(p.stained);
    *shared = ok && heap_is_shared(value);
    return ok;
}
