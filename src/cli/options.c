// The table of options. Each row: its spelling, whether it takes a value, help, and what it does.
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    struct cli_options *o;
    int result; // -1: go on
};

struct option {
    const char *name;
    const char *value; // NULL: none; "[=X]": optional, after =; else required, after = or as the next word
    const char *help;
    bool (*apply)(struct parser *p, const char *value); // false: the value is senseless
};

static bool parse_number(const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == 0 && text[0] != '-';
}

static bool apply_script(struct parser *p, const char *value)
{
    size_t const had = p->o->script == NULL ? 0 : strlen(p->o->script), size = strlen(value);
    char *const joined = realloc(p->o->script, had + size + 2);
    if (joined == NULL) return false;
    memcpy(joined + had, value, size);
    memcpy(joined + had + size, "\n", 2);
    p->o->script = joined;
    return true;
}

static bool apply_check(struct parser *p, const char *value) { (void)value; return p->o->check = true; }
static bool apply_warn(struct parser *p, const char *value) { (void)value; return p->o->program_flags |= TRP_PROGRAM_WARN; }
static bool apply_frozen(struct parser *p, const char *value)
{
    (void)value;
    p->o->program_flags &= ~(uint32_t)TRP_PROGRAM_MUTABLE_STRINGS;
    return p->o->program_flags |= TRP_PROGRAM_FROZEN_STRINGS;
}
static bool apply_mutable(struct parser *p, const char *value)
{
    (void)value;
    p->o->program_flags &= ~(uint32_t)TRP_PROGRAM_FROZEN_STRINGS;
    return p->o->program_flags |= TRP_PROGRAM_MUTABLE_STRINGS;
}
static bool apply_disassemble(struct parser *p, const char *value) { (void)value; return p->o->disassemble = true; }

static bool apply_quiet(struct parser *p, const char *value)
{
    (void)p;
    return strcmp(value, "0") == 0 || strcmp(value, "1") == 0 || strcmp(value, "2") == 0;
}

static bool apply_version(struct parser *p, const char *value)
{
    (void)value;
    puts(trp_description());
    p->result = 0;
    return true;
}

static bool apply_workers(struct parser *p, const char *value)
{
    uint64_t n;
    if (!parse_number(value, &n) || n == 0 || n > 1024) return false;
    p->o->runtime.workers = (uint32_t)n;
    return true;
}

static bool apply_memory(struct parser *p, const char *value)
{
    uint64_t n;
    if (!parse_number(value, &n) || n == 0) return false;
    p->o->runtime.memory_limit = n << 20;
    return true;
}

static bool apply_stats(struct parser *p, const char *value)
{
    if (value != NULL && strcmp(value, "json") != 0) return false;
    p->o->stats = value == NULL ? CLI_STATS_TEXT : CLI_STATS_JSON;
    p->o->runtime.count_instructions = 1;
    return true;
}

static bool apply_stress(struct parser *p, const char *value)
{
    uint64_t n = 1;
    if (value != NULL && (!parse_number(value, &n) || n == 0 || n > UINT32_MAX)) return false;
    p->o->runtime.gc_stress = (uint32_t)n;
    return true;
}

static bool apply_verify(struct parser *p, const char *value)
{
    (void)value;
    p->o->runtime.gc_verify = 1;
    return true;
}

static bool apply_jit(struct parser *p, const char *value)
{
    if (strcmp(value, "off") == 0) {
        p->o->runtime.jit = TRP_JIT_OFF;
        return true;
    }
    bool const always = strcmp(value, "always") == 0;
    if (!always && strcmp(value, "solo") != 0) return false;
    p->o->runtime.jit = always ? TRP_JIT_ALWAYS : TRP_JIT_SOLO;
    fprintf(stderr, "troupe: this build has no JIT; --jit=%s runs interpreted\n", value);
    return true;
}

static bool apply_hostile(struct parser *p, const char *value)
{
    trp_options *const r = &p->o->runtime;
    if (strcmp(value, "move") == 0) r->hostile |= TRP_HOSTILE_MOVE;
    else if (strcmp(value, "preempt") == 0) r->hostile |= TRP_HOSTILE_PREEMPT;
    else if (strcmp(value, "scrub") == 0) r->hostile |= TRP_HOSTILE_SCRUB;
    else if (strncmp(value, "oom:", 4) == 0) return parse_number(value + 4, &r->fail_allocation) && r->fail_allocation > 0;
    else return false;
    return true;
}

static bool apply_help(struct parser *p, const char *value);

static const struct option options[] = {
    {"-e", "LINE", "run LINE; may be repeated", apply_script},
    {"-c", NULL, "check the syntax only, of any number of files", apply_check},
    {"-w", NULL, "all warnings ($VERBOSE = true)", apply_warn},
    {"--enable-frozen-string-literal", NULL, "string literals are frozen", apply_frozen},
    {"--disable-frozen-string-literal", NULL, "string literals are new strings", apply_mutable},
    {"-W", "[=0|1|2]", "accepted for compatibility", apply_quiet},
    {"-h", NULL, "this text", apply_help},
    {"-v", NULL, "the version", apply_version},
    {"--help", NULL, "this text", apply_help},
    {"--version", NULL, "the version", apply_version},
    {"--workers", "N", "threads that run actors (default: cores)", apply_workers},
    {"--memory", "MB", "limit of the main actor's memory", apply_memory},
    {"--stats", "[=json]", "statistics on standard error at the end", apply_stats},
    {"--disasm", NULL, "list the bytecode instead of running it", apply_disassemble},
    {"--jit", "off|solo|always", "when compiled code may run", apply_jit},
    {"--gc-stress", "[=N]", "collect at every Nth poll (default 1)", apply_stress},
    {"--gc-verify", NULL, "check the heap after each collection", apply_verify},
    {"--hostile", "move|preempt|scrub|oom:N", "tests: make something rare happen all the time", apply_hostile},
};
#define OPTION_COUNT (sizeof options / sizeof options[0])

static bool apply_help(struct parser *p, const char *value)
{
    (void)value;
    puts("Usage: troupe [run] [options] FILE [arguments]\n       troupe [options] -e LINE [arguments]\n"
         "FILE - is standard input.\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct option *const o = &options[i];
        bool const optional = o->value != NULL && o->value[0] == '[';
        char left[48];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->value == NULL || optional ? "" : o->name[1] == '-' ? "=" : " ",
                 o->value == NULL ? "" : o->value);
        printf("  %-36s %s\n", left, o->help);
    }
    p->result = 0;
    return true;
}

static int usage(const char *what, const char *word)
{
    fprintf(stderr, "troupe: %s -- %s\nSee troupe --help.\n", what, word);
    return 2;
}

// Whether `word` is this option; *value is what follows = (or directly, for one-letter options with a value), or NULL.
static bool matches(const struct option *o, const char *word, const char **value)
{
    size_t const size = strlen(o->name);
    *value = NULL;
    if (strncmp(word, o->name, size) != 0) return false;
    if (word[size] == 0) return true;
    if (o->value == NULL) return false;
    if (word[size] == '=') return *value = word + size + 1, true;
    return o->name[1] != '-' && (*value = word + size, true);
}

// One option at argv[*at]. False: not known or senseless, said.
static bool parse_option(struct parser *p, int argc, char **argv, int *at)
{
    const char *const word = argv[*at];
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const char *value;
        if (!matches(&options[i], word, &value)) continue;
        bool const required = options[i].value != NULL && options[i].value[0] != '[';
        if (required && value == NULL) {
            if (*at + 1 >= argc) return p->result = usage("option needs a value", word), false;
            value = argv[++*at];
        }
        if (options[i].apply(p, value)) return true;
        return p->result = usage("invalid value for option", word), false;
    }
    return p->result = usage("invalid option", word), false;
}

int cli_parse(struct cli_options *o, int argc, char **argv)
{
    memset(o, 0, sizeof *o);
    o->runtime.struct_size = sizeof o->runtime;
    struct parser p = {o, -1};
    int at = 1;
    if (at < argc && strcmp(argv[at], "run") == 0) at++;
    for (; at < argc && argv[at][0] == '-' && argv[at][1] != 0; at++) {
        if (strcmp(argv[at], "--") == 0) {
            at++;
            break;
        }
        if (!parse_option(&p, argc, argv, &at) || p.result >= 0) {
            cli_free(o);
            return p.result;
        }
    }
    if (o->script == NULL) {
        if (at >= argc) return usage("no program", "give a file, - or -e");
        o->file = argv[at++];
    }
    o->argc = argc - at;
    o->argv = argv + at;
    return -1;
}

void cli_free(struct cli_options *o)
{
    free(o->script);
    o->script = NULL;
}
