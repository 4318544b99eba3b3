// Code for eval: names of the scopes around it are registers of their environments, new names are its own.
#include "fixture.h"

#include <string.h>

static enum compile_status eval_in(const char *source, const struct vm_code *const *scopes, uint32_t count,
                                   struct compile_result *result)
{
    struct compile_options const options = {
        .file = "(eval)", .line = 7, .kind = CODE_EVAL, .scopes = scopes, .scope_count = count};
    return compile_on_thread(&runtime, &runtime.boot_heap, source, strlen(source), &options, result);
}

static unsigned count_ops(const struct vm_code *code, enum vm_op op, unsigned b, unsigned c)
{
    unsigned count = 0;
    for (uint32_t at = 0; at < code->word_count; at++) { // operand words are small numbers here: no opcode in disguise
        vm_word const w = code->words[at];
        if (VM_OP(w) == op && VM_B(w) == b && VM_C(w) == c) count++;
    }
    return count;
}

START_TEST(names_of_the_scopes_around)
{
    const struct vm_code *const outer = compile_ok("a = 1; f { |x, y| binding }");
    const struct vm_code *const scopes[] = {outer->children[0], outer};
    struct compile_result result;
    ck_assert_int_eq(eval_in("a + y; z = x; f { z + y }", scopes, 2, &result), COMPILE_OK);
    const struct vm_code *const code = result.code;
    ck_assert_int_eq(code->kind, CODE_EVAL);
    ck_assert_uint_eq(count_ops(code, OP_GETUP, 1, 2), 1); // a: R1 of the program, two up
    ck_assert_uint_eq(count_ops(code, OP_GETUP, 2, 1), 1); // y: R2 of the block
    ck_assert_uint_eq(count_ops(code, OP_GETUP, 1, 1), 1); // x
    ck_assert_str_eq(symbol_text(&runtime, code->local_names[1]), "z");
    ck_assert_uint_eq(count_ops(code->children[0], OP_GETUP, 1, 1), 1); // z of the eval
    ck_assert_uint_eq(count_ops(code->children[0], OP_GETUP, 2, 2), 1); // y, from the block in the eval
    ck_assert_uint_eq(vm_code_line(code, 0), 7);
    base_free(result.warnings);
    vm_code_free(&runtime, result.code);
}
END_TEST

START_TEST(specials_of_the_scopes_around)
{
    const struct vm_code *const outer = compile_ok("f { eval '' }");
    ck_assert_uint_ne(outer->special_register, 0); // whoever calls eval keeps $~
    const struct vm_code *const scopes[] = {outer->children[0], outer};
    struct compile_result result;
    ck_assert_int_eq(eval_in("f { $1 }", scopes, 2, &result), COMPILE_OK);
    ck_assert_uint_ne(result.code->special_register, 0);
    base_free(result.warnings);
    vm_code_free(&runtime, result.code);
}
END_TEST

START_TEST(jumps_out_of_an_eval)
{
    const struct vm_code *const outer = compile_ok("binding");
    struct compile_result result;
    ck_assert_int_eq(eval_in("return 1", &outer, 1, &result), COMPILE_OK);
    ck_assert_uint_eq(count_ops(result.code, OP_RETURNFROM, 0, 0), 1);
    base_free(result.warnings);
    vm_code_free(&runtime, result.code);
    static const char *const refused[] = {"break", "next", "redo", "nope = 1; retry"};
    for (size_t i = 0; i < TRP_COUNT(refused); i++) {
        ck_assert_int_eq(eval_in(refused[i], &outer, 1, &result), COMPILE_SYNTAX_ERROR);
        base_free(result.message);
        base_free(result.warnings);
    }
}
END_TEST

START_TEST(without_scopes)
{
    struct compile_result result;
    ck_assert_int_eq(eval_in("x = 1; x", NULL, 0, &result), COMPILE_OK);
    base_free(result.warnings);
    vm_code_free(&runtime, result.code);
}
END_TEST

Suite *compile_eval_suite(void)
{
    Suite *const suite = suite_create("compile/eval");
    TCase *const tests = tcase_create("eval");
    tcase_add_checked_fixture(tests, open_runtime, close_runtime);
    tcase_add_test(tests, names_of_the_scopes_around);
    tcase_add_test(tests, specials_of_the_scopes_around);
    tcase_add_test(tests, jumps_out_of_an_eval);
    tcase_add_test(tests, without_scopes);
    suite_add_tcase(suite, tests);
    return suite;
}
