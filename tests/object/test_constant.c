// Constants and class variables: slots in the tables of classes.
#include "fixture.h"

static struct class *core(class_id_t id) { return runtime_class(RT, id); }
static value_t value_of(struct class_constant *constant) { return heap_slot_load(HEAP, &constant->slot); }

START_TEST(constants_are_found_by_ancestors)
{
    bool changed;
    struct class *const a = class_new(RT, HEAP, core(CLASS_OBJECT)), *const b = class_new(RT, HEAP, a);
    struct class *const m = module_new(RT, HEAP);
    ck_assert(class_include(RT, a, m, &changed));
    ck_assert(class_constant_set(RT, HEAP, m, sym("X"), value_fixnum(1), true));
    struct class *where = NULL;
    ck_assert_uint_eq(value_of(class_constant_find(RT, b, sym("X"), &where)), value_fixnum(1));
    ck_assert_ptr_eq(where, m);
    ck_assert_ptr_null(class_constant_own(b, sym("X")));
    ck_assert_ptr_nonnull(class_constant_find(RT, m, sym("String"), &where)); // modules look in Object too
    ck_assert_ptr_eq(where, core(CLASS_OBJECT));
    struct class_constant *const first = class_constant_own(m, sym("X"));
    uint32_t const own_serial = first->serial;
    ck_assert(class_constant_set(RT, HEAP, m, sym("X"), value_fixnum(2), true));
    ck_assert_ptr_eq(class_constant_own(m, sym("X")), first);
    ck_assert_uint_ne(first->serial, own_serial);
    ck_assert_uint_eq(class_constant_remove(RT, HEAP, m, sym("X")), value_fixnum(2));
    ck_assert_ptr_null(class_constant_find(RT, b, sym("X"), NULL));
    ck_assert_uint_eq(class_constant_remove(RT, HEAP, m, sym("X")), VALUE_UNDEF);
    ck_assert(class_constant_set(RT, HEAP, m, sym("X"), VALUE_NIL, true));
    ck_assert_uint_eq(value_of(class_constant_own(m, sym("X"))), VALUE_NIL);
}
END_TEST

// What a site looks up and remembers, from `base` and with it as its scope.
static struct constant_entry *remember(_Atomic(struct constant_entry *) *site, struct class *base, symbol_t name)
{
    struct class_constant *const c = class_constant_find(RT, base, name, NULL);
    ck_assert_ptr_nonnull(c);
    struct constant_entry const entry = {.scope = base, .value = value_of(c), .base = base, .name = name};
    base_lock_acquire(&RT->class_lock);
    bool const made = class_constant_remember(RT, site, &entry);
    base_lock_release(&RT->class_lock);
    return made ? atomic_load(site) : NULL;
}

START_TEST(sites_forget_what_no_longer_holds)
{
    bool changed;
    struct class *const a = class_new(RT, HEAP, core(CLASS_OBJECT)), *const b = class_new(RT, HEAP, a);
    struct class *const apart = class_new(RT, HEAP, core(CLASS_OBJECT));
    struct class *const m = module_new(RT, HEAP), *const other = module_new(RT, HEAP);
    _Atomic(struct constant_entry *) site = NULL, second = NULL, third = NULL;
    ck_assert(class_constant_set(RT, HEAP, core(CLASS_OBJECT), sym("X"), value_fixnum(1), true));
    ck_assert(class_constant_set(RT, HEAP, core(CLASS_OBJECT), sym("Y"), value_fixnum(2), true));
    struct constant_entry *const of_b = remember(&site, b, sym("X"));
    ck_assert_ptr_eq(of_b->scope, b);
    ck_assert_ptr_null(remember(&site, b, sym("X"))); // once a scope
    ck_assert_ptr_nonnull(remember(&second, apart, sym("X")));
    ck_assert_ptr_nonnull(remember(&third, b, sym("Y")));
    ck_assert(class_constant_set(RT, HEAP, other, sym("X"), value_fixnum(3), true)); // of the name: none holds any more
    ck_assert_ptr_null(of_b->scope);
    ck_assert_ptr_null(atomic_load(&site));
    ck_assert_ptr_null(atomic_load(&second));
    ck_assert_ptr_nonnull(atomic_load(&third));
    // A module brings its constants to who has it, and to nobody else.
    ck_assert_ptr_nonnull(remember(&site, b, sym("X")));
    ck_assert_ptr_nonnull(remember(&second, apart, sym("X")));
    ck_assert(class_include(RT, m, other, &changed));
    ck_assert_ptr_nonnull(atomic_load(&site));
    ck_assert(class_include(RT, a, m, &changed));
    ck_assert_ptr_null(atomic_load(&site));
    ck_assert_ptr_nonnull(atomic_load(&second));
    ck_assert_ptr_nonnull(atomic_load(&third));
    ck_assert_uint_eq(remember(&site, b, sym("X"))->value, value_fixnum(3));
    // From a module the search ends in Object.
    struct class *const late = module_new(RT, HEAP), *const seen = module_new(RT, HEAP);
    ck_assert(class_constant_set(RT, HEAP, late, sym("Y"), value_fixnum(4), true));
    ck_assert_uint_eq(remember(&third, seen, sym("Y"))->value, value_fixnum(2));
    ck_assert(class_include(RT, core(CLASS_OBJECT), late, &changed));
    ck_assert_ptr_null(atomic_load(&third));
    class_constant_forget(RT, &site);
    class_constant_forget(RT, &second);
    ck_assert_ptr_null(atomic_load(&site));
}
END_TEST

START_TEST(a_site_has_four_scopes)
{
    _Atomic(struct constant_entry *) site = NULL;
    struct class *scopes[6];
    ck_assert(class_constant_set(RT, HEAP, core(CLASS_OBJECT), sym("X"), value_fixnum(1), true));
    for (int i = 0; i < 6; i++) {
        scopes[i] = class_new(RT, HEAP, core(CLASS_OBJECT));
        ck_assert_int_eq(remember(&site, scopes[i], sym("X")) != NULL, i < CONSTANT_ENTRIES);
    }
    struct constant_entry const fifth = {.scope = scopes[5], .name = sym("X")};
    ck_assert(!class_constant_room(&site, &fifth));
    // What one actor had to itself gives way to what anybody may have.
    class_constant_changed(RT, sym("X"));
    ck_assert_ptr_null(atomic_load(&site));
    struct constant_entry const own = {.scope = scopes[0], .value = value_fixnum(1), .owner = HEAP, .base = scopes[0],
                                       .name = sym("X")};
    base_lock_acquire(&RT->class_lock);
    ck_assert(class_constant_remember(RT, &site, &own));
    base_lock_release(&RT->class_lock);
    ck_assert_ptr_null(remember(&site, scopes[0], sym("X"))->owner);
    ck_assert_ptr_null(atomic_load(&site)->next);
    class_constant_forget(RT, &site);
}
END_TEST

START_TEST(private_values_are_their_actors)
{
    struct heap other;
    fixture_open_heap(&other);
    struct class *const a = core(CLASS_OBJECT);
    ck_assert(class_constant_set(RT, HEAP, a, sym("LIST"), value_pointer(array_new(HEAP, 0)), false));
    fixture_collect();
    struct class_constant *const list = class_constant_own(a, sym("LIST"));
    ck_assert(value_is(heap_slot_load(HEAP, &list->slot), TYPE_ARRAY));
    ck_assert_uint_eq(heap_slot_load(&other, &list->slot), VALUE_UNDEF);
    ck_assert_uint_eq(class_constant_remove(RT, &other, a, sym("LIST")), VALUE_UNDEF);
    ck_assert_ptr_nonnull(class_constant_own(a, sym("LIST")));
    ck_assert(value_is(class_constant_remove(RT, HEAP, a, sym("LIST")), TYPE_ARRAY));
    heap_close(&other);
}
END_TEST

START_TEST(autoloads_are_there)
{
    struct class *const m = module_new(RT, HEAP);
    struct string *const path = value_to_pointer(text_value("some/path"));
    object_freeze(path);
    heap_set_shared(HEAP, path);
    ck_assert(class_constant_autoload(RT, m, sym("Later"), value_pointer(path)));
    struct class_constant *const c = class_constant_own(m, sym("Later"));
    ck_assert_uint_eq(value_of(c), VALUE_UNDEF);
    ck_assert_uint_eq(c->autoload, value_pointer(path));
    ck_assert(class_constant_set(RT, HEAP, m, sym("Later"), VALUE_TRUE, true));
    ck_assert_uint_eq(c->autoload, VALUE_NIL);
    ck_assert(class_constant_autoload(RT, m, sym("Other"), value_pointer(path)));
    class_constant_remove(RT, HEAP, m, sym("Other"));
    ck_assert_ptr_null(class_constant_own(m, sym("Other")));
}
END_TEST

static void count_constant(struct class_constant *constant, void *context)
{
    (void)constant;
    ++*(int *)context;
}

static void count_variable(symbol_t name, struct heap_slot *slot, void *context)
{
    (void)name;
    (void)slot;
    ++*(int *)context;
}

START_TEST(listing)
{
    struct class *const a = class_new(RT, HEAP, core(CLASS_OBJECT));
    ck_assert(class_constant_set(RT, HEAP, a, sym("A"), VALUE_NIL, true));
    ck_assert(class_constant_set(RT, HEAP, a, sym("B"), VALUE_NIL, true));
    class_constant_remove(RT, HEAP, a, sym("A"));
    int count = 0;
    class_each_constant(a, count_constant, &count);
    ck_assert_int_eq(count, 1);
    ck_assert_ptr_nonnull(class_variable_own(a, sym("@@unset"), true));
    count = 0;
    class_each_variable(a, count_variable, &count);
    ck_assert_int_eq(count, 0);
}
END_TEST

START_TEST(class_variables_are_found_by_ancestors)
{
    struct class *const a = class_new(RT, HEAP, core(CLASS_OBJECT)), *const b = class_new(RT, HEAP, a);
    ck_assert_ptr_null(class_variable_own(a, sym("@@x"), false));
    struct heap_slot *const slot = class_variable_own(a, sym("@@x"), true);
    ck_assert_ptr_null(class_variable_find(b, sym("@@x"), NULL)); // made, not set
    ck_assert(heap_slot_store(HEAP, slot, value_fixnum(3), true));
    struct class *where;
    ck_assert_ptr_eq(class_variable_find(b, sym("@@x"), &where), slot);
    ck_assert_ptr_eq(where, a);
    ck_assert_ptr_eq(class_variable_find(class_singleton(RT, HEAP, class_value(b)), sym("@@x"), &where), slot);
    ck_assert(class_variable_remove(RT, a, sym("@@x")));
    ck_assert(!class_variable_remove(RT, a, sym("@@x")));
    ck_assert_ptr_null(class_variable_find(b, sym("@@x"), NULL));
}
END_TEST

Suite *constant_suite(void)
{
    Suite *const suite = suite_create("constant");
    TCase *const tests = tcase_create("constant");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, constants_are_found_by_ancestors);
    tcase_add_test(tests, sites_forget_what_no_longer_holds);
    tcase_add_test(tests, a_site_has_four_scopes);
    tcase_add_test(tests, private_values_are_their_actors);
    tcase_add_test(tests, autoloads_are_there);
    tcase_add_test(tests, listing);
    tcase_add_test(tests, class_variables_are_found_by_ancestors);
    suite_add_tcase(suite, tests);
    return suite;
}
