// Resolution: what a name means, and that it stops meaning it when something changes, also while others look.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixture.h"

static struct class *core(class_id_t id) { return runtime_class(RT, id); }

static struct method *define(struct class *class, const char *name, enum method_kind kind)
{
    struct method *const method = method_named(class, name);
    method->kind = (uint8_t)kind;
    ck_assert(class_add_method(RT, class, method));
    return method;
}

static struct method *resolved(struct class *class, const char *name)
{
    struct resolution *const r = class_resolve(RT, class->id, sym(name));
    ck_assert_ptr_nonnull(r);
    ck_assert_uint_eq(r->class_id, class->id);
    return r->method;
}

START_TEST(a_change_clears_what_it_concerns)
{
    struct class *const a = class_new(RT, HEAP, core(CLASS_OBJECT)), *const b = class_new(RT, HEAP, a);
    struct class *const other = class_new(RT, HEAP, core(CLASS_OBJECT));
    struct resolution *const miss = class_resolve(RT, b->id, sym("f"));
    struct resolution *const apart = class_resolve(RT, other->id, sym("f"));
    ck_assert_ptr_null(miss->method);
    struct method *const f = define(a, "f", METHOD_C);
    ck_assert_uint_eq(miss->class_id, CLASS_NONE);
    ck_assert_uint_eq(apart->class_id, other->id);
    struct resolution *const hit = class_resolve(RT, b->id, sym("f"));
    ck_assert_ptr_eq(hit->method, f);
    define(core(CLASS_OBJECT), "f", METHOD_C); // above A: nothing changes for B
    ck_assert_uint_eq(hit->class_id, b->id);
    ck_assert_uint_eq(apart->class_id, CLASS_NONE);
    struct method *const g = define(b, "f", METHOD_C);
    ck_assert_uint_eq(hit->class_id, CLASS_NONE);
    ck_assert_ptr_eq(resolved(b, "f"), g);
    ck_assert_ptr_eq(class_resolve_super(RT, b->id, b, sym("f")), f);
    define(b, "f", METHOD_UNDEF);
    ck_assert_ptr_null(resolved(b, "f"));
    ck_assert(class_remove_method(RT, b, sym("f")));
    ck_assert(!class_remove_method(RT, b, sym("f")));
    ck_assert_ptr_eq(resolved(b, "f"), f);
    ck_assert_ptr_eq(class_own_method(RT, a, sym("f")), f);
    ck_assert_ptr_null(class_own_method(RT, b, sym("f")));
}
END_TEST

START_TEST(what_super_means_is_remembered_by_owner)
{
    bool changed;
    struct class *const a = class_new(RT, HEAP, core(CLASS_OBJECT)), *const b = class_new(RT, HEAP, a);
    struct class *const c = class_new(RT, HEAP, b), *const m = module_new(RT, HEAP);
    struct method *const in_a = define(a, "f", METHOD_C), *const in_b = define(b, "f", METHOD_C);
    struct super_resolution *const above_c = class_resolve_above(RT, c->id, c, sym("f"));
    struct super_resolution *const above_b = class_resolve_above(RT, c->id, b, sym("f"));
    ck_assert_ptr_eq(above_c->plain.method, in_b);
    ck_assert_ptr_eq(above_b->plain.method, in_a);
    ck_assert_ptr_eq(class_resolve_above(RT, c->id, c, sym("f")), above_c);
    ck_assert_ptr_eq(class_resolve_above(RT, c->id, b, sym("f")), above_b);
    define(a, "g", METHOD_C); // another name
    define(c, "f", METHOD_C); // before both
    ck_assert_uint_eq(above_c->plain.class_id, c->id);
    ck_assert_uint_eq(above_b->plain.class_id, c->id);
    ck_assert(class_include(RT, b, m, &changed)); // no method of the name yet
    ck_assert_uint_eq(above_b->plain.class_id, c->id);
    struct method *const in_m = define(m, "f", METHOD_C);
    ck_assert_uint_eq(above_b->plain.class_id, CLASS_NONE);
    struct super_resolution *const again = class_resolve_above(RT, c->id, b, sym("f"));
    ck_assert_ptr_eq(again->plain.method, in_m);
    ck_assert(class_remove_method(RT, m, sym("f")));
    ck_assert_uint_eq(again->plain.class_id, CLASS_NONE);
    ck_assert_ptr_eq(class_resolve_above(RT, c->id, b, sym("f"))->plain.method, in_a);
    struct super_resolution *const none = class_resolve_above(RT, c->id, a, sym("f"));
    ck_assert_ptr_null(none->plain.method);
    define(core(CLASS_OBJECT), "f", METHOD_C);
    ck_assert_uint_eq(none->plain.class_id, CLASS_NONE);
}
END_TEST

START_TEST(modules_reach_who_includes_them)
{
    bool changed;
    struct class *const m = module_new(RT, HEAP), *const n = module_new(RT, HEAP);
    struct class *const a = class_new(RT, HEAP, core(CLASS_OBJECT)), *const b = class_new(RT, HEAP, a);
    ck_assert(class_include(RT, a, m, &changed));
    ck_assert_ptr_null(resolved(b, "f"));
    struct method *const in_n = define(n, "f", METHOD_C);
    ck_assert_ptr_null(resolved(b, "f"));
    ck_assert(class_include(RT, m, n, &changed));
    ck_assert_ptr_eq(resolved(b, "f"), in_n);
    struct method *const in_m = define(m, "f", METHOD_C);
    ck_assert_ptr_eq(resolved(b, "f"), in_m);
    ck_assert_ptr_eq(class_resolve_super(RT, b->id, m, sym("f")), in_n);
    ck_assert_ptr_null(class_resolve_super(RT, b->id, n, sym("f")));
    struct class *const p = module_new(RT, HEAP);
    struct method *const in_p = define(p, "f", METHOD_C);
    ck_assert(class_prepend(RT, b, p, &changed));
    ck_assert_ptr_eq(resolved(b, "f"), in_p);
    ck_assert_ptr_eq(class_resolve_super(RT, b->id, p, sym("f")), in_m);
}
END_TEST

START_TEST(super_passes_a_module_twice)
{
    bool changed;
    struct class *const m = module_new(RT, HEAP);
    struct class *const a = class_new(RT, HEAP, core(CLASS_OBJECT)), *const b = class_new(RT, HEAP, a);
    fix->roots[0] = class_value(b);
    ck_assert(class_prepend(RT, a, m, &changed));
    ck_assert(class_prepend(RT, b, m, &changed)); // B's ancestors: M B M A
    struct method *const in_m = define(m, "f", METHOD_C);
    struct method *const in_a = define(a, "f", METHOD_C), *const in_b = define(b, "f", METHOD_C);
    size_t count;
    struct class *const *const ancestors = class_ancestors(b, &count);
    ck_assert(ancestors[0] == m && ancestors[1] == b && ancestors[2] == m && ancestors[3] == a);
    for (int round = 0; round < 2; round++) {
        ck_assert_ptr_eq(resolved(b, "f"), in_m);
        ck_assert_ptr_eq(class_resolve_super(RT, b->id, m, sym("f")), in_b);
        struct method *const again = class_resolve_super(RT, b->id, b, sym("f"));
        ck_assert_ptr_ne(again, in_m);
        ck_assert_ptr_eq(method_owner_class(again), m);
        ck_assert(class_inherits(b, again->owner));
        ck_assert_ptr_eq(class_own_method(RT, again->owner, sym("f")), in_m);
        ck_assert_ptr_eq(class_resolve_super(RT, b->id, again->owner, sym("f")), in_a);
        ck_assert_ptr_eq(class_resolve_super(RT, a->id, m, sym("f")), in_a);
        ck_assert_ptr_eq(class_resolve_super(RT, b->id, b, sym("f")), again);
        fixture_cycle();
        fixture_collect();
    }
    struct class *const c = class_new(RT, HEAP, b); // inherits the places
    ck_assert_ptr_eq(resolved(c, "f"), in_m);
    struct method *const again = class_resolve_super(RT, c->id, b, sym("f"));
    ck_assert_ptr_eq(class_resolve_super(RT, c->id, again->owner, sym("f")), in_a);
    define(m, "f", METHOD_C); // the copy is of the old one
    ck_assert_ptr_ne(class_resolve_super(RT, b->id, b, sym("f")), again);
    ck_assert(class_remove_method(RT, m, sym("f")));
    ck_assert_ptr_eq(class_resolve_super(RT, b->id, b, sym("f")), in_a);
}
END_TEST

static void count_method(struct method *method, void *context)
{
    (void)method;
    ++*(int *)context;
}

START_TEST(methods_are_listed)
{
    struct class *const a = class_new(RT, HEAP, core(CLASS_OBJECT));
    for (int i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "m%d", i);
        define(a, name, METHOD_C);
    }
    for (int i = 0; i < 100; i += 2) {
        char name[16];
        snprintf(name, sizeof name, "m%d", i);
        ck_assert(class_remove_method(RT, a, sym(name)));
    }
    int count = 0;
    class_each_method(a, count_method, &count);
    ck_assert_int_eq(count, 50);
}
END_TEST

static void boot_operators(void)
{
    define(core(CLASS_INTEGER), "+", METHOD_C)->flags |= METHOD_BOOT;
    define(core(CLASS_KERNEL), "===", METHOD_C)->flags |= METHOD_BOOT;
    define(core(CLASS_BASIC_OBJECT), "!", METHOD_C)->flags |= METHOD_BOOT;
    define(core(CLASS_STRING), "==", METHOD_C)->flags |= METHOD_BOOT;
    runtime_boot_done(RT);
    ck_assert_uint_eq(RT->redefined, 0);
}

START_TEST(redefinitions_are_noticed)
{
    boot_operators();
    struct class *const own = class_new(RT, HEAP, core(CLASS_STRING));
    define(own, "==", METHOD_C);
    define(core(CLASS_INTEGER), "plus", METHOD_C);
    define(core(CLASS_OBJECT), "+", METHOD_C); // Integer's own goes first
    ck_assert_uint_eq(RT->redefined, 0);
    define(core(CLASS_INTEGER), "+", METHOD_C);
    ck_assert(runtime_redefined(RT, BASIC_PLUS));
    ck_assert(!runtime_redefined(RT, BASIC_NOT));
    define(core(CLASS_OBJECT), "!", METHOD_C);
    ck_assert(runtime_redefined(RT, BASIC_NOT));
    ck_assert(!runtime_redefined(RT, BASIC_EQ));
    bool changed;
    struct class *const m = module_new(RT, HEAP);
    ck_assert(class_prepend(RT, core(CLASS_STRING), m, &changed));
    ck_assert(!runtime_redefined(RT, BASIC_EQ));
    define(m, "==", METHOD_C); // into a module that is prepended already
    ck_assert(runtime_redefined(RT, BASIC_EQ));
    struct class *const n = module_new(RT, HEAP);
    define(n, "===", METHOD_C);
    ck_assert(!runtime_redefined(RT, BASIC_EQQ));
    ck_assert(class_include(RT, core(CLASS_RANGE), n, &changed));
    ck_assert(runtime_redefined(RT, BASIC_EQQ));
}
END_TEST

// Readers resolve while a writer defines and removes: each answer is one that held at some moment.
struct race {
    struct runtime *runtime;
    class_id_t id;
    symbol_t name;
    struct method *methods[3]; // that may be seen, or NULL
    _Atomic bool stop;
    _Atomic uint64_t looked;
};

static void *look(void *context)
{
    struct race *const race = context;
    uint64_t looked = 0;
    while (!atomic_load(&race->stop)) {
        struct resolution *const r = class_resolve(race->runtime, race->id, race->name);
        bool known = r->method == NULL;
        for (int i = 0; i < 3; i++) known |= r->method == race->methods[i];
        ck_assert(known);
        looked++;
    }
    atomic_fetch_add(&race->looked, looked);
    return NULL;
}

START_TEST(readers_take_no_lock)
{
    struct class *const a = class_new(RT, HEAP, core(CLASS_OBJECT)), *const b = class_new(RT, HEAP, a);
    struct class *const m = module_new(RT, HEAP);
    static struct race race;
    race = (struct race){.runtime = RT, .id = b->id, .name = sym("f")};
    race.methods[0] = method_named(a, "f");
    race.methods[1] = method_named(b, "f");
    race.methods[2] = define(m, "f", METHOD_C);
    runtime_boot_done(RT); // from then on tables that others may read are retired, not freed
    pthread_t threads[2];
    for (int t = 0; t < 2; t++) pthread_create(&threads[t], NULL, look, &race);
    bool changed;
    for (int i = 0; i < 300; i++) {
        ck_assert(class_add_method(RT, a, race.methods[0]));
        ck_assert(class_add_method(RT, b, race.methods[1]));
        if (i == 100) ck_assert(class_include(RT, b, m, &changed));
        class_resolve(RT, b->id, race.name);
        ck_assert(class_remove_method(RT, b, race.name));
        ck_assert_ptr_eq(class_resolve(RT, b->id, race.name)->method, i >= 100 ? race.methods[2] : race.methods[0]);
        ck_assert(class_remove_method(RT, a, race.name));
        char name[16];
        snprintf(name, sizeof name, "g%d", i); // the tables grow
        define(b, name, METHOD_C);
        class_resolve(RT, b->id, sym(name));
    }
    atomic_store(&race.stop, true);
    for (int t = 0; t < 2; t++) pthread_join(threads[t], NULL);
}
END_TEST

Suite *method_suite(void)
{
    Suite *const suite = suite_create("method");
    TCase *const tests = tcase_create("method");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_change_clears_what_it_concerns);
    tcase_add_test(tests, what_super_means_is_remembered_by_owner);
    tcase_add_test(tests, modules_reach_who_includes_them);
    tcase_add_test(tests, super_passes_a_module_twice);
    tcase_add_test(tests, methods_are_listed);
    tcase_add_test(tests, redefinitions_are_noticed);
    tcase_add_test(tests, readers_take_no_lock);
    suite_add_tcase(suite, tests);
    return suite;
}
