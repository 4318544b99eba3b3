// Instructions' slow parts: instance variables, literals, interpolation, procs, defined?.
#include "vm/interior.h"
#include "vm/operators.h"

bool vm_ivar_reachable(struct ec *ec, value_t object)
{
    if (ec_is_main(ec) || !value_is(object, TYPE_ACTOR) || object_frozen(value_to_pointer(object))) return true;
    if (ec->frame->code->flags & CODE_PRELUDE) return true;
    vm_raise_isolation(ec, "can not access instance variables of shareable objects from non-main Ractors");
    return false;
}

bool vm_ivar_defined(struct ec *ec, value_t object, symbol_t name)
{
    if (ivar_get(ec->runtime, ec->heap, object, name) != VALUE_UNDEF) return true;
    return value_is(object, TYPE_CLASS) && ivar_is_foreign(ec->heap, value_to_class(object), name);
}

value_t vm_ivar_get(struct ec *ec, value_t object, symbol_t name)
{
    if (!vm_ivar_reachable(ec, object)) return VALUE_UNDEF;
    value_t const v = ivar_get(ec->runtime, ec->heap, object, name);
    if (v != VALUE_UNDEF) return v;
    bool const asked = value_is(object, TYPE_CLASS) && !(ec->frame->code->flags & CODE_PRELUDE); // by the program
    if (!asked || !ivar_is_foreign(ec->heap, value_to_class(object), name)) return VALUE_NIL;
    return vm_raise_isolation(
        ec, "can not get unshareable values from instance variables of classes/modules from non-main Ractors (%s from %s)",
        symbol_text(ec->runtime, name), vm_class_text(ec, value_to_class(object)));
}

// Instance variables of classes are slots: other actors may read shareable ones only.
static bool set_class_ivar(struct ec *ec, value_t class, symbol_t name, value_t value)
{
    if (!ec_is_main(ec) && !(ec->frame->code->flags & CODE_PRELUDE)) { // the core's own: members of a Struct
        vm_raise_isolation(ec, "can not set instance variables of classes/modules by non-main Ractors");
        return false;
    }
    bool shared;
    if (!vm_share(ec, value, &shared)) return false;
    return ivar_set(ec->runtime, ec->heap, class, name, value) || (vm_raise_memory(ec), false);
}

bool vm_ivar_set(struct ec *ec, value_t object, symbol_t name, value_t value)
{
    if (!value_is_heap(object) || object_frozen(value_to_pointer(object))) return vm_raise_frozen(ec, object), false;
    if (value_is(object, TYPE_CLASS)) return set_class_ivar(ec, object, name, value);
    if (!vm_ivar_reachable(ec, object)) return false;
    return ivar_set(ec->runtime, ec->heap, object, name, value) || (vm_raise_memory(ec), false);
}

value_t slow_concat(struct ec *ec, value_t *pieces, unsigned count)
{
    enum encoding conflict[2];
    const struct string *const s = string_from_pieces(ec->heap, pieces, count, conflict);
    if (TRP_LIKELY(s != NULL)) return value_pointer(s);
    if (conflict[0] == ENCODING_COUNT) return vm_raise_memory(ec);
    return vm_raise_incompatible(ec, conflict[0], conflict[1]);
}

value_t slow_to_s(struct ec *ec, value_t v)
{
    if (value_is(v, TYPE_STRING)) return v; // whatever its to_s is
    struct string *s = NULL;
    if (value_is_fixnum(v)) return v; // STRCAT writes its digits
    if (value_is_bignum(v)) s = integer_to_string(ec->heap, v, 10);
    else if (value_is_symbol(v)) s = symbol_string(ec->runtime, ec->heap, value_to_symbol(v));
    else if (value_is_float(v)) s = float_to_string(ec->heap, value_to_double(v));
    else if (v == VALUE_NIL) s = string_new(ec->heap, "", 0, ENCODING_ASCII);
    else return VALUE_FAIL;
    return s != NULL ? value_pointer(s) : vm_raise_memory(ec);
}

bool slow_expand(struct ec *ec, unsigned dest, value_t array, uint32_t parts)
{
    const struct array *const a = value_to_array(array);
    size_t const pre = parts >> 16, post = parts & 0xff, count = array_count(a);
    bool const splat = parts & 0x8000;
    value_t *const r = ec_registers(ec) + dest;
    struct array *rest = NULL;
    size_t const rest_count = count > pre + post ? count - pre - post : 0;
    if (splat) {
        rest = array_from(ec->heap, array_items(a) + (count > pre ? pre : 0), rest_count);
        if (rest == NULL) return vm_raise_memory(ec), false;
    }
    size_t const after = splat ? pre + rest_count : pre; // index of the first trailing item
    size_t n = 0;
    for (size_t i = 0; i < pre; i++) r[n++] = i < count ? array_items(a)[i] : VALUE_NIL;
    if (splat) r[n++] = value_pointer(rest);
    for (size_t i = 0; i < post; i++) r[n++] = after + i < count ? array_items(a)[after + i] : VALUE_NIL;
    return true;
}

value_t slow_proc(struct ec *ec, const struct vm_code *code, bool lambda)
{
    struct env *const env = vm_frame_capture(ec, ec->frame);
    struct proc *const p = env == NULL ? NULL : heap_alloc(ec->heap, HEAP_32);
    if (p == NULL) return vm_raise_memory(ec);
    p->header = header_make(TYPE_PROC, CLASS_PROC, LAYOUT_EMPTY, lambda ? PROC_LAMBDA : 0);
    p->code = code;
    p->env = env;
    p->self = ec_registers(ec)[0];
    return value_pointer(p);
}

value_t slow_symbol_proc(struct ec *ec, value_t symbol)
{
    struct proc *const p = heap_alloc(ec->heap, HEAP_32);
    if (p == NULL) return vm_raise_memory(ec);
    p->header = header_make(TYPE_PROC, CLASS_PROC, LAYOUT_EMPTY, PROC_LAMBDA | PROC_FROM_SYMBOL | PROC_ISOLATED);
    p->code = NULL;
    p->scope = refine_active(ec, ec->frame->method) ? ec->frame->method : NULL;
    p->self = symbol;
    return value_pointer(p);
}

value_t slow_regexp(struct ec *ec, value_t source, unsigned options)
{
    char buffer[128];
    const char *message = NULL;
    switch (options & (VM_REGEXP_UTF8 | VM_REGEXP_EUC_JP)) {
    case 0: break;
    case VM_REGEXP_UTF8: string_set_encoding(value_to_pointer(source), ENCODING_UTF8); break;
    case VM_REGEXP_EUC_JP: string_set_encoding(value_to_pointer(source), ENCODING_EUC_JP); break;
    default: string_set_encoding(value_to_pointer(source), ENCODING_WINDOWS_31J);
    }
    options &= ~(unsigned)(VM_REGEXP_UTF8 | VM_REGEXP_EUC_JP);
    struct regexp *const re = regexp_new(ec->runtime, ec->heap, value_to_pointer(source), options, buffer, &message);
    if (re != NULL) return value_pointer(re);
    if (message == NULL) return vm_raise_memory(ec);
    const struct string *const s = value_to_string(source);
    return vm_raise(ec, CLASS_REGEXP_ERROR, "%s: /%.*s/", message, (int)string_size(s), string_bytes(s));
}

bool slow_once_set(struct ec *ec, _Atomic(value_t) *slot, value_t value)
{
    bool shared;
    if (!vm_share(ec, value, &shared)) return false;
    if (!shared) return true; // private to this actor: computed again each time
    value_t expected = VALUE_FALSE;
    // release: the object is seen initialised; pairs with the acquire in ONCE. The first one stays.
    atomic_compare_exchange_strong_explicit(slot, &expected, value, memory_order_release, memory_order_relaxed);
    return true;
}

// The compiler only gives literal keys that are built in.
value_t slow_hash_literal(struct ec *ec, const value_t *pairs, unsigned count)
{
    struct hash *h = hash_from_pairs(ec->runtime, ec->heap, pairs, count);
    if (TRP_LIKELY(h != NULL)) return value_pointer(h);
    h = hash_new(ec->heap, count);
    if (h == NULL) return vm_raise_memory(ec);
    for (unsigned i = 0; i < count; i++) {
        if (!operator_hash_set(ec, h, pairs[2 * i], pairs[2 * i + 1])) return vm_raise_memory(ec); // the table has room
    }
    return value_pointer(h);
}

// For a key whose class defines its own hash and eql?: equal pairs are found by identity only.
static bool set_identical(struct ec *ec, struct hash *h, uint64_t code, value_t key, value_t value)
{
    uint64_t cursor = 0;
    for (int64_t at; (at = hash_probe(h, code, &cursor)) >= 0;) {
        if (hash_key_at(h, (size_t)at) != key) continue;
        hash_set_value_at(ec->heap, h, (size_t)at, value);
        return true;
    }
    return hash_add(ec->heap, h, code, key, value);
}

bool vm_hash_merge(struct ec *ec, struct hash *to, const struct hash *from)
{
    for (size_t i = 0; i < hash_end(from); i++) {
        value_t const key = hash_key_at(from, i);
        if (key == VALUE_UNDEF) continue;
        uint64_t code;
        bool done;
        if (value_hash_builtin(ec->runtime, key, &code))
            done = hash_set(ec->runtime, ec->heap, to, key, hash_value_at(from, i));
        else done = set_identical(ec, to, hash_code_at(from, i), key, hash_value_at(from, i));
        if (!done) return vm_raise_memory(ec), false;
    }
    return true;
}

enum call_result range_check(struct ec *ec, value_t from, value_t to, size_t window)
{
    struct vm_callsite site = {.name = SYM_OP_cmp, .argc = 1, .flags = CALL_FCALL};
    if (!value_responds_builtin(ec, from, SYM_OP_cmp, true)) {
        vm_raise(ec, CLASS_ARGUMENT_ERROR, "bad value for range");
        return CALL_RAISED;
    }
    ec->stack[window] = from;
    ec->stack[window + 1] = to;
    return call_operator_once(ec, &site, window, CONTINUE_RANGE, 0, 0);
}

value_t frame_method_name(struct ec *ec)
{
    const struct method *m = ec->frame->method;
    while (m->flags & (METHOD_EVAL_SCOPE | METHOD_EVAL_TEXT) && m->nesting != NULL) m = m->nesting;
    return m->kind == METHOD_BODY ? VALUE_NIL : value_symbol(m->original);
}
