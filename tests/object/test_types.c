// Rows of the type table: what each object keeps alive and gives back; the shared cycle over classes.
#include "fixture.h"

START_TEST(ranges_and_procs_keep_what_they_hold)
{
    fix->roots[0] = value_pointer(range_new(HEAP, text_value("a"), text_value("z"), true));
    struct range *const r = value_to_pointer(fix->roots[0]);
    ck_assert(object_frozen(r) && (r->header & RANGE_EXCLUSIVE));
    struct proc *const p = heap_alloc(HEAP, HEAP_32);
    *p = (struct proc){.header = header_make(TYPE_PROC, CLASS_PROC, 0, 0), .self = text_value("self")};
    fix->roots[1] = value_pointer(p);
    fixture_collect();
    ck_assert_text((struct string *)value_to_pointer(r->begin), "a");
    ck_assert_text((struct string *)value_to_pointer(p->self), "self");
}
END_TEST

struct payload {
    value_t value;
    int *finalized;
};
static void payload_trace(struct heap_marker *marker, void *payload)
{
    heap_mark(marker, ((struct payload *)payload)->value);
}
static void payload_finalize(struct heap *heap, void *payload)
{
    (void)heap;
    ++*((struct payload *)payload)->finalized;
}
static const struct data_kind kind = {.name = "payload", .trace = payload_trace, .finalize = payload_finalize};
static const struct data_kind other_kind = {.name = "other"};

START_TEST(data_is_traced_and_finalized)
{
    static int finalized;
    finalized = 0;
    struct data *const d = data_new(HEAP, CLASS_OBJECT, &kind, sizeof(struct payload));
    fix->roots[0] = value_pointer(d);
    struct payload *const p = data_payload(fix->roots[0], &kind);
    ck_assert_ptr_nonnull(p);
    ck_assert_ptr_null(data_payload(fix->roots[0], &other_kind));
    ck_assert_ptr_null(data_payload(VALUE_NIL, &kind));
    p->finalized = &finalized;
    p->value = text_value("held");
    fixture_collect();
    ck_assert_text((struct string *)value_to_pointer(p->value), "held");
    ck_assert_int_eq(finalized, 0);
    fix->roots[0] = VALUE_NIL;
    fixture_collect();
    ck_assert_int_eq(finalized, 1);
    fix->roots[0] = value_pointer(data_new(HEAP, CLASS_OBJECT, &other_kind, 5000));
    fixture_collect();
}
END_TEST

START_TEST(the_shared_cycle_keeps_what_classes_hold)
{
    struct class *const a = class_new(RT, HEAP, runtime_class(RT, CLASS_OBJECT));
    fix->roots[0] = class_value(a);
    struct string *const s = value_to_pointer(text_value("constant"));
    object_freeze(s);
    heap_set_shared(HEAP, s);
    ck_assert(class_constant_set(RT, HEAP, a, sym("S"), value_pointer(s), true));
    ck_assert(ivar_set(RT, HEAP, class_value(a), sym("@list"), value_pointer(array_new(HEAP, 5))));
    struct method *const method = method_named(a, "f");
    ck_assert(class_add_method(RT, a, method));
    fixture_cycle();
    fixture_collect();
    fixture_cycle();
    struct class_constant *const constant = class_constant_own(a, sym("S"));
    ck_assert_text((struct string *)value_to_pointer(heap_slot_load(HEAP, &constant->slot)), "constant");
    ck_assert_ptr_eq(class_resolve(RT, a->id, sym("f"))->method, method);
    ck_assert(value_is(ivar_get(RT, HEAP, class_value(a), sym("@list")), TYPE_ARRAY));
}
END_TEST

// Every allocation of the heap fails once: functions return their failure and leave things whole.
static bool work(void)
{
    char text[400];
    memset(text, 'x', sizeof text);
    struct string *const s = string_new(HEAP, text, sizeof text, ENCODING_UTF8);
    struct array *const a = array_new(HEAP, 5);
    struct hash *const h = hash_new(HEAP, 0);
    struct instance *const o = instance_new(HEAP, CLASS_OBJECT, 0);
    if (s == NULL || a == NULL || h == NULL || o == NULL) return false;
    struct string *const copy = string_dup(HEAP, s);
    if (copy == NULL || !string_append(HEAP, copy, text, 50)) return false;
    for (int i = 0; i < 20; i++) {
        symbol_t const name = SYM_initialize + (symbol_t)i;
        if (!array_push(HEAP, a, value_fixnum(i)) || !array_unshift(HEAP, a, value_fixnum(i))) return false;
        if (!hash_set(RT, HEAP, h, value_fixnum(i), VALUE_NIL)) return false;
        if (!ivar_set(RT, HEAP, value_pointer(o), name, VALUE_NIL)) return false;
        if (!ivar_set(RT, HEAP, value_pointer(s), name, VALUE_NIL)) return false;
        ck_assert_uint_eq(ivar_count(RT, HEAP, value_pointer(s)), (unsigned)i + 1);
        ck_assert_uint_eq(hash_count(h), (size_t)i + 1);
        ck_assert_uint_eq(array_count(a), (size_t)i * 2 + 2);
    }
    return true;
}

START_TEST(heaps_without_memory)
{
    for (uint64_t n = 1;; n++) {
        HEAP->modes.fail_at = n;
        heap_flush(HEAP);
        bool const ok = work();
        HEAP->modes.fail_at = 0;
        heap_flush(HEAP);
        fixture_collect();
        ck_assert_uint_eq(HEAP->stats.body_bytes, 0);
        if (ok) {
            ck_assert_uint_gt(n, 12);
            break;
        }
    }
}
END_TEST

Suite *types_suite(void)
{
    Suite *const suite = suite_create("types");
    TCase *const tests = tcase_create("types");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, ranges_and_procs_keep_what_they_hold);
    tcase_add_test(tests, data_is_traced_and_finalized);
    tcase_add_test(tests, the_shared_cycle_keeps_what_classes_hold);
    tcase_add_test(tests, heaps_without_memory);
    suite_add_tcase(suite, tests);
    return suite;
}
