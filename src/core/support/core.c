// Registration of the core: C methods and primitives of every class file, then the prelude image.
#include "core/support/state.h"

#include <string.h>

bool core_define(struct runtime *runtime)
{
    struct core_boot boot = {.runtime = runtime};
    if (!state_open(&boot)) return false;
#define DEFINE(name)                                                                                                   \
    if (!core_##name(&boot)) return false;
    CORE_FILES(DEFINE)
#undef DEFINE
    return true;
}

// --- The prelude image (tools/image) -----------------------------------------------------------------------------------------

extern const unsigned char prelude_image[];
extern const size_t prelude_image_size;

static bool fail(struct ec *ec, const char *error)
{
    vm_raise(ec, CLASS_LOAD_ERROR, "prelude image: %s", error);
    return false;
}

static bool run_next(struct ec *ec, struct vm_code_image *image)
{
    struct vm_runtime *const vm = ec->runtime->vm;
    const char *error = NULL;
    struct vm_code *const code = vm_image_read(image, &error);
    if (code == NULL) return fail(ec, error);
    if (!vm_code_publish(ec->runtime, NULL, code) || !vm_start_code(ec, code, vm->main_object, vm->boot_scope)) return false;
    return vm_run(ec) == RUN_DONE;
}

bool core_run_prelude(struct ec *ec)
{
    if (prelude_image_size == 0) return true; // the host tool that makes the image has none yet
    const char *error = NULL;
    struct vm_code_image *const image =
        vm_image_open(ec->runtime, ec->heap, prelude_image, prelude_image_size, true, &error);
    if (image == NULL) return fail(ec, error);
    ec_vm(ec)->prelude = image;
    for (uint32_t left = vm_image_count(image); left > 0; left--) {
        if (!run_next(ec, image)) return false;
    }
    return core_prelude_done(ec);
}
