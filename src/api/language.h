// Opening the language of one runtime up to, but without, the prelude: for the library, and for tools/image which compiles
// the prelude against the same table of primitives.
#ifndef TROUPE_API_LANGUAGE_H
#define TROUPE_API_LANGUAGE_H

#include "vm/vm.h"

// `types` and `world` are filled in and must outlive the runtime; the allocator in `world` is the caller's. False: no memory,
// nothing left behind.
bool api_open_language(struct runtime *runtime, struct heap_types *types, struct heap_world_options *world,
                       const struct vm_host *host);
void api_close_language(struct runtime *runtime);

#endif
