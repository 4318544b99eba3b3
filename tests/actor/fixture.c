// See fixture.h.
#include "fixture.h"

#include <string.h>

struct runtime runtime;
struct actor_runtime *rt;
static struct heap_types types;

static void shared_roots(struct heap_marker *marker, void *owner)
{
    runtime_mark_shared(owner, marker);
    vm_mark_shared(marker, owner);
    actor_mark_shared(marker, owner);
}

static void mark_header(struct heap_marker *marker, void *owner, uint32_t class_id)
{
    runtime_mark_class(owner, marker, class_id);
}

static void meet_symbol(void *owner, symbol_t symbol) { symbol_meet(owner, symbol); }

static void forget_cleared(struct runtime *of)
{
    vm_sites_sweep(of);
    actor_caches_clear(of);
}

static void sweep_shared(void *owner) { runtime_sweep_shared(owner, forget_cleared, vm_sweep_shared(owner)); }

void runtime_must_open(unsigned workers)
{
    static const struct vm_host host = {.poll = actor_poll};
    memset(&types, 0, sizeof types);
    memset(&runtime, 0, sizeof runtime);
    object_fill_types(types.types);
    vm_fill_types(types.types);
    actor_fill_types(types.types);
    types.roots = actor_roots;
    types.shared_roots = shared_roots;
    types.header = mark_header;
    types.symbol = meet_symbol;
    types.shared_sweep = sweep_shared;
    types.trace_side = ivar_trace_side;
    types.finalize_side = ivar_finalize_side;
    types.close_side = ivar_close_side;
    types.share_sides = ivar_share_sides;
    struct heap_world_options const world = {.types = &types, .owner = &runtime};
    struct actor_options const options = {.workers = workers, .modes = {.verify = true}};
    ck_assert(runtime_open(&runtime, &world));
    ck_assert(vm_open(&runtime, &host));
    ck_assert(actor_define(&runtime));
    ck_assert(actor_runtime_open(&runtime, &options));
    rt = runtime_actors(&runtime);
}

void runtime_must_close(void)
{
    actor_runtime_close(&runtime);
    vm_close(&runtime);
    runtime_close(&runtime);
    rt = NULL;
}

struct actor *actor_must_open(void)
{
    struct actor *const actor = actor_new(rt, &rt->workers[0], &runtime.boot_heap, CLASS_RACTOR, NULL);
    ck_assert_ptr_nonnull(actor);
    ck_assert(actor_embody(actor));
    atomic_store(&actor->state, PHASE_RUNNING);
    actor->worker = &rt->workers[0];
    slice_attach(actor->worker, actor);
    return actor;
}

void actor_must_close(struct actor *actor) { actor_kill(actor); }

uint32_t rng_below(struct rng *rng, uint32_t n)
{
    rng->state ^= rng->state << 13;
    rng->state ^= rng->state >> 7;
    rng->state ^= rng->state << 17;
    return (uint32_t)(rng->state >> 32) % n;
}

value_t text(struct actor *actor, const char *bytes)
{
    struct string *const s = string_from_text(actor->body->ec->heap, bytes);
    ck_assert_ptr_nonnull(s);
    return value_pointer(s);
}

value_t list(struct actor *actor, const value_t *items, size_t count)
{
    struct array *const a = array_from(actor->body->ec->heap, items, count);
    ck_assert_ptr_nonnull(a);
    return value_pointer(a);
}
