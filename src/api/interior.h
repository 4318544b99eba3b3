// Inside the api room: the runtime that the public header only names.
#ifndef TROUPE_API_INTERIOR_H
#define TROUPE_API_INTERIOR_H

#include "troupe.h"

#include "actor/actor.h"
#include "api/language.h"
#include "compile/compile.h"
#include "core/core.h"
#include "object/object.h"
#include "vm/vm.h"

struct trp_runtime {
    struct runtime runtime;
    struct heap_types types;
    struct heap_world_options world;
    trp_options options;
    struct base_arena *arena; // of what was made before the first program, or NULL
    bool ran;
};

// host.c: the vm's host seam.
extern const struct vm_host api_host;
// Compiles a program into `heap`. COMPILE_OK: result->code is published.
int8_t api_frozen_strings(const trp_program *program); // as compile_options has it
enum compile_status api_compile(struct runtime *runtime, struct heap *heap, const trp_program *program,
                                struct compile_result *result);

#endif
