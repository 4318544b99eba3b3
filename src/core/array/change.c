// Array: storing, adding, removing, moving items.
#include "core/array/array.h"

#include <string.h>

static value_t too_small(struct ec *ec, int64_t index, int64_t count)
{
    return vm_raise(ec, CLASS_INDEX_ERROR, "index %lld too small for array; minimum: -%lld", (long long)index,
                    (long long)count);
}

static value_t too_big(struct ec *ec, int64_t index)
{
    return vm_raise(ec, CLASS_INDEX_ERROR, "index %lld too big", (long long)index);
}

static value_t store(struct ec *ec, struct array *a, int64_t index, value_t v)
{
    int64_t const count = (int64_t)array_count(a);
    if (index < 0 && index + count < 0) return too_small(ec, index, count);
    if (index < 0) index += count;
    if (index >= (int64_t)ARRAY_COUNT_MAX) return too_big(ec, index);
    return array_store(ec->heap, a, (size_t)index, v) ? v : vm_raise_memory(ec);
}

// Whether v is inserted as one item for want of a conversion to an Array.
static bool is_single(value_t v)
{
    if (!value_is_heap(v)) return true;
    switch (object_class_id(value_to_pointer(v))) {
    case CLASS_STRING: case CLASS_HASH: case CLASS_RANGE: case CLASS_FLOAT: case CLASS_INTEGER: case CLASS_PROC: return true;
    default: return false;
    }
}

// Replaces [start, start + length) by the items, padding with nil before.
static bool splice(struct ec *ec, struct array *a, int64_t start, int64_t length, const value_t *items, size_t count)
{
    int64_t const size = (int64_t)array_count(a);
    if (start > (int64_t)ARRAY_COUNT_MAX - (int64_t)count) return too_big(ec, start), false;
    if (start >= size) {
        value_t kept[16];
        bool const inside = items >= array_items(a) && items < array_items(a) + size && count > 0;
        if (inside && count > TRP_COUNT(kept)) {
            struct array *const copy = array_from(ec->heap, items, count);
            if (copy == NULL) return vm_raise_memory(ec), false;
            items = array_items(copy);
        } else if (inside) {
            items = memcpy(kept, items, count * sizeof *items);
        }
        bool const ok = array_resize(ec->heap, a, (size_t)start) && array_append(ec->heap, a, items, count);
        return ok || (vm_raise_memory(ec), false);
    }
    if (length > size - start) length = size - start;
    return array_splice(ec->heap, a, (size_t)start, (size_t)length, items, count) || (vm_raise_memory(ec), false);
}

static value_t store_part(struct ec *ec, value_t self, int64_t start, int64_t length, value_t v)
{
    struct array *const a = self_array(self);
    bool ok;
    if (is_array(v)) ok = splice(ec, a, start, length, array_items(value_to_array(v)), array_count(value_to_array(v)));
    else if (is_single(v)) ok = splice(ec, a, start, length, &v, 1);
    else return VALUE_FAIL;
    return ok ? v : VALUE_UNDEF;
}

static value_t array_set_index(struct ec *ec, value_t self, int argc, const value_t *argv) // []=
{
    int64_t start, length;
    struct array *const a = self_array(self);
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    if (argc == 2 && TRP_LIKELY(value_is_fixnum(argv[0]))) return store(ec, a, value_to_fixnum(argv[0]), argv[1]);
    if (argc == 2 && value_is(argv[0], TYPE_RANGE)) {
        value_t const in = array_span(ec, argv[0], (int64_t)array_count(a), true, &start, &length);
        return in == VALUE_TRUE ? store_part(ec, self, start, length, argv[1]) : in;
    }
    CORE_INT(ec, argv[0], &start);
    if (argc == 2) return store(ec, a, start, argv[1]);
    CORE_INT(ec, argv[1], &length);
    if (length < 0) return vm_raise(ec, CLASS_INDEX_ERROR, "negative length (%lld)", (long long)length);
    int64_t const count = (int64_t)array_count(a);
    if (start < 0 && start + count < 0) return too_small(ec, start, count);
    return store_part(ec, self, start < 0 ? start + count : start, length, argv[2]);
}

// array_put(i, v): i is inside.
static value_t array_put(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    return store(ec, self_array(self), value_to_fixnum(argv[0]), argv[1]);
}

// put_of(array, i, v): an array of the prelude's own.
static value_t put_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return store(ec, value_to_array(argv[0]), value_to_fixnum(argv[1]), argv[2]);
}

static value_t array_push_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    struct array *const a = self_array(self);
    bool const ok = argc == 1 ? array_push(ec->heap, a, argv[0]) : array_append(ec->heap, a, argv, (size_t)argc);
    return ok ? self : vm_raise_memory(ec);
}

static value_t remove_part(struct ec *ec, struct array *a, size_t start, size_t count)
{
    value_t const out = array_result(ec, array_items(a) + start, count);
    if (out == VALUE_UNDEF) return out;
    (void)array_splice(ec->heap, a, start, count, NULL, 0); // it shrinks
    return out;
}

static value_t array_pop_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t n;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    struct array *const a = self_array(self);
    if (argc == 0) {
        value_t const v = array_pop(ec->heap, a);
        return v == VALUE_UNDEF ? VALUE_NIL : v;
    }
    CORE_INT(ec, argv[0], &n);
    if (n < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "negative array size");
    size_t const count = array_count(a), some = (uint64_t)n < count ? (size_t)n : count;
    return remove_part(ec, a, count - some, some);
}

static value_t array_shift_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t n;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    struct array *const a = self_array(self);
    if (argc == 0) {
        value_t const v = array_shift(ec->heap, a);
        return v == VALUE_UNDEF ? VALUE_NIL : v;
    }
    CORE_INT(ec, argv[0], &n);
    if (n < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "negative array size");
    size_t const count = array_count(a), some = (uint64_t)n < count ? (size_t)n : count;
    value_t const out = array_result(ec, array_items(a), some);
    if (out == VALUE_UNDEF) return out;
    for (size_t i = 0; i < some; i++) (void)array_shift(ec->heap, a);
    return out;
}

static value_t array_unshift_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    for (int i = argc; i-- > 0;) {
        if (!array_unshift(ec->heap, self_array(self), argv[i])) return vm_raise_memory(ec);
    }
    return self;
}

static value_t array_insert(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t at;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    CORE_INT(ec, argv[0], &at);
    if (argc == 1) return self;
    int64_t const count = (int64_t)array_count(self_array(self));
    if (at < 0) {
        if (at + count + 1 < 0) {
            return vm_raise(ec, CLASS_INDEX_ERROR, "index %lld too small for array; minimum: -%lld", (long long)at,
                            (long long)count + 1);
        }
        at += count + 1;
    }
    return splice(ec, self_array(self), at, 0, argv + 1, (size_t)argc - 1) ? self : VALUE_UNDEF;
}

static value_t array_concat(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    for (int i = 0; i < argc; i++) {
        if (!is_array(argv[i])) return VALUE_FAIL;
    }
    struct array *const a = self_array(self);
    size_t const count = array_count(a); // an argument may be the receiver, as it was
    for (int i = 0; i < argc; i++) {
        const struct array *const other = value_to_array(argv[i]);
        size_t const size = other == a ? count : array_count(other);
        if (!array_append(ec->heap, a, array_items(other), size)) return vm_raise_memory(ec);
    }
    return self;
}

// array_concat_all(arrays)
static value_t concat_all(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    const struct array *const others = value_to_array(argv[0]);
    return array_concat(ec, self, (int)array_count(others), array_items(others));
}

static value_t array_clear_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    array_clear(ec->heap, self_array(self));
    return self;
}

static value_t delete_at(struct ec *ec, struct array *a, int64_t i)
{
    int64_t const count = (int64_t)array_count(a);
    if (i < 0) i += count;
    if (i < 0 || i >= count) return VALUE_NIL;
    value_t const v = array_at(a, (size_t)i);
    (void)array_splice(ec->heap, a, (size_t)i, 1, NULL, 0); // it shrinks
    return v;
}

static value_t array_delete_at(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    int64_t i;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    CORE_INT(ec, argv[0], &i);
    return delete_at(ec, self_array(self), i);
}

// The items of `before` that differ from v, into `kept`; *found: the last that equals it. False: dispatch, or no memory.
static bool keep_others(struct ec *ec, const struct array *before, value_t v, struct array *kept, value_t *found)
{
    for (size_t i = 0; i < array_count(before); i++) {
        value_t const item = array_at(before, i);
        int const same = items_equal(ec, item, v);
        if (same < 0 || (same == 0 && !array_push(ec->heap, kept, item))) return false;
        if (same == 1) *found = item;
        items_turn(ec, i, ITEMS_SLOW);
    }
    return true;
}

// `delete` of many items, on a coroutine. Others see all items until it is done. What they change meanwhile makes it FAIL.
static value_t delete_in_turns(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct array *const a = self_array(self);
    int64_t const first = array_find_item(ec, a, argv[0]);
    if (first < 0) return first == -1 ? VALUE_NIL : VALUE_FAIL;
    struct array *const before = array_new(ec->heap, 0), *const kept = array_new(ec->heap, 0);
    if (before == NULL || kept == NULL || !array_replace(ec->heap, before, a)) return vm_raise_memory(ec);
    value_t values[3] = {value_pointer(before), value_pointer(kept), VALUE_NIL};
    struct vm_roots roots = {.next = ec->roots, .values = values, .count = TRP_COUNT(values)};
    ec->roots = &roots;
    bool const done = keep_others(ec, before, argv[0], kept, &values[2]);
    ec->roots = roots.next;
    size_t const count = array_count(before);
    if (!done || count != array_count(a)) return VALUE_FAIL;
    if (memcmp(array_items(a), array_items(before), count * sizeof(value_t)) != 0) return VALUE_FAIL;
    if (array_count(kept) == count) return VALUE_NIL;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    return array_replace(ec->heap, a, kept) ? values[2] : vm_raise_memory(ec);
}

static value_t array_delete(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    struct array *const a = self_array(self);
    size_t const count = array_count(a);
    if (!value_is_nil(argv[1])) return VALUE_FAIL;
    ITEMS_LONG(ec, self, delete_in_turns);
    for (size_t i = 0; i < count; i++) { // first whether all can be told: FAIL must have no effect
        if (items_equal(ec, array_at(a, i), argv[0]) < 0) return VALUE_FAIL;
    }
    value_t found = VALUE_NIL;
    value_t *const items = array_items_mutable(a);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (items_equal(ec, items[i], argv[0]) == 1) {
            if (kept == i && !items_check_frozen(ec, self)) return VALUE_UNDEF;
            found = items[i];
        } else {
            items[kept++] = items[i];
        }
    }
    if (kept < count) (void)array_splice(ec->heap, a, kept, count - kept, NULL, 0);
    return found;
}

static value_t array_slice_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t start, length;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    struct array *const a = self_array(self);
    int64_t const count = (int64_t)array_count(a);
    if (argc == 1 && value_is(argv[0], TYPE_RANGE)) {
        value_t const in = array_span(ec, argv[0], count, false, &start, &length);
        if (in != VALUE_TRUE) return in;
    } else {
        CORE_INT(ec, argv[0], &start);
        if (argc == 1) return delete_at(ec, a, start);
        CORE_INT(ec, argv[1], &length);
        if (start < 0) start += count;
        if (start < 0 || start > count || length < 0) return VALUE_NIL;
    }
    if (length > count - start) length = count - start;
    return remove_part(ec, a, (size_t)start, (size_t)length);
}

// array_close_gap(from, to): what begins at `from` moves down to `to`.
static value_t close_gap(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct array *const a = self_array(self);
    size_t const count = array_count(a);
    size_t from = (size_t)value_to_fixnum(argv[0]), to = (size_t)value_to_fixnum(argv[1]);
    if (from > count) from = count;
    if (to < from && !object_frozen(a)) (void)array_splice(ec->heap, a, to, from - to, NULL, 0);
    return self;
}

// array_fill(value, start, length): Integers, checked.
static value_t array_fill(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    struct array *const a = self_array(self);
    int64_t const start = value_to_fixnum(argv[1]), end = start + value_to_fixnum(argv[2]);
    if (end > (int64_t)ARRAY_COUNT_MAX) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "argument too big");
    if (end > (int64_t)array_count(a) && !array_resize(ec->heap, a, (size_t)end)) return vm_raise_memory(ec);
    value_t *const items = array_items_mutable(a);
    for (int64_t i = start; i < end; i++) heap_store(ec->heap, a, &items[i], argv[0]);
    return self;
}

// --- Moving ----------------------------------------------------------------------------------------------------------

static void reverse_items(value_t *items, size_t count)
{
    for (size_t i = 0, j = count; i + 1 < j; i++) {
        value_t const v = items[i];
        items[i] = items[--j];
        items[j] = v;
    }
}

static value_t array_reverse_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    reverse_items(array_items_mutable(self_array(self)), array_count(self_array(self)));
    return self;
}

static value_t array_reverse(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    struct array *const out = array_from(ec->heap, array_items(self_array(self)), array_count(self_array(self)));
    if (out == NULL) return vm_raise_memory(ec);
    reverse_items(array_items_mutable(out), array_count(out));
    return value_pointer(out);
}

static void rotate(struct array *a, int64_t by)
{
    int64_t const count = (int64_t)array_count(a);
    if (count < 2) return;
    by %= count;
    if (by < 0) by += count;
    value_t *const items = array_items_mutable(a);
    reverse_items(items, (size_t)by);
    reverse_items(items + by, (size_t)(count - by));
    reverse_items(items, (size_t)count);
}

static value_t array_rotate_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t by = 1;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    if (argc > 0) CORE_INT(ec, argv[0], &by);
    rotate(self_array(self), by);
    return self;
}

static value_t array_rotate(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    int64_t by = 1;
    if (argc > 0) CORE_INT(ec, argv[0], &by);
    struct array *const out = array_from(ec->heap, array_items(self_array(self)), array_count(self_array(self)));
    if (out == NULL) return vm_raise_memory(ec);
    rotate(out, by);
    return value_pointer(out);
}

static value_t array_compact_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    struct array *const a = self_array(self);
    value_t *const items = array_items_mutable(a);
    size_t const count = array_count(a);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (items[i] != VALUE_NIL) items[kept++] = items[i];
    }
    if (kept == count) return VALUE_NIL;
    (void)array_splice(ec->heap, a, kept, count - kept, NULL, 0); // it shrinks
    return self;
}

static value_t array_freeze_self(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    if (!object_frozen(value_to_pointer(self)) && !heap_is_shared(self)) object_freeze(value_to_pointer(self));
    return self;
}

// How long each takes, see docs/builtins.md:
//   bounded: array_freeze_self array_put put_of
//   moves: array_set_index array_push_method array_pop_method array_shift_method array_unshift_method array_insert
//     array_concat array_clear_method array_delete_at array_slice_bang array_reverse_bang array_reverse
//     array_rotate_bang array_rotate array_compact_bang close_gap array_fill concat_all
//   polls: array_delete
static const struct core_method methods[] = {
    {"[]=", array_set_index, 2, 3, CORE_TRY}, {"push", array_push_method, 0, -1, 0},
    {"<<", array_push_method, 1, 1, 0}, {"pop", array_pop_method, 0, 1, CORE_TRY},
    {"shift", array_shift_method, 0, 1, CORE_TRY}, {"unshift", array_unshift_method, 0, -1, 0},
    {"insert", array_insert, 1, -1, CORE_TRY},
    {"concat", array_concat, 0, -1, CORE_TRY}, {"clear", array_clear_method, 0, 0, 0},
    {"delete_at", array_delete_at, 1, 1, CORE_TRY}, {"delete", array_delete, 1, 1, CORE_TRY | METHOD_WANTS_BLOCK},
    {"slice!", array_slice_bang, 1, 2, CORE_TRY},
    {"reverse!", array_reverse_bang, 0, 0, 0}, {"reverse", array_reverse, 0, 0, 0},
    {"rotate!", array_rotate_bang, 0, 1, CORE_TRY}, {"rotate", array_rotate, 0, 1, CORE_TRY},
    {"compact!", array_compact_bang, 0, 0, 0}, {"freeze", array_freeze_self, 0, 0, 0},
};

static const struct vm_primitive primitives[] = {
    {"array_set", array_set_index}, {"array_put", array_put}, {"array_put_of", put_of}, {"array_pop", array_pop_method},
    {"array_shift", array_shift_method}, {"array_delete_at", array_delete_at}, {"array_slice_bang", array_slice_bang},
    {"array_close_gap", close_gap}, {"array_fill", array_fill}, {"array_rotate_bang", array_rotate_bang},
    {"array_rotate", array_rotate}, {"array_concat_all", concat_all}, {"array_insert", array_insert},
    {"array_clear", array_clear_method},
};

bool core_array_change(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_ARRAY, methods) && CORE_PRIMITIVES(boot, primitives);
}
