// Array: the operators that treat arrays as sets, by a Hash of the items above a few.
#include "core/array/array.h"

#define LINEAR_MAX 8u // items below which comparing one by one is quicker than a table

// --- Tables of items -------------------------------------------------------------------------------------------------

struct item_set {
    struct hash *table;           // NULL: few items, compared one by one
    const struct array *items;
    struct items_hold hold;       // of the table, and of what is made by it
};

static void set_hold(struct ec *ec, struct item_set *set)
{
    items_hold(ec, &set->hold, value_pointer(set->table), value_pointer(set->items), VALUE_NIL);
}

// 1: made, 0: dispatch, -1: memory (raised). Every item must be a built-in key. set_end in any case.
static int set_make(struct ec *ec, struct item_set *set, const struct array *items)
{
    size_t const count = array_count(items);
    set->items = items;
    set->table = NULL;
    uint64_t code;
    bool identity;
    if (count <= LINEAR_MAX) {
        for (size_t i = 0; i < count; i++) {
            if (!items_key(ec, array_at(items, i), &code, &identity)) return 0;
        }
        return 1;
    }
    set->table = hash_new(ec->heap, count < 4096 ? count : 4096);
    if (set->table == NULL) return vm_raise_memory(ec), -1;
    set_hold(ec, set);
    for (size_t i = 0; i < array_count(items); i++) {
        value_t const item = array_at(items, i);
        if (!items_key(ec, item, &code, &identity)) return 0;
        bool const known = items_find(ec, set->table, item, code, identity) >= 0;
        if (!known && !hash_add(ec->heap, set->table, code, item, VALUE_TRUE)) return vm_raise_memory(ec), -1;
        items_turn(ec, i, ITEMS_SLOW);
    }
    return 1;
}

static void set_end(struct ec *ec, struct item_set *set)
{
    if (set->table == NULL) return;
    items_release(ec, &set->hold);
    hash_clear(ec->heap, set->table);
}

// 1: in the set, 0: not, -1: dispatch.
static int set_has(struct ec *ec, const struct item_set *set, value_t v)
{
    uint64_t code;
    bool identity;
    if (!items_key(ec, v, &code, &identity)) return -1;
    if (set->table != NULL) return items_find(ec, set->table, v, code, identity) >= 0;
    for (size_t i = 0; i < array_count(set->items); i++) {
        value_t const item = array_at(set->items, i);
        if (item == v || (!identity && value_eql_builtin(v, item) == 1)) return 1;
    }
    return 0;
}

static value_t set_failed(struct ec *ec, struct item_set *set, int made)
{
    set_end(ec, set);
    return made < 0 ? VALUE_UNDEF : VALUE_FAIL;
}

// A method over the items of the receiver and of its first argument.
#define SET_LONG(function) \
    VM_LONG(ec, is_array(argv[0]) ? items_cost(self) + items_cost(argv[0]) : 0, function, WORK_CHANGES)

// Items of self that are (or are not) in the other array.
static value_t filter(struct ec *ec, value_t self, value_t other, bool wanted)
{
    if (!is_array(other)) return VALUE_FAIL;
    struct item_set set;
    int const made = set_make(ec, &set, value_to_array(other));
    struct array *const out = made > 0 ? array_new(ec->heap, 0) : NULL;
    if (made <= 0) return set_failed(ec, &set, made);
    if (out == NULL) return vm_raise_memory(ec), set_failed(ec, &set, -1);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(out), VALUE_NIL, VALUE_NIL);
    const struct array *const a = self_array(self);
    int has = 0;
    bool ok = true;
    for (size_t i = 0; i < array_count(a) && has >= 0 && ok; i++) {
        value_t const item = array_at(a, i);
        has = set_has(ec, &set, item);
        if (has == wanted) ok = array_push(ec->heap, out, item);
        items_turn(ec, i, ITEMS_SLOW);
    }
    items_release(ec, &hold);
    if (!ok) vm_raise_memory(ec);
    if (has < 0 || !ok) return set_failed(ec, &set, ok ? 0 : -1);
    set_end(ec, &set);
    return value_pointer(out);
}

static value_t array_minus(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    SET_LONG(array_minus);
    return filter(ec, self, argv[0], false);
}

// The different items of some arrays, in order.
static value_t different(struct ec *ec, int argc, const value_t *arrays)
{
    size_t total = 0;
    for (int i = 0; i < argc; i++) total += array_count(value_to_array(arrays[i]));
    struct hash *const seen = hash_new(ec->heap, total < 4096 ? total : 4096);
    struct array *const out = array_new(ec->heap, 0);
    if (seen == NULL || out == NULL) return vm_raise_memory(ec);
    value_t result = value_pointer(out);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(seen), result, VALUE_NIL);
    for (int n = 0; n < argc && result == value_pointer(out); n++) {
        const struct array *const a = value_to_array(arrays[n]);
        for (size_t i = 0; i < array_count(a); i++) {
            value_t const item = array_at(a, i);
            uint64_t code;
            bool identity;
            if (!items_key(ec, item, &code, &identity)) {
                result = VALUE_FAIL;
                break;
            }
            if (items_find(ec, seen, item, code, identity) < 0 &&
                (!hash_add(ec->heap, seen, code, item, VALUE_TRUE) || !array_push(ec->heap, out, item))) {
                result = vm_raise_memory(ec);
                break;
            }
            items_turn(ec, i, ITEMS_SLOW);
        }
    }
    items_release(ec, &hold);
    hash_clear(ec->heap, seen);
    return result;
}

static value_t array_and(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    SET_LONG(array_and);
    value_t const both = filter(ec, self, argv[0], true);
    if (both == VALUE_FAIL || both == VALUE_UNDEF) return both;
    struct items_hold hold;
    items_hold(ec, &hold, both, VALUE_NIL, VALUE_NIL);
    value_t const result = different(ec, 1, &both);
    items_release(ec, &hold);
    return result;
}

static value_t array_or(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    SET_LONG(array_or);
    if (!is_array(argv[0])) return VALUE_FAIL;
    return different(ec, 2, (value_t[]){self, argv[0]});
}

static value_t array_uniq(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc])) return VALUE_FAIL;
    ITEMS_LONG(ec, self, array_uniq);
    return different(ec, 1, &self);
}

static value_t array_uniq_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    if (!value_is_nil(argv[argc])) return VALUE_FAIL;
    ITEMS_LONG(ec, self, array_uniq_bang);
    value_t const out = different(ec, 1, &self);
    if (!is_array(out)) return out;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF; // by now
    if (array_count(value_to_array(out)) == array_count(self_array(self))) return VALUE_NIL;
    return array_replace(ec->heap, self_array(self), value_to_array(out)) ? self : vm_raise_memory(ec);
}

static value_t array_intersect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    SET_LONG(array_intersect);
    if (!is_array(argv[0])) return VALUE_FAIL;
    struct item_set set;
    int const made = set_make(ec, &set, value_to_array(argv[0]));
    if (made <= 0) return set_failed(ec, &set, made);
    int has = 0;
    for (size_t i = 0; has == 0 && i < array_count(self_array(self)); i++) {
        has = set_has(ec, &set, array_at(self_array(self), i));
        items_turn(ec, i, ITEMS_SLOW);
    }
    set_end(ec, &set);
    return has < 0 ? VALUE_FAIL : value_bool(has);
}

// One more of the item. The Hash; FAIL: it is no built-in key; UNDEF: memory, raised.
static value_t count_item(struct ec *ec, struct hash *out, value_t item)
{
    uint64_t code;
    bool identity;
    if (!items_key(ec, item, &code, &identity)) return VALUE_FAIL;
    int64_t const at = items_find(ec, out, item, code, identity);
    if (at >= 0) {
        hash_set_value_at(ec->heap, out, (size_t)at, value_fixnum(value_to_fixnum(hash_value_at(out, (size_t)at)) + 1));
        return value_pointer(out);
    }
    if (value_is(item, TYPE_STRING) && !object_frozen(value_to_pointer(item))) {
        struct string *const copy = string_dup(ec->heap, value_to_pointer(item));
        if (copy == NULL) return vm_raise_memory(ec);
        object_freeze(copy);
        item = value_pointer(copy);
    }
    return CORE_NEW(ec, hash_add(ec->heap, out, code, item, value_fixnum(1)) ? out : NULL);
}

// A Hash of each item and how often it occurs.
static value_t array_tally(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (argc > 0) return VALUE_FAIL;
    ITEMS_LONG(ec, self, array_tally);
    const struct array *const a = self_array(self);
    struct hash *const out = hash_new(ec->heap, 0);
    if (out == NULL) return vm_raise_memory(ec);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(out), VALUE_NIL, VALUE_NIL);
    value_t result = value_pointer(out);
    for (size_t i = 0; i < array_count(a) && result == value_pointer(out); i++) {
        result = count_item(ec, out, array_at(a, i));
        items_turn(ec, i, ITEMS_SLOW);
    }
    items_release(ec, &hold);
    return result;
}

// How long each takes, see docs/builtins.md:
//   polls: array_minus array_and array_or array_uniq array_uniq_bang array_intersect array_tally
static const struct core_method methods[] = {
    {"-", array_minus, 1, 1, CORE_TRY},
    {"&", array_and, 1, 1, CORE_TRY}, {"|", array_or, 1, 1, CORE_TRY},
    {"uniq", array_uniq, 0, 0, CORE_TRY | METHOD_WANTS_BLOCK}, {"uniq!", array_uniq_bang, 0, 0, CORE_TRY | METHOD_WANTS_BLOCK},
    {"intersect?", array_intersect, 1, 1, CORE_TRY}, {"tally", array_tally, 0, 1, CORE_TRY},
};

bool core_array_set_operations(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_ARRAY, methods);
}
