// Making code objects: what the compiler and the image loader call. A builder's arrays belong to the code from
// vm_code_publish on.
#ifndef TROUPE_VM_BUILD_H
#define TROUPE_VM_BUILD_H

#include "vm/code.h"
#include "vm/defs.h"

// A tree of code is freed by the shared cycle that finds its handle dead: nobody runs it, and no method, Proc, Binding or
// backtrace refers to it, nor to code that was evaluated inside it. Code of the prelude has no handle, and lives until the
// runtime ends. All arrays of a code object are allocated with vm_code_memory, so that one call frees the whole tree.
struct vm_code *vm_code_new(struct runtime *runtime);                                // zeroed. NULL: no memory
void *vm_code_memory(struct vm_code *code, size_t size);                             // zeroed, owned by code. NULL: no memory
// From now on it is shared, and its handle, in `heap`, keeps its constants. The caller makes a frame, a method or a Proc of it
// before the next poll. heap NULL: without a handle. False: no memory.
bool vm_code_publish(struct runtime *runtime, struct heap *heap, struct vm_code *root);
struct vm_code *vm_code_new_within(struct vm_code *parent); // in the parent's memory. NULL: no memory
void vm_code_free(struct runtime *runtime, struct vm_code *root);                    // unpublished
// Checks every word: operands in range, jumps to instruction starts, windows inside register_count, catch ranges, call
// sites; every reachable path ends in a return or jump. NULL when right, else a static description; *offset names the word.
const char *vm_code_verify(const struct vm_code *code, uint32_t *offset);
// One line an instruction, for --disasm, tests and debugging. `print` gets text without newline.
void vm_code_disassemble(struct runtime *runtime, const struct vm_code *code,
                         void (*print)(const char *line, void *context), void *context);
// Images: code trees as bytes (vm/image.h), names by text, constants by value. False: `write` did, or no memory.
bool vm_image_dump(struct runtime *runtime, struct vm_code *const *trees, uint32_t count,
                   bool (*write)(const void *bytes, size_t size, void *context), void *context);
// trusted: the image is part of this build, and was verified when it was made; bytes and image are there as long as what is
// read from them. NULL: *error says why.
struct vm_code_image *vm_image_open(struct runtime *runtime, struct heap *heap, const void *bytes, size_t size, bool trusted,
                                    const char **error);
uint32_t vm_image_count(const struct vm_code_image *image);
struct vm_code *vm_image_read(struct vm_code_image *image, const char **error); // the next tree. NULL: *error says why
void vm_image_close(struct vm_code_image *image);
uint32_t vm_code_line(const struct vm_code *code, uint32_t offset); // source line of the instruction at offset
// Whether a name of local_names is one that eval and Binding see: neither hidden nor a numbered parameter.
bool vm_local_visible(struct runtime *runtime, symbol_t name);
// Index of a primitive by name (of core's table), -1: none. For PRIM.
int vm_primitive_find(struct runtime *runtime, const char *name, size_t size);

#endif
