// Code of evals that may be run again: the same text at the same place, inside the same code, means the same. Between two
// shared cycles, which take away what nobody else refers to, a text that is evaluated over and over is compiled once.
//
//   Only code without state of its own is kept: no once-slots, no definitions (methods made of one text have caches of their
//   own), no warnings. Data: the runtime's, under codes_lock; a slot that another text takes loses what it had.
#include "vm/interior.h"

#include <string.h>

#define SLOTS 256u
#define SIZE_MAX_KEPT 4096u

struct eval_entry {
    uint64_t hash;
    struct vm_code *code; // NULL: empty
    const struct vm_code *around;
    uint32_t line, isolated;
    enum encoding encoding;
    size_t size;
    char *bytes;
};
struct eval_cache {
    struct eval_entry entries[SLOTS];
};

static uint64_t hash_of(const struct vm_source *s)
{
    uint64_t hash = 14695981039346656037u ^ (uint64_t)(uintptr_t)s->scopes[0] ^ s->line;
    for (size_t i = 0; i < s->size; i++) hash = (hash ^ (unsigned char)s->bytes[i]) * 1099511628211u;
    for (const char *f = s->file; *f != 0; f++) hash = (hash ^ (unsigned char)*f) * 1099511628211u;
    return hash;
}

static bool is_of(struct runtime *runtime, const struct eval_entry *e, const struct vm_source *s, uint64_t hash)
{
    return e->code != NULL && e->hash == hash && e->around == s->scopes[0] && e->line == s->line &&
           e->isolated == s->isolated && e->encoding == s->encoding && e->size == s->size &&
           memcmp(e->bytes, s->bytes, s->size) == 0 && strcmp(symbol_text(runtime, e->code->file), s->file) == 0;
}

// Depth: the source's nesting, which the parser bounds.
static bool may_keep(const struct vm_code *code)
{
    if (code->once_count > 0 || code->kind == CODE_METHOD || code->kind == CODE_CLASS) return false;
    for (uint32_t i = 0; i < code->child_count; i++) {
        if (!may_keep(code->children[i])) return false;
    }
    return true;
}

struct vm_code *eval_cache_find(struct ec *ec, const struct vm_source *source)
{
    struct vm_runtime *const vm = ec_vm(ec);
    if (source->size > SIZE_MAX_KEPT) return NULL;
    uint64_t const hash = hash_of(source);
    struct vm_code *code = NULL;
    base_lock_acquire(&vm->codes_lock);
    if (vm->eval_cache != NULL) {
        const struct eval_entry *const e = &vm->eval_cache->entries[hash % SLOTS];
        if (is_of(ec->runtime, e, source, hash)) code = e->code;
    }
    base_lock_release(&vm->codes_lock);
    if (code != NULL) heap_received(ec->heap, code->owner.handle); // the cache is weak
    return code;
}

void eval_cache_keep(struct ec *ec, const struct vm_source *source, struct vm_code *code)
{
    struct vm_runtime *const vm = ec_vm(ec);
    if (source->size > SIZE_MAX_KEPT || !may_keep(code)) return;
    uint64_t const hash = hash_of(source);
    char *bytes = base_alloc(source->size + 1);
    if (bytes != NULL) memcpy(bytes, source->bytes, source->size);
    base_lock_acquire(&vm->codes_lock);
    if (vm->eval_cache == NULL) vm->eval_cache = base_alloc_zeroed(sizeof *vm->eval_cache);
    if (bytes != NULL && vm->eval_cache != NULL) {
        struct eval_entry *const e = &vm->eval_cache->entries[hash % SLOTS];
        char *const old = e->bytes;
        *e = (struct eval_entry){.hash = hash, .code = code, .around = source->scopes[0], .line = source->line,
                                 .isolated = source->isolated, .encoding = source->encoding, .size = source->size,
                                 .bytes = bytes};
        bytes = old;
    }
    base_lock_release(&vm->codes_lock);
    base_free(bytes);
}

static bool is_reached(const struct vm_code *code)
{
    value_t const handle = code->owner.handle;
    return !value_is_heap(handle) || heap_cycle_reached(value_to_pointer(handle));
}

void eval_cache_sweep(struct vm_runtime *vm)
{
    for (size_t i = 0; vm->eval_cache != NULL && i < SLOTS; i++) {
        struct eval_entry *const e = &vm->eval_cache->entries[i];
        if (e->code == NULL || (is_reached(e->code) && is_reached(e->around))) continue;
        base_free(e->bytes);
        *e = (struct eval_entry){0};
    }
}

void eval_cache_close(struct vm_runtime *vm)
{
    for (size_t i = 0; vm->eval_cache != NULL && i < SLOTS; i++) base_free(vm->eval_cache->entries[i].bytes);
    base_free(vm->eval_cache);
}
