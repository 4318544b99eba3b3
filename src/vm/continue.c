// What becomes of the result of a method that the vm itself called for an instruction: the caller's frame is on top again.
#include "vm/interior.h"

static enum call_result give(struct ec *ec, unsigned dest, value_t v)
{
    ec_registers(ec)[dest] = v;
    return CALL_VALUE;
}

static enum call_result branch(struct ec *ec, bool taken)
{
    struct vm_frame *const f = ec->frame;
    if (taken) f->pc += (int32_t)f->pc[-2];
    return CALL_VALUE;
}

static enum call_result bad_conversion(struct ec *ec, value_t from, const char *to, const char *by, value_t result)
{
    struct string *const from_name = class_name_string(ec->runtime, ec->heap, class_real(value_class(ec->runtime, from)));
    if (from_name == NULL) return vm_raise_memory(ec), CALL_RAISED;
    int const size = (int)string_size(from_name);
    vm_raise(ec, CLASS_TYPE_ERROR, "can't convert %.*s into %s (%.*s#%s gives %s)", size, string_bytes(from_name), to, size,
             string_bytes(from_name), by, vm_class_name(ec, result));
    return CALL_RAISED;
}

// to_s of an interpolation: a String, or the plain description of the object when to_s gave something else.
static enum call_result give_string(struct ec *ec, unsigned dest, value_t object, value_t result)
{
    if (value_is(result, TYPE_STRING)) return give(ec, dest, result);
    struct string *const s = vm_any_to_s(ec, object);
    return s != NULL ? give(ec, dest, value_pointer(s)) : (vm_raise_memory(ec), CALL_RAISED);
}

static enum call_result give_array(struct ec *ec, const struct vm_frame *callee, value_t result)
{
    value_t const from = ec_registers(ec)[callee->operand];
    bool const copy = callee->continuation == CONTINUE_TO_A;
    struct array *a;
    if (value_is_nil(result)) {
        a = array_new_small(ec->heap, &from, 1);
    } else if (value_is(result, TYPE_ARRAY)) {
        a = value_to_array(result);
        if (copy) a = array_from(ec->heap, array_items(a), array_count(a));
    } else {
        return bad_conversion(ec, from, "Array", copy ? "to_a" : "to_ary", result);
    }
    return a != NULL ? give(ec, callee->dest, value_pointer(a)) : (vm_raise_memory(ec), CALL_RAISED);
}

static enum call_result give_merged(struct ec *ec, const struct vm_frame *callee, value_t result)
{
    if (!value_is(result, TYPE_HASH)) return bad_conversion(ec, ec_registers(ec)[callee->operand], "Hash", "to_hash", result);
    struct hash *const to = value_to_hash(ec_registers(ec)[callee->dest]);
    if (!vm_hash_merge(ec, to, value_to_hash(result))) return CALL_RAISED;
    return CALL_VALUE;
}

enum call_result call_continue(struct ec *ec, const struct vm_frame *callee, value_t result)
{
    switch ((enum vm_continuation)callee->continuation) {
    case CONTINUE_NONE:
        ec->stack[callee->window] = result;
        return CALL_VALUE;
    case CONTINUE_NEW: return CALL_VALUE; // the object is in R[0] of the callee's window all along
    case CONTINUE_NEW_MOVE: return give(ec, callee->dest, ec->stack[callee->window]);
    case CONTINUE_MOVE:
    case CONTINUE_CONST: return give(ec, callee->dest, result);
    case CONTINUE_NOT: return give(ec, callee->dest, value_bool(!value_truthy(result)));
    case CONTINUE_TRUTH: return give(ec, callee->dest, value_bool(value_truthy(result)));
    case CONTINUE_BRANCH: return branch(ec, value_truthy(result));
    case CONTINUE_BRANCH_NOT: return branch(ec, !value_truthy(result));
    case CONTINUE_DISCARD:
        ec->frame->pc -= frame_again(ec->frame); // a handler interrupted its wait
        return CALL_VALUE;
    case CONTINUE_TO_S: return give_string(ec, callee->dest, ec_registers(ec)[callee->operand], result);
    case CONTINUE_TO_A:
    case CONTINUE_TO_ARY: return give_array(ec, callee, result);
    case CONTINUE_TO_PROC:
        if (value_is(result, TYPE_PROC)) return give(ec, callee->dest, result);
        return bad_conversion(ec, ec_registers(ec)[callee->operand], "Proc", "to_proc", result);
    case CONTINUE_TO_HASH: return give_merged(ec, callee, result);
    case CONTINUE_UNWIND:
        ec->trace_again = true;
        unwind_resume(ec, ec_registers(ec)[callee->operand]);
        return CALL_RAISED;
    case CONTINUE_RANGE:
        if (!value_is_nil(result)) return CALL_VALUE;
        vm_raise(ec, CLASS_ARGUMENT_ERROR, "bad value for range");
        return CALL_RAISED;
    }
    TRP_UNREACHABLE();
}
