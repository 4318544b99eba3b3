// The built-in cases of operators, inline in the loop. Results of -1, VALUE_UNDEF or false: dispatch the method.
#ifndef TROUPE_VM_OPERATORS_H
#define TROUPE_VM_OPERATORS_H

#include "vm/interior.h"

// Variables that the object has room for where they are now. Three fit the smallest slot.
static inline unsigned instance_capacity(const struct instance *o)
{
    if (!(o->header & OBJECT_EMBEDDED)) return o->capacity;
    return (unsigned)(heap_slot_size(o) - sizeof o->header) / sizeof(value_t);
}

// By a word that names the object's layout. False: another word, or there is no room for one more variable.
TRP_INLINE bool operator_set_ivar(struct heap *heap, uint64_t word, value_t object, value_t value)
{
    if (TRP_UNLIKELY(!value_is_heap(object))) return false;
    struct instance *const o = value_to_pointer(object);
    if (TRP_UNLIKELY(((uint32_t)o->header | OBJECT_EMBEDDED) != word >> 32)) return false;
    unsigned const index = VM_IVAR_INDEX(word) - 1;
    if (((word ^ word >> 32) & VM_IVAR_LAYOUT) != 0) {
        if (index >= INSTANCE_FIELDS_MIN && index >= instance_capacity(o)) return false;
        o->header = (o->header & ~HEADER_LAYOUT_MASK) | (word & VM_IVAR_LAYOUT);
    }
    heap_store(heap, o, &instance_fields(o)[index], value);
    return true;
}

static inline bool plain_immediate(value_t v) { return !value_is_heap(v) && !value_is_fixnum(v) && !value_is_flonum(v); }

// a == b for built-in classes whose == nobody redefined: 1, 0, or -1.
static inline int operator_equal(value_t a, value_t b)
{
    if (TRP_LIKELY(value_both_fixnum(a, b))) return a == b;
    if (plain_immediate(a)) return a == b; // nil, true, false, symbols
    if (value_is_flonum(a) && value_is_flonum(b)) return value_to_flonum(a) == value_to_flonum(b);
    if (value_is_fixnum(a) && plain_immediate(b)) return 0;
    if (value_is(a, TYPE_STRING) && value_is(b, TYPE_STRING)) {
        if (object_class_id(value_to_pointer(a)) != CLASS_STRING) return -1;
        return string_equal(value_to_pointer(a), value_to_pointer(b));
    }
    return -1;
}

// pattern === v: literals and classes.
static inline int operator_case_equal(struct ec *ec, value_t pattern, value_t v)
{
    if (value_is_fixnum(pattern) || plain_immediate(pattern)) return operator_equal(pattern, v);
    if (!value_is_heap(pattern)) return -1;
    const struct object *const o = value_to_pointer(pattern);
    switch (object_type(o)) {
    case TYPE_CLASS: {
        // A singleton class may define its own ===: then its resolution is not the core's.
        struct class *const class = value_to_class(pattern);
        if (object_class_id(o) != CLASS_CLASS && object_class_id(o) != CLASS_MODULE &&
            !vm_method_is_boot(ec, pattern, SYM_OP_eqq)) {
            return -1;
        }
        return value_is_a(ec->runtime, v, class);
    }
    case TYPE_STRING: return value_is(v, TYPE_STRING) ? operator_equal(pattern, v) : -1;
    case TYPE_RANGE: {
        const struct range *const r = (const struct range *)o;
        if (!value_is_fixnum(v) || !value_both_fixnum(r->begin, r->end)) return -1;
        if ((int64_t)v < (int64_t)r->begin) return 0;
        return r->header & RANGE_EXCLUSIVE ? (int64_t)v < (int64_t)r->end : (int64_t)v <= (int64_t)r->end;
    }
    default: return -1;
    }
}

// h[key] of a plain Hash with a built-in key.
static inline value_t operator_hash_get(struct runtime *runtime, const struct hash *h, value_t key)
{
    uint64_t code;
    if (h->header & HASH_IDENTITY) return VALUE_UNDEF;
    value_t v;
    if (!value_is_heap(key)) v = hash_get(runtime, h, key);
    else if (value_hash_builtin(runtime, key, &code)) v = hash_get_coded(h, key, code);
    else return VALUE_UNDEF;
    if (v != VALUE_UNDEF) return v;
    return h->header & HASH_DEFAULT_PROC ? VALUE_UNDEF : h->ifnone;
}

// h[key] = value likewise. String keys are copied and frozen unless frozen. False: dispatch (nothing was done).
static inline bool operator_hash_set(struct ec *ec, struct hash *h, value_t key, value_t value)
{
    uint64_t code;
    if (object_frozen(h) || h->iterating > 0 || h->header & HASH_IDENTITY) return false;
    if (!value_is_heap(key)) return hash_set_quick(ec->runtime, ec->heap, h, key, value);
    if (!value_hash_builtin(ec->runtime, key, &code)) return false;
    if (value_is(key, TYPE_STRING) && !object_frozen(value_to_pointer(key))) {
        struct string *const copy = string_dup(ec->heap, value_to_pointer(key));
        if (copy == NULL) return false;
        object_freeze(copy);
        key = value_pointer(copy);
    }
    return hash_set_coded_quick(ec->heap, h, key, code, value);
}

#endif
