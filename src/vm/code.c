// Code objects: their memory, the runtime's list of published roots, and source lines. A tree belongs to the thread
// that builds it until it is published; then it is immutable but for its caches, and the list belongs to codes_lock.
//
// A published tree belongs to its handle, a shared object, whose death frees it. What refers to any code of the tree marks
// the handle; the handle keeps the tree's constants, and the handle of the code around it.
#include "vm/interior.h"

#define CHUNK_FIRST 112u
#define CHUNK_MOST 1024u

struct code_chunk {
    struct code_chunk *next;
    size_t used, size;
    max_align_t bytes[];
};

// What surrounds every vm_code: its arrays' memory and, of a root, its place in the list.
struct code_box {
    struct code_chunk *chunks;
    struct code_box *next, *previous;
    bool published;
    bool pooled; // stands in its parent's memory
    size_t size; // of a published root: bytes of the tree
    struct vm_code code;
};
struct code_handle { // TYPE_CODE
    uint64_t header;
    struct vm_code *root; // NULL: the vm is closed
    struct runtime *runtime;
};

static struct code_box *box_of(const struct vm_code *code)
{
    return (struct code_box *)((char *)(uintptr_t)code - offsetof(struct code_box, code));
}

struct vm_code *vm_code_new(struct runtime *runtime)
{
    (void)runtime;
    struct code_box *const box = base_alloc_zeroed(sizeof *box);
    return box ? &box->code : NULL;
}

struct vm_code *vm_code_new_within(struct vm_code *parent)
{
    struct code_box *const box = vm_code_memory(parent, sizeof *box);
    if (box == NULL) return NULL;
    box->pooled = true;
    return &box->code;
}

void *vm_code_memory(struct vm_code *code, size_t size)
{
    struct code_box *const box = box_of(code);
    size = (size + sizeof(max_align_t) - 1) & ~(sizeof(max_align_t) - 1);
    struct code_chunk *chunk = box->chunks;
    if (chunk == NULL || chunk->size - chunk->used < size) {
        size_t const more = chunk == NULL ? CHUNK_FIRST : chunk->size * 2 < CHUNK_MOST ? chunk->size * 2 : CHUNK_MOST;
        size_t const room = size > more ? size : more;
        chunk = base_alloc_zeroed(sizeof *chunk + room);
        if (chunk == NULL) return NULL;
        chunk->size = room;
        chunk->next = box->chunks;
        box->chunks = chunk;
    }
    void *const result = (char *)chunk->bytes + chunk->used;
    chunk->used += size;
    return result;
}

static void free_sites(struct runtime *runtime, struct vm_code *code)
{
    for (uint32_t i = 0; code->const_sites != NULL && i < code->const_site_count; i++) {
        class_constant_forget(runtime, &code->const_sites[i].cache);
    }
    for (uint32_t i = 0; code->callsites != NULL && i < code->callsite_count; i++) {
        base_free(atomic_load_explicit(&code->callsites[i].more, memory_order_relaxed));
    }
    for (uint32_t i = 0; code->ivar_sites != NULL && i < code->ivar_site_count; i++) {
        base_free(atomic_load_explicit(&code->ivar_sites[i].more, memory_order_relaxed));
    }
}

// Depth: the source's nesting, which the parser bounds.
static void free_tree(struct runtime *runtime, struct vm_code *code)
{
    if (code == NULL) return;
    for (uint32_t i = 0; i < code->child_count; i++) free_tree(runtime, code->children[i]);
    free_sites(runtime, code);
    struct code_box *const box = box_of(code);
    while (box->chunks != NULL) {
        struct code_chunk *const next = box->chunks->next;
        base_free(box->chunks);
        box->chunks = next;
    }
    if (!box->pooled) base_free(box);
}

// --- The list of roots ---------------------------------------------------------------------------------------------
static size_t tree_size(const struct vm_code *code)
{
    if (code == NULL) return 0;
    const struct code_box *const box = box_of(code);
    size_t size = box->pooled ? 0 : sizeof *box;
    for (const struct code_chunk *chunk = box->chunks; chunk != NULL; chunk = chunk->next) size += sizeof *chunk + chunk->size;
    for (uint32_t i = 0; i < code->child_count; i++) size += tree_size(code->children[i]);
    return size;
}

static void set_handle(struct vm_code *code, value_t handle)
{
    if (code == NULL) return;
    code->owner.handle = handle;
    for (uint32_t i = 0; i < code->child_count; i++) set_handle(code->children[i], handle);
}

static bool make_handle(struct runtime *runtime, struct heap *heap, struct vm_code *root)
{
    struct code_handle *const handle = heap_alloc(heap, HEAP_32);
    if (handle == NULL) return false;
    *handle = (struct code_handle){.header = header_make(TYPE_CODE, CLASS_NONE, LAYOUT_EMPTY_FROZEN, 0), .runtime = runtime};
    handle->root = root;
    heap_set_fin(heap, handle);
    heap_set_shared(heap, handle);
    set_handle(root, value_pointer(handle));
    return true;
}

bool vm_code_publish(struct runtime *runtime, struct heap *heap, struct vm_code *root)
{
    struct vm_runtime *const vm = runtime->vm;
    struct code_box *const box = box_of(root);
    if (vm == NULL || box->published) return true; // tests of the compiler have no vm
    if (heap != NULL && !make_handle(runtime, heap, root)) return false;
    box->size = heap == NULL ? 0 : tree_size(root); // the prelude is there from the beginning
    box->published = true;
    base_lock_acquire(&vm->codes_lock);
    box->next = vm->codes ? box_of(vm->codes) : NULL;
    if (box->next != NULL) box->next->previous = box;
    vm->codes = root;
    vm->codes_size += box->size;
    base_lock_release(&vm->codes_lock);
    runtime_grew(runtime, box->size);
    return true;
}

void vm_code_free(struct runtime *runtime, struct vm_code *root)
{
    if (root == NULL) return;
    struct vm_runtime *const vm = runtime->vm;
    struct code_box *const box = box_of(root);
    if (box->published) {
        base_lock_acquire(&vm->codes_lock);
        if (box->next != NULL) box->next->previous = box->previous;
        if (box->previous != NULL) box->previous->next = box->next;
        else vm->codes = box->next ? &box->next->code : NULL;
        vm->codes_size -= box->size;
        base_lock_release(&vm->codes_lock);
        if (value_is_heap(root->owner.handle)) ((struct code_handle *)value_to_pointer(root->owner.handle))->root = NULL;
    }
    free_tree(runtime, root);
}

void vm_codes_free(struct runtime *runtime)
{
    struct vm_runtime *const vm = runtime->vm;
    while (vm->codes != NULL) vm_code_free(runtime, vm->codes);
}

static void mark_tree(struct heap_marker *marker, const struct vm_code *code)
{
    if (code == NULL) return;
    heap_mark_range(marker, code->constants, code->constants + code->constant_count);
    for (uint32_t i = 0; i < code->once_count; i++) {
        heap_mark(marker, atomic_load_explicit(&code->once[i], memory_order_relaxed));
    }
    for (uint32_t i = 0; i < code->child_count; i++) mark_tree(marker, code->children[i]);
}

static void trace_handle(struct heap_marker *marker, void *object)
{
    const struct code_handle *const handle = object;
    if (handle->root == NULL) return;
    mark_tree(marker, handle->root);
    code_mark(marker, handle->root->parent);
}

static void finalize_handle(struct heap *heap, void *object)
{
    const struct code_handle *const handle = object;
    (void)heap;
    vm_code_free(handle->runtime, handle->root);
}

void code_fill_types(struct heap_type types[TYPE_MAX])
{
    types[TYPE_CODE] = (struct heap_type){.name = "code", .trace = trace_handle, .finalize = finalize_handle};
}

void vm_codes_mark(struct heap_marker *marker, struct runtime *runtime)
{
    struct vm_runtime *const vm = runtime->vm;
    base_lock_acquire(&vm->codes_lock);
    for (struct code_box *box = vm->codes ? box_of(vm->codes) : NULL; box != NULL; box = box->next) {
        if (!value_is_heap(box->code.owner.handle)) mark_tree(marker, &box->code);
    }
    base_lock_release(&vm->codes_lock);
}

static void forget_cleared(_Atomic(struct resolution *) *entry)
{
    const struct resolution *const r = atomic_load_explicit(entry, memory_order_relaxed);
    if (r == NULL || atomic_load_explicit(&r->class_id, memory_order_relaxed) != CLASS_NONE) return;
    atomic_store_explicit(entry, NULL, memory_order_relaxed);
}

static void forget_in_tree(struct vm_code *code)
{
    if (code == NULL) return;
    for (uint32_t i = 0; i < code->callsite_count; i++) {
        struct vm_callsite *const site = &code->callsites[i];
        forget_cleared(&site->cache);
        struct vm_call_more *const more = atomic_load_explicit(&site->more, memory_order_relaxed);
        for (unsigned k = 0; more != NULL && k < SITE_MORE; k++) forget_cleared(&more->entries[k]);
    }
    for (uint32_t i = 0; i < code->child_count; i++) forget_in_tree(code->children[i]);
}

void vm_sites_sweep(struct runtime *runtime)
{
    struct vm_runtime *const vm = runtime->vm;
    for (struct code_box *box = vm->codes ? box_of(vm->codes) : NULL; box != NULL; box = box->next) {
        forget_in_tree(&box->code);
    }
}

size_t vm_sweep_shared(struct runtime *runtime)
{
    struct vm_runtime *const vm = runtime->vm;
    eval_cache_sweep(vm);
    return vm->codes_size;
}

// --- Looking -------------------------------------------------------------------------------------------------------
uint32_t vm_code_line(const struct vm_code *code, uint32_t offset)
{
    uint32_t low = 0, high = code->line_count; // the last entry at or before offset is in [low, high)
    while (high - low > 1) {
        uint32_t const middle = low + (high - low) / 2;
        if (code->lines[middle].offset <= offset) low = middle;
        else high = middle;
    }
    return code->line_count > 0 && code->lines[low].offset <= offset ? code->lines[low].line & ~VM_LINE_STATEMENT
                                                                             : code->line;
}

bool vm_local_visible(struct runtime *runtime, symbol_t name)
{
    const char *const text = name == 0 ? "" : symbol_text(runtime, name);
    return name != 0 && !(text[0] == '_' && text[1] >= '1' && text[1] <= '9' && text[2] == '\0');
}

int vm_primitive_find(struct runtime *runtime, const char *name, size_t size)
{
    const struct vm_runtime *const vm = runtime->vm;
    for (uint32_t i = 0; vm != NULL && i < vm->primitive_count; i++) {
        const char *const other = vm->primitives[i].name;
        if (strlen(other) == size && memcmp(other, name, size) == 0) return (int)i;
    }
    return -1;
}
