// What may be seen by every actor: deeply frozen graphs, classes, code, actors' handles.
#include "vm/interior.h"

// A payload that consists of values: they decide.
static bool is_tuple(const void *object)
{
    const struct data_kind *const kind = ((const struct data *)object)->kind;
    return kind->values > 0 && kind->finalize == NULL;
}

bool vm_may_be_shared(const void *object)
{
    if (heap_is_shared(value_pointer(object))) return true;
    switch (object_type(object)) {
    case TYPE_CLASS:
    case TYPE_METHOD:
    case TYPE_CODE:
    case TYPE_ACTOR: return true;
    case TYPE_OBJECT:
    case TYPE_STRING:
    case TYPE_ARRAY:
    case TYPE_RANGE:
    case TYPE_FLOAT:
    case TYPE_BIGNUM:
    case TYPE_REGEXP:
    case TYPE_MATCH:
    case TYPE_RATIONAL:
    case TYPE_COMPLEX: return object_frozen(object);
    case TYPE_HASH: return object_frozen(object) || object_class_id(object) == CLASS_NONE; // of variables: as its holder
    case TYPE_DATA: return object_frozen(object) && is_tuple(object);
    case TYPE_PROC: return (((const struct proc *)object)->header & PROC_ISOLATED) && object_frozen(object);
    default: return false;
    }
}

bool vm_share(struct ec *ec, value_t value, bool *shared)
{
    value_t culprit;
    *shared = !value_is_heap(value) || heap_share_graph(ec->heap, value, vm_may_be_shared, NULL, &culprit);
    return *shared || culprit != 0 || (vm_raise_memory(ec), false);
}

bool vm_slot_store(struct ec *ec, struct heap_slot *slot, value_t value)
{
    bool shared;
    if (!vm_share(ec, value, &shared)) return false;
    return heap_slot_store(ec->heap, slot, value, shared) || (vm_raise_memory(ec), false);
}

bool vm_method_set_proc(struct ec *ec, struct method *method, value_t proc)
{
    bool shared;
    if (proc == VALUE_UNDEF) return atomic_init(&method->proc.word, VALUE_UNDEF), true;
    if (!vm_share(ec, proc, &shared)) return false;
    return method_set_proc(ec->heap, method, proc, shared) || (vm_raise_memory(ec), false);
}

// make_shareable freezes in the same all-or-none walk: an object that only lacks freezing is welcome.
bool vm_may_become_shareable(const void *object)
{
    if (vm_may_be_shared(object)) return true;
    switch (object_type(object)) {
    case TYPE_OBJECT:
    case TYPE_STRING:
    case TYPE_ARRAY:
    case TYPE_HASH:
    case TYPE_RANGE:
    case TYPE_FLOAT:
    case TYPE_BIGNUM:
    case TYPE_REGEXP:
    case TYPE_MATCH:
    case TYPE_RATIONAL:
    case TYPE_COMPLEX: return true;
    case TYPE_DATA: return is_tuple(object);
    default: return false;
    }
}

bool vm_make_shareable(struct ec *ec, value_t value)
{
    if (!value_is_heap(value)) return true;
    value_t culprit = VALUE_NIL;
    if (heap_share_graph(ec->heap, value, vm_may_become_shareable, object_freeze, &culprit)) return true;
    if (culprit == 0) return vm_raise_memory(ec), false;
    struct string *const s = vm_inspect_plain(ec, culprit);
    if (s == NULL) return vm_raise_memory(ec), false;
    vm_raise(ec, CLASS_RACTOR_ERROR, "can not make shareable object for %.*s", (int)string_size(s), string_bytes(s));
    return false;
}
