// The core's state in one runtime, and what needs it: globals, names, scopes.
//
// A function of two uses: registered with CORE_TRY it returns VALUE_FAIL when an argument needs a conversion; the Ruby
// body converts and calls it again as a primitive, with arguments of the built-in classes.
#ifndef TROUPE_CORE_STATE_H
#define TROUPE_CORE_STATE_H

#include "core/support/interior.h"

// --- State -----------------------------------------------------------------------------------------------------------
enum core_global { // globals that keep a value of their own, in slots that follow the main actor
    CORE_STDOUT, CORE_STDERR, CORE_STDIN, CORE_LOAD_PATH, CORE_LOADED, CORE_PROGRAM, CORE_VERBOSE, CORE_DEBUG,
    CORE_MAIN, CORE_OUTPUT_SEPARATOR, CORE_PRINT_SEPARATOR, CORE_FIELD_SEPARATOR, CORE_INPUT_SEPARATOR,
    CORE_ARGF, CORE_LINE,
    CORE_GLOBAL_COUNT
};
struct core_stream { // standard input, output or error of the runtime; under its lock
    struct base_lock lock;
    int fd;
    bool sync, tty;
    uint8_t kind;         // enum stream_kind
    size_t at, count;     // of the buffer, what is to be written
    char buffer[32768];
    char *aside;          // behind it: what could not be written without waiting; io/stream.c
    size_t aside_at, aside_count, aside_capacity;
};
enum stream_kind { STREAM_UNKNOWN, STREAM_PLAIN, STREAM_WAITS }; // … for who reads it
struct core_variable { // of the environment
    char *name, *value; // NUL-terminated; name owns both
};
struct core_state {
    struct core_stream output, error;
    struct heap_slot globals[CORE_GLOBAL_COUNT];
    value_t standard[3];            // the IO objects of $stdin, $stdout and $stderr at the start; shared
    struct base_lock lock;          // of what follows
    struct core_variable *variables;
    size_t variable_count, variable_capacity;
    class_id_t main_class;          // hidden class of the main object
    _Atomic uint64_t next_object_id;
    _Atomic uint64_t serial;        // of anonymous things
    struct zone *zone;              // of Time; NULL: not asked yet
    unsigned switches;              // enum core_switch; before the program runs
    _Atomic uint64_t ready_cache;   // where enumerators keep @__ready
};
void stream_free(struct core_stream *stream);
bool state_open(struct core_boot *boot);
static inline struct core_state *core_state(const struct ec *ec) { return ec_vm(ec)->core; }
// The standard streams, $VERBOSE and $DEBUG are each actor's own: at first streams of its own over the same descriptors
// (io_standard makes them), and what the main actor has.
value_t core_global(struct ec *ec, enum core_global which); // nil: unset, or private to another actor. VALUE_UNDEF: memory
const char *core_environment_value(struct core_state *state, const char *name); // under the lock; NULL: not set
bool core_set_global(struct ec *ec, enum core_global which, value_t value); // false: no memory, raised
bool core_global_is_unset(struct ec *ec, enum core_global which); // a stream of this actor that nobody asked for yet
static inline bool core_global_is_own(enum core_global which)
{
    return which == CORE_STDOUT || which == CORE_STDERR || which == CORE_STDIN || which == CORE_VERBOSE || which == CORE_DEBUG;
}
enum { LOCAL_RANDOM, LOCAL_GLOBALS }; // values of this actor, by number: its default Random; from LOCAL_GLOBALS on its globals
value_t core_actor_local(struct ec *ec, unsigned n); // nil: unset
bool core_set_actor_local(struct ec *ec, unsigned n, value_t value); // false: no memory, raised

// --- Names -----------------------------------------------------------------------------------------------------------
// A Symbol or String as a symbol. False: neither (VALUE_FAIL is due); *out 0: no memory, raised.
bool core_name(struct ec *ec, value_t v, symbol_t *out);
#define CORE_SYMBOL(ec, v, out)                                                                                        \
    do {                                                                                                               \
        if (TRP_UNLIKELY(!core_name(ec, v, out))) return VALUE_FAIL;                                                 \
        if (TRP_UNLIKELY(*(out) == 0)) return VALUE_UNDEF;                                                             \
    } while (0)
bool core_hidden_name(struct runtime *runtime, symbol_t name); // of an instance variable that Ruby does not see
static inline bool is_class(value_t v) { return value_is(v, TYPE_CLASS); }
static inline bool is_module_only(value_t v) { return is_class(v) && value_to_class(v)->flags & CLASS_IS_MODULE; }
// The scope that `private`, `define_method` … without a receiver speak of: the user's frame's; at boot the running
// one's.
struct method *core_caller_scope(struct ec *ec);
value_t core_text(struct ec *ec, const char *text); // a new UTF-8 String; raises
value_t core_frozen_text(struct ec *ec, const char *text);

// --- Calling ---------------------------------------------------------------------------------------------------------
// Whether `name` of v is the core's own method that `function` implements.
bool core_is_own(struct ec *ec, value_t v, symbol_t name, method_function function);

#endif
