// Regexps and matches: Ruby's syntax over Oniguruma, encodings, literals, sharing between threads, limits; and a table
// of patterns and subjects on which Debian's ruby must agree.
#include "single.h"

#include <pthread.h>

static struct regexp_region region;
static char buffer[128];

static void open_all(void)
{
    single_open();
    memset(&region, 0, sizeof region);
}

static void close_all(void)
{
    regexp_region_free(&region);
    single_close();
}

static struct string *text(const char *bytes, enum encoding encoding)
{
    struct string *const s = string_new(single_heap, bytes, strlen(bytes), encoding);
    ck_assert_ptr_nonnull(s);
    return s;
}

static struct regexp *try_regexp(const char *source, unsigned options, enum encoding encoding, const char **message)
{
    return regexp_new(&single.runtime, single_heap, text(source, encoding), options, buffer, message);
}

static struct regexp *regexp(const char *source, unsigned options)
{
    const char *message;
    struct regexp *const re = try_regexp(source, options, ENCODING_UTF8, &message);
    ck_assert_msg(re != NULL, "/%s/: %s", source, message);
    return re;
}

// Searches; the match as "begin-end begin-end ...", "-" where nothing matches, "!" for an error.
static const char *search(const struct regexp *re, const char *subject)
{
    static char out[256];
    enum regexp_result const result = regexp_search(re, text(subject, ENCODING_UTF8), 0, false, &region);
    if (result != REGEXP_MATCH) return result == REGEXP_MISMATCH ? "-" : "!";
    size_t size = 0;
    for (uint32_t i = 0; i < region.count; i++) {
        size += (size_t)snprintf(out + size, sizeof out - size, "%s%d-%d", i > 0 ? " " : "", (int)region.begin[i],
                                 (int)region.end[i]);
    }
    return out;
}

static void check(const char *pattern, unsigned options, const char *subject, const char *expected)
{
    const char *const got = search(regexp(pattern, options), subject);
    ck_assert_msg(strcmp(got, expected) == 0, "/%s/ (%u) on %s: %s, expected %s", pattern, options, subject, got,
                  expected);
}

START_TEST(defaults_are_ascii_but_brackets_and_boundaries)
{
    check("\\w", 0, "é", "-");
    check("\\d|\\s", 0, "٣\u00a0", "-");
    check("[[:alpha:]]", 0, "é", "0-2");
    check("[[:digit:]]", 0, "٣", "0-2");
    check("[[:space:]]", 0, "\u00a0", "0-2");
    check("[[:^digit:]]", 0, "٣x", "2-3");
    check("\\p{Word}+", 0, "né", "0-3");
    check("[^\\p{Space}]", 0, "\u00a0x", "2-3");
    check("a\\b", 0, "aé", "-");
    check("(?a)a\\b", 0, "aé", "0-1");
    check("(?a)[[:alpha:]]", 0, "é", "-");
    check("(?a)\\p{Alpha}", 0, "é", "0-2");
    check("(?u)\\w", 0, "é", "0-2");
    check("(?u:\\w)\\w", 0, "éa", "0-3");
    check("(?u:\\w)\\w", 0, "éé", "-");
    check("\\W", 0, "é", "0-2");
    check("(?d)\\w", 0, "é", "-");
}
END_TEST

START_TEST(escapes_that_ruby_resolves)
{
    check("\\u3042", 0, "xあ", "1-4");
    check("\\u{41 42}", 0, "AB", "0-2");
    check("[\\u{3042}-\\u{3044}]+", 0, "あい", "0-6");
    check("\\xc3\\xa9", 0, "é", "0-2");
    check("\\303\\251", 0, "é", "0-2");
    check("\\101\\x42\\cA\\C-b\\e", 0, "AB\x01\x02\x1b", "0-5");
    check("(a)\\1", 0, "aa", "0-2 0-1");
    check("\\y\\N\\O\\o", 0, "yNOo", "0-4");
    check("\\R+", 0, "\r\n\n\u2028", "0-6");
    check("\\X", 0, "e\u0301x", "0-3");
    check("\\h+\\H", 0, "ffg", "0-3");
    check("a\\Kb", 0, "ab", "1-2");
}
END_TEST

START_TEST(groups)
{
    check("(?<y>\\d+)-(\\d+)", 0, "12-34", "0-5 0-2"); // a name turns plain groups off
    check("(\\d+)-(\\d+)", 0, "12-34", "0-5 0-2 3-5");
    check("(?<n>a)|(?<n>b)", 0, "b", "0-1 -1--1 0-1");
    check("(?<p>\\((?:[^()]|\\g<p>)*\\))", 0, "x(a(b)c)", "1-8 1-8");
    check("(a)?(?(1)b|c)", 0, "ab", "0-2 0-1");
    check("(a)?(?(1)b|c)", 0, "c", "0-1 -1--1");
    check("/\\*(?~\\*/)\\*/", 0, "/* a */ */", "0-7");
    check("(?=a)*b", 0, "b", "0-1");
    check("^*b", 0, "ab", "1-2");
    check("(?<=x)+y", 0, "xy", "1-2");
    check("(?x: a \\  b # ( [\n c)", 0, "a bc", "0-4");
    check("a(?#x)*", 0, "aa", "0-2");
    check("a(?i)b|c", 0, "aC", "0-2");
    check("(?mi-x:a.B)", 0, "A\nb", "0-3");
    check("[]a]+", 0, "a]", "0-2");
    check("[[a-c]&&[^b]]+", 0, "bca", "1-3");
}
END_TEST

START_TEST(options)
{
    check("ÄB", REGEXP_IGNORECASE, "äb", "0-3");
    check("ss", REGEXP_IGNORECASE, "ß", "0-2");
    check("a b # c", REGEXP_EXTENDED, "ab", "0-2");
    check("a.b", 0, "a\nb", "-");
    check("a.b", REGEXP_MULTILINE, "a\nb", "0-3");
    check("^b$", 0, "a\nb\nc", "2-3");
    check("\\p{Upper}", REGEXP_IGNORECASE, "a", "0-1");
    check("[[:punct:]]", 0, "a=", "1-2");
}
END_TEST

START_TEST(errors_say_what_ruby_says)
{
    static struct {
        const char *pattern, *message;
    } const rows[] = {
        {"(", "end pattern with unmatched parenthesis"}, {"a)", "unmatched close parenthesis"},
        {"[a", "premature end of char-class"}, {"[]", "empty char-class"},
        {"*a", "target of repeat operator is not specified"}, {"[z-a]", "empty range in char class"},
        {"[a-\\d]", "char-class value at end of range"}, {"\\p{foo}", "invalid character property name {foo}"},
        {"\\x", "invalid hex escape"}, {"\\x{41}", "invalid hex escape"}, {"\\u12", "invalid Unicode escape"},
        {"\\u{}", "invalid Unicode list"}, {"\\u{110000}", "invalid Unicode range"},
        {"\\ud800", "invalid Unicode range"},
        {"\\xff", "invalid multibyte escape"}, {"\\xc3", "too short escaped multibyte character"},
        {"a\\", "too short escape sequence"}, {"\\c", "too short control escape"}, {"\\M", "too short meta escape"},
        {"(?W)a", "undefined group option"}, {"(?-a:b)", "undefined group option"},
        {"(?P<a>x)", "undefined group option"},
        {"(?i", "end pattern in group"}, {"(?<n>a)\\1", "numbered backref/call is not allowed. (use name)"},
        {"\\1", "invalid backref number/name"}, {"\\k<a>", "undefined name <a> reference"},
        {"a{100001}", "too big number for repeat range"}, {"(?<>a)", "group name is empty"},
        {"(?<a>\\g<a>)", "never ending recursion"}, {"\\777", "invalid escape code"},
    };
    for (size_t i = 0; i < TRP_COUNT(rows); i++) {
        const char *message = NULL;
        ck_assert_ptr_null(try_regexp(rows[i].pattern, 0, ENCODING_UTF8, &message));
        ck_assert_msg(message != NULL && strcmp(message, rows[i].message) == 0, "/%s/: %s, expected %s",
                      rows[i].pattern, message, rows[i].message);
    }
    char deep[2 * 300 + 1];
    memset(deep, '(', 300);
    memset(deep + 300, ')', 300);
    deep[600] = 0;
    const char *message = NULL;
    ck_assert_ptr_null(try_regexp(deep, 0, ENCODING_UTF8, &message));
    ck_assert_str_eq(message, "too deep nest level");
}
END_TEST

static enum encoding encoding_of(const struct regexp *re)
{
    return string_encoding(value_to_pointer(re->source));
}

START_TEST(encodings_are_decided_as_in_ruby)
{
    ck_assert_int_eq(encoding_of(regexp("abc", 0)), ENCODING_ASCII);
    ck_assert_int_eq(encoding_of(regexp("é", 0)), ENCODING_UTF8);
    ck_assert_int_eq(encoding_of(regexp("\\u3042", 0)), ENCODING_UTF8);
    ck_assert_int_eq(encoding_of(regexp("\\p{L}", 0)), ENCODING_UTF8);
    ck_assert_uint_eq(regexp("é", 0)->options, REGEXP_FIXED);
    ck_assert_uint_eq(regexp("a", REGEXP_NOENCODING)->options, REGEXP_NOENCODING);
    ck_assert_uint_eq(regexp("a", REGEXP_FIXED)->options, REGEXP_FIXED);

    const char *message = NULL;
    struct regexp *const binary = try_regexp("\\xff", REGEXP_NOENCODING, ENCODING_ASCII, &message);
    ck_assert_msg(binary != NULL, "%s", message);
    ck_assert_int_eq(encoding_of(binary), ENCODING_BINARY);
    struct string *const latin = text("a\xe9", ENCODING_ISO_8859_1), *const bytes = text("a\xff", ENCODING_BINARY);
    ck_assert_int_eq(regexp_search(binary, bytes, 0, false, &region), REGEXP_MATCH);
    ck_assert_int_eq(regexp_search(binary, latin, 0, false, &region), REGEXP_ENCODING);
    ck_assert_int_eq(regexp_search(regexp("é|x", 0), latin, 0, false, &region), REGEXP_ENCODING);
    ck_assert_int_eq(regexp_search(regexp("é|x", 0), text("x", ENCODING_ISO_8859_1), 0, false, &region), REGEXP_MATCH);
    ck_assert_int_eq(regexp_search(regexp(".\\z", 0), latin, 0, false, &region), REGEXP_MATCH);
    ck_assert_int_eq(region.begin[0], 1);
    ck_assert_int_eq(regexp_search(regexp(".\\z", 0), bytes, 0, false, &region), REGEXP_MATCH);
    ck_assert_int_eq(regexp_search(regexp("[[:alpha:]]\\z", 0), latin, 0, false, &region), REGEXP_MATCH);
    ck_assert_int_eq(regexp_search(regexp("a", 0), text("a\xff", ENCODING_UTF8), 0, false, &region), REGEXP_BROKEN);
    struct string *const wide = string_new(single_heap, "a\0", 2, ENCODING_UTF16LE);
    ck_assert_int_eq(regexp_search(regexp("a", 0), wide, 0, false, &region), REGEXP_ENCODING);
}
END_TEST

static void check_literal(const char *pattern, unsigned options, const char *expected)
{
    size_t size = 0;
    const char *const bytes = regexp_literal(regexp(pattern, options), &size);
    if (expected == NULL) {
        ck_assert_msg(bytes == NULL, "/%s/ is no literal", pattern);
    } else {
        ck_assert_msg(bytes != NULL && size == strlen(expected) && memcmp(bytes, expected, size) == 0, "/%s/", pattern);
    }
}

START_TEST(literals)
{
    check_literal("abc", 0, "abc");
    check_literal("a\\.b\\n\\/é", 0, "a.b\n/é");
    check_literal("", 0, "");
    check_literal("a b", 0, "a b");
    check_literal("a b", REGEXP_EXTENDED, NULL);
    check_literal("ab", REGEXP_EXTENDED, "ab");
    check_literal("ab", REGEXP_IGNORECASE, NULL);
    check_literal("a.b", 0, NULL);
    check_literal("a\\b", 0, NULL);
    check_literal("a\\w", 0, NULL);
    check_literal("a{2}", 0, NULL);
    check_literal("a|b", 0, NULL);
    check_literal("]}", 0, "]}");
    check("b", 0, "abc", "1-2");
    check("", 0, "abc", "0-0");
    check("x", 0, "abc", "-");
}
END_TEST

START_TEST(searching_from_a_place_and_backwards)
{
    struct string *const s = text("abcabc", ENCODING_UTF8);
    const char *const patterns[] = {"b", "(?:b)"}; // a literal and a program
    for (size_t i = 0; i < TRP_COUNT(patterns); i++) {
        struct regexp *const re = regexp(patterns[i], 0);
        ck_assert_int_eq(regexp_search(re, s, 2, false, &region), REGEXP_MATCH);
        ck_assert_int_eq(region.begin[0], 4);
        ck_assert_int_eq(regexp_search(re, s, 5, false, &region), REGEXP_MISMATCH);
        ck_assert_int_eq(regexp_search(re, s, 6, true, &region), REGEXP_MATCH);
        ck_assert_int_eq(region.begin[0], 4);
        ck_assert_int_eq(regexp_search(re, s, 3, true, &region), REGEXP_MATCH);
        ck_assert_int_eq(region.begin[0], 1);
        ck_assert_int_eq(regexp_search(re, s, 0, true, &region), REGEXP_MISMATCH);
        ck_assert_int_eq(regexp_match_at(re, s, 1, &region), REGEXP_MATCH);
        ck_assert_int_eq(region.end[0], 2);
        ck_assert_int_eq(regexp_match_at(re, s, 2, &region), REGEXP_MISMATCH);
        ck_assert_int_eq(regexp_match_at(re, s, 6, &region), REGEXP_MISMATCH);
    }
    ck_assert_int_eq(regexp_search(regexp("\\Gc", 0), s, 2, false, &region), REGEXP_MATCH);
    ck_assert_int_eq(regexp_search(regexp("(?<=b)c", 0), s, 2, false, &region), REGEXP_MATCH); // sees what is before
    ck_assert_int_eq(regexp_search(regexp("^c", 0), s, 2, false, &region), REGEXP_MISMATCH);
}
END_TEST

static void collect_names(const char *name, size_t size, const int *groups, int count, void *context)
{
    char *const list = context;
    sprintf(list + strlen(list), "%.*s=%d,%d ", (int)size, name, groups[0], groups[count - 1]);
}

START_TEST(names_and_matches)
{
    struct regexp *const re = regexp("(?<zeta>a)(?<n>b)?|(?<alpha>c)(?<n>d)?", 0);
    ck_assert_uint_eq(regexp_group_count(re), 4);
    ck_assert_int_eq(regexp_name_group(re, "n", 1), 4);
    ck_assert_int_eq(regexp_name_group(re, "x", 1), -1);
    char names[64] = "";
    regexp_each_name(re, collect_names, names);
    ck_assert_str_eq(names, "zeta=1,1 n=2,4 alpha=3,3 ");
    struct string *const subject = text("xab", ENCODING_UTF8);
    ck_assert_int_eq(regexp_search(re, subject, 0, false, &region), REGEXP_MATCH);
    struct match *const m = match_new(single_heap, value_pointer(re), subject, &region);
    ck_assert_uint_eq(match_group_count(m), 5);
    size_t begin = 0, end = 0;
    ck_assert(match_group(m, 0, &begin, &end) && begin == 1 && end == 3);
    ck_assert(!match_group(m, 3, &begin, &end) && !match_group(m, 5, &begin, &end));
    ck_assert_int_eq(match_name_group(m, "n", 1), 2); // the last one that is set
    ck_assert_int_eq(match_name_group(m, "alpha", 5), 3);
    ck_assert_int_eq(match_name_group(m, "y", 1), -1);
    ck_assert_uint_eq(match_group_string(single_heap, m, 4), VALUE_NIL);
    struct string *const b = value_to_pointer(match_group_string(single_heap, m, 2));
    ck_assert(string_size(b) == 1 && string_bytes(b)[0] == 'b');
    // The subject may change: the match keeps what it saw.
    ck_assert(string_append(single_heap, subject, "!", 1));
    ck_assert_uint_eq(string_size(value_to_pointer(m->string)), 3);
}
END_TEST

START_TEST(many_groups)
{
    char pattern[4 * 200 + 1] = "", subject[201] = "";
    for (int i = 0; i < 200; i++) {
        strcat(pattern, "(.)");
        subject[i] = (char)('a' + i % 26);
    }
    struct regexp *const re = regexp(pattern, 0);
    struct string *const s = text(subject, ENCODING_UTF8);
    ck_assert_int_eq(regexp_search(re, s, 0, false, &region), REGEXP_MATCH);
    ck_assert_uint_eq(region.count, 201);
    struct match *const m = match_new(single_heap, value_pointer(re), s, &region); // larger than a small slot
    size_t begin, end;
    ck_assert(match_group(m, 200, &begin, &end) && begin == 199 && end == 200);
    ck_assert_int_eq(regexp_search(regexp("b", 0), s, 0, false, &region), REGEXP_MATCH);
    ck_assert_uint_eq(region.count, 1);
}
END_TEST

START_TEST(runaway_patterns_stop)
{
    struct string *const s = text("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", ENCODING_UTF8);
    region.retry_limit = 100000;
    ck_assert_int_eq(regexp_search(regexp("^(a|a)*$", 0), s, 0, false, &region), REGEXP_ERROR);
    ck_assert_int_eq(regexp_search(regexp("b", 0), s, 0, false, &region), REGEXP_MATCH);
    region.retry_limit = 0;
    ck_assert_int_eq(regexp_search(regexp("^(?:a|x)*b", 0), s, 0, false, &region), REGEXP_MATCH);
    // Deep, but within the limits: a group that is entered a hundred thousand times.
    size_t const size = 100000;
    char *const many = malloc(size);
    memset(many, 'a', size);
    struct string *const long_one = string_new(single_heap, many, size, ENCODING_UTF8);
    ck_assert_int_eq(regexp_search(regexp("\\A(?:a|(b))*\\z", 0), long_one, 0, false, &region), REGEXP_MATCH);
    free(many);
}
END_TEST

START_TEST(bodies_are_given_back)
{
    uint64_t const before = single_heap->stats.body_bytes;
    for (int i = 0; i < 100; i++) {
        check("a+b", 0, "xaab", "1-4");
        const char *message;
        try_regexp("a(", 0, ENCODING_UTF8, &message);
    }
    ck_assert_uint_gt(single_heap->stats.body_bytes, before); // shared objects: for the shared cycle
    struct heap *const heaps[] = {single_heap};
    heap_shared_cycle(single.runtime.heap_world, (struct heap **)heaps, 1);
    single_collect();
    ck_assert_uint_eq(single_heap->stats.body_bytes, 0);
}
END_TEST

START_TEST(memory_may_run_out_anywhere)
{
    struct string *const subject = text("xx aab", ENCODING_UTF8);
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
        ck_assert_uint_lt(n, 1000);
        struct string *const source = text("(a+)(?<x>b)\\b[[:digit:]]?", ENCODING_UTF8);
        const char *message = NULL;
        single_heap->modes.fail_at = n % 2 == 0 ? n / 2 : 0;
        base_alloc_fail_at(n % 2 == 1 ? n / 2 + 1 : 0);
        struct regexp *const re = regexp_new(&single.runtime, single_heap, source, 0, buffer, &message);
        ck_assert_ptr_null(message);
        enum regexp_result result = REGEXP_MEMORY;
        if (re != NULL) result = regexp_search(re, subject, 0, false, &region);
        struct match *const m =
            result == REGEXP_MATCH ? match_new(single_heap, value_pointer(re), subject, &region) : NULL;
        ck_assert(m != NULL || result == REGEXP_MEMORY || result == REGEXP_MATCH);
        done = m != NULL && n > 60;
        single_heap->modes.fail_at = 0;
        base_alloc_fail_at(0);
        regexp_region_free(&region);
    }
}
END_TEST

// --- Threads -------------------------------------------------------------------------------------------------------

#define THREADS 4

struct searcher {
    pthread_t thread;
    struct heap heap;
    int64_t budget;
    struct regexp *re;
    int found;
};

// Each on its own heap, with subjects whose encodings compile the regexp anew: the first to publish wins.
static void *search_many(void *argument)
{
    struct searcher *const s = argument;
    static enum encoding const encodings[] = {ENCODING_UTF8, ENCODING_BINARY, ENCODING_ISO_8859_1, ENCODING_EUC_JP};
    struct regexp_region own = {0};
    for (int i = 0; i < 2000; i++) {
        enum encoding const encoding = encodings[i % 4];
        const char *const bytes = encoding == ENCODING_ISO_8859_1 || encoding == ENCODING_BINARY ? "\xe9 k=v" : "あ k=v";
        struct string *const subject =
            string_new(&s->heap, encoding == ENCODING_EUC_JP ? "\xa4\xa2 k=v" : bytes,
                       encoding == ENCODING_EUC_JP ? 6 : strlen(bytes), encoding);
        if (regexp_search(s->re, subject, 0, false, &own) == REGEXP_MATCH && own.count == 3) s->found++;
        if (i % 500 == 0) heap_collect(&s->heap);
    }
    regexp_region_free(&own);
    return NULL;
}

START_TEST(a_regexp_is_shared_by_threads)
{
    struct searcher *const searchers = calloc(THREADS, sizeof *searchers);
    struct regexp *const re = regexp("(\\w+)=(\\w+)", 0);
    for (int i = 0; i < THREADS; i++) {
        struct heap_options const heap_options = {0};
        ck_assert(heap_open(&searchers[i].heap, single.runtime.heap_world, &heap_options));
        searchers[i].heap.budget = &searchers[i].budget;
        searchers[i].re = re;
        ck_assert_int_eq(pthread_create(&searchers[i].thread, NULL, search_many, &searchers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(searchers[i].thread, NULL);
        ck_assert_int_eq(searchers[i].found, 2000);
        heap_close(&searchers[i].heap);
    }
    free(searchers);
}
END_TEST

// --- Debian's ruby -------------------------------------------------------------------------------------------------

static char const *const patterns[] = {
    "\\w+", "\\W", "\\d", "\\s", "\\S+", "[\\w]", "[^\\w]", "[\\d\\s]", "[[:alpha:]]+", "[[:digit:]]+", "[[:space:]]",
    "[[:word:]]+", "[[:^word:]]", "[[:upper:]]", "[[:lower:]]", "[[:alnum:]]+", "[[:cntrl:]]", "[[:xdigit:]]+",
    "[[:print:]]+", "[[:graph:]]+", "[[:blank:]]", "[[:punct:]]", "(?a)[[:alpha:]]+", "(?a)\\w+\\b", "(?u)\\w+",
    "(?u)\\d",
    "(?u)\\s", "(?u)\\W", "(?a)\\p{Alpha}+", "(?a)\\p{Word}+", "\\p{Word}+", "\\p{^Word}", "\\P{Word}", "\\p{Digit}+",
    "\\p{Space}", "[\\p{Word}]+", "[\\p{Digit}-]+", "[^\\p{Space}]+", "\\bé", "é\\b", "\\b\\w", "\\B.", "(?a)\\b.",
    "(?i)k", "(?i)ss", "(?i)ß", "(?i)straße", "(?i:É)x?", "(?<y>\\d+)-(?<m>\\d+)", "(\\d+)-(\\d+)", "(a|b)*c",
    "(?:a|b)+?", "^abc$", "^", "$", "\\A", "\\z", "\\Z", "(?m:a.b)", "a.b", "[\\s&&[^\\n]]+", "(?<!x)a", "(?<=b)a",
    "(?<=bb|c)a", "a(?=b)", "a(?!b)", "(a)(b)?", "((a)|(b))*", "(?>a+)b", "(.)\\1", "(?<c>.)\\k<c>",
    "(?<p>\\((?:[^()]|\\g<p>)*\\))", "\\A(?<a>|.|(?:(?<b>.)\\g<a>\\k<b+0>))\\z", "/\\*(?~\\*/)\\*/", "foo|bar|baz",
    "x{2,3}", "x{2,3}?", "x{,2}y", "a{2}+", "a{2}?", "a**", ".*?b", "[^a]", "[^\\n]+", ".", "\\R", "\\R+", "\\X",
    "a\\Kb",
    "\\h+", "\\H", "[あ-ん]+", "\\p{Hiragana}+", "[\\u3042-\\u3093]", "\\u{1F600}", ".\\z", "[éè]+", "\\101", "\\cA",
    "\\C-a", "\\e", "[\\]]", "[\\[\\]]", "[a\\-z]", "[-a]", "[a-]", "[^-a]", "\\.", "[.]", "(?#c)a(?#d)*", "()",
    "(|a)b",
    "a||b", "(?:)", "\\0", "\\S*@\\S*", "(\\w+)\\s(\\w+)", "^\\s*#", "\\A\\s+|\\s+\\z", "(?<x>a)|(?<x>b)",
    "(?i)(?-i:a)B",
    "((?i)a)b", "a(?i)b|c", "[a-c&&b-d]", "[^a-c&&b-d]", "[a[bc]]+", "(?:(?=a)b|a)", "\\G.", "(?<n>a)(?(<n>)b|c)",
    "(a)?(?(1)b|c)", "\\p{Lu}\\p{Ll}*", "\\p{L}+", "\\p{M}", "\\p{N}+", "\\p{Han}+", "\\p{Katakana}", "\\p{Greek}",
    "\\p{Emoji}", "\\p{Sc}", "\\p{Zs}", "\\p{Punct}", "[^\\p{L}]", "\\p{^L}+", "(?<q>[\"']).*?\\k<q>", "\\d{3}-\\d{4}",
    "(?:\\d{1,3}\\.){3}\\d{1,3}", "(?:a*)*b", "(a*)*", "(a*)+", "(?:a?){3}", "(?!)", "^*", "(?=a)*", "(?=a)+b",
    "(?<=a)*",
    "\\b*", "x*?", "[a-z]+?\\d", "[a-b-c]", "[--a]", "a{,}", "a{", "\\y", "\\N",
};
static char const *const subjects[] = {
    "", "abc", "aab", "aXb", "a\nb", "a.b", "foo bar", "été naïve", "Straße STRASSE ß", "Kelvin", "٣ 3", "a\u00a0b",
    "\t x\n", "2024-01-15", "(a(b)c)", "reer", "reee", "/* c */ x */", "あいう", "カナ漢字", "Ελληνικά Ωω", "Привет",
    "😀 emoji", "e\u0301x", "\r\n", "x@y.z", "127.0.0.1", "key = \"v'a\" 'b'", "AbC dEf", "[]{}()", "\x1b\x01", "aaa",
    "aaab", "abab", "xxy", "#comment", "  trim  ", "a-b_c", "\xc2\x85\xe2\x80\xa8", "ab c", "555-1234", "$€£",
    "a\\b", "ééé", "b",
    "ba", "bba", "ca", "É", "éx", "yN", "a{,}",
};

static void print_hex(FILE *out, const char *bytes)
{
    fputc('x', out);
    for (; *bytes != 0; bytes++) fprintf(out, "%02x", (unsigned char)*bytes);
    fputc(' ', out);
}

START_TEST(ruby_agrees)
{
    FILE *const out = single_ruby(
        "while l = gets; o, p, s, r = l.chomp.split(' ', 4)\n"
        "  p, s = [p, s].map { |h| [h[1..]].pack('H*').force_encoding('UTF-8') }\n"
        "  m = Regexp.new(p, o.to_i).match(s)\n"
        "  at = ->(c) { c ? s[0, c].bytesize : -1 }\n"
        "  e = m ? (0...m.size).map { |i| \"#{at[m.begin(i)]}-#{at[m.end(i)]}\" }.join(' ') : '-'\n"
        "  e == r or abort \"#{p.inspect} #{o} on #{s.inspect}: #{r}, expected #{e}\"; end");
    if (out == NULL) return;
    for (size_t i = 0; i < TRP_COUNT(patterns); i++) {
        for (unsigned options = 0; options <= REGEXP_MULTILINE; options += REGEXP_MULTILINE) {
            struct regexp *const re = regexp(patterns[i], options);
            for (size_t j = 0; j < TRP_COUNT(subjects); j++) {
                fprintf(out, "%u ", options);
                print_hex(out, patterns[i]);
                print_hex(out, subjects[j]);
                fprintf(out, "%s\n", search(re, subjects[j]));
            }
        }
    }
    ck_assert_int_eq(pclose(out), 0);
}
END_TEST

Suite *regexp_suite(void)
{
    Suite *const suite = suite_create("regexp");
    TCase *const tcase = tcase_create("regexp");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, open_all, close_all);
    tcase_add_test(tcase, defaults_are_ascii_but_brackets_and_boundaries);
    tcase_add_test(tcase, escapes_that_ruby_resolves);
    tcase_add_test(tcase, groups);
    tcase_add_test(tcase, options);
    tcase_add_test(tcase, errors_say_what_ruby_says);
    tcase_add_test(tcase, encodings_are_decided_as_in_ruby);
    tcase_add_test(tcase, literals);
    tcase_add_test(tcase, searching_from_a_place_and_backwards);
    tcase_add_test(tcase, names_and_matches);
    tcase_add_test(tcase, many_groups);
    tcase_add_test(tcase, runaway_patterns_stop);
    tcase_add_test(tcase, bodies_are_given_back);
    tcase_add_test(tcase, memory_may_run_out_anywhere);
    tcase_add_test(tcase, a_regexp_is_shared_by_threads);
    tcase_add_test(tcase, ruby_agrees);
    suite_add_tcase(suite, tcase);
    return suite;
}
