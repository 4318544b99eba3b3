// Constants, class variables and the instance variables of classes. Purpose: slots by name in a class's tables.
// Invariants: a slot is never freed while the runtime is open; a removed constant keeps its place, with VALUE_UNDEF and
// no autoload. An entry that a site has holds as long as its scope is set; whoever changes what a constant's name means
// clears the scope of the name's entries, under the lock, before the change returns. An entry that is cleared is in no
// site's list any more, and is retired.
// Data: tables are written under the class lock; slots are the heap's.
#include "object/interior.h"

// --- What sites know ---------------------------------------------------------------------------------------------------
struct entry_block {
    struct epoch_block retired;
    struct constant_entry entry;
};

static struct entry_block *block_of(struct constant_entry *e)
{
    return (struct entry_block *)((char *)e - offsetof(struct entry_block, entry));
}

static struct constant_entry *after(struct constant_entry *e)
{
    return atomic_load_explicit(&e->next, memory_order_acquire); // pairs with the release in class_constant_remember
}

static void unlink_entry(struct constant_entry *e)
{
    *e->name_previous = e->name_next;
    if (e->name_next != NULL) e->name_next->name_previous = e->name_previous;
    _Atomic(struct constant_entry *) *place = e->site;
    while (atomic_load_explicit(place, memory_order_relaxed) != e) {
        place = &atomic_load_explicit(place, memory_order_relaxed)->next;
    }
    // release: what follows was published before; a reader that has e goes on from it
    atomic_store_explicit(place, after(e), memory_order_release);
}

void constant_invalidate(struct runtime *runtime, symbol_t name,
                         bool (*concerns)(const struct constant_entry *entry, const void *context), const void *context)
{
    struct constant_names *const names = name_table_get(&runtime->state->constant_entries, name);
    if (names == NULL) return;
    for (struct constant_entry *e = names->first, *next; e != NULL; e = next) {
        next = e->name_next;
        if (concerns != NULL && !concerns(e, context)) continue;
        // release: pairs with nothing that reads the value, which stays as it was; who still sees the scope is in time
        atomic_store_explicit(&e->scope, NULL, memory_order_release);
        unlink_entry(e);
        runtime_retire(runtime, &block_of(e)->retired);
    }
}

void class_constant_changed(struct runtime *runtime, symbol_t name)
{
    base_lock_acquire(&runtime->class_lock);
    constant_invalidate(runtime, name, NULL, NULL);
    base_lock_release(&runtime->class_lock);
}

// How many entries a site has; *same: the one of the scope that is looked for.
static unsigned count_entries(_Atomic(struct constant_entry *) *site, const struct class *scope, struct constant_entry **same)
{
    unsigned count = 0;
    *same = NULL;
    // acquire: pairs with the release in class_constant_remember
    for (struct constant_entry *e = atomic_load_explicit(site, memory_order_acquire); e != NULL; e = after(e)) {
        count++;
        if (atomic_load_explicit(&e->scope, memory_order_relaxed) == scope) *same = e;
    }
    return count;
}

bool class_constant_room(_Atomic(struct constant_entry *) *site, const struct constant_entry *entry)
{
    struct constant_entry *same;
    unsigned const count = count_entries(site, atomic_load_explicit(&entry->scope, memory_order_relaxed), &same);
    // One that an actor had to itself gives way once anybody may have the value.
    return same != NULL ? same->owner != NULL && entry->owner == NULL : count < CONSTANT_ENTRIES;
}

// The value of a constant lives as long as the constant; that of a private one may go with its actor.
static bool lives(struct constant_entry *e)
{
    return e->owner == NULL && heap_cycle_reached(atomic_load_explicit(&e->scope, memory_order_relaxed)) &&
           heap_cycle_reached(e->base) && (!value_is_heap(e->value) || heap_cycle_reached(value_to_pointer(e->value)));
}

void constants_sweep(struct runtime *runtime)
{
    struct name_table *const t = atomic_load_explicit(&runtime->state->constant_entries, memory_order_relaxed);
    uint32_t const count = name_table_count(&runtime->state->constant_entries);
    for (uint32_t i = 0; i < count; i++) {
        const struct constant_names *const names = atomic_load_explicit(&t->entries[i].value, memory_order_relaxed);
        for (struct constant_entry *e = names->first, *next; e != NULL; e = next) {
            next = e->name_next;
            if (lives(e)) continue;
            unlink_entry(e);
            base_free(block_of(e));
        }
    }
}

static bool same_entry(const struct constant_entry *entry, const void *context) { return entry == context; }

static struct constant_names *names_of(struct runtime *runtime, symbol_t name)
{
    struct constant_names *names = name_table_get(&runtime->state->constant_entries, name);
    if (names != NULL) return names;
    names = base_alloc_zeroed(sizeof *names);
    if (names == NULL || name_table_put(runtime, &runtime->state->constant_entries, name, names)) return names;
    base_free(names);
    return NULL;
}

bool class_constant_remember(struct runtime *runtime, _Atomic(struct constant_entry *) *site,
                             const struct constant_entry *entry)
{
    struct constant_entry *same;
    if (!class_constant_room(site, entry)) return false;
    struct constant_names *const names = names_of(runtime, entry->name);
    struct entry_block *const block = names == NULL ? NULL : base_alloc(sizeof *block);
    if (block == NULL) return false; // it only costs speed
    struct constant_entry *const made = &block->entry;
    runtime_grew(runtime, sizeof *block);
    count_entries(site, atomic_load_explicit(&entry->scope, memory_order_relaxed), &same);
    if (same != NULL) constant_invalidate(runtime, entry->name, same_entry, same);
    *made = (struct constant_entry){.value = entry->value, .owner = entry->owner, .base = entry->base, .name = entry->name,
                                    .site = site, .name_next = names->first, .name_previous = &names->first};
    atomic_init(&made->scope, atomic_load_explicit(&entry->scope, memory_order_relaxed));
    atomic_init(&made->next, atomic_load_explicit(site, memory_order_relaxed));
    if (names->first != NULL) names->first->name_previous = &made->name_next;
    names->first = made;
    atomic_store_explicit(site, made, memory_order_release); // readers acquire in GETCONST
    return true;
}

void class_constant_forget(struct runtime *runtime, _Atomic(struct constant_entry *) *site)
{
    if (atomic_load_explicit(site, memory_order_relaxed) == NULL) return;
    base_lock_acquire(&runtime->class_lock);
    for (struct constant_entry *e; (e = atomic_load_explicit(site, memory_order_relaxed)) != NULL;) {
        unlink_entry(e);
        base_free(block_of(e)); // nobody runs the code any more
    }
    base_lock_release(&runtime->class_lock);
}

void constant_names_free(struct runtime *runtime)
{
    name_table_t *const table = &runtime->state->constant_entries;
    struct name_table *const t = atomic_load_explicit(table, memory_order_relaxed);
    uint32_t const count = name_table_count(table);
    for (uint32_t i = 0; i < count; i++) base_free(atomic_load_explicit(&t->entries[i].value, memory_order_relaxed));
    name_table_free(table);
}

// --- Constants ---------------------------------------------------------------------------------------------------------
static bool is_there(const struct class_constant *constant)
{
    if (atomic_load_explicit(&constant->slot.word, memory_order_acquire) != VALUE_UNDEF) return true;
    // acquire: the path is seen whole; pairs with the release in class_constant_autoload
    return atomic_load_explicit(&constant->autoload, memory_order_acquire) != VALUE_NIL;
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
    atomic_init(&constant->autoload, VALUE_NIL);
    if (name_table_put(runtime, &class->body->constants, name, constant)) return constant;
    base_free(constant);
    return NULL;
}

bool class_constant_set_by(struct runtime *runtime, struct heap *heap, struct class *class, symbol_t name, value_t value,
                           bool shared, const void *thread)
{
    base_lock_acquire(&runtime->class_lock);
    struct class_constant *const constant = place_of(runtime, class, name);
    struct class_loading *const loading = constant == NULL ? NULL : constant_loading(runtime, constant, thread);
    const void *const before = constant == NULL ? NULL : atomic_load_explicit(&constant->aside, memory_order_relaxed);
    // release: who sees the value sees for whom it is
    if (loading != NULL) atomic_store_explicit(&constant->aside, thread, memory_order_release);
    bool const ok = constant != NULL && heap_slot_store(heap, &constant->slot, value, shared);
    if (ok && loading != NULL) {
        constant_put_aside(loading, constant);
    } else if (ok) {
        heap_dropped(runtime->heap_world, atomic_load_explicit(&constant->autoload, memory_order_relaxed));
        // release: who sees that there is nothing to load sees the value
        atomic_store_explicit(&constant->autoload, VALUE_NIL, memory_order_release);
        atomic_store_explicit(&constant->aside, NULL, memory_order_release);
        atomic_fetch_add_explicit(&constant->serial, 1, memory_order_release);
        constant_invalidate(runtime, name, NULL, NULL);
    } else if (loading != NULL) {
        atomic_store_explicit(&constant->aside, before, memory_order_relaxed);
    }
    base_lock_release(&runtime->class_lock);
    return ok;
}

bool class_constant_set(struct runtime *runtime, struct heap *heap, struct class *class, symbol_t name, value_t value,
                        bool shared)
{
    return class_constant_set_by(runtime, heap, class, name, value, shared, NULL);
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
            heap_dropped(runtime->heap_world, atomic_load_explicit(&constant->autoload, memory_order_relaxed));
            atomic_store_explicit(&constant->autoload, VALUE_NIL, memory_order_relaxed);
            atomic_store_explicit(&constant->aside, NULL, memory_order_relaxed);
            constant->is_private = constant->deprecated = false;
            atomic_fetch_add_explicit(&constant->serial, 1, memory_order_release);
            constant_invalidate(runtime, name, NULL, NULL);
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
        heap_dropped(runtime->heap_world, atomic_load_explicit(&constant->autoload, memory_order_relaxed));
        atomic_store_explicit(&constant->autoload, path, memory_order_release); // is_there acquires
        constant_invalidate(runtime, name, NULL, NULL);
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
