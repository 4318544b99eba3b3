// Running a program in the main actor; checking and listing one.
#include "api/interior.h"

#include <string.h>

void trp_free(char *message) { base_free(message); }

static int status_code(enum compile_status status)
{
    switch (status) {
    case COMPILE_OK: return TRP_OK;
    case COMPILE_NOT_IMPLEMENTED: return TRP_ENOTIMPL;
    case COMPILE_NO_MEMORY: return TRP_ENOMEM;
    default: return TRP_ESYNTAX;
    }
}

// --- The main actor ------------------------------------------------------------------------------------------------------

struct run {
    const trp_program *program;
    struct compile_result result;
    enum compile_status status;
    bool finishing;
    bool started; // false with COMPILE_OK: no memory for what comes before the first instruction
};

// Names that a program may ask for: $0, ARGV.
static bool set_arguments(struct ec *ec, const trp_program *program)
{
    struct array *const a = array_new(ec->heap, (size_t)program->argc);
    struct string *const name = string_from_text(ec->heap, program->file != NULL ? program->file : "-");
    if (a == NULL || name == NULL) return vm_raise_memory(ec), false;
    for (int i = 0; i < program->argc; i++) {
        struct string *const s = string_from_text(ec->heap, program->argv[i]);
        if (s == NULL || !array_push(ec->heap, a, value_pointer(s))) return vm_raise_memory(ec), false;
    }
    struct class *const object = runtime_class(ec->runtime, CLASS_OBJECT);
    symbol_t const argv = symbol_intern_text(ec->runtime, "ARGV");
    symbol_t const verbose = symbol_intern_text(ec->runtime, "$VERBOSE");
    if (argv == 0 || verbose == 0) return vm_raise_memory(ec), false;
    value_t const level = program->flags & TRP_PROGRAM_QUIET ? VALUE_NIL : value_bool(program->flags & TRP_PROGRAM_WARN);
    unsigned const switches = (program->flags & TRP_PROGRAM_CHOMP ? CORE_SWITCH_CHOMP : 0) |
                              (program->flags & TRP_PROGRAM_SPLIT ? CORE_SWITCH_SPLIT : 0) |
                              (program->flags & TRP_PROGRAM_PRINT ? CORE_SWITCH_PRINT : 0);
    if (!vm_global_set(ec, verbose, level) || !core_argf(ec, switches)) return false;
    return vm_constant_set(ec, object, argv, value_pointer(a)) && vm_global_set(ec, SYM_PROGRAM_NAME, value_pointer(name));
}

// [kind, name, value]; nil: not given.
static value_t setting_value(struct ec *ec, const trp_setting *setting)
{
    static const char *const kinds[] = {"load_path", "feature", "global", "input_separator", "output_separator",
                                        "field_separator", "in_place", "warning"};
    if ((size_t)setting->kind >= TRP_COUNT(kinds)) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "no such setting");
    symbol_t const kind = symbol_intern_text(ec->runtime, kinds[setting->kind]);
    value_t triple[3] = {value_symbol(kind), VALUE_NIL, VALUE_NIL};
    struct string *const name = setting->name == NULL ? NULL : string_from_text(ec->heap, setting->name);
    struct string *const value =
        setting->value == NULL ? NULL : string_new(ec->heap, setting->value, setting->value_size, ENCODING_UTF8);
    if (name != NULL) triple[1] = value_pointer(name);
    if (value != NULL) triple[2] = value_pointer(value);
    struct array *const a = array_new_small(ec->heap, triple, 3);
    bool const memory = kind != 0 && (name == NULL) == (setting->name == NULL) && (value == NULL) == (setting->value == NULL);
    return memory && a != NULL ? value_pointer(a) : vm_raise_memory(ec);
}

// Troupe.prepare(settings) runs before the first instruction of the program, whose frame is there. False: raised.
static bool push_settings(struct ec *ec, const trp_program *program)
{
    bool const loop = program->flags & TRP_PROGRAM_LOOP;
    if (program->setting_count == 0 && !loop) return true;
    struct array *const list = array_new(ec->heap, program->setting_count + 1);
    symbol_t const names[3] = {symbol_intern_text(ec->runtime, "Troupe"), symbol_intern_text(ec->runtime, "prepare"),
                               symbol_intern_text(ec->runtime, "loop")};
    if (list == NULL || names[0] == 0 || names[1] == 0 || names[2] == 0) return vm_raise_memory(ec), false;
    for (size_t i = 0; i < program->setting_count; i++) {
        value_t const v = setting_value(ec, &program->settings[i]);
        if (v == VALUE_UNDEF) return false;
        if (!array_push(ec->heap, list, v)) return vm_raise_memory(ec), false;
    }
    if (loop && !array_push(ec->heap, list, value_symbol(names[2]))) return vm_raise_memory(ec), false;
    value_t const module = vm_constant_get(ec, runtime_class(ec->runtime, CLASS_OBJECT), names[0], false, true);
    value_t const argument = value_pointer(list);
    return module != VALUE_UNDEF && vm_start_handler(ec, module, names[1], 1, &argument);
}

// The main object and scope are private to the main actor, unlike everything of the boot heap.
static bool make_main(struct ec *ec)
{
    struct method *const scope = vm_scope_new(ec, runtime_class(ec->runtime, CLASS_OBJECT), NULL);
    if (scope == NULL) return vm_raise_memory(ec), false;
    scope->default_visibility = METHOD_PRIVATE;
    ec_vm(ec)->main_scope = scope;
    return core_main_object(ec) != VALUE_UNDEF;
}

static bool start(struct ec *ec, void *ud)
{
    struct run *const run = ud;
    ec_vm(ec)->frozen_string_literals = api_frozen_strings(run->program);
    run->status = api_compile(ec->runtime, ec->heap, run->program, &run->result);
    if (run->status != COMPILE_OK) return false;
    if (run->result.warnings != NULL) ec_vm(ec)->host.warn(ec, run->result.warnings, strlen(run->result.warnings));
    if (!make_main(ec) || !set_arguments(ec, run->program)) return false;
    uint32_t const data = run->result.data_offset;
    if (data > 0 && run->program->file != NULL && !core_data_constant(ec, run->program->file, data)) return false;
    struct vm_runtime *const vm = ec_vm(ec);
    if (!vm_start_code(ec, run->result.code, vm->main_object, vm->main_scope)) return false;
    return run->started = core_toplevel_binding(ec) && push_settings(ec, run->program);
}

static bool start_finish(struct ec *ec, value_t exception)
{
    ec->unwind_kind = UNWIND_NONE;
    ec->exception = VALUE_NIL;
    ec->errinfo = VALUE_NIL;
    symbol_t const module = symbol_intern_text(ec->runtime, "Troupe");
    symbol_t const name = symbol_intern_text(ec->runtime, "finish");
    value_t const receiver = vm_constant_get(ec, runtime_class(ec->runtime, CLASS_OBJECT), module, false, true);
    bool done = false;
    if (receiver == VALUE_UNDEF || !vm_start_send(ec, receiver, name, 1, &exception, &done)) return false;
    return !done;
}

// at_exit blocks and the report of an uncaught exception: Troupe.finish in the prelude, which returns the status. When not
// even that has the memory to begin, it is said without.
static bool finish(struct ec *ec, void *ud, enum vm_run_result result)
{
    struct run *const run = ud;
    bool const first = !run->finishing;
    run->finishing = true;
    if (first && start_finish(ec, result == RUN_RAISED ? ec->exception : VALUE_NIL)) return true;
    if (ec->exception == ec_vm(ec)->no_memory_error) core_report_memory(ec->runtime);
    return false;
}

// What the host keeps may outlive the arena. NULL: there is none, or no memory.
static char *copy_text(const char *text)
{
    char *const copy = text == NULL ? NULL : base_alloc(strlen(text) + 1);
    return copy == NULL ? NULL : strcpy(copy, text);
}

int trp_run(trp_runtime *r, const trp_program *program, int *status, char **message)
{
    if (r == NULL || program == NULL || program->source == NULL || status == NULL) return TRP_EARG;
    if (r->ran) return TRP_EBUSY;
    r->ran = true;
    trp_program known = {0};
    memcpy(&known, program, program->struct_size < sizeof known ? program->struct_size : sizeof known);
    struct run run = {.program = &known, .status = COMPILE_OK};
    base_arena_enter(r->arena); // most of what a program makes of code and tables stays as long as the runtime
    *status = actor_run_main(&r->runtime, start, finish, &run);
    base_arena_leave(r->arena);
    if (message != NULL) *message = copy_text(run.result.message);
    base_free(run.result.message);
    base_free(run.result.warnings);
    if (run.status == COMPILE_OK && !run.started) return TRP_ENOMEM;
    return status_code(run.status);
}

// --- Without running -------------------------------------------------------------------------------------------------------

static int compile_only(trp_runtime *r, const trp_program *program, struct compile_result *result, char **message)
{
    if (r == NULL || program == NULL || program->source == NULL) return TRP_EARG;
    *result = (struct compile_result){0};
    enum compile_status const status = api_compile(&r->runtime, &r->runtime.boot_heap, program, result);
    char *const text = status == COMPILE_OK ? result->warnings : result->message;
    base_free(status == COMPILE_OK ? result->message : result->warnings);
    if (message != NULL) *message = text;
    else base_free(text);
    return status_code(status);
}

int trp_check(trp_runtime *r, const trp_program *program, char **message)
{
    struct compile_result result;
    return compile_only(r, program, &result, message);
}

struct sink {
    void (*line)(void *ud, const char *text);
    void *ud;
};

static void print_line(const char *text, void *context)
{
    const struct sink *const sink = context;
    sink->line(sink->ud, text);
}

int trp_disassemble(trp_runtime *r, const trp_program *program, void (*line)(void *ud, const char *text), void *ud,
                    char **message)
{
    if (line == NULL) return TRP_EARG;
    struct compile_result result;
    int const code = compile_only(r, program, &result, message);
    if (code != TRP_OK) return code;
    struct sink sink = {line, ud};
    vm_code_disassemble(&r->runtime, result.code, print_line, &sink);
    return TRP_OK;
}
