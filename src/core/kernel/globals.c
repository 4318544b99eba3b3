// Global variables with a meaning of their own, and the constants that name the engine.
#include "core/io/io.h"

#include <string.h>
#include <unistd.h>

// --- Those that keep a value -----------------------------------------------------------------------------------------

static const struct {
    const char *name;
    enum core_global which;
} kept[] = {{"$stdout", CORE_STDOUT}, {"$>", CORE_STDOUT}, {"$stderr", CORE_STDERR}, {"$stdin", CORE_STDIN},
            {"$LOAD_PATH", CORE_LOAD_PATH}, {"$:", CORE_LOAD_PATH}, {"$-I", CORE_LOAD_PATH},
            {"$<", CORE_ARGF}, {"$.", CORE_LINE},
            {"$LOADED_FEATURES", CORE_LOADED}, {"$\"", CORE_LOADED}, {"$0", CORE_PROGRAM},
            {"$PROGRAM_NAME", CORE_PROGRAM},
            {"$VERBOSE", CORE_VERBOSE}, {"$-v", CORE_VERBOSE}, {"$-w", CORE_VERBOSE}, {"$DEBUG", CORE_DEBUG},
            {"$-d", CORE_DEBUG}, {"$,", CORE_OUTPUT_SEPARATOR}, {"$;", CORE_FIELD_SEPARATOR},
            {"$-F", CORE_FIELD_SEPARATOR},
            {"$/", CORE_INPUT_SEPARATOR}, {"$-0", CORE_INPUT_SEPARATOR}, {"$\\", CORE_PRINT_SEPARATOR}};

static enum core_global which_of(struct ec *ec, symbol_t name)
{
    const char *const text = symbol_text(ec->runtime, vm_global_original(ec->runtime, name));
    for (size_t i = 0; i < TRP_COUNT(kept); i++) {
        if (strcmp(kept[i].name, text) == 0) return kept[i].which;
    }
    TRP_UNREACHABLE();
}

static value_t raise_main_only(struct ec *ec, symbol_t name)
{
    return vm_raise_isolation(ec, "can not access global variable %s from non-main Ractor", symbol_text(ec->runtime, name));
}

// The lists come into being when they are first asked for: they are the main actor's.
static value_t list_of(struct ec *ec, symbol_t name, enum core_global which)
{
    if (!ec->main) return raise_main_only(ec, name);
    value_t const v = heap_slot_load(ec->heap, &core_state(ec)->globals[which]);
    if (!value_is_nil(v)) return v;
    struct array *const a = array_new(ec->heap, 0);
    if (a == NULL) return vm_raise_memory(ec);
    return core_set_global(ec, which, value_pointer(a)) ? value_pointer(a) : VALUE_UNDEF;
}

static value_t get_kept(struct ec *ec, symbol_t name)
{
    enum core_global const which = which_of(ec, name);
    if (which == CORE_LOAD_PATH || which == CORE_LOADED) return list_of(ec, name, which);
    if (core_global_is_own(which)) return io_standard(ec, which);
    value_t const v = heap_slot_load(ec->heap, &core_state(ec)->globals[which]);
    return v != VALUE_UNDEF ? v : raise_main_only(ec, name);
}

static bool check_kept(struct ec *ec, symbol_t name, enum core_global which, value_t *value)
{
    const char *const text = symbol_text(ec->runtime, name);
    switch (which) {
    case CORE_STDOUT:
    case CORE_STDERR:
        if (value_responds_builtin(ec, *value, SYM_write, false)) return true;
        vm_raise(ec, CLASS_TYPE_ERROR, "%s must have write method, %s given", text, vm_class_name(ec, *value));
        return false;
    case CORE_LOAD_PATH:
    case CORE_LOADED:
    case CORE_ARGF:
        vm_raise_name(ec, CLASS_NAME_ERROR, name, VALUE_NIL, "%s is a read-only variable", text);
        return false;
    case CORE_OUTPUT_SEPARATOR:
    case CORE_INPUT_SEPARATOR:
    case CORE_PRINT_SEPARATOR:
    case CORE_PROGRAM:
        if (value_is(*value, TYPE_STRING) || (value_is_nil(*value) && which != CORE_PROGRAM)) return true;
        vm_raise(ec, CLASS_TYPE_ERROR, "value of %s must be String", text);
        return false;
    case CORE_LINE:
        if (value_is_fixnum(*value)) return true;
        vm_raise_type(ec, *value, "Integer");
        return false;
    case CORE_VERBOSE:
        if (!value_is_nil(*value)) *value = value_bool(value_truthy(*value));
        return true;
    default: return true;
    }
}

// A hidden variable of ARGF, which its methods set; nil elsewhere than in the main actor.
static value_t argf_part(struct ec *ec, const char *name)
{
    value_t const argf = core_global(ec, CORE_ARGF);
    symbol_t const symbol = symbol_intern_text(ec->runtime, name);
    if (symbol == 0) return vm_raise_memory(ec);
    value_t const v = value_is(argf, TYPE_OBJECT) ? ivar_get(ec->runtime, ec->heap, argf, symbol) : VALUE_UNDEF;
    return v == VALUE_UNDEF ? VALUE_NIL : v;
}

static bool set_argf_part(struct ec *ec, const char *name, value_t value)
{
    value_t const argf = core_global(ec, CORE_ARGF);
    symbol_t const symbol = symbol_intern_text(ec->runtime, name);
    if (symbol == 0) return vm_raise_memory(ec), false;
    return !value_is(argf, TYPE_OBJECT) || vm_ivar_set(ec, argf, symbol, value);
}

static bool set_kept(struct ec *ec, symbol_t name, value_t value)
{
    enum core_global const which = which_of(ec, name);
    if (!ec->main && !core_global_is_own(which)) {
        raise_main_only(ec, name);
        return false;
    }
    if (!check_kept(ec, name, which, &value) || !core_set_global(ec, which, value)) return false;
    return which != CORE_LINE || set_argf_part(ec, "@__lineno", value);
}

// --- Those that are computed -----------------------------------------------------------------------------------------

static value_t get_error(struct ec *ec, symbol_t name)
{
    (void)name;
    return ec->errinfo;
}

static value_t get_error_backtrace(struct ec *ec, symbol_t name)
{
    (void)name;
    return value_is_nil(ec->errinfo) ? VALUE_NIL : core_or_memory(ec, vm_exception_backtrace(ec, ec->errinfo));
}

static bool set_error_backtrace(struct ec *ec, symbol_t name, value_t value)
{
    (void)name;
    if (value_is_nil(ec->errinfo)) return vm_raise(ec, CLASS_ARGUMENT_ERROR, "$! not set"), false;
    bool texts = value_is_nil(value) || value_is(value, TYPE_ARRAY);
    if (value_is(value, TYPE_STRING)) {
        struct array *const list = array_new_small(ec->heap, &value, 1);
        if (list == NULL) return vm_raise_memory(ec), false;
        value = value_pointer(list);
        texts = true;
    }
    for (size_t i = 0; texts && value_is(value, TYPE_ARRAY) && i < array_count(value_to_array(value)); i++) {
        texts = value_is(array_at(value_to_array(value), i), TYPE_STRING);
    }
    if (!texts) {
        vm_raise(ec, CLASS_TYPE_ERROR, "backtrace must be an Array of String or an Array of Thread::Backtrace::Location");
        return false;
    }
    return vm_ivar_set(ec, ec->errinfo, SYM_ivar_backtrace, value);
}

static value_t get_pid(struct ec *ec, symbol_t name)
{
    (void)ec;
    (void)name;
    return value_fixnum(getpid());
}

static value_t get_arguments(struct ec *ec, symbol_t name)
{
    (void)name;
    symbol_t const argv = symbol_intern_text(ec->runtime, "ARGV");
    if (argv == 0) return vm_raise_memory(ec);
    value_t const v = vm_constant_get(ec, runtime_class(ec->runtime, CLASS_OBJECT), argv, false, true);
    return v == VALUE_UNDEF && ec->unwind_kind == UNWIND_NONE ? VALUE_NIL : v;
}

static value_t get_match(struct ec *ec, symbol_t name)
{
    (void)name;
    return vm_get_special(ec, SPECIAL_MATCH);
}

static bool set_match(struct ec *ec, symbol_t name, value_t value)
{
    (void)name;
    return vm_set_special(ec, SPECIAL_MATCH, value);
}

static value_t get_last_line(struct ec *ec, symbol_t name)
{
    (void)name;
    return vm_get_special(ec, SPECIAL_LAST_LINE);
}

static bool set_last_line_variable(struct ec *ec, symbol_t name, value_t value)
{
    (void)name;
    return vm_set_special(ec, SPECIAL_LAST_LINE, value);
}

static value_t get_whole(struct ec *ec, symbol_t name)
{
    (void)name;
    return vm_get_special(ec, SPECIAL_WHOLE);
}

static value_t get_before(struct ec *ec, symbol_t name)
{
    (void)name;
    return vm_get_special(ec, SPECIAL_PRE);
}

static value_t get_after(struct ec *ec, symbol_t name)
{
    (void)name;
    return vm_get_special(ec, SPECIAL_POST);
}

static value_t get_last_group(struct ec *ec, symbol_t name)
{
    (void)name;
    return vm_get_special(ec, SPECIAL_PLUS);
}

static value_t get_in_place(struct ec *ec, symbol_t name)
{
    (void)name;
    return argf_part(ec, "@__in_place");
}

static bool set_in_place(struct ec *ec, symbol_t name, value_t value)
{
    if (value_is_nil(value) || value_is(value, TYPE_STRING)) return set_argf_part(ec, "@__in_place", value);
    vm_raise(ec, CLASS_TYPE_ERROR, "value of %s must be String", symbol_text(ec->runtime, name));
    return false;
}

// $FILENAME: of the file that ARGF reads, or would read next.
static value_t get_filename(struct ec *ec, symbol_t name)
{
    value_t const current = argf_part(ec, "@__filename");
    if (!value_is_nil(current)) return current;
    value_t const argv = get_arguments(ec, name);
    if (value_is(argv, TYPE_ARRAY) && array_count(value_to_array(argv)) > 0) return array_at(value_to_array(argv), 0);
    return argv == VALUE_UNDEF ? argv : core_text(ec, "-");
}

static value_t get_switch(struct ec *ec, symbol_t name)
{
    unsigned const switches = core_state(ec)->switches;
    switch (symbol_text(ec->runtime, vm_global_original(ec->runtime, name))[2]) {
    case 'l': return value_bool(switches & CORE_SWITCH_CHOMP);
    case 'a': return value_bool(switches & CORE_SWITCH_SPLIT);
    default: return value_bool(switches & CORE_SWITCH_PRINT);
    }
}

// $-W: 0, 1 or 2, as $VERBOSE is nil, false or true.
static value_t get_level(struct ec *ec, symbol_t name)
{
    (void)name;
    value_t const verbose = core_global(ec, CORE_VERBOSE);
    return value_fixnum(value_is_nil(verbose) ? 0 : value_truthy(verbose) ? 2 : 1);
}

bool core_argf(struct ec *ec, unsigned switches)
{
    struct class *const object = runtime_class(ec->runtime, CLASS_OBJECT);
    symbol_t const names[3] = {symbol_intern_text(ec->runtime, "Troupe"), symbol_intern_text(ec->runtime, "Argf"),
                               symbol_intern_text(ec->runtime, "ARGF")};
    if (names[0] == 0 || names[1] == 0 || names[2] == 0) return vm_raise_memory(ec), false;
    value_t const module = vm_constant_get(ec, object, names[0], false, true);
    if (module == VALUE_UNDEF) return false;
    value_t const class = vm_constant_get(ec, value_to_class(module), names[1], false, true);
    if (class == VALUE_UNDEF) return false;
    struct instance *const argf = instance_new(ec->heap, value_to_class(class)->id, 8);
    if (argf == NULL) return vm_raise_memory(ec), false;
    core_state(ec)->switches = switches;
    return core_set_global(ec, CORE_ARGF, value_pointer(argf)) && vm_constant_set(ec, object, names[2], value_pointer(argf));
}

static const struct {
    const char *name;
    struct vm_global_hooks hooks;
} computed[] = {{"$!", {get_error, NULL}}, {"$@", {get_error_backtrace, set_error_backtrace}}, {"$$", {get_pid, NULL}},
                {"$*", {get_arguments, NULL}}, {"$~", {get_match, set_match}}, {"$_", {get_last_line, set_last_line_variable}},
                {"$&", {get_whole, NULL}}, {"$`", {get_before, NULL}}, {"$'", {get_after, NULL}},
                {"$+", {get_last_group, NULL}},
                {"$-i", {get_in_place, set_in_place}}, {"$FILENAME", {get_filename, NULL}}, {"$-W", {get_level, NULL}},
                {"$-l", {get_switch, NULL}}, {"$-a", {get_switch, NULL}}, {"$-p", {get_switch, NULL}}};

// --- Constants -------------------------------------------------------------------------------------------------------

static bool text_constant(struct core_boot *boot, const char *text, const char *value)
{
    struct heap *const heap = &boot->runtime->boot_heap;
    symbol_t const name = symbol_intern_text(boot->runtime, text);
    struct string *const s = string_new(heap, value, strlen(value), ENCODING_ASCII);
    if (name == 0 || s == NULL) return false;
    object_freeze(s);
    return class_constant_set(boot->runtime, heap, runtime_class(boot->runtime, CLASS_OBJECT), name, value_pointer(s),
                              true);
}

static bool define_constants(struct core_boot *boot)
{
    symbol_t const level = symbol_intern_text(boot->runtime, "RUBY_PATCHLEVEL");
    return text_constant(boot, "RUBY_VERSION", "4.1.0") && text_constant(boot, "RUBY_ENGINE", "troupe") &&
           text_constant(boot, "RUBY_ENGINE_VERSION", "0.1.0") &&
           text_constant(boot, "RUBY_PLATFORM", "x86_64-linux") &&
           text_constant(boot, "RUBY_RELEASE_DATE", "2026-07-01") && text_constant(boot, "RUBY_REVISION", "troupe") &&
           text_constant(boot, "RUBY_COPYRIGHT", "troupe - Copyright (C) 2026 the troupe developers") &&
           text_constant(boot, "RUBY_DESCRIPTION", "troupe 0.1.0 (ruby 4.1.0) [x86_64-linux]") && level != 0 &&
           class_constant_set(boot->runtime, &boot->runtime->boot_heap, runtime_class(boot->runtime, CLASS_OBJECT),
                              level,
                              value_fixnum(-1), true);
}

static value_t verbose(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return core_global(ec, CORE_VERBOSE);
}

struct names {
    struct ec *ec;
    struct array *list;
    bool ok;
};

static void add_name(symbol_t name, void *context)
{
    struct names *const names = context;
    names->ok = names->ok && array_push(names->ec->heap, names->list, value_symbol(name));
}

static value_t global_names(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    if (!ec->main) return vm_raise_isolation(ec, "can not access global variables from non-main Ractors");
    struct names names = {ec, array_new(ec->heap, 64), true};
    if (names.list == NULL) return vm_raise_memory(ec);
    vm_global_each(ec->runtime, add_name, &names);
    return names.ok ? value_pointer(names.list) : vm_raise_memory(ec);
}

static value_t last_line(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return vm_get_special(ec, SPECIAL_LAST_LINE);
}

static value_t set_last_line(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    vm_set_last_line(ec, argv[0]);
    return argv[0];
}

// Primitive.set_line_number(n): $. of the main actor; others' reads do not count.
static value_t set_line_number(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return !ec->main || core_set_global(ec, CORE_LINE, argv[0]) ? argv[0] : VALUE_UNDEF;
}

// Primitive.global_set(name, value)
static value_t global_set(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return vm_global_set(ec, value_to_symbol(argv[0]), argv[1]) ? argv[1] : VALUE_UNDEF;
}

// Primitive.global_trace(name, on)
static value_t global_trace(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return vm_global_trace(ec, value_to_symbol(argv[0]), value_truthy(argv[1])) ? VALUE_NIL : VALUE_UNDEF;
}

static value_t global_defined(struct ec *ec, value_t self, int argc, const value_t *argv)
{
    (void)self;
    (void)argc;
    return value_bool(vm_global_defined(ec, value_to_symbol(argv[0])));
}

// How long each takes, see docs/builtins.md:
//   bounded: global_trace global_defined global_set last_line set_line_number set_last_line global_names verbose
static const struct vm_primitive primitives[] = {
    {"global_trace", global_trace}, {"global_defined", global_defined}, {"global_set", global_set},
    {"last_line", last_line}, {"set_line_number", set_line_number}, {"set_last_line", set_last_line},
    {"global_names", global_names},
    {"verbose", verbose}};

bool core_globals(struct core_boot *boot)
{
    static const struct vm_global_hooks hooks = {get_kept, set_kept};
    struct runtime *const runtime = boot->runtime;
    for (size_t i = 0; i < TRP_COUNT(kept); i++) {
        symbol_t const name = symbol_intern_text(runtime, kept[i].name);
        if (name == 0 || !vm_global_define(runtime, name, &hooks)) return false;
    }
    for (size_t i = 0; i < TRP_COUNT(computed); i++) {
        symbol_t const name = symbol_intern_text(runtime, computed[i].name);
        if (name == 0 || !vm_global_define(runtime, name, &computed[i].hooks)) return false;
    }
    struct core_state *const state = ((struct vm_runtime *)runtime->vm)->core;
    atomic_init(&state->globals[CORE_LINE].word, value_fixnum(0));
    struct string *const newline = string_new(&runtime->boot_heap, "\n", 1, ENCODING_ASCII);
    if (newline == NULL) return false;
    object_freeze(newline);
    atomic_init(&state->globals[CORE_INPUT_SEPARATOR].word, value_pointer(newline));
    return define_constants(boot) && CORE_PRIMITIVES(boot, primitives);
}
