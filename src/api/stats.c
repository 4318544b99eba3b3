// Statistics under dotted names, so that the ABI never changes when counters do.
#include "api/interior.h"

#include <stdio.h>

struct sink {
    void (*visit)(void *ud, const char *name, double value);
    void *ud;
    struct actor_stats total;
};

// One table: the name of each figure of an actor and where it is.
static const struct {
    const char *name;
    size_t offset;
} figures[] = {
#define FIGURE(name, member) {name, offsetof(struct actor_stats, member)}
    FIGURE("objects", heap.objects),
    FIGURE("pages", heap.pages),
    FIGURE("pages_max", heap.pages_max),
    FIGURE("refills_word", heap.refill_word),
    FIGURE("refills_own", heap.refill_own),
    FIGURE("refills_stash", heap.refill_stash),
    FIGURE("refills_lock", heap.refill_lock),
    FIGURE("lock_acquired", heap.lock_acquired),
    FIGURE("lock_contended", heap.lock_contended),
    FIGURE("collections", heap.collections),
    FIGURE("mark_slices", heap.slices),
    FIGURE("mark_ns", heap.mark_ns),
    FIGURE("mark_slice_ns_max", heap.slice_ns_max),
    FIGURE("shared_cycles", heap.shared_cycles),
    FIGURE("shared_marks", heap.shared_marks),
    FIGURE("wait_for_actor_ns_max", heap.shared_wait_ns_max),
    FIGURE("body_bytes", heap.body_bytes),
    FIGURE("body_bytes_max", heap.body_bytes_max),
    FIGURE("instructions", instructions),
    FIGURE("slices", slices),
    FIGURE("sent", sent),
    FIGURE("received", received),
#undef FIGURE
};

static uint64_t *figure(struct actor_stats *s, unsigned i) { return (uint64_t *)((char *)s + figures[i].offset); }

static bool is_maximum(unsigned i)
{
    size_t const at = figures[i].offset;
    return at == offsetof(struct actor_stats, heap.slice_ns_max) || at == offsetof(struct actor_stats, heap.shared_wait_ns_max);
}

static void visit_actor(const struct actor_stats *stats, void *context)
{
    struct sink *const sink = context;
    struct actor_stats s = *stats;
    char prefix[32], name[80];
    if (s.id == 0) snprintf(prefix, sizeof prefix, "ended");
    else snprintf(prefix, sizeof prefix, "actor.%llu", (unsigned long long)s.id);
    sink->total.actors += s.actors;
    for (unsigned i = 0; i < TRP_COUNT(figures); i++) {
        uint64_t const v = *figure(&s, i);
        uint64_t *const total = figure(&sink->total, i);
        if (!is_maximum(i)) *total += v;
        else if (v > *total) *total = v;
        snprintf(name, sizeof name, "%s.%s", prefix, figures[i].name);
        sink->visit(sink->ud, name, (double)v);
    }
}

static void visit_total(struct sink *sink, const char *name, uint64_t value) { sink->visit(sink->ud, name, (double)value); }

int trp_stats(trp_runtime *r, void (*visit)(void *ud, const char *name, double value), void *ud)
{
    if (r == NULL || visit == NULL) return TRP_EARG;
    struct sink sink = {.visit = visit, .ud = ud};
    actor_each_stats(&r->runtime, visit_actor, &sink);
    char name[80];
    for (unsigned i = 0; i < TRP_COUNT(figures); i++) {
        snprintf(name, sizeof name, "total.%s", figures[i].name);
        visit_total(&sink, name, *figure(&sink.total, i));
    }
    struct actor_totals t;
    actor_get_totals(&r->runtime, &t);
    visit_total(&sink, "workers", t.workers);
    visit_total(&sink, "workers_started", t.workers_started);
    visit_total(&sink, "actors.spawned", t.spawned);
    visit_total(&sink, "actors.ended", t.ended);
    visit_total(&sink, "workers.steals", t.steals);
    visit_total(&sink, "workers.sleeps", t.sleeps);
    visit_total(&sink, "workers.wakes", t.wakes);
    visit_total(&sink, "native_calls", t.natives);
    visit_total(&sink, "handovers", t.handovers);
    visit_total(&sink, "shared_cycles", t.shared_cycles);
    visit_total(&sink, "shared_marks", t.shared_marks);
    for (unsigned i = 0; i < CACHE_KINDS; i++) {
        snprintf(name, sizeof name, "cache_stores.%s", vm_cache_names[i]);
        visit_total(&sink, name, vm_cache_stores(&r->runtime, (enum vm_cache_kind)i));
    }
    return TRP_OK;
}
