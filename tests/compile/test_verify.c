// The verifier: damaged code is rejected or harmless, and never makes the verifier itself fail.
#include "fixture.h"

#include <string.h>

static const char *const programs[] = {
    "def m(a, b = 2, *c, d:, **e, &f) = [a, b, c, d, e, f]; m(1, d: 2)",
    "x = [1, 2].map { |v| v + 1 }; begin; x.foo; rescue A => e; p e; ensure; y = \"a#{x}\"; end",
    "class A < B; def m = super; attr_reader :x; end; while f; break if g; end; a, *b = c; h = {a: 1, b => 2, **d}",
    "case x; in [a, *] then a; in {k:} then k; else 1; end; defined?(y.z); /a#{b}/o; A::B ||= 1; 1 if a..b",
};

static vm_word *words_of(const struct vm_code *code) { return (vm_word *)(uintptr_t)code->words; }

static bool passes(const struct vm_code *code)
{
    uint32_t offset = 0;
    return vm_code_verify(code, &offset) == NULL;
}

START_TEST(compiled_code_passes)
{
    for (size_t i = 0; i < TRP_COUNT(programs); i++) ck_assert(passes(compile_ok(programs[i])));
}
END_TEST

static void damage(struct vm_code *code, uint64_t *state, unsigned rounds)
{
    unsigned rejected = 0;
    for (unsigned i = 0; i < rounds; i++) {
        uint32_t const at = (uint32_t)(random_next(state) % code->word_count);
        vm_word const old = code->words[at];
        words_of(code)[at] =
            random_next(state) % 4 ? old ^ (vm_word)1 << random_next(state) % 32 : (vm_word)random_next(state);
        uint32_t offset = 0;
        const char *const wrong = vm_code_verify(code, &offset);
        if (wrong != NULL) rejected++;
        if (wrong != NULL) ck_assert(strlen(wrong) > 0);
        words_of(code)[at] = old;
    }
    ck_assert_uint_gt(rejected, rounds / 20);
    ck_assert(passes(code));
}

START_TEST(damaged_words_are_no_danger)
{
    uint64_t state = 0x1234567;
    for (size_t i = 0; i < TRP_COUNT(programs); i++) {
        struct vm_code *const root = compile_ok(programs[i]);
        damage(root, &state, 3000);
        for (uint32_t k = 0; k < root->child_count; k++) damage(root->children[k], &state, 1000);
    }
}
END_TEST

// One fault each, and what the verifier says of it.
static void fault(const char *source, uint32_t at, vm_word word, const char *wanted)
{
    struct vm_code *const code = compile_ok(source);
    vm_word const old = code->words[at];
    uint32_t offset = 0;
    words_of(code)[at] = word;
    const char *const wrong = vm_code_verify(code, &offset);
    words_of(code)[at] = old;
    ck_assert_msg(wrong != NULL && strcmp(wrong, wanted) == 0, "%s: %s", source, wrong ? wrong : "passes");
}

START_TEST(faults_are_named)
{
    fault("1", 0, 0xff, "no such instruction");
    fault("1", 0, VM_ABX(OP_LOADI, 200, 1), "register out of range");
    fault("1", 1, OP_NOP, "code runs off its end");
    fault("1", 1, OP_JMP | 5u << 8, "jump to no instruction");
    fault("f 1", 1, VM_ABX(OP_SENDSELF, 2, 0), "window out of the frame");
    fault("f 1", 1, VM_ABX(OP_SENDSELF, 1, 7), "call site out of range");
    fault(":a", 0, VM_ABX(OP_LOADK, 1, 9), "constant out of range");
    fault(":a", 0, VM_ABX(OP_STRING, 1, 0), "constant is not a string");
    fault("'a'", 0, VM_ABX(OP_GETGLOBAL, 1, 0), "constant is not a symbol");
    fault("def m; end", 0, VM_ABX(OP_BLOCK, 1, 0), "no such child");
    fault("1", 0, VM_ABC(OP_GETUP, 1, 0, 1), "no environment that far");
    fault("1", 1, VM_ABC(OP_ADD, 1, 1, 1), "instruction cut off");
    fault("1", 0, VM_ABC(OP_STRCAT, 1, 0, 0), "nothing to concatenate");
}
END_TEST

START_TEST(frames_are_checked)
{
    struct vm_code *const code = compile_ok("begin; f; rescue; g; end");
    struct vm_code const old = *code;
    code->local_count = 200;
    ck_assert(!passes(code));
    *code = old;
    code->register_count = 2;
    ck_assert(!passes(code));
    *code = old;
    code->params.required = 3;
    ck_assert(!passes(code));
    *code = old;
    struct vm_catch const range = code->catches[0];
    code->catches[0].handler = 1000;
    ck_assert(!passes(code));
    code->catches[0] = range;
    code->catches[0].reg = 0;
    ck_assert(!passes(code));
    code->catches[0] = range;
    ck_assert(passes(code));
}
END_TEST

Suite *compile_verify_suite(void)
{
    Suite *const suite = suite_create("compile/verify");
    TCase *const tests = tcase_create("verify");
    tcase_add_checked_fixture(tests, open_runtime, close_runtime);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, compiled_code_passes);
    tcase_add_test(tests, damaged_words_are_no_danger);
    tcase_add_test(tests, faults_are_named);
    tcase_add_test(tests, frames_are_checked);
    suite_add_tcase(suite, tests);
    return suite;
}
