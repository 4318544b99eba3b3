// Regexps over Oniguruma. The one file that sees it (with its headers), so that the engine can be replaced.
//
// A regexp is a shared, frozen object; its body is immutable but for `compiled`: one program per encoding of subjects,
// made when first needed and published by compare-and-swap. Oniguruma's search reads a program and writes only to what
// is passed in, so that actors share programs without locks. A plain literal is never compiled: searching it is
// memmem.
//
// Process-wide: onig_initialize, once for all runtimes, never ended. No default of Oniguruma's is changed: limits go
// with each search, and the syntax is this file's own copy.
#include <limits.h>
#include <oniguruma.h>
#include <pthread.h>

#include "object/interior.h"
#include "object/match.h"
#include "object/regexp_source.h"

struct regexp_body {
    size_t size;      // of this block
    size_t accounted; // an estimate of the first program, which the engine allocated
    enum encoding encoding;
    uint32_t group_count;
    uint32_t options; // enum regexp_options
    bool fixed;
    bool literal;
    size_t pattern_size, literal_size;
    _Atomic(OnigRegex) compiled[ENCODING_COUNT];
    char bytes[]; // the unescaped pattern, then the literal
};

// Of one search: enough for all but runaway patterns, in time (seconds) and memory (some 100 MiB).
#define RETRIES_DEFAULT 500000000ul
#define STACK_ENTRIES_MAX 2000000u

static pthread_once_t engine_once = PTHREAD_ONCE_INIT;
static bool engine_ready;
static OnigSyntaxType ruby_syntax;

static OnigEncoding engine_encoding(enum encoding encoding)
{
    switch (encoding) {
    case ENCODING_UTF8: return ONIG_ENCODING_UTF8;
    case ENCODING_EUC_JP: return ONIG_ENCODING_EUC_JP;
    case ENCODING_SHIFT_JIS:
    case ENCODING_WINDOWS_31J: return ONIG_ENCODING_SJIS;
    case ENCODING_ISO_8859_1:
    case ENCODING_WINDOWS_1252: return ONIG_ENCODING_ISO_8859_1;
    case ENCODING_ISO_8859_15: return ONIG_ENCODING_ISO_8859_15;
    case ENCODING_WINDOWS_1251: return ONIG_ENCODING_CP1251;
    default: return ONIG_ENCODING_ASCII; // bytes
    }
}

static void initialize_engine(void)
{
    OnigEncoding encodings[] = {ONIG_ENCODING_UTF8,       ONIG_ENCODING_ASCII,
                                ONIG_ENCODING_EUC_JP,     ONIG_ENCODING_SJIS,
                                ONIG_ENCODING_ISO_8859_1, ONIG_ENCODING_ISO_8859_15,
                                ONIG_ENCODING_CP1251};
    engine_ready = onig_initialize(encodings, (int)TRP_COUNT(encodings)) == ONIG_NORMAL;
    onig_copy_syntax(&ruby_syntax, ONIG_SYNTAX_RUBY);
    // The switches (?W) (?D) (?S) (?P), which regexp_translate writes.
    unsigned const operators = onig_get_syntax_op2(&ruby_syntax);
    onig_set_syntax_op2(&ruby_syntax, operators | ONIG_SYN_OP2_OPTION_ONIGURUMA);
}

// --- Compiling -----------------------------------------------------------------------------------------------------

static OnigOptionType engine_options(unsigned options)
{
    OnigOptionType result = ONIG_OPTION_WORD_IS_ASCII | ONIG_OPTION_DIGIT_IS_ASCII | ONIG_OPTION_SPACE_IS_ASCII;
    if (options & REGEXP_IGNORECASE) result |= ONIG_OPTION_IGNORECASE;
    if (options & REGEXP_EXTENDED) result |= ONIG_OPTION_EXTEND;
    if (options & REGEXP_MULTILINE) result |= ONIG_OPTION_MULTILINE;
    return result;
}

static void describe_error(int code, OnigErrorInfo *info, char buffer[128], const char **message)
{
    _Static_assert(ONIG_MAX_ERROR_MESSAGE_LEN < 128, "the engine's messages fit");
    int const size = onig_error_code_to_str((OnigUChar *)buffer, code, info);
    buffer[size < 127 ? size : 127] = 0;
    *message = buffer;
}

// Compiles for subjects of an encoding. NULL: *message, or no memory when that is NULL.
static OnigRegex compile(const struct regexp_body *body, enum encoding encoding, char buffer[128], const char **message)
{
    struct regexp_text text = {0};
    OnigRegex program = NULL;
    bool const translated =
        regexp_translate(body->bytes, body->pattern_size, body->encoding, encoding == ENCODING_UTF8,
                          body->options, &text, message);
    if (translated && !text.failed) {
        OnigErrorInfo info;
        const OnigUChar *const from = (const OnigUChar *)(text.size > 0 ? text.bytes : "");
        int const code = onig_new(&program, from, from + text.size, engine_options(body->options),
                                  engine_encoding(encoding), &ruby_syntax, &info);
        if (code != ONIG_NORMAL) {
            program = NULL;
            if (code != ONIGERR_MEMORY) describe_error(code, &info, buffer, message);
        }
    }
    base_free(text.bytes);
    return program;
}

// The program for an encoding, compiled when it is the first. NULL as above.
static OnigRegex program_for(struct regexp_body *body, enum encoding encoding, char buffer[128], const char **message)
{
    // acquire: pairs with the release below, so that the program is seen complete
    OnigRegex program = atomic_load_explicit(&body->compiled[encoding], memory_order_acquire);
    if (TRP_LIKELY(program != NULL)) return program;
    program = compile(body, encoding, buffer, message);
    OnigRegex expected = NULL;
    if (program == NULL || atomic_compare_exchange_strong_explicit(&body->compiled[encoding], &expected, program,
                                                                   memory_order_acq_rel, memory_order_acquire)) {
        return program;
    }
    onig_free(program); // another actor was faster
    return expected;
}

// The encoding whose program tells names and groups: that of the pattern, Unicode when ASCII.
static enum encoding primary_encoding(const struct regexp_body *body)
{
    return body->encoding == ENCODING_ASCII ? ENCODING_UTF8 : body->encoding;
}

static struct regexp_body *new_body(struct heap *heap, const struct regexp_text *pattern,
                                    const struct regexp_text *literal, unsigned options)
{
    size_t const size = sizeof(struct regexp_body) + pattern->size + (literal != NULL ? literal->size : 0);
    struct regexp_body *const body = heap_body_alloc(heap, size);
    if (body == NULL) return NULL;
    memset(body, 0, sizeof *body);
    body->size = size;
    body->options = options;
    body->pattern_size = pattern->size;
    if (pattern->size > 0) memcpy(body->bytes, pattern->bytes, pattern->size);
    if (literal == NULL) return body;
    body->literal = true;
    body->literal_size = literal->size;
    if (literal->size > 0) memcpy(body->bytes + pattern->size, literal->bytes, literal->size);
    return body;
}

static void free_body(struct heap *heap, struct regexp_body *body)
{
    for (size_t i = 0; i < ENCODING_COUNT; i++) {
        OnigRegex const program = atomic_load_explicit(&body->compiled[i], memory_order_relaxed);
        if (program != NULL) onig_free(program);
    }
    if (body->accounted > 0) heap_body_account(heap, -(ptrdiff_t)body->accounted);
    heap_body_free(heap, body, body->size);
}

// Bytes of a whole character can be searched for as they are: no character contains another's.
static bool bytes_are_characters(const struct regexp_facts *facts, const struct regexp_text *pattern)
{
    if (facts->encoding != ENCODING_EUC_JP && facts->encoding != ENCODING_SHIFT_JIS &&
        facts->encoding != ENCODING_WINDOWS_31J) {
        return true;
    }
    return pattern->size == 0;
}

static struct regexp_body *make_body(struct heap *heap, struct string *source, unsigned options, char buffer[128],
                                     const char **message)
{
    struct regexp_text pattern = {0}, literal = {0};
    struct regexp_facts facts;
    struct regexp_body *body = NULL;
    if (!regexp_unescape(source, options, &pattern, &facts, message) || pattern.failed) goto end;
    if (facts.fixed) options |= REGEXP_FIXED;
    bool const plain = bytes_are_characters(&facts, &pattern) &&
                       regexp_read_literal(pattern.bytes, pattern.size, options, &literal);
    if (literal.failed) goto end;
    body = new_body(heap, &pattern, plain ? &literal : NULL, options);
    if (body == NULL) goto end;
    body->encoding = facts.encoding;
    body->fixed = facts.fixed;
    if (!plain) {
        OnigRegex const program = program_for(body, primary_encoding(body), buffer, message);
        if (program == NULL) {
            free_body(heap, body);
            body = NULL;
            goto end;
        }
        body->group_count = (uint32_t)onig_number_of_captures(program);
        body->accounted = 512 + 32 * pattern.size;
        heap_body_account(heap, (ptrdiff_t)body->accounted);
    }
end:
    base_free(pattern.bytes);
    base_free(literal.bytes);
    return body;
}

// A frozen shared String of the source, in the regexp's encoding.
static struct string *freeze_source(struct heap *heap, struct string *source, enum encoding encoding)
{
    bool const same = string_encoding(source) == encoding;
    if (same && object_frozen(source) && heap_is_shared(value_pointer(source))) return source;
    struct string *const copy = string_dup(heap, source);
    if (copy == NULL) return NULL;
    if (!same) string_set_encoding(copy, encoding);
    string_scan(copy); // a shared object's header never changes again
    object_freeze(copy);
    heap_set_shared(heap, copy);
    return copy;
}

struct regexp *regexp_new(struct runtime *runtime, struct heap *heap, struct string *source, unsigned options,
                          char message_buffer[128], const char **message)
{
    (void)runtime;
    *message = NULL;
    pthread_once(&engine_once, initialize_engine);
    if (!engine_ready) return NULL;
    struct regexp_body *const body = make_body(heap, source, options, message_buffer, message);
    if (body == NULL) return NULL;
    struct string *const copy = freeze_source(heap, source, body->encoding);
    struct regexp *const re = copy == NULL ? NULL : heap_alloc(heap, HEAP_32);
    if (re == NULL) {
        free_body(heap, body);
        return NULL;
    }
    re->header = header_make(TYPE_REGEXP, CLASS_REGEXP, LAYOUT_EMPTY_FROZEN, 0);
    re->body = body;
    re->options = body->options;
    re->source = VALUE_NIL;
    heap_set_fin(heap, re);
    heap_set_shared(heap, re);
    heap_store(heap, re, &re->source, value_pointer(copy));
    return re;
}

// --- The type table ------------------------------------------------------------------------------------------------

static void trace_regexp(struct heap_marker *marker, void *object)
{
    heap_mark(marker, ((struct regexp *)object)->source);
}

static void finalize_regexp(struct heap *heap, void *object)
{
    free_body(heap, ((struct regexp *)object)->body);
}

static size_t regexp_body_size(const void *object)
{
    const struct regexp_body *const body = ((const struct regexp *)object)->body;
    return body->size + body->accounted;
}

void regexp_fill_types(struct heap_type types[TYPE_MAX])
{
    types[TYPE_REGEXP] = (struct heap_type){
        .name = "regexp", .trace = trace_regexp, .finalize = finalize_regexp, .body_size = regexp_body_size};
    types[TYPE_MATCH] = (struct heap_type){.name = "match", .trace = match_trace};
}

// --- Searching -----------------------------------------------------------------------------------------------------

void regexp_region_free(struct regexp_region *region)
{
    base_free(region->begin);
    base_free(region->end);
    if (region->limits != NULL) onig_free_match_param(region->limits);
    memset(region, 0, sizeof *region);
}

// Room for `count` groups. False: no memory.
static bool reserve_region(struct regexp_region *region, uint32_t count)
{
    if (count < ONIG_NREGION) count = ONIG_NREGION;
    if (count <= region->capacity) return true;
    int64_t *const begin = base_realloc(region->begin, count * sizeof *begin);
    if (begin == NULL) return false;
    region->begin = begin;
    int64_t *const end = base_realloc(region->end, count * sizeof *end);
    if (end == NULL) return false;
    region->end = end;
    region->capacity = count;
    return true;
}

static bool reserve_limits(struct regexp_region *region)
{
    if (region->limits == NULL) {
        region->limits = onig_new_match_param();
        if (region->limits == NULL) return false;
        onig_set_match_stack_limit_size_of_match_param(region->limits, STACK_ENTRIES_MAX);
    }
    unsigned long const retries = region->retry_limit > 0 ? region->retry_limit : RETRIES_DEFAULT;
    onig_set_retry_limit_in_match_of_match_param(region->limits, retries);
    onig_set_retry_limit_in_search_of_match_param(region->limits, retries);
    return true;
}

// The engine's region uses the same memory with ints; afterwards they are widened in place, from the last to the first.
static OnigRegion engine_region(struct regexp_region *region)
{
    return (OnigRegion){.allocated = (int)region->capacity, .beg = (int *)region->begin, .end = (int *)region->end};
}

static void widen(int64_t *offsets, size_t count)
{
    for (size_t i = count; i-- > 0;) {
        int narrow;
        memcpy(&narrow, (char *)offsets + i * sizeof narrow, sizeof narrow);
        int64_t const wide = narrow;
        memcpy(&offsets[i], &wide, sizeof wide);
    }
}

static enum regexp_result finish_search(struct regexp_region *region, const OnigRegion *found, int code)
{
    TRP_ASSERT(found->beg == (int *)region->begin);
    if (code >= 0) {
        region->count = (uint32_t)found->num_regs;
        widen(region->begin, region->count);
        widen(region->end, region->count);
        return REGEXP_MATCH;
    }
    return code == ONIG_MISMATCH ? REGEXP_MISMATCH : code == ONIGERR_MEMORY ? REGEXP_MEMORY : REGEXP_ERROR;
}

// The encoding to search with, as CRuby's rb_reg_prepare_enc.
static enum regexp_result choose_encoding(const struct regexp_body *body, struct string *s, enum encoding *encoding)
{
    enum encoding const subject = string_encoding(s);
    enum string_range const range = string_scan(s);
    if (range == STRING_BROKEN) return REGEXP_BROKEN;
    *encoding = subject;
    if (subject == body->encoding) return REGEXP_MATCH;
    bool const ascii_based = !(subject >= ENCODING_UTF16LE && subject <= ENCODING_UTF32BE) &&
                             subject != ENCODING_UTF16 && subject != ENCODING_UTF32;
    if (!ascii_based || (body->fixed && range != STRING_ASCII)) return REGEXP_ENCODING;
    // ASCII text is the same in every encoding: one program does for all.
    if (range == STRING_ASCII) *encoding = primary_encoding(body);
    return REGEXP_MATCH;
}

// What is common to a search and a match at one place. The program is NULL for a literal.
static enum regexp_result prepare(const struct regexp *re, struct string *s, struct regexp_region *region,
                                  OnigRegex *program)
{
    struct regexp_body *const body = re->body;
    enum encoding encoding;
    *program = NULL;
    enum regexp_result const usable = choose_encoding(body, s, &encoding);
    if (usable != REGEXP_MATCH) return usable;
    if (!reserve_region(region, body->group_count + 1)) return REGEXP_MEMORY;
    if (body->literal) return REGEXP_MATCH;
    if (string_size(s) > INT_MAX) return REGEXP_ERROR;
    if (!reserve_limits(region)) return REGEXP_MEMORY;
    char buffer[128];
    const char *message = NULL;
    if (encoding == ENCODING_ASCII) encoding = primary_encoding(body);
    *program = program_for(body, encoding, buffer, &message);
    if (*program != NULL) return REGEXP_MATCH;
    return message == NULL ? REGEXP_MEMORY : REGEXP_ERROR;
}

enum regexp_result regexp_prepare(const struct regexp *re, struct string *s, struct regexp_region *region)
{
    OnigRegex program;
    return prepare(re, s, region, &program);
}

static enum regexp_result literal_found(struct regexp_region *region, const struct regexp_body *body, size_t at)
{
    region->count = 1;
    region->begin[0] = (int64_t)at;
    region->end[0] = (int64_t)(at + body->literal_size);
    return REGEXP_MATCH;
}

static const char *literal_bytes(const struct regexp_body *body) { return body->bytes + body->pattern_size; }

static enum regexp_result search_literal(const struct regexp_body *body, const struct string *s, size_t start,
                                         bool backward, struct regexp_region *region)
{
    const char *const bytes = string_bytes(s), *const needle = literal_bytes(body);
    size_t const size = string_size(s), needle_size = body->literal_size;
    if (!backward) {
        size_t const at = string_index(s, needle, needle_size, start);
        return at == SIZE_MAX ? REGEXP_MISMATCH : literal_found(region, body, at);
    }
    if (needle_size > size) return REGEXP_MISMATCH;
    size_t at = start < size - needle_size ? start : size - needle_size;
    for (;; at--) {
        if (memcmp(bytes + at, needle, needle_size) == 0) return literal_found(region, body, at);
        if (at == 0) return REGEXP_MISMATCH;
    }
}

// The engine's own backward search does not look beyond the character at the start, so each place is tried.
static enum regexp_result search_backward(OnigRegex program, const struct string *s, size_t start,
                                          struct regexp_region *region)
{
    const OnigUChar *const bytes = (const OnigUChar *)string_bytes(s), *const end = bytes + string_size(s);
    OnigEncoding const encoding = onig_get_encoding(program);
    const OnigUChar *at = onigenc_get_left_adjust_char_head(encoding, bytes, bytes + start);
    for (;;) {
        OnigRegion found = engine_region(region);
        int const code = onig_match_with_param(program, bytes, end, at, &found, ONIG_OPTION_NONE, region->limits);
        if (code != ONIG_MISMATCH || at == bytes) return finish_search(region, &found, code);
        at = onigenc_get_prev_char_head(encoding, bytes, at);
    }
}

enum regexp_result regexp_search(const struct regexp *re, struct string *s, size_t start, bool backward,
                                 struct regexp_region *region)
{
    TRP_ASSERT(start <= string_size(s));
    OnigRegex program;
    enum regexp_result const ready = prepare(re, s, region, &program);
    if (ready != REGEXP_MATCH) return ready;
    if (program == NULL) return search_literal(re->body, s, start, backward, region);
    if (backward) return search_backward(program, s, start, region);
    const OnigUChar *const bytes = (const OnigUChar *)string_bytes(s), *const end = bytes + string_size(s);
    OnigRegion found = engine_region(region);
    int const code = onig_search_with_param(program, bytes, end, bytes + start, end, &found, ONIG_OPTION_NONE,
                                            region->limits);
    return finish_search(region, &found, code);
}

enum regexp_result regexp_match_at(const struct regexp *re, struct string *s, size_t start,
                                   struct regexp_region *region)
{
    TRP_ASSERT(start <= string_size(s));
    OnigRegex program;
    enum regexp_result const ready = prepare(re, s, region, &program);
    if (ready != REGEXP_MATCH) return ready;
    const struct regexp_body *const body = re->body;
    const char *const bytes = string_bytes(s);
    if (program == NULL) {
        bool const equal = string_size(s) - start >= body->literal_size &&
                           memcmp(bytes + start, literal_bytes(body), body->literal_size) == 0;
        return equal ? literal_found(region, body, start) : REGEXP_MISMATCH;
    }
    const OnigUChar *const from = (const OnigUChar *)bytes;
    OnigRegion found = engine_region(region);
    int const code = onig_match_with_param(program, from, from + string_size(s), from + start, &found,
                                           ONIG_OPTION_NONE, region->limits);
    return finish_search(region, &found, code);
}

const char *regexp_literal(const struct regexp *re, size_t *size)
{
    const struct regexp_body *const body = re->body;
    if (!body->literal) return NULL;
    *size = body->literal_size;
    return literal_bytes(body);
}

// --- Groups and names ----------------------------------------------------------------------------------------------

static OnigRegex primary_program(const struct regexp_body *body)
{
    // acquire: as in program_for; it is there since the regexp was made, unless it is a literal
    return atomic_load_explicit(&body->compiled[primary_encoding(body)], memory_order_acquire);
}

size_t regexp_group_count(const struct regexp *re) { return re->body->group_count; }

int regexp_name_group(const struct regexp *re, const char *name, size_t size)
{
    OnigRegex const program = primary_program(re->body);
    if (program == NULL) return -1;
    const OnigUChar *const from = (const OnigUChar *)name;
    int *groups;
    int const count = onig_name_to_group_numbers(program, from, from + size, &groups);
    return count > 0 ? groups[count - 1] : -1;
}

struct name_visit {
    int group; // visit the name whose first group this is
    void (*visit)(const char *, size_t, const int *, int, void *);
    void *context;
};

static int visit_name(const OnigUChar *name, const OnigUChar *end, int count, int *groups, OnigRegex program, void *arg)
{
    (void)program;
    struct name_visit *const v = arg;
    if (count == 0 || groups[0] != v->group) return 0;
    v->visit((const char *)name, (size_t)(end - name), groups, count, v->context);
    return 1; // ends the walk
}

void regexp_each_name(const struct regexp *re, void (*visit)(const char *, size_t, const int *, int, void *),
                      void *context)
{
    OnigRegex const program = primary_program(re->body);
    if (program == NULL || onig_number_of_names(program) == 0) return;
    // The engine knows no order: by the first group of each.
    for (uint32_t group = 1; group <= re->body->group_count; group++) {
        struct name_visit v = {(int)group, visit, context};
        onig_foreach_name(program, visit_name, &v);
    }
}
