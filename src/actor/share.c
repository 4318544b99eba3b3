// Ractor.make_shareable. Purpose: freeze and share a whole graph, its procs included, or change nothing.
//
// The graph is walked first: it names the procs in it, which are isolated in place (isolate.c); then the vm freezes and shares
// all of it at once. When something refuses, the procs get back what they had.
// Data: the calling actor's.
#include "actor/objects.h"

struct graph {
    struct object_set set, private;
    struct ec *ec;
    struct asking asking;
    bool asks; // something in it asks Ruby
    bool failed;
};

static void see(value_t v, void *context)
{
    struct graph *const graph = context;
    if (!value_is_heap(v) || heap_is_shared(v) || graph->failed) return;
    uint32_t number;
    graph->failed = !object_set_number(&graph->set, value_to_pointer(v), &number);
    graph->asks = graph->asks || asks_to_freeze(graph->ec, &graph->asking, v);
}

static uint32_t count_procs(const struct graph *graph)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < graph->set.count; i++) count += object_type(graph->set.objects[i]) == TYPE_PROC;
    return count;
}

static bool share_with_procs(struct graph *graph, value_t value, uint32_t procs)
{
    struct ec *const ec = graph->ec;
    struct isolated *const before = base_alloc(procs * sizeof *before);
    if (before == NULL) return vm_raise_memory(ec), false;
    uint32_t done = 0;
    bool ok = true;
    for (uint32_t i = 0; ok && i < graph->set.count; i++) {
        if (object_type(graph->set.objects[i]) != TYPE_PROC) continue;
        ok = isolate_in_place(ec, graph->set.objects[i], &before[done]);
        done += ok;
    }
    for (uint32_t i = 0; ok && i < done; i++) object_freeze(before[i].proc);
    ok = ok && vm_make_shareable(ec, value);
    while (!ok && done > 0) isolate_undo(&before[--done]);
    base_free(before);
    return ok;
}

value_t share_deeply(struct ec *ec, value_t value)
{
    struct graph graph = {.ec = ec};
    if (!value_is_heap(value) || heap_is_shared(value)) return VALUE_TRUE;
    object_set_init(&graph.set);
    object_set_init(&graph.private);
    graph.asking.private = &graph.private;
    see(value, &graph);
    for (uint32_t i = 0; i < graph.set.count && !graph.failed && !graph.asks; i++) {
        walk_values(ec, graph.set.objects[i], see, &graph);
    }
    bool ok = !graph.failed && !graph.asking.failed;
    if (graph.failed && !graph.asking.failed) vm_raise_memory(ec);
    uint32_t const procs = count_procs(&graph);
    if (ok && !graph.asks) ok = procs == 0 ? vm_make_shareable(ec, value) : share_with_procs(&graph, value, procs);
    object_set_free(&graph.set);
    object_set_free(&graph.private);
    if (!ok) return VALUE_UNDEF;
    return value_bool(!graph.asks);
}
