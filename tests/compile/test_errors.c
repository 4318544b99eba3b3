// What is not code: syntax errors, limits, lack of memory, warnings; and sources made to break the compiler.
#include "fixture.h"

#include <string.h>

static enum compile_status compile_text(const char *source, char *message, size_t size)
{
    struct compile_result result;
    enum compile_status const status = compile_bytes(source, strlen(source), CODE_MAIN, &result);
    snprintf(message, size, "%s", result.message ? result.message : "");
    base_free(result.message);
    base_free(result.warnings);
    vm_code_free(&runtime, result.code);
    return status;
}

START_TEST(syntax_errors)
{
    char message[2000];
    ck_assert_int_eq(compile_text("x = 1\nfoo(", message, sizeof message), COMPILE_SYNTAX_ERROR);
    ck_assert_str_eq(message, "t.rb:2: syntax error found\n"
                              "  1 | x = 1\n"
                              "> 2 | foo(\n"
                              "    |     ^ unexpected end-of-input; expected a `)` to close the arguments\n");
    ck_assert_int_eq(compile_text("break", message, sizeof message), COMPILE_SYNTAX_ERROR);
    ck_assert_ptr_nonnull(strstr(message, "Invalid break"));
    ck_assert_int_eq(compile_text("/a(b/", message, sizeof message), COMPILE_SYNTAX_ERROR);
}
END_TEST

START_TEST(many_errors_in_a_line_are_a_short_list)
{
    char source[30001] = {0}, message[20000];
    memset(source, 1, 30000);
    ck_assert_int_eq(compile_text(source, message, sizeof message), COMPILE_SYNTAX_ERROR);
    ck_assert_ptr_nonnull(strstr(message, "t.rb:1: syntax errors found: 30000, the first of them are\nt.rb:1: "));
    ck_assert_uint_lt(strlen(message), 5000);
}
END_TEST

START_TEST(warnings)
{
    struct compile_result result;
    static const char source[] = "def m\n  x = 1\nend\n";
    ck_assert_int_eq(compile_bytes(source, sizeof source - 1, CODE_MAIN, &result), COMPILE_OK);
    ck_assert_str_eq(result.warnings, "t.rb:2: warning: assigned but unused variable - x\n");
    base_free(result.warnings);
    vm_code_free(&runtime, result.code);
}
END_TEST

START_TEST(data_offset)
{
    struct compile_result result;
    static const char source[] = "1\n__END__\nhello";
    ck_assert_int_eq(compile_bytes(source, sizeof source - 1, CODE_MAIN, &result), COMPILE_OK);
    ck_assert_str_eq(source + result.data_offset, "hello");
    base_free(result.warnings);
    vm_code_free(&runtime, result.code);
}
END_TEST

// `open` so many times, the middle, `close` as often.
static char *nest(const char *open, unsigned count, const char *middle, const char *close)
{
    size_t const opening = strlen(open), closing = strlen(close);
    char *const text = malloc((opening + closing) * count + strlen(middle) + 1);
    char *at = text;
    for (unsigned i = 0; i < count; i++, at += opening) memcpy(at, open, opening);
    strcpy(at, middle);
    at += strlen(middle);
    for (unsigned i = 0; i < count; i++, at += closing) memcpy(at, close, closing);
    *at = 0;
    return text;
}

static void expect_status(char *source, enum compile_status wanted, const char *words)
{
    char message[400];
    enum compile_status const status = compile_text(source, message, sizeof message);
    ck_assert_msg(status == wanted && strstr(message, words) != NULL, "%d: %s (%.60s)", status, message, source);
    free(source);
}

START_TEST(limits)
{
    expect_status(nest("1+", 3000, "1", ""), COMPILE_OK, "");
    expect_status(nest("1+", 200000, "1", ""), COMPILE_LIMIT, "nesting too deep");
    expect_status(nest("", 200000, "a", ".b"), COMPILE_LIMIT, "nesting too deep");
    expect_status(nest("", 200000, "a", "&&a"), COMPILE_LIMIT, "nesting too deep");
    expect_status(nest("if a\nelse ", 200, "", " end"), COMPILE_OK, "");
    expect_status(nest("[", 500, "", "]"), COMPILE_OK, "");
    expect_status(nest("x=", 3000, "1", ""), COMPILE_SYNTAX_ERROR, "");
    expect_status(nest("begin;f;ensure;", 40, "", "end;"), COMPILE_LIMIT, "too ");
    expect_status(nest("a;", 70000, "", ""), COMPILE_LIMIT, "too many calls");
    expect_status(nest("f(a,", 300, "1", ")"), COMPILE_LIMIT, "registers");
    expect_status(nest("", 5000, "f 1", ",1"), COMPILE_OK, "");
    expect_status(nest("", 5000, "x = a", ",a"), COMPILE_OK, "");
    expect_status(nest("while a;", 300, "", "end;"), COMPILE_OK, "");
    expect_status(nest("def m;", 300, "", "end;"), COMPILE_OK, "");
}
END_TEST

START_TEST(many_names)
{
    char *const text = malloc(400 * 40);
    char *at = text;
    for (int i = 0; i < 400; i++) at += sprintf(at, "v%d = %d\n", i, i);
    strcpy(at, "f { v390 += v10; v391 }");
    struct vm_code *const code = compile_ok(text);
    ck_assert_uint_le(code->register_count, VM_REGISTERS_MAX);
    at = text + sprintf(text, "def m(");
    for (int i = 0; i < 300; i++) at += sprintf(at, "v%d, ", i);
    strcpy(at, "z); end");
    char message[200];
    ck_assert_int_eq(compile_text(text, message, sizeof message), COMPILE_LIMIT);
    free(text);
}
END_TEST

START_TEST(failing_memory)
{
    static const char source[] = "class A; def m(a, b: 1) = [a, \"x#{b}\", {c: 1}].each { |d| yield d }; end\n"
                                 "begin; A.new; rescue => e; p e; end";
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
        struct compile_result result;
        base_alloc_fail_at(n);
        enum compile_status const status = compile_bytes(source, sizeof source - 1, CODE_MAIN, &result);
        base_alloc_fail_at(0);
        ck_assert_msg(status == COMPILE_OK || status == COMPILE_NO_MEMORY, "%d", status);
        ck_assert_ptr_null(result.message);
        done = status == COMPILE_OK && n > 50;
        base_free(result.warnings);
        vm_code_free(&runtime, result.code);
        ck_assert_uint_lt(n, 100000);
    }
}
END_TEST

// --- Random sources --------------------------------------------------------------------------------
static const char *const scraps[] = {
    "begin\n",
    "ensure\n",
    "rescue => e\n",
    "end\n",
    "while x\n",
    "break",
    "next",
    "redo",
    "retry",
    "return 1",
    "yield",
    "super",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|a,(b,*c),d|",
    "do |x|\n",
    "def f(a,b=1,*c,d:,e: 2,**f,&g)\n",
    "class A<B\n",
    "->(x){",
    "case x\n",
    "when *a\n",
    "in [x,*]\n",
    "in {a:,**nil}\n",
    "=>",
    "if ",
    "unless ",
    "else\n",
    "elsif y\n",
    "a,*b=",
    "&.",
    "**h",
    "*a",
    "&b",
    "...",
    "\"#{",
    "}\"",
    "/#{x}/o",
    "$~",
    "$1",
    "@a||=",
    "@@b",
    "A::B||=",
    "x[1]+=",
    "a.b&&=",
    "defined?(",
    "BEGIN{",
    "END{",
    "alias x y\n",
    "undef z\n",
    "for a,b in c\n",
    "1..2",
    "if a...b\n",
    "_1",
    "it",
    "__method__",
    "block_given?",
    "binding",
    "not ",
    "!",
    "&&",
    "||",
    "and ",
    "or ",
    "rescue 1",
    "<<~E\n#{x}\nE\n",
    "%w[a b]",
    "3r",
    "2i",
    ";",
    "\n",
    "self",
    "nil",
    "1",
    "x",
    ":s",
    "'t'",
    "x = ",
    ", ",
};

static void feed(const char *source, size_t size, bool eval)
{
    struct compile_result result;
    enum compile_status const status = compile_bytes(source, size, eval ? CODE_EVAL : CODE_MAIN, &result);
    if (status != COMPILE_OK) {
        ck_assert_msg(result.message != NULL && strstr(result.message, "internal error") == NULL, "%.*s: %s", (int)size,
                      source, result.message ? result.message : "no message");
    }
    base_free(result.message);
    base_free(result.warnings);
    vm_code_free(&runtime, result.code);
}

START_TEST(random_bytes)
{
    uint64_t state = 4711;
    char source[256];
    for (int i = 0; i < 1500; i++) {
        size_t const size = random_next(&state) % sizeof source;
        for (size_t k = 0; k < size; k++) source[k] = (char)random_next(&state);
        feed(source, size, false);
    }
}
END_TEST

START_TEST(random_scraps)
{
    uint64_t state = 815;
    char source[4096];
    for (int i = 0; i < 3000; i++) {
        size_t size = 0;
        for (uint64_t n = random_next(&state) % 40; n > 0; n--) {
            const char *const scrap = scraps[random_next(&state) % TRP_COUNT(scraps)];
            memcpy(source + size, scrap, strlen(scrap));
            size += strlen(scrap);
            if (random_next(&state) % 3 == 0) source[size++] = ' ';
        }
        feed(source, size, i % 5 == 0);
    }
}
END_TEST

// A program of every construct, with a few bytes changed.
START_TEST(mutated_program)
{
    char path[512], source[65536];
    snprintf(path, sizeof path, "%s/tests/compile/every_node.rb", TEST_SOURCE_DIR);
    FILE *const file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t const size = fread(source, 1, sizeof source, file);
    fclose(file);
    feed(source, size, false);
    uint64_t state = 20;
    char *const copy = malloc(size + 64);
    for (int i = 0; i < 1500; i++) {
        memcpy(copy, source, size);
        size_t used = size;
        for (uint64_t n = 1 + random_next(&state) % 3; n > 0; n--) {
            size_t const at = random_next(&state) % (used - 16), length = random_next(&state) % 12;
            if (random_next(&state) % 2) {
                copy[at] = (char)random_next(&state);
            } else {
                memmove(copy + at, copy + at + length, used - at - length);
                used -= length;
            }
        }
        feed(copy, used, false);
    }
    free(copy);
}
END_TEST

Suite *compile_errors_suite(void)
{
    Suite *const suite = suite_create("compile/errors");
    TCase *const tests = tcase_create("errors");
    tcase_add_checked_fixture(tests, open_runtime, close_runtime);
    tcase_set_timeout(tests, 240);
    tcase_add_test(tests, syntax_errors);
    tcase_add_test(tests, many_errors_in_a_line_are_a_short_list);
    tcase_add_test(tests, warnings);
    tcase_add_test(tests, data_offset);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, many_names);
    tcase_add_test(tests, failing_memory);
    tcase_add_test(tests, random_bytes);
    tcase_add_test(tests, random_scraps);
    tcase_add_test(tests, mutated_program);
    suite_add_tcase(suite, tests);
    return suite;
}
