// Images: what is dumped and loaded is the same code; damaged images are errors.
#include "fixture.h"

#include <string.h>

struct bytes {
    unsigned char *at;
    size_t size, capacity;
};

static bool add_bytes(const void *bytes, size_t size, void *context)
{
    struct bytes *const b = context;
    if (b->size + size > b->capacity) {
        b->capacity = (b->size + size) * 2;
        b->at = realloc(b->at, b->capacity);
        ck_assert_ptr_nonnull(b->at);
    }
    memcpy(b->at + b->size, bytes, size);
    b->size += size;
    return true;
}

static void add_text(const char *line, void *context)
{
    add_bytes(line, strlen(line), context);
    add_bytes("\n", 1, context);
}

static struct bytes text_of(const struct vm_code *code)
{
    struct bytes text = {0};
    vm_code_disassemble(&runtime, code, add_text, &text);
    add_bytes("", 1, &text);
    return text;
}

static const char program[] =
    "def m(a, b = 2, *c, d:, e: 5, **f, &g) = yield(a, \"x#{b}\")\n"
    "class A < B\n  X = [1.5, 12345678901234567890, 1..3, /a(b)/i, 'é', :sym, nil, true, -7]\n"
    "  def self.f(x) = x&.y(k: 1, **x) { |(p, q), r| p + q + r }\nend\n"
    "begin; m 1; rescue A, *B => e; p $1; ensure; q; end\n"
    "L = [" "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,:a,1.25" "]\n"
    "raise 'x' unless defined?(yy); /#{L}/o; case 1 when Integer then 2 end\n";

static struct vm_code *load(const unsigned char *bytes, size_t size, const char **error)
{
    struct vm_code_image *const image = vm_image_open(&runtime, &runtime.boot_heap, bytes, size, false, error);
    struct vm_code *const code = image == NULL ? NULL : vm_image_read(image, error);
    vm_image_close(image);
    return code;
}

static struct bytes dump(struct vm_code *code)
{
    struct bytes image = {0};
    ck_assert(vm_image_dump(&runtime, &code, 1, add_bytes, &image));
    return image;
}

START_TEST(round_trip)
{
    struct vm_code *const code = compile_ok(program);
    struct bytes image = dump(code), before = text_of(code);
    const char *error = NULL;
    struct vm_code *const loaded = load(image.at, image.size, &error);
    ck_assert_msg(loaded != NULL, "%s", error);
    struct bytes after = text_of(loaded), again = dump(loaded);
    ck_assert_str_eq((char *)before.at, (char *)after.at);
    ck_assert_uint_eq(image.size, again.size);
    ck_assert_int_eq(memcmp(image.at, again.at, image.size), 0);
    vm_code_free(&runtime, loaded);
    free(image.at);
    free(before.at);
    free(after.at);
    free(again.at);
}
END_TEST

START_TEST(damaged_images)
{
    struct bytes image = dump(compile_ok(program));
    uint64_t state = 99;
    for (int i = 0; i < 2000; i++) {
        struct bytes copy = {0};
        add_bytes(image.at, image.size, &copy);
        copy.at[random_next(&state) % copy.size] ^= (unsigned char)(1u << random_next(&state) % 8);
        size_t const size = i % 3 == 0 ? random_next(&state) % copy.size : copy.size;
        const char *error = NULL;
        struct vm_code *const code = load(copy.at, size, &error);
        ck_assert(code != NULL || error != NULL);
        vm_code_free(&runtime, code);
        free(copy.at);
    }
    free(image.at);
}
END_TEST

Suite *compile_image_suite(void)
{
    Suite *const suite = suite_create("compile/image");
    TCase *const tests = tcase_create("image");
    tcase_add_checked_fixture(tests, open_runtime, close_runtime);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, round_trip);
    tcase_add_test(tests, damaged_images);
    suite_add_tcase(suite, tests);
    return suite;
}
