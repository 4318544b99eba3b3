// The table of shared objects' fields: it is whole, and the verifier finds with it what is planted here.
#include "fixture.h"

#include "object/fields.h"
#include "object/interior.h"

// Every type that can be shared, and the size of its struct.
static const struct {
    enum object_type type;
    size_t size;
} shared_types[] = {
    {TYPE_OBJECT, sizeof(struct instance)}, {TYPE_CLASS, sizeof(struct class)}, {TYPE_STRING, sizeof(struct string)},
    {TYPE_ARRAY, sizeof(struct array)}, {TYPE_HASH, sizeof(struct hash)}, {TYPE_RANGE, sizeof(struct range)},
    {TYPE_FLOAT, sizeof(struct float_object)}, {TYPE_BIGNUM, sizeof(struct bignum)}, {TYPE_PROC, sizeof(struct proc)},
    {TYPE_ENV, sizeof(struct env)}, {TYPE_METHOD, sizeof(struct method)}, {TYPE_CODE, 24}, {TYPE_REGEXP, sizeof(struct regexp)},
    {TYPE_MATCH, sizeof(struct match)}, {TYPE_ACTOR, sizeof(struct handle)}, {TYPE_DATA, sizeof(struct data)}};

static unsigned rows_of(enum object_type type, size_t word)
{
    size_t count;
    const struct field_row *const rows = field_rows(&count);
    unsigned found = 0;
    for (size_t i = 0; i < count; i++) {
        size_t const end = (rows[i].offset + rows[i].size + 7) & ~(size_t)7;
        found += rows[i].type == type && rows[i].offset <= word && word < end;
    }
    return found;
}

START_TEST(each_word_of_each_shared_type_has_one_row)
{
    for (size_t i = 0; i < TRP_COUNT(shared_types); i++) {
        for (size_t word = 8; word < shared_types[i].size; word += 8) {
            ck_assert_msg(rows_of(shared_types[i].type, word) == 1, "type %d has %u rows for the word at %zu",
                          shared_types[i].type, rows_of(shared_types[i].type, word), word);
        }
        ck_assert_uint_eq(rows_of(shared_types[i].type, (shared_types[i].size + 7) & ~(size_t)7), 0);
    }
}
END_TEST

// --- Faults -----------------------------------------------------------------------------------------------------------
static struct class *sound(void)
{
    struct class *const c = class_new(RT, HEAP, runtime_class(RT, CLASS_OBJECT));
    fix->roots[0] = class_value(c);
    fix->roots[1] = text_value("private");
    struct method *const m = method_new(HEAP, METHOD_PROC);
    m->name = m->original = sym("m");
    m->owner = m->lexical = c;
    ck_assert(method_set_proc(HEAP, m, text_value("no Proc, but private"), false) && class_add_method(RT, c, m));
    ck_assert(class_constant_set(RT, HEAP, c, sym("C"), text_value("private, too"), false));
    ck_assert(ivar_set(RT, HEAP, class_value(c), sym("@i"), fix->roots[1]));
    value_t culprit;
    struct array *const a = array_new(HEAP, 4);
    ck_assert(a != NULL && array_push(HEAP, a, VALUE_NIL));
    object_freeze(a);
    fix->roots[2] = value_pointer(a);
    ck_assert(heap_share_graph(HEAP, fix->roots[2], object_frozen, NULL, &culprit));
    HEAP->modes.verify = true;
    fixture_cycle();
    heap_verify(HEAP);
    return c;
}

START_TEST(what_is_sound_passes)
{
    (void)sound();
    fixture_collect();
}
END_TEST

START_TEST(a_private_value_in_a_pointer)
{
    struct method *const m = class_own_method(RT, sound(), sym("m"));
    m->nesting = value_to_pointer(fix->roots[1]);
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_method_that_was_copied_with_its_slot)
{
    struct method *const m = class_own_method(RT, sound(), sym("m"));
    struct method *const copy = method_new(HEAP, METHOD_UNDEF);
    memcpy(copy, m, sizeof *copy);
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_constant_stored_beside_the_barrier)
{
    struct class_constant *const c = class_constant_own(sound(), sym("C"));
    atomic_store(&c->slot.word, fix->roots[1]);
    heap_verify(HEAP);
}
END_TEST

START_TEST(an_attached_object_as_it_was)
{
    struct class *const c = sound();
    atomic_store(&class_singleton_if_any(RT, class_value(c))->attached.word, fix->roots[1]);
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_method_that_does_not_forget_its_slot)
{
    struct class *const c = sound();
    fix->types.types[TYPE_METHOD].finalize = NULL;
    ck_assert(class_remove_method(RT, c, sym("m")));
    fixture_cycle();
    for (int i = 0; i < 200; i++) memset(heap_alloc(HEAP, HEAP_96), 0x68, 96);
    heap_verify(HEAP);
}
END_TEST

START_TEST(a_private_item_of_a_shared_array)
{
    (void)sound();
    *(value_t *)(uintptr_t)array_items(value_to_pointer(fix->roots[2])) = fix->roots[1];
    heap_verify(HEAP);
}
END_TEST

static void trace_nothing(struct heap_marker *marker, void *object)
{
    (void)marker, (void)object;
}

START_TEST(a_trace_function_that_forgets_a_field)
{
    (void)sound();
    fix->types.types[TYPE_METHOD].trace = trace_nothing;
    fixture_cycle();
}
END_TEST

Suite *fields_suite(void)
{
    Suite *const suite = suite_create("fields");
    TCase *const tests = tcase_create("fields");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_add_test(tests, each_word_of_each_shared_type_has_one_row);
    tcase_add_test(tests, what_is_sound_passes);
    suite_add_tcase(suite, tests);
    TCase *const deaths = tcase_create("fields, aborting"); // without a teardown, which would abort as well
    tcase_add_checked_fixture(deaths, fixture_open, NULL);
    tcase_add_test_raise_signal(deaths, a_private_value_in_a_pointer, 6);
    tcase_add_test_raise_signal(deaths, a_method_that_was_copied_with_its_slot, 6);
    tcase_add_test_raise_signal(deaths, a_constant_stored_beside_the_barrier, 6);
    tcase_add_test_raise_signal(deaths, an_attached_object_as_it_was, 6);
    // AddressSanitizer sees the read of a dead slot before the verifier does, and ends in a way of its own.
    if (!TRP_SANITIZED) tcase_add_test_raise_signal(deaths, a_method_that_does_not_forget_its_slot, 6);
    tcase_add_test_raise_signal(deaths, a_private_item_of_a_shared_array, 6);
    tcase_add_test_raise_signal(deaths, a_trace_function_that_forgets_a_field, 6);
    suite_add_tcase(suite, deaths);
    return suite;
}
