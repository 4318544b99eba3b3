// Strings: contents against a plain buffer, copy-on-write, encodings, searching, inspecting.
#include <stdlib.h>

#include "fixture.h"

#define MODEL_MAX 2000
#define STRINGS 6

struct model {
    char bytes[MODEL_MAX];
    size_t size;
};

static struct string *string_at(int i) { return value_to_pointer(fix->roots[i]); }

static void check_model(int i, const struct model *model)
{
    struct string *const s = string_at(i);
    ck_assert_uint_eq(string_size(s), model->size);
    ck_assert(memcmp(string_bytes(s), model->bytes, model->size) == 0);
}

static void splice_model(struct model *m, size_t start, size_t size, const char *bytes, size_t count)
{
    char copy[MODEL_MAX];
    memcpy(copy, bytes, count);
    memmove(m->bytes + start + count, m->bytes + start + size, m->size - start - size);
    memcpy(m->bytes + start, copy, count);
    m->size += count - size;
}

static void append_random(struct model *models, int i, int j)
{
    static const char text[] = "the quick brown fox jumps over the lazy dog and over thirty other animals";
    size_t const size = (size_t)rand() % sizeof text;
    struct model *const m = &models[i];
    if (m->size + size + models[j].size > MODEL_MAX) return;
    if (rand() % 2) {
        ck_assert(string_append(HEAP, string_at(i), text, size));
        splice_model(m, m->size, 0, text, size);
    } else {
        ck_assert(string_append_string(HEAP, string_at(i), string_at(j)));
        splice_model(m, m->size, 0, models[j].bytes, models[j].size);
    }
}

static void splice_random(struct model *models, int i, int j)
{
    struct model *const m = &models[i];
    size_t const start = (size_t)rand() % (m->size + 1);
    size_t const size = (size_t)rand() % (m->size - start + 1);
    size_t const from = (size_t)rand() % (models[j].size + 1);
    size_t const count = (size_t)rand() % (models[j].size - from + 1);
    if (m->size - size + count > MODEL_MAX) return;
    ck_assert(string_splice(HEAP, string_at(i), start, size, string_bytes(string_at(j)) + from, count));
    splice_model(m, start, size, models[j].bytes + from, count);
}

static void cut_random(struct model *models, int i, int j)
{
    size_t const start = (size_t)rand() % (models[j].size + 1);
    size_t const size = (size_t)rand() % (models[j].size - start + 1);
    struct string *const part = string_sub(HEAP, string_at(j), start, size);
    ck_assert_ptr_nonnull(part);
    fix->roots[i] = value_pointer(part);
    memmove(models[i].bytes, models[j].bytes + start, size);
    models[i].size = size;
}

START_TEST(contents_as_a_buffer_has_them)
{
    static struct model models[STRINGS];
    memset(models, 0, sizeof models);
    srand((unsigned)_i);
    for (int i = 0; i < STRINGS; i++) fix->roots[i] = text_value("");
    for (int step = 0; step < 1000; step++) {
        int const i = rand() % STRINGS, j = rand() % STRINGS;
        switch (rand() % 6) {
        case 0: case 1: append_random(models, i, j); break;
        case 2: splice_random(models, i, j); break;
        case 3: cut_random(models, i, j); break;
        case 4:
            ck_assert(string_replace(HEAP, string_at(i), string_at(j)));
            if (i != j) models[i] = models[j];
            break;
        default:
            fix->roots[i] = value_pointer(string_dup(HEAP, string_at(j)));
            models[i] = models[j];
            break;
        }
        for (int s = 0; s < STRINGS; s++) check_model(s, &models[s]);
        ck_assert_int_eq(string_scan(string_at(i)), STRING_ASCII);
        if (step % 40 == 0) fixture_collect();
    }
}
END_TEST

START_TEST(bodies_are_shared_and_freed)
{
    char text[1000];
    memset(text, 'x', sizeof text);
    fix->roots[0] = value_pointer(string_new(HEAP, text, sizeof text, ENCODING_UTF8));
    uint64_t const before = HEAP->stats.body_bytes;
    fix->roots[1] = value_pointer(string_dup(HEAP, string_at(0)));
    fix->roots[2] = value_pointer(string_sub(HEAP, string_at(0), 100, 500));
    ck_assert_uint_eq(HEAP->stats.body_bytes, before);
    ck_assert(string_append_text(HEAP, string_at(1), "y"));
    ck_assert_uint_eq(string_size(string_at(0)), 1000);
    ck_assert_uint_gt(HEAP->stats.body_bytes, before);
    fix->roots[0] = fix->roots[1] = VALUE_NIL;
    fixture_collect();
    ck_assert_uint_eq(string_size(string_at(2)), 500);
    ck_assert(string_append_text(HEAP, string_at(2), "z")); // the former substring is alone now
    ck_assert_uint_eq(string_size(string_at(2)), 501);
    ck_assert_int_eq(string_bytes(string_at(2))[500], 'z');
    fix->roots[2] = VALUE_NIL;
    fixture_collect();
    ck_assert_uint_eq(HEAP->stats.body_bytes, 0);
}
END_TEST

START_TEST(shared_strings_are_not_written)
{
    char text[300];
    memset(text, 'x', sizeof text);
    struct string *const s = string_new(HEAP, text, sizeof text, ENCODING_UTF8);
    object_freeze(s);
    heap_set_shared(HEAP, s);
    uint64_t const header = s->header;
    ck_assert_int_eq(string_scan(s), STRING_ASCII);
    ck_assert_uint_eq(string_length(s), 300);
    ck_assert_uint_eq(s->header, header);
    struct heap other;
    fixture_open_heap(&other);
    struct string *const copy = string_dup(&other, s);
    ck_assert(string_append_text(&other, copy, "y"));
    ck_assert_uint_eq(string_size(s), 300);
    heap_close(&other);
}
END_TEST

static struct string *encoded(const char *bytes, size_t size, enum encoding encoding)
{
    return string_new(HEAP, bytes, size, encoding);
}
#define ENCODED(text, encoding) encoded(text, sizeof text - 1, encoding)

START_TEST(scanning_and_characters)
{
    ck_assert_int_eq(string_scan(ENCODED("abc", ENCODING_UTF8)), STRING_ASCII);
    ck_assert_int_eq(string_scan(ENCODED("aé", ENCODING_UTF8)), STRING_VALID);
    ck_assert_int_eq(string_scan(ENCODED("a\xff", ENCODING_UTF8)), STRING_BROKEN);
    ck_assert_int_eq(string_scan(ENCODED("\xed\xa0\x80", ENCODING_UTF8)), STRING_BROKEN); // a surrogate
    ck_assert_int_eq(string_scan(ENCODED("\xc0\x80", ENCODING_UTF8)), STRING_BROKEN);     // too long
    ck_assert_int_eq(string_scan(ENCODED("\xf4\x90\x80\x80", ENCODING_UTF8)), STRING_BROKEN);
    ck_assert_int_eq(string_scan(ENCODED("\xff", ENCODING_BINARY)), STRING_VALID);
    ck_assert_int_eq(string_scan(ENCODED("\xff", ENCODING_ASCII)), STRING_BROKEN);
    ck_assert_int_eq(string_scan(ENCODED("\x3d\xd8\x00\xde", ENCODING_UTF16LE)), STRING_VALID);
    ck_assert_int_eq(string_scan(ENCODED("a\0b", ENCODING_UTF16LE)), STRING_BROKEN);
    ck_assert_uint_eq(string_length(ENCODED("\x3d\xd8\x00\xde\x61\x00", ENCODING_UTF16LE)), 2);
    ck_assert_uint_eq(string_length(ENCODED("\xa4\xa2\xa4\xa4", ENCODING_EUC_JP)), 2);
    ck_assert_uint_eq(string_length(ENCODED("\x82\xa0\xb1", ENCODING_SHIFT_JIS)), 2);
    ck_assert_uint_eq(string_length(ENCODED("\xe3\x81", ENCODING_UTF8)), 2);
    struct string *const s = ENCODED("aé€😀 and some more text, éèê", ENCODING_UTF8);
    ck_assert_uint_eq(string_length(s), 28);
    size_t offset = 0;
    for (size_t i = 0; i < 28; i++) {
        ck_assert_uint_eq(string_offset(s, i), offset);
        offset += string_character_size(s, offset);
    }
    ck_assert_uint_eq(string_offset(s, 28), string_size(s));
    ck_assert_uint_eq(string_offset(s, 29), SIZE_MAX);
    struct string *const broken = ENCODED("é\xff€", ENCODING_UTF8);
    ck_assert_uint_eq(string_length(broken), 3);
    ck_assert_uint_eq(string_offset(broken, 2), 3);
    ck_assert_uint_eq(string_offset(broken, 4), SIZE_MAX);
}
END_TEST

START_TEST(every_code_point_comes_back)
{
    static const enum encoding unicode[] = {ENCODING_UTF8, ENCODING_UTF16LE, ENCODING_UTF16BE, ENCODING_UTF32LE,
                                            ENCODING_UTF32BE};
    for (size_t e = 0; e < TRP_COUNT(unicode); e++) {
        for (uint32_t code = 0; code < 0x110000; code += code < 0x1000 ? 1 : 97) {
            char bytes[8];
            size_t const size = encoding_encode(unicode[e], code, bytes);
            ck_assert_uint_eq(size == 0, code >= 0xd800 && code < 0xe000);
            if (size == 0) continue;
            size_t decoded;
            ck_assert_int_eq(encoding_decode(unicode[e], bytes, size, &decoded), (int32_t)code);
            ck_assert_uint_eq(decoded, size);
        }
        char bytes[8];
        ck_assert_uint_eq(encoding_encode(unicode[e], 0x110000, bytes), 0);
    }
    char bytes[8];
    ck_assert_uint_eq(encoding_encode(ENCODING_ASCII, 0x80, bytes), 0);
    ck_assert_uint_eq(encoding_encode(ENCODING_BINARY, 0xff, bytes), 1);
    ck_assert_uint_eq(encoding_encode(ENCODING_EUC_JP, 0xa4a2, bytes), 2);
}
END_TEST

START_TEST(encodings_have_names)
{
    for (int e = 0; e < ENCODING_COUNT; e++) {
        const char *const name = encoding_name((enum encoding)e);
        ck_assert_int_eq(encoding_find(name, strlen(name)), e);
    }
    ck_assert_int_eq(encoding_find("ascii-8bit", 10), ENCODING_BINARY);
    ck_assert_int_eq(encoding_find("sjis", 4), ENCODING_WINDOWS_31J);
    ck_assert_int_eq(encoding_find("none", 4), ENCODING_COUNT);
}
END_TEST

START_TEST(comparing_and_compatibility)
{
    struct string *const utf8 = ENCODED("é", ENCODING_UTF8), *const binary = ENCODED("\xc3\xa9", ENCODING_BINARY);
    struct string *const a = ENCODED("a", ENCODING_UTF8), *const ascii = ENCODED("a", ENCODING_ASCII);
    struct string *const wide = ENCODED("a\0", ENCODING_UTF16LE), *const empty = ENCODED("", ENCODING_BINARY);
    ck_assert(!string_equal(utf8, binary) && string_compare(utf8, binary) != 0);
    ck_assert(string_equal(a, ascii) && string_compare(a, ascii) == 0);
    ck_assert_uint_eq(string_hash(a), string_hash(ascii));
    ck_assert(string_equal(empty, ENCODED("", ENCODING_UTF8)));
    ck_assert_int_eq(string_compare(ENCODED("ab", ENCODING_UTF8), ENCODED("abc", ENCODING_UTF8)), -1);
    ck_assert_int_eq(string_compatible(utf8, binary), ENCODING_COUNT);
    ck_assert_int_eq(string_compatible(utf8, ascii), ENCODING_UTF8);
    ck_assert_int_eq(string_compatible(ascii, utf8), ENCODING_UTF8);
    ck_assert_int_eq(string_compatible(a, binary), ENCODING_BINARY);
    ck_assert_int_eq(string_compatible(a, wide), ENCODING_COUNT);
    ck_assert_int_eq(string_compatible(utf8, empty), ENCODING_UTF8);
    ck_assert_int_eq(string_compatible(empty, utf8), ENCODING_UTF8);
    ck_assert_int_eq(string_compatible(empty, a), ENCODING_BINARY);
}
END_TEST

START_TEST(searching)
{
    struct string *const s = ENCODED("abcabcab", ENCODING_UTF8);
    ck_assert_uint_eq(string_index(s, "ca", 2, 0), 2);
    ck_assert_uint_eq(string_index(s, "ca", 2, 3), 5);
    ck_assert_uint_eq(string_index(s, "ca", 2, 6), SIZE_MAX);
    ck_assert_uint_eq(string_index(s, "b", 1, 5), 7);
    ck_assert_uint_eq(string_index(s, "", 0, 8), 8);
    ck_assert_uint_eq(string_index(s, "", 0, 9), SIZE_MAX);
}
END_TEST

static const struct {
    const char *bytes;
    size_t size;
    enum encoding encoding;
    const char *inspected;
} inspections[] = {
#define ROW(bytes, encoding, inspected) {bytes, sizeof bytes - 1, encoding, inspected}
    ROW("", ENCODING_UTF8, "\"\""),
    ROW("a\"b\\", ENCODING_UTF8, "\"a\\\"b\\\\\""),
    ROW("\n\t\r\f\v\b\a\x1b", ENCODING_UTF8, "\"\\n\\t\\r\\f\\v\\b\\a\\e\""),
    ROW("\x7f", ENCODING_UTF8, "\"\\u007F\""),
    ROW("\x01\0", ENCODING_UTF8, "\"\\u0001\\u0000\""),
    ROW("\x01", ENCODING_BINARY, "\"\\x01\""),
    ROW("\xe2\x80\xa8", ENCODING_UTF8, "\"\\u2028\""),
    ROW("\xf4\x8f\xbf\xbf", ENCODING_UTF8, "\"\\u{10FFFF}\""),
    ROW("é😀", ENCODING_UTF8, "\"é😀\""),
    ROW("a\xff\xe3\x81", ENCODING_UTF8, "\"a\\xFF\\xE3\\x81\""),
    ROW("#{x} #$x #@x # #a", ENCODING_UTF8, "\"\\#{x} \\#$x \\#@x # #a\""),
    ROW("#", ENCODING_UTF8, "\"#\""),
    ROW("a\xff", ENCODING_BINARY, "\"a\\xFF\""),
    ROW("a\xe9", ENCODING_ISO_8859_1, "\"a\\xE9\""),
    ROW("\x42\x30\x61\x00", ENCODING_UTF16LE, "\"\\u3042a\""),
    ROW("\xa4\xa2z", ENCODING_EUC_JP, "\"\\x{A4A2}z\""),
#undef ROW
};

START_TEST(strings_inspect)
{
    for (size_t i = 0; i < TRP_COUNT(inspections); i++) {
        struct string *const s = encoded(inspections[i].bytes, inspections[i].size, inspections[i].encoding);
        struct string *const out = string_new_capacity(HEAP, 0, ENCODING_UTF8);
        ck_assert(string_append_inspected(HEAP, out, s));
        ck_assert_text(out, inspections[i].inspected);
    }
}
END_TEST

START_TEST(formatting)
{
    ck_assert_text(string_format(HEAP, "%s:%d", "a", 7), "a:7");
    char text[600];
    memset(text, 'q', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    ck_assert_text(string_format(HEAP, "%s", text), text);
}
END_TEST

START_TEST(hashes_of_bytes_differ)
{
    char bytes[80] = {0};
    uint64_t seen[80];
    for (size_t size = 0; size < 80; size++) { // zeros of every length
        seen[size] = string_hash(encoded(bytes, size, ENCODING_UTF8));
        for (size_t i = 0; i < size; i++) ck_assert_uint_ne(seen[i], seen[size]);
    }
    uint64_t const hash = string_hash(encoded(bytes, 80, ENCODING_UTF8));
    for (size_t i = 0; i < 80; i++) { // every byte counts
        bytes[i] = 1;
        ck_assert_uint_ne(string_hash(encoded(bytes, 80, ENCODING_UTF8)), hash);
        bytes[i] = 0;
    }
}
END_TEST

Suite *string_suite(void)
{
    Suite *const suite = suite_create("string");
    TCase *const tests = tcase_create("string");
    tcase_add_checked_fixture(tests, fixture_open, fixture_close);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, contents_as_a_buffer_has_them, 0, 4);
    tcase_add_test(tests, bodies_are_shared_and_freed);
    tcase_add_test(tests, shared_strings_are_not_written);
    tcase_add_test(tests, scanning_and_characters);
    tcase_add_test(tests, every_code_point_comes_back);
    tcase_add_test(tests, encodings_have_names);
    tcase_add_test(tests, comparing_and_compatibility);
    tcase_add_test(tests, searching);
    tcase_add_test(tests, strings_inspect);
    tcase_add_test(tests, formatting);
    tcase_add_test(tests, hashes_of_bytes_differ);
    suite_add_tcase(suite, tests);
    return suite;
}
