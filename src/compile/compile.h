// The compile room's door: Ruby source → verified bytecode, through Prism. The only Prism user.
#ifndef TROUPE_COMPILE_COMPILE_H
#define TROUPE_COMPILE_COMPILE_H

#include "vm/code.h"

enum compile_status { COMPILE_OK, COMPILE_SYNTAX_ERROR, COMPILE_NOT_IMPLEMENTED, COMPILE_NO_MEMORY, COMPILE_LIMIT };

enum compile_script { // what the command line makes of it
    SCRIPT_LINE = 1,    // -e
    SCRIPT_LOOP = 2,    // run for each line of input
    SCRIPT_PRINT = 4,   // … which is printed then
    SCRIPT_CHOMP = 8,   // … without its end
    SCRIPT_SPLIT = 16,  // … and split into $F
    SCRIPT_SEARCH = 32  // begins at a line #!…ruby
};

struct compile_options {
    const char *file;
    uint32_t line;          // of the first source line, 1 for files
    enum vm_code_kind kind; // CODE_MAIN, or CODE_EVAL
    bool prelude;           // Primitive.name(...) calls, CODE_PRELUDE
    int8_t frozen_string_literals; // where no magic comment says: 1: frozen, -1: each one new, 0: as Ruby has it
    bool warnings;          // -w: collect Prism's verbose warnings too
    unsigned script;        // enum compile_script: of a main program
    enum encoding encoding; // of a source without a magic comment; 0: UTF-8
    // eval: the scopes around, innermost first; names per scope (local_count entries of local_names each)
    const struct vm_code *const *scopes;
    uint32_t scope_count;
    uint32_t isolated; // 0, or 1 + the index of the first scope whose names are an error
};

struct compile_result {
    struct vm_code *code; // COMPILE_OK. Published (vm_code_publish)
    char *message;        // else: full text, UTF-8, base_free'd by the caller
    char *warnings;       // or NULL; lines as CRuby words them
    uint32_t data_offset; // byte offset behind __END__, or 0
};

// Compiles `source` on the calling thread, which must have some 6 MiB of stack left. Constants are allocated in `heap` and
// shared. Blocks for the time it takes; does not collect.
enum compile_status compile_source(struct runtime *runtime, struct heap *heap, const char *source, size_t size,
                                   const struct compile_options *options, struct compile_result *result);
// The same, on a thread of its own (and waits for it) unless the calling one certainly has the stack.
enum compile_status compile_on_thread(struct runtime *runtime, struct heap *heap, const char *source, size_t size,
                                      const struct compile_options *options, struct compile_result *result);
// The table of Prism nodes and their state, as docs/language.md shows it. Returns NULL past the last index.
const char *compile_node_state(unsigned index, const char **name);

#endif
