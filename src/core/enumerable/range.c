// Range: the ends, membership among numbers, and the Array of a range of Integers.
#include "core/support/items.h"

static const struct range *self_range(value_t v) { return value_to_range(v); }
static bool is_exclusive(const struct range *r) { return (r->header & RANGE_EXCLUSIVE) != 0; }

static value_t range_begin(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return self_range(self)->begin;
}

static value_t range_end(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return self_range(self)->end;
}

static value_t range_exclusive(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(is_exclusive(self_range(self)));
}

// range_set(begin, end, exclusive): of a range that was allocated; once.
static value_t primitive_set(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    struct range *const r = value_to_range(self);
    if (object_frozen(r)) {
        return vm_raise_name(ec, CLASS_FROZEN_ERROR, SYM_NONE, self, "can't modify frozen %s", vm_class_name(ec, self));
    }
    heap_store(ec->heap, r, &r->begin, argv[0]);
    heap_store(ec->heap, r, &r->end, argv[1]);
    if (value_truthy(argv[2])) r->header |= RANGE_EXCLUSIVE;
    if (object_class_id(r) == CLASS_RANGE) object_freeze(r);
    return self;
}

// range_fresh(begin, end, exclusive)
static value_t primitive_fresh(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    return CORE_NEW(ec, range_new(ec->heap, argv[0], argv[1], value_truthy(argv[2])));
}

static value_t range_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (self == argv[0]) return VALUE_TRUE;
    if (!value_is(argv[0], TYPE_RANGE)) return VALUE_FALSE;
    const struct range *const a = self_range(self), *const b = self_range(argv[0]);
    if (is_exclusive(a) != is_exclusive(b)) return VALUE_FALSE;
    ITEMS_LONG(ec, self, range_equal);
    int same = items_equal(ec, a->begin, b->begin);
    if (same == 1) same = items_equal(ec, a->end, b->end);
    return same < 0 ? VALUE_FAIL : value_bool(same);
}

static value_t range_eql(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (self == argv[0]) return VALUE_TRUE;
    if (!value_is(argv[0], TYPE_RANGE)) return VALUE_FALSE;
    const struct range *const a = self_range(self), *const b = self_range(argv[0]);
    if (is_exclusive(a) != is_exclusive(b)) return VALUE_FALSE;
    int same = items_eql(ec, a->begin, b->begin);
    if (same == 1) same = items_eql(ec, a->end, b->end);
    return same < 0 ? VALUE_FAIL : value_bool(same);
}

static value_t range_hash(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    const struct range *const r = self_range(self);
    uint64_t begin, end;
    bool identity;
    if (!items_key(ec, r->begin, &begin, &identity) || !items_key(ec, r->end, &end, &identity)) return VALUE_FAIL;
    uint64_t const start = hash_array_add(hash_array_start(ec->runtime, 3), is_exclusive(r)); // as the Ruby body
    return value_fixnum((int64_t)hash_fold(hash_array_add(hash_array_add(start, begin), end)));
}

// Membership among numbers and of Strings in the order of bytes. Everything else is the Ruby body's.
static value_t covers(struct ec *ec, value_t self, value_t v)
{
    const struct range *const r = self_range(self);
    bool const numbers =
        (value_is_nil(r->begin) || value_is_number(r->begin)) && (value_is_nil(r->end) || value_is_number(r->end));
    if (!numbers || !value_is_number(v)) return VALUE_FAIL;
    if (!value_is_nil(r->begin)) {
        int const order = items_compare(ec, r->begin, v);
        if (order == ITEMS_DISPATCH) return VALUE_FAIL;
        if (order > 0) return VALUE_FALSE; // UNORDERED too
    }
    if (value_is_nil(r->end)) return VALUE_TRUE;
    int const order = items_compare(ec, v, r->end);
    if (order == ITEMS_DISPATCH) return VALUE_FAIL;
    return value_bool(order < 0 || (order == 0 && !is_exclusive(r)));
}

static value_t range_covers(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    return covers(ec, self, argv[0]);
}

#define PIECE 4096u // items between pauses
static bool fill(struct ec *ec, struct array *out, int64_t from, size_t count)
{
    for (size_t done = 0; done < count;) {
        size_t const end = count - done < PIECE ? count : done + PIECE;
        if (!array_resize(ec->heap, out, end)) return false;
        value_t *const items = array_items_mutable(out);
        for (; done < end; done++) items[done] = value_fixnum(from + (int64_t)done);
        heap_pause(ec->heap, PIECE / 8);
    }
    return true;
}

static value_t range_to_a(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    const struct range *const r = self_range(self);
    if (argc > 0 || !value_both_fixnum(r->begin, r->end)) return VALUE_FAIL;
    int64_t const from = value_to_fixnum(r->begin), to = value_to_fixnum(r->end) + !is_exclusive(r);
    if (to <= from) return CORE_NEW(ec, array_new(ec->heap, 0));
    if (to - from > (int64_t)ARRAY_COUNT_MAX) return vm_raise(ec, CLASS_RANGE_ERROR, "too big range to array");
    VM_LONG(ec, (uint64_t)(to - from) / 8, range_to_a, WORK_CHANGES);
    struct array *const out = array_new(ec->heap, (size_t)(to - from));
    if (out == NULL) return vm_raise_memory(ec);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(out), VALUE_NIL, VALUE_NIL);
    bool const ok = fill(ec, out, from, (size_t)(to - from));
    items_release(ec, &hold);
    return ok ? value_pointer(out) : vm_raise_memory(ec);
}

// How long each takes, see docs/builtins.md:
//   bounded: range_begin range_end range_exclusive range_eql range_hash primitive_fresh primitive_set
//   moves: range_covers
//   polls: range_equal range_to_a
static const struct core_method methods[] = {
    {"begin", range_begin, 0, 0, 0}, {"end", range_end, 0, 0, 0}, {"exclude_end?", range_exclusive, 0, 0, 0},
    {"==", range_equal, 1, 1, CORE_TRY}, {"eql?", range_eql, 1, 1, CORE_TRY}, {"hash", range_hash, 0, 0, CORE_TRY},
    {"===", range_covers, 1, 1, CORE_TRY}, {"include?", range_covers, 1, 1, CORE_TRY},
    {"cover?", range_covers, 1, 1, CORE_TRY},
    {"to_a", range_to_a, 0, 0, CORE_TRY},
};

static const struct vm_primitive primitives[] = {
    {"range_set", primitive_set}, {"range_fresh", primitive_fresh}, {"range_begin", range_begin}, {"range_end", range_end},
    {"range_exclusive", range_exclusive},
};

bool core_range(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_RANGE, methods) && CORE_PRIMITIVES(boot, primitives);
}
