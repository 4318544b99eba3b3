// The vm's host seam: compiling for require and eval, warnings, the actor's part of a poll.
#include "api/interior.h"

#include <string.h>
#include <unistd.h>

static value_t raise_compile(struct ec *ec, enum compile_status status, const char *message)
{
    switch (status) {
    case COMPILE_SYNTAX_ERROR: return vm_raise(ec, CLASS_SYNTAX_ERROR, "%s", message);
    case COMPILE_NOT_IMPLEMENTED: return vm_raise(ec, CLASS_NOT_IMPLEMENTED_ERROR, "%s", message);
    case COMPILE_LIMIT: return vm_raise(ec, CLASS_SYNTAX_ERROR, "%s", message);
    default: return vm_raise_memory(ec);
    }
}

// SyntaxError#path.
static void name_path(struct ec *ec, const char *file)
{
    if (object_frozen(value_to_pointer(ec->exception))) return; // no memory for the SyntaxError
    struct string *const path = string_from_text(ec->heap, file);
    if (path != NULL && ivar_set(ec->runtime, ec->heap, ec->exception, SYM_ivar_path, value_pointer(path))) return;
    vm_raise_memory(ec);
}

static bool is_verbose(struct ec *ec)
{
    symbol_t const name = symbol_find(ec->runtime, "$VERBOSE", 8);
    return name != 0 && vm_global_get(ec, name) == VALUE_TRUE;
}

static struct vm_code *host_compile(struct ec *ec, const struct vm_source *source)
{
    struct compile_options const options = {.file = source->file, .line = source->line, .kind = source->kind,
                                            .encoding = source->encoding, .scopes = source->scopes,
                                            .scope_count = source->scope_count, .isolated = source->isolated,
                                            .warnings = is_verbose(ec),
                                            .frozen_string_literals = ec_vm(ec)->frozen_string_literals};
    struct compile_result result = {0};
    enum compile_status const status =
        compile_on_thread(ec->runtime, ec->heap, source->bytes, source->size, &options, &result);
    bool const warned = result.warnings == NULL || status != COMPILE_OK ||
                        vm_warn_soon(ec, result.warnings, strlen(result.warnings));
    base_free(result.warnings);
    if (status != COMPILE_OK) raise_compile(ec, status, result.message != NULL ? result.message : "no memory");
    if (status == COMPILE_SYNTAX_ERROR) name_path(ec, source->file);
    base_free(result.message);
    if (status != COMPILE_OK) return NULL;
    if (warned && vm_code_publish(ec->runtime, ec->heap, result.code)) return result.code;
    vm_code_free(ec->runtime, result.code);
    vm_raise_memory(ec);
    return NULL;
}

// One write, so that lines of several actors do not mix.
static void host_warn(struct ec *ec, const char *text, size_t size)
{
    (void)ec;
    while (size > 0) {
        ssize_t const n = write(STDERR_FILENO, text, size);
        if (n <= 0) return;
        text += n;
        size -= (size_t)n;
    }
}

const struct vm_host api_host = {.compile = host_compile,
                                 .poll = actor_poll,
                                 .native_enter = actor_native_enter,
                                 .native_leave = actor_native_leave,
                                 .native_cancelled = actor_native_cancelled,
                                 .wait_ready = actor_wait_ready,
                                 .job_start = actor_job_start,
                                 .job_result = actor_job_result,
                                 .wait_end = actor_wait_end,
                                 .wait_closed = actor_wait_closed,
                                 .cycle = actor_cycle,
                                 .warn = host_warn};

// What of a program's flags the compiler must know.
static unsigned script_of(const trp_program *program)
{
    static const struct {
        uint32_t flag;
        enum compile_script script;
    } table[] = {{TRP_PROGRAM_LOOP, SCRIPT_LOOP}, {TRP_PROGRAM_PRINT, SCRIPT_PRINT}, {TRP_PROGRAM_CHOMP, SCRIPT_CHOMP},
                 {TRP_PROGRAM_SPLIT, SCRIPT_SPLIT}, {TRP_PROGRAM_SEARCH, SCRIPT_SEARCH}};
    unsigned script = program->file != NULL && strcmp(program->file, "-e") == 0 ? SCRIPT_LINE : 0;
    for (size_t i = 0; i < TRP_COUNT(table); i++) script |= program->flags & table[i].flag ? table[i].script : 0;
    return script;
}

int8_t api_frozen_strings(const trp_program *program)
{
    if (program->flags & TRP_PROGRAM_FROZEN_STRINGS) return 1;
    return program->flags & TRP_PROGRAM_MUTABLE_STRINGS ? -1 : 0;
}

enum compile_status api_compile(struct runtime *runtime, struct heap *heap, const trp_program *program,
                                struct compile_result *result)
{
    struct compile_options const options = {.file = program->file != NULL ? program->file : "-", .line = 1, .kind = CODE_MAIN,
                                            .script = script_of(program),
                                            .warnings = program->flags & TRP_PROGRAM_WARN,
                                            .frozen_string_literals = api_frozen_strings(program)};
    enum compile_status const status = compile_on_thread(runtime, heap, program->source, program->size, &options, result);
    if (status != COMPILE_OK) return status;
    if (vm_code_publish(runtime, heap, result->code)) return COMPILE_OK;
    vm_code_free(runtime, result->code);
    return COMPILE_NO_MEMORY;
}
