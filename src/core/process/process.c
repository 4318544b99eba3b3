// Process: clocks and identity; the environment of the runtime, which is a copy that the host gave.
#include "core/exception/exception.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// --- Clocks ----------------------------------------------------------------------------------------------------------

static bool clock_of(value_t v, clockid_t *id)
{
    int64_t n;
    if (!value_is_integer(v) || !integer_to_int64(v, &n) || n < INT32_MIN || n > INT32_MAX) return false;
    *id = (clockid_t)n;
    return true;
}

// A time in the unit that is asked for; FAIL for another word.
static value_t in_unit(struct ec *ec, const struct timespec *t, value_t unit)
{
    double const seconds = (double)t->tv_sec + (double)t->tv_nsec / 1e9;
    int64_t const ns = (int64_t)t->tv_sec * 1000000000 + t->tv_nsec;
    const char *const text = value_is_symbol(unit) ? symbol_text(ec->runtime, value_to_symbol(unit)) : "float_second";
    if (strcmp(text, "float_second") == 0) return core_or_memory(ec, float_value(ec->heap, seconds));
    if (strcmp(text, "nanosecond") == 0) return core_or_memory(ec, integer_from_int64(ec->heap, ns));
    if (strcmp(text, "microsecond") == 0) return core_or_memory(ec, integer_from_int64(ec->heap, ns / 1000));
    if (strcmp(text, "millisecond") == 0) return core_or_memory(ec, integer_from_int64(ec->heap, ns / 1000000));
    if (strcmp(text, "second") == 0) return core_or_memory(ec, integer_from_int64(ec->heap, t->tv_sec));
    if (strcmp(text, "float_millisecond") == 0) return core_or_memory(ec, float_value(ec->heap, (double)ns / 1e6));
    if (strcmp(text, "float_microsecond") == 0) return core_or_memory(ec, float_value(ec->heap, (double)ns / 1e3));
    return vm_raise(ec, CLASS_ARGUMENT_ERROR, "unexpected unit: %s", text);
}

static value_t ask_clock(struct ec *ec, int argc, const value_t *argv, int (*ask)(clockid_t, struct timespec *),
                         const char *name)
{
    clockid_t id;
    struct timespec t;
    if (!clock_of(argv[0], &id) || ask(id, &t) != 0) return core_raise_errno(ec, EINVAL, name, VALUE_NIL);
    return in_unit(ec, &t, argc > 1 ? argv[1] : VALUE_NIL);
}

static value_t clock_gettime_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    return ask_clock(ec, argc, argv, clock_gettime, "clock_gettime");
}

static value_t clock_getres_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    return ask_clock(ec, argc, argv, clock_getres, "clock_getres");
}

static value_t process_pid(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    (void)argv;
    return value_fixnum(getpid());
}

static value_t process_ppid(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec;
    (void)self;
    (void)argc;
    (void)argv;
    return value_fixnum(getppid());
}

// --- Environment -----------------------------------------------------------------------------------------------------

static struct core_variable *find(struct core_state *state, const char *name, size_t size)
{
    for (size_t i = 0; i < state->variable_count; i++) {
        struct core_variable *const v = &state->variables[i];
        if (strlen(v->name) == size && memcmp(v->name, name, size) == 0) return v;
    }
    return NULL;
}

const char *core_environment_value(struct core_state *state, const char *name)
{
    const struct core_variable *const v = find(state, name, strlen(name));
    return v == NULL ? NULL : v->value;
}

// False: no memory. Under the lock.
static bool set_variable(struct core_state *state, const char *name, size_t name_size, const char *value,
                         size_t value_size)
{
    char *const text = base_alloc(name_size + value_size + 2);
    if (text == NULL) return false;
    memcpy(text, name, name_size);
    text[name_size] = 0;
    memcpy(text + name_size + 1, value, value_size);
    text[name_size + 1 + value_size] = 0;
    struct core_variable *v = find(state, name, name_size);
    if (v != NULL) {
        base_free(v->name);
    } else {
        if (state->variable_count == state->variable_capacity) {
            size_t const capacity = state->variable_capacity == 0 ? 32 : 2 * state->variable_capacity;
            struct core_variable *const grown = base_realloc(state->variables, capacity * sizeof *grown);
            if (grown == NULL) return base_free(text), false;
            state->variables = grown;
            state->variable_capacity = capacity;
        }
        v = &state->variables[state->variable_count++];
    }
    *v = (struct core_variable){text, text + name_size + 1};
    return true;
}

bool core_set_environment(struct runtime *runtime, const char *const *variables)
{
    struct core_state *const state = ((struct vm_runtime *)runtime->vm)->core;
    bool ok = true;
    base_lock_acquire(&state->lock);
    for (; ok && *variables != NULL; variables++) {
        const char *const equals = strchr(*variables, '=');
        if (equals == NULL) continue;
        ok = set_variable(state, *variables, (size_t)(equals - *variables), equals + 1, strlen(equals + 1));
    }
    base_lock_release(&state->lock);
    return ok;
}

// Primitive.env_get(name): a frozen String, or nil.
static value_t env_get(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct core_state *const state = core_state(ec);
    const struct string *const name = value_to_string(argv[0]);
    base_lock_acquire(&state->lock);
    const struct core_variable *const v = find(state, string_bytes(name), string_size(name));
    struct string *const s = v == NULL ? NULL : string_from_text(ec->heap, v->value);
    base_lock_release(&state->lock);
    if (s == NULL) return v == NULL ? VALUE_NIL : vm_raise_memory(ec);
    object_freeze(s);
    return value_pointer(s);
}

// Primitive.env_set(name, value or nil)
static value_t env_set(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    struct core_state *const state = core_state(ec);
    const struct string *const name = value_to_string(argv[0]);
    bool ok = true;
    base_lock_acquire(&state->lock);
    if (value_is_nil(argv[1])) {
        struct core_variable *const v = find(state, string_bytes(name), string_size(name));
        if (v != NULL) {
            base_free(v->name);
            memmove(v, v + 1, (size_t)(state->variables + --state->variable_count - v) * sizeof *v);
        }
    } else {
        const struct string *const value = value_to_string(argv[1]);
        ok = set_variable(state, string_bytes(name), string_size(name), string_bytes(value), string_size(value));
    }
    base_lock_release(&state->lock);
    return ok ? argv[1] : vm_raise_memory(ec);
}

// Primitive.env_names: an Array of frozen Strings.
static value_t env_names(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    struct core_state *const state = core_state(ec);
    struct array *const out = array_new(ec->heap, 0);
    bool ok = out != NULL;
    base_lock_acquire(&state->lock);
    for (size_t i = 0; ok && i < state->variable_count; i++) {
        struct string *const s = string_from_text(ec->heap, state->variables[i].name);
        if (s != NULL) object_freeze(s);
        ok = s != NULL && array_push(ec->heap, out, value_pointer(s));
    }
    base_lock_release(&state->lock);
    return ok ? value_pointer(out) : vm_raise_memory(ec);
}

// Primitive.exit_now(status)
static value_t exit_now(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return vm_exit_now(ec, (int)value_to_fixnum(argv[0]));
}

// --- Registration ----------------------------------------------------------------------------------------------------

static bool constant(struct core_boot *boot, const char *text, int64_t n)
{
    symbol_t const name = symbol_intern_text(boot->runtime, text);
    return name != 0 && class_constant_set(boot->runtime, &boot->runtime->boot_heap,
                                           runtime_class(boot->runtime, CLASS_PROCESS),
                                           name, value_fixnum(n), true);
}

// How long each takes, see docs/builtins.md:
//   bounded: clock_gettime_of clock_getres_of process_pid process_ppid env_get env_set exit_now
//   open: env_names
static const struct core_method methods[] = {
    {"clock_gettime", clock_gettime_of, 1, 2, CORE_MODULE_FUNCTION},
    {"clock_getres", clock_getres_of, 1, 2, CORE_MODULE_FUNCTION},
    {"pid", process_pid, 0, 0, CORE_MODULE_FUNCTION},
    {"ppid", process_ppid, 0, 0, CORE_MODULE_FUNCTION}};

static const struct vm_primitive primitives[] = {{"env_get", env_get}, {"env_set", env_set}, {"env_names", env_names},
                                                   {"exit_now", exit_now}};

bool core_process(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_PROCESS, methods) && CORE_PRIMITIVES(boot, primitives) &&
           constant(boot, "CLOCK_REALTIME", CLOCK_REALTIME) && constant(boot, "CLOCK_MONOTONIC", CLOCK_MONOTONIC) &&
           constant(boot, "CLOCK_PROCESS_CPUTIME_ID", CLOCK_PROCESS_CPUTIME_ID) &&
           constant(boot, "CLOCK_THREAD_CPUTIME_ID", CLOCK_THREAD_CPUTIME_ID) &&
           constant(boot, "CLOCK_MONOTONIC_RAW", 4) && constant(boot, "CLOCK_REALTIME_COARSE", 5) &&
           constant(boot, "CLOCK_MONOTONIC_COARSE", 6) && constant(boot, "CLOCK_BOOTTIME", 7);
}
