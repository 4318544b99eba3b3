// The core room's door: Ruby's own classes. One C file per class with what needs C; the rest, and everything that calls
// back into Ruby, is the prelude in Ruby (src/core/prelude/*.rb, compiled into an image at build time).
#ifndef TROUPE_CORE_CORE_H
#define TROUPE_CORE_CORE_H

#include "vm/vm.h"

// Registers every C method and primitive on a runtime that vm_open has opened. False: no memory.
bool core_define(struct runtime *runtime);
// Runs the prelude image on `ec` (of the boot heap), after core_define. False: exception pending on ec.
bool core_run_prelude(struct ec *ec);

#endif
