// The `troupe` command. It uses the public header only: what it needs, an embedder can have.
#include "troupe.h"

#include "options.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { EXIT_UNCAUGHT = 1, EXIT_USAGE = 2 };

static char *read_all(FILE *file, size_t *size)
{
    size_t capacity = 1 << 14, used = 0;
    char *bytes = malloc(capacity);
    while (bytes != NULL) {
        used += fread(bytes + used, 1, capacity - used, file);
        if (used < capacity) break;
        char *const grown = realloc(bytes, capacity *= 2);
        if (grown == NULL) free(bytes);
        bytes = grown;
    }
    *size = used;
    return bytes;
}

// Standard input ("-") or a file. NULL: said why.
static char *read_file(const char *path, size_t *size)
{
    bool const input = strcmp(path, "-") == 0;
    FILE *const file = input ? stdin : fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "troupe: No such file or directory -- %s (LoadError)\n", path);
        return NULL;
    }
    char *const bytes = read_all(file, size);
    bool const failed = ferror(file) || bytes == NULL;
    if (!input) fclose(file);
    if (!failed) return bytes;
    fprintf(stderr, "troupe: can't read %s (LoadError)\n", path);
    free(bytes);
    return NULL;
}

static char *read_program(const struct cli_options *o, size_t *size)
{
    if (o->script == NULL) return read_file(o->file, size);
    *size = strlen(o->script);
    return strdup(o->script);
}

static void print_line(void *ud, const char *text) { fprintf(ud, "%s\n", text); }

struct stats_printer {
    bool json, first;
};

static void print_stat(void *ud, const char *name, double value)
{
    struct stats_printer *const p = ud;
    if (p->json) fprintf(stderr, "%s\"%s\":%.15g", p->first ? "{" : ",", name, value);
    else fprintf(stderr, "%-44s %.15g\n", name, value);
    p->first = false;
}

static void print_stats(trp_runtime *runtime, enum cli_stats stats)
{
    if (stats == CLI_STATS_OFF) return;
    struct stats_printer p = {stats == CLI_STATS_JSON, true};
    trp_stats(runtime, print_stat, &p);
    if (p.json) fprintf(stderr, p.first ? "{}\n" : "}\n");
}

// A result that is not a run program: said on standard error, and the exit code.
static int report(int code, const char *message)
{
    const char *const kind = code == TRP_ENOMEM ? " (NoMemoryError)" : code == TRP_ENOTIMPL ? " (NotImplementedError)" : "";
    const char *const text = message != NULL && code != TRP_ENOMEM ? message : trp_strerror(code);
    fprintf(stderr, "%s%s\n", text, kind);
    return EXIT_UNCAUGHT;
}

static int check(trp_runtime *runtime, const trp_program *program)
{
    char *message = NULL;
    int const code = trp_check(runtime, program, &message);
    int const status = code == TRP_OK ? 0 : report(code, message);
    if (code == TRP_OK && message != NULL) fputs(message, stderr);
    if (code == TRP_OK) puts("Syntax OK");
    trp_free(message);
    return status;
}

// The program, and the files that follow it: nothing runs, so they are not its arguments.
static int check_all(trp_runtime *runtime, const struct cli_options *o, const trp_program *program)
{
    int status = check(runtime, program);
    for (int i = 0; i < o->argc; i++) {
        trp_program next = *program;
        char *const source = read_file(o->argv[i], &next.size);
        next.source = source;
        next.file = o->argv[i];
        if (source == NULL || check(runtime, &next) != 0) status = EXIT_UNCAUGHT;
        free(source);
    }
    return status;
}

static int act(trp_runtime *runtime, const struct cli_options *o, const trp_program *program)
{
    if (o->check) return check_all(runtime, o, program);
    char *message = NULL;
    int status = 0;
    int code;
    if (o->disassemble) {
        code = trp_disassemble(runtime, program, print_line, stdout, &message);
    } else {
        code = trp_run(runtime, program, &status, &message);
        fflush(stdout);
        print_stats(runtime, o->stats);
    }
    if (code != TRP_OK) status = report(code, message);
    trp_free(message);
    return status;
}

// A program that a signal ended: so does its process, unless the signal by itself ends nothing.
static int end_of_signal(int number)
{
    signal(number, SIG_DFL);
    raise(number);
    return EXIT_UNCAUGHT;
}

// Whether the end of the process is to free what the runtime has: it does so faster. Builds that look for leaks and runs
// that verify the heap close the runtime.
static bool leaves_memory(const struct cli_options *o)
{
    return !TRP_DEBUG && !o->runtime.gc_verify;
}

static int run_source(struct cli_options *o, const char *source, size_t size)
{
    trp_runtime *runtime = NULL;
    o->runtime.environment = (const char *const *)environ;
    o->runtime.signals = 1;
    int const made = trp_runtime_create(&runtime, &o->runtime);
    if (made != TRP_OK) {
        fprintf(stderr, "troupe: %s\n", trp_strerror(made));
        return EXIT_UNCAUGHT;
    }
    trp_program const program = {.struct_size = sizeof program, .source = source, .size = size,
                                 .file = o->script != NULL ? "-e" : o->file, .flags = o->program_flags,
                                 .argc = o->argc, .argv = (const char *const *)o->argv,
                                 .settings = o->settings, .setting_count = o->setting_count};
    int const status = act(runtime, o, &program);
    if (leaves_memory(o)) {
        fflush(NULL);
        _exit(status < 0 ? end_of_signal(-status) : status);
    }
    trp_runtime_destroy(runtime);
    return status;
}

// The exit status; negative: a signal's number.
static int run(struct cli_options *o)
{
    size_t size = 0;
    char *const source = read_program(o, &size);
    if (source == NULL) return EXIT_UNCAUGHT;
    int const early = cli_parse_source(o, source, size);
    int const status = early >= 0 ? early : run_source(o, source, size);
    free(source);
    return status;
}

int main(int argc, char **argv)
{
    struct cli_options o;
    // A program that was started by one that wants no huge pages for itself (Ruby is such a one) inherits that. We ask for
    // them where they pay; what the administrator of the machine has decided holds in any case.
    (void)prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
    int const early = cli_parse(&o, argc, argv);
    int const status = early >= 0 ? early : run(&o);
    cli_free(&o);
    return status < 0 ? end_of_signal(-status) : status;
}
