// Enumerable and Enumerator: what their prelude asks of C.
#include "core/support/state.h"
#include "core/support/items.h"
#include "vm/fiber.h"


// pack(args): what several yielded values are as one: nil, the value, or the Array of them.
static value_t primitive_pack(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    size_t const count = array_count(value_to_array(argv[0]));
    return count == 1 ? array_at(value_to_array(argv[0]), 0) : count == 0 ? VALUE_NIL : argv[0];
}

// callee: the name by which the running method was called, which may be an alias.
static value_t primitive_callee(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    return value_symbol(ec->frame->method->name);
}

// How long each takes, see docs/builtins.md:
//   bounded: primitive_pack primitive_callee enumerator_next
static const struct vm_primitive primitives[] = {{"pack", primitive_pack}, {"callee", primitive_callee}};

// Enumerator#next where the fiber of the iteration waits and nothing lies ahead: @__ready. Else the Ruby body.
static value_t enumerator_next(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!vm_fiber_may_switch(ec) || !value_is(self, TYPE_OBJECT)) return VALUE_FAIL;
    const value_t *const place = vm_ivar_cached(&core_state(ec)->ready_cache, self);
    value_t const ready = TRP_LIKELY(place != NULL) ? *place
                                                    : vm_ivar_find(ec, &core_state(ec)->ready_cache, 1, SYM_ivar_ready, self);
    if (!value_is(ready, TYPE_FIBER) || object_frozen(value_to_pointer(self))) return VALUE_FAIL;
    struct fiber *const fiber = value_to_pointer(ready);
    if (fiber->state != FIBER_SUSPENDED) return VALUE_FAIL; // an exception ended it
    return vm_fiber_resume(ec, fiber, 0, argv);
}

static const struct core_method methods[] = {{"next", enumerator_next, 0, 0, CORE_TRY}};

bool core_enumerator(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_ENUMERATOR, methods) && CORE_PRIMITIVES(boot, primitives);
}
