// Global variables, one table a runtime. Readers take no lock: the table is replaced when it grows, entries are never
// removed. A plain global is a slot (heap invariant H4); virtual ones have hooks.
#include "vm/interior.h"

struct vm_global {
    symbol_t name;
    struct heap_slot slot;
    struct vm_global_hooks hooks; // get NULL: plain
    bool assigned;                // even if it was nil
    bool traced;                  // trace_var: Ruby hears of each assignment. The main actor's
    struct vm_global *next;       // of all, also those whose name is another's alias by now
};
struct vm_globals {
    uint32_t capacity, count; // a power of two
    struct vm_globals *older; // replaced tables, freed at the end
    struct vm_globals_entry { // open addressing by symbol; an alias names another's global
        symbol_t name;
        _Atomic(struct vm_global *) global;
    } entries[];
};

static struct vm_globals *table_new(uint32_t capacity)
{
    struct vm_globals *const t = base_alloc_zeroed(sizeof *t + capacity * sizeof(struct vm_globals_entry));
    if (t != NULL) t->capacity = capacity;
    return t;
}

static struct vm_globals_entry *table_place(struct vm_globals *t, symbol_t name)
{
    for (uint32_t i = name * 2654435761u;; i++) {
        struct vm_globals_entry *const e = &t->entries[i & (t->capacity - 1)];
        // acquire: pairs with the release in table_add
        if (atomic_load_explicit(&e->global, memory_order_acquire) == NULL || e->name == name) return e;
    }
}

static struct vm_global *find(const struct vm_runtime *vm, symbol_t name)
{
    struct vm_globals *const t = atomic_load_explicit(&vm->globals, memory_order_acquire); // pairs with table_grow
    return t == NULL ? NULL : atomic_load_explicit(&table_place(t, name)->global, memory_order_acquire);
}

static void table_add(struct vm_globals *t, symbol_t name, struct vm_global *global)
{
    struct vm_globals_entry *const e = table_place(t, name);
    e->name = name; // pinned
    t->count++;
    atomic_store_explicit(&e->global, global, memory_order_release); // the name and the global are seen whole
}

// Under the lock: room for one more.
static bool table_grow(struct vm_runtime *vm)
{
    struct vm_globals *const old = atomic_load_explicit(&vm->globals, memory_order_relaxed);
    if (old != NULL && old->count * 2 < old->capacity) return true;
    struct vm_globals *const t = table_new(old == NULL ? 128 : 2 * old->capacity);
    if (t == NULL) return false;
    for (uint32_t i = 0; old != NULL && i < old->capacity; i++) {
        struct vm_global *const g = atomic_load_explicit(&old->entries[i].global, memory_order_relaxed);
        if (g != NULL) table_add(t, old->entries[i].name, g);
    }
    t->older = old;
    atomic_store_explicit(&vm->globals, t, memory_order_release);
    return true;
}

// The global of that name, made when needed. NULL: no memory.
static struct vm_global *find_or_make(struct vm_runtime *vm, symbol_t name)
{
    struct vm_global *g = find(vm, name);
    if (g != NULL) return g;
    base_lock_acquire(&vm->globals_lock);
    g = find(vm, name);
    symbol_pin(vm->runtime, name);
    if (g == NULL && table_grow(vm)) {
        g = base_alloc_zeroed(sizeof *g);
        if (g != NULL) {
            g->name = name;
            atomic_init(&g->slot.word, VALUE_NIL);
            g->next = vm->all_globals;
            vm->all_globals = g;
            table_add(atomic_load_explicit(&vm->globals, memory_order_relaxed), name, g);
        }
    }
    base_lock_release(&vm->globals_lock);
    return g;
}

bool vm_global_define(struct runtime *runtime, symbol_t name, const struct vm_global_hooks *hooks)
{
    struct vm_global *const g = find_or_make(runtime->vm, name);
    if (g == NULL) return false;
    g->hooks = *hooks;
    return true;
}

bool vm_global_alias(struct ec *ec, symbol_t name, symbol_t old)
{
    struct vm_runtime *const vm = ec_vm(ec);
    if (!ec_is_main(ec)) {
        vm_raise_isolation(ec, "can not access global variables from non-main Ractors");
        return false;
    }
    struct vm_global *const g = find_or_make(vm, old), *const before = find(vm, name);
    symbol_pin(ec->runtime, name);
    bool done = false;
    if (g != NULL) {
        base_lock_acquire(&vm->globals_lock);
        if (table_grow(vm)) {
            struct vm_globals *const t = atomic_load_explicit(&vm->globals, memory_order_relaxed);
            struct vm_globals_entry *const e = table_place(t, name);
            if (e->name == name) atomic_store_explicit(&e->global, g, memory_order_release);
            else table_add(t, name, g);
            done = true;
        }
        base_lock_release(&vm->globals_lock);
    }
    if (!done) return vm_raise_memory(ec), false;
    bool const hidden = before != NULL && before != g && before->name == name; // nobody can ask for what it holds
    return !hidden || vm_slot_store(ec, &before->slot, VALUE_NIL);
}

symbol_t vm_global_original(struct runtime *runtime, symbol_t name)
{
    const struct vm_global *const g = find(runtime->vm, name);
    return g != NULL ? g->name : name;
}

value_t vm_global_get(struct ec *ec, symbol_t name)
{
    const struct vm_global *const g = find(ec_vm(ec), name);
    bool const main = ec_is_main(ec);
    if (g == NULL && main) return VALUE_NIL;
    if (g != NULL && g->hooks.get != NULL) return g->hooks.get(ec, name);
    value_t const v = main ? heap_slot_load(ec->heap, &g->slot) : VALUE_UNDEF;
    if (v != VALUE_UNDEF) return v;
    return vm_raise_isolation(ec, "can not access global variable %s from non-main Ractor", symbol_text(ec->runtime, name));
}

bool vm_global_set(struct ec *ec, symbol_t name, value_t value)
{
    struct vm_global *const g = find_or_make(ec_vm(ec), name);
    if (g == NULL) return vm_raise_memory(ec), false;
    if (g->hooks.get != NULL) {
        if (g->hooks.set != NULL) return g->hooks.set(ec, name, value);
        vm_raise_name(ec, CLASS_NAME_ERROR, name, VALUE_NIL, "%s is a read-only variable", symbol_text(ec->runtime, name));
        return false;
    }
    if (!ec_is_main(ec)) {
        vm_raise_isolation(ec, "can not access global variable %s from non-main Ractor", symbol_text(ec->runtime, name));
        return false;
    }
    g->assigned = true;
    return vm_slot_store(ec, &g->slot, value);
}

bool vm_global_trace(struct ec *ec, symbol_t name, bool on)
{
    struct vm_global *const g = find_or_make(ec_vm(ec), name);
    if (g == NULL) return vm_raise_memory(ec), false;
    g->traced = on;
    if (on) ec_vm(ec)->globals_traced = true;
    return true;
}

symbol_t global_traced(const struct vm_runtime *vm, symbol_t name)
{
    const struct vm_global *const g = vm->globals_traced ? find(vm, name) : NULL;
    return g != NULL && g->traced ? g->name : 0;
}

bool vm_global_defined(struct ec *ec, symbol_t name)
{
    const struct vm_global *const g = find(ec_vm(ec), name);
    return g != NULL && (g->hooks.get != NULL || g->assigned);
}

void vm_global_each(struct runtime *runtime, void (*visit)(symbol_t, void *), void *context)
{
    const struct vm_runtime *const vm = runtime->vm;
    struct vm_globals *const t = atomic_load_explicit(&vm->globals, memory_order_acquire);
    for (uint32_t i = 0; t != NULL && i < t->capacity; i++) {
        if (atomic_load_explicit(&t->entries[i].global, memory_order_acquire) != NULL) visit(t->entries[i].name, context);
    }
}

void globals_mark(struct heap_marker *marker, struct vm_runtime *vm)
{
    struct vm_globals *const t = atomic_load_explicit(&vm->globals, memory_order_acquire);
    for (uint32_t i = 0; t != NULL && i < t->capacity; i++) {
        struct vm_global *const g = atomic_load_explicit(&t->entries[i].global, memory_order_acquire);
        if (g != NULL) heap_mark_slot(marker, &g->slot);
    }
}

void globals_free(struct vm_runtime *vm)
{
    struct vm_globals *t = atomic_load_explicit(&vm->globals, memory_order_relaxed);
    while (vm->all_globals != NULL) {
        struct vm_global *const g = vm->all_globals;
        vm->all_globals = g->next;
        base_free(g);
    }
    while (t != NULL) {
        struct vm_globals *const older = t->older;
        base_free(t);
        t = older;
    }
    atomic_store_explicit(&vm->globals, NULL, memory_order_relaxed);
}
