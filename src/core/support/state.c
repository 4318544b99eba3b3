// The core's state of one runtime: standard streams, globals with values of their own, environment. It is the body of an
// object of the boot heap, which Object keeps under a hidden name: so it is traced, and freed at the end.
#include "core/support/state.h"
#include "core/time/zone.h"

#include <string.h>
#include <unistd.h>

struct holder {
    struct core_state *state;
};

static void trace_state(struct heap_marker *marker, void *payload)
{
    const struct holder *const h = payload;
    if (h->state == NULL) return;
    for (unsigned i = 0; i < CORE_GLOBAL_COUNT; i++) {
        heap_mark_slot(marker, &h->state->globals[i]);
    }
    for (unsigned i = 0; i < TRP_COUNT(h->state->standard); i++) heap_mark(marker, h->state->standard[i]);
}

static void free_state(struct heap *heap, void *payload)
{
    (void)heap;
    struct core_state *const state = ((struct holder *)payload)->state;
    if (state == NULL) return;
    for (size_t i = 0; i < state->variable_count; i++) base_free(state->variables[i].name);
    zone_free(state->zone);
    base_free(state->variables);
    base_lock_destroy(&state->lock);
    stream_free(&state->output);
    stream_free(&state->error);
    base_free(state);
}

static const struct data_kind state_kind = {.name = "core", .trace = trace_state, .finalize = free_state};

static void open_stream(struct core_stream *stream, int fd)
{
    base_lock_init(&stream->lock);
    stream->fd = fd;
    stream->tty = isatty(fd) == 1;
    stream->sync = fd == 2;
}

bool state_open(struct core_boot *boot)
{
    struct runtime *const runtime = boot->runtime;
    struct heap *const heap = &runtime->boot_heap;
    struct core_state *const state = base_alloc_aligned_zeroed(64, sizeof *state);
    if (state == NULL) return false;
    open_stream(&state->output, 1);
    open_stream(&state->error, 2);
    base_lock_init(&state->lock);
    for (unsigned i = 0; i < CORE_GLOBAL_COUNT; i++) atomic_init(&state->globals[i].word, VALUE_NIL);
    for (unsigned i = 0; i < TRP_COUNT(state->standard); i++) state->standard[i] = VALUE_NIL;
    atomic_init(&state->globals[CORE_VERBOSE].word, VALUE_FALSE);
    atomic_init(&state->globals[CORE_DEBUG].word, VALUE_FALSE);
    atomic_init(&state->next_object_id, 8);
    struct data *const d = data_new(heap, CLASS_OBJECT, &state_kind, sizeof(struct holder));
    symbol_t const name = symbol_intern_text(runtime, "@__core");
    if (d == NULL || name == 0) {
        base_free(state);
        return false;
    }
    ((struct holder *)d->payload)->state = state;
    heap_set_fin(heap, d);
    object_freeze(d);
    ((struct vm_runtime *)runtime->vm)->core = state;
    return ivar_set(runtime, heap, class_value(runtime_class(runtime, CLASS_OBJECT)), name, value_pointer(d));
}

static bool is_switch(enum core_global which) { return which == CORE_VERBOSE || which == CORE_DEBUG; }

// Nil stands for unset; the value nil is kept as 0.
static value_t own_global(struct ec *ec, enum core_global which)
{
    value_t const v = core_actor_local(ec, LOCAL_GLOBALS + which);
    if (!value_is_nil(v)) return v == value_fixnum(0) ? VALUE_NIL : v;
    if (!is_switch(which)) return VALUE_NIL;
    return atomic_load_explicit(&core_state(ec)->globals[which].word, memory_order_relaxed); // immediates
}

bool core_global_is_unset(struct ec *ec, enum core_global which)
{
    return !ec->main && core_global_is_own(which) && !is_switch(which) &&
           value_is_nil(core_actor_local(ec, LOCAL_GLOBALS + which));
}

value_t core_global(struct ec *ec, enum core_global which)
{
    if (!ec->main && core_global_is_own(which)) return own_global(ec, which);
    value_t const v = heap_slot_load(ec->heap, &core_state(ec)->globals[which]);
    return v == VALUE_UNDEF ? VALUE_NIL : v;
}

bool core_set_global(struct ec *ec, enum core_global which, value_t value)
{
    if (!ec->main && core_global_is_own(which)) {
        return core_set_actor_local(ec, LOCAL_GLOBALS + which, value_is_nil(value) ? value_fixnum(0) : value);
    }
    return vm_slot_store(ec, &core_state(ec)->globals[which], value);
}

// --- Small helpers of the core's files -------------------------------------------------------------------------------

bool core_name(struct ec *ec, value_t v, symbol_t *out)
{
    if (TRP_LIKELY(value_is_symbol(v))) {
        *out = value_to_symbol(v);
        return true;
    }
    if (!value_is(v, TYPE_STRING)) return false;
    *out = string_symbol(ec->runtime, ec->heap, value_to_pointer(v));
    if (*out == 0) vm_raise_symbol(ec);
    return true;
}

bool core_hidden_name(struct runtime *runtime, symbol_t name)
{
    const char *const text = symbol_text(runtime, name);
    return text[0] == '@' && text[1] == '_' && text[2] == '_';
}

struct method *core_caller_scope(struct ec *ec)
{
    struct vm_frame *const f = vm_user_frame(ec);
    return (f != NULL ? f : ec->frame)->method;
}

value_t core_text(struct ec *ec, const char *text) { return CORE_NEW(ec, string_from_text(ec->heap, text)); }

value_t core_frozen_text(struct ec *ec, const char *text)
{
    struct string *const s = string_from_text(ec->heap, text);
    if (s == NULL) return vm_raise_memory(ec);
    object_freeze(s);
    return value_pointer(s);
}

bool core_is_own(struct ec *ec, value_t v, symbol_t name, method_function function)
{
    const struct method *const m = vm_find_method(ec, v, name);
    return m != NULL && m->function == function && (m->kind == METHOD_C || m->kind == METHOD_TRY);
}
