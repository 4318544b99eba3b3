// Parcels: round trips of what Ruby can send, of random graphs, of depth, and every allocation of them failing in turn.
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

static struct actor *a, *b; // sender and receiver

static void open_two(void)
{
    runtime_must_open(1);
    a = actor_must_open();
    b = actor_must_open();
}

static void close_two(void)
{
    actor_must_close(a);
    actor_must_close(b);
    runtime_must_close();
}

static struct heap *sender(void) { return a->body->ec->heap; }
static struct heap *receiver(void) { return b->body->ec->heap; }

static value_t transfer(value_t v, enum pack_mode mode)
{
    struct payload payload;
    ck_assert(parcel_pack(a->body->ec, v, mode, &payload));
    value_t const got = parcel_unpack(b->body->ec, &payload);
    ck_assert(got != VALUE_UNDEF);
    ck_assert_ptr_null(payload.parcel);
    return got;
}

static struct array *to_array(value_t v)
{
    ck_assert(value_is(v, TYPE_ARRAY));
    return value_to_array(v);
}

START_TEST(what_is_shared_goes_by_pointer)
{
    value_t const shared = text(
        a,
        "a frozen text that is long enough to have a body of its own, so that it would show if it were copied .....");
    object_freeze(value_to_pointer(shared));
    value_t const items[] = {value_fixnum(1), VALUE_TRUE, shared, class_value(runtime_class(&runtime, CLASS_STRING))};
    ck_assert_uint_eq(transfer(value_fixnum(7), PACK_COPY), value_fixnum(7));
    ck_assert_uint_eq(transfer(shared, PACK_COPY), shared);
    struct array *const got = to_array(transfer(list(a, items, 4), PACK_COPY));
    for (unsigned i = 0; i < 4; i++) ck_assert_uint_eq(array_at(got, i), items[i]);
}
END_TEST

static value_t frozen(value_t v)
{
    object_freeze(value_to_pointer(v));
    return v;
}

// Many frozen heads over one frozen part. (Were the part looked at for each of them, this would take long.)
START_TEST(what_is_frozen_is_looked_at_once)
{
    enum { COUNT = 8000 };
    for (unsigned with = 0; with < 3; with++) { // something that is not frozen: nowhere, in the part, in each head
        struct array *const part = array_new(sender(), COUNT), *const heads = array_new(sender(), COUNT);
        for (unsigned i = 0; i < COUNT; i++) ck_assert(array_push(sender(), part, frozen(list(a, NULL, 0))));
        if (with == 1) ck_assert(array_push(sender(), part, text(a, "not frozen")));
        value_t const inner = array_at(part, 7);
        object_freeze(part);
        for (unsigned i = 0; i < COUNT; i++) {
            value_t const items[] = {value_pointer(part), with == 2 ? text(a, "own") : VALUE_NIL};
            ck_assert(array_push(sender(), heads, frozen(list(a, items, 2))));
        }
        a->body->locals = value_pointer(heads); // rooted: packing polls
        struct array *const got = to_array(transfer(value_pointer(heads), PACK_COPY));
        struct array *const first = to_array(array_at(got, 0)), *const last = to_array(array_at(got, COUNT - 1));
        ck_assert_uint_eq(array_at(first, 0), array_at(last, 0));
        ck_assert_uint_eq(array_at(first, 0) == value_pointer(part), with != 1);
        ck_assert_uint_eq(array_at(to_array(array_at(first, 0)), 7), inner); // what is deeply frozen is shared
        ck_assert_uint_eq(value_pointer(first) == array_at(heads, 0), with == 0);
    }
}
END_TEST

START_TEST(frozen_circles_are_shared_or_not)
{
    for (unsigned private = 0; private < 2; private++) {
        struct array *ring[5];
        value_t const leaf = frozen(list(a, NULL, 0));
        for (unsigned i = 0; i < 5; i++) ring[i] = array_new(sender(), 3);
        for (unsigned i = 0; i < 5; i++) {
            ck_assert(array_push(sender(), ring[i], value_pointer(ring[(i + 1) % 5])) && array_push(sender(), ring[i], leaf));
        }
        if (private) ck_assert(array_push(sender(), ring[3], text(a, "not frozen")));
        for (unsigned i = 0; i < 5; i++) object_freeze(ring[i]);
        value_t const items[] = {value_pointer(ring[2]), value_pointer(ring[0])};
        struct array *const got = to_array(transfer(list(a, items, 2), PACK_COPY));
        value_t v = array_at(got, 1);
        for (unsigned i = 0; i < 5; i++, v = array_at(to_array(v), 0)) {
            ck_assert_uint_eq(v == value_pointer(ring[i]), !private);
            ck_assert_uint_eq(heap_is_shared(value_pointer(ring[i])), !private);
            ck_assert_uint_eq(array_at(to_array(v), 1), leaf);
        }
        ck_assert_uint_eq(v, array_at(got, 1));
    }
}
END_TEST

START_TEST(strings_keep_bytes_encoding_and_frozen_state)
{
    for (size_t size = 0; size < 3000; size = size * 3 + 1) {
        char bytes[3000];
        for (size_t i = 0; i < size; i++) bytes[i] = (char)(i * 7);
        struct string *const s = string_new(sender(), bytes, size, ENCODING_BINARY);
        value_t const holder = list(a, (value_t[]){value_pointer(s), value_pointer(s)}, 2);
        struct array *const got = to_array(transfer(holder, PACK_COPY));
        struct string *const copy = value_to_pointer(array_at(got, 0));
        ck_assert_uint_eq(array_at(got, 0), array_at(got, 1));
        ck_assert_ptr_ne(copy, s);
        ck_assert_uint_eq(string_size(copy), size);
        ck_assert_mem_eq(string_bytes(copy), bytes, size);
        ck_assert_int_eq(string_encoding(copy), ENCODING_BINARY);
        ck_assert(!object_frozen(copy));
    }
}
END_TEST

START_TEST(numbers_and_ranges)
{
    value_t big = value_fixnum(1);
    for (unsigned i = 0; i < 60; i++) big = integer_mul(sender(), big, value_fixnum(1000000007));
    value_t const negative = integer_neg(sender(), integer_mul(sender(), value_fixnum(FIXNUM_MAX), value_fixnum(4)));
    value_t const tiny = float_value(sender(), 1e-300);
    value_t const mutable_end = text(a, "z");
    value_t const range = value_pointer(range_new(sender(), text(a, "a"), mutable_end, true));
    struct array *got = to_array(transfer(list(a, (value_t[]){big, negative, tiny, range}, 4), PACK_RESULT));
    ck_assert(array_at(got, 0) != big && integer_equal(array_at(got, 0), big));
    got = to_array(transfer(list(a, (value_t[]){big, negative, tiny, range}, 4), PACK_COPY));
    ck_assert_uint_eq(array_at(got, 0), big); // shareable
    ck_assert(integer_equal(array_at(got, 1), negative));
    ck_assert(value_to_double(array_at(got, 2)) == 1e-300);
    const struct range *const r = value_to_pointer(array_at(got, 3));
    ck_assert(r->header & RANGE_EXCLUSIVE);
    ck_assert(object_frozen(r));
    ck_assert(string_equal(value_to_pointer(r->end), value_to_pointer(mutable_end)));
}
END_TEST

START_TEST(hashes_keep_order_default_and_identity)
{
    struct hash *const h = hash_new(sender(), 0);
    struct hash *const by_identity = hash_new(sender(), 0);
    by_identity->header |= HASH_IDENTITY;
    value_t const key = text(a, "key");
    h->ifnone = text(a, "none");
    for (int64_t i = 0; i < 40; i++) ck_assert(hash_set(&runtime, sender(), h, value_fixnum(i * 3), value_fixnum(i)));
    ck_assert(hash_set(&runtime, sender(), h, key, value_pointer(h)));
    ck_assert(hash_set(&runtime, sender(), by_identity, key, value_fixnum(1)));
    hash_delete(&runtime, sender(), h, value_fixnum(9));
    struct array *const got =
        to_array(transfer(list(a, (value_t[]){value_pointer(h), value_pointer(by_identity), key}, 3), PACK_COPY));
    struct hash *const copy = value_to_hash(array_at(got, 0)), *const copy2 = value_to_hash(array_at(got, 1));
    ck_assert_uint_eq(hash_count(copy), 40);
    ck_assert_uint_eq(hash_get(&runtime, copy, value_fixnum(9)), VALUE_UNDEF);
    ck_assert_uint_eq(hash_get(&runtime, copy, value_fixnum(12)), value_fixnum(4));
    ck_assert_uint_eq(hash_get(&runtime, copy, text(b, "key")), value_pointer(copy)); // a cycle
    ck_assert(string_equal(value_to_pointer(copy->ifnone), value_to_pointer(text(b, "none"))));
    ck_assert_uint_eq(hash_get(&runtime, copy2, array_at(got, 2)), value_fixnum(1));
    ck_assert_uint_eq(hash_get(&runtime, copy2, text(b, "key")), VALUE_UNDEF);
}
END_TEST

START_TEST(objects_keep_class_variables_and_frozen_state)
{
    struct class *const class = class_new(&runtime, &runtime.boot_heap, runtime_class(&runtime, CLASS_OBJECT));
    symbol_t names[130];
    for (unsigned i = 0; i < TRP_COUNT(names); i++) {
        char name[16];
        snprintf(name, sizeof name, "@v%u", i);
        names[i] = symbol_intern_text(&runtime, name);
    }
    for (unsigned count = 0; count <= TRP_COUNT(names); count = count * 2 + 1) {
        value_t const o = value_pointer(instance_new(sender(), class->id, 0));
        value_t const s = text(a, "with variables");
        for (unsigned i = 0; i < count; i++) {
            ck_assert(ivar_set(&runtime, sender(), o, names[i], i % 2 ? value_fixnum(i) : i == 0 ? s : o));
            ck_assert(ivar_set(&runtime, sender(), s, names[i], o));
        }
        object_freeze(value_to_pointer(o));
        struct array *const got = to_array(transfer(list(a, (value_t[]){o, s}, 2), PACK_COPY));
        value_t const copy = array_at(got, 0), s2 = array_at(got, 1);
        if (count > 0) ck_assert_uint_ne(copy, o); // without variables it is shareable
        ck_assert_uint_eq(object_class_id(value_to_pointer(copy)), class->id);
        ck_assert(object_frozen(value_to_pointer(copy)) && !object_frozen(value_to_pointer(s2)));
        for (unsigned i = 0; i < count; i++) {
            ck_assert_uint_eq(ivar_get(&runtime, receiver(), copy, names[i]), i % 2 ? value_fixnum(i) : i == 0 ? s2 : copy);
            ck_assert_uint_eq(ivar_get(&runtime, receiver(), s2, names[i]), copy);
        }
        heap_collect(receiver());
        heap_verify(sender());
        heap_verify(receiver());
    }
}
END_TEST

START_TEST(depth_costs_no_stack)
{
    value_t v = list(a, NULL, 0);
    value_t const first = v;
    for (unsigned i = 0; i < 1000000; i++) v = list(a, &v, 1);
    array_push(sender(), value_to_array(first), v); // and round again
    a->body->ec->scratch[0] = v;
    value_t const top = transfer(v, PACK_COPY);
    value_t got = top;
    for (unsigned i = 0; i < 1000000; i++) got = array_at(to_array(got), 0);
    ck_assert_uint_eq(array_at(to_array(got), 0), top);
}
END_TEST

START_TEST(a_move_leaves_husks)
{
    char bytes[5000];
    memset(bytes, 'x', sizeof bytes);
    struct string *const big = string_new(sender(), bytes, sizeof bytes, ENCODING_UTF8);
    struct hash *const h = hash_new(sender(), 0);
    ck_assert(hash_set(&runtime, sender(), h, value_fixnum(1), value_pointer(big)));
    value_t const v = list(a, (value_t[]){value_pointer(big), value_pointer(h), text(a, "small"), value_fixnum(3)}, 4);
    const char *const body = string_bytes(big);
    struct array *const got = to_array(transfer(v, PACK_MOVE));
    struct string *const copy = value_to_pointer(array_at(got, 0));
    ck_assert_ptr_eq(string_bytes(copy), body); // stolen, not copied
    ck_assert_uint_eq(string_size(copy), sizeof bytes);
    ck_assert_uint_eq(hash_get(&runtime, value_to_hash(array_at(got, 1)), value_fixnum(1)), value_pointer(copy));
    void *const husks[] = {value_to_pointer(v), big, h};
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_uint_eq(object_class_id(husks[i]), CLASS_RACTOR_MOVED);
        ck_assert_uint_eq(array_count(husks[i]), 0);
        ck_assert_uint_eq(string_size(husks[i]), 0);
        ck_assert_ptr_null(((struct hash *)husks[i])->table);
    }
    a->body->ec->scratch[0] = v;
    b->body->ec->scratch[0] = value_pointer(got);
    heap_collect(sender());
    heap_collect(receiver());
    ck_assert_uint_eq(string_size(copy), sizeof bytes);
}
END_TEST

START_TEST(a_moved_body_that_nobody_takes_is_freed)
{
    char bytes[5000] = {0};
    struct payload payload;
    value_t const v = value_pointer(string_new(sender(), bytes, sizeof bytes, ENCODING_UTF8));
    ck_assert(parcel_pack(a->body->ec, v, PACK_MOVE, &payload));
    ck_assert_uint_gt(payload_size(&payload), sizeof bytes);
    payload_free(&payload);
}
END_TEST

START_TEST(a_body_that_others_share_is_copied)
{
    char bytes[5000] = {0};
    struct string *const whole = string_new(sender(), bytes, sizeof bytes, ENCODING_UTF8);
    struct string *const part = string_sub(sender(), whole, 1000, 3000);
    struct string *const copy = value_to_pointer(transfer(value_pointer(whole), PACK_MOVE));
    ck_assert_uint_eq(string_size(copy), sizeof bytes);
    ck_assert_uint_eq(string_size(part), 3000);
    a->body->ec->scratch[0] = value_pointer(part);
    heap_collect(sender());
    for (unsigned i = 0; i < 3000; i++) ck_assert_int_eq(string_bytes(part)[i], 0);
}
END_TEST

// --- Random graphs -------------------------------------------------------------------------------------------------------
static value_t random_leaf(struct rng *rng)
{
    char bytes[64];
    uint32_t const size = rng_below(rng, sizeof bytes);
    for (uint32_t i = 0; i < size; i++) bytes[i] = (char)('a' + rng_below(rng, 26));
    struct string *const s = string_new(sender(), bytes, size, ENCODING_UTF8);
    if (s != NULL && rng_below(rng, 4) == 0) object_freeze(s);
    return rng_below(rng, 3) == 0 ? value_fixnum(rng_below(rng, 1000)) : value_pointer(s);
}

// Arrays and hashes that point anywhere.
static value_t random_graph(struct rng *rng, unsigned count)
{
    value_t *const nodes = calloc(count, sizeof *nodes);
    for (unsigned i = 0; i < count; i++) {
        nodes[i] = rng_below(rng, 3) == 0 ? value_pointer(hash_new(sender(), 0)) : list(a, NULL, 0);
    }
    for (unsigned i = 0; i < count * 3; i++) {
        value_t const node = nodes[rng_below(rng, count)];
        value_t const item = rng_below(rng, 2) ? nodes[rng_below(rng, count)] : random_leaf(rng);
        if (value_is(node, TYPE_ARRAY)) array_push(sender(), value_to_array(node), item);
        else hash_set(&runtime, sender(), value_to_hash(node), value_fixnum(rng_below(rng, 100)), item);
    }
    for (unsigned i = 0; i < count; i++) {
        if (rng_below(rng, 10) == 0) object_freeze(value_to_pointer(nodes[i]));
    }
    value_t const root = list(a, nodes, count);
    free(nodes);
    return root;
}

// The same shape: equal leaves, and objects that correspond one to one. `map` pairs them.
struct pairs {
    void **from, **to;
    size_t count, capacity;
};

static bool pair(struct pairs *pairs, void *from, void *to)
{
    for (size_t i = 0; i < pairs->count; i++) {
        if (pairs->from[i] == from || pairs->to[i] == to) return false;
    }
    if (pairs->count == pairs->capacity) {
        pairs->capacity = pairs->capacity * 2 + 64;
        pairs->from = realloc(pairs->from, pairs->capacity * sizeof(void *));
        pairs->to = realloc(pairs->to, pairs->capacity * sizeof(void *));
    }
    pairs->from[pairs->count] = from;
    pairs->to[pairs->count++] = to;
    return true;
}

static void compare(struct pairs *pairs, value_t x, value_t y)
{
    if (x == y) return; // immediate or shared
    ck_assert(value_is_heap(x) && value_is_heap(y));
    void *const from = value_to_pointer(x), *const to = value_to_pointer(y);
    for (size_t i = 0; i < pairs->count; i++) {
        ck_assert((pairs->from[i] == from) == (pairs->to[i] == to));
    }
    if (!pair(pairs, from, to)) return;
    ck_assert_int_eq(object_type(from), object_type(to));
    ck_assert_int_eq(object_frozen(from), object_frozen(to));
    if (object_type(from) == TYPE_STRING) ck_assert(string_equal(from, to));
}

static void compare_graphs(value_t x, value_t y)
{
    struct pairs pairs = {0};
    compare(&pairs, x, y);
    for (size_t i = 0; i < pairs.count; i++) {
        if (object_type(pairs.from[i]) == TYPE_ARRAY) {
            const struct array *const p = pairs.from[i], *const q = pairs.to[i];
            ck_assert_uint_eq(array_count(p), array_count(q));
            for (size_t j = 0; j < array_count(p); j++) compare(&pairs, array_at(p, j), array_at(q, j));
        } else if (object_type(pairs.from[i]) == TYPE_HASH) {
            const struct hash *const p = pairs.from[i], *const q = pairs.to[i];
            ck_assert_uint_eq(hash_count(p), hash_count(q));
            for (size_t j = hash_first(p); j < hash_end(p); j++) {
                value_t const key = hash_key_at(p, j);
                if (key == VALUE_UNDEF) continue;
                compare(&pairs, hash_value_at(p, j), hash_get(&runtime, q, key));
            }
        }
    }
    free(pairs.from);
    free(pairs.to);
}

START_TEST(random_graphs_keep_their_shape)
{
    for (unsigned seed = 1; seed <= 60; seed++) {
        struct rng rng = {seed * 0x9e3779b97f4a7c15u};
        value_t const graph = random_graph(&rng, 1 + rng_below(&rng, 60));
        value_t const copy = transfer(graph, PACK_COPY);
        compare_graphs(graph, copy);
        b->body->ec->scratch[0] = copy;
        heap_collect(receiver());
        compare_graphs(graph, copy);
        a->body->ec->scratch[0] = VALUE_NIL;
        heap_collect(sender());
    }
}
END_TEST

START_TEST(failure_leaves_a_whole_source_or_a_whole_parcel)
{
    for (unsigned seed = 1; seed <= 6; seed++) {
        struct rng rng = {seed * 0x9e3779b97f4a7c15u};
        value_t const graph = random_graph(&rng, 40);
        value_t const witness = transfer(graph, PACK_COPY);
        enum pack_mode const mode = seed % 2 ? PACK_MOVE : PACK_COPY;
        struct payload payload = {.value = VALUE_NIL};
        a->body->ec->scratch[0] = graph;
        b->body->ec->scratch[1] = witness;
        bool packed = false;
        for (uint64_t n = 1; !packed; n++) {
            base_alloc_fail_at(n);
            packed = parcel_pack(a->body->ec, graph, mode, &payload);
            base_alloc_fail_at(0);
            if (!packed) compare_graphs(graph, witness); // nothing is moved yet
        }
        heap_collect(sender());
        // Each failed unpacking consumes its parcel: the receiver packs what it has for the next try.
        value_t got = parcel_unpack(b->body->ec, &payload);
        compare_graphs(witness, got);
        for (uint64_t n = 1;; n++) {
            b->body->ec->scratch[0] = got;
            ck_assert(parcel_pack(b->body->ec, got, PACK_COPY, &payload));
            base_alloc_fail_at(n);
            value_t const again = parcel_unpack(b->body->ec, &payload);
            base_alloc_fail_at(0);
            ck_assert_ptr_null(payload.parcel);
            heap_collect(receiver());
            if (again != VALUE_UNDEF) break;
        }
        heap_verify(receiver());
    }
}
END_TEST

Suite *parcel_suite(void)
{
    Suite *const suite = suite_create("parcel");
    TCase *const tcase = tcase_create("parcel");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, open_two, close_two);
    tcase_add_test(tcase, what_is_shared_goes_by_pointer);
    tcase_add_test(tcase, what_is_frozen_is_looked_at_once);
    tcase_add_test(tcase, frozen_circles_are_shared_or_not);
    tcase_add_test(tcase, strings_keep_bytes_encoding_and_frozen_state);
    tcase_add_test(tcase, numbers_and_ranges);
    tcase_add_test(tcase, hashes_keep_order_default_and_identity);
    tcase_add_test(tcase, objects_keep_class_variables_and_frozen_state);
    tcase_add_test(tcase, depth_costs_no_stack);
    tcase_add_test(tcase, a_move_leaves_husks);
    tcase_add_test(tcase, a_moved_body_that_nobody_takes_is_freed);
    tcase_add_test(tcase, a_body_that_others_share_is_copied);
    tcase_add_test(tcase, random_graphs_keep_their_shape);
    tcase_add_test(tcase, failure_leaves_a_whole_source_or_a_whole_parcel);
    suite_add_tcase(suite, tcase);
    return suite;
}
