// What is runtime-wide and dies: classes that nobody reaches go, with all that knew them weakly; others stay.
#include "fixture.h"

static struct class *core(class_id_t id) { return runtime_class(RT, id); }

static struct class *below(class_id_t superclass)
{
    struct class *const class = class_new(RT, HEAP, core(superclass));
    ck_assert_ptr_nonnull(class);
    return class;
}

static value_t instance_of(struct class *class)
{
    struct instance *const o = instance_new(HEAP, class->id, 0);
    ck_assert_ptr_nonnull(o);
    return value_pointer(o);
}

static struct method *define(struct class *class, const char *name)
{
    struct method *const method = method_named(class, name);
    ck_assert(class_add_method(RT, class, method));
    return method;
}

static void count_class(struct class *class, void *context)
{
    (void)class;
    ++*(unsigned *)context;
}

static unsigned subclasses_of(class_id_t id)
{
    unsigned count = 0;
    class_each_subclass(RT, core(id), count_class, &count);
    return count;
}

static bool is_known(class_id_t id, const struct class *class) { return runtime_class(RT, id) == class; }

START_TEST(a_class_that_nobody_reaches_goes)
{
    unsigned const before = subclasses_of(CLASS_OBJECT);
    struct class *const class = below(CLASS_OBJECT);
    class_id_t const id = class->id, meta = object_class_id(class);
    ck_assert_ptr_nonnull(class_resolve(RT, id, sym("f")));
    fix->roots[0] = class_value(class);
    fixture_cycle();
    ck_assert(is_known(id, class));
    ck_assert_uint_eq(subclasses_of(CLASS_OBJECT), before + 1);
    fix->roots[0] = VALUE_NIL;
    fixture_cycle();
    ck_assert(is_known(id, NULL));
    ck_assert(is_known(meta, NULL));
    ck_assert_uint_eq(subclasses_of(CLASS_OBJECT), before);
    struct class *const next = below(CLASS_OBJECT); // takes their ids
    ck_assert(next->id == id || next->id == meta);
    ck_assert_ptr_null(class_resolve(RT, next->id, sym("f"))->method);
    fixture_collect();
}
END_TEST

START_TEST(headers_keep_classes)
{
    struct class *const of_private = below(CLASS_OBJECT), *const of_shared = below(CLASS_OBJECT);
    class_id_t const private_id = of_private->id, shared_id = of_shared->id;
    fix->roots[0] = instance_of(of_private);
    fix->roots[1] = instance_of(of_shared);
    object_freeze(value_to_pointer(fix->roots[1]));
    heap_set_shared(HEAP, value_to_pointer(fix->roots[1]));
    fixture_cycle();
    fixture_collect();
    ck_assert(is_known(private_id, of_private));
    ck_assert(is_known(shared_id, of_shared));
    fix->roots[0] = fix->roots[1] = VALUE_NIL;
    fixture_cycle();
    ck_assert(is_known(private_id, NULL));
    ck_assert(is_known(shared_id, NULL));
}
END_TEST

START_TEST(a_singleton_class_lives_as_long_as_its_object)
{
    value_t const object = fix->roots[0] = instance_of(core(CLASS_OBJECT));
    struct class *const singleton = class_singleton(RT, HEAP, object);
    class_id_t const id = singleton->id;
    bool changed;
    struct class *const module = module_new(RT, HEAP);
    class_id_t const module_id = module->id;
    ck_assert(class_include(RT, singleton, module, &changed));
    fixture_cycle();
    ck_assert_ptr_eq(class_singleton_if_any(RT, object), singleton);
    ck_assert(is_known(module_id, module));
    fix->roots[0] = VALUE_NIL;
    fix->roots[1] = class_value(module);
    fixture_cycle();
    ck_assert(is_known(id, NULL));
    define(module, "f"); // nobody who included it is told
    fix->roots[1] = VALUE_NIL;
    fixture_cycle();
    ck_assert(is_known(module_id, NULL));
}
END_TEST

START_TEST(classes_keep_what_they_stand_on)
{
    bool changed;
    struct class *const module = module_new(RT, HEAP), *const above = below(CLASS_OBJECT);
    struct class *const class = class_new(RT, HEAP, above), *const inner = below(CLASS_OBJECT);
    class_id_t const ids[] = {module->id, above->id, class->id, inner->id};
    struct class *const classes[] = {module, above, class, inner};
    ck_assert(class_include(RT, above, module, &changed));
    ck_assert(class_constant_set(RT, HEAP, module, sym("Inner"), class_value(inner), true));
    struct method *const method = define(class, "f");
    fix->roots[0] = value_pointer(method); // its owner
    fixture_cycle();
    for (size_t i = 0; i < TRP_COUNT(ids); i++) ck_assert(is_known(ids[i], classes[i]));
    ck_assert_ptr_eq(class_resolve(RT, class->id, sym("f"))->method, method);
    fix->roots[0] = VALUE_NIL;
    fixture_cycle();
    for (size_t i = 0; i < TRP_COUNT(ids); i++) ck_assert(is_known(ids[i], NULL));
}
END_TEST

START_TEST(slots_of_a_class_that_goes_are_forgotten)
{
    struct class *const class = below(CLASS_OBJECT);
    ck_assert(class_constant_set(RT, HEAP, class, sym("C"), value_pointer(array_new(HEAP, 5)), false));
    ck_assert(ivar_set(RT, HEAP, class_value(class), sym("@list"), value_pointer(array_new(HEAP, 5))));
    ck_assert(heap_slot_store(HEAP, class_variable_own(class, sym("@@list"), true), value_pointer(array_new(HEAP, 5)), false));
    fixture_cycle();
    for (int i = 0; i < 2000; i++) (void)text_value("another");
    fixture_collect(); // follows every slot that it knows
}
END_TEST

START_TEST(what_no_longer_holds_is_freed)
{
    struct class *const class = below(CLASS_OBJECT);
    fix->roots[0] = class_value(class);
    for (int i = 0; i < 100; i++) {
        struct method *const method = define(class, "f");
        ck_assert_ptr_eq(class_resolve(RT, class->id, sym("f"))->method, method);
        if (i % 10 == 9) fixture_cycle();
        ck_assert_ptr_eq(class_resolve(RT, class->id, sym("f"))->method, method);
    }
}
END_TEST

START_TEST(growth_is_noticed)
{
    ck_assert(!atomic_load(&RT->collection_wanted));
    for (unsigned i = 0; i < 100000 && !atomic_load(&RT->collection_wanted); i++) (void)below(CLASS_OBJECT);
    ck_assert(atomic_load(&RT->collection_wanted));
    fixture_cycle();
    ck_assert(!atomic_load(&RT->collection_wanted));
    ck_assert_uint_eq(subclasses_of(CLASS_SET), 0);
    for (unsigned i = 0; i < 1000; i++) (void)below(CLASS_OBJECT);
    ck_assert(!atomic_load(&RT->collection_wanted));
}
END_TEST

Suite *collect_suite(void)
{
    Suite *const suite = suite_create("collect");
    TCase *const tests = tcase_create("collect");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_class_that_nobody_reaches_goes);
    tcase_add_test(tests, headers_keep_classes);
    tcase_add_test(tests, a_singleton_class_lives_as_long_as_its_object);
    tcase_add_test(tests, classes_keep_what_they_stand_on);
    tcase_add_test(tests, slots_of_a_class_that_goes_are_forgotten);
    tcase_add_test(tests, what_no_longer_holds_is_freed);
    tcase_add_test(tests, growth_is_noticed);
    suite_add_tcase(suite, tests);
    return suite;
}
