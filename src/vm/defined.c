// defined?: whether an expression means anything, without evaluating it. The compiler has evaluated receivers already, and
// knows what to call it.
#include "vm/interior.h"

static bool method_visible(struct ec *ec, value_t receiver, symbol_t name, bool private_too)
{
    const struct method *const m = vm_find_method(ec, receiver, name);
    if (m == NULL) return false;
    if (m->visibility == METHOD_PUBLIC || private_too) return true;
    return m->visibility == METHOD_PROTECTED && value_is_a(ec->runtime, ec_registers(ec)[0], m->owner);
}

static bool has_super(struct ec *ec)
{
    const struct method *const m = ec->frame->method;
    if (m->kind == METHOD_BODY || m->owner == NULL) return false;
    class_id_t const id = value_class_id(ec_registers(ec)[0]);
    return class_resolve_super(ec->runtime, id, m->owner, m->original) != NULL;
}

// As receiver::NAME sees it.
static bool constant_visible(struct ec *ec, value_t receiver, symbol_t name)
{
    if (!value_is(receiver, TYPE_CLASS)) return false;
    struct class *const class = value_to_class(receiver), *where = NULL;
    const struct class_constant *const c = class_constant_find(ec->runtime, class, name, &where);
    return c != NULL && !c->is_private && (where->id != CLASS_OBJECT || class == where);
}

bool defined_asks(struct ec *ec, unsigned kind, value_t receiver, value_t name)
{
    if (kind != DEFINED_METHOD && kind != DEFINED_FCALL) return false;
    return vm_find_method(ec, receiver, value_to_symbol(name)) == NULL && !value_responds_plainly(ec, receiver);
}

bool slow_defined(struct ec *ec, unsigned kind, value_t receiver, value_t name)
{
    symbol_t const s = value_is_symbol(name) ? value_to_symbol(name) : 0;
    value_t const self = ec_registers(ec)[0];
    switch ((enum vm_defined)kind) {
    case DEFINED_METHOD: return method_visible(ec, receiver, s, false);
    case DEFINED_FCALL: return method_visible(ec, self, s, true);
    case DEFINED_CONST: return constant_defined(ec, s);
    case DEFINED_CONST_FROM: return constant_visible(ec, receiver, s);
    case DEFINED_GLOBAL: return vm_global_defined(ec, s);
    case DEFINED_IVAR: return vm_ivar_defined(ec, self, s);
    case DEFINED_CVAR: return class_variable_defined(ec, s);
    case DEFINED_YIELD: return !value_is_nil(frame_block(ec, ec->frame));
    case DEFINED_SUPER: return has_super(ec);
    case DEFINED_SPECIAL: return frame_has_special(ec, ec->frame, (unsigned)value_to_fixnum(name));
    }
    TRP_UNREACHABLE();
}
