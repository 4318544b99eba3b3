// Autoload. Purpose: while a thread loads the file that defines a constant, nobody else sees half of it.
//
// Who loads the file for an autoload says so (class_loading_begin). What that thread sets of the constants whose autoload
// names the file is set aside: the constant has its value and keeps its path, and only that thread takes the one for the
// other. No site remembers such a value. At the end the paths go, and all see the values at once; or, when the load failed,
// the values go.
// Data: under the class lock; whether a value is set aside is read without it.
#include "object/interior.h"

#include <string.h>

struct class_loading {
    struct class_loading *next;
    value_t path; // a shared String
    const void *thread;
    struct class_constant *aside; // by next_aside
};

static bool same_path(value_t a, value_t b)
{
    if (a == b) return true;
    if (value_is_nil(a) || value_is_nil(b)) return false;
    const struct string *const s = value_to_string(a), *const t = value_to_pointer(b);
    return string_size(s) == string_size(t) && memcmp(string_bytes(s), string_bytes(t), string_size(s)) == 0;
}

static struct class_loading **find(struct runtime *runtime, value_t path, const void *thread)
{
    struct class_loading **link = &runtime->loadings;
    while (*link != NULL && !((*link)->thread == thread && same_path((*link)->path, path))) link = &(*link)->next;
    return link;
}

struct class_loading *constant_loading(struct runtime *runtime, const struct class_constant *constant, const void *thread)
{
    value_t const path = atomic_load_explicit(&constant->autoload, memory_order_relaxed); // under the lock
    return thread == NULL || value_is_nil(path) ? NULL : *find(runtime, path, thread);
}

void constant_put_aside(struct class_loading *loading, struct class_constant *constant)
{
    if (constant->loading != NULL) return; // in this list or, set by two threads, in another's
    constant->loading = loading;
    constant->next_aside = loading->aside;
    loading->aside = constant;
}

void constant_forget(struct class_constant *constant)
{
    if (constant->loading == NULL) return;
    struct class_constant **link = &constant->loading->aside;
    while (*link != constant) link = &(*link)->next_aside;
    *link = constant->next_aside;
}

value_t class_constant_pending(struct runtime *runtime, const struct class_constant *constant, const void *thread)
{
    bool const there = atomic_load_explicit(&constant->slot.word, memory_order_acquire) != VALUE_UNDEF;
    if (there && !class_constant_hidden(constant, thread)) return VALUE_NIL;
    base_lock_acquire(&runtime->class_lock);
    bool const own = constant_loading(runtime, constant, thread) != NULL;
    value_t const path = atomic_load_explicit(&constant->autoload, memory_order_relaxed);
    base_lock_release(&runtime->class_lock);
    return own ? VALUE_NIL : path;
}

bool class_loading_begin(struct runtime *runtime, value_t path, const void *thread)
{
    struct class_loading *const loading = base_alloc_zeroed(sizeof *loading);
    if (loading == NULL) return false;
    loading->path = path;
    loading->thread = thread;
    base_lock_acquire(&runtime->class_lock);
    loading->next = runtime->loadings;
    runtime->loadings = loading;
    base_lock_release(&runtime->class_lock);
    return true;
}

static void settle(struct runtime *runtime, struct class_constant *constant, bool keep)
{
    if (keep) {
        atomic_store_explicit(&constant->autoload, VALUE_NIL, memory_order_release); // as class_constant_set_by
        atomic_fetch_add_explicit(&constant->serial, 1, memory_order_release);
    } else {
        (void)heap_slot_store(&runtime->boot_heap, &constant->slot, VALUE_UNDEF, true); // shared: of no heap
    }
    // release: who sees it gone sees what is there now; pairs with class_constant_hidden
    atomic_store_explicit(&constant->aside, NULL, memory_order_release);
    constant_invalidate(runtime, constant->name, NULL, NULL);
}

void class_loading_end(struct runtime *runtime, value_t path, const void *thread, bool keep)
{
    base_lock_acquire(&runtime->class_lock);
    struct class_loading **const link = find(runtime, path, thread), *const loading = *link;
    if (loading != NULL) *link = loading->next;
    for (struct class_constant *c = loading == NULL ? NULL : loading->aside; c != NULL; c = c->next_aside) {
        c->loading = NULL;
        if (atomic_load_explicit(&c->aside, memory_order_relaxed) == thread) settle(runtime, c, keep);
    }
    base_lock_release(&runtime->class_lock);
    base_free(loading);
}

void loadings_free(struct runtime *runtime) // of threads that the runtime's end took by surprise
{
    for (struct class_loading *loading; (loading = runtime->loadings) != NULL;) {
        runtime->loadings = loading->next;
        base_free(loading);
    }
}
