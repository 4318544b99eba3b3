// Statistics: of one actor, of those that ended, of the workers.
// Data: counters belong to the claim's holder or the worker; sums are made while nobody else runs, or as of the last slices.
#include "actor/interior.h"

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void sum(struct heap_stats *to, const struct heap_stats *s)
{
    to->objects += s->objects;
    to->pages += s->pages;
    to->pages_max = larger(to->pages_max, s->pages_max);
    to->refill_word += s->refill_word;
    to->refill_own += s->refill_own;
    to->refill_stash += s->refill_stash;
    to->refill_lock += s->refill_lock;
    to->lock_acquired += s->lock_acquired;
    to->lock_contended += s->lock_contended;
    to->collections += s->collections;
    to->slices += s->slices;
    to->mark_ns += s->mark_ns;
    to->slice_ns_max = larger(to->slice_ns_max, s->slice_ns_max);
    to->shared_cycles = larger(to->shared_cycles, s->shared_cycles);
    to->shared_marks = larger(to->shared_marks, s->shared_marks);
    to->shared_wait_ns_max = larger(to->shared_wait_ns_max, s->shared_wait_ns_max);
    to->body_bytes += s->body_bytes;
    to->body_bytes_max = larger(to->body_bytes_max, s->body_bytes_max);
}

void stats_add(struct heap_stats *to, struct heap *heap)
{
    heap_flush(heap); // so that objects are exact
    sum(to, &heap->stats);
}

static void fill(const struct actor *actor, struct actor_stats *stats)
{
    *stats = (struct actor_stats){.id = actor->id, .name = actor->name, .actors = 1, .slices = actor->slices,
                                  .sent = actor->sent, .received = actor->received};
    if (actor->body == NULL) return;
    stats->heap = actor->body->heap.stats;
    stats->instructions = actor->body->ec->instructions;
}

void actor_final_stats(struct actor *actor)
{
    if (actor->body != NULL) heap_flush(&actor->body->heap);
    fill(actor, &actor->runtime->main_stats);
}

void actor_get_stats(struct ec *ec, struct actor_stats *stats)
{
    *stats = (struct actor_stats){.actors = 1};
    heap_flush(ec->heap);
    if (ec->actor != NULL) {
        fill(ec->actor, stats);
    } else {
        stats->heap = ec->heap->stats;
    }
}

void actor_each_stats(struct runtime *runtime, void (*visit)(const struct actor_stats *stats, void *context),
                      void *context)
{
    struct actor_runtime *const rt = runtime_actors(runtime);
    struct actor_stats stats = {0};
    for (unsigned i = 0; rt != NULL && i < rt->worker_count; i++) {
        const struct ended_sums *const ended = &rt->workers[i].ended_sums;
        sum(&stats.heap, &ended->heap);
        stats.actors += ended->actors;
        stats.instructions += ended->instructions;
        stats.slices += ended->slices;
        stats.sent += ended->sent;
        stats.received += ended->received;
    }
    visit(&stats, context);
    if (rt != NULL && rt->main == NULL && rt->main_stats.actors != 0) visit(&rt->main_stats, context);
    for (unsigned i = 0; rt != NULL && i < rt->worker_count; i++) {
        struct worker *const worker = &rt->workers[i];
        base_lock_acquire(&worker->registry_lock);
        for (const struct actor *a = worker->registry; a != NULL; a = a->next) {
            fill(a, &stats);
            visit(&stats, context);
        }
        base_lock_release(&worker->registry_lock);
    }
}

void actor_get_totals(struct runtime *runtime, struct actor_totals *totals)
{
    struct actor_runtime *const rt = runtime_actors(runtime);
    *totals = (struct actor_totals){0};
    if (rt == NULL) return;
    totals->workers = rt->worker_count;
    totals->workers_started = atomic_load_explicit(&rt->started, memory_order_relaxed);
    if (rt->main == NULL && rt->started_last != 0) totals->workers_started = rt->started_last;
    totals->handovers = atomic_load_explicit(&rt->handovers, memory_order_relaxed);
    totals->shared_cycles = atomic_load_explicit(&rt->cycles, memory_order_relaxed);
    totals->shared_marks = atomic_load_explicit(&rt->marks, memory_order_relaxed);
    for (unsigned i = 0; i < rt->worker_count; i++) {
        const struct worker *const worker = &rt->workers[i];
        totals->spawned += atomic_load_explicit(&worker->spawned, memory_order_relaxed);
        totals->ended += atomic_load_explicit(&worker->ended, memory_order_relaxed);
        totals->steals += atomic_load_explicit(&worker->steals, memory_order_relaxed);
        totals->sleeps += atomic_load_explicit(&worker->sleeps, memory_order_relaxed);
        totals->natives += atomic_load_explicit(&worker->natives, memory_order_relaxed);
        totals->wakes += atomic_load_explicit(&worker->wakes, memory_order_relaxed);
    }
}
