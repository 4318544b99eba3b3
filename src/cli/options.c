// The table of options. Each row: its spelling, what value it takes, help, and what it does.
//
// One-letter options may be written together; one that takes a value ends the word with it. The same table serves the command
// line, RUBYOPT and the #! line of a script.
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct parser {
    struct cli_options *o;
    const char *rest; // of a word of one-letter options: where it goes on behind the one that is applied
    int result; // -1: go on
};

struct option {
    const char *name;
    const char *value; // NULL: none; "[X]": optional, attached (one letter) or after =; else required, also as the next word
    const char *help;
    bool (*apply)(struct parser *p, const char *value); // false: the value is senseless
    bool early; // RUBYOPT may contain it
};

// --- What they do --------------------------------------------------------------------------------------------------------
static bool add_setting(struct parser *p, trp_setting_kind kind, const char *name, const char *value, size_t size)
{
    struct cli_options *const o = p->o;
    if (o->setting_count == o->setting_capacity) {
        size_t const capacity = o->setting_capacity == 0 ? 8 : 2 * o->setting_capacity;
        trp_setting *const grown = realloc(o->settings, capacity * sizeof *grown);
        if (grown == NULL) return false;
        o->settings = grown;
        o->setting_capacity = capacity;
    }
    o->settings[o->setting_count++] = (trp_setting){kind, name, value, size};
    return true;
}

static bool add_text(struct parser *p, trp_setting_kind kind, const char *value)
{
    return add_setting(p, kind, NULL, value, value == NULL ? 0 : strlen(value));
}

// A copy, behind `prefix`, that lives as long as the options. NULL: no memory.
static char *keep_behind(struct cli_options *o, const char *prefix, const char *text, size_t size)
{
    size_t const before = strlen(prefix);
    char **const grown = realloc(o->owned, (o->owned_count + 1) * sizeof *grown);
    char *const copy = grown == NULL ? NULL : malloc(before + size + 1);
    if (grown != NULL) o->owned = grown;
    if (copy == NULL) return NULL;
    memcpy(copy, prefix, before);
    memcpy(copy + before, text, size);
    copy[before + size] = 0;
    return o->owned[o->owned_count++] = copy;
}

static char *keep(struct cli_options *o, const char *text, size_t size) { return keep_behind(o, "", text, size); }

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
static bool add_flags(struct parser *p, uint32_t flags) { return p->o->program_flags |= flags; }
static bool apply_loop(struct parser *p, const char *value) { (void)value; return add_flags(p, TRP_PROGRAM_LOOP); }
static bool apply_print(struct parser *p, const char *value)
{
    (void)value;
    return add_flags(p, TRP_PROGRAM_LOOP | TRP_PROGRAM_PRINT);
}
static bool apply_split(struct parser *p, const char *value) { (void)value; return add_flags(p, TRP_PROGRAM_SPLIT); }
static bool apply_switches(struct parser *p, const char *value) { (void)value; return p->o->switches = true; }
static bool apply_search(struct parser *p, const char *value) { (void)value; return p->o->search_path = true; }

static bool verbosity(struct parser *p, uint32_t flags)
{
    p->o->verbosity_said = true;
    p->o->program_flags &= ~(uint32_t)(TRP_PROGRAM_WARN | TRP_PROGRAM_QUIET);
    p->o->program_flags |= flags;
    return true;
}
static bool warn_of_all(struct parser *p)
{
    return verbosity(p, TRP_PROGRAM_WARN) && add_setting(p, TRP_SET_WARNING, "deprecated", "", 0);
}

static bool apply_warn(struct parser *p, const char *value) { (void)value; return warn_of_all(p); }

// -W, -W0 … -W2, -W:category, -W:no-category; -W=1 too.
static bool apply_level(struct parser *p, const char *value)
{
    if (value == NULL || *value == 0) return warn_of_all(p);
    if (*value == ':') {
        bool const off = strncmp(value, ":no-", 4) == 0;
        return add_setting(p, TRP_SET_WARNING, value + (off ? 4 : 1), off ? NULL : "", 0);
    }
    if (*value == '=') value++;
    if (!isdigit((unsigned char)*value)) return p->rest = value, warn_of_all(p);
    p->rest = value + 1;
    return *value >= '2' ? warn_of_all(p) : verbosity(p, *value == '0' ? TRP_PROGRAM_QUIET : 0);
}

static bool apply_verbose(struct parser *p, const char *value)
{
    (void)value;
    p->o->shown = true;
    return verbosity(p, TRP_PROGRAM_WARN);
}

static bool apply_debug(struct parser *p, const char *value)
{
    (void)value;
    return add_setting(p, TRP_SET_GLOBAL, "DEBUG", NULL, 0) && verbosity(p, TRP_PROGRAM_WARN);
}

static bool apply_require(struct parser *p, const char *value) { return add_text(p, TRP_SET_FEATURE, value); }
static bool apply_in_place(struct parser *p, const char *value) { return add_text(p, TRP_SET_IN_PLACE, value); }
static bool apply_fields(struct parser *p, const char *value) { return add_text(p, TRP_SET_FIELD_SEPARATOR, value); }

// As $LOAD_PATH shows it: absolute.
static bool apply_include(struct parser *p, const char *value)
{
    char directory[4096], full[8192];
    if (value[0] == '/' || getcwd(directory, sizeof directory) == NULL) return add_text(p, TRP_SET_LOAD_PATH, value);
    snprintf(full, sizeof full, "%s/%s", directory, value);
    const char *const kept = keep(p->o, full, strlen(full));
    return kept != NULL && add_text(p, TRP_SET_LOAD_PATH, kept);
}

static bool apply_directory(struct parser *p, const char *value)
{
    if (*value == 0 || chdir(value) == 0) return true;
    fprintf(stderr, "troupe: Can't chdir to %s (fatal)\n", value);
    p->result = 1;
    return true;
}

static bool apply_skip(struct parser *p, const char *value)
{
    return add_flags(p, TRP_PROGRAM_SEARCH) && (value == NULL || apply_directory(p, value));
}

// Up to `most` octal digits. *at moves behind them.
static int octal(const char **at, unsigned most)
{
    int n = 0;
    for (; most > 0 && **at >= '0' && **at <= '7'; most--) n = 8 * n + *(*at)++ - '0';
    return n;
}

// -0: $/ is a NUL; -0 with an octal number: that byte; -00: paragraphs; above 0377: the whole file.
static bool apply_record(struct parser *p, const char *value)
{
    const char *at = value;
    int const n = octal(&at, 3);
    p->rest = at;
    if (n > 0377) return add_text(p, TRP_SET_INPUT_SEPARATOR, NULL);
    if (n == 0 && at > value) return add_text(p, TRP_SET_INPUT_SEPARATOR, "");
    char const byte = (char)n;
    const char *const kept = keep(p->o, &byte, 1);
    return kept != NULL && add_setting(p, TRP_SET_INPUT_SEPARATOR, NULL, kept, 1);
}

static bool apply_lines(struct parser *p, const char *value)
{
    (void)value;
    return add_flags(p, TRP_PROGRAM_CHOMP) && add_text(p, TRP_SET_OUTPUT_SEPARATOR, NULL);
}

static bool is_utf8(const char *name, size_t size)
{
    return size == 0 || (size == 5 && strncasecmp(name, "utf-8", 5) == 0) || (size == 4 && strncasecmp(name, "utf8", 4) == 0);
}

// external, external:internal: this build reads and writes UTF-8 and nothing else.
static bool apply_encoding(struct parser *p, const char *value)
{
    const char *const colon = strchr(value, ':');
    size_t const size = colon == NULL ? strlen(value) : (size_t)(colon - value);
    if (is_utf8(value, size) && (colon == NULL || is_utf8(colon + 1, strlen(colon + 1)))) return true;
    fprintf(stderr, "troupe: encoding other than UTF-8 is not implemented -- %s\n", value);
    p->result = 2;
    return true;
}

static bool apply_kanji(struct parser *p, const char *value)
{
    if (*value == 0) return false;
    p->rest = value + 1;
    return tolower((unsigned char)*value) == 'u' || apply_encoding(p, value);
}

static bool apply_utf8(struct parser *p, const char *value) { (void)p; (void)value; return true; }

// Features that CRuby has and names. What is not here cannot be switched on.
static bool known_feature(const char *name)
{
    static const char *const names[] = {"gems", "gem", "error_highlight", "did_you_mean", "syntax_suggest", "rubyopt", "jit",
                                        "yjit", "rjit", "all"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], name) == 0) return true;
    }
    return false;
}

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

static bool apply_disable(struct parser *p, const char *value)
{
    if (strcmp(value, "rubyopt") == 0 || strcmp(value, "all") == 0) p->o->ignores_rubyopt = true;
    if (strcmp(value, "frozen-string-literal") == 0) return apply_mutable(p, value);
    return known_feature(value);
}

static bool apply_enable(struct parser *p, const char *value)
{
    if (strcmp(value, "rubyopt") == 0 || strcmp(value, "all") == 0) p->o->ignores_rubyopt = false;
    if (strcmp(value, "frozen-string-literal") == 0) return apply_frozen(p, value);
    return known_feature(value);
}

static bool apply_disassemble(struct parser *p, const char *value) { (void)value; return p->o->disassemble = true; }

static bool apply_version(struct parser *p, const char *value)
{
    (void)value;
    puts(trp_description());
    p->result = 0;
    return true;
}

static bool apply_copyright(struct parser *p, const char *value)
{
    (void)value;
    puts("troupe - Copyright (C) 2026 the troupe developers");
    p->result = 0;
    return true;
}

// -v: the version, and then as -w.
static bool apply_show(struct parser *p, const char *value)
{
    if (!p->o->shown) puts(trp_description());
    return apply_verbose(p, value);
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

// How often something happens: 1 is always.
static bool parse_every(const char *text, uint32_t *out)
{
    uint64_t n;
    if (!parse_number(text, &n) || n == 0 || n > UINT32_MAX) return false;
    *out = (uint32_t)n;
    return true;
}

static bool apply_stress(struct parser *p, const char *value)
{
    return parse_every(value == NULL ? "1" : value, &p->o->runtime.gc_stress);
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
    else if (strcmp(value, "slice") == 0) r->hostile |= TRP_HOSTILE_SLICE;
    else if (strcmp(value, "seats") == 0) r->hostile |= TRP_HOSTILE_SEATS;
    else if (strncmp(value, "oom:", 4) == 0) return parse_number(value + 4, &r->fail_allocation) && r->fail_allocation > 0;
    else if (strncmp(value, "cycle:", 6) == 0) return parse_every(value + 6, &r->cycle_every);
    else return false;
    return true;
}

static bool apply_help(struct parser *p, const char *value);

static const struct option options[] = {
    {"-0", "[OCTAL]", "$/ is that byte (NUL); 0: paragraphs, 777: whole files", apply_record, false},
    {"-a", NULL, "with -n or -p: splits $_ into $F", apply_split, false},
    {"-c", NULL, "check the syntax only, of any number of files", apply_check, false},
    {"-C", "DIRECTORY", "change to it first", apply_directory, false},
    {"-d", NULL, "$DEBUG = true", apply_debug, true},
    {"-e", "LINE", "run LINE; may be repeated", apply_script, false},
    {"-E", "EXTERNAL[:INTERNAL]", "encodings: UTF-8 is what there is", apply_encoding, true},
    {"-F", "[PATTERN]", "$; is that regular expression, for -a", apply_fields, false},
    {"-h", NULL, "this text", apply_help, false},
    {"-i", "[SUFFIX]", "edit the files of ARGV in place, and keep the old ones with SUFFIX", apply_in_place, false},
    {"-I", "DIRECTORY", "add to $LOAD_PATH; may be repeated", apply_include, true},
    {"-K", "[U]", "encoding: UTF-8 is what there is", apply_kanji, true},
    {"-l", NULL, "lines without their ends: cut off when read by -n or -p, added by print", apply_lines, false},
    {"-n", NULL, "run the program for each line of the files of ARGV, or of standard input", apply_loop, false},
    {"-p", NULL, "as -n, and print $_ behind each", apply_print, false},
    {"-r", "FEATURE", "require it first; may be repeated", apply_require, true},
    {"-s", NULL, "-name and -name=value behind the program set $name", apply_switches, false},
    {"-S", NULL, "look for FILE in PATH", apply_search, false},
    {"-U", NULL, "accepted: strings are UTF-8", apply_utf8, true},
    {"-v", NULL, "print the version, and then as -w", apply_show, true},
    {"-w", NULL, "all warnings ($VERBOSE = true)", apply_warn, true},
    {"-W", "[0|1|2|:CATEGORY]", "warnings: none, some, all; of a category (:no-CATEGORY: none of it)", apply_level, true},
    {"-x", "[DIRECTORY]", "skip what precedes the line #!…ruby", apply_skip, false},
    {"-X", "DIRECTORY", "as -C", apply_directory, false},
    {"--copyright", NULL, "whose it is", apply_copyright, false},
    {"--debug", NULL, "as -d", apply_debug, true},
    {"--disable-frozen-string-literal", NULL, "string literals are new strings", apply_mutable, true},
    {"--enable-frozen-string-literal", NULL, "string literals are frozen", apply_frozen, true},
    {"--disable", "FEATURE", "of CRuby's: rubyopt counts, the others are accepted", apply_disable, true},
    {"--disable-", "FEATURE", "likewise", apply_disable, true},
    {"--enable", "FEATURE", "likewise", apply_enable, true},
    {"--enable-", "FEATURE", "likewise", apply_enable, true},
    {"--encoding", "EXTERNAL[:INTERNAL]", "as -E", apply_encoding, true},
    {"--external-encoding", "ENCODING", "as -E", apply_encoding, true},
    {"--internal-encoding", "ENCODING", "as -E", apply_encoding, true},
    {"--help", NULL, "this text", apply_help, false},
    {"--verbose", NULL, "as -w", apply_verbose, true},
    {"--version", NULL, "the version", apply_version, false},
    {"--workers", "N", "threads that run actors (default: cores)", apply_workers, false},
    {"--memory", "MB", "limit of the main actor's memory", apply_memory, false},
    {"--stats", "[json]", "statistics on standard error at the end", apply_stats, false},
    {"--disasm", NULL, "list the bytecode instead of running it", apply_disassemble, false},
    {"--jit", "off|solo|always", "when compiled code may run", apply_jit, false},
    {"--gc-stress", "[N]", "collect at every Nth poll (default 1)", apply_stress, false},
    {"--gc-verify", NULL, "check the heap after each collection", apply_verify, false},
    {"--hostile", "move|preempt|scrub|slice|seats|cycle:N|oom:N", "tests: make something rare happen all the time",
     apply_hostile, false},
};
#define OPTION_COUNT (sizeof options / sizeof options[0])

static void spell(const struct option *o, char *text, size_t size)
{
    size_t const last = strlen(o->name) - 1;
    const char *const joint = o->value == NULL || o->name[last] == '-' ? "" : o->name[1] == '-' ? "=" : " ";
    const char *const value = o->value == NULL ? "" : o->value;
    bool const optional = value[0] == '[';
    if (!optional) snprintf(text, size, "%s%s%s", o->name, joint, value);
    else if (o->name[1] == '-') snprintf(text, size, "%s[=%s", o->name, value + 1);
    else snprintf(text, size, "%s%s", o->name, value);
}

static bool apply_help(struct parser *p, const char *value)
{
    (void)value;
    puts("Usage: troupe [run] [options] [--] FILE [arguments]\n       troupe [options] -e LINE [arguments]\n"
         "FILE - is standard input, which is also read when it is no terminal and there is no FILE. One-letter options may be\n"
         "written together. Options are also read from RUBYOPT and from a #! line that names ruby, directories for $LOAD_PATH\n"
         "from RUBYLIB.\n");
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        char left[48];
        spell(&options[i], left, sizeof left);
        printf("  %-36s %s\n", left, options[i].help);
    }
    p->result = 0;
    return true;
}

static int usage(const char *what, const char *word)
{
    fprintf(stderr, "troupe: %s -- %s\nSee troupe --help.\n", what, word);
    return 2;
}

// --- Words ---------------------------------------------------------------------------------------------------------------
struct words { // of the command line, RUBYOPT or a #! line
    int count, at;
    char *const *list;
    bool early; // of RUBYOPT
};

static bool fail(struct parser *p, const char *what, const char *word) { return p->result = usage(what, word), false; }

static bool needs_value(const struct option *o) { return o->value != NULL && o->value[0] != '['; }

static bool apply(struct parser *p, const struct words *words, const struct option *o, const char *value)
{
    const char *const word = words->list[words->at];
    if (words->early && !o->early) return fail(p, "invalid switch in RUBYOPT", word);
    if (!o->apply(p, value)) return fail(p, "invalid value for option", word);
    return p->result < 0;
}

// `value`: what is attached, or NULL. The next word, if it must be that.
static bool apply_valued(struct parser *p, struct words *words, const struct option *o, const char *value)
{
    if (needs_value(o) && value == NULL) {
        if (words->at + 1 >= words->count) return fail(p, "option needs a value", words->list[words->at]);
        value = words->list[++words->at];
    }
    return apply(p, words, o, value);
}

// Whether `word` is this long option; *value is what follows =, or the name's own dash, or NULL.
static bool matches(const struct option *o, const char *word, const char **value)
{
    size_t const size = strlen(o->name);
    *value = NULL;
    if (o->name[1] != '-' || strncmp(word, o->name, size) != 0) return false;
    if (o->name[size - 1] == '-') return *(*value = word + size) != 0;
    if (word[size] == 0) return true;
    return o->value != NULL && word[size] == '=' && (*value = word + size + 1, true);
}

static bool parse_long(struct parser *p, struct words *words)
{
    const char *value;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (matches(&options[i], words->list[words->at], &value)) return apply_valued(p, words, &options[i], value);
    }
    return fail(p, "invalid option", words->list[words->at]);
}

static const struct option *find_short(char letter)
{
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (options[i].name[1] == letter && options[i].name[2] == 0) return &options[i];
    }
    return NULL;
}

// One-letter options in a word, from `at` on.
static bool parse_short(struct parser *p, struct words *words, const char *at)
{
    const char *const word = words->list[words->at];
    while (*at != 0) {
        const struct option *const o = find_short(*at);
        if (o == NULL) return fail(p, "invalid option", word);
        at++;
        p->rest = o->value == NULL ? at : "";
        const char *const value = o->value == NULL || (needs_value(o) && *at == 0) ? NULL : at;
        if (!apply_valued(p, words, o, value)) return false;
        at = p->rest;
    }
    return true;
}

static bool is_option(const char *word) { return word[0] == '-' && word[1] != 0; }

// Options up to the first word that is none. False: p->result says.
static bool parse_words(struct parser *p, struct words *words)
{
    for (; words->at < words->count && is_option(words->list[words->at]); words->at++) {
        const char *const word = words->list[words->at];
        if (strcmp(word, "--") == 0) {
            words->at++;
            return true;
        }
        if (!(word[1] == '-' ? parse_long(p, words) : parse_short(p, words, word + 1))) return false;
    }
    return true;
}

// --- Where they come from ------------------------------------------------------------------------------------------------
#define WORDS_MAX 64

// Words between blanks, each with a dash in front.
static bool parse_text(struct parser *p, const char *text, size_t size, bool early)
{
    char *list[WORDS_MAX];
    struct words words = {.list = list, .early = early};
    for (size_t at = 0; at < size;) {
        while (at < size && isspace((unsigned char)text[at])) at++;
        size_t const from = at;
        while (at < size && !isspace((unsigned char)text[at])) at++;
        if (at == from) break;
        if (words.count == WORDS_MAX) return fail(p, "too many options", early ? "RUBYOPT" : "#!");
        char *const word = keep_behind(p->o, text[from] == '-' ? "" : "-", text + from, at - from);
        if (word == NULL) return fail(p, "no memory", "options");
        list[words.count++] = word;
    }
    return parse_words(p, &words);
}

static bool parse_rubyopt(struct parser *p)
{
    const char *const given = p->o->ignores_rubyopt ? NULL : getenv("RUBYOPT");
    if (given == NULL) return true;
    uint32_t const verbosity_flags = TRP_PROGRAM_WARN | TRP_PROGRAM_QUIET;
    uint32_t const said = p->o->program_flags & verbosity_flags;
    bool const spoken = p->o->verbosity_said; // on the command line, which counts more
    if (!parse_text(p, given, strlen(given), true)) return false;
    if (spoken) p->o->program_flags = (p->o->program_flags & ~verbosity_flags) | said;
    return true;
}

static bool parse_rubylib(struct parser *p)
{
    for (const char *path = getenv("RUBYLIB"); path != NULL && *path != 0;) {
        const char *const end = strchrnul(path, ':');
        if (end != path) {
            const char *const directory = keep(p->o, path, (size_t)(end - path));
            if (directory == NULL || !apply_include(p, directory)) return fail(p, "no memory", "RUBYLIB");
        }
        path = *end == 0 ? end : end + 1;
    }
    return true;
}

// -S: the first file of that name in RUBYPATH or PATH.
static const char *search_path(struct cli_options *o, const char *name)
{
    const char *const lists[] = {getenv("RUBYPATH"), getenv("PATH")};
    char full[4096];
    for (size_t i = 0; i < 2 && strchr(name, '/') == NULL; i++) {
        for (const char *at = lists[i]; at != NULL && *at != 0;) {
            const char *const end = strchrnul(at, ':');
            snprintf(full, sizeof full, "%.*s/%s", (int)(end - at), at, name);
            if (access(full, R_OK) == 0) return keep(o, full, strlen(full));
            at = *end == 0 ? end : end + 1;
        }
    }
    return name;
}

static int choose_program(struct cli_options *o, struct words *words)
{
    if (o->script == NULL) {
        bool const given = words->at < words->count;
        if (!given && o->shown) return 0;
        if (!given && isatty(STDIN_FILENO)) return usage("no program", "give a file, - or -e");
        o->file = given ? words->list[words->at++] : "-";
        if (o->search_path) o->file = search_path(o, o->file);
        if (o->file == NULL) return usage("no memory", "-S");
    }
    o->argc = words->count - words->at;
    o->argv = (char **)words->list + words->at;
    return -1;
}

int cli_parse(struct cli_options *o, int argc, char **argv)
{
    memset(o, 0, sizeof *o);
    o->runtime.struct_size = sizeof o->runtime;
    struct parser p = {.o = o, .result = -1};
    struct words words = {.count = argc, .at = 1, .list = argv};
    if (argc > 1 && strcmp(argv[1], "run") == 0) words.at++;
    if (!parse_words(&p, &words) || !parse_rubyopt(&p) || !parse_rubylib(&p)) return p.result;
    return choose_program(o, &words);
}

// --- The source's own ----------------------------------------------------------------------------------------------------
// The #! line that names ruby: the first line, or, where that is none or names something else, a later one. NULL: none.
static const char *shebang(const struct cli_options *o, const char *source, size_t size, size_t *line_size)
{
    const char *const end = source + size;
    bool const anywhere = o->program_flags & TRP_PROGRAM_SEARCH || (size > 2 && memcmp(source, "#!", 2) == 0);
    for (const char *line = source; line < end;) {
        const char *const newline = memchr(line, '\n', (size_t)(end - line));
        *line_size = (size_t)((newline != NULL ? newline : end) - line);
        if (*line_size > 2 && memcmp(line, "#!", 2) == 0 && memmem(line, *line_size, "ruby", 4) != NULL) return line;
        if (!anywhere || newline == NULL) return NULL;
        line = newline + 1;
    }
    return NULL;
}

// "-name-of=value" as $name_of. False: no memory.
static bool add_switch(struct parser *p, const char *word)
{
    const char *const equals = strchr(word, '=');
    size_t const size = equals == NULL ? strlen(word) - 1 : (size_t)(equals - word) - 1;
    char *const name = keep(p->o, word + 1, size);
    if (name == NULL) return false;
    for (char *c = name; *c != 0; c++) {
        if (*c == '-') *c = '_';
    }
    return add_setting(p, TRP_SET_GLOBAL, name, equals == NULL ? NULL : equals + 1, equals == NULL ? 0 : strlen(equals + 1));
}

static bool take_switches(struct parser *p)
{
    struct cli_options *const o = p->o;
    bool more = o->switches;
    while (more && o->argc > 0 && is_option(o->argv[0])) {
        more = strcmp(o->argv[0], "--") != 0;
        if (more && !add_switch(p, o->argv[0])) return fail(p, "no memory", o->argv[0]);
        o->argv++;
        o->argc--;
    }
    return true;
}

int cli_parse_source(struct cli_options *o, const char *source, size_t size)
{
    struct parser p = {.o = o, .result = -1};
    size_t line_size = 0;
    const char *const line = o->script != NULL ? NULL : shebang(o, source, size, &line_size);
    const char *const ruby = line == NULL ? NULL : memmem(line, line_size, "ruby", 4);
    const char *const dash = ruby == NULL ? NULL : memmem(ruby, line_size - (size_t)(ruby - line), " -", 2);
    if (dash != NULL && !parse_text(&p, dash + 1, line_size - (size_t)(dash + 1 - line), false)) return p.result;
    (void)take_switches(&p);
    return p.result;
}

void cli_free(struct cli_options *o)
{
    for (size_t i = 0; i < o->owned_count; i++) free(o->owned[i]);
    free(o->owned);
    free(o->settings);
    free(o->script);
    *o = (struct cli_options){0};
}
