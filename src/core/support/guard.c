// What one ec or one actor keeps for the prelude: the guard against cyclic data, and a few values by number.
//
// The guard is an Array on the ec: first a Hash, by identity, of how often each object is being walked; how many walks are
// for `hash`; an unused item; then a triple (kind, object, other) for each walk. An object met for the first time costs one
// look-up; only a second meeting searches.
#include "core/support/items.h"

#define TRIPLE 3u

static int64_t walks(const struct hash *counts, value_t object, int64_t *position)
{
    *position = items_find(NULL, counts, object, value_identity_hash(object), true);
    return *position < 0 ? 0 : value_to_fixnum(hash_value_at(counts, (size_t)*position));
}

static bool guard_open(struct ec *ec)
{
    struct hash *const counts = hash_new(ec->heap, 0);
    if (counts == NULL) return false;
    counts->header |= HASH_IDENTITY;
    struct array *const guard =
        array_new_small(ec->heap, (value_t[]){value_pointer(counts), value_fixnum(0), VALUE_NIL}, TRIPLE);
    if (guard == NULL) return false;
    ec->guard = value_pointer(guard);
    return true;
}

static void count_hashing(struct ec *ec, value_t kind, int by)
{
    if (kind != value_symbol(SYM_hash)) return;
    struct array *const guard = value_to_array(ec->guard);
    heap_store(ec->heap, guard, &array_items_mutable(guard)[1], value_fixnum(value_to_fixnum(array_at(guard, 1)) + by));
}

// guard_enter(kind, object, other): true: this very walk is going on already (and nothing was entered).
static value_t guard_enter(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    if (value_is_nil(ec->guard) && !guard_open(ec)) return vm_raise_memory(ec);
    struct array *const guard = value_to_array(ec->guard);
    struct hash *const counts = value_to_hash(array_at(guard, 0));
    int64_t at;
    int64_t const count = walks(counts, argv[1], &at);
    if (count > 0) {
        for (size_t i = array_count(guard); i > TRIPLE; i -= TRIPLE) {
            const value_t *const walk = array_items(guard) + i - TRIPLE;
            if (walk[0] == argv[0] && walk[1] == argv[1] && walk[2] == argv[2]) return VALUE_TRUE;
        }
        hash_set_value_at(ec->heap, counts, (size_t)at, value_fixnum(count + 1));
    } else if (!hash_add(ec->heap, counts, value_identity_hash(argv[1]), argv[1], value_fixnum(1))) {
        return vm_raise_memory(ec);
    }
    if (!array_append(ec->heap, guard, argv, TRIPLE)) return vm_raise_memory(ec);
    count_hashing(ec, argv[0], 1);
    return VALUE_FALSE;
}

// guard_leave: the latest walk is over.
static value_t guard_leave(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    struct array *const guard = value_to_array(ec->guard);
    struct hash *const counts = value_to_hash(array_at(guard, 0));
    TRP_ASSERT(array_count(guard) > TRIPLE);
    value_t const object = array_get(guard, -2);
    count_hashing(ec, array_get(guard, -(int64_t)TRIPLE), -1);
    for (unsigned i = 0; i < TRIPLE; i++) (void)array_pop(ec->heap, guard);
    int64_t at;
    int64_t const count = walks(counts, object, &at);
    if (count > 1) hash_set_value_at(ec->heap, counts, (size_t)at, value_fixnum(count - 1));
    else if (at >= 0) hash_delete_at(ec->heap, counts, (size_t)at);
    return VALUE_NIL;
}

// guard_hashing: how many walks for `hash` are going on.
static value_t guard_hashing(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    return value_is_nil(ec->guard) ? value_fixnum(0) : array_at(value_to_array(ec->guard), 1);
}

value_t core_actor_local(struct ec *ec, unsigned n)
{
    return value_is_nil(ec->heap->locals) ? VALUE_NIL : array_get(value_to_array(ec->heap->locals), n);
}

bool core_set_actor_local(struct ec *ec, unsigned n, value_t value)
{
    if (value_is_nil(ec->heap->locals)) {
        struct array *const locals = array_new(ec->heap, 0);
        if (locals == NULL) return vm_raise_memory(ec), false;
        ec->heap->locals = value_pointer(locals);
    }
    return array_store(ec->heap, value_to_array(ec->heap->locals), n, value) || (vm_raise_memory(ec), false);
}

// actor_local(n), actor_set_local(n, v): as LOCAL_ says (state.h).
static value_t actor_local(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return core_actor_local(ec, (unsigned)value_to_fixnum(argv[0]));
}

static value_t actor_set_local(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return core_set_actor_local(ec, (unsigned)value_to_fixnum(argv[0]), argv[1]) ? argv[1] : VALUE_UNDEF;
}

// own_each: whether the receiver's each is the core's.
static value_t primitive_own_each(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return value_bool(vm_method_is_boot(ec, self, SYM_each));
}

// How long each takes, see docs/builtins.md:
//   bounded: primitive_own_each guard_enter guard_leave guard_hashing actor_local actor_set_local
static const struct vm_primitive primitives[] = {
    {"own_each", primitive_own_each},
    {"guard_enter", guard_enter}, {"guard_leave", guard_leave}, {"guard_hashing", guard_hashing}, {"actor_local", actor_local},
    {"actor_set_local", actor_set_local},
};

bool core_guard(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives); }
