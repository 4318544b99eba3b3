// Registration of the core: C methods and primitives of every class file, then the prelude image.
#include "core/interior.h"

#include <string.h>

bool core_define(struct runtime *runtime)
{
    struct core_boot boot = {.runtime = runtime};
#define DEFINE(name)                                                                                                   \
    if (!core_##name(&boot)) return false;
    CORE_FILES(DEFINE)
#undef DEFINE
    return true;
}

// --- The prelude image: u32 count, then per file u32 size and bytes, each at a multiple of eight (tools/image) -------------

extern const unsigned char prelude_image[];
extern const size_t prelude_image_size;

static uint32_t read_u32(const unsigned char *bytes)
{
    uint32_t v;
    memcpy(&v, bytes, sizeof v);
    return v;
}

static bool run_file(struct ec *ec, const unsigned char *bytes, uint32_t size)
{
    struct vm_runtime *const vm = ec->runtime->vm;
    const char *error = NULL;
    struct vm_code *const code = vm_code_load(ec->runtime, ec->heap, bytes, size, true, &error);
    if (code == NULL) {
        vm_raise(ec, CLASS_LOAD_ERROR, "prelude image: %s", error);
        return false;
    }
    if (!vm_code_publish(ec->runtime, code) || !vm_start_code(ec, code, vm->main_object, vm->boot_scope)) return false;
    return vm_run(ec) == RUN_DONE;
}

bool core_run_prelude(struct ec *ec)
{
    if (prelude_image_size < 8) return true; // the host tool that makes the image has none yet
    uint32_t const count = read_u32(prelude_image);
    size_t at = 8;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t const size = read_u32(prelude_image + at);
        if (!run_file(ec, prelude_image + at + 8, size)) return false;
        at += 8 + ((size_t)size + 7) / 8 * 8;
    }
    return core_prelude_done(ec);
}
