// The core room's door: Ruby's own classes, a folder for each family of them. What needs C is in the folder's C files; the
// rest, and everything that calls back into Ruby, is in its Ruby files. These are the prelude: compiled at build time into an
// image, which runs when a runtime opens, in the order of prelude.list. What the folders share is in support/.
#ifndef TROUPE_CORE_CORE_H
#define TROUPE_CORE_CORE_H

#include "vm/vm.h"

// Registers every C method and primitive on a runtime that vm_open has opened. False: no memory.
bool core_define(struct runtime *runtime);
// Runs the prelude image on `ec` (of the boot heap), after core_define. False: exception pending on ec.
bool core_run_prelude(struct ec *ec);

// --- For whoever runs a program -----------------------------------------------------------------------------------------
// Fills ENV with "NAME=value" texts, NULL at the end. False: no memory. Before the program runs.
bool core_set_environment(struct runtime *runtime, const char *const *variables);
// `self` of the main actor's program: a new object, which becomes the vm's main object. VALUE_UNDEF: raised.
value_t core_main_object(struct ec *ec);
// TOPLEVEL_BINDING, of the frame that vm_start_code has pushed for the program. False: raised.
bool core_toplevel_binding(struct ec *ec);
// DATA: the program's file, from `offset` on, behind its __END__. False: raised.
bool core_data_constant(struct ec *ec, const char *path, uint32_t offset);
// ARGF, of the main actor; and what $-l, $-a and $-p answer. False: raised.
enum core_switch { CORE_SWITCH_CHOMP = 1, CORE_SWITCH_SPLIT = 2, CORE_SWITCH_PRINT = 4 };
bool core_argf(struct ec *ec, unsigned switches);
// Afterwards the program sends Troupe.finish(exception or nil): at_exit handlers run, the exception is reported on $stderr,
// standard output is flushed; the result is the exit status.
void core_flush(struct runtime *runtime); // standard output and error. Any thread
void core_report_memory(struct runtime *runtime); // NoMemoryError, said without memory. Any thread

#endif
