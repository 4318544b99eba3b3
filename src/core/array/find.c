// Array: comparing and searching built-in items. What C cannot decide is FAIL: the Ruby body compares by ==.
#include "core/array/array.h"

static value_t array_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (self == argv[0]) return VALUE_TRUE;
    if (!is_array(argv[0])) {
        if (!value_is_heap(argv[0]) || value_is(argv[0], TYPE_STRING) || is_hash(argv[0])) return VALUE_FALSE;
        return VALUE_FAIL;
    }
    const struct array *const a = self_array(self), *const b = value_to_array(argv[0]);
    if (array_count(a) != array_count(b)) return VALUE_FALSE;
    ITEMS_LONG(ec, self, array_equal);
    for (size_t i = 0; i < array_count(a) && i < array_count(b); i++) {
        int const same = items_equal(ec, array_at(a, i), array_at(b, i));
        if (same != 1) return same == 0 ? VALUE_FALSE : VALUE_FAIL;
        items_turn(ec, i, ITEMS_SLOW);
    }
    return value_bool(array_count(a) == array_count(b));
}

static value_t array_eql(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (self == argv[0]) return VALUE_TRUE;
    if (!is_array(argv[0])) return VALUE_FALSE;
    const struct array *const a = self_array(self), *const b = value_to_array(argv[0]);
    if (array_count(a) != array_count(b)) return VALUE_FALSE;
    ITEMS_LONG(ec, self, array_eql);
    for (size_t i = 0; i < array_count(a) && i < array_count(b); i++) {
        int const same = items_eql(ec, array_at(a, i), array_at(b, i));
        if (same != 1) return same == 0 ? VALUE_FALSE : VALUE_FAIL;
        items_turn(ec, i, ITEMS_SLOW);
    }
    return value_bool(array_count(a) == array_count(b));
}

static value_t array_compare(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!is_array(argv[0])) return value_is_heap(argv[0]) ? VALUE_FAIL : VALUE_NIL;
    ITEMS_LONG(ec, self, array_compare);
    const struct array *const a = self_array(self), *const b = value_to_array(argv[0]);
    for (size_t i = 0; i < array_count(a) && i < array_count(b); i++) {
        int const order = items_compare(ec, array_at(a, i), array_at(b, i));
        if (order == ITEMS_DISPATCH) return VALUE_FAIL;
        if (order != 0) return order == ITEMS_UNORDERED ? VALUE_NIL : value_fixnum(order);
        items_turn(ec, i, ITEMS_SLOW);
    }
    return value_fixnum((array_count(a) > array_count(b)) - (array_count(a) < array_count(b)));
}

int64_t array_find_item(struct ec *ec, const struct array *a, value_t v)
{
    for (size_t i = 0; i < array_count(a); i++) {
        int const same = items_equal(ec, array_at(a, i), v);
        if (same != 0) return same == 1 ? (int64_t)i : -2;
        items_turn(ec, i, ITEMS_SLOW);
    }
    return -1;
}

static value_t array_include(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    ITEMS_LONG(ec, self, array_include);
    int64_t const at = array_find_item(ec, self_array(self), argv[0]);
    return at == -2 ? VALUE_FAIL : value_bool(at >= 0);
}

static value_t array_index_of(struct ec *ec, value_t self, int argc, const value_t *argv) // index, find_index
{
    if (argc == 0 || !value_is_nil(argv[1])) return VALUE_FAIL; // argv[1] is the block
    ITEMS_LONG(ec, self, array_index_of);
    int64_t const at = array_find_item(ec, self_array(self), argv[0]);
    return at == -2 ? VALUE_FAIL : at < 0 ? VALUE_NIL : value_fixnum(at);
}

static value_t array_rindex(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc == 0 || !value_is_nil(argv[1])) return VALUE_FAIL;
    ITEMS_LONG(ec, self, array_rindex);
    const struct array *const a = self_array(self);
    for (size_t i = array_count(a); i-- > 0;) {
        items_turn(ec, i, ITEMS_SLOW);
        if (i >= array_count(a)) continue;
        int const same = items_equal(ec, array_at(a, i), argv[0]);
        if (same != 0) return same == 1 ? value_fixnum((int64_t)i) : VALUE_FAIL;
    }
    return VALUE_NIL;
}

static value_t array_count_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    const struct array *const a = self_array(self);
    size_t const count = array_count(a);
    if (argc == 0) return value_is_nil(argv[0]) ? value_fixnum((int64_t)count) : VALUE_FAIL; // argv[0] is the block
    if (!value_is_nil(argv[1])) return VALUE_FAIL;
    ITEMS_LONG(ec, self, array_count_method);
    int64_t found = 0;
    for (size_t i = 0; i < array_count(a); i++) {
        int const same = items_equal(ec, array_at(a, i), argv[0]);
        if (same < 0) return VALUE_FAIL;
        found += same;
        items_turn(ec, i, ITEMS_SLOW);
    }
    return value_fixnum(found);
}

static value_t array_assoc(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    ITEMS_LONG(ec, self, array_assoc);
    const struct array *const a = self_array(self);
    for (size_t i = 0; i < array_count(a); i++) {
        items_turn(ec, i, ITEMS_SLOW);
        if (i >= array_count(a)) break;
        value_t const item = array_at(a, i);
        if (!is_array(item)) {
            if (value_is(item, TYPE_OBJECT)) return VALUE_FAIL;
            continue;
        }
        if (array_count(value_to_array(item)) == 0) continue;
        int const same = items_equal(ec, array_at(value_to_array(item), 0), argv[0]);
        if (same != 0) return same == 1 ? item : VALUE_FAIL;
    }
    return VALUE_NIL;
}

static value_t array_rassoc(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    ITEMS_LONG(ec, self, array_rassoc);
    const struct array *const a = self_array(self);
    for (size_t i = 0; i < array_count(a); i++) {
        items_turn(ec, i, ITEMS_SLOW);
        if (i >= array_count(a)) break;
        value_t const item = array_at(a, i);
        if (!is_array(item)) {
            if (value_is(item, TYPE_OBJECT)) return VALUE_FAIL;
            continue;
        }
        if (array_count(value_to_array(item)) < 2) continue;
        int const same = items_equal(ec, array_at(value_to_array(item), 1), argv[0]);
        if (same != 0) return same == 1 ? item : VALUE_FAIL;
    }
    return VALUE_NIL;
}

static value_t primitive_key_code(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    uint64_t code;
    bool identity;
    if (!items_key(ec, argv[0], &code, &identity)) return VALUE_NIL;
    return value_fixnum((int64_t)hash_fold(code));
}

// How long each takes, see docs/builtins.md:
//   bounded: primitive_key_code
//   polls: array_equal array_eql array_compare array_include array_index_of array_rindex array_count_method array_assoc
//     array_rassoc
static const struct core_method methods[] = {
    {"==", array_equal, 1, 1, CORE_TRY},
    {"eql?", array_eql, 1, 1, CORE_TRY},
    {"<=>", array_compare, 1, 1, CORE_TRY},
    {"include?", array_include, 1, 1, CORE_TRY},
    {"index", array_index_of, 0, 1, CORE_TRY | METHOD_WANTS_BLOCK},
    {"rindex", array_rindex, 0, 1, CORE_TRY | METHOD_WANTS_BLOCK},
    {"count", array_count_method, 0, 1, CORE_TRY | METHOD_WANTS_BLOCK},
    {"assoc", array_assoc, 1, 1, CORE_TRY},
    {"rassoc", array_rassoc, 1, 1, CORE_TRY},
};

// key_code(key): as an Integer, or nil when `hash` has to be asked.
static const struct vm_primitive primitives[] = {{"key_code", primitive_key_code}};

bool core_array_find(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_ARRAY, methods) && CORE_PRIMITIVES(boot, primitives);
}
