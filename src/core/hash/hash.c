// Hash: what needs no dispatch: built-in keys, objects with Kernel's own hash and eql?, and hashes by identity. For other
// keys the Ruby body asks for the code, probes with primitives, and compares by eql?.
#include "core/support/items.h"

static struct hash *self_hash(value_t v) { return value_to_hash(v); }

static bool check_change(struct ec *ec, value_t self, bool adding)
{
    if (!items_check_frozen(ec, self)) return false;
    if (!adding || self_hash(self)->iterating == 0) return true;
    vm_raise(ec, CLASS_RUNTIME_ERROR, "can't add a new key into hash during iteration");
    return false;
}

// A String as key is kept as a frozen copy. VALUE_UNDEF: memory, raised.
static value_t kept_key(struct ec *ec, const struct hash *h, value_t key)
{
    if (!value_is(key, TYPE_STRING) || object_frozen(value_to_pointer(key)) || h->header & HASH_IDENTITY) return key;
    if (class_real(value_class(ec->runtime, key))->id != CLASS_STRING) return key;
    struct string *const copy = string_dup(ec->heap, value_to_pointer(key));
    if (copy == NULL) return vm_raise_memory(ec);
    object_freeze(copy);
    return value_pointer(copy);
}

static value_t add_pair(struct ec *ec, struct hash *h, uint64_t code, value_t key, value_t value)
{
    value_t const kept = kept_key(ec, h, key);
    if (kept == VALUE_UNDEF) return kept;
    return hash_add(ec->heap, h, code, kept, value) ? value : vm_raise_memory(ec);
}

// --- Look-up ---------------------------------------------------------------------------------------------------------

static value_t hash_index(struct ec *ec, value_t self, int argc, const value_t *argv) // []
{
    (void)argc;
    uint64_t code;
    const struct hash *const h = self_hash(self);
    int64_t const at = items_lookup(ec, h, argv[0], &code);
    if (at >= 0) return hash_value_at(h, (size_t)at);
    if (at == -2) return VALUE_FAIL;
    if (h->header & HASH_DEFAULT_PROC) return VALUE_FAIL;
    if (TRP_UNLIKELY(object_class_id(h) != CLASS_HASH)) return VALUE_FAIL; // `default` may be the user's
    return h->ifnone;
}

static value_t hash_has(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    uint64_t code;
    int64_t const at = items_lookup(ec, self_hash(self), argv[0], &code);
    return at == -2 ? VALUE_FAIL : value_bool(at >= 0);
}

static value_t hash_fetch(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    uint64_t code;
    int64_t const at = items_lookup(ec, self_hash(self), argv[0], &code);
    return at >= 0 ? hash_value_at(self_hash(self), (size_t)at) : VALUE_FAIL;
}

static value_t hash_dig(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    return argc == 1 ? hash_index(ec, self, 1, argv) : VALUE_FAIL;
}

static value_t hash_store(struct ec *ec, value_t self, int argc, const value_t *argv);
static value_t store_growing(struct ec *ec, value_t self, int argc, const value_t *argv) // on a coroutine
{
    hash_grow_in_turns(ec->heap, self_hash(self));
    return hash_store(ec, self, argc, argv); // others may have changed it
}

static value_t hash_store(struct ec *ec, value_t self, int argc, const value_t *argv) // []=
{
    uint64_t code;
    struct hash *const h = self_hash(self);
    if (!check_change(ec, self, false)) return VALUE_UNDEF;
    int64_t const at = items_lookup(ec, h, argv[0], &code);
    if (at == -2) return VALUE_FAIL;
    if (at >= 0) {
        hash_set_value_at(ec->heap, h, (size_t)at, argv[1]);
        return argv[1];
    }
    if (!check_change(ec, self, true)) return VALUE_UNDEF;
    if (TRP_UNLIKELY(hash_must_grow(h))) VM_LONG(ec, hash_end(h), store_growing, WORK_CHANGES);
    return add_pair(ec, h, code, argv[0], argv[1]);
}

static value_t hash_delete_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    uint64_t code;
    struct hash *const h = self_hash(self);
    if (!check_change(ec, self, false)) return VALUE_UNDEF;
    int64_t const at = items_lookup(ec, h, argv[0], &code);
    if (at == -2) return VALUE_FAIL;
    if (at == -1) return value_is_nil(argv[1]) ? VALUE_NIL : VALUE_FAIL; // the block
    value_t const v = hash_value_at(h, (size_t)at);
    hash_delete_at(ec->heap, h, (size_t)at);
    return v;
}

// --- By position: for iteration and for keys that dispatch -----------------------------------------------------------

static const struct hash *argument(value_t v) { return value_to_hash(v); }

// hash_next(h, position): the first live position from there on, or -1.
static value_t primitive_next(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    const struct hash *const h = argument(argv[0]);
    size_t i = (size_t)value_to_fixnum(argv[1]);
    if (i < hash_first(h)) i = hash_first(h);
    while (i < hash_end(h) && hash_key_at(h, i) == VALUE_UNDEF) i++;
    return value_fixnum(i < hash_end(h) ? (int64_t)i : -1);
}

static bool is_live(const struct hash *h, value_t position)
{
    size_t const i = (size_t)value_to_fixnum(position);
    return i < hash_end(h) && i >= hash_first(h) && hash_key_at(h, i) != VALUE_UNDEF;
}

static value_t key_at(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    const struct hash *const h = argument(argv[0]);
    return is_live(h, argv[1]) ? hash_key_at(h, (size_t)value_to_fixnum(argv[1])) : VALUE_NIL;
}

static value_t value_at(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    const struct hash *const h = argument(argv[0]);
    return is_live(h, argv[1]) ? hash_value_at(h, (size_t)value_to_fixnum(argv[1])) : VALUE_NIL;
}

// hash_step(i): the first live position of the receiver behind i, or -1; hash_step_key(i), hash_step_value(i): its pair,
// read before anything else runs.
static value_t primitive_step(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    const struct hash *const h = self_hash(self);
    size_t const end = hash_end(h), first = hash_first(h);
    size_t i = (size_t)(value_to_fixnum(argv[0]) + 1);
    if (i < first) i = first;
    while (i < end && hash_key_at(h, i) == VALUE_UNDEF) i++;
    return value_fixnum(i < end ? (int64_t)i : -1);
}

static value_t step_key(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    TRP_ASSERT(is_live(self_hash(self), argv[0]));
    return hash_key_at(self_hash(self), (size_t)value_to_fixnum(argv[0]));
}

static value_t step_value(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc;
    TRP_ASSERT(is_live(self_hash(self), argv[0]));
    return hash_value_at(self_hash(self), (size_t)value_to_fixnum(argv[0]));
}

// hash_last(h): the last live position, or -1.
static value_t primitive_last(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    const struct hash *const h = argument(argv[0]);
    for (size_t i = hash_end(h); i-- > hash_first(h);) {
        if (hash_key_at(h, i) != VALUE_UNDEF) return value_fixnum((int64_t)i);
    }
    return value_fixnum(-1);
}

// hash_find(h, key): the position of a key that needs no dispatch, -1: absent, -2: its `hash` has to be asked.
static value_t primitive_find(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    uint64_t code;
    return value_fixnum(items_lookup(ec, argument(argv[0]), argv[1], &code));
}

// hash_probe(h, code, previous): the next position with that code after `previous` (-1: the first), or -1.
static value_t primitive_probe(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    const struct hash *const h = argument(argv[0]);
    int64_t const previous = value_to_fixnum(argv[2]);
    uint64_t cursor = 0;
    int64_t at = hash_probe(h, items_given_code(argv[1]), &cursor);
    if (previous < 0) return value_fixnum(at);
    while (at >= 0 && at != previous) at = hash_probe(h, items_given_code(argv[1]), &cursor);
    return value_fixnum(at < 0 ? -1 : hash_probe(h, items_given_code(argv[1]), &cursor));
}

// hash_code(h, key): the code of a key that needs no dispatch in h, for hash_insert.
static value_t primitive_code(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    uint64_t code = 0;
    (void)items_lookup(ec, argument(argv[0]), argv[1], &code);
    return value_fixnum((int64_t)hash_fold(code));
}

// hash_set_at(h, position, value)
static value_t set_at(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    if (!check_change(ec, argv[0], false)) return VALUE_UNDEF;
    if (is_live(argument(argv[0]), argv[1])) {
        hash_set_value_at(ec->heap, self_hash(argv[0]), (size_t)value_to_fixnum(argv[1]), argv[2]);
    }
    return argv[2];
}

static value_t primitive_insert(struct ec *ec, value_t self, int argc, const value_t *argv);
static value_t insert_growing(struct ec *ec, value_t self, int argc, const value_t *argv) // on a coroutine
{
    hash_grow_in_turns(ec->heap, self_hash(argv[0]));
    return primitive_insert(ec, self, argc, argv);
}

// hash_insert(h, code, key, value): a key that is known to be absent.
static value_t primitive_insert(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (!check_change(ec, argv[0], true)) return VALUE_UNDEF;
    struct hash *const h = self_hash(argv[0]);
    if (TRP_UNLIKELY(hash_must_grow(h))) VM_LONG(ec, hash_end(h), insert_growing, WORK_CHANGES);
    return add_pair(ec, self_hash(argv[0]), items_given_code(argv[1]), argv[2], argv[3]);
}

// hash_remove(h, position)
static value_t primitive_remove(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    if (!check_change(ec, argv[0], false)) return VALUE_UNDEF;
    if (is_live(argument(argv[0]), argv[1])) {
        hash_delete_at(ec->heap, self_hash(argv[0]), (size_t)value_to_fixnum(argv[1]));
    }
    return VALUE_NIL;
}

// hash_enter(h), hash_leave(h): around an iteration. A frozen Hash, which others may be reading, is not written to.
static value_t primitive_enter(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    if (!object_frozen(argument(argv[0]))) self_hash(argv[0])->iterating++;
    return VALUE_NIL;
}

static value_t primitive_leave(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    struct hash *const h = self_hash(argv[0]);
    if (!object_frozen(h) && h->iterating > 0) h->iterating--;
    return VALUE_NIL;
}

static value_t primitive_iterating(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_bool(argument(argv[0])->iterating > 0);
}

static value_t size_of(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_fixnum(argument(argv[0])->count);
}

// block_pair: whether the block of the running method is a plain one of several parameters, which a pair is spread over.
static value_t primitive_block_pair(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    value_t const block = ec->frame->block;
    if (!value_is(block, TYPE_PROC)) return VALUE_FALSE;
    const struct proc *const p = value_to_proc(block);
    if (p->code == NULL || p->header & (PROC_LAMBDA | PROC_FROM_METHOD | PROC_FROM_SYMBOL)) return VALUE_FALSE;
    return value_bool(p->code->params.flags == PARAM_SIMPLE && p->code->params.required > 1);
}

// block_spread: the same of any block, also lambdas and methods, as `map` asks.
static value_t primitive_block_spread(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc, (void)argv;
    value_t const block = ec->frame->block;
    if (!value_is(block, TYPE_PROC)) return VALUE_FALSE;
    const struct proc *const p = value_to_proc(block);
    return value_bool(p->code != NULL && p->code->params.required > 1);
}

// --- Defaults --------------------------------------------------------------------------------------------------------

// hash_default(h): the default value or proc. hash_has_proc(h). hash_set_default(h, value, is_proc).
static value_t primitive_default(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return argument(argv[0])->ifnone;
}

static value_t primitive_has_proc(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    return value_bool((argument(argv[0])->header & HASH_DEFAULT_PROC) != 0);
}

static value_t primitive_set_default(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    if (!check_change(ec, argv[0], false)) return VALUE_UNDEF;
    struct hash *const h = self_hash(argv[0]);
    h->header = (h->header & ~HASH_DEFAULT_PROC) | (value_truthy(argv[2]) ? HASH_DEFAULT_PROC : 0);
    heap_store(ec->heap, h, &h->ifnone, argv[1]);
    return argv[1];
}

// hash_keywords(h): whether it is flagged as ruby2_keywords flags. hash_flag_keywords(h)
static value_t primitive_keywords(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    if (!is_hash(argv[0]))
        return vm_raise(ec, CLASS_TYPE_ERROR, "wrong argument type %s (expected Hash)", vm_class_name(ec, argv[0]));
    return value_bool((argument(argv[0])->header & HASH_KEYWORDS) != 0);
}

static value_t primitive_flag_keywords(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)self, (void)argc;
    self_hash(argv[0])->header |= HASH_KEYWORDS;
    return argv[0];
}

// --- Whole hashes ----------------------------------------------------------------------------------------------------

static value_t hash_size(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_fixnum(self_hash(self)->count);
}

static value_t hash_empty(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool(self_hash(self)->count == 0);
}

#define HASH_LONG(function) VM_LONG(ec, self_hash(self)->count / 2, function, WORK_CHANGES)

static value_t hash_keys(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    HASH_LONG(hash_keys);
    const struct hash *const h = self_hash(self);
    struct array *const out = array_new(ec->heap, h->count);
    if (out == NULL) return vm_raise_memory(ec);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(out), VALUE_NIL, VALUE_NIL);
    bool ok = true;
    for (size_t i = hash_first(h); i < hash_end(h) && ok; i++) {
        if (hash_key_at(h, i) != VALUE_UNDEF) ok = array_push(ec->heap, out, hash_key_at(h, i));
        items_turn(ec, i, ITEMS_QUICK);
    }
    items_release(ec, &hold);
    return ok ? value_pointer(out) : vm_raise_memory(ec);
}

static value_t hash_values(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    HASH_LONG(hash_values);
    const struct hash *const h = self_hash(self);
    struct array *const out = array_new(ec->heap, h->count);
    if (out == NULL) return vm_raise_memory(ec);
    struct items_hold hold;
    items_hold(ec, &hold, value_pointer(out), VALUE_NIL, VALUE_NIL);
    bool ok = true;
    for (size_t i = hash_first(h); i < hash_end(h) && ok; i++) {
        if (hash_key_at(h, i) != VALUE_UNDEF) ok = array_push(ec->heap, out, hash_value_at(h, i));
        items_turn(ec, i, ITEMS_QUICK);
    }
    items_release(ec, &hold);
    return ok ? value_pointer(out) : vm_raise_memory(ec);
}

static value_t hash_to_a(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    HASH_LONG(hash_to_a);
    const struct hash *const h = self_hash(self);
    struct array *const out = array_new(ec->heap, h->count);
    if (out == NULL) return vm_raise_memory(ec);
    value_t values[] = {value_pointer(out)};
    struct vm_roots roots = {ec->roots, values, 1};
    ec->roots = &roots;
    bool ok = true;
    for (size_t i = hash_first(h); ok && i < hash_end(h); i++) {
        if (hash_key_at(h, i) == VALUE_UNDEF) continue;
        struct array *const pair = array_new_small(ec->heap, (value_t[]){hash_key_at(h, i), hash_value_at(h, i)}, 2);
        if (pair == NULL || !array_push(ec->heap, out, value_pointer(pair))) ok = (vm_raise_memory(ec), false);
        else if (i % 1024 == 1023) ok = vm_poll_builtin(ec, 512);
    }
    ec->roots = roots.next;
    return ok ? value_pointer(out) : VALUE_UNDEF;
}

static value_t hash_clear_method(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    if (!check_change(ec, self, false)) return VALUE_UNDEF;
    struct hash *const h = self_hash(self);
    if (h->iterating == 0) {
        hash_clear(ec->heap, h);
        return self;
    }
    for (size_t i = hash_first(h); i < hash_end(h); i++) {
        if (hash_key_at(h, i) != VALUE_UNDEF) hash_delete_at(ec->heap, h, i);
    }
    return self;
}

// hash_fresh(capacity, by_identity): an empty plain Hash.
static value_t primitive_fresh(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    int64_t const wanted = value_is_fixnum(argv[0]) ? value_to_fixnum(argv[0]) : 0;
    struct hash *const h = hash_new(ec->heap, wanted > 0 && wanted < (1 << 20) ? (size_t)wanted : 0);
    if (h == NULL) return vm_raise_memory(ec);
    if (value_truthy(argv[1])) h->header |= HASH_IDENTITY;
    return value_pointer(h);
}

// hash_copy(from): the receiver's pairs, identity and default become those of another Hash.
static value_t primitive_copy(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!check_change(ec, self, false)) return VALUE_UNDEF;
    return hash_copy(ec->heap, self_hash(self), argument(argv[0])) ? self : vm_raise_memory(ec);
}

// hash_pairs(h): a new plain Hash with the pairs of h, and its identity flag, without its default.
static value_t primitive_pairs(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self, (void)argc;
    struct hash *const out = hash_new(ec->heap, 0);
    if (out == NULL || !hash_copy(ec->heap, out, argument(argv[0]))) return vm_raise_memory(ec);
    out->header &= ~HASH_DEFAULT_PROC;
    out->ifnone = VALUE_NIL;
    return value_pointer(out);
}

static value_t hash_by_identity(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)ec, (void)argc, (void)argv;
    return value_bool((self_hash(self)->header & HASH_IDENTITY) != 0);
}

// hash_reseat(places): the receiver, which is being iterated over by the caller alone, takes over the keys, their order and
// the identity flag of another Hash, which says of each in which position of the receiver its value is. A pair that was deleted
// meanwhile stays so. All at once: nobody sees a part of it.
static value_t primitive_reseat(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (!check_change(ec, self, false)) return VALUE_UNDEF;
    struct hash *const h = self_hash(self), *const places = self_hash(argv[0]);
    if (h->iterating > 1) return vm_raise(ec, CLASS_RUNTIME_ERROR, "rehash during iteration");
    for (size_t i = hash_first(places); i < hash_end(places); i++) {
        if (hash_key_at(places, i) == VALUE_UNDEF) continue;
        value_t const position = hash_value_at(places, i);
        if (is_live(h, position)) {
            hash_set_value_at(ec->heap, places, i, hash_value_at(h, (size_t)value_to_fixnum(position)));
        } else {
            hash_delete_at(ec->heap, places, i);
        }
    }
    places->header |= h->header & HASH_DEFAULT_PROC;
    heap_store(ec->heap, places, &places->ifnone, h->ifnone);
    uint64_t const iterating = h->iterating;
    h->iterating = 0;
    bool const ok = hash_copy(ec->heap, h, places);
    h->iterating = (uint32_t)iterating;
    return ok ? self : vm_raise_memory(ec);
}

static value_t hash_shift(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc, (void)argv;
    if (!check_change(ec, self, false)) return VALUE_UNDEF;
    struct hash *const h = self_hash(self);
    size_t i = hash_first(h);
    while (i < hash_end(h) && hash_key_at(h, i) == VALUE_UNDEF) i++;
    if (i == hash_end(h)) return VALUE_NIL;
    value_t const pair = CORE_NEW(ec, array_new_small(ec->heap, (value_t[]){hash_key_at(h, i), hash_value_at(h, i)}, 2));
    if (pair != VALUE_UNDEF) hash_delete_at(ec->heap, h, i);
    return pair;
}

static value_t hash_inspect(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    if (self_hash(self)->count == 0) return CORE_NEW(ec, string_new(ec->heap, "{}", 2, ENCODING_ASCII));
    HASH_LONG(hash_inspect);
    struct items_writer w = {.out = string_new_capacity(ec->heap, 48, ENCODING_UTF8)};
    if (w.out == NULL) return vm_raise_memory(ec);
    int const result = items_inspect(ec, &w, self);
    return result == 1 ? value_pointer(w.out) : result == 0 ? VALUE_UNDEF : VALUE_FAIL;
}

static value_t hash_equal(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)argc;
    if (self == argv[0]) return VALUE_TRUE;
    if (!is_exact(self, CLASS_HASH) || !is_hash(argv[0])) return value_is_heap(argv[0]) ? VALUE_FAIL : VALUE_FALSE;
    HASH_LONG(hash_equal);
    int const same = items_equal(ec, self, argv[0]);
    return same < 0 ? VALUE_FAIL : value_bool(same);
}

// How long each takes, see docs/builtins.md:
//   bounded: hash_index hash_fetch hash_dig hash_has hash_delete_method hash_size hash_empty hash_by_identity hash_shift
//     primitive_step step_key step_value primitive_next key_at value_at primitive_last primitive_find
//     primitive_code primitive_probe set_at primitive_remove primitive_enter primitive_leave primitive_iterating
//     size_of primitive_block_pair primitive_block_spread primitive_default primitive_has_proc
//     primitive_set_default primitive_fresh primitive_keywords primitive_flag_keywords
//   moves: hash_clear_method primitive_copy primitive_pairs primitive_reseat
//   polls: hash_store hash_keys hash_values hash_to_a hash_inspect hash_equal primitive_insert
static const struct core_method methods[] = {
    {"[]", hash_index, 1, 1, CORE_TRY}, {"[]=", hash_store, 2, 2, CORE_TRY},
    {"fetch", hash_fetch, 1, 2, CORE_TRY | METHOD_WANTS_BLOCK}, {"dig", hash_dig, 1, -1, CORE_TRY},
    {"key?", hash_has, 1, 1, CORE_TRY}, {"delete", hash_delete_method, 1, 1, CORE_TRY | METHOD_WANTS_BLOCK},
    {"size", hash_size, 0, 0, 0}, {"empty?", hash_empty, 0, 0, 0},
    {"keys", hash_keys, 0, 0, 0}, {"values", hash_values, 0, 0, 0}, {"to_a", hash_to_a, 0, 0, 0},
    {"clear", hash_clear_method, 0, 0, 0},
    {"compare_by_identity?", hash_by_identity, 0, 0, 0}, {"shift", hash_shift, 0, 0, 0},
    {"inspect", hash_inspect, 0, 0, CORE_TRY}, {"==", hash_equal, 1, 1, CORE_TRY},
};

static const struct vm_primitive primitives[] = {
    {"hash_step", primitive_step}, {"hash_step_key", step_key}, {"hash_step_value", step_value},
    {"hash_next", primitive_next}, {"hash_key_at", key_at}, {"hash_value_at", value_at}, {"hash_last", primitive_last},
    {"hash_find", primitive_find}, {"hash_code", primitive_code}, {"hash_probe", primitive_probe}, {"hash_set_at", set_at},
    {"hash_insert", primitive_insert}, {"hash_remove", primitive_remove}, {"hash_enter", primitive_enter},
    {"hash_leave", primitive_leave}, {"hash_iterating", primitive_iterating}, {"hash_size_of", size_of},
    {"block_pair", primitive_block_pair}, {"block_spread", primitive_block_spread},
    {"hash_default", primitive_default}, {"hash_has_proc", primitive_has_proc},
    {"hash_set_default", primitive_set_default}, {"hash_fresh", primitive_fresh}, {"hash_copy", primitive_copy},
    {"hash_pairs", primitive_pairs}, {"hash_reseat", primitive_reseat}, {"hash_size", hash_size},
    {"hash_keywords", primitive_keywords}, {"hash_flag_keywords", primitive_flag_keywords},
    {"hash_clear", hash_clear_method}, {"hash_to_a", hash_to_a}, {"hash_keys", hash_keys}, {"hash_values", hash_values},
};

bool core_hash(struct core_boot *boot)
{
    return CORE_METHODS(boot, CLASS_HASH, methods) && CORE_PRIMITIVES(boot, primitives);
}
