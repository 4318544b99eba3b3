// Time: what the operating system knows of it. The calendar is Ruby (time.rb).
#include "core/support/state.h"
#include "core/time/zone.h"

#include <time.h>

// Primitive.time_now: nanoseconds since 1970 began in UTC.
static value_t time_now(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    return core_or_memory(ec, integer_from_int64(ec->heap, (int64_t)t.tv_sec * 1000000000 + t.tv_nsec));
}

// Primitive.time_zone(seconds): [offset, whether it is summer time, name] of local time then. What is too far away is as the
// last moment that is not.
static value_t time_zone(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    int64_t seconds;
    struct zone_moment m;
    struct core_state *const state = core_state(ec);
    int64_t const most = INT64_MAX / 4; // so that the calendar does not overflow
    if (!integer_to_int64(argv[0], &seconds) || seconds > most || seconds < -most) {
        seconds = integer_sign(argv[0]) < 0 ? -most : most;
    }
    base_lock_acquire(&state->lock);
    bool const found = zone_find(&state->zone, core_environment_value(state, "TZ"), seconds, &m);
    base_lock_release(&state->lock);
    struct string *const name = found ? string_new(ec->heap, m.name, strlen(m.name), ENCODING_ASCII) : NULL;
    if (name == NULL) return vm_raise_memory(ec);
    object_freeze(name);
    value_t const triple[3] = {value_fixnum(m.offset), value_bool(m.summer), value_pointer(name)};
    return CORE_NEW(ec, array_new_small(ec->heap, triple, 3));
}

// How long each takes, see docs/builtins.md:
//   bounded: time_now
//   open: time_zone

bool core_time(struct core_boot *boot)
{
    static const struct vm_primitive primitives[] = {{"time_now", time_now}, {"time_zone", time_zone}};
    return CORE_PRIMITIVES(boot, primitives);
}
