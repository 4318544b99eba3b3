// Command line of `troupe`: one table makes parsing and help.
#ifndef TROUPE_CLI_OPTIONS_H
#define TROUPE_CLI_OPTIONS_H

#include "troupe.h"

#include <stdbool.h>

enum cli_stats { CLI_STATS_OFF, CLI_STATS_TEXT, CLI_STATS_JSON };

struct cli_options {
    trp_options runtime;
    const char *file; // a path, or "-"
    char *script;     // -e lines joined; NULL: none
    bool check, disassemble;
    bool switches;         // -s
    bool search_path;      // -S
    bool shown;            // something was asked for that needs no program
    bool ignores_rubyopt;
    bool verbosity_said;   // -w, -W and the like: they count more than RUBYOPT's
    uint32_t program_flags; // TRP_PROGRAM_ bits
    enum cli_stats stats;
    trp_setting *settings;
    size_t setting_count, setting_capacity;
    char **owned; // texts that settings point into
    size_t owned_count;
    int argc; // what follows the program
    char **argv;
};

// Fills *o from the command line and the environment's RUBYOPT and RUBYLIB. Returns -1 to go on, else the exit status (0 for
// --help and --version, 2 for a usage error; all said). cli_free in any case.
int cli_parse(struct cli_options *o, int argc, char **argv);
// What the source's #! line asks for, and then -s: the switches among the program's arguments. As cli_parse.
int cli_parse_source(struct cli_options *o, const char *source, size_t size);
void cli_free(struct cli_options *o);

#endif
