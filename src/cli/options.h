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
    uint32_t program_flags; // TRP_PROGRAM_ bits
    enum cli_stats stats;
    int argc; // what follows the program
    char **argv;
};

// Fills *o. Returns -1 to go on, else the exit status (0 for --help and --version, 2 for a usage error; all said).
int cli_parse(struct cli_options *o, int argc, char **argv);
void cli_free(struct cli_options *o);

#endif
