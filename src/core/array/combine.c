// Array: sums, products, combinations, zip, transpose and flatten. What returns an Array that may be much larger than the
// arguments polls.
#include "core/array/array.h"

#include <string.h>

static value_t array_plus(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!is_array(argv[0])) return VALUE_FAIL;
    const struct array *const a = self_array(self), *const b = value_to_array(argv[0]);
    size_t const a_count = array_count(a), b_count = array_count(b);
    struct array *out;
    if (a_count + b_count <= ARRAY_EMBEDDED_MAX) {
        value_t items[ARRAY_EMBEDDED_MAX];
        for (size_t i = 0; i < a_count; i++) items[i] = array_at(a, i);
        for (size_t i = 0; i < b_count; i++) items[a_count + i] = array_at(b, i);
        return CORE_NEW(ec, array_new_small(ec->heap, items, a_count + b_count));
    }
    out = array_new(ec->heap, a_count + b_count);
    if (out == NULL || !array_append(ec->heap, out, array_items(a), a_count) ||
        !array_append(ec->heap, out, array_items(b), b_count)) {
        return vm_raise_memory(ec);
    }
    return value_pointer(out);
}

static value_t array_times(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    int64_t times;
    if (!value_is_integer(argv[0])) return VALUE_FAIL;
    CORE_INT(ec, argv[0], &times);
    const struct array *const a = self_array(self);
    size_t const count = array_count(a);
    if (times < 0) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "negative argument");
    if (count > 0 && (uint64_t)times > ARRAY_COUNT_MAX / count) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "argument too big");
    VM_LONG(ec, count * (size_t)times / 64, array_times, WORK_CHANGES);
    struct array *const out = array_new(ec->heap, count * (size_t)times);
    struct array *const from = array_from(ec->heap, array_items(a), count);
    if (out == NULL || from == NULL) return vm_raise_memory(ec);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(out), value_pointer(from), VALUE_NIL);
    bool ok = true;
    for (int64_t i = 0; i < times && count > 0 && ok; i++) {
        ok = array_append(ec->heap, out, array_items(from), count);
        if (count >= 256) heap_pause(ec->heap, count / 64);
        else items_turn(ec, (size_t)i, ITEMS_QUICK);
    }
    items_release(ec, &hold);
    return ok ? value_pointer(out) : vm_raise_memory(ec);
}

// --- Indexes ---------------------------------------------------------------------------------------------------------

// What a vector of indexes runs through; there is a row for each.
enum pick { PICK_COMBINATION, PICK_REPEATED_COMBINATION, PICK_REPEATED_PERMUTATION, PICK_PERMUTATION };

static bool next_pick(enum pick kind, value_t *at, size_t n, size_t size)
{
    size_t i = n;
    do {
        if (i-- == 0) return false;
    } while (at[i] == value_fixnum((int64_t)(kind == PICK_COMBINATION ? size - n + i : size - 1)));
    int64_t const v = value_to_fixnum(at[i]) + 1;
    at[i] = value_fixnum(v);
    for (size_t j = i + 1; j < n; j++) {
        at[j] = value_fixnum(kind == PICK_COMBINATION ? v + (int64_t)(j - i) : kind == PICK_REPEATED_COMBINATION ? v : 0);
    }
    return true;
}

// The first n of all indexes are picked, the rest are in rising order.
static bool next_permutation(value_t *at, size_t n, size_t size)
{
    for (size_t i = n; i-- > 0;) {
        size_t best = size;
        for (size_t j = i + 1; j < size; j++) {
            if (at[j] > at[i] && (best == size || at[j] < at[best])) best = j; // fixnums that are not negative
        }
        if (best == size) continue;
        value_t const v = at[i];
        at[i] = at[best];
        at[best] = v;
        for (size_t a = i + 2; a < size; a++) { // by insertion
            value_t const x = at[a];
            size_t b = a;
            for (; b > i + 1 && at[b - 1] > x; b--) at[b] = at[b - 1];
            at[b] = x;
        }
        return true;
    }
    return false;
}

// A new Array of n values, which `value`, an expression of k, tells.
#define NEW_ROW(row, ec, n, value) \
    do { \
        (row) = array_new((ec)->heap, (n)); \
        for (size_t k = 0; (row) != NULL && k < (n); k++) (void)array_push((ec)->heap, (row), (value)); /* there is room */ \
    } while (0)

// Appends a row that was made: false with the exception set.
static inline bool append_row(struct ec *ec, struct array_work *work, struct array *out, const struct array *row, size_t n)
{
    if (row == NULL || !array_push(ec->heap, out, value_pointer(row))) return vm_raise_memory(ec), false;
    return work_poll(ec, work, 48 + n * sizeof(value_t));
}

static inline struct array *pick_row(struct ec *ec, const struct array *items, const value_t *at, size_t n)
{
    struct array *row;
    if (n > ARRAY_EMBEDDED_MAX) {
        NEW_ROW(row, ec, n, array_get(items, value_to_fixnum(at[k])));
        return row;
    }
    value_t small[ARRAY_EMBEDDED_MAX];
    for (size_t i = 0; i < n; i++) small[i] = array_get(items, value_to_fixnum(at[i]));
    return array_new_small(ec->heap, small, n);
}

// picks(items, at, n, kind, most): the rows at `at` and behind, at most so many; `at` goes on, its last item tells whether
// there are more. nil: none are left.
static value_t picks(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct array *const items = value_to_array(argv[0]);
    size_t const n = (size_t)value_to_fixnum(argv[2]), width = array_count(value_to_array(argv[1])) - 1;
    value_t *const at = array_items_mutable(value_to_array(argv[1]));
    enum pick const kind = (enum pick)value_to_fixnum(argv[3]);
    int64_t left = value_to_fixnum(argv[4]);
    if (!value_truthy(at[width])) return VALUE_NIL;
    struct array *const out = array_new(ec->heap, left < 64 ? (size_t)left : 64);
    if (out == NULL) return vm_raise_memory(ec);
    struct array_work work;
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    bool ok = true, more = true;
    while (ok && more && left-- > 0) {
        ok = append_row(ec, &work, out, pick_row(ec, items, at, n), n);
        more = kind == PICK_PERMUTATION ? next_permutation(at, n, width) : next_pick(kind, at, n, array_count(items));
    }
    at[width] = value_bool(more);
    work_end(ec, &work);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

// --- Products --------------------------------------------------------------------------------------------------------

#define PRODUCT_MAX 32 // arrays in C; more are multiplied in Ruby

// Appends the rows that begin with the first n - 1 values of `row`.
static bool append_product(struct ec *ec, struct array_work *work, struct array *out, value_t *row, size_t n,
                           const struct array *last)
{
    for (size_t k = 0; k < array_count(last); k++) {
        row[n - 1] = array_at(last, k);
        struct array *const a = n <= ARRAY_EMBEDDED_MAX ? array_new_small(ec->heap, row, n) : array_from(ec->heap, row, n);
        if (!append_row(ec, work, out, a, n)) return false;
    }
    return true;
}

static value_t array_product(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    const struct array *from[PRODUCT_MAX];
    size_t at[PRODUCT_MAX] = {0};
    size_t const n = (size_t)argc + 1;
    if (!value_is_nil(argv[argc]) || n > PRODUCT_MAX) return VALUE_FAIL;
    from[0] = self_array(self);
    uint64_t total = array_count(from[0]);
    for (int i = 0; i < argc; i++) {
        if (!is_array(argv[i])) return VALUE_FAIL;
        from[i + 1] = value_to_array(argv[i]);
        if (__builtin_mul_overflow(total, (uint64_t)array_count(from[i + 1]), &total) || total > INT64_MAX) {
            return vm_raise(ec, CLASS_RANGE_ERROR, "too big to product");
        }
    }
    struct array *const out = array_new(ec->heap, total < 100000 ? total : 0);
    if (out == NULL) return vm_raise_memory(ec);
    if (total == 0) return value_pointer(out);
    VM_LONG(ec, total / 2, array_product, WORK_CHANGES);
    struct array_work work; // the arrays themselves are the receiver and the arguments
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    bool ok = true, more = true;
    while (ok && more) {
        value_t row[PRODUCT_MAX];
        for (size_t i = 0; i + 1 < n; i++) row[i] = array_get(from[i], (int64_t)at[i]);
        ok = append_product(ec, &work, out, row, n, from[n - 1]);
        size_t i = n - 1;
        while (i > 0 && ++at[i - 1] >= array_count(from[i - 1])) at[--i] = 0;
        more = i > 0;
    }
    work_end(ec, &work);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

// --- Rows and columns ------------------------------------------------------------------------------------------------

static value_t array_zip(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    const struct array *const a = self_array(self);
    size_t const count = array_count(a), width = (size_t)argc + 1;
    if (!value_is_nil(argv[argc])) return VALUE_FAIL;
    for (int i = 0; i < argc; i++) {
        if (!is_array(argv[i])) return VALUE_FAIL;
    }
    VM_LONG(ec, count / 2, array_zip, WORK_CHANGES);
    struct array *const out = array_new(ec->heap, count);
    if (out == NULL) return vm_raise_memory(ec);
    struct array_work work;
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        struct array *row;
        NEW_ROW(row, ec, width, array_get(k == 0 ? a : value_to_array(argv[k - 1]), (int64_t)i));
        ok = append_row(ec, &work, out, row, width);
    }
    work_end(ec, &work);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

// array_slices_of(array, n, step): all that each_slice (step n) and each_cons (step 1, whole ones only) yield.
static value_t array_slices(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, array_count(value_to_array(argv[0])) / 4, array_slices, WORK_CHANGES);
    (void)self;
    const struct array *const a = value_to_array(argv[0]);
    size_t const n = (size_t)value_to_fixnum(argv[1]), step = (size_t)value_to_fixnum(argv[2]);
    struct array *const out = array_new(ec->heap, 0);
    if (out == NULL) return vm_raise_memory(ec);
    struct array_work work;
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    bool ok = true;
    for (size_t from = 0; ok && from < array_count(a); from += step) {
        size_t const left = array_count(a) - from, size = left < n ? left : n;
        if (size < n && step == 1) break;
        ok = append_row(ec, &work, out, array_from(ec->heap, array_items(a) + from, size), size);
    }
    work_end(ec, &work);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

// nil where somebody changed the rows meanwhile.
static value_t cell(const struct array *rows, size_t row, size_t column)
{
    value_t const v = array_get(rows, (int64_t)row);
    return is_array(v) ? array_get(value_to_array(v), (int64_t)column) : VALUE_NIL;
}

static value_t array_transpose(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    const struct array *const a = self_array(self);
    size_t const rows = array_count(a);
    size_t columns = 0;
    for (size_t i = 0; i < rows; i++) {
        value_t const row = array_at(a, i);
        if (!is_array(row)) return VALUE_FAIL;
        size_t const size = array_count(value_to_array(row));
        if (i == 0) columns = size;
        if (size != columns) {
            return vm_raise(ec, CLASS_INDEX_ERROR, "element size differs (%zu should be %zu)", size, columns);
        }
    }
    VM_LONG(ec, rows * columns / 4, array_transpose, WORK_CHANGES);
    struct array *const out = array_new(ec->heap, columns);
    if (out == NULL) return vm_raise_memory(ec);
    struct array_work work;
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    bool ok = true;
    for (size_t c = 0; ok && c < columns; c++) {
        struct array *column;
        NEW_ROW(column, ec, rows, cell(a, k, c));
        ok = append_row(ec, &work, out, column, rows);
    }
    work_end(ec, &work);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

// --- Flatten ---------------------------------------------------------------------------------------------------------

// 1: done, 0: no memory, -1: dispatch (an item that may answer to_ary), -2: too deep for C.
static int flatten_into(struct ec *ec, struct array *out, const struct array *a, int64_t levels, unsigned depth, bool *nested)
{
    if (depth > 200) return -2;
    for (size_t i = 0; i < array_count(a); i++) {
        items_turn(ec, i, ITEMS_QUICK);
        if (i >= array_count(a)) break;
        value_t const v = array_at(a, i);
        if (is_array(v)) *nested = true;
        if (is_array(v) && levels != 0) {
            struct items_hold hold;
            items_hold(ec, &hold, v, VALUE_NIL, VALUE_NIL);
            int const result = flatten_into(ec, out, value_to_array(v), levels - 1, depth + 1, nested);
            items_release(ec, &hold);
            if (result != 1) return result;
            continue;
        }
        if (value_is_heap(v) && core_may_answer(ec, v, SYM_to_ary)) return -1;
        if (!array_push(ec->heap, out, v)) return 0;
    }
    return 1;
}

// FAIL: what C cannot do. *nested: there was an array inside.
static value_t flattened(struct ec *ec, value_t self, int64_t levels, bool *nested)
{
    struct array *const out = array_new(ec->heap, array_count(self_array(self)));
    if (out == NULL) return vm_raise_memory(ec);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(out), VALUE_NIL, VALUE_NIL);
    int const result = flatten_into(ec, out, self_array(self), levels, 0, nested);
    items_release(ec, &hold);
    if (result == 0) return vm_raise_memory(ec);
    return result == 1 ? value_pointer(out) : VALUE_FAIL;
}

static value_t array_flatten(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    bool nested = false;
    if (argc > 0 && !value_is_nil(argv[0]) && !value_is_fixnum(argv[0])) return VALUE_FAIL;
    ITEMS_LONG(ec, self, array_flatten);
    return flattened(ec, self, argc > 0 && value_is_fixnum(argv[0]) ? value_to_fixnum(argv[0]) : -1, &nested);
}

static value_t array_flatten_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    bool nested = false;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    if (argc > 0 && !value_is_nil(argv[0]) && !value_is_fixnum(argv[0])) return VALUE_FAIL;
    int64_t const levels = argc > 0 && value_is_fixnum(argv[0]) ? value_to_fixnum(argv[0]) : -1;
    if (levels == 0) return VALUE_NIL;
    ITEMS_LONG(ec, self, array_flatten_bang);
    value_t const out = flattened(ec, self, levels, &nested);
    if (!is_array(out)) return out;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF; // by now
    if (!nested) return VALUE_NIL;
    return array_replace(ec->heap, self_array(self), value_to_array(out)) ? self : vm_raise_memory(ec);
}

// How long each takes, see docs/builtins.md:
//   moves: array_plus array_add
//   polls: array_times array_product array_zip array_transpose array_flatten array_flatten_bang array_slices
//   in-place: picks
static const struct core_method methods[] = {
    {"+", array_plus, 1, 1, CORE_TRY}, {"*", array_times, 1, 1, CORE_TRY},
    {"product", array_product, 0, -1, CORE_TRY | METHOD_WANTS_BLOCK}, {"zip", array_zip, 0, -1, CORE_TRY | METHOD_WANTS_BLOCK},
    {"transpose", array_transpose, 0, 0, CORE_TRY}, {"flatten", array_flatten, 0, 1, CORE_TRY},
    {"flatten!", array_flatten_bang, 0, 1, CORE_TRY},
};

// array_add(to, from): appends to an Array of the prelude's own.
static value_t array_add(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    const struct array *const from = value_to_array(argv[1]);
    bool const ok = array_append(ec->heap, value_to_array(argv[0]), array_items(from), array_count(from));
    return ok ? argv[0] : vm_raise_memory(ec);
}

static const struct vm_primitive primitives[] = {
    {"array_plus", array_plus}, {"array_times", array_times}, {"picks", picks},
    {"array_slices_of", array_slices}, {"array_add", array_add},
};

bool core_array_combine(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_ARRAY, methods) && CORE_PRIMITIVES(boot, primitives);
}
