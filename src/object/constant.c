// Constants, class variables and the instance variables of classes. Purpose: slots by name in a class's tables.
// Invariants: a slot is never freed while the runtime is open, so caches may keep pointers; a removed constant keeps
// its place, with VALUE_UNDEF and no autoload; the serial moves after the change is visible.
// Data: tables are written under the class lock; slots are the heap's.
#include "object/interior.h"

void class_bump_constants(struct runtime *runtime)
{
    atomic_fetch_add_explicit(&runtime->constant_serial, 1, memory_order_release);
}

static bool is_there(const struct class_constant *constant)
{
    if (atomic_load_explicit(&constant->slot.word, memory_order_acquire) != VALUE_UNDEF) return true;
    return __atomic_load_n(&constant->autoload, __ATOMIC_ACQUIRE) != VALUE_NIL;
}

struct class_constant *class_constant_own(struct class *class, symbol_t name)
{
    struct class_constant *const constant = name_table_get(&class->body->constants, name);
    return constant != NULL && is_there(constant) ? constant : NULL;
}

static struct class_constant *find_in_ancestors(struct class *class, symbol_t name, struct class **where)
{
    const struct ancestors *const a = body_ancestors(class);
    for (size_t i = 0; i < a->count; i++) {
        struct class_constant *const constant = class_constant_own(a->items[i], name);
        if (constant == NULL) continue;
        if (where != NULL) *where = a->items[i];
        return constant;
    }
    return NULL;
}

struct class_constant *class_constant_find(struct runtime *runtime, struct class *class, symbol_t name,
                                           struct class **where)
{
    struct class_constant *const found = find_in_ancestors(class, name, where);
    if (found != NULL || !(class->flags & CLASS_IS_MODULE)) return found;
    return find_in_ancestors(runtime_class(runtime, CLASS_OBJECT), name, where);
}

// The constant's place, there or not. NULL: no memory. Class lock held.
static struct class_constant *place_of(struct runtime *runtime, struct class *class, symbol_t name)
{
    struct class_constant *constant = name_table_get(&class->body->constants, name);
    if (constant != NULL) return constant;
    constant = base_alloc_zeroed(sizeof *constant);
    if (constant == NULL) return NULL;
    runtime_grew(runtime, sizeof *constant);
    atomic_init(&constant->slot.word, VALUE_UNDEF);
    constant->name = name;
    constant->autoload = VALUE_NIL;
    if (name_table_put(runtime, &class->body->constants, name, constant)) return constant;
    base_free(constant);
    return NULL;
}

bool class_constant_set(struct runtime *runtime, struct heap *heap, struct class *class, symbol_t name, value_t value,
                        bool shared)
{
    base_lock_acquire(&runtime->class_lock);
    struct class_constant *const constant = place_of(runtime, class, name);
    bool const ok = constant != NULL && heap_slot_store(heap, &constant->slot, value, shared);
    if (ok) {
        __atomic_store_n(&constant->autoload, VALUE_NIL, __ATOMIC_RELEASE);
        atomic_fetch_add_explicit(&constant->serial, 1, memory_order_release);
        class_bump_constants(runtime);
    }
    base_lock_release(&runtime->class_lock);
    return ok;
}

value_t class_constant_remove(struct runtime *runtime, struct heap *heap, struct class *class, symbol_t name)
{
    base_lock_acquire(&runtime->class_lock);
    struct class_constant *const constant = name_table_get(&class->body->constants, name);
    value_t value = VALUE_UNDEF;
    if (constant != NULL && is_there(constant)) {
        value = heap_slot_load(heap, &constant->slot);
        bool const autoload = atomic_load_explicit(&constant->slot.word, memory_order_relaxed) == VALUE_UNDEF;
        if (autoload || (value != VALUE_UNDEF && heap_slot_store(heap, &constant->slot, VALUE_UNDEF, true))) {
            __atomic_store_n(&constant->autoload, VALUE_NIL, __ATOMIC_RELEASE);
            constant->is_private = constant->deprecated = false;
            atomic_fetch_add_explicit(&constant->serial, 1, memory_order_release);
            class_bump_constants(runtime);
        }
    }
    base_lock_release(&runtime->class_lock);
    return value;
}

bool class_constant_autoload(struct runtime *runtime, struct class *class, symbol_t name, value_t path)
{
    TRP_ASSERT(heap_is_shared(path));
    base_lock_acquire(&runtime->class_lock);
    struct class_constant *const constant = place_of(runtime, class, name);
    if (constant != NULL && atomic_load_explicit(&constant->slot.word, memory_order_acquire) == VALUE_UNDEF) {
        __atomic_store_n(&constant->autoload, path, __ATOMIC_RELEASE);
        class_bump_constants(runtime);
    }
    base_lock_release(&runtime->class_lock);
    return constant != NULL;
}

void class_each_constant(struct class *class, void (*visit)(struct class_constant *, void *), void *context)
{
    struct name_table *const t = atomic_load_explicit(&class->body->constants, memory_order_acquire);
    uint32_t const count = t == NULL ? 0 : atomic_load_explicit(&t->count, memory_order_acquire);
    for (uint32_t i = 0; i < count; i++) {
        struct class_constant *const constant = atomic_load_explicit(&t->entries[i].value, memory_order_acquire);
        if (is_there(constant)) visit(constant, context);
    }
}

// --- Variables -------------------------------------------------------------------------------------------------------
struct class_variable *class_slot(struct class *class, name_table_t *table, symbol_t name, bool create)
{
    struct class_variable *variable = name_table_get(table, name);
    if (variable != NULL || !create) return variable;
    struct runtime *const runtime = class->body->runtime;
    base_lock_acquire(&runtime->class_lock);
    variable = name_table_get(table, name);
    if (variable == NULL) {
        variable = base_alloc_zeroed(sizeof *variable);
        if (variable != NULL) {
            runtime_grew(runtime, sizeof *variable);
            atomic_init(&variable->slot.word, VALUE_UNDEF);
            variable->name = name;
            if (!name_table_put(runtime, table, name, variable)) {
                base_free(variable);
                variable = NULL;
            }
        }
    }
    base_lock_release(&runtime->class_lock);
    return variable;
}

static bool is_set(const struct class_variable *variable)
{
    return atomic_load_explicit(&variable->slot.word, memory_order_relaxed) != VALUE_UNDEF;
}

static struct heap_slot *find_variable(struct class *class, symbol_t name, struct class **where)
{
    const struct ancestors *const a = body_ancestors(class);
    for (size_t i = 0; i < a->count; i++) {
        struct class_variable *const variable = name_table_get(&a->items[i]->body->variables, name);
        if (variable == NULL || !is_set(variable)) continue;
        if (where != NULL) *where = a->items[i];
        return &variable->slot;
    }
    return NULL;
}

struct heap_slot *class_variable_find(struct class *class, symbol_t name, struct class **where)
{
    struct heap_slot *const slot = find_variable(class, name, where);
    if (slot != NULL || !(class->flags & CLASS_IS_METACLASS)) return slot;
    return find_variable(class_attached_class(class), name, where);
}

struct heap_slot *class_variable_own(struct class *class, symbol_t name, bool create)
{
    struct class_variable *const variable = class_slot(class, &class->body->variables, name, create);
    return variable == NULL || (!create && !is_set(variable)) ? NULL : &variable->slot;
}

void class_each_variable(struct class *class, void (*visit)(symbol_t, struct heap_slot *, void *), void *context)
{
    struct name_table *const t = atomic_load_explicit(&class->body->variables, memory_order_acquire);
    uint32_t const count = t == NULL ? 0 : atomic_load_explicit(&t->count, memory_order_acquire);
    for (uint32_t i = 0; i < count; i++) {
        struct class_variable *const variable = atomic_load_explicit(&t->entries[i].value, memory_order_acquire);
        if (is_set(variable)) visit(variable->name, &variable->slot, context);
    }
}

bool class_variable_remove(struct runtime *runtime, struct class *class, symbol_t name)
{
    struct class_variable *const variable = name_table_get(&class->body->variables, name);
    if (variable == NULL || !is_set(variable)) return false;
    return heap_slot_store(&runtime->boot_heap, &variable->slot, VALUE_UNDEF, true); // shared: of no heap
}
