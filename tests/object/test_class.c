// Classes: what core classes are like, metaclasses, singleton classes, ancestors, names.
#include <stdio.h>

#include "fixture.h"

static struct class *core(class_id_t id) { return runtime_class(RT, id); }
static struct class *new_class(struct class *superclass)
{
    struct class *const class = class_new(RT, HEAP, superclass);
    ck_assert_ptr_nonnull(class);
    return class;
}
static struct class *new_module(void) { return module_new(RT, HEAP); }

static void include(struct class *class, struct class *module)
{
    bool changed;
    ck_assert(!class_include_cyclic(class, module));
    ck_assert(class_include(RT, class, module, &changed));
}

static void prepend(struct class *class, struct class *module)
{
    bool changed;
    ck_assert(class_prepend(RT, class, module, &changed));
}

static void name(struct class *class, const char *text)
{
    struct string *const s = value_to_pointer(text_value(text));
    object_freeze(s);
    heap_set_shared(HEAP, s);
    class_set_name(RT, class, value_pointer(s), false);
}

// The names of the ancestors up to and without Object, each of one letter.
static void check_ancestors(struct class *class, const char *expected)
{
    char names[64] = "";
    size_t count;
    struct class *const *const a = class_ancestors(class, &count);
    for (size_t i = 0; i < count && a[i]->id != CLASS_OBJECT; i++) {
        names[i] = string_bytes(class_name_string(RT, HEAP, a[i]))[0];
    }
    ck_assert_str_eq(names, expected);
}

START_TEST(core_classes_are_as_listed)
{
    ck_assert_text(class_name_string(RT, HEAP, core(CLASS_BACKTRACE_LOCATION)), "Thread::Backtrace::Location");
    ck_assert_ptr_eq(core(CLASS_NO_METHOD_ERROR)->superclass, core(CLASS_NAME_ERROR));
    struct class_constant *const c = class_constant_own(core(CLASS_THREAD), sym("Mutex"));
    ck_assert_ptr_nonnull(c);
    ck_assert_uint_eq(heap_slot_load(HEAP, &c->slot), class_value(core(CLASS_MUTEX)));
    ck_assert_ptr_nonnull(class_constant_own(core(CLASS_OBJECT), sym("Queue")));
    ck_assert_ptr_null(class_constant_own(core(CLASS_OBJECT), sym("Port")));
    ck_assert_uint_eq(core(CLASS_STRING)->instance_type, TYPE_STRING);
    ck_assert_uint_eq(core(CLASS_INTEGER)->instance_type, TYPE_FREE);
    ck_assert_uint_eq(core(CLASS_KEY_ERROR)->instance_type, TYPE_OBJECT);
    ck_assert_uint_eq(core(CLASS_CLASS)->instance_type, TYPE_CLASS);
    ck_assert(class_inherits(core(CLASS_STRING), core(CLASS_COMPARABLE)));
    ck_assert(class_inherits(core(CLASS_ARRAY), core(CLASS_KERNEL)));
    ck_assert(!class_inherits(core(CLASS_BASIC_OBJECT), core(CLASS_KERNEL)));
    ck_assert(value_is_a(RT, value_fixnum(1), core(CLASS_NUMERIC)) && !value_is_a(RT, VALUE_NIL, core(CLASS_NUMERIC)));
    ck_assert_ptr_eq(value_class(RT, class_value(core(CLASS_STRING)))->superclass,
                     value_class(RT, class_value(core(CLASS_OBJECT))));
}
END_TEST

START_TEST(immediates_have_classes)
{
    ck_assert_uint_eq(value_class_id(VALUE_NIL), CLASS_NIL);
    ck_assert_uint_eq(value_class_id(VALUE_TRUE), CLASS_TRUE);
    ck_assert_uint_eq(value_class_id(VALUE_FALSE), CLASS_FALSE);
    ck_assert_uint_eq(value_class_id(value_symbol(700)), CLASS_SYMBOL);
    for (int64_t i = -300; i < 300; i++) ck_assert_uint_eq(value_class_id(value_fixnum(i)), CLASS_INTEGER);
    for (int i = -300; i < 300; i++) ck_assert_uint_eq(value_class_id(value_try_flonum(i * 0.37)), CLASS_FLOAT);
}
END_TEST

START_TEST(metaclasses_inherit)
{
    struct class *const a = new_class(core(CLASS_OBJECT)), *const b = new_class(a);
    struct class *const meta_a = class_singleton_if_any(RT, class_value(a));
    struct class *const meta_b = class_singleton_if_any(RT, class_value(b));
    ck_assert_ptr_nonnull(meta_a);
    ck_assert_ptr_eq(meta_b->superclass, meta_a);
    ck_assert_ptr_eq(class_singleton(RT, HEAP, class_value(b)), meta_b);
    ck_assert_ptr_eq(class_real(meta_b), core(CLASS_CLASS));
    ck_assert(class_add_method(RT, meta_a, method_named(meta_a, "make")));
    ck_assert_ptr_nonnull(class_resolve(RT, value_class_id(class_value(b)), sym("make"))->method);
    ck_assert_ptr_null(class_singleton_if_any(RT, class_value(meta_b)));
    struct class *const meta_meta_b = class_singleton(RT, HEAP, class_value(meta_b));
    ck_assert_ptr_eq(class_singleton_if_any(RT, class_value(meta_b)), meta_meta_b);
    ck_assert_ptr_eq(meta_meta_b->superclass, class_singleton_if_any(RT, class_value(meta_a)));
    ck_assert(class_inherits(meta_meta_b, class_singleton_if_any(RT, class_value(core(CLASS_CLASS)))));
    struct class *const m = new_module();
    ck_assert_ptr_eq(class_singleton_if_any(RT, class_value(m))->superclass, core(CLASS_MODULE));
}
END_TEST

START_TEST(objects_get_singleton_classes)
{
    value_t const o = fix->roots[0] = value_pointer(instance_new(HEAP, CLASS_OBJECT, 0));
    ck_assert_ptr_null(class_singleton_if_any(RT, o));
    struct class *const s = class_singleton(RT, HEAP, o);
    ck_assert_uint_eq(value_class_id(o), s->id);
    ck_assert_ptr_eq(class_singleton(RT, HEAP, o), s);
    ck_assert_ptr_eq(class_real(value_class(RT, o)), core(CLASS_OBJECT));
    ck_assert_uint_eq(class_attached(HEAP, s), o);
    ck_assert_ptr_eq(class_singleton(RT, HEAP, VALUE_NIL), core(CLASS_NIL));
    ck_assert_ptr_null(class_singleton(RT, HEAP, value_fixnum(1)));
    ck_assert_ptr_null(class_singleton(RT, HEAP, float_value(HEAP, 1e300)));
    struct string *const shared = value_to_pointer(text_value("s"));
    object_freeze(shared);
    heap_set_shared(HEAP, shared);
    ck_assert_ptr_null(class_singleton(RT, HEAP, value_pointer(shared)));
    fixture_collect();
}
END_TEST

START_TEST(includes_and_prepends)
{
    struct class *const a = new_class(core(CLASS_OBJECT)), *const b = new_class(a);
    struct class *const m = new_module(), *const n = new_module(), *const p = new_module();
    name(a, "A"), name(b, "B"), name(m, "M"), name(n, "N"), name(p, "P");
    include(a, m);
    include(b, m); // there already, above
    check_ancestors(b, "BAM");
    include(a, n);
    check_ancestors(b, "BANM");
    prepend(a, p);
    check_ancestors(b, "BPANM");
    include(m, p); // P is not behind A, where M is
    check_ancestors(b, "BPANMP");
    ck_assert(class_include_cyclic(p, m) && !class_include_cyclic(m, p) && class_include_cyclic(p, p));
    struct class *const late = new_module();
    name(late, "L");
    include(n, late);
    check_ancestors(b, "BPANLMP");
    prepend(n, late);
    check_ancestors(n, "LNL");
    bool changed = true;
    ck_assert(class_include(RT, b, m, &changed) && !changed);
    ck_assert(class_include_cyclic(late, n));
}
END_TEST

START_TEST(classes_have_names)
{
    struct class *const a = new_class(core(CLASS_OBJECT));
    struct string *s = class_name_string(RT, HEAP, a);
    ck_assert(string_size(s) == 27 && memcmp(string_bytes(s), "#<Class:0x", 10) == 0);
    s = class_name_string(RT, HEAP, new_module());
    ck_assert(memcmp(string_bytes(s), "#<Module:0x", 11) == 0);
    name(a, "A");
    ck_assert_text(class_name_string(RT, HEAP, a), "A");
    struct class *const meta = class_singleton(RT, HEAP, class_value(a));
    ck_assert_text(class_name_string(RT, HEAP, meta), "#<Class:A>");
    struct class *const meta_meta = class_singleton(RT, HEAP, class_value(meta));
    ck_assert_text(class_name_string(RT, HEAP, meta_meta), "#<Class:#<Class:A>>");
    value_t const o = value_pointer(instance_new(HEAP, a->id, 0));
    s = class_name_string(RT, HEAP, class_singleton(RT, HEAP, o));
    ck_assert(memcmp(string_bytes(s), "#<Class:#<A:0x", 14) == 0);
    ck_assert(memcmp(string_bytes(s) + string_size(s) - 2, ">>", 2) == 0);
}
END_TEST

static void collect_subclass(struct class *class, void *context)
{
    struct class ***const at = context;
    *(*at)++ = class;
}

START_TEST(subclasses_are_listed)
{
    struct class *const a = new_class(core(CLASS_OBJECT)), *const b = new_class(a), *const c = new_class(a);
    struct class *found[4] = {NULL};
    struct class **at = found;
    class_each_subclass(RT, a, collect_subclass, &at);
    ck_assert_ptr_eq(found[0], c);
    ck_assert_ptr_eq(found[1], b);
    ck_assert_ptr_null(found[2]);
}
END_TEST

START_TEST(ids_outgrow_their_table)
{
    struct class *const a = new_class(core(CLASS_OBJECT));
    for (int i = 0; i < 2000; i++) {
        struct class *const c = new_class(a);
        ck_assert_ptr_eq(runtime_class(RT, c->id), c);
    }
    ck_assert_ptr_eq(runtime_class(RT, a->id), a);
}
END_TEST

// Every allocation that can fail does: nothing leaks (LeakSanitizer sees it), and what succeeds is whole.
START_TEST(opening_without_memory)
{
    for (uint64_t n = 1;; n++) {
        struct runtime runtime;
        struct heap_world_options const options = {.types = &fix->types, .owner = fix};
        base_alloc_fail_at(n);
        bool const ok = runtime_open(&runtime, &options);
        base_alloc_fail_at(0);
        if (!ok) continue;
        ck_assert_uint_gt(n, 500);
        runtime_close(&runtime);
        break;
    }
}
END_TEST

static bool build(struct class **made, bool *changed)
{
    made[0] = class_new(RT, HEAP, core(CLASS_OBJECT));
    made[1] = made[0] == NULL ? NULL : class_new(RT, HEAP, made[0]);
    made[2] = made[1] == NULL ? NULL : module_new(RT, HEAP);
    struct method *const method = made[2] == NULL ? NULL : method_new(HEAP, METHOD_C);
    if (method == NULL) return false;
    method->name = method->original = SYM_to_s;
    method->owner = made[2];
    return class_resolve(RT, made[1]->id, SYM_to_s) != NULL && class_include(RT, made[0], made[2], changed) &&
           class_add_method(RT, made[2], method) && class_resolve(RT, made[1]->id, SYM_to_s) != NULL &&
           class_singleton(RT, HEAP, value_pointer(instance_new(HEAP, made[1]->id, 0))) != NULL &&
           class_constant_set(RT, HEAP, made[1], SYM_to_s, VALUE_TRUE, true);
}

START_TEST(changing_without_memory)
{
    for (uint64_t n = 1;; n++) {
        struct class *made[3];
        bool changed;
        base_alloc_fail_at(n);
        bool const ok = build(made, &changed);
        base_alloc_fail_at(0);
        if (!ok) continue;
        ck_assert_uint_gt(n, 10);
        ck_assert_ptr_eq(class_resolve(RT, made[1]->id, SYM_to_s)->method->owner, made[2]);
        break;
    }
    fixture_collect();
}
END_TEST

Suite *class_suite(void)
{
    Suite *const suite = suite_create("class");
    TCase *const tests = tcase_create("class");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, core_classes_are_as_listed);
    tcase_add_test(tests, immediates_have_classes);
    tcase_add_test(tests, metaclasses_inherit);
    tcase_add_test(tests, objects_get_singleton_classes);
    tcase_add_test(tests, includes_and_prepends);
    tcase_add_test(tests, classes_have_names);
    tcase_add_test(tests, subclasses_are_listed);
    tcase_add_test(tests, ids_outgrow_their_table);
    tcase_add_test(tests, opening_without_memory);
    tcase_add_test(tests, changing_without_memory);
    suite_add_tcase(suite, tests);
    return suite;
}
