// Registration of the core: C methods and primitives of every class file, then the prelude image.
#include "core/interior.h"

#include <string.h>

bool core_add_primitives(struct core_boot *boot, const struct vm_primitive *primitives, size_t count)
{
    if (boot->count + count > boot->capacity) {
        uint32_t const capacity = 2 * boot->capacity + (uint32_t)count;
        struct vm_primitive *const grown = base_realloc(boot->primitives, capacity * sizeof *grown);
        if (grown == NULL) return false;
        boot->primitives = grown;
        boot->capacity = capacity;
    }
    memcpy(boot->primitives + boot->count, primitives, count * sizeof *primitives);
    boot->count += (uint32_t)count;
    return true;
}

bool core_define(struct runtime *runtime)
{
    struct core_boot boot = {.runtime = runtime};
#define DEFINE(name)                                                                                                   \
    if (!core_##name(&boot)) goto fail;
    CORE_FILES(DEFINE)
#undef DEFINE
    struct vm_runtime *const vm = runtime->vm;
    vm->primitives = boot.primitives; // freed by vm_close
    vm->primitive_count = boot.count;
    return true;

fail:
    base_free(boot.primitives);
    return false;
}
