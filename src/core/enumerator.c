// Enumerable and Enumerator: what their prelude asks of C.
#include "core/items.h"

bool guard_define(struct core_boot *boot);

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

static const struct vm_primitive primitives[] = {{"pack", primitive_pack}, {"callee", primitive_callee}};

bool core_enumerator(struct core_boot *boot) { return CORE_PRIMITIVES(boot, primitives) && guard_define(boot); }
