/* troupe: Ruby in parallel actors, embedded in a C program. The whole public contract.
 *
 * Threads: [A] any thread. [M] the thread that made the runtime. No function here longjmps, aborts, prints, reads an
 * environment variable or, unless trp_options.signals says so, installs a signal handler. `int` results are 0 or a negative
 * TRP_E code. Structures whose first member is struct_size are extended at the end only: set it to sizeof the structure, zero
 * the rest.
 */
#ifndef TROUPE_H
#define TROUPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TRP_API __attribute__((visibility("default")))
#else
#define TRP_API
#endif

#define TRP_VERSION_MAJOR 0
#define TRP_VERSION_MINOR 1
#define TRP_VERSION_PATCH 0

enum {
    TRP_OK = 0,
    TRP_ENOMEM = -1,   /* out of memory; nothing was changed */
    TRP_EARG = -2,     /* a null or senseless argument */
    TRP_ESYNTAX = -3,  /* the source does not parse: see the message */
    TRP_ENOTIMPL = -4, /* the source uses what this build does not compile: see the message */
    TRP_EBUSY = -5     /* the runtime is running a program */
};

typedef struct trp_runtime trp_runtime;

/* 0xMMmmpp of the library. [A] */
TRP_API uint32_t trp_version(void);
/* "ruby", "troupe" version line as `troupe --version` prints it. Static. [A] */
TRP_API const char *trp_description(void);
/* Static English text for a TRP_E code. [A] */
TRP_API const char *trp_strerror(int code);

/* Hostile modes: for tests. Each makes something rare happen all the time. */
enum {
    TRP_HOSTILE_MOVE = 1,    /* move the stack at every call */
    TRP_HOSTILE_PREEMPT = 2, /* leave the actor at every poll */
    TRP_HOSTILE_SCRUB = 4,   /* poison at every poll what a collection would free */
    TRP_HOSTILE_SLICE = 8,   /* leave the actor at every step of a collection */
    TRP_HOSTILE_SEATS = 16   /* pass the worker on to another thread in every native call */
};

typedef enum { TRP_JIT_OFF, TRP_JIT_SOLO, TRP_JIT_ALWAYS } trp_jit;

typedef struct {
    size_t struct_size;
    uint32_t workers; /* threads that run actors; 0: as many as cores */
    /* Allocates, resizes, frees (new_size 0) memory outside the object heap; must be thread-safe. NULL: libc. */
    void *(*realloc_fn)(void *ud, void *pointer, size_t old_size, size_t new_size);
    void *alloc_ud;
    uint64_t memory_limit; /* bytes of heap and bodies for the main actor; 0: none */
    trp_jit jit;           /* this build has no JIT: anything runs interpreted */
    uint32_t gc_stress;    /* collect at every Nth poll; 0: off */
    int gc_verify;         /* check the heap after each collection */
    uint32_t hostile;      /* TRP_HOSTILE_ bits */
    uint64_t fail_allocation; /* the Nth allocation of a program's actors fails, once; 0: off */
    int count_instructions;   /* count executed instructions per actor */
    /* "NAME=value" texts, a NULL at the end, copied: what ENV holds. NULL: ENV is empty. */
    const char *const *environment;
    /* The process's signals are the program's while it runs: SIGINT raises Interrupt, Signal.trap installs handlers, which
     * run in its main thread; SIGPIPE does nothing. One runtime at a time can have them. 0: signals stay the host's. */
    int signals;
    uint32_t cycle_every; /* a shared cycle after every Nth slice of each worker, wanted or not; 0: off */
} trp_options;

/* Makes a runtime; many may live in one process. Cost: about a millisecond. TRP_ENOMEM leaves *out untouched. [A] */
TRP_API int trp_runtime_create(trp_runtime **out, const trp_options *options);
/* Frees everything. NULL is fine. TRP_EBUSY while a program runs. [M] */
TRP_API int trp_runtime_destroy(trp_runtime *runtime);

enum {
    TRP_PROGRAM_WARN = 1,           /* $VERBOSE = true: all warnings */
    TRP_PROGRAM_FROZEN_STRINGS = 2, /* string literals are frozen where no magic comment says otherwise */
    TRP_PROGRAM_MUTABLE_STRINGS = 4, /* … are new strings */
    TRP_PROGRAM_LOOP = 8,            /* the program is run for each line of input: while gets … end */
    TRP_PROGRAM_PRINT = 16,          /* … and prints $_ behind each */
    TRP_PROGRAM_CHOMP = 32,          /* … whose line ends are cut off, and added to what print prints */
    TRP_PROGRAM_SPLIT = 64,          /* … which are split into $F */
    TRP_PROGRAM_SEARCH = 128,        /* what precedes a line that begins with #! and contains "ruby" is skipped */
    TRP_PROGRAM_QUIET = 256          /* $VERBOSE = nil: no warnings */
};

/* What happens before the program runs, in the order given. */
typedef enum {
    TRP_SET_LOAD_PATH,        /* value: a directory, behind those of earlier settings in $LOAD_PATH */
    TRP_SET_FEATURE,          /* value: is required */
    TRP_SET_GLOBAL,           /* name: $name becomes value; value NULL: true */
    TRP_SET_INPUT_SEPARATOR,  /* $/ becomes value; NULL: nil */
    TRP_SET_OUTPUT_SEPARATOR, /* $\ becomes value; NULL: $/ */
    TRP_SET_FIELD_SEPARATOR,  /* $; becomes the Regexp of value */
    TRP_SET_IN_PLACE,         /* ARGF edits files in place; value: suffix of what they were, or "" */
    TRP_SET_WARNING           /* name: category of Warning; value: on if not NULL */
} trp_setting_kind;
typedef struct {
    trp_setting_kind kind;
    const char *name, *value;
    size_t value_size;
} trp_setting;

typedef struct {
    size_t struct_size;
    const char *source; /* UTF-8 or as its magic comment says; need not end in NUL */
    size_t size;
    const char *file; /* name for messages, __FILE__ and $0 */
    uint32_t flags;   /* TRP_PROGRAM_ bits */
    int argc;         /* ARGV */
    const char *const *argv;
    const trp_setting *settings;
    size_t setting_count;
} trp_program;

/* Runs a program in the main actor until that ends; other actors are ended then. *status is the exit status: 0, the argument
 * of `exit` modulo 256, 1 for an uncaught exception (reported on standard error), or the negative number of the signal that
 * an uncaught SignalException stands for: the host may end itself of it. On TRP_ESYNTAX and TRP_ENOTIMPL *message, unless
 * NULL, is the text to show, to be freed with trp_free. Once a runtime. [M] Blocks. */
TRP_API int trp_run(trp_runtime *runtime, const trp_program *program, int *status, char **message);
/* Parses and compiles only. *message may be set to warnings even when the result is TRP_OK. [M] */
TRP_API int trp_check(trp_runtime *runtime, const trp_program *program, char **message);
/* Calls line() with each line of the bytecode listing. [M] */
TRP_API int trp_disassemble(trp_runtime *runtime, const trp_program *program,
                            void (*line)(void *ud, const char *text), void *ud, char **message);
TRP_API void trp_free(char *message);

/* Calls visit with dotted names ("total.objects", "actor.1.collections") and values, after trp_run. [M] */
TRP_API int trp_stats(trp_runtime *runtime, void (*visit)(void *ud, const char *name, double value), void *ud);

#ifdef __cplusplus
}
#endif
#endif
