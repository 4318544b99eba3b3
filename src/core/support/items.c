// Equality, order and hash codes of built-in values; see items.h.
#include "core/support/items.h"

#include <math.h>

// --- Cost --------------------------------------------------------------------------------------------------------------

#define COST_LOOKS 64u // items that are looked at

static uint64_t cost_of(value_t v, unsigned *looks, unsigned depth)
{
    if (value_is(v, TYPE_STRING)) return string_size(value_to_pointer(v)) / 64;
    if (is_hash(v)) return value_to_hash(v)->count;
    if (!is_array(v) || depth >= ITEMS_DEPTH_MAX) return 0;
    const struct array *const a = value_to_array(v);
    uint64_t cost = array_count(a) / 4;
    for (size_t i = 0; i < array_count(a) && *looks > 0 && cost < VM_BUDGET; i++) {
        --*looks;
        if (value_is_heap(array_at(a, i))) cost += cost_of(array_at(a, i), looks, depth + 1);
    }
    return cost;
}

uint64_t items_cost(value_t v)
{
    unsigned looks = COST_LOOKS;
    return cost_of(v, &looks, 0);
}

// --- Equality --------------------------------------------------------------------------------------------------------

// Whether v is of a core class that answers no conversion (to_str, to_ary, coerce …) that == would ask it for.
static bool is_plain(value_t v)
{
    if (!value_is_heap(v)) return true;
    switch (object_class_id(value_to_pointer(v))) {
    case CLASS_STRING: case CLASS_ARRAY: case CLASS_HASH: case CLASS_RANGE: case CLASS_FLOAT: case CLASS_INTEGER:
    case CLASS_PROC: case CLASS_REGEXP: return true;
    default: return value_is(v, TYPE_CLASS);
    }
}

static bool is_kernels(const struct method *m)
{
    if (m == NULL || !(m->flags & METHOD_BOOT)) return false;
    class_id_t const owner = m->owner->id;
    return owner == CLASS_KERNEL || owner == CLASS_OBJECT || owner == CLASS_BASIC_OBJECT;
}

static int equal(struct ec *ec, value_t a, value_t b, unsigned depth);

static int equal_numbers(value_t a, value_t b)
{
    if (value_is_float(a)) {
        double const x = value_to_double(a);
        if (value_is_float(b)) return x == value_to_double(b);
        if (value_is_integer(b)) return !isnan(x) && integer_compare_double(b, x) == 0;
    } else {
        if (value_is_integer(b)) return integer_equal(a, b);
        if (value_is_float(b)) return !isnan(value_to_double(b)) && integer_compare_double(a, value_to_double(b)) == 0;
    }
    return is_plain(b) ? 0 : -1;
}

static int equal_items(struct ec *ec, const struct array *a, const struct array *b, unsigned depth)
{
    for (size_t i = 0; i < array_count(a) && i < array_count(b); i++) {
        items_turn(ec, i, ITEMS_SLOW);
        if (i >= array_count(a) || i >= array_count(b)) break;
        int const same = equal(ec, array_at(a, i), array_at(b, i), depth + 1);
        if (same != 1) return same;
    }
    return array_count(a) == array_count(b);
}

static int equal_arrays(struct ec *ec, const struct array *a, const struct array *b, unsigned depth)
{
    if (array_count(a) != array_count(b)) return 0;
    if (depth >= ITEMS_DEPTH_MAX) return -1;
    if (TRP_LIKELY(ec->heap->work == NULL)) return equal_items(ec, a, b, depth);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(a), value_pointer(b), VALUE_NIL);
    int const same = equal_items(ec, a, b, depth);
    items_release(ec, &hold);
    return same;
}

static int equal_pairs(struct ec *ec, const struct hash *a, const struct hash *b, unsigned depth)
{
    for (size_t i = hash_first(a); i < hash_end(a); i++) {
        items_turn(ec, i, ITEMS_SLOW);
        if (i >= hash_end(a)) break;
        value_t const key = hash_key_at(a, i);
        uint64_t code;
        if (key == VALUE_UNDEF) continue;
        int64_t const at = items_lookup(ec, b, key, &code);
        if (at < 0) return at == -1 ? 0 : -1;
        int const same = equal(ec, hash_value_at(a, i), hash_value_at(b, (size_t)at), depth + 1);
        if (same != 1) return same;
    }
    return 1;
}

static int equal_hashes(struct ec *ec, const struct hash *a, const struct hash *b, unsigned depth)
{
    if (a->count != b->count) return 0;
    if (depth >= ITEMS_DEPTH_MAX || (a->header ^ b->header) & HASH_IDENTITY) return -1;
    if (TRP_LIKELY(ec->heap->work == NULL)) return equal_pairs(ec, a, b, depth);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(a), value_pointer(b), VALUE_NIL);
    int const same = equal_pairs(ec, a, b, depth);
    items_release(ec, &hold);
    return same;
}

static int equal_ranges(struct ec *ec, const struct range *a, const struct range *b, unsigned depth)
{
    if ((a->header ^ b->header) & RANGE_EXCLUSIVE) return 0;
    int const same = equal(ec, a->begin, b->begin, depth + 1);
    return same == 1 ? equal(ec, a->end, b->end, depth + 1) : same;
}

static int equal_heap(struct ec *ec, value_t a, value_t b, unsigned depth)
{
    switch (object_class_id(value_to_pointer(a))) {
    case CLASS_STRING:
        if (value_is(b, TYPE_STRING)) return string_equal(value_to_pointer(a), value_to_pointer(b));
        return is_plain(b) ? 0 : -1;
    case CLASS_FLOAT: case CLASS_INTEGER: return equal_numbers(a, b);
    case CLASS_ARRAY:
        if (is_array(b)) return equal_arrays(ec, value_to_array(a), value_to_array(b), depth);
        return is_plain(b) ? 0 : -1;
    case CLASS_HASH:
        if (is_hash(b)) return equal_hashes(ec, value_to_hash(a), value_to_hash(b), depth);
        return is_plain(b) ? 0 : -1;
    case CLASS_RANGE:
        if (value_is(b, TYPE_RANGE)) return equal_ranges(ec, value_to_pointer(a), value_to_pointer(b), depth);
        return 0;
    default: return is_kernels(vm_find_method(ec, a, SYM_OP_eq)) ? 0 : -1;
    }
}

static int equal(struct ec *ec, value_t a, value_t b, unsigned depth)
{
    if (a == b) return 1;
    if (value_is_heap(a)) return equal_heap(ec, a, b, depth);
    if (value_is_fixnum(a) || value_is_flonum(a)) return equal_numbers(a, b);
    return 0; // nil, true, false, symbols
}

int items_equal(struct ec *ec, value_t a, value_t b)
{
    if (TRP_UNLIKELY(runtime_redefined(ec->runtime, BASIC_EQ))) return -1;
    return equal(ec, a, b, 0);
}

int items_eql(struct ec *ec, value_t a, value_t b)
{
    if (a == b) return 1;
    if (TRP_UNLIKELY(runtime_redefined(ec->runtime, BASIC_EQL))) return -1;
    if (!value_is_heap(a) && !value_is_flonum(a)) return 0;
    int const same = value_eql_builtin(a, b);
    if (same >= 0) return same;
    if (is_array(a) || is_exact(a, CLASS_HASH)) return -1;
    return is_kernels(vm_find_method(ec, a, SYM_eql)) ? 0 : -1;
}

// --- Order -----------------------------------------------------------------------------------------------------------

static int compare(struct ec *ec, value_t a, value_t b, unsigned depth);

static int compare_doubles(double x, double y)
{
    return isnan(x) || isnan(y) ? ITEMS_UNORDERED : (x > y) - (x < y);
}

static int compare_numbers(value_t a, value_t b)
{
    if (value_is_integer(a)) {
        if (value_is_integer(b)) return integer_compare(a, b);
        if (!value_is_float(b)) return ITEMS_DISPATCH;
        double const y = value_to_double(b);
        return isnan(y) ? ITEMS_UNORDERED : integer_compare_double(a, y);
    }
    double const x = value_to_double(a);
    if (value_is_float(b)) return compare_doubles(x, value_to_double(b));
    if (!value_is_integer(b)) return ITEMS_DISPATCH;
    return isnan(x) ? ITEMS_UNORDERED : -integer_compare_double(b, x);
}

static int compare_arrays(struct ec *ec, const struct array *a, const struct array *b, unsigned depth)
{
    if (depth >= ITEMS_DEPTH_MAX) return ITEMS_DISPATCH;
    struct items_hold hold;
    bool const held = TRP_UNLIKELY(ec->heap->work != NULL);
    if (held) items_hold(ec, &hold, value_pointer(a), value_pointer(b), VALUE_NIL);
    int order = 0;
    for (size_t i = 0; i < array_count(a) && i < array_count(b) && order == 0; i++) {
        order = compare(ec, array_at(a, i), array_at(b, i), depth + 1);
        items_turn(ec, i, ITEMS_SLOW);
    }
    if (held) items_release(ec, &hold);
    if (order != 0) return order;
    return (array_count(a) > array_count(b)) - (array_count(a) < array_count(b));
}

static int compare_symbols(struct runtime *runtime, symbol_t a, symbol_t b)
{
    size_t const a_size = symbol_size(runtime, a), b_size = symbol_size(runtime, b);
    int const order = memcmp(symbol_text(runtime, a), symbol_text(runtime, b), a_size < b_size ? a_size : b_size);
    return order != 0 ? (order > 0) - (order < 0) : (a_size > b_size) - (a_size < b_size);
}

static int compare(struct ec *ec, value_t a, value_t b, unsigned depth)
{
    if (value_both_fixnum(a, b)) return ((int64_t)a > (int64_t)b) - ((int64_t)a < (int64_t)b);
    if (value_is_number(a)) return compare_numbers(a, b);
    if (value_is_symbol(a)) {
        if (!value_is_symbol(b)) return ITEMS_DISPATCH;
        if (a == b) return 0;
        return compare_symbols(ec->runtime, value_to_symbol(a), value_to_symbol(b));
    }
    if (!value_is_heap(a)) return ITEMS_DISPATCH;
    switch (object_class_id(value_to_pointer(a))) {
    case CLASS_STRING:
        return value_is(b, TYPE_STRING) ? string_compare(value_to_pointer(a), value_to_pointer(b)) : ITEMS_DISPATCH;
    case CLASS_ARRAY:
        return is_array(b) ? compare_arrays(ec, value_to_array(a), value_to_array(b), depth) : ITEMS_DISPATCH;
    default: return ITEMS_DISPATCH;
    }
}

int items_compare(struct ec *ec, value_t a, value_t b)
{
    if (TRP_UNLIKELY(runtime_redefined(ec->runtime, BASIC_CMP))) return ITEMS_DISPATCH;
    return compare(ec, a, b, 0);
}

// --- Keys ------------------------------------------------------------------------------------------------------------

bool items_key(struct ec *ec, value_t key, uint64_t *code, bool *identity)
{
    *identity = false;
    uint64_t const asked = (uint64_t)1 << BASIC_HASH | (uint64_t)1 << BASIC_EQL;
    if (TRP_UNLIKELY(atomic_load_explicit(&ec->runtime->redefined, memory_order_relaxed) & asked)) return false;
    if (TRP_LIKELY(value_hash_builtin(ec->runtime, key, code))) return true;
    if (!is_kernels(vm_find_method(ec, key, SYM_hash)) || !is_kernels(vm_find_method(ec, key, SYM_eql))) return false;
    *identity = true;
    *code = (uint64_t)((int64_t)value_identity_hash(key) >> 2); // as Kernel#hash
    return true;
}

uint64_t items_given_code(value_t integer)
{
    return value_is_fixnum(integer) ? (uint64_t)value_to_fixnum(integer) : integer_hash(integer);
}

int64_t items_find(struct ec *ec, const struct hash *h, value_t key, uint64_t code, bool identity)
{
    (void)ec;
    uint64_t cursor = 0;
    for (;;) {
        int64_t const position = hash_probe(h, code, &cursor);
        if (position < 0) return -1;
        value_t const other = hash_key_at(h, (size_t)position);
        if (key == other || (!identity && value_eql_builtin(key, other) == 1)) return position;
    }
}

int64_t items_lookup(struct ec *ec, const struct hash *h, value_t key, uint64_t *code)
{
    bool identity = true;
    if (h->header & HASH_IDENTITY) *code = value_identity_hash(key);
    else if (!items_key(ec, key, code, &identity)) return -2;
    return items_find(ec, h, key, *code, identity);
}

// --- Text ------------------------------------------------------------------------------------------------------------

enum { WRITE_MEMORY = 0, WRITE_DONE = 1, WRITE_DISPATCH = -1 };

static int class_bit(class_id_t id)
{
    switch (id) {
    case CLASS_NIL: return 0;
    case CLASS_TRUE: return 1;
    case CLASS_FALSE: return 2;
    case CLASS_INTEGER: return 3;
    case CLASS_FLOAT: return 4;
    case CLASS_SYMBOL: return 5;
    case CLASS_STRING: return 6;
    case CLASS_ARRAY: return 7;
    case CLASS_HASH: return 8;
    default: return -1;
    }
}

// Whether v's inspect is the core's own.
static bool own_inspect(struct ec *ec, struct items_writer *w, value_t v)
{
    int const bit = class_bit(value_class_id(v));
    if (bit < 0) return false;
    if (w->checked >> bit & 1) return true;
    if (!vm_method_is_boot(ec, v, SYM_inspect)) return false;
    w->checked |= 1u << bit;
    return true;
}

static bool put(struct ec *ec, struct items_writer *w, const char *text)
{
    return string_append_text(ec->heap, w->out, text);
}

static int write_array(struct ec *ec, struct items_writer *w, const struct array *a)
{
    if (!put(ec, w, "[")) return WRITE_MEMORY;
    for (size_t i = 0; i < array_count(a); i++) {
        if (i > 0 && !put(ec, w, ", ")) return WRITE_MEMORY;
        int const result = items_inspect(ec, w, array_at(a, i));
        if (result != WRITE_DONE) return result;
    }
    return put(ec, w, "]") ? WRITE_DONE : WRITE_MEMORY;
}

// `key: ` for a Symbol that can be written so, else `key => `.
static int write_key(struct ec *ec, struct items_writer *w, value_t key)
{
    if (!value_is_symbol(key)) {
        int const result = items_inspect(ec, w, key);
        return result != WRITE_DONE ? result : put(ec, w, " => ") ? WRITE_DONE : WRITE_MEMORY;
    }
    symbol_t const s = value_to_symbol(key);
    const char *const text = symbol_text(ec->runtime, s);
    size_t const size = symbol_size(ec->runtime, s);
    char const last = size > 0 ? text[size - 1] : 0;
    bool simple = symbol_is_plain(ec->runtime, s) && last != '=' && text[0] != '@' && text[0] != '$';
    simple = simple && (symbol_is_local(ec->runtime, s) || symbol_is_constant(ec->runtime, s) || last == '?' || last == '!');
    if (simple && size == 1 && last == '!') simple = false;
    if (simple) {
        return string_append(ec->heap, w->out, text, size) && put(ec, w, ": ") ? WRITE_DONE : WRITE_MEMORY;
    }
    struct string *const name = symbol_string(ec->runtime, ec->heap, s);
    if (name == NULL || !string_append_inspected(ec->heap, w->out, name)) return WRITE_MEMORY;
    return put(ec, w, ": ") ? WRITE_DONE : WRITE_MEMORY;
}

static int write_hash(struct ec *ec, struct items_writer *w, const struct hash *h)
{
    bool first = true;
    if (h->count == 0) return put(ec, w, "{}") ? WRITE_DONE : WRITE_MEMORY;
    for (size_t i = hash_first(h); i < hash_end(h); i++) {
        value_t const key = hash_key_at(h, i);
        if (key == VALUE_UNDEF) continue;
        if (!put(ec, w, first ? "{" : ", ")) return WRITE_MEMORY;
        first = false;
        if (value_is_symbol(key) && !own_inspect(ec, w, key)) return WRITE_DISPATCH;
        struct items_hold hold;
        items_hold(ec, &hold, key, hash_value_at(h, i), VALUE_NIL);
        int result = write_key(ec, w, key);
        if (result == WRITE_DONE) result = items_inspect(ec, w, hold.values[1]);
        items_release(ec, &hold);
        if (result != WRITE_DONE) return result;
    }
    return put(ec, w, "}") ? WRITE_DONE : WRITE_MEMORY;
}

static int write_value(struct ec *ec, struct items_writer *w, value_t v)
{
    bool ok;
    if (value_is_integer(v)) {
        const struct string *const digits = integer_to_string(ec->heap, v, 10);
        ok = digits != NULL && string_append_string(ec->heap, w->out, digits);
    } else if (value_is_float(v)) {
        char text[32];
        ok = string_append(ec->heap, w->out, text, float_text(value_to_double(v), text));
    } else if (value_is_symbol(v)) {
        ok = string_append_symbol_inspected(ec->runtime, ec->heap, w->out, value_to_symbol(v));
    } else if (value_is(v, TYPE_STRING)) {
        ok = string_append_inspected(ec->heap, w->out, value_to_pointer(v));
    } else {
        ok = put(ec, w, v == VALUE_NIL ? "nil" : v == VALUE_TRUE ? "true" : "false");
    }
    return ok ? WRITE_DONE : WRITE_MEMORY;
}

// Rarely, so that neither the budget nor a collection waits for a long text.
static bool poll(struct ec *ec, struct items_writer *w)
{
    return ++w->count % 512 != 0 || vm_poll_builtin(ec, 512);
}

// w->out and v are held.
static int write_item(struct ec *ec, struct items_writer *w, value_t v)
{
    if (!poll(ec, w)) return WRITE_MEMORY;
    if (!is_array(v) && !is_hash(v)) return write_value(ec, w, v);
    if (w->depth >= ITEMS_DEPTH_MAX) return WRITE_DISPATCH;
    w->depth++;
    int const result = is_array(v) ? write_array(ec, w, value_to_array(v)) : write_hash(ec, w, value_to_hash(v));
    w->depth--;
    return result;
}

int items_inspect(struct ec *ec, struct items_writer *w, value_t v)
{
    if (!own_inspect(ec, w, v)) return WRITE_DISPATCH;
    struct items_hold hold;
    items_hold(ec, &hold, v, value_pointer(w->out), VALUE_NIL);
    int const result = write_item(ec, w, v);
    items_release(ec, &hold);
    if (result == WRITE_MEMORY && ec->unwind_kind == UNWIND_NONE) vm_raise_memory(ec);
    return result;
}

bool items_frozen_error(struct ec *ec, value_t v)
{
    struct items_writer w = {.out = string_new_capacity(ec->heap, 48, ENCODING_UTF8)};
    if (w.out == NULL || items_inspect(ec, &w, v) != WRITE_DONE) {
        if (ec->unwind_kind == UNWIND_NONE) vm_raise_frozen(ec, v);
        return false;
    }
    vm_raise_name(ec, CLASS_FROZEN_ERROR, SYM_NONE, v, "can't modify frozen %s: %.*s", vm_class_name(ec, v),
                  (int)string_size(w.out), string_bytes(w.out));
    return false;
}
