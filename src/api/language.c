// Wires the rooms of one runtime together: the type table, the vm, the core, Ractor.
#include "api/language.h"

#include "actor/actor.h"
#include "core/core.h"

static void shared_roots(struct heap_marker *marker, void *world_owner)
{
    struct runtime *const runtime = world_owner;
    runtime_mark_shared(runtime, marker);
    vm_mark_shared(marker, runtime);
    actor_mark_shared(marker, runtime);
}

static void mark_header(struct heap_marker *marker, void *world_owner, uint32_t class_id)
{
    runtime_mark_class(world_owner, marker, class_id);
}

static void forget_cleared(struct runtime *runtime)
{
    vm_sites_sweep(runtime);
    actor_caches_clear(runtime);
}

static void meet_symbol(void *world_owner, symbol_t symbol) { symbol_meet(world_owner, symbol); }

static bool met_symbol(void *world_owner, symbol_t symbol) { return symbol_met(world_owner, symbol); }

static void sweep_shared(void *world_owner)
{
    runtime_sweep_shared(world_owner, forget_cleared, vm_sweep_shared(world_owner));
}

bool api_open_language(struct runtime *runtime, struct heap_types *types, struct heap_world_options *world,
                       const struct vm_host *host)
{
    object_fill_types(types->types);
    vm_fill_types(types->types);
    actor_fill_types(types->types);
    types->trace_side = ivar_trace_side;
    types->finalize_side = ivar_finalize_side;
    types->close_side = ivar_close_side;
    types->share_sides = ivar_share_sides;
    types->shared_fields = object_shared_fields;
    types->roots = actor_roots;
    types->shared_roots = shared_roots;
    types->header = mark_header;
    types->symbol = meet_symbol;
    types->symbol_met = met_symbol;
    types->shared_sweep = sweep_shared;
    world->types = types;
    world->owner = runtime;
    if (!runtime_open(runtime, world)) return false;
    if (!vm_open(runtime, host)) goto fail_runtime;
    if (!core_define(runtime) || !actor_define(runtime)) goto fail_vm;
    return true;

fail_vm:
    vm_close(runtime);
fail_runtime:
    runtime_close(runtime);
    return false;
}

void api_close_language(struct runtime *runtime)
{
    vm_close(runtime);
    runtime_close(runtime);
}
