// Refinements: methods that some class has in the eyes of some scopes only.
//
//   F1 A refinement is a module whose `attached` is the class it refines. No method table of that class knows of it.
//   F2 What is active in a frame are the pairs of class and refinement that the scopes around it list, the innermost first.
//      `using` gives its frame a new scope, so that methods defined before do not see them.
//   F3 Only slow paths look: a site fills its cache when no active refinement has its name for the receiver's class. `using`
//      and a method more in a refinement make the sites of that name ask again.
//   F4 So a site whose code runs under several scopes, some of them refined, is right only from the first run under one that
//      is: then it stays without a cache. (Blocks and methods keep the scope they are written in; only code that is run again
//      and again and calls `using` each time has several.)
#include "vm/interior.h"

static bool any(const struct runtime *runtime)
{
    return atomic_load_explicit(&runtime->refined, memory_order_relaxed);
}

// What a scope lists; the block of a refine, that of its module to come, too.
static const struct array *pairs_of(struct runtime *runtime, struct heap *heap, const struct method *scope)
{
    if (scope->kind != METHOD_BODY) return NULL;
    value_t list = scope->refinements;
    if (value_is(list, TYPE_CLASS)) list = ivar_get(runtime, heap, list, SYM_ivar_refinements);
    return list != VALUE_UNDEF && value_is(list, TYPE_ARRAY) ? value_to_array(list) : NULL;
}

bool refine_active(struct ec *ec, const struct method *scope)
{
    if (!any(ec->runtime)) return false;
    for (; scope != NULL; scope = scope->nesting) {
        if (pairs_of(ec->runtime, ec->heap, scope) != NULL) return true;
    }
    return false;
}

// Where a class begins in the ancestors of another: with what is prepended to it. `count`: it is not among them.
static size_t place_of(struct class *class, struct class *const *ancestors, size_t count)
{
    size_t own_count = 0, own = 0, i = 0;
    struct class *const *const own_ancestors = class_ancestors(class, &own_count);
    while (own < own_count && own_ancestors[own] != class) own++;
    while (i < count && ancestors[i] != class) i++;
    return i == count || i < own ? count : i - own;
}

// The method that an active refinement has for a place in the ancestors of `id`, from `first` on, that comes before any class
// with such a method. NULL: none.
static struct method *find_from(struct ec *ec, const struct method *scope, class_id_t id, size_t first, symbol_t name)
{
    size_t count = 0;
    struct class *const *const ancestors = class_ancestors(runtime_class(ec->runtime, id), &count);
    struct method *found = NULL;
    size_t best = count;
    for (; scope != NULL; scope = scope->nesting) {
        const struct array *const pairs = pairs_of(ec->runtime, ec->heap, scope);
        for (size_t i = 0; pairs != NULL && i + 1 < array_count(pairs); i += 2) {
            struct method *const m = class_own_method(ec->runtime, value_to_class(array_at(pairs, i + 1)), name);
            if (m == NULL || m->kind == METHOD_UNDEF) continue;
            size_t const place = place_of(value_to_class(array_at(pairs, i)), ancestors, count);
            if (place < first || place >= best) continue;
            best = place;
            found = m;
        }
    }
    for (size_t i = first; found != NULL && i < best; i++) {
        if (class_own_method(ec->runtime, ancestors[i], name) != NULL) return NULL;
    }
    return found;
}

struct method *vm_refined_method(struct ec *ec, const struct method *scope, class_id_t id, symbol_t name)
{
    return any(ec->runtime) ? find_from(ec, scope, id, 0, name) : NULL;
}

struct method *vm_user_refined(struct ec *ec, class_id_t id, symbol_t name)
{
    const struct vm_frame *const f = any(ec->runtime) ? vm_user_frame(ec) : NULL;
    return f == NULL ? NULL : find_from(ec, f->method, id, 0, name);
}

struct method *refine_super(struct ec *ec, const struct method *current, class_id_t id, struct method *plain)
{
    if (!any(ec->runtime)) return plain;
    size_t count = 0, next = 0;
    struct class *const *const ancestors = class_ancestors(runtime_class(ec->runtime, id), &count);
    if (current->owner->flags & CLASS_IS_REFINEMENT) { // what it refines, whatever else is active
        struct class *const refined = class_attached_class(current->owner);
        return class_resolve_from(ec->runtime, id, place_of(refined, ancestors, count), current->original);
    }
    while (next < count && ancestors[next] != current->owner) next++;
    if (next == count) return plain;
    struct method *const found = find_from(ec, ec->frame->method, id, next + 1, current->original);
    return found != NULL ? found : plain;
}

// --- using -----------------------------------------------------------------------------------------------------------------

struct note {
    struct runtime *runtime;
    bool ok;
};

static void note_method(struct method *method, void *context)
{
    struct note *const note = context;
    struct class *const refinement = method->owner;
    if (!note->ok || !(refinement->flags & CLASS_IS_REFINEMENT)) return;
    note->ok = class_note_refined(note->runtime, class_attached_class(refinement), method->name);
}

// Before the scope has them. False: no memory, raised.
static bool note_refinements(struct ec *ec, const value_t *pairs, size_t count)
{
    struct note note = {ec->runtime, true};
    atomic_store_explicit(&ec->runtime->refined, true, memory_order_relaxed);
    for (size_t i = 0; i + 1 < count; i += 2) class_each_method(value_to_class(pairs[i + 1]), note_method, &note);
    vm_select_dispatch(ec);
    return note.ok || (vm_raise_memory(ec), false);
}

bool vm_scope_refine(struct ec *ec, struct method *scope, value_t module)
{
    scope->refinements = module;
    const struct array *const pairs = pairs_of(ec->runtime, ec->heap, scope);
    return pairs == NULL || note_refinements(ec, array_items(pairs), array_count(pairs));
}

bool vm_using(struct ec *ec, struct vm_frame *frame, const value_t *pairs, size_t count)
{
    struct method *const scope = scope_copy(ec, frame->method);
    if (scope == NULL) return false;
    const struct array *const old = pairs_of(ec->runtime, ec->heap, scope);
    struct array *const all = array_new(ec->heap, count + (old != NULL ? array_count(old) : 0));
    if (all == NULL || !array_append(ec->heap, all, pairs, count)) return vm_raise_memory(ec), false;
    if (old != NULL && !array_append(ec->heap, all, array_items(old), array_count(old))) return vm_raise_memory(ec), false;
    object_freeze(all);
    heap_set_shared(ec->heap, all);
    if (!note_refinements(ec, pairs, count)) return false;
    scope->refinements = value_pointer(all);
    frame->method = scope;
    if (frame->flags & FRAME_ENV) frame->env->method = scope;
    return true;
}

void vm_each_active(struct ec *ec, const struct method *scope, void (*visit)(value_t class, value_t refinement, void *context),
                    void *context)
{
    for (; scope != NULL; scope = scope->nesting) {
        const struct array *const pairs = pairs_of(ec->runtime, ec->heap, scope);
        for (size_t i = 0; pairs != NULL && i + 1 < array_count(pairs); i += 2) {
            visit(array_at(pairs, i), array_at(pairs, i + 1), context);
        }
    }
}
