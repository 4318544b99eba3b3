// Runtimes: creation (boot of classes, core and prelude), destruction, version.
#include "api/interior.h"

#include <string.h>

uint32_t trp_version(void) { return TRP_VERSION_MAJOR << 16 | TRP_VERSION_MINOR << 8 | TRP_VERSION_PATCH; }

const char *trp_description(void) { return "troupe 0.1.0 (ruby 4.1.0) [x86_64-linux]"; }

const char *trp_strerror(int code)
{
    switch (code) {
    case TRP_OK: return "success";
    case TRP_ENOMEM: return "out of memory";
    case TRP_EARG: return "invalid argument";
    case TRP_ESYNTAX: return "syntax error";
    case TRP_ENOTIMPL: return "not implemented";
    case TRP_EBUSY: return "the runtime is busy";
    default: return "unknown error";
    }
}

// The prelude is part of this build: that it fails is a fault of the build, said as plainly as can be.
static void report_boot_failure(struct ec *ec)
{
    value_t const message = ivar_get(ec->runtime, ec->heap, ec->exception, SYM_ivar_message);
    if (!value_is(message, TYPE_STRING)) return;
    struct string *const s = string_format(ec->heap, "troupe: prelude: %.*s\n", (int)string_size(value_to_pointer(message)),
                                           string_bytes(value_to_pointer(message)));
    if (s != NULL) api_host.warn(ec, string_bytes(s), string_size(s));
}

// Runs the prelude on the boot heap; from then on the core is as a program finds it.
static bool boot(struct runtime *runtime)
{
    struct ec *const ec = ec_new(runtime, &runtime->boot_heap);
    if (ec == NULL) return false;
    ec->main = true;
    runtime->boot_heap.budget = &ec->budget;
    bool const done = core_run_prelude(ec);
    if (!done) report_boot_failure(ec);
    static int64_t idle_budget;
    runtime->boot_heap.budget = &idle_budget;
    ec_free(ec);
    struct vm_runtime *const vm = runtime->vm;
    vm->boot_done = true;
    runtime_boot_done(runtime);
    return done;
}

static void actor_options_from(struct actor_options *to, const trp_options *from)
{
    to->workers = from->workers;
    to->modes.stress_every = from->gc_stress;
    to->modes.verify = from->gc_verify;
    to->modes.scrub = from->hostile & TRP_HOSTILE_SCRUB;
    to->modes.small_reports = from->cycle_every != 0 ? 2 : 0; // and every other one chooses as it does without
    to->modes.short_slices = from->hostile & TRP_HOSTILE_SLICE;
    to->modes.fail_at = from->fail_allocation;
    to->hostile_move = from->hostile & TRP_HOSTILE_MOVE;
    to->hostile_preempt = from->hostile & TRP_HOSTILE_PREEMPT;
    to->hostile_seats = from->hostile & TRP_HOSTILE_SEATS;
    to->cycle_every = from->cycle_every;
    to->count_insns = from->count_instructions;
    to->heap_limit = from->memory_limit;
    to->signals = from->signals != 0;
}

int trp_runtime_create(trp_runtime **out, const trp_options *options)
{
    if (out == NULL || options == NULL || options->struct_size < sizeof(size_t)) return TRP_EARG;
    struct trp_runtime *const r = base_alloc_aligned_zeroed(_Alignof(struct trp_runtime), sizeof *r);
    if (r == NULL) return TRP_ENOMEM;
    size_t const known = options->struct_size < sizeof r->options ? options->struct_size : sizeof r->options;
    memcpy(&r->options, options, known);
    r->arena = base_arena_open();
    r->world.realloc_fn = r->options.realloc_fn;
    r->world.alloc_ud = r->options.alloc_ud;
    if (!api_open_language(&r->runtime, &r->types, &r->world, &api_host)) goto fail_memory;
    r->runtime.host = r;
    const char *const *const environment = r->options.environment;
    if (environment != NULL && !core_set_environment(&r->runtime, environment)) goto fail_language;
    r->options.environment = NULL; // the copy is what counts from here on
    struct actor_options actors = {0};
    actor_options_from(&actors, &r->options);
    if (!boot(&r->runtime)) goto fail_language;
    if (!actor_runtime_open(&r->runtime, &actors)) goto fail_language;
    base_arena_leave(r->arena);
    *out = r;
    return TRP_OK;

fail_language:
    api_close_language(&r->runtime);
fail_memory:
    base_arena_leave(r->arena);
    base_arena_close(r->arena);
    base_free(r);
    return TRP_ENOMEM;
}

int trp_runtime_destroy(trp_runtime *r)
{
    if (r == NULL) return TRP_OK;
    actor_runtime_close(&r->runtime);
    api_close_language(&r->runtime);
    base_arena_close(r->arena);
    base_free(r);
    return TRP_OK;
}
