// The compile room's door: parsing, errors, warnings, and the compiler's own memory. One compiler lives for one call,
// on the calling thread; everything it takes comes from one arena and goes at the end.
#include "compile/interior.h"

#include <stdio.h>

#define EXCERPTS_MAX (1u << 14) // columns of all errors together, for which they are shown in the source
#define ERRORS_LISTED 50u       // else so many are listed

// --- Memory --------------------------------------------------------------------------------------------------------
struct arena_chunk {
    struct arena_chunk *next;
    size_t used, size;
    max_align_t bytes[];
};

void *arena_take(struct compiler *c, size_t size)
{
    size = (size + sizeof(max_align_t) - 1) & ~(sizeof(max_align_t) - 1);
    struct arena_chunk *chunk = c->arena;
    if (chunk == NULL || chunk->size - chunk->used < size) {
        size_t const room = size > 32768 ? size : 32768;
        chunk = base_alloc(sizeof *chunk + room);
        if (chunk == NULL) {
            compile_fail_memory(c);
            return NULL;
        }
        *chunk = (struct arena_chunk){.next = c->arena, .size = room};
        c->arena = chunk;
    }
    void *const result = (char *)chunk->bytes + chunk->used;
    chunk->used += size;
    return memset(result, 0, size); // what is not taken is not touched
}

static void arena_free(struct compiler *c)
{
    while (c->arena != NULL) {
        struct arena_chunk *const next = c->arena->next;
        base_free(c->arena);
        c->arena = next;
    }
}

void *vector_push(struct compiler *c, struct vector *v, size_t item_size)
{
    memset(c->scratch, 0, sizeof c->scratch);
    TRP_ASSERT(item_size <= sizeof c->scratch);
    if (c->status != COMPILE_OK) return c->scratch;
    if (v->count == v->capacity) {
        uint32_t const capacity = v->capacity ? v->capacity * 2 : 8;
        void *const items = arena_take(c, capacity * item_size);
        if (items == NULL) return c->scratch;
        if (v->count != 0) memcpy(items, v->items, v->count * item_size);
        v->items = items;
        v->capacity = capacity;
    }
    return (char *)v->items + v->count++ * item_size;
}

// --- Errors --------------------------------------------------------------------------------------------------------
static char *format_text(const char *format, va_list list)
{
    va_list copy;
    va_copy(copy, list);
    int const size = vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    char *const text = size < 0 ? NULL : base_alloc((size_t)size + 1);
    if (text != NULL) vsnprintf(text, (size_t)size + 1, format, list);
    return text;
}

static char *TRP_PRINTF(1, 2) text_of(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *const text = format_text(format, list);
    va_end(list);
    return text;
}

void compile_fail(struct compiler *c, enum compile_status status, const pm_node_t *where, const char *format, ...)
{
    if (c->status != COMPILE_OK) return;
    c->status = status;
    va_list list;
    va_start(list, format);
    char *const text = format_text(format, list);
    va_end(list);
    uint32_t const line = where ? node_line(c, where) : c->options->line;
    if (text != NULL) c->message = text_of("%s:%u: %s", c->options->file, (unsigned)line, text);
    base_free(text);
    if (c->message == NULL) c->status = COMPILE_NO_MEMORY;
}

void compile_fail_memory(struct compiler *c)
{
    if (c->status == COMPILE_OK) c->status = COMPILE_NO_MEMORY;
}

void compile_missing(struct scope *s, const pm_node_t *where)
{
    compile_fail(s->c, COMPILE_NOT_IMPLEMENTED, where, "%s is not implemented", pm_node_type(where->type));
}

bool compile_enter(struct compiler *c, const pm_node_t *n)
{
    c->depth++;
    if (c->status != COMPILE_OK) return false;
    uintptr_t const here = (uintptr_t)__builtin_frame_address(0);
    uintptr_t const used = here < c->stack_base ? c->stack_base - here : here - c->stack_base;
    if (TRP_LIKELY(c->depth < DEPTH_MAX && used < STACK_MAX)) return true;
    compile_fail(c, COMPILE_LIMIT, n, "nesting too deep");
    return false;
}

// --- Names and places ----------------------------------------------------------------------------------------------
symbol_t bytes_symbol(struct compiler *c, const uint8_t *bytes, size_t size)
{
    symbol_t const symbol = symbol_intern(c->runtime, (const char *)bytes, size);
    if (symbol == 0) compile_fail_memory(c);
    return symbol;
}

symbol_t text_symbol(struct compiler *c, const char *text)
{
    return bytes_symbol(c, (const uint8_t *)text, strlen(text));
}

symbol_t name_symbol(struct compiler *c, pm_constant_id_t name)
{
    if (name == 0) return 0;
    size_t const index = pm_constant_id_index(name);
    TRP_ASSERT(index < c->symbol_count);
    if (c->symbols[index] == 0) {
        const pm_constant_t *const text = pm_parser_constant(c->parser, name);
        c->symbols[index] = bytes_symbol(c, pm_constant_start(text), pm_constant_length(text));
    }
    return c->symbols[index];
}

bool name_is(struct compiler *c, pm_constant_id_t name, const char *text)
{
    if (name == 0) return false;
    const pm_constant_t *const constant = pm_parser_constant(c->parser, name);
    size_t const size = pm_constant_length(constant);
    return size == strlen(text) && memcmp(pm_constant_start(constant), text, size) == 0;
}

uint32_t offset_line(struct compiler *c, uint32_t offset)
{
    const pm_line_offset_list_t *const list = pm_parser_line_offsets(c->parser);
    int32_t const line = pm_line_offset_list_line_column(list, offset, pm_parser_start_line(c->parser)).line;
    return line > 0 ? (uint32_t)line : 1;
}

uint32_t node_line(struct compiler *c, const pm_node_t *n) { return offset_line(c, n->location.start); }

// --- Diagnostics ---------------------------------------------------------------------------------------------------
struct lines {
    char *text;
    size_t size, capacity;
};

static bool lines_reserve(struct lines *lines, size_t more)
{
    if (lines->capacity - lines->size > more) return true; // and the final NUL
    size_t const capacity = 2 * (lines->size + more) + 1;
    char *const grown = base_realloc(lines->text, capacity);
    if (grown == NULL) return false;
    lines->text = grown;
    lines->capacity = capacity;
    return true;
}

static bool add_line(struct compiler *c, struct lines *lines, const pm_diagnostic_t *d, const char *kind)
{
    char *const line = text_of("%s:%u: %s%s\n", c->options->file, (unsigned)offset_line(c, pm_diagnostic_location(d).start),
                               kind, pm_diagnostic_message(d));
    size_t const more = line != NULL ? strlen(line) : 0;
    bool const done = line != NULL && lines_reserve(lines, more);
    if (done) memcpy(lines->text + lines->size, line, more + 1);
    if (done) lines->size += more;
    base_free(line);
    return done;
}

static char *collect_warnings(struct compiler *c)
{
    struct lines lines = {0};
    for (const pm_diagnostic_t *w = pm_parser_warnings_first(c->parser); w != NULL; w = pm_diagnostic_next(w)) {
        if (pm_diagnostic_warning_level(w) == PM_WARNING_LEVEL_VERBOSE && !c->options->warnings) continue;
        if (add_line(c, &lines, w, "warning: ")) continue;
        c->status = COMPILE_NO_MEMORY;
        break;
    }
    return lines.text;
}

// Whether Prism's text is of a reasonable size: under each excerpt it repeats the blanks that lead to the error.
static bool excerpts_are_short(const struct compiler *c)
{
    const pm_line_offset_list_t *const list = pm_parser_line_offsets(c->parser);
    size_t columns = 0;
    for (const pm_diagnostic_t *e = pm_parser_errors_first(c->parser); e != NULL; e = pm_diagnostic_next(e)) {
        pm_location_t const at = pm_diagnostic_location(e);
        columns += pm_line_offset_list_line_column(list, at.start, 1).column + at.length + 1;
        if (columns > EXCERPTS_MAX) return false;
    }
    return true;
}

// Prism's text: "FILE:LINE: syntax error found", the excerpt, carets.
static char *show_errors(struct compiler *c)
{
    pm_buffer_t *const buffer = pm_buffer_new();
    pm_errors_format(c->parser, buffer, PM_ERRORS_FORMAT_PLAIN);
    char *const text = text_of("%.*s", (int)pm_buffer_length(buffer), pm_buffer_value(buffer));
    pm_buffer_free(buffer);
    return text;
}

// The first of many errors, without excerpts.
static char *list_errors(struct compiler *c)
{
    struct lines lines = {0};
    const pm_diagnostic_t *error = pm_parser_errors_first(c->parser);
    for (unsigned i = 0; i < ERRORS_LISTED && error != NULL; i++, error = pm_diagnostic_next(error)) {
        if (!add_line(c, &lines, error, "")) break;
    }
    char *const text = lines.text == NULL ? NULL : text_of("%s:%u: syntax errors found: %zu, the first of them are\n%s",
        c->options->file, (unsigned)offset_line(c, pm_diagnostic_location(pm_parser_errors_first(c->parser)).start),
        pm_parser_errors_size(c->parser), lines.text);
    base_free(lines.text);
    return text;
}

static void syntax_error(struct compiler *c)
{
    c->message = excerpts_are_short(c) ? show_errors(c) : list_errors(c);
    c->status = c->message == NULL ? COMPILE_NO_MEMORY : COMPILE_SYNTAX_ERROR;
}

// --- Parsing -------------------------------------------------------------------------------------------------------
static bool unnamed(const struct vm_code *code, enum anonymous which)
{
    int const reg = code_parameter(code, which);
    return reg != 0 && code->local_names[reg] == 0;
}

static uint8_t forwarding(const struct vm_code *code)
{
    if (code->params.flags & PARAM_FORWARD) return PM_OPTIONS_SCOPE_FORWARDING_ALL;
    return (uint8_t)((unnamed(code, ANONYMOUS_REST) ? PM_OPTIONS_SCOPE_FORWARDING_POSITIONALS : 0) |
                     (unnamed(code, ANONYMOUS_KWREST) ? PM_OPTIONS_SCOPE_FORWARDING_KEYWORDS : 0) |
                     (unnamed(code, ANONYMOUS_BLOCK) ? PM_OPTIONS_SCOPE_FORWARDING_BLOCK : 0));
}

static void set_scope(struct compiler *c, pm_options_scope_t *scope, const struct vm_code *code)
{
    uint32_t named = 0, at = 0;
    for (uint32_t reg = 1; reg < code->local_count; reg++) named += vm_local_visible(c->runtime, code->local_names[reg]);
    pm_options_scope_init(scope, named);
    pm_options_scope_forwarding_set(scope, forwarding(code));
    for (uint32_t reg = 1; reg < code->local_count; reg++) {
        symbol_t const name = code->local_names[reg];
        if (!vm_local_visible(c->runtime, name)) continue;
        pm_string_init(pm_options_scope_local_mut(scope, at++), (const uint8_t *)symbol_text(c->runtime, name),
                       symbol_size(c->runtime, name));
    }
}

// Prism's scopes run from the outermost inwards; one more, empty, is the eval's own.
static void set_scopes(struct compiler *c, pm_options_t *options)
{
    uint32_t const count = c->options->scope_count;
    if (c->options->kind != CODE_EVAL || !pm_options_scopes_init(options, count + 1)) return;
    for (uint32_t i = 0; i < count; i++) {
        set_scope(c, pm_options_scope_mut(options, i), c->options->scopes[count - 1 - i]);
    }
    pm_options_scope_init(pm_options_scope_mut(options, count), 0);
}

static uint8_t command_line(unsigned script)
{
    static const struct {
        enum compile_script ours;
        uint8_t prisms;
    } table[] = {{SCRIPT_LINE, PM_OPTIONS_COMMAND_LINE_E}, {SCRIPT_LOOP, PM_OPTIONS_COMMAND_LINE_N},
                 {SCRIPT_PRINT, PM_OPTIONS_COMMAND_LINE_P}, {SCRIPT_CHOMP, PM_OPTIONS_COMMAND_LINE_L},
                 {SCRIPT_SPLIT, PM_OPTIONS_COMMAND_LINE_A}, {SCRIPT_SEARCH, PM_OPTIONS_COMMAND_LINE_X}};
    uint8_t bits = 0;
    for (size_t i = 0; i < TRP_COUNT(table); i++) bits |= script & table[i].ours ? table[i].prisms : 0;
    return bits;
}

static pm_options_t *parse_options(struct compiler *c)
{
    pm_options_t *const options = pm_options_new();
    pm_options_filepath_set(options, c->options->file);
    pm_options_line_set(options, (int32_t)c->options->line);
    pm_options_version_set_highest(options);
    pm_options_main_script_set(options, c->options->kind == CODE_MAIN);
    pm_options_command_line_set(options, command_line(c->options->script));
    if (c->options->encoding != ENCODING_UTF8) pm_options_encoding_set(options, encoding_name(c->options->encoding));
    int8_t const frozen = c->options->frozen_string_literals;
    if (frozen != 0) pm_options_frozen_string_literal_set(options, frozen > 0);
    set_scopes(c, options);
    return options;
}

static enum encoding source_encoding(struct compiler *c)
{
    const char *const name = pm_parser_encoding_name(c->parser);
    enum encoding const encoding = encoding_find(name, strlen(name));
    return encoding == ENCODING_COUNT ? ENCODING_BINARY : encoding;
}

// Where DATA begins: behind the line __END__.
static uint32_t data_offset(const struct compiler *c)
{
    const pm_location_t *const data = pm_parser_data_loc(c->parser);
    if (data->length == 0) return 0;
    uint32_t at = data->start;
    while (at < c->size && c->source[at] != '\n') at++;
    return at < c->size ? at + 1 : at;
}

struct job { // what runs under prism_guard
    struct compiler *c;
    struct compile_result *result;
};

static void parse_and_compile(void *context)
{
    struct job *const job = context;
    struct compiler *const c = job->c;
    pm_options_t *const options = parse_options(c);
    pm_arena_t *const arena = pm_arena_new();
    c->parser = pm_parser_new(arena, c->source, c->size, options);
    const pm_node_t *const root = pm_parse(c->parser);
    if (pm_parser_errors_size(c->parser) > 0) {
        syntax_error(c);
    } else {
        job->result->warnings = collect_warnings(c);
        job->result->data_offset = data_offset(c);
        c->symbol_count = pm_parser_constants_size(c->parser);
        c->symbols = arena_take(c, (c->symbol_count + 1) * sizeof *c->symbols);
        c->encoding = source_encoding(c);
        c->file = text_symbol(c, c->options->file);
        if (c->status == COMPILE_OK) job->result->code = compile_root(c, (const pm_program_node_t *)root);
    }
    pm_parser_free(c->parser);
    pm_arena_free(arena);
    pm_options_free(options);
}

enum compile_status compile_source(struct runtime *runtime, struct heap *heap, const char *source, size_t size,
                                   const struct compile_options *options, struct compile_result *result)
{
    *result = (struct compile_result){0};
    struct compiler c = {
        .runtime = runtime,
        .heap = heap,
        .options = options,
        .source = (const uint8_t *)(size ? source : ""),
        .size = size,
        .stack_base = (uintptr_t)__builtin_frame_address(0),
        .words_max = (1u << 20) + (uint64_t)size * 64,
        .prelude = options->prelude,
    };
    struct job job = {&c, result};
    if (size > UINT32_MAX / 2) compile_fail(&c, COMPILE_LIMIT, NULL, "source too long");
    else if (!prism_guard(parse_and_compile, &job)) c.status = COMPILE_NO_MEMORY;
    arena_free(&c);
    if (c.status == COMPILE_OK && !vm_code_publish(runtime, heap, result->code)) c.status = COMPILE_NO_MEMORY;
    if (c.status != COMPILE_OK && result->code != NULL) {
        vm_code_free(runtime, result->code);
        result->code = NULL;
    }
    result->message = c.message;
    return c.status;
}

// --- With stack enough, on a thread of its own if need be ---------------------------------------------------------------
// A source nests no deeper than it is long, and a level takes less than 2 KiB of stack: what is short needs no thread, nor
// does who has the stack already.
#define IN_PLACE_MAX 512u
#define STACK_ENOUGH (STACK_MAX + (512u << 10))

struct thread_job {
    struct runtime *runtime;
    struct heap *heap;
    const char *source;
    size_t size;
    const struct compile_options *options;
    struct compile_result *result;
    enum compile_status status;
};

static void run_thread(void *context)
{
    struct thread_job *const job = context;
    job->status = compile_source(job->runtime, job->heap, job->source, job->size, job->options, job->result);
}

enum compile_status compile_on_thread(struct runtime *runtime, struct heap *heap, const char *source, size_t size,
                                      const struct compile_options *options, struct compile_result *result)
{
    if (size <= IN_PLACE_MAX || base_stack_left() >= STACK_ENOUGH) {
        return compile_source(runtime, heap, source, size, options, result);
    }
    struct thread_job job = {runtime, heap, source, size, options, result, COMPILE_NO_MEMORY};
    *result = (struct compile_result){0};
    base_thread thread;
    if (base_thread_start(&thread, 8u << 20, run_thread, &job)) base_thread_join(thread);
    return job.status;
}
