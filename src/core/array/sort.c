// Array: sorting, extremes and sums of built-in items. A stable merge sort over a scratch body, with runs of the input
// taken as they are; integers, floats and strings among themselves are compared without looking at their classes again.
#include "core/array/array.h"

#include <math.h>
#include <string.h>

enum order_kind { ORDER_FIXNUM, ORDER_FLOAT, ORDER_STRING, ORDER_ANY };

struct entry {
    value_t key, value;
};

// A running sort. `failed`: two items could not be compared in C, `raised`: killed at a poll.
struct sorting {
    struct ec *ec;
    enum order_kind kind;
    bool failed, raised;
    uint64_t comparisons;
};

static int order(struct sorting *s, value_t a, value_t b)
{
    switch (s->kind) {
    case ORDER_FIXNUM: return ((int64_t)a > (int64_t)b) - ((int64_t)a < (int64_t)b);
    case ORDER_FLOAT: {
        double const x = value_to_double(a), y = value_to_double(b);
        return (x > y) - (x < y);
    }
    case ORDER_STRING: return string_compare(value_to_pointer(a), value_to_pointer(b));
    default: {
        int const result = items_compare(s->ec, a, b);
        if (result <= 1) return result;
        s->failed = true;
        return 0;
    }
    }
}

static bool out_of_budget(struct sorting *s)
{
    if (s->comparisons < 4096) return false;
    s->comparisons = 0;
    if (!vm_poll_builtin(s->ec, s->kind <= ORDER_FLOAT ? 512 : 2048)) s->raised = true;
    return s->raised;
}

static bool stopped(const struct sorting *s) { return s->failed || s->raised; }

// Sorts [0, count) by insertion.
static void insertion(struct sorting *s, struct entry *e, size_t count)
{
    for (size_t i = 1; i < count && !stopped(s); i++) {
        struct entry const x = e[i];
        size_t j = i;
        while (j > 0 && order(s, e[j - 1].key, x.key) > 0) {
            e[j] = e[j - 1];
            j--;
        }
        e[j] = x;
    }
    s->comparisons += count * 3;
}

static void merge(struct sorting *s, const struct entry *from, struct entry *to, size_t middle, size_t end)
{
    size_t i = 0, j = middle, k = 0;
    if (order(s, from[middle - 1].key, from[middle].key) <= 0) { // in order already
        memcpy(to, from, end * sizeof *to);
        return;
    }
    while (i < middle && j < end) {
        to[k++] = order(s, from[i].key, from[j].key) <= 0 ? from[i++] : from[j++];
        if (k % 4096 == 0) {
            s->comparisons += 4096;
            if (out_of_budget(s)) return;
        }
    }
    while (i < middle) to[k++] = from[i++];
    while (j < end) to[k++] = from[j++];
    s->comparisons += end % 4096;
}

#define RUN 12u
static bool sort_entries(struct sorting *s, struct entry *e, size_t count)
{
    for (size_t at = 0; at < count; at += RUN) {
        insertion(s, e + at, count - at < RUN ? count - at : RUN);
        if (stopped(s) || out_of_budget(s)) return false;
    }
    if (count <= RUN) return true;
    struct heap *const heap = s->ec->heap;
    struct heap_scratch room;
    struct entry *const scratch = heap_scratch_open(heap, &room, count * sizeof *scratch);
    if (scratch == NULL) {
        vm_raise_memory(s->ec);
        s->raised = true;
        return false;
    }
    struct entry *from = e, *to = scratch;
    for (size_t width = RUN; width < count && !stopped(s); width *= 2) {
        for (size_t at = 0; at < count && !stopped(s) && !out_of_budget(s); at += 2 * width) {
            size_t const rest = count - at;
            if (rest <= width) memcpy(to + at, from + at, rest * sizeof *to);
            else merge(s, from + at, to + at, width, rest < 2 * width ? rest : 2 * width);
        }
        struct entry *const swapped = from;
        from = to;
        to = swapped;
    }
    if (from != e) memcpy(e, from, count * sizeof *e);
    heap_scratch_close(heap, &room);
    return !stopped(s);
}

// What all the keys are. False: something that only Ruby compares.
static bool classify(struct ec *ec, const struct array *keys, enum order_kind *kind)
{
    bool fixnums = true, floats = true, strings = true;
    if (runtime_redefined(ec->runtime, BASIC_CMP)) return false;
    for (size_t i = 0; i < array_count(keys); i++) {
        items_turn(ec, i, ITEMS_QUICK);
        value_t const v = array_at(keys, i);
        bool const is_float = value_is_float(v);
        if (is_float && isnan(value_to_double(v))) return false;
        fixnums = fixnums && value_is_fixnum(v);
        floats = floats && is_float;
        strings = strings && is_exact(v, CLASS_STRING);
        if (!fixnums && !floats && !strings && !is_float && !value_is_integer(v) && !value_is_symbol(v) &&
            !is_exact(v, CLASS_STRING) && !is_exact(v, CLASS_ARRAY)) {
            return false;
        }
    }
    *kind = fixnums ? ORDER_FIXNUM : floats ? ORDER_FLOAT : strings ? ORDER_STRING : ORDER_ANY;
    return true;
}

// The values of `out` in the order of their keys. Both are nobody else's, and held. nil: only Ruby can compare them.
static value_t sort_held(struct ec *ec, const struct array *keys, struct array *out)
{
    struct sorting s = {.ec = ec};
    size_t const count = array_count(out);
    struct heap_scratch room;
    if (!classify(ec, keys, &s.kind)) return VALUE_NIL;
    struct entry *const e = heap_scratch_open(ec->heap, &room, count * sizeof *e);
    if (e == NULL) return vm_raise_memory(ec);
    for (size_t i = 0; i < count; i++) {
        e[i] = (struct entry){array_at(keys, i), array_at(out, i)};
        items_turn(ec, i, ITEMS_QUICK);
    }
    bool const done = sort_entries(&s, e, count);
    for (size_t i = 0; done && i < count; i++) heap_store(ec->heap, out, &array_items_mutable(out)[i], e[i].value);
    heap_scratch_close(ec->heap, &room);
    return done ? value_pointer(out) : s.raised ? VALUE_UNDEF : VALUE_NIL;
}

static uint64_t sort_cost(size_t count) { return count / 2; }

// The values in the order of their keys, in a new Array. nil: only Ruby can compare them.
static value_t sorted(struct ec *ec, const struct array *keys, const struct array *values)
{
    size_t const count = array_count(keys);
    if (count < 2) return array_result(ec, array_items(values), count);
    struct array *const out = array_from(ec->heap, array_items(values), count);
    // While others run the items stay where they are, in a copy.
    if (out != NULL && keys == values) keys = ec->heap->work == NULL ? out : array_from(ec->heap, array_items(out), count);
    if (out == NULL || keys == NULL) return vm_raise_memory(ec);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(keys), value_pointer(out), VALUE_NIL);
    value_t const result = sort_held(ec, keys, out);
    items_release(ec, &hold);
    return result;
}

static value_t array_sort(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc])) return VALUE_FAIL;
    VM_LONG(ec, sort_cost(array_count(self_array(self))), array_sort, WORK_CHANGES);
    value_t const out = sorted(ec, self_array(self), self_array(self));
    return out == VALUE_NIL ? VALUE_FAIL : out;
}

static value_t array_sort_bang(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF;
    if (!value_is_nil(argv[argc])) return VALUE_FAIL;
    VM_LONG(ec, sort_cost(array_count(self_array(self))), array_sort_bang, WORK_CHANGES);
    value_t const out = array_sort(ec, self, argc, argv);
    if (!is_array(out)) return out;
    if (!items_check_frozen(ec, self)) return VALUE_UNDEF; // by now
    return array_replace(ec->heap, self_array(self), value_to_array(out)) ? self : vm_raise_memory(ec);
}

// sort_values(keys, values): nil: only Ruby can.
static value_t sort_values(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, sort_cost(array_count(value_to_array(argv[0]))), sort_values, WORK_CHANGES);
    return sorted(ec, value_to_array(argv[0]), value_to_array(argv[1]));
}

// --- Extremes --------------------------------------------------------------------------------------------------------

// The first least (sign -1) or greatest (sign 1) item. VALUE_FAIL: only Ruby can.
static value_t extreme(struct ec *ec, const struct array *a, int sign)
{
    if (array_count(a) == 0) return VALUE_NIL;
    struct items_hold hold;
    items_hold(ec, &hold, array_at(a, 0), VALUE_NIL, VALUE_NIL);
    int result = 0;
    for (size_t i = 1; i < array_count(a) && result <= 1; i++) {
        value_t const v = array_at(a, i);
        result = items_compare(ec, v, hold.values[0]);
        if (result == sign) hold.values[0] = v;
        items_turn(ec, i, ITEMS_QUICK);
    }
    items_release(ec, &hold);
    return result > 1 ? VALUE_FAIL : hold.values[0];
}

static uint64_t extreme_cost(value_t self) { return array_count(self_array(self)) / 8; }

static value_t array_min(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, extreme_cost(self), array_min, WORK_CHANGES);
    return argc > 0 || !value_is_nil(argv[argc]) ? VALUE_FAIL : extreme(ec, self_array(self), -1);
}

static value_t array_max(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, extreme_cost(self), array_max, WORK_CHANGES);
    return argc > 0 || !value_is_nil(argv[argc]) ? VALUE_FAIL : extreme(ec, self_array(self), 1);
}

static value_t array_minmax(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc])) return VALUE_FAIL;
    VM_LONG(ec, extreme_cost(self), array_minmax, WORK_CHANGES);
    value_t const least = extreme(ec, self_array(self), -1);
    struct items_hold hold;
    items_hold(ec, &hold, least, VALUE_NIL, VALUE_NIL);
    value_t const greatest = least == VALUE_FAIL ? least : extreme(ec, self_array(self), 1);
    items_release(ec, &hold);
    if (greatest == VALUE_FAIL) return VALUE_FAIL;
    return CORE_NEW(ec, array_new_small(ec->heap, (value_t[]){least, greatest}, 2));
}

// --- Sums ------------------------------------------------------------------------------------------------------------

struct float_sum { // Kahan-Babuska, as CRuby
    double sum, correction;
};

static void add(struct float_sum *f, double x)
{
    if (isnan(f->sum)) return;
    if (isnan(x)) {
        f->sum = x;
        return;
    }
    if (isinf(x)) {
        f->sum = isinf(f->sum) && signbit(x) != signbit(f->sum) ? NAN : x;
        return;
    }
    if (isinf(f->sum)) return;
    double const t = f->sum + x;
    f->correction += fabs(f->sum) >= fabs(x) ? (f->sum - t) + x : (x - t) + f->sum;
    f->sum = t;
}

// Adds items from i on as far as they are numbers; where that is.
static size_t add_floats(struct ec *ec, struct float_sum *f, const struct array *a, size_t i)
{
    for (; i < array_count(a) && value_is_number(array_at(a, i)); i++) {
        add(f, core_double(array_at(a, i)));
        items_turn(ec, i, ITEMS_QUICK);
    }
    return i;
}

// array_sum_of(array, start): [sum of a first part, how many items that is]; Integers, then Floats among the rest.
static value_t sum_part(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, extreme_cost(argv[0]), sum_part, WORK_CHANGES);
    (void)self;
    const struct array *const a = value_to_array(argv[0]);
    size_t i = 0;
    struct items_hold hold;
    items_hold(ec, &hold, argv[1], VALUE_NIL, VALUE_NIL);
    value_t sum = argv[1];
    for (; i < array_count(a) && value_is_integer(array_at(a, i)) && value_is_integer(sum); i++) {
        hold.values[0] = sum = integer_add(ec->heap, sum, array_at(a, i));
        items_turn(ec, i, ITEMS_QUICK);
    }
    if (sum != VALUE_UNDEF && i < array_count(a) && value_is_float(array_at(a, i)) && value_is_number(sum)) {
        struct float_sum f = {core_double(sum), 0};
        i = add_floats(ec, &f, a, i);
        sum = core_make_float(ec, isfinite(f.sum) ? f.sum + f.correction : f.sum);
    } else if (sum != VALUE_UNDEF && value_is_float(sum)) {
        struct float_sum f = {value_to_double(sum), 0};
        i = add_floats(ec, &f, a, i);
        sum = core_make_float(ec, isfinite(f.sum) ? f.sum + f.correction : f.sum);
    }
    items_release(ec, &hold);
    if (sum == VALUE_UNDEF) return ec->unwind_kind == UNWIND_NONE ? vm_raise_memory(ec) : sum;
    return CORE_NEW(ec, array_new_small(ec->heap, (value_t[]){sum, value_fixnum((int64_t)i)}, 2));
}

static value_t array_sum(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!value_is_nil(argv[argc]) || runtime_redefined(ec->runtime, BASIC_PLUS)) return VALUE_FAIL;
    VM_LONG(ec, extreme_cost(self), array_sum, WORK_CHANGES);
    const struct array *const a = self_array(self);
    for (size_t i = 0; i < array_count(a); i++) {
        if (!value_is_number(array_at(a, i))) return VALUE_FAIL;
        items_turn(ec, i, ITEMS_QUICK);
    }
    value_t const start = argc > 0 ? argv[0] : value_fixnum(0);
    if (!value_is_number(start)) return VALUE_FAIL;
    value_t const pair = sum_part(ec, self, 2, (value_t[]){self, start});
    return pair == VALUE_UNDEF ? pair : array_at(value_to_array(pair), 0);
}

// a op b of numbers for `inject`: VALUE_FAIL: another operator, other values, or redefined.
static value_t fold_step(struct ec *ec, value_t a, symbol_t op, value_t b)
{
    if (value_is_integer(a) && value_is_integer(b)) {
        if (op == SYM_OP_plus) return integer_add(ec->heap, a, b);
        if (op == SYM_OP_minus) return integer_sub(ec->heap, a, b);
        return op == SYM_OP_times ? integer_mul(ec->heap, a, b) : VALUE_FAIL;
    }
    if (!value_is_number(a) || !value_is_number(b)) return VALUE_FAIL;
    double const x = core_double(a), y = core_double(b);
    if (op == SYM_OP_plus) return float_value(ec->heap, x + y);
    if (op == SYM_OP_minus) return float_value(ec->heap, x - y);
    return op == SYM_OP_times ? float_value(ec->heap, x * y) : VALUE_FAIL;
}

// array_fold(acc, index, operator): [acc, index] after as many items as are numbers under + - *.
static value_t array_fold(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    VM_LONG(ec, extreme_cost(self), array_fold, WORK_CHANGES);
    const struct array *const a = self_array(self);
    uint64_t const operators = (uint64_t)1 << BASIC_PLUS | (uint64_t)1 << BASIC_MINUS | (uint64_t)1 << BASIC_TIMES;
    bool const plain = (atomic_load_explicit(&ec->runtime->redefined, memory_order_relaxed) & operators) == 0;
    size_t i = (size_t)value_to_fixnum(argv[1]);
    value_t acc = argv[0];
    if (plain && argv[2] == value_symbol(SYM_OP_plus)) { // fixnums whose sum is one
        int64_t sum;
        while (i < array_count(a) && value_both_fixnum(acc, array_at(a, i)) &&
               !__builtin_saddl_overflow((int64_t)acc, (int64_t)(array_at(a, i) - 1), &sum)) {
            acc = (value_t)sum;
            i++;
            items_turn(ec, i, ITEMS_QUICK);
        }
    }
    struct items_hold hold;
    items_hold(ec, &hold, acc, VALUE_NIL, VALUE_NIL);
    value_t next = acc;
    for (; plain && i < array_count(a); i++) {
        hold.values[1] = array_at(a, i);
        next = fold_step(ec, acc, value_to_symbol(argv[2]), array_at(a, i)); // a large product pauses
        if (next == VALUE_UNDEF || next == VALUE_FAIL) break;
        hold.values[0] = acc = next;
        items_turn(ec, i, ITEMS_SLOW);
    }
    items_release(ec, &hold);
    if (next == VALUE_UNDEF) return vm_raise_memory(ec);
    return CORE_NEW(ec, array_new_small(ec->heap, (value_t[]){acc, value_fixnum((int64_t)i)}, 2));
}

// How long each takes, see docs/builtins.md:
//   polls: array_sort array_sort_bang array_min array_max array_minmax array_sum sort_values sum_part array_fold
static const struct core_method methods[] = {
    {"sort", array_sort, 0, 0, CORE_TRY | METHOD_WANTS_BLOCK},
    {"sort!", array_sort_bang, 0, 0, CORE_TRY | METHOD_WANTS_BLOCK},
    {"min", array_min, 0, 1, CORE_TRY | METHOD_WANTS_BLOCK}, {"max", array_max, 0, 1, CORE_TRY | METHOD_WANTS_BLOCK},
    {"minmax", array_minmax, 0, 0, CORE_TRY | METHOD_WANTS_BLOCK}, {"sum", array_sum, 0, 1, CORE_TRY | METHOD_WANTS_BLOCK},
};

static const struct vm_primitive primitives[] = {
    {"sort_values", sort_values}, {"array_sum_of", sum_part}, {"array_fold", array_fold}};

bool core_array_sort(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_ARRAY, methods) && CORE_PRIMITIVES(boot, primitives);
}
