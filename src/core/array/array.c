// Array: making, reading and slicing. Everything with a block, and conversions, are the prelude's.
#include "core/array/array.h"

value_t array_span(struct ec *ec, value_t range, int64_t count, bool store, int64_t *start, int64_t *length)
{
    const struct range *const r = value_to_range(range);
    int64_t from = 0, to = -1;
    bool exclusive = (r->header & RANGE_EXCLUSIVE) != 0;
    if (!value_is_nil(r->begin)) CORE_INT(ec, r->begin, &from);
    if (value_is_nil(r->end)) exclusive = false;
    else CORE_INT(ec, r->end, &to);
    int64_t const from_given = from, to_given = to;
    if (from < 0) from += count;
    if (to < 0) to += count;
    if (!exclusive) to++;
    if (from < 0 || (!store && from > count)) {
        if (!store) return VALUE_NIL;
        return vm_raise(ec, CLASS_RANGE_ERROR, value_is_nil(r->end) ? "%lld%s out of range" : "%lld%s%lld out of range",
                        (long long)from_given, r->header & RANGE_EXCLUSIVE ? "..." : "..", (long long)to_given);
    }
    if (!store && to > count) to = count;
    *start = from;
    *length = to > from ? to - from : 0;
    return VALUE_TRUE;
}

// --- Making ----------------------------------------------------------------------------------------------------------

static value_t array_s_create(struct ec *ec, value_t self, int argc, const value_t *argv) // Array[]
{
    struct array *const a = array_from(ec->heap, argv, (size_t)argc);
    if (a == NULL) return vm_raise_memory(ec);
    class_id_t const id = value_to_class(self)->id;
    if (id != CLASS_ARRAY) a->header = (a->header & 0xffffffff) | (uint64_t)id << HEADER_CLASS_SHIFT;
    return value_pointer(a);
}

// array_fresh(size): an empty Array with room.
static value_t array_fresh(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    int64_t const size = value_is_fixnum(argv[0]) ? value_to_fixnum(argv[0]) : 0;
    return CORE_NEW(ec, array_new(ec->heap, size > 0 && size < 100000 ? (size_t)size : 0));
}

// array_filled(size, value): becomes so many times the value.
static value_t array_filled(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct array *const a = self_array(self);
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    size_t const size = (size_t)value_to_fixnum(argv[0]);
    if (!array_resize(ec->heap, a, size)) return vm_raise_memory(ec);
    value_t *const items = array_items_mutable(a);
    for (size_t i = 0; argv[1] != VALUE_NIL && i < size; i++) heap_store(ec->heap, a, &items[i], argv[1]);
    return self;
}

static value_t array_initialize(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t size;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    value_t const block = argv[argc];
    if (argc == 0 && value_is_nil(block)) {
        array_clear(ec->heap, self_array(self));
        return self;
    }
    if (!value_is_nil(block)) return VALUE_FAIL;
    if (argc == 1 && is_array(argv[0])) {
        return array_replace(ec->heap, self_array(self), value_to_array(argv[0])) ? self : vm_raise_memory(ec);
    }
    CORE_INT(ec, argv[0], &size);
    if (size < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "negative array size");
    if (size > (int64_t)ARRAY_COUNT_MAX) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "array size too big");
    array_clear(ec->heap, self_array(self));
    return array_filled(ec, self, 2, (value_t[]){value_fixnum(size), argc > 1 ? argv[1] : VALUE_NIL});
}

static value_t array_replace_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    if (!is_array(argv[0])) return VALUE_FAIL;
    return array_replace(ec->heap, self_array(self), value_to_array(argv[0])) ? self : vm_raise_memory(ec);
}

// --- Reading ---------------------------------------------------------------------------------------------------------

static value_t array_size(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_fixnum((int64_t)array_count(self_array(self)));
}

static value_t array_empty(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(array_count(self_array(self)) == 0);
}

// array_at(i): i is an Integer.
static value_t primitive_at(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    return array_get(self_array(self), value_to_fixnum(argv[0]));
}

static value_t size_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_fixnum((int64_t)array_count(value_to_array(argv[0])));
}

static value_t at_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return array_get(value_to_array(argv[0]), value_to_fixnum(argv[1]));
}

static value_t array_at_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    int64_t i;
    CORE_INT(ec, argv[0], &i);
    return array_get(self_array(self), i);
}

static value_t part(struct ec *ec, const struct array *a, int64_t start, int64_t length)
{
    int64_t const count = (int64_t)array_count(a);
    if (start < 0) start += count;
    if (start < 0 || start > count || length < 0) return VALUE_NIL;
    if (length > count - start) length = count - start;
    return array_result(ec, array_items(a) + start, (size_t)length);
}

static value_t array_index_method(struct ec *ec, value_t self, int argc, const value_t *argv) // []
{
    int64_t start, length;
    struct array *const a = self_array(self);
    if (argc == 1 && TRP_LIKELY(value_is_fixnum(argv[0]))) return array_get(a, value_to_fixnum(argv[0]));
    if (argc == 1 && value_is(argv[0], TYPE_RANGE)) {
        value_t const in = array_span(ec, argv[0], (int64_t)array_count(a), false, &start, &length);
        return in == VALUE_TRUE ? part(ec, a, start, length) : in;
    }
    CORE_INT(ec, argv[0], &start);
    if (argc == 1) return array_get(a, start);
    CORE_INT(ec, argv[1], &length);
    return part(ec, a, start, length);
}

static value_t array_first(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t n;
    const struct array *const a = self_array(self);
    if (argc == 0) return array_get(a, 0);
    CORE_INT(ec, argv[0], &n);
    if (n < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "negative array size");
    return part(ec, a, 0, n);
}

static value_t array_last(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t n;
    const struct array *const a = self_array(self);
    if (argc == 0) return array_get(a, -1);
    CORE_INT(ec, argv[0], &n);
    if (n < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "negative array size");
    int64_t const count = (int64_t)array_count(a);
    return part(ec, a, n < count ? count - n : 0, n);
}

static value_t array_take(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    int64_t n;
    CORE_INT(ec, argv[0], &n);
    if (n < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "attempt to take negative size");
    return part(ec, self_array(self), 0, n);
}

static value_t array_drop(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    int64_t n;
    CORE_INT(ec, argv[0], &n);
    if (n < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "attempt to drop negative size");
    value_t const v = part(ec, self_array(self), n, INT32_MAX);
    return v == VALUE_NIL ? CORE_NEW(ec, array_new(ec->heap, 0)) : v;
}

static value_t array_values_at(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    for (int i = 0; i < argc; i++) {
        if (!value_is_fixnum(argv[i])) return VALUE_FAIL;
    }
    struct array *const out = array_new(ec->heap, (size_t)argc);
    if (out == NULL) return vm_raise_memory(ec);
    for (int i = 0; i < argc; i++) {
        (void)array_push(ec->heap, out, array_get(self_array(self), value_to_fixnum(argv[i]))); // there is room
    }
    return value_pointer(out);
}

static value_t array_dig(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc > 1 || !value_is_fixnum(argv[0])) return VALUE_FAIL;
    (void)ec;
    return array_get(self_array(self), value_to_fixnum(argv[0]));
}

// A new plain Array with the same items.
static value_t array_copy(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    return array_result(ec, array_items(self_array(self)), array_count(self_array(self)));
}

static value_t copy_of(struct ec *ec, value_t self, int argc, const value_t *argv) // array_copy_of(array)
{
    (void)self, (void)argc;
    return array_copy(ec, argv[0], 0, NULL);
}

static value_t copy_to(struct ec *ec, value_t self, int argc, const value_t *argv) // array_copy_to(from, to)
{
    (void)self, (void)argc;
    return array_replace(ec->heap, value_to_array(argv[1]), value_to_array(argv[0])) ? argv[1] : vm_raise_memory(ec);
}

static value_t array_to_a(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return is_exact(self, CLASS_ARRAY) ? self : array_copy(ec, self, argc, argv);
}

static value_t array_to_ary(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return self;
}

static value_t array_compact(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    const struct array *const a = self_array(self);
    size_t const count = array_count(a);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) kept += array_at(a, i) != VALUE_NIL;
    struct array *const out = array_new(ec->heap, kept);
    if (out == NULL) return vm_raise_memory(ec);
    for (size_t i = 0; i < count; i++) {
        if (array_at(a, i) != VALUE_NIL) (void)array_push(ec->heap, out, array_at(a, i)); // there is room
    }
    return value_pointer(out);
}

// array_slice_step(start, length, step): every step'th of a part; step is not 0.
static value_t slice_step(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    const struct array *const a = self_array(self);
    int64_t const start = value_to_fixnum(argv[0]), length = value_to_fixnum(argv[1]), step = value_to_fixnum(argv[2]);
    struct array *const out = array_new(ec->heap, 0);
    if (out == NULL) return vm_raise_memory(ec);
    for (int64_t i = step < 0 ? length - 1 : 0; i >= 0 && i < length; i += step) {
        if (!array_push(ec->heap, out, array_get(a, start + i))) return vm_raise_memory(ec);
    }
    return value_pointer(out);
}

static value_t array_hash_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    ITEMS_LONG(ec, self, array_hash_method);
    const struct array *const a = self_array(self);
    uint64_t hash = hash_array_start(ec->runtime, array_count(a)), code;
    for (size_t i = 0; i < array_count(a); i++) {
        items_turn(ec, i, ITEMS_SLOW);
        if (i >= array_count(a)) break;
        bool identity;
        if (!items_key(ec, array_at(a, i), &code, &identity)) return VALUE_FAIL;
        hash = hash_array_add(hash, code);
    }
    return value_fixnum((int64_t)hash_fold(hash));
}

// array_code(codes): the hash code of an Array whose items have these codes.
static value_t array_code(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct array *const codes = value_to_array(argv[0]);
    uint64_t hash = hash_array_start(ec->runtime, array_count(codes));
    for (size_t i = 0; i < array_count(codes); i++) hash = hash_array_add(hash, items_given_code(array_at(codes, i)));
    return value_fixnum((int64_t)hash_fold(hash));
}

// How long each takes, see docs/builtins.md:
//   bounded: array_size array_empty array_at_method array_dig array_to_ary array_fresh primitive_at size_of at_of
//   moves: array_s_create array_initialize array_replace_method array_index_method array_first array_last array_take
//     array_drop array_values_at array_to_a array_compact array_filled array_copy copy_of copy_to slice_step
//     array_code
//   polls: array_hash_method
static const struct core_method methods[] = {
    {"[]", array_s_create, 0, -1, CORE_SINGLETON},
    {"initialize", array_initialize, 0, 2, CORE_TRY | CORE_PRIVATE | METHOD_WANTS_BLOCK},
    {"replace", array_replace_method, 1, 1, CORE_TRY}, {"initialize_copy", array_replace_method, 1, 1, CORE_TRY | CORE_PRIVATE},
    {"size", array_size, 0, 0, 0}, {"empty?", array_empty, 0, 0, 0},
    {"[]", array_index_method, 1, 2, CORE_TRY},
    {"at", array_at_method, 1, 1, CORE_TRY}, {"first", array_first, 0, 1, CORE_TRY}, {"last", array_last, 0, 1, CORE_TRY},
    {"take", array_take, 1, 1, CORE_TRY}, {"drop", array_drop, 1, 1, CORE_TRY},
    {"values_at", array_values_at, 0, -1, CORE_TRY}, {"dig", array_dig, 1, -1, CORE_TRY},
    {"to_a", array_to_a, 0, 0, 0}, {"to_ary", array_to_ary, 0, 0, 0},
    {"deconstruct", array_to_ary, 0, 0, 0}, {"compact", array_compact, 0, 0, 0}, {"hash", array_hash_method, 0, 0, CORE_TRY},
};

static const struct vm_primitive primitives[] = {
    {"array_fresh", array_fresh},     {"array_filled", array_filled},      {"array_replace", array_replace_method},
    {"array_size", array_size},       {"array_at", primitive_at},          {"array_size_of", size_of},
    {"array_at_of", at_of},           {"array_index", array_index_method}, {"array_first", array_first},
    {"array_last", array_last},       {"array_take", array_take},          {"array_drop", array_drop},
    {"array_copy", array_copy},       {"array_copy_of", copy_of},          {"array_copy_to", copy_to},

    {"array_slice_step", slice_step}, {"array_code", array_code},
};

bool core_array(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_ARRAY, methods) && CORE_PRIMITIVES(boot, primitives);
}
