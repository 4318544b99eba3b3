// Array: products, combinations, slices, zip, transpose and flatten of arrays without a block. Their results may be much
// larger than the arguments: they poll.
#include "core/array.h"

#include <string.h>

// --- Indexes -------------------------------------------------------------------------------------------------------------

// Appends a new Array of items[index[0]], items[index[1]] … to out. False: exception set.
static bool append_pick(struct ec *ec, struct array_work *work, struct array *out, const value_t *items,
                        const uint32_t *index, size_t count)
{
    value_t small[8];
    struct array *a;
    if (count <= TRP_COUNT(small)) {
        for (size_t i = 0; i < count; i++) small[i] = items[index[i]];
        a = array_from(ec->heap, small, count);
    } else {
        a = array_new(ec->heap, count);
        for (size_t i = 0; a != NULL && i < count; i++) (void)array_push(ec->heap, a, items[index[i]]); // there is room
    }
    if (a == NULL || !array_push(ec->heap, out, value_pointer(a))) return vm_raise_memory(ec), false;
    return work_poll(ec, work, 48 + count * sizeof(value_t));
}

// The next index vector in order; false at the end. Each is of a kind: combination, repeated combination, repeated
// permutation. Permutations are made by the Ruby body from these.
enum pick { PICK_COMBINATION, PICK_REPEATED_COMBINATION, PICK_REPEATED_PERMUTATION };

static bool next_pick(enum pick kind, uint32_t *index, size_t count, size_t size)
{
    size_t i = count;
    while (i-- > 0) {
        size_t const last = kind == PICK_COMBINATION ? size - count + i : size - 1;
        if (index[i] < last) break;
        if (i == 0) return false;
    }
    if (i == SIZE_MAX) return false;
    uint32_t const v = ++index[i];
    for (size_t j = i + 1; j < count; j++) {
        index[j] = kind == PICK_COMBINATION ? v + (uint32_t)(j - i) : kind == PICK_REPEATED_COMBINATION ? v : 0;
    }
    return true;
}

// array_picks(n, kind): an Array of all of them.
static value_t array_picks(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    int64_t const n = value_to_fixnum(argv[0]);
    enum pick const kind = (enum pick)value_to_fixnum(argv[1]);
    size_t const size = array_count(self_array(self));
    struct array *const out = array_new(ec->heap, 0);
    if (out == NULL) return vm_raise_memory(ec);
    if (n < 0 || (kind == PICK_COMBINATION && (uint64_t)n > size) || (n > 0 && size == 0)) return value_pointer(out);
    size_t const count = (size_t)n, bytes = (count + 1) * sizeof(uint32_t);
    uint32_t *const index = heap_body_alloc(ec->heap, bytes);
    if (index == NULL) return vm_raise_memory(ec);
    for (size_t i = 0; i < count; i++) index[i] = kind == PICK_COMBINATION ? (uint32_t)i : 0;
    struct array_work work;
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    work.values[1] = self;
    bool ok;
    do ok = append_pick(ec, &work, out, array_items(self_array(self)), index, count);
    while (ok && next_pick(kind, index, count, size));
    work_end(ec, &work);
    heap_body_free(ec->heap, index, bytes);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

// The next permutation of `count` out of `size`: the first `count` of `p` are picked, the rest are in rising order.
static bool next_permutation(uint32_t *p, size_t count, size_t size)
{
    for (size_t i = count; i-- > 0;) {
        size_t best = size;
        for (size_t j = i + 1; j < size; j++) {
            if (p[j] > p[i] && (best == size || p[j] < p[best])) best = j;
        }
        if (best < size) {
            uint32_t const v = p[i];
            p[i] = p[best];
            p[best] = v;
            for (size_t a = i + 1; a < size; a++) { // insertion: the tail in rising order
                for (size_t b = a; b > i + 1 && p[b - 1] > p[b]; b--) {
                    uint32_t const t = p[b];
                    p[b] = p[b - 1];
                    p[b - 1] = t;
                }
            }
            return true;
        }
    }
    return false;
}

static value_t array_permutations(struct ec *ec, value_t self, int argc, const value_t *argv) // array_permutations(n)
{
    (void)argc;
    int64_t const n = value_to_fixnum(argv[0]);
    size_t const size = array_count(self_array(self));
    struct array *const out = array_new(ec->heap, 0);
    if (out == NULL) return vm_raise_memory(ec);
    if (n < 0 || (uint64_t)n > size) return value_pointer(out);
    size_t const bytes = (size + 1) * sizeof(uint32_t);
    uint32_t *const index = heap_body_alloc(ec->heap, bytes);
    if (index == NULL) return vm_raise_memory(ec);
    for (size_t i = 0; i < size; i++) index[i] = (uint32_t)i;
    struct array_work work;
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    work.values[1] = self;
    bool ok;
    do ok = append_pick(ec, &work, out, array_items(self_array(self)), index, (size_t)n);
    while (ok && next_permutation(index, (size_t)n, size));
    work_end(ec, &work);
    heap_body_free(ec->heap, index, bytes);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

// --- Products ------------------------------------------------------------------------------------------------------------

static bool append_product(struct ec *ec, struct array_work *work, struct array *out, const struct array *const *from,
                           const size_t *at, size_t n)
{
    struct array *const a = array_new(ec->heap, n);
    if (a == NULL) return vm_raise_memory(ec), false;
    for (size_t i = 0; i < n; i++) (void)array_push(ec->heap, a, array_at(from[i], at[i])); // there is room
    if (!array_push(ec->heap, out, value_pointer(a))) return vm_raise_memory(ec), false;
    return work_poll(ec, work, 48 + n * sizeof(value_t));
}

#define PRODUCT_MAX 32
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
    struct array_work work; // the arrays themselves are the receiver and the arguments
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    bool ok = true, more = true;
    while (ok && more) {
        ok = append_product(ec, &work, out, from, at, n);
        size_t i = n;
        while (i > 0 && ++at[i - 1] == array_count(from[i - 1])) at[--i] = 0;
        more = i > 0;
    }
    work_end(ec, &work);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

// --- Slices --------------------------------------------------------------------------------------------------------------

// array_slices(n, step): each n items, `step` apart; the last may be short when they do not overlap.
static value_t array_slices(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    const struct array *const a = self_array(self);
    size_t const count = array_count(a), n = (size_t)value_to_fixnum(argv[0]), step = (size_t)value_to_fixnum(argv[1]);
    struct array *const out = array_new(ec->heap, count / step < 100000 ? count / step + 1 : 0);
    if (out == NULL) return vm_raise_memory(ec);
    struct array_work work;
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i += step) {
        size_t const rest = count - i, some = rest < n ? rest : n;
        if (some < n && step < n) break;
        struct array *const slice = array_from(ec->heap, array_items(a) + i, some);
        if (slice == NULL || !array_push(ec->heap, out, value_pointer(slice))) ok = (vm_raise_memory(ec), false);
        else ok = work_poll(ec, &work, 48 + some * sizeof(value_t));
    }
    work_end(ec, &work);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

static value_t array_zip(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    const struct array *const a = self_array(self);
    size_t const count = array_count(a);
    if (!value_is_nil(argv[argc])) return VALUE_FAIL;
    for (int i = 0; i < argc; i++) {
        if (!is_array(argv[i])) return VALUE_FAIL;
    }
    struct array *const out = array_new(ec->heap, count);
    if (out == NULL) return vm_raise_memory(ec);
    struct array_work work;
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        struct array *const row = array_new(ec->heap, (size_t)argc + 1);
        ok = row != NULL && array_push(ec->heap, row, array_at(a, i));
        for (int n = 0; ok && n < argc; n++) ok = array_push(ec->heap, row, array_get(value_to_array(argv[n]), (int64_t)i));
        ok = ok && array_push(ec->heap, out, value_pointer(row));
        if (!ok) vm_raise_memory(ec);
        else ok = work_poll(ec, &work, 48 + ((size_t)argc + 1) * sizeof(value_t));
    }
    work_end(ec, &work);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

static value_t array_transpose(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
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
    struct array *const out = array_new(ec->heap, columns);
    if (out == NULL) return vm_raise_memory(ec);
    struct array_work work;
    work_begin(ec, &work);
    work.values[0] = value_pointer(out);
    bool ok = true;
    for (size_t c = 0; ok && c < columns; c++) {
        struct array *const column = array_new(ec->heap, rows);
        ok = column != NULL;
        for (size_t r = 0; ok && r < rows; r++) ok = array_push(ec->heap, column, array_at(value_to_array(array_at(a, r)), c));
        ok = ok && array_push(ec->heap, out, value_pointer(column));
        if (!ok) vm_raise_memory(ec);
        else ok = work_poll(ec, &work, 48 + rows * sizeof(value_t));
    }
    work_end(ec, &work);
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

// --- Flatten -------------------------------------------------------------------------------------------------------------

// 1: done, 0: no memory, -1: dispatch (an item that may answer to_ary), -2: too deep for C.
static int flatten_into(struct ec *ec, struct array *out, const struct array *a, int64_t levels, unsigned depth, bool *nested)
{
    if (depth > 200) return -2;
    for (size_t i = 0; i < array_count(a); i++) {
        value_t const v = array_at(a, i);
        if (is_array(v)) *nested = true;
        if (is_array(v) && levels != 0) {
            int const result = flatten_into(ec, out, value_to_array(v), levels - 1, depth + 1, nested);
            if (result != 1) return result;
            continue;
        }
        if (value_is(v, TYPE_OBJECT) || value_is(v, TYPE_DATA)) return -1;
        if (!array_push(ec->heap, out, v)) return 0;
    }
    return 1;
}

// FAIL: what C cannot do. *nested: there was an array inside.
static value_t flattened(struct ec *ec, value_t self, int64_t levels, bool *nested)
{
    struct array *const out = array_new(ec->heap, array_count(self_array(self)));
    int const result = out == NULL ? 0 : flatten_into(ec, out, self_array(self), levels, 0, nested);
    if (result == 0) return vm_raise_memory(ec);
    vm_charge(ec, out == NULL ? 0 : array_count(out) / 128);
    return result == 1 ? value_pointer(out) : VALUE_FAIL;
}

static value_t array_flatten(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    bool nested = false;
    if (argc > 0 && !value_is_nil(argv[0]) && !value_is_fixnum(argv[0])) return VALUE_FAIL;
    return flattened(ec, self, argc > 0 && value_is_fixnum(argv[0]) ? value_to_fixnum(argv[0]) : -1, &nested);
}

static value_t array_flatten_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    bool nested = false;
    if (!core_check_frozen(ec, self)) return VALUE_UNDEF;
    if (argc > 0 && !value_is_nil(argv[0]) && !value_is_fixnum(argv[0])) return VALUE_FAIL;
    int64_t const levels = argc > 0 && value_is_fixnum(argv[0]) ? value_to_fixnum(argv[0]) : -1;
    if (levels == 0) return VALUE_NIL;
    value_t const out = flattened(ec, self, levels, &nested);
    if (!is_array(out)) return out;
    if (!nested) return VALUE_NIL;
    return array_replace(ec->heap, self_array(self), value_to_array(out)) ? self : vm_raise_memory(ec);
}

static const struct core_method methods[] = {
    {"product", array_product, 0, -1, CORE_TRY | METHOD_WANTS_BLOCK}, {"zip", array_zip, 0, -1, CORE_TRY | METHOD_WANTS_BLOCK},
    {"transpose", array_transpose, 0, 0, CORE_TRY}, {"flatten", array_flatten, 0, 1, CORE_TRY},
    {"flatten!", array_flatten_bang, 0, 1, CORE_TRY},
};

static const struct vm_primitive primitives[] = {
    {"array_picks", array_picks}, {"array_permutations", array_permutations}, {"array_slices", array_slices},
};

bool array_define_combine(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_ARRAY, methods) && CORE_PRIMITIVES(boot, primitives);
}
